/*
 * clicks.js - visitors who click on anything, for scripts/clicks: node clicks.js SEED MINUTES. They open views, play, type
 * nonsense, go back and reload. Each has a language and a window. A fault is an error on the console, a view wider than the
 * window, or a text that shows a key or a value that is none. It is printed with the steps before it and its picture,
 * and the exit status is 1. The seed gives the same visitors, but not the same steps: computers take their time.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { engine, launch } from './engine.js';
import { startProgram } from './server.js';

const server = await startProgram(process.env.TABLIER_PROGRAM), browser = await launch();
const [seed, minutes] = process.argv.slice(2).map(Number);
const LOCALES = ['en-GB', 'fr-FR', 'de-DE', 'es-ES', 'it-IT'];
const WINDOWS = [[360, 640], [1100, 800], [390, 844], [1366, 768], [844, 390]];
const KEYS = ['Escape', 'Enter', 'Tab', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home', 'End', 'f', 'u', '?'];
const NONSENSE = [' ', 'e2', '<b>Ann</b>', '1. e2 e8', '99999999999', 'b2 c3 b3', '🙂'.repeat(9)];
const ANYTHING = 'button, a[href^="#"], input, select, summary, textarea';
/** Where to click: one chance for each. */
const PLACES = ['main :is(.board [tabindex], .board rect)', `:is(main, dialog) :is(${ANYTHING})`, 'main .b-tool, main .b-actions button', ANYTHING];
/** The server refuses what somebody fills in, and the page says why. */
const REFUSED = /responded with a status of (400|401|403|409|429)/;
const BETWEEN_MS = 60, STEPS_TOLD = 8;

/** Numbers from 0 to 1 that depend on the seed. @param {number} from */
function dice(from) {
    let state = (from * 2654435761 >>> 0) || 1;
    return () => {
        state ^= state << 13;
        state ^= state >>> 17;
        state = (state ^ state << 5) >>> 0;
        return state / 2 ** 32;
    };
}

/** In the page: the middle of everything that can be hit, and what it is. @param {string} wanted */
function targets(wanted) {
    return [...document.querySelectorAll(wanted)].flatMap((element) => {
        const { left, top, width, height } = element.getBoundingClientRect(), x = left + width / 2, y = top + height / 2;
        const hit = width > 1 && document.elementFromPoint(x, y);
        return hit && (element.contains(hit) || hit.contains(element))
            ? [{ x, y, kind: element.localName, type: element.type ?? '', text: (element.innerText || element.getAttribute('aria-label') || '').slice(0, 30) }] : [];
    });
}

/** In the page: what is wrong with what it shows. */
function faults() {
    const over = document.documentElement.scrollWidth - innerWidth, text = document.querySelector('main')?.innerText ?? '';
    const odd = /undefined|\[object |\bNaN\b|\b(home|setup|play|online|lobby|study|board|learn|edit|import|option|level)\.[a-z]+\b/.exec(text)?.[0];
    return [over > 1 ? `${over} pixels too wide` : '', odd ? `it says “${odd}”` : ''].filter(Boolean);
}

async function step(page, roll, hasTouch) {
    const pick = (list) => list[Math.floor(roll() * list.length)], chance = roll();
    if (chance < 0.02)
        return page.goBack().then(() => 'back');
    if (chance < 0.03)
        return page.reload().then(() => 'reload');
    if (chance < 0.04)
        return page.goto(server.url).then(() => 'home');
    if (chance < 0.08) {
        const key = pick(KEYS);
        return page.keyboard.press(key).then(() => key);
    }
    const found = (await page.evaluate(targets, pick(PLACES))).filter(({ type }) => type !== 'file');
    if (found.length === 0)
        return '';
    const { x, y, kind, type, text } = pick(found);
    await (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
    if (kind === 'textarea' || /^(text|search|number|url)$/.test(type))
        await page.keyboard.type(pick(NONSENSE));
    return `${kind} ${text.replace(/\s+/g, ' ')}`;
}

/** @returns {Promise<number>}  how many different faults */
async function visit(number, until) {
    const locale = LOCALES[number % LOCALES.length], [width, height] = WINDOWS[Math.floor(number / 2) % WINDOWS.length];
    const hasTouch = engine === 'chromium' && width < 1000, roll = dice(number), trail = [], troubles = [], views = new Map(), known = new Set();
    const context = await browser.newContext({ locale, viewport: { width, height }, hasTouch }), page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && !REFUSED.test(message.text()) && troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(error.stack));
    page.on('popup', (popup) => popup.close());
    page.setDefaultTimeout(20000);
    await page.goto(server.url);
    let steps = 0;
    for (; Date.now() < until; steps++) {
        try {
            const done = await step(page, roll, hasTouch);
            if (done)
                trail.push(done);
            await pause(BETWEEN_MS);
            const view = new URL(page.url()).hash.split('/')[1] || 'home';
            views.set(view, (views.get(view) ?? 0) + 1);
            for (const fault of [...await page.evaluate(faults), ...troubles.splice(0)]) {
                if (known.has(`${view} ${fault}`))
                    continue;
                known.add(`${view} ${fault}`);
                console.log(`visitor ${number}: ${fault}\n  at ${page.url()}\n  after ${trail.slice(-STEPS_TOLD).join(' › ')}`);
                await page.screenshot({ path: join(process.env.SHOTS ?? '.', `clicks-${number}-${known.size}.png`) });
            }
        } catch (error) {
            if (!/context was destroyed|ERR_ABORTED|interrupted|navigat/i.test(String(error)))
                throw error;
        }
    }
    const most = [...views].sort((a, b) => b[1] - a[1]).map(([view, count]) => `${view} ${count}`).join(', ');
    console.log(`visitor ${number}, ${locale}, ${width} × ${height}: ${steps} steps, ${known.size} faults; ${most}`);
    await context.close();
    return known.size;
}

let found = 0;
for (let number = seed; number < seed + minutes; number++)
    found += await visit(number, Date.now() + 60000);
await browser.close();
await server.close();
process.exit(found > 0 ? 1 : 0);
