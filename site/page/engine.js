// The engine as the page sees it: one promise a call. Calls made before it is ready wait; one that hangs is given up,
// the worker is started anew, and the calls that wait go on with it. No call leaves anything behind in the worker.
//
//     const engine = new Engine({ runtime: "engine/…/", packs: ["packs/….json"] });
//     engine.start();
//     const question = await engine.call("pose", { template: "pack/name", seed: "7f3a9c12" });
//
// An `EngineError` has `code` (request, missing, maths, fault: of the engine; hang, start, superseded: of this file),
// `message` and `mend`. Events: "state", with `engine.state` one of loading, ready, restarting, failed.

export const PATIENCE = 10_000;
export const START_PATIENCE = 120_000;

export class EngineError extends Error {
    constructor(code, what, mend = "") {
        super(what);
        this.name = "EngineError";
        this.code = code;
        this.mend = mend;
    }
}

export class Engine extends EventTarget {
    #runtime;
    #packs;
    #patience;
    #worker = null;
    #queue = [];
    #running = null;
    #timer = 0;
    #numbers = 0;
    #settleReady;

    // Addresses may be relative to the page. `patience`: milliseconds that one call may take.
    constructor({ runtime, packs, patience = PATIENCE }) {
        super();
        this.#runtime = new URL(runtime, document.baseURI).href;
        this.#packs = packs.map((pack) => new URL(pack, document.baseURI).href);
        this.#patience = patience;
        this.state = "idle";
        this.took = 0;
        this.ready = new Promise((resolve, reject) => { this.#settleReady = { resolve, reject }; });
        this.ready.catch(() => {});
    }

    start() {
        if (this.#worker === null) this.#launch("loading");
        return this.ready;
    }

    // `about`: the fields of the call. With a `key`, a call that still waits is superseded by the next one of that key.
    call(what, about = {}, { key = "" } = {}) {
        return new Promise((resolve, reject) => {
            if (this.state === "failed") {
                reject(new EngineError("start", "the engine couldn't be started", "reload the page"));
                return;
            }
            if (key) {
                const waits = this.#queue.findIndex((each) => each.key === key);
                if (waits >= 0) {
                    this.#queue.splice(waits, 1)[0].reject(new EngineError("superseded", "a later call takes its place"));
                }
            }
            const id = ++this.#numbers;
            this.#queue.push({ id, key, request: JSON.stringify({ ...about, do: what }), resolve, reject });
            this.#next();
        });
    }

    // Ends the worker; calls that wait are kept until `start`.
    stop() {
        clearTimeout(this.#timer);
        this.#worker?.terminate();
        this.#worker = null;
        if (this.#running) this.#queue.unshift(this.#running);
        this.#running = null;
        this.#turn("idle");
    }

    #launch(state) {
        this.#turn(state);
        const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: "engine" });
        this.#worker = worker;
        worker.onmessage = ({ data }) => { if (worker === this.#worker) this.#heard(data); };
        worker.onerror = (event) => {
            event.preventDefault();
            if (worker === this.#worker) this.#broken(event.message || "the worker can't be loaded");
        };
        this.#timer = setTimeout(() => this.#broken("it takes too long"), START_PATIENCE);
        worker.postMessage({ type: "start", runtime: this.#runtime, packs: this.#packs });
    }

    #heard(message) {
        if (message.type === "ready") {
            clearTimeout(this.#timer);
            this.took = message.took;
            this.#turn("ready");
            this.#settleReady.resolve();
            this.#next();
        } else if (message.type === "failed") {
            this.#broken(message.what);
        } else if (this.#running?.id === message.id) {
            clearTimeout(this.#timer);
            const { resolve, reject } = this.#running;
            this.#running = null;
            const answer = JSON.parse(message.answer);
            if (answer.ok) resolve(answer.value);
            else reject(new EngineError(answer.error.code, answer.error.what, answer.error.mend));
            this.#next();
        }
    }

    #next() {
        if (this.state !== "ready" || this.#running !== null || this.#queue.length === 0) return;
        this.#running = this.#queue.shift();
        this.#timer = setTimeout(() => this.#hangs(), this.#patience);
        this.#worker.postMessage({ type: "call", id: this.#running.id, request: this.#running.request });
    }

    #hangs() {
        const { reject } = this.#running;
        this.#running = null;
        this.#worker.terminate();
        this.#launch("restarting");
        reject(new EngineError("hang", "this took too long and was given up", "write it in a simpler way"));
    }

    #broken(what) {
        clearTimeout(this.#timer);
        this.#worker?.terminate();
        this.#worker = null;
        const error = new EngineError("start", `the engine couldn't be started: ${what}`, "reload the page");
        this.#turn("failed");
        this.#settleReady.reject(error);
        for (const waiting of [this.#running, ...this.#queue]) waiting?.reject(error);
        this.#running = null;
        this.#queue = [];
    }

    #turn(state) {
        this.state = state;
        this.dispatchEvent(new Event("state"));
    }
}
