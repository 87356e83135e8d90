/* link.js - a link that contains a game has been opened. */
import { RulesError, formatRecord, gameNamed, open } from '../rules.js';
import { lang, t } from '../i18n.js';
import { namesInLink, readLink } from '../link.js';
import { studyWithNotes } from '../notes.js';
import { go } from '../router.js';

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, route) {
    const game = await gameNamed(route.parts[0]);
    try {
        const { notes, ...linked } = readLink(game.name, route.query), { record } = await open(linked, lang());
        if (notes)
            await formatRecord({ ...record, notes }, {}, { lang: lang() }); // which checks them
        if (!route.signal.aborted)
            go(`#/study/${await studyWithNotes({ ...record, notes }, namesInLink(route.query).slice(0, record.players))}`, true);
    } catch (error) {
        throw error instanceof RulesError ? new Error(t('import.badLink', error.message)) : error;
    }
}
