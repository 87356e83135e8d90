/*
 * Quoridor: a walnut board with grooves, maple barriers, pawns with numbers.
 *
 * A press in or near a groove is a barrier, anywhere else a pawn's step. A
 * barrier snaps to the nearest place, or away from its middle to the other one under the pointer if
 * only that is legal, and is shown before it is placed. Under a finger it
 * waits: it can be dragged, turned, and is placed by tapping it or by the
 * button. By keyboard, h or v turns the squares into the barriers at their
 * upper right.
 *
 * Barriers lie across (h) or stand upright (v). A name such as e3h says how on
 * the board; `mode` and #wayOf() say how it is seen.
 */

import { BoardBase } from '../../js/boards/board.js';
import {
    boardOrder, colOf, listed, rowOf, squareAt,
} from '../../js/boards/squares.js';
import {
    arrow, circle, grain, html, icon, label, line, path, polygon, rect, svg,
} from '../../js/boards/svg.js';

/** @import { Board, BoardApi, Mark, Press, Tool, View } from '../../js/boards/types.js' */

const PITCH = 40;
const GROOVE = 7, LONG = 2 * PITCH - GROOVE;

/** @typedef {'h' | 'v'} Way */
/** @typedef {import('../../js/boards/orientation.js').Pair} Pair */

/** @type {Record<'above' | 'below' | 'left' | 'right', Pair>} */
const SIDES = { above: [0, 1], below: [0, -1], left: [-1, 0], right: [1, 0] };

/** Is this the name of a barrier, not of a square? @param {string} text */
const isBarrier = (text) => /^[a-i][1-9][hv]$/.test(text);

/** Where a player's pawn stands. @param {View['pieces']} pieces @param {number} player */
const pawnIn = (pieces, player) => Object.keys(pieces).find((place) => pieces[place][0].player === player) ?? '';

class Quoridor extends BoardBase {
    /** @param {HTMLElement} host @param {BoardApi} api */
    constructor(host, api) {
        super(host, api, 'quoridor', 'h');
        this.defs.append(grain(this.id));
        this.n = 0;
        /** @type {string[]} by player */
        this.pawns = [];
        /** @type {number[]} */
        this.hands = [];
        /** @type {Set<string>} */
        this.barriers = new Set();
        /** @type {Set<string>} */
        this.legal = new Set();
        /** @type {'' | Way} barriers of one kind only, or whatever is under the pointer */
        this.mode = '';
        /** @type {string | null} the move that is being previewed, legal or not */
        this.aim = null;
        /** A barrier out of the rack is under the pointer. */
        this.held = false;
    }

    read() {
        const { pieces, hands, players, moves } = this.view, size = Number(this.view.options.size);
        this.pawns = hands.map((_, i) => pawnIn(pieces, i + 1));
        this.hands = hands.map(([{ count }]) => count);
        this.barriers = new Set(Object.keys(pieces).filter(isBarrier));
        this.legal = new Set(moves);
        const key = `${size} ${players}`;
        if (this.plate.dataset.key !== key) {
            this.plate.dataset.key = key;
            this.#build(size);
        }
    }

    /** Which way over the board a player goes: to the edge where all of that player's goal lies.
     * @param {number} player @returns {Pair} */
    #heading(player) {
        const goal = this.view.targets[player - 1], far = this.n - 1;
        const all = (/** @type {(square: string) => number} */ axis, /** @type {number} */ place) =>
            goal.every((square) => axis(square) === place);
        return all(rowOf, far) ? SIDES.above : all(rowOf, 0) ? SIDES.below : all(colOf, 0) ? SIDES.left : SIDES.right;
    }

    /** The board turns so that a player's goal is at the top. @param {number} player */
    home(player) {
        const { above, right, below, left } = SIDES;
        return [above, right, below, left].indexOf(this.#heading(player));
    }

    reset() {
        this.mode = '';
        this.aim = null;
    }

    started() {
        return this.pending !== null || this.mode !== '';
    }

    /* ---- Barriers as they are seen -------------------------------------------------------- */

    /** How a way on the board is seen; and the way on the board that is seen so.
     * @param {string} way @returns {Way} */
    #turned(way) {
        return (way === 'h') === this.orientation.sideways ? 'v' : 'h';
    }

    /** How a barrier is seen. @param {string} barrier */
    #wayOf(barrier) {
        return this.#turned(barrier[2]);
    }

    /** The barrier at the upper right of a place, seen lying or standing. @param {number} col
     * @param {number} row @param {Way} way */
    #barrierAt(col, row, way) {
        const a = this.seenAt(col, row), b = this.seenAt(col + 1, row + 1);
        const least = squareAt(Math.min(colOf(a), colOf(b)), Math.min(rowOf(a), rowOf(b)));
        return least + this.#turned(way);
    }

    /** The place at whose upper right the barrier of a square is; at the edge, where it would stick
     * out, the place beside or below, as for a pointer. @param {string} square @returns {Pair} */
    #placeOf(square) {
        const [col, row] = this.orientation.place(colOf(square), rowOf(square)), last = this.n - 2;
        return [Math.min(col, last), Math.min(row, last)];
    }

    /** The barrier that a square means. @param {string} square @param {Way} way */
    #barrierOf(square, way) {
        return this.#barrierAt(...this.#placeOf(square), way);
    }

    /* ---- Building a move ----------------------------------------------------------------- */

    /** The barrier or square that a point means. @param {Press} point @returns {string | null} */
    #snap({ x, y, touch }) {
        const { shape, n } = this, square = this.squareIn(x, y);
        const fx = (x - shape.x) / PITCH, fy = (y - shape.y) / PITCH;
        const groove = (/** @type {number} */ f) => Math.min(n - 1, Math.max(1, Math.round(f)));
        const dx = Math.abs(fx - groove(fx)), dy = Math.abs(fy - groove(fy));
        const reach = !touch ? 0.19 : square && this.legal.has(square) ? 0.15 : 0.33;
        const none = this.hands[this.view.turn - 1] === 0 && !this.edit;
        if (!square || (!this.mode && !this.held && (none || Math.min(dx, dy) > reach)))
            return square;
        const way = this.mode || this.#wayUnder(dx, dy, reach);
        const along = way === 'h' ? fx : fy, near = groove(along);
        const other = Math.min(n - 1, Math.max(1, along > near ? near + 1 : near - 1));
        const named = (/** @type {number} */ place) => way === 'h'
            ? this.#barrierAt(place - 1, n - 1 - groove(fy), way)
            : this.#barrierAt(groove(fx) - 1, n - 1 - place, way);
        // Right at its middle a barrier is meant, even one that the rules refuse.
        const better = Math.abs(along - near) > 0.25 && this.legal.has(named(other)) && !this.legal.has(named(near));
        return named(better ? other : near);
    }

    /** What a point so far from a standing and a lying groove means. Where they cross, the preview
     * keeps its direction. @param {number} dx @param {number} dy @param {number} reach
     * @returns {Way} */
    #wayUnder(dx, dy, reach) {
        if (this.aim && isBarrier(this.aim) && Math.max(dx, dy) < reach)
            return this.#wayOf(this.aim);
        return dy < dx ? 'h' : 'v';
    }

    /** @param {string} square @param {Press} press */
    press(square, press) {
        const waiting = this.pending;
        if (waiting !== null && !press.moved && this.#covers(waiting, press))
            return this.complete(waiting, false);
        if (press.named && this.mode)
            return this.#choose(this.#barrierOf(square, this.mode), false);
        if (press.named)
            return this.#choose(square, false);
        this.#choose(this.#snap(press) ?? square, press.touch);
    }

    /** @param {string} move @param {boolean} touch */
    #choose(move, touch) {
        this.aim = this.legal.has(move) ? move : null;
        if (this.aim)
            this.complete(move, touch, isBarrier(move));
        else if (move !== this.pawns[this.view.turn - 1])
            this.refuse(move);
        else
            this.cancel();
    }

    /** Is a point on a move that is being previewed? @param {string} move @param {Press} press */
    #covers(move, { x, y }) {
        const middle = isBarrier(move) ? this.#middle(move) : this.at(move);
        const dx = Math.abs(x - middle.x), dy = Math.abs(y - middle.y);
        if (!isBarrier(move))
            return Math.max(dx, dy) < PITCH / 2;
        return this.#wayOf(move) === 'h' ? dx < LONG / 2 && dy < 16 : dy < LONG / 2 && dx < 16;
    }

    /** @param {string} from @param {string} to @param {Press} press */
    drag(from, to, press) {
        const move = this.#snap(press);
        if (this.pending !== null && isBarrier(this.pending)) {
            this.#wait(move);
        } else if (from === this.pawns[this.view.turn - 1]) {
            this.#choose(to, press.touch);
        }
    }

    /** Lets another barrier wait to be confirmed, if this is one. @param {string | null} move */
    #wait(move) {
        if (move && isBarrier(move) && this.legal.has(move)) {
            this.aim = move;
            this.hold(move);
        }
    }

    /** @param {string | null} square @param {Press} [point] */
    hover(square, point) {
        const move = square && point && !(point.touch && !point.moved) ? this.#snap(point) : null;
        if (this.pending !== null) {
            if (point?.touch && move !== this.pending)
                this.#wait(move);
            return;
        }
        const next = move && (isBarrier(move) || this.legal.has(move)) ? move : null;
        if (next !== this.aim) {
            this.aim = next;
            this.overlay();
        }
    }

    /** @param {string} square */
    arrive(square) {
        if (this.pending === null) {
            this.aim = this.mode && this.#barrierOf(square, this.mode);
            this.overlay();
        }
    }

    /** @param {Way} way */
    #turn(way) {
        const waiting = this.pending;
        if (waiting !== null && isBarrier(waiting) && this.#wayOf(waiting) !== way) {
            const turned = waiting.slice(0, 2) + (waiting[2] === 'h' ? 'v' : 'h');
            return this.legal.has(turned) ? this.#wait(turned) : this.refuse(turned);
        }
        this.mode = this.mode === way ? '' : way;
        this.aim = null;
        this.release();
        if (this.input.focused)
            this.arrive(this.input.current);
        this.render();
    }

    /** @returns {Tool[]} */
    toolList() {
        return (/** @type {const} */ (['h', 'v'])).map((way) => ({
            id: way, label: this.t(way), key: way, picked: this.mode === way, drags: true,
            style: 'q-tool', faint: this.hands[this.view.turn - 1] === 0,
            face: [this.#wayIcon(way), this.t(way)], act: () => this.#turn(way),
        }));
    }

    /** @param {Way} way */
    #wayIcon(way) {
        return icon('-12 -12 24 24', 'b-icon', way === 'h' ? rect(0, 0, 22, 6, 'q-plank', 1.5)
            : rect(0, 0, 6, 22, 'q-plank', 1.5));
    }

    /* ---- In words ----------------------------------------------------------------------- */

    /** @param {string} square */
    name(square) {
        if (!this.mode || this.edit)
            return super.name(square);
        const barrier = this.#barrierOf(square, this.mode), [col, row] = this.#placeOf(square);
        const [dx, dy] = SIDES[this.mode === 'h' ? 'right' : 'above'];
        return [this.t(`place.${this.mode}`, barrier, this.seenAt(col, row), this.seenAt(col + dx, row + dy)),
            this.t(this.legal.has(barrier) ? 'open' : 'closed')].join(', ');
    }

    /** @param {string} square */
    contents(square) {
        const player = this.pawns.indexOf(square) + 1;
        const words = [player ? this.t('pawn', player) : this.t('empty')];
        const sides = this.#shutSides(square).map((side) => this.t(side));
        if (sides.length)
            words.push(this.t('barrier', listed(this.api, sides)));
        return words.join(', ');
    }

    /** The sides of a square where a barrier is seen. @param {string} square */
    #shutSides(square) {
        return Object.entries(SIDES).filter(([, step]) =>
            this.#shut(square, this.orientation.meant(...step))).map(([side]) => side);
    }

    /** Is there a barrier between a square and the next one? @param {string} square
     * @param {Pair} step  on the board */
    #shut(square, [dx, dy]) {
        const col = colOf(square) + Math.min(0, dx), row = rowOf(square) + Math.min(0, dy);
        const names = dy ? [`${squareAt(col, row)}h`, `${squareAt(col - 1, row)}h`]
            : [`${squareAt(col, row)}v`, `${squareAt(col, row - 1)}v`];
        return names.some((name) => this.barriers.has(name));
    }

    /** @param {string} square */
    open(square) {
        return this.legal.has(square);
    }

    prompt() {
        if (this.mustPass())
            return this.t('mustPass');
        if (this.pending !== null)
            return this.t(isBarrier(this.pending) ? 'waiting' : 'again');
        if (this.mode)
            return this.t(`mode.${this.mode}`);
        return `${this.view.goals[this.view.turn - 1]} ${this.t(this.hands[this.view.turn - 1] ? 'start' : 'startPawn')}`;
    }

    /* ---- Drawing ------------------------------------------------------------------------ */

    /** Where a barrier has its middle. @param {string} barrier */
    #middle(barrier) {
        const a = this.at(barrier), b = this.at(squareAt(colOf(barrier) + 1, rowOf(barrier) + 1));
        return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    }

    /** @param {number} n */
    #build(n) {
        const side = n * PITCH;
        this.n = n;
        this.layout({ side: n, width: side, height: side, x: 0, y: 0, pitch: PITCH },
            squareAt((n - 1) / 2, 0));
    }

    drawPlate() {
        const { n, shape: { width, height } } = this, side = n * PITCH;
        this.plate.append(rect(width / 2, height / 2, side, side, 'q-board', 5));
        for (const square of this.cells.keys())
            this.plate.append(this.frame(square, 'q-square', GROOVE / 2, 3));
        this.plate.append(rect(width / 2, height / 2, side, side, `#${this.id}-grain`, 5));
        for (let i = 0; i < n; i++) {
            const a = this.at(this.seenAt(i, 0)), b = this.at(this.seenAt(0, i));
            this.plate.append(label(a.x + 12.6, a.y + 12, this.columnName(i), 'q-coord', 7.5),
                label(b.x - 12.6, b.y - 11.2, this.rowName(i), 'q-coord', 7.5));
        }
        for (let player = 1; player <= this.view.players; player++)
            this.plate.append(this.#goalStrip(player));
    }

    /** The edge that a player must reach. @param {number} player */
    #goalStrip(player) {
        const [ux, up] = this.orientation.seen(...this.#heading(player)), uy = -up;
        const { width, height } = this.shape, half = this.n * PITCH / 2;
        const cx = width / 2 + ux * (half - 1.75), cy = height / 2 + uy * (half - 1.75);
        const strip = svg('g', { class: `b-p${player}` }, rect(cx, cy,
            uy ? 2 * half - 8 : 3.5, uy ? 3.5 : 2 * half - 8, 'q-strip', 1.7));
        /* Two tags in the shape of arrowheads, clear of where the others start. */
        const far = ((this.n - 1) / 2 - Math.floor((this.n - 1) / 4)) * PITCH;
        const shape = [[1.75, 0], [-3.5, 7], [-13, 7], [-13, -7], [-3.5, -7]];
        for (const shift of [-far, far]) {
            const x = cx + uy * shift, y = cy + ux * shift;
            strip.append(polygon(shape.map(([out, side]) =>
                [x + ux * out + uy * side, y + uy * out + ux * side]), 'q-tag'),
            label(x - ux * 7, y - uy * 7 + 0.3, player, 'q-tag-text', 9));
        }
        return strip;
    }

    draw() {
        const fresh = new Map(this.recent().map(({ move, player }) => [move, player]));
        this.#drawHands();
        for (const { move, player, before } of this.recent())
            if (!isBarrier(move))
                this.#drawStep(move, player, before);
        for (const barrier of this.barriers) {
            const player = fresh.get(barrier);
            this.pieces.append(this.#barrier(barrier, player ? `is-last b-p${player}` : ''));
        }
        this.pawns.forEach((square, i) => {
            const turn = !this.view.over && this.view.turn === i + 1;
            if (this.view.win.flat().includes(square))
                this.under.append(this.frame(square, 'b-win', 4, 3));
            this.pieces.append(this.#pawn(square, i + 1, turn ? 'is-turn' : ''));
        });
        this.svg.classList.toggle('is-held', this.pending !== null || this.mode !== '');
    }

    /** Where a pawn came from, and where it went. @param {string} to @param {number} player
     * @param {View['pieces']} before  none if they are not known */
    #drawStep(to, player, before) {
        this.markUsed(to, player, 5, 3);
        const from = pawnIn(before, player);
        if (from)
            this.under.append(svg('g', { class: `b-p${player}` },
                line(this.at(from), this.at(to), 'q-trail'),
                circle(this.at(from).x, this.at(from).y, 5, 'q-trail')));
    }

    /** @param {string} barrier @param {string} style */
    #barrier(barrier, style) {
        const { x, y } = this.#middle(barrier), lying = this.#wayOf(barrier) === 'h';
        const w = lying ? LONG : GROOVE, h = lying ? GROOVE : LONG;
        return svg('g', { class: `q-barrier ${style}`, 'data-barrier': barrier },
            rect(x + 1, y + 1.6, w, h, 'q-shade', 2), rect(x, y, w, h, 'q-plank', 2),
            path(lying ? `M${x - w / 2 + 3} ${y - 1.6}h${w - 6}`
                : `M${x - 1.6} ${y - h / 2 + 3}v${h - 6}`, 'q-shine'));
    }

    /** @param {string} square @param {number} player @param {string} style */
    #pawn(square, player, style) {
        const { x, y } = this.at(square);
        return svg('g', { class: `q-pawn b-p${player} ${style}`, 'data-player': player },
            circle(x + 1, y + 12, 11.5, 'q-shade', 4),
            path(`M${x - 11} ${y + 11.5}c0-4.5 6.2-6.5 6.2-14.5h9.6c0 8 6.2 10 6.2 14.5` +
                'c0 3.4-22 3.4-22 0z', 'q-body'),
            circle(x, y - 7.2, 7.2, 'q-body'), circle(x - 2.4, y - 9.6, 2, 'q-gleam'),
            label(x, y + 5.6, player, 'q-number', 11.5));
    }

    #drawHands() {
        this.view.hands.forEach(([{ count, of: walls }], i) => {
            const step = walls > 10 ? 4 : 6;
            const planks = Array.from({ length: walls }, (_, k) =>
                rect(3 + k * step, 11, step - 1.6, 20, k < count ? 'q-plank' : 'q-slot', 1.2));
            const rack = icon(`0 0 ${walls * step + 2} 22`, 'b-roll', ...planks);
            this.hand(i + 1, this.t('hand', i + 1, count), rack, html('b', {}, String(count)));
        });
        this.#letDrag(this.view.turn);
    }

    /** A barrier can be dragged out of the rack of the player to move. @param {number} player */
    #letDrag(player) {
        const hand = this.seats.handOf(player);
        if (hand.dataset.drags)
            return;
        hand.dataset.drags = 'true';
        hand.classList.add('b-drags');
        hand.addEventListener('pointerdown', (event) => {
            if (this.view.interactive && this.view.turn === player && this.hands[player - 1] > 0)
                this.input.drag(event, hand, (on) => {
                    this.held = on;
                });
        });
    }

    drawOver() {
        if (!this.view.interactive || this.edit)
            return;
        for (const square of this.mode ? [] : this.cells.keys())
            if (this.open(square)) {
                const { x, y } = this.at(square);
                this.over.append(circle(x, y, 6, 'b-dot'));
            }
        if (!this.aim)
            return;
        if (isBarrier(this.aim)) {
            const legal = this.legal.has(this.aim);
            this.over.append(this.#barrier(this.aim,
                this.pending ? 'is-waiting' : legal ? 'is-aimed' : 'is-refused'));
        } else {
            this.over.append(this.#pawn(this.aim, this.view.turn, 'b-ghost'));
        }
    }

    /** @param {Mark} mark @param {number} rank */
    drawMark(mark, rank) {
        const style = rank ? 'is-lesser' : '';
        if (isBarrier(mark.move)) {
            const { x, y } = this.#middle(mark.move);
            this.over.append(this.#barrier(mark.move, `is-hinted ${style}`),
                this.flag(x, y, mark, rank, 9));
            return;
        }
        const { x, y } = this.at(mark.move), pawn = this.at(this.pawns[(mark.threatens ?? this.view.turn) - 1]);
        this.over.append(arrow(pawn, { x, y }, 9, `is-hint ${style}`),
            this.frame(mark.move, `b-hint ${style}`, 5, 3), this.flag(x, y + 11, mark, rank, 9));
    }

    /** @param {string} place */
    drawBlame(place) {
        if (isBarrier(place) && this.barriers.has(place))
            this.over.append(svg('g', { class: 'b-blame' }, this.#barrier(place, 'is-blamed')));
        else
            super.drawBlame(place.slice(0, 2));
    }

    /* ---- Animation ----------------------------------------------------------------------- */

    /** @param {View} before @param {string} move */
    animateMove(before, move) {
        if (isBarrier(move)) {
            const barrier = this.pieces.querySelector(`[data-barrier="${move}"]`);
            const to = this.#middle(move), from = this.handPoint(before.turn) ?? { x: to.x, y: to.y - 9 };
            if (barrier) {
                this.pieces.append(barrier);
                this.animate(barrier, [
                    { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)`, opacity: 0.4 },
                    { transform: 'translateY(-5px) scale(1.12)', opacity: 1, offset: 0.75 },
                    { transform: 'none' },
                ], { duration: 420 });
            }
            return;
        }
        const pawn = this.pieces.querySelector(`[data-player="${before.turn}"]`);
        if (!pawn)
            return;
        const a = this.at(pawnIn(before.pieces, before.turn)), b = this.at(move), dx = a.x - b.x, dy = a.y - b.y;
        const jump = Math.abs(dx) + Math.abs(dy) > PITCH + 1;
        const high = jump ? [dy / 2 - 16, 1.25] : [dy / 2, 1];
        this.pieces.append(pawn);
        this.animate(pawn, [
            { transform: `translate(${dx}px, ${dy}px)` },
            { transform: `translate(${dx / 2}px, ${high[0]}px) scale(${high[1]})`, offset: 0.5 },
            { transform: 'none' },
        ], { duration: jump ? 380 : 220 });
        if (this.view.over)
            this.animate(pawn, [0, -9, 0, -5, 0].map((y) => ({ transform: `translateY(${y}px)` })),
                { delay: 260, duration: 600, fill: 'none' });
    }

    /* ---- Setting up a position ----------------------------------------------------------- */

    editTools() {
        const players = this.hands.map((_, i) => i + 1);
        /** @type {Tool[]} */
        const pawns = players.map((n) =>
            this.editSwitch(String(n), this.t('pawn', n), [String(n)], `b-p${n} b-owner`));
        const ways = (/** @type {const} */ (['h', 'v'])).map((way) =>
            this.editSwitch(way, this.t(way), [this.#wayIcon(way)]));
        /** @type {Tool[]} */
        const hands = this.hands.map((count, from) => {
            const to = (from + 1) % this.hands.length, face = `${from + 1}: ${count} → ${to + 1}`;
            return {
                id: `hand-${from}`, label: `${face} ${this.t('give', from + 1, to + 1)}`,
                face: [face], faint: count === 0, act: () => this.#give(from, to),
            };
        });
        return [
            ...this.group('pawns', pawns), ...this.group('barriers', ways), ...this.group('hand', hands),
            ...this.turnTools(),
        ];
    }

    get composition() {
        return { ...super.composition, hands: this.hands };
    }

    /** @param {number} from @param {number} to */
    #give(from, to) {
        const hands = this.hands.map((count, i) => count + Number(i === to) - Number(i === from));
        if (hands[from] >= 0 && hands[to] <= 20)
            this.compose({ hands });
    }

    /** @param {string} square @param {Press} press */
    editPress(square, press) {
        const tool = this.editTool, hands = [...this.hands];
        if (tool !== 'h' && tool !== 'v') {
            const { [this.pawns[Number(tool) - 1]]: pawn, ...pieces } = this.view.pieces;
            if (!(square in pieces))
                this.compose({ pieces: { ...pieces, [square]: pawn } });
            return;
        }
        this.mode = tool;
        const place = press.named ? this.#barrierOf(square, tool) : this.#snap(press);
        this.mode = '';
        if (!place || !isBarrier(place))
            return; // beside the board
        const { [place]: barrier, ...pieces } = this.view.pieces;
        if (barrier) {
            hands[hands.indexOf(Math.min(...hands))]++;
            this.compose({ pieces, hands });
        } else if (Math.max(...hands) > 0) {
            hands[hands.indexOf(Math.max(...hands))]--;
            this.compose({ pieces: { ...pieces, [place]: [{ kind: 'barrier' }] }, hands });
        }
    }
}

/** @param {HTMLElement} host @param {BoardApi} api @returns {Board} */
export function create(host, api) {
    return new Quoridor(host, api);
}

/** The usual start, as the rules have it. @type {import('../../js/boards/types.js').Start} */
export const start = {
    options: { size: 9, walls: 10, turn: 'blocked', extra: 0 },
    pieces: { e1: [{ kind: 'pawn', player: 1 }], e9: [{ kind: 'pawn', player: 2 }] },
    hands: [1, 2].map(() => [{ kind: 'barrier', count: 10, of: 10 }]), supply: [],
    targets: [9, 1].map((row) => [...'abcdefghi'].map((column) => column + row)),
    goal: { template: '{player, select, you {You win} other {{player} wins}} by reaching row {row}.', arguments: { player: 'you', row: '9' } },
};
