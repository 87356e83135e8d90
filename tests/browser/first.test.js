/* The first games of somebody new, and the end of a game: the goal, the rule behind a refusal, what to do next. */
import assert from 'node:assert/strict';
import { assertWhole, checkAxe, chooseSeats, enter, fromMenu, pageTest, server, settled, shot, typeMove, visit } from './harness.js';
import { GAMES } from './list.js';

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
const GOALS = {
    dorix: 'You win by holding all four piles of a diagonal.', tictacdoh: 'You win by completing a line of three squares that share a size.',
    quoridor: 'You win by reaching row 9.', orbital: 'You win by holding 3 complete towers.',
};

/** Starts a game from a position against the computer. */
async function startAt(page, game, position, seats = ['person', '1']) {
    await visit(page, `#/new/${game}?position=${encodeURIComponent(position)}`, 'form.setup');
    await chooseSeats(page, seats);
    await page.click('form.setup button[type=submit]');
    await settled(page);
}

pageTest('the goal is over the board the first time, and in the menu later', { guide: true, ...PHONE }, async (page) => {
    for (const game of GAMES) {
        await visit(page, `#/start/${game}`, '.goal-card');
        assert.equal(await page.locator('.goal-card p').first().innerText(), GOALS[game]);
        assert.equal(await page.locator('.b-seat.b-p2 .who').textContent(), 'Computer · level 1');
        await shot(page, `first-${game}`);
        await page.tap('.goal-card .main');
        await page.waitForSelector('.goal-card', { state: 'detached' });
        await visit(page, `#/start/${game}?again`, '.table .board.is-open');
        assert.equal(await page.locator('.goal-card').count(), 0, `${game}: a second time`);
        await fromMenu(page, 'Goal of the game');
        assert.equal(await page.locator('.goal-card p').first().innerText(), GOALS[game], 'as the rules have it');
    }
    await checkAxe(page, 'goal');
    await page.tap('.goal-card a');
    await page.waitForSelector('.view-learn .lesson');
});

pageTest('board, players and goal are there before the rules, as the rules have them', { guide: true, fresh: true, ...PHONE }, async (page) => {
    let release = () => {};
    const released = new Promise((resolve) => { release = resolve; });
    await page.route('**/tablier.wasm', async (route) => {
        await released;
        await route.continue();
    });
    await visit(page, '#/start/quoridor', '.goal-card');
    assert.equal(await page.locator('.b-seat.b-p2 .who').textContent(), 'Computer · level 1');
    assert.equal(await page.locator('.board.is-open').count(), 0);
    await page.tap('.goal-card .main');
    release();
    await page.waitForSelector('.table .board.is-open');
    assert.equal(await page.locator('.goal-card').count(), 0, 'it was read');
    for (const game of GAMES) {
        const [shown, meant] = await page.evaluate(async (name) => {
            const { start: { goal, ...start } } = await (await moduleOf('js/game.js')).boardOf(name), { open } = await moduleOf('js/rules.js');
            const { record: { options }, pieces, hands, supply, targets } = await open({ game: name });
            const bare = (lists) => lists.filter((list) => list.length > 0);
            return [{ ...start, hands: bare(start.hands), targets: bare(start.targets) }, { options, pieces, hands: bare(hands), supply, targets: bare(targets) }];
        }, game);
        assert.deepEqual(shown, meant, game);
    }
});

pageTest('the first refusal leads to its rule, and back to the game', { guide: true }, async (page) => {
    await visit(page, '#/start/quoridor', '.goal-card');
    await page.mouse.click(...await page.locator('.b-svg').evaluate((board) => { // beside the card
        const { left, top } = board.getBoundingClientRect();
        return [left + 30, top + 30];
    }));
    await page.waitForSelector('.goal-card', { state: 'detached' });
    await enter(page, 'e5');
    await page.click('.refusal >> text=Show the rule');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Moving your pawn');
    await page.click('text=Back to the game');
    await settled(page);
    await enter(page, 'e5');
    await page.waitForSelector('.refusal:not(:empty)');
    assert.equal(await page.locator('.refusal a').count(), 0);
});

pageTest('after a win the next level, after two losses advice, once', { guide: true, ...PHONE }, async (page) => {
    await startAt(page, 'dorix', 'a1:1,b2:1,c3:1,b1:2 12/14 1');
    assert.equal(await page.locator('.goal-card').count(), 1);
    await typeMove(page, 'd4');
    await page.waitForSelector('.status.is-over >> text=You win!');
    assert.equal(await page.locator('.goal-card').count(), 0, 'a move takes the card away');
    assert.equal(await page.locator('.why').innerText(), 'You hold all four piles of the diagonal a1-d4.');
    assert.equal(await page.locator('.confetti').count(), 0, 'no paper for visitors who want no motion');
    assert.equal(await page.locator('.b-win').count(), 4);
    await assertWhole(page, '.next button');
    await shot(page, 'end-dorix');
    await page.tap('.next >> text=Level 2?');
    await page.waitForSelector('.who >> text=Computer · level 2');
    for (const advice of [0, 1, 0]) {
        await visit(page, '#/start/quoridor', '.table .board.is-open');
        await page.tap('.change');
        await page.check('[name=level][value="3"]');
        await page.waitForSelector('.who >> text=Computer · level 3');
        await fromMenu(page, 'Resign');
        await page.click('dialog .main');
        await page.waitForSelector('.next');
        const said = page.locator('.asks >> text=Two losses in a row');
        if (advice) {
            await said.waitFor();
            await shot(page, 'end-losses');
        }
        assert.equal(await said.count(), advice);
    }
    await page.evaluate(() => localStorage.removeItem('tablier.guide'));
    await page.reload();
    await page.click('.asks >> text=With a hint');
    await page.waitForSelector('.hint:not(:empty)');
});

pageTest('help in first games can be turned off', { guide: true }, async (page) => {
    await visit(page, '#/settings', '[name=guide]');
    await page.uncheck('[name=guide]');
    await visit(page, '#/start/quoridor', '.table .board.is-open');
    await enter(page, 'e5');
    await page.waitForSelector('.refusal:not(:empty)');
    assert.equal(await page.locator('.goal-card, .refusal a').count(), 0);
});

pageTest('paper falls over the board of the winner, and is swept away', { reducedMotion: 'no-preference' }, async (page) => {
    await startAt(page, 'tictacdoh', 'c3:L,b3:L', ['person', 'person']);
    await page.evaluate(() => {
        globalThis.papers = 0;
        new MutationObserver(() => { globalThis.papers += document.querySelectorAll('.confetti i').length; })
            .observe(document.querySelector('.veil'), { childList: true });
    });
    await typeMove(page, 'Ld3');
    await page.waitForFunction(() => globalThis.papers > 0 && !document.querySelector('.confetti'));
    assert.equal(await page.locator('.why').innerText(), 'Player 1 has completed the line b3, c3 and d3.');
    assert.equal(await page.locator('.next >> text=Level').count(), 0);
    await page.click('.next >> text=Review');
    await page.waitForSelector('[role=tab][aria-selected=true] >> text=Review');
    assert.match(page.url(), new RegExp(`^${server.url}#/study/`));
});

pageTest('beside a game that has not begun, the number of players goes up and down', {}, async (page) => {
    await visit(page, '#/start/dorix', '.table .board.is-open');
    for (const count of [4, 3, 2, 3]) {
        await page.check(`.opening [name=players][value="${count}"]`);
        await page.waitForFunction((wanted) => document.querySelectorAll('.b-seat').length === wanted, count);
        await settled(page);
    }
});

pageTest('a game at the visitor\'s own strength is offered once it is known', {}, async (page) => {
    await visit(page, '#/start/quoridor', '.table .board.is-open');
    const offered = page.locator('.opening button', { hasText: 'At my strength' });
    assert.equal(await offered.count(), 0, 'nothing is known yet');
    await page.evaluate(async () => {
        const { newGame, saveGame } = await moduleOf('js/saved.js');
        const record = { game: 'quoridor', players: 2, options: {}, moves: ['e2', 'e8'] };
        // Wins against level 3 and loses against level 6, in turn.
        for (let i = 0; i < 12; i++)
            saveGame({
                ...newGame(record, [{ kind: 'person', name: '' }, { kind: 'computer', level: i % 2 ? 6 : 3 }], null),
                over: true, won: [i % 2 ? 2 : 1],
            });
    });
    await visit(page, '#/start/quoridor?now', '.table .board.is-open');
    assert.equal(await offered.innerText(), 'At my strength: level 4');
    await offered.click();
    await page.waitForSelector('.b-seat.b-p2 .who >> text=level 4');
    await offered.waitFor({ state: 'detached' }); // it is the level already
});
