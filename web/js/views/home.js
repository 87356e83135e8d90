/* home.js - the games, each on a board that plays; above them what waits for those who return. */
import { cards, pictureOf, replayOf } from '../game.js';
import { button, el, fill, linkButton } from '../dom.js';
import { say, t } from '../i18n.js';
import * as waiting from '../home/games.js';
import * as lesson from '../home/lesson.js';
import * as puzzle from '../home/puzzle.js';
import * as result from '../home/result.js';
import { findServer, tickets } from '../online.js';
import { savedGames } from '../saved.js';
import { settings } from '../settings.js';
import { names } from '../storage.js';
import { credit, playText } from '../parts/facts.js';
import { Reels, mayMove } from '../parts/reels.js';

/** @typedef {typeof cards[number]} Card */

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

// ---- For those who return ----------------------------------------------------------------

/** The sections above the games, from the top: each gives an element, or nothing where it has nothing to say. */
const SECTIONS = [waiting, lesson, puzzle, result];

/** True if the visitor has played, learned or solved something in this browser. */
const isBack = () => [...savedGames().filter(({ over, record }) => over || record.moves.length > 0), ...tickets(), ...names('learn.'), ...names('puzzles.')].length > 0;

/** The way to the games with people elsewhere. */
function onlineEntry() {
    return el('section', { class: 'panel entry' },
        el('div', {}, el('h2', {}, t('online.entry')), el('p', { class: 'soft' }, t('online.entryText'))),
        linkButton(t('seek.title'), '#/online', { class: 'button main' }));
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
export async function show(host, { signal }) {
    const reels = new Reels(), back = isBack(), online = el('div');
    findServer().then((there) => fill(online, there && onlineEntry()));
    fill(host,
        el('section', { class: 'hero' },
            el('h1', {}, t(back ? 'home.back' : 'home.title')),
            !back && el('p', {}, t('home.intro'))),
        back && el('div', { class: 'back' }, SECTIONS.map(({ section }) => section(signal)), online),
        el('section', { class: 'cards', 'aria-label': t('home.games') }, cards.map((game) => card(game, reels))),
        mayMove() && el('div', { class: 'row centred stopper' }, stopper(reels)),
        el('section', { class: 'row centred' },
            back && [linkButton(t('games.title'), '#/games'), linkButton(t('home.stats'), '#/stats')],
            linkButton(t('home.import'), '#/import'),
            linkButton(t('home.edit'), '#/edit'),
            linkButton(t('head.about'), '#/about')),
        !back && online);
    return () => reels.destroy();
}
