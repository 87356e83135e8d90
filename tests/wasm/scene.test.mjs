/*
 * scene.test.mjs - the mover, the seats, the pieces, the hands and the squares of a win in the
 * module's answers, compared with the moves and the text of the position, over random games of
 * every game, number of players and option.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { compositionFields, recordFields } from '../../bindings/js/request.js';
import { native, wasm } from './sides.mjs';

/** A generator of numbers below n, the same in every run. @param {number} seed */
function random(seed) {
    let state = seed >>> 0;
    return (/** @type {number} */ n) => {
        state = Math.imul(state, 1664525) + 1013904223 >>> 0;
        return Math.floor(state / 2 ** 32 * n);
    };
}

const ask = (call, fields = []) => {
    const { value, error } = JSON.parse(wasm(['call', call, ...fields]));
    if (error) throw new Error(error.message);
    return value;
};
const snapshot = (record) => ask('snapshot', recordFields(record));

// ---- What follows from the text of a position ------------------------------------------------

const words = (now) => now.position.split(' ').filter((word) => !word.includes('='));
const listOf = (word) => word === '-' ? [] : word.split(',').map((item) => item.split(':'));
const at = (col, row) => 'abcdefghi'[col] + (row + 1);
const place = (square) => ['abcdefghi'.indexOf(square[0]), Number(square[1]) - 1];

const READERS = {
    dorix: (now) => {
        const [piles, hands] = words(now), whole = now.record.options.pawns;
        const pieces = Object.fromEntries(listOf(piles).map(([square, owners]) =>
            [square, [...owners].map((player) => ({ kind: 'pawn', player: Number(player) }))]));
        const held = (squares) => now.winners?.length && now.ending === 'board' && squares.every((square) =>
            now.winners.includes(pieces[square]?.at(-1).player));
        return {
            pieces, supply: [], reach: [], held: {},
            hands: hands.split('/').map((count) => [{ kind: 'pawn', count: Number(count), of: whole }]),
            win: [['a1', 'b2', 'c3', 'd4'], ['a4', 'b3', 'c2', 'd1']].filter(held),
        };
    },
    tictacdoh: (now) => {
        const { stash } = now.record.options, squares = new Map(listOf(words(now)[0]));
        const pieces = Object.fromEntries([...squares].map(([square, list]) =>
            [square, [...list].map((kind) => ({ kind }))]));
        const used = (kind) => [...squares.values()].join('').split(kind).length - 1;
        const isNest = (list) => list.length > 1 && 'SML'.indexOf(list[0]) < 'SML'.indexOf(list[1]);
        const worth = (list = '') => isNest(list) ? list.slice(-1) : list;
        const lines = new Set();
        for (const kind of 'SML')
            for (const square of squares.keys())
                for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [-1, 1]]) {
                    const [col, row] = place(square);
                    const line = [0, 1, 2].map((i) => at(col + i * dx, row + i * dy));
                    if (line.every((one) => worth(squares.get(one)).includes(kind)))
                        lines.add(line.join(' '));
                }
        return {
            pieces, hands: Array.from({ length: now.record.players }, () => []), reach: [], held: {},
            supply: [...'SML'].map((kind) => ({ kind, count: stash - used(kind), of: stash })),
            win: [...lines].map((line) => line.split(' ')),
        };
    },
    quoridor: (now) => {
        const [pawns, hands, barriers] = words(now), { size, walls, extra } = now.record.options;
        const squares = pawns.split('/'), four = now.record.players === 4;
        const goals = [[1, size - 1], ...four ? [[0, size - 1]] : [], [1, 0], ...four ? [[0, 0]] : []];
        return {
            pieces: Object.fromEntries([
                ...squares.map((square, i) => [square, [{ kind: 'pawn', player: i + 1 }]]),
                ...listOf(barriers).map(([name]) => [name, [{ kind: 'barrier' }]]),
            ]),
            hands: hands.split('/').map((count, i) => [{ kind: 'barrier', count: Number(count), of: walls + (i > 0 ? extra : 0) }]),
            supply: [], reach: [], held: {},
            win: squares.filter((square, i) => place(square)[goals[i][0]] === goals[i][1]).map((square) => [square]),
            targets: goals.map(([axis, far]) => Array.from({ length: size }, (_, i) => axis ? at(i, far) : at(far, i))),
        };
    },
    orbital: (now) => {
        const [towers, last] = words(now), whole = now.record.options.pieces;
        const pieces = Object.fromEntries(listOf(towers).map(([square, text]) =>
            [square, [...text.matchAll(/([BTA])([12])([nesw]?)/g)].map(([, kind, player, way]) => ({
                kind, player: Number(player), ...way ? { way } : {},
                ...!now.over && last === kind + square + way ? { sends: true } : {},
            }))]));
        const all = Object.values(pieces).flat();
        const held = Object.fromEntries(Object.entries(pieces).filter(([, list]) => list.length === 3)
            .map(([square, list]) => [square, list.filter(({ player }) => player === 1).length > 1 ? 1 : 2]));
        const won = Object.keys(held).filter((square) => now.ending === 'board' && now.winners.includes(held[square]));
        return {
            pieces, held, supply: [], reach: now.over || !/^[BTA]/.test(last) ? [] : reachOf(last, now.record.options),
            hands: [1, 2].map((player) => [...'BTA'].map((kind) => ({
                kind, of: whole, count: whole - all.filter((one) => one.kind === kind && one.player === player).length,
            }))),
            win: won.length ? [won] : [],
        };
    },
};

/** Where a piece of Orbital sends: a Base to the squares beside it, an Antenna to its own square, a Thruster along
 * its row or column. @param {string} last @param {Record<string, any>} options */
function reachOf(last, options) {
    const [col, row] = place(last.slice(1)), kind = last[0], found = [];
    const ways = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] };
    for (let r = 0; r < 4; r++)
        for (let c = 0; c < 4; c++) {
            const dx = c - col, dy = r - row;
            if (kind === 'B' && Math.abs(dx) + Math.abs(dy) === 1 || kind === 'A' && dx === 0 && dy === 0)
                found.push(at(c, r));
            if (kind === 'T') {
                const [wx, wy] = ways[last[3]];
                const ahead = wx ? dy === 0 && dx * wx > 0 : dx === 0 && dy * wy > 0;
                const through = wx ? dy === 0 : dx === 0;
                if (options.reach === 'line' ? through : ahead)
                    found.push(at(c, r));
            }
        }
    return found;
}

// ---- The comparison --------------------------------------------------------------------------

const sorted = (lines) => lines.map((line) => [...line].sort().join(' ')).sort();

/** @param {any} now @param {number} first  who began */
function check(now, first) {
    const { record, entries } = now, { players, moves } = record, said = READERS[record.game](now);
    const swapped = moves[1] === 'swap';
    moves.forEach((move, i) => {
        const ply = i - (swapped && i > 1 ? 1 : 0), player = move === 'swap' ? 2 : (ply + first - 1) % players + 1;
        assert.deepEqual(entries[i], { player, seat: swapped && i > 1 ? 3 - player : player });
    });
    assert.equal(entries.length, moves.length);
    assert.deepEqual(now.seats, swapped ? [2, 1] : Array.from({ length: players }, (_, i) => i + 1));
    assert.deepEqual(now.sides, record.game === 'dorix' && players === 4 ? [1, 2, 1, 2]
        : Array.from({ length: players }, (_, i) => i + 1));
    assert.equal(now.goals.length, players);
    now.goals.forEach((goal) => assert.match(goal, /^[A-Z].* by .*\.$/));
    for (const key of ['pieces', 'hands', 'supply', 'held'])
        assert.deepEqual(now[key], said[key], `${key} of ${now.position}`);
    assert.deepEqual([...now.reach].sort(), [...said.reach].sort(), now.position);
    assert.deepEqual(sorted(now.win), sorted(said.win), now.position);
    assert.deepEqual(now.targets, said.targets ?? Array.from({ length: players }, () => []));
    if (!/ pass2?( \d)?$/.test(now.position) && !(record.game === 'orbital' && now.over))
        composes(now);
    if (!now.over)
        for (let player = 1; player <= players; player++)
            looksAhead(now, player);
}

/** The pieces alone make up the position again. @param {any} now */
function composes(now) {
    const { record: { game, players, options }, position, turn, pieces, hands, supply } = now;
    const counts = game === 'quoridor' ? hands.map(([{ count }]) => count) : undefined;
    const shuffled = Object.fromEntries(Object.entries(pieces).reverse());
    assert.deepEqual(ask('compose', [...recordFields({ game, players, options }), ...compositionFields({ pieces: shuffled, hands: counts, turn })]),
        { position, turn, pieces, hands, supply, error: null });
}

/** The turn is the player's, and the last piece sends nobody any more. @param {any} now @param {number} player */
function looksAhead(now, player) {
    const { record, position, turn } = now, own = ask('snapshot', [...recordFields(record), 'ahead', String(player)]);
    const turned = record.game === 'tictacdoh' || player === turn ? position
        : record.game === 'orbital' ? position.replace(/\S+ [12]$/, `- ${player}`) : position.replace(/ [1-4]$/, ` ${player}`);
    assert.equal(own.position, turned);
    if (player !== turn)
        assert.deepEqual(own, snapshot({ ...record, position: turned, moves: [], swap: false }));
}

/** Set-ups: the usual one, and each option's first, last and another value. @param {any} game */
function* setups(game) {
    for (const players of game.players) {
        const usual = Object.fromEntries(game.options.map(({ name, defaults }) => [name, defaults[players]]));
        yield { players, options: usual };
        for (const { name, values } of game.options)
            for (const value of new Set([values[0], values[values.length >> 1], values.at(-1)]))
                yield { players, options: { ...usual, [name]: value } };
    }
}

for (const game of ask('games'))
    test(`${game.name}: what the module tells follows from the moves and the text`, () => {
        let seed = 1, wins = 0, positions = 0;
        for (const { players, options } of setups(game))
            for (const swap of players === 2 ? [false, true] : [false])
                for (let round = 0; round < 3; round++) {
                    const choose = random(seed++);
                    let now = snapshot({ game: game.name, players, options, swap, repetition: 0, moves: [] });
                    const first = now.turn;
                    while (!now.over && now.record.moves.length < 90) {
                        const takes = swap && now.canSwap && round > 0;
                        const moves = game.name === 'quoridor' && choose(3) ? now.moves.filter((one) => one.length === 2) : now.moves;
                        const move = takes ? 'swap' : moves[choose(moves.length)] ?? now.moves[0];
                        now = snapshot({ ...now.record, moves: [...now.record.moves, move] });
                        if (now.over || positions++ % 4 === 0)
                            check(now, first);
                    }
                    check(now, first);
                    wins += now.win.length > 0;
                }
        assert.ok(wins > 3, `${wins} games were won on the board`);
    });

test('a match that begins with another player, and one that is resigned', () => {
    const start = snapshot({ game: 'dorix', players: 3, position: 'b2:1 11/12/12 2' });
    assert.equal(start.turn, 2);
    const now = snapshot({ ...start.record, moves: start.moves.slice(0, 1) });
    assert.deepEqual(now.entries, [{ player: 2, seat: 2 }]);
    const given = snapshot({ game: 'quoridor', moves: ['e2'], ending: 'resignation', result: [1] });
    assert.deepEqual(given.win, []);
});

test('positions that cannot be are spelled and refused, and bad pieces are errors', () => {
    const compose = (game, composition) => ask('compose', [...recordFields({ game }), ...compositionFields(composition)]);
    const pawns = { e1: [{ kind: 'pawn', player: 1 }], e9: [{ kind: 'pawn', player: 2 }] };
    const crossed = compose('quoridor', { pieces: { ...pawns, e3h: [{ kind: 'barrier' }], e3v: [{ kind: 'barrier' }] }, hands: [9, 9], turn: 2 });
    assert.equal(crossed.position, 'e1/e9 9/9 e3h,e3v 2');
    assert.match(crossed.error, /e3/);
    const lone = compose('quoridor', { pieces: { e1: pawns.e1 }, hands: [10, 10], turn: 1 });
    assert.equal(lone.position, 'e1/ 10/10 - 1');
    assert.match(lone.error, /pawn/);
    assert.match(compose('dorix', { pieces: {}, turn: 7 }).error, /\S/);
    for (const piece of ['', 'b2', 'b2 pawn 9 -', 'b2 pawnpawnpawn 1 -', 'b22222 pawn 1 -'])
        assert.throws(() => ask('compose', ['game', 'dorix', 'turn', '1', 'piece', piece]), /malformed/);
    const many = Array.from({ length: 97 }, () => ['piece', 'b2 pawn 1 -']).flat();
    assert.throws(() => ask('compose', ['game', 'dorix', 'turn', '1', ...many]), /malformed/);
    assert.throws(() => ask('snapshot', ['game', 'dorix', 'ahead', '3']), /between 1 and 2/);
    assert.throws(() => ask('snapshot', ['game', 'dorix', 'ahead', 'x']), /whole number/);
});

test('the goal is in the language of the reader and addresses the reader', () => {
    const [answer] = native([['call', 'snapshot', 'you', '3', ...recordFields({ game: 'quoridor', players: 4 })]]);
    assert.deepEqual(JSON.parse(answer).value.goals, ['Player 1 wins by reaching row 9.',
        'Player 2 wins by reaching column i.', 'You win by reaching row 1.', 'Player 4 wins by reaching column a.']);
    const team = JSON.parse(native([['call', 'snapshot', 'you', '3', ...recordFields({ game: 'dorix', players: 4 })]])[0]);
    assert.match(team.value.goals[0], /^Your team wins by holding/);
});
