/* title.js - the title of the page: the view's name, before it the number of games that wait for the visitor. */

let name = 'Tablier', count = 0;

/** The title without the number. */
export const baseTitle = () => name;

export function drawTitle() {
    document.title = count > 0 ? `(${count}) ${name}` : name;
}

/** @param {string} view  empty: the first view */
export function setTitle(view) {
    name = view ? `${view} · Tablier` : 'Tablier';
    drawTitle();
}

/** Shows the number in the title and on the app's icon, where there is one. @param {number} waiting */
export function setWaiting(waiting) {
    if (waiting === count)
        return;
    count = waiting;
    if (!document.title.startsWith('●')) // it calls the visitor for something else
        drawTitle();
    const { setAppBadge, clearAppBadge } = /** @type {any} */ (navigator);
    (count > 0 ? setAppBadge : clearAppBadge)?.call(navigator, ...count > 0 ? [count] : []).catch(() => {}); // not installed
}
