/* start.js - one click on a game: it begins, as the last one did; #/start/GAME?level=3 at least at that level. */
import { cards } from '../game.js';
import { t } from '../i18n.js';
import { gameNamed } from '../rules.js';
import { lastLevel, lastQuick, quickGame } from '../quick.js';
import { rename } from '../router.js';
import { saveGame } from '../saved.js';
import { showGame } from './play.js';

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, route) {
    const [name = ''] = route.parts, card = cards.find((one) => one.name === name), level = Number(route.query.get('level'));
    if (!card)
        throw new Error(t('import.unknownGame', name));
    const quick = lastQuick(card), most = level ? lastLevel(await gameNamed(name), quick.players, quick.options) : 0;
    const made = quickGame(name, { ...quick, level: Math.max(quick.level, Math.min(level || 0, most)) });
    if (route.signal.aborted)
        return;
    host.className = 'view view-play';
    await showGame(host, made, route.signal, () => {
        saveGame(made);
        rename(`#/play/${made.id}`);
    });
}
