/* Records and positions: import, export, links, pictures, the editor, bad input. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { RECORD, exported, inTree, paste, pasteMoves } from './analysis.js';
import { checkAxe, fromMenu, openTab, pageTest, root, server, settled, shot, startGame, typeMove, visit } from './harness.js';

pageTest('a shared link opens its view; the game can be taken away as pictures', {}, async (page) => {
    await page.goto(`${server.url}study/quoridor?size=5&walls=3&moves=c2+c4+b3h`);
    await inTree(page, 3);
    assert.match(page.url(), /\/#\/study\/\w+$/);
    await openTab(page, 'moves');
    await page.click('text=Share and export');
    assert.match(await page.locator('dialog input').first().inputValue(), /\/study\/quoridor\?.*moves=c2\+c4\+b3h$/);
    const kinds = { gif: 'GIF89a', png: '\x89PNG', svg: '<svg ' };
    for (const [kind, start] of Object.entries(kinds)) {
        const [download] = await Promise.all([page.waitForEvent('download'), page.click(`dialog button[name=${kind}]`)]);
        assert.equal(download.suggestedFilename(), `quoridor.${kind}`);
        const bytes = await readFile(await download.path());
        assert.equal(bytes.toString('latin1', 0, start.length), start);
        if (kind !== 'gif')
            continue;
        // The browser's own decoder finds the start and three moves, each unlike the one before.
        const sums = await page.evaluate(async (data) => {
            const decoder = new ImageDecoder({ data: Uint8Array.from(data), type: 'image/gif' });
            await decoder.tracks.ready;
            await decoder.completed;
            const all = [];
            for (let i = 0; i < decoder.tracks.selectedTrack.frameCount; i++) {
                const { image } = await decoder.decode({ frameIndex: i }), pixels = new Uint8Array(image.allocationSize());
                await image.copyTo(pixels);
                all.push(pixels.reduce((sum, value, at) => (sum + value * (at % 997)) % 1e9, 0));
            }
            return all;
        }, [...bytes]);
        assert.equal(new Set(sums).size, 4);
        assert.equal(sums.length, 4);
    }
});

pageTest('the address of a shared puzzle stays, and leads to other views and back without loading the page again', {}, async (page) => {
    const [, line] = await readFile(`${root}/web/games/orbital/puzzles.txt`, 'utf8').then((text) => text.split('\n'));
    const [id] = line.split('\t'), shown = `.puzzle[data-puzzle="${id}"] .board.is-open`;
    await page.goto(`${server.url}p/${id}`);
    await page.waitForSelector(shown);
    assert.equal(page.url(), `${server.url}p/${id}`);
    await page.evaluate(() => { globalThis.mark = true; });
    await page.click('.puzzle a[href="#/puzzles/orbital"]');
    await page.waitForSelector('.tile .b-svg');
    assert.equal(page.url(), `${server.url}#/puzzles/orbital`);
    await page.goBack();
    await page.waitForSelector(shown);
    assert.equal(page.url(), `${server.url}p/${id}`);
    await page.click('text=Analyse');
    await page.waitForSelector('.study .board');
    assert.equal(await page.evaluate(() => globalThis.mark), true);
});

pageTest('on a phone links and pictures go to the sheet of the system', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page) => {
    await page.addInitScript(() => {
        globalThis.handed = [];
        navigator.canShare = () => true;
        navigator.share = async ({ url, files = [] }) => {
            globalThis.handed.push({ url, files: files.map(({ name, type, size }) => ({ name, type, empty: size === 0 })) });
            if (files[0]?.name.endsWith('.svg'))
                throw new DOMException('', 'NotAllowedError');
        };
    });
    await visit(page, '#/game/dorix?moves=b2+c3', '.board.is-open');
    await openTab(page, 'moves');
    await page.click('text=Share and export');
    await page.click('dialog button:text-is("Send…")');
    await page.click('dialog button[name=png]');
    await page.waitForFunction(() => globalThis.handed.length === 2);
    const [link, picture] = await page.evaluate(() => globalThis.handed);
    assert.match(link.url, /\/study\/dorix\?.*moves=b2\+c3$/);
    assert.deepEqual(picture.files, [{ name: 'dorix.png', type: 'image/png', empty: false }]);
    // A file that the sheet does not take is saved.
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('dialog button[name=svg]')]);
    assert.equal(download.suggestedFilename(), 'dorix.svg');
});

pageTest('export, link and import agree', {}, async (page) => {
    await startGame(page, 'dorix', { seats: ['person', 'person'] });
    for (const move of ['b2', 'c3', 'a1', 'd4']) {
        await settled(page);
        await typeMove(page, move);
    }
    await fromMenu(page, 'Share and export');
    const link = await page.getByRole('textbox', { name: 'A link that contains' }).inputValue();
    const record = await page.getByLabel('Record', { exact: true }).inputValue();
    const position = await page.getByLabel('Position', { exact: true }).inputValue();
    await shot(page, 'share');
    assert.match(record, /1\. b2 c3 2\. a1 d4 \*/);
    assert.equal(position, 'a1:1,b2:1,c3:2,d4:2 13/13 1');
    await page.goto('about:blank');
    await page.goto(link);
    await inTree(page, 4);
    await paste(page, record);
    await inTree(page, 4);
    await paste(page, position);
    await inTree(page, 0);
    await pasteMoves(page, link);
    await inTree(page, 4);
    await page.click('text=Play on from here');
    await page.waitForSelector('.table .b-seat');
    await settled(page);
});

pageTest('a link has the names of the players; of the computer its level', {}, async (page) => {
    await paste(page, '[Game "Tic Tac Doh"]\n[Player1 "Ann & Éva"]\n[Player2 "level:3"]\n\n1. Sc3 Mb2 2. Ld3 Sc4 3. Mb4 Sc2 *\n');
    await inTree(page, 6);
    const linkHere = async () => {
        await openTab(page, 'moves');
        await page.click('button:text-is("Share and export")');
        return page.getByRole('textbox', { name: 'A link that contains' }).inputValue();
    };
    const link = await linkHere();
    await page.goto('about:blank');
    await page.goto(link);
    await page.waitForSelector('.status >> text=Computer · level 3 wins!');
    assert.deepEqual((await page.locator('.b-seat .who').allInnerTexts()).sort(), ['Ann & Éva', 'Computer · level 3']);
    assert.equal(await linkHere(), link);

    // So has one of a game that is being played; a player without a name has none there either.
    await startGame(page, 'dorix', { seats: ['person', '2'] });
    await settled(page);
    await typeMove(page, 'b2');
    await settled(page);
    await fromMenu(page, 'Share and export');
    const other = new URLSearchParams((await page.getByRole('textbox', { name: 'A link that contains' }).inputValue()).split('?')[1]);
    assert.deepEqual(other.getAll('name'), ['', 'level:2']);

    // Whoever wrote a link, its names are short and of one line.
    const odd = new URLSearchParams({ moves: 'b2' });
    for (const name of ['\u202e<b>\n x</b>', 'y'.repeat(5000), 'one too many'])
        odd.append('name', name);
    await visit(page, `#/game/dorix?${odd}`, '.b-seat');
    assert.deepEqual((await page.locator('.b-seat .who').allInnerTexts()).sort(), ['<b> x</b>', 'y'.repeat(60)]);
});

pageTest('moves and positions are opened whatever game is chosen', {}, async (page) => {
    for (const [text, moves] of [
        ['1. e2 e8 2. e3 d4h *', 4], ['Lc3 Mc3', 2], ['1.Bb2 Tb3s', 2], ['b2 c3 a1', 3], ['e1/e9 10/10 - 2', 0], ['- - 1', 0],
    ]) {
        await paste(page, text);
        await inTree(page, moves);
    }
    await paste(page, 'e2 e8 e3 e6');
    await page.waitForFunction(() => document.querySelector('.refusal')?.textContent);
    assert.match(await page.locator('.refusal').innerText(), /^Move 4 'e6': /);
});

pageTest('several records: one is chosen, a bad one is named', {}, async (page) => {
    await paste(page, `${RECORD}\n${RECORD}\n[Game "Quoridor"]\n\n1. e5 *\n`);
    await page.waitForSelector('text=2 games were found');
    assert.match(await page.locator('.refusal').innerText(), /Line \d+.*e5/s);
    await page.click('.kept button >> nth=1');
    await inTree(page, 8);
});

pageTest('bad input is reported and the page keeps working', {}, async (page) => {
    await paste(page, 'e1/e9 99/1 - 1', 'quoridor');
    await page.waitForFunction(() => document.querySelector('.refusal')?.textContent);
    assert.match(await page.locator('.refusal').innerText(), /neither a record nor moves nor a position of Quoridor/);
    await paste(page, '   ');
    await page.waitForSelector('text=nothing to open');
    await visit(page, '#/game/quoridor?moves=e2+e5', '.failure');
    assert.match(await page.locator('.failure').innerText(), /broken.*e5/s);
    await visit(page, '#/game/chess?moves=e2', '.failure');
    assert.match(await page.locator('.failure').innerText(), /chess/);
    await visit(page, '#/play/nothing', '.failure');
    await page.click('text=Back to the games');
    await page.waitForSelector('.cards');
    for (const nowhere of ['#/nowhere/%E0%A4%A', '#/constructor']) {
        await visit(page, nowhere, '.cards');
        await page.click('.notice:has-text("Page not found") button');
    }
    for (const view of ['new', 'start', 'learn']) {
        await visit(page, `#/${view}/chess`, '.failure');
        assert.match(await page.locator('.failure').innerText(), /chess/);
    }
});

pageTest('bad input is named in French too', { locale: 'fr-FR' }, async (page) => {
    const refused = async (text, pattern) => {
        await visit(page, '#/import', 'textarea');
        await page.fill('textarea', text);
        await page.getByLabel('Jeu de la position').selectOption('quoridor');
        await page.click('section button.main');
        await page.waitForFunction(() => document.querySelector('.refusal')?.textContent);
        assert.match(await page.locator('.refusal').innerText(), pattern);
    };
    await refused('e1/e9 99/1 - 1', /ni une partie, ni des coups, ni une position.*ne peut pas avoir 99 barrières/s);
    await refused('[Game "Dorix"]\n\n1. a1 z9 *', /Ligne 3 : Coup 2 « z9 » : /);
    await refused('[Game "Dorix"]\n\n1. a1 (1. z9) b2 *', /^Ligne 3 : Coup 1 « z9 » : [^\n]*$/);
    await refused('{"game":"dorix","moves":["a1"],"notes":[{"at":1,"variations":[{"moves":["z9"]}]}]}', /^Enregistrement 1\s: Coup 1 «\sz9\s»\s: [^\n]*$/);
    await refused('[Game "Dorix"]\n\n1. a1 b2', /[Ll]a partie s’interrompt/);
    await visit(page, '#/game/quoridor?moves=e2+e5', '.failure');
    assert.match(await page.locator('.failure').innerText(), /[Cc]oup 2 «\se5\s»\s: /);
});

pageTest('a position is set up and played', {}, async (page) => {
    await visit(page, '#/edit/dorix', '.board');
    await page.click('[data-square=a1]');
    await page.click('[data-id=edit-2]');
    await page.click('[data-square=b2]');
    const string = page.getByLabel('Position string');
    await page.waitForFunction(() => document.querySelector('.wide')?.value.startsWith('a1:1,b2:2'));
    assert.equal(await string.inputValue(), 'a1:1,b2:2 14/14 1');
    await string.fill('a1:9 1/1 1');
    await string.press('Enter');
    await page.waitForSelector('aside .refusal:not(:empty)');
    assert.ok(await page.locator('text=Play from here').isDisabled());
    await string.fill('a1:12,b2:2 14/13 2');
    await string.press('Enter');
    await page.waitForSelector('aside .is-good');
    await shot(page, 'edit');
    await page.click('text=Play from here');
    await page.click('form.setup button[type=submit]');
    await page.waitForSelector('.table .b-seat');
    await settled(page);
});

pageTest('the editor: groups, options, undo and redo, also through impossible positions', { bypassCSP: true }, async (page) => {
    const string = () => page.getByLabel('Position string').inputValue();
    const becomes = (text) => page.waitForFunction((wanted) => document.querySelector('.view-edit .wide')?.value === wanted, text);
    await visit(page, '#/edit/quoridor', '.board [data-square]');
    for (const name of ['Pawns', 'Barriers', 'Barriers in hand', 'Turn'])
        assert.equal(await page.getByRole('group', { name, exact: true }).count(), 1, name);
    const start = await string();
    await page.click('[data-id="edit-1"]');
    await page.click('[data-square=e5]');
    await becomes('e5/e9 10/10 - 1');
    await page.click('[data-id="edit-h"]');
    await page.focus('[data-square=c3]');
    await page.keyboard.press('Enter');
    await becomes('e5/e9 9/10 c3h 1');
    await page.focus('[data-square=d3]');
    await page.keyboard.press('Enter');
    await becomes('e5/e9 9/9 c3h,d3h 1');
    await page.waitForSelector('.view-edit aside .refusal:not(:empty)');
    await page.click('[data-id=turn-2]');
    await becomes('e5/e9 9/9 c3h,d3h 2');
    await checkAxe(page, 'editor');
    await page.keyboard.press('Control+z');
    await becomes('e5/e9 9/9 c3h,d3h 1');
    await page.getByRole('button', { name: 'Undo' }).click();
    await becomes('e5/e9 9/10 c3h 1');
    await page.waitForSelector('.view-edit aside .is-good');
    await page.keyboard.press('Control+y');
    await becomes('e5/e9 9/9 c3h,d3h 1');
    assert.match(await page.getAttribute('[data-square=e3]', 'aria-label'), /above/);
    await page.keyboard.press('Control+z');
    await becomes('e5/e9 9/10 c3h 1');
    await page.selectOption('[data-option=walls]', '5');
    await page.waitForSelector('text=The board has been reset');
    await page.getByLabel('Board', { exact: true }).selectOption('5');
    await page.waitForFunction(() => document.querySelectorAll('.board [data-square]').length === 25);
    assert.match(await string(), /size=5.*walls=5|walls=5.*size=5/);
    for (let i = 0; i < 4; i++)
        await page.getByRole('button', { name: 'Undo' }).click();
    await becomes(start);
    assert.equal(await page.locator('.board [data-square]').count(), 81);
    await visit(page, '#/edit/tictacdoh', '.board [data-square]');
    await page.click('[data-square=c3]');
    await becomes('c3:S');
    await page.getByLabel('Stash').selectOption('4');
    await becomes('stash=4 c3:S');
});

pageTest('JSON records can be opened, one or several; a bad one says so', {}, async (page) => {
    await visit(page, '#/import', 'textarea');
    await page.fill('textarea', '{"game":"dorix","players":2,"options":{},"moves":["b2","c3"],"result":null}');
    await page.click('section button.main');
    await page.waitForSelector('.view-study .tree .move >> text=c3', { state: 'attached' });
    await visit(page, '#/import', 'textarea');
    await page.fill('textarea', '{"game":"quoridor","options":{"size":5,"walls":3},"moves":["c2","c4"]}\n{"game":"dorix","moves":["b2","z9"]}\n{"game":7}');
    await page.click('section button.main');
    await page.waitForSelector('.kept button');
    assert.match(await page.locator('.refusal').innerText(), /Record 2:.*Record 3: This is not a JSON record\./s);
    await page.click('.kept button');
    await page.waitForSelector('.view-study .tree .move >> text=c4', { state: 'attached' });
});

pageTest('export holds the whole line, wherever the analysis looks', {}, async (page) => {
    await visit(page, '#/game/dorix?moves=b2+c3+a1', '.tabs');
    await openTab(page, 'moves');
    await page.click('.tree .move >> text=b2');
    await page.click('text=Share and export');
    assert.match(await page.locator('dialog textarea').inputValue(), /1\. b2 [\s\S]*c3[\s\S]*2\. a1/);
});

const ANNOTATED = `[Game "Quoridor"]
[Options "size=5 walls=3"]

{Ann was late.} 1. c2 {[%eval 1 0.25] Straight on.} (1. b1 {[%eval 2 win 9]} 1... c4 (1... b5
{Too slow.})) (1. d1) 1... c4 {[%emt 0:00:02.5]} *
`;

pageTest('annotations: import builds the tree, export holds it in both forms, with the review', {}, async (page) => {
    await page.addInitScript(() => localStorage.setItem('tablier.settings', JSON.stringify({ engine: false })));
    await paste(page, ANNOTATED);
    await inTree(page, 6);
    assert.equal(await page.locator('.tree .branch').count(), 3);
    assert.match(await page.locator('.tree').innerText(), /Ann was late\.[\s\S]*Straight on\.[\s\S]*Too slow\./);
    await page.waitForSelector('.review .accuracy');
    for (const form of ['text', 'json']) {
        const text = await exported(page, form);
        for (const said of ['Ann was late.', 'Straight on.', 'Too slow.', 'Accuracy of player 1'])
            assert.ok(text.includes(said), `${said} ${text}`);
        assert.match(text, form === 'json'
            ? /"moves":\["c2","c4"\],"notes":\[.*"moves":\["b1","c4"\].*"value":"win","plies":9.*"moves":\["b5"\]/
            : /1\. b1[\s\S]*\[%eval 2 win 9\][\s\S]*1\.\.\. b5/);
        await paste(page, text);
        await page.waitForFunction(() => document.querySelectorAll('.tree .branch').length >= 3);
        assert.match(await page.locator('.tree').innerText(), /Too slow\./);
    }
    await page.reload();
    await page.waitForFunction(() => document.querySelector('.tree')?.textContent.includes('Too slow.'));
    await shot(page, 'annotated');
    for (const bad of [ANNOTATED.replace('b1', 'e5'), '{"game":"quoridor","moves":["e2"],"notes":[{"at":1,"variations":[{"moves":["e5"]}]}]}']) {
        await paste(page, bad);
        await page.waitForFunction(() => document.querySelector('.refusal')?.textContent);
        assert.match(await page.locator('.refusal').innerText(), /^(Line 4|Record 1): Move 1 'e5': [^\n]*$/);
    }
});

pageTest('the boards of the editor and of a lesson can be flipped', {}, async (page) => {
    for (const view of ['#/edit/quoridor', '#/learn/quoridor/goal']) {
        await visit(page, view, '.board[data-turned]');
        const before = await page.getAttribute('.board', 'data-turned');
        await page.getByRole('button', { name: 'Flip the board' }).click();
        assert.notEqual(await page.getAttribute('.board', 'data-turned'), before);
    }
});
