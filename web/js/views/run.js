/* run.js - a run of puzzles against the clock, or until the third mistake. There is one try at each, and no help; the rating stays. */
import { cards } from '../game.js';
import { button, el, fill, linkButton } from '../dom.js';
import { plural, t } from '../i18n.js';
import { Clock } from '../parts/clock.js';
import { moveBox } from '../parts/movebox.js';
import { Solver } from '../parts/solver.js';
import { tile } from '../parts/tile.js';
import { bestRun, noteDay, noteRun, puzzles, runPuzzle } from '../puzzles.js';
import { go } from '../router.js';
import { play } from '../sound.js';

/** @typedef {import('../puzzles.js').RunKind} RunKind */
/** @typedef {import('../types.js').Puzzle} Puzzle */

const TIME_MS = 180000, COST_MS = 10000, MISTAKES = 3;

class RunView {
    #solved = 0;
    /** @type {Puzzle[]} */
    #missed = [];
    /** The ids of those that were shown. @type {Set<string>} */
    #had = new Set();
    /** @type {Solver | null} */
    #solver = null;
    #over = false;

    /** @param {HTMLElement} host @param {RunKind} kind @param {string} which  a game, or all @param {string[]} from  the games
     * @param {AbortSignal} signal  the view is left */
    constructor(host, kind, which, from, signal) {
        this.host = host;
        this.kind = kind;
        this.which = which;
        this.games = from;
        this.signal = signal;
        this.clock = kind === 'timed' ? new Clock([TIME_MS], () => this.#end()) : null;
        this.score = el('p', { class: 'score', role: 'status' });
        this.heading = el('h1', {}, t(`puzzle.${kind}`));
        signal.addEventListener('abort', () => this.#stop());
    }

    /** The next puzzle; the clock runs from the first on. */
    async next() {
        const { game, puzzle } = await runPuzzle(this.games, this.#solved, this.#had);
        if (this.#over)
            return;
        this.#solver?.leave();
        const solver = this.#solver = new Solver(game, puzzle, { onEnd: (end) => this.#note(puzzle, end === 'solved') }, true);
        this.#had.add(puzzle.id);
        this.#drawScore();
        fill(this.host, this.heading,
            el('div', { class: `lesson puzzle play-${game}`, 'data-puzzle': puzzle.id }, el('div', { class: 'lesson-task' }, this.score, solver.task),
                el('div', { class: 'play-board' }, solver.stage.root),
                el('aside', {}, solver.stage.aside(), solver.verdict,
                    moveBox((text) => solver.stage.enter(text), () => solver.stage.example),
                    el('div', { class: 'row' }, button(t('puzzle.stop'), () => this.#end())))));
        await solver.begin();
        if (!this.#over)
            this.clock?.run(0);
    }

    #drawScore() {
        const { faces: [face] = [] } = this.clock ?? {};
        fill(this.score, el('strong', {}, plural('puzzle.score', this.#solved)), ' · ',
            face ?? t('puzzle.mistakes', this.#missed.length, MISTAKES));
    }

    /** @param {Puzzle} puzzle @param {boolean} solved */
    async #note(puzzle, solved) {
        if (this.#over)
            return;
        if (solved) {
            this.#solved++;
            noteDay(puzzle.game, true);
        } else {
            this.#missed.push(puzzle);
            if (this.clock)
                this.clock.times[0] -= COST_MS;
        }
        if (this.kind === 'three' && this.#missed.length === MISTAKES)
            return this.#end();
        await this.next();
    }

    #stop() {
        this.#over = true;
        this.clock?.stop();
        this.#solver?.leave();
    }

    #end() {
        const before = bestRun(this.kind, this.which), again = button(t('puzzle.again'), () => restart(this), { class: 'main' });
        this.#stop();
        noteRun(this.kind, this.which, this.#solved);
        play('end');
        fill(this.host, this.heading, el('section', { class: 'panel' },
            el('h2', { role: 'status' }, plural('puzzle.score', this.#solved)),
            el('p', {}, this.#solved > before ? t('puzzle.newBest') : t('puzzle.best', before)),
            el('div', { class: 'row' }, again, linkButton(t('puzzle.hub'), '#/puzzles')),
            this.#missed.length > 0 && [el('h2', {}, t('puzzle.missed')), el('ul', { class: 'tiles' }, this.#missed.map((puzzle) =>
                tile(puzzle, `#/puzzle/${puzzle.game}/${puzzle.id}`, this.signal, t('puzzle.solve'))))]));
        again.focus({ preventScroll: true });
    }
}

/** @param {{ host: HTMLElement, kind: RunKind, which: string, games: string[], signal: AbortSignal }} run */
const restart = ({ host, kind, which, games: from, signal }) => new RunView(host, kind, which, from, signal).next();

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, { parts: [kind, which = 'all'], signal }) {
    const known = cards.map(({ name }) => name).filter((name) => which === 'all' || name === which);
    const lists = await Promise.all(known.map(puzzles)), rich = known.filter((_, i) => lists[i].length > 0);
    if ((kind !== 'timed' && kind !== 'three') || rich.length === 0)
        return signal.aborted ? undefined : go('#/puzzles', true);
    await restart({ host, kind, which, games: rich, signal });
}
