/* seeking.js - one button per game and pace that finds an opponent, and who is online. */
import { club, listOf, seekGame, stopSeeking, watchClub } from '../club.js';
import { button, checkbox, el, fill, linkButton } from '../dom.js';
import { pictureOf } from '../game.js';
import { plural, t } from '../i18n.js';
import { memberName } from '../member.js';
import { call } from '../online.js';
import { practiceGame } from '../practice.js';
import { go } from '../router.js';
import { gameNamed } from '../rules.js';
import { memberAddress } from './lists.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../club.js').Pace} Pace */

/** @type {Pace[]} */
const PACES = ['fast', 'slow', 'days'];

/** The clock of a pace, as the server sets it. @param {Pace} pace */
const clockOf = (pace) => ({ fast: t('setup.minutes', 5, 3), slow: t('setup.minutes', 15, 10), days: plural('setup.days', 3) })[pace];

/** The lists in which games are rated; none for guests. @returns {Promise<Set<string>>} */
async function ratedLists() {
    if (!memberName())
        return new Set();
    const { lists } = await call('/ratings');
    return new Set(lists.filter((/** @type {{ rated: boolean }} */ { rated }) => rated).map((/** @type {{ list: string }} */ { list }) => list));
}

/** A game against the computer until somebody is found: it gives way then, and is kept. */
async function practise() {
    if (!club.seek)
        return;
    const { game } = club.seek, { players: [players] } = await gameNamed(game);
    const made = await practiceGame({ id: `seek.${game}`, game, players, options: {}, position: null, repetition: 3 }, 1);
    if (club.seek)
        go(`#/play/${made.id}`);
}

/** @param {Game[]} known @param {AbortSignal} signal */
export function seekPanel(known, signal) {
    const rated = checkbox(t('seek.rated'), true), lists = ratedLists().catch(() => new Set());
    const titleOf = (/** @type {string} */ game) => known.find(({ name }) => name === game)?.title ?? game;
    const seek = async (/** @type {string} */ game, /** @type {Pace} */ pace) => {
        seekGame({ game, pace, rated: rated.box.checked && (await lists).has(listOf({ game, pace })) });
        cancel.focus();
    };
    const buttons = known.flatMap(({ name: game }) => PACES.map((pace) =>
        ({ game, pace, face: button('', () => seek(game, pace), { title: clockOf(pace) }) })));
    const rows = known.map(({ name, title }) => el('li', {}, el('img', { src: pictureOf(name), alt: '', width: 48, height: 48 }),
        el('span', { class: 'what who' }, title),
        el('span', { class: 'paces' }, buttons.filter(({ game }) => game === name).map(({ face }) => face))));
    const choice = el('div', {}, el('p', { class: 'soft' }, t('seek.text')),
        memberName() && rated.row, el('ul', { class: 'games' }, rows));
    const cancel = button(t('dialog.cancel'), () => stopSeeking(), { class: 'main' });
    const standing = el('p', { role: 'status' }), trouble = el('p', { class: 'refusal', role: 'status' }), there = el('p', { class: 'soft online' });
    const wait = el('div', {}, standing, el('div', { class: 'row' }, cancel,
        button(t('online.practise'), practise), linkButton(t('head.puzzles'), '#/puzzles')), el('p', { class: 'help' }, t('seek.meanwhile')));

    function draw() {
        choice.hidden = club.seek !== null;
        wait.hidden = club.seek === null;
        fill(trouble, club.trouble);
        if (club.seek)
            fill(standing, t('seek.waiting', titleOf(club.seek.game), clockOf(club.seek.pace)), ' ',
                plural('seek.count', club.waiting[listOf(club.seek)] ?? 1));
        for (const { game, pace, face } of buttons) {
            const count = club.waiting[listOf({ game, pace })] ?? 0, text = `${t(`seek.${pace}`)}${count > 0 ? ` · ${count}` : ''}`;
            fill(face, text);
            face.setAttribute('aria-label', `${text}: ${titleOf(game)}, ${clockOf(pace)}`);
        }
        if (!there.contains(document.activeElement))
            fill(there, plural('seek.online', club.online), club.members.flatMap((name, i) =>
                [i > 0 ? ', ' : ': ', el('a', { href: memberAddress(name) }, name)]));
    }

    draw();
    watchClub(draw, signal);
    return el('section', { class: 'panel seek' }, el('h2', {}, t('seek.title')), choice, wait, trouble, there);
}
