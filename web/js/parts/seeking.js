/* seeking.js - one button per game and pace that finds an opponent, more choices for those who want them, and who is online. */
import { club, completeTable, listOf, makeChallenge, seekGame, stopSeeking, watchClub } from '../club.js';
import { button, checkbox, el, fill, linkButton } from '../dom.js';
import { cards, pictureOf, titleOf } from '../game.js';
import { plural, t } from '../i18n.js';
import { memberName } from '../member.js';
import { notice } from '../notices.js';
import { practiceGame } from '../practice.js';
import { go } from '../router.js';
import { gameNamed } from '../rules.js';
import { attempt, refusalLine } from './attempt.js';
import { LEVEL, tableWords } from './challenges.js';
import { memberAddress } from './lists.js';
import { clockWords } from './terms.js';
import { PACES, paceClock, ratedLists, termsForm } from './termsform.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../club.js').Pace} Pace */
/** @typedef {import('../club.js').Seek} Seek */

/** A game against the computer until somebody is found: it gives way then, and is kept. */
async function practise() {
    if (!club.seek)
        return;
    const { game, players, options = {} } = club.seek, usual = (await gameNamed(game)).players[0];
    const made = await practiceGame({ id: `seek.${game}`, game, players: players ?? usual, options, position: null, repetition: 3 }, 1);
    if (club.seek)
        go(`#/play/${made.id}`);
}

/** The buttons, one for each game and pace. @param {(game: string, pace: Pace) => void} seek */
function paceButtons(seek) {
    const buttons = cards.flatMap(({ name: game, title }) => PACES.map((pace) =>
        ({ game, title, pace, face: button('', () => seek(game, pace), { title: paceClock(pace) }) })));
    const rows = cards.map(({ name, title }) => el('li', {}, el('img', { src: pictureOf(name), alt: '', width: 48, height: 48 }),
        el('span', { class: 'what who' }, title),
        el('span', { class: 'paces' }, buttons.filter(({ game }) => game === name).map(({ face }) => face))));
    return {
        list: el('ul', { class: 'games' }, rows),
        draw() {
            for (const { game, title, pace, face } of buttons) {
                const count = club.waiting[listOf({ game, pace })] ?? 0, text = `${t(`seek.${pace}`)}${count > 0 ? ` · ${count}` : ''}`;
                fill(face, text);
                face.setAttribute('aria-label', `${text}: ${title}, ${paceClock(pace)}`);
            }
        },
    };
}

/** The form with all choices: for a wait, or for a challenge that stays. @param {Game[]} known @param {Promise<Set<string>>} lists
 * @param {(seek: Seek) => void} seek */
function termsChoices(known, lists, seek) {
    const form = termsForm(known, { lists }), line = refusalLine();
    const post = () => attempt(line, async () => {
        await makeChallenge(await form.challenge());
        notice(t('challenge.sent'));
    });
    const look = () => attempt(line, async () => {
        const { pace, ...terms } = await form.terms();
        if (pace === 'none')
            throw new Error(t('seek.needsClock'));
        seek(/** @type {Seek} */ ({ ...terms, pace }));
    });
    return el('div', {}, form.fields, line, el('div', { class: 'row' }, button(t('seek.look'), look, { class: 'main' })),
        memberName() && [el('p', { class: 'help' }, t('challenge.postHelp')), form.more, el('div', { class: 'row' }, button(t('challenge.post'), post))]);
}

/** The same folded; it is filled when the rules have been loaded. @param {Promise<Game[]>} known @param {Promise<Set<string>>} lists
 * @param {(seek: Seek) => void} seek */
function moreChoices(known, lists, seek) {
    const root = el('details', { class: 'more' }, el('summary', {}, t('seek.more')));
    known.then((games) => root.append(termsChoices(games, lists, seek)), () => {}); // the view itself reports a failure
    return root;
}

/** What is seen while one waits. */
function waitingBox() {
    const cancel = button(t('dialog.cancel'), () => stopSeeking(), { class: 'main' });
    const complete = checkbox(t('table.fill'), false, { onchange: () => completeTable(complete.box.checked ? LEVEL : null) });
    const standing = el('p', { role: 'status' });
    const root = el('div', {}, standing, complete.row, el('div', { class: 'row' }, cancel,
        button(t('online.practise'), practise), linkButton(t('head.puzzles'), '#/puzzles')), el('p', { class: 'help' }, t('seek.meanwhile')));
    return {
        root, cancel,
        draw() {
            const { seek } = club, players = seek?.players ?? 2;
            root.hidden = !seek;
            complete.row.hidden = players < 3 || seek?.rated === true;
            if (!seek)
                return void (complete.box.checked = false);
            const title = titleOf(seek.game);
            const seated = players > 2 && club.table.length > 0;
            fill(standing, t('seek.waiting', title, seek.pace ? paceClock(seek.pace) : clockWords(seek.clock ?? null)), ' ',
                seated ? tableWords(club.table, players) : plural('seek.count', club.waiting[club.list] ?? 1));
        },
    };
}

/** @param {Promise<Game[]>} known @param {AbortSignal} signal */
export function seekPanel(known, signal) {
    const rated = checkbox(t('seek.rated'), true), lists = ratedLists().catch(() => /** @type {Set<string>} */ (new Set()));
    const wait = waitingBox(), begin = (/** @type {Seek} */ seek) => {
        seekGame(seek);
        wait.cancel.focus();
    };
    const paces = paceButtons(async (game, pace) =>
        begin({ game, pace, rated: rated.box.checked && (await lists).has(listOf({ game, pace })) }));
    const choice = el('div', {}, el('p', { class: 'soft' }, t('seek.text', ...PACES.map(paceClock))), memberName() && rated.row, paces.list, moreChoices(known, lists, begin));
    const trouble = el('p', { class: 'refusal', role: 'status' }), there = el('p', { class: 'soft online' });

    function draw() {
        choice.hidden = club.seek !== null;
        fill(trouble, club.trouble);
        wait.draw();
        paces.draw();
        if (!there.contains(document.activeElement))
            fill(there, club.online > 0 && plural('seek.online', club.online), club.members.flatMap((name, i) =>
                [i > 0 ? ' ' : ' · ', el('a', { href: memberAddress(name) }, name)]));
    }

    draw();
    watchClub(draw, signal);
    return el('section', { class: 'panel seek' }, el('h2', {}, t('seek.title')), choice, wait.root, trouble, there);
}
