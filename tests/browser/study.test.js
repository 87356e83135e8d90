/* Studying: variations, evaluation, import, export, links, setting up positions, bad input. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { boxOf, checkAxe, enter, fromMenu, openTab, pageTest, root, server, settled, shot, startGame, typeMove, visit, watch, switchLanguage } from './harness.js';

const RECORD = `[Game "Quoridor"]
[Options "size=5 walls=3"]
[Player1 "Ann"]
[Player2 "Bob"]

1. c2 c4 2. b3h b4 3. d2 b5 4. d3 c5 *
`;

/** Waits until the tree shows `count` moves. */
const inTree = (page, count) =>
    page.waitForFunction((n) => document.querySelectorAll('.tree .move').length === n + 1, count);

async function paste(page, text, game = 'dorix') {
    await visit(page, '#/import', 'textarea');
    await page.fill('textarea', text);
    await page.getByLabel('Game of the position').selectOption(game);
    await page.click('button:text-is("Open")');
}

/** The same, and turns to its moves; otherwise it shows the review. */
async function pasteMoves(page, text, game) {
    await paste(page, text, game);
    await openTab(page, 'moves');
}

async function type(page, move) {
    await enter(page, move);
}

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

pageTest('a record is imported, with variations, lines and exact values', {}, async (page) => {
    await pasteMoves(page, RECORD);
    await inTree(page, 8);
    await page.waitForSelector('.lines li');
    await page.locator('main').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('.tree .move[aria-current]:text-is("c2")');
    await type(page, 'b5');
    await inTree(page, 9);
    assert.equal(await page.locator('.tree .branch').count(), 1);
    await page.click('text=Make main line');
    await page.waitForFunction(() => document.querySelector('.tree .branch .move')?.textContent === 'c4');
    await page.reload();
    await inTree(page, 9);
    await openTab(page, 'moves');
    await page.click('text=Delete from here');
    await inTree(page, 8);
    await page.waitForFunction(() => document.querySelectorAll('.graph .dot').length >= 8);
    await shot(page, 'study');
});

pageTest('proven values are marked', {}, async (page) => {
    await paste(page, 'b2:LM,c3:M,d4:S', 'tictacdoh');
    await page.waitForSelector('.score.is-exact');
    assert.match(await page.locator('.score').first().innerText(), /Win for Player 1 at once, proven/);
    await page.waitForSelector('.b-flag >> text=wins');
    await page.click('.lines .move >> nth=0');
    await page.waitForSelector('text=/Player \\d wins/');
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

pageTest('the analysis of your own game calls you You', {}, async (page) => {
    await startGame(page, 'dorix', { seats: ['person', '1'] });
    await settled(page);
    await typeMove(page, 'b2');
    await settled(page);
    await fromMenu(page, 'Analyse');
    await page.waitForSelector('.lines li', { state: 'attached' });
    await page.waitForSelector('.status >> text=Your move.');
    assert.match(await page.locator('.evaltext').innerText(), /^Chances: you \d+%, Computer · level 1 \d+%\.$/);
    await page.waitForSelector('.graph-host >> text=show your chances');
    await page.waitForSelector('.accuracy >> text=/^You accuracy/');
    assert.doesNotMatch(await page.locator('.review').innerText(), /player \d|[{|}]/i);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('.status >> text=Computer · level 1 to move.');
    await visit(page, '#/import', '.kept-games');
    assert.match(await page.locator('.kept-games .what').innerText(), /^You – Computer · level 1/);
    // By the pie rule the seats were changed, and so was who is who.
    await page.evaluate(async () => {
        const { studyOf } = await moduleOf('js/study.js');
        const record = { game: 'orbital', players: 2, swap: true, moves: ['Ta1n', 'swap', 'Ba2'] };
        location.hash = `#/study/${studyOf(record, ['Ann', 'Computer · level 1'], { seat: 1 })}`;
    });
    await page.waitForSelector('.status >> text=Computer · level 1 to move.');
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('.status >> text=Your move.');
    await page.keyboard.press('Home');
    await page.waitForSelector('.status >> text=Your move.');
    // Older analyses say which player he was in the end.
    await page.evaluate(() => {
        const key = `tablier.study.${location.hash.split('/')[2]}`, { seat, ...saved } = JSON.parse(localStorage.getItem(key));
        localStorage.setItem(key, JSON.stringify({ ...saved, you: 2, version: saved.version + 1 }));
    });
    await page.reload();
    await page.waitForSelector('.status >> text=Your move.');
});

pageTest('the review of a game that nothing has decided counts the mistakes', {}, async (page) => {
    await visit(page, '#/game/orbital?moves=Bb2+Bb3+Tc3n', '.review .accuracy');
    const said = await page.locator('.review').innerText();
    assert.match(said, /Bb2\?\?/);
    assert.match(said, /2 moves are worth another look\./);
    assert.doesNotMatch(said, /decided the game/);
});

pageTest('one point of view, and evaluations that are kept', {}, async (page) => {
    await visit(page, '#/game/quoridor?size=5&walls=2&moves=c2+c4+d2', '.review .accuracy'); // player 2 to move
    await openTab(page, 'engine');
    await page.waitForSelector('.lines li');
    const seen = async () => {
        const said = await page.locator('.evaltext').innerText(), first = await page.locator('.score').first().innerText();
        return { said, first, bar: await page.getAttribute('.evalbar', 'aria-label') };
    };
    await page.uncheck('.play-side .check input');
    await page.check('.play-side .check input');
    await page.waitForFunction(() => {
        const said = document.querySelector('.evaltext').textContent, first = document.querySelector('.score')?.textContent ?? '?';
        return said.includes(first);
    });
    const { said, bar } = await seen();
    const chances = /^Chances: Player 1 (\d+)%, Player 2 (\d+)%\.$/.exec(said);
    assert.ok(chances ? Number(chances[1]) + Number(chances[2]) === 100 : /^(Win for Player [12]|Draw)/.test(said), said);
    assert.match(bar, /^Evaluation: (Chances|Win|Draw)/);
    await page.uncheck('.play-side .check input');
    const dots = await page.locator('.graph .dot').count();
    assert.ok(dots >= 3, `${dots} values`);
    await page.reload();
    await page.waitForSelector('.graph .dot', { state: 'attached' });
    assert.equal(await page.locator('.graph .dot').count(), dots);
    assert.equal(await page.locator('.lines li').count(), 0);
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

/** The record in the box with everything that can be taken away, in one form. */
async function exported(page, form) {
    await openTab(page, 'moves');
    await page.click('text=Share and export');
    await page.getByLabel('Format').selectOption(form);
    await page.waitForFunction((start) => document.querySelector('dialog textarea')?.value.startsWith(start),
        form === 'json' ? '{' : '[');
    const text = await page.locator('dialog textarea').inputValue();
    await page.click('dialog .dialog-head button');
    return text;
}

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

pageTest('the mistakes of a game are gone through one after the other, and practised', {}, async (page) => {
    await paste(page, '[Game "Tic Tac Doh"]\n\n1. Sc3 Mb2 2. Ld3 Sc4 3. Mb4 *\n');
    await page.waitForSelector('.review .accuracy');
    await page.click('text=Learn from the mistakes');
    const said = (text) => page.waitForFunction((wanted) => document.querySelector('.status').textContent.startsWith(wanted), text);
    await said('Find a better move than Mb2.');
    await type(page, 'Mb2');
    await said('Mb2 is what was played.');
    await type(page, 'Mc2');
    await said('Mc2 is the move!');
    await page.click('text=Next mistake, 2 of 2');
    await said('Find a better move than Mb4.');
    await checkAxe(page, 'tour');
    await page.click('text=Show the best move');
    await said('Sc2 was best. The line c2, c3 and c4 is complete.');
    await page.click('text=That will do');
    await page.waitForSelector('.tour:empty', { state: 'attached' });
    await page.click('.mistakes button:text-is("Practise") >> nth=0');
    await page.waitForSelector('.table .board.is-open');
    assert.match(await page.locator('.who >> nth=0').innerText(), /Computer · level 8/);
});

pageTest('a review speaks the language of the page, even after a change', {}, async (page) => {
    await paste(page, '[Game "Tic Tac Doh"]\n\n1. Sc3 Mb2 2. Ld3 Sc4 3. Mb4 *\n');
    await page.waitForSelector('.review .accuracy');
    const said = () => page.locator('.mistakes').innerText();
    const english = await said();
    assert.match(english, /The line c2, c3 and c4/);
    await openTab(page, 'moves');
    await page.click('.tree .move:text-is("Sc4")');
    await page.click('text=Delete from here'); // the review stays one of the moves that it was made of
    await inTree(page, 3);
    await openTab(page, 'review');
    await switchLanguage(page);
    await page.waitForSelector('.mistakes >> text=/Bévue|Erreur|Gaffe|Imprécision|faute/i');
    assert.doesNotMatch(await said(), /\b(the|line|win|complete|blunder|mistake)\b/i);
    await inTree(page, 3);
    await page.reload();
    await page.waitForSelector('.mistakes'); // kept
    assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem(
        `tablier.study.${location.hash.split('/')[2]}`)).review.lang), 'fr');
});

pageTest('the boards of the editor and of a lesson can be flipped', {}, async (page) => {
    for (const view of ['#/edit/quoridor', '#/learn/quoridor/goal']) {
        await visit(page, view, '.board[data-turned]');
        const before = await page.getAttribute('.board', 'data-turned');
        await page.getByRole('button', { name: 'Flip the board' }).click();
        assert.notEqual(await page.getAttribute('.board', 'data-turned'), before);
    }
});

pageTest('the explorer knows every move; without its book the rest works', {}, async (page) => {
    await page.route('**/book.txt', (route) => route.fulfill({ contentType: 'text/plain', body: 'tablier-book 1 dorix\ngames=5' }));
    await paste(page, 'b2:LM,c3:M,d4:S', 'tictacdoh');
    await page.waitForSelector('.board .is-close'); // the grid is fixed
    await openTab(page, 'explorer');
    await page.waitForSelector('.explored tr.is-win');
    assert.equal(await page.locator('.explored .is-unknown').count(), 0);
    assert.equal(await page.locator('.explored tbody .sign').count(), await page.locator('.explored tbody tr').count());
    const first = page.locator('.explored tbody button').first();
    assert.match(await first.getAttribute('aria-label'), /^Play \w+: wins at once, proven\.$/);
    await checkAxe(page, 'explorer');
    await first.focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=/Player \\d wins/');
    await page.waitForSelector('.explorer >> text=The game is over.');

    await paste(page, '- 15/15 1');
    await page.waitForSelector('.explorer [role=alert]:text("could not be loaded")');
    assert.equal(await page.locator('.explored tbody tr').count(), 16);
    await page.unroute('**/book.txt');
    await page.route('**/book.txt', (route) => route.fulfill({ status: 404, body: '' }));
    await paste(page, '- 15/15 2');
    await page.waitForSelector('.explorer >> text=There is no book of games here.');
    assert.equal(await page.locator('.explored tbody tr').count(), 16);
    page.troubles = page.troubles.filter((text) => !/404/.test(text)); // which the browser notes by itself
    await page.unroute('**/book.txt');
    await paste(page, '- 15/15 1');
    await page.waitForSelector('.explored .shares');
    await page.click('.explored tbody button:text-is("b2")'); // which every book goes on from
    await inTree(page, 1);
    await page.waitForSelector('.explored .shares');
    await page.waitForSelector('.explorer [role=alert]:empty', { state: 'attached' });
    await page.waitForSelector('.explorer >> text=/Statistics from [\\d,]+ games/');
});

pageTest('a won position is practised until the win is kept', {}, async (page) => {
    await paste(page, 'c2:L,d2:ML,b3:L,c3:S,d3:L,c4:LM', 'tictacdoh');
    await page.click('text=Practise this position');
    await page.waitForSelector('.table .b-seat');
    await settled(page);
    await typeMove(page, 'Sb4');
    await page.waitForSelector('text=Sb4 lets a proven win slip.');
    await page.click('button:text-is("Take it back")');
    await settled(page);
    await typeMove(page, 'Md3');
    // The computer answers only a move that it has nothing against.
    await page.waitForFunction(() => document.querySelectorAll('.moves .move, .movelist .move').length >= 2);
    assert.equal(await page.locator('text=lets a proven win slip').count(), 0);
});

/** The tree of the analysis that is shown, as the page keeps it. */
const keptTree = (page) => page.evaluate(() => JSON.parse(localStorage.getItem(`tablier.study.${location.hash.split('/')[2]}`)).tree);

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
    await type(other, 'a1');
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

pageTest('moves that were deleted after a review stay deleted', {}, async (page) => {
    await paste(page, '[Game "Tic Tac Doh"]\n\n1. Sc3 Mb2 2. Ld3 Sc4 3. Mb4 *\n');
    await page.waitForSelector('.review .accuracy');
    assert.equal(await page.locator('.mistakes li').count(), 3); // the third loses sooner than it must
    await openTab(page, 'moves');
    await page.click('.tree .move:text-is("Ld3")');
    await page.waitForSelector('.tree .move[aria-current]:text-is("Ld3")');
    await page.click('text=Delete from here');
    await inTree(page, 2);
    // The mistakes of removed positions are removed too.
    await page.waitForFunction(() => document.querySelectorAll('.mistakes li').length === 1);
    await page.click('text=Share and export');
    assert.doesNotMatch(await page.getByLabel('Record', { exact: true }).inputValue(), /2\. Ld3|Mb4/);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.waitForSelector('.mistakes li', { state: 'attached' });
    await inTree(page, 2);
    assert.deepEqual(await keptTree(page), ['', ['Sc3', ['Mb2']]]);
});
