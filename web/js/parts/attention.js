/* attention.js - calls the visitor back to a tab that is not seen: its title says what for. */

/** @type {string | null} the title that comes back then */
let before = null;

function calm() {
    if (before === null || document.hidden)
        return;
    document.title = before;
    before = null;
}

document.addEventListener('visibilitychange', calm);

/** @param {string} text */
export function callBack(text) {
    if (!document.hidden)
        return;
    before ??= document.title;
    document.title = `● ${text} · ${before}`;
}
