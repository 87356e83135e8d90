/*
 * solver.js - a puzzle on its board. The module judges the moves; the computer plays the replies, and shows why a wrong
 * move fails. The view around it gives the elements their places and hears how it goes.
 */
import { open, puzzle as judge, think } from '../rules.js';
import { el, fill } from '../dom.js';
import { lang, say, t } from '../i18n.js';
import { Stage } from './stage.js';

/** @typedef {import('../types.js').Puzzle} Puzzle */
/** @typedef {import('../types.js').PuzzleState} PuzzleState */

/** How it ended: solved by the visitor; the solution was shown; missed, where there is one try only.
 * @typedef {'solved' | 'shown' | 'missed'} End */

/**
 * @typedef {object} Events
 * @property {() => void} [onSpoilt]  the first mistake was made, or help was taken
 * @property {(end: End) => void} onEnd
 */

/** The search for a reply. */
const REPLY = { nodes: 20000 };
/** Maximum number of themes that a hint names. */
const HINT_THEMES = 2;
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

export class Solver {
    /** Moves of the solver and replies. @type {string[]} */
    #moves = [];
    /** @type {PuzzleState | null} */
    #state = null;
    /** A mistake was made, or help was taken. */
    spoilt = false;
    /** How many of the moves are right. */
    #right = 0;
    /** How many moves had been played at the last hint; -1: there was none. */
    #hinted = -1;
    /** True while the solver can move. */
    #open = false;
    #gone = new AbortController();
    /** Ends whatever is being played out. */
    #playing = new AbortController();
    #events;
    #once;

    /** @param {string} game @param {Puzzle} puzzle @param {Events} events @param {boolean} [once]  there is one try */
    constructor(game, puzzle, events, once = false) {
        this.game = game;
        this.puzzle = puzzle;
        this.#events = events;
        this.#once = once;
        this.stage = new Stage(game, (move) => this.#try(move), { closeUp: true });
        this.task = el('p', { class: 'task' });
        this.verdict = el('p', { class: 'verdict', role: 'status' });
    }

    async begin() {
        this.#interrupt();
        this.#moves = [];
        this.#state = await this.#ask();
        this.#right = 0;
        this.#hinted = -1;
        this.#say('', true);
        this.#drawTask();
        await this.#draw(true);
    }

    #drawTask() {
        fill(this.task, this.#state?.task ?? '');
    }

    #ask() {
        return judge(this.game, this.puzzle.line, this.#moves, lang());
    }

    /** The record of what is on the board. */
    #record() {
        const { game, players, options, position } = /** @type {PuzzleState} */ (this.#state);
        return { game, players, options, position, moves: this.#moves };
    }

    /** The match at the beginning of the puzzle. */
    start() {
        return open({ ...this.#record(), moves: [] }, lang());
    }

    /** @param {boolean} interactive @param {boolean} [animate] */
    async #draw(interactive, animate = false) {
        this.#open = interactive;
        const now = await open(this.#record(), lang(), { you: this.#state?.player });
        if (this.#gone.signal.aborted)
            return;
        this.stage.people(Array.from({ length: now.record.players }, (_, i) => (
            { name: t(i + 1 === this.#state?.player ? 'seat.you' : 'puzzle.opponent'), won: false })));
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
        if (state.state !== 'wrong')
            await this.#goOn(stop);
        else if (this.#once)
            await this.#miss(stop);
        else
            await this.#refute(stop);
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
        this.#spoil();
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

    /** The only try was wrong: shows the right move. @param {AbortSignal} stop */
    async #miss(stop) {
        this.#spoil();
        if (!await this.#settle(stop))
            return;
        const { answer } = /** @type {PuzzleState} */ (this.#state);
        this.#say(t('puzzle.solutionIs', answer ?? ''), false);
        if (answer)
            await this.#playOut([answer], stop);
        if (!stop.aborted)
            this.#events.onEnd('missed');
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

    #spoil() {
        if (!this.spoilt)
            this.#events.onSpoilt?.();
        this.spoilt = true;
    }

    /** @param {AbortSignal} stop */
    #finish(stop) {
        this.#say(t('puzzle.solved'), true);
        this.#events.onEnd('solved');
        if (!this.#once)
            this.#showRest(t('puzzle.solved'), stop);
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

    /** Says what it is about and how the move begins; asked again, names and marks the square. */
    async hint() {
        const stop = this.#interrupt();
        this.#spoil();
        if (!await this.#settle(stop))
            return;
        if (!this.#open)
            await this.#draw(true);
        const { themes = [], answer } = this.#state ?? {}, key = `${this.game}:${answer?.[0]}`, piece = say(key);
        const square = this.#hinted === this.#moves.length && /[a-z]\d+/.exec(answer ?? '')?.[0];
        this.#say([themes.length > 0 && t('puzzle.about', themes.slice(0, HINT_THEMES).join(' · ')), piece !== key && t('puzzle.piece', piece),
            square ? t('puzzle.square', square) : piece === key && answer && t('puzzle.column', answer[0])].filter(Boolean).join(' '), true);
        if (square)
            this.stage.draw([`G${square}`]);
        this.#hinted = this.#moves.length;
    }

    /** Plays the solution and writes it out. */
    async solution() {
        const stop = this.#interrupt();
        const said = () => t('puzzle.solutionIs', this.#moves.join(' '));
        this.#spoil();
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
        this.#events.onEnd('shown');
        await this.#showRest(said(), stop);
    }

    /** @param {string} text @param {boolean} good */
    #say(text, good) {
        fill(this.verdict, text);
        this.verdict.classList.toggle('is-good', good && text !== '');
    }

    leave() {
        this.#gone.abort();
        this.#playing.abort();
        this.stage.destroy();
    }
}
