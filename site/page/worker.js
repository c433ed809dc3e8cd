// The engine's worker: Python in WebAssembly, and quizgen in it. It answers one message after another.
//
// in:  {type: "start", runtime, packs}   addresses, both absolute
//      {type: "call", id, request}       request: JSON text, see quizgen/page_calls
//      {type: "load", id, pack}          address of one more pack
// out: {type: "ready", took}             milliseconds
//      {type: "failed", what}
//      {type: "answer", id, answer}      JSON text
let desk = null;

self.onmessage = async ({ data }) => {
    if (data.type === "start") {
        try {
            const started = performance.now();
            await start(data);
            self.postMessage({ type: "ready", took: Math.round(performance.now() - started) });
        } catch (error) {
            self.postMessage({ type: "failed", what: short(error) });
        }
        return;
    }
    let answer;
    try {
        answer = data.type === "load" ? desk.load(await fetched(data.pack, "text")) : desk.call(data.request);
    } catch (error) {
        answer = JSON.stringify({ ok: false, error: { code: "fault", what: short(error), mend: "" } });
    }
    self.postMessage({ type: "answer", id: data.id, answer });
};

async function start({ runtime, packs }) {
    const archive = unpacked(runtime + "engine.bin");
    const bundles = packs.map((pack) => fetched(pack, "text"));
    for (const each of [archive, ...bundles]) each.catch(() => {});
    const { loadPyodide } = await import(runtime + "pyodide.mjs");
    const python = await loadPyodide({
        indexURL: runtime,
        lockFileURL: runtime + "pyodide-lock.json",
        stdLibURL: runtime + "python_stdlib.zip",
        packageBaseUrl: runtime,
        checkAPIVersion: false,
    });
    python.FS.writeFile("/engine.zip", new Uint8Array(await archive));
    python.runPython("import sys; sys.path.insert(0, '/engine.zip')");
    desk = python.runPython("from quizgen.page_calls import Desk; Desk()");
    for (const bundle of bundles) {
        const loaded = JSON.parse(desk.load(await bundle));
        if (!loaded.ok) throw new Error(loaded.error.what);
    }
}

async function fetched(address, as) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address} can't be loaded (${response.status})`);
    return response[as]();
}

// A zip pressed as a whole, under a name by which no server takes it for something to unpack itself.
async function unpacked(address) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address} can't be loaded (${response.status})`);
    return new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

function short(error) {
    const lines = String(error?.message ?? error).trim().split("\n");
    return lines[lines.length - 1].slice(0, 500);
}
