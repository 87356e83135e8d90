/*
 * What the four boards share: SVG and HTML elements, square names, reading
 * positions, and BoardBase, which owns everything but the look of one game.
 *
 * - Nothing here or in a board decides what is legal. A move exists if it is
 *   in `view.moves`; a half-built one is a filter on that list.
 * - The drawing always shows how things are now. An animation only plays the
 *   way there on top of it, so that cancelling one never shows a wrong board.
 * - The drawing itself is hidden from assistive technology; what can be
 *   focused is a grid of cells above it, each with a name and its contents.
 */

import { Orientation } from './orientation.js';

/** @import { Board, BoardApi, Mark, OnEdit, Press, Shape, Tool, View } from './types.js' */
/** @import { UpdateOptions } from './types.js' */

const SVG = 'http://www.w3.org/2000/svg';
const LETTERS = 'abcdefghi';

/** @typedef {Record<string, string | number | boolean | undefined>} Attributes */

/** @param {Element} element @param {Attributes} attributes */
export function setAttributes(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === undefined)
            element.removeAttribute(name);
        else
            element.setAttribute(name, String(value));
    }
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
    const element = document.createElementNS(SVG, tag);
    setAttributes(element, attributes);
    element.append(...children);
    return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    setAttributes(element, attributes);
    element.append(...children);
    return element;
}

/** A drawing that stands by itself between other text. @param {string} viewBox
 * @param {string} style @param {...Node} children */
export function icon(viewBox, style, ...children) {
    return svg('svg', { viewBox, class: style, 'aria-hidden': 'true' }, ...children);
}

/* The shapes have their middle at a point. `style` is a class, or `#name` to fill with a
 * pattern or gradient of that name. */

/** @param {string} style */
const paint = (style) => style[0] === '#' ? { fill: `url(${style})` } : { class: style };

/** @param {number} x @param {number} y @param {number} width @param {number} height
 * @param {string} style @param {number} [rx] */
export function rect(x, y, width, height, style, rx = 0) {
    return svg('rect', { x: x - width / 2, y: y - height / 2, width, height, rx, ...paint(style) });
}

/** @param {number} x @param {number} y @param {number} r @param {string} style
 * @param {number} [ry]  if it is an ellipse */
export function circle(x, y, r, style, ry = r) {
    return svg('ellipse', { cx: x, cy: y, rx: r, ry, ...paint(style) });
}

/** @param {string} d @param {string} style */
export function path(d, style) {
    return svg('path', { d, ...paint(style) });
}

/** @param {{x: number, y: number}} a @param {{x: number, y: number}} b @param {string} style */
export function line(a, b, style) {
    return svg('line', { x1: a.x, y1: a.y, x2: b.x, y2: b.y, ...paint(style) });
}

/** @param {number[][]} points @param {string} style */
export function polygon(points, style) {
    return svg('polygon', { points: points.join(' '), ...paint(style) });
}

/** @param {number} x @param {number} y @param {string | number} content
 * @param {string} style @param {number} size */
export function label(x, y, content, style, size) {
    return svg('text', { x, y, class: style, 'font-size': size }, String(content));
}

/** An arrow that stops short of both points by `gap`.
 * @param {{x: number, y: number}} a @param {{x: number, y: number}} b
 * @param {number} gap @param {string} style */
export function arrow(a, b, gap, style) {
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const ux = (b.x - a.x) / length, uy = (b.y - a.y) / length;
    const tip = { x: b.x - ux * gap, y: b.y - uy * gap };
    const neck = { x: tip.x - ux * 11, y: tip.y - uy * 11 };
    return svg('g', { class: `b-arrow ${style}` },
        line({ x: a.x + ux * gap, y: a.y + uy * gap }, neck, ''),
        polygon([[tip.x, tip.y], [neck.x - uy * 8, neck.y + ux * 8],
            [neck.x + uy * 8, neck.y - ux * 8]], ''));
}

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

/** Does a move say where? `pass` and `swap` do not. @param {string} move */
const hasPlace = (move) => /[a-i][1-9]/.test(move);

/** "b2:1,c3:12" as [["b2", "1"], ["c3", "12"]]. @param {string} [word] */
export function readList(word) {
    if (!word || word === '-')
        return [];
    return word.split(',').map((item) => item.split(':'));
}

/** What tells owners apart besides the colour: plain, ticks, dots, hatching.
 * @param {string} id  a prefix for the names of the patterns */
export function ownerPatterns(id) {
    /** @param {number} n @param {number} w @param {number} h @param {SVGElement} mark */
    const pattern = (n, w, h, mark) => svg('pattern', {
        id: `${id}-own${n}`, width: w, height: h, patternUnits: 'userSpaceOnUse',
    }, mark);
    return [
        pattern(1, 4, 4, svg('g')),
        pattern(2, 7, 7, rect(1, 3.5, 2, 7, 'b-own-mark')),
        pattern(3, 6, 6, circle(3, 3, 1.3, 'b-own-mark')),
        pattern(4, 8, 8, path('M0 8 8 0M-2 2 2-2M6 10 10 6', 'b-own-line')),
    ];
}

/** The grain of wood, to lay over a plate. @param {string} id */
export function grain(id) {
    const lines = ['M0 9Q40 3 90 10T180 8', 'M0 24Q30 30 70 23T140 27 180 24',
        'M0 41Q55 35 95 42T180 40', 'M20 52Q60 56 110 50', 'M0 66Q45 60 80 67T180 65',
        'M60 77Q100 81 150 76'];
    const units = { patternUnits: 'userSpaceOnUse' };
    return svg('pattern', { id: `${id}-grain`, width: 180, height: 86, ...units },
        path(lines.join(''), 'b-grain'));
}

const still = matchMedia('(prefers-reduced-motion: reduce)');
const ARROWS = /** @type {Record<string, [number, number]>} */ ({
    ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
});
/** @type {View} */
const NOTHING = {
    game: '', players: 2, options: {}, position: '', turn: 1, over: false, winners: null,
    moves: [], interactive: false,
};

let instances = 0;

/** On the screen. @param {MouseEvent} a @param {MouseEvent} b */
const distance = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);

/**
 * A board without its game. A subclass says how things look and what a press
 * means; the methods from `read` on are for it to replace.
 * @implements {Board}
 */
export class BoardBase {
    view = NOTHING;
    /** @type {View | null} the position before the last move, if known */
    before = null;
    /** Has the user been able to do something here? Then the place for it is kept. */
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
    /** The square that has the focus, or will get it. */
    current = 'a1';
    /** @type {Set<Animation>} */
    running = new Set();
    /** @type {string | null} where a press on the board began */
    pressed = null;
    /** @type {PointerEvent | null} the event that began it */
    down = null;
    /** @type {PointerEvent | null} the event that ended the last one */
    up = null;

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
        this.ring = svg('g', { class: 'b-ring' });
        this.grid = svg('g', { role: 'grid' });
        this.defs = svg('defs');
        this.svg = svg('svg', { class: 'b-svg', role: 'presentation' }, this.defs, this.plate,
            this.under, this.pieces, this.over, this.grid, this.ring);
        this.rack = html('div', { class: 'b-rack' });
        this.tools = html('div', { class: 'b-tools', role: 'group' });
        this.says = html('p', { class: 'b-prompt', 'aria-live': 'polite' });
        this.actions = html('div', { class: 'b-actions' });
        this.root = html('div', { class: `board board-${game}` }, this.svg, this.rack, this.tools,
            html('div', { class: 'b-foot' }, this.says, this.actions));
        this.#listen();
        host.append(this.root);
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
        const turns = this.#wanted() !== this.quarters;
        if (turns)
            this.layout(this.shape, this.current);
        if (!same || !view.interactive) {
            this.pending = null;
            this.reset();
        }
        this.render();
        if (turns)
            this.#aimAgain();
        if (options.animateFrom && options.lastMove && hasPlace(options.lastMove)) {
            this.animateMove(options.animateFrom, options.lastMove);
            this.animate(this.over, [{ opacity: 0 }, { opacity: 1 }],
                { delay: this.#timeLeft(), duration: 120 });
        }
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
        this.api.onPreview?.(null);
    }

    get quarters() {
        return this.orientation.quarters;
    }

    describe() {
        return [...this.cells.keys()].map((square) => ({ square, label: this.name(square) }));
    }

    destroy() {
        this.stop();
        this.root.remove();
    }

    /** @param {boolean} on @param {OnEdit} [onEdit] */
    setEditable(on, onEdit = () => {}) {
        this.edit = on ? onEdit : null;
        this.cancel();
    }

    /* ---- For a game ---------------------------------------------------------------------- */

    /** @param {string} key @param {...(string | number)} args */
    t(key, ...args) {
        return this.api.t(`board.${key}`, ...args);
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

    /** Makes the cells and the plate anew, in the order in which they are seen.
     * @param {Shape} shape @param {string} first  gets the focus first */
    layout(shape, first) {
        const focused = this.grid.contains(document.activeElement), { side, width, height } = shape;
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
        this.grid.replaceChildren(...rows);
        this.#goTo(first, focused);
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
        for (let rank = this.edit ? -1 : marks.length - 1; rank >= 0; rank--)
            this.drawMark(marks[rank], rank);
        for (const place of this.blamed)
            this.drawBlame(place);
    }

    /** Draws all that can change. */
    render() {
        this.under.replaceChildren();
        this.pieces.replaceChildren();
        this.root.classList.toggle('is-open', this.view.interactive || this.edit !== null);
        this.root.classList.toggle('is-live', this.live && !this.view.over || this.edit !== null);
        this.root.classList.toggle('is-editing', this.edit !== null);
        this.draw();
        this.overlay();
        for (const [square, cell] of this.cells)
            cell.setAttribute('aria-label', this.name(square));
        setAttributes(this.grid, { 'aria-label': this.#title() });
        setAttributes(this.tools, { 'aria-label': this.t('tools') });
        this.#buttons(this.tools, this.#toolList());
        this.#buttons(this.actions, this.#actionList());
        const says = this.edit ? this.t('edit') : this.view.interactive ? this.prompt() : '';
        if (this.says.textContent !== says)
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
        this.api.onPreview?.(move);
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
        if (still.matches)
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
        const { score = '' } = mark;
        const text = `${piece} ${score && score.length <= 6 ? score : rank + 1}`.trim();
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
        const { lastMove } = this.view;
        return lastMove && hasPlace(lastMove) ? lastMove : null;
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

    /** What a player has in hand, for the rack. @param {number} player @param {string} said
     * @param {...Node} children */
    hand(player, said, ...children) {
        const turn = !this.view.over && this.view.turn === player;
        return html('div', {
            class: `b-hand b-p${player}${turn ? ' is-turn' : ''}`, role: 'img', 'aria-label': said,
        }, html('span', { class: 'b-badge' }, String(player)), ...children);
    }

    /** Passing is a button, and there only if it is the one move. */
    mustPass() {
        return this.view.moves.length === 1 && this.view.moves[0] === 'pass';
    }

    /** Reads `this.view.position`. */
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
    /** Has something been chosen that can be abandoned? */
    started() {
        return this.pending !== null;
    }
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
    /** Does some legal move go on with this square? @param {string} square */
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
    /** Does an arrow key mean something else than the next square? The step is one on the board.
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

    /** Shows an edited position and tells the page; the words of its set-up stay.
     * @param {string[]} words @param {number} [turn] */
    report(words, turn = this.view.turn) {
        const setup = this.view.position.split(' ').filter((word) => word.includes('='));
        const position = [...setup, ...words].join(' ');
        this.view = { ...this.view, position, turn };
        this.read();
        this.render();
        this.edit?.(position);
    }

    /** The editor's switches for whose turn it is. @param {(player: number) => void} set */
    turnTools(set) {
        return Array.from({ length: this.view.players }, (_, i) => /** @type {Tool} */ ({
            id: `turn-${i + 1}`, label: this.t('edit.turn', i + 1), face: [`▸ ${i + 1}`],
            picked: this.view.turn === i + 1, style: `b-p${i + 1} b-turn`, act: () => set(i + 1),
        }));
    }

    /* ---- Inside ------------------------------------------------------------------------- */

    /** By how many quarters the board is to be turned. */
    #wanted() {
        const { side, turned = 0 } = this.view;
        return (side ? this.home(side) : 0) + turned & 3;
    }

    #title() {
        const title = this.t('label', this.t(`${this.game}.title`));
        return this.quarters ? `${title}. ${this.t(`turned.${this.quarters}`)}` : title;
    }

    /** The board has turned under the pointer, and under the focus. */
    #aimAgain() {
        this.hover(null);
        if (this.grid.contains(document.activeElement))
            this.arrive(this.current);
    }

    /** @param {string} square */
    #cell(square) {
        const cell = svg('g', {
            role: 'gridcell', class: 'b-cell', 'data-square': square, tabindex: -1,
        }, this.frame(square, 'b-hit', 0, 0));
        this.cells.set(square, cell);
        return cell;
    }

    /** @param {string} square @param {boolean} focus */
    #goTo(square, focus) {
        this.cells.get(this.current)?.setAttribute('tabindex', '-1');
        this.current = square;
        const cell = this.cells.get(square);
        cell?.setAttribute('tabindex', '0');
        if (focus)
            cell?.focus({ preventScroll: true });
    }

    #showRing() {
        const shown = this.cells.get(this.current)?.matches(':focus-visible');
        this.ring.replaceChildren(...(shown ? [
            this.frame(this.current, 'b-ring-out', 1), this.frame(this.current, 'b-ring-in', 1),
        ] : []));
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

    /** Brings the buttons in a bar up to date; those that stay keep the focus.
     * @param {HTMLElement} bar @param {Tool[]} list */
    #buttons(bar, list) {
        const old = new Map([...bar.children].map((b) => [b.getAttribute('data-id'), b]));
        const lost = bar.contains(document.activeElement);
        const wanted = list.map((tool) => {
            const known = old.get(tool.id);
            const button = known instanceof HTMLButtonElement ? known : this.#button(tool);
            old.delete(tool.id);
            setAttributes(button, {
                class: `b-tool ${tool.style ?? ''}`, 'aria-label': tool.label,
                'aria-pressed': tool.picked, 'aria-keyshortcuts': tool.key,
            });
            button.classList.toggle('is-faint', tool.faint ?? false);
            button.classList.toggle('is-main', tool.main ?? false);
            button.classList.toggle('b-drags', tool.drags ?? false);
            button.replaceChildren(...tool.face);
            button.onclick = () => this.#act(tool);
            return button;
        });
        for (const [, button] of old)
            button.remove();
        wanted.forEach((button, i) => {
            if (bar.children[i] !== button)
                bar.insertBefore(button, bar.children[i] ?? null);
        });
        bar.hidden = list.length === 0;
        if (lost && !bar.contains(document.activeElement))
            this.cells.get(this.current)?.focus({ preventScroll: true });
    }

    /** @param {Tool} tool */
    #act(tool) {
        this.blamed = [];
        if (this.edit || this.view.interactive)
            tool.act();
    }

    /** @param {Tool} tool */
    #button(tool) {
        const button = html('button', { type: 'button', 'data-id': tool.id });
        if (tool.drags)
            button.addEventListener('pointerdown', (event) => this.#dragTool(event, button));
        return button;
    }

    /** Follows a piece that is dragged from its button onto the board.
     * @param {PointerEvent} down @param {HTMLButtonElement} button */
    #dragTool(down, button) {
        let far = false;
        button.setPointerCapture(down.pointerId);
        const move = (/** @type {PointerEvent} */ event) => {
            if (!far && distance(event, down) < 10)
                return;
            if (!far && button.getAttribute('aria-pressed') !== 'true')
                button.click();
            far = true;
            const point = { ...this.#point(event, down), touch: false };
            this.hover(this.squareIn(point.x, point.y), point);
        };
        const up = (/** @type {PointerEvent} */ event) => {
            button.removeEventListener('pointermove', move);
            if (!far)
                return;
            button.addEventListener('click', (click) => click.stopImmediatePropagation(),
                { once: true, capture: true });
            const point = this.#point(event, down);
            const square = event.type === 'pointerup' ? this.squareIn(point.x, point.y) : null;
            if (square)
                this.#press(square, point);
            this.hover(null);
        };
        button.addEventListener('pointermove', move);
        button.addEventListener('pointerup', up, { once: true });
        button.addEventListener('pointercancel', up, { once: true });
    }

    /** Where an event lies in the drawing. @param {MouseEvent} event
     * @param {PointerEvent | null} [down]  where the press began @returns {Press} */
    #point(event, down = this.down) {
        const matrix = this.svg.getScreenCTM();
        const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
        const far = down ? distance(event, down) : 0;
        const touch = event instanceof PointerEvent && event.pointerType
            ? event.pointerType === 'touch' : down?.pointerType === 'touch';
        return { x: point.x, y: point.y, touch, moved: far > 10, named: false };
    }

    /** A press without a pointer. @param {string} square @returns {Press} */
    #named(square) {
        return { ...this.at(square), touch: false, moved: false, named: true };
    }

    /** @param {string} square @param {Press} press */
    #press(square, press) {
        this.stop();
        this.#goTo(square, false);
        if (this.edit) {
            this.editPress(square, press);
        } else if (this.view.interactive) {
            this.blamed = [];
            this.press(square, press);
        }
    }

    #listen() {
        const { svg: board, root } = this;
        board.addEventListener('pointerdown', (event) => {
            const point = this.#point(event, null);
            this.down = event;
            this.pressed = this.squareIn(point.x, point.y);
        });
        board.addEventListener('pointermove', (event) => {
            const point = this.#point(event);
            if (this.view.interactive && !this.edit && (!point.touch || this.pressed))
                this.hover(this.squareIn(point.x, point.y), point);
        });
        board.addEventListener('pointerup', (event) => {
            const point = this.#point(event);
            const from = this.pressed, to = this.squareIn(point.x, point.y);
            this.pressed = null;
            this.up = event;
            if (from && to && from !== to && this.view.interactive && !this.edit)
                this.drag(from, to, point);
        });
        for (const type of ['pointerleave', 'pointercancel'])
            board.addEventListener(type, () => {
                this.pressed = null;
                this.hover(null);
            });
        board.addEventListener('click', (event) => this.#click(event));
        board.addEventListener('focusin', (event) => {
            const { target } = event;
            const square = target instanceof Element && target.getAttribute('data-square');
            if (square) {
                this.#goTo(square, false);
                this.#showRing();
            }
        });
        board.addEventListener('focusout', () => this.ring.replaceChildren());
        root.addEventListener('keydown', (event) => {
            if (!event.ctrlKey && !event.metaKey && !event.altKey && this.#key(event)) {
                event.preventDefault();
                event.stopPropagation();
            }
        });
    }

    /** A click, also one that comes from assistive technology and has no place. Browsers move the
     * place of a tap to what they think is meant, so that of the pointer counts.
     * @param {MouseEvent} event */
    #click(event) {
        const cell = event.target instanceof Element && event.target.closest('[data-square]');
        const square = cell && cell.getAttribute('data-square');
        if (!square)
            return;
        if (event.detail === 0)
            return this.#press(square, this.#named(square));
        const fresh = this.up !== null && event.timeStamp - this.up.timeStamp < 800;
        const point = this.#point(fresh && this.up ? this.up : event);
        this.#press(this.squareIn(point.x, point.y) ?? square, point);
    }

    /** @param {KeyboardEvent} event @returns {boolean} whether the key meant something here */
    #key(event) {
        const cell = event.target instanceof SVGElement;
        const step = ARROWS[event.key];
        if (event.key === 'Escape') {
            const busy = this.started() || this.blamed.length > 0;
            if (busy)
                this.cancel();
            return busy;
        }
        if (cell && step) {
            const meant = this.orientation.meant(...step);
            if (!this.arrowKey(...meant))
                this.#step(...meant);
            return true;
        }
        if (cell && (event.key === 'Home' || event.key === 'End')) {
            this.#step(...this.orientation.meant(event.key === 'Home' ? -9 : 9, 0));
            return true;
        }
        if (cell && (event.key === 'Enter' || event.key === ' ')) {
            this.#press(this.current, this.#named(this.current));
            this.#showRing();
            return true;
        }
        const tool = this.#toolList().find((one) => one.key === event.key.toLowerCase());
        if (tool)
            this.#act(tool);
        return tool !== undefined;
    }

    /** @param {number} dx @param {number} dy */
    #step(dx, dy) {
        const inside = (/** @type {number} */ n) => Math.min(this.shape.side - 1, Math.max(0, n));
        const col = inside(colOf(this.current) + dx), row = inside(rowOf(this.current) + dy);
        this.#goTo(squareAt(col, row), true);
        this.#showRing();
        this.arrive(this.current);
    }
}
