/* puzzle.test.js - puzzles: solved by typing, wrong moves, hints, damaged links, the run. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageTest, root, visit } from './harness.js';

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
    assert.match(await page.innerText('.task'), /in 2 moves/);
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

pageTest('hint, solution, and a link that is damaged', { locale: 'fr-FR' }, async (page) => {
    const { id } = puzzlesOf('orbital')[0];
    await visit(page, `#/puzzle/orbital/${id}`, '.board .b-svg');
    await page.getByRole('button', { name: 'Indice' }).click();
    // The price of help comes first, and until then help costs nothing.
    const cost = Number(/votre cote à Orbital baisse de (\d+) points/.exec(await page.locator('dialog').innerText())?.[1]);
    assert.ok(cost > 0);
    await page.locator('dialog').getByRole('button', { name: 'Annuler' }).click();
    assert.equal(await verdict(page).innerText(), '');
    assert.match(await page.locator('.puzzle aside').innerText(), /Votre cote à Orbital\s:\s1000(?! \()/);
    await page.getByRole('button', { name: 'Indice' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Voir l’indice' }).click();
    await verdict(page).getByText('le coup commence par').waitFor();
    assert.ok((await page.locator('.puzzle aside').innerText()).includes(`${1000 - cost} (−${cost})`));
    // Paid once, the rest is free.
    await page.getByRole('button', { name: 'Solution' }).click();
    await page.getByRole('button', { name: 'Problème suivant' }).waitFor();
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
        await page.waitForTimeout(2500);
        assert.ok((await verdict(page).innerText()).startsWith(`Solution: ${written.join(' ')}.`));
    }
});

pageTest('a hint in the middle of a refutation takes the wrong move back, and the puzzle goes on', {}, async (page) => {
    const { id, tree } = puzzlesOf('tictacdoh').find((one) => !one.tree.includes('('));
    await visit(page, `#/puzzle/tictacdoh/${id}`, '.board .b-svg');
    await type(page, await wrongMove(page, 'tictacdoh', id));
    await verdict(page).getByText('Try again').waitFor();
    await page.getByRole('button', { name: 'Hint' }).click();
    await verdict(page).getByText(`begins with “${tree[0]}”`).waitFor();
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
        await visit(page, '#/puzzle', '.kept li');
        return (await page.locator('.kept li').allInnerTexts()).map((text) => /Rating: (\d+)/.exec(text)?.[1] ?? '');
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

pageTest('the hub names the puzzle of the day, and that is the same for everyone', {}, async (page) => {
    await visit(page, '#/puzzle', '.kept li');
    const days = await page.evaluate(async (games) => {
        const { dailyPuzzle } = await moduleOf('js/puzzles.js');
        const day = (n) => dailyPuzzle(games, n * 86400000 + 5).then(({ game, puzzle }) => `${game} ${puzzle.id}`);
        return [await day(20000), await day(20000), await day(20001)];
    }, GAMES);
    assert.equal(days[0], days[1]);
    assert.notEqual(days[0], days[2]);
    await page.getByRole('link', { name: 'Solve it' }).click();
    await page.waitForSelector('.puzzle .task:not(:empty)');
    await page.getByRole('button', { name: 'Practise this position' }).click();
    await page.waitForSelector('.table .board.is-open');
});
