/* endpanel.js - the end of a game: why it ended, and what to do next. */
import { el } from '../dom.js';

/** @typedef {import('../dom.js').Child} Child */

/**
 * @param {object} parts
 * @param {string} parts.why      why it ended on the board; empty if it did not
 * @param {Child} [parts.advice]  for somebody who keeps losing, or practises
 * @param {(HTMLElement | false)[]} parts.next  buttons
 */
export const endPanel = ({ why, advice, next }) =>
    [why && el('p', { class: 'why' }, why), advice, el('div', { class: 'row next' }, next)];
