/* serverlist.js - a list that the server keeps, and a button for each entry that removes it. */
import { button, el, fill } from '../dom.js';
import { t } from '../i18n.js';
import { call } from '../online.js';
import { attempt, reader, refusalLine } from './attempt.js';

/**
 * @template T
 * @param {string} title
 * @param {object} how
 * @param {string} how.path      of the list, and before the name of an entry
 * @param {(answer: any) => T[]} how.items
 * @param {(item: T) => { name: string, key: string, face: import('../dom.js').Child }} how.row  key: its name in the path
 * @param {string} how.remove    what the button says
 * @param {string} [how.help]
 * @param {(read: () => void, line: HTMLElement) => import('../dom.js').Child} [how.more]  below the list
 */
export function serverList(title, { path, items, row, remove, help, more }) {
    const list = el('ul', { class: 'games' }), line = refusalLine();
    const read = reader(line, () => call(path), (answer) => {
        const found = items(answer).map(row);
        fill(list, found.length === 0 && el('li', { class: 'none soft' }, t('me.none')), found.map(({ name, key, face }) => el('li', {},
            el('div', { class: 'what' }, face), button(remove, () => drop(key), { 'aria-label': `${remove}: ${name}` }))));
    });
    const drop = async (/** @type {string} */ key) => {
        await attempt(line, () => call(`${path}/${encodeURIComponent(key)}`, { method: 'DELETE', body: {} }), key);
        await read();
    };
    read();
    return el('section', { class: 'panel setup' }, el('h2', {}, title), help && el('p', { class: 'help' }, help), list, line, more?.(read, line));
}
