/*
 * markdown.js - the rule pages as elements. They use headings, paragraphs,
 * lists with `-`, fenced blocks, `code` and **bold**, and nothing else. Where
 * they name the command that shows another page, there is a link to it.
 */
import { el } from './dom.js';
import { t } from './i18n.js';

/** @param {string} text @returns {(Node | string)[]} */
function inline(text) {
    return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).filter(Boolean).map((part) => {
        const page = /^`tablier rules (\w+)`$/.exec(part);
        if (page)
            return el('a', { href: `#/rules/${page[1]}` }, t('rules.house'));
        if (part.startsWith('`'))
            return el('code', {}, part.slice(1, -1));
        return part.startsWith('**') ? el('strong', {}, ...inline(part.slice(2, -2))) : part;
    });
}

/**
 * The blocks of a page. `fence` may give other elements for a fenced block, by
 * its number from 0; `section` elements for the end of a section, by the number
 * of its heading of the second rank from 1.
 *
 * @param {string} text
 * @param {(index: number) => HTMLElement | null} fence
 * @param {(index: number) => HTMLElement | null} section
 * @returns {HTMLElement[]}
 */
export function renderMarkdown(text, fence, section) {
    /** @type {HTMLElement[]} */
    const out = [];
    const lines = text.split('\n');
    let fences = 0, sections = 0;
    const endSection = () => {
        const more = section(sections);
        if (more)
            out.push(more);
    };
    for (let i = 0; i < lines.length; i++) {
        const heading = /^(#+) (.*)/.exec(lines[i]);
        if (heading) {
            if (heading[1].length === 2) {
                endSection();
                sections++;
            }
            out.push(el(heading[1].length === 1 ? 'h1' : heading[1].length === 2 ? 'h2' : 'h3', {}, ...inline(heading[2])));
        } else if (lines[i].startsWith('```')) {
            const end = lines.indexOf('```', i + 1);
            out.push(fence(fences++) ?? el('pre', { tabindex: 0 }, el('code', {}, lines.slice(i + 1, end).join('\n'))));
            i = end;
        } else if (lines[i].startsWith('- ')) {
            const end = endOf(lines, i, (line) => line.startsWith('- ') || line.startsWith('  '));
            const items = lines.slice(i, end).join('\n').slice(2).split('\n- ');
            out.push(el('ul', {}, items.map((item) => el('li', {}, ...inline(item.replace(/\s+/g, ' '))))));
            i = end - 1;
        } else if (lines[i].trim()) {
            const end = endOf(lines, i, (line) => line.trim() !== '' && !/^(#|- |```)/.test(line));
            out.push(el('p', {}, ...inline(lines.slice(i, end).join(' '))));
            i = end - 1;
        }
    }
    endSection();
    return out;
}

/** Where the lines that go on like this end. @param {string[]} lines @param {number} start
 * @param {(line: string) => boolean} goesOn */
function endOf(lines, start, goesOn) {
    let end = start + 1;
    while (end < lines.length && goesOn(lines[end]))
        end++;
    return end;
}
