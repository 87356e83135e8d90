/*
 * sw.js - the page without a connection. Everything but books, networks, tables and catalogues is fetched
 * once, on the first visit; from then on the net is asked first, so that nobody plays with
 * an old version, and what was kept answers when the net does not.
 */

const CACHE = 'tablier';
/** Files that are cached only once they have been requested, including those of languages other than English. */
const LATER = /(\/book\.txt|\.net|\.table|\.mo|\.(?!en\.)[\w-]+\.(json|html))$/;

/** @type {any} the service worker itself */
const scope = self;

/** All that the page can load: the build writes the list, with a checksum of the files. So a release is
 * another worker to the browser, which installs it and so renews all that is kept. */
scope.importScripts('files.js');

scope.addEventListener('install', (/** @type {any} */ event) => {
    event.waitUntil((async () => {
        const cache = await caches.open(CACHE);
        const fresh = (/** @type {string} */ name) => new Request(name, { cache: 'reload' });
        await cache.addAll(scope.FILES.map(fresh));
        const later = (await cache.keys()).filter(({ url }) => LATER.test(url));
        await Promise.allSettled(later.map(({ url }) => cache.add(fresh(url))));
        await scope.skipWaiting();
    })());
});

scope.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener('fetch', (/** @type {any} */ event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url), place = new URL('./api', location.href).pathname;
    if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith(`${place}/`))
        return;
    event.respondWith(pathname === place ? askServer(request) : answer(event));
});

/** Somebody is called to the game that a notification is about. */
scope.addEventListener('notificationclick', (/** @type {any} */ event) => {
    const { notification } = event;
    notification.close();
    event.waitUntil((async () => {
        const pages = await scope.clients.matchAll({ type: 'window' });
        const there = pages.find((/** @type {any} */ page) => page.url === notification.data) ?? pages[0];
        return there ? there.focus() : scope.clients.openWindow(notification.data);
    })());
});

/** Is there a game server? Without a connection there is none; nothing that it says is kept. @param {Request} request */
async function askServer(request) {
    try {
        return await fetch(request);
    } catch {
        return Response.json({ software: null, version: 0 });
    }
}

/** @param {any} event */
async function answer(event) {
    const { request } = event, cache = await caches.open(CACHE);
    let response;
    try {
        response = await fetch(request);
    } catch (error) {
        const kept = await cache.match(request, { ignoreSearch: true });
        if (kept)
            return kept;
        throw error;
    }
    if (response.ok && (LATER.test(request.url) || await cache.match(request)))
        event.waitUntil(cache.put(request, response.clone()).catch(() => {})); // there may be no room for it
    return response;
}
