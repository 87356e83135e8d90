/* people.js - the players at the edges of the board of an online game, and their quick chat. */
import { svg } from '../boards/svg.js';
import { el } from '../dom.js';
import { t } from '../i18n.js';
import { changeWords, ratingWords } from './lists.js';
import { occupantName } from './terms.js';

/** @typedef {import('../types.js').OnlineNow} OnlineNow */
/** @typedef {import('../boards/types.js').Person} Person */

const BARS = [1, 2, 3, 4];

/** Shows by shape whether a player is connected, and how well; the word follows the name. Its place is always
 * reserved, so that nothing moves when somebody connects or leaves. @param {boolean | null} here  null: not known
 * @param {number} lag  4 (good) to 1, 0: not known */
function presence(here, lag) {
    if (here === null)
        return el('span', { class: 'presence' });
    const word = here && lag > 0 ? t('online.signal', lag) : t(here ? 'online.here' : 'online.away');
    return el('span', { class: `presence ${here ? 'is-here' : 'is-away'}`, role: 'img', 'aria-label': word, title: word },
        here && svg('svg', { viewBox: '0 0 16 16' }, ...BARS.map((bar) =>
            svg('rect', { x: 4 * bar - 4, y: 16 - 4 * bar, width: 3, height: 4 * bar, class: lag === 0 || bar <= lag ? '' : 'is-off' }))));
}

/** The rating of a player, and what the game has done to it. @param {import('../types.js').OnlineSeat} seat */
const ratingOf = ({ rating, change }) => rating && el('span', { class: 'rating' },
    ratingWords(rating), change !== undefined && el('span', { class: 'change' }, ` ${changeWords(change)}`));

/**
 * @param {OnlineNow} now
 * @param {number[]} seats  by player
 * @param {{ seat: number | null, live: boolean, lag: number[], said: Map<number, string>, faces?: HTMLElement[] }} seen
 *     seat: the visitor's; live: there is a line, so that it is known who is there; lag, said, faces: by seat
 * @returns {Person[]} by player
 */
export function peopleAt(now, seats, { seat: own, live, lag, said, faces }) {
    return seats.map((seat) => {
        const one = now.seats[seat - 1], words = said.get(seat);
        const other = one.kind === 'person' && one.taken && seat !== own, here = live ? one.here ?? false : null;
        const rating = ratingOf(one), quality = lag[seat - 1] ?? 0;
        return {
            name: occupantName(one),
            brief: one.kind === 'computer' ? t('seat.brief', one.level ?? '') : '',
            note: other && here === false ? t('online.away') : '',
            won: Array.isArray(now.result) && now.result.includes(seat),
            more: [
                ...(rating ? [rating] : []),
                ...(seat === own ? [el('span', { class: 'tag' }, t('online.you'))] : []),
                ...(other ? [presence(here, quality)] : seat === own ? [presence(quality > 0 || null, quality)] : []),
                ...(words ? [el('span', { class: 'said' }, words)] : []),
            ],
            clock: faces?.[seat - 1],
        };
    });
}
