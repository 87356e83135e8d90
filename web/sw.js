/*
 * sw.js - the page without a connection. Everything is fetched once, on the
 * first visit; from then on the net is asked first, so that nobody plays with
 * an old version, and what was kept answers when the net does not.
 */

const CACHE = 'tablier';

/** All that the page can load. */
const FILES = [
    './',
    'css/app.css',
    'css/boards.css',
    'css/theme.css',
    'img/dorix.svg',
    'img/icon.svg',
    'img/maskable.svg',
    'img/orbital.svg',
    'img/quoridor.svg',
    'img/tictacdoh.svg',
    'index.html',
    'js/app.js',
    'js/boards/common.js',
    'js/boards/dorix.js',
    'js/boards/orbital.js',
    'js/boards/orientation.js',
    'js/boards/quoridor.js',
    'js/boards/strings.js',
    'js/boards/tictacdoh.js',
    'js/connection.js',
    'js/diagrams.js',
    'js/dom.js',
    'js/i18n.js',
    'js/icons.js',
    'js/lang/en.js',
    'js/lang/fr.js',
    'js/lessons.js',
    'js/link.js',
    'js/markdown.js',
    'js/notices.js',
    'js/online.js',
    'js/parts/attention.js',
    'js/parts/clock.js',
    'js/parts/copy.js',
    'js/parts/dialog.js',
    'js/parts/evaluation.js',
    'js/parts/hint.js',
    'js/parts/movebox.js',
    'js/parts/movelist.js',
    'js/parts/people.js',
    'js/parts/seating.js',
    'js/parts/stage.js',
    'js/parts/table.js',
    'js/parts/terms.js',
    'js/parts/treeview.js',
    'js/parts/words.js',
    'js/request.js',
    'js/router.js',
    'js/rules-worker.js',
    'js/rules.js',
    'js/saved.js',
    'js/search-worker.js',
    'js/settings.js',
    'js/sound.js',
    'js/storage.js',
    'js/study.js',
    'js/turning.js',
    'js/views/about.js',
    'js/views/edit.js',
    'js/views/home.js',
    'js/views/import.js',
    'js/views/learn.js',
    'js/views/link.js',
    'js/views/lobby.js',
    'js/views/online.js',
    'js/views/play.js',
    'js/views/rules.js',
    'js/views/setup.js',
    'js/views/share.js',
    'js/views/study.js',
    'js/wasm.js',
    'manifest.webmanifest',
    'tablier.wasm',
    'rules/dorix.en.md',
    'rules/dorix.fr.md',
    'rules/match.en.md',
    'rules/match.fr.md',
    'rules/orbital.en.md',
    'rules/orbital.fr.md',
    'rules/quoridor.en.md',
    'rules/quoridor.fr.md',
    'rules/tictacdoh.en.md',
    'rules/tictacdoh.fr.md',
];

/** @type {any} the service worker itself */
const scope = self;

scope.addEventListener('install', (/** @type {any} */ event) => {
    event.waitUntil((async () => {
        const cache = await caches.open(CACHE);
        await cache.addAll(FILES.map((name) => new Request(name, { cache: 'reload' })));
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
        if (response.ok && await cache.match(request))
            await cache.put(request, response.clone());
        return response;
    } catch (error) {
        const kept = await cache.match(request, { ignoreSearch: true });
        if (kept)
            return kept;
        throw error;
    }
}
