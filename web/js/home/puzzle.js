/* puzzle.js - today's puzzle on home: its place is kept at once, the board comes when home is there and it is near the window. */
import { cards } from '../game.js';
import { el } from '../dom.js';
import { t } from '../i18n.js';
import { part } from '../later.js';
import { idle } from '../parts/miniature.js';
import { savedGames } from '../saved.js';
import { read } from '../storage.js';

/** The game that the visitor knows best: the one played last, else the one whose puzzles were tried. */
function gameOfToday() {
    const known = cards.map(({ name }) => name), tried = Object.keys(read('puzzles.tried', {}));
    return [savedGames()[0]?.record.game, ...tried].find((name) => known.includes(name)) ?? known[0];
}

/** @param {AbortSignal} signal  home is left */
export function section(signal) {
    const place = el('div', { class: 'today-place' }), root = el('section', { class: 'panel today' }, el('h2', {}, t('puzzle.daily')), place);
    const seen = new IntersectionObserver(async (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting))
            return;
        seen.disconnect();
        await idle();
        const { showToday } = (await part('learning')).today;
        if (!signal.aborted)
            await showToday(place, gameOfToday(), signal);
    }, { rootMargin: '200px' });
    seen.observe(root);
    signal.addEventListener('abort', () => seen.disconnect());
    return root;
}
