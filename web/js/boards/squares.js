/*
 * squares.js - the names of squares, and what moves say of them.
 */

/** @import { BoardApi } from './types.js' */

const LETTERS = 'abcdefghi';

/** @param {number} col @param {number} row */
export const squareAt = (col, row) => LETTERS[col] + (row + 1);
/** @param {string} square */
export const colOf = (square) => LETTERS.indexOf(square[0]);
/** @param {string} square */
export const rowOf = (square) => Number(square[1]) - 1;

/** Sorts squares into board order: a1, b1, ... @param {string} a @param {string} b */
export const boardOrder = (a, b) => rowOf(a) - rowOf(b) || colOf(a) - colOf(b);

/** "a", "a and b", "a, b and c", in the language of the page.
 * @param {BoardApi} api @param {string[]} items @param {'and' | 'or'} [word] */
export function listed(api, items, word = 'and') {
    if (items.length < 2)
        return items.join('');
    return api.t(`board.${word}`, items.slice(0, -1).join(', '), items[items.length - 1]);
}

/** True if a move names a square; `pass` and `swap` do not. @param {string} move */
export const hasPlace = (move) => /[a-i][1-9]/.test(move);
