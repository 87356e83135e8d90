/* contrast.js - the contrast of the drawings on a board in every look, as WCAG computes it. Runs in the page. */

/**
 * By game: what must stand out (a mark does if its fill or its edge does), from what, and how much: 4.5 for text, 3 for
 * large text and for all else that one needs to play.
 *
 * @type {Record<string, [wanted: string, ground: string, least: number][]>}
 */
export const PAIRS = {
    dorix: [
        ['.b-p1 .dx-top', '.dx-square:not(.is-diagonal)', 3], ['.b-p2 .dx-top', '.dx-square:not(.is-diagonal)', 3], ['.b-p1 .dx-top', '.dx-square.is-diagonal', 3],
        ['.b-p2 .dx-top', '.dx-square.is-diagonal', 3], ['.b-dot', '.dx-square:not(.is-diagonal)', 3], ['.b-dot', '.dx-square.is-diagonal', 3],
        ['.b-coord', '.dx-frame', 4.5], ['.b-p1 .dx-number', '.b-p1 .dx-top', 3], ['.b-p2 .dx-number', '.b-p2 .dx-top', 3],
    ],
    tictacdoh: [
        ...['S', 'M', 'L'].map((size) => /** @type {[string, string, number]} */ ([`.td-${size} :is(.td-light, .td-line)`, '.td-felt', 3])),
        ['.td-chip text', '.td-chip ellipse', 4.5], ['.b-coord', '.td-felt', 4.5], ['.b-dot', '.td-felt', 3],
    ],
    quoridor: [
        ['.b-p1 .q-body', '.q-square', 3], ['.b-p2 .q-body', '.q-square', 3], ['.q-barrier:not(.is-last) .q-plank', '.q-board', 3],
        ['.q-barrier:not(.is-last) .q-plank', '.q-square', 3], ['.q-coord', '.q-square', 4.5], ['.b-dot', '.q-square', 3],
        ['.b-p1 .q-number', '.b-p1 .q-body', 3], ['.b-p2 .q-number', '.b-p2 .q-body', 3],
    ],
    orbital: [
        ['.b-p1 .o-body', '.o-pad', 3], ['.b-p2 .o-body', '.o-pad', 3], ['.b-coord', '.o-sky', 4.5], ['.b-dot', '.o-pad', 3],
        ['.o-digit', '.o-chip', 4.5],
    ],
};

/** Those of these pairs with too little contrast, and those that are not drawn. @param {[string, string, number][]} pairs */
export function faintPairs(pairs) {
    const board = /** @type {Element} */ (document.querySelector('.play .b-svg'));
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));

    /** The colour of something as a screen shows it over another. @param {string} paint @param {number} opacity @param {number[]} under */
    function over(paint, opacity, under) {
        context.globalAlpha = 1;
        context.fillStyle = `rgb(${under})`;
        context.fillRect(0, 0, 1, 1);
        context.globalAlpha = opacity;
        context.fillStyle = paint;
        context.fillRect(0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    }

    /** A colour, or all colours of a gradient. @param {string} paint */
    function coloursOf(paint) {
        const [, id] = /url\("?#([^")]+)/.exec(paint) ?? [];
        return id ? [...document.querySelectorAll(`[id="${id}"] stop`)].map((stop) => getComputedStyle(stop).stopColor) : paint === 'none' ? [] : [paint];
    }

    /** @param {Element} one @param {number[]} under */
    function shades(one, under) {
        const { fill, fillOpacity, stroke, strokeOpacity, opacity } = getComputedStyle(one);
        return { fill: coloursOf(fill).map((paint) => over(paint, Number(fillOpacity) * Number(opacity), under)),
            edge: coloursOf(stroke).map((paint) => over(paint, Number(strokeOpacity) * Number(opacity), under)) };
    }

    const light = (/** @type {number[]} */ rgb) => rgb.map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
    const contrast = (/** @type {number[]} */ a, /** @type {number[]} */ b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
    const worst = (/** @type {number[][]} */ list, /** @type {number[]} */ from) => list.length ? Math.min(...list.map((one) => contrast(one, from))) : 0;

    return pairs.flatMap(([wanted, ground, least]) => {
        const [below] = ['.dx-frame', '.td-felt', '.q-board', '.o-sky'].flatMap((sheet) => [...board.querySelectorAll(sheet)]);
        const sheet = coloursOf(getComputedStyle(below).fill).map((paint) => over(paint, 1, [255, 255, 255]));
        const marks = [...board.querySelectorAll(wanted)], [base] = board.querySelectorAll(ground);
        if (marks.length === 0 || !base)
            return [`${wanted} on ${ground}: not drawn`];
        const grounds = sheet.flatMap((under) => shades(base, under).fill);
        // Of several parts of a mark, one is enough.
        const found = Math.max(...marks.map((one) => Math.min(...grounds.map((from) => {
            const { fill, edge } = shades(one, from);
            return one.localName === 'text' && least > 3 ? worst(fill, from) : Math.max(worst(fill, from), worst(edge, from));
        }))));
        return found < least ? [`${wanted} on ${ground}: ${found.toFixed(2)}`] : [];
    });
}
