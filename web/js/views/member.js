/* member.js - the public profile of a member: ratings and their history, results, the latest games, openings, a line of words. */
import { button, el, fill, linkButton } from '../dom.js';
import { titleOf } from '../game.js';
import { lang, t } from '../i18n.js';
import { memberName } from '../member.js';
import { ServerError, call, findServer, listGames } from '../online.js';
import { games } from '../rules.js';
import { openChallenge } from '../parts/challenges.js';
import { finishedTile } from '../parts/gametile.js';
import { grid } from '../parts/grid.js';
import { ratingHistory } from '../parts/history.js';
import { thumbnail } from '../parts/miniature.js';
import { listName, memberAddress, ratingWords } from '../parts/lists.js';
import { relationButtons } from '../parts/relations.js';
import { occupantName } from '../parts/terms.js';
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

const SHOWN = 6, ASKED = 20;

/** The latest games, on small boards. @param {Profile} member @param {AbortSignal} signal */
async function latestGames({ name }, signal) {
    const { games: found } = await listGames('finished', { name, limit: ASKED });
    const own = found.flatMap((entry) => {
        const seat = entry.seats.findIndex((one) => one.member && one.name === name) + 1;
        return seat ? [{ entry, seat }] : [];
    });
    const tiles = own.slice(0, SHOWN).map(({ entry, seat }) => {
        const { result, seats, game, updated } = entry, drawn = result === 'draw';
        return finishedTile(entry, seat, signal,
            el('strong', {}, t(drawn ? 'games.drawn' : result?.includes(seat) ? 'games.won' : 'games.lost')),
            el('span', {}, t('kept.against', seats.filter((_, i) => i + 1 !== seat).map(occupantName).join(', '))),
            el('span', { class: 'soft' }, `${titleOf(game)} · ${ago(updated)}`));
    });
    return tiles.length > 0 && [el('h2', {}, t('member.latest')), el('ul', { class: 'tiles' }, tiles)];
}

/** The openings that the member plays most, on small boards; each leads to the explorer. @param {Profile} member
 * @param {AbortSignal} signal */
const favourites = ({ openings = [] }, signal) => openings.length > 0 && [el('h2', {}, t('member.openings')),
    el('ul', { class: 'tiles openings' }, openings.map(({ game, seat, moves, played, won, drawn }) => el('li', { class: 'tile' },
        el('a', { href: `#/game/${game}?players=2&moves=${moves.map(encodeURIComponent).join('+')}` },
            thumbnail({ game, players: 2, options: {}, moves }, { seat, signal }),
            el('span', { class: 'what' }, el('strong', {}, moves.join(' ')), el('span', {}, t('member.record', played, won, drawn)),
                el('span', { class: 'soft' }, `${titleOf(game)} · ${t('seat.player', seat)}`))))))];

/** @param {Profile} member */
const ratingTable = ({ ratings = [] }) => ratings.length > 0 && [el('h2', {}, t('ratings.title')),
    grid(t('ratings.title'), [t('ratings.list'), t('ratings.rating'), t('ratings.games')], ratings.map((one) =>
        [el('a', { href: `#/ratings/${one.list}` }, listName(one.list)), ratingWords(one), String(one.games)])),
    el('p', { class: 'help' }, t('ratings.help'))];

/** The acts that the visitor has. @param {Profile} member */
async function acts({ name, kind }) {
    if (!memberName() || kind === 'computer')
        return null;
    if (name === memberName())
        return linkButton(t('member.edit'), '#/me');
    const { buttons, line } = await relationButtons(name);
    return [el('div', { class: 'row' }, button(t('challenge.send'), async () => openChallenge(await games(), name), { class: 'main' }), buttons), line];
}

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, { parts: [name = ''], signal }) {
    if (!await findServer())
        throw new Error(t('lobby.none'));
    const member = await profileOf(name);
    const since = new Date(member.created).toLocaleDateString(lang(), { dateStyle: 'medium' });
    const facts = [member.kind === 'bot' && t('member.bot'), member.kind === 'computer' && t('opening.computer'),
        member.kind !== 'computer' && t('member.since', since), member.seen && t('member.seen', ago(member.seen))];
    const [act, history, latest] = await Promise.all([acts(member), ratingHistory(member.name, member.ratings ?? []),
        member.games !== undefined && member.kind !== 'computer' && latestGames(member, signal)]);
    fill(host, el('section', { class: 'panel setup' }, el('h1', {}, member.name),
        el('p', { class: 'soft' }, facts.filter(Boolean).join(' · ')), member.about && el('p', {}, member.about), act,
        ratingTable(member), history, latest, favourites(member, signal),
        resultTable(t('ratings.games'), member.games, titleOf),
        resultTable(t('member.opponents'), member.opponents, (other) => el('a', { href: memberAddress(other) }, other))));
}
