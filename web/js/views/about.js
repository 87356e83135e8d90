/* about.js - about the web app: its purpose, its keys, and the data that it stores. */
import { cards } from '../game.js';
import { button, el, fill } from '../dom.js';
import { say, t } from '../i18n.js';
import { notice } from '../notices.js';
import { names, remove } from '../storage.js';
import { forgetTurns } from '../turning.js';
import { ask } from '../parts/dialog.js';

async function forget() {
    if (!await ask(t('about.clear'), t('about.clear')))
        return;
    for (const name of [...names('game.'), ...names('study.'), ...names('learn.'), ...names('setup.'), ...names('online.'), 'guide'])
        remove(name);
    forgetTurns();
    notice(t('about.cleared'));
}

/** True if the game's pieces have keys on the keyboard. @param {string} game */
const hasKeys = (game) => say(`${game}:keys`) !== `${game}:keys`;

/** The reports of the lab, in English, once they are there; none without a connection. */
function reports() {
    const place = el('div');
    fetch('lab/reports.json').then(async (answer) => fill(place, el('h2', {}, t('about.lab')), el('p', {}, t('about.lab.text')),
        el('ul', {}, Object.entries(await answer.json()).map(([name, { title }]) => el('li', {}, el('a', { href: `lab/${name}.html`, lang: 'en' }, title)))))).catch(() => {});
    return place;
}

/** @param {HTMLElement} host */
export async function show(host) {
    fill(host, el('section', { class: 'panel setup text' },
        el('h1', {}, t('about.title')), el('p', {}, t('about.text')),
        el('h2', {}, t('about.keys')),
        el('dl', { class: 'keys' },
            el('dt', {}, t('about.arrows')), el('dd', {}, t('about.key.arrows')),
            el('dt', {}, t('about.enter')), el('dd', {}, t('about.key.enter')),
            el('dt', {}, t('about.escape')), el('dd', {}, t('about.key.escape')),
            cards.filter(({ name }) => hasKeys(name)).map(({ name, title }) =>
                [el('dt', {}, title), el('dd', {}, say(`${name}:keys`))]),
            el('dt', {}, 'F'), el('dd', {}, t('about.key.turn')),
            el('dt', {}, 'X'), el('dd', {}, t('about.key.threat')),
            el('dt', {}, '/'), el('dd', {}, t('about.key.type'))),
        el('p', {}, el('a', { href: '#/settings' }, t('settings.title'))),
        el('h2', {}, t('about.authors')),
        el('ul', {}, cards.map((game) => el('li', {}, t('about.by', game.title, game.author)))),
        button(t('about.clear'), forget), reports()));
}
