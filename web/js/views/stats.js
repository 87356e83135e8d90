/* stats.js - the visitor's statistics: results by game and opponent, accuracy of reviewed games, puzzle ratings, streak. */
import { cards } from '../game.js';
import { el, fill, linkButton } from '../dom.js';
import { number, plural, t } from '../i18n.js';
import { tickets } from '../online.js';
import { calendar, linePlot, sharesBar } from '../parts/plot.js';
import { dayOf, daysOf, hasRating, myRating, solvedByDay, streak } from '../puzzles.js';
import { ownSeat, savedGames } from '../saved.js';
import { savedStudies } from '../study.js';

/** A game that the visitor has finished. against: the level of the computer; -1: people; -2: several levels.
 * @typedef {{ game: string, against: number, result: 'won' | 'drawn' | 'lost' }} Finished */

/** @param {number[]} won  seats @param {number} seat @returns {Finished['result']} */
const resultOf = (won, seat) => won.length === 0 ? 'drawn' : won.includes(seat) ? 'won' : 'lost';

/** @returns {Finished[]} */
function finished() {
    const near = savedGames().filter((game) => game.over && game.won && ownSeat(game) && !game.practice).map((game) => {
        const levels = [...new Set(game.seats.flatMap((seat) => seat.kind === 'computer' ? [seat.level] : []))];
        return { game: game.record.game, against: levels.length === 1 ? levels[0] : -2, result: resultOf(game.won ?? [], ownSeat(game)) };
    });
    const far = tickets().flatMap(({ ended, seat }) => ended && seat
        ? [{ game: ended.record.game, against: -1, result: resultOf(Array.isArray(ended.result) ? ended.result : [], seat) }] : []);
    return [...near, ...far];
}

/** @param {number} against */
const againstText = (against) => against >= 0 ? t('seat.computer', against) : t(against === -1 ? 'stats.people' : 'stats.several');

/** Results of one game, a row for each kind of opponent. @param {string} title @param {Finished[]} list */
function gameTable(title, list) {
    const kinds = [...new Set(list.map(({ against }) => against))].sort((a, b) => a - b);
    return el('table', { class: 'stats-table' }, el('caption', {}, title),
        el('thead', {}, el('tr', {}, ['games.opponent', 'games.won', 'games.drawn', 'games.lost', 'stats.share'].map((key) =>
            el('th', { scope: 'col' }, t(/** @type {import('../i18n.js').Key} */ (key)))))),
        el('tbody', {}, kinds.map((against) => {
            const count = (/** @type {Finished['result']} */ result) => list.filter((one) => one.against === against && one.result === result).length;
            const [won, drawn, lost] = [count('won'), count('drawn'), count('lost')];
            return el('tr', {}, el('th', { scope: 'row' }, againstText(against)), [won, drawn, lost].map((n) => el('td', {}, String(n))),
                el('td', {}, sharesBar(won, drawn, lost)));
        })));
}

/** @param {string} title @param {...import('../dom.js').Child} content */
const panel = (title, ...content) => el('section', { class: 'panel' }, el('h2', {}, title), content);

function results() {
    const all = finished();
    return panel(t('stats.results'), all.length === 0 ? el('p', {}, t('stats.noGames'))
        : cards.map(({ name, title }) => ({ title, list: all.filter(({ game }) => game === name) }))
            .filter(({ list }) => list.length > 0).map(({ title, list }) => gameTable(title, list)),
    el('p', { class: 'row' }, linkButton(t('games.title'), '#/games')));
}

/** The accuracy of reviewed games, by day; the mean of a day with several. @param {string} game @returns {[number, number][]} */
function accuracyOf(game) {
    /** @type {Map<number, number[]>} */
    const days = new Map();
    for (const { record, review, seat, you, touched } of savedStudies()) {
        const value = record.game === game ? review?.review.accuracy[(you || seat || 0) - 1] : null;
        const day = dayOf(new Date(touched));
        if (typeof value === 'number')
            days.set(day, [...days.get(day) ?? [], value]);
    }
    return [...days].sort(([a], [b]) => a - b).map(([day, values]) => [day, values.reduce((sum, value) => sum + value, 0) / values.length]);
}

function accuracy() {
    const lists = cards.map(({ name, title }) => ({ title, points: accuracyOf(name) })).filter(({ points }) => points.length > 0);
    return panel(t('stats.accuracy'), lists.length === 0 ? el('p', {}, t('stats.noReviews'))
        : el('div', { class: 'plots' }, lists.map(({ title, points }) => {
            const said = t('review.accuracy', number(points[points.length - 1][1]));
            return el('div', {}, el('h3', {}, title), el('p', {}, said), linePlot(points, `${title}: ${said}`, (value) => `${number(value)}%`));
        })));
}

function puzzleRatings() {
    const { days, best } = streak(), known = cards.filter(({ name }) => hasRating(name)), solved = solvedByDay();
    const said = `${plural('puzzle.streak', days)} · ${plural('puzzle.streakBest', best)}`;
    return panel(t('puzzle.hub'), known.length === 0 ? el('p', {}, t('puzzle.noRating')) : [
        el('p', {}, said), calendar(solved, dayOf(), said),
        el('div', { class: 'plots' }, known.map(({ name, title }) => {
            const rating = t('puzzle.rating', title, Math.round(myRating(name).rating));
            const points = daysOf(name).map(([day, value]) => /** @type {[number, number]} */ ([day, value]));
            return el('div', {}, el('h3', {}, title), el('p', {}, rating), points.length > 0 && linePlot(points, rating));
        }))], el('p', { class: 'row' }, linkButton(t('puzzle.hub'), '#/puzzles')));
}

/** @param {HTMLElement} host */
export async function show(host) {
    fill(host, el('h1', {}, t('home.stats')), results(), accuracy(), puzzleRatings());
}
