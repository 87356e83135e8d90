/*
 * rules.js - the rules of the games and the computer player, for the page: the package of
 * bindings/js as it is, with the games that the page can show.
 */
import { games as allGames } from '../tablier/index.js';
import { gameStrings } from './game.js';
import { lang, t } from './i18n.js';

export {
    ModuleError, RulesError, ahead, checkPosition, compose, explore, formatRecord, open, parseRecords, picture, puzzle, readPuzzles,
    remark, review, snapshot, think, watchNetworks, why,
} from '../tablier/index.js';

/** The games. @returns {Promise<import('./types.js').Game[]>} */
export async function games() {
    return (await allGames(lang())).filter(({ name }) => name in gameStrings);
}

/** The game that an address names. @param {string | undefined} name */
export async function gameNamed(name) {
    const game = (await games()).find((one) => one.name === name);
    if (!game)
        throw new Error(t('import.unknownGame', name ?? ''));
    return game;
}
