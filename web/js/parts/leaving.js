/* leaving.js - a player who is away: the time until the others can claim the game, and what they can do then. */
import { button, el, fill } from '../dom.js';
import { listed, t } from '../i18n.js';
import { clockText } from './clock.js';

/** @typedef {import('../types.js').OnlineNow} OnlineNow */

const TICK_MS = 500, DAY_MS = 24 * 3600 * 1000, LEVEL = 4;

/** The seat of the player whom the visitor waits for in vain; 0: none. @param {OnlineNow} now @param {number | null} own */
export const absentSeat = ({ status, turn, away }, own) =>
    status === 'running' && own && turn !== null && turn !== own && away[turn - 1] ? turn : 0;

/**
 * @param {OnlineNow} now
 * @param {number} own
 * @param {{ sides: number, nameOf: (seat: number) => string, ask: (message: object) => void, time: () => number, due: () => void }} how
 *     time: the server's; due: from now on the game can be claimed
 * @returns {import('../dom.js').Child}
 */
export function absenceBox(now, own, { sides, nameOf, ask, time, due }) {
    const seat = absentSeat(now, own), left = (now.away[seat - 1]?.claim ?? 0) - time();
    if (!seat || left > DAY_MS)
        return null;
    if (left > 0)
        return countdown((ms) => t('away.wait', nameOf(seat), clockText(ms)), left, due);
    const claim = (/** @type {object} */ answer) => () => ask({ type: 'claim', ...answer });
    const alone = !now.seats.some((one, i) => one.kind === 'person' && i + 1 !== own && !now.away[i]);
    return [el('p', {}, t('away.due', nameOf(seat)), now.computer.length > 0 && ` ${t('away.agreed', listed(now.computer.map(nameOf)))}`),
        el('div', { class: 'row' },
            (sides === 2 || alone) && [button(t('away.win'), claim({ answer: 'win' }), { class: 'main' }), button(t('away.draw'), claim({ answer: 'draw' }))],
            now.seats.length > 2 && !now.computer.includes(own) && button(t('away.computer'), claim({ answer: 'computer', level: LEVEL })))];
}

/** A sentence with the time left, as long as it is shown. @param {(ms: number) => string} text @param {number} left @param {() => void} due */
function countdown(text, left, due) {
    const line = el('p', { role: 'timer' }, text(left)), end = performance.now() + left;
    const timer = setInterval(() => {
        const ms = end - performance.now();
        if (!line.isConnected || ms <= 0)
            clearInterval(timer);
        if (line.isConnected && ms <= 0)
            due();
        else
            fill(line, text(ms));
    }, TICK_MS);
    return line;
}
