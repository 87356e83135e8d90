/*
 * early.js - begins the downloads that the address and the reader's language call for while the app is still on
 * its way. A classic script, which the build puts into the page with the names of the scripts of tables.js, learning.js, remote.js and rest.js.
 */
(() => {
    const { src, dataset } = /** @type {HTMLScriptElement} */ (document.currentScript);

    /** @param {string} rel @param {string} name @param {string} [as] */
    function hint(rel, name, as = '') {
        const link = document.createElement('link');
        Object.assign(link, { rel, as, href: new URL(`../${name}`, src).href, crossOrigin: as === 'style' ? null : 'anonymous' });
        document.head.append(link);
    }

    /** What this browser keeps under a name. @param {string} name */
    function kept(name) {
        try {
            return JSON.parse(localStorage.getItem(`tablier.${name}`) ?? '{}');
        } catch {
            return {}; // there is no storage, or something else in it
        }
    }

    function spoken() {
        const tags = ['en', ...(document.documentElement.dataset.languages ?? '').split(' ')];
        const wishes = [kept('settings').lang, ...navigator.languages].map(String).flatMap((tag) => [tag, tag.split('-')[0]]);
        return wishes.find((tag) => tags.includes(tag)) ?? 'en';
    }

    // The view that a shared link leads to.
    const route = document.querySelector('meta[name=tablier-route]')?.getAttribute('content') ?? '';
    const tag = spoken(), [, view = '', game = '', second = ''] = /^#\/(\w*)\/?(\w*)\/?(\w*)/.exec(location.hash || route) ?? [];
    if (tag !== 'en')
        hint('preload', `tablier/lang/${tag}.mo`, 'fetch');
    if (tag !== 'en' && /^(online|me|member|ratings)$/.test(view))
        hint('preload', `tablier/lang/${tag}.online.mo`, 'fetch');
    if (!view || view === 'home')
        return;
    const part = /^(start|play)$/.test(view) ? 'tables' : /^(learn|puzzles?|run)$/.test(view) ? 'learning'
        : /^(online|me|member|ratings|link)$/.test(view) ? 'remote' : 'rest';
    for (const name of (dataset[part] ?? '').split(' '))
        hint('modulepreload', name);
    const games = (dataset.games ?? '').split(' '), day = Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / 86400000);
    const one = [game, second].find((part) => games.includes(part)) ?? (game === 'daily' ? games[day % games.length] : undefined), named = one ? [one] : games;
    for (const name of view === 'learn' ? named : []) {
        hint('modulepreload', `games/${name}/lessons.js`);
        for (const words of new Set(['en', tag]))
            hint('preload', `games/${name}/lessons.${words}.json`, 'fetch');
    }
    for (const name of /^(puzzles?|run)$/.test(view) ? named : [])
        hint('preload', `games/${name}/puzzles.txt`, 'fetch');
    // These can be read before the rules are there, which would only slow them down.
    if (/^#\/(settings|about|rules|games|stats|import|ratings|me|member|puzzles|learn\/\w+$)/.test(location.hash || route))
        return;
    const played = view === 'play' ? kept(`game.${game}`).record?.game : /^(start|new|learn|edit|game|puzzle)$/.test(view) && game !== 'any' ? one ?? game : '';
    if (played) {
        hint('modulepreload', `games/${played}/board.js`);
        hint('preload', `games/${played}/style.css`, 'style');
    }
    hint('preload', 'tablier/tablier.wasm', 'fetch');
    hint('modulepreload', 'tablier/worker.js'); // for the browser's cache, from which the worker starts
})();
