/* home.js - the four games, and the ones that were left unfinished. */
import { pictureOf } from '../game.js';
import { games } from '../rules.js';
import { el, fill, button, linkButton } from '../dom.js';
import { icon } from '../icons.js';
import { lang, listed, say, t } from '../i18n.js';
import { findServer } from '../online.js';
import { dropGame, savedGames } from '../saved.js';
import { seatName } from '../parts/words.js';

/** @typedef {import('../types.js').Game} Game */

const SHOWN = 5;

/** @param {Game} game */
function card(game) {
    const { name, title, author, players } = game;
    return el('article', { class: `card card-${name}` },
        el('a', { href: `#/start/${name}`, class: 'card-face', 'aria-label': t('home.play', title) },
            el('img', { src: pictureOf(name), alt: '', width: 160, height: 160 })),
        el('div', { class: 'card-text' },
            el('h2', {}, title),
            el('p', {}, say(`${name}:pitch`)),
            el('p', { class: 'soft' }, t('home.players', playersText(players)), ' · ', author),
            el('div', { class: 'row' },
                linkButton(t('home.new'), `#/start/${name}`, { class: 'button main', 'aria-label': t('home.play', title) }),
                linkButton(t('home.learn'), `#/learn/${name}`, { 'aria-label': t('home.learnGame', title) }),
                linkButton(t('home.rules'), `#/rules/${name}`, { 'aria-label': t('home.rulesGame', title) }))));
}

/** @param {number[]} players  in order */
function playersText(players) {
    const first = players[0], last = players[players.length - 1];
    if (first === last)
        return String(first);
    return last - first + 1 === players.length ? t('home.range', first, last) : say('board.or', first, last);
}

/** @param {Game[]} known @param {() => void} again */
function unfinished(known, again) {
    const open = savedGames().slice(0, SHOWN);
    if (open.length === 0)
        return null;
    return el('section', { class: 'panel' },
        el('h2', {}, t('home.kept')),
        el('ul', { class: 'kept' }, open.map((game) => {
            const title = known.find((one) => one.name === game.record.game)?.title ?? game.record.game;
            const who = listed(game.seats.map((seat, i) => seatName(seat, i + 1)));
            const when = new Date(game.touched).toLocaleString(lang(), { dateStyle: 'medium', timeStyle: 'short' });
            return el('li', {},
                el('a', { href: `#/play/${game.id}` }, el('strong', {}, title), ' · ', who),
                el('span', { class: 'soft' }, ` ${when} · ${game.over ? t('home.over') : t('home.open')}`),
                button(icon('close'), () => {
                    dropGame(game.id);
                    again();
                }, { class: 'small', 'aria-label': t('home.forget', title) }));
        })));
}

/** The way to the games with people elsewhere. */
function onlineEntry() {
    return el('section', { class: 'panel entry' },
        el('div', {}, el('h2', {}, t('online.entry')), el('p', { class: 'soft' }, t('online.entryText'))),
        linkButton(t('head.online'), '#/online', { class: 'button main' }));
}

/** @param {HTMLElement} host */
export async function show(host) {
    const known = await games();
    const kept = el('div'), online = el('div');
    findServer().then((there) => fill(online, there && onlineEntry()));
    const drawKept = () => fill(kept, unfinished(known, drawKept));
    drawKept();
    fill(host,
        el('section', { class: 'hero' },
            el('h1', {}, t('home.title')),
            el('p', {}, t('home.intro'))),
        kept,
        el('section', { class: 'cards', 'aria-label': t('home.games') }, known.map(card)),
        online,
        el('section', { class: 'row centred' },
            linkButton(t('home.import'), '#/import'),
            linkButton(t('home.edit'), '#/edit')));
}
