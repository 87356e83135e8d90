/* svg.js - making SVG and HTML elements for the boards: shapes, arrows, patterns. */

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Record<string, string | number | boolean | undefined>} Attributes */

/** @param {Element} element @param {Attributes} attributes */
export function setAttributes(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === undefined)
            element.removeAttribute(name);
        else
            element.setAttribute(name, String(value));
    }
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
    const element = document.createElementNS(SVG, tag);
    setAttributes(element, attributes);
    element.append(...children);
    return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    setAttributes(element, attributes);
    element.append(...children);
    return element;
}

/** True if the focus is within an element, which may be in a shadow. @param {Element} element */
export function hasFocus(element) {
    const root = element.getRootNode();
    return (root instanceof Document || root instanceof ShadowRoot) && element.contains(root.activeElement);
}

/** A drawing that stands by itself between other text. @param {string} viewBox
 * @param {string} style @param {...Node} children */
export function icon(viewBox, style, ...children) {
    return svg('svg', { viewBox, class: style, 'aria-hidden': 'true' }, ...children);
}

/* The shapes have their middle at a point. `style` is a class, or `#name` to fill with a
 * pattern or gradient of that name. */

/** @param {string} style */
const paint = (style) => style[0] === '#' ? { fill: `url(${style})` } : { class: style };

/** @param {number} x @param {number} y @param {number} width @param {number} height
 * @param {string} style @param {number} [rx] */
export function rect(x, y, width, height, style, rx = 0) {
    return svg('rect', { x: x - width / 2, y: y - height / 2, width, height, rx, ...paint(style) });
}

/** @param {number} x @param {number} y @param {number} r @param {string} style
 * @param {number} [ry]  if it is an ellipse */
export function circle(x, y, r, style, ry = r) {
    return svg('ellipse', { cx: x, cy: y, rx: r, ry, ...paint(style) });
}

/** @param {string} d @param {string} style */
export function path(d, style) {
    return svg('path', { d, ...paint(style) });
}

/** @param {{x: number, y: number}} a @param {{x: number, y: number}} b @param {string} style */
export function line(a, b, style) {
    return svg('line', { x1: a.x, y1: a.y, x2: b.x, y2: b.y, ...paint(style) });
}

/** @param {number[][]} points @param {string} style */
export function polygon(points, style) {
    return svg('polygon', { points: points.join(' '), ...paint(style) });
}

/** @param {number} x @param {number} y @param {string | number} content
 * @param {string} style @param {number} size */
export function label(x, y, content, style, size) {
    return svg('text', { x, y, class: style, 'font-size': size }, String(content));
}

/** The light edge of a shape, to lie below it, so that it stands out on any ground. It is a shape of
 * its own because WebKit draws no CSS filter inside SVG. @param {Element} shape */
export function halo(shape) {
    const edge = /** @type {SVGElement} */ (shape.cloneNode());
    edge.setAttribute('class', 'b-halo');
    return edge;
}

/** A shape with its light edge. @param {Element} shape */
export const edged = (shape) => [halo(shape), shape];

/** An arrow that stops short of both points by `gap`.
 * @param {{x: number, y: number}} a @param {{x: number, y: number}} b
 * @param {number} gap @param {string} style */
export function arrow(a, b, gap, style) {
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const ux = (b.x - a.x) / length, uy = (b.y - a.y) / length;
    const tip = { x: b.x - ux * gap, y: b.y - uy * gap };
    const neck = { x: tip.x - ux * 11, y: tip.y - uy * 11 };
    const shaft = line({ x: a.x + ux * gap, y: a.y + uy * gap }, neck, '');
    const head = polygon([[tip.x, tip.y], [neck.x - uy * 8, neck.y + ux * 8],
        [neck.x + uy * 8, neck.y - ux * 8]], '');
    return svg('g', { class: `b-arrow ${style}` }, halo(shaft), halo(head), shaft, head);
}

/** What tells owners apart besides the colour: plain, ticks, dots, hatching.
 * @param {string} id  a prefix for the names of the patterns */
export function ownerPatterns(id) {
    /** @param {number} n @param {number} w @param {number} h @param {SVGElement} mark */
    const pattern = (n, w, h, mark) => svg('pattern', {
        id: `${id}-own${n}`, width: w, height: h, patternUnits: 'userSpaceOnUse',
    }, mark);
    return [
        pattern(1, 4, 4, svg('g')),
        pattern(2, 7, 7, rect(1, 3.5, 2, 7, 'b-own-mark')),
        pattern(3, 6, 6, circle(3, 3, 1.3, 'b-own-mark')),
        pattern(4, 8, 8, path('M0 8 8 0M-2 2 2-2M6 10 10 6', 'b-own-line')),
    ];
}

/** The grain of wood, to lay over a plate. @param {string} id */
export function grain(id) {
    const lines = ['M0 9Q40 3 90 10T180 8', 'M0 24Q30 30 70 23T140 27 180 24',
        'M0 41Q55 35 95 42T180 40', 'M20 52Q60 56 110 50', 'M0 66Q45 60 80 67T180 65',
        'M60 77Q100 81 150 76'];
    const units = { patternUnits: 'userSpaceOnUse' };
    return svg('pattern', { id: `${id}-grain`, width: 180, height: 86, ...units },
        path(lines.join(''), 'b-grain'));
}
