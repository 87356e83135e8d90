/* pictures.js - pictures of a match to take away: a position as SVG or PNG, a whole game as an animated GIF. */
import { RulesError, picture } from './rules.js';
import { encodeGif } from './gif.js';
import { lang } from './i18n.js';

/** @typedef {import('./types.js').MatchRecord} MatchRecord */

/** Widths in pixels, and milliseconds that a move and the end are shown. */
const PNG_WIDTH = 1200, GIF_WIDTH = 420, MOVE_MS = 900, END_MS = 3500;
/** A longer game loses its first moves. */
const FRAMES_MOST = 300;

/** The position after some moves, with the last of them marked. @param {MatchRecord} record @param {number} width
 * @param {number} [moves] */
async function svgOf({ ending, result, ...record }, width, moves = record.moves.length) {
    const options = { width, lang: lang(), dark: false, bare: Boolean(ending) }, last = record.moves[moves - 1];
    const match = { ...record, moves: record.moves.slice(0, moves) };
    const marked = last ? await picture(match, { ...options, marks: last }).catch((error) => {
        if (!(error instanceof RulesError))
            throw error;
        return null; // `swap` is not on the board
    }) : null;
    return marked ?? picture(match, options);
}

/** @param {string} svg @returns {Promise<HTMLCanvasElement>} */
async function drawn(svg) {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true })).drawImage(image, 0, 0);
    return canvas;
}

/** @type {Record<'svg' | 'png' | 'gif', (record: MatchRecord, progress: (part: number) => void) => Promise<Blob>>} */
export const makers = {
    svg: async (record) => new Blob([await svgOf(record, PNG_WIDTH)], { type: 'image/svg+xml' }),

    async png(record) {
        const canvas = await drawn(await svgOf(record, PNG_WIDTH));
        return new Promise((resolve, reject) => canvas.toBlob((blob) => blob ? resolve(blob) : reject(new Error('PNG')), 'image/png'));
    },

    async gif(record, progress) {
        const frames = [], count = record.moves.length + 1;
        for (let moves = Math.max(0, count - FRAMES_MOST); moves < count; moves++) {
            const canvas = await drawn(await svgOf(record, GIF_WIDTH, moves));
            frames.push(/** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, canvas.width, canvas.height));
            progress((moves + 1) / count);
        }
        const bytes = encodeGif(frames, (index) => index === frames.length - 1 ? END_MS : MOVE_MS);
        return new Blob([bytes], { type: 'image/gif' });
    },
};
