/*
 * learn.js - the courses: all of them with what was done, the lessons of one as a path, and each lesson step by step.
 * #/learn lists the courses, #/learn/GAME is the path, #/learn/GAME/LESSON a lesson, #/learn/GAME/LESSON/2 its second step.
 */
import { CHAPTERS, courseOf, doneOf, doneSteps, nextStep } from '../course.js';
import { cards } from '../game.js';
import { el, fill, linkButton } from '../dom.js';
import { lang, t } from '../i18n.js';
import { otherCourse, playLink } from '../lessons/frame.js';
import { PuzzleStep } from '../lessons/puzzle.js';
import { ReplayStep } from '../lessons/replay.js';
import { TaskStep } from '../lessons/task.js';
import { thumbnail } from '../parts/miniature.js';
import { puzzles } from '../puzzles.js';

/** @typedef {import('../types.js').CourseLesson} CourseLesson */

// ---- All courses -----------------------------------------------------------------------

/** @param {CourseLesson[]} course @param {string[]} done */
const countSteps = (course, done) => ({
    count: course.reduce((sum, lesson) => sum + doneOf(lesson, done), 0),
    total: course.reduce((sum, { steps }) => sum + steps.length, 0),
});

/** @param {HTMLElement} host @param {AbortSignal} signal  the view is left */
async function showCourses(host, signal) {
    const courses = await Promise.all(cards.map(async ({ name, title }) => ({ name, title, ...countSteps(await courseOf(name, lang()), doneSteps(name)) })));
    fill(host, el('h1', {}, t('home.learn')),
        el('ul', { class: 'tiles' }, courses.map(({ name, title, count, total }) => el('li', { class: 'tile' },
            el('a', { href: `#/learn/${name}` }, thumbnail({ game: name }, { more: async () => startOf(name, (await courseOf(name, lang()))[0].steps[0]), signal }),
                el('span', { class: 'what' }, el('strong', {}, title), el('progress', { max: total, value: count, 'aria-hidden': 'true' }),
                    el('span', { class: 'soft' }, count === total ? t('learn.allDone') : t('learn.count', count, total))))))));
}

// ---- The path --------------------------------------------------------------------------

/** The position that a lesson begins with, or the middle of its game. @param {string} game @param {import('../types.js').Step} step */
async function startOf(game, { task, puzzle, example }) {
    if (example)
        return { options: example.options, moves: example.moves.slice(0, example.moves.length / 2) };
    return { position: task ? task.position : (await puzzles(game)).find(({ id }) => id === puzzle)?.line.split('\t')[1] };
}

/** @param {string} game @param {CourseLesson} lesson @param {string[]} done @param {AbortSignal} signal  the view is left */
function stop(game, lesson, done, signal) {
    const { name, title, steps } = lesson, count = doneOf(lesson, done), all = count === steps.length;
    return el('li', { class: all ? 'is-done' : count > 0 ? 'is-begun' : null },
        el('a', { href: `#/learn/${game}/${name}` }, thumbnail({ game }, { more: () => startOf(game, steps[0]), signal }), el('span', { class: 'path-title' }, title), ' ',
            el('span', { class: 'soft' }, all ? t('learn.allDone') : t('learn.count', count, steps.length))));
}

/** @param {HTMLElement} host @param {{ name: string, title: string }} game @param {CourseLesson[]} course @param {AbortSignal} signal */
function showPath(host, { name: game, title }, course, signal) {
    const done = doneSteps(game), next = course.find((lesson) => doneOf(lesson, done) < lesson.steps.length);
    const { count, total } = countSteps(course, done);
    const chapters = CHAPTERS.map((chapter) => ({ chapter, lessons: course.filter((lesson) => lesson.chapter === chapter) }));
    fill(host, el('h1', {}, t('learn.title', title)),
        el('div', { class: 'path-head' },
            el('progress', { max: total, value: count, 'aria-label': t('learn.progress') }),
            el('span', { class: 'soft' }, t('learn.count', count, total)),
            next ? linkButton(count > 0 ? t('learn.continue', next.title) : t('learn.start'), `#/learn/${game}/${next.name}`, { class: 'button main' })
                : [playLink(game), otherCourse(game)]),
        el('div', { class: 'path' }, chapters.filter(({ lessons }) => lessons.length > 0).map(({ chapter, lessons }) =>
            el('section', { class: 'panel' }, el('h2', {}, t(`learn.${chapter}`)), el('p', { class: 'soft' }, t(`learn.${chapter}.text`)),
                el('ol', {}, lessons.map((lesson) => stop(game, lesson, done, signal)))))));
}

// ---- Lessons ---------------------------------------------------------------------------

/** The lesson and the step that an address names. A number alone counts the tasks of the rules, as old links do.
 * @param {CourseLesson[]} course @param {string} name @param {string | undefined} step @param {string[]} done
 * @returns {{ lesson: CourseLesson, index: number } | undefined} */
function placeOf(course, name, step, done) {
    const lesson = course.find((one) => one.name === name);
    if (lesson)
        return { lesson, index: step ? Math.min(lesson.steps.length, Math.max(1, Number(step) || 1)) - 1 : nextStep(lesson, done) };
    const tasks = course.flatMap((one) => one.chapter === 'rules' ? one.steps.map((_, index) => ({ lesson: one, index })) : []);
    return tasks[Number(name) - 1];
}

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, route) {
    const [name = '', lesson, step] = route.parts;
    if (!name)
        return showCourses(host, route.signal);
    const game = cards.find((one) => one.name === name);
    if (!game)
        throw new Error(t('import.unknownGame', name));
    const course = await courseOf(name, lang()), [only] = course;
    if (!lesson && course.length > 1)
        return showPath(host, game, course, route.signal);
    const place = placeOf(course, lesson ?? only.name, step, doneSteps(name));
    if (!place)
        throw new Error(t('learn.unknown'));
    const where = { game, course, ...place }, { puzzle, example } = place.lesson.steps[place.index];
    const view = puzzle ? await PuzzleStep.create(host, where, puzzle) : example ? new ReplayStep(host, where, example) : new TaskStep(host, where);
    await view.begin();
    return () => view.leave();
}
