/* Studying: variations, comments, drawings, tabs, and the list of analyses. */
import assert from 'node:assert/strict';
import { RECORD, exported, inTree, keptTree, paste, pasteMoves } from './analysis.js';
import { boxOf, checkAxe, enter, fromMenu, openTab, pageTest, server, settled, shot, startGame, typeMove, visit, watch } from './harness.js';

pageTest('a record is imported, with variations, lines and exact values', {}, async (page) => {
    await pasteMoves(page, RECORD);
    await inTree(page, 8);
    await page.waitForSelector('.lines li');
    await page.locator('main').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('.tree .move[aria-current]:text-is("c2")');
    await enter(page, 'b5');
    await inTree(page, 9);
    assert.equal(await page.locator('.tree .branch').count(), 1);
    await page.click('text=Make main line');
    await page.waitForFunction(() => document.querySelector('.tree .branch .move')?.textContent.startsWith('c4'));
    await page.reload();
    await inTree(page, 9);
    await openTab(page, 'moves');
    await page.click('text=Delete from here');
    await inTree(page, 8);
    await page.waitForFunction(() => document.querySelectorAll('.graph .dot').length >= 8);
    await shot(page, 'study');
});

pageTest('analyses are listed, named and deleted; a game has one', { bypassCSP: true }, async (page) => {
    await startGame(page, 'dorix', { seats: ['person', 'person'] });
    for (const move of ['b2', 'c3']) {
        await settled(page);
        await typeMove(page, move);
    }
    const table = page.url();
    await fromMenu(page, 'Analyse');
    await inTree(page, 2);
    const study = page.url();
    await openTab(page, 'moves');
    await page.getByRole('button', { name: 'Name of the analysis' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Two corners');
    await page.keyboard.press('Enter');
    await page.waitForSelector('h1:text-is("Two corners")');
    await page.goto(table);
    await settled(page);
    await typeMove(page, 'a1');
    await fromMenu(page, 'Analyse');
    await inTree(page, 3);
    assert.equal(page.url(), study);
    await visit(page, '#/game/dorix', '.view-study .board'); // an empty one is not listed
    await visit(page, '#/import', '.kept-games');
    assert.match(await page.locator('.kept-games .what').innerText(), /^Two corners\s+Dorix · 3 moves/);
    await checkAxe(page, 'analyses');
    await page.getByRole('button', { name: 'Rename the analysis “Two corners”' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Corners');
    await page.click('dialog >> text=Save');
    await page.waitForSelector('.kept-games >> text=/^Corners$/');
    await page.getByRole('button', { name: /Delete the analysis/ }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.reload();
    await page.waitForSelector('.kept-games >> text=/^Corners$/');
    await page.getByRole('button', { name: /Delete the analysis/ }).click();
    await page.reload();
    await page.waitForSelector('textarea');
    assert.equal(await page.locator('.kept-games').count(), 0);
});

pageTest('comments are written, changed and deleted, and go with the record', {}, async (page) => {
    await page.addInitScript(() => localStorage.setItem('tablier.settings', JSON.stringify({ engine: false })));
    await pasteMoves(page, RECORD);
    await inTree(page, 8);
    await page.click('.tree .move >> nth=2');
    await page.waitForSelector('.tree .move[aria-current]:text-is("c4")');
    await page.getByRole('button', { name: 'Comment' }).click();
    await checkAxe(page, 'comment');
    await page.getByLabel('About c4').fill('Bold {too bold}?\n[%eval 1] says so.');
    await page.click('dialog .main');
    await page.waitForSelector('.tree .said:text-is("Bold (too bold)? [eval 1] says so.")');
    await page.locator('.tree .said').scrollIntoViewIfNeeded();
    const [said, tree] = [await boxOf(page, '.tree .said'), await boxOf(page, '.tree')];
    assert.ok(said.top >= tree.top && said.bottom <= tree.bottom, 'the comment stands among the moves');
    await page.reload();
    await page.waitForSelector('.tree .said', { state: 'attached' });
    const text = await exported(page, 'text');
    assert.match(text, /c4 \{[^}]*Bold \(too bold\)\?\s\[eval 1\]\ssays\sso\./);
    await pasteMoves(page, text);
    await page.waitForSelector('.tree .said');
    await page.click('.tree .move:text-is("c4")');
    await page.getByRole('button', { name: 'Edit the comment' }).click();
    await page.getByLabel('About c4').fill('Bold.');
    await page.click('dialog .main');
    await page.waitForSelector('.tree .said:text-is("Bold.")');
    await page.getByRole('button', { name: 'Edit the comment' }).click();
    await page.click('dialog >> text=Delete');
    await page.waitForSelector('.tree .said:text-is("Bold.")', { state: 'detached' });
    assert.equal((await exported(page, 'text')).includes('Bold'), false);
});

/** The middle of a square on the screen. */
const middleOf = async (page, square) => {
    const { left, top, right, bottom } = await boxOf(page, `.study [data-square=${square}]`);
    return [(left + right) / 2, (top + bottom) / 2];
};

/** Drags with the right button. */
async function draw(page, from, to) {
    await page.mouse.move(...await middleOf(page, from));
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(...await middleOf(page, to), { steps: 3 });
    await page.mouse.up({ button: 'right' });
}

/** The colours of what is drawn: squares, then arrows. */
const drawn = (page) => page.locator('.b-drawn > *').evaluateAll((all) => all.map(({ localName, classList }) =>
    (localName === 'rect' ? 'square ' : 'arrow ') + [...classList].find((name) => /^b-drawn-.$/.test(name)).at(-1)).sort());

pageTest('squares and arrows: drawn with the mouse and by keyboard, kept, exported, in the link', { bypassCSP: true }, async (page) => {
    await page.addInitScript(() => localStorage.setItem('tablier.settings', JSON.stringify({ engine: false })));
    await visit(page, '#/game/dorix?moves=b2+c3', '.review .accuracy');
    await openTab(page, 'moves');
    await draw(page, 'a1', 'd4');
    await page.keyboard.down('Shift');
    await draw(page, 'b3', 'b3');
    await page.keyboard.up('Shift');
    assert.deepEqual(await drawn(page), ['arrow G', 'square R']);
    await draw(page, 'b3', 'b3'); // another colour
    assert.deepEqual(await drawn(page), ['arrow G', 'square G']);
    await draw(page, 'b3', 'b3'); // the same again takes it away
    assert.deepEqual(await drawn(page), ['arrow G']);
    await page.getByRole('button', { name: 'Draw in blue' }).press('Enter');
    await page.locator('.board [data-square=b3]').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    assert.deepEqual(await drawn(page), ['arrow B', 'arrow G']);
    await page.mouse.click(...await middleOf(page, 'd1')); // with the pen, too
    assert.deepEqual(await drawn(page), ['arrow B', 'arrow G', 'square B']);
    await inTree(page, 2); // and nothing was played
    await checkAxe(page, 'drawings');
    await page.getByRole('button', { name: 'Draw in blue' }).click();
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll('.b-drawn > *').length === 3);
    await page.locator('main').focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.querySelectorAll('.b-drawn > *').length === 0);
    await openTab(page, 'moves');
    await page.click('text=Share and export');
    const link = await page.getByRole('textbox', { name: 'A link that contains' }).inputValue();
    assert.match(link, /draw=2:Ga1d4,Bb3c3,Bd1/);
    await page.keyboard.press('Escape');
    const texts = [await exported(page, 'text'), await exported(page, 'json'), link];
    assert.match(texts[0], /c3\s+\{[^}]*\[%csl Bd1\]\s\[%cal Ga1d4,Bb3c3\]/);
    for (const text of texts) {
        await pasteMoves(page, text);
        await page.click('.tree .move:has-text("c3")');
        await page.waitForFunction(() => document.querySelectorAll('.b-drawn > *').length === 3);
    }
    await page.getByRole('button', { name: 'Clear the drawings' }).click();
    assert.deepEqual(await drawn(page), []);
    await page.goto(link.replace('Bd1', 'Bd9').replace('study/dorix', '#/game/dorix'));
    await page.waitForSelector('text=is not a drawing on this board');
});

pageTest('a long press draws, and plays nothing', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page) => {
    await visit(page, '#/game/dorix', '.study .board.is-open');
    const client = await page.context().newCDPSession(page);
    const touch = async (type, square) => {
        const [x, y] = square ? await middleOf(page, square) : [];
        await client.send('Input.dispatchTouchEvent', { type, touchPoints: square ? [{ x, y }] : [] });
    };
    await touch('touchStart', 'b2');
    await page.waitForSelector('.b-drawn-square', { state: 'attached' }); // it rests there until it is drawn
    await touch('touchMove', 'c4');
    await page.waitForSelector('.b-arrow.is-drawn', { state: 'attached' });
    await touch('touchEnd');
    await page.waitForFunction(() => JSON.parse(localStorage.getItem(`tablier.study.${location.hash.split('/')[2]}`)).said[0]?.drawings?.[0] === 'Gb2c4');
    await inTree(page, 0);
    assert.equal(await page.locator('[data-id=confirm]').count(), 0);
});

pageTest('the tabs of an analysis follow the keys, and arrows elsewhere step', {}, async (page) => {
    await visit(page, '#/game/dorix?moves=b2+c3', '.review .accuracy');
    const selected = () => page.locator('[role=tab][aria-selected=true]').getAttribute('data-tab');
    await page.locator('[role=tab][aria-selected=true]').focus();
    for (const [key, wanted] of [['ArrowRight', 'explorer'], ['End', 'engine'], ['ArrowRight', 'moves'], ['ArrowLeft', 'engine'], ['Home', 'moves']]) {
        await page.keyboard.press(key);
        assert.equal(await selected(), wanted);
        assert.equal(await page.evaluate(() => document.activeElement.dataset.tab), wanted);
        assert.equal(await page.locator('[role=tabpanel]:visible').count(), 1);
    }
    assert.equal(await page.locator('.tree [aria-current]').innerText(), 'c3');
    await page.locator('main').focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('.tree .move[aria-current]:text-is("b2")');
    await openTab(page, 'review');
    await page.locator('.graph .hit').nth(2).dispatchEvent('click'); // the curve may be redrawn meanwhile
    await page.waitForSelector('.status >> text=Player 1 to move.');
});

pageTest('a move that comes too late for its place is not played elsewhere', {}, async (page) => {
    await paste(page, '[Game "Tic Tac Doh"]\n\n1. Sc3 Mb2 2. Ld3 Sc4 3. Mb4 *\n');
    await page.waitForSelector('.review .accuracy');
    await page.click('text=Learn from the mistakes');
    await page.waitForSelector('.status:has-text("Find a better move than Mb2.")');
    await openTab(page, 'explorer');
    await page.waitForSelector('.explored button:text-is("Mb3")');
    // While one good move is looked at the best is played, which is known at once.
    await page.evaluate(() => ['Mb3', 'Mc2'].forEach((move) =>
        [...document.querySelectorAll('.explored button')].find(({ textContent }) => textContent === move).click()));
    await page.waitForSelector('.status:has-text("Mc2 is the move!")');
    await page.waitForSelector('.lines li', { state: 'attached' });
    await page.reload();
    await inTree(page, 6);
    assert.deepEqual((await keptTree(page))[1].slice(2), [['Mc2']]);

    await visit(page, '#/game/dorix', '.explored button:text-is("d1")');
    await page.locator('.explored button:text-is("d1")').evaluate((one) => {
        one.click();
        one.click();
    });
    await inTree(page, 1);
    await page.reload();
    await inTree(page, 1);
    assert.deepEqual(await keptTree(page), ['', ['d1']]);
});

pageTest('an analysis with a move that the rules refuse opens without it', {}, async (page) => {
    await visit(page, '#/game/dorix?moves=b2', '.tabs');
    await inTree(page, 1);
    await page.goto(`${server.url}#/about`);
    await page.waitForSelector('.view-about h1');
    await page.evaluate(() => {
        const name = Object.keys(localStorage).find((key) => key.startsWith('tablier.study.')), saved = JSON.parse(localStorage.getItem(name));
        Object.assign(saved, { tree: ['', ['b2', ['c3'], ['b2', ['a1']]]], path: [0, 1, 0], values: [], said: [] });
        localStorage.setItem(name, JSON.stringify(saved));
        location.hash = `#/study/${saved.id}`;
    });
    await inTree(page, 2);
    assert.match(await page.locator('.notice').innerText(), /^Move 2 'b2': /);
    assert.equal(await page.locator('.tree .move[aria-current]').innerText(), 'b2');
    assert.deepEqual(await keptTree(page), ['', ['b2', ['c3']]]);
});

pageTest('two tabs with one analysis: the later work is kept', {}, async (page) => {
    await visit(page, '#/game/dorix?moves=b2+c3', '.review .accuracy');
    await openTab(page, 'engine');
    await page.uncheck('.play-side .check input');
    const other = await watch(await page.context().newPage()), study = page.url();
    await other.goto(study);
    await inTree(other, 2);
    await enter(other, 'a1');
    await inTree(other, 3);
    await inTree(page, 3);
    assert.equal(await page.locator('.tree .move[aria-current]').innerText(), 'c3');
    await other.close();
    await visit(page, '#/about', '.view-about h1');
    await page.goto(study);
    await inTree(page, 3);

    // Changes stored while events are off are not overwritten on leaving, and a deleted analysis stays deleted.
    const name = `tablier.study.${study.split('/').at(-1)}`, kept = () => page.evaluate((key) => localStorage.getItem(key), name);
    await page.evaluate((key) => {
        const saved = JSON.parse(localStorage.getItem(key));
        localStorage.setItem(key, JSON.stringify({ ...saved, version: saved.version + 1, tree: ['', ['d4']], path: [0], review: undefined }));
    }, name);
    await visit(page, '#/about', '.view-about h1');
    assert.deepEqual(JSON.parse(await kept()).tree, ['', ['d4']]);
    await page.goto(study);
    await inTree(page, 1);
    await page.evaluate((key) => localStorage.removeItem(key), name);
    await visit(page, '#/about', '.view-about h1');
    assert.equal(await kept(), null);
});

pageTest('the analysis of a game is of that game, whatever its table was before', {}, async (page) => {
    await visit(page, '#/about', '.view-about h1');
    const [first, others, again, reused] = await page.evaluate(async () => {
        const { studyOf, Study } = await moduleOf('js/study.js');
        const record = { game: 'quoridor', players: 2, options: { size: 5 }, position: null, repetition: 3, swap: false, moves: ['c2'] };
        const one = studyOf(record, ['Ann', 'level:1'], { source: 'table', seat: 1 });
        const three = studyOf({ ...record, players: 3, moves: [] }, ['Ann', 'level:1', 'level:1'], { source: 'table', seat: 1 });
        const turned = studyOf({ ...record, moves: ['c2', 'c4'] }, ['level:2', 'Ann'], { source: 'table', seat: 2 });
        const { names, seat } = Study.load(turned);
        return [one, three, turned, { names, seat }];
    });
    assert.notEqual(first, others);
    assert.equal(again, first);
    assert.deepEqual(reused, { names: ['level:2', 'Ann'], seat: 2 });
});
