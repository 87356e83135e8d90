/*
 * page-speed.js - measures how fast the page is, for scripts/page-speed: node page-speed.js [lines] [shifts] [lighthouse].
 * It prints figures and judges nothing.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from './engine.js';
import { startProgram, startSlowLine } from './server.js';
import { allKept } from './offline.js';
import { VIEWS as ALL } from './list.js';
import { VIEWS, layoutShift } from './shifts.js';

/** A phone on a train. */
const SLOW = { roundTripMs: 400, bytesPerSecond: 50_000 }, FAST = { roundTripMs: 0, bytesPerSecond: 1e9 };
/** Slow enough to show in what order the parts of a view come. */
const MOBILE = { roundTripMs: 150, bytesPerSecond: 200_000 };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-GB' };
const GAMES = ['dorix', 'tictacdoh', 'quoridor', 'orbital'];
const HOME = '.cards .card h2', BOARD = '.play .board.is-open';

/** Runs before the page's scripts: notes when something is first on the screen. @param {string} wanted */
function watch(wanted) {
    const look = () => {
        if (document.querySelector(wanted) && document.styleSheets.length > 0)
            requestAnimationFrame(() => { globalThis.shownAt ??= performance.now(); });
        else
            requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}

const shownAt = async (page) => (await page.waitForFunction(() => globalThis.shownAt, null, { timeout: 300_000 })).jsonValue();
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;

/** Milliseconds from the request of an address until an element is shown. */
async function timeOf(context, address, wanted) {
    const page = await context.newPage();
    await page.addInitScript(watch, wanted);
    await page.goto(address, { waitUntil: 'commit', timeout: 300_000 });
    const ms = await shownAt(page);
    await page.close();
    return ms;
}

/** From the address of home over its first "Play" to a board that takes moves. */
async function timeFromHome(context, address) {
    const page = await context.newPage(), start = performance.now();
    await page.goto(address, { waitUntil: 'commit', timeout: 300_000 });
    await page.click('.card-quoridor .row a', { timeout: 300_000 });
    await page.waitForSelector(BOARD, { timeout: 300_000 });
    const ms = performance.now() - start;
    await page.close();
    return ms;
}

async function measureLines(browser, server) {
    for (const [called, pace] of Object.entries({ slow: SLOW, fast: FAST })) {
        const visitor = async (measure) => {
            const how = { ...pace }, line = await startSlowLine(server.url, how);
            const context = await browser.newContext({ ...PHONE, serviceWorkers: 'allow' });
            const result = await measure(context, line.url, how);
            const bytes = line.received();
            await context.close();
            line.close();
            return { result, bytes };
        };
        const say = (what, { result, bytes }) => console.log(`${called} line, ${what}: ${seconds(result)}, ${Math.round(bytes / 1000)} kB`);
        say('first visit, home readable', await visitor((context, url) => timeOf(context, url, HOME)));
        say('first visit, from home to a board that takes moves', await visitor((context, url) => timeFromHome(context, url)));
        for (const game of GAMES)
            say(`first visit, board of ${game} that takes moves`, await visitor((context, url) => timeOf(context, `${url}#/start/${game}`, BOARD)));
        await visitor(async (context, url, how) => {
            Object.assign(how, FAST);
            const page = await context.newPage();
            await page.goto(url);
            await allKept(page);
            await page.close();
            Object.assign(how, pace);
            console.log(`${called} line, next visit, home readable: ${seconds(await timeOf(context, url, HOME))}`);
            console.log(`${called} line, next visit, board that takes moves: ${seconds(await timeOf(context, `${url}#/start/quoridor`, BOARD))}`);
        });
    }
}

async function measureShifts(browser, server) {
    const line = await startSlowLine(server.url, MOBILE);
    for (const [view, ready] of Object.entries(VIEWS)) {
        const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' }), page = await context.newPage();
        const { total, moved } = await layoutShift(page, line.url + view, ready);
        console.log(`layout shift of ${view || 'home'}: ${total.toFixed(3)}${total > 0.001 ? ` (${moved.join(', ')})` : ''}`);
        await context.close();
    }
    line.close();
}

/** Further views: lessons of each kind and what other views lead to. */
const MORE = ['#/learn/quoridor/leap', '#/learn/quoridor/late', '#/puzzle/daily', '#/run/timed/dorix', '#/link-device/x', '#/nowhere'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const TIMES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift', 'speed-index'];

/** Gives each task of a trace the time that it had the processor, not that from its start to its end, in which other
 * programs of a busy machine run too. @param {string} file */
function leaveOutOthers(file) {
    const trace = JSON.parse(readFileSync(file, 'utf8'));
    for (const event of trace.traceEvents)
        if (event.tdur < event.dur)
            event.dur = event.tdur;
    writeFileSync(file, JSON.stringify(trace));
}

/** One table: the scores of each view for mobile devices, of several runs the one in the middle; then what costs points,
 * and the element that was painted last. RUNS: how often each view is measured; VIEWS: a part of the addresses to measure. */
async function measureScores(server) {
    const require = createRequire(new URL('../lighthouse/', import.meta.url));
    const { default: lighthouse } = await import(require.resolve('lighthouse'));
    const { launch: start } = await import(require.resolve('chrome-launcher'));
    const runs = Number(process.env.RUNS ?? 3), addresses = [...new Set([...Object.keys(VIEWS), ...ALL.map(([, hash]) => hash === '#/' ? '' : hash), ...MORE])];
    const measure = async (view) => {
        const chrome = await start({ chromePath: '/usr/bin/chromium', chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] });
        const folder = mkdtempSync(join(tmpdir(), 'lighthouse-')), address = server.url + view, how = { logLevel: 'error', throttlingMethod: 'simulate' };
        try {
            await lighthouse(address, { ...how, port: chrome.port, gatherMode: folder });
            leaveOutOthers(join(folder, 'defaultPass.trace.json'));
            return (await lighthouse(address, { ...how, auditMode: folder })).lhr;
        } finally {
            chrome.kill();
            rmSync(folder, { recursive: true });
        }
    };
    console.log(`| view | ${[...CATEGORIES, ...TIMES].join(' | ')} |\n|${'---|'.repeat(1 + CATEGORIES.length + TIMES.length)}`);
    for (const view of addresses.filter((one) => one.includes(process.env.VIEWS ?? ''))) {
        const all = [];
        for (let tries = 0; all.length < runs && tries < 3 * runs; tries++) {
            const result = await measure(view);
            if (!result.runtimeError) // on a busy machine a run may miss the first paint
                all.push(result);
        }
        if (all.length === 0) {
            console.log(`| ${view} | could not be measured |`);
            continue;
        }
        const { categories, audits } = all.sort((a, b) => a.categories.performance.score - b.categories.performance.score)[all.length >> 1];
        const faults = Object.values(categories).filter(({ id }) => id !== 'performance').flatMap(({ auditRefs }) => auditRefs)
            .filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 1).map(({ id }) => id);
        const painted = audits['largest-contentful-paint-element']?.details?.items?.[0]?.items?.[0]?.node?.selector ?? '';
        console.log(`| ${view || 'home'} | ${[...CATEGORIES.map((id) => Math.round((categories[id].score ?? 0) * 100)),
            ...TIMES.map((id) => audits[id].displayValue ?? '')].join(' | ')} | ${faults.join(' ')} ${painted}`);
    }
    console.log(`load of the machine: ${loadavg().map((one) => one.toFixed(1)).join(', ')}; processors: ${cpus().length}`);
}

const parts = process.argv.slice(2), server = await startProgram(process.env.TABLIER_PROGRAM), browser = await launch();
if (parts.includes('lines'))
    await measureLines(browser, server);
if (parts.includes('shifts'))
    await measureShifts(browser, server);
await browser.close();
if (parts.includes('lighthouse'))
    await measureScores(server);
await server.close();
