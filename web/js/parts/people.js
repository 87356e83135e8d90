/* people.js - who plays, in a list: one row for each player, with what there is to say of him. */
import { el, fill } from '../dom.js';
import { t } from '../i18n.js';

/** @typedef {import('../dom.js').Child} Child */

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {boolean} turn
 * @property {boolean} won
 * @property {Child} [more]    behind the name
 * @property {Child} [clock]
 */

export function peopleList() {
    const root = el('ul', { class: 'people', 'aria-label': t('play.people') });

    /** @param {Row[]} rows  by player */
    function show(rows) {
        fill(root, rows.map(({ name, turn, won, more, clock }, i) =>
            el('li', { class: `b-p${i + 1}${turn ? ' is-turn' : ''}` },
                el('span', { class: 'b-badge' }, String(i + 1)),
                el('span', { class: 'who' }, name),
                more,
                turn && el('span', { class: 'tag' }, t('play.toMove')),
                won && el('span', { class: 'tag' }, `★ ${t('play.winner')}`),
                clock)));
    }

    return { root, show };
}
