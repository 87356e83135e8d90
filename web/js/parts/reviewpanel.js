/*
 * reviewpanel.js - the review of a game beside its board: a summary first (what decided the game, how well everybody
 * played, the moves that mattered), then a card for each mistake, which can be tried again. A card keeps the better move to
 * itself until the visitor has found it or asks for it. Beside a large board the cards
 * stand below one another; on a phone they are swiped, and the board above follows them.
 */
import { signIcon, signOf } from '../boards/judged.js';
import { button, el, fill } from '../dom.js';
import { number, plural, t } from '../i18n.js';
import { movesIn } from './words.js';

/** @typedef {import('../types.js').Review} Review */
/** @typedef {import('../types.js').ReviewMove} ReviewMove */

/**
 * @typedef {object} Acts
 * @property {() => void} start
 * @property {() => void} stop
 * @property {(move: ReviewMove) => boolean} mine  is it for the visitor to try it again?
 * @property {(move: ReviewMove) => void} pick    shows the move as it was played
 * @property {(move: ReviewMove) => void} better  shows the better move on the board
 * @property {(move: ReviewMove) => void} retry   lets somebody find a better one
 * @property {(move: ReviewMove) => void} practise  plays on from before it
 * @property {(player: number) => string} name    after the last move
 * @property {(move: ReviewMove) => string} mover  the name of who played a move
 * @property {(move: ReviewMove) => boolean} isYours
 * @property {number} players
 */

/** How many moves the summary names. */
const KEY_MOVES = 3;
/** How many mistakes have a card at first: nobody goes through all of a game between beginners. */
const CARDS = 8;
/** A swipe has ended if nothing scrolls for this time. */
const SWIPED_MS = 120;

/** True if the review has a mark for the move, such as "?". @param {ReviewMove} move */
export const isMarked = ({ mark }) => mark !== '';

/** True if the move only makes a lost game end sooner. @param {ReviewMove} move */
const isSooner = ({ certainty }) => certainty === 'loses-sooner';

/** @param {ReviewMove} move */
const percent = ({ before, after }) => t('review.change', number(100 * before.expected), number(100 * after.expected));

/** Those of some moves that mattered most, in the order of the game: the one that decided it first, then those that cost
 * most. @param {ReviewMove[]} moves @param {number | null} turning @param {number} count */
function heaviest(moves, turning, count) {
    const weight = (/** @type {ReviewMove} */ move) => (move.entry === turning ? 2 : 0) + (isMarked(move) ? 1 : 0) + move.loss;
    return [...moves].sort((a, b) => weight(b) - weight(a)).slice(0, count).sort((a, b) => a.entry - b.entry);
}

/** The moves that mattered most, including those that alone kept the result. @param {Review} review */
const keyMoves = ({ moves, turning }) => heaviest(moves.filter((move) => move.entry === turning || signOf(move)), turning, KEY_MOVES);

/** @param {Acts} acts @param {Element} graph  the curve over the game, for the summary */
export function reviewPanel(acts, graph) {
    /** What a move did to the result. @param {ReviewMove} move */
    const change = (move) => isSooner(move)
        ? t('review.sooner', movesIn(move.after.plies, acts.players), movesIn((move.before.plies ?? 1) - 1, acts.players))
        : `${move.name} · ${percent(move)}`;
    const root = el('section', { class: 'review', 'aria-label': t('review.title') });
    const bar = el('progress', { max: 1, value: 0, 'aria-label': t('review.running') });
    let timer = 0;
    /** Moves whose better one has been found or asked for. @type {WeakSet<ReviewMove>} */
    const known = new WeakSet();
    /** Where a card names it. @type {WeakMap<ReviewMove, HTMLElement>} */
    const betters = new WeakMap();
    /** Those that have a card. @type {ReviewMove[]} */
    let told = [];
    /** The visitor has asked for the card of every mistake. */
    let all = false;

    function idle() {
        fill(root, button(t('review.start'), acts.start, { class: 'main' }), el('p', { class: 'help' }, t('review.help')), graph);
    }

    /** @param {number} share  0 to 1 */
    function running(share) {
        bar.value = share;
        if (!root.contains(bar))
            fill(root, el('p', { class: 'help' }, t('review.running')), el('div', { class: 'row' }, bar, button(t('study.stop'), acts.stop)));
    }

    /** @param {Review} review */
    function done(review) {
        const every = review.moves.filter((move) => isMarked(move) || isSooner(move));
        told = all ? every : heaviest(every, review.turning, CARDS);
        const cards = told.map((move, i) => card(move, review.moves, i + 1, told.length));
        const setCurrent = (/** @type {number} */ at) => cards.forEach((one, i) => one.toggleAttribute('aria-current', i === at));
        const deck = el('div', { class: 'deck', onscroll: () => swiped() }, summary(review),
            cards.length > 0 && el('ol', { class: 'mistakes' }, cards,
                told.length < every.length && el('li', { class: 'more' }, el('p', { class: 'help' }, t('review.worst', told.length)),
                    button(t('review.all', every.length), () => widen()))));
        // Who presses a button before the swipe has ended sees what it shows, not the card's mistake again.
        cards.forEach((one, i) => one.addEventListener('click', () => setCurrent(i)));
        fill(root, deck);

        /** Gives every mistake its card, and shows the first that had none. */
        function widen() {
            const first = every.findIndex((move) => !told.includes(move));
            all = true;
            done(review);
            const one = root.querySelectorAll('.mistakes li')[first];
            one?.scrollIntoView({ block: 'nearest', inline: 'center' });
            /** @type {HTMLElement | null} */ (one?.querySelector('.move'))?.focus({ preventScroll: true });
        }

        /** On a phone the board shows the mistake whose card was swiped to. */
        function swiped() {
            clearTimeout(timer);
            if (deck.scrollWidth <= deck.clientWidth)
                return;
            timer = setTimeout(() => {
                const middle = deck.getBoundingClientRect().x + deck.clientWidth / 2;
                const at = cards.findIndex((one) => {
                    const { left, right } = one.getBoundingClientRect();
                    return left <= middle && middle < right;
                });
                if (at >= 0 && !cards[at].hasAttribute('aria-current'))
                    acts.pick(told[at]);
                setCurrent(at);
            }, SWIPED_MS);
        }
    }

    /** @param {Review} review */
    function summary(review) {
        const first = told.find((move) => isMarked(move) && acts.mine(move)), key = keyMoves(review);
        return el('div', { class: 'summary' },
            el('h2', { class: 'unseen' }, t('review.title')),
            el('p', { class: 'story' }, story(review)),
            el('ul', { class: 'accuracy' }, review.accuracy.map((value, i) => value !== null &&
                el('li', { class: `b-p${i + 1}` }, el('span', {}, acts.name(i + 1)), ' ',
                    el('strong', {}, t('review.accuracy', number(value))),
                    el('meter', { min: 0, max: 100, value, 'aria-hidden': 'true' })))),
            key.length > 0 && [el('h3', {}, t('review.key')), el('ol', { class: 'key-moves' }, key.map((move) => el('li', {},
                face(move), el('span', { class: 'soft' }, ` ${isMarked(move) ? percent(move) : move.sentence}`))))],
            graph,
            first && button(t('review.tour'), () => acts.retry(first), { class: 'main' }));
    }

    /** A move with its sign and player, which shows the place. @param {ReviewMove} move */
    const face = (move) => button([signOf(move) ? signIcon(signOf(move)) : null, el('strong', {}, move.move, move.mark), ` ${acts.mover(move)}`],
        () => acts.pick(move), {
            class: 'move', 'aria-label': t('review.show', move.move + move.mark, acts.mover(move), isSooner(move) ? change(move) : move.name),
        });

    /** What happened, in a sentence. @param {Review} review */
    function story({ moves, turning }) {
        const decisive = moves.find(({ entry }) => entry === turning);
        if (decisive)
            return acts.isYours(decisive) ? t('review.yourTurning', decisive.move, percent(decisive))
                : t('review.turning', decisive.move, acts.mover(decisive), percent(decisive));
        const marked = moves.filter(isMarked).length;
        return marked > 0 ? plural('review.marked', marked) : t('review.clean');
    }

    /** @param {ReviewMove} move @param {ReviewMove[]} moves  all of the review @param {number} at  from 1 @param {number} count */
    function card(move, moves, at, count) {
        // The sentences are about the first move of the line, which is named before them.
        const about = (/** @type {ReviewMove} */ one) => one.bestRemarks.length > 0
            ? t('review.about', one.best[0], one.bestRemarks.join(' ')) : undefined;
        const next = moves.find(({ entry }) => entry === move.entry + 1), says = (/** @type {(string | undefined)[]} */ ...parts) =>
            el('p', {}, parts.filter(Boolean).join(' '));
        const better = says(t('review.better', move.best.slice(0, 4).join(' ')), about(move));
        better.hidden = !known.has(move);
        betters.set(move, better);
        return el('li', { class: move.mark ? `is-${move.judgement}` : null },
            el('div', { class: 'card-head' }, face(move), el('span', { class: 'soft count' }, t('review.count', at, count))),
            el('p', { class: 'soft' }, change(move)),
            el('div', { class: 'row' }, isMarked(move) && acts.mine(move) && button(t('review.retry'), () => acts.retry(move), { class: 'small main' }),
                button(t('review.reveal'), () => acts.better(move), { class: 'small' }),
                button(t('practice.short'), () => acts.practise(move), { class: 'small', title: t('practice.help') })),
            says(move.sentence, ...move.remarks),
            next && next.best.length > 0 && says(t('review.answer', next.best.slice(0, 3).join(' ')), about(next)),
            better);
    }

    /** Lets a card name its better move from now on. @param {ReviewMove} move */
    function reveal(move) {
        known.add(move);
        betters.get(move)?.removeAttribute('hidden');
    }

    idle();
    return {
        root, idle, running, done, reveal,
        /** The mistakes that have a card. */
        get told() {
            return told;
        },
    };
}
