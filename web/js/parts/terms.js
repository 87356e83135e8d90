/* terms.js - a game on the server in words: who sits there, by which rules, with how much time. */
import { el } from '../dom.js';
import { listed, optionText, plural, t } from '../i18n.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').OnlineClock} OnlineClock */
/** @typedef {import('../types.js').OnlineSeat} OnlineSeat */
/** @typedef {import('../types.js').OnlineState} OnlineState */

/** @param {OnlineSeat} seat */
export function occupantName(seat) {
    if (seat.kind === 'computer')
        return t('seat.computer', seat.level ?? '');
    return seat.taken ? seat.name || t('online.anonymous') : t('online.free');
}

/** @param {OnlineSeat[]} seats */
export const occupantNames = (seats) => seats.map(occupantName).join(' – ');

/** @param {OnlineClock | null} clock */
export function clockWords(clock) {
    if (!clock)
        return t('online.noClock');
    if ('days' in clock)
        return plural('setup.days', clock.days);
    const minutes = clock.main / 60;
    return minutes === Math.floor(minutes)
        ? t('setup.minutes', minutes, clock.increment) : t('setup.seconds', clock.main, clock.increment);
}

/** What is not as usual in the rules, one word or two for each. @param {Pick<OnlineState, 'game' | 'players' | 'options'> & Partial<OnlineState>} state
 * @param {Game | undefined} game */
export function houseRules(state, game) {
    const options = (game?.options ?? []).flatMap((option) => {
        const value = state.options[option.name];
        if (value === undefined || String(value) === String(option.defaults[state.players]))
            return [];
        return [`${optionText(state.game, option)}: ${option.words ? optionText(state.game, option, value) : value}`];
    });
    return [
        ...options,
        ...(state.swap ? [t('setup.swap')] : []),
        ...(game?.repeats && state.repetition !== undefined && state.repetition !== 3
            ? [`${t('setup.repetition')}: ${state.repetition ? t('setup.times', state.repetition) : t('setup.never')}`] : []),
        ...(state.position ? [`${t('setup.position')} ${state.position}`] : []),
    ];
}

/** Everything that somebody should know before sitting down.
 * @param {OnlineState} state @param {Game | undefined} game @param {number | null} seat  the one that is free for him */
export function termsList(state, game, seat) {
    const rules = houseRules(state, game), others = state.now.seats.filter((_, i) => i + 1 !== seat);
    const pair = (/** @type {string} */ name, /** @type {string} */ text) => [el('dt', {}, name), el('dd', {}, text)];
    return el('dl', { class: 'keys' },
        pair(t('terms.with'), listed(others.map(occupantName))),
        seat !== null && pair(t('terms.seat'), seat === 1 ? t('terms.first') : t('seat.player', seat)),
        pair(t('setup.clock'), clockWords(state.clock)),
        pair(t('home.rules'), rules.length ? rules.join(' · ') : t('terms.usual')));
}
