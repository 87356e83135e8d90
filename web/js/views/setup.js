/* setup.js - a new game: who plays, by which rules, with how much time. */
import { checkPosition, gameNamed, open } from '../rules.js';
import { checkbox, el, field, fill, select } from '../dom.js';
import { lang, plural, t } from '../i18n.js';
import { createGame, findServer, keepTicket } from '../online.js';
import { go } from '../router.js';
import { CLOCKS, FIRST_LEVEL, lastLevel, readClock, twoSides } from '../quick.js';
import { newGame, saveGame } from '../saved.js';
import { nameOfSeat, settings } from '../settings.js';
import { read, write } from '../storage.js';
import { inTurn, Miniature } from '../parts/miniature.js';
import { levelName, levelSteps, optionField, pills, personalityControl } from '../parts/choice.js';
import { teamsText } from '../parts/words.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').OptionValue} OptionValue */
/** @typedef {import('../saved.js').Seat} Seat */

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
 * @property {boolean} far    on the server
 * @property {string[]} occupants    there: `me`, `other`, or the level of a computer: `3`, `3:runner`
 * @property {string} pace    the clock there: as above, or days per move: 2d
 * @property {boolean} public
 */

/** How long the form waits to learn whether there is a server. */
const PATIENCE_MS = 500;
const PACES = [...CLOCKS, '1d', '2d', '3d', '7d'];

/** @param {Game} game @returns {Choices} */
function usual(game) {
    return {
        players: game.players[0], options: {}, repetition: 3, swap: false, lot: false, clock: '',
        seats: [{ kind: 'person', name: '' },
            ...Array.from({ length: 3 }, () => /** @type {const} */ ({ kind: 'computer', level: FIRST_LEVEL }))],
        far: false, occupants: ['me', 'other', 'other', 'other'], pace: '', public: false,
    };
}

/** @param {string} text @returns {import('../types.js').OnlineClock | null} */
function readPace(text) {
    if (text.endsWith('d'))
        return { days: parseInt(text, 10) };
    const clock = readClock(text);
    return clock && { main: clock.base / 1000, increment: clock.increment / 1000 };
}

/** @param {string} text */
function paceText(text) {
    const [minutes, seconds] = text.split('+');
    if (text.endsWith('d'))
        return plural('setup.days', parseInt(text, 10));
    return text ? t('setup.minutes', minutes, seconds) : t('setup.noClock');
}

/** The seats in the order in which they will play: rotated at random, which keeps partners together.
 * @param {Seat[]} seats @param {boolean} lot */
function seated(seats, lot) {
    const by = lot ? Math.floor(Math.random() * seats.length) : 0;
    return seats.map((_, i) => seats[(i + by) % seats.length]);
}

class Form {
    /** @param {HTMLElement} host @param {Game} game @param {string | null} position
     * @param {boolean} server  is there one to play on? */
    constructor(host, game, position, server) {
        this.game = game;
        this.position = position;
        /** @type {Choices} */
        this.choices = { ...usual(game), ...read(`setup.${game.name}`, {}) };
        if (!game.players.includes(this.choices.players))
            this.choices.players = game.players[0];
        this.server = server;
        this.error = el('p', { class: 'refusal', role: 'alert' });
        this.body = el('div', { class: 'form-body' });
        this.submit = el('button', { type: 'submit', class: 'main' });
        this.picture = new Miniature(game.name);
        // Choices are kept even when the language changes.
        const keep = () => write(`setup.${game.name}`, this.choices);
        this.root = el('form', {
            class: 'panel setup', onchange: keep, oninput: keep,
            onsubmit: (/** @type {Event} */ event) => this.#start(event),
        }, el('h1', { tabindex: -1 }, t('setup.title', game.title)), this.picture.root, this.body, this.error,
        el('div', { class: 'row setup-start' }, this.submit));
        host.replaceChildren(this.root);
        this.draw();
    }

    draw() {
        fill(this.body,
            this.position && el('p', {}, t('setup.position'), ' ', el('code', {}, this.position)),
            this.#where(), this.#players(), this.#seats(), this.#rules(), this.#begins(), this.#clock(), this.#public());
        fill(this.submit, t(this.#far ? 'setup.create' : 'setup.start'));
        this.#drawPicture();
    }

    /** Shows the board that was chosen, unless it cannot be: beginning says why. */
    #drawPicture() {
        const { game, choices: { players, options }, position } = this;
        inTurn(async () => this.picture.show(await open(position === null ? { game: game.name, players, options } : { game: game.name, position })))
            .catch(() => {});
    }

    /** On the server? */
    get #far() {
        return this.server && this.choices.far;
    }

    /** Redraws after a choice on which others depend. @param {string} name @param {string} value */
    #redraw(name, value) {
        this.draw();
        /** @type {HTMLElement | null} */ (this.body.querySelector(`[name=${name}][value="${value}"]`))?.focus();
    }

    #where() {
        return this.server && pills('where', t('setup.where'), [[false, t('setup.here')], [true, t('setup.far')]],
            this.choices.far, (far) => {
                this.choices.far = far;
                this.#redraw('where', String(far));
            });
    }

    #players() {
        const { players } = this.game, fixed = this.position !== null || players.length === 1;
        return !fixed && pills('players', t('setup.players'), players.map((count) => [count, String(count)]),
            this.choices.players, (count) => {
                const { occupants } = this.choices, mine = occupants.indexOf('me');
                if (mine >= count)
                    [occupants[0], occupants[mine]] = [occupants[mine], occupants[0]];
                this.choices.players = count;
                this.choices.options = {};
                this.choices.seats = this.choices.seats.map((seat) => seat.kind === 'computer' ? { ...seat, personality: undefined } : seat);
                this.choices.occupants = occupants.map((who) => who.split(':')[0]);
                this.#redraw('players', String(count));
            });
    }

    #seats() {
        const { game } = this, last = this.#last, teams = teamsText(game, this.choices.players);
        this.#clampLevels(last);
        return el('fieldset', { class: 'seats' },
            el('legend', {}, t('setup.seats'), ' ', el('span', { class: 'soft' }, t('setup.levels', last, levelName(0, last), levelName(last, last)))),
            teams && el('p', { class: 'help' }, teams),
            this.#far ? [this.#myName(), this.choices.occupants.slice(0, this.choices.players).map((who, i) => this.#occupant(who, i))]
                : this.choices.seats.slice(0, this.choices.players).map((seat, i) => this.#seat(seat, i)));
    }

    /** The last level of the computer with these players and rules. */
    get #last() {
        return lastLevel(this.game, this.choices.players, this.choices.options);
    }

    /** No computer is of a level that there is not. @param {number} last */
    #clampLevels(last) {
        const { choices } = this;
        choices.seats = choices.seats.map((seat) => seat.kind === 'computer' ? { ...seat, level: Math.min(seat.level, last) } : seat);
        choices.occupants = choices.occupants.map((who) => who.replace(/^\d+/, (level) => String(Math.min(Number(level), last))));
    }

    #myName() {
        const name = el('input', {
            type: 'text', maxlength: 30, autocomplete: 'nickname', placeholder: t('online.anonymous'),
            value: settings.get('name'), oninput: () => settings.set('name', name.value.trim()),
        });
        return field(t('setup.yourName'), name);
    }

    /** The control for the personality of a computer, with its name. @param {string | undefined} personality @param {(name: string) => void} pick */
    #personality(personality, pick) {
        const control = personalityControl(this.game, this.choices.players, personality, pick);
        return control && el('label', { class: 'row personality' }, t('personality.title'), control);
    }

    /** @param {string} who @param {number} i */
    #occupant(who, i) {
        const { occupants } = this.choices, [kind, personality] = who.split(':');
        const level = !Number.isNaN(Number(kind));
        return this.#row(i, [['me', t('setup.me')], ['other', t('setup.other')]], kind, (value) => {
            const before = value === 'me' ? occupants.indexOf('me') : -1;
            if (before >= 0)
                occupants[before] = occupants[i]; // nobody sits on two chairs
            occupants[i] = value;
            this.#redraw(`seat-${i}`, value);
        }, level && this.#personality(personality, (name) => {
            occupants[i] = name ? `${kind}:${name}` : kind;
        }));
    }

    /** @param {Seat} seat @param {number} i */
    #seat(seat, i) {
        const name = el('input', {
            type: 'text', maxlength: 30, autocomplete: 'off', 'aria-label': t('setup.name', i + 1),
            placeholder: nameOfSeat(i + 1) || t('seat.player', i + 1), value: seat.kind === 'person' ? seat.name : '',
            oninput: () => {
                this.choices.seats[i] = { kind: 'person', name: name.value.trim() };
            },
        });
        return this.#row(i, [['person', t('setup.person')]], seat.kind === 'person' ? 'person' : String(seat.level), (value) => {
            const { personality } = { personality: undefined, ...this.choices.seats[i] };
            this.choices.seats[i] = value === 'person'
                ? { kind: 'person', name: name.value.trim() } : { kind: 'computer', level: Number(value), personality };
            this.#redraw(`seat-${i}`, value);
        }, seat.kind === 'person' ? name : this.#personality(seat.personality, (personality) => {
            this.choices.seats[i] = { ...seat, personality: personality || undefined };
        }));
    }

    /**
     * One seat: people, or the computer's levels as steps.
     *
     * @param {number} i
     * @param {[string, string][]} people
     * @param {string} value
     * @param {(value: string) => void} pick
     * @param {import('../dom.js').Child} [more]
     */
    #row(i, people, value, pick, more) {
        const level = Number(value), last = this.#last;
        return el('div', { class: `seat b-p${i + 1}` }, el('span', { class: 'b-badge' }, String(i + 1)),
            pills(`seat-${i}`, t('setup.seat', i + 1), [...people, ...levelSteps(last)], value, pick, 'seat-steps'),
            !Number.isNaN(level) && el('span', { class: 'soft' }, levelName(level, last)), more);
    }

    #rules() {
        const { game, choices } = this;
        const swap = checkbox(t('setup.swap'), choices.swap, {
            onchange: () => {
                choices.swap = swap.box.checked;
            },
        });
        const times = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => /** @type {[string, string]} */ ([String(n),
            n > 1 ? t('setup.times', n) : t(n ? 'setup.illegal' : 'setup.never')]));
        const repetition = select(times, String(choices.repetition), {
            onchange: () => {
                choices.repetition = Number(repetition.value);
            },
        });
        const rows = [
            ...(this.position === null ? game.options.map((option) =>
                optionField(game, option, choices.players, choices.options, (options) => {
                    const last = this.#last;
                    choices.options = options;
                    if (this.#last !== last)
                        this.body.querySelector('.seats')?.replaceWith(this.#seats());
                    this.#drawPicture();
                })) : []),
            ...(game.repeats ? [field(t('setup.repetition'), repetition, t('setup.repetitionHelp'))] : []),
            ...(twoSides(game, choices.players) ? [el('div', { class: 'field' }, swap.row, el('p', { class: 'help' }, t('setup.swapHelp')))] : []),
        ];
        return rows.length > 0 && el('details', { open: Object.keys(choices.options).length > 0 || choices.swap },
            el('summary', {}, t('setup.rules')), rows);
    }

    #begins() {
        return pills('begins', t('setup.begins'), [[false, t('setup.first')], [true, t('setup.lot')]],
            this.choices.lot, (lot) => {
                this.choices.lot = lot;
            });
    }

    #public() {
        return this.#far && pills('public', t('setup.public'),
            [[false, t('setup.invited')], [true, t('setup.anyone')]], this.choices.public, (all) => {
                this.choices.public = all;
            }, 'who-joins');
    }

    #clock() {
        const which = this.#far ? 'pace' : 'clock';
        const control = select((this.#far ? PACES : CLOCKS).map((text) => [text, paceText(text)]), this.choices[which], {
            onchange: () => {
                this.choices[which] = control.value;
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
            const rules = {
                game: game.name, players: choices.players, position: this.position,
                options: this.position === null ? choices.options : undefined,
                repetition: choices.repetition, swap: choices.swap && twoSides(game, choices.players),
            };
            const { record } = await open(rules, lang());
            if (this.#far)
                return await this.#create(rules);
            const started = newGame(record, seated(choices.seats.slice(0, choices.players), choices.lot),
                readClock(choices.clock));
            saveGame(started);
            go(`#/play/${started.id}`);
        } catch (error) {
            fill(this.error, String(error instanceof Error ? error.message : error));
        }
    }

    /** Creates the game on the server, and keeps the links.
     * @param {Pick<import('../types.js').OnlineTerms, 'game' | 'players' | 'position' | 'options' | 'repetition' | 'swap'>} rules */
    async #create(rules) {
        const { choices } = this;
        const seats = choices.occupants.slice(0, choices.players).map((who) =>
            who === 'me' ? { kind: /** @type {const} */ ('person'), mine: true, name: settings.get('name') }
                : who === 'other' ? { kind: /** @type {const} */ ('person') }
                : { kind: /** @type {const} */ ('computer'), level: parseInt(who, 10), personality: who.split(':')[1] });
        this.submit.disabled = true;
        try {
            const { id, watch, seats: made } = await createGame({
                ...rules, seats, clock: readPace(choices.pace), public: choices.public, lot: choices.lot,
            });
            const mine = made.find((one) => one.mine);
            keepTicket(id, {
                game: rules.game, watch, secret: mine?.secret ?? watch, seat: mine?.seat ?? null,
                links: made.filter((one) => !one.mine && one.secret).map(({ seat, secret }) => ({ seat, secret })),
            });
            go(`#/online/${id}`);
        } finally {
            this.submit.disabled = false;
        }
    }
}

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, route) {
    const asked = findServer(), game = await gameNamed(route.parts[0]);
    const there = await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    const form = new Form(host, game, route.query.get('position'), there === true);
    if (route.query.has('online') && !form.choices.far) {
        form.choices.far = true;
        form.draw();
    }
    if (there === undefined)
        asked.then((late) => {
            form.server = late;
            form.draw();
        });
    if (form.position !== null) {
        const checked = await checkPosition(game.name, null, null, form.position, lang());
        if (!checked.ok)
            throw new Error(checked.error);
        form.choices.players = checked.players;
        form.draw();
    }
}
