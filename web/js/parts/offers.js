/* offers.js - offers between the players of an online game: a draw, a take-back, a rematch, other seats. */
import { button, el, linkButton } from '../dom.js';
import { say, t } from '../i18n.js';

/** @typedef {import('../types.js').OnlineNow} OnlineNow */

/**
 * The offers that the state of the game allows, and the answers to pending ones.
 *
 * @param {OnlineNow} now
 * @param {number | null} seat  the visitor's, if he sits there
 * @param {{ nameOf: (seat: number) => string, ask: (message: object) => void, swap: (() => void) | null }} acts
 *     swap: if that is possible
 * @returns {import('../dom.js').Child}
 */
export function offerBox(now, seat, { nameOf, ask, swap }) {
    const { offer } = now;
    if (now.rematch)
        return linkButton(t('online.next'), `#/online/${now.rematch}`, { class: 'button main' });
    if (!offer)
        return swap && [el('p', {}, t('play.offer')), button(t('play.swap'), swap, { class: 'main' })];
    const answer = (/** @type {string} */ word) => () => ask({ type: offer.kind, answer: word });
    if (seat === null || offer.seat === seat || offer.accepted.includes(seat)) {
        const how = seat === null ? 'offered' : offer.seat === seat ? 'mine' : 'accepted';
        return [el('p', {}, say(`online.${offer.kind}.${how}`, nameOf(offer.seat))),
            how === 'mine' && button(t('online.withdraw'), answer('decline'), { class: 'small' })];
    }
    return [el('p', {}, say(`online.${offer.kind}.offered`, nameOf(offer.seat))),
        el('div', { class: 'row' },
            button(t('online.accept'), answer('accept'), { class: 'main' }),
            button(t('online.decline'), answer('decline')))];
}
