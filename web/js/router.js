/*
 * router.js - selects the view. The address after # names it:
 * #/play/abc?x=1 is the view `play` with the parts ['abc'] and the query x=1.
 */

/** @typedef {{ view: string, parts: string[], query: URLSearchParams }} Address */
/** The request to show a view. `signal`: aborted when the view is left, perhaps before it was shown; from then
 * on it must not navigate or change the address or the title. `fail` replaces the view by an error.
 * @typedef {Address & { signal: AbortSignal, fail: (error: unknown) => void }} Route */

/** The path of the shared link that the page was opened with, and the view that the server says it is. */
const shared = { path: '', hash: '' };
/** The path of the page at the last change of the view. */
let lastPath = '';

/** The folder that the page is in. */
export const home = () => new URL('.', document.baseURI).href;

/** The address of the view that is shown, from # on. A shared link has none, so that it can be passed on. */
export const hashOf = () => location.hash || (location.pathname === shared.path ? shared.hash : '');

/** A page that the server sends for a shared link names its view, and keeps its address until another view is shown.
 * What follows # is a secret, which the server is not told: it is part of the view's address. */
export function settleAddress() {
    const route = document.querySelector('meta[name=tablier-route]')?.getAttribute('content');
    const secret = location.hash.slice(1);
    if (route && secret)
        history.replaceState(history.state, '', document.baseURI + (secret.startsWith('/') ? `#${secret}` : `${route}/${secret}`));
    if (!route || secret)
        return;
    Object.assign(shared, { path: lastPath = location.pathname, hash: route });
    // From here a link to another view would load the page again.
    addEventListener('click', (event) => {
        const link = event.target instanceof Element ? event.target.closest('a') : null, plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
        if (!link || !plain || link.target || event.defaultPrevented || location.pathname !== shared.path || !link.href.startsWith(`${home()}#`))
            return;
        event.preventDefault();
        go(link.hash);
    });
    // On the way back the path changes too, which the browser does not call a change of the hash.
    addEventListener('popstate', () => location.pathname !== lastPath && tell());
}

/** @param {string} hash @returns {Address} */
export function readRoute(hash) {
    const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
    const [view = '', ...parts] = path.split('/').map(decode);
    return { view: view || 'home', parts, query: new URLSearchParams(query) };
}

/** @param {string} text */
function decode(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/** Goes to another view. @param {string} hash @param {boolean} [replace]  leaves no trace in the history */
export function go(hash, replace = false) {
    if (!replace && location.pathname !== shared.path) {
        location.hash = hash;
        return;
    }
    history[replace ? 'replaceState' : 'pushState'](null, '', hash);
    tell();
}

/** The view that is shown has another address. @param {string} hash */
export const rename = (hash) => history.replaceState(null, '', hash);

/** Another view is shown. */
function tell() {
    lastPath = location.pathname;
    dispatchEvent(new HashChangeEvent('hashchange'));
}
