/* package.test.mjs - the packed package in node, as a third-party project uses it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';

import {
    Game, ModuleError, RulesError, formatRecord, games, nextPuzzle, parseRecords, picture, puzzle, puzzles, readPuzzles,
    review, snapshot, solve, think, watchNetworks, why,
} from 'tablier';
import { load, loadLanguage } from 'tablier';
import { Tablier } from 'tablier/direct';

const direct = await Tablier.load();

test('the games, with and without workers', async () => {
    const all = await games();
    assert.deepEqual(all.map(({ name }) => name), ['dorix', 'tictacdoh', 'quoridor', 'orbital']);
    assert.deepEqual(direct.games(), all);
});

// First of those that search: afterwards the network is known.
test('networks: without, damaged, whole', async () => {
    const place = new URL(import.meta.resolve('tablier/package.json'));
    const file = new URL('quoridor.net', place), away = new URL('away.net', place), bytes = readFileSync(file);
    const ask = async () => (await think({ game: 'quoridor' }, { nodes: 3000, tableMb: 8, seed: 1 })).info;
    const facts = ({ nodes, lines }) => JSON.stringify([nodes, lines[0].score, lines[0].pv]);
    const problems = [];
    const end = watchNetworks((problem) => problems.push(problem));

    renameSync(file, away);
    const without = facts(await ask().finally(() => renameSync(away, file)));
    assert.deepEqual(problems.map((problem) => problem.file), ['quoridor.net']);
    assert.match(problems[0].text, /could not be loaded/);

    const plain = facts(direct.think({ game: 'quoridor' }, { nodes: 3000, tableMb: 8, seed: 1 }).info);
    assert.equal(plain, without);
    await assert.rejects(direct.loadNetwork('quoridor', bytes.subarray(0, 5000)), RulesError);
    assert.equal(await direct.loadNetwork('orbital'), false);
    assert.equal(await direct.loadNetwork('quoridor', new Uint8Array(bytes)), true);
    const with_ = facts(direct.think({ game: 'quoridor' }, { nodes: 3000, tableMb: 8, seed: 1 }).info);
    assert.notEqual(with_, without);

    const three = () => facts(direct.think({ game: 'dorix', players: 3 }, { nodes: 300, tableMb: 8, seed: 1 }).info);
    const alone = three();
    assert.equal(await direct.loadNetwork('dorix'), true); // for every number of players
    assert.notEqual(three(), alone);

    assert.equal(facts(await ask()), with_); // loaded by the next search
    assert.equal(problems.length, 1);
    end();
});

test('tables: without and with', async () => {
    const fresh = await Tablier.load();
    const value = () => fresh.think({ game: 'orbital' }, { nodes: 500 }).info.lines[0].value;
    const unsolved = value();
    assert.equal(await fresh.loadTable('quoridor'), false);
    await assert.rejects(fresh.loadTable('orbital', new Uint8Array(100)), RulesError);
    assert.equal(await fresh.loadTable('orbital'), true);
    assert.equal(unsolved, null);
    assert.notEqual(value(), null);
    assert.equal((await think({ game: 'orbital' }, { nodes: 500 })).info.lines[0].value, value());
    assert.equal(await direct.loadTable('orbital'), true);
    assert.equal(await direct.loadTable('tictacdoh'), true);
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

test('records with notes, in both forms', async () => {
    const notes = [
        { at: 0, comment: 'Opening « Ω »' },
        { at: 1, comment: 'good', eval: { player: 1, score: 0.25 }, ms: 1250, drawings: ['Ge2', 'Re2e4'], variations: [
            { moves: ['d1', 'd9'], notes: [{ at: 1, eval: { player: 2, value: 'win', plies: 5 } },
                { at: 2, variations: [{ moves: ['f9'] }] }] },
            { moves: ['f1'] }] },
    ];
    const record = { game: 'quoridor', moves: ['e2', 'e8'], notes };
    for (const form of ['text', 'json']) {
        const text = await formatRecord(record, { names: ['Ann', null] }, { form });
        const [parsed] = await parseRecords(text);
        assert.deepEqual(parsed.record.notes, notes);
        assert.deepEqual(parsed.names, ['Ann', null]);
        assert.equal(direct.formatRecord(record, { names: ['Ann', null] }, { form }), text);
        assert.deepEqual(direct.parseRecords(text), [parsed]);
    }
    assert.equal((await snapshot(record)).plies, 2);
    assert.equal((await parseRecords('[Game "Quoridor"]\n\n1. e2 *'))[0].record.notes, undefined);
});

test('invalid notes: one message, and the next record is read', async () => {
    const of = (/** @type {unknown} */ notes) => JSON.stringify({ game: 'quoridor', moves: ['e2'], notes });
    const bad = [
        [[{ at: 1, variations: [{ moves: ['e5'] }] }], /^Move 1 'e5': /],
        [[{ at: 1, variations: [{ moves: [] }] }], /no move/],
        [[{ at: 1, variations: [{}] }], /"notes" must be/],
        [[{ at: 2 }], /"notes" must be/],
        [[{ at: 1, comment: 'a}b' }], /cannot contain/],
        [[{ at: 1, comment: 'x'.repeat(5000) }], /at most 4000/],
        [[{ at: 1, eval: { player: 1 } }], /not an evaluation/],
        [[{ at: 1, eval: { player: 5, score: 0 } }], /evaluation/],
        [[{ at: 1, ms: -1 }], /hours/],
        [[{ at: 1, drawings: ['Ge2e2'] }], /^'Ge2e2' is not a drawing on this board/],
        [[{ at: 1, drawings: ['Gi9', 'Gj1'] }], /^'Gj1' is not a drawing on this board/],
        [7, /not a JSON record/],
    ];
    const text = [...bad.map(([notes]) => of(notes)), 'nonsense {', of([{ at: 1, comment: 'fine' }])].join('\n');
    const found = await parseRecords(text);
    bad.forEach(([, message], i) => assert.match(found[i].error.message, /** @type {RegExp} */ (message)));
    assert.match(found[bad.length].error.message, /not a JSON record/);
    assert.deepEqual(found.at(-1).record.notes, [{ at: 1, comment: 'fine' }]);
    assert.match((await parseRecords(of([{ at: 1, variations: [{ moves: ['e5'] }] }]), 'fr'))[0].error.message, /^Coup 1 « e5 » : /);
    let deep = { moves: ['d1'] };
    for (let i = 0; i < 500; i++) deep = { moves: ['d1'], notes: [{ at: 1, variations: [deep] }] };
    assert.match((await parseRecords(of([{ at: 1, variations: [deep] }])))[0].error.message, /64 deep/);
});

test('a review as notes', async () => {
    const record = { game: 'tictacdoh', moves: ['Sc3', 'Mb3', 'Lb2', 'Md4'] };
    const { notes, moves } = await review(record, { nodes: 500 });
    const third = notes.find(({ at }) => at === 3);
    assert.match(third.comment, /^Blunder/);
    assert.equal(third.eval.value, 'loss');
    assert.equal(third.variations[0].moves[0], moves[2].best[0]);
    const [parsed] = await parseRecords(await formatRecord({ ...record, notes }));
    assert.deepEqual(parsed.record.notes, notes);
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

// A promise that never settles fails by itself: nothing keeps the process alive then.
test('an abort is heard whenever it comes', async () => {
    const record = { game: 'tictacdoh' };
    await think(record, { nodes: 100 });
    for (let steps = 0; steps < 16; steps++) {
        const stop = new AbortController();
        const endless = think(record, { threads: 4, signal: stop.signal });
        const heard = assert.rejects(endless, { name: 'AbortError' });
        for (let i = 0; i < steps; i++) await null;
        stop.abort();
        await heard;
    }
    assert.equal((await think(record, { nodes: 100, seed: 1 })).info.lines.length, 1);
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
    const crowded = await picture({ game: 'dorix' }, { arrows: 'a1>b2 '.repeat(600) });
    assert.match(crowded, /<\/svg>\n$/);
    assert.throws(() => direct.picture({ game: 'dorix' }, { marks: 'z9' }), RulesError);
});

test('puzzles', async () => {
    for (const game of ['dorix', 'tictacdoh', 'quoridor', 'orbital']) {
        const all = await puzzles(game);
        assert.ok(all.length > 100);
        assert.deepEqual(await direct.puzzles(game), all);
        const { line, grade, id } = all[nextPuzzle(all, all.length - 1, 2)];
        assert.equal(grade, 2);
        const moves = [];
        let now = await puzzle(game, line, moves);
        assert.deepEqual([now.id, now.grade, now.state], [id, 2, 'open']);
        assert.ok(now.solution.startsWith(now.answer));
        while (now.state !== 'solved') {
            const { position, players, options } = now;
            moves.push(now.answer ?? direct.snapshot({ game, players, options, position, moves }).moves[0]);
            now = direct.puzzle(game, line, moves);
        }
    }
    assert.equal(nextPuzzle([], 0), -1);
    assert.throws(() => readPuzzles('<!doctype html>'), RulesError);
    await assert.rejects(puzzle('dorix', 'x', []), RulesError);
});

test('a damaged network is reported once, and play continues', () => {
    const file = new URL('quoridor.net', import.meta.resolve('tablier/package.json')), bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, bytes.length - 7));
    try {
        const program = `
            import { think, watchNetworks } from 'tablier';
            const problems = [];
            watchNetworks((problem) => problems.push(problem));
            const moves = [];
            for (let i = 0; i < 2; i++) moves.push((await think({ game: 'quoridor', moves }, { nodes: 500 })).move);
            console.log(JSON.stringify({ problems, moves }));`;
        const out = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
        const { problems, moves } = JSON.parse(out);
        assert.deepEqual(problems.map((problem) => problem.file), ['quoridor.net']);
        assert.match(problems[0].text, /damaged/);
        assert.equal(direct.snapshot({ game: 'quoridor', moves }).plies, 2);
    } finally {
        writeFileSync(file, bytes);
    }
});

test('a game that the module keeps', async () => {
    assert.throws(() => new Game('dorix'), ModuleError);
    await load();
    for (const { name, players } of direct.games())
        for (const count of players) {
            const game = new Game(name, { players: count }), other = new Game(name, { players: count });
            for (let ply = 0; !game.isOver() && ply < 60; ply++) {
                const now = direct.snapshot(game.record()), moves = game.moves();
                assert.deepEqual(moves, now.moves);
                assert.deepEqual([game.turn(), game.position(), game.result()], [now.turn, now.position, now.winners]);
                other.moves(); // the module has one list at a time
                game.move(moves[(7 * ply + 3) % moves.length]);
            }
            assert.deepEqual(other.history(), []);
            const { moves } = game.record();
            const copy = game.clone();
            assert.equal(game.undo(), true);
            assert.deepEqual(game.history(), moves.slice(0, -1));
            assert.equal(game.move(moves.at(-1)), moves.at(-1));
            assert.deepEqual(game.record(), copy.record());
            copy.load(game.text());
            assert.deepEqual(copy.history(), moves);
            copy.load(game.text({}, { form: 'json' }));
            assert.deepEqual(copy.history(), moves);
            game.reset();
            assert.deepEqual([game.history(), game.undo()], [[], false]);
            assert.equal(game.why('z9').text, direct.why(game.record(), 'z9').text);
            assert.equal(game.svg(), direct.picture(game.record()));
        }
    const game = new Game({ game: 'quoridor', swap: true, moves: ['e2'] });
    assert.equal(game.canSwap(), true);
    assert.equal(game.move('swap'), 'swap');
    assert.throws(() => game.move('e5'), (error) => error instanceof RulesError && error.ply === 2);
    assert.deepEqual(game.history(), ['e2', 'swap']);
    assert.throws(() => game.load('nonsense'), RulesError);
    assert.deepEqual(game.history(), ['e2', 'swap']);
    const ended = new Game({ game: 'dorix', moves: ['b2'], ending: 'resignation', result: [1] });
    assert.deepEqual([ended.isOver(), ended.result(), ended.ending(), ended.moves()], [true, [1], 'resignation', []]);
    game.free();
    assert.throws(() => game.move('e8'));
});

test('a game answers in a language that was loaded', async () => {
    const game = new Game('dorix'), english = game.why('z9').text;
    assert.equal(game.why('z9', 'it').text, english);
    assert.deepEqual([await loadLanguage('it-CH'), await loadLanguage('en-GB'), await loadLanguage('xx')], [true, true, false]);
    assert.equal(game.why('z9', 'it').text, (await why({ game: 'dorix' }, 'z9', 'it')).text);
    assert.notEqual(game.why('z9', 'it').text, english);
    await load(); // another instance of the module
    assert.notEqual(new Game('dorix').why('z9', 'it').text, english);
    await assert.rejects(loadLanguage(/** @type {any} */ (5)), RulesError);
});

test('the board can be imported on a server', async () => {
    assert.equal(typeof (await import('tablier/board')).TablierBoard, 'function');
});

test('games are played fast', () => {
    let seed = 1;
    /** @param {string} name @param {number} count  of games @returns {number} plies */
    const playSome = (name, count) => {
        let plies = 0;
        for (let i = 0; i < count; i++)
            for (const game = new Game(name); !game.isOver(); plies++) {
                const moves = game.moves();
                seed = Math.imul(seed, 1664525) + 1013904223 | 0;
                game.move(moves[(seed >>> 8) % moves.length]);
            }
        return plies;
    };
    for (const { name } of direct.games()) {
        playSome(name, 300); // texts of moves are known by then
        const begin = process.cpuUsage(), plies = playSome(name, 300), { user, system } = process.cpuUsage(begin);
        const rate = plies / (user + system) * 1e6;
        console.log(`${name} at random: ${Math.round(rate)} plies per second of processor time`);
        assert.ok(rate > 30000, String(rate)); // 100,000 and more on a quiet machine
    }
});

test('values of the wrong type are a RulesError, and promises are rejected with it', async () => {
    const bad = /** @type {any[]} */ ([null, undefined, 5, 'dorix', [], {}, { game: 3 }, { game: 'dorix', moves: 'b2' },
        { game: 'dorix', moves: [1] }, { game: 'dorix', options: 7 }, { game: 'dorix', players: {} }]);
    const sentence = (/** @type {any} */ error) => error instanceof RulesError && /^[A-Z"].*\.$/.test(error.message);
    for (const record of bad) {
        for (const call of [snapshot, think, solve, review, picture])
            await assert.rejects(/** @type {any} */ (call)(record, record === null ? {} : undefined), sentence);
        await assert.rejects(why(record, 'b2'), sentence);
        assert.throws(() => direct.snapshot(record), sentence);
        if (typeof record !== 'string') assert.throws(() => new Game(record), sentence);
    }
    const calls = /** @type {any[]} */ ([
        () => why({ game: 'dorix' }, 5), () => think({ game: 'dorix' }, 5), () => think({ game: 'dorix' }, { level: {} }),
        () => think({ game: 'dorix' }, { nodes: 10, signal: 5 }), () => snapshot({ game: 'dorix' }, 5n), () => games({}),
        () => parseRecords(7), () => formatRecord({ game: 'dorix' }, { names: 5 }), () => puzzle('dorix', 'x', 'y'),
        () => puzzles(5), () => review({ game: 'dorix' }, null), () => picture({ game: 'dorix' }, { marks: [] }),
    ]);
    for (const call of calls) await assert.rejects(call(), sentence, String(call));
    const game = new Game('dorix');
    for (const call of [() => game.move(/** @type {any} */ (5)), () => game.why(/** @type {any} */ (null))])
        assert.throws(call, sentence);
});

test('the module is light', () => {
    const size = brotliCompressSync(readFileSync(new URL(import.meta.resolve('tablier/tablier.wasm')))).length;
    console.log(`tablier.wasm: ${size} bytes compressed`);
    assert.ok(size < 156_000, String(size));
});

test('errors have names', () => {
    assert.equal(new ModuleError('missing', 'x').code, 'missing');
});
