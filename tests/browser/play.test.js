/* Playing: refusals, moves in steps, undo, hints, clocks, the pie rule, and returning to a game. */
import assert from 'node:assert/strict';
import {
    adviceFor, assertApart, assertSeats, chooseSeats, enter, fromMenu, pageTest, played, recordOf, settled, shot, startGame, typeMove,
    thorough, visit, watch, switchLanguage,
} from './harness.js';

const TWO = { seats: ['person', 'person'] };

/** Starts from a position with two people. */
async function startFrom(page, game, position, seats = ['person', 'person']) {
    await visit(page, `#/new/${game}?position=${encodeURIComponent(position)}`, 'form.setup');
    await chooseSeats(page, seats);
    await page.click('form.setup button[type=submit]');
    await settled(page);
}

/** Clicks squares one after the other. */
async function click(page, ...squares) {
    for (const square of squares)
        await page.click(`.play [data-square="${square}"]`);
}

/** Types something that is refused. */
async function refusal(page, text) {
    await enter(page, text);
    await page.waitForFunction(() => document.querySelector('.play .refusal')?.textContent);
    return page.locator('.play .refusal').innerText();
}

/** What is refused, with the words that matter and the squares and barriers that are pointed at. */
const REFUSALS = [
    ['dorix', '- 15/15 1', 'b9', /^Square b9 is not on the board: its squares go from a1 to d4\.$/, ''],
    ['dorix', 'b2:1,c3:2 14/14 1', 'c3', /c3 belongs to player 2/, 'c3'],
    ['dorix', 'b2:2,c2:1 14/14 1', 'c2', /pile on c2 collapses: name the squares that receive its pawns/, 'c2'],
    ['dorix', 'a1:1 14/15 1', 'a1>b2', /still have 14 pawns in hand/, 'a1'],
    ['dorix', '- 15/15 1', 'pass', /may pass only when no other move is possible/, ''],
    ['tictacdoh', '-', 'La1', /first piece of the game must go on c3, not on a1/, 'a1'],
    ['tictacdoh', 'c3:L', 'Sc3', /on c3 is large, two sizes away: .* here M\.$/, 'c3'],
    ['tictacdoh', 'c3:L', 'Sa1', /a1 touches no piece in play/, 'a1'],
    ['tictacdoh', 'a1:S,b2:M,c3:L', 'Ld3', /d3 is too far from a1: all pieces must fit in a 3x3 grid/, 'a1'],
    ['tictacdoh', 'c3:LMS', 'Mc3', /stack on c3 \(LMS\) ends with its small piece/, 'c3'],
    ['quoridor', 'e1/e9 10/10 - 1', 'e5', /e5 is too far from e1/, 'e1'],
    ['quoridor', 'e1/e9 9/10 e1h 1', 'e2', /barrier e1h stands between e1 and e2/, 'e1h'],
    ['quoridor', 'e1/e9 9/10 e3h 1', 'e3v', /would cross the barrier e3h/, 'e3h'],
    ['quoridor', 'e1/e9 9/10 e3h 1', 'd3h', /would overlap the barrier e3h/, 'e3h'],
    ['quoridor', 'e1/e9 10/8 d8v,e8v 1', 'e7h', /leave player 2 without a path to row 1/, 'e9'],
    ['quoridor', 'e4/e5 10/10 - 1', 'd5', /Nothing blocks the straight jump over the pawn on e5 to e6, so you may not turn/, 'e5 e6'],
    ['quoridor', 'walls=0 e1/e9 0/0 - 1', 'e3h', /ha(s|ve) no barrier left and must move the pawn/, ''],
    ['orbital', 'b2:B2 Bb2 1', 'Bd4', /Base on b2 obliges you to play on a2, c2, b1 or b3/, 'b2'],
    ['orbital', 'a2:T2e Ta2e 1', 'Tc2e', /Thruster on a2 already points east in row 2/, 'a2'],
    ['orbital', '- - 1', 'Ta2w', /Thruster on a2 may not point west, straight at the edge/, 'a2'],
    ['orbital', 'b2:B1A2 Ab2 1', 'Bb2', /Base on b2 already takes that place: a square holds at most one piece of each kind/, 'b2'],
    ['orbital', 'b2:B1A2 Ab2 1', 'pass', /may pass only when no other move is possible/, ''],
];

/** What the board points at as the reason of a refusal: squares by where the mark is, barriers by their number. */
const blamed = (page) => page.evaluate(() => {
    const middle = (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    };
    const squares = [...document.querySelectorAll('.play [data-square]')];
    return [...document.querySelectorAll('.b-blame')].map((mark) => {
        const frame = mark.querySelector('.b-blame-frame');
        if (!frame)
            return 'barrier';
        const [x, y] = middle(frame);
        return squares.find((square) => middle(square).every((value, i) => Math.abs(value - [x, y][i]) < 3))?.dataset.square ?? 'nothing';
    }).sort().join(' ');
});

/** One of each kind: about nothing on the board, a square, a barrier, two squares, a pawn. */
const SHOWN = thorough ? REFUSALS : REFUSALS.filter(([, , text]) => ['b9', 'Ld3', 'd3h', 'd5', 'Bd4'].includes(text));

pageTest('a refused move says why and points at the squares', {}, async (page) => {
    await visit(page, '#/about', '.keys');
    const told = await page.evaluate(async (all) => {
        const { why } = await moduleOf('js/rules.js');
        return Promise.all(all.map(([game, position, text]) => why({ game, position }, text)));
    }, REFUSALS.map(([game, position, text]) => [game, position, text]));
    for (const [i, [game, , text, reason, places]] of REFUSALS.entries()) {
        assert.match(told[i].text, reason, `${game} ${text}`);
        assert.equal(told[i].places.sort().join(' '), places, `${game} ${text}`);
    }
    // The reader is addressed.
    assert.deepEqual(await page.evaluate(async () => {
        const { why } = await moduleOf('js/rules.js');
        return Promise.all([['orbital', 'b2:B1A2 Ab2 1', 'Bb2'], ['quoridor', 'walls=0 e1/e9 0/0 - 1', 'e3h'], ['quoridor', 'e1/e9 8/10 d1v,e1v 1', 'e2h']]
            .map(async ([game, position, text]) => (await why({ game, position }, text, 'en', { you: 1 })).text.split(/:| and must| without/)[0]));
    }), ['Your Base on b2 already takes that place', 'You have no barrier left', 'This barrier would leave you']);
    for (const [game, position, text, reason, places] of SHOWN) {
        await startFrom(page, game, position);
        assert.match(await refusal(page, text), reason, `${game} ${text}`);
        assert.equal(await blamed(page), places.replace(/\b\w+[hv]\b/g, 'barrier'), `${game} ${text}`);
    }
    await shot(page, 'refusal');
});

pageTest('Tic Tac Doh: the first piece goes on c3; a click elsewhere is refused there, not on c3', {}, async (page) => {
    await startGame(page, 'tictacdoh', TWO);
    await settled(page);
    await page.waitForSelector('.b-prompt >> text=Choose a size for c3.');
    await click(page, 'a1');
    await page.waitForSelector('.b-blame');
    assert.equal(await blamed(page), 'a1');
    assert.match(await page.locator('.play .refusal').innerText(), /must go on c3, not on a1/);
    assert.equal((await recordOf(page)).moves.length, 0);
    await shot(page, 'first-piece');
    await click(page, 'c3');
    await page.click('[data-id=M]');
    await played(page, 0);
    await page.waitForSelector('.b-prompt >> text=Choose a size and a square.');
});

pageTest('a click that leads nowhere is explained', {}, async (page) => {
    await startFrom(page, 'dorix', 'b2:1,c3:2 14/14 1');
    await click(page, 'c3');
    await page.waitForSelector('.b-blame');
    assert.match(await page.locator('.play .refusal').innerText(), /belongs to player 2/);
});

pageTest('a collapse is built step by step and can be cancelled', {}, async (page) => {
    await startFrom(page, 'dorix', 'b2:2,c2:21,d2:2,c3:1 13/12 1');
    await click(page, 'c2', 'b2');
    await shot(page, 'collapse');
    await page.click('[data-id=cancel]');
    assert.equal((await recordOf(page)).moves.length, 0);
    await click(page, 'c2', 'd2', 'c3');
    await played(page, 0);
    assert.deepEqual((await recordOf(page)).moves, ['c2:d2,c3,b2']);
});

pageTest('a Thruster is placed by mouse, its direction last', {}, async (page) => {
    await startGame(page, 'orbital', TWO);
    await settled(page);
    await page.click('[data-id=T]');
    await click(page, 'b2');
    await page.click('[data-id=e]');
    await played(page, 0);
    assert.deepEqual((await recordOf(page)).moves, ['Tb2e']);
});

pageTest('a barrier snaps to the groove under the mouse', {}, async (page) => {
    await startGame(page, 'quoridor', TWO);
    await settled(page);
    const box = await page.locator('[data-square=e3]').boundingBox();
    await page.mouse.move(box.x + box.width * 0.9, box.y);
    await page.waitForSelector('.q-barrier.is-aimed');
    await page.mouse.click(box.x + box.width * 0.9, box.y);
    await played(page, 0);
    assert.match((await recordOf(page)).moves[0], /^[de]3h$/);
});

pageTest('a barrier is dragged out of the rack', {}, async (page) => {
    await startGame(page, 'quoridor', TWO);
    await settled(page);
    const rack = await page.locator('.b-p1 .b-hand').boundingBox();
    const square = await page.locator('.play [data-square=e4]').boundingBox();
    await page.mouse.move(rack.x + rack.width / 2, rack.y + rack.height / 2);
    await page.mouse.down();
    await page.mouse.move(square.x + square.width, square.y + square.height * 0.3, { steps: 6 });
    await page.waitForSelector('.q-barrier.is-aimed');
    await page.mouse.up();
    await played(page, 0);
    assert.match((await recordOf(page)).moves[0], /^[a-h][1-8][hv]$/);
});

pageTest('Tic Tac Doh shows its nine squares large once the grid is settled', {}, async (page) => {
    await startFrom(page, 'tictacdoh', 'b2:M,c3:L,d4:S');
    assert.equal(await page.locator('.play .b-svg.is-close').count(), 1);
    assert.equal(await page.locator('.play [data-square]:not(.b-away)').count(), 9);
    await startFrom(page, 'tictacdoh', 'c3:L');
    assert.equal(await page.locator('.play .b-svg.is-close').count(), 0);
});

pageTest('Dorix: which pawn falls, and one step back', {}, async (page) => {
    await startFrom(page, 'dorix', 'b2:2,c2:21,d2:2,c3:1 13/12 1');
    await click(page, 'c2');
    await page.waitForSelector('.b-prompt >> text=pawn 1 of 3, yours');
    await click(page, 'b2');
    await page.waitForSelector('.b-prompt >> text=pawn 2 of 3');
    await page.click('[data-id=back]');
    await page.waitForSelector('.b-prompt >> text=pawn 1 of 3');
    assert.equal((await recordOf(page)).moves.length, 0);
});

pageTest('every move since your last turn is marked in its owner’s colour', {}, async (page) => {
    await startGame(page, 'dorix', { players: 3, seats: ['person', '1', '1'] });
    await settled(page);
    await typeMove(page, 'b2');
    await played(page, 2);
    await settled(page);
    for (const player of [2, 3])
        assert.ok(await page.locator(`.b-under .b-last.b-p${player}`).count() > 0, `player ${player}`);
    assert.equal(await page.locator('.b-under .b-last.b-p1').count(), 0);
});

pageTest('undo and redo, even after the end', {}, async (page) => {
    await startGame(page, 'tictacdoh', { seats: ['person', '3'] });
    await settled(page);
    await typeMove(page, 'Lc3');
    await settled(page);
    const first = (await recordOf(page)).moves;
    assert.equal(first.length, 2);
    await page.click('text=Undo');
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 0);
    await fromMenu(page, 'Redo');
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
    assert.deepEqual((await recordOf(page)).moves, first);
    await fromMenu(page, 'Resign');
    assert.match(await page.locator('dialog').innerText(), /Resign this game\?/);
    await page.click('dialog .main');
    await page.waitForSelector('.status.is-over');
    assert.match(await page.locator('.status').innerText(), /Computer · level 3 wins! By resignation/);
    await page.click('text=Undo');
    await page.waitForSelector('.status:not(.is-over)');
    assert.equal(await settled(page), 'open');
});

/** Clicks buttons of the bar in one go, before a worker can answer. */
const clickAtOnce = (page, ...texts) => page.evaluate((wanted) => {
    for (const text of wanted)
        [...document.querySelectorAll('.main-bar button')].find((one) => one.textContent.trim() === text).click();
}, texts);

pageTest('undo, redo and a move in quick succession: the moves stay those of the game', {}, async (page) => {
    const moves = ['b2', 'c3', 'd4', 'a1'];
    const kept = () => page.evaluate(() => {
        const { record, future } = JSON.parse(localStorage.getItem(`tablier.game.${location.hash.split('/')[2]}`));
        return { moves: record.moves, future };
    });
    const shown = (count) => page.waitForFunction((wanted) => document.querySelectorAll('.moves .move').length === wanted &&
        document.querySelector('.board.is-open'), count);
    await startGame(page, 'dorix', TWO);
    for (const move of moves)
        await typeMove(page, move);
    await settled(page);
    await clickAtOnce(page, 'Undo', 'Undo', 'Undo');
    assert.deepEqual(await kept(), { moves: ['b2'], future: ['c3', 'd4', 'a1'] });
    await shown(1);
    await clickAtOnce(page, 'Redo', 'Redo', 'Redo', 'Redo', 'Undo');
    assert.deepEqual(await kept(), { moves: ['b2', 'c3', 'd4'], future: ['a1'] });
    await shown(3);

    // An undone move does not return with a draw agreed at once.
    await clickAtOnce(page, 'Undo', 'Agree on a draw');
    await page.waitForSelector('.status.is-over');
    assert.deepEqual(await kept(), { moves: ['b2', 'c3'], future: ['d4', 'a1'] });
});

/** Keeps back what the page asks of workers that start from now on, until it is let go. */
const holdWorkers = (page) => page.evaluate(() => {
    const Real = globalThis.Worker, held = [];
    globalThis.Worker = class extends Real {
        postMessage(...message) {
            if (globalThis.Worker === Real)
                super.postMessage(...message);
            else
                held.push(() => super.postMessage(...message));
        }
    };
    globalThis.letGo = () => {
        globalThis.Worker = Real;
        held.forEach((send) => send());
    };
});
const letGo = (page) => page.evaluate(() => globalThis.letGo());

/** One that can be won at once: by player 1, with e9. */
const NEARLY_WON = 'e8/e2 10/10 - 1';

/** The game is over on the board, and opens again. */
async function assertWonOnBoard(page, text) {
    await page.waitForFunction((wanted) => document.querySelector('.status.is-over strong')?.textContent.includes(wanted), text);
    const { moves, ending } = await recordOf(page);
    assert.deepEqual([moves, ending], [['e9'], undefined]);
    await page.reload();
    assert.equal(await settled(page), 'over');
    assert.doesNotMatch(await page.locator('.status').innerText(), /resignation/);
}

pageTest('the computer wins while one is asked whether to resign: the game opens again', {}, async (page) => {
    await visit(page, `#/new/quoridor?position=${encodeURIComponent(NEARLY_WON)}`, 'form.setup');
    await chooseSeats(page, ['4', 'person']);
    await holdWorkers(page);
    await page.click('form.setup button[type=submit]');
    await page.waitForSelector('.status >> text=is thinking');
    await fromMenu(page, 'Resign');
    await page.waitForSelector('dialog');
    await letGo(page);
    await page.waitForSelector('.status.is-over');
    await page.click('dialog .main');
    await page.waitForSelector('dialog', { state: 'detached' });
    await assertWonOnBoard(page, 'Computer · level 4 wins!');
});

pageTest('redoing the last move of a game that was resigned instead: it opens again, as do those kept otherwise', {}, async (page) => {
    await startFrom(page, 'quoridor', NEARLY_WON);
    await typeMove(page, 'e9');
    await page.waitForSelector('.status.is-over');
    await page.click('text=Undo');
    await page.waitForSelector('.status:not(.is-over)');
    await settled(page);
    await fromMenu(page, 'Resign');
    assert.match(await page.locator('dialog').innerText(), /Resign for Player 1\?/);
    await page.click('dialog .main');
    await page.waitForSelector('.status.is-over >> text=Player 2 wins! By resignation');
    await fromMenu(page, 'Redo');
    await assertWonOnBoard(page, 'Player 1 wins!');
    const kept = (change) => page.evaluate((changes) => {
        const key = `tablier.game.${location.hash.split('/')[2]}`, game = JSON.parse(localStorage.getItem(key));
        Object.assign(game.record, changes?.record);
        Object.assign(game, { ...changes, record: game.record });
        localStorage.setItem(key, JSON.stringify(game));
        return game;
    }, change);
    assert.deepEqual((await kept()).won, [1]);
    await kept({ won: [2], record: { ending: 'resignation', result: [2] } });
    await page.reload();
    await assertWonOnBoard(page, 'Player 1 wins!');
    assert.deepEqual((await kept()).won, [1]);
});

pageTest('a hint gives a move and a reason', {}, async (page) => {
    await startFrom(page, 'tictacdoh', 'b3:L,c3:LM');
    await page.click('text=Hint');
    await page.waitForFunction(() => /wins at once/.test(document.querySelector('.hint')?.textContent ?? ''));
    await startGame(page, 'quoridor', TWO);
    await settled(page);
    await page.click('text=Hint');
    await page.waitForFunction(() => /path goes from|barrier lengthens|path stays/.test(document.querySelector('.hint')?.textContent ?? ''));
    await shot(page, 'hint');
});

/** Lets every worker that starts from now on fail, or not. */
const failWorkers = (page, failing) => page.evaluate((on) => {
    const Real = globalThis.RealWorker ??= globalThis.Worker;
    globalThis.Worker = on ? class extends Real {
        postMessage() {
            queueMicrotask(() => this.dispatchEvent(new ErrorEvent('error', { message: 'broken' })));
        }
    } : Real;
}, failing);

pageTest('a worker that fails: the computer, a hint and practice can be tried again', {}, async (page) => {
    const failed = async (text) => {
        await page.waitForSelector(`.asks >> text=${text}`);
        await shot(page, 'worker-failed');
    };
    const EN = 'cut short by an error', status = () => page.locator('.status strong').innerText();
    await startGame(page, 'tictacdoh', { seats: ['person', '1'] });
    await settled(page);
    await failWorkers(page, true);
    await page.click('.main-bar >> text=Hint');
    await failed(EN);
    assert.equal(await status(), 'Your move.');
    await enter(page, 'Lc3'); // playing on counts as an answer
    await page.waitForSelector('.moves .move');
    await failed(EN);
    assert.match(await status(), /Computer · level 1 to move/);
    await page.click('.asks >> text=Try again');
    await failed(EN);
    await switchLanguage(page);
    await failed('Une erreur a interrompu la réflexion');
    await failWorkers(page, false);
    await page.click('.asks >> text=Réessayer');
    await played(page, 1);
    await settled(page);
    assert.equal(await page.locator('.asks >> text=Réessayer').count(), 0);

    await switchLanguage(page);
    await settled(page);
    await page.evaluate(async () => {
        const { practise } = await moduleOf('js/parts/practice.js');
        const { open } = await moduleOf('js/rules.js');
        practise(await open({ game: 'tictacdoh', position: 'c2:L,d2:ML,b3:L,c3:S,d3:L,c4:LM' }));
    });
    await page.waitForSelector('.status >> text=Practice: your move');
    await page.reload(); // no worker waits for work now
    await page.waitForSelector('.board.is-open');
    await failWorkers(page, true);
    await enter(page, 'Sb4');
    await page.waitForSelector('.moves .move');
    await failed(EN);
    await failWorkers(page, false);
    await page.click('.asks >> text=Try again');
    await page.waitForSelector('.asks >> text=Sb4 lets a proven win slip.');
});

pageTest('a hint speaks as the table does: of you and of the computer', {}, async (page) => {
    const hinted = (wanted) => page.waitForFunction((text) => document.querySelector('.hint')?.textContent.includes(text), wanted);
    await startFrom(page, 'quoridor', 'e8/e2 10/10 - 1', ['person', '1']); // however little is thought, e9 is found
    await page.click('.main-bar >> text=Hint');
    await hinted('. You reach the goal.');
    await switchLanguage(page);
    await page.click('.main-bar >> text=Conseil');
    await hinted('. Vous atteignez votre but.');

    // Every sentence, for every possible viewer.
    const said = await page.evaluate(async () => {
        const [{ viewerAt }, { remark }] = await Promise.all(['js/parts/words.js', 'js/rules.js']
            .map((path) => moduleOf(path)));
        const you = { name: 'Vous', level: null }, two = { name: 'Ordinateur · niveau 2', level: 2 };
        const told = async (record, move, occupants, who) => (await remark(record, move, 'fr', viewerAt(occupants, who)))[0];
        const quoridor = { game: 'quoridor' }, anne = { name: 'Anne', level: null };
        return [
            await told(quoridor, 'e2', [you, two], 1),
            await told(quoridor, 'e2', [two, you], 2),
            await told(quoridor, null, [two, you], 2),
            await told(quoridor, 'e2', [anne, two], 0),
            await told({ game: 'dorix', players: 4, position: 'b2:1,c3:3 9/10/9/10 2' }, null, [two, two, you, two], 3),
        ];
    });
    assert.deepEqual(said, [
        'Votre chemin passe de 8 à 7.', 'Le chemin de l’ordinateur passe de 8 à 7.', 'L’ordinateur est à 8 pas du but.',
        'Le chemin d’Anne passe de 8 à 7.', 'Votre équipe contrôle 2 des 4 piles de la diagonale a1-d4.']);
});

pageTest('a refusal names the others as the table does', {}, async (page) => {
    await startFrom(page, 'dorix', 'b2:1,c3:2 14/14 1', ['person', '1']);
    assert.match(await refusal(page, 'c3'), /^The pile on c3 belongs to the computer: /);
    await switchLanguage(page);
    await page.waitForSelector('.status >> text=À vous de jouer'); // not the board that is about to go
    await settled(page);
    assert.match(await refusal(page, 'c3'), /^La pile en c3 est contrôlée par l’ordinateur : /);
});

pageTest('the last move is seen above the box to type in', { viewport: { width: 1280, height: 800 } }, async (page) => {
    await startGame(page, 'quoridor', TWO);
    for (const move of 'a1h a8h c1h c8h a3h a6h c3h c6h a2v a7v c2v c7v f1h f8h f3h f6h e2 e8 e3 e7 h1h h8h h3h h6h'.split(' '))
        await typeMove(page, move);
    await assertApart(page, '.moves [aria-current]', '.movebox');
});

pageTest('the pie rule changes seats', {}, async (page) => {
    await startGame(page, 'quoridor', { ...TWO, swap: true });
    await settled(page);
    await page.locator('.moves').focus();
    await typeMove(page, 'e2');
    await page.click('text=Change seats');
    await played(page, 1);
    assert.deepEqual((await recordOf(page)).moves, ['e2', 'swap']);
    await assertSeats(page, ['Player 2', 'Player 1']);
    await settled(page);
    await typeMove(page, 'e8');
});

pageTest('a clock runs for the player to move', {}, async (page) => {
    await startGame(page, 'dorix', { ...TWO, clock: '1+1' });
    await settled(page);
    await typeMove(page, 'b2');
    await page.waitForFunction(() => document.querySelector('.b-p2 .clock')?.textContent?.startsWith('0:'));
    assert.match(await page.locator('.b-p1 .clock').innerText(), /^1:01$/);
    const left = () => page.evaluate(() => {
        const id = location.hash.split('/')[2];
        return JSON.parse(localStorage.getItem(`tablier.game.${id}`)).times[1];
    });
    const before = await left();
    await page.reload();
    await settled(page);
    assert.ok(await left() < before, 'a reload gives no time back');
});

pageTest('looking at a finished game leaves it as it was kept', {}, async (page) => {
    await startGame(page, 'dorix', { ...TWO, clock: '1+1' });
    await settled(page);
    await typeMove(page, 'b2');
    await fromMenu(page, 'Resign');
    await page.click('dialog .main');
    await page.waitForSelector('.status.is-over');
    const address = page.url().split('/').at(-1);
    const kept = () => page.evaluate((id) => localStorage.getItem(`tablier.game.${id}`), address);
    await visit(page, '#/about', '.keys');
    const before = await kept();
    await visit(page, `#/play/${address}`, '.status.is-over');
    await visit(page, '#/about', '.keys');
    assert.equal(await kept(), before);
});

pageTest('a hint that comes while one looks at an earlier move waits for the way back', {}, async (page) => {
    await startGame(page, 'dorix', TWO);
    await settled(page);
    for (const move of ['b2', 'c3'])
        await typeMove(page, move);
    await settled(page);
    await holdWorkers(page);
    await page.click('.main-bar >> text=Hint');
    await page.click('.moves .move >> nth=0');
    await page.waitForSelector('text=Looking at move 1 of 2');
    await letGo(page);
    await page.waitForSelector('.hint:not(:empty)');
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve))); // the board follows at once
    assert.match(await page.getAttribute('[data-square=c3]', 'aria-label'), /c3, empty/);
    assert.match(await page.locator('.status').innerText(), /Looking at move 1 of 2/);
    await page.click('text=Back to the game');
    await page.waitForSelector('[data-square=c3][aria-label*="one pawn"]');
});

pageTest('players with the same name are told apart; after the end nobody is told to wait', {}, async (page) => {
    await startGame(page, 'tictacdoh', { players: 3, seats: ['1', '1', 'person'] });
    await settled(page);
    assert.match(await page.locator('.status').innerText(), /Your move/);
    await fromMenu(page, 'Resign');
    await page.click('dialog .main');
    await page.waitForSelector('.status.is-over');
    assert.match(await page.locator('.status').innerText(), /Player 1 and Player 2 win!/);
    assert.equal(await refusal(page, 'Lc3'), 'The game is over.');
});

pageTest('stepping through the moves by click and arrow keys', {}, async (page) => {
    await startGame(page, 'dorix', TWO);
    for (const move of ['b2', 'c3', 'a1']) {
        await settled(page);
        await typeMove(page, move);
    }
    await page.click('.moves .move >> nth=0');
    await page.waitForSelector('text=Looking at move 1 of 3');
    await page.locator('main').focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('text=Looking at move 2 of 3');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('text=Looking at move 0 of 3');
    await page.click('text=Back to the game');
    assert.equal(await settled(page), 'open');
});

pageTest('reloading in the middle loses nothing', {}, async (page) => {
    await startGame(page, 'orbital', { seats: ['person', '2'] });
    await settled(page);
    await typeMove(page, 'Bb2');
    await settled(page);
    const before = await recordOf(page);
    await page.reload();
    await settled(page);
    assert.deepEqual(await recordOf(page), before);
    await visit(page, '#/', '.kept-games');
    await page.click('.kept-games a');
    await settled(page);
});

pageTest('two tabs show one game, and two games do not mix', {}, async (page) => {
    await startGame(page, 'dorix', TWO);
    await settled(page);
    const other = await watch(await page.context().newPage());
    await other.goto(page.url());
    await settled(other);
    await typeMove(page, 'b2');
    await played(other, 0);
    await settled(other);
    await typeMove(other, 'c3');
    await played(page, 1);
    await startGame(other, 'tictacdoh', TWO);
    await settled(other);
    await typeMove(other, 'Lc3');
    assert.deepEqual((await recordOf(page)).moves, ['b2', 'c3']);
    assert.deepEqual(other.troubles, []);
});

pageTest('undo and redo right after another tab has played: of the own move, not of another', {}, async (page) => {
    /** Another tab writes these moves, and something is clicked before a worker can answer. */
    const afterWrite = async (moves, future, text) => {
        await page.locator('.main-bar button:enabled', { hasText: text }).waitFor({ state: 'attached' });
        return page.evaluate(([played, undone, button]) => {
            const key = `tablier.game.${location.hash.split('/')[2]}`, game = JSON.parse(localStorage.getItem(key));
            game.version++;
            game.record.moves = played;
            game.future = undone;
            game.entries = [...played, ...undone].map((_, i) => ({ player: i % 2 + 1, seat: i % 2 + 1 }));
            localStorage.setItem(key, JSON.stringify(game));
            dispatchEvent(new StorageEvent('storage', { key }));
            [...document.querySelectorAll('.main-bar button')].find((one) => one.textContent === button).click();
            const now = JSON.parse(localStorage.getItem(key));
            return { moves: now.record.moves, future: now.future };
        }, [moves, future, text]);
    };
    const level = '1';
    for (const [seats, all, kept] of [[[level, 'person'], ['b2', 'c3'], 1], [['person', level], ['b2', 'c3'], 0]]) {
        await startGame(page, 'dorix', { seats });
        await settled(page);
        await typeMove(page, await adviceFor(page, 1)); // else nothing could be clicked
        await settled(page);
        assert.deepEqual(await afterWrite(all, [], 'Undo'), { moves: all.slice(0, kept), future: all.slice(kept) });
        await settled(page);
    }
    assert.deepEqual(await afterWrite([], ['b2', 'c3', 'a1'], 'Redo'), { moves: ['b2', 'c3'], future: ['a1'] });
});

pageTest('two tabs at a new table: without its clock in one, it has none in the other', {}, async (page) => {
    await visit(page, '#/about', '.keys');
    await page.evaluate(() => localStorage.setItem('tablier.quick.dorix', JSON.stringify({ clock: '5+3', together: true })));
    await visit(page, '#/start/dorix', '.b-p1 .clock');
    const other = await watch(await page.context().newPage());
    await other.goto(page.url());
    await settled(other);
    await other.locator('.opening details').evaluate((details) => { details.open = true; });
    await other.selectOption('[data-option=clock]', '');
    await other.waitForSelector('.clock', { state: 'detached' });
    await typeMove(other, 'b2');
    await played(page, 0);
    assert.equal(await page.locator('.clock').count(), 0);
    assert.equal(await settled(page), 'open');
    await typeMove(page, 'c3');
    await played(other, 1);
    assert.equal((await recordOf(page)).ending, undefined);
    assert.deepEqual(other.troubles, []);
});

pageTest('a game of sixty moves', {}, async (page) => {
    await startGame(page, 'quoridor', TWO);
    const round = ['e2', 'e8', 'e3', 'e7', 'e2', 'e8', 'e1', 'e9'];
    const id = page.url().split('/').at(-1);
    const moves = ['d4h', 'f4h', ...Array(7).fill(round).flat(), 'e2'];
    await page.evaluate(([id, moves]) => {
        const game = JSON.parse(localStorage.getItem(`tablier.game.${id}`));
        game.record.moves = moves;
        game.record.repetition = 0;
        localStorage.setItem(`tablier.game.${id}`, JSON.stringify(game));
    }, [id, moves]);
    await page.reload();
    await settled(page);
    await page.waitForFunction((count) => document.querySelectorAll('.moves .move').length === count, moves.length);
    await shot(page, 'sixty-moves');
});

pageTest('storage that is forbidden: it plays on and says so', {}, async (page) => {
    await page.addInitScript(() => {
        Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
    });
    await visit(page, '#/new/dorix', 'form.setup');
    await chooseSeats(page, ['person', 'person']);
    await page.click('form.setup button[type=submit]');
    await settled(page);
    assert.match(await page.locator('.notice').innerText(), /does not allow storage/);
    await enter(page, 'b2');
    await played(page, 0);
});

pageTest('without WebAssembly it says so', {}, async (page) => {
    await page.addInitScript(() => { delete globalThis.WebAssembly; });
    await visit(page, '', '.cards'); // home does without it
    await visit(page, '#/start/dorix', '.failure');
    assert.match(await page.locator('.failure').innerText(), /WebAssembly/);
});
