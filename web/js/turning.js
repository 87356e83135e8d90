/*
 * turning.js - the rotation of boards by hand, stored for each game by its id: in counterclockwise quarter turns from
 * the board's default orientation.
 */
import { read, remove, write } from './storage.js';

const NAME = 'turns', KEPT = 60;

/** @returns {[string, number][]} the latest first */
function kept() {
    const all = /** @type {unknown} */ (read(NAME, []));
    return Array.isArray(all) ? all : [];
}

/** @param {string} id @returns {number} */
export const turnOf = (id) => kept().find(([one]) => one === id)?.[1] ?? 0;

/** @param {string} id @param {number} quarters */
export function keepTurn(id, quarters) {
    const others = kept().filter(([one]) => one !== id);
    const all = quarters & 3 ? [[id, quarters & 3], ...others] : others;
    write(NAME, all.slice(0, KEPT));
}

export const forgetTurns = () => remove(NAME);
