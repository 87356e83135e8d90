/*
 * puzzle.js - puzzles: the day's, one after another at the right difficulty, or the one that
 * a link names. The module says whether a move is right; the computer plays the replies, and
 * shows why a wrong move fails.
 */
import { games, open, puzzle as judge, think } from '../rules.js';
import { button, el, fill, linkButton } from '../dom.js';
import { lang, t } from '../i18n.js';
import { linkTo } from '../link.js';
import { linkField } from '../parts/copy.js';
import { practise, practiceButton } from '../parts/practice.js';
import { moveBox } from '../parts/movebox.js';
import { Stage } from '../parts/stage.js';
import { dailyPuzzle, myRating, nextPuzzle, note, outcome, puzzles, solvedCount } from '../puzzles.js';
import { go } from '../router.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../puzzles.js').Puzzle} Puzzle */
/** @typedef {import('../types.js').PuzzleState} PuzzleState */

/** The search for a reply. */
const REPLY = { nodes: 20000 };
/** At most so many moves of a line are shown. */
const LINE_MOVES = 5;
/** How long a wrong move and its refutation stay on the board. */
const PAUSE_MS = 1500;
/** Between two moves of a solution or a refutation. */
const STEP_MS = 900;

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => {
    setTimeout(resolve, ms);
});

class PuzzleView {
    /** Moves of the solver and replies. @type {string[]} */
    #moves = [];
    /** @type {PuzzleState | null} */
    #state = null;
    /** A mistake was made, or help was asked for. */
    #spoilt = false;
    #gone = new AbortController();

    /** @param {HTMLElement} host @param {Game} game @param {Puzzle} puzzle @param {boolean} daily */
    constructor(host, game, puzzle, daily) {
        this.game = game;
        this.puzzle = puzzle;
        this.daily = daily;
        this.stage = new Stage(game.name, (move) => this.#try(move), { closeUp: true });
        this.task = el('p', { class: 'task' });
        this.verdict = el('p', { class: 'verdict', role: 'status' });
        this.facts = el('p', { class: 'soft' });
        this.tools = el('div', { class: 'row' });
        fill(host, el('h1', {}, daily ? t('puzzle.daily') : t('puzzle.title', game.title)),
            el('div', { class: `lesson puzzle play-${game.name}` }, el('div', { class: 'lesson-task' }, this.task),
                el('div', { class: 'play-board' }, this.stage.root),
                el('aside', {}, this.stage.aside(), this.verdict, this.tools, this.facts,
                    moveBox((text) => this.stage.enter(text), () => this.stage.example))));
    }

    async begin() {
        this.#moves = [];
        this.#state = await this.#ask();
        this.#say('', true);
        this.#drawTask();
        this.#drawFacts(0);
        this.#drawTools();
        await this.#draw(true);
    }

    #drawTask() {
        fill(this.task, this.#state?.task ?? '');
    }

    #ask() {
        return judge(this.game.name, this.puzzle.line, this.#moves, lang());
    }

    /** The record of what is on the board. */
    #record() {
        const { game, players, options, position } = /** @type {PuzzleState} */ (this.#state);
        return { game, players, options, position, moves: this.#moves };
    }

    /** @param {boolean} interactive @param {boolean} [animate] */
    async #draw(interactive, animate = false) {
        const now = await open(this.#record(), lang());
        await this.stage.show(now, { interactive, animate, side: this.#state?.player });
    }

    // ---- Solving ----------------------------------------------------------------------

    /** @param {string} move */
    async #try(move) {
        this.#moves.push(move);
        this.#state = await this.#ask();
        await this.#draw(false, true);
        if (this.#state.state === 'wrong')
            await this.#refute();
        else
            await this.#goOn();
    }

    /** After a right move: the reply, or the end. */
    async #goOn() {
        if (this.#state?.state === 'reply') {
            await this.#reply();
            this.#state = await this.#ask();
            this.#drawTask();
            this.#say(t('puzzle.right'), true);
        }
        if (this.#gone.signal.aborted)
            return;
        if (this.#state?.state === 'solved')
            this.#finish();
        else
            await this.#draw(true, true);
    }

    async #reply() {
        const { move } = await think(this.#record(), { ...REPLY, signal: this.#gone.signal });
        this.#moves.push(move);
        await this.#draw(false, true);
    }

    /** How a win goes on by its proof, else how the computer would; nothing if the view is left meanwhile.
     * @returns {Promise<string[]>} */
    async #line() {
        if (this.#state?.line.length)
            return this.#state.line;
        try {
            const { info } = await think(this.#record(), { ...REPLY, signal: this.#gone.signal });
            return info.lines[0].pv.slice(0, LINE_MOVES);
        } catch (error) {
            if (this.#gone.signal.aborted)
                return [];
            throw error;
        }
    }

    /** Plays out why a wrong move fails, then takes all of it back. */
    async #refute() {
        const moves = this.#moves, right = moves.length - 1, { fault, refutation } = /** @type {PuzzleState} */ (this.#state);
        this.#fail();
        this.#say(`${fault} ${t('puzzle.tryAgain')}`, false);
        if (refutation && !await this.#playOut([refutation]))
            return;
        const { over } = await open(this.#record(), lang());
        if (refutation && !over && !await this.#playOut(await this.#line()))
            return;
        await pause(PAUSE_MS);
        if (this.#gone.signal.aborted)
            return;
        moves.length = right;
        this.#state = await this.#ask();
        await this.#draw(true);
    }

    /** Plays moves one after another; false if the view is left meanwhile. @param {string[]} line */
    async #playOut(line) {
        for (const move of line) {
            this.#moves.push(move);
            await this.#draw(false, true);
            await pause(STEP_MS);
            if (this.#gone.signal.aborted)
                return false;
        }
        return !this.#gone.signal.aborted;
    }

    #fail() {
        if (!this.#spoilt)
            this.#drawFacts(note(this.game.name, this.puzzle, false));
        this.#spoilt = true;
    }

    #finish() {
        if (!this.#spoilt)
            this.#drawFacts(note(this.game.name, this.puzzle, true));
        this.#say(t('puzzle.solved'), true);
        this.#showRest();
        this.#drawTools(true);
        /** @type {HTMLElement | null} */ (this.tools.querySelector('.main'))?.focus({ preventScroll: true });
    }

    /** Adds how the game may go on. */
    async #showRest() {
        const { over } = await open(this.#record(), lang());
        if (over)
            return;
        const line = await this.#line();
        if (this.#state?.state === 'solved' && line.length > 0)
            this.#say(`${t('puzzle.solved')} ${t('puzzle.rest', line.join(' '))}`, true);
    }

    // ---- Help --------------------------------------------------------------------------

    #hint() {
        const { themes = [], answer } = this.#state ?? {};
        this.#fail();
        this.#say([themes.length > 0 && t('puzzle.about', themes.join(', ')), t('puzzle.begins', answer?.[0] ?? '')].filter(Boolean).join(' '), true);
    }

    async #solution() {
        this.#fail();
        while (this.#state?.answer && !this.#gone.signal.aborted) {
            this.#moves.push(this.#state.answer);
            this.#state = await this.#ask();
            await this.#draw(false, true);
            await pause(STEP_MS);
            if (this.#state.state === 'reply') {
                await this.#reply();
                this.#state = await this.#ask();
                this.#drawTask();
                await pause(STEP_MS);
            }
        }
        if (!this.#gone.signal.aborted)
            this.#drawTools(true);
    }

    // ---- Beside the board ----------------------------------------------------------------

    /** @param {string} text @param {boolean} good */
    #say(text, good) {
        fill(this.verdict, text);
        this.verdict.classList.toggle('is-good', good && text !== '');
    }

    /** @param {number} change  of the rating */
    #drawFacts(change) {
        const { rating } = myRating(), sign = change > 0 ? `+${change}` : `−${-change}`;
        fill(this.facts, t('puzzle.grade', this.puzzle.grade), ' · ',
            t('puzzle.rating', Math.round(rating)), change ? ` (${sign})` : '');
    }

    #drawTools(done = false) {
        const { name } = this.game;
        const address = `${location.href.split('#')[0]}#/puzzle/${name}/${this.puzzle.id}`;
        fill(this.tools,
            done
                ? [button(t('puzzle.next'), () => this.#next(), { class: 'main' }),
                    button(t('puzzle.again'), () => this.begin())]
                : [button(t('puzzle.hint'), () => this.#hint()),
                    button(t('puzzle.solution'), () => this.#solution())],
            button(t('puzzle.analyse'), () => this.#analyse()),
            practiceButton(async () => practise(await open({ ...this.#record(), moves: [] }))),
            el('details', { class: 'wide' }, el('summary', {}, t('puzzle.share')),
                linkField(t('puzzle.link'), address)));
    }

    async #next() {
        const { id } = await nextPuzzle(this.game.name, this.puzzle.id);
        if (!this.#gone.signal.aborted)
            go(`#/puzzle/${this.game.name}/${id}`);
    }

    async #analyse() {
        const { record } = await open({ ...this.#record(), moves: [] }, lang());
        if (!this.#gone.signal.aborted)
            location.href = linkTo(record);
    }

    leave() {
        this.#gone.abort();
        this.stage.destroy();
    }
}

// ---- All games ---------------------------------------------------------------------------

/** @param {Game} game */
async function gameRow({ name, title }) {
    const all = await puzzles(name);
    return all.length > 0 && el('li', {},
        linkButton(title, `#/puzzle/${name}`, { class: 'button main' }),
        el('span', { class: 'soft' }, t('puzzle.count', solvedCount(name), all.length)));
}

/** @param {HTMLElement} host @param {Game[]} known */
async function showHub(host, known) {
    const rows = await Promise.all(known.map(gameRow));
    const { game, puzzle } = await dailyPuzzle(known.map(({ name }) => name));
    const done = outcome(game, puzzle.id);
    fill(host, el('h1', {}, t('puzzle.hub')),
        el('section', { class: 'panel' },
            el('h2', {}, t('puzzle.daily')),
            el('p', {}, known.find(({ name }) => name === game)?.title ?? game, ' · ', t('puzzle.grade', puzzle.grade),
                done === undefined ? '' : ` · ${t(done ? 'puzzle.wasSolved' : 'puzzle.wasMissed')}`),
            linkButton(t('puzzle.solve'), '#/puzzle/daily', { class: 'button main' })),
        el('section', { class: 'panel' },
            el('h2', {}, t('puzzle.run')), el('p', { class: 'soft' }, t('puzzle.runText')),
            el('ul', { class: 'kept runs' }, rows),
            el('p', {}, t('puzzle.rating', Math.round(myRating().rating)))));
}

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, route) {
    const known = await games(), [name, id] = route.parts;
    if (!name)
        return showHub(host, known);
    const daily = name === 'daily' ? await dailyPuzzle(known.map((one) => one.name)) : null;
    const game = known.find((one) => one.name === (daily?.game ?? name));
    const instead = (/** @type {string} */ hash) => route.signal.aborted ? undefined : go(hash, true);
    if (!game || (await puzzles(game.name)).length === 0)
        return instead('#/puzzle');
    if (!daily && !id)
        return instead(`#/puzzle/${name}/${(await nextPuzzle(name)).id}`);
    const puzzle = daily?.puzzle ?? (await puzzles(name)).find((one) => one.id === id);
    if (!puzzle)
        throw new Error(t('puzzle.unknown'));
    const view = new PuzzleView(host, game, puzzle, daily !== null);
    await view.begin();
    return () => view.leave();
}
