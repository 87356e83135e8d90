/* studypeople.js - the people of an analysis: names belong to seats, which players change by the pie rule. */
import { t } from '../i18n.js';
import { levelNamed, viewerAt } from './words.js';

export class StudyPeople {
    /** @param {import('../study.js').Study} study @param {() => import('../types.js').Snapshot | null} now  the place shown */
    constructor(study, now) {
        this.study = study;
        this.now = now;
    }

    /** Who plays as a player at the place shown: the seat. @param {number} player  from 1 */
    seatOf(player) {
        return this.now()?.seats[player - 1] ?? player;
    }

    /** The player whom the visitor plays at the place shown, if it is his own game; else 0. */
    get you() {
        return (this.now()?.seats.indexOf(this.study.seat ?? 0) ?? -1) + 1;
    }

    /** What is known of the name of who plays there. @param {number} player  from 1 */
    #known(player) {
        return this.study.names[this.seatOf(player) - 1] ?? '';
    }

    /** The level of the computer that plays there; null: a person does. @param {number} player  from 1 */
    #level(player) {
        return levelNamed(this.#known(player));
    }

    /** @param {number} player  from 1 */
    name(player) {
        const level = this.#level(player);
        return player === this.you ? t('seat.you') : level !== null ? t('seat.computer', level)
            : this.#known(player) || t('seat.player', player);
    }

    /** The viewer of a line's review. Names belong to people, numbers to seats, so a line with a
     * swap uses numbers alone. @param {string[]} moves */
    viewer(moves) {
        const { players } = this.study.record;
        if (moves.includes('swap'))
            return {};
        return viewerAt(Array.from({ length: players ?? 2 }, (_, i) =>
            ({ name: this.name(i + 1), level: this.#level(i + 1) })), this.you);
    }
}
