/*
 * visitors.js - people who play with each other over a server: tests with several of them, and
 * what they do on the page.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { browser, chooseSeats, enter, noteShifts, renew, server, shot, watch } from './harness.js';
import { startLine } from './server.js';

export const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
/** What a browser itself says of a line that is down. */
const DOWN = /WebSocket (connection|is already in CLOSING)|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_|ERR_SOCKET_|ERR_FAILED|ERR_EMPTY_RESPONSE/;

// ---- Tests ------------------------------------------------------------------------------

/** Visitors that are alike are used again, with their lines: a new one has to load and compile everything.
 * @type {Map<string, object[]>} */
const idle = new Map();
const lines = [];

after(() => {
    for (const line of lines)
        line.close();
});

async function newVisitor(options) {
    const context = await browser.newContext({
        viewport: { width: 1280, height: 800 }, locale: 'en-GB', reducedMotion: 'reduce',
        serviceWorkers: 'block', ...options,
    });
    await context.addInitScript(noteShifts);
    return watch(await context.newPage());
}

/** What a browser itself says of an answer that refuses. */
const REFUSED = /the server responded with a status of 4/;

/** Makes a visitor as good as new. */
async function retire(page) {
    page.line?.mend();
    await renew(page, [server.url, ...(page.line ? [page.line.url] : [])]);
    page.wasDown = page.wasRefused = false;
    idle.set(page.kind, [...idle.get(page.kind) ?? [], page]);
}

/** Runs a test with the visitors that it asks for. */
async function withVisitors(name, body) {
    const pages = [];
    const visitor = async (options = {}) => {
        const kind = JSON.stringify(options), page = idle.get(kind)?.pop() ?? await newVisitor(options);
        page.kind = kind;
        pages.push(page);
        return page;
    };
    /** Lets a visitor come over a line that can be cut. */
    visitor.line = async (page) => {
        page.wasDown = true;
        if (!page.line)
            lines.push(page.line = await startLine(server.url));
        return page.line;
    };
    let good = false;
    try {
        await body(visitor);
        for (const page of pages)
            assert.deepEqual(page.troubles.filter((text) => !(page.wasDown && DOWN.test(text)) && !(page.wasRefused && REFUSED.test(text))), []);
        good = true;
    } catch (error) {
        for (const [i, page] of pages.entries()) {
            console.log(`visitor ${i + 1} at ${page.url()}`, page.troubles);
            await shot(page, `failed-${name.replace(/\W+/g, '-')}-${i + 1}`).catch(() => {});
        }
        throw error;
    } finally {
        await Promise.all(pages.map((page) => good ? retire(page) : page.context().close()));
    }
}

/** A test with several visitors, each with a browser context of his own. */
export const onlineTest = (name, body) => test(name, { timeout: 300000 }, () => withVisitors(name, body));

/** Several at a time: they mostly wait for each other. */
export const together = (name, body) => describe(name, { concurrency: 2, timeout: 600000 }, body);

// ---- What visitors do --------------------------------------------------------------------

/** Goes to an address like a followed link: if only the part after # differs, the page is not reloaded. */
export async function open(page, address) {
    const whole = address.startsWith('#') ? server.url + address : address;
    await (page.url() === whole ? page.reload() : page.goto(whole));
}

/** Creates a game as a program would: answers with its links, by seat, and the one to watch. */
export async function makeGame(terms) {
    const person = (name) => ({ kind: 'person', mine: true, name });
    const response = await fetch(`${server.url}api/games`, {
        method: 'POST', body: JSON.stringify({ seats: [person('Ann'), person('Bob')], ...terms }),
    });
    const { id, seats, watch: watching } = await response.json();
    const link = (secret) => `${server.url}#/online/${id}/${secret}`;
    return { id, links: seats.map(({ secret }) => link(secret)), watching: link(watching) };
}

/** Two people at a table, who have sat down. */
export async function meet(visitor, game, terms = {}) {
    const [ann, bob] = await Promise.all([visitor(), visitor()]);
    const { links, id } = await makeGame({ game, ...terms });
    await Promise.all([open(ann, links[0]), open(bob, links[1])]);
    await Promise.all([ann, bob].map((page) => page.waitForSelector('.table .b-seat')));
    return { ann, bob, id };
}

/** Fills in the form for a game on the server; answers with the links. */
export async function create(page, game, { name = 'Ann', seats = ['me', 'other'], options = {}, clock = '', all = false } = {}) {
    await open(page, `#/new/${game}?online`);
    await page.waitForSelector('[name=where]');
    await page.fill('[autocomplete=nickname]', name);
    await chooseSeats(page, seats);
    if (Object.keys(options).length > 0)
        await page.locator('details').evaluate((details) => { details.open = true; });
    for (const [label, value] of Object.entries(options))
        await page.getByLabel(label, { exact: true }).selectOption(value);
    await page.getByLabel('Clock').selectOption(clock);
    await page.check(`[name=public][value=${all}]`);
    await page.click('form.setup [type=submit]');
    await page.waitForSelector('.waiting');
    const links = page.locator('.invite input');
    return Promise.all((await links.all()).map((link) => link.inputValue()));
}

/** Sits down at a link. */
export async function sit(page, link, name) {
    if (link)
        await open(page, link);
    await page.waitForSelector('.join');
    await page.fill('.join input', name);
    await page.click('.join [type=submit]');
    await page.waitForSelector('.join', { state: 'detached' });
    await page.waitForSelector('.table .b-seat');
}

export const movesOn = (page) => page.locator('.moves .move').allInnerTexts();

export async function waitForMoves(page, count) {
    await page.waitForFunction((wanted) => document.querySelectorAll('.moves .move').length === wanted &&
        !document.querySelector('.stage[aria-busy=true]'), count);
}

/** Waits for a sentence; fails with the text that is there instead. */
export async function say(page, pattern, selector = '.status') {
    try {
        await page.waitForFunction(([wanted, place]) =>
            new RegExp(wanted).test(document.querySelector(place)?.textContent ?? ''), [pattern.source, selector]);
    } catch (error) {
        const said = await page.evaluate((places) => places.map((place) =>
            `${place}: ${JSON.stringify(document.querySelector(place)?.textContent ?? null)}`), [selector, '.line', '.status', '#notices']);
        throw new Error(`${pattern} did not appear. ${said.join(', ')}`, { cause: error });
    }
}

export async function typeMove(page, move) {
    await page.waitForSelector('.play .board.is-open');
    await enter(page, move);
}

/** Plays these moves in turn; everybody sees each of them. */
export async function playMoves(players, moves) {
    for (const move of moves) {
        const before = (await movesOn(players[0])).length;
        await typeMove(players[before % players.length], move);
        await Promise.all(players.map((page) => waitForMoves(page, before + 1)));
    }
}

/** Behaves as if the tab were in the background, or seen again. */
export const hide = (page, hidden) => page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
}, hidden);

// ---- Members ---------------------------------------------------------------------------

/** The form with a button of this name. */
export const formOf = (page, submit) => page.locator('form', { has: page.getByRole('button', { name: submit, exact: true }) });

/** Asks for a name. */
export async function become(page, name, address = '#/me') {
    await open(page, address);
    const form = formOf(page, 'Take this name');
    await form.getByLabel('Name').fill(name);
    await form.getByRole('button').click();
    return form;
}

/** Becomes a member, and has kept the code. */
export async function beMember(page, name) {
    await become(page, name);
    await page.getByRole('button', { name: 'I have saved the code' }).click();
    await page.getByText('this device').waitFor();
}
