/* hint.js - a good move and why it is good. */
import { snapshot, think } from '../rules.js';
import { t } from '../i18n.js';
import { valueText } from './words.js';

/** @typedef {import('../types.js').MatchRecord} MatchRecord */
/** @typedef {import('../types.js').Thought} Thought */

const THINKING_MS = 1500;

/**
 * How many steps a pawn of Quoridor has still to go, if no pawn is in the way.
 *
 * @param {string} position
 * @param {number} size
 * @returns {number[]} by player
 */
export function quoridorWays(position, size) {
    const [pawns, , barriers] = position.split(' ').filter((word) => !word.includes('='));
    const shut = new Set(barriers === '-' ? [] : barriers.split(',').flatMap((name) => {
        const x = name.charCodeAt(0) - 97, y = Number(name[1]) - 1;
        return name[2] === 'h' ? [`${x},${y},h`, `${x + 1},${y},h`] : [`${x},${y},v`, `${x},${y + 1},v`];
    }));
    const open = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ dx,
        /** @type {number} */ dy) =>
        x + dx >= 0 && x + dx < size && y + dy >= 0 && y + dy < size &&
        !shut.has(dx ? `${x + Math.min(dx, 0)},${y},v` : `${x},${y + Math.min(dy, 0)},h`);
    const names = pawns.split('/');
    return names.map((name, player) => {
        const side = names.length === 2 ? player * 2 : player;
        const home = (/** @type {number} */ x, /** @type {number} */ y) =>
            [y === size - 1, x === size - 1, y === 0, x === 0][side];
        return steps(name.charCodeAt(0) - 97, Number(name[1]) - 1, size, open, home);
    });
}

/**
 * The steps from a square to the nearest one that is home.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {(x: number, y: number, dx: number, dy: number) => boolean} open
 * @param {(x: number, y: number) => boolean} home
 */
function steps(x, y, size, open, home) {
    const queue = [[x, y, 0]], seen = new Set([y * size + x]);
    for (const [cx, cy, far] of queue) {
        if (home(cx, cy))
            return far;
        for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
            const place = (cy + dy) * size + cx + dx;
            if (open(cx, cy, dx, dy) && !seen.has(place)) {
                seen.add(place);
                queue.push([cx + dx, cy + dy, far + 1]);
            }
        }
    }
    return 0;
}

/** @param {MatchRecord} record @param {string} move @param {number} turn */
async function waysAfter(record, move, turn) {
    const after = await snapshot({ ...record, moves: [...record.moves, move] });
    const ways = quoridorWays(after.position, Number(record.options.size));
    const others = ways.filter((_, i) => i !== turn - 1);
    return t('hint.ways', ways[turn - 1], others.join('/'));
}

/**
 * @param {MatchRecord} record  every option spelled out
 * @param {number} turn
 * @param {AbortSignal} signal
 * @returns {Promise<{ move: string, text: string, thought: Thought }>}
 */
export async function findHint(record, turn, signal) {
    const thought = await think(record, { timeMs: THINKING_MS, lines: 2, signal });
    const [best, next] = thought.info.lines;
    const parts = [t('hint.move', best.move), valueText(best)];
    if (record.game === 'quoridor' && best.plies !== 1)
        parts.push(await waysAfter(record, best.move, turn));
    if (best.exact && next?.exact && best.value !== next.value)
        parts.push(t('hint.only'));
    else if (best.pv.length > 1)
        parts.push(t('hint.reply', best.pv[1]));
    return { move: best.move, text: parts.join(' '), thought };
}
