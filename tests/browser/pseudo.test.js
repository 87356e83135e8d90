/*
 * Every view in a language made for this test: each letter has an accent, each word is 40 % longer. A word
 * without accents on the screen never went through the catalogue; text that is cut or covered has too little room.
 */
import assert from 'node:assert/strict';
import { GAMES, VIEWS } from './list.js';
import { offerLanguages, pageTest, root, server, shot, thorough, visit } from './harness.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeGame } from './visitors.js';

const TAG = 'qps'; // a tag for private use
const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = [...'\u00e5\u0180\u00e7\u010f\u00e9\u0192\u011f\u0125\u00ef\u0135\u0137\u013c\u1e41\u00f1\u00f6\u01a5\u01eb\u0155\u0161\u0165\u00fc\u1e7d\u0175\u1e8b\u00fd\u017e'
    + '\u00c5\u0181\u00c7\u010e\u00c9\u0191\u011e\u0124\u00cf\u0134\u0136\u013b\u1e40\u00d1\u00d6\u01a4\u01ea\u0154\u0160\u0164\u00dc\u1e7c\u0174\u1e8a\u00dd\u017d'];

/** Words with accents, 40 % longer. @param {string} text */
const disguise = (text) => text.replace(/[A-Za-z]+/g, (word) =>
    [...word].map((letter) => ACCENTED[PLAIN.indexOf(letter)]).join('') + '\u00e9'.repeat(Math.round(word.length * 0.4)));

/** A message, whose arguments and choices are kept. @param {string} pattern */
function pseudo(pattern) {
    let out = '', plain = '', at = 0;
    const flush = () => { out += disguise(plain); plain = ''; };
    /** Copies up to the brace that closes an argument; what stands in its branches is text. */
    const argument = () => {
        const head = /^\{\s*\w+\s*(,\s*(plural|select)\s*,)?/.exec(pattern.slice(at));
        if (!head[1]) {
            const end = pattern.indexOf('}', at);
            out += pattern.slice(at, end + 1);
            at = end + 1;
            return;
        }
        out += head[0];
        at += head[0].length;
        for (;;) {
            const word = /^\s*([^\s{}]*)\s*/.exec(pattern.slice(at));
            out += word[0];
            at += word[0].length;
            out += pattern[at++]; // the brace of a branch, or the last
            if (!word[1])
                return;
            block();
            out += pattern[at++];
        }
    };
    const block = () => {
        while (at < pattern.length && pattern[at] !== '}') {
            const quoted = /^'(?:'|[{}#][^']*'?)/.exec(pattern.slice(at));
            if (quoted) {
                flush();
                out += quoted[0];
                at += quoted[0].length;
            } else if (pattern[at] === '{') {
                flush();
                argument();
            } else {
                plain += pattern[at++];
            }
        }
        flush();
    };
    block();
    return out;
}

/** A catalogue as msgfmt compiles it. @param {Map<string, string>} words */
function compile(words) {
    const encoder = new TextEncoder(), rows = [...words].map((pair) => pair.map((text) => encoder.encode(text)))
        .sort(([a], [b]) => Buffer.compare(a, b));
    const bytes = new Uint8Array(28 + 16 * rows.length + rows.flat().reduce((sum, text) => sum + text.length + 1, 0));
    const view = new DataView(bytes.buffer), count = rows.length;
    [0x950412de, 0, count, 28, 28 + 8 * count, 0, 0].forEach((word, i) => view.setUint32(4 * i, word, true));
    let end = 28 + 16 * count;
    for (const part of [0, 1])
        rows.forEach((row, i) => {
            view.setUint32(28 + 8 * (count * part + i), row[part].length, true);
            view.setUint32(32 + 8 * (count * part + i), end, true);
            bytes.set(row[part], end);
            end += row[part].length + 1;
        });
    return bytes;
}

const file = (name) => import(`data:text/javascript;charset=utf-8,${encodeURIComponent(readFileSync(join(root, name), 'utf8'))}`);

/** A catalogue of this language: the keys of a real one, with English made strange. */
async function words(part) {
    const { readCatalogue } = await file('bindings/js/message.js');
    const [version] = /v\/\w+/.exec(await (await fetch(server.url)).text()) ?? [];
    const real = readCatalogue(new Uint8Array(await (await fetch(`${server.url}${version}/tablier/lang/fr${part}.mo`)).arrayBuffer()));
    const english = new Map(Object.entries({ ...(await file('web/js/lang/en.js')).en, ...(await file('web/js/lang/online.js')).online }));
    for (const game of GAMES)
        for (const [key, text] of Object.entries((await file(`web/games/${game}/strings.js`)).strings.en))
            english.set(`${game}:${key}`, text);
    return new Map([...real.keys()].map((key) => {
        const [context, text] = key.includes('\u0004') ? key.split('\u0004') : ['', key];
        if (key === '')
            return [key, `Language: ${TAG}\nContent-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\nX-Plural-Categories: one other\n`];
        return [key, / mark$/.test(context) ? text : pseudo(text || english.get(context) || '')];
    }));
}

/** Serves the language as if it were one of the catalogues. */
async function teach(page) {
    await offerLanguages(page, [TAG]);
    for (const part of ['', '.online']) {
        const body = Buffer.from(compile(await words(part)));
        await page.route(`**/tablier/lang/${TAG}${part}.mo`, (route) => route.fulfill({ body, contentType: 'application/octet-stream' }));
    }
    await page.route(`**/lessons.${TAG}.json`, async (route) => {
        const real = await (await fetch(route.request().url().replace(`.${TAG}.`, '.en.'))).json();
        const disguised = (words) => typeof words === 'string' ? disguise(words)
            : Object.fromEntries(Object.entries(words).map(([key, value]) => [key, disguised(value)]));
        await route.fulfill({ json: disguised(real) });
    });
    await page.route(`**/rules/*.${TAG}.html`, async (route) => {
        const real = await (await fetch(route.request().url().replace(`.${TAG}.`, '.en.'))).text();
        await route.fulfill({
            contentType: 'text/html',
            body: real.replace(/(<pre[^]*?<\/pre>|<code>[^]*?<\/code>|<[^>]*>|&\w+;)|([^<&]+)/g, (_, kept, text) => kept ?? disguise(text)),
        });
    });
}

/** What is wrong with the text on the screen: not of this language, cut, or covered by other text. */
const look = (page) => page.evaluate(() => {
    // Names, and what players and programs write: moves, positions, files, keys, tags of languages.
    const names = /\b(Dorix|Quoridor|Orbital|Tic Tac Doh|Tablier|Lo\u00efc Lamy|Brian Schultze|Mirko Marchesi|Mathias Daval|Gigamic|Ann|Bob|PGN|JSON|SVG|PNG|QR|Elo|English|Qps)\b/g;
    const faults = [], boxes = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    // For screen readers alone; what they read is looked at above all the same.
    const hidden = (box) => Boolean(box) && (getComputedStyle(box).clipPath !== 'none' || hidden(box.parentElement));
    while (walk.nextNode()) {
        const node = walk.currentNode, parent = node.parentElement, text = node.nodeValue.trim();
        if (!text || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || parent.closest('script, style, svg, .sr-only, .visually-hidden'))
            continue;
        range.selectNodeContents(node);
        const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
        if (rects.length === 0)
            continue;
        const foreign = text.replace(names, '').match(/\b[A-Za-z]{3,}\b/g);
        if (foreign && !parent.closest('code, pre, kbd, time, option[lang], [lang=en], [data-tool=lang], .move, .entry, input, textarea, a[href^="mailto:"]'))
            faults.push(`not translated: "${foreign.join(' ')}" in "${text.slice(0, 60)}" <${parent.localName} class="${parent.className}">`);
        // Cut: what an ancestor hides, or the window.
        if (hidden(parent) || parent.closest('.who')) // at a seat a long name ends in an ellipsis
            continue;
        let clip = { left: 0, right: document.documentElement.clientWidth, top: -Infinity, bottom: Infinity }, scrolls = false, fixed = false;
        for (let box = parent; box && box !== document.body; box = box.parentElement) {
            const style = getComputedStyle(box), { overflowX, overflowY } = style, { left, right, top, bottom } = box.getBoundingClientRect();
            fixed ||= style.position === 'fixed' || style.position === 'sticky';
            scrolls ||= /auto|scroll/.test(overflowX + overflowY);
            if (/hidden|clip/.test(overflowX) && !scrolls)
                clip = { ...clip, left: Math.max(clip.left, left), right: Math.min(clip.right, right) };
            if (/hidden|clip/.test(overflowY) && !scrolls)
                clip = { ...clip, top: Math.max(clip.top, top), bottom: Math.min(clip.bottom, bottom) };
        }
        if (!scrolls && rects.some(({ left, right, top, bottom }) =>
            left < clip.left - 1.5 || right > clip.right + 1.5 || (top + bottom) / 2 < clip.top || (top + bottom) / 2 > clip.bottom))
            faults.push(`cut: "${text.slice(0, 60)}" <${parent.localName} class="${parent.className}"> in .${parent.parentElement?.className}`);
        if (!scrolls && !fixed && !parent.closest('dialog, .menu-list, .b-frame'))
            boxes.push(...rects.map(({ left, right, top, bottom }) => ({ left, right, top, bottom, text, parent })));
    }
    for (const [i, a] of boxes.entries())
        for (const b of boxes.slice(i + 1)) {
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (a.parent !== b.parent && !a.parent.contains(b.parent) && !b.parent.contains(a.parent) && wide > 2 && high > 6)
                faults.push(`overlap: "${a.text.slice(0, 40)}" and "${b.text.slice(0, 40)}" <${a.parent.className}> <${b.parent.className}>`);
        }
    return [...new Set(faults)];
});

const WIDTHS = thorough ? [1280, 390, 360] : [360];

/** Looks at what is shown in each width. */
async function lookAt(page, name, found) {
    for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: width > 1000 ? 900 : 740 });
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
        found.push(...(await look(page)).map((fault) => `${name}, ${width}: ${fault}`));
        await shot(page, `pseudo-${width}-${name}`);
    }
}

pageTest('every view, in a language of longer words', { locale: TAG, fresh: true }, async (page) => {
    assert.equal(pseudo("{n, plural, one {# step} other {# steps}} of ''{x}'' '{'"),
        "{n, plural, one {# \u0161\u0165\u00e9\u01a5\u00e9\u00e9} other {# \u0161\u0165\u00e9\u01a5\u0161\u00e9\u00e9}} \u00f6\u0192\u00e9 ''{x}'' '{'");
    await teach(page);
    const found = [];
    for (const [name, hash, selector] of VIEWS) {
        await visit(page, hash, selector);
        assert.equal(await page.evaluate(() => document.documentElement.lang), TAG);
        await lookAt(page, name, found);
    }
    for (const game of GAMES) {
        await visit(page, `#/start/${game}`, '.table .board.is-open');
        await lookAt(page, `play-${game}`, found);
    }
    const { links } = await makeGame({ game: 'quoridor' });
    await page.goto(links[0]);
    await page.waitForSelector('.table .b-seat');
    await lookAt(page, 'online', found);
    assert.ok(found.length === 0, found.join('\n'));
});
