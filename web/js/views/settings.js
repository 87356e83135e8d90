/* settings.js - everything that the visitor can choose for all games, in one place. */
import { checkbox, el, field, fill } from '../dom.js';
import { languages, nameOf, t } from '../i18n.js';
import { notice } from '../notices.js';
import { nameOfSeat, settings } from '../settings.js';
import { play } from '../sound.js';
import { canNotify, mayNotify, setNotify } from '../parts/attention.js';
import { pills } from '../parts/choice.js';
import { swatch } from '../parts/swatch.js';

/** @typedef {import('../i18n.js').Key} Key */
/** @typedef {import('../settings.js').Settings} Settings */
/** @typedef {{ [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings]} Switch */

/** @template {'theme' | 'board' | 'pieces' | 'lang'} K @param {K} name @param {Settings[K][]} values
 * @param {(value: Settings[K]) => Element} [picture] */
function choice(name, values, picture) {
    const word = (/** @type {string} */ value) =>
        name === 'lang' && value !== 'auto' ? nameOf(value) : t(/** @type {Key} */ (`settings.${name}.${value}`));
    return pills(name, t(`settings.${name}`), values.map((value) => [value, word(value), undefined, picture?.(value)]), settings.get(name),
        (value) => settings.set(name, value));
}

/** @param {Switch} name @param {() => void} [then] */
function toggle(name, then = () => {}) {
    const { box, row } = checkbox(t(/** @type {Key} */ (`settings.${name}`)), settings.get(name), {
        name,
        onchange: () => {
            settings.set(name, box.checked);
            then();
        },
    });
    return row;
}

/** The browser is asked for the permission when the box is ticked, and may refuse. */
function notifyToggle() {
    const { box, row } = checkbox(t('settings.notify'), mayNotify(), {
        name: 'notify',
        onchange: async () => {
            const wanted = box.checked;
            box.checked = await setNotify(wanted);
            if (wanted && !box.checked)
                notice(t('notify.refused'));
        },
    });
    return row;
}

/** @param {HTMLElement} host */
export async function show(host) {
    const name = el('input', {
        type: 'text', maxlength: 30, autocomplete: 'nickname', placeholder: t('online.anonymous'),
        value: settings.get('name'), oninput: () => settings.set('name', name.value.trim()),
    });
    const volume = el('input', {
        type: 'range', name: 'volume', min: 1, max: 10, value: settings.get('volume'),
        onchange: () => {
            settings.set('volume', Number(volume.value));
            play('move');
        },
    });
    const others = [2, 3, 4].map((seat) => {
        const input = el('input', {
            type: 'text', maxlength: 30, autocomplete: 'off', placeholder: t('seat.player', seat), value: nameOfSeat(seat),
            oninput: () => {
                const names = [2, 3, 4].map(nameOfSeat);
                names[seat - 2] = input.value.trim();
                settings.set('others', names);
            },
        });
        return field(t('seat.player', seat), input);
    });
    fill(host, el('section', { class: 'panel setup' },
        el('h1', { tabindex: -1 }, t('settings.title')),
        choice('theme', ['auto', 'light', 'dark']),
        choice('board', ['classic', 'plain', 'contrast', 'paper', 'night'], (board) => swatch(board, settings.get('pieces'))),
        choice('pieces', ['classic', 'flat', 'outline'], (pieces) => swatch(settings.get('board'), pieces)),
        choice('lang', ['auto', ...languages()]),
        el('fieldset', {}, el('legend', {}, t('settings.onBoard')),
            toggle('coords'), toggle('largeCoords'), toggle('dots'), toggle('numbers'), toggle('animation')),
        el('fieldset', {}, el('legend', {}, t('settings.playing')),
            toggle('sound', () => play('move')), field(t('settings.volume'), volume), toggle('confirm'), toggle('guide')),
        el('fieldset', {}, el('legend', {}, t('lobby.title')),
            toggle('phrases'), canNotify() && notifyToggle()),
        el('fieldset', { class: 'names' }, el('legend', {}, t('settings.names')),
            field(t('setup.yourName'), name), others, el('p', { class: 'help' }, t('settings.namesHelp'))),
        el('p', {}, el('a', { href: '#/about' }, t('about.title')))));
}
