/*
 * drawing.js - squares and arrows that somebody draws on a board: with the right button, after a long press, or with
 * the pen, which every press uses while it is chosen. In words as records have them: `Gb2`, `Rb2c3`.
 */

import { colOf, rowOf } from './squares.js';
import { arrow } from './svg.js';

/** @import { BoardBase } from './board.js' */

/** How long a finger rests before it draws. */
const HOLD_MS = 450;

/** @param {MouseEvent} event */
const colourOf = ({ shiftKey, ctrlKey, altKey }) => altKey ? shiftKey || ctrlKey ? 'Y' : 'B' : shiftKey || ctrlKey ? 'R' : 'G';

export class Drawing {
    /** The colour of the pen; empty: a press plays. */
    pen = '';
    /** Where a drawing has begun, and where it would end now. @type {string | null} */
    #from = null;
    /** @type {string | null} */
    #to = null;
    #colour = 'G';
    #timer = 0;
    /** The finger that has just drawn plays nothing. */
    #drew = false;

    /** @param {BoardBase} board */
    constructor(board) {
        this.board = board;
        this.layer = board.layer('drawn');
    }

    /** True if the user can draw on the board. */
    get open() {
        return Boolean(this.board.api.onDraw) && !this.board.edit;
    }

    get active() {
        return this.#from !== null;
    }

    // ---- By pointer -------------------------------------------------------------------

    /** @param {PointerEvent} event @param {string | null} square */
    down(event, square) {
        this.cancel();
        this.#drew = false;
        if (!this.open || !square)
            return;
        if (event.button === 2)
            this.#begin(square, colourOf(event));
        else if (this.pen)
            this.#hold(square, this.pen);
        else if (event.pointerType === 'touch')
            this.#timer = setTimeout(() => {
                this.#hold(square, 'G');
                navigator.vibrate?.(12);
            }, HOLD_MS);
    }

    /** @param {string | null} square @param {boolean} moved  further than a finger slips
     * @returns {boolean} whether it belongs to a drawing */
    move(square, moved) {
        if (!this.active) {
            if (moved)
                clearTimeout(this.#timer);
            return false;
        }
        this.#to = square;
        this.render();
        return true;
    }

    /** @returns {boolean} whether it ended a drawing */
    up() {
        const from = this.#from, to = this.#to;
        this.cancel();
        if (from && to)
            this.#tell(from, to);
        return from !== null;
    }

    cancel() {
        clearTimeout(this.#timer);
        this.#from = this.#to = null;
        this.render();
    }

    /** A square is chosen. By keyboard the first choice with the pen begins an arrow and the second ends it; the same
     * square twice is marked. By pointer all of it has been drawn. @param {string} square @param {boolean} named
     * @returns {boolean} whether it is for a drawing */
    press(square, named) {
        if (!named || !this.open || !this.pen)
            return !named && this.#drew;
        if (this.#from) {
            this.#to = square;
            this.up();
        } else {
            this.#begin(square, this.pen);
        }
        return true;
    }

    /** Draws with the pointer that plays otherwise. @param {string} square @param {string} colour */
    #hold(square, colour) {
        this.#begin(square, colour);
        this.#drew = true;
    }

    /** @param {string} square @param {string} colour */
    #begin(square, colour) {
        this.#from = this.#to = square;
        this.#colour = colour;
        this.render();
    }

    /** @param {string} from @param {string} to */
    #word = (from, to) => this.#colour + from + (from === to ? '' : to);

    /** @param {string} from @param {string} to */
    #tell(from, to) {
        this.board.api.onDraw?.(this.#word(from, to));
    }

    // ---- The picture --------------------------------------------------------------------

    render() {
        const words = [...this.board.view.drawings ?? []];
        if (this.#from && this.#to)
            words.push(this.#word(this.#from, this.#to));
        this.layer.replaceChildren(...words.flatMap((word) => this.#shape(word)));
    }

    /** @param {string} word */
    #shape(word) {
        const { board } = this, { side, pitch } = board.shape, from = word.slice(1, 3), to = word.slice(3);
        if ([from, to || from].some((square) => colOf(square) >= side || rowOf(square) >= side))
            return [];
        const style = `b-drawn-${word[0]}`;
        return to ? [arrow(board.at(from), board.at(to), pitch * 0.16, `is-drawn ${style}`)]
            : [board.frame(from, `b-drawn-square ${style}`, pitch * 0.06, pitch * 0.12)];
    }
}
