/* history.js - the ratings of a member over time: a plot, and the same as a table. */
import { el, field, fill, select } from '../dom.js';
import { lang, t } from '../i18n.js';
import { call } from '../online.js';
import { grid } from './grid.js';
import { changeWords, listName } from './lists.js';
import { linePlot } from './plot.js';

/** @typedef {import('../types.js').Rating} Rating */
/** @typedef {{ at: number, rating: number, change: number, game: string }} Point */

const DAY_MS = 86400000, ROWS = 20;

/** @param {Point[]} points  the oldest first */
function picture(points) {
    const day = (/** @type {number} */ at) => new Date(at).toLocaleDateString(lang(), { dateStyle: 'medium' });
    return [linePlot(points.map(({ at, rating }) => [at / DAY_MS, rating]), t('member.history')),
        el('details', {}, el('summary', {}, t('member.table')), grid(t('member.history'), [t('member.date'), t('ratings.rating'), t('member.change')],
            points.slice(-ROWS).reverse().map(({ at, rating, change, game }) =>
                [el('a', { href: `#/online/${game}` }, day(at)), String(rating), changeWords(change)])))];
}

/** The list with most games first, the others by choice. @param {string} name @param {Rating[]} ratings */
export async function ratingHistory(name, ratings) {
    const lists = ratings.filter(({ games }) => games > 0).sort((a, b) => b.games - a.games).map(({ list }) => list);
    if (lists.length === 0)
        return null;
    const place = el('div'), choice = select(lists.map((list) => [list, listName(list)]), lists[0], { onchange: () => draw() });
    const draw = async () => {
        const { points } = await call(`/members/${encodeURIComponent(name)}/ratings/${choice.value}`);
        fill(place, points.length > 0 && picture(points));
    };
    await draw();
    return [el('h2', {}, t('member.history')), lists.length > 1 && field(t('ratings.list'), choice), place];
}
