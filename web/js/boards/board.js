/*
 * board.js - the base of all boards: BoardBase owns everything but the look of one game, which web/games/NAME/board.js
 * provides.
 *
 * - Nothing here or in a board decides what is legal. A move exists if it is
 *   in `view.moves`; a half-built one is a filter on that list.
 * - The drawing always shows how things are now. An animation only plays the
 *   way there on top of it, so that cancelling one never shows a wrong board.
 * - The drawing itself is hidden from assistive technology; what can be
 *   focused is a grid of cells above it, each with a name and its contents.
 */

import { Drawing } from './drawing.js';
import { Input } from './input.js';
import { signAt } from './judged.js';
import { Orientation } from './orientation.js';
import { colOf, hasPlace, rowOf, squareAt } from './squares.js';
import { Seats } from './seats.js';
import { circle, html, label, ownerPatterns, path, rect, setAttributes, svg } from './svg.js';
import { Toolbar } from './toolbar.js';

/** @import { Board, BoardApi, Mark, OnEdit, Press, Shape, Tool, View } from './types.js' */
/** @import { Composition, Person, Recent, UpdateOptions } from './types.js' */

const still = matchMedia('(prefers-reduced-motion: reduce)');
/** @type {View} */
const NOTHING = {
    game: '', players: 2, options: {}, position: '', turn: 1, over: false, winners: null,
    moves: [], interactive: false, sides: [], pieces: {}, hands: [], supply: [], win: [], reach: [], held: {}, targets: [], goals: [],
};

let instances = 0;

/**
 * A board without its game. A subclass says how things look and what a press
 * means; the methods from `read` on are for it to replace.
 * @implements {Board}
 */
export class BoardBase {
    view = NOTHING;
    /** @type {View | null} the position before the last move, if known */
    before = null;
    /** True once the user could act on this board: then space for its controls stays reserved. */
    live = false;
    /** @type {OnEdit | null} */
    edit = null;
    /** @type {string | null} a complete move that waits for a second tap */
    pending = null;
    /** @type {string[]} */
    blamed = [];
    /** @type {Map<string, SVGGElement>} */
    cells = new Map();
    /** @type {Shape} */
    shape = { side: 1, width: 1, height: 1, x: 0, y: 0, pitch: 1 };
    orientation = new Orientation(1, 0);
    /** @type {Set<Animation>} */
    running = new Set();
    /** False while only the look counts: names take as long as the drawing. */
    #named = true;

    /** @param {HTMLElement} host @param {BoardApi} api @param {string} game
     * @param {string} firstTool  of the editor */
    constructor(host, api, game, firstTool) {
        this.api = api;
        this.game = game;
        this.editTool = firstTool;
        this.id = `board${++instances}`;
        this.plate = this.layer('plate');
        this.under = this.layer('under');
        this.pieces = this.layer('pieces');
        this.over = this.layer('over');
        this.drawing = new Drawing(this);
        this.ring = svg('g', { class: 'b-ring' });
        this.grid = svg('g', { role: 'grid' });
        this.defs = svg('defs', {}, ...ownerPatterns(this.id));
        this.svg = svg('svg', { class: 'b-svg', role: 'presentation' }, this.defs, this.plate,
            this.under, this.pieces, this.drawing.layer, this.over, this.grid, this.ring);
        this.seats = new Seats(host, this.svg, api.beside);
        this.tools = this.#toolbar('b-tools');
        this.actions = this.#toolbar('b-actions');
        this.says = html('p', { class: 'b-prompt', 'aria-live': 'polite' }, api.wait ?? '');
        this.foot = html('div', { class: 'b-foot' }, this.says, this.actions.root);
        this.root = html('div', { class: `board board-${game}` }, this.seats.root);
        host.append(this.root);
        (api.tools ?? this.root).append(this.tools.root);
        (api.foot ?? this.root).append(this.foot);
        this.input = new Input(this);
    }

    /** @param {string} name */
    layer(name) {
        return svg('g', { class: `b-layer b-${name}`, 'aria-hidden': 'true' });
    }

    /* ---- For the page ------------------------------------------------------------------ */

    /** @param {View} view @param {UpdateOptions} [options] */
    update(view, options = {}) {
        const same = view.position === this.view.position && view.turn === this.view.turn &&
            view.moves.length === this.view.moves.length;
        this.stop();
        this.before = options.animateFrom ?? (same ? this.before : null);
        this.view = view;
        this.live ||= view.interactive;
        this.blamed = [];
        this.read();
        this.seats.arrange(view);
        const turns = this.#wanted() !== this.quarters;
        if (turns)
            this.layout(this.shape, this.input.current);
        if (!same || !view.interactive) {
            this.pending = null;
            this.reset();
        }
        this.render();
        this.seats.settle();
        if (turns)
            this.#aimAgain();
        if (options.animateFrom && options.lastMove && hasPlace(options.lastMove)) {
            this.animateMove(options.animateFrom, options.lastMove);
            this.animate(this.over, [{ opacity: 0 }, { opacity: 1 }],
                { delay: this.#timeLeft(), duration: 120 });
        }
    }

    /** Draws the usual start before the rules answer. @param {import('./types.js').Start} start @param {number} [side] */
    prepare(start, side) {
        this.#named = false;
        this.update({ ...NOTHING, game: this.game, ...start, side });
        this.#named = true;
    }

    /** Turns what prepare() has drawn. @param {number} side @param {number} turned @returns {boolean} whether it lay otherwise */
    face(side, turned) {
        this.view = { ...this.view, side, turned };
        const turns = this.#wanted() !== this.quarters;
        if (turns)
            this.layout(this.shape, this.input.current);
        return turns;
    }

    /** Shows the usual start before the rules answer, with the places of all that comes then.
     * @param {import('./types.js').Start} start @param {number} side */
    preview(start, side) {
        this.live = true;
        this.prepare(start, side);
    }

    /** More moves can be chosen than before. @param {string[]} moves */
    widen(moves) {
        this.view = { ...this.view, moves };
        this.read();
        this.render();
    }

    /** Shows other marks and drawings over the same position. @param {Pick<View, 'marks' | 'drawings'>} shown */
    mark(shown) {
        this.view = { ...this.view, ...shown };
        this.overlay();
    }

    /** @param {string[]} places */
    blame(places) {
        this.blamed = places;
        this.render();
        for (const mark of this.over.querySelectorAll('.b-blame'))
            this.animate(mark, [0, -4, 4, -3, 3, 0].map((x) =>
                ({ transform: `translate(${x}px)` })), { duration: 320 });
    }

    cancel() {
        this.pending = null;
        this.blamed = [];
        this.reset();
        this.render();
    }

    /** What a press draws with; empty: it plays. @param {string} colour */
    setPen(colour) {
        this.drawing.cancel();
        this.drawing.pen = colour;
        this.cancel();
        this.root.classList.toggle('has-pen', colour !== '');
    }

    get quarters() {
        return this.orientation.quarters;
    }

    destroy() {
        this.stop();
        this.seats.destroy();
        this.root.remove();
        this.tools.root.remove();
        this.foot.remove();
    }

    /** @param {Person[]} people  by player */
    people(people) {
        this.seats.name(people);
    }

    /** @param {boolean} on @param {OnEdit} [onEdit] */
    setEditable(on, onEdit = () => {}) {
        this.edit = on ? onEdit : null;
        if (this.view !== NOTHING)
            this.cancel();
    }

    /* ---- For a game ---------------------------------------------------------------------- */

    /** The game's own words, else those of all boards. @param {string} key
     * @param {...(string | number)} args */
    t(key, ...args) {
        const own = `${this.game}:${key}`, said = this.api.t(own, ...args);
        return said === own ? this.api.t(`board.${key}`, ...args) : said;
    }

    /** The middle of a square. @param {string} square */
    at(square) {
        const { x, y, pitch, side } = this.shape;
        const [col, row] = this.orientation.place(colOf(square), rowOf(square));
        return { x: x + (col + 0.5) * pitch, y: y + (side - row - 0.5) * pitch };
    }

    /** The square at a place of the screen. @param {number} col @param {number} row */
    seenAt(col, row) {
        return squareAt(...this.orientation.square(col, row));
    }

    /** The square at a point of the drawing. @param {number} px @param {number} py */
    squareIn(px, py) {
        const { x, y, pitch, side } = this.shape;
        const col = Math.floor((px - x) / pitch), row = side - 1 - Math.floor((py - y) / pitch);
        return col >= 0 && col < side && row >= 0 && row < side ? this.seenAt(col, row) : null;
    }

    /** Rebuilds the cells and the plate, in the order in which they are seen.
     * @param {Shape} shape @param {string} first  gets the focus first */
    layout(shape, first) {
        const { focused } = this.input, { side, width, height } = shape;
        this.shape = shape;
        this.orientation = new Orientation(side, this.#wanted());
        this.cells.clear();
        setAttributes(this.svg, { viewBox: `0 0 ${width} ${height}` });
        const rows = [];
        for (let row = side - 1; row >= 0; row--) {
            const line = svg('g', { role: 'row' });
            for (let col = 0; col < side; col++)
                line.append(this.#cell(this.seenAt(col, row)));
            rows.push(line);
        }
        this.grid.replaceChildren(...this.api.picture ? [] : rows);
        this.input.goTo(first, focused);
        this.plate.replaceChildren();
        this.drawPlate();
        this.root.dataset.turned = String(this.quarters);
    }

    /** A rectangle over a square, `inset` from its edges. @param {string} square
     * @param {string} style @param {number} [inset] @param {number} [round] */
    frame(square, style, inset = 2, round = 6) {
        const { x, y } = this.at(square), side = this.shape.pitch - 2 * inset;
        return rect(x, y, side, side, style, round);
    }

    /** Draws what lies above the pieces: choices, previews, hints, blame. */
    overlay() {
        this.over.replaceChildren();
        this.drawOver();
        const marks = (this.view.marks ?? []).filter(({ move }) => hasPlace(move)).slice(0, 5);
        this.over.classList.toggle('is-threat', marks.some(({ threatens }) => threatens));
        this.over.classList.toggle('is-played', marks.some(({ played }) => played));
        for (let rank = this.edit ? -1 : marks.length - 1; rank >= 0; rank--)
            this.drawMark(marks[rank], rank);
        for (const place of this.blamed)
            this.drawBlame(place);
        this.#drawSign();
        this.drawing.render();
    }

    /** Puts the sign of the last move at the corner of the square where it ended. */
    #drawSign() {
        const { judged } = this.view, move = this.lastMove(), { pitch, width } = this.shape;
        if (!judged || !move)
            return;
        const [square] = /[a-i][1-9]/.exec(move.split('>').at(-1) ?? '') ?? [];
        const { x, y } = this.at(square ?? ''), size = Math.max(pitch * 0.36, width * 0.055);
        this.over.append(signAt(judged, Math.min(x + pitch * 0.42, width - size / 2), Math.max(y - pitch * 0.42, size / 2), size));
    }

    /** Draws all that can change. */
    render() {
        this.under.replaceChildren();
        this.pieces.replaceChildren();
        const { interactive, toMove } = this.view, ahead = interactive && Boolean(toMove);
        this.root.classList.toggle('is-open', interactive && !ahead || this.edit !== null);
        this.root.classList.toggle('is-ahead', ahead);
        this.root.classList.toggle('is-live', this.live && !this.view.over || this.edit !== null);
        this.root.classList.toggle('is-editing', this.edit !== null);
        this.draw();
        this.overlay();
        for (const [square, cell] of this.#named ? this.cells : [])
            cell.setAttribute('aria-label', this.name(square));
        setAttributes(this.grid, { 'aria-label': this.#title() });
        for (const bar of [this.tools, this.actions])
            setAttributes(bar.root, { 'aria-label': this.t('tools') });
        this.tools.show(this.#toolList());
        this.actions.show(this.#actionList());
        const says = this.edit ? this.t('edit') : ahead && !this.started() ? this.t('ahead')
            : interactive ? this.prompt() : '';
        if (this.says.textContent !== says && (this.#named || this.live))
            this.says.textContent = says;
    }

    /**
     * A whole move has been chosen. Under a finger it may have to be confirmed.
     * @param {string} move @param {boolean} touch @param {boolean} [always]  confirm in any case
     */
    complete(move, touch, always = false) {
        if (touch && (always || this.api.confirmTouch()) && this.pending !== move)
            return this.hold(move);
        this.pending = null;
        this.view = { ...this.view, interactive: false };
        this.reset();
        this.render();
        this.api.onMove(move);
    }

    /** Lets a move wait to be confirmed. @param {string} move */
    hold(move) {
        this.pending = move;
        this.render();
    }

    /** Lets none wait any more. */
    release() {
        this.pending = null;
    }

    /** Nothing legal begins like this. @param {string} text */
    refuse(text) {
        this.pending = null;
        this.render();
        this.api.onRefused(text);
    }

    /** Runs on the finished drawing. @param {Element} element @param {Keyframe[]} frames
     * @param {KeyframeAnimationOptions} timing */
    animate(element, frames, timing) {
        if (still.matches || this.api.animated?.() === false)
            return;
        const animation = element.animate(frames, {
            fill: 'backwards', easing: 'cubic-bezier(.3,.1,.3,1)', ...timing,
        });
        this.running.add(animation);
        animation.onfinish = animation.oncancel = () => this.running.delete(animation);
    }

    /** Ends every animation at once, which shows the drawing as it is. */
    stop() {
        for (const animation of [...this.running])
            animation.cancel();
    }

    /** The little flag of a hint: its score if that is short, else its rank. @param {number} x
     * @param {number} y @param {Mark} mark @param {number} rank @param {number} [size]
     * @param {string} [piece]  the piece to place */
    flag(x, y, mark, rank, size = 13, piece = '') {
        const { score = '' } = mark, sign = mark.played ?? (mark.threatens ? '!' : rank + 1);
        const text = `${piece} ${score && score.length <= 7 ? score : sign}`.trim();
        const w = Math.max(1.5, 0.62 * text.length + 0.8) * size;
        return svg('g', { class: `b-flag${mark.exact ? ' is-exact' : ''}` },
            rect(x, y, w, size * 1.5, '', size * 0.5),
            label(x, y, text, 'b-flag-text', size));
    }

    /** A square with its contents, and whether it can be chosen. @param {string} square */
    name(square) {
        const words = [square, this.contents(square)];
        if (this.edit === null && this.view.interactive && this.open(square))
            words.push(this.t('open'));
        return words.join(', ');
    }

    /** The last move, if it is one that can be shown. */
    lastMove() {
        return this.view.lastMove && hasPlace(this.view.lastMove) ? this.view.lastMove : null;
    }

    /** What to mark as played: since the viewer's last turn, or the last move. @returns {Recent[]} */
    recent() {
        const { recent, lastMove, mover } = this.view;
        const last = lastMove && mover && !recent ? [{ move: lastMove, player: mover, before: this.before?.pieces ?? {} }] : [];
        return (recent ?? last).filter(({ move }) => hasPlace(move));
    }

    /** Marks a square as used by a player, in colour and pattern. @param {string} square
     * @param {number} player @param {number} [inset] @param {number} [round] */
    markUsed(square, player, inset = 3, round = 6) {
        this.under.append(this.frame(square, `b-last b-p${player}`, inset, round),
            this.frame(square, `#${this.id}-own${player}`, inset, round));
    }

    /** Names columns and rows, this far from the edges. @param {number} gap @param {number} size */
    coordinates(gap, size) {
        const { side, height } = this.shape;
        for (let i = 0; i < side; i++) {
            const { x, y } = this.at(this.seenAt(i, i));
            this.plate.append(label(x, height - gap, this.columnName(i), 'b-coord', size),
                label(gap, y, this.rowName(i), 'b-coord', size));
        }
    }

    /** The letter or number of a column of the screen. @param {number} col */
    columnName(col) {
        return this.seenAt(col, 0)[this.orientation.sideways ? 1 : 0];
    }

    /** The number or letter of a row of the screen. @param {number} row */
    rowName(row) {
        return this.seenAt(0, row)[this.orientation.sideways ? 0 : 1];
    }

    /** Shows what a player has in hand, at his edge of the board. @param {number} player
     * @param {string} said  the same in words @param {...Node} children */
    hand(player, said, ...children) {
        if (this.api.picture)
            return;
        const slot = this.seats.handOf(player);
        slot.replaceChildren(...children);
        setAttributes(slot, { role: 'img', 'aria-label': said });
    }

    /** Where an element beside the board is, in the units of the drawing; null if it is not seen.
     * @param {Element | null} element */
    pointOf(element) {
        if (this.api.picture)
            return null; // without a layout, which would cost more than the drawing
        const box = element?.getBoundingClientRect(), matrix = this.svg.getScreenCTM();
        if (!box?.width || !matrix)
            return null;
        const { x, y } = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2)
            .matrixTransform(matrix.inverse());
        return { x, y };
    }

    /** Where a player's hand is. @param {number} player */
    handPoint = (player) => this.pointOf(this.seats.handOf(player));

    /** Passing is a button, and there only if it is the one move. */
    mustPass() {
        return this.view.moves.length === 1 && this.view.moves[0] === 'pass';
    }

    /** Takes what it needs out of `this.view`. */
    read() {}
    /** By how many quarters the board turns so that a player's own side is at the bottom.
     * @param {number} player */
    home(player) {
        return 0;
    }
    /** Draws the board without anything on it. */
    drawPlate() {}
    /** Forgets what was chosen so far. */
    reset() {}
    /** True if a part of a move has been chosen, which can be cancelled. */
    started() {
        return this.pending !== null;
    }
    /** True if the last of several choices can be taken back. */
    canStepBack() {
        return false;
    }
    stepBack() {}
    /** Draws the pieces and what lies below them. */
    draw() {}
    /** Draws on `this.over`. */
    drawOver() {}
    /** @param {Mark} mark @param {number} rank  from 0 */
    drawMark(mark, rank) {}
    /** @param {string} place */
    drawBlame(place) {
        if (!this.cells.has(place))
            return;
        const { x, y } = this.at(place), { pitch } = this.shape, r = pitch * 0.13, d = r * 0.8;
        const cx = x + pitch / 2 - r - 5, cy = y - pitch / 2 + r + 5;
        this.over.append(svg('g', { class: 'b-blame' },
            this.frame(place, 'b-blame-frame', 3), circle(cx, cy, r, ''),
            path(`M${cx - d / 2} ${cy - d / 2}l${d} ${d}m0 ${-d}l${-d} ${d}`, '')));
    }
    /** What stands on a square, in words. @param {string} square */
    contents(square) {
        return '';
    }
    /** True if some legal move continues with this square. @param {string} square */
    open(square) {
        return false;
    }
    prompt() {
        return '';
    }
    showsTools() {
        return this.live && !this.view.over;
    }
    /** @returns {Tool[]} */
    toolList() {
        return [];
    }
    /** @param {string} square @param {Press} press */
    press(square, press) {}
    /** @param {string | null} square @param {Press} [point] */
    hover(square, point) {}
    /** A press that began on one square and ended on another. @param {string} from
     * @param {string} to @param {Press} press */
    drag(from, to, press) {}
    /** Handles an arrow key; false if it only goes to the next square. The step is in squares.
     * @param {number} dx @param {number} dy */
    arrowKey(dx, dy) {
        return false;
    }
    /** The focus has come to a square by keyboard. @param {string} square */
    arrive(square) {}
    /** @param {View} before @param {string} move */
    animateMove(before, move) {}
    /** @returns {Tool[]} */
    editTools() {
        return [];
    }
    /** @param {string} square @param {Press} press */
    editPress(square, press) {}

    /** A switch of the editor. @param {string} id @param {string} name
     * @param {(SVGElement | string)[]} face @param {string} [style] @returns {Tool} */
    editSwitch(id, name, face, style) {
        return {
            id: `edit-${id}`, label: name, face, style, picked: this.editTool === id,
            act: () => this.pickTool(id),
        };
    }

    /** @param {string} id */
    pickTool(id) {
        this.editTool = id;
        this.render();
    }

    /** What the editor shows. @returns {Composition} */
    get composition() {
        return { pieces: this.view.pieces, turn: this.view.turn };
    }

    /** Pieces were put or taken in the editor, or the turn given: shows it and tells the page, which has the rules count
     * the hands. @param {Partial<Composition>} change */
    compose(change) {
        const { pieces: all, hands, turn } = { ...this.composition, ...change };
        const pieces = Object.fromEntries(Object.entries(all).filter(([, list]) => list.length > 0));
        this.restore({ pieces, turn, hands: hands
            ? this.view.hands.map(([supply], i) => [{ ...supply, count: hands[i] }]) : this.view.hands });
        this.edit?.({ pieces, hands, turn });
    }

    /** Shows a position of the editor. @param {Partial<View>} edited */
    restore(edited) {
        this.view = { ...this.view, ...edited, win: [] };
        this.read();
        this.seats.arrange(this.view);
        this.render();
        this.seats.settle();
    }

    /** Puts tools of the editor under a name. @param {string} name @param {Tool[]} tools @returns {Tool[]} */
    group(name, tools) {
        return tools.map((tool) => ({ ...tool, group: this.t(`edit.group.${name}`) }));
    }

    /** The editor's switches for whose turn it is. @param {(player: number) => void} [set] */
    turnTools(set = (turn) => this.compose({ turn })) {
        return this.group('turn', Array.from({ length: this.view.players }, (_, i) => ({
            id: `turn-${i + 1}`, label: this.t('edit.turn', i + 1), face: [String(i + 1)],
            picked: this.view.turn === i + 1, style: `b-p${i + 1} b-turn`, act: () => set(i + 1),
        })));
    }

    /** Chooses the tool of a key. @param {string} key @returns {boolean} whether there is one */
    useKey(key) {
        const tool = this.#toolList().find((one) => one.key === key);
        if (tool)
            this.#act(tool);
        return tool !== undefined;
    }

    /* ---- Inside ------------------------------------------------------------------------- */

    /** By how many quarters the board is to be turned. */
    #wanted() {
        const { side, turned = 0 } = this.view;
        return (side ? this.home(side) : 0) + turned & 3;
    }

    #title() {
        const title = this.t('label', this.api.title);
        return this.quarters ? `${title}. ${this.t(`turned.${this.quarters}`)}` : title;
    }

    /** The board has turned under the pointer, and under the focus. */
    #aimAgain() {
        this.hover(null);
        if (this.input.focused)
            this.arrive(this.input.current);
    }

    /** @param {string} square */
    #cell(square) {
        const cell = svg('g', {
            role: 'gridcell', class: 'b-cell', 'data-square': square, tabindex: -1,
        }, this.frame(square, 'b-hit', 0, 0));
        this.cells.set(square, cell);
        return cell;
    }

    /** Until the last animation ends, in milliseconds. */
    #timeLeft() {
        const ends = [...this.running].map(({ effect }) => effect?.getComputedTiming().endTime);
        return Math.max(0, ...ends.map(Number));
    }

    #toolList() {
        if (this.edit)
            return this.editTools();
        return this.showsTools() ? this.toolList() : [];
    }

    /** @returns {Tool[]} */
    #actionList() {
        /** @type {Tool[]} */
        const list = [];
        const move = this.pending;
        if (this.edit || !this.view.interactive)
            return list;
        if (move !== null)
            list.push({
                id: 'confirm', label: this.t('confirm', move), face: [this.t('confirm', move)],
                main: true, act: () => this.complete(move, false),
            });
        if (this.canStepBack())
            list.push({
                id: 'back', label: this.t('back'), face: [this.t('back')],
                act: () => this.stepBack(),
            });
        if (this.started())
            list.push({
                id: 'cancel', label: this.t('cancel'), face: [this.t('cancel')],
                act: () => this.cancel(),
            });
        if (this.mustPass())
            list.push({
                id: 'pass', label: this.t('pass'), face: [this.t('pass')], main: true,
                act: () => this.complete('pass', false),
            });
        return list;
    }

    /** @param {string} style */
    #toolbar(style) {
        return new Toolbar(style, {
            act: (tool) => this.#act(tool),
            drag: (down, button) => this.input.dragTool(down, button),
            lost: () => this.input.focus(),
        });
    }

    /** @param {Tool} tool */
    #act(tool) {
        this.api.onAct?.();
        this.blamed = [];
        if (this.edit || this.view.interactive)
            tool.act();
    }
}
