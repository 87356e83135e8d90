/* result.js - on home, how the last game ended, and the way to its review. */
import { el, button, linkButton } from '../dom.js';
import { t } from '../i18n.js';
import { part } from '../later.js';
import { tickets } from '../online.js';
import { ownSeat, savedGames } from '../saved.js';
import { thumbnail } from '../parts/miniature.js';
import { nameAt, opponents } from '../parts/words.js';
import { go } from '../router.js';
import { titleOf } from '../game.js';

/** @typedef {import('../types.js').MatchRecord} MatchRecord */
/** A game that is over, wherever it was played. `people`: by seat, as studies name them.
 * @typedef {{ id: string, record: MatchRecord, seat: number, won?: number[], who: string, people: string[], href: string, touched: number }} Over */

/** @returns {Over | undefined} */
function lastOver() {
    const near = savedGames().filter(({ over }) => over).map((game) => ({
        id: game.id, record: game.record, seat: ownSeat(game), won: game.won, who: opponents(game), href: `#/play/${game.id}`, touched: game.touched,
        people: game.seats.map((seat, i) => seat.kind === 'computer' ? `level:${seat.level}` : nameAt(game, i + 1)),
    }));
    const far = tickets().flatMap(({ id, ended, seat, people, touched }) => ended ? [{
        id, record: ended.record, seat: seat ?? 0, won: Array.isArray(ended.result) ? ended.result : [], who: people.join(' – '),
        people: ended.seats.map(({ kind, level, name }) => kind === 'computer' ? `level:${level}` : name ?? ''), href: `#/online/${id}`, touched,
    }] : []);
    return [...near, ...far].sort((a, b) => b.touched - a.touched)[0];
}

/** @param {Over} game */
const saidOf = ({ won, seat, people }) => !won ? t('online.ended') : won.length === 0 ? t('games.drawn') : !seat ? t('games.wonBy', won.map((one) => people[one - 1]).join(', '))
    : t(won.includes(seat) ? 'games.youWon' : 'games.youLost');

/** @param {AbortSignal} signal  home is left @returns {HTMLElement | false} */
export function section(signal) {
    const last = lastOver();
    if (!last)
        return false;
    const review = button(t('home.review'), async () => {
        const { studyOf } = (await part('rest')).modules['js/study.js'];
        if (!signal.aborted)
            go(`#/study/${studyOf(last.record, last.people, { source: last.id, seat: last.seat })}`);
    }, { class: 'main' });
    return el('section', { class: 'panel entry result' },
        el('a', { class: 'kept-game', href: last.href }, thumbnail(last.record, { seat: last.seat, signal }),
            el('span', { class: 'what' }, el('strong', {}, saidOf(last)), el('span', {}, titleOf(last.record.game)), el('span', { class: 'soft' }, last.who))),
        el('div', { class: 'row' }, review, linkButton(t('home.stats'), '#/stats')));
}
