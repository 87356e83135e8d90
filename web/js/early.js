/*
 * early.js - begins the downloads that the address and the reader's language call for while the app is still on
 * its way. A classic script, which the build puts into the page with the names of the scripts of rest.js.
 */
(() => {
    const { src, dataset } = /** @type {HTMLScriptElement} */ (document.currentScript);

    /** @param {string} rel @param {string} name @param {string} [as] */
    function hint(rel, name, as = '') {
        const link = document.createElement('link');
        Object.assign(link, { rel, as, href: new URL(`../${name}`, src).href, crossOrigin: as === 'style' ? null : 'anonymous' });
        document.head.append(link);
    }

    function spoken() {
        const tags = ['en', ...(document.documentElement.dataset.languages ?? '').split(' ')];
        let chosen;
        try {
            chosen = JSON.parse(localStorage.getItem('tablier.settings') ?? '{}').lang;
        } catch {
            // there is no storage, or something else in it
        }
        const wishes = [chosen, ...navigator.languages].map(String).flatMap((tag) => [tag, tag.split('-')[0]]);
        return wishes.find((tag) => tags.includes(tag)) ?? 'en';
    }

    // The view that a shared link leads to.
    const route = document.querySelector('meta[name=tablier-route]')?.getAttribute('content') ?? '';
    const tag = spoken(), [, view = '', game = ''] = /^#\/(\w*)\/?(\w*)/.exec(location.hash || route) ?? [];
    if (tag !== 'en')
        hint('preload', `tablier/lang/${tag}.mo`, 'fetch');
    if (tag !== 'en' && /^(online|me|member|ratings)$/.test(view))
        hint('preload', `tablier/lang/${tag}.online.mo`, 'fetch');
    if (!view || view === 'home')
        return;
    for (const name of (dataset.rest ?? '').split(' '))
        hint('modulepreload', name);
    // These can be read before the rules are there, which would only slow them down.
    if (/^#\/(settings|about|rules|learn\/\w+$)/.test(location.hash || route))
        return;
    hint('preload', 'tablier/tablier.wasm', 'fetch');
    if (/^(start|new|learn|edit|game)$/.test(view) && game) {
        hint('modulepreload', `games/${game}/board.js`);
        hint('preload', `games/${game}/style.css`, 'style');
    }
})();
