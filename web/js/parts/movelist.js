/* movelist.js - the moves of a game that goes straight on, in rounds. */
import { button, el, fill } from '../dom.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';

/** Shows an element in a list that scrolls, without moving the page, with the next picture: asked at once, the browser
 * would have to lay out the page twice. @param {HTMLElement} list @param {Element | null} current  none: the beginning */
export function scrollTo(list, current) {
    requestAnimationFrame(() => {
        list.scrollTop = current instanceof HTMLElement
            ? current.offsetTop - (list.clientHeight - current.offsetHeight) / 2 : 0;
    });
}

/**
 * The buttons to step through the moves, and perhaps the one that turns the board.
 *
 * @param {Record<'first' | 'back' | 'on' | 'last', () => void>} acts
 * @param {HTMLButtonElement} [turner]
 */
export function stepBar(acts, turner) {
    const steps = /** @type {const} */ (['first', 'back', 'on', 'last']);
    return el('div', { class: 'bar steps', role: 'group', 'aria-label': t('moves.steps') },
        steps.map((step) => button(icon(step), () => acts[step](), {
            'aria-label': t(`moves.${step}`), title: t(`moves.${step}`),
        })), turner);
}

/**
 * A move list. `pick` gets how many moves have been played at the place that
 * was chosen.
 *
 * @param {(count: number) => void} pick
 */
export function moveList(pick) {
    const list = el('ol', { class: 'moves', 'aria-label': t('moves.title'), tabindex: 0 });

    /**
     * @param {string[]} moves
     * @param {number} shown   how many of them have been played on the board that is shown
     * @param {import('../types.js').Entry[]} entries  who made them
     */
    function show(moves, shown, entries) {
        /** @type {HTMLLIElement | null} */
        let row = null;
        /** @type {HTMLLIElement[]} */
        const rows = [];
        moves.forEach((move, i) => {
            if (!row || entries[i].player === 1)
                rows.push(row = el('li', {}));
            row.append(el('button', {
                type: 'button', class: 'move', 'aria-current': i + 1 === shown ? 'true' : null,
                onclick: () => pick(i + 1),
            }, move));
        });
        fill(list, rows);
        scrollTo(list, list.querySelector('[aria-current]'));
    }

    return { root: list, show };
}
