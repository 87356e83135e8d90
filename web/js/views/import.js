/* import.js - a record, a position or a link from elsewhere; or an empty board. */
import { checkPosition, games, open, parseRecords } from '../rules.js';
import { button, el, field, fill, linkButton, select } from '../dom.js';
import { lang, plural, t } from '../i18n.js';
import { go } from '../router.js';
import { studyOf } from '../study.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').ParsedRecord} ParsedRecord */

/** @param {ParsedRecord} parsed */
const openRecord = (parsed) => go(`#/study/${studyOf(parsed.record, parsed.names)}`);

/** @param {ParsedRecord[]} found @param {Game[]} known */
function choices(found, known) {
    return el('div', {}, el('p', {}, t('import.which', found.length)),
        el('ul', { class: 'kept' }, found.map((parsed) => el('li', {},
            button([
                known.find((game) => game.name === parsed.record.game)?.title, parsed.names.filter(Boolean).join(' – '),
                plural('import.moves', parsed.record.moves.length), parsed.date,
            ].filter(Boolean).join(' · '), () => openRecord(parsed))))));
}

/** Something that is not a record: perhaps a position. @param {string} text @param {Game} game */
async function openPosition(text, game) {
    const checked = await checkPosition(game.name, null, null, text, lang());
    if (!checked.ok)
        return t('import.unreadable', game.title, checked.error);
    const { players, options, position } = checked;
    const { record } = await open({ game: game.name, players, options, position }, lang());
    go(`#/study/${studyOf(record)}`);
    return '';
}

/** @param {HTMLElement} host */
export async function show(host) {
    const known = await games();
    const box = el('textarea', { rows: 10, spellcheck: 'false' });
    const which = select(known.map((game) => [game.name, game.title]), known[0].name);
    const error = el('p', { class: 'refusal', role: 'alert' });
    const found = el('div');
    const file = el('input', { type: 'file', accept: '.txt,.pgn,text/plain', hidden: true, tabindex: -1, 'aria-hidden': 'true' });

    async function read() {
        const text = box.value.trim();
        fill(error);
        fill(found);
        if (!text)
            return fill(error, t('import.nothing'));
        const link = /#\/game\/\S+/.exec(text);
        if (link)
            return go(link[0]);
        const game = known.find((one) => one.name === which.value) ?? known[0];
        if (!text.includes('['))
            return fill(error, await openPosition(text, game));
        const records = await parseRecords(text, lang());
        const good = records.flatMap((one) => one.error ? [] : [one]);
        fill(error, records.flatMap((one) => one.error ? [t('import.bad', one.line, one.error.message), ' '] : []));
        if (records.length === 1 && good.length === 1)
            return openRecord(good[0]);
        if (good.length > 0)
            fill(found, choices(good, known));
    }

    file.addEventListener('change', async () => {
        box.value = await file.files?.[0]?.text() ?? '';
        file.value = '';
        read();
    });
    fill(host, el('section', { class: 'panel setup' },
        el('h1', {}, t('import.title')), el('p', {}, t('import.intro')),
        field(t('import.text'), box),
        field(t('import.game'), which),
        el('div', { class: 'row' }, button(t('import.open'), read, { class: 'main' }),
            button(t('import.file'), () => file.click()), file),
        error, found,
        el('h2', {}, t('import.empty')),
        el('div', { class: 'row' }, known.map((game) => linkButton(game.title, `#/game/${game.name}`))),
        el('h2', {}, t('edit.title')),
        el('div', { class: 'row' }, known.map((game) => linkButton(game.title, `#/edit/${game.name}`)))));
}
