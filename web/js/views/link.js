/* link.js - a link that contains a game has been opened. */
import { RulesError, gameNamed, open } from '../rules.js';
import { lang, t } from '../i18n.js';
import { namesInLink, readLink } from '../link.js';
import { go } from '../router.js';
import { studyOf } from '../study.js';

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, route) {
    const game = await gameNamed(route.parts[0]);
    try {
        const { record } = await open(readLink(game.name, route.query), lang());
        if (!route.signal.aborted)
            go(`#/study/${studyOf(record, namesInLink(route.query).slice(0, record.players))}`, true);
    } catch (error) {
        throw error instanceof RulesError ? new Error(t('import.badLink', error.message)) : error;
    }
}
