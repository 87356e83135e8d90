/*
 * reviewpanel.js - the review of a game beside its board: how well everybody played, what
 * decided the game, and a tour through the mistakes, each of which can be tried again.
 */
import { button, el, fill } from '../dom.js';
import { number, plural, t } from '../i18n.js';

/** @typedef {import('../types.js').Review} Review */
/** @typedef {import('../types.js').ReviewMove} ReviewMove */

/**
 * @typedef {object} Acts
 * @property {() => void} start
 * @property {() => void} stop
 * @property {(move: ReviewMove) => boolean} mine  is it for the visitor to try it again?
 * @property {(move: ReviewMove) => void} pick    shows the place before a move
 * @property {(move: ReviewMove) => void} retry   lets somebody find a better one
 * @property {(move: ReviewMove) => void} practise  plays on from before it
 * @property {(player: number) => string} name
 * @property {() => number} you  the player who reads it; 0: none does
 */

/** Is it worth a word? @param {ReviewMove} move */
export const isMarked = ({ mark }) => mark !== '';

/** Does it change nothing but how soon a lost game ends? @param {ReviewMove} move */
const isSooner = ({ certainty }) => certainty === 'loses-sooner';

/** @param {ReviewMove} move */
const percent = ({ before, after }) => t('review.change', number(100 * before.expected), number(100 * after.expected));

/** What a move did to the result. @param {ReviewMove} move */
const change = (move) => isSooner(move) ? t('review.sooner', number(move.after.plies ?? 0), number((move.before.plies ?? 1) - 1))
    : `${move.name} · ${percent(move)}`;

/** @param {Acts} acts */
export function reviewPanel(acts) {
    const root = el('section', { class: 'review', 'aria-label': t('review.title') });
    const bar = el('progress', { max: 1, value: 0, 'aria-label': t('review.running') });

    function idle() {
        fill(root, button(t('review.start'), acts.start, { class: 'main' }), el('p', { class: 'help' }, t('review.help')));
    }

    /** @param {number} share  0 to 1 */
    function running(share) {
        bar.value = share;
        if (!root.contains(bar))
            fill(root, el('div', { class: 'row' }, bar, button(t('study.stop'), acts.stop)));
    }

    /** @param {Review} review */
    function done(review) {
        const marked = review.moves.filter(isMarked), first = marked.find(acts.mine);
        const told = review.moves.filter((move) => isMarked(move) || isSooner(move));
        fill(root, el('h2', {}, t('review.title')),
            el('ul', { class: 'accuracy' }, review.accuracy.map((value, i) => value !== null &&
                el('li', {}, acts.name(i + 1), ' ', el('strong', {}, t('review.accuracy', number(value)))))),
            el('p', {}, story(review)),
            first && button(t('review.tour'), () => acts.retry(first), { class: 'main' }),
            told.length > 0 && el('ol', { class: 'mistakes' }, told.map((move) => row(move, review.moves))));
    }

    /** What happened, in a sentence. @param {Review} review */
    function story({ moves, turning }) {
        const decisive = moves.find(({ entry }) => entry === turning);
        if (decisive)
            return decisive.player === acts.you() ? t('review.yourTurning', decisive.move, percent(decisive))
                : t('review.turning', decisive.move, acts.name(decisive.player), percent(decisive));
        const marked = moves.filter(isMarked).length;
        return marked > 0 ? plural('review.marked', marked) : t('review.clean');
    }

    /** @param {ReviewMove} move @param {ReviewMove[]} moves  all of the review */
    function row(move, moves) {
        // The sentences are about the first move of the line, which is named before them.
        const about = (/** @type {ReviewMove} */ one) => one.bestRemarks.length > 0
            ? t('review.about', one.best[0], one.bestRemarks.join(' ')) : undefined;
        const next = moves.find(({ entry }) => entry === move.entry + 1), says = (/** @type {(string | undefined)[]} */ ...parts) =>
            el('p', {}, parts.filter(Boolean).join(' '));
        return el('li', {},
            button([el('strong', {}, move.move, move.mark), ` ${acts.name(move.player)}`], () => acts.pick(move), {
                class: 'move', 'aria-label': t('review.show', move.move + move.mark, acts.name(move.player), isSooner(move) ? change(move) : move.name),
            }),
            el('span', { class: 'soft' }, ` ${change(move)}`),
            says(move.sentence, ...move.remarks),
            next && next.best.length > 0 && says(t('review.answer', next.best.slice(0, 3).join(' ')), about(next)),
            says(t('review.better', move.best.slice(0, 4).join(' ')), about(move)),
            el('div', { class: 'row' }, isMarked(move) && acts.mine(move) && button(t('review.retry'), () => acts.retry(move), { class: 'small' }),
                button(t('practice.short'), () => acts.practise(move), { class: 'small', title: t('practice.help') })));
    }

    idle();
    return { root, idle, running, done };
}
