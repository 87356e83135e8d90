/* server.js - the page as a static host would give it, or the program. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, createServer as createLine } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';

const TYPES = {
    '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css',
    '.svg': 'image/svg+xml', '.wasm': 'application/wasm',
    '.webmanifest': 'application/manifest+json',
};

/**
 * Serves the files of a folder on a free port.
 *
 * @param {string} folder
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function startServer(folder) {
    const server = createServer(async (request, response) => {
        let path = normalize(new URL(request.url, 'http://localhost').pathname);
        if (path.endsWith('/'))
            path += 'index.html';
        const data = await readFile(join(folder, path)).catch(() => null);
        if (data)
            response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'text/plain' }).end(data);
        else
            response.writeHead(404).end();
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
        url: `http://127.0.0.1:${server.address().port}/`,
        close: () => {
            server.close();
            server.closeAllConnections();
        },
    };
}

/** Bounds that many visitors from one address do not meet. */
const WIDE = ['--games', '100000', '--connections', '1000', '--requests', '10000'];

/** Starts the program; its address is what it says first. */
function spawnProgram(program, args) {
    const child = spawn(program, ['serve', ...args, ...WIDE], { stdio: ['ignore', 'pipe', 'pipe'] });
    return new Promise((resolve, reject) => {
        let said = '', log = '';
        child.on('error', reject);
        child.on('exit', (status) => reject(new Error(`tablier serve ended: ${status}\n${log}`)));
        child.stderr.on('data', (data) => {
            log += data;
        });
        child.stdout.on('data', (data) => {
            said += data;
            const address = /http:\/\/\S+/.exec(said);
            if (address)
                resolve({ child, url: address[0] });
        });
    });
}

/**
 * Lets the program serve the page, on a free port, with a store of its own that goes with it.
 *
 * @param {string} program
 * @returns {Promise<{ url: string, close: () => Promise<void>, crash: () => Promise<void> }>}
 *     crash: kills it and starts it again at the same place
 */
export async function startProgram(program) {
    const folder = mkdtempSync(join(tmpdir(), 'tablier-browser-')), store = join(folder, 'games.db');
    let { child, url } = await spawnProgram(program, ['--port', '0', '--store', store]);
    return {
        url,
        close: async () => {
            const gone = once(child, 'exit');
            child.kill('SIGTERM');
            await gone;
            rmSync(folder, { recursive: true, force: true });
        },
        crash: async () => {
            const gone = once(child, 'exit');
            child.kill('SIGKILL');
            await gone;
            ({ child } = await spawnProgram(program, ['--port', new URL(url).port, '--store', store]));
        },
    };
}

/**
 * A line to a server that can be cut: what goes over it ends at once, and nobody gets through until
 * it is mended.
 *
 * @param {string} url  of the server
 * @returns {Promise<{ url: string, cut: () => void, mend: () => void, close: () => void }>}
 */
export async function startLine(url) {
    const sockets = new Set(), { port } = new URL(url);
    let down = false;
    const line = createLine((near) => {
        if (down)
            return near.destroy();
        const far = connect(Number(port), '127.0.0.1');
        for (const [one, other] of [[near, far], [far, near]]) {
            sockets.add(one);
            one.on('error', () => {});
            one.on('close', () => {
                sockets.delete(one);
                other.destroy();
            });
            one.pipe(other);
        }
        return undefined;
    });
    await new Promise((resolve) => line.listen(0, '127.0.0.1', resolve));
    const cut = () => {
        down = true;
        for (const socket of sockets)
            socket.destroy();
    };
    return {
        url: `http://127.0.0.1:${line.address().port}/`,
        cut,
        mend: () => {
            down = false;
        },
        close: () => {
            cut();
            line.close();
        },
    };
}

/**
 * A slow line to a server: what is sent arrives half a round trip later, and all connections together get this much
 * per second from the server. A new connection takes a round trip of its own.
 *
 * @param {string} url  of the server
 * @param {{ roundTripMs: number, bytesPerSecond: number }} how  may be changed at any time
 * @returns {Promise<{ url: string, received: () => number, close: () => void }>}  received: bytes from the server so far
 */
export async function startSlowLine(url, how) {
    const sockets = new Set(), { port } = new URL(url), PIECE = 4096;
    let freeAt = 0, bytes = 0;
    const later = (/** @type {number} */ at, /** @type {() => void} */ act) => setTimeout(act, Math.max(0, at - performance.now()));
    /** When something that is sent now has gone through. */
    const gone = (/** @type {number} */ size, /** @type {boolean} */ down) => {
        if (!down)
            return performance.now();
        freeAt = Math.max(freeAt, performance.now()) + 1000 * size / how.bytesPerSecond;
        return freeAt;
    };
    const line = createLine((near) => {
        const far = connect(Number(port), '127.0.0.1'), opened = performance.now() + how.roundTripMs;
        for (const [one, other, down] of /** @type {const} */ ([[near, far, false], [far, near, true]])) {
            let last = opened;
            /** @type {Buffer[]} */
            const under = [];
            sockets.add(one);
            one.on('error', () => {});
            one.on('close', () => sockets.delete(one));
            one.on('data', (data) => {
                one.pause();
                const pieces = Array.from({ length: Math.ceil(data.length / PIECE) }, (_, i) => data.subarray(i * PIECE, (i + 1) * PIECE));
                const send = () => {
                    const piece = pieces.shift();
                    if (other.destroyed)
                        return one.destroy(); // the rest has no reader
                    if (!piece)
                        return one.resume();
                    const through = gone(piece.length, down);
                    last = Math.max(last, through + how.roundTripMs / 2);
                    under.push(piece); // timers may fire in another order
                    later(last, () => {
                        const first = under.shift() ?? Buffer.alloc(0);
                        bytes += down ? first.length : 0;
                        other.write(first);
                    });
                    return later(through, send);
                };
                send();
            });
            one.on('end', () => later(last + 1, () => other.end()));
        }
    });
    await new Promise((resolve) => line.listen(0, '127.0.0.1', () => resolve(undefined)));
    return {
        url: `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (line.address()).port}/`,
        received: () => bytes,
        close: () => {
            for (const socket of sockets)
                socket.destroy();
            line.close();
        },
    };
}
