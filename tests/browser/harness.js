/*
 * harness.js - a browser, a server, and what the tests do on the page again and
 * again. Every page is watched: an error on the console fails the test.
 *
 * TABLIER_PROGRAM is the program that serves the page; without it, a static host
 * does, out of the folder TABLIER_SITE. SHOTS is a folder for pictures of the views.
 * With THOROUGH, as in scripts/browsers, every variant of a test is run, not only some.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { engine, launch } from './engine.js';
import { startProgram, startServer } from './server.js';

export const root = process.env.TABLIER_SOURCE ?? join(dirname(fileURLToPath(import.meta.url)), '../..');
export const shots = process.env.SHOTS;
export const thorough = Boolean(process.env.THOROUGH);

export const server = process.env.TABLIER_PROGRAM
    ? await startProgram(process.env.TABLIER_PROGRAM)
    : await startServer(process.env.TABLIER_SITE ?? '.');
export const browser = await launch();
export { engine };

after(async () => {
    await browser.close();
    await server.close();
});

const WAIT_MS = 40000;

/** Pages that tests have left as good as new, by their options: another would have to load everything again. */
const idle = new Map();

/**
 * Makes a page as good as new: nothing is kept under these addresses. It shows a file of the same server, since with other
 * headers the browser would begin a process for it, and one more for the next page, which has compiled nothing yet.
 */
export async function renew(page, places = [server.url]) {
    await page.unrouteAll();
    await page.context().setOffline(false);
    await page.context().clearCookies();
    for (const place of places) {
        await page.goto(`${place}robots.txt`);
        await page.evaluate(() => {
            localStorage.clear();
            sessionStorage.clear();
        });
    }
    page.troubles = [];
}

/** A page as a test has left it is for the next with the same options, if all that it did can be undone. */
async function leavePage(page, options) {
    const kind = JSON.stringify(options);
    if (engine !== 'chromium' || page.hasScripts || options.serviceWorkers || idle.has(kind))
        return page.context().close();
    idle.set(kind, page); // before it is renewed: its context must be closed at the end
    await Promise.all(page.context().pages().filter((other) => other !== page).map((other) => other.close()));
    await page.setViewportSize(page.firstSize);
    await page.emulateMedia({ colorScheme: options.colorScheme ?? null });
    return renew(page);
}

async function takePage(options, fresh) {
    const kind = JSON.stringify(options), kept = idle.get(kind);
    if (kept && !fresh) {
        idle.delete(kind);
        return kept;
    }
    const page = await openPage(options), { addInitScript } = page;
    page.firstSize = page.viewportSize();
    page.addInitScript = (...args) => {
        page.hasScripts = true;
        return addInitScript.apply(page, args);
    };
    return page;
}

/**
 * A test with a page of its own that nobody has used, or that is as good as new.
 *
 * @param {string} name
 * @param {import('playwright-core').BrowserContextOptions & { fresh?: boolean, guide?: boolean }} how
 *     fresh: nothing was loaded before; guide: with the help in first games
 * @param {(page: import('playwright-core').Page) => Promise<void>} body
 */
export function pageTest(name, { fresh = false, ...options }, body) {
    test(name, { timeout: 600000 }, async () => {
        const page = await takePage(options, fresh);
        try {
            await body(page);
            assert.deepEqual(page.troubles, []);
        } catch (error) {
            console.log(`at ${page.url()}`, page.troubles);
            await page.screenshot({ path: join(shots ?? '.', `failed-${name.replace(/\W+/g, '-')}.png`) });
            await page.context().close();
            throw error;
        }
        await leavePage(page, options);
    });
}

/** A page for one more visitor, in a context of its own.
 * @param {import('playwright-core').BrowserContextOptions & { guide?: boolean }} options */
export async function openPage({ guide, ...options } = {}) {
    const context = await browser.newContext({
        viewport: { width: 1280, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce',
        serviceWorkers: 'block', ...options,
    });
    return watch(await context.newPage(), guide);
}

/** Turns off the help in first games, which lies over the board: the tests of it turn it on. */
function withoutGuide() {
    if (!location.protocol.startsWith('http'))
        return; // a blank page keeps nothing
    const kept = JSON.parse(localStorage.getItem('tablier.settings') ?? '{}');
    localStorage.setItem('tablier.settings', JSON.stringify({ guide: false, ...kept }));
}

/** Notes every error of a page in `page.troubles`, but those that `page.tolerated` describes. */
export async function watch(page, guide = false) {
    page.troubles = [];
    page.setDefaultTimeout(WAIT_MS);
    if (!guide && page.addInitScript) {
        await page.addInitScript(withoutGuide);
    } else if (!guide) {
        await page.goto(`${server.url}robots.txt`);
        await page.evaluate(withoutGuide);
    }
    if (engine === 'chromium') {
        // Asked at every frame, as it would be otherwise, a page that only waits draws all the time.
        const { waitForFunction } = page;
        page.waitForFunction = (body, argument, options) => waitForFunction.call(page, body, argument, { polling: 20, ...options });
    }
    const note = (text) => {
        if ((!shots || !/blocked an inline style/.test(text)) && !page.tolerated?.test(text)) // by taking pictures in Firefox
            page.troubles.push(text);
    };
    page.on('console', (message) => {
        if (message.type() === 'error')
            note(message.text());
    });
    page.on('pageerror', (error) => note(String(error)));
    return page;
}

/** Makes the page offer these languages besides English; null: it has no list of them. @param {string[] | null} tags */
export const offerLanguages = (page, tags) => page.addInitScript((list) => {
    new MutationObserver((_, observer) => {
        observer.disconnect();
        if (list)
            document.documentElement.dataset.languages = list.join(' ');
        else
            delete document.documentElement.dataset.languages;
    }).observe(document, { childList: true });
}, tags);

/** To a language, else from English to French and back, by the button in the head or by the list of more languages. */
export async function switchLanguage(page, to) {
    const tool = page.locator('[data-tool=lang]');
    const [kind, lang] = await tool.evaluate((one) => [one.localName, document.documentElement.lang]);
    if (kind === 'select')
        await tool.selectOption(to ?? (lang === 'fr' ? 'en' : 'fr'));
    else if (to !== lang)
        await tool.click();
}

/** Goes to a view and waits for something on it; what the last view showed does not count. */
export async function visit(page, hash, selector) {
    const address = server.url + hash;
    if (page.url() !== address && page.url().startsWith(server.url))
        await page.evaluate(() => document.querySelector('main > *')?.setAttribute('data-left', ''));
    await page.goto(address);
    await page.waitForSelector('[data-left]', { state: 'detached' });
    if (selector.startsWith('figure')) // boards of a rule page are drawn when they come near the window
        await page.locator('figure').first().scrollIntoViewIfNeeded();
    await page.waitForSelector(selector);
}

const axe = new Function(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));

/**
 * Lets axe-core look at the page. It comes in as a script of the test's, which no policy stops.
 *
 * @param {string[]} [rules]  only these
 */
export async function checkAxe(page, name, rules) {
    if (!await page.evaluate(() => 'axe' in globalThis))
        await page.evaluate(axe);
    const { violations } = await page.evaluate((runOnly) => globalThis.axe.run({
        resultTypes: ['violations'], preload: false, ...(runOnly && { runOnly }),
    }), rules);
    assert.deepEqual(violations.map(({ id, nodes }) =>
        `${name}: ${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`).join(' | ')}`), []);
}

/** Takes a picture, if pictures are wanted; no view may be wider than the window. */
export async function shot(page, name) {
    // A phone shows more than its width rather than scroll sideways: that is too wide as well.
    const { width } = page.viewportSize();
    const over = await page.evaluate((wanted) => Math.max(document.documentElement.scrollWidth, innerWidth) - wanted, width);
    assert.ok(over <= 0, `${name}: ${over} pixels too wide`);
    if (shots) {
        mkdirSync(shots, { recursive: true });
        await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
    }
}

/**
 * Starts a game through the setup form.
 *
 * @param {{ players?: number, seats: string[], options?: Record<string, string>, swap?: boolean, clock?: string }} how
 *     seats: `person`, or a level
 */
export async function startGame(page, game, { players = 2, seats, options = {}, swap = false, clock = '' }) {
    await visit(page, `#/new/${game}`, 'form.setup');
    const counts = page.locator('[name=players]');
    if (await counts.count() > 0)
        await page.check(`[name=players][value="${players}"]`);
    await chooseSeats(page, seats);
    if (Object.keys(options).length > 0 || swap)
        await page.locator('details').evaluate((details) => { details.open = true; });
    for (const [label, value] of Object.entries(options))
        await page.getByLabel(label, { exact: true }).selectOption(value);
    if (swap)
        await page.locator('details input[type=checkbox]').check();
    if (clock)
        await page.getByLabel('Clock').selectOption(clock);
    await page.click('form.setup button[type=submit]');
    await page.waitForSelector('.play .board');
}

/** Waits until a person can move or the game is over; says which. */
export async function settled(page) {
    const handle = await page.waitForFunction(() => {
        const status = document.querySelector('.status');
        if (status?.classList.contains('is-over'))
            return 'over';
        const board = document.querySelector('.play .board');
        return board?.classList.contains('is-open') ? 'open' : null;
    });
    return handle.jsonValue();
}

/** The record that the page keeps of the game it shows. */
export const recordOf = (page) => page.evaluate(() => {
    const id = location.hash.split('/')[2];
    return JSON.parse(localStorage.getItem(`tablier.game.${id}`)).record;
});

/** What a player of some strength would do; `known` is the record if the page keeps none. */
export async function adviceFor(page, level, known) {
    const record = known ?? await recordOf(page);
    return page.evaluate(async ([record, level]) => {
        const { think } = await moduleOf('js/rules.js');
        return (await think(record, { level, seed: 7 })).move;
    }, [record, level]);
}

/**
 * How many threads a search of Quoridor has, in a browser that says it has four processors.
 * Helpers come when they are ready, so it is asked again until there are `wanted`.
 *
 * @param {object} options  as think() takes them
 */
export const threadsOf = (page, wanted, options) => page.evaluate(async ([count, limits]) => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 });
    const { think } = await moduleOf('tablier/index.js');
    let info;
    do
        ({ info } = await think({ game: 'quoridor' }, { tableMb: 8, ...limits }));
    while (info.threads < count);
    return info.threads;
}, [wanted, options]);

/** Says who sits where in the setup form: `person`, `me`, `other`, or a level. */
export async function chooseSeats(page, seats) {
    for (const [i, seat] of seats.entries())
        await page.check(`[name=seat-${i}][value="${seat}"]`);
}

/** Types something into the box for moves, which one key opens. */
export async function enter(page, text) {
    if (await page.locator('.movebox').isHidden()) {
        await page.evaluate(() => document.activeElement?.blur());
        await page.keyboard.press('/');
    }
    await page.fill('.movebox input', text);
    await page.press('.movebox input', 'Enter');
}

/** Makes the computer of analyses rest, which would take the processor from a test of something else. */
export async function restEngine(page) {
    await visit(page, '#/about', '.keys');
    await page.evaluate(async () => (await moduleOf('js/settings.js')).settings.set('engine', false));
}

/** Turns to a part of an analysis: moves, review, explorer or engine. */
export const openTab = (page, name) => page.click(`[role=tab][data-tab=${name}]`);

/** Types a move. */
export async function typeMove(page, move) {
    const before = (await recordOf(page)).moves.length;
    await enter(page, move);
    await played(page, before);
}

/** Chooses something out of the menu. */
export async function fromMenu(page, text) {
    await page.click('.menu-button');
    await page.click(`.menu-list >> text=${text}`);
}

/** The names at the edges of the board, by player. */
const seatsOf = (page) => page.evaluate(() => [...document.querySelectorAll('.table .b-seat')]
    .sort((a, b) => a.dataset.player - b.dataset.player).map((seat) => seat.querySelector('.who').textContent));

/** Waits until these names are at the edges of the board, by player. */
export async function assertSeats(page, names) {
    await page.waitForFunction((wanted) => wanted.every((name, i) =>
        document.querySelector(`.table .b-seat[data-player="${i + 1}"] .who`)?.textContent === name), names).catch(() => {});
    assert.deepEqual(await seatsOf(page), names);
}

/** Waits until more moves than these have been played. */
export async function played(page, before) {
    await page.waitForFunction((count) => document.querySelectorAll('.moves .move').length > count, before);
}

/** Where a square is on the screen: its middle, and how wide it is. */
export async function placeOf(page, square) {
    const { x, y, width, height } = await page.locator(`.play [data-square="${square}"]`).boundingBox();
    return { x: x + width / 2, y: y + height / 2, pitch: width };
}

/** Goes to a square with the arrow keys, as one who looks at the screen. */
async function walkTo(page, square) {
    const [dx, dy] = await page.evaluate((wanted) => {
        const cell = document.querySelector('.board [data-square][tabindex="0"]');
        const from = cell.getBoundingClientRect();
        const to = document.querySelector(`.board [data-square="${wanted}"]`).getBoundingClientRect();
        cell.focus();
        return [Math.round((to.x - from.x) / to.width), Math.round((from.y - to.y) / to.height)];
    }, square);
    for (let i = 0; i < Math.abs(dx); i++)
        await page.keyboard.press(dx > 0 ? 'ArrowRight' : 'ArrowLeft');
    for (let i = 0; i < Math.abs(dy); i++)
        await page.keyboard.press(dy > 0 ? 'ArrowUp' : 'ArrowDown');
}

/** Plays a move with the mouse alone, but for barriers, which a key turns. */
export async function mouseMove(page, game, move, host = '.play') {
    const click = (square) => page.click(`${host} [data-square="${square}"]`);
    if (move === 'pass') {
        await page.click('[data-id=pass]');
    } else if (game === 'dorix') {
        const made = '.moves .move, .verdict.is-good', before = await page.locator(made).count();
        for (const square of move.split(/[>:,]/)) {
            await click(square);
            // A collapse that leaves no choice is made at once; a click too many would begin the next move.
            await page.waitForFunction(([selector, count]) => document.querySelectorAll(selector).length > count ||
                document.querySelector('[data-id=cancel]'), [made, before]);
            if (await page.locator(made).count() > before)
                break;
        }
    } else if (game === 'quoridor' && move.length === 3) {
        await page.locator(`${host} [data-square="${move.slice(0, 2)}"]`).focus();
        await page.keyboard.press(move[2]);
        await page.keyboard.press('Enter');
    } else if (game === 'quoridor') {
        await click(move);
    } else {
        await page.click(`[data-id=${move[0]}]`);
        await click(move.slice(1, 3));
        // Where only one direction is possible, nobody is asked.
        if (move.length === 4 && await page.locator(`[data-id=${move[3]}]`).count() > 0)
            await page.click(`[data-id=${move[3]}]`);
    }
}

/** Plays a move with the keyboard alone. */
export async function keyMove(page, game, move) {
    const before = (await recordOf(page)).moves.length;
    const choose = async (square) => {
        await walkTo(page, square);
        await page.keyboard.press('Enter');
    };
    const count = async () => (await recordOf(page)).moves.length;
    if (move === 'pass') {
        await page.locator('[data-id=pass]').focus();
        await page.keyboard.press('Enter');
    } else if (game === 'dorix') {
        for (const square of move.split(/[>:,]/))
            if (await count() === before)
                await choose(square);
    } else if (game === 'quoridor' && move.length === 3) {
        const cell = page.locator(`.board [data-square][aria-label^="barrier ${move},"]`).first();
        await page.locator('.board [data-square][tabindex="0"]').focus();
        await page.keyboard.press(move[2]);
        if (await cell.count() === 0)
            await page.keyboard.press(move[2] === 'h' ? 'v' : 'h');
        await choose(await cell.getAttribute('data-square'));
    } else if (game === 'quoridor') {
        await choose(move);
    } else {
        await page.locator('.board [data-square][tabindex="0"]').focus();
        await page.keyboard.press(move[0].toLowerCase());
        await choose(move.slice(1, 3));
        if (move.length === 4)
            await page.keyboard.press(move[3]);
    }
    await played(page, before);
}

/** Plays to the end: `next` makes one move of a person. */
export async function playOut(page, next, limit = 200) {
    for (let i = 0; i < limit; i++) {
        if (await settled(page) === 'over')
            return;
        await next();
    }
    assert.fail('the game does not end');
}

/** Returns the controls that are smaller than 44 pixels. The squares of a board are as large as the window
 * lets them be, and links within a text as tall as its lines; of a box with a label, the label counts. */
export const smallTargets = (page) => page.evaluate(() => {
    const inText = (element) => element.matches('p a, .text a, li > a:not(.button), dd a, label a') && !element.closest('nav, .dots, .kept, .games');
    return [...document.querySelectorAll('button, a[href], select, input, textarea, summary')]
        .filter((element) => !inText(element) && !element.matches('.skip') && element.checkVisibility({ visibilityProperty: true }))
        .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && (box.height < 43.9 || box.width < 43.9))
        .map(({ element, box }) => `${element.outerHTML.slice(0, 90)} ${Math.round(box.width)} x ${Math.round(box.height)}`);
});

// ---- What moves ---------------------------------------------------------------------------

/** Where something is on the screen. */
export const boxOf = (page, selector) => page.locator(selector).first().evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
});

/** One does not cover the other. */
export async function assertApart(page, a, b) {
    const [one, other] = [await boxOf(page, a), await boxOf(page, b)];
    assert.ok(one.right <= other.left + 1 || other.right <= one.left + 1 || one.bottom <= other.top + 1 || other.bottom <= one.top + 1,
        `at ${page.url()}: ${a} ${JSON.stringify(one)} covers ${b} ${JSON.stringify(other)}`);
}

/** No text in any of these is cut off, but for those that only screen readers read. */
export async function assertWhole(page, selector) {
    const cut = await page.locator(selector).evaluateAll((all) => all
        .filter((one) => one.checkVisibility() && one.clientWidth > 1 && getComputedStyle(one).display !== 'inline' &&
            (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3 && getComputedStyle(one).overflowY === 'hidden'))
        .map((one) => `${one.textContent}: ${one.scrollWidth} × ${one.scrollHeight} in ${one.clientWidth} × ${one.clientHeight}`));
    assert.deepEqual(cut, [], `at ${page.url()}`);
}

/** Runs before the page's scripts: notes what the browser calls a layout shift. */
export function noteShifts() {
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, sources } of list.getEntries())
            globalThis.shifts.push({
                value, hadRecentInput,
                board: sources.some(({ node }) => (node?.nodeType === 1 ? node : node?.parentElement)?.closest('.b-frame')),
                sources: sources.map(({ node }) => node?.outerHTML?.slice(0, 60) ?? node?.textContent).join(', '),
            });
    }).observe({ type: 'layout-shift', buffered: true });
}

/** From now on nothing may move. */
export const still = (page) => page.evaluate(() => {
    globalThis.shifts.length = 0;
});

/** Nothing has moved by itself, and the board not even after a key or a click. */
export async function assertStill(page, name) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    const moved = await page.evaluate(() => globalThis.shifts.filter((shift) => shift.board || !shift.hadRecentInput));
    assert.deepEqual(moved, [], `${name}: something moved`);
}
