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

    /** The level of the computer on a seat; null: a person has it. @param {number} seat  from 1 */
    #level(seat) {
        return levelNamed(this.study.names[seat - 1]);
    }

    /** The name of who plays as a player. @param {number} player  from 1 @param {number} [seat]  on another than at the place shown */
    name(player, seat = this.seatOf(player)) {
        const level = this.#level(seat);
        return seat === this.study.seat ? t('seat.you') : level !== null ? t('seat.computer', level)
            : this.study.names[seat - 1] || t('seat.player', player);
    }

    /** The seats by player after some moves. @param {string[]} moves */
    seatsAfter(moves) {
        const players = this.study.record.players ?? 2, swapped = moves.includes('swap');
        return Array.from({ length: players }, (_, i) => swapped ? players - i : i + 1);
    }

    /** Who reads what the rules say there. @param {number[]} [seats]  by player; without: at the place shown */
    viewer(seats = this.now()?.seats ?? this.seatsAfter([])) {
        return viewerAt(seats.map((seat, i) => ({ name: this.name(i + 1, seat), level: this.#level(seat) })),
            seats.indexOf(this.study.seat ?? 0) + 1);
    }
}
