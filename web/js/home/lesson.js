/* lesson.js - on home, the course that the visitor began last. */
import { courseOf, doneOf, doneSteps } from '../course.js';
import { cards } from '../game.js';
import { el, fill, linkButton } from '../dom.js';
import { lang, t } from '../i18n.js';

/** @param {AbortSignal} signal  home is left @returns {HTMLElement | false} */
export function section(signal) {
    const game = cards.map((card) => ({ ...card, done: doneSteps(card.name) })).filter(({ done }) => done.length > 0)
        .sort((a, b) => b.done.length - a.done.length)[0];
    if (!game)
        return false;
    const { name, title, done } = game, way = linkButton(t('home.lessonGo'), `#/learn/${name}`), how = el('p', { class: 'soft' }, '\u00a0');
    courseOf(name, lang()).then((course) => {
        const next = course.find((lesson) => doneOf(lesson, done) < lesson.steps.length);
        const all = course.reduce((sum, { steps }) => sum + steps.length, 0), count = course.reduce((sum, lesson) => sum + doneOf(lesson, done), 0);
        if (signal.aborted)
            return;
        fill(how, next ? next.title : t('learn.allDone'), ' · ', t('learn.count', count, all));
        if (next)
            way.href = `#/learn/${name}/${next.name}`;
    }).catch(() => {}); // without a connection the link is enough
    return el('section', { class: 'panel entry' }, el('div', {}, el('h2', {}, t('learn.title', title)), how), way);
}
