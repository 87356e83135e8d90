/*
 * squares.js - the names of squares, and reading positions and moves.
 */

/** @import { BoardApi, View } from './types.js' */

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

/**
 * The words of a position without those of the set-up, and the set-up: the
 * position's own words come before the view's options.
 * @param {View} view
 */
export function readPosition(view) {
    /** @type {Record<string, number | string>} */
    const setup = { ...view.options, players: view.players };
    const words = view.position.split(' ').filter((word) => {
        const [key, value] = word.split('=');
        if (value !== undefined)
            setup[key] = value;
        return value === undefined;
    });
    return { words, setup };
}

/** A position if it were another player's turn: in most games that is its last word.
 * @param {string} position @param {number} player */
export const turnTo = (position, player) => position.replace(/ [1-4]$/, ` ${player}`);

/** Does a move say where? `pass` and `swap` do not. @param {string} move */
export const hasPlace = (move) => /[a-i][1-9]/.test(move);

/** "b2:1,c3:12" as [["b2", "1"], ["c3", "12"]]. @param {string} [word] */
export function readList(word) {
    if (!word || word === '-')
        return [];
    return word.split(',').map((item) => item.split(':'));
}
