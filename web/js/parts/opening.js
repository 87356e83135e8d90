/*
 * opening.js - the settings of a game that can change before the first move: opponent, level, side, clock, rules.
 */
import { button, checkbox, el, field, fill, linkButton, select } from '../dom.js';
import { evenLevel } from '../guide.js';
import { t } from '../i18n.js';
import { CLOCKS, lastLevel, twoSides } from '../quick.js';
import { levelName, levelSteps, optionField, pills, personalityControl } from './choice.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../quick.js').Quick} Quick */

/** @param {string} text  minutes+seconds, or empty */
function clockText(text) {
    const [minutes, seconds] = text.split('+');
    return text ? t('setup.minutes', minutes, seconds) : t('setup.noClock');
}

/**
 * @param {Game} game
 * @param {Quick} quick
 * @param {(quick: Quick) => void} change  restarts the game with these
 */
export function openingPanel(game, quick, change) {
    const root = el('section', { class: 'opening', 'aria-label': t('opening.title') });
    const even = evenLevel(game);
    let now = quick, open = false;

    /** @param {Partial<Quick>} news @param {string} focus  a selector of what had the focus */
    function set(news, focus) {
        now = { ...now, ...news };
        now.level = Math.min(now.level, lastLevel(game, now.players, now.options));
        draw();
        /** @type {HTMLElement | null} */ (root.querySelector(focus))?.focus({ preventScroll: true });
        change(now);
    }

    /** @template T @param {string} name @param {T} value */
    const radio = (name, value) => `[name=${name}][value="${value}"]`;

    function opponent() {
        return pills('opponent', t('opening.opponent'), [[false, t('opening.computer')], [true, t('opening.together')]],
            now.together, (together) => set({ together }, radio('opponent', together)));
    }

    function level() {
        const last = lastLevel(game, now.players, now.options), chosen = Math.min(now.level, last);
        return !now.together && pills('level', t('opening.level', chosen, levelName(chosen, last)), levelSteps(last),
            String(chosen), (value) => set({ level: Number(value) }, radio('level', value)), 'choices levels');
    }

    function personality() {
        const control = personalityControl(game, now.players, now.personality, (value) => set({ personality: value }, '[data-option=personality]'));
        return !now.together && control && field(t('personality.title'), control);
    }

    /** Offers the level that gives even chances, once it is known. */
    function mine() {
        return even !== null && even !== now.level && !now.together && now.players === 2 &&
            button(t('opening.mine', even), () => set({ level: even }, radio('level', even)), { class: 'small' });
    }

    function side() {
        const { players } = now;
        const names = players === 2 ? [t('opening.first'), t('opening.second')]
            : Array.from({ length: players }, (_, i) => t('opening.nth', i + 1));
        /** @type {[number, string][]} */
        const options = [...names.map((text, i) => /** @type {[number, string]} */ ([i + 1, text])), [0, t('setup.lot')]];
        return !now.together && pills('side', t('opening.side'), options, now.seat,
            (seat) => set({ seat }, radio('side', seat)));
    }

    function players() {
        return game.players.length > 1 && pills('players', t('setup.players'),
            game.players.map((count) => /** @type {[number, string]} */ ([count, String(count)])), now.players,
            (count) => set({ players: count, personality: '', seat: Math.min(now.seat, count), options: {}, swap: now.swap && twoSides(game, count) },
                radio('players', count)));
    }

    /** @param {import('../types.js').GameOption} option */
    const rule = (option) => optionField(game, option, now.players, now.options,
        (options) => set({ options }, `[data-option=${option.name}]`));

    function rules() {
        const swap = checkbox(t('setup.swap'), now.swap, {
            'data-option': 'swap', onchange: () => set({ swap: swap.box.checked }, '[data-option=swap]'),
        });
        const clock = select(CLOCKS.map((text) => [text, clockText(text)]), now.clock, {
            'data-option': 'clock', onchange: () => set({ clock: clock.value }, '[data-option=clock]'),
        });
        const details = el('details', { open, ontoggle: () => {
            open = details.open;
        } }, el('summary', {}, t('opening.more')),
        field(t('setup.clock'), clock),
        twoSides(game, now.players) && el('div', { class: 'field' }, swap.row, el('p', { class: 'help' }, t('setup.swapHelp'))),
        game.options.map(rule), linkButton(t('opening.form'), `#/new/${game.name}`));
        return details;
    }

    function draw() {
        fill(root, opponent(), level(), mine(), personality(), side(), players(), rules());
    }

    draw();
    return root;
}
