/* grid.js - a table of words and numbers. */
import { el } from '../dom.js';

/** @typedef {import('../dom.js').Child} Child */

/** @param {string} caption @param {string[]} heads @param {Child[][]} rows  by column; the first is the head of its row */
export const grid = (caption, heads, rows) => el('table', { class: 'grid', 'aria-label': caption },
    el('thead', {}, el('tr', {}, heads.map((head) => el('th', { scope: 'col' }, head)))),
    el('tbody', {}, rows.map(([first, ...others]) => el('tr', {}, el('th', { scope: 'row' }, first), others.map((cell) => el('td', {}, cell))))));
