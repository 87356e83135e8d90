/* challenges.js - challenges to the visitor and by the visitor: the list, the form for a new one, the notice of one that comes in. */
import { acceptChallenge, attend, club, completeChallenge, makeChallenge, refuseChallenge, watchClub } from '../club.js';
import { button, el, fill } from '../dom.js';
import { pictureOf, titleOf } from '../game.js';
import { plural, t } from '../i18n.js';
import { memberName, showChallenges } from '../member.js';
import { notice } from '../notices.js';
import { games } from '../rules.js';
import { play } from '../sound.js';
import { attempt, refusalLine, serverForm } from './attempt.js';
import { callBack } from './attention.js';
import { openDialog } from './dialog.js';
import { clockWords, houseRules } from './terms.js';
import { ratedLists, termsForm } from './termsform.js';

/** @typedef {import('../types.js').Challenge} Challenge */
/** @typedef {import('../types.js').Game} Game */

/** The level of computer players that complete a table. */
export const LEVEL = 4;

/** A name, with the rating if there is one. @param {string | null} name @param {number | null | undefined} rating */
export const rankedName = (name, rating) => `${name || t('online.anonymous')}${rating ? ` (${Math.round(rating)})` : ''}`;

/** Who sits at a table. @param {{ name: string | null }[]} seats @param {number} players */
export const tableWords = (seats, players) => t('table.seats', seats.length, players, seats.map(({ name }) => name || t('online.anonymous')).join(', '));

/** The terms in words. @param {import('../types.js').Terms} terms @param {Game[]} known @returns {string[]} */
export function termsWords(terms, known) {
    const game = known.find(({ name }) => name === terms.game), { players, range } = terms;
    return [titleOf(terms.game), clockWords(terms.clock), terms.rated ? t('online.rated') : '', players > 2 ? t('home.players', players) : '',
        range ? `±${range[1]}` : '', ...houseRules(terms, game)].filter(Boolean);
}

/** A row of a list. @param {Challenge | import('../types.js').OpenSeek} one @param {string} who @param {string[]} facts @param {...import('../dom.js').Child} acts */
export const termsRow = (one, who, facts, ...acts) => el('li', { 'data-row': one.id },
    el('img', { src: pictureOf(one.game), alt: '', width: 48, height: 48 }),
    el('div', { class: 'what' }, el('span', { class: 'who' }, who), el('span', { class: 'soft' }, facts.join(' · '))), acts);

/** @param {Challenge} challenge @param {Game[]} known @param {HTMLElement} line  for refusals */
function row(challenge, known, line) {
    const { from, to, rating, players, seat, seats, rated, times } = challenge, mine = from === memberName();
    const sits = seats.some(({ name }) => name === memberName()), agreed = seats.find(({ name }) => name === memberName())?.level ?? null;
    const facts = [...termsWords(challenge, known), typeof seat === 'number' ? t('challenge.seat', from, seat) : '', players > 2 ? tableWords(seats, players) : '', times > 1 ? plural('games.found', times) : ''];
    const who = !mine ? rankedName(from, rating) : to === null ? t('challenge.all') : t('challenge.to', to);
    const press = (/** @type {string} */ text, /** @type {() => Promise<void>} */ act, /** @type {import('../dom.js').Props} */ how = {}) =>
        button(text, () => attempt(line, act, challenge.id), { 'aria-label': `${text}: ${who}`, ...how });
    return termsRow(challenge, who, facts.filter(Boolean),
        !sits && press(t('online.accept'), () => acceptChallenge(challenge), { class: 'main' }),
        sits && players > 2 && !rated && seats.length > 1 &&
            press(t('table.fill'), () => completeChallenge(challenge, agreed ? null : LEVEL), { 'aria-pressed': String(agreed !== null) }),
        press(t(sits ? 'online.withdraw' : 'online.decline'), () => refuseChallenge(challenge)));
}

/** The challenges of the visitor; nothing is shown where there are none. @param {Game[]} known @param {AbortSignal} signal */
export function challengePanel(known, signal) {
    const list = el('ul', { class: 'games' }), line = refusalLine(), panel = el('section', { class: 'panel challenges' }, el('h2', {}, t('challenge.title')), list, line);
    let key = '';
    function draw() {
        const all = [...club.challenges.in, ...club.challenges.out], now = JSON.stringify(all);
        panel.hidden = all.length === 0;
        if (now === key)
            return;
        key = now;
        fill(list, all.map((one) => row(one, known, line)));
    }
    draw();
    watchClub(draw, signal);
    return panel;
}

/** Asks for the terms of a challenge. @param {Game[]} known @param {string} to */
export function openChallenge(known, to) {
    const form = termsForm(known, { to, lists: ratedLists().catch(() => new Set()) });
    const box = openDialog(t('challenge.to', to), serverForm(t('challenge.send'), async () => {
        await makeChallenge(await form.challenge());
        box.close();
        notice(t('challenge.sent'));
    }, form.fields, form.more));
}

// ---- Anywhere in the page ------------------------------------------------------------------

/** The notices that ask for an answer. @type {Map<string, HTMLElement>} */
const asked = new Map();

/** @param {Challenge} challenge */
async function announce(challenge) {
    const text = t('challenge.incoming', rankedName(challenge.from, challenge.rating), termsWords(challenge, await games()).join(' · '));
    const say = (/** @type {(one: Challenge) => Promise<void>} */ act) => () => act(challenge).catch((error) => notice(error.message));
    play('call');
    callBack(text);
    asked.set(challenge.id, notice(text, true, undefined, [[t('online.accept'), say(acceptChallenge)], [t('online.decline'), say(refuseChallenge)]]));
}

/** @param {{ challenge?: Challenge, gone?: string, declined?: Challenge }} news */
function hear({ challenge, gone = '', declined }) {
    const count = club.challenges.in.length;
    showChallenges(count, plural('challenge.count', count));
    asked.get(gone)?.remove();
    asked.delete(gone);
    if (declined)
        notice(t('challenge.declined', declined.to ?? ''));
    if (challenge)
        announce(challenge);
}

/** Waits for challenges from now on; not without a member. */
export function awaitChallenges() {
    attend(memberName() !== '', hear);
    hear({});
}
