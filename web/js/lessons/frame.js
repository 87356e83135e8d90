/*
 * frame.js - the frame of a step in a lesson: its words, the board, the verdict, the steps of the lesson, the way on.
 */
import { CHAPTERS, doneSteps, noteDone } from '../course.js';
import { button, el, fill, linkButton } from '../dom.js';
import { cards } from '../game.js';
import { noteGiven } from '../guide.js';
import { t } from '../i18n.js';
import { go } from '../router.js';

/** @typedef {import('../types.js').CourseLesson} CourseLesson */

/**
 * Where a visitor is in a course.
 *
 * @typedef {object} Place
 * @property {{ name: string, title: string }} game
 * @property {CourseLesson[]} course
 * @property {CourseLesson} lesson
 * @property {number} index  of the step
 */

/** @param {string} game @param {CourseLesson} lesson @param {number} index */
const addressOf = (game, { name }, index) => `#/learn/${game}/${name}/${index + 1}`;

/** The steps of the rules that went wrong since the page was opened, until they are done without a mistake. @type {Set<string>} */
const missed = new Set();

/** @param {string} game @param {{ name: string }} step */
const keyOf = (game, { name }) => `${game}/${name}`;

/** A game against the computer, at a level for somebody who has come to the end of a chapter.
 * @param {string} game @param {CourseLesson['chapter']} [chapter] */
export const playLink = (game, chapter = 'ideas') => linkButton(t('learn.finish'), `#/start/${game}?level=${CHAPTERS.indexOf(chapter) + 1}`,
    { class: chapter === 'tactics' ? 'button' : 'button main' });

/** The next course that was not begun. @param {string} game */
export function otherCourse(game) {
    const at = cards.findIndex(({ name }) => name === game), others = [...cards.slice(at + 1), ...cards.slice(0, at)];
    const next = others.find(({ name }) => doneSteps(name).length === 0);
    return next && linkButton(t('learn.title', next.title), `#/learn/${next.name}`);
}

export class Frame {
    /** True if something was wrong in this step. */
    #faulty = false;
    /** True if the step that is done went wrong, now or before. */
    #repeats = false;

    /**
     * @param {HTMLElement} host
     * @param {Place} place
     * @param {import('../parts/stage.js').Stage} stage
     * @param {{ rule?: string, task: HTMLElement, verdict?: HTMLElement, help: import('../dom.js').Child[],
     *     bar?: import('../dom.js').Child }} parts
     *     rule: what there is to know; task: what to do; help: the buttons until it is done; bar: what is always there
     */
    constructor(host, place, stage, { rule, task, verdict = el('p', { class: 'verdict', role: 'status' }), help, bar }) {
        const { game, lesson, index } = this.place = place;
        this.verdict = verdict;
        this.tools = el('div', { class: 'row' });
        this.dots = el('ol', { class: 'dots', 'aria-label': t('learn.progress') });
        fill(host, el('h1', {}, el('a', { href: `#/learn/${game.name}`, 'aria-label': t('learn.title', game.title) }, game.title), ' › ', lesson.title),
            el('div', { class: `lesson ${lesson.chapter === 'tactics' ? 'puzzle ' : ''}play-${game.name}`, 'data-chapter': lesson.chapter },
                el('div', { class: 'lesson-task' },
                    lesson.steps.length > 1 && el('h2', {}, t('learn.task', index + 1, lesson.steps.length)),
                    rule && el('p', { class: 'rule' }, rule), task),
                el('div', { class: 'play-board' }, stage.root),
                el('aside', {}, bar, stage.aside(), this.verdict, this.tools, lesson.steps.length > 1 && this.dots)));
        this.#drawDots();
        this.offer(help);
    }

    /** Shows these buttons. @param {import('../dom.js').Child[]} help */
    offer(help) {
        fill(this.tools, help);
    }

    #drawDots() {
        const { game, lesson, index } = this.place, done = doneSteps(game.name);
        fill(this.dots, lesson.steps.map(({ name }, i) => el('li', {}, el('a', {
            href: addressOf(game.name, lesson, i), 'aria-current': i === index ? 'step' : null,
            class: done.includes(name) ? 'is-done' : null,
            'aria-label': `${t('learn.task', i + 1, lesson.steps.length)}${done.includes(name) ? ' ✓' : ''}`,
        }, String(i + 1)))));
    }

    /** The way on: the next step, the next lesson, a game, the course of another game. */
    #onward() {
        const { game: { name }, course, lesson, index } = this.place, next = course[course.indexOf(lesson) + 1];
        const again = lesson.steps.findIndex((step, i) => i !== index && missed.has(keyOf(name, step))), isDone = lesson.steps.every((step) => doneSteps(name).includes(step.name));
        if (again >= 0 && isDone)
            return [button(t('learn.repeat', again + 1), () => go(addressOf(name, lesson, again)), { class: 'main' }),
                next && button(t('learn.nextLesson', next.title), () => go(addressOf(name, next, 0)))];
        if (index + 1 < lesson.steps.length && !(this.#repeats && isDone))
            return button(t('learn.next'), () => go(addressOf(name, lesson, index + 1)), { class: 'main' });
        const play = next?.chapter !== lesson.chapter && playLink(name, lesson.chapter), first = play && lesson.chapter === 'rules';
        // After the rules a game comes first.
        return [first && play, next && button(t('learn.nextLesson', next.title), () => go(addressOf(name, next, 0)), { class: first ? '' : 'main' }),
            !first && play, !next && otherCourse(name)];
    }

    /** The move was wrong: the step is repeated at the end of the lesson. */
    miss() {
        const { game, lesson, index } = this.place;
        this.#faulty = true;
        missed.add(keyOf(game.name, lesson.steps[index]));
    }

    /** The step is done: notes it and shows the way on. */
    done() {
        const { game, lesson, index } = this.place, key = keyOf(game.name, lesson.steps[index]);
        this.#repeats = missed.has(key);
        if (!this.#faulty)
            missed.delete(key);
        noteDone(game.name, lesson.steps[index].name);
        if (lesson.chapter === 'rules')
            noteGiven('goal', game.name); // the first lesson has given it
        this.#drawDots();
        fill(this.tools, this.#onward());
        /** @type {HTMLElement | null} */ (this.tools.querySelector('button, a'))?.focus({ preventScroll: true });
    }

    /** @param {string} text @param {boolean} good */
    say(text, good) {
        fill(this.verdict, text);
        this.verdict.classList.toggle('is-good', good && text !== '');
    }
}
