/* replay.js - a step that is an annotated game: the visitor plays it through, with the arrow keys too. */
import { open } from '../rules.js';
import { button, el, fill, isCommand } from '../dom.js';
import { lang, t } from '../i18n.js';
import { studyWithNotes } from '../notes.js';
import { stepBar } from '../parts/movelist.js';
import { Stage } from '../parts/stage.js';
import { go } from '../router.js';
import { Frame } from './frame.js';

export class ReplayStep {
    #gone = new AbortController();
    /** Moves on the board. */
    #at = 0;

    /** @param {HTMLElement} host @param {import('./frame.js').Place} place @param {import('../types.js').AnnotatedGame} annotated */
    constructor(host, place, { moves, notes, options }) {
        const { game, lesson } = place, end = moves.length;
        this.record = { game: game.name, options, moves };
        this.notes = notes;
        this.stage = new Stage(game.name, () => {});
        this.task = el('p', { class: 'task', 'aria-live': 'polite' });
        this.count = el('p', { class: 'soft' });
        this.frame = new Frame(host, place, this.stage, {
            rule: lesson.text, task: this.task, help: [button(t('puzzle.analyse'), () => this.#analyse())],
            bar: [stepBar({
                first: () => this.#go(0), back: () => this.#go(this.#at - 1), on: () => this.#go(this.#at + 1), last: () => this.#go(end),
            }, this.stage.turner(`learn.${game.name}`)), this.count],
        });
        addEventListener('keydown', (event) => {
            const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            if (way && isCommand(event))
                this.#go(this.#at + way);
        }, { signal: this.#gone.signal });
    }

    begin() {
        return this.#go(0);
    }

    leave() {
        this.#gone.abort();
        this.stage.destroy();
    }

    /** Shows the position after some moves with the last note up to there. The end of the game is the end of the step.
     * @param {number} at */
    async #go(at) {
        const { moves } = this.record;
        if (at < 0 || at > moves.length)
            return;
        const forward = at === this.#at + 1;
        this.#at = at;
        const now = await open({ ...this.record, moves: moves.slice(0, at) }, lang());
        if (this.#gone.signal.aborted || at !== this.#at)
            return;
        fill(this.task, this.notes[Object.keys(this.notes).map(Number).filter((one) => one <= at).at(-1) ?? 0]);
        fill(this.count, t('learn.move', at, moves.length));
        await this.stage.show(now, { interactive: false, animate: forward });
        if (at === moves.length)
            this.frame.done();
    }

    /** Opens the game with its notes in the analysis. */
    async #analyse() {
        const { record } = await open(this.record, lang());
        const notes = Object.entries(this.notes).map(([at, comment]) => ({ at: Number(at), comment }));
        go(`#/study/${await studyWithNotes({ ...record, notes }, [])}`);
    }
}
