/*
 * Dorix: wooden discs on a board of four by four with two inlaid diagonals.
 *
 * A pile is seen from the front and from above: the top face shows who
 * controls it, the edges below show the owner of every pawn in order, and a
 * plate gives the height. The edges get thinner as a pile grows; their numbers
 * then stand in several columns, so that they stay as large.
 */

import { BoardBase } from '../../js/boards/board.js';
import { boardOrder, listed } from '../../js/boards/squares.js';
import {
    arrow, circle, edged, grain, halo, html, icon, label, line, path, rect, svg,
} from '../../js/boards/svg.js';

/** @import { Board, BoardApi, Mark, Press, Tool, View } from '../../js/boards/types.js' */

const PITCH = 100, MARGIN = 24, SIZE = 4 * PITCH + 2 * MARGIN;
const RX = 35, RY = 19;         /* the top face of a disc */
const FOOT = 25;                /* from the middle of a square down to that of its base */
const EDGE = 16, ROOM = 57;     /* thickest edge; all the edges of a pile together */
const DIAGONALS = [['a1', 'b2', 'c3', 'd4'], ['a4', 'b3', 'c2', 'd1']];

/**
 * A move in its parts; `from` is empty for a pawn out of the hand.
 * @typedef {{ text: string, from: string, to: string, falls: string[] }} Move
 */

/** @param {string} text @returns {Move} */
function readMove(text) {
    const [placing, falls] = text.split(':');
    const squares = placing.split('>');
    return {
        text, from: squares.length > 1 ? squares[0] : '', to: squares[squares.length - 1],
        falls: falls ? falls.split(',') : [],
    };
}

class Dorix extends BoardBase {
    /** @param {HTMLElement} host @param {BoardApi} api */
    constructor(host, api) {
        super(host, api, 'dorix', '1');
        /** @type {Map<string, number[]>} owners from the bottom up */
        this.piles = new Map();
        /** @type {Move[]} */
        this.moves = [];
        this.from = '';
        this.to = '';
        /** @type {string[]} where pawns have fallen so far, the top one first */
        this.falls = [];
        /** @type {string | null} the square whose choice is being previewed */
        this.aim = null;
        /** @type {Map<string, SVGGElement>} the disc on top of each square */
        this.tops = new Map();
        this.defs.append(grain(this.id), this.#shade());
        this.layout({
            side: 4, width: SIZE, height: SIZE, x: MARGIN, y: MARGIN, pitch: PITCH,
        }, 'b2');
    }

    read() {
        this.piles = new Map(Object.entries(this.view.pieces).map(([square, pile]) =>
            [square, pile.map(({ player = 0 }) => player)]));
        this.moves = this.view.moves.filter((text) => text !== 'pass').map(readMove);
    }

    reset() {
        this.from = '';
        this.to = '';
        this.falls = [];
        this.aim = null;
    }

    started() {
        return this.pending !== null || this.from !== '' || this.to !== '';
    }

    canStepBack() {
        return this.pending === null && this.to !== '' && (this.falls.length > 0 || this.from !== '');
    }

    /** Takes back where the last pawn fell, or where the pawn was placed. */
    stepBack() {
        if (this.falls.length > 0)
            this.falls = this.falls.slice(0, -1);
        else
            this.to = '';
        this.aim = null;
        this.render();
    }

    /* ---- Building a move ----------------------------------------------------------------- */

    /** The owners of the pawns of a pile, the top one first, with the mover's on top. */
    #pile() {
        const pile = [...(this.piles.get(this.to) ?? []), this.view.turn];
        if (this.from === this.to)
            pile.splice(-2, 1);
        return pile.reverse();
    }

    /** Pawns of one owner cannot be told apart: a move fits if each owner's squares are in it.
     * @param {Move} move @param {string[]} falls */
    #fits(move, falls) {
        const pile = this.#pile();
        return falls.every((square, i) =>
            move.falls.some((other, j) => other === square && pile[j] === pile[i]));
    }

    /** The legal moves that agree with what has been chosen. */
    #left() {
        return this.moves.filter((move) => (!this.from || move.from === this.from) &&
            (!this.to || move.to === this.to && this.#fits(move, this.falls)));
    }

    /** @returns {'lift' | 'place' | 'fall'} what is chosen next */
    #stage() {
        if (this.to)
            return 'fall';
        return this.moves.some((move) => move.from) && !this.from ? 'lift' : 'place';
    }

    /** Where the choice can go on. */
    #choices() {
        const left = this.#left(), stage = this.#stage();
        if (stage === 'lift')
            return new Set(left.map((move) => move.from));
        if (stage === 'place')
            return new Set(left.map((move) => move.to));
        const squares = left.flatMap((move) => move.falls).filter((square) =>
            !this.falls.includes(square) &&
            left.some((move) => this.#fits(move, [...this.falls, square])));
        return new Set(squares);
    }

    /** @param {string} square @param {Press} press */
    press(square, { touch }) {
        const stage = this.#stage();
        if (this.pending !== null && (square === this.aim || this.#receives(square)))
            return this.complete(this.pending, false);
        this.release();
        this.aim = null;
        if (stage === 'place' && this.from === square && !this.#choices().has(square))
            return this.cancel();
        if (!this.#choices().has(square))
            return this.refuse(this.#spelled(square));
        if (stage === 'lift')
            this.from = square;
        else if (stage === 'place')
            this.to = square;
        else
            this.falls.push(square);
        const left = this.#left();
        if (this.to && left.length === 1)
            this.#finish(left[0], square, touch);
        else
            this.render();
    }

    /** Does a pawn of the move that waits fall there, and can nothing else be meant? @param {string} square */
    #receives(square) {
        const [, falls = ''] = this.pending?.split(':') ?? [];
        return falls.split(',').includes(square) && !this.#choices().has(square);
    }

    /** @param {Move} move @param {string} square @param {boolean} touch */
    #finish(move, square, touch) {
        const stage = this.falls.length > 0;
        this.complete(move.text, touch);
        if (this.pending !== null) {
            /* Another tap elsewhere chooses again. */
            if (stage)
                this.falls = this.falls.slice(0, -1);
            else
                this.to = '';
            this.aim = square;
            this.render();
        }
    }

    /** What choosing a square would spell. @param {string} square */
    #spelled(square) {
        const stage = this.#stage();
        if (stage === 'lift')
            return `${square}>${square}`;
        const start = this.from ? `${this.from}>` : '';
        return stage === 'place' ? start + square
            : `${start}${this.to}:${[...this.falls, square].join(',')}`;
    }

    /** @param {string} from @param {string} to @param {Press} press */
    drag(from, to, press) {
        if (this.#stage() === 'lift' && this.#choices().has(from)) {
            this.from = from;
            this.press(to, press);
        }
    }

    /** @param {string | null} square */
    hover(square) {
        const fits = square && this.#stage() !== 'lift' && this.#choices().has(square);
        const next = fits ? square : null;
        if (next !== this.aim && this.pending === null) {
            this.aim = next;
            this.overlay();
        }
    }

    /** @param {string} square */
    arrive(square) {
        this.hover(square);
    }

    /* ---- In words ----------------------------------------------------------------------- */

    /** @param {string} square */
    contents(square) {
        const pile = this.#shown().get(square);
        if (!pile?.length)
            return this.t('empty');
        if (pile.length === 1)
            return this.t('pawn', pile[0]);
        return this.t('pile', pile.length, [...pile].reverse().join(', '));
    }

    /** @param {string} square */
    open(square) {
        return this.#choices().has(square);
    }

    prompt() {
        if (this.mustPass())
            return this.t('mustPass');
        const stage = this.#stage();
        if (this.pending !== null)
            return this.t('again');
        if (stage === 'fall')
            return this.#fallPrompt();
        if (stage === 'lift')
            return this.t('lift');
        return this.t(this.from ? 'put' : 'place');
    }

    /** Which pawn falls next, whose it is, and where it can go. */
    #fallPrompt() {
        const owner = this.#pile()[this.falls.length], count = this.#left()[0]?.falls.length ?? 0;
        const whose = owner === this.view.turn ? this.t('yours') : this.t('whose', owner);
        return this.t('fall', this.falls.length + 1, count, whose,
            listed(this.api, [...this.#choices()].sort(boardOrder), 'or'));
    }

    /* ---- Drawing ------------------------------------------------------------------------ */

    #shade() {
        const stops = [
            [0, '#000', 0.45], [0.25, '#fff', 0.16], [0.45, '#fff', 0.05], [1, '#000', 0.5],
        ];
        return svg('linearGradient', { id: `${this.id}-shade` },
            ...stops.map(([offset, colour, opacity]) =>
                svg('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity })));
    }

    drawPlate() {
        const middle = SIZE / 2, diagonals = DIAGONALS.flat();
        this.plate.append(rect(middle, middle, SIZE, SIZE, 'dx-frame', 16),
            rect(middle, middle, SIZE - 36, SIZE - 36, 'dx-bed', 6));
        for (const square of this.cells.keys())
            this.plate.append(this.frame(square,
                `dx-square${diagonals.includes(square) ? ' is-diagonal' : ''}`, 1.5, 4));
        const low = MARGIN + 6, high = SIZE - low;
        this.plate.append(rect(middle, middle, SIZE, SIZE, `#${this.id}-grain`, 16),
            line({ x: low, y: high }, { x: high, y: low }, 'dx-inlay'),
            line({ x: low, y: low }, { x: high, y: high }, 'dx-inlay'));
        this.coordinates(9.5, 13);
    }

    /** The piles as they stand with what has been chosen so far. */
    #shown() {
        const piles = new Map([...this.piles].map(([square, pile]) => [square, [...pile]]));
        const pile = (/** @type {string} */ square) => {
            const known = piles.get(square) ?? [];
            piles.set(square, known);
            return known;
        };
        if (this.from)
            pile(this.from).pop();
        if (this.to)
            pile(this.to).push(this.view.turn);
        for (const square of this.falls)
            pile(square).push(pile(this.to).pop() ?? 0);
        return piles;
    }

    draw() {
        const piles = this.#shown(), stage = this.#stage();
        this.tops.clear();
        this.#drawLast();
        for (const square of this.cells.keys()) {
            const pile = piles.get(square) ?? [];
            this.#drawPile(square, pile, stage === 'fall' && square === this.to);
        }
        this.#drawWin();
        this.#drawHands();
    }

    drawOver() {
        const piles = this.#shown();
        if (!this.view.interactive || this.edit)
            return;
        for (const square of this.#choices())
            if (square !== this.aim)
                this.#drawChoice(square, piles.get(square)?.length ?? 0);
        if (this.from && !this.to)
            this.over.append(...edged(this.frame(this.from, 'b-chosen', 4)));
        if (this.aim)
            this.#drawPreview(this.aim, piles);
    }

    #drawLast() {
        if (this.started())
            return;
        for (const { move, player } of this.recent()) {
            const { from, to, falls } = readMove(move);
            for (const square of new Set([from, to, ...falls].filter(Boolean)))
                this.markUsed(square, player, 3.5, 4);
        }
    }

    /** How thick an edge is in a pile of this height. @param {number} height */
    #edge(height) {
        return Math.min(EDGE, ROOM / Math.max(1, height));
    }

    /** @param {string} square @param {number[]} pile @param {boolean} falling */
    #drawPile(square, pile, falling) {
        const { x, y } = this.at(square), edge = this.#edge(pile.length);
        if (pile.length)
            this.pieces.append(circle(x, y + FOOT + 3, RX + 3, 'dx-shadow', RY + 2));
        /** @type {Element[]} */
        const numbers = [];
        pile.forEach((owner, i) => {
            const top = i === pile.length - 1, raised = top && falling ? 9 : 0;
            const sway = pile.length > 1 ? ((i * 7 + square.charCodeAt(0) * 3) % 5 - 2) * 0.6 : 0;
            const disc = this.#disc(x + sway, y + FOOT - (i + 1) * edge - raised, edge, owner, i,
                i >= pile.length - 2);
            if (raised) {
                disc.classList.add('is-falling');
                disc.prepend(...[...disc.querySelectorAll('.dx-side, .dx-top')].map(halo));
            }
            if (top)
                this.tops.set(square, disc);
            else
                numbers.push(...disc.querySelectorAll('.dx-number'));
            this.pieces.append(...(top ? numbers : []), disc);
        });
        if (pile.length > 1)
            this.pieces.append(svg('g', { class: 'dx-height' },
                rect(x + 35.5, y + 38, 23, 18, '', 5),
                label(x + 35.5, y + 38.3, pile.length, '', 14)));
    }

    /** A disc whose top face has its middle at (x, y). @param {number} x @param {number} y
     * @param {number} edge @param {number} owner @param {number} level @param {boolean} face */
    #disc(x, y, edge, owner, level, face) {
        const side = `M${x - RX} ${y}v${edge}a${RX} ${RY} 0 0 0 ${2 * RX} 0v${-edge}` +
            `a${RX} ${RY} 0 0 1 ${-2 * RX} 0z`;
        const columns = Math.ceil(12 / edge);
        const dx = (level % columns - (columns - 1) / 2) * 15;
        const front = y + edge / 2 + RY * Math.sqrt(1 - (dx / RX) ** 2);
        const disc = svg('g', { class: `dx-disc b-p${owner}` },
            path(side, 'dx-side'), path(side, `#${this.id}-own${owner}`),
            path(side, `#${this.id}-shade`),
            label(x + dx, front, owner, 'dx-number', Math.min(14, Math.max(11.5, edge * 0.9))),
            circle(x, y, RX, 'dx-top', RY));
        if (face)
            disc.append(this.#inlay(x, y, owner), label(x, y + 0.5, owner, 'dx-owner', 21));
        return disc;
    }

    /** The light wood in a top face: round for odd players, a lozenge for even ones, so that
     * partners have the same. @param {number} x @param {number} y @param {number} owner */
    #inlay(x, y, owner) {
        return owner % 2 ? circle(x, y, 23, 'dx-wood', 12.5)
            : path(`M${x - 28} ${y}l28-15.2 28 15.2-28 15.2z`, 'dx-wood');
    }

    /** @param {string} square @param {number} height */
    #drawChoice(square, height) {
        const { x, y } = this.at(square);
        if (height === 0)
            this.over.append(circle(x, y + 13, 13, 'b-dot', 7.5));
        else
            this.over.append(
                ...edged(path(`M${x - 42} ${y - 31}v-11h11m62 0h11v11`, 'b-corner')));
    }

    /** A pawn where it would go, and where it would make pawns fall.
     * @param {string} square @param {Map<string, number[]>} piles */
    #drawPreview(square, piles) {
        const pile = piles.get(square) ?? [], edge = this.#edge(pile.length);
        const { x, y } = this.at(square);
        const owner = this.#stage() === 'fall' ? this.#pile()[this.falls.length] : this.view.turn;
        const disc = this.#disc(x, y + FOOT - pile.length * edge - EDGE, EDGE, owner, 0, true);
        disc.classList.add('b-ghost');
        this.over.append(disc);
        if (this.#stage() === 'fall')
            return;
        const moves = this.#left().filter((move) => move.to === square);
        for (const to of new Set(moves.flatMap((move) => move.falls)))
            this.over.append(arrow(this.at(square), this.at(to), 26, 'is-fall'));
    }

    #drawWin() {
        for (const squares of this.view.win)
            this.under.append(...squares.map((square) => this.frame(square, 'b-win', 3)),
                line(this.at(squares[0]), this.at(squares[3]), 'b-win-line'));
    }

    #drawHands() {
        const { hands, sides } = this.view;
        hands.forEach(([{ count, of: whole }], i) => {
            const partner = sides.findIndex((side, k) => k !== i && side === sides[i]) + 1;
            const pawns = Array.from({ length: whole }, (_, n) =>
                rect(3.5 + n * 6, 11, 5, 20, n < count ? 'dx-edge' : 'dx-gone', 1.8));
            const roll = icon(`0 0 ${whole * 6 + 2} 22`, 'b-roll', ...pawns);
            this.hand(i + 1, this.t(partner ? 'handTeam' : 'hand', i + 1, count, partner),
                roll, html('b', {}, String(count)));
        });
    }

    /** @param {Mark} mark @param {number} rank */
    drawMark(mark, rank) {
        const { from, to, falls } = readMove(mark.move);
        const style = rank ? 'is-hint is-lesser' : 'is-hint', { x, y } = this.at(to);
        this.over.append(this.frame(to, `b-hint ${style}`, 4));
        if (from && from !== to)
            this.over.append(arrow(this.at(from), this.at(to), 20, style));
        for (const square of falls)
            this.over.append(arrow(this.at(to), this.at(square), 26, `${style} is-fall`));
        this.over.append(this.flag(x - 28, y - 36, mark, rank));
    }

    /* ---- Animation ----------------------------------------------------------------------- */

    /** @param {View} before @param {string} text */
    animateMove(before, text) {
        const { from, to, falls } = readMove(text);
        const target = this.at(to), height = (before.pieces[to]?.length ?? 0) + (from === to ? 0 : 1);
        const edge = this.#edge(height);
        if (!falls.length)
            this.#fly(to, from ? this.at(from) : this.handPoint(before.turn) ?? { x: target.x, y: target.y - 60 }, 0);
        /* The lowest first, so that the top one is drawn above the others. */
        for (let i = falls.length - 1; i >= 0; i--)
            this.#fly(falls[i], { x: target.x, y: target.y + FOOT - (height - i) * edge },
                180 + i * 150);
        for (const mark of this.under.querySelectorAll('.b-win, .b-win-line'))
            this.animate(mark, [{ opacity: 0 }, { opacity: 1 }],
                { delay: 250 + falls.length * 150, duration: 500 });
    }

    /** The disc on top of a square comes from where it was. @param {string} square
     * @param {{x: number, y: number}} start @param {number} delay */
    #fly(square, start, delay) {
        const disc = this.tops.get(square), face = disc?.querySelector('.dx-top');
        if (!disc || !face)
            return;
        const dx = start.x - Number(face.getAttribute('cx'));
        const dy = start.y - Number(face.getAttribute('cy'));
        this.pieces.append(disc);
        this.animate(disc, [
            { transform: `translate(${dx}px, ${dy}px)` },
            { transform: `translate(${dx / 2}px, ${Math.min(0, dy) - 22}px)`, offset: 0.5 },
            { transform: 'none' },
        ], { delay, duration: 320 });
    }

    /* ---- Setting up a position ----------------------------------------------------------- */

    editTools() {
        const players = Array.from({ length: this.view.players }, (_, i) => i + 1);
        const pawns = players.map((n) =>
            this.editSwitch(String(n), this.t('edit.pawn', n), [String(n)], `b-p${n} b-owner`));
        return [
            ...this.group('pawns', [...pawns, this.editSwitch('remove', this.t('edit.remove'), ['⌫'])]),
            ...this.turnTools(),
        ];
    }

    /** @param {string} square */
    editPress(square) {
        const pile = this.view.pieces[square] ?? [], player = Number(this.editTool);
        if (this.editTool === 'remove')
            this.compose({ pieces: { ...this.view.pieces, [square]: pile.slice(0, -1) } });
        else if (this.view.hands[player - 1][0].count > 0)
            this.compose({ pieces: { ...this.view.pieces, [square]: [...pile, { kind: 'pawn', player }] } });
    }
}

/** @param {HTMLElement} host @param {BoardApi} api @returns {Board} */
export function create(host, api) {
    return new Dorix(host, api);
}

/** The usual start, as the rules have it. @type {import('../../js/boards/types.js').Start} */
export const start = {
    options: { hold: 'free', pawns: 15 }, pieces: {}, hands: [1, 2].map(() => [{ kind: 'pawn', count: 15, of: 15 }]), supply: [], targets: [],
    goal: {
        template: '{side, select, you {You win} yourteam {Your team wins} team {The {side} wins} other {{side} wins}} by holding all four piles of a diagonal.',
        arguments: { side: 'you' },
    },
};
