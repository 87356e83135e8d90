/*
 * puzzle.js - one puzzle: the day's of a game, one of a theme or a difficulty, the next at the right difficulty, or
 * the one that a link names.
 */
import { cards } from '../game.js';
import { gameNamed } from '../rules.js';
import { button, el, fill, linkButton } from '../dom.js';
import { plural, t } from '../i18n.js';
import { linkTo, puzzleLink } from '../link.js';
import { linkField } from '../parts/copy.js';
import { ask } from '../parts/dialog.js';
import { practise, practiceButton } from '../parts/practice.js';
import { moveBox } from '../parts/movebox.js';
import { Solver } from '../parts/solver.js';
import { costOfHelp, dailyPuzzle, dayOf, hasRating, myRating, nextPuzzle, note, noteDay, outcome, puzzles, streak } from '../puzzles.js';
import { go, home } from '../router.js';

/** @typedef {typeof cards[number]} Game */
/** @typedef {import('../types.js').Puzzle} Puzzle */
/** @typedef {import('../puzzles.js').Choice} Choice */

/** Help with a puzzle: a question first, with its price. @param {Solver} solver @param {string} title  of the game */
export function helpButtons(solver, title) {
    const agrees = async (/** @type {string} */ yes) => {
        const cost = solver.spoilt ? 0 : costOfHelp(solver.game, solver.puzzle);
        return cost === 0 || ask(t(hasRating(solver.game) ? 'puzzle.cost' : 'puzzle.costFirst', title, cost), yes);
    };
    return [
        button(t('puzzle.hint'), async () => await agrees(t('puzzle.showHint')) && solver.hint()),
        button(t('puzzle.solution'), async () => await agrees(t('puzzle.showSolution')) && solver.solution()),
    ];
}

/** The rating in a game, and by how much it has changed. @param {string} game @param {string} title @param {number} change */
export const ratingText = (game, title, change) =>
    t('puzzle.rating', title, Math.round(myRating(game).rating)) + (change ? ` (${change > 0 ? `+${change}` : `−${-change}`})` : '');

/** The days in a row, in words; empty if there are none. */
export const streakText = () => streak().days > 0 ? plural('puzzle.streak', streak().days) : '';

/** Notes that a puzzle was solved. @param {Solver} solver @returns {number} by how much the rating has changed */
export function noteSolved({ game, puzzle, spoilt }) {
    if (!spoilt)
        return note(game, puzzle, true);
    noteDay(game, true);
    return 0;
}

class PuzzleView {
    /** @param {HTMLElement} host @param {Game} game @param {Puzzle} puzzle @param {boolean} daily @param {Choice} choice */
    constructor(host, game, puzzle, daily, choice) {
        this.game = game;
        this.puzzle = puzzle;
        this.daily = daily;
        this.choice = choice;
        const solver = this.solver = new Solver(game.name, puzzle, {
            onSpoilt: () => this.#drawFacts(note(game.name, puzzle, false)),
            onEnd: (end) => this.#end(end),
        });
        this.facts = el('p', { class: 'soft' });
        this.tools = el('div', { class: 'row' });
        fill(host, el('h1', {}, daily ? t('puzzle.dailyOf', game.title) : t('puzzle.title', game.title)),
            el('div', { class: `lesson puzzle play-${game.name}`, 'data-puzzle': puzzle.id }, el('div', { class: 'lesson-task' }, solver.task),
                el('div', { class: 'play-board' }, solver.stage.root),
                el('aside', {}, solver.stage.aside(), solver.verdict, this.tools, this.facts,
                    moveBox((text) => solver.stage.enter(text), () => solver.stage.example))));
    }

    async begin() {
        this.#drawFacts(0);
        this.#drawTools();
        await this.solver.begin();
    }

    /** @param {import('../parts/solver.js').End} end */
    #end(end) {
        if (end === 'solved')
            this.#drawFacts(noteSolved(this.solver));
        this.#drawTools(true);
        /** @type {HTMLElement | null} */ (this.tools.querySelector('.main'))?.focus({ preventScroll: true });
    }

    /** @param {number} change  of the rating */
    async #drawFacts(change) {
        const { name, title } = this.game, { theme } = this.choice, themes = theme ? (await gameNamed(name)).themes : [];
        fill(this.facts, [
            themes.find((one) => one.name === theme)?.text,
            t('puzzle.grade', this.puzzle.grade), ratingText(name, title, change), streakText(),
        ].filter(Boolean).join(' · '));
    }

    #drawTools(done = false) {
        const { name, title } = this.game, link = el('div');
        puzzleLink(name, this.puzzle.id).then((address) => fill(link, linkField(t('puzzle.link'), address)));
        fill(this.tools,
            done
                ? [button(t('puzzle.next'), () => this.#next(), { class: 'main' }),
                    button(t('puzzle.again'), () => this.begin())]
                : helpButtons(this.solver, title),
            linkButton(t('head.puzzles'), this.daily ? '#/puzzles' : `#/puzzles/${name}`),
            button(t('puzzle.analyse'), () => this.#analyse()),
            practiceButton(async () => practise(await this.solver.start())),
            el('details', { class: 'wide' }, el('summary', {}, t('puzzle.share')), link));
    }

    async #next() {
        const { signal } = this, hash = this.daily ? await nextDaily() : await nextOf(this.game.name, this.choice, this.puzzle.id);
        if (!signal.aborted)
            go(hash);
    }

    async #analyse() {
        const { record } = await this.solver.start();
        if (!this.signal.aborted)
            go(linkTo(record).slice(home().length));
    }

    #gone = new AbortController();

    get signal() {
        return this.#gone.signal;
    }

    leave() {
        this.#gone.abort();
        this.solver.leave();
    }
}

/** The address of the next puzzle of a choice. @param {string} game @param {Choice} choice @param {string} [except] */
async function nextOf(game, choice, except) {
    const found = await nextPuzzle(game, except, choice) ?? await nextPuzzle(game);
    const query = new URLSearchParams(Object.entries(choice).map(([name, value]) => [name, String(value)]));
    return found ? `#/puzzle/${game}/${found.id}${query.size ? `?${query}` : ''}` : '#/puzzles';
}

/** The day's puzzle of a game where it was not tried yet; after all of them, the list. */
async function nextDaily() {
    for (const { name } of cards) {
        const puzzle = await dailyPuzzle(name);
        if (puzzle && outcome(name, puzzle.id) === undefined)
            return `#/puzzle/daily/${name}`;
    }
    return '#/puzzles';
}

/** @param {URLSearchParams} query @returns {Choice} */
function choiceOf(query) {
    const theme = query.get('theme'), grade = Number(query.get('grade'));
    return { ...theme ? { theme } : {}, ...grade ? { grade } : {} };
}

/** The game that a puzzle is of; a shared link does not name it. @param {string} id */
async function gameWith(id) {
    for (const { name } of cards)
        if ((await puzzles(name)).some((one) => one.id === id))
            return name;
    throw new Error(t('puzzle.unknown'));
}

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, route) {
    // The visitor may be leaving already: the signal is aborted only when the browser reports the new address.
    const asked = location.hash;
    const daily = route.parts[0] === 'daily', choice = choiceOf(route.query);
    const [part, id] = daily ? [route.parts[1] ?? cards[dayOf() % cards.length].name] : route.parts;
    const name = part === 'any' && id ? await gameWith(id) : part;
    const game = cards.find((one) => one.name === name);
    const instead = (/** @type {string} */ hash) => route.signal.aborted || location.hash !== asked ? undefined : go(hash, true);
    if (!game || (await puzzles(name)).length === 0)
        return instead('#/puzzles');
    if (!daily && !id)
        return instead(await nextOf(name, choice));
    const puzzle = daily ? await dailyPuzzle(name) : (await puzzles(name)).find((one) => one.id === id);
    if (!puzzle)
        throw new Error(t('puzzle.unknown'));
    const view = new PuzzleView(host, game, puzzle, daily, choice);
    await view.begin();
    return () => view.leave();
}
