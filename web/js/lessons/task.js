/* task.js - a step that explains a rule and asks for a move, judged by the rules. */
import { open } from '../rules.js';
import { button, el } from '../dom.js';
import { lang, t } from '../i18n.js';
import { Stage } from '../parts/stage.js';
import { redrawn } from '../study.js';
import { Frame } from './frame.js';

/** @typedef {import('../types.js').Task & import('../types.js').TaskWords} Task */
/** @typedef {import('../types.js').Snapshot} Snapshot */

/** How long a wrong move stays on the board. */
const PAUSE_MS = 1600;

/**
 * What is wrong with a legal move that does not do what the task wants; empty if nothing is.
 *
 * @param {import('../types.js').Task} task
 * @param {string} move
 * @param {number} player  who has played it
 * @param {Snapshot} after
 * @returns {'' | 'noWin' | 'noDraw' | 'lost' | 'legal' | 'other'}
 */
export function faultOf(task, move, player, after) {
    if (task.wins)
        return after.winners?.includes(player) ? '' : 'noWin';
    if (task.draws)
        return after.over && !after.winners?.length ? '' : 'noDraw';
    if (task.goesOn)
        return after.over ? 'lost' : '';
    if (task.refused)
        return 'legal';
    return task.moves?.includes(move) ?? task.like?.test(move) ? '' : 'other';
}

export class TaskStep {
    /** @type {Snapshot | null} */
    #now = null;
    /** True if the next refusal is one that the visitor has only asked to see. */
    #shown = false;
    /** Squares and arrows on the board: the lesson's, and those of the visitor. @type {string[]} */
    #drawings = [];

    /** @param {HTMLElement} host @param {import('./frame.js').Place} place */
    constructor(host, place) {
        const { game, lesson, index } = place;
        this.root = host;
        this.game = game.name;
        this.task = /** @type {Task} */ (lesson.steps[index].task);
        this.stage = new Stage(game.name, (move) => this.#judge(move), {
            onRefused: () => this.#refused(), onDraw: (word) => this.stage.draw(this.#drawings = redrawn(this.#drawings, word)),
        });
        this.frame = new Frame(host, place, this.stage, {
            rule: this.task.rule, task: el('p', { class: 'task' }, this.task.text), help: [button(t('learn.show'), () => this.#showSolution()), this.stage.turner(`learn.${game.name}`)],
        });
    }

    async begin() {
        this.#now = await open({ game: this.game, position: this.task.position }, lang(), { you: 1 });
        this.#drawings = this.task.drawings ?? [];
        await this.stage.show(this.#now, { interactive: true, drawings: this.#drawings });
    }

    leave() {
        this.stage.destroy();
    }

    /** @param {string} move */
    async #judge(move) {
        const before = this.#now;
        if (!before)
            return;
        const after = await open({ ...before.record, moves: [...before.record.moves, move] }, lang());
        const fault = faultOf(this.task, move, before.turn, after);
        await this.stage.show(after, { interactive: false, animate: true });
        if (!fault)
            return this.#done();
        this.frame.miss();
        this.frame.say([t(`learn.fault.${fault}`), fault !== 'legal' && t('learn.again')].filter(Boolean).join(' '), false);
        setTimeout(() => this.begin(), PAUSE_MS);
    }

    /** The rules have refused something: what was to be tried, or what was only shown. */
    #refused() {
        if (!this.task.refused)
            return;
        if (this.#shown)
            this.frame.say(t('learn.yourself'), false);
        else
            this.#done();
        this.#shown = false;
    }

    #done() {
        this.frame.say(t('learn.done'), true);
        this.frame.done();
    }

    #showSolution() {
        const { solution, refused } = this.task;
        this.#shown = Boolean(refused);
        if (refused)
            this.stage.refuse(solution);
        else if (solution === 'pass')
            this.root.querySelector('[data-id=pass]')?.classList.add('is-hinted');
        else
            this.stage.mark([{ move: solution }]);
    }
}
