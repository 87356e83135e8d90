/*
 * Nim: a column of stones for each heap. A press on a stone takes it and all that lie
 * above it.
 */

import { BoardBase } from '../../js/boards/board.js';
import { colOf, hasPlace, rowOf, squareAt } from '../../js/boards/squares.js';
import { circle, rect } from '../../js/boards/svg.js';

/** @import { Board, BoardApi, Mark, Press } from '../../js/boards/types.js' */

const SIDE = 9, PITCH = 40;

class Nim extends BoardBase {
    /** @param {HTMLElement} host @param {BoardApi} api */
    constructor(host, api) {
        super(host, api, 'nim', '');
        /** @type {number[]} */
        this.heaps = [];
        this.layout({ side: SIDE, width: SIDE * PITCH, height: SIDE * PITCH, x: 0, y: 0, pitch: PITCH }, 'a1');
    }

    read() {
        const stones = Object.keys(this.view.pieces);
        this.heaps = [...'abcdef'].map((heap) => stones.filter((place) => place[0] === heap).length);
    }

    /** The move that takes this stone and those above it. @param {string} square */
    #move(square) {
        const heap = colOf(square);
        return `${square[0]}${(this.heaps[heap] ?? 0) - rowOf(square)}`;
    }

    /** @param {string} square */
    open(square) {
        return this.view.moves.includes(this.#move(square));
    }

    /** @param {string} square @param {Press} press */
    press(square, { touch }) {
        const move = this.#move(square);
        if (this.open(square))
            this.complete(move, touch);
        else
            this.refuse(move);
    }

    /** @param {string} square */
    contents(square) {
        return this.t(rowOf(square) < (this.heaps[colOf(square)] ?? 0) ? 'stone' : 'empty');
    }

    prompt() {
        return this.pending === null ? this.t('start') : this.t('again');
    }

    editTools() {
        return this.turnTools();
    }

    /** Puts stones up to this square, or takes the highest away. @param {string} square */
    editPress(square) {
        const heap = colOf(square), row = rowOf(square), stones = this.heaps[heap] === row + 1 ? row : row + 1;
        const others = Object.entries(this.view.pieces).filter(([place]) => colOf(place) !== heap);
        const own = Array.from({ length: stones }, (_, i) => [squareAt(heap, i), [{ kind: 'stone' }]]);
        this.compose({ pieces: Object.fromEntries([...others, ...own]) });
    }

    drawPlate() {
        const { width, height } = this.shape;
        this.plate.append(rect(width / 2, height / 2, width, height, 'nim-table', 8));
    }

    draw() {
        this.heaps.forEach((count, heap) => {
            for (let row = 0; row < count; row++) {
                const { x, y } = this.at(squareAt(heap, row));
                this.pieces.append(circle(x, y, PITCH * 0.4, 'nim-stone'));
            }
        });
    }

    /** @param {Mark} mark */
    drawMark({ move }) {
        const heap = colOf(move);
        if (hasPlace(move))
            this.over.append(this.frame(squareAt(heap, this.heaps[heap] - Number(move[1])), 'b-hint'));
    }
}

/** @param {HTMLElement} host @param {BoardApi} api @returns {Board} */
export function create(host, api) {
    return new Nim(host, api);
}
