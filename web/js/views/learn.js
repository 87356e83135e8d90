/* learn.js - the tutorial of a game: small tasks on a board, judged by the rules. */
import { lessonsOf } from '../game.js';
import { gameNamed, open } from '../rules.js';
import { button, el, fill, linkButton } from '../dom.js';
import { lang, t } from '../i18n.js';
import { go } from '../router.js';
import { read, write } from '../storage.js';
import { Stage } from '../parts/stage.js';

/** @typedef {import('../types.js').Task & import('../types.js').TaskWords} Task */
/** @typedef {import('../types.js').Snapshot} Snapshot */

/** How long a wrong move stays on the board. */
const PAUSE_MS = 1600;

/**
 * Is this what the task wants?
 *
 * @param {Task} task
 * @param {string} move
 * @param {number} player  who has played it
 * @param {Snapshot} after
 */
function fulfils(task, move, player, after) {
    if (task.wins)
        return after.winners?.includes(player) ?? false;
    if (task.draws)
        return after.over && !after.winners?.length;
    if (task.goesOn)
        return !after.over;
    return task.moves?.includes(move) ?? task.like?.test(move) ?? false;
}

class LessonView {
    /** @type {Snapshot | null} */
    #now = null;
    /** Is the next refusal one that the visitor has only asked to see? */
    #shown = false;

    /** @param {HTMLElement} host @param {import('../types.js').Game} game @param {Task[]} tasks @param {number} index */
    constructor(host, game, tasks, index) {
        this.root = host;
        this.tasks = tasks;
        this.game = game;
        this.index = index;
        this.task = this.tasks[index];
        this.stage = new Stage(game.name, (move) => this.#judge(move), { onRefused: () => this.#refused() });
        this.turner = this.stage.turner(`learn.${game.name}`);
        this.verdict = el('p', { class: 'verdict', role: 'status' });
        this.next = el('div', { class: 'row' });
        this.dots = el('ol', { class: 'dots', 'aria-label': t('learn.progress') });
        fill(host, el('h1', {}, t('learn.title', game.title)), el('div', { class: `lesson play-${game.name}` },
            el('div', { class: 'lesson-task' },
                el('h2', {}, t('learn.task', index + 1, this.tasks.length)),
                el('p', { class: 'task' }, this.task.text)),
            el('div', { class: 'play-board' }, this.stage.root),
            el('aside', {}, this.stage.aside(), this.verdict, this.next,
                this.task.rule && el('p', { class: 'rule' }, this.task.rule), this.dots)));
        this.#drawDots();
        this.#drawNext(false);
    }

    /** The numbers of the tasks that were solved. @returns {number[]} */
    #solved() {
        return read(`learn.${this.game.name}`, []);
    }

    #drawDots() {
        const solved = this.#solved();
        fill(this.dots, this.tasks.map((_, i) => el('li', {}, el('a', {
            href: `#/learn/${this.game.name}/${i + 1}`, 'aria-current': i === this.index ? 'step' : null,
            class: solved.includes(i) ? 'is-done' : null,
            'aria-label': `${t('learn.task', i + 1, this.tasks.length)}${solved.includes(i) ? ' ✓' : ''}`,
        }, String(i + 1)))));
    }

    /** @param {boolean} done */
    #drawNext(done) {
        const { name } = this.game, last = this.index + 1 === this.tasks.length;
        fill(this.next, done
            ? last ? linkButton(t('learn.finish'), `#/new/${name}`, { class: 'button main' })
                : button(t('learn.next'), () => go(`#/learn/${name}/${this.index + 2}`), { class: 'main' })
            : [button(t('learn.show'), () => this.#showSolution()), this.turner]);
        if (done)
            /** @type {HTMLElement | null} */ (this.next.querySelector('button, a'))?.focus({ preventScroll: true });
    }

    async begin() {
        this.#now = await open({ game: this.game.name, position: this.task.position }, lang(), { you: 1 });
        await this.stage.show(this.#now, { interactive: true });
    }

    /** @param {string} move */
    async #judge(move) {
        const before = this.#now;
        if (!before)
            return;
        const after = await open({ ...before.record, moves: [...before.record.moves, move] }, lang());
        const good = fulfils(this.task, move, before.turn, after);
        await this.stage.show(after, { interactive: false, animate: true });
        if (good)
            return this.#done();
        this.#say(t('learn.again'), false);
        setTimeout(() => this.begin(), PAUSE_MS);
    }

    /** The rules have refused something: what was to be tried, or what was only shown. */
    #refused() {
        if (!this.task.refused)
            return;
        if (this.#shown)
            this.#say(t('learn.yourself'), false);
        else
            this.#done();
        this.#shown = false;
    }

    #done() {
        write(`learn.${this.game.name}`, [...new Set([...this.#solved(), this.index])]);
        this.#say(t('learn.done'), true);
        this.#drawDots();
        this.#drawNext(true);
    }

    /** @param {string} text @param {boolean} good */
    #say(text, good) {
        fill(this.verdict, text);
        this.verdict.classList.toggle('is-good', good);
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

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, route) {
    const game = await gameNamed(route.parts[0]);
    const tasks = await lessonsOf(game.name, lang());
    const index = Math.min(tasks.length, Math.max(1, Number(route.parts[1]) || 1)) - 1;
    const view = new LessonView(host, game, tasks, index);
    await view.begin();
    return () => view.stage.destroy();
}
