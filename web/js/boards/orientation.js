/*
 * Which side of a board is at the bottom of the screen.
 *
 * A board is seen after 0 to 3 quarter turns against the clock. The names of
 * squares and directions stay; only where they are seen changes. A step is
 * along the letters and the numbers on the board, to the right and up on the
 * screen. Squares and places are counted from 0: the square from a1, the
 * place from the lower left.
 */

/** @typedef {[x: number, y: number]} Pair */

/** @param {number} quarters  any number @param {number} x @param {number} y @returns {Pair} */
function turned(quarters, x, y) {
    switch (quarters & 3) {
    case 1:
        return [-y, x];
    case 2:
        return [-x, -y];
    case 3:
        return [y, -x];
    default:
        return [x, y];
    }
}

export class Orientation {
    /** @param {number} side  squares along each edge of the board @param {number} quarters */
    constructor(side, quarters) {
        this.middle = (side - 1) / 2;
        this.quarters = quarters;
    }

    /** The step on the screen of a step on the board. @param {number} dx @param {number} dy */
    seen(dx, dy) {
        return turned(this.quarters, dx, dy);
    }

    /** The step on the board of a step on the screen. @param {number} dx @param {number} dy */
    meant(dx, dy) {
        return turned(-this.quarters, dx, dy);
    }

    /** The place where a square is seen. @param {number} col @param {number} row @returns {Pair} */
    place(col, row) {
        const { middle } = this, [x, y] = this.seen(col - middle, row - middle);
        return [x + middle, y + middle];
    }

    /** The square that is seen at a place. @param {number} x @param {number} y @returns {Pair} */
    square(x, y) {
        const { middle } = this, [col, row] = this.meant(x - middle, y - middle);
        return [col + middle, row + middle];
    }

    /** True if letters are at the left and numbers at the bottom. */
    get sideways() {
        return this.quarters % 2 === 1;
    }
}
