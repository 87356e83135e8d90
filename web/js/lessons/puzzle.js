/* puzzle.js - a step that is a puzzle of the lesson's theme; it does not count for the rating. */
import { button } from '../dom.js';
import { t } from '../i18n.js';
import { Solver } from '../parts/solver.js';
import { puzzles } from '../puzzles.js';
import { Frame } from './frame.js';

export class PuzzleStep {
    /** @param {HTMLElement} host @param {import('./frame.js').Place} place @param {string} id */
    static async create(host, place, id) {
        const puzzle = (await puzzles(place.game.name)).find((one) => one.id === id);
        if (!puzzle)
            throw new Error(t('puzzle.unknown'));
        return new PuzzleStep(host, place, puzzle);
    }

    /** @param {HTMLElement} host @param {import('./frame.js').Place} place @param {import('../types.js').Puzzle} puzzle */
    constructor(host, place, puzzle) {
        const solver = this.solver = new Solver(place.game.name, puzzle, { onEnd: (end) => this.#end(end) });
        this.help = [button(t('puzzle.hint'), () => solver.hint()), button(t('puzzle.solution'), () => solver.solution())];
        this.again = button(t('puzzle.again'), () => this.begin());
        this.frame = new Frame(host, place, solver.stage, { rule: place.lesson.text, task: solver.task, verdict: solver.verdict, help: this.help });
    }

    async begin() {
        this.frame.offer(this.help);
        await this.solver.begin();
    }

    /** Only what the visitor has solved is done. @param {import('../parts/solver.js').End} end */
    #end(end) {
        if (end === 'solved')
            this.frame.done();
        else
            this.frame.offer([this.again, ...this.help]);
    }

    leave() {
        this.solver.leave();
    }
}
