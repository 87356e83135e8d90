/* home.js - the games, each on a board that plays, and the ones that were left unfinished. */
import { cards, pictureOf, replayOf } from '../game.js';
import { games, open } from '../rules.js';
import { el, fill, button, linkButton } from '../dom.js';
import { plural, say, t } from '../i18n.js';
import { findServer, tickets } from '../online.js';
import { dropGame, ownSeat, restoreGame, savedGames } from '../saved.js';
import { settings } from '../settings.js';
import { askFor, isMyTurn, openTickets } from '../turns.js';
import { deletableRow } from '../parts/deletable.js';
import { credit, playText } from '../parts/facts.js';
import { thumbnail, withoutRules } from '../parts/miniature.js';
import { Reels, mayMove } from '../parts/reels.js';
import { nameAt, opponents } from '../parts/words.js';

/** @typedef {typeof cards[number]} Card */
/** @typedef {import('../saved.js').SavedGame} SavedGame */

const SHOWN = 6;

/** @param {Card} game @param {Reels} reels */
function card(game, reels) {
    const { name, title } = game;
    const link = el('a', { href: `#/start/${name}`, 'aria-label': t('home.play', title) });
    const face = el('div', { class: 'card-face' }, el('img', { src: pictureOf(name), alt: '', width: 160, height: 160 }), link);
    replayOf(name).then((replay) => replay && link.before(reels.add(name, replay)));
    return el('article', { class: `card card-${name}` }, face,
        el('div', { class: 'card-text' },
            el('h2', {}, title),
            el('p', {}, say(`${name}:pitch`)),
            el('p', { class: 'soft' }, playText(game), el('br'), credit(game))),
        el('div', { class: 'row' },
            linkButton(t('home.new'), `#/start/${name}`, { class: 'button main', 'aria-label': t('home.play', title) }),
            linkButton(t('home.learn'), `#/learn/${name}`, { 'aria-label': t('home.learnGame', title) }),
            linkButton(t('home.rules'), `#/rules/${name}`, { 'aria-label': t('home.rulesGame', title) })));
}

// ---- Games that wait -------------------------------------------------------------------

/** @param {SavedGame} game */
const titleOf = (game) => cards.find((one) => one.name === game.record.game)?.title ?? game.record.game;

/** How far it is, and whose turn. @param {SavedGame} game */
async function standing(game) {
    const { turn, seats, record } = await open(game.record), seat = seats[turn - 1];
    const plies = record.moves.filter((move) => move !== 'swap').length;
    const who = seat === ownSeat(game) ? t('kept.yourTurn')
        : game.seats[seat - 1].kind === 'computer' ? t('kept.computerTurn') : t('kept.turn', nameAt(game, seat));
    return `${t('kept.move', Math.floor(plies / record.players) + 1)} · ${who}`;
}

/** @param {SavedGame} game @param {AbortSignal} signal */
function waiting(game, signal) {
    const title = titleOf(game), who = opponents(game), how = el('span', { class: 'soft' }, '\u00a0');
    standing(game).then((text) => fill(how, text)).catch(withoutRules);
    return deletableRow([
        el('a', { class: 'kept-game', href: `#/play/${game.id}` },
            thumbnail(game.record, { seat: ownSeat(game), signal }),
            el('span', { class: 'what' }, el('strong', {}, title), el('span', {}, who), how)),
    ], {
        what: t('kept.theGame', title, who),
        remove: () => {
            dropGame(game.id);
            return () => restoreGame(game);
        },
    });
}

/** @param {SavedGame[]} list @param {AbortSignal} signal */
function unfinished(list, signal) {
    if (list.length === 0)
        return null;
    const rows = el('ul', { class: 'kept-games' }, list.slice(0, SHOWN).map((game) => waiting(game, signal)));
    const all = button(plural('home.all', list.length), () => {
        const more = list.slice(SHOWN).map((game) => waiting(game, signal));
        rows.append(...more);
        more[0].querySelector('a')?.focus();
        all.remove();
    });
    return el('section', { class: 'panel' }, el('h2', {}, t('home.kept')), rows, list.length > SHOWN && all);
}

/** The state of the player's game on the server, in words. @param {import('../turns.js').Own} own */
function farStanding(own) {
    const { status } = own.state.now;
    return isMyTurn(own) ? t('kept.yourTurn') : status === 'open' ? t('lobby.waits')
        : status === 'running' ? t('lobby.theirTurn') : t('online.ended');
}

/** @param {import('../online.js').Ticket} ticket */
function farGame(ticket) {
    const title = cards.find((one) => one.name === ticket.game)?.title ?? ticket.game;
    const how = el('span', { class: 'soft' }, '\u00a0'), item = el('li', {},
        el('a', { class: 'kept-game', href: `#/online/${ticket.id}` },
            el('img', { src: pictureOf(ticket.game), alt: '', width: 64, height: 64 }),
            el('span', { class: 'what' }, el('strong', {}, title), el('span', {}, ticket.people.join(' – ')), how)));
    askFor(ticket).then((own) => {
        fill(how, own ? farStanding(own) : '\u00a0');
        item.classList.toggle('is-mine', own !== null && isMyTurn(own));
    });
    return item;
}

/** The player's games on the server. */
function farGames() {
    const list = openTickets();
    return list.length > 0 && el('section', { class: 'panel far-games' },
        el('h2', {}, t('turns.title')), el('ul', { class: 'kept-games' }, list.map(farGame)));
}

/** The way to the games with people elsewhere. */
function onlineEntry() {
    return el('section', { class: 'panel entry' },
        el('div', {}, el('h2', {}, t('online.entry')), el('p', { class: 'soft' }, t('online.entryText'))),
        linkButton(t('head.online'), '#/online', { class: 'button main' }));
}

/** Stops the boards, or lets them play. @param {Reels} reels */
function stopper(reels) {
    const face = () => t(settings.get('replay') ? 'home.pause' : 'home.run');
    const stop = button(face(), () => {
        reels.run(!settings.get('replay'));
        fill(stop, face());
    }, { class: 'small' });
    return stop;
}

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, route) {
    const gone = new AbortController(), reels = new Reels();
    const kept = savedGames();
    const over = kept.filter((game) => game.over).length + tickets().filter((ticket) => ticket.over).length;
    const list = kept.filter((game) => !game.over && game.record.moves.length > 0);
    const online = el('div');
    findServer().then((there) => fill(online, there && onlineEntry()));
    fill(host,
        el('section', { class: 'hero' },
            el('h1', {}, t('home.title')),
            el('p', {}, t('home.intro')),
            list.length > 0 && linkButton(t('home.continue', `${titleOf(list[0])}${ownSeat(list[0]) ? ' ' : ' · '}${opponents(list[0])}`), `#/play/${list[0].id}`)),
        farGames(),
        el('section', { class: 'cards', 'aria-label': t('home.games') }, cards.map((game) => card(game, reels))),
        mayMove() && el('div', { class: 'row centred stopper' }, stopper(reels)),
        unfinished(list, gone.signal),
        online,
        el('section', { class: 'row centred' },
            over > 0 && linkButton(plural('home.finished', over), '#/games'),
            linkButton(t('home.import'), '#/import'),
            linkButton(t('home.edit'), '#/edit')));
    return () => {
        gone.abort();
        reels.destroy();
    };
}
