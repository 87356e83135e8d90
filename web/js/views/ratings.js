/* ratings.js - the leaderboard of a rating list, how the ratings are spread, and the visitor's place. */
import { svg } from '../boards/svg.js';
import { button, el, field, fill, select } from '../dom.js';
import { plural, renderMessage, t } from '../i18n.js';
import { call, findServer } from '../online.js';
import { go } from '../router.js';
import { grid } from '../parts/grid.js';
import { listName, memberAddress, ratingWords } from '../parts/lists.js';

/** @typedef {import('../types.js').RatingList} RatingList */
/** @typedef {import('../types.js').Leaderboard} Leaderboard */

const HEIGHT = 40, STEP = 50;

/** How many members have which rating, as bars. @param {Leaderboard['distribution']} bars */
function spread(bars) {
    const most = Math.max(...bars.map(({ count }) => count)), first = bars[0].from;
    const width = bars[bars.length - 1].from - first + STEP;
    return el('figure', { class: 'spread' },
        svg('svg', { viewBox: `0 0 ${width} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': t('ratings.spread') },
            ...bars.map(({ from, count }) => svg('rect', { x: from - first + 2, y: HEIGHT * (1 - count / most), width: STEP - 4, height: HEIGHT * count / most }))),
        el('figcaption', { class: 'soft' }, `${t('ratings.spread')}: ${first}–${first + width}`));
}

/** The visitor's place. @param {Leaderboard['me']} me */
const placeOf = (me) => me && [
    me.rank !== null && t('ratings.rank', me.rank), me.percentile !== null && t('ratings.percentile', Math.round(me.percentile)),
].filter(Boolean).join(' ');

/** @param {HTMLElement} host @param {string} list */
async function board(host, list) {
    /** @type {Leaderboard['members']} */
    let members = [];
    const body = el('div'), further = el('div', { class: 'row centred' });
    const page = async (/** @type {string | number | null} */ before) => {
        /** @type {Leaderboard} */
        const answer = await call(`/ratings/${list}${before === null ? '' : `?before=${before}`}`);
        members = [...members, ...answer.members];
        fill(body, members.length === 0 ? el('p', { class: 'soft' }, t('ratings.none')) : grid(t('ratings.title'),
            [t('me.name'), t('ratings.rating'), t('ratings.games')],
            members.map((one) => [[`${one.rank}. `, el('a', { href: memberAddress(one.name) }, one.name)], ratingWords(one), String(one.games)])));
        fill(further, answer.next !== null && button(t('lobby.more'), () => page(answer.next)));
        return answer;
    };
    const { me, distribution } = await page(null);
    fill(host, me && el('p', {}, placeOf(me)), body, further, distribution.length > 1 && spread(distribution));
}

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, { parts: [wanted] }) {
    if (!await findServer())
        throw new Error(t('lobby.none'));
    /** @type {{ lists: RatingList[] }} */
    const { lists } = await call('/ratings'), chosen = lists.find(({ list }) => list === wanted) ?? lists.find(({ rated }) => rated) ?? lists[0];
    const choice = select(lists.map(({ list }) => [list, listName(list)]), chosen.list, { onchange: () => go(`#/ratings/${choice.value}`) });
    const place = el('div');
    if (chosen.rated)
        await board(place, chosen.list);
    else
        fill(place, el('p', {}, chosen.message ? renderMessage(chosen.message) : chosen.reason));
    fill(host, el('section', { class: 'panel setup' }, el('h1', {}, t('ratings.title')), field(t('ratings.list'), choice),
        chosen.rated && el('p', { class: 'soft' }, plural('ratings.members', chosen.members)), place,
        el('p', { class: 'help' }, t('ratings.help'), ' ', chosen.rated && chosen.list.includes('-two-') && t(chosen.pairs ? 'ratings.pairs' : 'ratings.how'))));
}
