/* member.js - the public profile of a member: ratings, results, a line of words. */
import { el, fill, linkButton } from '../dom.js';
import { lang, t } from '../i18n.js';
import { memberName } from '../member.js';
import { ServerError, call, findServer } from '../online.js';
import { games } from '../rules.js';
import { grid } from '../parts/grid.js';
import { listName, memberAddress, ratingWords } from '../parts/lists.js';
import { ago } from './lobby.js';

/** @typedef {import('../types.js').Profile} Profile */

/** @param {string} name @returns {Promise<Profile>} */
async function profileOf(name) {
    try {
        return (await call(`/members/${encodeURIComponent(name)}`)).member;
    } catch (error) {
        throw error instanceof ServerError && error.code === 'unknown' ? new Error(t('member.unknown', name)) : error;
    }
}

/** @param {string} title @param {import('../types.js').Results[] | undefined} results @param {(name: string) => import('../dom.js').Child} face */
const resultTable = (title, results, face) => results !== undefined && results.length > 0 && [el('h2', {}, title),
    grid(title, [t('me.name'), t('member.played'), t('games.won'), t('games.drawn')],
        results.map(({ name, played, won, drawn }) => [face(name), String(played), String(won), String(drawn)]))];

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, { parts: [name = ''] }) {
    if (!await findServer())
        throw new Error(t('lobby.none'));
    const [known, member] = await Promise.all([games(), profileOf(name)]);
    const since = new Date(member.created).toLocaleDateString(lang(), { dateStyle: 'medium' });
    const facts = [member.kind === 'bot' && t('member.bot'), member.kind === 'computer' && t('opening.computer'),
        member.kind !== 'computer' && t('member.since', since), member.seen && t('member.seen', ago(member.seen))];
    fill(host, el('section', { class: 'panel setup' }, el('h1', {}, member.name),
        el('p', { class: 'soft' }, facts.filter(Boolean).join(' · ')), member.about && el('p', {}, member.about),
        member.name === memberName() && linkButton(t('member.edit'), '#/me'),
        member.ratings !== undefined && member.ratings.length > 0 && [el('h2', {}, t('ratings.title')),
            grid(t('ratings.title'), [t('ratings.list'), t('ratings.rating'), t('ratings.games')], member.ratings.map((one) =>
                [el('a', { href: `#/ratings/${one.list}` }, listName(one.list, known)), ratingWords(one), String(one.games)])),
            el('p', { class: 'help' }, t('ratings.help'))],
        resultTable(t('ratings.games'), member.games, (game) => known.find((one) => one.name === game)?.title ?? game),
        resultTable(t('member.opponents'), member.opponents, (other) => el('a', { href: memberAddress(other) }, other))));
}
