/* start.js - one click on a game: it begins, as the last one did. */
import { games } from '../rules.js';
import { lastQuick, quickGame } from '../quick.js';
import { go } from '../router.js';
import { saveGame } from '../saved.js';

/** @param {HTMLElement} _host @param {import('../router.js').Route} route */
export async function show(_host, route) {
    const game = (await games()).find((one) => one.name === route.parts[0]);
    if (!game)
        return go('#/', true);
    const made = await quickGame(game, lastQuick(game));
    saveGame(made);
    go(`#/play/${made.id}`, true);
}
