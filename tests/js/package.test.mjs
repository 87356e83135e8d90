/* package.test.mjs - the packed package in node, as a stranger's project uses it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ModuleError, RulesError, formatRecord, games, parseRecords, picture, snapshot, solve, think, why } from 'tablier';
import { Tablier } from 'tablier/direct';

const direct = await Tablier.load();

test('the games, with and without workers', async () => {
    const all = await games();
    assert.deepEqual(all.map(({ name }) => name), ['dorix', 'tictacdoh', 'quoridor', 'orbital']);
    assert.deepEqual(direct.games(), all);
});

test('a match', async () => {
    const record = { game: 'quoridor', moves: ['e2', 'e8'] };
    const now = await snapshot(record);
    assert.equal(now.moves.length, 132);
    assert.deepEqual(direct.snapshot(record), now);
    const text = await formatRecord(record, { names: ['Ann', null] });
    const [parsed] = await parseRecords(text);
    assert.deepEqual(parsed.record.moves, record.moves);
    assert.deepEqual(parsed.names, ['Ann', null]);
    assert.equal((await why(record, 'e5')).legal, false);
    await assert.rejects(snapshot({ game: 'quoridor', moves: ['e5'] }), (error) =>
        error instanceof RulesError && error.ply === 1 && error.message.length > 10);
    assert.throws(() => direct.snapshot({ game: 'chess' }), RulesError);
});

test('thinking', async () => {
    const record = { game: 'orbital', moves: ['Ba1'] };
    let reports = 0;
    const thought = await think(record, { nodes: 3000, lines: 2, seed: 1 }, () => reports++);
    assert.ok(direct.snapshot(record).moves.includes(thought.move));
    assert.equal(thought.info.lines.length, 2);
    assert.equal(direct.think(record, { nodes: 3000, lines: 2, seed: 1 }).move, thought.move);
    const stop = new AbortController();
    const endless = think({ game: 'quoridor' }, { signal: stop.signal }, () => stop.abort());
    await assert.rejects(endless, { name: 'AbortError' });
});

test('solving', async () => {
    const record = { game: 'quoridor', options: { size: 3, walls: 1 } };
    const solution = await solve(record, { shortest: true, tableMb: 16 });
    assert.deepEqual([solution.answered, solution.value, solution.plies], [true, 'loss', 8]);
    assert.deepEqual(solution.findings[1], { player: 2, win: 8, hold: 7 });
    assert.equal(direct.solve(record, { player: 2, tableMb: 16 }).answered, true);
    await assert.rejects(solve(record, { player: 3 }), RulesError);
});

test('pictures', async () => {
    const svg = await picture({ game: 'dorix', moves: ['b2'] }, { marks: 'b2', dark: true, width: 200 });
    assert.match(svg, /^<svg /);
    assert.match(svg, /<\/svg>\n$/);
    assert.throws(() => direct.picture({ game: 'dorix' }, { marks: 'z9' }), RulesError);
});

test('errors have names', () => {
    assert.equal(new ModuleError('missing', 'x').code, 'missing');
});
