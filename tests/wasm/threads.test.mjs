/* threads.test.mjs - a search in several threads, in workers that share the module's memory. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { Worker } from 'node:worker_threads';

import { recordFields, thinkFields } from '../../bindings/js/request.js';
import { MOST_THREADS, instantiate, makeMemory } from '../../bindings/js/wasm.js';

const module = new WebAssembly.Module(readFileSync(process.env.TABLIER_WASM));

/** An instance with `count` helpers. @param {number} count */
function team(count) {
    const memory = makeMemory();
    const ask = instantiate(module, () => {}, memory);
    const helpers = Array.from({ length: count }, (_, helper) => {
        const worker = new Worker(new URL('../../bindings/js/node/worker.js', import.meta.url));
        worker.postMessage({ module, memory, helper });
        worker.on('error', (error) => assert.fail(error));
        after(() => worker.terminate());
        return worker;
    });
    const value = (call, record, fields) => {
        const { value: found, error } = JSON.parse(ask(['call', call, ...recordFields(record), ...fields]));
        if (error) throw new Error(error.message);
        return found;
    };
    return { helpers, value, think: (record, options) => value('think', record, thinkFields(options)) };
}

/** Helpers come when they are ready; until then a search is done without them. On a busy machine a
 * tenth of a second can pass before anything is searched. */
function thinkTogether(think, record, threads, options = {}) {
    for (;;) {
        const { info, move } = think(record, { timeMs: 100, threads, tableMb: 8, ...options });
        if (info.threads === threads && info.nodes > 0 && info.lines.length) return { info, move };
        assert.ok(info.threads >= 1 && info.threads <= threads);
    }
}

test('helpers search with it: alpha-beta and trees, again and again', () => {
    const { think } = team(MOST_THREADS - 1);
    for (const record of [{ game: 'quoridor' }, { game: 'quoridor', players: 4 }, { game: 'dorix' }])
        for (const threads of [2, MOST_THREADS, 2]) {
            const { info, move } = thinkTogether(think, record, threads);
            assert.equal(info.lines.length, 1);
            assert.equal(info.lines[0].move, move);
        }
});

test('what several threads prove is right', () => {
    const { think } = team(1);
    const record = { game: 'quoridor', options: { size: 3, walls: 1 }, repetition: 0 };
    const alone = think(record, { nodes: 2000000, tableMb: 8 }).info.lines[0];
    assert.equal(alone.exact, true);
    const { lines } = thinkTogether(think, record, 2, { timeMs: 60000 }).info; // a proof ends it
    assert.equal(lines[0].value, alone.value);
});

test('without helpers there is one thread, whatever was asked for', () => {
    const { think } = team(0);
    assert.equal(think({ game: 'quoridor' }, { timeMs: 20, threads: 4, tableMb: 8 }).info.threads, 1);
});

test('levels with a limit of nodes answer the same again: one thread', () => {
    const { think, value } = team(1);
    const record = { game: 'quoridor', moves: ['e2', 'e8'] };
    thinkTogether(think, record, 2);
    const seen = [1, 2].map(() => {
        think(record, { level: 1, threads: 2, seed: 9 }); // another engine: the next starts from scratch
        const { info, move } = think(record, { level: 4, threads: 2, seed: 9 });
        assert.equal(info.threads, 1);
        return [info.nodes, move, info.lines[0].score];
    });
    assert.deepEqual(seen[0], seen[1]);
    const parallel = (options) => value('parallel', record, thinkFields(options));
    assert.deepEqual([{}, { level: 12 }, { timeMs: 5 }].map(parallel), [true, true, true]);
    assert.deepEqual([{ level: 11 }, { level: 1 }, { nodes: 5 }, { depth: 3 }].map(parallel),
        [false, false, false, false]);
});
