// Compiles and packs the page's Python inside the Python that will run it (quizgen/site/packing.py does it).
//
//     node compile.mjs SOURCES ENGINE.bin LIBRARY.zip
//
// SOURCES is the folder that `python -m quizgen.site.archive` made. Same sources, same bytes.
import { loadPyodide } from "pyodide";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const [sources, engine, library] = process.argv.slice(2);
const python = await loadPyodide();
const loaded = python.runPython("import sys; ' '.join(sorted(sys.modules))");

for (const entry of readdirSync(sources, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const target = join("/sources", path.slice(sources.length));
    python.FS.mkdirTree(dirname(target));
    python.FS.writeFile(target, new Uint8Array(readFileSync(path)));
}
const whole = new URL("node_modules/pyodide/python_stdlib.zip", import.meta.url);
python.FS.writeFile("/whole.zip", new Uint8Array(readFileSync(whole)));
python.FS.writeFile("/packing.py", new Uint8Array(readFileSync(new URL("../quizgen/site/packing.py", import.meta.url))));
try {
    python.globals.set("loaded", loaded);
    python.runPython(`
import sys
sys.path.insert(0, "/")
import packing
packing.pack_both("/sources", "/whole.zip", loaded.split())
`);
} catch (error) {
    console.error(String(error.message).slice(-2000)); // uncaught, it would bring the whole interpreter's source
    process.exit(1);
}
for (const [made, path] of [["/engine.bin", engine], ["/library.zip", library]]) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, python.FS.readFile(made));
}
