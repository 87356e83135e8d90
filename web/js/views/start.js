/* start.js - one click on a game: it begins, as the last one did; #/start/GAME?level=3 at least at that level. */
import { gameNamed } from '../rules.js';
import { lastQuick, quickGame } from '../quick.js';
import { go } from '../router.js';
import { saveGame } from '../saved.js';

/** @param {HTMLElement} _host @param {import('../router.js').Route} route */
export async function show(_host, route) {
    const game = await gameNamed(route.parts[0]);
    const quick = lastQuick(game), level = Number(route.query.get('level'));
    const made = await quickGame(game, { ...quick, level: Math.max(quick.level, Math.min(level || 0, game.levels)) });
    if (route.signal.aborted)
        return;
    saveGame(made);
    go(`#/play/${made.id}`, true);
}
