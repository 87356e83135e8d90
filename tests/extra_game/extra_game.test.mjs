/* extra_game.test.mjs - an extra game in the JavaScript package: played, searched, solved, reviewed, drawn,
 * explored, and its puzzles. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import {
    explore, games, picture, puzzle, puzzles, remark, review, snapshot, solve, think, watchNetworks, why,
} from 'tablier';
import { Tablier } from 'tablier/direct';

const six = (position) => ({ game: 'nim', options: { heaps: 6 }, position });
const exclusiveOr = (heaps) => heaps.reduce((a, b) => a ^ b, 0);

test('facts, play and teams', async () => {
    const { title, players, options } = (await games()).find(({ name }) => name === 'nim');
    assert.deepEqual([title, players, options.map(({ name }) => name)], ['Nim', [2, 3, 4], ['heaps']]);
    const now = await snapshot({ game: 'nim', players: 4, moves: ['d7', 'c5', 'b3', 'a1'] });
    assert.deepEqual(now.winners, [2, 4]);
    assert.equal(now.sides[0], now.sides[2]);
    assert.notEqual(now.sides[0], now.sides[1]);
    const start = await snapshot({ game: 'nim' });
    assert.equal(start.goals[0], 'Player 1 wins by taking the last stone.');
    assert.deepEqual(Object.keys(start.pieces), ['a1', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3', 'c4', 'c5']);
    assert.match((await why({ game: 'nim' }, 'b4')).text, /There are not 4 stones in heap b/);
    assert.deepEqual(await remark({ game: 'nim' }, 'c5'), ['Heap c is empty then.', '4 stones in 2 heaps.']);
});

test('a search has the network', async () => {
    const problems = [];
    watchNetworks((problem) => problems.push(problem));
    for (const heaps of [[1, 3, 5, 7, 9, 9], [1, 1, 1, 1, 1, 2], [9, 8, 7, 6, 5, 4]]) {
        const { info } = await think(six(`${heaps.join('/')} 1`), { nodes: 30, seed: 1 });
        assert.equal(info.lines[0].score < 0, exclusiveOr(heaps) === 0, heaps.join('/'));
    }
    assert.deepEqual(problems, []);

    const direct = await Tablier.load();
    const ask = () => direct.think(six('1/3/5/7/9/9 1'), { nodes: 30, seed: 1 }).info.lines[0].score;
    assert.ok(ask() > 0); // by the evaluation alone
    assert.equal(await direct.loadNetwork('nim'), true);
    assert.ok(ask() < 0);
});

test('levels', async () => {
    assert.equal((await think({ game: 'nim' }, { level: 6 })).move, 'c3');
    const weak = new Set();
    for (let seed = 0; seed < 12; seed++) weak.add((await think({ game: 'nim' }, { level: 1, seed })).move);
    assert.ok(weak.size > 2);
});

test('solved by the table, and by proof', async () => {
    for (const heaps of [[1, 2, 3], [9, 8, 7], [5, 5, 0], [4, 5, 0], [2, 2, 2]]) {
        const { value } = await solve({ game: 'nim', position: `${heaps.join('/')} 1` });
        assert.equal(value, exclusiveOr(heaps) ? 'win' : 'loss', heaps.join('/'));
    }
    const { value, plies } = await solve({ game: 'nim' }, { shortest: true });
    assert.deepEqual([value, plies], ['win', 7]);
    // Teams have the table too: nothing is searched.
    const teams = await solve({ game: 'nim', players: 4 });
    assert.deepEqual([teams.value, teams.plies, teams.nodes], ['loss', 16, 0]);
});

test('a review, and the explorer with the book', async () => {
    const { moves } = await review({ game: 'nim', moves: ['c5', 'b1', 'b1', 'b1', 'a1'] }, { nodes: 1000 });
    assert.deepEqual(moves.slice(0, 3).map(({ judgement }) => judgement), ['blunder', 'blunder', 'best']);
    const found = await explore({ game: 'nim' }, { book: readFileSync('book.txt', 'utf8') });
    assert.deepEqual([found.moves[0].move, found.moves[0].games], ['c3', 25]);
});

test('a picture', async () => {
    const count = (text, what) => text.split(what).length - 1;
    const plain = await picture({ game: 'nim' });
    assert.equal(count(plain, 'rx="20"'), 9);
    assert.equal(count(await picture({ game: 'nim' }, { marks: 'c' }), '\n'), count(plain, '\n') + 9);
});

test('puzzles', async () => {
    const all = await puzzles('nim');
    assert.equal(all.length, 5);
    const { line } = all.find(({ id }) => id === 'psvdtt');
    assert.equal((await puzzle('nim', line, [])).answer, 'b1');
    assert.equal((await puzzle('nim', line, ['b2'])).state, 'wrong');
    assert.equal((await puzzle('nim', line, ['b1', 'b2', 'c2'])).state, 'solved');
});
