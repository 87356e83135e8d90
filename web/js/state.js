/* state.js - the state of a game on the server as a match of the rules. */
import { snapshot } from './rules.js';

/** @typedef {import('./types.js').MatchRecord} MatchRecord */
/** @typedef {import('./types.js').OnlineState} OnlineState */

/** Endings that the record states, because the moves do not show them. */
export const CALLED = ['resignation', 'agreement', 'time', 'limit'];

/** The moves of a match, with the one that is on its way, without an end that they do not show.
 * @param {OnlineState} state @param {string} [pending] @returns {MatchRecord} */
export function matchOf({ game, players, options, position, repetition, swap, moves }, pending) {
    return { game, players, options, position, repetition, swap, moves: pending ? [...moves, pending] : moves };
}

/** The whole match. The server names the seats that won; only the rules know who plays there by now.
 * @param {OnlineState} state @param {string} [pending] @returns {Promise<MatchRecord>} */
export async function recordOf(state, pending) {
    const record = matchOf(state, pending), { ending, result } = state.now;
    if (!CALLED.includes(ending ?? ''))
        return record;
    const { seats } = await snapshot(record);
    return {
        ...record, ending: /** @type {import('./types.js').CalledEnding} */ (ending),
        result: Array.isArray(result) ? result.map((seat) => seats.indexOf(seat) + 1) : [],
    };
}
