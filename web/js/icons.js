/* icons.js - the signs on buttons, drawn, so that they look the same everywhere. */
import { svg } from './boards/svg.js';

/** Lines in a square of 24. */
const PATHS = {
    undo: 'M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-2',
    redo: 'M15 5l5 5-5 5M20 10H10a6 6 0 0 0 0 12h2',
    hint: 'M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0l-.5 3H9z',
    flag: 'M6 21V4M6 4h11l-2.5 4L17 12H6',
    first: 'M6 5v14M18 5l-9 7 9 7z',
    back: 'M16 5l-9 7 9 7z',
    on: 'M8 5l9 7-9 7z',
    last: 'M18 5v14M6 5l9 7-9 7z',
    sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5',
    moon: 'M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10z',
    sound: 'M4 9v6h4l6 5V4L8 9zM17 9a4 4 0 0 1 0 6M19.5 6.5a8 8 0 0 1 0 11',
    mute: 'M4 9v6h4l6 5V4L8 9zM17 9l5 6M22 9l-5 6',
    turn: 'M4 9a8.5 8.5 0 0 1 15-2M20 3v5h-5M20 15a8.5 8.5 0 0 1-15 2M4 21v-5h5',
    bin: 'M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5',
    pen: 'M4 20l1-4L16 5l3 3L8 19z',
    close: 'M6 6l12 12M18 6 6 18',
    menu: 'M5 6h14M5 12h14M5 18h14',
    gear: 'M10.5 3h3l.5 2.6 1.8.8 2.2-1.5 2.1 2.1-1.5 2.2.8 1.8 2.6.5v3l-2.6.5-.8 1.8 1.5 2.2-2.1 2.1-2.2-1.5-1.8.8-.5 2.6h-3l-.5-2.6-1.8-.8-2.2 1.5-2.1-2.1 1.5-2.2-.8-1.8L3 14.5v-3l2.6-.5.8-1.8-1.5-2.2L7 4.9l2.2 1.5 1.8-.8zM12 10a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
    draw: 'M5 9h14M5 15h14',
    new: 'M12 5v14M5 12h14',
    graph: 'M4 20V4M4 20h16M7 15l4-5 3 3 5-7',
    off: 'M3 3l18 18M5 11a10 10 0 0 1 4-2.2M14 8.6A10 10 0 0 1 19 11M8.5 14.5a5 5 0 0 1 5-.9M12 19h.01',
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {IconName} name */
export function icon(name) {
    return svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: PATHS[name] }));
}
