/*
 * rest.js - every view but the first and those of tables.js, learning.js and remote.js. The build puts them into one file, so that a way through the page
 * costs one round trip and not one per module. `modules`: the modules by name, for tests and for a look from the console.
 */
import './sharedparts.js';
import * as game from './game.js';
import * as games from '../games/games.js';
import * as tablier from '../tablier/index.js';
import * as platform from '../tablier/platform.js';
import * as i18n from './i18n.js';
import * as en from './lang/en.js';
import * as notices from './notices.js';
import * as online from './online.js';
import * as evaluation from './parts/evaluation.js';
import * as miniature from './parts/miniature.js';
import * as phrases from './parts/phrases.js';
import * as practice from './parts/practice.js';
import * as words from './parts/words.js';
import * as rules from './rules.js';
import * as saved from './saved.js';
import * as settings from './settings.js';
import * as study from './study.js';

export * as about from './views/about.js';
export * as edit from './views/edit.js';
export * as games from './views/games.js';
export * as import from './views/import.js';
export * as game from './views/link.js';
export * as rules from './views/rules.js';
export * as settings from './views/settings.js';
export * as share from './views/share.js';
export * as new from './views/setup.js';
export * as stats from './views/stats.js';
export * as study from './views/study.js';

export const modules = {
    'js/game.js': game,
    'games/games.js': games,
    'tablier/index.js': tablier,
    'tablier/platform.js': platform,
    'js/i18n.js': i18n,
    'js/lang/en.js': en,
    'js/notices.js': notices,
    'js/online.js': online,
    'js/parts/evaluation.js': evaluation,
    'js/parts/miniature.js': miniature,
    'js/parts/phrases.js': phrases,
    'js/parts/practice.js': practice,
    'js/parts/words.js': words,
    'js/rules.js': rules,
    'js/saved.js': saved,
    'js/settings.js': settings,
    'js/study.js': study,
};
