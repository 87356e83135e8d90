/* lists.js - the words for rating lists and their numbers. */
import { titleOf } from '../game.js';
import { t } from '../i18n.js';

/** @typedef {import('../i18n.js').Key} Key */

/** @param {string} list */
export function listName(list) {
    const [game, sides, pace] = list.split('-');
    const words = [titleOf(game), t(/** @type {Key} */ (`seek.${pace}`))];
    return [...words, ...(sides === 'many' ? [t('home.players', t('home.range', 3, 4))] : [])].join(' · ');
}

/** A rating as a number; one that is not yet certain with a question mark. @param {Pick<import('../types.js').Rating, 'rating' | 'provisional'>} rating */
export const ratingWords = ({ rating, provisional }) => `${Math.round(rating)}${provisional ? '?' : ''}`;

/** The change of a rating by a game: "(+12)". @param {number} change */
export const changeWords = (change) => `(${change < 0 ? '\u2212' : '+'}${Math.abs(change)})`;

/** @param {string} name */
export const memberAddress = (name) => `#/member/${encodeURIComponent(name)}`;
