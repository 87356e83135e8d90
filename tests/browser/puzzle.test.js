/* puzzle.test.js - puzzles: solved by typing, wrong moves, hints, damaged links, the run. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkAxe, pageTest, root, visit } from './harness.js';

const GAMES = ['dorix', 'tictacdoh', 'quoridor', 'orbital'];

/** The puzzles of a game as its file says them. */
function puzzlesOf(game) {
    return readFileSync(join(root, `web/games/${game}/puzzles.txt`), 'utf8').trim().split('\n').slice(1)
        .map((line) => line.split('\t')).map(([id, position, task, grade, , tree]) => ({ id, position, task, grade, tree }));
}

async function type(page, move) {
    await page.fill('.movebox input', move);
    await page.press('.movebox input', 'Enter');
}

const verdict = (page) => page.locator('.verdict');

for (const game of GAMES)
    pageTest(`a puzzle of ${game} is solved with its one move`, {}, async (page) => {
        const { id, tree } = puzzlesOf(game).find((one) => !one.tree.includes('('));
        await visit(page, `#/puzzle/${game}/${id}`, '.board .b-svg');
        if (game === 'tictacdoh') // its grid is fixed, so only that is shown
            await page.waitForSelector('.board .is-close');
        await type(page, tree);
        await verdict(page).getByText('Solved!').waitFor();
        await page.getByRole('button', { name: 'Next puzzle' }).click();
        await page.waitForFunction((old) => !location.hash.endsWith(old), id);
        await page.waitForSelector('.puzzle .task:not(:empty)');
    });

pageTest('several moves, with replies between them', { viewport: { width: 360, height: 640 } }, async (page) => {
    const { id } = puzzlesOf('quoridor').find((one) => one.task === 'win 3' && /^\w+\(\*=\w+\)$/.test(one.tree));
    await visit(page, `#/puzzle/quoridor/${id}`, '.board .b-svg');
    // Nobody can solve it who does not see how many barriers are left.
    for (const hand of await page.locator('.puzzle .b-hand').all())
        assert.ok(await hand.isVisible());
    assert.match(await page.innerText('.task'), /^You to move: win in 2 moves/);
    const [, first, second] = /^(\w+)\(\*=(\w+)\)$/.exec(puzzlesOf('quoridor').find((one) => one.id === id).tree);
    await type(page, first);
    await verdict(page).getByText('Right!').waitFor();
    await page.locator('.task').getByText('at once').waitFor();
    await type(page, second);
    await verdict(page).getByText('Solved!').waitFor();
});

pageTest('a wrong move is answered and taken back, and costs rating', {}, async (page) => {
    const { id, tree } = puzzlesOf('tictacdoh').find((one) => one.grade === '3' && !one.tree.includes('('));
    await visit(page, `#/puzzle/tictacdoh/${id}`, '.board .b-svg');
    const legal = await page.evaluate(async ([line]) => {
        const { puzzle, snapshot } = await moduleOf('js/rules.js');
        const { game, players, options, position, answer } = await puzzle('tictacdoh', line, []);
        return (await snapshot({ game, players, options, position })).moves.find((move) => move !== answer);
    }, [readFileSync(join(root, 'web/games/tictacdoh/puzzles.txt'), 'utf8').split('\n').find((line) => line.startsWith(id))]);
    await type(page, legal);
    await verdict(page).getByText('Try again').waitFor();
    await page.getByText(/rating: \d+ \(−\d+\)/).waitFor();
    assert.match(await verdict(page).innerText(), /(does not do it|loses to|does not win)/);
    // The refutation is played out and taken back.
    await page.waitForFunction(() => document.querySelector('.board')?.classList.contains('is-open'));
    await type(page, tree);
    await verdict(page).getByText('Solved!').waitFor();
});

pageTest('the first puzzle of a game is as easy as can be', {}, async (page) => {
    for (const game of GAMES) {
        await visit(page, `#/puzzle/${game}`, '.board.is-open');
        assert.equal(await page.locator('.task').innerText(), 'You to move: win at once.', game);
    }
});

pageTest('hint, solution, and a link that is damaged', { locale: 'fr-FR' }, async (page) => {
    const { id } = puzzlesOf('orbital')[0];
    await visit(page, `#/puzzle/orbital/${id}`, '.board .b-svg');
    await page.getByRole('button', { name: 'Indice' }).click();
    // The price of help comes first, and until then help costs nothing. A first rating has no points to lose.
    assert.match(await page.locator('dialog').innerText(), /compte comme une faute dans votre première cote à Orbital/);
    await page.locator('dialog').getByRole('button', { name: 'Annuler' }).click();
    assert.equal(await verdict(page).innerText(), '');
    assert.match(await page.locator('.puzzle aside').innerText(), /Votre cote à Orbital\s:\s1000(?! \()/);
    await page.getByRole('button', { name: 'Indice' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Voir l’indice' }).click();
    await verdict(page).getByText(/Pièce\s: (Base|Propulseur|Antenne)\./).waitFor();
    const [, rating, cost] = /(\d+) \(−(\d+)\)/.exec(await page.locator('.puzzle aside').innerText()).map(Number);
    assert.equal(rating, 1000 - cost);
    assert.ok(cost > 0);
    // Paid once, the rest is free: asked again, the hint names the square and marks it.
    const drawn = page.locator('.board .b-drawn-square'), before = await drawn.count();
    await page.getByRole('button', { name: 'Indice' }).click();
    await verdict(page).getByText(/Case\s: [a-d][1-4]\./).waitFor();
    assert.equal(await drawn.count(), before + 1);
    await page.getByRole('button', { name: 'Solution' }).click();
    await page.getByRole('button', { name: 'Problème suivant' }).waitFor();
    await visit(page, `#/puzzle/orbital/${puzzlesOf('orbital')[1].id}`, '.board.is-open');
    await page.getByRole('button', { name: 'Indice' }).click();
    assert.match(await page.locator('dialog').innerText(), /votre cote à Orbital baisse de \d+ points/);
    await page.locator('dialog').getByRole('button', { name: 'Annuler' }).click();
    await visit(page, '#/puzzle/orbital/zzzzzz', '.failure');
    assert.match(await page.textContent('.failure'), /Ce problème n’existe pas/);
});

/** A legal move that does not solve a puzzle. */
const wrongMove = (page, game, id) => page.evaluate(async ([name, line]) => {
    const { puzzle, snapshot } = await moduleOf('js/rules.js');
    const { options, players, position, answer } = await puzzle(name, line, []);
    return (await snapshot({ game: name, players, options, position })).moves.find((move) => move !== answer);
}, [game, readFileSync(join(root, `web/games/${game}/puzzles.txt`), 'utf8').split('\n').find((line) => line.startsWith(id))]);

pageTest('the solution is played and written out, and replaces the refusal of a wrong move', {}, async (page) => {
    for (const [game, wanted] of [['tictacdoh', (one) => !one.tree.includes('(')], ['quoridor', (one) => one.task === 'win 3']]) {
        const { id, tree } = puzzlesOf(game).find(wanted);
        await visit(page, `#/puzzle/${game}/${id}`, '.board .b-svg');
        await type(page, await wrongMove(page, game, id));
        await verdict(page).getByText('Try again').waitFor();
        // While the refutation is still on the board.
        await page.getByRole('button', { name: 'Solution' }).click();
        await page.getByRole('button', { name: 'Next puzzle' }).waitFor();
        const said = await verdict(page).innerText(), written = /^Solution: ([^.]+)\./.exec(said)?.[1].split(' ') ?? [];
        assert.doesNotMatch(said, /Try again/);
        assert.equal(written[0], /^[^(]+/.exec(tree)[0], said);
        assert.equal(written.length, tree.includes('(') ? 3 : 1, said);
        // It stays: the refutation that was interrupted takes nothing back.
        if (game === 'quoridor')
            await page.waitForTimeout(2500); // only a fault can make it fail
        assert.ok((await verdict(page).innerText()).startsWith(`Solution: ${written.join(' ')}.`));
    }
});

pageTest('a hint in the middle of a refutation takes the wrong move back, and the puzzle goes on', {}, async (page) => {
    const { id, tree } = puzzlesOf('tictacdoh').find((one) => !one.tree.includes('('));
    await visit(page, `#/puzzle/tictacdoh/${id}`, '.board .b-svg');
    await type(page, await wrongMove(page, 'tictacdoh', id));
    await verdict(page).getByText('Try again').waitFor();
    await page.getByRole('button', { name: 'Hint' }).click();
    await verdict(page).getByText(`Piece: ${{ S: 'small', M: 'medium', L: 'large' }[tree[0]]}.`).waitFor();
    await type(page, tree);
    await verdict(page).getByText('Solved!').waitFor();
});

pageTest('each game has a rating of its own; the one for all is handed on', {}, async (page) => {
    const { id, tree } = puzzlesOf('tictacdoh').find((one) => !one.tree.includes('('));
    await visit(page, '#/about', 'h1');
    await page.evaluate(() => {
        localStorage.setItem('tablier.puzzles.rating', JSON.stringify({ rating: 1234, deviation: 80, volatility: 0.06 }));
        localStorage.setItem('tablier.puzzles.tried', JSON.stringify({ dorix: { abc: true }, tictacdoh: { def: false } }));
    });
    const rows = async () => {
        await visit(page, '#/puzzles', '.tile');
        return (await page.locator('section:nth-of-type(2) .tile').allInnerTexts()).map((text) => /Rating: (\d+)/.exec(text)?.[1] ?? '');
    };
    assert.deepEqual(await rows(), ['1234', '1234', '', '']);
    await visit(page, `#/puzzle/tictacdoh/${id}`, '.board .b-svg');
    await type(page, tree);
    await verdict(page).getByText('Solved!').waitFor();
    assert.match(await page.locator('.puzzle aside').innerText(), /Your Tic Tac Doh rating: 1[23]\d\d \(\+\d+\)/);
    const after = await rows();
    assert.equal(after[0], '1234');
    assert.ok(Number(after[1]) > 1234, after[1]);
    assert.deepEqual(after.slice(2), ['', '']);
    assert.equal(await page.evaluate(() => localStorage.getItem('tablier.puzzles.rating')), null);
});

/** A legal move of the puzzle on the board that is right, or wrong. */
const moveOf = async (page, right) => {
    const id = await page.evaluate(() => document.querySelector('[data-puzzle]').dataset.puzzle);
    const [game, one] = GAMES.flatMap((name) => puzzlesOf(name).map((puzzle) => [name, puzzle])).find(([, puzzle]) => puzzle.id === id);
    return right ? /^[^(]+/.exec(one.tree)[0] : wrongMove(page, game, id);
};

pageTest('the hub: a puzzle of the day for each game, harder through the week; themes and difficulties', { bypassCSP: true }, async (page) => {
    await visit(page, '#/puzzle', '.tile'); // the old address
    const days = await page.evaluate(async (games) => {
        const { dailyPuzzle, dayOf } = await moduleOf('js/puzzles.js'), monday = dayOf(new Date(2026, 10, 16));
        const week = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((i) => Promise.all(games.map((game) => dailyPuzzle(game, monday + i)))));
        return { grades: week.map((day) => day.map(({ grade }) => grade)), ids: week.map((day) => day.map(({ id }) => id)) };
    }, GAMES);
    assert.deepEqual(days.grades, [1, 1, 2, 3, 3, 4, 5, 1].map((grade) => GAMES.map(() => grade)));
    assert.equal(new Set(days.ids.flat()).size, 8 * GAMES.length);
    await checkAxe(page, 'puzzles');
    await page.locator('.tile a').nth(GAMES.length + GAMES.indexOf('quoridor')).click();
    const jump = page.locator('.tile', { hasText: 'Jump' });
    assert.match(await jump.innerText(), /Solved: 0 of 100/);
    await checkAxe(page, 'puzzles of a game');
    await jump.click();
    await page.waitForSelector('.puzzle .task:not(:empty)');
    assert.match(page.url(), /theme=jump$/);
    assert.match(await page.locator('.puzzle aside').innerText(), /Jump · Difficulty \d of 5/);
    await visit(page, '#/puzzle/daily/quoridor', '.board.is-open');
    await page.getByRole('button', { name: 'Practise this position' }).click();
    await page.waitForSelector('.table .board.is-open');
});

pageTest('solving on days in a row makes a streak', {}, async (page) => {
    await visit(page, '#/about', 'h1');
    const streaks = await page.evaluate(async () => {
        const { dayOf, streak } = await moduleOf('js/puzzles.js'), today = dayOf();
        const after = (days) => {
            localStorage.setItem('tablier.puzzles.days', JSON.stringify({ dorix: days.map((ago) => [today - ago, 1000, 1]), orbital: [[today - 30, 1000, 0]] }));
            return Object.values(streak());
        };
        return [after([]), after([1]), after([9, 8, 7, 2, 1]), after([9, 8, 7, 1, 0]), after([3, 2])];
    });
    assert.deepEqual(streaks, [[0, 0, false], [1, 1, false], [2, 3, false], [2, 3, true], [0, 2, false]]);
});

pageTest('a run ends with the third mistake, and its best result is kept', { bypassCSP: true, viewport: { width: 360, height: 640 } }, async (page) => {
    await visit(page, '#/puzzles', '.run');
    await page.evaluate(() => {
        Math.random = () => 0; // the first of the easiest puzzles has one move
    });
    await page.locator('.run', { hasText: 'Three mistakes' }).locator('select').selectOption('tictacdoh');
    await page.locator('.run', { hasText: 'Three mistakes' }).getByRole('button').click();
    for (const [right, said] of [[true, '1 solved · mistakes: 0 of 3'], [false, '1 solved · mistakes: 1 of 3'], [false, '1 solved · mistakes: 2 of 3']]) {
        await page.waitForSelector('.board.is-open');
        await type(page, await moveOf(page, right));
        await page.locator('.score').getByText(said).waitFor();
    }
    await page.waitForSelector('.board.is-open');
    await checkAxe(page, 'a run');
    await type(page, await moveOf(page, false));
    await page.getByText('That is your best run.').waitFor();
    assert.equal(await page.locator('.tile').count(), 3);
    await page.locator('.tile a').first().click();
    await page.waitForSelector('.view-puzzle .board.is-open');
    assert.deepEqual(await page.evaluate(() => JSON.parse(localStorage.getItem('tablier.puzzles.best'))), { 'three.tictacdoh': 1 });
    assert.equal(await page.evaluate(() => localStorage.getItem('tablier.puzzles.ratings')), null);
});

pageTest('a run of three minutes ends with them', {}, async (page) => {
    await visit(page, '#/run/timed/dorix', '.board.is-open');
    await page.locator('.score .clock').getByText(/[23]:\d\d/).waitFor();
    await page.evaluate(() => {
        const { now } = performance;
        performance.now = () => now.call(performance) + 200000;
    });
    await page.getByRole('button', { name: 'Once more' }).waitFor();
});
