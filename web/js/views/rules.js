/* rules.js - the rules to read, with boards that can be played on. */
import { diagramsOf } from '../game.js';
import { games, open } from '../rules.js';
import { button, el, fill, linkButton } from '../dom.js';
import { lang, t } from '../i18n.js';
import { Stage } from '../parts/stage.js';

/** @typedef {import('../types.js').Diagram} Diagram */

/** A board in the text: any legal move can be tried on it. */
class Figure {
    /** @param {string} game @param {Diagram} diagram */
    constructor(game, diagram) {
        this.start = { game, ...diagram };
        this.record = this.start;
        this.stage = new Stage(game, (move) => {
            this.record = { ...this.record, moves: [...this.record.moves ?? [], move] };
            this.draw(true);
        });
        this.reset = button(t('rules.reset'), () => {
            this.record = this.start;
            this.draw();
        }, { class: 'small', disabled: true });
        this.root = el('figure', {}, this.stage.root, el('figcaption', {}, el('span', { class: 'soft' }, t('rules.try')), this.reset));
        this.draw();
    }

    /** @param {boolean} [animate] */
    async draw(animate = false) {
        const now = await open(this.record, lang());
        this.reset.disabled = this.record === this.start;
        await this.stage.show(now, { interactive: true, animate });
    }
}

/** The text of a page, which the build has made HTML of. @param {string} name @returns {Promise<HTMLElement>} */
async function load(name) {
    const response = await fetch(`rules/${name}.${lang()}.html`);
    if (!response.ok)
        throw new Error(t('rules.missing'));
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const text = el('article', { class: 'text' }, [...page.body.children]);
    for (const code of text.querySelectorAll('code')) {
        const other = /^tablier rules (\w+)$/.exec(code.textContent ?? '');
        if (other)
            code.replaceWith(el('a', { href: `#/rules/${other[1]}` }, t('rules.seeHouse')));
    }
    for (const drawing of text.querySelectorAll('pre'))
        drawing.tabIndex = 0;
    return text;
}

/**
 * Puts boards into a page: in the place of its drawings, and at the end of its sections.
 *
 * @param {HTMLElement} text
 * @param {import('../types.js').Diagrams} diagrams
 * @param {(list: Diagram[]) => HTMLElement} draw
 */
function illustrate(text, { fences, sections }, draw) {
    const drawings = [...text.querySelectorAll('pre')], heads = [...text.querySelectorAll('h2')];
    for (const [i, list] of Object.entries(fences))
        drawings[Number(i)]?.replaceWith(draw(list));
    for (const [i, list] of Object.entries(sections)) {
        const next = heads[Number(i)];
        if (next)
            next.before(draw(list));
        else
            text.append(draw(list));
    }
}

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, route) {
    const known = await games();
    const game = known.find((one) => one.name === route.parts[0]);
    const name = game?.name ?? 'match';
    /** @type {Figure[]} */
    const figures = [];
    const draw = (/** @type {Diagram[]} */ list) => {
        const made = list.map((diagram) => new Figure(name, diagram));
        figures.push(...made);
        return el('div', { class: `figures${list.length === 1 ? ' is-single' : ''}` }, made.map((one) => one.root));
    };
    const [text, diagrams] = await Promise.all([load(name), game && diagramsOf(name)]);
    if (diagrams)
        illustrate(text, diagrams, draw);
    if (game)
        text.append(el('div', { class: 'row' },
            linkButton(t('home.learn'), `#/learn/${name}`), linkButton(t('home.new'), `#/new/${name}`, { class: 'button main' })));
    const pages = [...known.map((one) => ({ name: one.name, title: one.title })), { name: 'match', title: t('rules.house') }];
    fill(host, el('div', { class: 'reading' },
        el('nav', { 'aria-label': t('rules.contents') }, pages.map((one) => el('a', {
            href: `#/rules/${one.name}`, 'aria-current': one.name === name ? 'page' : null,
        }, one.title))), text));
    return () => figures.forEach((figure) => figure.stage.destroy());
}
