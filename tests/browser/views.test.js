/* Languages, the themes, a small window under a finger, the keyboard, screen readers. */
import assert from 'node:assert/strict';
import { assertWhole, checkAxe, chooseSeats, fromMenu, offerLanguages, pageTest, played, recordOf, server, settled, shot, smallTargets, startGame, typeMove, visit, switchLanguage } from './harness.js';
import { makeGame } from './visitors.js';

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

pageTest('French by the browser; the switch', { locale: 'fr-FR', ...PHONE }, async (page) => {
    for (const [game, title] of [['orbital', 'Nouvelle partie d’Orbital'], ['dorix', 'Nouvelle partie de Dorix']]) {
        await visit(page, `#/new/${game}`, 'form.setup');
        assert.equal(await page.locator('h1').innerText(), title);
    }
    await visit(page, '#/', '.cards');
    assert.equal(await page.locator('h1').innerText(), 'Quatre jeux, une table');
    await switchLanguage(page);
    await page.waitForSelector('text=Four games, one table');
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
});

pageTest('of three languages there is a list; what cannot be read leaves the page in English', { fresh: true, ...PHONE }, async (page) => {
    await offerLanguages(page, ['de', 'fr']);
    await page.route('**/tablier/lang/de.mo', (route) => route.fulfill({ contentType: 'application/octet-stream', body: 'nothing' }));
    await visit(page, '#/', '.cards');
    assert.deepEqual(await page.locator('select[data-tool=lang] option').evaluateAll((all) => all.map((one) => one.value)), ['en', 'de', 'fr']);
    assert.deepEqual(await smallTargets(page), []);
    await shot(page, 'languages-360');
    await page.selectOption('[data-tool=lang]', 'fr');
    await page.waitForSelector('text=Quatre jeux, une table');
    assert.equal(await page.inputValue('[data-tool=lang]'), 'fr');
    await page.selectOption('[data-tool=lang]', 'de');
    await page.waitForSelector('text=Four games, one table');
    await page.waitForSelector('.notice >> text=This language could not be loaded: Deutsch.');
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
    await visit(page, '#/settings', '[name=lang]');
    assert.deepEqual(await page.locator('label:has([name=lang])').allInnerTexts(), ['As the browser', 'English', 'Deutsch', 'Français']);
    await page.reload();
    await page.waitForSelector('[name=lang]');
    assert.equal(await page.locator('h1').innerText(), 'Settings');
});

pageTest('a host without the list of languages serves the page in English', { fresh: true, locale: 'fr-FR' }, async (page) => {
    await offerLanguages(page, null);
    await page.route('**/tablier/lang/index.json', (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }));
    await visit(page, '#/', '.cards');
    assert.equal(await page.locator('h1').innerText(), 'Four games, one table');
    assert.equal(await page.locator('[data-tool=lang]').count(), 0);
});

/** The texts of the buttons that can be seen. */
const buttonTexts = (page) => page.locator('button').evaluateAll((all) => all
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.innerText.trim()).map((one) => one.innerText.trim().replace(/\s+/g, ' ')));

pageTest('French on a phone: no two buttons at a table have the same name', { locale: 'fr-FR', ...PHONE }, async (page) => {
    const assertDifferent = async (name) => {
        const texts = await buttonTexts(page);
        assert.ok(texts.includes('Annuler'), `${name}: ${texts}`);
        assert.deepEqual(texts.filter((text, i) => texts.indexOf(text) !== i), [], name);
    };
    await startGame(page, 'dorix', { seats: ['person', 'person'] });
    await settled(page);
    await page.tap('.play [data-square=b2]');
    await page.waitForSelector('[data-id=cancel]');
    await assertDifferent('here');
    assert.ok((await buttonTexts(page)).includes('Reprendre'));
    const { links } = await makeGame({ game: 'quoridor' });
    await page.goto(links[0]);
    await page.waitForSelector('.view-online .board.is-open');
    await page.tap('.play [data-square=e2]');
    await page.waitForSelector('[data-id=cancel]');
    await assertDifferent('online');
    await assertWhole(page, '.main-bar button');
});

pageTest('French marks keep to the word before them', { locale: 'fr-FR' }, async (page) => {
    await visit(page, '#/settings', '[name=board]');
    const loose = await page.evaluate(async () => {
        const { say } = await moduleOf('js/i18n.js'), { en } = await moduleOf('js/lang/en.js'), games = await moduleOf('games/games.js');
        const keys = [...Object.keys(en), ...Object.entries(games).flatMap(([game, { en: words }]) => Object.keys(words).map((key) => `${game}:${key}`))];
        return keys.filter((key) => / [:;!?%»]|« /.test(say(key, 'x', 'x', 'x', 'x')));
    });
    assert.deepEqual(loose, []);
    await visit(page, '#/learn/dorix/goal', '.board .b-svg');
    assert.doesNotMatch(await page.locator('.lesson').evaluate((lesson) => lesson.textContent), / [:;!?%»]|« /);
});

for (const [locale, wanted] of Object.entries({ 'en-GB': '1,234,567.5', 'fr-FR': '1\u202f234\u202f567,5', 'it-IT': '1.234.567,5' }))
    pageTest(`numbers as they are written in ${locale}`, { locale }, async (page) => {
        await visit(page, '#/settings', '[name=board]');
        assert.equal(await page.evaluate(async () => (await moduleOf('js/i18n.js')).number(1234567.5, 1)), wanted);
        assert.equal(await page.evaluate(async () => (await moduleOf('js/i18n.js')).number(-123.6)), '-124');
    });

pageTest('what the button that deletes says is what it deletes', {}, async (page) => {
    const parts = ['game.a', 'study.a', 'learn.dorix', 'online.a', 'turns', 'puzzles.ratings', 'settings'];
    await visit(page, '#/about', '.keys');
    await page.evaluate((names) => names.forEach((name) => localStorage.setItem(`tablier.${name}`, '{}')), parts);
    const clear = page.getByRole('button', { name: /^(Delete|Forget) all/ });
    assert.equal(await clear.innerText(), 'Delete all games, analyses, tutorial progress and online seats from this browser');
    await clear.click();
    assert.match(await page.locator('dialog').innerText(), /games, analyses, tutorial progress and online seats/);
    await page.click('dialog .main');
    await page.waitForSelector('.notice >> text=Deleted.');
    assert.deepEqual(await page.evaluate((names) => names.filter((name) => localStorage.getItem(`tablier.${name}`)), parts), ['puzzles.ratings', 'settings']);
});

pageTest('the first stop of the Tab key on a board is a square with a name', {}, async (page) => {
    await visit(page, '#/', '.cards');
    for (const game of ['dorix', 'quoridor']) {
        await visit(page, `#/start/${game}`, '.play .board.is-open');
        await page.waitForFunction(() => document.activeElement.matches('.view-play h1'));
        await page.keyboard.press('Tab');
        assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.outerHTML.slice(0, 60)), /^[a-i][1-9], /);
        await page.waitForSelector('.b-ring > *', { state: 'attached' });
    }
});

pageTest('an address that leads nowhere: the page says so and has a way home', {}, async (page) => {
    await page.goto(`${server.url}nothing/here`);
    assert.equal(await page.locator('h1').innerText(), 'Page not found');
    assert.deepEqual(await page.locator('.failure [lang]').evaluateAll((all) => all.map((one) => one.lang)), ['de', 'es', 'fr', 'it']);
    assert.equal((await page.request.get(`${server.url}nothing/here`)).status(), 404);
    await checkAxe(page, 'not found');
    await shot(page, 'not-found');
    page.troubles = page.troubles.filter((text) => !/404/.test(text));
    await page.click('.failure a');
    await page.waitForSelector('.cards');
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
    await visit(page, '#/settings', '[name=theme]');
    await page.check('[name=theme][value=auto]');
    const offered = () => page.getAttribute('[data-tool=theme]', 'aria-label');
    assert.equal(await offered(), 'Dark colours');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForSelector('[data-tool=theme][aria-label="Light colours"]');
});

pageTest('parts of the page from before an update: a message in both languages, and reloading repairs it', { fresh: true }, async (page) => {
    const older = (path, contentType, body) => page.route(`**/${path}`, (route) => route.fulfill({ contentType, body }));
    await older('tablier.wasm', 'application/wasm', Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])); // a module, but not ours
    await page.goto(`${server.url}#/new/dorix`);
    assert.match(await page.locator('.failure').innerText(), /Tablier has been updated[\s\S]*Reload/);
    await switchLanguage(page);
    await page.waitForSelector('.failure >> text=Tablier a une nouvelle version');
    await page.unrouteAll();
    await page.click('text=Recharger');
    await page.waitForSelector('form.setup');
    // The server has been updated, so that the scripts of this version are not there any more.
    await page.goto('about:blank');
    await page.goto(server.url);
    await page.waitForSelector('.cards');
    await page.route('**/rest-*.js', (route) => route.fulfill({ status: 404 }));
    await page.route(server.url, (route) => route.fulfill({ contentType: 'text/html', body: '<script src="v/0123/tablier/app.js">' }));
    await page.evaluate(() => { location.hash = '#/about'; });
    await page.waitForSelector('.failure >> text=Tablier a une nouvelle version');
    page.troubles = page.troubles.filter((text) => !/404/.test(text));
    await page.unrouteAll();
    await page.click('text=Recharger');
    await page.waitForSelector('.view-about .keys');
});

pageTest('a view that was left before it was there leads nowhere', {}, async (page) => {
    for (const hash of ['#/start/dorix', '#/game/dorix?moves=b2', '#/puzzle/dorix']) {
        let release, ask;
        const asked = new Promise((resolve) => { ask = resolve; }), held = new Promise((resolve) => { release = resolve; });
        await page.route('**/tablier.wasm', async (route) => {
            ask();
            await held;
            await route.continue().catch(() => {}); // of a page that is gone
        });
        await page.goto('about:blank');
        await page.goto(server.url + hash);
        await asked;
        await page.evaluate(() => { location.hash = '#/settings'; });
        await page.waitForSelector('.view-settings h1');
        release();
        const kept = await page.evaluate(async () => {
            await (await moduleOf('js/rules.js')).open({ game: 'dorix' });
            await (await moduleOf('js/puzzles.js')).nextPuzzle('dorix');
            return Object.keys(localStorage).filter((name) => /^tablier.(game|study)[.]/.test(name));
        });
        assert.equal(new URL(page.url()).hash, '#/settings', hash);
        assert.deepEqual(kept, [], hash);
        await page.unrouteAll({ behavior: 'wait' });
    }
});

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
    assert.equal(await page.locator('.play .b-ring > *').count(), 0, 'a frame that is for the keyboard');
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

pageTest('a phone: a hint makes room for the move; a tap where the pawn falls confirms it too', PHONE, async (page) => {
    await visit(page, `#/new/dorix?position=${encodeURIComponent('b2:1,c2:2 14/14 1')}`, 'form.setup');
    await chooseSeats(page, ['person', 'person']);
    await page.click('form.setup button[type=submit]');
    await settled(page);
    await page.tap('.main-bar >> text=Hint');
    await page.waitForSelector('.hint:not(:empty)');
    await page.tap('.play [data-square=b2]');
    await page.waitForSelector('[data-id=confirm] >> text=b2:c2');
    await page.locator('.hint').waitFor({ state: 'hidden' });
    await page.tap('.play [data-square=c2]');
    await played(page, 0);
    assert.deepEqual((await recordOf(page)).moves, ['b2:c2']);
    await fromMenu(page, 'Resign');
    await page.click('dialog .main');
    const [again, flip] = ['Play again', 'Flip'].map((text) => page.locator(`.main-bar >> text=${text}`));
    await again.waitFor();
    assert.ok((await again.boundingBox()).height < 1.5 * (await flip.boundingBox()).height, 'more than a line');
    await assertWhole(page, '.main-bar button, .main-bar button span');
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

pageTest('a position that was set up is there again on the way back, and in the other language', {}, async (page) => {
    const POSITION = 'b2:1,c3:2 14/14 2', text = page.locator('.view-edit .field input.wide');
    await visit(page, '#/edit/dorix', '.view-edit .verdict.is-good');
    await text.fill(POSITION);
    await text.press('Enter');
    await page.waitForFunction((wanted) => location.hash.endsWith(encodeURIComponent(wanted)), POSITION);
    await page.click('.bar button.main');
    await page.waitForSelector('form.setup');
    await page.goBack();
    await page.waitForSelector('.view-edit [data-square=c3][aria-label*="one pawn"]');
    await switchLanguage(page);
    await page.waitForSelector('.view-edit [data-square=c3][aria-label*="un pion"]');
    assert.equal(await text.inputValue(), POSITION);
});

pageTest('a menu closes by a click elsewhere, and the window keeps none that was left', {}, async (page) => {
    await startGame(page, 'dorix', { seats: ['person', 'person'] });
    await settled(page);
    await page.evaluate(() => {
        const heard = globalThis.heard = new Set();
        for (const [name, note] of [['addEventListener', 'add'], ['removeEventListener', 'delete']]) {
            const real = globalThis[name];
            globalThis[name] = (type, listener, ...rest) => {
                if (type === 'pointerdown')
                    heard[note](listener);
                real.call(globalThis, type, listener, ...rest);
            };
        }
    });
    const heard = () => page.evaluate(() => globalThis.heard.size);
    await startGame(page, 'dorix', { seats: ['person', 'person'] });
    await settled(page);
    assert.equal(await heard(), 0);
    await page.click('.menu-button');
    assert.equal(await heard(), 1);
    await page.click('.status');
    await page.waitForSelector('.menu-list', { state: 'hidden' });
    assert.equal(await heard(), 0);
    await page.click('.menu-button');
    await visit(page, '#/about', '.keys');
    await page.click('h1');
    assert.equal(await heard(), 0);
});

// ---- The first view, and the games that are kept ---------------------------------------------

/** How many moves have been played on the board of a card. */
const plyOf = (page, game) => page.evaluate((name) => document.querySelector(`.card-${name} .mini`)?.dataset.ply, game);

/** Waits until the board of a card has gone on. */
async function goesOn(page, game) {
    const before = await plyOf(page, game);
    await page.waitForFunction(([name, old]) =>
        document.querySelector(`.card-${name} .mini`)?.dataset.ply !== old, [game, before]);
}

pageTest('home replays a game of each kind, on the boards that are seen, until it is stopped', {
    reducedMotion: 'no-preference', viewport: { width: 360, height: 640 },
}, async (page) => {
    await visit(page, '#/', '.card-dorix .board');
    await goesOn(page, 'dorix');
    assert.equal(await page.locator('.card-orbital .board').count(), 0, 'a board off the screen is drawn');
    await page.locator('.card-orbital').evaluate((card) => card.scrollIntoView({ block: 'center' }));
    await goesOn(page, 'orbital');
    const unseen = await plyOf(page, 'dorix');
    for (let i = 0; i < 2; i++)
        await goesOn(page, 'orbital');
    assert.equal(await plyOf(page, 'dorix'), unseen, 'a board off the screen goes on');
    await page.click('text=Stop the boards');
    const settle = () => page.evaluate(async () => (await moduleOf('js/parts/miniature.js')).inTurn(async () => {}));
    await settle();
    const stopped = await plyOf(page, 'orbital');
    await page.waitForTimeout(1300); // twice the time of a step; only a fault can make it fail
    await settle();
    assert.equal(await plyOf(page, 'orbital'), stopped);
    await page.click('text=Let the boards play');
    await goesOn(page, 'orbital');
});

pageTest('the boards of the home view do not move with reduced motion', {}, async (page) => {
    await visit(page, '#/', '.card-dorix .mini[data-ply] .b-pieces :first-child');
    assert.equal(await page.locator('text=Stop the boards').count(), 0);
    assert.equal(await page.locator('.mini [tabindex="0"]').count(), 0);
});

/** Keeps games as if they had been played. */
async function keepGames(page) {
    await visit(page, '#/', '.cards');
    await page.evaluate(async () => {
        const { newGame, saveGame, restoreGame } = await moduleOf('js/saved.js');
        const { open } = await moduleOf('js/rules.js');
        const me = { kind: 'person', name: '' }, computer = (level) => ({ kind: 'computer', level });
        const keep = async (game, moves, seats, day) => {
            const { record, over } = await open({ game, players: seats.length, moves: moves.split(' ') });
            const made = newGame(record, seats, null);
            made.over = over;
            saveGame(made);
            if (day)
                restoreGame({ ...made, touched: new Date(day).getTime() });
        };
        const WON = 'Sc3 Md3 Ld3 Lb3 Mb3 Sb3 Md2 Mc4 Mb2 Lc4 Sc2 Sb2 Sd2';
        await keep('quoridor', 'e2 e8 e3 e7', [me, computer(3)]);
        await keep('dorix', 'b2 c3 a1', [{ kind: 'person', name: 'Ann' }, { kind: 'person', name: 'Bob' }]);
        await keep('tictacdoh', WON, [me, computer(3)], '2026-03-05');
        await keep('tictacdoh', WON, [computer(5), me], '2026-04-07');
        await keep('tictacdoh', WON, [{ kind: 'person', name: 'Zoé' }, { kind: 'person', name: 'Bob' }], '2026-05-09');
    });
    await page.reload();
    await page.waitForSelector('.kept-games');
}

pageTest('empty tables push out no game that was begun', {}, async (page) => {
    await visit(page, '#/about', '.keys');
    const kept = await page.evaluate(async () => {
        const { newGame, restoreGame, savedGames } = await moduleOf('js/saved.js');
        const seats = [1, 2].map(() => ({ kind: 'person', name: '' })), now = Date.now(), minute = 60000;
        const keep = (moves, future, age) => restoreGame({
            ...newGame({ game: 'dorix', players: 2, options: {}, moves, swap: false, repetition: 3 }, seats, null),
            future, touched: now - age * minute,
        });
        const count = () => {
            const games = savedGames(), moved = games.filter(({ record }) => record.moves.length > 0).length;
            return [moved, games.filter(({ future }) => future.length > 0).length, games.length];
        };
        keep(['b2'], [], 5000);
        keep([], ['b2'], 5000); // all of it taken back
        keep([], [], 2000);
        const before = count();
        for (let i = 0; i < 40; i++)
            keep([], [], i);
        const after = count();
        for (let i = 0; i < 40; i++)
            keep(['b2'], [], i);
        return [before, after, count()];
    });
    assert.deepEqual(kept, [[1, 1, 2], [1, 1, 12], [30, 0, 40]]);
});

pageTest('home for those who return: games that wait, today’s puzzle, the last result; deleting a game can be undone', { bypassCSP: true }, async (page) => {
    await keepGames(page);
    const rows = page.locator('.kept-games li');
    await page.waitForFunction(() => /Your turn/.test(document.querySelector('.kept-games').innerText));
    assert.match(await rows.filter({ hasText: 'Quoridor' }).innerText(), /against Computer · level 3\s+Move 3 · Your turn/);
    await page.waitForFunction(() => /Bob to move/.test(document.querySelector('.kept-games').innerText));
    assert.match(await rows.filter({ hasText: 'Dorix' }).innerText(), /Ann and Bob\s+Move 2 · Bob to move/);
    await page.waitForSelector('.kept-games .mini .b-pieces :first-child');
    await checkAxe(page, 'home with games');
    await page.getByRole('button', { name: 'Delete this game of Quoridor against Computer · level 3' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.is-deleted');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Undo');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.is-deleted', { state: 'detached' });
    await page.reload();
    await page.waitForSelector('.kept-games');
    assert.equal(await rows.count(), 2);
    await page.getByRole('button', { name: 'Delete this game of Dorix Ann and Bob' }).click();
    await page.reload();
    await page.waitForSelector('.kept-games');
    assert.equal(await rows.count(), 1);
    // The number of games that wait: in the head, in the title, on the icon.
    assert.equal(await page.getByRole('img', { name: '1 game waits for your move' }).innerText(), '1');
    await page.waitForFunction(() => document.title === '(1) Tablier');
    assert.match(await page.locator('.result').innerText(), /Tic Tac Doh\s+Zoé and Bob/);
    // Today's puzzle is solved right there.
    await page.waitForSelector('.today .board.is-open');
    await page.locator('.today').getByRole('button', { name: 'Solution' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Show the solution' }).click();
    await page.locator('.today .verdict').getByText('Solution:').waitFor();
    await page.getByRole('button', { name: 'Puzzle of the day: Orbital' }).click();
    await page.waitForSelector('.today .play-orbital .board.is-open');
    await checkAxe(page, 'home of those who return');
    await page.click('.kept-games .is-mine a');
    await page.waitForSelector('.table .board.is-open');
    await page.waitForFunction(() => !document.title.startsWith('(')); // it is in sight
    await visit(page, '#/', '.result');
    await page.locator('.result').getByRole('button', { name: 'Review' }).click();
    await page.waitForSelector('.view-study .board');
});

pageTest('all games are searched by everything, in both languages', { bypassCSP: true, viewport: { width: 360, height: 640 } }, async (page) => {
    await keepGames(page);
    await page.click('text=All my games');
    await page.waitForSelector('.view-games .kept-games');
    const rows = page.locator('.kept-games li'), only = async (count, text) => {
        await page.waitForFunction((n) => document.querySelectorAll('.kept-games li').length === n, count);
        for (const row of await rows.allInnerTexts())
            assert.match(row, text);
    };
    await only(5, /Tic Tac Doh|Unfinished/);
    await checkAxe(page, 'all games');
    await shot(page, 'games-360');
    await page.getByLabel('Result').selectOption('won');
    await only(1, /You won\s+against Computer · level 3/);
    await page.getByLabel('Result').selectOption('');
    await page.locator('[name=player]').selectOption('Computer · level 5');
    await only(1, /You lost/);
    await page.click('text=Show all');
    await page.getByLabel('Result').selectOption('open');
    await only(2, /(Quoridor|Dorix) · Unfinished/);
    await page.getByLabel('Result').selectOption('');
    await page.getByLabel('From').fill('2026-04-01');
    await page.getByLabel('To').fill('2026-04-30');
    await only(1, /You lost/);
    await page.getByLabel('From').fill('');
    await page.getByLabel('To').fill('');
    await page.getByLabel('Names, moves, date').fill('zoe sd2');
    await only(1, /Won by Zoé/);
    await page.reload();
    await only(1, /Won by Zoé/);
    await switchLanguage(page);
    await page.waitForSelector('text=Gagnée par Zoé'); // the other language has been drawn
    await only(1, /Gagnée par Zoé/);
    assert.equal(await page.getByLabel('Noms, coups, date').inputValue(), 'zoe sd2');
    await page.getByLabel('Jeu').selectOption('dorix');
    await page.waitForSelector('text=Aucune partie ne correspond');
    await page.getByLabel('Jeu').selectOption('');
    await page.getByRole('button', { name: 'Supprimer' }).click();
    await page.getByRole('button', { name: 'Rétablir' }).click();
    await page.click('.kept-game');
    await page.waitForSelector('.status.is-over');
});

pageTest('statistics: results by opponent, accuracy of reviews, puzzle ratings and the streak', { bypassCSP: true, viewport: { width: 360, height: 640 } }, async (page) => {
    await keepGames(page);
    await page.evaluate(async () => {
        const { dayOf } = await moduleOf('js/puzzles.js'), { restoreGame, savedGames } = await moduleOf('js/saved.js');
        const { studyOf } = await moduleOf('js/study.js'), today = dayOf();
        const keep = (name, value) => localStorage.setItem(`tablier.${name}`, JSON.stringify(value));
        const easier = (seat) => seat.level === 3 ? { ...seat, level: 0 } : seat;
        savedGames().filter(({ over }) => over).forEach((game) => restoreGame({ ...game, won: [1], seats: game.seats.map(easier) }));
        keep('puzzles.ratings', { orbital: { rating: 1180, deviation: 90, volatility: 0.06 } });
        keep('puzzles.days', { orbital: [[today - 9, 1000, 1], [today - 1, 1100, 1], [today, 1180, 6]] });
        const id = studyOf({ game: 'dorix', players: 2, options: {}, moves: ['b2', 'c3'], swap: false, repetition: 3 }, [], { seat: 2 });
        const study = JSON.parse(localStorage.getItem(`tablier.study.${id}`));
        keep(`study.${id}`, { ...study, review: { moves: ['b2', 'c3'], review: { accuracy: [40, 87], moves: [], turning: null }, lang: 'en' } });
    });
    await visit(page, '#/stats', '.plot');
    const rows = (await page.locator('.stats-table tbody tr').allInnerTexts()).map((text) => text.trim().split(/\t|\n/).map((part) => part.trim()).filter(Boolean));
    assert.deepEqual(rows, [['Computer · level 0', '1', '0', '0'], ['Computer · level 5', '0', '0', '1']]);
    await page.getByRole('img', { name: 'Dorix: accuracy 87%' }).waitFor();
    await page.getByRole('img', { name: 'Your Orbital rating: 1180' }).waitFor();
    await page.getByText('Streak: 2 days · best: 2 days').waitFor();
    assert.equal(await page.locator('.days .some, .days .much').count(), 3);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await checkAxe(page, 'statistics');
    await shot(page, 'stats-360');
});
