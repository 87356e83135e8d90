/* course.test.mjs - the courses in web/games: every step can be solved, in the order of the rules, in every language. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { endThreads } from './browser.mjs';

import { faultOf } from '../../web/js/lessons/task.js';
import { open, puzzle as judge, why } from '../../web/js/rules.js';

after(endThreads);

const folder = new URL('../../web/games/', import.meta.url);
const GAMES = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory()).map(({ name }) => name);
const LANGUAGES = ['en', 'fr', 'de', 'es', 'it'];

/** Words by which a rule is recognised in English: none may occur before the rule is explained. */
const TERMS = {
    dorix: {
        control: /\bcontrol/i, pile: /\bpiles?\b/i, collapse: /collaps/i, lift: /\blift/i, pass: /\bpass\b/i,
        uncover: /cover/i, partner: /partner/i, team: /\bteam/i, three: /\bthree players/i,
    },
    tictacdoh: { stack: /\bstack/i, nest: /\bnest/i, grid: /3 by 3/, draw: /\bdraw\b/i, three: /players? 1 of three/i },
    quoridor: { barrier: /barrier/i, jump: /\bjump/i, turn: /\bturn\b(?! )|\bTurn,/, four: /four players/i },
    orbital: { tower: /tower/i, orders: /\bsends?\b|obey/i, point: /\bpoints?\b/i, majority: /more towers/i },
};

const lessonsOf = async (game) => (await import(new URL(`${game}/lessons.js`, folder))).lessons;
/** The lines of a game's puzzles, by id. */
const puzzlesOf = (game) => new Map(readFileSync(new URL(`${game}/puzzles.txt`, folder), 'utf8').split('\n').map((line) => [line.split('\t')[0], line]));
const wordsOf = (game, tag) => JSON.parse(readFileSync(new URL(`${game}/lessons.${tag}.json`, folder), 'utf8'));

for (const game of GAMES) {
    const lessons = await lessonsOf(game);
    const ideas = lessons.filter(({ example }) => example);
    const tactics = lessons.filter(({ puzzles }) => puzzles), known = puzzlesOf(game), ids = tactics.flatMap(({ puzzles }) => puzzles);
    const tasks = lessons.flatMap((lesson) => (lesson.tasks ?? []).map((task) => ({ ...task, lesson: lesson.name })));
    const english = wordsOf(game, 'en');

    test(`${game}: the goal comes first, and no task uses a rule that was not explained`, () => {
        const explained = new Set();
        assert.ok(tasks[0].explains.includes('goal'), tasks[0].name);
        for (const { name, lesson, explains = [], uses = [] } of tasks) {
            const { rule, text } = english[lesson].tasks[name];
            assert.ok(explains.length === 0 || rule, `${name} explains ${explains} without a rule`);
            for (const id of explains) {
                assert.ok(!explained.has(id), `${name} explains ${id} again`);
                explained.add(id);
            }
            for (const id of uses)
                assert.ok(explained.has(id), `${name} uses ${id} too early`);
            for (const [id, term] of Object.entries(TERMS[game]))
                assert.ok(explained.has(id) || !term.test(`${rule} ${text}`), `${name} mentions ${id} too early`);
        }
        for (const id of Object.keys(TERMS[game]))
            assert.ok(explained.has(id), `no task explains ${id}`);
    });

    test(`${game}: the given solution of every task is right, and other moves are not`, async () => {
        for (const task of tasks) {
            const now = await open({ game, position: task.position });
            if (task.refused) {
                const { legal, text } = await why(now.record, task.solution, 'en');
                assert.ok(!legal && text.length > 0, `${task.name}: ${task.solution} is legal`);
                continue;
            }
            const faults = new Map();
            for (const move of now.moves)
                faults.set(move, faultOf(task, move, now.turn, await open({ ...now.record, moves: [move] })));
            assert.equal(faults.get(task.solution), '', `${task.name}: ${task.solution}`);
            const forced = task.like || task.draws || now.moves.length === 1;
            assert.ok(forced || [...faults.values()].some(Boolean), `${task.name}: no move is wrong`);
        }
    });

    test(`${game}: ten tactics with three puzzles of their theme each, after the rules`, () => {
        assert.equal(tactics.length, 10);
        assert.ok(lessons.findLastIndex(({ tasks: own }) => own) < lessons.indexOf(tactics[0]));
        assert.equal(new Set(ids).size, ids.length);
        for (const { name, theme, task = '', puzzles } of tactics) {
            assert.equal(puzzles.length, 3, name);
            for (const id of puzzles) {
                const [, , wanted, , themes] = known.get(id)?.split('\t') ?? assert.fail(`${name}: there is no puzzle ${id}`);
                assert.ok(`${wanted} `.startsWith(task), `${name}: ${id} is ${wanted}`);
                assert.ok(theme === undefined || themes.split(',').includes(theme), `${name}: ${id} has the themes ${themes}`);
            }
        }
    });

    test(`${game}: the solutions of the puzzles are proven, and a wrong move is answered by a reason`, async () => {
        const place = mkdtempSync(join(tmpdir(), 'course-'));
        try {
            writeFileSync(join(place, 'puzzles.txt'), [`tablier-puzzles 1 ${game}`, ...ids.map((id) => known.get(id)), ''].join('\n'));
            execFileSync(process.env.TABLIER, ['puzzles', '--check', join(place, 'puzzles.txt')], { stdio: 'pipe' });
        } finally {
            rmSync(place, { recursive: true });
        }
        for (const id of ids) {
            const start = await judge(game, known.get(id), [], 'en'), { moves } = await open({ ...start, moves: [] });
            const wrong = moves.find((move) => move !== start.answer);
            assert.ok(moves.includes(start.answer), `${id}: ${start.answer}`);
            const { state, fault } = await judge(game, known.get(id), [wrong], 'en');
            assert.ok(state === 'wrong' && fault.length > 0, `${id}: ${wrong} is ${state}`);
        }
    });

    test(`${game}: three games show ideas, and who wins by force is proven`, async () => {
        assert.deepEqual(lessons.slice(-3), ideas);
        for (const { name, example: { options = {}, moves: text, winner, from, turned } } of ideas) {
            const moves = text.split(' '), { winners } = await open({ game, options, moves });
            assert.deepEqual(winners, [winner], name);
            const last = Object.keys(english[name].notes).map(Number);
            assert.ok(last[0] === 0 && last.includes(from) && last.at(-1) === moves.length, `${name}: notes at ${last}`);
            /** The player who wins by force after some moves; 0: none. */
            const forced = (count) => {
                const set = Object.entries(options).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
                const { value, turn } = JSON.parse(execFileSync(process.env.TABLIER,
                    ['solve', game, ...set, '--json', '--table', '64', '--time', '60000', ...count ? ['--moves', moves.slice(0, count).join(' ')] : []]));
                return value === 'win' ? turn : value === 'loss' ? 3 - turn : value === 'draw' ? 0 : assert.fail(`${name}: not solved after ${count} moves`);
            };
            assert.equal(forced(from), winner, `${name}: after ${from} moves`);
            if (turned)
                assert.notEqual(forced(from - 1), winner, `${name}: after ${from - 1} moves`);
        }
    });

    test(`${game}: the words are there in every language`, async () => {
        for (const tag of LANGUAGES) {
            const words = wordsOf(game, tag);
            for (const { name, tasks: own } of lessons)
                assert.ok(words[name]?.title && (own || words[name].text), `${name}, ${tag}: words are missing`);
            for (const { name, lesson } of tasks)
                assert.ok(words[lesson].tasks[name].text, `${name}, ${tag}: no text`);
        }
    });
}
