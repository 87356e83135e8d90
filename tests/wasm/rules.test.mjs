/* rules.test.mjs - rules.js, as the page uses it. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { endThreads, host, threads } from './browser.mjs';

import {
    ModuleError,
    RulesError,
    checkPosition,
    formatRecord,
    games,
    open,
    parseRecords,
    remark,
    snapshot,
    think,
    why,
} from '../../web/js/rules.js';

after(endThreads);

test('a missing module is reported, and requested again', async () => {
    host.status = 404;
    await assert.rejects(games(), (error) => error instanceof ModuleError &&
        error.code === 'unreachable' && error.message.includes('404'));
    host.status = 200;
    host.type = 'application/octet-stream';
    assert.equal((await games()).length, 4);
});

test('games() knows players and options', async () => {
    const quoridor = (await games()).find(({ name }) => name === 'quoridor');
    assert.deepEqual(quoridor.players, [2, 4]);
    assert.equal(quoridor.repeats, true);
    const walls = quoridor.options.find(({ name }) => name === 'walls');
    assert.deepEqual(walls.defaults, { 2: 10, 4: 5 });
    assert.equal(walls.words, null);
    const turn = quoridor.options.find(({ name }) => name === 'turn');
    assert.deepEqual(turn.values, ['blocked', 'barrier']);
    assert.match(turn.text, /behind a jumped pawn/);
});

test('a snapshot has the state of a match', async () => {
    const now = await open({ game: 'quoridor', moves: ['e2', 'e8'] });
    assert.equal(now.turn, 1);
    assert.equal(now.over, false);
    assert.equal(now.winners, null);
    assert.equal(now.ending, null);
    assert.equal(now.plies, 2);
    assert.equal(now.moves.length, 132);
    assert.deepEqual(now.record.options, { size: 9, walls: 10, turn: 'blocked', extra: 0 });
    assert.deepEqual(now.without, [[2], [1]]);
    assert.deepEqual(now.reach, []);
    assert.deepEqual(now.held, {});
});

test('sides and levels come from the core', async () => {
    const known = Object.fromEntries((await games()).map((game) => [game.name, game]));
    assert.deepEqual(known.dorix.sides, { 2: [1, 2], 3: [1, 2, 3], 4: [1, 2, 1, 2] });
    assert.deepEqual(known.quoridor.sides[4], [1, 2, 3, 4]);
    assert.equal(known.orbital.levels, 12);
    assert.deepEqual(known.orbital.lastLevels, { 2: 6 });
    assert.deepEqual(known.tictacdoh.lastLevels, { 2: 6, 3: 12, 4: 12 });
    assert.deepEqual(known.quoridor.lastLevels, { 2: 12, 4: 12 });
    assert.deepEqual([known.orbital.minutes, known.orbital.age, known.orbital.publisher], [[10, 10], 8, undefined]);
    assert.deepEqual([known.quoridor.minutes, known.quoridor.age, known.quoridor.publisher], [[10, 20], undefined, 'Gigamic']);
    const four = await snapshot({ game: 'dorix', players: 4 });
    assert.deepEqual(four.without, [[2, 4], [1, 3], [2, 4], [1, 3]]);
});

test('what a picture of Orbital shows', async () => {
    const sent = await snapshot({ game: 'orbital', moves: ['Bb2'] });
    assert.deepEqual(sent.reach.sort(), ['a2', 'b1', 'b3', 'c2']);
    const beam = await snapshot({ game: 'orbital', moves: ['Tb2n'] });
    assert.deepEqual(beam.reach, ['b3', 'b4']);
    const line = await snapshot({ game: 'orbital', options: { reach: 'line' }, moves: ['Tb2n'] });
    assert.deepEqual(line.reach, ['b1', 'b2', 'b3', 'b4']);
    const tower = await snapshot({ game: 'orbital', position: 'b2:B1T1nA2 Ab2 1' });
    assert.deepEqual(tower.held, { b2: 1 });
});

test('facts about a move and a position, in both languages', async () => {
    const start = { game: 'quoridor' };
    assert.deepEqual(await remark(start, 'e2'),
        ["Player 1's path goes from 8 to 7.", 'Player 2 has 8 steps to go.']);
    assert.deepEqual(await remark(start, null, 'fr'),
        ['Le joueur 1 est à 8 pas du but.', 'Le joueur 2 est à 8 pas du but.']);
    assert.deepEqual(await remark(start, 'e2', 'en', { names: ['', 'Bob'], you: 1 }),
        ['Your path goes from 8 to 7.', 'Bob has 8 steps to go.']);
    await assert.rejects(remark(start, 'e5'), /too far/);
});

test('the rules of the match', async () => {
    const moves = ['e2', 'swap', 'e8', 'e1', 'e9', 'e2'];
    const swapped = await snapshot({ game: 'quoridor', swap: true, moves });
    assert.equal(swapped.swapped, true);
    assert.equal(swapped.plies, 5);
    assert.equal((await snapshot({ game: 'quoridor', swap: true, moves: ['e2'] })).canSwap, true);

    const repeated = await snapshot({ game: 'quoridor', repetition: 2, moves: ['e2', 'e8', 'e1', 'e9'] });
    assert.equal(repeated.ending, 'repetition');
    assert.deepEqual(repeated.winners, []);
    assert.deepEqual(repeated.moves, []);

    const resigned = await snapshot({ game: 'dorix', players: 3, moves: ['a1'], ending: 'resignation', result: [1, 3] });
    assert.equal(resigned.over, true);
    assert.equal(resigned.ending, 'resignation');
    assert.deepEqual(resigned.winners, [1, 3]);
    assert.deepEqual(resigned.record.result, [1, 3]);
});

test('bad records are refused with the reason', async () => {
    const refused = async (record, pattern, ply = 0, lang = 'en') =>
        assert.rejects(snapshot(record, lang), (error) => {
            assert.ok(error instanceof RulesError);
            assert.match(error.message, pattern);
            assert.equal(error.ply, ply);
            return true;
        });
    await refused({ game: 'chess' }, /no game 'chess'/);
    await refused({ game: 'orbital', players: 3 }, /takes 2 players/);
    await refused({ game: 'quoridor', options: { size: 4 } }, /3, 5, 7 or 9/);
    await refused({ game: 'quoridor', options: { nonsense: 1 } }, /no option 'nonsense'/);
    await refused({ game: 'quoridor', repetition: 10 }, /Repetition cannot be '10'/);
    await refused({ game: 'quoridor', players: 4, swap: true }, /pie rule \(swap\) is for two sides/);
    await refused({ game: 'quoridor', position: 'e1/e9' }, /./);
    await refused({ game: 'quoridor', moves: ['e2', 'e5'] }, /^Move 2 'e5': /, 2);
    await refused({ game: 'quoridor', moves: ['e2', 'e5'] }, /^Coup 2 « e5 » : /, 2, 'fr');
    await refused({ game: 'quoridor', moves: ['e2', 'swap'] }, /the pie rule is off/, 2);
    await refused({ game: 'quoridor', moves: ['e2\0e8'] }, /Move 1/, 1);
    await refused({ game: 'dorix', ending: 'boredom' }, /ending cannot be 'boredom'/);
    await refused({ game: 'dorix', ending: 'time', result: [] }, /No loss by time/);
});

test('why() names the rule and the places', async () => {
    const record = { game: 'quoridor', moves: ['e3h'] };
    const legal = await why(record, 'e8');
    assert.deepEqual(legal, { legal: true, move: 'e8', text: '', places: [] });
    const crossing = await why(record, 'e3v');
    assert.equal(crossing.legal, false);
    assert.equal(crossing.move, null);
    assert.ok(crossing.text.length > 10);
    assert.ok(crossing.places.length > 0);
    assert.notEqual((await why(record, 'e3v', 'fr')).text, crossing.text);
    assert.match((await why({ ...record, swap: false }, 'swap')).text, /pie rule is off/);
    assert.equal((await why({ ...record, swap: true }, 'swap')).move, 'swap');
    const over = { ...record, ending: 'agreement' };
    assert.match((await why(over, 'e8')).text, /The game is over/);
});

test('checkPosition() reads position strings', async () => {
    assert.deepEqual(await checkPosition('quoridor', null, null, 'size=5  walls=3 c1/c5 3/3 - 1'), {
        ok: true,
        game: 'quoridor',
        players: 2,
        options: { size: 5, walls: 3, turn: 'blocked', extra: 0 },
        position: 'size=5 walls=3 c1/c5 3/3 - 1',
    });
    const refused = await checkPosition('quoridor', 2, {}, 'e1/e1 10/10 - 1');
    assert.equal(refused.ok, false);
    assert.ok(refused.error.length > 10);
});

test('records as text', async () => {
    const record = { game: 'tictacdoh', moves: ['Sc3', 'Md4'], ending: 'agreement' };
    const text = await formatRecord(record, {
        names: ['Zoé "Z"', null],
        date: '2026.11.15',
        tags: { Site: 'home' },
    });
    const [good, bad] = await parseRecords(`${text}\n[Game "Dorix"]\n\n1. a1 z9 *\n`);
    assert.deepEqual(good.names, ['Zoé "Z"', null]);
    assert.equal(good.date, '2026.11.15');
    assert.deepEqual(good.tags, { Site: 'home' });
    assert.deepEqual(good.record.moves, record.moves);
    assert.equal(good.ending, 'agreement');
    assert.deepEqual(good.result, []);
    assert.equal(bad.error.ply, 2);
    assert.match(bad.error.message, /Line \d+: Move 2 'z9'/);
    assert.deepEqual(await parseRecords(''), []);
    await assert.rejects(formatRecord(record, { tags: { 'not a name': 'x' } }), RulesError);
});

test('questions asked at once find their answers', async () => {
    const squares = ['a1', 'b2', 'c3', 'd4'];
    const all = await Promise.all(squares.map((move) => snapshot({ game: 'dorix', moves: [move] })));
    assert.deepEqual(all.map(({ record }) => record.moves[0]), squares);
});

test('think() answers, tells how it goes, and keeps its worker', async () => {
    const record = { game: 'orbital', moves: [] };
    let told = 0;
    const { move, info } = await think(record, { timeMs: 400, lines: 3 }, (news) => {
        told++;
        assert.ok(news.lines.length >= 1 && news.lines.length <= 3);
    });
    assert.ok(told >= 1);
    assert.equal(info.lines.length, 3);
    assert.equal(info.lines[0].move, move);
    assert.equal(info.lines[0].pv[0], move);
    assert.ok(Math.abs(info.lines[0].score) <= 1);
    const workers = threads.size;
    await think({ ...record, moves: [move] }, { level: 1 });
    assert.equal(threads.size, workers);
    await assert.rejects(think(record, { level: 13 }), /no level 13/);
    await assert.rejects(think({ ...record, ending: 'agreement' }), /The game is over/);
    assert.equal(threads.size, workers);
});

test('a signal stops a thought without end', async () => {
    const workers = threads.size;
    const control = new AbortController();
    const thought = think({ game: 'quoridor' }, { signal: control.signal }, () => control.abort());
    await assert.rejects(thought, { name: 'AbortError' });
    assert.equal(threads.size, workers - 1);
    await assert.rejects(think({ game: 'quoridor' }, { signal: control.signal }), {
        name: 'AbortError',
    });
    const { move } = await think({ game: 'tictacdoh' }, { level: 8, timeMs: 1000 });
    assert.ok(move);
});
