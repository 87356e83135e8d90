/* learning.js - the views of lessons and puzzles. The build puts them into one file; see rest.js. */
import './sharedparts.js';
import * as course from './course.js';
import * as puzzles from './puzzles.js';

export * as today from './home/today.js';
export * as learn from './views/learn.js';
export * as puzzle from './views/puzzle.js';
export * as puzzles from './views/puzzles.js';
export * as run from './views/run.js';

export const modules = { 'js/course.js': course, 'js/puzzles.js': puzzles };
