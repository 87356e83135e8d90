/* termsform.js - the terms of a game with somebody: which game, how many players, how fast, rated or not, against whom. */
import { checkbox, el, field, fill, select } from '../dom.js';
import { plural, t } from '../i18n.js';
import { memberName } from '../member.js';
import { call } from '../online.js';
import { optionField } from './choice.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../club.js').Pace} Pace */

/** @type {Pace[]} */
export const PACES = ['fast', 'slow', 'days'];
const RANGES = [100, 200, 400];
/** How many games may come of a challenge to anybody. */
const TIMES = [1, 3, 10, 100];

/** The clock of a pace, as the server sets it. @param {Pace} pace */
export const paceClock = (pace) => ({ fast: t('setup.minutes', 5, 3), slow: t('setup.minutes', 15, 10), days: plural('setup.days', 3) })[pace];

/** The lists in which games are rated; none for guests. @returns {Promise<Set<string>>} */
export async function ratedLists() {
    if (!memberName())
        return new Set();
    const { lists } = await call('/ratings');
    return new Set(lists.filter((/** @type {{ rated: boolean }} */ { rated }) => rated).map((/** @type {{ list: string }} */ { list }) => list));
}

/** A team counts as one side. @param {Game} game @param {number} players */
const sidesOf = (game, players) => new Set(game.sides[players]).size === 2 ? 'two' : 'many';

/**
 * The fields `more` are for challenges alone.
 *
 * @param {Game[]} known
 * @param {{ to?: string, lists: Promise<Set<string>> }} how  to: the member who is challenged; lists: in which games are rated
 */
export function termsForm(known, { to, lists }) {
    let game = known[0], players = game.players[0];
    /** @type {Record<string, import('../types.js').OptionValue>} */
    let options = {};
    const choice = select(known.map(({ name, title }) => [name, title]), game.name, { onchange: () => draw() });
    const count = select([], '', { onchange: () => draw() });
    const pace = select([...PACES.map((one) => /** @type {[string, string]} */ ([one, `${t(`seek.${one}`)} · ${paceClock(one)}`])), ['none', t('online.noClock')]], 'fast',
        { onchange: () => drawRated() });
    const rated = checkbox(t('seek.ratedGame'), true);
    const range = select([['', t('games.anyone')], ...RANGES.map((one) => /** @type {[string, string]} */ ([String(one), t('seek.within', one)]))], '');
    const seat = select([], ''), times = select(TIMES.map((one) => [String(one), String(one)]), '1');
    const rules = el('div');
    const isRated = async () => !(to && players > 2) && (await lists).has(`${game.name}-${sidesOf(game, players)}-${pace.value}`) && Object.keys(options).length === 0;

    async function drawRated() {
        rated.row.hidden = !await isRated();
    }

    function draw() {
        game = known.find(({ name }) => name === choice.value) ?? game;
        players = game.players.find((one) => String(one) === count.value) ?? game.players[0];
        options = {};
        fill(count, game.players.map((one) => el('option', { value: one, selected: one === players }, String(one))));
        fill(seat, [['', t('challenge.fair')], ...Array.from({ length: players }, (_, i) => [String(i + 1), i ? t('seat.player', i + 1) : t('terms.first')]),
            ['random', t('setup.lot')]].map(([value, text]) => el('option', { value }, text)));
        fill(rules, game.options.length > 0 && el('details', {}, el('summary', {}, t('setup.rules')), game.options.map((option) =>
            optionField(game, option, players, options, (chosen) => {
                options = chosen;
                drawRated();
            }))));
        drawRated();
    }

    const terms = async () => ({
        game: game.name, players, pace: pace.value, options, rated: rated.box.checked && await isRated(),
        ...(range.value ? { range: [-Number(range.value), Number(range.value)] } : {}),
    });

    draw();
    return {
        fields: [el('div', { class: 'fields' }, field(t('lobby.game'), choice), field(t('setup.players'), count), field(t('setup.clock'), pace),
            !to && field(t('seek.range'), range)), rated.row, rules],
        more: el('div', { class: 'fields' }, field(t('terms.seat'), seat), !to && field(t('challenge.times'), times)),
        terms,
        challenge: async () => ({
            ...await terms(), ...(seat.value ? { seat: Number(seat.value) || seat.value } : {}), ...(to ? { to } : { times: Number(times.value) }),
        }),
    };
}
