/* remote.js - the views that need a server, and what hears from it elsewhere. The build puts them into one file; see rest.js. */
import './sharedparts.js';
import * as connection from './connection.js';
import { addOnlineWords } from './i18n.js';
import { online as english } from './lang/online.js';

export * as challenges from './parts/challenges.js';
export * as 'link-device' from './views/device.js';
export * as me from './views/me.js';
export * as member from './views/member.js';
export * as online from './views/online.js';
export * as ratings from './views/ratings.js';
export * as waiting from './waiting.js';
export { resumeSeek } from './club.js';

/** Makes the words ready that only these need. */
export const onlineWords = () => addOnlineWords(english);

export const modules = { 'js/connection.js': connection };
