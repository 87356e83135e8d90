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
    const rules = el('div');
    const isRated = async () => (await lists).has(`${game.name}-${sidesOf(game, players)}-${pace.value}`) && Object.keys(options).length === 0;

    async function drawRated() {
        rated.row.hidden = !await isRated();
    }

    function draw() {
        game = known.find(({ name }) => name === choice.value) ?? game;
        const counts = to ? game.players.slice(0, 1) : game.players;
        players = counts.find((one) => String(one) === count.value) ?? counts[0];
        options = {};
        fill(count, counts.map((one) => el('option', { value: one, selected: one === players }, String(one))));
        fill(rules, game.options.length > 0 && el('details', {}, el('summary', {}, t('setup.rules')), game.options.map((option) =>
            optionField(game, option, players, options, (chosen) => {
                options = chosen;
                drawRated();
            }))));
        drawRated();
    }

    draw();
    return {
        fields: [el('div', { class: 'fields' }, field(t('lobby.game'), choice), !to && field(t('setup.players'), count), field(t('setup.clock'), pace),
            !to && field(t('seek.range'), range)), rated.row, rules],
        terms: async () => ({
            game: game.name, players, pace: pace.value, options, rated: rated.box.checked && await isRated(),
            ...(range.value ? { range: [-Number(range.value), Number(range.value)] } : {}),
        }),
    };
}
