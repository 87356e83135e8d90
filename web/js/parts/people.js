/* people.js - the players at the edges of the board of an online game, and their quick chat. */
import { el } from '../dom.js';
import { t } from '../i18n.js';
import { sitterName } from './terms.js';

/** @typedef {import('../types.js').OnlineNow} OnlineNow */
/** @typedef {import('../boards/types.js').Person} Person */

/** Shows by shape whether a player is connected; the word follows the name. Its place is always
 * reserved, so that nothing moves when somebody connects or leaves. @param {boolean | null} here  null: not known */
function presence(here) {
    if (here === null)
        return el('span', { class: 'presence' });
    const word = t(here ? 'online.here' : 'online.away');
    return el('span', { class: `presence ${here ? 'is-here' : 'is-away'}`, role: 'img', 'aria-label': word, title: word });
}

/**
 * @param {OnlineNow} now
 * @param {number[]} seats  by player
 * @param {{ seat: number | null, live: boolean, said: Map<number, string>, faces?: HTMLElement[] }} seen
 *     seat: the visitor's; live: there is a line, so that it is known who is there; said, faces: by seat
 * @returns {Person[]} by player
 */
export function peopleAt(now, seats, { seat: own, live, said, faces }) {
    return seats.map((seat) => {
        const one = now.seats[seat - 1], words = said.get(seat);
        const other = one.kind === 'person' && one.taken && seat !== own, here = live ? one.here ?? false : null;
        return {
            name: sitterName(one),
            brief: one.kind === 'computer' ? t('seat.brief', one.level ?? '') : '',
            note: other && here === false ? t('online.away') : '',
            won: Array.isArray(now.result) && now.result.includes(seat),
            more: [
                ...(seat === own ? [el('span', { class: 'tag' }, t('online.you'))] : []),
                ...(other ? [presence(here)] : []),
                ...(words ? [el('span', { class: 'said' }, words)] : []),
            ],
            clock: faces?.[seat - 1],
        };
    });
}
