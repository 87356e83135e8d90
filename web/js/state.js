/* state.js - the state of a game on the server as a match of the rules. */
import { swapped } from './saved.js';

/** @typedef {import('./types.js').MatchRecord} MatchRecord */
/** @typedef {import('./types.js').OnlineState} OnlineState */

/** Endings that stand in the record, because the moves do not show them. */
export const CALLED = ['resignation', 'agreement', 'time', 'limit'];

/** Who sits where after a change of seats: the seat of a player, and the player of a seat.
 * @param {string[]} moves @param {number} one  from 1 */
export const across = (moves, one) => swapped(moves) ? 3 - one : one;

/** The match, with the move that is on its way. @param {OnlineState} state @param {string | undefined} pending
 * @returns {MatchRecord} */
export function recordOf(state, pending) {
    const { game, players, options, position, repetition, swap, now } = state;
    const moves = pending ? [...state.moves, pending] : state.moves;
    const called = /** @type {import('./types.js').CalledEnding} */ (now.ending);
    const winners = Array.isArray(now.result) ? now.result.map((seat) => across(moves, seat)) : [];
    return {
        game, players, options, position, repetition, swap, moves,
        ...(CALLED.includes(called) ? { ending: called, result: winners } : {}),
    };
}
