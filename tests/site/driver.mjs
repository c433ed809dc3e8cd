// Starts the built engine as site/page/worker.js does, and gives its answers: node driver.mjs ENGINE ASKED TOLD PACK…
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [engine, asked, told, ...packs] = process.argv.slice(2);
try {
    const { loadPyodide } = await import(pathToFileURL(`${engine}/pyodide.mjs`));
    const python = await loadPyodide({
        indexURL: `${engine}/`,
        lockFileURL: `${engine}/pyodide-lock.json`,
        stdLibURL: `${engine}/python_stdlib.zip`,
    });
    python.FS.writeFile("/engine.zip", new Uint8Array(gunzipSync(readFileSync(`${engine}/engine.bin`))));
    python.runPython("import sys; sys.path.insert(0, '/engine.zip')");
    const desk = python.runPython("from quizgen.page_calls import Desk; Desk()");
    for (const pack of packs) {
        const loaded = JSON.parse(desk.load(readFileSync(pack, "utf8")));
        if (!loaded.ok) throw new Error(loaded.error.what);
    }
    const answers = JSON.parse(readFileSync(asked, "utf8")).map((request) => desk.call(request));
    writeFileSync(told, JSON.stringify(answers));
} catch (error) {
    console.error(String(error.message).slice(-2000)); // uncaught, it would bring the interpreter's whole source
    process.exit(1);
}
