/*
 * qr.js - a text as a QR code (ISO/IEC 18004): bytes, error correction level M, versions 1 to
 * 10, which hold up to 213 bytes: more than any link of the site needs.
 *
 * A code is a square of modules, dark or light. Those of the fixed patterns are
 * `set` first; what is left takes the data, over which one of eight masks is laid.
 */

/** By version: codewords in all, error correction codewords per block, number of blocks. */
const VERSIONS = [
    [26, 10, 1], [44, 16, 1], [70, 26, 1], [100, 18, 2], [134, 24, 2],
    [172, 16, 4], [196, 18, 4], [242, 22, 4], [292, 22, 5], [346, 26, 5],
];

/** Where a mask turns a module over; x and y are its column and row. @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
    (x, y) => (x + y) % 2 === 0,
    (x, y) => y % 2 === 0,
    (x) => x % 3 === 0,
    (x, y) => (x + y) % 3 === 0,
    (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
    (x, y) => x * y % 2 + x * y % 3 === 0,
    (x, y) => (x * y % 2 + x * y % 3) % 2 === 0,
    (x, y) => ((x + y) % 2 + x * y % 3) % 2 === 0,
];

// ---- Codewords ------------------------------------------------------------------------

/** The product in the field of 256 elements. @param {number} a @param {number} b */
function times(a, b) {
    let product = 0;
    for (let bit = 7; bit >= 0; bit--) {
        product = product << 1 ^ (product >> 7) * 0x11d;
        product ^= (b >> bit & 1) * a;
    }
    return product;
}

/** The codewords for error correction of a block. @param {number[]} data @param {number} count */
function correction(data, count) {
    let divisor = [1];
    for (let i = 0, root = 1; i < count; i++, root = times(root, 2))
        divisor = [...divisor, 0].map((factor, k) => factor ^ (k > 0 ? times(divisor[k - 1], root) : 0));
    const rest = [...data, ...Array(count).fill(0)];
    for (let i = 0; i < data.length; i++)
        for (let k = count; k >= 0; k--)
            rest[i + k] ^= times(divisor[k], rest[i]);
    return rest.slice(data.length);
}

/** The remainder of a polynomial over bits. @param {number} value @param {number} divisor @param {number} degree */
function remainder(value, divisor, degree) {
    let rest = value << degree;
    for (let bit = 31 - Math.clz32(rest); bit >= degree; bit--)
        if (rest >> bit & 1)
            rest ^= divisor << bit - degree;
    return rest;
}

/** Mode, length, bytes, and what fills up the rest. @param {Uint8Array} bytes @param {number} version @param {number} room */
function dataWords(bytes, version, room) {
    const bits = [0, 1, 0, 0], width = version < 10 ? 8 : 16;
    const put = (/** @type {number} */ value, /** @type {number} */ count) => {
        for (let i = count - 1; i >= 0; i--)
            bits.push(value >> i & 1);
    };
    put(bytes.length, width);
    for (const byte of bytes)
        put(byte, 8);
    put(0, Math.min(4, 8 * room - bits.length));
    put(0, (8 - bits.length % 8) % 8);
    for (let filler = 0xec; bits.length < 8 * room; filler ^= 0xec ^ 0x11)
        put(filler, 8);
    return Array.from({ length: room }, (_, i) => parseInt(bits.slice(8 * i, 8 * i + 8).join(''), 2));
}

/** The codewords in blocks, in the order in which they are drawn. @param {Uint8Array} bytes @param {number} version */
function codewords(bytes, version) {
    const [all, extra, blocks] = VERSIONS[version - 1], data = dataWords(bytes, version, all - extra * blocks);
    const short = Math.floor(data.length / blocks), long = data.length % blocks;
    const parts = Array.from({ length: blocks }, (_, i) => {
        const start = i * short + Math.max(0, i - (blocks - long));
        return data.slice(start, start + short + (i >= blocks - long ? 1 : 0));
    });
    const checks = parts.map((part) => correction(part, extra));
    const woven = (/** @type {number[][]} */ lists, /** @type {number} */ length) =>
        Array.from({ length }, (_, i) => lists.flatMap((list) => i < list.length ? [list[i]] : [])).flat();
    return [...woven(parts, short + 1), ...woven(checks, extra)];
}

// ---- Modules ----------------------------------------------------------------------------

class Code {
    /** @param {number} version */
    constructor(version) {
        const side = 17 + 4 * version, last = side - 7, middle = version < 7 ? [] : [(last + 6) / 2];
        this.version = version;
        this.side = side;
        this.dark = Array.from({ length: side }, () => /** @type {boolean[]} */ (Array(side).fill(false)));
        this.set = Array.from({ length: side }, () => /** @type {boolean[]} */ (Array(side).fill(false)));
        for (let i = 0; i < side; i++) {
            this.put(i, 6, i % 2 === 0);
            this.put(6, i, i % 2 === 0);
        }
        for (const [x, y] of [[3, 3], [side - 4, 3], [3, side - 4]])
            this.#rings(x, y, 4);
        for (const y of version > 1 ? [6, ...middle, last] : [])
            for (const x of [6, ...middle, last])
                if (!(x === 6 && y === 6 || x === 6 && y === last || x === last && y === 6))
                    this.#rings(x, y, 2);
        this.format(0);
        this.#number();
    }

    /** @param {number} x @param {number} y @param {boolean} dark */
    put(x, y, dark) {
        if (x < 0 || y < 0 || x >= this.side || y >= this.side)
            return;
        this.dark[y][x] = dark;
        this.set[y][x] = true;
    }

    /** The rings that are looked for. @param {number} cx @param {number} cy @param {number} reach */
    #rings(cx, cy, reach) {
        for (let y = -reach; y <= reach; y++)
            for (let x = -reach; x <= reach; x++) {
                const ring = Math.max(Math.abs(x), Math.abs(y));
                this.put(cx + x, cy + y, reach === 2 ? ring !== 1 : ring !== 2 && ring !== 4);
            }
    }

    /** Level M and the mask, twice. @param {number} mask */
    format(mask) {
        const word = (mask << 10 | remainder(mask, 0x537, 10)) ^ 0x5412, { side } = this;
        for (let i = 0; i < 15; i++) {
            const dark = (word >> i & 1) === 1;
            const [x, y] = i < 6 ? [8, i] : i < 8 ? [8, i + 1] : i === 8 ? [7, 8] : [14 - i, 8];
            this.put(x, y, dark);
            if (i < 8)
                this.put(side - 1 - i, 8, dark);
            else
                this.put(8, side - 15 + i, dark);
        }
        this.put(8, side - 8, true);
    }

    /** The version, twice, from 7 on. */
    #number() {
        const { version, side } = this, word = version << 12 | remainder(version, 0x1f25, 12);
        for (let i = 0; version >= 7 && i < 18; i++) {
            const a = side - 11 + i % 3, b = Math.floor(i / 3), dark = (word >> i & 1) === 1;
            this.put(a, b, dark);
            this.put(b, a, dark);
        }
    }

    /** Fills in the data, two columns at a time, upwards and downwards in turn. @param {number[]} words */
    fill(words) {
        const { side } = this;
        let bit = 0;
        for (let right = side - 1, up = true; right > 0; right -= 2, up = !up) {
            if (right === 6)
                right = 5;
            for (let i = 0; i < side; i++)
                for (const x of [right, right - 1]) {
                    const y = up ? side - 1 - i : i;
                    if (!this.set[y][x]) {
                        this.dark[y][x] = (words[bit >> 3] >> 7 - (bit & 7) & 1) === 1;
                        bit++;
                    }
                }
        }
    }

    /** Lays a mask over the data, or takes it away. @param {number} mask */
    mask(mask) {
        for (let y = 0; y < this.side; y++)
            for (let x = 0; x < this.side; x++)
                if (!this.set[y][x] && MASKS[mask](x, y))
                    this.dark[y][x] = !this.dark[y][x];
    }

    /** How hard the code is to read. */
    badness() {
        const { dark, side } = this, columns = dark.map((_, x) => dark.map((row) => row[x]));
        let sum = 0, count = 0;
        for (const line of [...dark, ...columns]) {
            const text = line.map((one) => one ? '#' : '.').join('');
            for (const [run] of text.matchAll(/#{5,}|\.{5,}/g))
                sum += run.length - 2;
            sum += 40 * (text.match(/(?=#\.###\.#\.\.\.\.|\.\.\.\.#\.###\.#)/g) ?? []).length;
        }
        for (let y = 0; y < side; y++)
            for (let x = 0; x < side; x++) {
                count += dark[y][x] ? 1 : 0;
                if (x > 0 && y > 0 && dark[y][x] === dark[y - 1][x] && dark[y][x] === dark[y][x - 1] &&
                    dark[y][x] === dark[y - 1][x - 1])
                    sum += 3;
            }
        return sum + 10 * Math.floor(Math.abs(count / side ** 2 - 0.5) * 20);
    }
}

/**
 * The rows of a code, true for dark; the light margin of four modules is not among them.
 *
 * @param {string} text
 * @returns {boolean[][] | null} null if the text is too long
 */
export function qrCode(text) {
    const bytes = new TextEncoder().encode(text);
    const version = VERSIONS.findIndex(([all, extra, blocks], i) =>
        bytes.length + (i < 9 ? 2 : 3) <= all - extra * blocks) + 1;
    if (version === 0)
        return null;
    const code = new Code(version);
    code.fill(codewords(bytes, version));
    let best = 0, least = Infinity;
    for (let mask = 0; mask < MASKS.length; mask++) {
        code.mask(mask);
        code.format(mask);
        const badness = code.badness();
        if (badness < least) {
            least = badness;
            best = mask;
        }
        code.mask(mask);
    }
    code.mask(best);
    code.format(best);
    return code.dark;
}
