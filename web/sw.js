/*
 * sw.js - the page without a connection. Files below v/VERSION/ never change and are taken from the cache; the page
 * itself is asked for first, so that nobody plays with an old version.
 *
 * The copy is made after the page has loaded, one file at a time and only while the page asks for nothing: it never
 * competes with a visitor. Books, networks, tables, the solver and other languages are kept once they have been requested.
 */

const CACHE = 'tablier';
/** Files that are cached only once they have been requested, including those of languages other than English. */
const LATER = /(\/book\.txt|\/solver\.wasm|\.net|\.table|\.mo|\.(?!en\.)[\w-]+\.(json|html))$/;
/** How long the page must have been quiet before the next file is fetched. */
const QUIET_MS = 500;
/** How long the page itself may take before the copy is shown. */
const PATIENCE_MS = 5000;

/** @type {any} the service worker itself */
const scope = self;

/** All that the page can load: the build writes the list, with the version in the names. So a release is
 * another worker to the browser. */
scope.importScripts('files.js');

const nameOf = (/** @type {string} */ url) => url.replace(/^.*\/v\/\w+\//, '');
const addressOf = (/** @type {string} */ name) => new URL(name, location.href).href;
const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

scope.addEventListener('install', () => scope.skipWaiting());
scope.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener('message', (/** @type {any} */ event) => event.waitUntil(keep(event.data.keep).catch(() => {})) /* the next visit goes on */);

// ---- The copy ------------------------------------------------------------------------------

/** Requests of the page under way, and when the last one came. */
let asked = 0, lastAt = 0;
/** The language of the copy under way; null: none is. @type {string | null} */
let keeping = null;

/** Keeps everything that is missing, and then drops what other versions had. @param {string} lang */
async function keep(lang) {
    const running = keeping !== null;
    keeping = lang;
    if (running)
        return;
    try {
        const cache = await caches.open(CACHE), had = (await cache.keys()).map(({ url }) => url);
        const ends = () => [`/${keeping}.mo`, `/${keeping}.online.mo`, `.${keeping}.json`, `.${keeping}.html`];
        const wanted = (/** @type {string} */ name) => !LATER.test(name) || ends().some((end) => name.endsWith(end)) ||
            had.some((url) => nameOf(url) === nameOf(name));
        // The page comes last: with it the copy is complete.
        for (let i = scope.FILES.length - 1; i >= 0; i--) {
            const name = scope.FILES[i], never = name.startsWith('v/');
            if (!wanted(name) || (never && had.includes(addressOf(name))))
                continue;
            while (asked > 0 || Date.now() < lastAt + QUIET_MS)
                await pause(QUIET_MS);
            await cache.add(new Request(name, { cache: never ? 'default' : 'no-cache' }));
        }
        const now = scope.FILES.map(addressOf);
        await Promise.all(had.filter((url) => !now.includes(url)).map((url) => cache.delete(url)));
    } finally {
        keeping = null;
    }
}

// ---- Answers --------------------------------------------------------------------------------

scope.addEventListener('fetch', (/** @type {any} */ event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url), place = new URL('./api', location.href).pathname;
    if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith(`${place}/`))
        return;
    asked++;
    const answered = pathname === place ? askServer(request) : request.mode === 'navigate' ? askPage(request) : answer(event);
    event.respondWith(answered.finally(() => {
        asked--;
        lastAt = Date.now();
    }));
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

/** The address within the app of a shared link, for a visit without a connection; '' if it is not one.
 * @param {string} url */
function viewOf(url) {
    const { pathname, search, hash } = new URL(url);
    const [, kind = '', word] = /\/(g|p|study)\/(\w+)$/.exec(pathname) ?? [];
    return hash || { g: `#/online/${word}`, p: `#/puzzle/any/${word}`, study: `#/game/${word}${search}` }[kind] || '';
}

/** The page, from the copy if it cannot be had in time. @param {Request} request */
async function askPage(request) {
    const cache = await caches.open(CACHE), kept = await cache.match(request, { ignoreSearch: true });
    const view = kept ? '' : viewOf(request.url);
    if (view && await cache.match('./'))
        return fetch(request).catch(() => Response.redirect(addressOf(`./${view}`)));
    if (!kept)
        return fetch(request);
    return Promise.race([fetch(request).catch(() => kept), pause(PATIENCE_MS).then(() => kept)]);
}

/** @param {any} event */
async function answer(event) {
    const { request } = event, cache = await caches.open(CACHE), kept = await cache.match(request);
    if (kept)
        return kept;
    const response = await fetch(request);
    if (response.ok && scope.FILES.includes(request.url.slice(addressOf('./').length)))
        event.waitUntil(cache.put(request, response.clone()).catch(() => {})); // there may be no room for it
    return response;
}
