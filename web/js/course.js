/*
 * course.js - the course of a game and how far it was followed. A course is a list of lessons, each of one or more
 * steps; what was done stays in this browser, by the names of the steps.
 */
import { lessonWordsOf, lessonsOf } from './game.js';
import { read, write } from './storage.js';

/** @typedef {import('./types.js').CourseLesson} CourseLesson */
/** @typedef {import('./types.js').Lesson} Lesson */
/** @typedef {import('./types.js').LessonWords} LessonWords */

/** The chapters, in their order. @type {readonly CourseLesson['chapter'][]} */
export const CHAPTERS = ['rules', 'tactics', 'ideas'];

/** @param {Lesson} lesson @param {LessonWords} words @returns {CourseLesson} */
function withWords({ name, tasks, puzzles = [], example }, { title, text, tasks: words = {}, notes = {} }) {
    if (tasks)
        return { name, title, chapter: 'rules', steps: tasks.map((task) => ({ name: task.name, task: { ...task, ...words[task.name] } })) };
    if (example)
        return { name, title, text, chapter: 'ideas', steps: [{ name, example: { options: example.options, moves: example.moves.split(' '), notes } }] };
    return { name, title, text, chapter: 'tactics', steps: puzzles.map((id) => ({ name: id, puzzle: id })) };
}

/** The lessons of a game in a language; in English where they have not been translated.
 * @param {string} game @param {string} tag */
export async function courseOf(game, tag) {
    const [lessons, english, own] = await Promise.all([
        lessonsOf(game), lessonWordsOf(game, 'en'), lessonWordsOf(game, tag).catch(() => null),
    ]);
    return lessons.map((lesson) => withWords(lesson, own?.[lesson.name] ?? english[lesson.name]));
}

// ---- Progress --------------------------------------------------------------------------

/** The names of the steps that were done. @param {string} game @returns {string[]} */
export function doneSteps(game) {
    const kept = read(`learn.${game}`, /** @type {unknown} */ ([]));
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [];
}

/** @param {string} game @param {string} step */
export const noteDone = (game, step) => write(`learn.${game}`, [...new Set([...doneSteps(game), step])]);

/** How many steps of a lesson were done. @param {CourseLesson} lesson @param {string[]} done */
export const doneOf = ({ steps }, done) => steps.filter(({ name }) => done.includes(name)).length;

/** The index of the first step that was not done; 0 if all were. @param {CourseLesson} lesson @param {string[]} done */
export const nextStep = ({ steps }, done) => Math.max(0, steps.findIndex(({ name }) => !done.includes(name)));
