/* import.js - a record, moves, a position or a link from elsewhere; or an empty board. */
import { cards, titleOf } from '../game.js';
import { RulesError, checkPosition, open, parseRecords } from '../rules.js';
import { button, el, field, fill, linkButton, select } from '../dom.js';
import { lang, plural, t } from '../i18n.js';
import { go } from '../router.js';
import { studyWithNotes } from '../notes.js';
import { studyOf } from '../study.js';
import { studyList } from '../parts/studylist.js';

/** @typedef {typeof cards[number]} Game */
/** @typedef {import('../types.js').ParsedRecord} ParsedRecord */

/** @param {ParsedRecord} parsed */
const openRecord = async ({ record, names }) => go(`#/study/${await studyWithNotes(record, names)}`);

/** @param {ParsedRecord[]} found */
function choices(found) {
    return el('div', {}, el('p', {}, t('import.which', found.length)),
        el('ul', { class: 'kept' }, found.map((parsed) => el('li', {},
            button([
                titleOf(parsed.record.game), parsed.names.filter(Boolean).join(' – '),
                plural('import.moves', parsed.record.moves.length), parsed.date,
            ].filter(Boolean).join(' · '), () => openRecord(parsed))))));
}

/** The parts of a list of moves that are not moves: numbers, and perhaps a result. */
const NOT_MOVES = /\d+\.+|(\*|\bdraw)\s*$/g;
/** More than any game has. */
const MOVES_MAX = 2000;

/** The text as a position of a game, or as moves from its start. Throws a RulesError if it is
 * neither. @param {string} text @param {Game} game */
async function readBare(text, game) {
    const checked = await checkPosition(game.name, null, null, text, lang());
    const moves = text.replace(NOT_MOVES, ' ').split(/\s+/).filter(Boolean);
    if (checked.ok) {
        const { players, options, position } = checked;
        return open({ game: game.name, players, options, position }, lang());
    }
    try {
        return await open({ game: game.name, moves: moves.slice(0, MOVES_MAX) }, lang());
    } catch (error) {
        // If the first move is legal, the text is a list of moves: say which one is wrong.
        throw error instanceof RulesError && error.ply > 1 ? error
            : new RulesError(t('import.unreadable', game.title, checked.error), 0);
    }
}

/** Opens something without tags: of the game that was chosen, else of any that it fits.
 * @param {string} text @param {Game} game
 * @returns {Promise<string>} why it cannot be opened */
async function openBare(text, game) {
    /** @type {RulesError | null} of the game that it fits best */
    let fault = null;
    for (const one of [game, ...cards.filter((other) => other !== game)]) {
        try {
            const { record } = await readBare(text, one);
            go(`#/study/${studyOf(record)}`);
            return '';
        } catch (error) {
            if (!(error instanceof RulesError))
                throw error;
            if (!fault || error.ply > fault.ply)
                fault = error;
        }
    }
    return fault?.message ?? '';
}

/** Records in either form. @param {string} text @param {boolean} json */
async function readRecords(text, json) {
    const found = await parseRecords(text, lang());
    return found.map((one, i) => one.error && json
        ? { error: { message: t('import.inRecord', i + 1, one.error.message) } } : one);
}

/** @param {HTMLElement} host */
export async function show(host) {
    const box = el('textarea', { rows: 5, spellcheck: 'false' });
    const which = select(cards.map((game) => [game.name, game.title]), cards[0].name);
    const error = el('p', { class: 'refusal', role: 'alert' });
    const found = el('div');
    const file = el('input', { type: 'file', accept: '.txt,.pgn,.json,.jsonl,text/plain,application/json', hidden: true, tabindex: -1, 'aria-hidden': 'true' });

    async function read() {
        const text = box.value.trim();
        fill(error);
        fill(found);
        if (!text)
            return fill(error, t('import.nothing'));
        const link = /#\/(game|online)\/\S+/.exec(text)?.[0] ?? text.replace(/^\S+\/study\/(\w+\?\S+)$/, '#/game/$1');
        if (link !== text || link.startsWith('#/'))
            return go(link);
        const game = cards.find((one) => one.name === which.value) ?? cards[0];
        const json = /^(\{|\[\s*\{)/.test(text) && text.includes('"game"');
        if (!json && !text.includes('['))
            return fill(error, await openBare(text, game));
        const records = await readRecords(text, json);
        const good = records.flatMap((one) => one.error ? [] : [/** @type {ParsedRecord} */ (one)]);
        fill(error, records.flatMap((one) => one.error ? [el('span', {}, one.error.message), ' '] : []));
        if (records.length === 1 && good.length === 1)
            return openRecord(good[0]);
        if (good.length > 0)
            fill(found, choices(good));
    }

    file.addEventListener('change', async () => {
        box.value = await file.files?.[0]?.text() ?? '';
        file.value = '';
        read();
    });
    const gone = new AbortController();
    fill(host, el('section', { class: 'panel setup' },
        el('h1', {}, t('import.title')), el('p', {}, t('import.intro')),
        field(t('import.text'), box),
        field(t('import.game'), which),
        el('div', { class: 'row' }, button(t('import.open'), read, { class: 'main' }),
            button(t('import.file'), () => file.click()), file),
        error, found,
        el('h2', {}, t('import.empty')),
        el('div', { class: 'row' }, cards.map((game) => linkButton(game.title, `#/game/${game.name}`))),
        el('h2', {}, t('edit.title')),
        el('div', { class: 'row' }, cards.map((game) => linkButton(game.title, `#/edit/${game.name}`)))),
    studyList(gone.signal));
    return () => gone.abort();
}
