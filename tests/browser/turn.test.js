/* A board seen from another side: by itself for who sits there, by hand, remembered; moves land where they are aimed. */
import assert from 'node:assert/strict';
import {
    adviceFor, browser, checkAxe, chooseSeats, fromMenu, keyMove, pageTest, placeOf, played,
    recordOf, settled, shot, startGame, visit, watch,
} from './harness.js';

/** The computer has no barriers here, so that none of its moves is in the way. */
const START = 'e1/e9 0/20 - 1';
const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

/** Starts from a position. */
async function startFrom(page, game, position, seats) {
    await visit(page, `#/new/${game}?position=${encodeURIComponent(position)}`, 'form.setup');
    await chooseSeats(page, seats);
    await page.click('form.setup button[type=submit]');
    await settled(page);
}

const turned = (page) => page.getAttribute('.play .board', 'data-turned');

/** The middle of something that is drawn. */
async function middleOf(page, selector) {
    const { x, y, width, height } = await page.locator(selector).first().boundingBox();
    return { x: x + width / 2, y: y + height / 2, width, height };
}

/** Where the four squares around the middle of a barrier meet. */
async function crossing(page, barrier) {
    const next = String.fromCharCode(barrier.charCodeAt(0) + 1) + (Number(barrier[1]) + 1);
    const a = await placeOf(page, barrier.slice(0, 2)), b = await placeOf(page, next);
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, pitch: a.pitch };
}

/** A point in the groove of a barrier, on one side of its middle. */
async function aimAt(page, barrier) {
    const { x, y, pitch } = await crossing(page, barrier), sideways = Number(await turned(page)) % 2 === 1;
    const lies = (barrier[2] === 'h') !== sideways;
    return lies ? [x + pitch / 4, y] : [x, y + pitch / 4];
}

/** A barrier is drawn where its squares are, and the way it was aimed. */
async function assertLies(page, barrier) {
    const wanted = await crossing(page, barrier), drawn = await middleOf(page, `.b-pieces [data-barrier="${barrier}"] .q-plank`);
    assert.ok(Math.hypot(wanted.x - drawn.x, wanted.y - drawn.y) < 3, `${barrier} lies elsewhere`);
    const sideways = Number(await turned(page)) % 2 === 1;
    assert.equal(drawn.width > drawn.height, (barrier[2] === 'h') !== sideways, `${barrier} lies the wrong way`);
}

async function assertPlayed(page, move) {
    await page.waitForFunction((wanted) =>
        [...document.querySelectorAll('.moves .move')].some(({ textContent }) => textContent === wanted), move);
    await settled(page); // the answer redraws the pieces
    if (move.length === 3)
        await assertLies(page, move);
}

/** Checks that a player's pawn is in the lowest row on the screen. */
async function assertLowest(page, player) {
    const pawn = await middleOf(page, `.b-pieces [data-player="${player}"]`);
    const rows = await page.locator('.play [role=row]').last().boundingBox();
    assert.ok(pawn.y > rows.y && pawn.y < rows.y + rows.height, `player ${player} is not at the bottom`);
}

// ---- Quoridor from the far side ---------------------------------------------------------------

pageTest('Quoridor as player 2: the own side is below, and the mouse finds what it aims at', {}, async (page) => {
    await startGame(page, 'quoridor', { seats: ['1', 'person'] });
    await settled(page);
    assert.equal(await turned(page), '2');
    await assertLowest(page, 2);
    await shot(page, 'turned-start');

    await startFrom(page, 'quoridor', START, ['1', 'person']);
    const { x, y } = await placeOf(page, 'e8');
    assert.ok(y < (await placeOf(page, 'e9')).y, 'forward is up');
    await page.mouse.click(x, y);
    await assertPlayed(page, 'e8');
    for (const barrier of ['c6h', 'g4v', 'a7v', 'h8h']) {
        const [px, py] = await aimAt(page, barrier);
        await page.mouse.move(px, py);
        await page.waitForSelector(`.b-over [data-barrier="${barrier}"].is-aimed`);
        await page.mouse.click(px, py);
        await assertPlayed(page, barrier);
    }
    await shot(page, 'turned-mouse');
});

pageTest('Quoridor as player 2: the keyboard goes where it looks, and words say what is seen', {}, async (page) => {
    await startFrom(page, 'quoridor', START, ['1', 'person']);
    await page.locator('.play [data-square=e9]').focus();
    await page.keyboard.press('ArrowUp');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-square')), 'e8');
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-square')), 'd8');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await assertPlayed(page, 'e8');
    for (const barrier of ['e7h', 'd8v', 'a1h']) {
        await keyMove(page, 'quoridor', barrier);
        await assertPlayed(page, barrier);
    }
    assert.match(await page.getAttribute('[data-square=e8]', 'aria-label'), /^e8, pawn of player 2, barrier above and on the right/);
    assert.match(await page.getAttribute('[role=grid]', 'aria-label'), /a1 at the upper right/);
    await page.locator('.play [data-square][tabindex="0"]').focus();
    await page.keyboard.press('h');
    assert.match(await page.getAttribute('[data-square=c4]', 'aria-label'), /^barrier b3h, above c4 and b4, can be chosen/);
});

pageTest('Quoridor by keyboard: at the far edges a barrier is shown that fits, and Enter places it', {}, async (page) => {
    const cases = { 2: [['e1', 'd1h', 'e2 and d2'], ['a5', 'a4v', 'b5 and b4']], 0: [['e9', 'e8h', 'e8 and f8'], ['i9', 'h8v', 'h8 and h9']] };
    for (const [quarters, edges] of Object.entries(cases)) {
        await startFrom(page, 'quoridor', quarters === '2' ? START : 'e1/e9 20/0 - 1', quarters === '2' ? ['1', 'person'] : ['person', '1']);
        assert.equal(await turned(page), quarters);
        for (const [square, barrier, beside] of edges) {
            const cell = page.locator(`.play [data-square=${square}]`);
            await settled(page);
            await cell.focus();
            await page.keyboard.press(barrier[2]);
            await page.waitForSelector(`.b-over [data-barrier="${barrier}"].is-aimed`);
            assert.match(await cell.getAttribute('aria-label'), new RegExp(`^barrier ${barrier}, .* ${beside}, can be chosen`));
            await page.keyboard.press('Enter');
            await assertPlayed(page, barrier);
        }
    }
});

pageTest('Quoridor as player 2 under a finger', PHONE, async (page) => {
    await startFrom(page, 'quoridor', START, ['1', 'person']);
    await assertLowest(page, 2);
    const tap = (x, y) => page.touchscreen.tap(x, y);
    for (const barrier of ['e5h', 'b3v']) {
        const [x, y] = await aimAt(page, barrier);
        await tap(x, y);
        await page.waitForSelector(`.b-over [data-barrier="${barrier}"].is-waiting`);
        await shot(page, `turned-phone-${barrier}`);
        await tap(x, y);
        await assertPlayed(page, barrier);
    }
    const [x, y] = await aimAt(page, 'g7h');
    await tap(x, y);
    await page.tap('[data-id=v]');
    await page.waitForSelector('.b-over [data-barrier="g7v"].is-waiting');
    await page.tap('[data-id=confirm]');
    await assertPlayed(page, 'g7v');
    const step = await placeOf(page, 'e8');
    await tap(step.x, step.y);
    await tap(step.x, step.y);
    await assertPlayed(page, 'e8');
});

pageTest('four at Quoridor: the local player is below, and all barriers can be aimed at', {}, async (page) => {
    for (const player of [1, 2, 3, 4]) {
        const seats = ['1', '1', '1', '1'].with(player - 1, 'person');
        await startGame(page, 'quoridor', { players: 4, seats });
        await settled(page);
        assert.equal(await turned(page), String(player - 1));
        await assertLowest(page, player);
        const { moves } = await page.evaluate(async (record) => {
            const { snapshot } = await moduleOf('js/rules.js');
            return snapshot(record);
        }, await recordOf(page));
        for (const barrier of ['c6h', 'g4v', 'b2v', 'h8h'].filter((one) => moves.includes(one))) {
            await page.mouse.move(...await aimAt(page, barrier));
            await page.waitForSelector(`.b-over [data-barrier="${barrier}"].is-aimed`);
        }
        await shot(page, `turned-four-${player}`);
    }
});

pageTest('four by keyboard alone, seen from the left', {}, async (page) => {
    await startGame(page, 'quoridor', { players: 4, seats: ['1', 'person', '1', '1'], options: { Board: '5', Barriers: '2' } });
    for (let i = 0; i < 3 && await settled(page) !== 'over'; i++)
        await keyMove(page, 'quoridor', await adviceFor(page, 3));
});

pageTest('who changes seats by the pie rule changes sides', {}, async (page) => {
    await startGame(page, 'quoridor', { seats: ['1', 'person'], swap: true });
    await settled(page);
    assert.equal(await turned(page), '2');
    await page.click('text=Change seats');
    await page.waitForSelector('.board[data-turned="0"]');
    await settled(page);
});

// ---- By hand ------------------------------------------------------------------------------------

pageTest('F and the button turn the board, and the game remembers it', { bypassCSP: true }, async (page) => {
    await startGame(page, 'quoridor', { seats: ['person', '1'] });
    await settled(page);
    assert.equal(await turned(page), '0');
    await page.keyboard.press('f');
    assert.equal(await turned(page), '2');
    await checkAxe(page, 'turned');
    await page.reload();
    await settled(page);
    assert.equal(await turned(page), '2');
    await page.getByRole('button', { name: 'Flip the board' }).click();
    assert.equal(await turned(page), '0');
    await page.keyboard.press('/');
    await page.fill('.movebox input', 'f');
    assert.equal(await turned(page), '0', 'a letter that is typed turns nothing');
    await page.locator('.play [data-square=e2]').focus();
    await page.keyboard.press('F');
    assert.equal(await turned(page), '2');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-square')), 'e2', 'the focus stays');

    await page.keyboard.press('h');
    for (const barrier of ['d1h', 'e2h']) {
        await page.waitForSelector(`.b-over [data-barrier="${barrier}"].is-aimed`);
        await page.keyboard.press('f');
    }
    await page.keyboard.press('Escape');

    await fromMenu(page, 'Analyse');
    await page.waitForSelector('.view-study .board.is-open');
    assert.equal(await turned(page), '2');
    await page.keyboard.press('f');
    assert.equal(await turned(page), '0');
    await page.reload();
    await page.waitForSelector('.view-study .board.is-open');
    assert.equal(await turned(page), '0');
    await visit(page, '#/about', '.keys');
    assert.match(await page.locator('.keys').innerText(), /F\s+flip the board/);
});

pageTest('the button in French', { locale: 'fr-FR' }, async (page) => {
    await startGame(page, 'dorix', { seats: ['person', 'person'] });
    await settled(page);
    await page.getByRole('button', { name: 'Tourner le plateau' }).click();
    assert.equal(await turned(page), '2');
    assert.match(await page.getAttribute('[role=grid]', 'aria-label'), /Vu avec a1 en haut à droite/);
});

pageTest('games without sides stay, and can be turned by hand; a square is what is seen there', {}, async (page) => {
    for (const [game, players, first] of [['dorix', 4, 'b2'], ['tictacdoh', 3, 'Lc3'], ['orbital', 2, 'Bb2']]) {
        await startGame(page, game, { players, seats: Array(players).fill('person').with(0, '1') });
        await settled(page);
        assert.equal(await turned(page), '0');
        await startGame(page, game, { players, seats: Array(players).fill('person') });
        await settled(page);
        for (let quarters = players > 2 ? 1 : 2; quarters < 4; quarters += players > 2 ? 1 : 2) {
            await page.keyboard.press('f');
            assert.equal(await turned(page), String(quarters));
            const a = await placeOf(page, 'a1'), b = await placeOf(page, 'b1');
            assert.deepEqual([Math.sign(Math.round(b.x - a.x)), Math.sign(Math.round(a.y - b.y))],
                [[1, 0], [0, 1], [-1, 0], [0, -1]][quarters]);
        }
        await keyMove(page, game, first);
        assert.deepEqual((await recordOf(page)).moves, [first]);
        await shot(page, `turned-${game}`);
    }
});

pageTest('Orbital turned: a Thruster points where it is aimed, and keeps its name', {}, async (page) => {
    await startGame(page, 'orbital', { seats: ['person', 'person'] });
    await settled(page);
    await page.keyboard.press('f');
    const { x, y, pitch } = await placeOf(page, 'b2');
    await page.click('[data-id=T]');
    await page.mouse.click(x, y);
    await page.mouse.click(x, y - pitch * 0.35);
    await played(page, 0);
    assert.deepEqual((await recordOf(page)).moves, ['Tb2s']);
    assert.match(await page.getAttribute('[data-square=b2]', 'aria-label'), /pointing south/);
    const tip = await middleOf(page, '[data-tower=b2] .o-tip');
    assert.ok(tip.y < y - pitch * 0.2, 'the tip is above');
    const beam = await middleOf(page, '.o-beam');
    assert.ok(beam.y < y - pitch * 0.3, 'the beam goes up');

    await page.click('text=Undo');
    await settled(page);
    await page.locator('.play [data-square=b2]').focus();
    await page.keyboard.press('t');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await played(page, 0);
    assert.deepEqual((await recordOf(page)).moves, ['Tb2w']);
});

pageTest('Dorix turned: dragging a pawn and a hint end where they should', {}, async (page) => {
    await startFrom(page, 'dorix', 'a1:11111,b1:11111,c1:11111,d4:2 0/14 1', ['person', 'person']);
    await page.keyboard.press('f');
    await page.click('text=Hint');
    await page.waitForSelector('.b-over .b-hint');
    const advice = /[a-d][1-4](?=:)/.exec(await page.locator('.hint').innerText())?.[0];
    const hinted = await middleOf(page, '.b-over .b-hint'), wanted = await placeOf(page, advice);
    assert.ok(Math.hypot(hinted.x - wanted.x, hinted.y - wanted.y) < 3, 'the hint is elsewhere');
    const from = await placeOf(page, 'b1'), to = await placeOf(page, 'a4');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
    await played(page, 0);
    assert.deepEqual((await recordOf(page)).moves, ['b1>a4']);
});

// ---- Over the net ---------------------------------------------------------------------------------

pageTest('online the second seat looks from its own side; who watches can turn', {}, async (ann) => {
    const others = await Promise.all([1, 2].map(() =>
        browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: 'block' })));
    try {
        const [bob, eve] = await Promise.all(others.map(async (context) => watch(await context.newPage())));
        await visit(ann, '#/new/quoridor?online', '[name=where]');
        await ann.click('form.setup [type=submit]');
        await ann.waitForSelector('.invite');
        const [seat, watching] = await Promise.all((await ann.locator('.invite input').all()).map((link) => link.inputValue()));
        await bob.goto(seat);
        await bob.click('.join [type=submit]');
        await eve.goto(watching);
        await ann.waitForSelector('.play .board.is-open');
        assert.equal(await turned(ann), '0');
        await bob.waitForSelector('.play .board[data-turned="2"]');
        await assertLowest(bob, 2);

        await ann.click('.play [data-square=e2]');
        await bob.waitForSelector('.play .board.is-open');
        await bob.mouse.click(...await aimAt(bob, 'd4h'));
        for (const page of [ann, bob, eve]) {
            await page.waitForSelector('.b-pieces [data-barrier=d4h]');
            await assertLies(page, 'd4h');
        }
        assert.equal(await turned(eve), '0');
        await eve.keyboard.press('f');
        assert.equal(await turned(eve), '2');
        await assertLies(eve, 'd4h');
        await eve.reload();
        await eve.waitForSelector('.b-pieces [data-barrier=d4h]');
        assert.equal(await turned(eve), '2');
        await shot(bob, 'turned-online');
        for (const page of [bob, eve])
            assert.deepEqual(page.troubles, []);
    } finally {
        await Promise.all(others.map((context) => context.close()));
    }
});
