/* sides.mjs - the two sides that tests compare: the module in node, and native programs. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { recordFields } from '../../bindings/js/request.js';
import { instantiate } from '../../bindings/js/wasm.js';

const { TABLIER, TABLIER_CALLS, TABLIER_WASM } = process.env;

/** Fields to answer text, by the module. */
export const wasm = instantiate(new WebAssembly.Module(readFileSync(TABLIER_WASM)));

/** The network or table of a game, as the page would fetch it. @param {string} file */
export const gameFile = (file) =>
    new Uint8Array(readFileSync(new URL(`../../src/games/${file.split(/[_.]/)[0]}/${file}`, import.meta.url)));

/** The same natively, for many requests at once. @param {string[][]} requests */
export function native(requests) {
    const parts = requests.flatMap((fields) => {
        const bytes = Buffer.from(fields.map((field) => `${field}\0`).join(''));
        return [Buffer.from(`${bytes.length}\n`), bytes];
    });
    return lines(spawnSync(TABLIER_CALLS, { input: Buffer.concat(parts), ...TEXT }));
}

/** What `tablier replay` says of each record. @param {object[]} records */
export function replay(records) {
    const input = records
        .map(({ position, ...rest }) => ({ ...rest, position: position ?? undefined }))
        .map((record) => `${JSON.stringify(record)}\n`)
        .join('');
    return lines(spawnSync(TABLIER, ['replay', '--counts', '-'], { input, ...TEXT })).map((line) =>
        JSON.parse(line),
    );
}

/** What `tablier analyse` says. @param {(string | number)[]} words */
export function analyse(...words) {
    const line = ['analyse', ...words.map(String), '--json'];
    return JSON.parse(lines(spawnSync(TABLIER, line, TEXT))[0]);
}

/** The positions of `tablier bench`, how far each is searched, and what is found. */
export const bench = () =>
    lines(spawnSync(TABLIER, ['bench', '--lang', 'en'], TEXT)).flatMap((line) => {
        const row = /^(\w+) +(\d) +(\d+) +(\d+) +\d+ +(\S+) +(depth|nodes) (\d+): (.+)$/.exec(line);
        if (!row) return [];
        const [, game, players, depth, nodes, move, unit, limit, moves] = row;
        return {
            record: { game, players: Number(players), moves: moves === '-' ? [] : moves.split(' ') },
            limits: { [unit]: Number(limit) },
            found: { depth: Number(depth), nodes: Number(nodes), move },
        };
    });

const TEXT = { encoding: 'utf8', maxBuffer: 2 ** 28 };

function lines({ status, error, stdout, stderr }) {
    if (status !== 0) throw error ?? new Error(stderr || `status ${status}`);
    return stdout.split('\n').slice(0, -1);
}

/** The value that a call gives, by the module. */
export function ask(call, record, fields = []) {
    const { value, error } = JSON.parse(wasm(['call', call, ...recordFields(record), ...fields]));
    if (error) throw new Error(`${error.message} (ply ${error.ply})`);
    return value;
}

/** Numbers below `limit`, the same for the same seed (mulberry32). */
export function dice(seed) {
    return (limit) => {
        seed = (seed + 0x6d2b79f5) | 0;
        let t = Math.imul(seed ^ (seed >>> 15), seed | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return (((t ^ (t >>> 14)) >>> 0) * limit) / 2 ** 32 | 0;
    };
}

/** Every game with every number of players and every combination of its options. */
export function setups() {
    const games = JSON.parse(wasm(['call', 'games'])).value;
    return games.flatMap((game) =>
        game.players.flatMap((players) => {
            let rows = [{}];
            for (const { name, values } of game.options)
                rows = rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value })));
            return rows.map((options) => ({ game: game.name, players, options }));
        }),
    );
}

/**
 * Plays at random, to the end or up to the given number of plies.
 *
 * @returns the record, with the last snapshot
 */
export function randomGame(start, plies, roll) {
    const record = { position: null, repetition: 3, swap: false, ...start, moves: [] };
    for (;;) {
        const now = ask('snapshot', record);
        if (now.over || now.plies >= plies) return { record, last: now };
        const swaps = now.canSwap && roll(2) === 0;
        record.moves.push(swaps ? 'swap' : now.moves[roll(now.moves.length)]);
    }
}
