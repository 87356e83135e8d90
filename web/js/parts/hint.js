/* hint.js - a good move and why it is good: what the search knows, and what the game says. */
import { remark, think } from '../rules.js';
import { lang, t } from '../i18n.js';
import { valueText } from './words.js';

/** @typedef {import('../types.js').MatchRecord} MatchRecord */
/** @typedef {import('../types.js').Thought} Thought */

const THINKING_MS = 1500;

/**
 * @param {MatchRecord} record
 * @param {AbortSignal} signal
 * @param {import('../types.js').Viewer} viewer  who asks
 * @returns {Promise<{ move: string, text: string, thought: Thought }>}
 */
export async function findHint(record, signal, viewer) {
    const thought = await think(record, { timeMs: THINKING_MS, lines: 2, signal });
    const [best, next] = thought.info.lines;
    const facts = await remark(record, best.move, lang(), viewer);
    const parts = [t('hint.move', best.move), valueText(best, record.players ?? 2), ...facts];
    if (best.exact && next?.exact && best.value !== next.value)
        parts.push(t('hint.only'));
    else if (best.pv.length > 1)
        parts.push(t('hint.reply', best.pv[1]));
    return { move: best.move, text: parts.join(' '), thought };
}
