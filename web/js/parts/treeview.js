/* treeview.js - the moves of an analysis with their variations. */
import { signIcon, signOf } from '../boards/judged.js';
import { el, fill } from '../dom.js';
import { t } from '../i18n.js';
import { scrollTo } from './movelist.js';

/** @typedef {import('../study.js').Node} Node */

/** @param {(node: Node) => void} pick */
export function treeView(pick) {
    const root = el('div', { class: 'tree', role: 'group', 'aria-label': t('study.tree'), tabindex: 0 });

    /**
     * @param {Node} from
     * @param {Node} here
     */
    function show(from, here) {
        const link = (/** @type {Node} */ node, /** @type {string} */ text) => el('button', {
            type: 'button', class: 'move', 'aria-current': node === here ? 'true' : null,
            onclick: () => pick(node), title: node.note?.mark ? node.note.name : null,
        }, text, signOf(node.note) && [el('span', { class: 'unseen' }, signOf(node.note)), signIcon(signOf(node.note))],
        node.drawings.length > 0 && el('span', { class: 'drawn', title: t('study.drawn') }, '✎'));

        /** The line that goes on from a node. @param {Node} node @param {number} round @param {boolean} opening
         * @returns {import('../dom.js').Child[]} */
        function line(node, round, opening) {
            const out = [];
            for (let at = node, number = opening; ; number = false) {
                const [main, ...others] = at.children;
                if (!main)
                    return out;
                if (at !== from && at.next?.player === 1)
                    round++;
                out.push(...entry(main, round, number));
                for (const other of others)
                    out.push(el('div', { class: 'branch' }, entry(other, round, true), line(other, round, false)));
                at = main;
            }
        }

        /** @param {Node} node @param {number} round @param {boolean} always */
        function entry(node, round, always) {
            const first = node.parent?.next?.player === 1;
            const number = (first || always) && node.move !== 'swap' &&
                el('span', { class: 'number' }, `${round}${first ? '.' : '…'}`);
            return [el('span', { class: 'unbroken' }, number, link(node, node.move)), said(node)];
        }

        /** @param {Node} node */
        const said = (node) => node.comment ? el('span', { class: 'said' }, node.comment) : null;

        fill(root, link(from, t('study.start')), said(from), line(from, 1, true));
        scrollTo(root, root.querySelector('[aria-current]'));
    }

    return { root, show };
}
