/* plot.js - small plots that can be read: a line over time with its least and greatest value, shares as a bar, days as squares. */
import { svg } from '../boards/svg.js';
import { el } from '../dom.js';
import { lang } from '../i18n.js';

const WIDE = 320, HIGH = 120, LEFT = 40, EDGE = 12, FOOT = 20;

/** A day in short. @param {number} day  from 1970 on */
const dayText = (day) => new Date(day * 86400000).toLocaleDateString(lang(), { day: 'numeric', month: 'short', timeZone: 'UTC' });

/**
 * A line over days. @param {[day: number, value: number][]} points  the oldest first
 * @param {string} label  read out
 * @param {(value: number) => string} [spell]
 */
export function linePlot(points, label, spell = (value) => String(Math.round(value))) {
    const values = points.map(([, value]) => value), low = Math.min(...values), high = Math.max(...values);
    const [first, last] = [points[0][0], points[points.length - 1][0]];
    const x = (/** @type {number} */ day) => LEFT + (WIDE - LEFT - EDGE) * (last > first ? (day - first) / (last - first) : 0.5);
    const y = (/** @type {number} */ value) => HIGH - FOOT - (HIGH - FOOT - EDGE) * (high > low ? (value - low) / (high - low) : 0.5);
    const text = (/** @type {number} */ at, /** @type {number} */ down, /** @type {string} */ said, /** @type {string} */ anchor) =>
        svg('text', { x: at, y: down, 'text-anchor': anchor }, said);
    return el('figure', { class: 'plot' }, svg('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, role: 'img', 'aria-label': label },
        ...[...new Set([low, high])].flatMap((value) => [svg('path', { class: 'rule', d: `M${LEFT} ${y(value)}H${WIDE - EDGE}` }), text(LEFT - 6, y(value) + 4, spell(value), 'end')]),
        svg('path', { class: 'curve', d: points.map(([day, value], i) => `${i ? 'L' : 'M'}${x(day).toFixed(1)} ${y(value).toFixed(1)}`).join('') }),
        ...points.map(([day, value]) => svg('circle', { cx: x(day).toFixed(1), cy: y(value).toFixed(1), r: 3 })),
        text(last > first ? LEFT : x(first), HIGH - 4, dayText(first), last > first ? 'start' : 'middle'),
        ...last > first ? [text(WIDE - EDGE, HIGH - 4, dayText(last), 'end')] : []));
}

/** Wins, draws and losses as one bar. @param {number} won @param {number} drawn @param {number} lost */
export function sharesBar(won, drawn, lost) {
    const all = won + drawn + lost, part = (/** @type {string} */ name, /** @type {number} */ from, /** @type {number} */ count) =>
        svg('rect', { class: name, x: 100 * from / all, y: 0, width: 100 * count / all, height: 10 });
    return svg('svg', { class: 'results', viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        part('won', 0, won), part('drawn', won, drawn), part('lost', won + drawn, lost));
}

const WEEKS = 16, CELL = 14;

/** The last weeks, a square for each day, Monday on top. @param {Map<number, number>} counts  by day @param {number} today
 * @param {string} label */
export function calendar(counts, today, label) {
    const monday = today - (today + 3) % 7 - 7 * (WEEKS - 1);
    return el('figure', { class: 'plot' }, svg('svg', { class: 'days', viewBox: `0 0 ${WEEKS * CELL} ${7 * CELL}`, role: 'img', 'aria-label': label },
        ...Array.from({ length: today - monday + 1 }, (_, i) => svg('rect', {
            x: Math.floor(i / 7) * CELL + 1, y: i % 7 * CELL + 1, width: CELL - 2, height: CELL - 2, rx: 2,
            class: counts.has(monday + i) ? (counts.get(monday + i) ?? 0) > 4 ? 'much' : 'some' : 'none',
        }))));
}
