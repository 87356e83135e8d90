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
import { ask } from '../parts/dialog.js';
import { practise, practiceButton } from '../parts/practice.js';
import { moveBox } from '../parts/movebox.js';
import { Stage } from '../parts/stage.js';
import { costOfHelp, dailyPuzzle, hasRating, myRating, nextPuzzle, note, outcome, puzzles, solvedCount } from '../puzzles.js';
import { go } from '../router.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../puzzles.js').Puzzle} Puzzle */
/** @typedef {import('../types.js').PuzzleState} PuzzleState */

/** The search for a reply. */
const REPLY = { nodes: 20000 };
/** Maximum number of moves shown of a line. */
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
    /** How many of the moves are right. */
    #right = 0;
    /** True while the solver can move. */
    #open = false;
    #gone = new AbortController();
    /** Ends whatever is being played out. */
    #playing = new AbortController();

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
        this.#interrupt();
        this.#moves = [];
        this.#state = await this.#ask();
        this.#right = 0;
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
        this.#open = interactive;
        const now = await open(this.#record(), lang(), { you: this.#state?.player });
        await this.stage.show(now, { interactive, animate, side: this.#state?.player });
    }

    // ---- Solving ----------------------------------------------------------------------

    /** Ends what is being played out; the returned signal ends what follows. */
    #interrupt() {
        this.#playing.abort();
        this.#playing = new AbortController();
        if (this.#gone.signal.aborted)
            this.#playing.abort();
        return this.#playing.signal;
    }

    /** @param {string} move */
    async #try(move) {
        if (!this.#open)
            return;
        const stop = this.#interrupt();
        this.#open = false;
        this.#moves.push(move);
        const state = await this.#ask();
        if (stop.aborted)
            return;
        this.#state = state;
        await this.#draw(false, true);
        if (stop.aborted)
            return;
        if (state.state === 'wrong')
            await this.#refute(stop);
        else
            await this.#goOn(stop);
    }

    /** After a right move: the reply, or the end. @param {AbortSignal} stop */
    async #goOn(stop) {
        this.#right = this.#moves.length;
        if (this.#state?.state === 'reply' && !await this.#reply(stop))
            return;
        if (this.#state?.state === 'solved')
            return this.#finish(stop);
        this.#say(t('puzzle.right'), true);
        await this.#draw(true, true);
    }

    /** Plays the reply of the computer; false if it is not wanted any more. @param {AbortSignal} stop */
    async #reply(stop) {
        const move = await think(this.#record(), { ...REPLY, signal: stop }).then((thought) => thought.move).catch((error) => {
            if (!stop.aborted)
                throw error;
            return null;
        });
        if (move === null || stop.aborted)
            return false;
        this.#moves.push(move);
        this.#right = this.#moves.length;
        this.#state = await this.#ask();
        await this.#draw(false, true);
        this.#drawTask();
        return !stop.aborted;
    }

    /** How a win goes on by its proof, else how the computer would; nothing if that is not wanted any more.
     * @param {AbortSignal} stop @returns {Promise<string[]>} */
    async #line(stop) {
        if (this.#state?.line.length)
            return this.#state.line;
        try {
            const { info } = await think(this.#record(), { ...REPLY, signal: stop });
            return info.lines[0].pv.slice(0, LINE_MOVES);
        } catch (error) {
            if (stop.aborted)
                return [];
            throw error;
        }
    }

    /** Plays out why a wrong move fails, then takes all of it back. @param {AbortSignal} stop */
    async #refute(stop) {
        const { fault, refutation } = /** @type {PuzzleState} */ (this.#state);
        this.#fail();
        this.#say(`${fault} ${t('puzzle.tryAgain')}`, false);
        if (refutation && !await this.#playOut([refutation], stop))
            return;
        const { over } = await open(this.#record(), lang());
        if (refutation && !over && !await this.#playOut(await this.#line(stop), stop))
            return;
        await pause(PAUSE_MS);
        if (!stop.aborted && await this.#settle(stop))
            await this.#draw(true);
    }

    /** Brings the puzzle to where the solver has to move: takes back all that is not right, and plays the reply that
     * is missing. Returns false if that is not wanted any more. @param {AbortSignal} stop */
    async #settle(stop) {
        if (this.#moves.length > this.#right) {
            this.#moves = this.#moves.slice(0, this.#right);
            this.#state = await this.#ask();
        }
        return this.#state?.state === 'reply' ? this.#reply(stop) : !stop.aborted;
    }

    /** Plays moves one after another; false if that is not wanted any more. @param {string[]} line @param {AbortSignal} stop */
    async #playOut(line, stop) {
        for (const move of line) {
            if (stop.aborted)
                return false;
            this.#moves.push(move);
            await this.#draw(false, true);
            await pause(STEP_MS);
        }
        return !stop.aborted;
    }

    #fail() {
        if (!this.#spoilt)
            this.#drawFacts(note(this.game.name, this.puzzle, false));
        this.#spoilt = true;
    }

    /** @param {AbortSignal} stop */
    #finish(stop) {
        if (!this.#spoilt)
            this.#drawFacts(note(this.game.name, this.puzzle, true));
        this.#say(t('puzzle.solved'), true);
        this.#showRest(t('puzzle.solved'), stop);
        this.#end();
    }

    #end() {
        this.#drawTools(true);
        /** @type {HTMLElement | null} */ (this.tools.querySelector('.main'))?.focus({ preventScroll: true });
    }

    /** Adds how the game may go on. @param {string} said @param {AbortSignal} stop */
    async #showRest(said, stop) {
        const { over } = await open(this.#record(), lang());
        if (over)
            return;
        const line = await this.#line(stop);
        if (!stop.aborted && line.length > 0)
            this.#say(`${said} ${t('puzzle.rest', line.join(' '))}`, true);
    }

    // ---- Help --------------------------------------------------------------------------

    /** True if help is wanted at its price. @param {string} yes */
    async #agrees(yes) {
        const cost = costOfHelp(this.game.name, this.puzzle);
        return cost === 0 || await ask(t('puzzle.cost', this.game.title, cost), yes);
    }

    async #hint() {
        if (!await this.#agrees(t('puzzle.showHint')))
            return;
        const stop = this.#interrupt();
        this.#fail();
        if (!await this.#settle(stop))
            return;
        if (!this.#open)
            await this.#draw(true);
        const { themes = [], answer } = this.#state ?? {};
        this.#say([themes.length > 0 && t('puzzle.about', themes.join(', ')), t('puzzle.begins', answer?.[0] ?? '')].filter(Boolean).join(' '), true);
    }

    /** Plays the solution and writes it out. */
    async #solution() {
        if (!await this.#agrees(t('puzzle.showSolution')))
            return;
        const stop = this.#interrupt();
        const said = () => t('puzzle.solutionIs', this.#moves.join(' '));
        this.#fail();
        this.#say('', true);
        if (!await this.#settle(stop))
            return;
        while (this.#state?.answer && !stop.aborted) {
            this.#moves.push(this.#state.answer);
            this.#right = this.#moves.length;
            this.#state = await this.#ask();
            await this.#draw(false, true);
            this.#say(said(), true);
            await pause(STEP_MS);
            if (this.#state.state === 'reply' && !stop.aborted && await this.#reply(stop)) {
                this.#say(said(), true);
                await pause(STEP_MS);
            }
        }
        if (stop.aborted)
            return;
        this.#end();
        await this.#showRest(said(), stop);
    }

    // ---- Beside the board ----------------------------------------------------------------

    /** @param {string} text @param {boolean} good */
    #say(text, good) {
        fill(this.verdict, text);
        this.verdict.classList.toggle('is-good', good && text !== '');
    }

    /** @param {number} change  of the rating */
    #drawFacts(change) {
        const { name, title } = this.game, sign = change > 0 ? `+${change}` : `−${-change}`;
        fill(this.facts, t('puzzle.grade', this.puzzle.grade), ' · ',
            t('puzzle.rating', title, Math.round(myRating(name).rating)), change ? ` (${sign})` : '');
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
        this.#playing.abort();
        this.stage.destroy();
    }
}

// ---- All games ---------------------------------------------------------------------------

/** @param {Game} game */
async function gameRow({ name, title }) {
    const all = await puzzles(name);
    return all.length > 0 && el('li', {},
        linkButton(title, `#/puzzle/${name}`, { class: 'button main' }),
        el('span', { class: 'soft' }, t('puzzle.count', solvedCount(name), all.length),
            hasRating(name) && ` · ${t('puzzle.ratingBrief', Math.round(myRating(name).rating))}`));
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
            el('ul', { class: 'kept runs' }, rows)));
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
