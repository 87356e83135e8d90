/*
 * input.js - mouse, finger and keyboard on a board. It finds out which square is
 * meant and tells the board; what that means is for the board to say.
 *
 * The squares are focused by keyboard only: a press leaves the focus where it is, so
 * that the arrow keys go on stepping through the moves of the game.
 */

import { colOf, rowOf, squareAt } from './squares.js';
import { hasFocus } from './svg.js';

/** @import { BoardBase } from './board.js' */
/** @import { Press } from './types.js' */

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
    ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
});

/** How far a pointer may slip in a press, in pixels. */
const SLIP = 10;
/** A click this long after the pointer went up is another one. */
const FRESH_MS = 800;

/** On the screen. @param {MouseEvent} a @param {MouseEvent} b */
const distance = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);

/** True while the page is used by keyboard: only then the focused square gets a frame. */
let byKey = true;
addEventListener('keydown', () => {
    byKey = true;
}, true);
addEventListener('pointerdown', () => {
    byKey = false;
}, true);

/** The board that was used last: keys that nothing else takes are for it. @type {Input | null} */
let latest = null;

/** @returns {Input | null} */
function inUse() {
    const boards = document.querySelectorAll('.board');
    return latest && (latest.used || boards.length === 1) && latest.board.root.isConnected ? latest : null;
}

addEventListener('keydown', (event) => {
    const [target] = event.composedPath(); // also where it is in an element's shadow
    const taken = event.defaultPrevented || target instanceof HTMLElement && target.isContentEditable ||
        target instanceof Element && target.closest('input, select, textarea, dialog, .board');
    if (!taken)
        inUse()?.hear(event);
});

export class Input {
    /** The square that has the focus, or will get it. */
    current = 'a1';
    /** @type {string | null} where a press on the board began */
    #pressed = null;
    /** @type {PointerEvent | null} the event that began it */
    #down = null;
    /** @type {PointerEvent | null} the event that ended the last one */
    #up = null;

    /** @param {BoardBase} board */
    constructor(board) {
        this.board = board;
        this.used = false;
        if (board.api.picture)
            return;
        latest = this;
        this.#listen(board.svg);
        board.root.addEventListener('keydown', (event) => this.hear(event));
    }

    #use() {
        this.used = true;
        latest = this;
    }

    // ---- The focus ------------------------------------------------------------------

    get focused() {
        return hasFocus(this.board.grid);
    }

    /** @param {string} square @param {boolean} focus */
    goTo(square, focus) {
        const { cells } = this.board;
        cells.get(this.current)?.setAttribute('tabindex', '-1');
        this.current = square;
        const cell = cells.get(square);
        cell?.setAttribute('tabindex', '0');
        if (focus)
            cell?.focus({ preventScroll: true });
    }

    /** The focus goes to the board, for those who need it there. */
    focus() {
        if (byKey)
            this.board.cells.get(this.current)?.focus({ preventScroll: true });
    }

    #showRing() {
        const { board, current } = this;
        board.ring.replaceChildren(...(this.focused && byKey ? [
            board.frame(current, 'b-ring-out', 1), board.frame(current, 'b-ring-in', 1),
        ] : []));
    }

    // ---- Pointers ---------------------------------------------------------------------

    /** Where an event lies in the drawing. @param {MouseEvent} event
     * @param {PointerEvent | null} [down]  where the press began @returns {Press} */
    #point(event, down = this.#down) {
        const matrix = this.board.svg.getScreenCTM();
        const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
        const far = down ? distance(event, down) : 0;
        const touch = event instanceof PointerEvent && event.pointerType
            ? event.pointerType === 'touch' : down?.pointerType === 'touch';
        return { x: point.x, y: point.y, touch, moved: far > SLIP, named: false };
    }

    /** A press without a pointer. @param {string} square @returns {Press} */
    #named(square) {
        return { ...this.board.at(square), touch: false, moved: false, named: true };
    }

    /** @param {string} square @param {Press} press */
    #press(square, press) {
        const { board } = this;
        this.#use();
        board.api.onAct?.();
        board.stop();
        this.goTo(square, false);
        this.#showRing();
        if (board.drawing.press(square, press.named))
            return;
        if (board.edit) {
            board.editPress(square, press);
        } else if (board.view.interactive) {
            board.blamed = [];
            board.press(square, press);
        }
    }

    /** @param {SVGSVGElement} svg */
    #listen(svg) {
        const { board } = this;
        const playing = () => board.view.interactive && !board.edit;
        svg.addEventListener('mousedown', (event) => event.preventDefault());
        svg.addEventListener('pointerdown', (event) => {
            const point = this.#point(event, null);
            this.#down = event;
            this.#pressed = board.squareIn(point.x, point.y);
            board.drawing.down(event, this.#pressed);
        });
        svg.addEventListener('pointermove', (event) => {
            const point = this.#point(event);
            if (board.drawing.move(board.squareIn(point.x, point.y), point.moved))
                return;
            if (playing() && (!point.touch || this.#pressed))
                board.hover(board.squareIn(point.x, point.y), point);
        });
        svg.addEventListener('pointerup', (event) => {
            const point = this.#point(event);
            const from = this.#pressed, to = board.squareIn(point.x, point.y);
            this.#pressed = null;
            this.#up = event;
            if (board.drawing.up())
                return;
            if (from && to && from !== to && playing())
                board.drag(from, to, point);
        });
        for (const type of ['pointerleave', 'pointercancel'])
            svg.addEventListener(type, () => {
                this.#pressed = null;
                board.drawing.cancel();
                board.hover(null);
            });
        svg.addEventListener('contextmenu', (event) => board.drawing.open && event.preventDefault());
        // A finger that draws does not scroll.
        svg.addEventListener('touchmove', (event) => board.drawing.active && event.preventDefault(), { passive: false });
        svg.addEventListener('click', (event) => this.#click(event));
        // Not on the drawing: an SVG element with focus listeners is a stop of the Tab key.
        const frame = board.seats.root;
        frame.addEventListener('focusin', (event) => {
            const { target } = event;
            const square = target instanceof Element && target.getAttribute('data-square');
            if (square) {
                this.#use();
                this.goTo(square, false);
                this.#showRing();
            }
        });
        frame.addEventListener('focusout', () => board.ring.replaceChildren());
    }

    /** A click, also one that comes from assistive technology and has no place. Browsers move the
     * place of a tap to what they think is meant, so that of the pointer counts; between two
     * squares there may be a line of pixels that belongs to neither.
     * @param {MouseEvent} event */
    #click(event) {
        const cell = event.target instanceof Element && event.target.closest('[data-square]');
        const square = cell && cell.getAttribute('data-square');
        if (event.detail === 0) {
            if (square)
                this.#press(square, this.#named(square));
            return;
        }
        const fresh = this.#up !== null && event.timeStamp - this.#up.timeStamp < FRESH_MS;
        const point = this.#point(fresh && this.#up ? this.#up : event);
        const place = this.board.squareIn(point.x, point.y) ?? square;
        if (place)
            this.#press(place, point);
    }

    /** Follows a piece that is dragged from its button onto the board.
     * @param {PointerEvent} down @param {HTMLButtonElement} button */
    dragTool(down, button) {
        this.drag(down, button, (on) => {
            if (on && button.getAttribute('aria-pressed') !== 'true')
                button.click();
        });
    }

    /** Follows something that is dragged onto the board. @param {PointerEvent} down
     * @param {HTMLElement} from @param {(on: boolean) => void} hold  it has begun, or is over */
    drag(down, from, hold) {
        const { board } = this;
        let far = false;
        from.setPointerCapture(down.pointerId);
        const move = (/** @type {PointerEvent} */ event) => {
            if (!far && distance(event, down) < SLIP)
                return;
            if (!far)
                hold(true);
            far = true;
            const point = { ...this.#point(event, down), touch: false };
            board.hover(board.squareIn(point.x, point.y), point);
        };
        const up = (/** @type {PointerEvent} */ event) => {
            from.removeEventListener('pointermove', move);
            if (!far)
                return;
            from.addEventListener('click', (click) => click.stopImmediatePropagation(),
                { once: true, capture: true });
            const point = this.#point(event, down);
            const square = event.type === 'pointerup' ? board.squareIn(point.x, point.y) : null;
            if (square)
                this.#press(square, point);
            hold(false);
            board.hover(null);
        };
        from.addEventListener('pointermove', move);
        from.addEventListener('pointerup', up, { once: true });
        from.addEventListener('pointercancel', up, { once: true });
    }

    // ---- Keys -----------------------------------------------------------------------------

    /** @param {KeyboardEvent} event */
    hear(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || !this.#key(event))
            return;
        event.preventDefault();
        event.stopPropagation();
    }

    /** @param {KeyboardEvent} event @returns {boolean} whether the key meant something here */
    #key(event) {
        const { board } = this, step = ARROWS[event.key];
        const cell = event.target instanceof SVGElement && board.grid.contains(event.target);
        if (event.key === 'Escape') {
            const busy = board.started() || board.blamed.length > 0 || board.drawing.active;
            board.drawing.cancel();
            if (busy)
                board.cancel();
            return busy;
        }
        if (cell && step) {
            const meant = board.orientation.meant(...step);
            if (!board.arrowKey(...meant))
                this.#step(...meant);
            return true;
        }
        if (cell && (event.key === 'Home' || event.key === 'End')) {
            this.#step(...board.orientation.meant(event.key === 'Home' ? -9 : 9, 0));
            return true;
        }
        if (cell && (event.key === 'Enter' || event.key === ' ')) {
            this.#press(this.current, this.#named(this.current));
            this.#showRing();
            return true;
        }
        return board.useKey(event.key.toLowerCase());
    }

    /** @param {number} dx @param {number} dy */
    #step(dx, dy) {
        const { board } = this;
        const inside = (/** @type {number} */ n) => Math.min(board.shape.side - 1, Math.max(0, n));
        const col = inside(colOf(this.current) + dx), row = inside(rowOf(this.current) + dy);
        if (board.cells.get(squareAt(col, row))?.classList.contains('b-away'))
            return;
        this.goTo(squareAt(col, row), true);
        this.#showRing();
        board.arrive(this.current);
    }
}
