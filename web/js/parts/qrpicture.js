/* qrpicture.js - a link that a phone can read off the screen. */
import { svg } from '../boards/svg.js';
import { qrCode } from '../qr.js';

/** Modules of light around the code, as the standard wants it. */
const MARGIN = 4;

/** @param {string} address @param {string} name  of the picture @returns {SVGElement | null} null if it is too long */
export function qrPicture(address, name) {
    const rows = qrCode(address);
    if (!rows)
        return null;
    const side = rows.length + 2 * MARGIN;
    const runs = rows.flatMap((row, y) => row.flatMap((dark, x) => {
        if (!dark || row[x - 1])
            return [];
        const end = row.indexOf(false, x);
        return [`M${x + MARGIN} ${y + MARGIN}h${(end < 0 ? row.length : end) - x}v1H${x + MARGIN}z`];
    }));
    return svg('svg', { class: 'qr', viewBox: `0 0 ${side} ${side}`, role: 'img', 'aria-label': name },
        svg('path', { d: `M0 0h${side}v${side}H0z`, fill: '#fff' }), svg('path', { d: runs.join(''), fill: '#000' }));
}
