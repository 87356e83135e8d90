/* palette.js - the pen for drawing on a board: four colours, each a switch, and a button that clears the board. */
import { button, el } from '../dom.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';

const COLOURS = /** @type {const} */ (['G', 'R', 'B', 'Y']);

/** @param {(colour: string) => void} pick  empty: none any more @param {() => void} clear */
export function palette(pick, clear) {
    const pens = COLOURS.map((colour) => button(el('span', { class: `swatch b-drawn-${colour}` }), () => choose(colour), {
        class: 'pen', 'aria-pressed': 'false', 'aria-label': t(`draw.${colour}`), title: t(`draw.${colour}`),
    }));
    const wipe = button(icon('bin'), clear, { 'aria-label': t('draw.clear'), title: t('draw.clear') });
    let now = '';

    /** @param {string} colour */
    function choose(colour) {
        now = now === colour ? '' : colour;
        pens.forEach((pen, i) => pen.setAttribute('aria-pressed', String(COLOURS[i] === now)));
        pick(now);
    }

    /** @param {boolean} some  something is drawn */
    const show = (some) => {
        wipe.disabled = !some;
    };
    return {
        root: el('div', { class: 'palette', role: 'group', 'aria-label': t('draw.title') },
            el('div', { class: 'bar' }, pens, wipe), el('p', { class: 'help' }, t('draw.help'))),
        show,
    };
}
