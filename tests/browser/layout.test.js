/* How large the board is, that all that is needed is in the window, and that nothing moves the board. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    adviceFor, assertSeats, assertStill, assertWhole, boxOf, checkAxe, chooseSeats, enter, fromMenu, noteShifts, openPage, pageTest, playOut, restEngine,
    server, settled, shot, shots, smallTargets, startGame, still, thorough, typeMove, visit, switchLanguage,
} from './harness.js';
import { GAMES, VIEWS as ALL } from './list.js';
import { startSlowLine } from './server.js';
import { VIEWS, layoutShift } from './shifts.js';
import { makeGame } from './visitors.js';

/** Begins a game by one click and waits until it can be played. */
async function start(page, game) {
    await visit(page, `#/start/${game}`, '.table .board.is-open');
}

/** In the page, as soon as it is drawn: where these are (`SELECTOR >> nth=N`: one of several), which texts of `whole` are cut
 * off, and how wide all of it is. */
async function lookAt({ seen, whole }) {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const boxes = seen.map((selector) => {
        const [css, at = 0] = selector.split(' >> nth='), { left, top, right, bottom } = document.querySelectorAll(css)[at]?.getBoundingClientRect() ?? {};
        return [selector, left === undefined ? null : { left, top, right, bottom }];
    });
    const isCut = (one) => one.checkVisibility() && one.clientWidth > 1 && getComputedStyle(one).display !== 'inline' &&
        (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3 && getComputedStyle(one).overflowY === 'hidden');
    const cut = whole ? [...document.querySelectorAll(whole)].filter(isCut) : [];
    return { boxes, wide: Math.max(document.documentElement.scrollWidth, innerWidth), cut: cut.map((one) => `${one.textContent}: ${one.scrollWidth} × ${one.scrollHeight} in ${one.clientWidth} × ${one.clientHeight}`) };
}

/**
 * All of these are in the window, none covers another, and no text in `whole` is cut. One question for all of it: a page is
 * looked at in many sizes.
 */
async function assertSeen(page, seen, name, whole = '') {
    const { width, height } = page.viewportSize(), { boxes, cut, wide } = await page.evaluate(lookAt, { seen, whole });
    assert.ok(wide <= width, `${name}: ${wide - width} pixels too wide`);
    for (const [selector, box] of boxes)
        assert.ok(box && box.left >= -0.5 && box.top >= -0.5 && box.right <= width + 0.5 && box.bottom <= height + 0.5,
            `${name}: ${selector} is not in the window: ${JSON.stringify(box)}`);
    for (const [i, [a, one]] of boxes.entries())
        for (const [b, other] of boxes.slice(i + 1))
            assert.ok(one.right <= other.left + 1 || other.right <= one.left + 1 ||
                one.bottom <= other.top + 1 || other.bottom <= one.top + 1, `${name}: ${a} covers ${b}`);
    assert.deepEqual(cut, [], `${name}: text is cut`);
    return Object.fromEntries(boxes);
}

const PARTS = ['.b-svg', '.b-seats >> nth=0', '.b-seats >> nth=1', '.says', '.main-bar'];
const partsOf = (game) => game === 'dorix' ? PARTS : [...PARTS, '.b-tools'];

/** Changes the window; assertSeen() waits until that is drawn. That it looks like a window that began so, faults.test.js
 * knows. */
const resize = (page, width, height) => page.setViewportSize({ width, height });

pageTest('a board as large as the window allows; beside the controls where that is low', {}, async (page) => {
    for (const game of GAMES) {
        await start(page, game);
        for (const [width, height, least] of [[1280, 800, 600], [1366, 768, 560]]) {
            await resize(page, width, height);
            const { '.b-svg': { left, right } } = await assertSeen(page, partsOf(game), game);
            assert.ok(right - left >= least, `${game}: ${right - left} pixels wide`);
            assert.equal(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight), 0, `${game} scrolls`);
            await shot(page, `layout-${width}-${game}`);
        }
        for (const [width, height] of [[640, 360], [640, 400]]) {
            await resize(page, width, height);
            const boxes = await assertSeen(page, partsOf(game), game);
            assert.ok(boxes['.main-bar'].left > boxes['.b-svg'].right, game);
            await shot(page, `layout-${width}-${height}-${game}`);
        }
    }
});

/** English has the short words, French the long ones. */
const SHORT_AND_LONG = ['en-GB', 'fr-FR'], LONG = thorough ? SHORT_AND_LONG : ['fr-FR'];

for (const locale of LONG)
    pageTest(`a phone, ${locale}: board, players, tools and bar without scrolling`, {
        locale, viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true,
    }, async (page) => {
        for (const game of GAMES) {
            await start(page, game);
            const { '.b-svg': { left, right } } = await assertSeen(page, partsOf(game), game, '.b-seats .who, .main-bar button, .main-bar span, .b-tool');
            assert.ok(right - left >= 310, `${game}: ${right - left} pixels wide`);
            await shot(page, `layout-360-${game}-${locale}`);
            // What can still be changed lies below, one tap away.
            await page.tap('.main-bar .change');
            await page.waitForFunction(() => document.activeElement?.matches('.opening :checked'));
            await assertSeen(page, ['.opening .pill', '.main-bar'], game);
            await page.evaluate(() => scrollTo(0, 0));
            await resize(page, 640, 360);
            await assertSeen(page, [], game, '.b-seats .who, .main-bar button, .main-bar span, .b-tool');
            await page.click('.menu-button');
            const list = await boxOf(page, '.menu-list');
            assert.ok(list.top >= 0 && list.bottom <= 360 && list.right <= 640, `${game}: the menu is not in the window`);
            await page.keyboard.press('Escape');
            await resize(page, 360, 640);
        }
    });

pageTest('a low window: analysis and editor beside their boards, the head of the page in one line', {
    locale: 'fr-FR', viewport: { width: 640, height: 360 }, hasTouch: true, isMobile: true,
}, async (page) => {
    await visit(page, '#/', '.cards');
    const head = await boxOf(page, '#top');
    assert.ok(head.bottom - head.top < 64, `the head is ${head.bottom - head.top} high`);
    for (const address of ['#/game/quoridor', '#/game/orbital', '#/edit/tictacdoh', '#/edit/orbital']) {
        await visit(page, address, '.view .board');
        await assertSeen(page, ['.b-svg'], address, '.b-tool');
        assert.ok((await boxOf(page, '.play-side')).left >= (await boxOf(page, '.b-svg')).right, address);
        await shot(page, `layout-640-${address.replace(/\W+/g, '-')}`);
    }
});

pageTest('text of twice the size on a phone, four times on a screen: no view is wider than the window, the board is large', {
    locale: 'fr-FR', viewport: { width: 180, height: 370 }, hasTouch: true, isMobile: true,
}, async (page) => {
    await visit(page, '#/start/tictacdoh', '.table .b-svg');
    const game = new URL(page.url()).hash;
    for (const [width, height] of [[180, 370], [320, 256]]) {
        await resize(page, width, height);
        for (const [address, selector] of [['#/', '.cards'], ['#/new/tictacdoh', 'form.setup'], ['#/online', '.paces'], ['#/settings', '.look'],
            ['#/about', '.keys'], ['#/learn/tictacdoh/goal', '.b-svg'], [game, '.table .b-svg']]) {
            await visit(page, address, selector);
            const found = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(found <= width, `${address} is ${found} wide in a window of ${width}`);
        }
        const { left, right } = await boxOf(page, '.b-svg');
        assert.ok(right - left >= Math.min(width, height) * 0.8, `the board is ${right - left} wide in ${width} × ${height}`);
    }
});

/** The windows of phones, held upright and sideways, of tablets and of screens; ./test has the least of a kind. */
const SIZES = [[360, 640], [390, 844], [844, 390], [820, 1180], [1024, 768], [1280, 800], [1366, 768], [1920, 1080]]
    .filter(([width]) => thorough || [360, 844, 1024].includes(width));
const REVIEWED = [['dorix', 'b2+c3+b3+c2+a1+d4+b1+d3', 'en'], ['tictacdoh', 'Sc3+Mb2+Ld3+Sc4+Mb4+Sc2', 'fr'],
    ['quoridor', 'e2+e8+e3+e7+e4+e6+d4h+d6+f4+e5h+e4', 'de'], ['orbital', 'Bb2+Bb3+Tc3n', 'es']];

pageTest('a review: its board stays in the window, 560 pixels wide from 1024 on, beside parts that scroll by themselves', {
    bypassCSP: true,
}, async (page) => {
    await restEngine(page);
    for (const [game, moves, lang] of thorough ? REVIEWED : REVIEWED.slice(1, 3)) {
        await visit(page, `#/game/${game}?moves=${moves}&name=Ann&name=Bob`, '.review .accuracy');
        await switchLanguage(page, lang);
        await page.waitForSelector(`html[lang=${lang}] .review .accuracy`);
        for (const [width, height] of SIZES) {
            const name = `${game} ${width} × ${height}`;
            await resize(page, width, height);
            const { '.b-svg': { left, right } } = await assertSeen(page, ['.b-svg', '.b-seats >> nth=0', '.b-seats >> nth=1', '.tabs', '.tab-panels', '.steps'], name,
                '.tabs button, .tabs span, .b-seats .who, .study-says p, .summary, .summary :is(.story, li, h3, .soft), .card-head, .mistakes p');
            assert.ok(right - left >= (width >= 1024 ? 560 : Math.min(width, height) * 0.7), `${name}: the board is ${right - left} wide`);
            assert.deepEqual((await page.locator('.b-seat .who').allInnerTexts()).sort(), ['Ann', 'Bob']);
            for (const tab of game === 'quoridor' ? ['moves', 'explorer', 'engine', 'review'] : []) {
                await page.evaluate((one) => document.querySelector(`[data-tab=${one}]`).click(), tab);
                await assertSeen(page, ['.b-svg', '.tabs', '.steps'], `${name}, ${tab}`, '.actions button, .b-tool');
            }
            if (shots)
                await shot(page, `review-${width}-${game}`);
        }
        if (game === 'quoridor')
            await checkAxe(page, `review of ${game}`);
    }
});

pageTest('a review on a phone: one mistake per card, and the board above follows and takes the better move', {
    viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, bypassCSP: true,
}, async (page) => {
    await visit(page, '#/game/tictacdoh?moves=Sc3+Mb2+Ld3+Sc4+Mb4+Sc2&name=Ann&name=Bob', '.review .accuracy');
    const current = () => page.evaluate(() => document.querySelector('.tree [aria-current]').textContent);
    await page.locator('.mistakes li').first().evaluate((card) => card.scrollIntoView({ inline: 'center' }));
    await page.waitForSelector('.mistakes li[aria-current]');
    await page.waitForFunction(() => document.querySelector('.tree [aria-current]').textContent.startsWith('Mb2'));
    assert.match(await current(), /^Mb2/);
    await checkAxe(page, 'cards');
    await page.locator('.mistakes li').first().locator('button.main').tap();
    await page.waitForSelector('.tour button');
    await assertSeen(page, ['.b-svg', '.status', '.tour', '.b-tools', '.steps'], 'a mistake tried again', '.tour button, .status');
    await shot(page, 'review-try');
    await page.tap('[data-id=M]');
    await page.tap('[data-square=c2]');
    await page.tap('[data-id=confirm]');
    await page.waitForSelector('.status >> text=Mc2 is the move!');
});

pageTest('an analysis of four: the evaluation stands between the board and the seat beside it', { viewport: { width: 1280, height: 800 } }, async (page) => {
    await visit(page, '#/game/quoridor?players=4&moves=e2+b5', '.b-side.is-left .b-seat');
    const [seat, bar, board] = [await boxOf(page, '.b-side.is-left .b-seat'), await boxOf(page, '.evalbar'), await boxOf(page, '.b-svg')];
    assert.ok(seat.right <= bar.left && bar.right <= board.left, JSON.stringify({ seat, bar, board }));
});

pageTest('two names at one edge are not cut', { viewport: { width: 1280, height: 800 } }, async (page) => {
    await startGame(page, 'dorix', { players: 3, seats: ['person', '3', '3'] });
    await settled(page);
    await assertWhole(page, '.b-seats .who');
});

pageTest('the form of four people fits the window in French', { locale: 'fr-FR', viewport: { width: 1280, height: 800 } }, async (page) => {
    await visit(page, '#/new/dorix', 'form.setup');
    await page.check('[name=players][value="4"]');
    for (let i = 0; i < 4; i++)
        await page.check(`[name=seat-${i}][value=person]`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), 'the form scrolls');
});

pageTest('three at Dorix on a phone: what confirms a move hides nobody', {
    locale: 'fr-FR', viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true,
}, async (page) => {
    await startGame(page, 'dorix', { players: 3, seats: ['person', '2', '3'] });
    await settled(page);
    await assertWhole(page, '.b-seats .who');
    await page.tap('.play [data-square=b2]');
    await page.waitForSelector('[data-id=confirm]');
    await assertSeen(page, ['.b-svg', '.b-seat.b-p1', '.b-seat.b-p2', '.b-seat.b-p3', '[data-id=confirm]', '[data-id=cancel]', '.main-bar'], 'dorix');
});

/** Views that ask for a move. */
const isAsking = (name) => /^(start|study|edit|learn|puzzle)-|^run$/.test(name);
/** The engine rests, so that it has no lines: the board shows that an analysis is there. */
const SEEN = [...GAMES.map((game) => [`start-${game}`, `#/start/${game}`, '.board.is-open']), ...ALL]
    .map(([name, hash, ready]) => [name, hash, name.startsWith('study-') ? '.board.is-open' : ready]);
const TEXTS = '.view :is(.who, button, .button, button span, h1, h2, h3, .status, .b-prompt, label, legend, .help, .tile .what *, td, th), #top :is(a, button)';

for (const locale of thorough ? ['en-GB', 'fr-FR', 'de-DE', 'es-ES', 'it-IT'] : ['it-IT'])
    for (const asking of [true, false])
        pageTest(`${asking ? 'the board is in every window where a move is asked for' : 'no other view is wider than the window'}: no text is cut, there is room for a finger, ${locale}`, { locale, hasTouch: true }, async (page) => {
            await restEngine(page);
            for (const [name, view, ready] of SEEN.filter(([one]) => isAsking(one) === asking)) {
                await visit(page, view, ready);
                const key = await page.evaluate(() => /\b(home|setup|play|online|lobby|study|board|learn|edit|import|option|level|kept|games)\.[a-z]/.exec(document.body.innerText)?.[0]);
                assert.equal(key, undefined, `${name}: a key instead of words`);
                for (const [width, height] of SIZES) {
                    await resize(page, width, height);
                    await assertSeen(page, asking ? ['.b-svg'] : [], `${view}, ${width} × ${height}`, TEXTS);
                    if (width === 360 || shots)
                        await shot(page, `${name}-${width}-${locale}`);
                    if (width === 360)
                        assert.deepEqual(await smallTargets(page), [], `${name}: smaller than 44 pixels`);
                }
            }
        });

/** Where each name is cut off, in letters that are left, for seats that show one. */
const lettersSeen = (page) => page.locator('.b-seats .b-seat').evaluateAll((seats) => seats.map((seat) => {
    const who = seat.querySelector('.who'), { width } = who.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(who);
    return Math.min(1, width / range.getBoundingClientRect().width) * who.textContent.length;
}));

for (const locale of SHORT_AND_LONG)
    for (const players of thorough ? [3, 4] : [locale === 'en-GB' ? 3 : 4])
        pageTest(`${players} players on a phone with days on the clock, ${locale}: names can be read, and partners are shown`, {
            locale, viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true,
        }, async (page) => {
            const names = ['Marguerite', 'Bartholomew', 'Christine', 'Dagobert'].slice(0, players);
            const { links } = await makeGame({
                game: 'dorix', players, clock: { days: 1 }, seats: names.map((name) => ({ kind: 'person', mine: true, name })),
            });
            await page.goto(links[0]);
            await page.waitForSelector('.b-seat .clock');
            await page.waitForFunction(() => document.querySelector('.b-p1 .clock').textContent.startsWith('23 h'));
            for (const text of await page.locator('.clock').allInnerTexts())
                assert.match(text, locale === 'fr-FR' ? /^(1 j 0 h|23 h 59)$/ : /^(1 d 0 h|23 h 59 m)$/);
            for (const [i, letters] of (await lettersSeen(page)).entries())
                assert.ok(letters >= 6, `name ${i}: ${letters} letters`);
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
            const partners = await page.locator('.b-seat').evaluateAll((seats) => seats
                .map((seat) => [seat.dataset.player, seat.querySelector('.b-partners')?.getAttribute('aria-label') ?? '']).sort().map(([, text]) => text));
            const word = locale === 'fr-FR' ? 'Partenaire\u202f: joueur' : 'Partner: player';
            assert.deepEqual(partners, players === 4 ? [3, 4, 1, 2].map((one) => `${word} ${one}`) : ['', '', '']);
            if (players === 4)
                assert.deepEqual(await page.locator('.b-seat.b-p1 .b-partners, .b-seat.b-p2 .b-partners').allInnerTexts().then((all) => all.sort()), ['3', '4']);
        });

for (const locale of thorough ? ['en-GB', 'fr-FR', 'de-DE', 'es-ES', 'it-IT'] : ['de-DE'])
    pageTest(`while an earlier move is shown the way back to the game is in the window, ${locale}`, { locale, hasTouch: true }, async (page) => {
        await start(page, 'orbital');
        await typeMove(page, 'Bb2');
        await settled(page);
        await page.locator('.steps button').first().click();
        await page.waitForSelector('.status button');
        for (const [width, height] of SIZES) {
            await resize(page, width, height);
            await assertSeen(page, ['.status strong', '.status button'], `${width} × ${height}`, '.play-side :is(.status, .status *, .b-prompt)');
        }
    });

pageTest('touch targets at a table are at least 44 pixels, in its menu and dialog too', { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }, async (page) => {
    const small = [];
    const look = async (name) => small.push(...(await smallTargets(page)).map((target) => `${name}: ${target}`));
    await start(page, 'orbital');
    await typeMove(page, 'Bb2');
    await settled(page);
    await look('after a move');
    await page.click('.menu-button');
    await look('menu');
    await page.click('.menu-list >> text=Share and export');
    await page.waitForSelector('dialog');
    await look('share');
    assert.equal(small.join('\n'), '');
});

/** The whole of a refusal can be read: it is in the window, nothing of it is cut off, nothing lies over it. */
const unread = (page) => page.evaluate(() => {
    const refusal = document.querySelector('.play .refusal'), { left, top, right, bottom } = refusal.getBoundingClientRect();
    const cut = [refusal, refusal.parentElement].some((one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== 'visible');
    const covered = [[left + 8, top + 3], [right - 8, bottom - 3], [left + 8, bottom - 3]]
        .filter(([x, y]) => !refusal.contains(document.elementFromPoint(x, y)));
    return { cut, covered, out: top < 0 || bottom > innerHeight };
});

for (const locale of LONG)
    pageTest(`a refusal of several lines can be read in every window, ${locale}`, { locale }, async (page) => {
        const readable = { cut: false, covered: [], out: false };
        await visit(page, '#/new/orbital?position=b2%3AB1A2%20Ab2%201', 'form.setup');
        await chooseSeats(page, ['person', 'person']);
        await page.click('form.setup button[type=submit]');
        await settled(page);
        for (const [width, height] of [[1366, 768], [1280, 800], [390, 844], [360, 640]]) {
            const name = `${width} × ${height}`;
            await resize(page, width, height);
            await page.click('[data-id=A]');
            await page.click('.play [data-square=b2]');
            await page.waitForSelector('.play .refusal:not(:empty)');
            assert.deepEqual(await unread(page), readable, name);
            await assertSeen(page, ['.play .refusal', '.says .b-actions', '.main-bar', '.b-tools'].slice(0, width > 400 ? 4 : 3), `${name}: an Antenna on an Antenna`);
            const covers = await page.evaluate(() => document.querySelector('.says .status').getBoundingClientRect().top - document.querySelector('.says').getBoundingClientRect().top);
            assert.ok(covers < 1, `${name}: what is refused leaves the rest in its place`);
            await shot(page, `refusal-${width}-${locale}`);
            // The longest that there are, while something is chosen and while nothing is.
            const long = 'The collapse of c2 needs 3 receiving squares out of its lower neighbours b2, d2, c1 and c3, and the move names 2 of them: b2, c3.';
            const say = () => page.evaluate((text) => { document.querySelector('.play .refusal').textContent = text; }, long);
            await say();
            assert.deepEqual(await unread(page), readable, name);
            await page.click('[data-id=cancel]');
            await say();
            assert.deepEqual(await unread(page), readable, name);
        }
    });

// ---- Nothing moves the board ---------------------------------------------------------------------

const WIDE = { width: 1280, height: 800 }, NARROW = { width: 360, height: 640 };

for (const [viewport, games] of thorough ? [[WIDE, GAMES], [NARROW, GAMES]] : [[NARROW, ['quoridor']]])
    pageTest(`nothing moves the board in whole games, ${viewport.width} wide`, { viewport }, async (page) => {
        await page.addInitScript(noteShifts);
        for (const game of games) {
            const options = game === 'quoridor' ? { Board: '5', Barriers: '2' } : {};
            await startGame(page, game, { seats: ['person', '2'], options });
            await settled(page);
            await still(page);
            await enter(page, 'a9');
            await page.waitForSelector('.refusal:not(:empty)');
            await page.click('.main-bar >> text=Hint');
            await page.waitForFunction(() => /\S+:/.test(document.querySelector('.hint')?.textContent ?? ''));
            await playOut(page, async () => typeMove(page, await adviceFor(page, 3)));
            await assertStill(page, game);
        }
        await startGame(page, 'dorix', { seats: ['person', 'person'] });
        await settled(page);
        await still(page);
        await fromMenu(page, 'Resign');
        await page.click('dialog .main');
        await page.waitForSelector('.status.is-over');
        await assertStill(page, 'resignation');
    });

// ---- Small things that went wrong once ---------------------------------------------------------------

pageTest('after a move with the mouse the arrow keys step through the game', {}, async (page) => {
    await startGame(page, 'dorix', { seats: ['person', 'person'] });
    await settled(page);
    await page.click('.play [data-square=b2]');
    await page.waitForSelector('.moves .move');
    await settled(page);
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('text=Looking at move 0 of 1');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('text=Looking at', { state: 'detached' });
});

pageTest('a dialog does not stay on top of the next view; the heading gets the focus', {}, async (page) => {
    await visit(page, '#/', '.cards');
    await page.click('a.main[href="#/start/dorix"]');
    await page.waitForSelector('.table .board.is-open');
    await fromMenu(page, 'Share and export');
    await page.waitForSelector('dialog');
    await page.goBack();
    await page.waitForSelector('.cards');
    await page.waitForSelector('dialog', { state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
});

pageTest('forced colours: the current move and the player to move are told apart', { forcedColors: 'active' }, async (page) => {
    await startGame(page, 'dorix', { seats: ['person', 'person'] });
    await settled(page);
    await typeMove(page, 'b2');
    await settled(page);
    const [turn, other] = await page.evaluate(() => ['.b-seat.is-turn', '.b-seat:not(.is-turn)']
        .map((seat) => getComputedStyle(document.querySelector(seat)).borderTopColor));
    assert.notEqual(turn, other);
    const outline = await page.locator('.move[aria-current]').evaluate((move) => getComputedStyle(move).outlineStyle);
    assert.equal(outline, 'solid');
});

pageTest('two clicks from home to the first move, three where there is a piece to choose', {}, async (page) => {
    const CLICKS = {
        quoridor: ['[data-square=e2]'], dorix: ['[data-square=b2]'],
        tictacdoh: ['[data-id=L]', '[data-square=c3]'], orbital: ['[data-id=B]', '[data-square=b2]'],
    };
    for (const [game, places] of Object.entries(CLICKS).filter(([one]) => thorough || ['dorix', 'orbital'].includes(one))) {
        await visit(page, '#/', '.cards');
        await page.click(`a.main[href="#/start/${game}"]`);
        await page.waitForSelector('.table .board.is-open');
        for (const place of places)
            await page.click(`.play ${place}`);
        await page.waitForSelector('.moves .move');
    }
});

pageTest('the table can be changed until somebody has moved, and is remembered', {}, async (page) => {
    await visit(page, '#/start/dorix', '.table .board.is-open');
    await page.check('[name=level][value="2"]');
    await page.waitForSelector('.who >> text=Computer · level 2');
    await page.check('[name=side][value="2"]');
    await page.waitForSelector('.moves .move', { state: 'attached' });
    await settled(page);
    assert.equal(await page.locator('.b-seats >> nth=1 >> .who').innerText(), 'You');
    await page.check('[name=opponent][value=true]');
    await page.waitForSelector('.who >> text=Player 2');
    await page.check('[name=opponent][value=false]');
    await page.waitForSelector('.who >> text=Computer · level 2');
    await page.waitForSelector('.moves .move', { state: 'attached' });
    await settled(page);
    await typeMove(page, await adviceFor(page, 1));
    await page.waitForSelector('.opening', { state: 'hidden' });
    await visit(page, '#/', '.cards');
    await page.click('a.main[href="#/start/dorix"]');
    await page.waitForSelector('.who >> text=Computer · level 2');
    assert.equal(await page.locator('[name=side][value="2"]').isChecked(), true);
});

pageTest('the form keeps its entries when the language changes, and fits the window', { viewport: { width: 1280, height: 800 } }, async (page) => {
    for (const form of ['tictacdoh?online', 'quoridor?online', 'quoridor']) {
        await visit(page, `#/new/${form}`, 'form.setup');
        if (form === 'quoridor')
            await page.check('[name=where][value=false]');
        assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), `${form}: the form scrolls`);
    }
    await page.check('[name=seat-1][value="6"]');
    await page.getByLabel('Clock').selectOption('5+3');
    await switchLanguage(page);
    await page.waitForSelector('text=Nouvelle partie de Quoridor');
    assert.equal(await page.locator('[name=seat-1][value="6"]').isChecked(), true);
    assert.equal(await page.getByLabel('Pendule').inputValue(), '5+3');
});

pageTest('settings: boards, marks, names', {}, async (page) => {
    await visit(page, '#/settings', '[name=board]');
    await page.check('[name=board][value=contrast]');
    await page.uncheck('[name=coords]');
    await page.uncheck('[name=dots]');
    await page.reload();
    await page.waitForSelector('[name=board]');
    assert.equal(await page.locator('[name=board][value=contrast]').isChecked(), true);
    await visit(page, '#/start/quoridor', '.table .board.is-open');
    for (const mark of ['.q-coord', '.b-dot'])
        assert.equal(await page.locator(mark).first().isVisible(), false, mark);
    await visit(page, '#/settings', '[name=board]');
    await page.getByLabel('Your name').fill('Ann');
    await page.getByLabel('Player 2').fill('Bob');
    await visit(page, '#/start/dorix', '.table .board.is-open');
    await assertSeats(page, ['You', 'Computer · level 1']);
    await page.check('[name=opponent][value=true]');
    await page.waitForSelector('.who >> text=Bob');
    await assertSeats(page, ['Ann', 'Bob']);
});

pageTest('boards and pieces are chosen by pictures, and the volume of sounds', {}, async (page) => {
    await visit(page, '#/settings', '[name=board]');
    await page.locator('.look .b-svg').nth(7).waitFor();
    assert.equal(await page.locator('.pill:has([name=board]) .b-svg').count(), 5);
    // Each board has the look that it stands for, whatever the page's is.
    const fills = await page.locator('.look .dx-square').evaluateAll((all) => all.map((one) => [one.closest('.mini').dataset.board, getComputedStyle(one).fill]));
    assert.equal(new Set(fills.filter(([board]) => board === 'night').map(([, fill]) => fill)).has('rgb(51, 65, 92)'), true);
    assert.equal(new Set(fills.filter(([board]) => board === 'classic').map(([, fill]) => fill)).has('rgb(217, 180, 131)'), true);
    await page.check('[name=board][value=night]');
    await page.check('[name=pieces][value=outline]');
    await page.check('[name=largeCoords]');
    await page.fill('[name=volume]', '3');
    await visit(page, '#/game/quoridor?moves=e2', '.board.is-open');
    const { board, pieces, largeCoords } = await page.evaluate(() => ({ ...document.documentElement.dataset }));
    assert.deepEqual({ board, pieces, largeCoords }, { board: 'night', pieces: 'outline', largeCoords: 'on' });
    assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('tablier.settings')).volume), 3);
    assert.notEqual(await page.evaluate(() => getComputedStyle(document.querySelector('.q-coord')).transform), 'none');
});

test('on a phone nothing moves while a view loads', { timeout: 600000 }, async () => {
    // Slow enough that the parts of a view do not come all at once. Each view has a visitor of its own: all of them only wait.
    const line = await startSlowLine(server.url, { roundTripMs: 100, bytesPerSecond: 400_000 });
    const load = async (view) => {
        const page = await openPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
        const { total, moved } = await layoutShift(page, line.url + view, VIEWS[view]);
        await page.context().close();
        assert.ok(total < 0.02, `${view}: ${total.toFixed(3)}: ${moved.join(', ')}`);
    };
    try {
        for (const views of [['', '#/start/dorix', '#/puzzle/dorix'], ['#/learn/orbital/1', '#/game/quoridor', '#/online'],
            ...(thorough ? [['#/start/orbital', '#/edit/dorix', '#/puzzle']] : [])])
            await Promise.all(views.map(load));
    } finally {
        line.close(); // else the test would never end
    }
});
