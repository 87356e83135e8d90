/*
 * turns.js - the states of the games on the server at which this browser has a seat, polled while the page is visible.
 * The head of the page has a link to the one that waits for the visitor's move, and the number of all games that do,
 * those at this screen included.
 */
import { el, fill } from './dom.js';
import { plural, t } from './i18n.js';
import { dropTicket, fetchGame, keepMine, tickets } from './online.js';
import { hashOf } from './router.js';
import { waitingGames } from './saved.js';
import { onForeignWrite } from './storage.js';
import { setWaiting } from './title.js';

/** @typedef {import('./types.js').OnlineState} OnlineState */
/** @typedef {import('./online.js').Ticket} Ticket */
/** @typedef {{ ticket: Ticket, state: OnlineState }} Own */

const REFRESH_MS = 15000, ASKED = 8;

/** The link in the head of the page. */
export const turnLink = el('a', { class: 'button my-turn', href: '#/online', hidden: true });

/** The number of games that wait for the visitor, at the link to home. */
export const turnCount = el('span', { class: 'count', role: 'img', hidden: true });

/** @param {Own} own */
export const isMyTurn = ({ ticket, state }) => state.now.status === 'running' && state.now.turn === ticket.seat;

/** Own games that may still go on, as far as this browser knows. */
export const openTickets = () => tickets().filter(({ over }) => !over).slice(0, ASKED);

/** The state of the player's game; null if the server does not answer, or has forgotten it.
 * @param {Ticket} ticket @returns {Promise<Own | null>} */
export async function askFor(ticket) {
    try {
        const own = { ticket, state: await fetchGame(ticket.id, ticket.secret) };
        keepMine(ticket, isMyTurn(own));
        return own;
    } catch (error) {
        if (/** @type {{ code?: string }} */ (error).code === 'unknown')
            dropTicket(ticket.id);
        return null;
    }
}

/** @type {Own[]} the games that wait for the visitor */
let mine = [];

/** Says it, in the language of the moment; not of the game that is shown. */
export function drawTurns() {
    const others = mine.filter(({ ticket: { id } }) => !hashOf().startsWith(`#/online/${id}`));
    turnLink.hidden = others.length === 0;
    turnLink.href = others.length === 1 ? `#/online/${others[0].ticket.id}` : '#/online';
    fill(turnLink, others.length > 1 ? t('turns.several', others.length) : t('turns.yours'));
    const count = others.length + waitingGames().filter(({ id }) => hashOf() !== `#/play/${id}`).length;
    turnCount.hidden = count === 0;
    if (count > 0) // plural forms take the browser milliseconds
        turnCount.ariaLabel = plural('turns.waiting', count);
    fill(turnCount, String(count));
    setWaiting(count);
}

let asking = 0;

/** Polls the states of the games. */
async function look() {
    const turn = ++asking, known = openTickets();
    if (document.hidden)
        return;
    const found = await Promise.all(known.map(askFor));
    if (turn !== asking)
        return;
    mine = found.filter((own) => own !== null).filter(isMyTurn);
    drawTurns();
}

/** Looks from now on. */
export function watchTurns() {
    const again = () => {
        drawTurns();
        if (openTickets().length > 0 || mine.length > 0)
            look();
    };
    setInterval(again, REFRESH_MS);
    addEventListener('hashchange', again);
    document.addEventListener('visibilitychange', again);
    onForeignWrite((name) => name.startsWith('online.') && again());
    again();
}
