/*
 * gif.js - an encoder for animated GIFs. Colours are counted at 5 bits per channel, and the 256 most frequent ones are
 * the palette: boards have few. Each frame holds only the rectangle that differs from the one before.
 */

/** @typedef {{ width: number, height: number, data: Uint8ClampedArray }} Pixels  four bytes each, as ImageData */

const COLOURS = 256;

/** The number of a colour: 15 bits. @param {Uint8ClampedArray} data @param {number} at */
const keyAt = (data, at) => (data[at] >> 3) << 10 | (data[at + 1] >> 3) << 5 | data[at + 2] >> 3;

/** Bytes that grow. */
class Bytes {
    #data = new Uint8Array(1 << 16);
    #used = 0;

    /** @param {...number} values */
    add(...values) {
        for (const value of values) {
            if (this.#used === this.#data.length) {
                const larger = new Uint8Array(2 * this.#data.length);
                larger.set(this.#data);
                this.#data = larger;
            }
            this.#data[this.#used++] = value;
        }
    }

    /** @param {number} value  of 16 bits */
    addWord(value) {
        this.add(value & 255, value >> 8);
    }

    /** @param {string} text */
    addText(text) {
        this.add(...Array.from(text, (letter) => letter.charCodeAt(0)));
    }

    taken() {
        return this.#data.slice(0, this.#used);
    }
}

/** Counts the colours of all frames. @param {Iterable<Pixels>} frames */
function paletteOf(frames) {
    const counts = new Uint32Array(1 << 15), sums = new Float64Array(3 << 15);
    for (const { data } of frames)
        for (let at = 0; at < data.length; at += 4) {
            const key = keyAt(data, at);
            counts[key]++;
            for (let i = 0; i < 3; i++)
                sums[3 * key + i] += data[at + i];
        }
    const keys = Array.from(counts.keys()).filter((key) => counts[key] > 0).sort((a, b) => counts[b] - counts[a]);
    const palette = keys.slice(0, COLOURS).map((key) => [0, 1, 2].map((i) => Math.round(sums[3 * key + i] / counts[key])));
    const indices = new Uint8Array(1 << 15);
    for (const key of keys) {
        const colour = [key >> 10, key >> 5 & 31, key & 31].map((part) => (part << 3) + 4);
        let best = 0, least = Infinity;
        for (let i = 0; i < palette.length && least > 0; i++) {
            const distance = palette[i].reduce((sum, part, c) => sum + (part - colour[c]) ** 2, 0);
            if (distance < least)
                [best, least] = [i, distance];
        }
        indices[key] = best;
    }
    return { palette, indices };
}

/** The part of a frame that differs from the one before. @param {Uint8Array} now @param {Uint8Array | null} before
 * @param {number} width @param {number} height */
function changedPart(now, before, width, height) {
    if (!before)
        return { x: 0, y: 0, width, height };
    let left = width, right = -1, top = height, bottom = -1;
    for (let i = 0; i < now.length; i++)
        if (now[i] !== before[i]) {
            const x = i % width, y = (i - x) / width;
            left = Math.min(left, x);
            right = Math.max(right, x);
            top = Math.min(top, y);
            bottom = y;
        }
    return right < 0 ? { x: 0, y: 0, width: 1, height: 1 } : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** LZW with codes of 9 to 12 bits, in blocks of 255 bytes. @param {Bytes} out @param {Iterable<number>} pixels */
function addCompressed(out, pixels) {
    const CLEAR = COLOURS, END = COLOURS + 1, MOST = 4096;
    /** @type {number[]} */
    const block = [];
    let bits = 0, held = 0, size = 9;
    const flush = (/** @type {number} */ least) => {
        while (block.length >= least && block.length > 0) {
            const part = block.splice(0, 255);
            out.add(part.length, ...part);
        }
    };
    const put = (/** @type {number} */ code) => {
        held |= code << bits;
        for (bits += size; bits >= 8; bits -= 8) {
            block.push(held & 255);
            held >>>= 8;
        }
        flush(255);
    };
    /** A prefix and a pixel, to the code of both. @type {Map<number, number>} */
    let known = new Map();
    let next = END + 1, prefix = -1;
    put(CLEAR);
    for (const pixel of pixels) {
        const key = prefix << 8 | pixel, code = prefix < 0 ? pixel : known.get(key);
        if (code !== undefined) {
            prefix = code;
            continue;
        }
        put(prefix);
        if (next < MOST) {
            known.set(key, next);
            if (next++ === 1 << size)
                size++;
        } else {
            put(CLEAR);
            known = new Map();
            next = END + 1;
            size = 9;
        }
        prefix = pixel;
    }
    put(prefix);
    put(END);
    if (bits > 0)
        block.push(held & 255);
    flush(0);
    out.add(0);
}

/** @param {Uint8Array} pixels @param {number} width @param {{ x: number, y: number, width: number, height: number }} part */
function* pixelsOf(pixels, width, part) {
    for (let y = part.y; y < part.y + part.height; y++)
        yield* pixels.subarray(y * width + part.x, y * width + part.x + part.width);
}

/** @param {Bytes} out @param {Uint8Array} now @param {number} width @param {ReturnType<typeof changedPart>} part
 * @param {number} delay  in milliseconds */
function addFrame(out, now, width, part, delay) {
    out.add(0x21, 0xf9, 4, 4); // what was there stays
    out.addWord(Math.round(delay / 10));
    out.add(0, 0, 0x2c);
    for (const measure of [part.x, part.y, part.width, part.height])
        out.addWord(measure);
    out.add(0, 8);
    addCompressed(out, pixelsOf(now, width, part));
}

/**
 * Encodes frames of equal size; the animation repeats.
 *
 * @param {Pixels[]} frames
 * @param {(index: number) => number} delay  milliseconds that a frame is shown
 */
export function encodeGif(frames, delay) {
    const { width, height } = frames[0], { palette, indices } = paletteOf(frames), out = new Bytes();
    out.addText('GIF89a');
    out.addWord(width);
    out.addWord(height);
    out.add(0xf7, 0, 0);
    for (let i = 0; i < COLOURS; i++)
        out.add(...palette[i] ?? [0, 0, 0]);
    out.add(0x21, 0xff, 11);
    out.addText('NETSCAPE2.0');
    out.add(3, 1, 0, 0, 0);
    /** @type {Uint8Array | null} */
    let before = null;
    frames.forEach(({ data }, index) => {
        const now = new Uint8Array(width * height);
        for (let i = 0; i < now.length; i++)
            now[i] = indices[keyAt(data, 4 * i)];
        addFrame(out, now, width, changedPart(now, before, width, height), delay(index));
        before = now;
    });
    out.add(0x3b);
    return out.taken();
}
