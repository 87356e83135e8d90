/* judged.js - the sign of a judged move (??, ?, ?! or !): its own shape and colour, on the board, in lists and in the graph. */

import { icon, label, svg } from './svg.js';

/** The outline around (0, 0), about 20 units wide, and where the text lies below the middle.
 * @type {Record<string, [kind: string, outline: string, below: number]>} */
const SIGNS = {
    '??': ['blunder', 'M-4.5-11h9l6.5 6.5v9L4.5 11h-9l-6.5-6.5v-9z', 0],
    '?': ['mistake', 'M-10-10h20v20h-20z', 0],
    '?!': ['inaccuracy', 'M0-14 15 11h-30z', 3.5],
    '!': ['fine', 'M0-11A11 11 0 0 1 0 11 11 11 0 0 1 0-11z', 0],
};

/** The sign of a move: that of the review, or `!` for the only move that keeps the result.
 * @param {import('../types.js').ReviewMove | null | undefined} note */
export const signOf = (note) => !note ? '' : note.mark ||
    (note.judgement === 'best' && /^only-/.test(note.certainty) ? '!' : '');

/** A sign in a drawing. @param {string} sign @param {number} x @param {number} y @param {number} size  how wide */
export function signAt(sign, x, y, size) {
    const [kind, outline, below] = SIGNS[sign];
    return svg('g', { class: `sign is-${kind}`, transform: `translate(${x} ${y}) scale(${size / 24})` },
        svg('path', { d: outline }), label(0, below, sign, 'sign-text', sign.length > 1 ? 13 : 17));
}

/** A sign that stands by itself in a text, which names it. @param {string} sign */
export const signIcon = (sign) => icon('-13 -13 26 26', 'sign-icon', signAt(sign, 0, 0, 24));
