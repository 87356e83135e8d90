/*
 * sw.js - the page without a connection. Everything but books and networks is fetched once,
 * on the first visit; from then on the net is asked first, so that nobody plays with
 * an old version, and what was kept answers when the net does not.
 */

const CACHE = 'tablier';
/** What is only kept once it has been asked for. */
const LATER = /(\/book\.txt|\.net)$/;

/** @type {any} the service worker itself */
const scope = self;

/** All that the page can load: the build writes the list. */
scope.importScripts('files.js');

scope.addEventListener('install', (/** @type {any} */ event) => {
    event.waitUntil((async () => {
        const cache = await caches.open(CACHE);
        await cache.addAll(scope.FILES.map((/** @type {string} */ name) => new Request(name, { cache: 'reload' })));
        await scope.skipWaiting();
    })());
});

scope.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener('fetch', (/** @type {any} */ event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url), place = new URL('./api', location.href).pathname;
    if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith(`${place}/`))
        return;
    event.respondWith(pathname === place ? askServer(request) : answer(request));
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

/** @param {Request} request */
async function answer(request) {
    const cache = await caches.open(CACHE);
    try {
        const response = await fetch(request);
        if (response.ok && (LATER.test(request.url) || await cache.match(request)))
            await cache.put(request, response.clone());
        return response;
    } catch (error) {
        const kept = await cache.match(request, { ignoreSearch: true });
        if (kept)
            return kept;
        throw error;
    }
}
