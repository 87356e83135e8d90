/* search.test.mjs - the computer player in WebAssembly. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

import { recordFields, thinkFields } from '../../bindings/js/request.js';
import { instantiate, makeMemory } from '../../bindings/js/wasm.js';
import { analyse, ask, bench, dice, gameFile, randomGame, setups, wasm } from './sides.mjs';

const roll = dice(7);

const think = (record, options) => ask('think', record, thinkFields(options));

test('every level answers in every game, for every number of players', () => {
    const seen = new Set();
    for (const { game, players } of setups()) {
        if (seen.has(game + players)) continue;
        seen.add(game + players);
        for (let level = 1; level <= 12; level++) {
            const { record, last } = randomGame({ game, players }, roll(12), roll);
            if (last.over) continue;
            const { move, info } = think(record, { level, nodes: 500, seed: level });
            assert.ok(last.moves.includes(move), `${game} ${players}, level ${level}: ${move}`);
            assert.ok(info.nodes <= 500);
        }
    }
});

test('a network is asked for where it is used, and checked', () => {
    const wanted = (record, level) => ask('files', record, level ? ['level', String(level)] : []).join();
    assert.equal(wanted({ game: 'quoridor' }), 'quoridor.net');
    assert.equal(wanted({ game: 'quoridor' }, 8), 'quoridor.net');
    assert.equal(wanted({ game: 'quoridor' }, 1), '');
    assert.equal(wanted({ game: 'quoridor', players: 4 }), 'quoridor_many.net');
    assert.equal(wanted({ game: 'quoridor', players: 4 }, 5), '');
    assert.equal(wanted({ game: 'dorix' }, 7), 'dorix.net');
    assert.equal(wanted({ game: 'dorix', players: 3 }, 6), 'dorix_many.net');
    assert.equal(wanted({ game: 'dorix', players: 4 }), 'dorix.net'); // two teams
    assert.equal(wanted({ game: 'quoridor', options: { size: 7 } }), '');

    let seed = 0;
    const facts = () => {
        // Another seed is another engine, which remembers nothing.
        const { info } = think({ game: 'quoridor' }, { nodes: 3000, lines: 1, tableMb: 8, seed: ++seed });
        return JSON.stringify([info.nodes, info.lines[0].score, info.lines[0].pv]);
    };
    const without = facts();
    const good = gameFile('quoridor.net'), changed = good.slice(), foreign = good.slice();
    changed[good.length >> 1] ^= 1;
    foreign[8] ^= 1; // its game's name
    for (const bad of [good.subarray(0, 1000), good.subarray(0, good.length - 1), changed, foreign,
        new TextEncoder().encode('<!doctype html>'), new Uint8Array(0)]) {
        const { error } = JSON.parse(wasm(bad));
        assert.match(error.message, /^[A-Z].*\.$/);
        assert.equal(facts(), without); // and play goes on
    }
    assert.deepEqual(JSON.parse(wasm(gameFile('dorix.net'))), { value: 'dorix' });
    assert.equal(facts(), without); // of another game
    assert.deepEqual(JSON.parse(wasm(good)), { value: 'quoridor' });
    assert.notEqual(facts(), without);
    for (const game of ['dorix', 'quoridor']) // for other numbers of players
        assert.deepEqual(JSON.parse(wasm(gameFile(`${game}_many.net`))), { value: game });
    assert.ok(JSON.parse(wasm(changed)).error);
    assert.notEqual(facts(), without); // the good one stays
});

test('a table is asked for where it is used, and checked', () => {
    const wanted = (record, level) => ask('files', record, level ? ['level', String(level)] : []).join();
    assert.equal(wanted({ game: 'tictacdoh' }), 'tictacdoh.table');
    assert.equal(wanted({ game: 'tictacdoh' }, 8), 'tictacdoh.table');
    assert.equal(wanted({ game: 'tictacdoh' }, 1), '');
    assert.equal(wanted({ game: 'tictacdoh', players: 3 }), '');
    assert.equal(wanted({ game: 'orbital' }, 6), 'orbital.table');
    assert.equal(wanted({ game: 'orbital' }, 1), '');

    for (const game of ['tictacdoh', 'orbital']) {
        let seed = 0;
        const line = () => think({ game }, { nodes: 500, lines: 1, seed: ++seed }).info.lines[0];
        assert.equal(line().exact, false);
        const good = gameFile(`${game}.table`), changed = good.slice(), other = good.slice();
        changed[good.length >> 1] ^= 1;
        other[8] ^= 1; // its checksum
        for (const bad of [good.subarray(0, 16), good.subarray(0, good.length - 1), changed, other]) {
            assert.match(JSON.parse(wasm(bad)).error.message, /^The table is damaged/);
            assert.equal(line().exact, false);
        }
        assert.deepEqual(JSON.parse(wasm(good)), { value: game });
        assert.equal(line().exact, true);
    }
});

test('Orbital is won by its table, with hardly a search', () => {
    assert.deepEqual(JSON.parse(wasm(gameFile('orbital.table'))), { value: 'orbital' });
    const defence = dice(3);
    for (let game = 0; game < 3; game++) {
        const record = { game: 'orbital', moves: [] };
        let now = ask('snapshot', record);
        while (!now.over) {
            record.moves.push(now.turn === 1 ? think(record, { nodes: 1000, seed: game }).move : now.moves[defence(now.moves.length)]);
            now = ask('snapshot', record);
        }
        assert.deepEqual(now.winners, [1]);
        assert.ok(record.moves.length <= 26);
    }
});

// Between two sides the search adds up whole numbers only: no machine rounds otherwise.
for (const { game, players, nodes } of [
    { game: 'dorix', players: 2, nodes: 20000 },
    { game: 'dorix', players: 4, nodes: 20000 },
    { game: 'tictacdoh', players: 2, nodes: 20000 },
    { game: 'quoridor', players: 2, nodes: 20000 },
    { game: 'orbital', players: 2, nodes: 20000 },
])
    test(`${game} for ${players}: the same search as natively`, () => {
        const { record } = randomGame({ game, players }, 4, roll);
        const native = analyse(game, '--players', players, '--moves', record.moves.join(' '),
            '--nodes', nodes, '--lines', 2, '--hash', 8);
        const { info } = think(record, { nodes, lines: 2, tableMb: 8 });
        const facts = ({ lines, depth, nodes: counted }) => ({
            depth,
            nodes: counted,
            lines: lines.map(({ move, pv, value, plies }) => ({ move, pv, value, plies })),
        });
        assert.deepEqual(facts(info), facts(native));
    });

test('what tablier bench finds', () => {
    const rows = bench();
    assert.ok(rows.length >= 14);
    for (const { record, limits, found } of rows) {
        think({ game: 'tictacdoh' }, { nodes: 1, seed: 1 }); // so that the next engine remembers nothing
        const { move, info } = think(record, { ...limits, lines: 1, tableMb: 16 });
        assert.deepEqual({ depth: info.depth, nodes: info.nodes, move }, found, JSON.stringify(record));
    }
});

test('Tic Tac Doh is known exactly', () => {
    const { info } = think({ game: 'tictacdoh' }, { nodes: 100, lines: 3 });
    for (const line of info.lines) assert.equal(line.exact, true);
});

test('a limit of time is kept', () => {
    const { info } = think({ game: 'quoridor', players: 4 }, { timeMs: 300 });
    assert.ok(info.ms >= 250);
});

test('the history of the match counts: a repeated position is a draw', () => {
    const options = { size: 3, walls: 0 };
    const moves = ['a1', 'a3', 'b1'];
    const back = (repetition) =>
        think({ game: 'quoridor', options, repetition, moves }, { nodes: 2000, lines: 2 })
            .info.lines.find(({ move }) => move === 'b3');
    assert.equal(back(0).score, 1);
    assert.equal(back(2).score, 0);
});

test('a memory that cannot grow costs tables, not answers', () => {
    for (const [name, file] of Object.entries({ rules: 'tablier.wasm', solver: 'solver.wasm' })) {
        const module = new WebAssembly.Module(readFileSync(join(dirname(process.env.TABLIER_WASM), file)));
        for (const megabytes of [16, 32, 64]) {
            const memory = new WebAssembly.Memory({ initial: 128, maximum: 16 * megabytes, shared: true });
            const small = instantiate(module, () => {}, memory);
            const answer = (call, position, fields = []) =>
                JSON.parse(small(['call', call, ...fields, ...recordFields({ game: 'quoridor', position })]));
            // Boards whose values would take hundreds of megabytes, then what is small again.
            for (const position of ['size=5 walls=7 c1/c5 7/7 - 1', 'size=5 walls=10 c2/c4 8/9 b2h,c4h,a3v 1', 'e1/e9 10/10 - 1']) {
                const of = `${name}, ${megabytes} MB, ${position}`;
                const explored = answer('explore', position, ['nodes', '200']);
                assert.ok(explored.value?.moves.length > 0, `${of}: ${explored.error?.message}`);
                const thought = answer('think', position, thinkFields({ timeMs: 200, lines: 2 }));
                assert.ok(explored.value.moves.some(({ move }) => move === thought.value?.move), `${of}: ${thought.error?.message}`);
            }
            assert.ok(memory.buffer.byteLength <= megabytes * 2 ** 20);
        }
    }
});

test('a device with little memory gets a small one', () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    const most = (navigator) => {
        Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
        const memory = makeMemory();
        try {
            memory.grow(4096); // 256 MB more
            return 'large';
        } catch {
            return 'small';
        }
    };
    try {
        assert.equal(most({ deviceMemory: 8, userAgent: 'X11; Linux' }), 'large');
        assert.equal(most({ deviceMemory: 8, userAgent: 'Linux; Android 14' }), 'large');
        assert.equal(most({ deviceMemory: 4, userAgent: 'Linux; Android 14' }), 'small');
        assert.equal(most({ userAgent: 'iPhone; CPU iPhone OS 17' }), 'small');
        assert.equal(most({ userAgent: 'Macintosh; Intel Mac OS X' }), 'large');
        assert.equal(most(undefined), 'large');
    } finally {
        if (before) Object.defineProperty(globalThis, 'navigator', before);
        else delete globalThis.navigator;
    }
});
