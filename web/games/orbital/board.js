/*
 * Orbital: towers on a dark plate in space.
 *
 * The three kinds lie around each other, so that all stay in sight: the Base
 * is a square frame, the Thruster a triangle with a point, the Antenna a round
 * knob. Each has its owner's colour, filling and number. When the last piece
 * obliges the player, its squares are lit and beams run from it to them.
 *
 * A direction (n, e, s, w) is one on the board; #shown() says where it is seen.
 */

import { BoardBase } from '../../js/boards/board.js';
import {
    colOf, listed, rowOf, squareAt,
} from '../../js/boards/squares.js';
import {
    circle, edged, html, icon, label, ownerPatterns, path, polygon, rect, svg,
} from '../../js/boards/svg.js';

/** @import { Board, BoardApi, Composition, Mark, Press, Tool, View } from '../../js/boards/types.js' */

const PITCH = 100, MARGIN = 24, SIDE = 4, SIZE = SIDE * PITCH + 2 * MARGIN;
const KINDS = 'BTA';
const WAYS = /** @type {Record<string, {dx: number, dy: number, turn: number, sign: string}>} */ ({
    n: { dx: 0, dy: 1, turn: 0, sign: '↑' }, e: { dx: 1, dy: 0, turn: 90, sign: '→' },
    s: { dx: 0, dy: -1, turn: 180, sign: '↓' }, w: { dx: -1, dy: 0, turn: 270, sign: '←' },
});
const WIN = 3;

/** @typedef {{ kind: string, owner: number, way: string }} Piece */

/** The direction of a step, '' if it is not straight. @param {number} dx @param {number} dy */
const wayOf = (dx, dy) => Object.keys(WAYS).find((way) =>
    WAYS[way].dx === Math.sign(dx) && WAYS[way].dy === Math.sign(dy)) ?? '';

/** The outline of a star. @param {number} x @param {number} y @param {number} r */
function star(x, y, r) {
    const points = Array.from({ length: 10 }, (_, i) => {
        const angle = Math.PI * i / 5, far = i % 2 ? r * 0.72 : r;
        return [x + Math.sin(angle) * far, y - Math.cos(angle) * far].map((n) => n.toFixed(1));
    });
    return `M${points.join('L')}z`;
}

class Orbital extends BoardBase {
    /** @param {HTMLElement} host @param {BoardApi} api */
    constructor(host, api) {
        super(host, api, 'orbital', 'B');
        /** @type {Map<string, Piece[]>} */
        this.squares = new Map();
        /** The piece that sends the player to move, as a move; '-' if none does. */
        this.last = '-';
        this.kind = '';
        this.square = '';
        this.way = '';
        /** @type {string | null} the square under the pointer */
        this.aim = null;
        this.editOwner = 1;
        this.editWay = 'n';
        this.defs.append(this.#sky(),
            svg('g', { class: 'o-ink' }, ...ownerPatterns(`${this.id}-ink`)));
        this.layout({
            side: SIDE, width: SIZE, height: SIZE, x: MARGIN, y: MARGIN, pitch: PITCH,
        }, 'b2');
    }

    read() {
        this.squares = new Map();
        this.last = '-';
        for (const [square, pieces] of Object.entries(this.view.pieces))
            this.squares.set(square, pieces.map(({ kind, player: owner = 0, way = '', sends }) => {
                if (sends)
                    this.last = kind + square + way;
                return { kind, owner, way };
            }));
    }

    reset() {
        this.kind = '';
        this.square = '';
        this.way = '';
        this.aim = null;
    }

    started() {
        return this.pending !== null || this.kind !== '' || this.square !== '';
    }

    /** @param {number} owner @param {string} kind */
    #inHand(owner, kind) {
        return this.view.hands[owner - 1]?.find((held) => held.kind === kind)?.count ?? 0;
    }

    /** @param {number} player */
    #towers(player) {
        return Object.values(this.view.held).filter((one) => one === player).length;
    }

    /** The squares that the last piece obliges the player to use; none if he is free. */
    #obliged() {
        const { moves } = this.view;
        if (!KINDS.includes(this.last[0]) || !moves.length || this.mustPass())
            return [];
        const squares = new Set(moves.map((move) => move.slice(1, 3))), { reach } = this.view;
        const obeys = [...squares].every((square) => reach.includes(square));
        return obeys ? reach.filter((square) => squares.has(square)) : [];
    }

    /** How a direction is seen. @param {string} way */
    #shown(way) {
        const { dx, dy } = WAYS[way];
        return WAYS[wayOf(...this.orientation.seen(dx, dy))];
    }

    /** The directions in the order in which they are seen: up, right, down, left. */
    #ways() {
        return Object.keys(WAYS).sort((a, b) => this.#shown(a).turn - this.#shown(b).turn);
    }

    /* ---- Building a move ----------------------------------------------------------------- */

    /** The legal moves that agree with these choices; an empty one agrees with all.
     * @param {string} kind @param {string} square @param {string} [way] */
    #left(kind, square, way = '') {
        return this.view.moves.filter((move) => move !== 'pass' && (!kind || move[0] === kind) &&
            (!square || move.slice(1, 3) === square) && (!way || move[3] === way));
    }

    #choosesWay() {
        return this.kind === 'T' && this.square !== '';
    }

    /** @param {string} square @param {Press} press */
    press(square, press) {
        const way = this.#choosesWay() ? this.#wayAt(square, press) : '';
        const again = this.pending?.slice(1, 3) === square && (!way || way === this.pending?.[3]);
        if (this.pending !== null && again)
            return this.complete(this.pending, false);
        this.release();
        if (way)
            return this.#point(way, press.touch);
        if (this.square === square)
            return press.named ? this.render() : this.cancel();
        this.square = square;
        this.way = '';
        this.#goOn(press.touch);
    }

    /** The direction that a press means once a Thruster has its square. @param {string} square
     * @param {Press} press */
    #wayAt(square, { x, y, named }) {
        const from = this.square, middle = this.at(from);
        const [dx, dy] = this.orientation.meant(x - middle.x, middle.y - y);
        if (square !== from) {
            const way = wayOf(colOf(square) - colOf(from), rowOf(square) - rowOf(from));
            return way && this.#left('T', from, way).length ? way : '';
        }
        if (named)
            return this.way;
        return Math.abs(dx) > Math.abs(dy) ? wayOf(dx, 0) : wayOf(0, dy || 1);
    }

    /** Plays if only one move is left, refuses if none is, else waits for the next choice.
     * @param {boolean} touch */
    #goOn(touch) {
        const left = this.#left(this.kind, this.square);
        if (this.square && left.length === 0) {
            const text = this.#spelled();
            this.square = '';
            return this.refuse(text);
        }
        if (this.square && left.length === 1)
            return this.#finish(left[0], touch);
        if (this.square && left.every((move) => move[0] === left[0][0]))
            this.kind = left[0][0];
        this.render();
    }

    /** @param {string} move @param {boolean} touch */
    #finish(move, touch) {
        this.complete(move, touch);
        if (this.pending !== null) {
            this.kind = move[0];
            this.aim = move.slice(1, 3);
            this.square = move[0] === 'T' && this.#left('T', this.aim).length > 1 ? this.aim : '';
            this.way = move[3] ?? '';
            this.render();
        }
    }

    /** What has been chosen, as far as it can be asked about. */
    #spelled() {
        const { square } = this, { turn } = this.view;
        const kind = this.kind || [...KINDS].find((one) => this.#inHand(turn, one)) || KINDS[0];
        return kind + square + (kind !== 'T' ? '' : rowOf(square) < SIDE - 1 ? 'n' : 's');
    }

    /** @param {string} way @param {boolean} touch */
    #point(way, touch) {
        const move = `T${this.square}${way}`;
        if (!this.view.moves.includes(move))
            return this.refuse(move);
        this.way = way;
        this.#finish(move, touch);
    }

    /** @param {string} kind */
    #pick(kind) {
        this.release();
        this.way = '';
        this.kind = this.kind === kind && !this.square ? '' : kind;
        this.#goOn(false);
    }

    /** @param {number} dx @param {number} dy */
    arrowKey(dx, dy) {
        if (!this.#choosesWay() || this.pending !== null)
            return false;
        this.way = wayOf(dx, dy);
        this.render();
        return true;
    }

    /** @param {string | null} square @param {Press} [point] */
    hover(square, point) {
        if (this.pending !== null || this.edit)
            return;
        if (this.#choosesWay()) {
            if (point) {
                this.way = square === this.square ? this.#wayAt(square, point) : '';
                this.overlay();
            }
            return;
        }
        const next = square && this.kind && this.#left(this.kind, square).length ? square : null;
        if (next !== this.aim) {
            this.aim = next;
            this.overlay();
        }
    }

    /** @param {string} square */
    arrive(square) {
        this.hover(square);
    }

    /** @returns {Tool[]} */
    toolList() {
        const { turn } = this.view;
        /** @type {Tool[]} */
        const tools = [...KINDS].map((kind) => ({
            id: kind, label: `${this.t(kind)} ×${this.#inHand(turn, kind)}`,
            face: [this.#icon(kind, turn), `${this.t(kind)} ×${this.#inHand(turn, kind)}`],
            picked: this.kind === kind, key: kind.toLowerCase(), style: `o-tool b-p${turn}`,
            faint: this.#left(kind, this.square).length === 0, drags: true,
            act: () => this.#pick(kind),
        }));
        return this.#choosesWay() ? this.#wayTools() : tools;
    }

    /** The directions stand in the place of the pieces while one is chosen. @returns {Tool[]} */
    #wayTools() {
        return this.#ways().map((way) => ({
            id: way, label: this.t(way), face: [this.#shown(way).sign], key: way,
            picked: this.way === way, style: 'o-way',
            faint: this.#left('T', this.square, way).length === 0,
            act: () => this.#point(way, false),
        }));
    }

    /* ---- In words ----------------------------------------------------------------------- */

    /** @param {Piece} piece */
    #said({ kind, owner, way }) {
        const name = this.t(kind);
        return way ? this.t('thruster', name, owner, this.t(way))
            : this.t('piece', name, owner);
    }

    /** @param {string} square */
    contents(square) {
        const pieces = this.squares.get(square), owner = this.view.held[square];
        if (!pieces?.length)
            return this.t('empty');
        const tower = owner ? [this.t('tower', owner)] : [];
        return [...tower, ...pieces.map((piece) => this.#said(piece))].join(', ');
    }

    /** @param {string} square */
    open(square) {
        return this.#left(this.kind, square).length > 0;
    }

    prompt() {
        if (this.mustPass())
            return this.t('mustPass');
        if (this.pending !== null)
            return this.t('again');
        if (this.#choosesWay())
            return this.t('where', this.square);
        if (this.square)
            return this.t('which', this.square,
                listed(this.api, [...KINDS].filter((kind) => this.#left(kind, this.square).length)
                    .map((kind) => this.t(kind)), 'or'));
        return this.#reason();
    }

    /** Why the player is sent to some squares, or free. */
    #reason() {
        const squares = this.#obliged();
        const piece = KINDS.includes(this.last[0]) ? this.t(`the.${this.last[0]}`) : '';
        if (squares.length)
            return this.t('sent', piece, this.last.slice(1, 3), listed(this.api, squares, 'or'));
        return piece ? this.t('released', piece, this.last.slice(1, 3)) : this.t('free');
    }

    /* ---- Drawing ------------------------------------------------------------------------ */

    #sky() {
        return svg('radialGradient', { id: `${this.id}-sky`, cx: '35%', cy: '25%', r: '95%' },
            ...[[0, '#24316b'], [0.55, '#121a40'], [1, '#090d24']].map(([offset, colour]) =>
                svg('stop', { offset, 'stop-color': colour })));
    }

    drawPlate() {
        const middle = SIZE / 2;
        const sky = rect(middle, middle, SIZE, SIZE, `#${this.id}-sky`, 20);
        sky.classList.add('o-sky');
        this.plate.append(sky);
        for (const [i, r] of [92, 158, 226].entries())
            this.plate.append(svg('g', { transform: `rotate(${i * 9 - 24} ${middle} ${middle})` },
                circle(middle, middle, r, 'o-orbit', r * 0.62)));
        /* Stars on a fixed scatter. */
        for (let i = 1; i <= 54; i++)
            this.plate.append(circle(i * 149.3 % (SIZE - 12) + 6, i * 263.7 % (SIZE - 12) + 6,
                0.5 + (i * 7 % 5) * 0.22, 'o-star'));
        for (const square of this.cells.keys())
            this.plate.append(this.frame(square, 'o-pad', 4, 10));
        this.coordinates(10, 13);
    }

    draw() {
        const sent = this.edit ? [] : this.#obliged();
        for (const square of sent)
            this.under.append(this.frame(square, 'o-lit', 4, 10));
        if (this.view.interactive && !this.edit)
            for (const square of this.cells.keys())
                if (!sent.length && this.open(square))
                    this.under.append(this.frame(square, 'b-open', 7, 9));
        if (KINDS.includes(this.last[0]) && !this.view.over)
            this.#drawReason(sent);
        else
            for (const { move, player } of this.recent())
                this.markUsed(move.slice(1, 3), player, 5, 9);
        for (const [square, pieces] of this.squares)
            this.#drawTower(square, pieces);
        this.#drawSupply();
    }

    /** The last piece, and beams to where it sends. @param {string[]} sent */
    #drawReason(sent) {
        const kind = this.last[0], square = this.last.slice(1, 3), { x, y } = this.at(square);
        this.markUsed(square, this.squares.get(square)?.find((piece) => piece.kind === kind)?.owner ?? 0, 5, 9);
        if (!sent.length)
            return;
        if (kind === 'A')
            this.under.append(...[24, 34, 44].map((r) => circle(x, y, r, 'o-wave')));
        /* An arrowhead or a beam that widens, from `near` to `far` along a direction. */
        const ray = (/** @type {string} */ way, /** @type {number[]} */ [near, wide, far, end]) => {
            const { dx, dy } = this.#shown(way);
            return [[near, wide], [far, end], [far, -end], [near, -wide]].map(([along, across]) =>
                [x + dx * along + dy * across, y - dy * along + dx * across]);
        };
        const far = kind === 'T' ? this.view.reach.filter((to) => to !== square) : [];
        const ways = far.map((to) => wayOf(Math.sign(colOf(to) - colOf(square)), Math.sign(rowOf(to) - rowOf(square))));
        for (const way of new Set(ways)) {
            const squares = ways.filter((other) => other === way).length;
            this.under.append(polygon(ray(way, [0, 0, (squares + 0.42) * PITCH, 15]), 'o-beam'));
        }
        for (const to of kind === 'B' ? sent : []) {
            const way = wayOf(colOf(to) - colOf(square), rowOf(to) - rowOf(square));
            this.under.append(polygon(ray(way, [47, 11, 61, 0]), 'o-chevron'));
        }
    }

    /** @param {string} square @param {Piece[]} pieces */
    #drawTower(square, pieces) {
        const { x, y } = this.at(square), owner = this.view.held[square];
        const way = pieces.find((piece) => piece.kind === 'T')?.way ?? 'n';
        const tower = svg('g', { class: 'o-tower', 'data-tower': square });
        if (owner)
            tower.append(svg('g', { class: `o-complete b-p${owner}` },
                this.frame(square, this.view.winners?.includes(owner) ? 'b-win' : 'o-halo', 3, 11)));
        for (const piece of pieces) {
            const reason = this.last === piece.kind + square + piece.way && !this.view.over;
            const body = this.#piece(piece, way, reason ? 'is-reason' : '');
            tower.append(svg('g', { transform: `translate(${x} ${y})` }, body));
        }
        if (owner) {
            tower.append(svg('g', { class: `o-crown b-p${owner}` },
                path(star(x + 37, y - 37, 13), 'o-star-shape'),
                label(x + 37, y - 36, owner, 'o-crown-digit', 12)));
        }
        this.pieces.append(tower);
    }

    /** A piece around (0, 0). The number of a Base stands in a corner that a Thruster leaves free.
     * @param {Piece} piece @param {string} way  of the Thruster of the tower @param {string} [style] */
    #piece(piece, way, style = '') {
        const { kind, owner } = piece, { dx, dy, turn } = this.#shown(way);
        const body = this.#body(kind, owner, turn, style);
        const [x, y, r] = kind === 'A' ? [0, 0, 9.5] : kind === 'T' ? [-dx * 23.5, dy * 23.5, 7.6]
            : turn === 0 || turn === 270 ? [-33, -33, 8.5] : [-33, 33, 8.5];
        body.append(circle(x, y, r, 'o-chip'), label(x, y + 0.6, owner, 'o-digit', r * 1.5));
        return body;
    }

    /** A piece without its number. @param {string} kind @param {number} owner
     * @param {number} [turn]  of a Thruster, in degrees @param {string} [style] */
    #body(kind, owner, turn = 0, style = '') {
        const outline = {
            B: 'M-34-41h68q7 0 7 7v68q0 7-7 7h-68q-7 0-7-7v-68q0-7 7-7zM-27-27v54h54v-54z',
            T: 'M0-40Q2-40 3-38L33 27Q35 32 30 32H-30Q-35 32-33 27L-3-38Q-2-40 0-40z',
        }[kind] ?? 'M0-15a15 15 0 1 0 0.01 0z';
        const turned = svg('g', kind === 'T' ? { transform: `rotate(${turn})` } : {},
            ...edged(path(outline, 'o-body')),
            path(outline, `#${this.id}-ink-own${owner}`));
        if (kind === 'T')
            turned.append(path('M0-40Q2-40 3-38L9-25H-9L-3-38Q-2-40 0-40z', 'o-tip'));
        return svg('g', { class: `o-piece o-${kind} b-p${owner} ${style}` }, turned);
    }

    /** @param {string} kind @param {number} owner */
    #icon(kind, owner) {
        const viewBox = kind === 'A' ? '-23 -23 46 46' : '-46 -46 92 92';
        return icon(viewBox, 'b-icon', this.#body(kind, owner));
    }

    #drawSupply() {
        for (const player of [1, 2]) {
            const counts = [...KINDS].map((kind) => this.#inHand(player, kind));
            const towers = this.#towers(player);
            const supply = [...KINDS].map((kind, i) =>
                html('span', {}, this.#icon(kind, player), String(counts[i])));
            const stars = Array.from({ length: WIN }, (_, i) =>
                path(star(13 + i * 26, 13, 11), i < towers ? 'o-won' : 'o-open'));
            this.hand(player, this.t('hand', player, ...counts, towers),
                html('span', { class: 'o-counts' }, ...supply),
                icon('0 0 78 26', 'o-stars', ...stars));
        }
    }

    drawOver() {
        if (!this.view.interactive || this.edit)
            return;
        for (const square of this.cells.keys()) {
            const { x, y } = this.at(square);
            if (this.open(square) && square !== this.aim && !this.square)
                this.over.append(...this.squares.has(square)
                    ? edged(path(`M${x - 42} ${y - 30}v-12h12m60 0h12v12m0 60v12h-12m-60 0h-12v-12`,
                        'b-corner'))
                    : [circle(x, y, 8, 'b-dot')]);
        }
        if (this.square)
            this.over.append(...edged(this.frame(this.square, 'b-chosen', 4, 10)));
        if (this.#choosesWay())
            this.#drawWays();
        const preview = !this.square ? this.aim : this.way ? this.square : null;
        const way = this.way || preview && this.#left('T', preview)[0]?.[3] || 'n';
        if (preview && this.kind)
            this.#drawPreview(this.kind, preview, way);
    }

    /** @param {string} kind @param {string} square @param {string} way */
    #drawPreview(kind, square, way) {
        const { x, y } = this.at(square);
        const ghost = this.#piece({ kind, owner: this.view.turn, way }, way);
        ghost.classList.add('b-ghost');
        const above = (this.squares.get(square) ?? []).filter((piece) =>
            KINDS.indexOf(piece.kind) > KINDS.indexOf(kind));
        this.over.append(svg('g', { transform: `translate(${x} ${y})` }, ghost,
            ...above.map((piece) => this.#piece(piece, piece.way || way))));
    }

    /** The four points of the compass on the chosen square. */
    #drawWays() {
        const { x, y } = this.at(this.square);
        for (const way of Object.keys(WAYS)) {
            const { turn } = this.#shown(way);
            const shut = this.#left('T', this.square, way).length === 0;
            const style = shut ? 'is-shut' : way === this.way ? 'is-aimed' : '';
            this.over.append(svg('g', { transform: `translate(${x} ${y}) rotate(${turn})` },
                path('M0-45 13-27H-13z', `o-arrow ${style}`)));
        }
    }

    /** @param {Mark} mark @param {number} rank */
    drawMark(mark, rank) {
        const square = mark.move.slice(1, 3), { x, y } = this.at(square);
        this.over.append(this.frame(square, `b-hint${rank ? ' is-lesser' : ''}`, 5, 9));
        if (rank === 0 && !this.started())
            this.#drawPreview(mark.move[0], square, mark.move[3] ?? 'n');
        this.over.append(this.flag(x, y - 42, mark, rank, 12, mark.move[0] + (mark.move[3] ?? '')));
    }

    /* ---- Animation ----------------------------------------------------------------------- */

    /** @param {View} before @param {string} move */
    animateMove(before, move) {
        const tower = this.pieces.querySelector(`[data-tower="${move.slice(1, 3)}"]`);
        const piece = tower?.querySelector(`.o-${move[0]}`);
        if (!tower || !piece)
            return;
        const to = this.at(move.slice(1, 3)), from = this.handPoint(before.turn) ?? to;
        this.pieces.append(tower);
        this.animate(piece, [
            { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(.5)`, opacity: 0.3 },
            { transform: 'scale(1.1)', opacity: 1, offset: 0.75 }, { transform: 'none' },
        ], { duration: 420 });
        for (const glow of tower.querySelectorAll('.o-complete, .o-crown'))
            this.animate(glow, [
                { transform: 'scale(.3)', opacity: 0 },
                { transform: 'scale(1.15)', opacity: 1, offset: 0.6 }, { transform: 'none' },
            ], { delay: 240, duration: 420 });
        for (const beam of this.under.querySelectorAll('.o-beam, .o-chevron, .o-wave, .o-lit'))
            this.animate(beam, [{ opacity: 0 }, { opacity: 1 }], { delay: 200, duration: 350 });
        const won = `.o-crown.b-p${this.view.winners?.[0] ?? 0}`;
        for (const crown of this.pieces.querySelectorAll(won))
            this.animate(crown, [1, 1.5, 1, 1.3, 1].map((size) =>
                ({ transform: `scale(${size})` })), { delay: 500, duration: 900, fill: 'none' });
    }

    /* ---- Setting up a position ----------------------------------------------------------- */

    editTools() {
        /** @type {Tool[]} */
        const owners = [1, 2].map((n) => ({
            id: `owner-${n}`, label: this.t('player', n), face: [String(n)],
            style: `b-p${n} b-owner`, picked: this.editOwner === n, act: () => {
                this.editOwner = n;
                this.render();
            },
        }));
        const kinds = [...KINDS].map((kind) =>
            this.editSwitch(kind, this.t(kind), [this.#icon(kind, this.editOwner)]));
        /** @type {Tool[]} */
        const ways = this.#ways().map((way) => ({
            id: `way-${way}`, label: this.t(way), face: [this.#shown(way).sign],
            picked: this.editWay === way, act: () => {
                this.editWay = way;
                this.pickTool('T');
            },
        }));
        const last = this.editSwitch('last', this.t('last'), [this.t('last')]);
        return [
            ...this.group('owner', owners), ...this.group('pieces', kinds), ...this.group('way', ways),
            ...this.group('last', [last]), ...this.turnTools(),
        ];
    }

    /** @param {string} square */
    editPress(square) {
        const pieces = this.view.pieces[square] ?? [], kind = this.editTool, player = this.editOwner;
        if (kind === 'last')
            return this.#nextLast(square, pieces);
        const way = kind === 'T' ? /** @type {import('../../js/types.js').Piece['way']} */ (this.editWay) : undefined;
        const old = pieces.find((piece) => piece.kind === kind);
        const rest = pieces.filter((piece) => piece !== old);
        if ((old?.player !== player || old.way !== way) && this.#inHand(player, kind) > 0)
            rest.push({ kind, player, way });
        rest.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
        this.compose({ pieces: { ...this.view.pieces, [square]: rest } });
    }

    /** A piece of the player to move cannot have been the last. @param {Partial<Composition>} change */
    compose(change) {
        const { pieces, turn } = { ...this.composition, ...change };
        super.compose({ turn, pieces: Object.fromEntries(Object.entries(pieces).map(([square, tower]) =>
            [square, tower.map(({ sends, ...piece }) => sends && piece.player !== turn ? { ...piece, sends } : piece)])) });
    }

    /** Each press makes the next piece of the player not to move the last one played.
     * @param {string} square @param {import('../../js/types.js').Piece[]} tower */
    #nextLast(square, tower) {
        const others = tower.filter(({ player }) => player !== this.view.turn);
        const next = others[others.findIndex(({ sends }) => sends) + 1];
        this.compose({ pieces: Object.fromEntries(Object.entries(this.view.pieces).map(([place, list]) =>
            [place, list.map(({ sends, ...piece }) => place === square && next?.kind === piece.kind ? { ...piece, sends: true } : piece)])) });
    }
}

/** @param {HTMLElement} host @param {BoardApi} api @returns {Board} */
export function create(host, api) {
    return new Orbital(host, api);
}

/** The usual start, as the rules have it. @type {import('../../js/boards/types.js').Start} */
export const start = {
    options: { pieces: 6, line: 'both', free: 'open', reach: 'ahead' }, pieces: {},
    hands: [1, 2].map(() => ['B', 'T', 'A'].map((kind) => ({ kind, count: 6, of: 6 }))), supply: [], targets: [],
    goal: { template: '{player, select, you {You win} other {{player} wins}} by holding {count} complete towers.', arguments: { player: 'you', count: 3 } },
};
