/* swatch.js - small pictures of the looks that boards and pieces can have. */
import { svg } from '../boards/svg.js';

/** Frame, squares of two kinds. @type {Record<import('../settings.js').Settings['board'], [string, string, string]>} */
const BOARDS = {
    classic: ['#5b3a22', '#d9b483', '#b98550'], plain: ['#9aa5ae', '#f4f6f8', '#d6e0e8'], contrast: ['#000', '#fff', '#ffe9a8'],
    paper: ['#8a7f6a', '#fbf6ea', '#e9dfc8'], night: ['#0e1420', '#33415c', '#253049'],
};

/** Fill, edge and its width, of both players. @type {Record<import('../settings.js').Settings['pieces'], (colour: string) => object>} */
const PIECES = {
    classic: (colour) => ({ fill: colour, stroke: '#1d0f06', 'stroke-width': 1.5 }),
    flat: (colour) => ({ fill: colour }),
    outline: (colour) => ({ fill: '#fffaf0', stroke: colour, 'stroke-width': 5 }),
};

/** @param {import('../settings.js').Settings['board']} board @param {import('../settings.js').Settings['pieces']} pieces */
export function swatch(board, pieces) {
    const [frame, square, other] = BOARDS[board];
    return svg('svg', { class: 'swatch', viewBox: '0 0 64 64', width: 56, height: 56, 'aria-hidden': 'true' },
        svg('rect', { width: 64, height: 64, rx: 6, fill: frame }),
        ...[0, 1, 2, 3].map((i) => svg('rect', {
            x: 4 + 29 * (i % 2), y: 4 + 29 * (i >> 1), width: 27, height: 27, rx: 3, fill: i === 1 || i === 2 ? square : other,
        })),
        svg('circle', { cx: 46.5, cy: 17.5, r: 9, ...PIECES[pieces]('#c8452b') }),
        svg('circle', { cx: 17.5, cy: 46.5, r: 9, ...PIECES[pieces]('#2b69b8') }));
}
