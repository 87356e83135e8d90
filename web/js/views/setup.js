/* setup.js - a new game: who plays, by which rules, with how much time. */
import { checkPosition, games, open } from '../rules.js';
import { checkbox, el, field, fill, select } from '../dom.js';
import { lang, t } from '../i18n.js';
import { go } from '../router.js';
import { newGame, saveGame } from '../saved.js';
import { read, write } from '../storage.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').OptionValue} OptionValue */
/** @typedef {import('../saved.js').Seat} Seat */
/** @typedef {import('../saved.js').ClockRule} ClockRule */

/**
 * What the form asks, remembered for the next game of this kind.
 * @typedef {object} Choices
 * @property {number} players
 * @property {Seat[]} seats
 * @property {Record<string, OptionValue>} options  those that are not the usual ones
 * @property {number} repetition
 * @property {boolean} swap
 * @property {boolean} lot
 * @property {string} clock   minutes+seconds, or empty
 */

const LEVELS = 8;
const CLOCKS = ['', '1+1', '3+2', '5+3', '10+5', '30+10'];

/** @param {Game} game @returns {Choices} */
function usual(game) {
    return {
        players: game.players[0], options: {}, repetition: 3, swap: false, lot: false, clock: '',
        seats: [{ kind: 'person', name: '' }, { kind: 'computer', level: 3 },
            { kind: 'computer', level: 3 }, { kind: 'computer', level: 3 }],
    };
}

/** @param {string} text @returns {ClockRule | null} */
function readClock(text) {
    const [minutes, seconds] = text.split('+').map(Number);
    return text ? { base: minutes * 60000, increment: seconds * 1000 } : null;
}

/** The seats in the order in which they will play: turned by lot, which keeps partners partners.
 * @param {Seat[]} seats @param {boolean} lot */
function seated(seats, lot) {
    const by = lot ? Math.floor(Math.random() * seats.length) : 0;
    return seats.map((_, i) => seats[(i + by) % seats.length]);
}

class Form {
    /** @param {HTMLElement} host @param {Game} game @param {string | null} position */
    constructor(host, game, position) {
        this.game = game;
        this.position = position;
        /** @type {Choices} */
        this.choices = { ...usual(game), ...read(`setup.${game.name}`, {}) };
        if (!game.players.includes(this.choices.players))
            this.choices.players = game.players[0];
        this.error = el('p', { class: 'refusal', role: 'alert' });
        this.body = el('div', { class: 'form-body' });
        this.root = el('form', { class: 'panel setup', onsubmit: (/** @type {Event} */ event) => this.#start(event) },
            el('h1', {}, t('setup.title', game.title)), this.body, this.error,
            el('div', { class: 'row' }, el('button', { type: 'submit', class: 'main' }, t('setup.start'))));
        host.replaceChildren(this.root);
        this.draw();
    }

    draw() {
        fill(this.body,
            this.position && el('p', {}, t('setup.position'), ' ', el('code', {}, this.position)),
            this.#players(), this.#seats(), this.#rules(), this.#begins(), this.#clock());
    }

    #players() {
        const { players } = this.game, fixed = this.position !== null || players.length === 1;
        return !fixed && el('fieldset', { class: 'choices' }, el('legend', {}, t('setup.players')),
            players.map((count) => el('label', { class: 'pill' },
                el('input', {
                    type: 'radio', name: 'players', value: count, checked: count === this.choices.players,
                    onchange: () => {
                        this.choices.players = count;
                        this.choices.options = {};
                        this.draw();
                        /** @type {HTMLElement | null} */ (this.body.querySelector(`[name=players][value="${count}"]`))?.focus();
                    },
                }), el('span', {}, String(count)))));
    }

    #seats() {
        const teams = this.game.name === 'dorix' && this.choices.players === 4;
        return el('fieldset', {}, el('legend', {}, t('setup.seats')),
            teams && el('p', { class: 'help' }, t('setup.teams')),
            this.choices.seats.slice(0, this.choices.players).map((seat, i) => this.#seat(seat, i)));
    }

    /** @param {Seat} seat @param {number} i */
    #seat(seat, i) {
        const levels = Array.from({ length: LEVELS }, (_, n) => n + 1);
        const name = el('input', {
            type: 'text', maxlength: 30, autocomplete: 'off', 'aria-label': t('setup.name', i + 1),
            placeholder: t('seat.player', i + 1), value: seat.kind === 'person' ? seat.name : '',
            hidden: seat.kind !== 'person',
            oninput: () => {
                this.choices.seats[i] = { kind: 'person', name: name.value.trim() };
            },
        });
        const who = select([
            ['person', t('setup.person')],
            ...levels.map((n) => /** @type {[string, string]} */ ([String(n),
                t('setup.level', n, t(/** @type {import('../i18n.js').Key} */ (`level.${n}`)))])),
        ], seat.kind === 'person' ? 'person' : String(seat.level), {
            'aria-label': t('setup.seat', i + 1),
            onchange: () => {
                const person = who.value === 'person';
                name.hidden = !person;
                this.choices.seats[i] = person
                    ? { kind: 'person', name: name.value.trim() } : { kind: 'computer', level: Number(who.value) };
            },
        });
        return el('div', { class: `seat b-p${i + 1}` }, el('span', { class: 'b-badge' }, String(i + 1)), who, name);
    }

    #rules() {
        const { game, choices } = this;
        const swap = checkbox(t('setup.swap'), choices.swap, {
            onchange: () => {
                choices.swap = swap.box.checked;
            },
        });
        const times = [0, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => /** @type {[string, string]} */ ([String(n),
            n ? t('setup.times', n) : t('setup.never')]));
        const repetition = select(times, String(choices.repetition), {
            onchange: () => {
                choices.repetition = Number(repetition.value);
            },
        });
        const rows = [
            ...(this.position === null ? game.options.map((option) => this.#option(option)) : []),
            ...(game.repeats ? [field(t('setup.repetition'), repetition, t('setup.repetitionHelp'))] : []),
            ...(choices.players === 2 ? [el('div', { class: 'field' }, swap.row, el('p', { class: 'help' }, t('setup.swapHelp')))] : []),
        ];
        return rows.length > 0 && el('details', { open: Object.keys(choices.options).length > 0 || choices.swap },
            el('summary', {}, t('setup.rules')), rows);
    }

    /** @param {import('../types.js').GameOption} option */
    #option(option) {
        const { choices } = this, usually = option.defaults[choices.players];
        const word = (/** @type {OptionValue} */ value) =>
            option.words ? t(/** @type {import('../i18n.js').Key} */ (`option.${option.name}.${value}`)) : String(value);
        const control = select(
            option.values.map((value) => [String(value), value === usually ? t('setup.usual', word(value)) : word(value)]),
            String(choices.options[option.name] ?? usually), {
                onchange: () => {
                    const value = option.values.find((one) => String(one) === control.value);
                    delete choices.options[option.name];
                    if (value !== undefined && value !== usually)
                        choices.options[option.name] = value;
                },
            });
        return field(t(/** @type {import('../i18n.js').Key} */ (`option.${option.name}`)), control, option.text[lang()]);
    }

    #begins() {
        const choice = (/** @type {boolean} */ lot, /** @type {string} */ text) => el('label', { class: 'pill' },
            el('input', {
                type: 'radio', name: 'begins', checked: this.choices.lot === lot,
                onchange: () => {
                    this.choices.lot = lot;
                },
            }), el('span', {}, text));
        return el('fieldset', { class: 'choices' }, el('legend', {}, t('setup.begins')),
            choice(false, t('setup.first')), choice(true, t('setup.lot')));
    }

    #clock() {
        const control = select(CLOCKS.map((text) => {
            const [minutes, seconds] = text.split('+');
            return [text, text ? t('setup.minutes', minutes, seconds) : t('setup.noClock')];
        }), this.choices.clock, {
            onchange: () => {
                this.choices.clock = control.value;
            },
        });
        return field(t('setup.clock'), control, t('setup.clockHelp'));
    }

    /** @param {Event} event */
    async #start(event) {
        event.preventDefault();
        const { choices, game } = this;
        write(`setup.${game.name}`, choices);
        try {
            const { record } = await open({
                game: game.name, players: choices.players, position: this.position,
                options: this.position === null ? choices.options : undefined,
                repetition: choices.repetition, swap: choices.swap && choices.players === 2,
            }, lang());
            const started = newGame(record, seated(choices.seats.slice(0, choices.players), choices.lot),
                readClock(choices.clock));
            saveGame(started);
            go(`#/play/${started.id}`);
        } catch (error) {
            fill(this.error, String(error instanceof Error ? error.message : error));
        }
    }
}

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, route) {
    const game = (await games()).find((one) => one.name === route.parts[0]);
    if (!game)
        return go('#/', true);
    const form = new Form(host, game, route.query.get('position'));
    if (form.position !== null) {
        const checked = await checkPosition(game.name, null, null, form.position);
        if (!checked.ok)
            throw new Error(checked.error);
        form.choices.players = checked.players;
        form.draw();
    }
}
