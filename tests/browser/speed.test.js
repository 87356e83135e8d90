/*
 * How soon a board is there, whether the page answers while the computer thinks,
 * and how much is loaded. Times are printed and decide nothing: other work on the
 * machine adds to them.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
    adviceFor, openPage, pageTest, root, server, settled, startGame, thorough, threadsOf, typeMove, visit,
} from './harness.js';
import { startSlowLine } from './server.js';

const TRIES = thorough ? 3 : 1;
const packed = (data) => gzipSync(data, { level: 9 }).length;

/** Runs before the page's scripts: notes when a board with squares is first on the screen. */
function watchBoard() {
    const look = () => {
        if (document.querySelector('.board [data-square]'))
            requestAnimationFrame(() => { globalThis.boardAt = performance.now(); });
        else
            requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}

pageTest('a board is soon on the screen', { fresh: true }, async (page) => {
    await page.addInitScript(watchBoard);
    const times = [];
    for (let i = 0; i < TRIES; i++) {
        // Nothing is kept from one visit to the next.
        await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
        await page.goto('about:blank');
        await page.goto(`${server.url}#/edit/quoridor`);
        await page.waitForFunction(() => globalThis.boardAt);
        times.push(Math.round(await page.evaluate(() => globalThis.boardAt)));
    }
    console.log(`first board after ${times.join(', ')} ms`);
});

/** A slow line far away: a round trip of 400 ms, and 50 kB per second. The order of things is the same on one that is less slow. */
const SLOW = thorough ? { roundTripMs: 400, bytesPerSecond: 50000 } : { roundTripMs: 200, bytesPerSecond: 150000 };

test('over a slow line the first view does not wait for the rules', { timeout: 300000 }, async () => {
    const line = await startSlowLine(server.url, SLOW), page = await openPage({ serviceWorkers: 'allow' });
    try {
        const asked = page.waitForRequest('**/tablier.wasm'), start = performance.now();
        const since = () => ((performance.now() - start) / 1000).toFixed(1);
        await page.goto(line.url, { waitUntil: 'commit' });
        await page.waitForSelector('.cards .card');
        const shown = since(), bytes = line.received();
        console.log(`over a slow line: home after ${shown} s, ${Math.round(bytes / 1000)} kB`);
        assert.ok(bytes < 250_000, `${bytes} bytes`); // the module alone has three times as many
        await asked;
        await page.waitForSelector('.card .mini .b-svg');
        console.log(`over a slow line: a board that plays after ${since()} s`);
    } finally {
        await page.context().close();
        line.close();
    }
});

pageTest('the first view comes with few files and without the module', { fresh: true }, async (page) => {
    await page.route('**/tablier.wasm', () => {}); // never answered
    const asked = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(server.url, { waitUntil: 'commit' });
    await page.waitForSelector('.cards');
    const first = asked.filter((name) => /\.(js|css)$/.test(name) && !name.includes('/games/'));
    assert.ok(first.length > 0 && first.length < 8, first.join(' '));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
});

pageTest('the cards of the first view say what the rules say', {}, async (page) => {
    await visit(page, '#/about', '.keys');
    const [cards, rules] = await page.evaluate(async () => {
        const { cards: all } = await moduleOf('js/game.js'), { games } = await moduleOf('js/rules.js');
        const facts = ({ name, title, author, players, minutes, age, year, publisher, authorLink }) =>
            ({ name, title, author, players, minutes, age, year, publisher, authorLink });
        return [all.map(facts), (await games()).map(facts)];
    });
    assert.deepEqual(cards, rules);
});

pageTest('the page answers while the computer thinks', { fresh: true }, async (page) => {
    await startGame(page, 'quoridor', { seats: ['person', 'person'] });
    await settled(page);
    await page.evaluate(async () => {
        const tasks = globalThis.tasks = [0];
        new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)))
            .observe({ entryTypes: ['longtask'] });
        // It thinks until the test has seen what it wants.
        const { think } = await moduleOf('js/rules.js'), stop = new AbortController();
        globalThis.enough = () => stop.abort();
        globalThis.thinking = true;
        await new Promise((begun) => {
            think({ game: 'quoridor' }, { timeMs: 600000, signal: stop.signal }, begun).catch(() => {}).finally(() => { globalThis.thinking = false; });
        });
    });
    await page.locator('[data-tool=theme]').click();
    await page.waitForSelector('html[data-theme=dark]');
    await page.click('.menu-button');
    await page.waitForSelector('.menu-list');
    assert.equal(await page.evaluate(() => globalThis.thinking), true);
    await page.evaluate(() => globalThis.enough());
    await page.waitForFunction(() => globalThis.thinking === false);
    console.log(`longest task: ${await page.evaluate(() => Math.max(...globalThis.tasks)) || 'under 50'} ms`);
});

/** Runs before the page's scripts: notes how long every tap takes, from the finger to the next picture. */
function noteTaps() {
    globalThis.taps = [];
    new PerformanceObserver((list) => {
        for (const { interactionId, processingStart, processingEnd, startTime, duration } of list.getEntries())
            if (interactionId)
                globalThis.taps.push({ id: interactionId, whole: duration, wait: processingStart - startTime, work: processingEnd - processingStart });
    }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}

/** What can be tapped while the computer thinks: the bar, a move of the list, the board. */
const TAPPED = ['[data-square=e4]', '.menu-button', '.main-bar >> text=Flip', '[data-square=d5]'];

/** For a look at the figures: not part of ./test. */
const tapTest = thorough ? pageTest : () => {};

tapTest('a tap is answered while the last level thinks', {
    fresh: true, viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true,
}, async (page) => {
    await page.addInitScript(noteTaps);
    await startGame(page, 'quoridor', { seats: ['person', '8'] });
    let tapped = 0;
    for (let round = 0; round < (thorough ? 5 : 1); round++) {
        if (await settled(page) === 'over')
            break;
        await typeMove(page, await adviceFor(page, 3));
        await page.evaluate(() => { globalThis.taps.length = 0; });
        for (const place of TAPPED) {
            if (!/thinking|Looking/.test(await page.locator('.status').innerText()))
                break;
            await page.locator(place).first().tap();
            tapped++;
        }
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200))));
        const taps = await page.evaluate(() => [...Map.groupBy(globalThis.taps, ({ id }) => id).values()]
            .map((events) => events.reduce((a, b) => (a.whole > b.whole ? a : b))));
        const whole = taps.map((tap) => tap.whole).sort((a, b) => a - b), longest = taps.find((tap) => tap.whole === whole.at(-1));
        console.log(`taps while the last level thinks: ${whole.join(', ') || 'all under 16'} ms until the next picture` +
            (longest ? `; the longest waited ${Math.round(longest.wait)} and worked ${Math.round(longest.work)} ms` : ''));
    }
    assert.ok(tapped > 0, 'nothing was tapped while it thought');
});

pageTest('a strong search has several threads, a level with a limit of nodes one', {}, async (page) => {
    await visit(page, '', '.cards');
    assert.equal(await page.evaluate(() => crossOriginIsolated), true);
    // Nothing of the network is there yet; what is told first has been thought with it.
    const first = await page.evaluate(async () => {
        const { think } = await moduleOf('tablier/index.js');
        const stop = new AbortController(), start = performance.now();
        await think({ game: 'quoridor' }, { level: 12, signal: stop.signal }, () => stop.abort()).catch(() => {});
        return performance.now() - start;
    });
    console.log(`first strong thought after ${Math.round(first)} ms`);
    assert.equal(await threadsOf(page, 2, { timeMs: 100 }), 2);
    assert.equal(await threadsOf(page, 1, { level: 3 }), 1);
    assert.equal(await threadsOf(page, 1, { nodes: 1000 }), 1);
    // Stopped in the middle, and asked again.
    const reason = await page.evaluate(async () => {
        const { think } = await moduleOf('tablier/index.js');
        const stop = new AbortController();
        return think({ game: 'quoridor' }, { signal: stop.signal }, () => stop.abort(new Error('enough')))
            .catch((error) => error.message);
    });
    assert.equal(reason, 'enough');
    assert.equal(await threadsOf(page, 2, { timeMs: 100 }), 2);
});

pageTest('all that is loaded is light', { fresh: true }, async (page) => {
    const sizes = new Map();
    page.on('response', async (response) => {
        const body = await response.body().catch(() => Buffer.alloc(0));
        sizes.set(new URL(response.url()).pathname.replace(/^\/v\/\w+/, ''), packed(body));
    });
    for (const game of ['dorix', 'tictacdoh', 'quoridor', 'orbital']) {
        await visit(page, `#/game/${game}`, '.lines li');
        for (const view of ['new', 'edit', 'learn', 'rules'])
            await visit(page, `#/${view}/${game}${view === 'learn' ? '/goal' : ''}`, view === 'new' ? 'form.setup' : '.board [data-square]');
    }
    await visit(page, '#/about', '.keys');
    await page.waitForLoadState('networkidle');
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    const [tables, networks] = [['tictacdoh.table', 'orbital.table'], ['dorix.net', 'quoridor.net']].map((files) =>
        files.reduce((sum, file) => sum + packed(readFileSync(join(root, `src/games/${file.split('.')[0]}/${file}`))), 0));
    const rest = total - tables - networks;
    console.log(`${sizes.size} files, ${total} bytes compressed, ${rest} without tables and networks`);
    assert.ok(sizes.get('/tablier/tablier.wasm') < 200_000);
    // Their analyses asked for them.
    assert.equal(sizes.get('/tablier/tictacdoh.table') + sizes.get('/tablier/orbital.table'), tables);
    assert.equal(sizes.get('/tablier/dorix.net') + sizes.get('/tablier/quoridor.net'), networks);
    assert.ok(total < 1_800_000 && rest < 400_000);
});
