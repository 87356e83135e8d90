/*
 * router.js - selects the view. The address after # names it:
 * #/play/abc?x=1 is the view `play` with the parts ['abc'] and the query x=1.
 */

/** @typedef {{ view: string, parts: string[], query: URLSearchParams }} Address */
/** The request to show a view. `signal`: aborted when the view is left, perhaps before it was shown; from then
 * on it must not navigate or change the address or the title. `fail` replaces the view by an error.
 * @typedef {Address & { signal: AbortSignal, fail: (error: unknown) => void }} Route */

/** A page that the server sends for a shared link names its view; from here on it has the address of that view. What
 * follows # is a secret, which the server is not told. */
export function settleAddress() {
    const route = document.querySelector('meta[name=tablier-route]')?.getAttribute('content');
    const hash = location.hash.slice(1);
    if (route)
        history.replaceState(history.state, '', document.baseURI + (hash.startsWith('/') ? `#${hash}` : hash ? `${route}/${hash}` : route));
}

/** The folder that the page is in. */
export const home = () => new URL('.', document.baseURI).href;

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
    if (replace) {
        history.replaceState(null, '', hash);
        dispatchEvent(new HashChangeEvent('hashchange'));
    } else {
        location.hash = hash;
    }
}
