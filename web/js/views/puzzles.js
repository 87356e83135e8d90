/*
 * puzzles.js - all puzzles in pictures: those of the day, the games with rating and progress, the runs; and for one game
 * its themes and difficulties.
 */
import { cards } from '../game.js';
import { gameNamed } from '../rules.js';
import { el, fill, field, linkButton, select } from '../dom.js';
import { plural, t } from '../i18n.js';
import { dots, progress, solvedOf, stateText, tile } from '../parts/tile.js';
import { GRADES, bestRun, dailyPuzzle, hasRating, isChosen, myRating, outcome, puzzles, streak } from '../puzzles.js';
import { go } from '../router.js';

/** @typedef {import('../types.js').Puzzle} Puzzle */
/** @typedef {import('../puzzles.js').RunKind} RunKind */

/** A game with its puzzles, and that of the day. @typedef {{ game: typeof cards[number], all: Puzzle[], daily: Puzzle }} Shelf */

/** The first that was not solved yet, else the first. @param {Puzzle[]} list */
const nextOf = (list) => list.find(({ game, id }) => !outcome(game, id)) ?? list[0];

/** @param {HTMLElement} tiles  of the puzzles of the day */
function today(tiles) {
    const { days, best } = streak();
    return el('section', { class: 'panel' }, el('h2', {}, t('puzzle.daily')),
        el('p', { class: 'soft' }, t('puzzle.week'), days > 0 && ` ${plural('puzzle.streak', days)} · ${plural('puzzle.streakBest', best)}`), tiles);
}

/** @param {Shelf[]} shelves @param {AbortSignal} signal */
function byGame(shelves, signal) {
    return el('section', { class: 'panel' }, el('h2', {}, t('puzzle.train')), el('p', { class: 'soft' }, t('puzzle.runText')),
        el('ul', { class: 'tiles' }, shelves.map(({ game: { name, title }, all }) => tile(nextOf(all), `#/puzzles/${name}`, signal,
            el('strong', {}, title),
            hasRating(name) && el('span', {}, t('puzzle.ratingBrief', Math.round(myRating(name).rating))),
            progress(solvedOf(all), all.length)))));
}

/** @param {RunKind} kind @param {Shelf[]} shelves */
function run(kind, shelves) {
    const best = el('p', { class: 'soft' });
    const which = select([['all', t('puzzle.allGames')], ...shelves.map(({ game }) => /** @type {[string, string]} */ ([game.name, game.title]))], 'all',
        { onchange: () => draw() });
    const draw = () => fill(best, bestRun(kind, which.value) > 0 ? t('puzzle.best', bestRun(kind, which.value)) : '\u00a0');
    draw();
    return el('form', {
        class: 'run', onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            go(`#/run/${kind}/${which.value}`);
        },
    }, el('h3', {}, t(`puzzle.${kind}`)), el('p', {}, t(`puzzle.${kind}Text`)), field(t('lobby.game'), which), best,
    el('button', { class: 'main' }, t('puzzle.begin')));
}

/** @param {Shelf[]} shelves */
const runs = (shelves) => el('section', { class: 'panel' }, el('h2', {}, t('puzzle.runs')),
    el('p', { class: 'soft' }, t('puzzle.runsText')), el('div', { class: 'runs' }, run('timed', shelves), run('three', shelves)));

/** One game: its difficulties and, as soon as the rules name them, its themes. @param {HTMLElement} host @param {Shelf} shelf
 * @param {AbortSignal} signal */
async function showGame(host, { game: { name, title }, all }, signal) {
    const card = (/** @type {import('../puzzles.js').Choice} */ choice, /** @type {import('../dom.js').Child} */ caption) => {
        const list = all.filter((puzzle) => isChosen(puzzle, choice));
        return list.length > 0 && tile(nextOf(list), `#/puzzle/${name}?${new URLSearchParams(Object.entries(choice).map(([key, value]) => [key, String(value)]))}`,
            signal, caption, progress(solvedOf(list), list.length));
    };
    fill(host, el('h1', {}, t('puzzle.hubOf', title)),
        el('section', { class: 'panel' },
            el('p', {}, hasRating(name) ? t('puzzle.rating', title, Math.round(myRating(name).rating)) : t('puzzle.noRating'), el('br'),
                t('puzzle.count', solvedOf(all), all.length)),
            el('div', { class: 'row' }, linkButton(t('puzzle.train'), `#/puzzle/${name}`, { class: 'button main' }),
                linkButton(t('puzzle.daily'), `#/puzzle/daily/${name}`), linkButton(t('puzzle.hub'), '#/puzzles'))),
        el('section', { class: 'panel' }, el('h2', {}, t('puzzle.byGrade')),
            el('ul', { class: 'tiles' }, GRADES.map((grade) => card({ grade }, dots(grade))))));
    const { themes } = await gameNamed(name);
    if (themes.length > 0)
        host.append(el('section', { class: 'panel' }, el('h2', {}, t('puzzle.byTheme')),
            el('ul', { class: 'tiles' }, ...themes.map(({ name: theme, text }) => card({ theme }, el('strong', {}, text))))));
}

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, route) {
    const { parts: [name], signal } = route, tiles = el('ul', { class: 'tiles' }), head = [el('h1', {}, t('puzzle.hub')), today(tiles)];
    const named = cards.find((game) => game.name === name), shelfOf = async (/** @type {typeof cards[number]} */ game) => (
        { game, all: await puzzles(game.name), daily: await dailyPuzzle(game.name) });
    const one = named && await shelfOf(named);
    if (one?.daily)
        return showGame(host, /** @type {Shelf} */ (one), signal);
    fill(host, head); // it needs no puzzles
    const shelves = /** @type {Shelf[]} */ ((await Promise.all(cards.map(shelfOf))).filter(({ daily }) => daily));
    fill(tiles, shelves.map(({ game, daily }) => tile(daily, `#/puzzle/daily/${game.name}`, signal,
        el('strong', {}, game.title), dots(daily.grade), el('span', { class: 'soft' }, stateText(daily) || t('puzzle.solve')))));
    host.append(byGame(shelves, signal), runs(shelves));
}
