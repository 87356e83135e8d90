/* studylist.js - the analyses that this browser keeps: to open, to name, to delete. */
import { button, el, fill } from '../dom.js';
import { titleOf } from '../game.js';
import { icon } from '../icons.js';
import { lang, plural, t } from '../i18n.js';
import { dropStudy, mainLine, putStudy, renameStudy, savedStudies } from '../study.js';
import { deletableRow } from './deletable.js';
import { askText } from './dialog.js';
import { thumbnail } from './miniature.js';
import { levelNamed } from './words.js';

/** @typedef {import('../study.js').SavedStudy} SavedStudy */

const SHOWN = 8;

/** The default name of an analysis. @param {SavedStudy} saved @param {string} game */
function calledByItself(saved, game) {
    const own = saved.seat ?? saved.you;
    const names = saved.names.map((name, i) => {
        const level = levelNamed(name);
        return name && i + 1 === own ? t('seat.you') : level === null ? name : t('seat.computer', level);
    });
    return names.filter(Boolean).join(' – ') || t('study.title', game);
}

/** @param {SavedStudy} saved @param {AbortSignal} signal */
function row(saved, signal) {
    const game = titleOf(saved.record.game), moves = mainLine(saved), name = el('strong');
    const day = new Date(saved.touched).toLocaleDateString(lang(), { dateStyle: 'medium' });
    const called = () => saved.title || calledByItself(saved, game);
    fill(name, called());
    return deletableRow([
        el('a', { class: 'kept-game', href: `#/study/${saved.id}` },
            thumbnail({ ...saved.record, moves }, { signal }),
            el('span', { class: 'what' }, name,
                el('span', { class: 'soft' }, `${game} · ${plural('games.moves', moves.length)} · ${day}`))),
    ], {
        what: t('study.named', called()),
        remove: () => {
            dropStudy(saved.id);
            return () => putStudy(saved);
        },
        tools: [button(icon('pen'), async () => {
            const title = await askText(t('study.rename'), t('study.name'), called());
            if (title === null)
                return;
            saved.title = title;
            renameStudy(saved.id, title);
            fill(name, called());
        }, { class: 'small', 'aria-label': t('kept.nameThis', t('study.named', called())), title: t('kept.name') })],
    });
}

/** @param {AbortSignal} signal  the view is left */
export function studyList(signal) {
    const all = savedStudies();
    if (all.length === 0)
        return null;
    const rows = el('ul', { class: 'kept-games' }, all.slice(0, SHOWN).map((saved) => row(saved, signal)));
    const more = button(plural('study.all', all.length), () => {
        const rest = all.slice(SHOWN).map((saved) => row(saved, signal));
        rows.append(...rest);
        rest[0].querySelector('a')?.focus();
        more.remove();
    });
    return el('section', { class: 'panel' }, el('h2', {}, t('study.yours')), rows, all.length > SHOWN && more);
}
