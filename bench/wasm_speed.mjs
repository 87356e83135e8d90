/*
 * wasm_speed.mjs - the speed of the search in a browser, compared with the native one.
 *
 *     node bench/wasm_speed.mjs TABLIER MODULE [BROWSER]
 *
 * TABLIER is the program, MODULE is tablier.wasm, BROWSER a Chromium (without it,
 * node stands in). Both sides look at the same number of positions of the same
 * search, on one thread, in turn, after one search in the browser that does not count: it still
 * compiles. The ratio is the median of the pairs' ratios of CPU time, since other work on the machine
 * disturbs both of a pair; the times are the least of each. That of a search of one position, the
 * program's start, is taken off its time. Linux only: the time of a
 * thread is read from /proc. Then one thread races against two and four (as many as the machine
 * has processors), by the clock: that needs a machine with nothing else to do.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { recordFields, thinkFields } from '../bindings/js/request.js';
import { MOST_THREADS, instantiate, makeMemory } from '../bindings/js/wasm.js';

const ROUNDS = 5;
const RACE_MS = 3000;
const TABLE_MB = 16;
const SCRIPTS = new URL('../bindings/js/', import.meta.url);
/** Where a game keeps a network of its own. @param {string} file */
const network = (file) => new URL(`../src/games/${file.split(/[_.]/)[0]}/${file}`, import.meta.url);

/**
 * Game, players, positions: about a second each. Solved games are left out: Tic Tac Doh for two,
 * and Orbital.
 */
const cases = [
    ['dorix', 2, 2_000_000],
    ['dorix', 3, 500_000],
    ['dorix', 4, 2_000_000],
    ['tictacdoh', 3, 6_000_000],
    ['tictacdoh', 4, 6_000_000],
    ['quoridor', 2, 1_500_000],
    ['quoridor', 4, 50_000],
];

const [tablier, module, browser] = process.argv.slice(2);
if (!module) {
    console.error('usage: node bench/wasm_speed.mjs TABLIER MODULE [BROWSER]');
    process.exit(2);
}

/** The parts of an answer that are the same on both sides. Sums for three players and more are rounded otherwise. */
const facts = ({ nodes, depth, lines }, players) =>
    JSON.stringify(players === 2 ? [nodes, depth, lines[0].move, lines[0].value, lines[0].pv] : nodes);

// ---- Native ------------------------------------------------------------------------

function native(game, players, nodes) {
    const words = ['analyse', game, '--players', players, '--nodes', nodes, '--hash', TABLE_MB];
    const run = spawnSync(
        'bash',
        ['-c', 'TIMEFORMAT="%U %S"; time "$@"', 'time', tablier, ...words, '--json'],
        { encoding: 'utf8' },
    );
    const [user, system] = run.stderr.trim().split(/\s+/).slice(-2).map(Number);
    return { ms: 1000 * (user + system), info: JSON.parse(run.stdout) };
}

// ---- In node -----------------------------------------------------------------------

/** Milliseconds that a thread has run. */
const threadTime = (task) => Number(readFileSync(`/proc/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** Two instances: one alone, as the page has it for one thread, and one whose memory helpers share. */
function inNode() {
    const compiled = new WebAssembly.Module(readFileSync(module));
    const memory = makeMemory();
    const alone = instantiate(compiled), team = instantiate(compiled, () => {}, memory);
    const helpers = Array.from({ length: MOST_THREADS - 1 }, (_, helper) => {
        const worker = new Worker(new URL('node/worker.js', SCRIPTS));
        worker.postMessage({ module: compiled, memory, helper });
        return worker;
    });
    for (const ask of [alone, team])
        for (const file of ['quoridor.net', 'quoridor_many.net', 'dorix.net', 'dorix_many.net'])
            ask(new Uint8Array(readFileSync(network(file))));
    const think = (record, options) => {
        const before = threadTime('self');
        const answer = (options.nodes ? alone : team)(['call', 'think', ...recordFields(record), ...thinkFields(options)]);
        return { ms: threadTime('self') - before, info: JSON.parse(answer).value.info };
    };
    return { think, close: () => Promise.all(helpers.map((worker) => worker.terminate())) };
}

// ---- In a browser ------------------------------------------------------------------

/** The page asks for work, does it as the real page would, and tells the result. */
const PAGE = `<!doctype html><script type="module">
    import { think } from '/tablier/index.js';
    for (;;) {
        const { record, options } = await (await fetch('/next')).json();
        const thought = await think(record, options);
        await fetch('/done', { method: 'POST', body: JSON.stringify(thought.info) });
    }
</script>`;

/** What `read` finds in /proc, nothing if the process has just ended. */
function look(read) {
    try {
        return read();
    } catch {
        return undefined;
    }
}

/** All processes below one, itself included. */
function family(root) {
    const children = new Map();
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        const stat = look(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
        const parent = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
        children.set(parent, [...(children.get(parent) ?? []), pid]);
    }
    const found = [String(root)];
    for (const pid of found) found.push(...(children.get(pid) ?? []));
    return found;
}

/** What the workers of a browser have run, in all. */
function workerTime(root) {
    let ms = 0;
    for (const pid of family(root))
        for (const tid of look(() => readdirSync(`/proc/${pid}/task`)) ?? []) {
            const task = `${pid}/task/${tid}`;
            const name = look(() => readFileSync(`/proc/${task}/comm`, 'utf8'));
            if (name?.startsWith('DedicatedWorke')) ms += look(() => threadTime(task)) ?? 0;
        }
    return ms;
}

async function inBrowser() {
    const jobs = [];
    const waiting = [];
    let done = () => {};
    const hand = () => {
        if (jobs.length > 0 && waiting.length > 0)
            waiting.shift().end(JSON.stringify(jobs.shift()));
    };
    const server = createServer(async (request, response) => {
        // Without these a browser does not let workers share memory.
        response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
        response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
        if (request.url === '/next') {
            waiting.push(response);
            hand();
        } else if (request.url === '/done') {
            let body = '';
            for await (const part of request) body += part;
            response.end();
            done(JSON.parse(body));
        } else if (request.url === '/tablier/tablier.wasm') {
            response.setHeader('Content-Type', 'application/wasm');
            response.end(readFileSync(module));
        } else if (request.url.endsWith('.net')) {
            response.end(readFileSync(network(request.url.slice('/tablier/'.length))));
        } else if (request.url.startsWith('/tablier/')) {
            response.setHeader('Content-Type', 'text/javascript');
            response.end(readFileSync(new URL(request.url.slice('/tablier/'.length), SCRIPTS)));
        } else {
            response.setHeader('Content-Type', 'text/html');
            response.end(PAGE);
        }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');

    const profile = mkdtempSync(join(tmpdir(), 'wasm-speed-'));
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run',
        '--disable-background-networking', '--disable-component-update', '--disable-sync',
        `--user-data-dir=${profile}`];
    const child = spawn(browser, [...flags, `http://127.0.0.1:${server.address().port}/`], {
        stdio: 'ignore',
        detached: true,
    });
    const think = async (record, options) => {
        const before = workerTime(child.pid);
        const info = await new Promise((resolve) => {
            done = resolve;
            jobs.push({ record, options });
            hand();
        });
        return { ms: workerTime(child.pid) - before, info };
    };
    const close = async () => {
        process.kill(-child.pid); // the whole group
        await once(child, 'exit');
        server.closeAllConnections();
        server.close();
        rmSync(profile, { recursive: true, force: true, maxRetries: 9, retryDelay: 200 });
    };
    return { think, close };
}

// ---- The race ----------------------------------------------------------------------

const { think, close } = await (browser ? inBrowser() : inNode());
const ratios = [];

console.log('game      players      nodes  native ms    wasm ms  ratio');
for (const [game, players, nodes] of cases) {
    const best = { native: Infinity, wasm: Infinity };
    const pairs = [];
    const start = Math.min(...[1, 2, 3].map(() => native(game, players, 1).ms));
    for (let round = 0; round <= ROUNDS; round++) {
        // Another seed each time: the engine begins with an empty table.
        const options = { nodes, tableMb: TABLE_MB, seed: round, threads: 1 };
        const ours = await think({ game, players, options: {} }, options);
        if (round === 0) continue;
        const theirs = native(game, players, nodes);
        theirs.ms -= start;
        const [found, expected] = [ours, theirs].map(({ info }) => facts(info, players));
        if (found !== expected) throw new Error(`${game}: ${found}, not ${expected}`);
        best.native = Math.min(best.native, theirs.ms);
        best.wasm = Math.min(best.wasm, ours.ms);
        pairs.push(theirs.ms / ours.ms);
    }
    const ratio = pairs.sort((a, b) => a - b)[ROUNDS >> 1];
    ratios.push(ratio);
    console.log(
        `${game.padEnd(10)}${String(players).padStart(7)}${String(nodes).padStart(11)}` +
            `${best.native.toFixed(0).padStart(11)}${best.wasm.toFixed(0).padStart(11)}` +
            `${ratio.toFixed(2).padStart(7)}`,
    );
}
const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
console.log(`worst ${Math.min(...ratios).toFixed(2)}, geometric mean ${mean.toFixed(2)}`);
await raceThreads([1, 2, 4].filter((threads) => threads <= Math.min(MOST_THREADS, availableParallelism())));
await close();

/** Positions in the same time, by one thread and by several. @param {number[]} teams */
async function raceThreads(teams) {
    console.log(`\ngame      threads  mean  nodes in ${RACE_MS} ms, ${ROUNDS} times`);
    for (const game of ['quoridor', 'dorix']) {
        let one = 0;
        for (const threads of teams) {
            const counts = [];
            // A search does not wait for helpers that are still starting: then it does not count, nor does the first.
            for (let round = 0; counts.length < ROUNDS && round < 8 * ROUNDS; round++) {
                const { info } = await think({ game, players: 2, options: {} },
                    { timeMs: RACE_MS, tableMb: TABLE_MB, seed: round, threads });
                if (round > 0 && (info.threads || 1) === threads) counts.push(info.nodes);
            }
            const mean = counts.reduce((sum, nodes) => sum + nodes, 0) / counts.length;
            one ||= mean;
            console.log(`${game.padEnd(10)}${String(threads).padStart(7)}  × ${(mean / one).toFixed(2)}  ${counts.join(' ')}`);
        }
    }
}
