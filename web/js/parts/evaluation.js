/*
 * evaluation.js - evaluations as pictures: a bar beside the board and a curve over the game. As in words.js, they show
 * the chances of player 1 of two, and with more players those of the player to move.
 */
import { signAt } from '../boards/judged.js';
import { svg } from '../boards/svg.js';
import { el, fill } from '../dom.js';
import { t } from '../i18n.js';
import { scoreFor } from './words.js';

/** @typedef {import('../types.js').Line} Line */

/** @param {number} players */
export function evaluationBar(players) {
    const first = svg('rect', { class: 'first', x: 0, y: 50, width: 10, height: 50 });
    const root = el('div', { class: `evalbar${players > 2 ? ' is-many' : ''}`, role: 'img' });
    root.append(svg('svg', { viewBox: '0 0 10 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        first, svg('line', { class: 'middle', x1: 0, x2: 10, y1: 50, y2: 50 })));

    /** @param {Line | null} line @param {number} turn @param {string} said */
    function show(line, turn, said) {
        const share = line ? 50 + 50 * scoreFor(line, turn, players) : 50;
        first.setAttribute('y', String(100 - share));
        first.setAttribute('height', String(share));
        root.setAttribute('aria-label', t('study.bar', said));
    }

    show(null, 1, '?');
    return { root, show };
}

const WIDTH = 320, HEIGHT = 96, EDGE = 12;

/** One place of the curve. @typedef {{ move: string, score: number | null, exact: boolean, text: string, here: boolean, sign: string }} Point */

/** @param {(index: number) => void} pick */
export function evaluationGraph(pick) {
    const root = svg('svg', { class: 'graph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'group', 'aria-label': t('study.graph') });

    /** @param {Point[]} points */
    function show(points) {
        const step = (WIDTH - 2 * EDGE) / Math.max(1, points.length - 1);
        const x = (/** @type {number} */ i) => EDGE + i * step;
        const y = (/** @type {number} */ score) => HEIGHT / 2 - score * (HEIGHT / 2 - EDGE);
        const curve = points.flatMap(({ score }, i) => score === null ? [] : [`${x(i)},${y(score)}`]);
        root.replaceChildren(
            svg('line', { class: 'zero', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
            svg('polyline', { class: 'curve', points: curve.join(' ') }),
            ...points.flatMap((point, i) => mark(point, x(i), y(point.score ?? 0))),
            ...points.map((point, i) => hit(point, i, x(i), step)));
    }

    /** @param {Point} point @param {number} x @param {number} y */
    function mark({ score, exact, here, sign }, x, y) {
        const style = `dot${here ? ' is-here' : ''}`;
        if (score === null)
            return here ? [svg('line', { class: 'is-here', x1: x, x2: x, y1: HEIGHT - 8, y2: HEIGHT })] : [];
        return [exact
            ? svg('path', { class: style, d: `M${x} ${y - 5}l5 5-5 5-5-5z` })
            : svg('circle', { class: style, cx: x, cy: y, r: 3 }),
        ...sign ? [signAt(sign, x, y > HEIGHT / 2 ? y - 12 : y + 12, 15)] : []];
    }

    /** @param {Point} point @param {number} index @param {number} x @param {number} step */
    function hit({ move, text }, index, x, step) {
        const area = svg('rect', { class: 'hit', x: x - step / 2, y: 0, width: step, height: HEIGHT },
            svg('title', {}, t('study.graphMove', index, move, text)));
        area.addEventListener('click', () => pick(index));
        return area;
    }

    return { root, show };
}

/** The best lines as a list. What is there stays where it is while the numbers change: it may be
 * under a finger. Texts stay, too: WebKit loses a click on one that is replaced. @param {(moves: string[]) => void} pick */
export function lineList(pick) {
    const root = el('ol', { class: 'lines', 'aria-label': t('study.lines') });
    /** @type {ReturnType<typeof lineRow>[]} */
    let rows = [];

    /** @param {Line[]} lines @param {(line: Line) => string} worth */
    function show(lines, worth) {
        rows.slice(lines.length).forEach((row) => row.root.remove());
        rows = lines.map((line, i) => {
            const row = rows[i] ?? lineRow(pick);
            if (!rows[i])
                root.append(row.root);
            row.show(line, worth(line));
            return row;
        });
    }

    return { root, show };
}

const LINE_MOVES = 6;

/** @param {(moves: string[]) => void} pick */
function lineRow(pick) {
    /** @type {string[]} */
    let moves = [];
    const score = el('span', { class: 'score' }), pv = el('span', { class: 'pv' });
    const buttons = Array.from({ length: LINE_MOVES }, (_, i) => el('button', {
        type: 'button', class: 'move', onclick: () => pick(moves.slice(0, i + 1)),
    }, document.createTextNode('')));

    /** @param {Line} line @param {string} worth */
    function show(line, worth) {
        moves = line.pv.slice(0, LINE_MOVES);
        fill(score, worth);
        score.classList.toggle('is-exact', line.exact);
        buttons.forEach((one, i) => {
            const text = /** @type {Text} */ (one.firstChild);
            if (text.data !== (moves[i] ?? ''))
                text.data = moves[i] ?? '';
            if (i >= moves.length)
                one.remove();
            else if (one.parentNode !== pv)
                pv.append(one);
        });
    }

    return { root: el('li', {}, score, pv), show };
}
