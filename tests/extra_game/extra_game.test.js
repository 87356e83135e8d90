/* An extra game on the page: at home, played, taught, explained, reviewed, puzzled over, and online. */
import assert from 'node:assert/strict';
import {
    adviceFor, browser, openTab, pageTest, playOut, recordOf, settled, startGame, typeMove, visit, watch,
} from './harness.js';

/** @param {string} move */
async function enterMove(page, move) {
    await page.fill('.movebox input', move);
    await page.press('.movebox input', 'Enter');
}

/** The stones of each heap that the board shows. */
const heapsOf = (page) => page.evaluate(() => {
    const columns = [...document.querySelectorAll('.puzzle .nim-stone')].map((stone) => Number(stone.getAttribute('cx')));
    return [...'abcdef'].map((_, heap) => columns.filter((x) => Math.floor(x / 40) === heap).length);
});

/** Leaves heaps whose exclusive or is zero. @param {number[]} heaps */
function winningMove(heaps) {
    const all = heaps.reduce((a, b) => a ^ b);
    const heap = heaps.findIndex((stones) => (stones ^ all) < stones);
    return `${'abcdef'[heap]}${heaps[heap] - (heaps[heap] ^ all)}`;
}

pageTest('Nim is at home, with its picture', {}, async (page) => {
    await visit(page, '#/', '.cards');
    const card = page.locator('.card-nim');
    assert.match(await card.innerText(), /Nim[\s\S]*Take the last stone/);
    // Home is drawn before its pictures have come.
    assert.equal(await card.locator('img').evaluate((img) => img.decode().then(() => img.naturalWidth > 0)), true);
});

pageTest('Nim against the computer', {}, async (page) => {
    await startGame(page, 'nim', { seats: ['person', '2'], options: { Heaps: '4' } });
    await settled(page);
    await page.click('.play [data-square="c3"]');
    await page.waitForSelector('.moves .move >> text=c3');
    await playOut(page, async () => typeMove(page, await adviceFor(page, 3)));
    assert.equal((await recordOf(page)).options.heaps, 4);
    assert.match(await page.locator('.status').innerText(), /wins|win/);
});

pageTest('Nim in teams, drawn from the position as data', {}, async (page) => {
    await startGame(page, 'nim', { players: 4, seats: ['person', 'person', 'person', 'person'] });
    for (const [move, stones] of [['d7', 9], ['c4', 5], ['b3', 2], ['c1', 1], ['a1', 0]]) {
        await settled(page);
        await typeMove(page, move);
        await page.waitForFunction((count) => document.querySelectorAll('.play .nim-stone').length === count, stones);
    }
    await settled(page);
    assert.match(await page.locator('.status').innerText(), /1.*3.*win/);
});

pageTest('Nim: a review, the explorer, the network', {}, async (page) => {
    const network = page.waitForResponse((response) => response.url().endsWith('/nim.net'));
    await visit(page, '#/game/nim?moves=c5+b1+b1+b1+a1', '.review .accuracy');
    await page.click('.mistakes button:text-is("Show the better move") >> nth=0');
    await page.waitForSelector('.mistakes >> text=Better:');
    assert.match(await page.locator('.review').innerText(), /Blunder[\s\S]*c3: 6 stones in 3 heaps\./);
    await visit(page, '#/game/nim', '.tabs');
    await openTab(page, 'explorer');
    await page.waitForSelector('.explored tbody tr.is-win:nth-child(1) .move:text("c3")');
    assert.equal(await page.locator('.explored tbody tr.is-loss').count(), 8);
    // The table knows all of these moves, so the book is not asked for; it is there.
    assert.match(await page.evaluate(async () => (await moduleOf('js/game.js')).bookOf('nim')), /^tablier-book 2 nim\n/);
    assert.equal((await network).status(), 200);
    await openTab(page, 'moves');
    await visit(page, '#/game/nim?heaps=6', '.lines li');
    await page.waitForSelector('.evaltext >> text=Win for Player 2 in 17 moves, proven.');
});

pageTest('Nim: a position is set up', {}, async (page) => {
    const becomes = (text) => page.waitForFunction((wanted) => document.querySelector('.view-edit .wide')?.value === wanted, text);
    await visit(page, '#/edit/nim', '.board [data-square]');
    await page.click('.board [data-square="a4"]');
    await becomes('4/3/5 1');
    await page.click('.board [data-square="c5"]');
    await becomes('4/3/4 1');
    await page.click('[data-id="turn-2"]');
    await becomes('4/3/4 2');
    assert.equal(await page.locator('.board .nim-stone').count(), 11);
});

pageTest('Nim: a puzzle with replies', {}, async (page) => {
    await visit(page, '#/puzzle/nim/psvdtt', '.puzzle .board.is-open');
    assert.match(await page.innerText('.task'), /in 3 moves/);
    await enterMove(page, 'b2');
    await page.locator('.verdict').getByText('Try again').waitFor();
    const verdict = () => page.locator('.verdict').innerText();
    for (let i = 0; i < 3 && !/Solved/.test(await verdict()); i++) {
        await page.waitForSelector('.puzzle .board.is-open');
        const heaps = await heapsOf(page);
        await enterMove(page, winningMove(heaps));
        await page.waitForFunction((before) => document.querySelectorAll('.puzzle .nim-stone').length < before,
            heaps.reduce((a, b) => a + b));
        await page.locator('.verdict').getByText(/Right|Solved/).waitFor();
    }
    assert.match(await verdict(), /Solved/);
});

pageTest('Nim: a refusal, a lesson, the rules in French, an analysis', { locale: 'fr-FR' }, async (page) => {
    await startGame(page, 'nim', { seats: ['person', 'person'] });
    await settled(page);
    await page.click('.play [data-square="a5"]');
    await page.waitForSelector('.play .refusal:not(:empty)');
    await visit(page, '#/learn/nim', '.board.is-open');
    await page.click('.lesson [data-square="c1"]');
    await page.waitForSelector('.verdict.is-good');
    await visit(page, '#/learn/nim/2', '.lesson >> text=Laissez deux tas égaux.');
    await page.waitForSelector('.lesson .board.is-open');
    await page.click('.lesson [data-square="c2"]');
    await page.waitForSelector('.verdict.is-good');
    await visit(page, '#/rules/nim', 'figure .board.is-open');
    assert.match(await page.locator('article').innerText(), /Prenez la dernière pierre/);
    await visit(page, '#/game/nim?moves=c5', '.review .accuracy');
    await openTab(page, 'engine');
    await page.waitForSelector('.lines .score.is-exact');
});

pageTest('Nim online, between two people', {}, async (ann) => {
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: 'block' });
    try {
        const bob = await watch(await context.newPage());
        await visit(ann, '#/new/nim?online', '[name=where]');
        await ann.click('form.setup [type=submit]');
        await ann.waitForSelector('.invite');
        await bob.goto(await ann.locator('.invite input').first().inputValue());
        await bob.click('.join [type=submit]');
        for (const [page, square] of [[ann, 'c1'], [bob, 'b2'], [ann, 'b1'], [bob, 'a1']]) {
            await page.waitForSelector('.play .board.is-open');
            await page.click(`.play [data-square="${square}"]`);
        }
        for (const page of [ann, bob])
            await page.waitForSelector('.status.is-over');
        assert.deepEqual(bob.troubles, []);
    } finally {
        await context.close();
    }
});
