/*
 * webkit.js - WebKit (Debian's WebKitGTK), driven over WebDriver, under the names that
 * Playwright has for what the tests do, so that they need not know the engine. Only what the
 * shared tests use is here. Options that WebKit cannot take (touch, blocked service workers)
 * are left out without a word.
 *
 * Every context is a process of its own, with its driver: a driver has one session.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Builder, Key, Origin } from 'selenium-webdriver';

const WINDOW = join(dirname(fileURLToPath(import.meta.url)), 'webkit-window.py');
/** Without them nothing is drawn by way of a GPU, after which WebKit's second picture never comes. */
const PICTURES = Boolean(process.env.SHOTS);
/** Interval between two looks while waiting. */
const POLL_MS = 40;
const KEYS = {
    Enter: Key.ENTER, Tab: Key.TAB, Escape: Key.ESCAPE, ArrowLeft: Key.ARROW_LEFT, ArrowRight: Key.ARROW_RIGHT,
    ArrowUp: Key.ARROW_UP, ArrowDown: Key.ARROW_DOWN, Home: Key.HOME, End: Key.END,
};

// ---- Inside the page ---------------------------------------------------------------------

/** All elements that a selector names: CSS, `text=`, `nth=` and `label=`, chained by `>>`. */
function findAll(selector) {
    const words = (element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
    const inner = (all) => all.filter((one) => !all.some((other) => other !== one && one.contains(other)));
    const says = (wanted) => {
        const regex = /^\/(.*)\/$/.exec(wanted);
        return regex ? (text) => new RegExp(regex[1]).test(text)
            : (text) => text.toLowerCase().includes(wanted.toLowerCase());
    };
    const step = (root, part) => {
        const [, kind, wanted] = /^(text|label)=(.*)$/s.exec(part) ?? [];
        if (kind === 'text') {
            const fits = says(wanted);
            return inner([...root.querySelectorAll('body, body *')].filter((one) => fits(words(one))));
        }
        if (kind === 'label')
            return [...root.querySelectorAll('input, select, textarea, button')].filter((one) =>
                [one.getAttribute('aria-label') ?? '', ...[...one.labels ?? []].map(words)].some((text) => text.includes(wanted)));
        return [...root.querySelectorAll(part)];
    };
    return selector.split(/\s*>>\s*/).reduce((roots, part) => part.startsWith('nth=')
        ? roots.slice(Number(part.slice(4))).slice(0, 1) : roots.flatMap((root) => step(root, part)), [document]);
}

function isVisible(element) {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden';
}

/** Returns the point to press an element at: null while it is missing, outside the window, or covered. */
function pressPoint(element) {
    if (!isVisible(element) || element.matches(':disabled'))
        return null;
    const isInside = ({ top, left, bottom, right }) => top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    const point = () => {
        const box = element.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
        const top = document.elementFromPoint(x, y);
        return top && (element.contains(top) || top.contains(element) && top.matches('label')) ? [x, y] : null;
    };
    // What is outside the window, or behind something that stays at its edge, is brought to its middle.
    if (!isInside(element.getBoundingClientRect()) || !point())
        element.scrollIntoView({ block: 'center', inline: 'center' });
    return point();
}

const HELPERS = `${findAll}\n${isVisible}\n${pressPoint}\n`;

// ---- From outside ----------------------------------------------------------------------------

class Page {
    #driver;
    #context;
    #size;
    #timeout = 40000;
    #listeners = [];
    /** Where it is, as far as anybody has asked. */
    address = 'about:blank';

    constructor(driver, context, size) {
        this.#driver = driver;
        this.#context = context;
        this.#size = size;
        const key = (name) => KEYS[name] ?? name;
        const at = (x, y) => this.#act().move({ x: Math.round(x), y: Math.round(y), duration: 0, origin: Origin.VIEWPORT });
        this.keyboard = {
            press: (name) => this.#act().keyDown(key(name)).keyUp(key(name)).perform(),
            type: (text) => driver.switchTo().activeElement().sendKeys(text),
        };
        this.mouse = {
            move: (x, y) => at(x, y).perform(),
            down: () => this.#act().press().perform(),
            up: () => this.#act().release().perform(),
            click: (x, y) => at(x, y).press().release().perform(),
        };
    }

    #act() {
        return this.#driver.actions({ async: false });
    }

    /** `console` only, and only errors: see WATCH in webkit-window.py. */
    on(event, listener) {
        if (event === 'console')
            this.#listeners.push(listener);
    }

    context() {
        return this.#context;
    }

    setDefaultTimeout(timeout) {
        this.#timeout = timeout;
    }

    // ---- Addresses and sizes

    /** Within a document only the part after # changes; the driver would reload the document. */
    async goto(address) {
        const [place, hash] = address.split('#'), [here] = this.address.split('#');
        if (hash !== undefined && place === here && address !== this.address)
            await this.evaluate((wanted) => { location.hash = wanted; }, hash);
        else
            await this.#driver.get(address);
        this.address = address;
    }

    url() {
        return this.address;
    }

    async reload() {
        await this.#driver.navigate().refresh();
    }

    async goBack() {
        await this.#driver.navigate().back();
    }

    viewportSize() {
        return this.#size;
    }

    async setViewportSize({ width, height }) {
        this.#size = { width, height };
        await this.#driver.manage().window().setRect({ width, height });
        await this.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height]);
    }

    async screenshot({ path }) {
        if (!PICTURES)
            return;
        // The last painted frame may be older than the current state of the page.
        await this.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))));
        writeFileSync(path, await this.#driver.takeScreenshot(), 'base64');
    }

    // ---- Scripts

    async evaluate(body, arg = null) {
        const answer = await this.#driver.executeAsyncScript(`${HELPERS}
            const done = arguments[arguments.length - 1];
            const said = () => (globalThis.webkitSaid ?? []).splice(0);
            Promise.resolve(arguments[0]).then(${body}).then((value) => done({ value: value ?? null, said: said() }),
                (error) => done({ error: [error, error?.stack].join(' '), said: said() }));`, arg);
        this.address = await this.#driver.getCurrentUrl();
        for (const text of answer.said)
            this.#listeners.forEach((listener) => listener({ type: () => 'error', text: () => text }));
        if (answer.error)
            throw new Error(answer.error);
        return answer.value;
    }

    async addScriptTag({ path }) {
        await this.#driver.executeScript(readFileSync(path, 'utf8'));
    }

    async waitForFunction(body, arg, what = String(body)) {
        for (const end = Date.now() + this.#timeout; Date.now() < end; await pause(POLL_MS)) {
            const value = await this.evaluate(body, arg);
            if (value)
                return { jsonValue: async () => value };
        }
        throw new Error(`waited in vain for ${what} ${JSON.stringify(arg)}`);
    }

    waitForSelector(selector, { state = 'visible' } = {}) {
        return this.waitForFunction(`([selector, state]) => {
            const found = findAll(selector), seen = found.filter(isVisible).length > 0;
            return { visible: seen, hidden: !seen, attached: found.length > 0, detached: found.length === 0 }[state];
        }`, [selector, state], 'a selector');
    }

    // ---- Elements

    locator(selector) {
        return new Locator(this, selector);
    }

    getByLabel(text) {
        return this.locator(`label=${text}`);
    }

    /** Presses in the middle of something, once it can be pressed. */
    async click(selector) {
        const point = await this.waitForFunction('(selector) => { const [found] = findAll(selector); return found && pressPoint(found); }',
            selector, 'something to press');
        await this.mouse.click(...await point.jsonValue());
    }

    async press(selector, key) {
        await this.locator(selector).focus();
        await this.keyboard.press(key);
    }

    async fill(selector, text) {
        await this.locator(selector).fill(text);
    }

    async check(selector) {
        await this.locator(selector).check();
    }

    getAttribute(selector, name) {
        return this.locator(selector).getAttribute(name);
    }
}

class Locator {
    constructor(page, selector) {
        this.page = page;
        this.selector = selector;
    }

    first() {
        return this.nth(0);
    }

    nth(index) {
        return new Locator(this.page, `${this.selector} >> nth=${index}`);
    }

    locator(selector) {
        return new Locator(this.page, `${this.selector} >> ${selector}`);
    }

    count() {
        return this.page.evaluate('(selector) => findAll(selector).length', this.selector);
    }

    async all() {
        return Array.from({ length: await this.count() }, (_, i) => this.nth(i));
    }

    async evaluate(body, arg = null) {
        await this.page.waitForSelector(this.selector, { state: 'attached' });
        return this.page.evaluate(`([selector, arg]) => (${body})(findAll(selector)[0], arg)`, [this.selector, arg]);
    }

    async #any(body) {
        return this.page.evaluate(`(selector) => { const [found] = findAll(selector); return ${body}; }`, this.selector);
    }

    isVisible() {
        return this.#any('found !== undefined && isVisible(found)');
    }

    async isHidden() {
        return !await this.isVisible();
    }

    isChecked() {
        return this.evaluate((element) => element.checked);
    }

    innerText() {
        return this.evaluate((element) => element.innerText ?? element.textContent);
    }

    allInnerTexts() {
        return this.page.evaluate('(selector) => findAll(selector).map((element) => element.innerText)', this.selector);
    }

    inputValue() {
        return this.evaluate((element) => element.value);
    }

    getAttribute(name) {
        return this.evaluate((element, wanted) => element.getAttribute(wanted), name);
    }

    boundingBox() {
        return this.evaluate((element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            return { x, y, width, height };
        });
    }

    focus() {
        return this.evaluate((element) => element.focus());
    }

    async click() {
        await this.page.click(this.selector);
    }

    async fill(text) {
        await this.evaluate((element, value) => {
            element.focus();
            element.value = value;
            element.dispatchEvent(new Event('input', { bubbles: true }));
            element.dispatchEvent(new Event('change', { bubbles: true }));
        }, text);
    }

    async check() {
        if (!await this.isChecked())
            await this.click();
    }

    async selectOption(value) {
        await this.fill(value);
    }
}

// ---- Processes ----------------------------------------------------------------------------------

/** A port that nobody has now. */
async function freePort() {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address();
    server.close();
    return port;
}

/** Starts a process, with a group of its own so that it ends with all that it has started, at the
 * latest with this one. */
function start(program, args, how) {
    const child = spawn(program, args, { ...how, detached: true });
    const end = () => {
        process.off('exit', end);
        try {
            process.kill(-child.pid, 'SIGTERM');
        } catch {
            // It has ended by itself.
        }
    };
    process.on('exit', end);
    process.once('SIGTERM', () => process.exit(143));
    return { child, end };
}

/** A screen that nobody sees: the server says which number it has taken. */
async function startScreen() {
    const { child, end } = start('Xvfb', ['-displayfd', '3', '-screen', '0', '2000x1400x24', '-nolisten', 'tcp'],
        { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    const [number] = await once(child.stdio[3], 'data');
    return { end, display: `:${String(number).trim()}` };
}

class Context {
    #pages = [];
    #session;

    constructor(session) {
        this.#session = session;
    }

    async newPage() {
        if (this.#pages.length > 0)
            throw new Error('one page is all that a window has');
        const page = new Page(this.#session.driver, this, this.#session.size);
        this.#pages.push(page);
        return page;
    }

    pages() {
        return this.#pages;
    }

    async close() {
        await this.#session.driver.quit().catch(() => {});
        this.#session.end();
    }
}

/** Waits until the driver answers. */
async function ready(address) {
    for (let i = 0; i < 1000; i++) {
        const answer = await fetch(`${address}/status`).catch(() => null);
        if (answer?.ok)
            return;
        await pause(POLL_MS);
    }
    throw new Error('WebKitWebDriver does not answer');
}

async function startSession(display, args, size) {
    const port = await freePort(), address = `http://127.0.0.1:${port}`;
    const { end } = start('WebKitWebDriver', [`--port=${port}`], {
        env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1', GDK_BACKEND: 'x11' },
        stdio: 'ignore',
    });
    await ready(address);
    const driver = await new Builder().usingServer(address).withCapabilities({
        browserName: 'webkit-window', 'webkitgtk:browserOptions': { binary: WINDOW, args },
    }).build();
    await driver.manage().setTimeouts({ script: 120000, pageLoad: 120000 });
    return { driver, end, size };
}

/** @returns what Playwright calls a browser */
export async function launchWebkit() {
    const screen = await startScreen();
    return {
        newContext: async ({ viewport = { width: 1280, height: 900 }, locale = 'en-GB', colorScheme, reducedMotion } = {}) => {
            const args = [`--width=${viewport.width}`, `--height=${viewport.height}`, `--language=${locale}`,
                ...colorScheme === 'dark' ? ['--dark'] : [], ...reducedMotion === 'reduce' ? ['--still'] : [], ...PICTURES ? ['--pictures'] : []];
            return new Context(await startSession(screen.display, args, viewport));
        },
        close: async () => {
            screen.end();
        },
    };
}
