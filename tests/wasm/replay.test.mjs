/*
 * replay.test.mjs - the rules in WebAssembly are those of the program.
 *
 * Random games of every setup are played by the module and replayed natively:
 * the same legal moves, positions, hashes, drawings and reasons everywhere.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { recordFields } from '../../bindings/js/request.js';
import { ask, dice, native, randomGame, replay, setups, wasm } from './sides.mjs';

const PLIES = 60;

const roll = dice(2026);

/** One random game of each setup; every third one continues from a position on the way. */
const games = setups().map((setup, i) => {
    const swap = setup.players === 2 && i % 2 === 0;
    const game = randomGame({ ...setup, swap, repetition: [0, 2, 3][i % 3] }, PLIES, roll);
    if (i % 3 !== 1) return game;
    const { record } = game;
    const moves = record.moves.slice(0, roll(record.moves.length + 1));
    const { position, over } = ask('snapshot', { ...record, moves });
    return over ? game : randomGame({ ...setup, position }, PLIES, roll);
});

/** Words that are moves, almost moves, and no moves at all. */
function words(moves) {
    const move = moves[roll(moves.length)] ?? 'a1';
    const at = roll(move.length);
    return [
        move,
        move.toUpperCase(),
        move.slice(0, at),
        move.slice(0, at) + 'abcdefghi123456789hvnesw:>,'[roll(27)] + move.slice(at + 1),
        'abcdefghi'[roll(9)] + '123456789'[roll(9)] + ['', 'h', 'v'][roll(3)],
        ['', 'pass', 'swap', 'é', ' a1', 'Tb2n', 'Sc3', 'b2>c3', 'c2:b2,d2'][roll(9)],
    ];
}

test('the program counts the same moves and comes to the same end', () => {
    replay(games.map(({ record }) => record)).forEach((line, i) => {
        const { record, last } = games[i];
        const { counts } = ask('trace', record);
        const { winners } = last;
        const result = winners && (winners.length > 0 ? winners : 'draw');
        assert.deepEqual(
            { plies: line.plies, result: line.result, counts: line.counts },
            { plies: last.plies, result, counts: counts.slice(0, -1) },
            JSON.stringify(record),
        );
    });
});

test('native calls give the same answers to the byte', () => {
    const requests = games.flatMap(({ record, last }) => {
        const whole = recordFields(record);
        const cut = recordFields({
            ...record,
            moves: record.moves.slice(0, roll(record.moves.length + 1)),
        });
        const lang = ['en', 'fr'][roll(2)];
        const moves = ask('snapshot', { ...record, moves: [] }).moves;
        return [
            ['call', 'trace', ...whole],
            ['call', 'format', 'tags.Player1', 'Zoé "Z" \\', ...whole],
            ['call', 'snapshot', 'lang', lang, ...whole],
            ['call', 'snapshot', 'lang', lang, ...cut],
            ['call', 'position', ...recordFields({ ...record, position: last.position })],
            ...words(moves).map((text) => ['call', 'why', 'lang', lang, 'text', text, ...cut]),
        ];
    });
    native([['call', 'games'], ...requests]).forEach((answer, i) => {
        const request = i > 0 ? requests[i - 1] : ['call', 'games'];
        assert.equal(wasm(request), answer, JSON.stringify(request));
    });
});

test('a record is restored from its text', () => {
    for (const { record, last } of games) {
        const text = ask('format', record, ['tags.Player2', 'Ann']);
        const [parsed] = JSON.parse(wasm(['call', 'parse', 'text', text])).value;
        assert.equal(parsed.error, undefined, text);
        assert.deepEqual(parsed.record, last.record);
        assert.deepEqual(parsed.result, last.winners);
        assert.deepEqual(parsed.tags, { Player2: 'Ann' });
    }
});
