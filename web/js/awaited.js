/*
 * awaited.js - a game on the server that waits for its players while the visitor does something
 * else in this tab. The head of the page has a link back to it; the connection to the server
 * (waiting.js) is loaded when it is needed.
 */
import { el, fill } from './dom.js';
import { t } from './i18n.js';
import { part } from './later.js';
import { hashOf } from './router.js';
import { readTab, removeTab, writeTab } from './storage.js';

const NAME = 'awaited';
/** Where the tab keeps a wait for an opponent while the page is loaded again: see club.js. */
export const SEEK = 'seek';

/** The link in the head of the page. */
export const awaited = el('a', { class: 'button awaited', href: '#/online', hidden: true });

/** Shows the status, in the current language. @param {boolean} [lost]  the connection is lost; else as before */
export function drawAwaited(lost = 'lost' in awaited.dataset) {
    awaited.toggleAttribute('data-lost', lost);
    fill(awaited, t(lost ? 'awaited.lost' : 'awaited.waiting'));
}

/** @type {{ id: string, stop: () => void } | null} */
let under = null;

/** Continues to wait for a game from other views, even after a reload. @param {string} id */
export async function awaitGame(id) {
    endWaiting();
    writeTab(NAME, id);
    const mine = { id, stop: () => {} };
    under = mine;
    const { watchGame } = (await part('remote')).waiting;
    if (under === mine)
        mine.stop = watchGame(id, awaited, () => under === mine && endWaiting());
}

/** Nothing is waited for any more; or, with an id, not that game. @param {string} [id] */
export function endWaiting(id) {
    if (id !== undefined && readTab(NAME) !== id)
        return;
    under?.stop();
    under = null;
    removeTab(NAME);
    awaited.hidden = true;
}

/** The tab was loaded again. */
export function resumeWaiting() {
    const id = readTab(NAME);
    if (readTab(SEEK))
        part('remote').then(({ resumeSeek }) => resumeSeek());
    if (id && !hashOf().startsWith(`#/online/${id}`))
        awaitGame(id);
}
