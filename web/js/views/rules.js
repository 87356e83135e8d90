/* rules.js - the rules to read, with boards that can be played on. */
import { cards, diagramsOf, pictureOf, placeOf } from '../game.js';
import { open } from '../rules.js';
import { button, el, fill, linkButton } from '../dom.js';
import { lang, t } from '../i18n.js';
import { credit, playText } from '../parts/facts.js';
import { Stage } from '../parts/stage.js';

/** @typedef {import('../types.js').Diagram} Diagram */

/** A board in the text: any legal move can be tried on it. */
class Figure {
    /** @param {string} game @param {Diagram} diagram */
    constructor(game, diagram) {
        this.start = { game, ...diagram };
        this.record = this.start;
        /** @type {Stage | null} */
        this.stage = null;
        this.reset = button(t('rules.reset'), () => {
            this.record = this.start;
            this.draw();
        }, { class: 'small', disabled: true });
        this.place = el('div', { class: 'figure-place' });
        this.root = el('figure', {}, this.place, el('figcaption', {}, el('span', { class: 'soft' }, t('rules.try')), this.reset));
    }

    /** Draws the board, once it is nearly in view. */
    begin() {
        this.stage = new Stage(this.start.game, (move) => {
            this.record = { ...this.record, moves: [...this.record.moves ?? [], move] };
            this.draw(true);
        });
        this.place.replaceWith(this.stage.root);
        this.draw();
    }

    /** @param {boolean} [animate] */
    async draw(animate = false) {
        const now = await open(this.record, lang());
        this.reset.disabled = this.record === this.start;
        await this.stage?.show(now, { interactive: true, animate });
    }
}

/** A page in a language; in English where it has not been translated.
 * @param {string} name @param {string} tag @returns {Promise<string>} */
async function pageIn(name, tag) {
    const response = await fetch(placeOf(`rules/${name}.${tag}.html`)).catch(() => null);
    if (response?.ok)
        return response.text();
    if (tag === 'en')
        throw new Error(t('rules.missing'));
    return pageIn(name, 'en');
}

/** The text of a page, which the build has made HTML of. @param {string} name @returns {Promise<HTMLElement>} */
async function load(name) {
    const page = new DOMParser().parseFromString(await pageIn(name, lang()), 'text/html');
    const text = el('article', { class: 'text' }, [...page.body.children]);
    for (const code of text.querySelectorAll('code')) {
        const other = /^tablier rules (\w+)$/.exec(code.textContent ?? '');
        if (other)
            code.replaceWith(el('a', { href: `#/rules/${other[1]}` }, t('rules.seeHouse')));
    }
    for (const drawing of text.querySelectorAll('pre'))
        drawing.tabIndex = 0;
    linkNotes(text, name);
    return text;
}

/** Makes a link lead to a place of the page. @param {HTMLAnchorElement} link @param {HTMLElement} place */
function leadTo(link, place) {
    link.addEventListener('click', (event) => {
        event.preventDefault();
        place.scrollIntoView({ block: 'center' });
        place.focus({ preventScroll: true });
    });
    return link;
}

/**
 * A sentence with a note links to the closing section, which is all that Markdown can name; here the
 * link leads to the very note, and the note back to the first such sentence.
 *
 * @param {HTMLElement} text
 * @param {string} name  of the page
 */
function linkNotes(text, name) {
    const notes = /** @type {HTMLElement[]} */ ([...text.querySelectorAll('h2:last-of-type ~ ol > li')]);
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (text.querySelectorAll('a[href^="#"]:not([href^="#/"])'))) {
        const note = notes[Number(/\d+/.exec(link.textContent ?? '')?.[0]) - 1];
        if (!note)
            continue;
        link.href = `#/rules/${name}`; // in another tab
        link.classList.add('note');
        leadTo(link, note);
        if (!note.querySelector('.note-back')) {
            note.tabIndex = -1;
            note.append(' ', leadTo(el('a', { href: link.href, class: 'note-back', 'aria-label': t('rules.back') }, '↩'), link));
        }
    }
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
    const game = cards.find((one) => one.name === route.parts[0]);
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
    if (game) {
        text.querySelector('h1')?.after(el('p', { class: 'soft' }, playText(game), ' · ', credit(game)));
        text.append(el('div', { class: 'row' },
            linkButton(t('home.learn'), `#/learn/${name}`), linkButton(t('home.new'), `#/new/${name}`, { class: 'button main' })));
    }
    const sought = text.querySelectorAll('h2')[Number(route.parts[1]) - 1];
    sought?.classList.add('is-sought');
    const [back] = /^(play|online)\/\w+$/.exec(route.query.get('back') ?? '') ?? [];
    const pages = [...cards.map((one) => ({ name: one.name, title: one.title })), { name: 'match', title: t('rules.house') }];
    fill(host, el('div', { class: 'reading' },
        el('nav', { 'aria-label': t('rules.contents') }, pages.map((one) => el('a', {
            href: `#/rules/${one.name}`, 'aria-current': one.name === name ? 'page' : null,
        }, one.name !== 'match' && el('img', { src: pictureOf(one.name), alt: '', width: 36, height: 36 }), one.title))), text), back && linkButton(t('play.return'), `#/${back}`, { class: 'button main back-to-game' }));
    const near = new IntersectionObserver((entries) => {
        for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
            near.unobserve(target);
            figures.find((figure) => figure.root === target)?.begin();
        }
    }, { rootMargin: '400px' });
    for (const figure of figures)
        near.observe(figure.root);
    return () => {
        near.disconnect();
        figures.forEach((figure) => figure.stage?.destroy());
    };
}
