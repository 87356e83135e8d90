/* rules.js - the rules to read, with boards that can be played on. */
import { games, open } from '../rules.js';
import { button, el, fill, linkButton } from '../dom.js';
import { diagrams } from '../diagrams.js';
import { lang, t } from '../i18n.js';
import { renderMarkdown } from '../markdown.js';
import { Stage } from '../parts/stage.js';

/** @typedef {import('../diagrams.js').Diagram} Diagram */

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

/** @param {string} name */
async function load(name) {
    const response = await fetch(`rules/${name}.${lang()}.md`);
    if (!response.ok)
        throw new Error(t('rules.missing'));
    return response.text();
}

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, route) {
    const known = await games();
    const game = known.find((one) => one.name === route.parts[0]);
    const name = game?.name ?? 'match';
    /** @type {Figure[]} */
    const figures = [];
    const boards = (/** @type {Diagram[] | undefined} */ list) => {
        if (!list)
            return null;
        const made = list.map((diagram) => new Figure(name, diagram));
        figures.push(...made);
        return el('div', { class: `figures${list.length === 1 ? ' is-single' : ''}` }, made.map((one) => one.root));
    };
    const { fences, sections } = diagrams[name] ?? { fences: {}, sections: {} };
    const page = renderMarkdown(await load(name), (i) => boards(fences[i]), (i) => boards(sections[i]));
    const pages = [...known.map((one) => ({ name: one.name, title: one.title })), { name: 'match', title: t('rules.house') }];
    fill(host, el('div', { class: 'reading' },
        el('nav', { 'aria-label': t('rules.contents') }, pages.map((one) => el('a', {
            href: `#/rules/${one.name}`, 'aria-current': one.name === name ? 'page' : null,
        }, one.title))),
        el('article', { class: 'text' }, page, game && el('div', { class: 'row' },
            linkButton(t('home.learn'), `#/learn/${name}`), linkButton(t('home.new'), `#/new/${name}`, { class: 'button main' })))));
    return () => figures.forEach((figure) => figure.stage.destroy());
}
