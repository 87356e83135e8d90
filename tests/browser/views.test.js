/* Every view in French, the themes, a small window under a finger, the keyboard, screen readers. */
import assert from 'node:assert/strict';
import { pageTest, played, recordOf, settled, shot, startGame, typeMove, visit } from './harness.js';
import { VIEWS } from './list.js';

pageTest('French by the browser, every view; the switch', { locale: 'fr-FR', viewport: { width: 360, height: 640 } }, async (page) => {
    for (const [name, hash, selector] of VIEWS) {
        await visit(page, hash, selector);
        await shot(page, `fr-360-${name}`);
        const left = await page.evaluate(() => /\b(home|setup|play|online|lobby|study|board|learn|edit|import|option|level)\.[a-z]/.exec(document.body.innerText)?.[0]);
        assert.equal(left, undefined, `${name}: ${left}`);
    }
    for (const [game, title] of [['orbital', 'Nouvelle partie d’Orbital'], ['dorix', 'Nouvelle partie de Dorix']]) {
        await visit(page, `#/new/${game}`, 'form.setup');
        assert.equal(await page.locator('h1').innerText(), title);
    }
    await visit(page, '#/', '.cards');
    assert.equal(await page.locator('h1').innerText(), 'Quatre jeux, une table');
    await page.click('[data-tool=lang]');
    await page.waitForSelector('text=Four games, one table');
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
});

pageTest('the theme can be switched and is kept', { colorScheme: 'light' }, async (page) => {
    await visit(page, '#/', '.cards');
    const colour = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await colour();
    await page.click('[data-tool=theme]');
    const dark = await colour();
    assert.notEqual(light, dark);
    await page.reload();
    await page.waitForSelector('.cards');
    assert.equal(await colour(), dark);
});

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

pageTest('a phone: tap to preview, tap to confirm', PHONE, async (page) => {
    await startGame(page, 'quoridor', { seats: ['person', '1'] });
    await settled(page);
    await page.tap('[data-id=h]');
    await page.tap('.play [data-square="e5"]');
    await page.waitForSelector('[data-id=confirm]');
    assert.equal((await recordOf(page)).moves.length, 0);
    await shot(page, 'phone-barrier');
    await page.tap('[data-id=confirm]');
    await played(page, 1);
    await settled(page);
    for (const game of ['dorix', 'tictacdoh', 'orbital']) {
        await startGame(page, game, { seats: ['person', 'person'] });
        await settled(page);
        await shot(page, `phone-${game}`);
    }
    const small = await page.evaluate(() => [...document.querySelectorAll('.play button, .play a, [data-square]')]
        .map((element) => ({ name: element.getAttribute('data-square') ?? element.textContent, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.width < 32 || box.height < 28)).map(({ name }) => name));
    assert.deepEqual(small, []);
});

pageTest('a phone: what confirms a move is in the window; held sideways, the whole board is', PHONE, async (page) => {
    const TAPS = {
        quoridor: ['[data-id=h]', '[data-square=e5]'], dorix: ['[data-square=b2]'],
        tictacdoh: ['[data-id=L]', '[data-square=c3]'], orbital: ['[data-id=B]', '[data-square=b2]'],
    };
    for (const [game, taps] of Object.entries(TAPS)) {
        await page.setViewportSize(PHONE.viewport);
        await startGame(page, game, { seats: ['person', 'person'] });
        await settled(page);
        for (const place of taps)
            await page.tap(`.play ${place}`);
        await page.waitForSelector('[data-id=confirm]');
        const { y, height } = await page.locator('[data-id=confirm]').boundingBox();
        assert.ok(y >= 0 && y + height <= PHONE.viewport.height, `${game}: confirm at ${y}`);
        await page.setViewportSize({ width: PHONE.viewport.height, height: PHONE.viewport.width });
        const board = await page.locator('.play .b-svg').boundingBox();
        assert.ok(board.height <= PHONE.viewport.width, `${game}: ${board.height} high`);
        await shot(page, `phone-sideways-${game}`);
    }
});

pageTest('the keyboard alone: from home to a finished game', {}, async (page) => {
    await visit(page, '#/', '.cards');
    const tabTo = async (selector) => {
        for (let i = 0; i < 60; i++) {
            await page.keyboard.press('Tab');
            if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector))
                return;
        }
        assert.fail(`cannot reach ${selector}`);
    };
    await tabTo('a.main[href="#/start/tictacdoh"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.board.is-open');
    await tabTo('[data-square]');
    await page.keyboard.press('l');
    await page.keyboard.press('Enter');
    await played(page, 1);
    await settled(page);
    await tabTo('.menu-button');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Resign');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.status.is-over');
});

pageTest('a screen reader hears squares, moves and results', {}, async (page) => {
    await startGame(page, 'dorix', { seats: ['person', 'person'] });
    await settled(page);
    await typeMove(page, 'b2');
    await settled(page);
    assert.match(await page.getAttribute('[data-square=b2]', 'aria-label'), /b2, one pawn, player 1/);
    assert.equal(await page.getAttribute('.status', 'role'), 'status');
    assert.match(await page.locator('.status').innerText(), /Last move: b2\.\s+Player 2 to move/);
});
