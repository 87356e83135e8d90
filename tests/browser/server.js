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
