/*
 * attention.js - calls the visitor back to a tab that is not seen: its title says what for, and
 * so does the browser, if it was asked to.
 */
import { hashOf } from '../router.js';
import { settings } from '../settings.js';
import { baseTitle, drawTitle } from '../title.js';

function calm() {
    if (!document.hidden)
        drawTitle();
}

document.addEventListener('visibilitychange', calm);

/** @param {string} text */
export function callBack(text) {
    if (!document.hidden)
        return;
    if (mayNotify())
        notify(baseTitle(), text);
    document.title = `● ${text} · ${baseTitle()}`;
}

// ---- Notifications ----------------------------------------------------------------------

/** True if this browser supports notifications here. */
export const canNotify = () => 'Notification' in globalThis && isSecureContext;

export const mayNotify = () => canNotify() && settings.get('notify') && Notification.permission === 'granted';

/** Asks the browser for the permission, or does without from now on; only ever after a click.
 * @param {boolean} on @returns {Promise<boolean>} whether it will notify */
export async function setNotify(on) {
    const granted = on && canNotify() && await Notification.requestPermission() === 'granted';
    settings.set('notify', granted);
    return granted;
}

/** Phones notify through the service worker only; without one, the page does it itself.
 * @param {string} title @param {string} body */
async function notify(title, body) {
    const options = { body, tag: hashOf(), icon: 'img/icon-192.png', data: location.href };
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker)
        return (worker.active ? worker : await navigator.serviceWorker.ready).showNotification(title, options);
    const shown = new Notification(title, options);
    shown.onclick = () => {
        focus();
        shown.close();
    };
}
