// The service worker: keeps every file of this build, so that the page opens without a network.
// The list is written by quizgen/site/folder.py. The page registers it once its engine is ready.
const BUILD = "BUILD";
const FILES = ["FILES"];
const PREFIX = `quizgen ${self.registration.scope} `;
const NAME = PREFIX + BUILD;

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));
self.addEventListener("message", (event) => {
    if (event.data === "take over") self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
    const address = new URL(event.request.url);
    if (event.request.method === "GET" && address.href.startsWith(self.registration.scope)) {
        event.respondWith(answer(event.request));
    }
});

// Files are named by their content: what an older build kept under the same name is the same file.
async function keep() {
    const cache = await caches.open(NAME);
    for (const file of FILES) {
        const address = new URL(file, self.registration.scope).href;
        const named = /[/.][0-9a-f]{12}[/.]/.test(file);
        const known = named ? await caches.match(address) : undefined;
        if (known) await cache.put(address, known);
        else await cache.add(new Request(address, { cache: named ? "default" : "no-cache" }));
    }
}

// The build before this one stays: another tab may still run it.
async function tidy() {
    const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
    await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

async function answer(request) {
    const cache = await caches.open(NAME);
    if (request.mode === "navigate") {
        const index = await cache.match(self.registration.scope);
        if (index) return index;
    }
    const kept = (await cache.match(request, { ignoreSearch: true })) ?? (await caches.match(request));
    return kept ?? fetch(request);
}
