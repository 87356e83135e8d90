/*
 * Tic Tac Doh: pyramids on a felt table with a grid that is only imagined.
 *
 * A stack is drawn as it stands, one piece on another, each with its letter. A
 * nest is a single hat with a brim, what it hides dashed inside, and only the
 * letter that counts. Chalk shows where the grid of three by three can still
 * lie: dashed where it is open, solid on every side that is settled.
 */

import { BoardBase } from '../../js/boards/board.js';
import {
    colOf, listed, rowOf, squareAt,
} from '../../js/boards/squares.js';
import { circle, edged, icon, label, line, path, polygon, rect, svg } from '../../js/boards/svg.js';

/** @import { Board, BoardApi, Mark, Press, Tool, View } from '../../js/boards/types.js' */

const PITCH = 84, MARGIN = 18, SHEET = 5, SIZE = SHEET * PITCH + 2 * MARGIN;
const SIZES = 'SML';
const FOOT = 21;   /* from the middle of a square down to the middle of a piece's base */

/** Half width and height of a piece, and how far it lifts what stands on it. */
const BODY = /** @type {Record<string, {w: number, h: number, lift: number}>} */ ({
    S: { w: 17, h: 29, lift: 12 }, M: { w: 25, h: 41, lift: 16 }, L: { w: 33, h: 54, lift: 20 },
});
const SLANT = 0.4; /* depth of a base against its half width, as seen */

/** @param {string} pieces  in the order of placing */
const isNest = (pieces) => pieces.length > 1 && SIZES.indexOf(pieces[0]) < SIZES.indexOf(pieces[1]);

/** One pyramid, its base centred on (x, y). @param {number} x @param {number} y
 * @param {string} size @param {string} [style] */
function pyramid(x, y, size, style = '') {
    const { w, h } = BODY[size];
    const left = [x - w, y], right = [x + w, y], tip = [x, y - h], front = [x, y + w * SLANT];
    return svg('g', { class: `td-piece td-${size} ${style}` },
        polygon([left, front, tip], 'td-light'), polygon([right, front, tip], 'td-dark'),
        polygon([left, front, right, tip], 'td-line'));
}

/** The letter of a piece on its front edge. @param {number} x @param {number} y
 * @param {string} size */
function chip(x, y, size) {
    const r = { S: 7.5, M: 8.5, L: 9.5 }[size] ?? 8;
    return svg('g', { class: `td-chip td-${size}` }, circle(x, y, r, ''),
        label(x, y + 0.4, size, '', r * 1.5));
}

/** Everything on a square, the pieces one by one. @param {number} x @param {number} y
 * @param {string} pieces @returns {SVGGElement[]} */
function tower(x, y, pieces) {
    const outer = pieces[pieces.length - 1];
    if (isNest(pieces)) {
        const { w } = BODY[outer], d = w * SLANT;
        const hat = svg('g', {}, pyramid(x, y, outer, 'is-hat'),
            ...[...pieces.slice(0, -1)].map((size) => pyramid(x, y, size, 'is-hidden')),
            path(`M${x - w} ${y}l${w} ${d} ${w} ${-d}`, `td-brim td-${outer}`),
            chip(x, y - BODY[outer].h * 0.27, outer));
        return [hat];
    }
    let level = y;
    return [...pieces].map((size, i) => {
        const { w, h, lift } = BODY[size], top = i === pieces.length - 1;
        const piece = svg('g', {}, pyramid(x, level, size),
            chip(x, top ? level - h * 0.2 + w * 0.1 : level + w * SLANT - 12, size));
        level -= lift;
        return piece;
    });
}

class TicTacDoh extends BoardBase {
    /** @param {HTMLElement} host @param {BoardApi} api */
    constructor(host, api) {
        super(host, api, 'tictacdoh', 'S');
        /** @type {Map<string, string>} */
        this.squares = new Map();
        this.size = '';
        this.square = '';
        /** @type {string | null} */
        this.aim = null;
        /** @type {Map<string, SVGGElement>} the last piece of each square */
        this.tops = new Map();
        this.layout({
            side: SHEET, width: SIZE, height: SIZE, x: MARGIN, y: MARGIN, pitch: PITCH,
        }, 'c3');
    }

    read() {
        this.squares = new Map(Object.entries(this.view.pieces).map(([square, pieces]) =>
            [square, pieces.map(({ kind }) => kind).join('')]));
    }

    reset() {
        this.size = '';
        this.square = '';
        this.aim = null;
    }

    started() {
        return this.pending !== null || this.size !== '' || this.square !== '';
    }

    /** The pieces of a size that are not on the board. @param {string} size */
    #stash(size) {
        return this.view.supply.find(({ kind }) => kind === size) ?? { kind: size, count: 0, of: 0 };
    }

    /** How many of a size are left. @param {string} size */
    #left(size) {
        return this.#stash(size).count;
    }

    /** The first and last column and row that the grid can still reach. */
    #extent() {
        const squares = [...this.squares.keys()];
        const range = (/** @type {number[]} */ places) => places.length
            ? [Math.max(0, Math.max(...places) - 2), Math.min(SHEET - 1, Math.min(...places) + 2)]
            : [0, SHEET - 1];
        return { cols: range(squares.map(colOf)), rows: range(squares.map(rowOf)) };
    }

    /** 'out' of every grid that is left, in 'some' or in 'all' of them. @param {string} square */
    #place(square) {
        const { cols, rows } = this.#extent();
        const where = (/** @type {number} */ n, /** @type {number[]} */ [lo, hi]) =>
            n < lo || n > hi ? 0 : n >= hi - 2 && n <= lo + 2 ? 2 : 1;
        const least = Math.min(where(colOf(square), cols), where(rowOf(square), rows));
        return ['out', 'some', 'all'][least];
    }

    /* ---- Building a move ----------------------------------------------------------------- */

    /** The sizes that can go on a square. @param {string} square */
    #sizes(square) {
        return [...SIZES].filter((size) => this.view.moves.includes(size + square));
    }

    /** @param {string} square */
    open(square) {
        return this.#sizes(square).some((size) => !this.size || size === this.size);
    }

    /** @param {string} square @param {Press} press */
    press(square, { touch }) {
        const sizes = this.#sizes(square);
        if (this.pending !== null && this.pending.slice(1) === square)
            return this.complete(this.pending, false);
        this.release();
        if (this.size)
            return this.#choose(this.size, square, touch);
        if (this.square === square)
            return this.cancel();
        if (sizes.length < 2)
            return this.#choose(sizes[0] ?? this.#anySize(), square, touch);
        this.square = square;
        this.render();
    }

    /** A size to ask about where none can go. */
    #anySize() {
        return [...SIZES].find((size) => this.#left(size)) ?? SIZES[0];
    }

    /** @param {string} size @param {string} square @param {boolean} touch */
    #choose(size, square, touch) {
        if (!this.view.moves.includes(size + square)) {
            this.aim = null;
            return this.refuse(size + square);
        }
        this.size = size;
        this.aim = square;
        this.complete(size + square, touch);
    }

    /** @param {string} size */
    #pick(size) {
        this.release();
        if (this.square)
            return this.#choose(size, this.square, false);
        this.size = this.size === size ? '' : size;
        this.aim = null;
        this.render();
    }

    /** @param {string | null} square */
    hover(square) {
        const next = square && this.size && this.open(square) ? square : null;
        if (next !== this.aim && this.pending === null) {
            this.aim = next;
            this.overlay();
        }
    }

    /** @param {string} square */
    arrive(square) {
        this.hover(square);
    }

    /** They also show what is left. */
    showsTools() {
        return this.live;
    }

    /** @returns {Tool[]} */
    toolList() {
        const open = this.view.moves.filter((move) => !this.square || move.endsWith(this.square));
        return [...SIZES].map((size) => this.#stashTool(size, {
            id: size, label: this.#stashName(size), face: [],
            picked: this.size === size, key: size.toLowerCase(), drags: true,
            faint: !open.some((move) => move[0] === size),
            act: () => this.#pick(size),
        }));
    }

    /** @param {string} size */
    #stashName(size) {
        return `${size} ×${this.#left(size)}, ${this.t(size)}`;
    }

    /** @param {string} size @param {Tool} tool */
    #stashTool(size, tool) {
        const { count: left, of: stash } = this.#stash(size);
        const pips = Array.from({ length: stash }, (_, i) => path(
            `M${i * 9 + 0.8} 7.4l3.7-6.6 3.7 6.6z`,
            i < left ? `td-pip td-${size}` : 'td-pip is-gone'));
        return {
            ...tool, style: 'td-tool', face: [
                icon('-36 -58 72 76', 'td-icon',
                    pyramid(0, 0, size), chip(0, -BODY[size].h * 0.15, size)),
                ` ×${left}`, icon(`0 0 ${stash * 9} 8`, 'td-pips', ...pips),
            ],
        };
    }

    /* ---- In words ----------------------------------------------------------------------- */

    /** @param {string} square */
    contents(square) {
        const pieces = this.squares.get(square);
        if (!pieces)
            return this.t(this.#place(square));
        const names = [...pieces].map((size) => this.t(size));
        if (pieces.length === 1)
            return names[0];
        const key = isNest(pieces) ? 'nest' : 'stack';
        return this.t(key, names.reverse().join(', '), names[0]);
    }

    prompt() {
        if (this.pending !== null)
            return this.t('again');
        if (this.square)
            return this.t('size', this.square, listed(this.api,
                this.#sizes(this.square).map((size) => this.t(size)), 'or'));
        if (this.size)
            return this.t('where', this.t(this.size));
        const [first, ...others] = new Set(this.view.moves.map((move) => move.slice(1)));
        return this.squares.size === 0 && first && others.length === 0 ? this.t('first', first) : this.t('start');
    }

    /* ---- Drawing ------------------------------------------------------------------------ */

    drawPlate() {
        const middle = SIZE / 2;
        this.plate.append(rect(middle, middle, SIZE, SIZE, 'td-felt', 18),
            rect(middle, middle, SIZE - 6, SIZE - 6, 'td-seam', 15));
        this.coordinates(9, 12);
    }

    draw() {
        const choices = this.view.interactive && !this.edit;
        this.tops.clear();
        this.#zoom();
        this.#drawExtent();
        for (const { move, player } of this.recent())
            this.markUsed(move.slice(1), player, 4, 5);
        for (const square of this.cells.keys()) {
            const pieces = this.squares.get(square);
            if (pieces)
                this.#drawTower(square, pieces);
        }
        for (const square of this.cells.keys())
            if (choices && this.open(square) && (!this.square || square === this.square))
                this.under.append(this.frame(square, 'b-open', 6));
        this.#drawWin();
    }

    /** Once the grid is settled on both sides, only its nine squares matter: they are shown large. */
    #zoom() {
        const { cols, rows } = this.#extent();
        const close = this.api.closeUp && !this.edit && cols[1] - cols[0] === 2 && rows[1] - rows[0] === 2;
        const a = this.at(squareAt(cols[0], rows[0])), b = this.at(squareAt(cols[1], rows[1]));
        const x = Math.min(a.x, b.x) - PITCH / 2 - MARGIN, y = Math.min(a.y, b.y) - PITCH / 2 - MARGIN;
        const side = 3 * PITCH + 2 * MARGIN;
        this.svg.setAttribute('viewBox', close ? `${x} ${y} ${side} ${side}` : `0 0 ${SIZE} ${SIZE}`);
        this.svg.classList.toggle('is-close', close);
        for (const [square, cell] of this.cells)
            cell.classList.toggle('b-away', close && this.#place(square) !== 'all');
        for (const row of this.grid.querySelectorAll('[role=row]')) // an empty row is none to a screen reader
            row.classList.toggle('b-away', [...row.children].every((cell) => cell.classList.contains('b-away')));
        if (!close)
            return;
        if (this.#place(this.input.current) !== 'all')
            this.input.goTo(squareAt(cols[0], rows[0]), this.input.focused);
        for (const square of this.cells.keys()) {
            const { x: cx, y: cy } = this.at(square);
            if (this.#place(square) === 'all') {
                if (cy > y + side - PITCH - MARGIN)
                    this.under.append(label(cx, y + side - 9, square[this.orientation.sideways ? 1 : 0], 'b-coord', 12));
                if (cx < x + PITCH + MARGIN)
                    this.under.append(label(x + 9, cy, square[this.orientation.sideways ? 0 : 1], 'b-coord', 12));
            }
        }
    }

    #drawExtent() {
        const { cols, rows } = this.#extent();
        for (const square of this.cells.keys())
            this.under.append(this.frame(square, `td-square is-${this.#place(square)}`, 2.5, 5));
        const a = this.at(squareAt(cols[0], rows[0])), b = this.at(squareAt(cols[1], rows[1]));
        const x = Math.min(a.x, b.x) - PITCH / 2, y = Math.min(a.y, b.y) - PITCH / 2;
        const w = Math.abs(a.x - b.x) + PITCH, h = Math.abs(a.y - b.y) + PITCH;
        const style = (/** @type {number} */ side) =>
            side === 3 * PITCH ? 'td-side is-settled' : 'td-side';
        this.under.append(path(`M${x} ${y}v${h}m${w} 0v${-h}`, style(w)),
            path(`M${x} ${y}h${w}m0 ${h}h${-w}`, style(h)));
    }

    /** @param {string} square @param {string} pieces */
    #drawTower(square, pieces) {
        const { x, y } = this.at(square), parts = tower(x, y + FOOT, pieces);
        const { w } = BODY[isNest(pieces) ? pieces[pieces.length - 1] : pieces[0]];
        this.pieces.append(circle(x + 4, y + FOOT + 3, w + 3, 'td-shadow', w * SLANT + 4),
            ...parts);
        this.tops.set(square, parts[parts.length - 1]);
    }

    drawOver() {
        if (!this.view.interactive || this.edit)
            return;
        for (const square of this.cells.keys()) {
            const { x, y } = this.at(square);
            if (this.open(square) && square !== this.aim && !this.square)
                this.over.append(...this.squares.has(square)
                    ? edged(path(`M${x - 35} ${y - 25}v-10h10m50 0h10v10`, 'b-corner'))
                    : [circle(x, y, 8, 'b-dot')]);
        }
        if (this.square)
            this.over.append(...edged(this.frame(this.square, 'b-chosen', 4)));
        if (this.aim)
            this.#drawPreview(this.aim, this.size);
    }

    /** @param {string} square @param {string} size */
    #drawPreview(square, size) {
        const { x, y } = this.at(square);
        const parts = tower(x, y + FOOT, (this.squares.get(square) ?? '') + size);
        const ghost = parts[parts.length - 1];
        ghost.classList.add('b-ghost');
        this.over.append(ghost);
    }

    #drawWin() {
        for (const squares of this.view.win)
            this.under.append(...squares.map((square) => this.frame(square, 'b-win', 4)),
                line(this.at(squares[0]), this.at(squares[2]), 'b-win-line'));
    }

    /** @param {Mark} mark @param {number} rank */
    drawMark(mark, rank) {
        const square = mark.move.slice(1), { x, y } = this.at(square);
        this.over.append(this.frame(square, `b-hint${rank ? ' is-lesser' : ''}`, 4));
        if (rank === 0 && this.aim !== square)
            this.#drawPreview(square, mark.move[0]);
        this.over.append(this.flag(x - 14, y - 32, mark, rank, 12, mark.move[0]));
    }

    /** The way from the stash to where a piece is put. @param {string} move */
    #fromStash(move) {
        const stash = this.pointOf(this.tools.root.querySelector(`[data-id="${move[0]}"]`));
        const { x, y } = this.at(move.slice(1));
        return stash ? `translate(${stash.x - x}px, ${stash.y - y}px)` : 'translateY(-46px)';
    }

    /** @param {View} before @param {string} move */
    animateMove(before, move) {
        const piece = this.tops.get(move.slice(1));
        if (piece)
            this.animate(piece, [
                { transform: this.#fromStash(move), opacity: 0.3 },
                { transform: 'none', opacity: 1, offset: 0.6 },
                { transform: 'translateY(-5px)', offset: 0.8 },
                { transform: 'none' },
            ], { duration: 360 });
        for (const side of this.under.querySelectorAll('.td-side'))
            this.animate(side, [{ opacity: 0 }, { opacity: 1 }], { duration: 500 });
        for (const mark of this.root.querySelectorAll('.b-win, .b-win-line'))
            this.animate(mark, [{ opacity: 0 }, { opacity: 1 }], { delay: 300, duration: 450 });
    }

    /* ---- Setting up a position ----------------------------------------------------------- */

    editTools() {
        /** @type {Tool[]} */
        const tools = [...SIZES].map((size) =>
            this.#stashTool(size, this.editSwitch(size, this.#stashName(size), [])));
        return this.group('pieces', [...tools, this.editSwitch('remove', this.t('edit.remove'), ['⌫'])]);
    }

    /** @param {string} square */
    editPress(square) {
        const pieces = this.view.pieces[square] ?? [], kind = this.editTool;
        if (kind === 'remove')
            this.compose({ pieces: { ...this.view.pieces, [square]: pieces.slice(0, -1) } });
        else if (this.#left(kind) > 0 && pieces.length < 3)
            this.compose({ pieces: { ...this.view.pieces, [square]: [...pieces, { kind }] } });
    }
}

/** @param {HTMLElement} host @param {BoardApi} api @returns {Board} */
export function create(host, api) {
    return new TicTacDoh(host, api);
}

/** The usual start, as the rules have it. @type {import('../../js/boards/types.js').Start} */
export const start = {
    options: { stash: 5, tie: 'draw' }, pieces: {}, hands: [], supply: ['S', 'M', 'L'].map((kind) => ({ kind, count: 5, of: 5 })), targets: [],
    goal: {
        template: '{player, select, you {You win} other {{player} wins}} by completing a line of three squares that share a size.',
        arguments: { player: 'you' },
    },
};
