/* server.js - the page as a static host would give it, or the program. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
    '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css',
    '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.md': 'text/markdown; charset=utf-8',
    '.webmanifest': 'application/manifest+json',
};

/**
 * Serves files on a free port.
 *
 * @param {string[]} folders  searched in this order
 * @param {Record<string, string>} files  paths with files of their own
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function startServer(folders, files) {
    const server = createServer(async (request, response) => {
        let path = normalize(new URL(request.url, 'http://localhost').pathname);
        if (path.endsWith('/'))
            path += 'index.html';
        for (const file of files[path] ? [files[path]] : folders.map((folder) => join(folder, path))) {
            const data = await readFile(file).catch(() => null);
            if (data) {
                response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'text/plain' });
                return response.end(data);
            }
        }
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

/**
 * Lets the program serve the page, on a free port.
 *
 * @param {string} program
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export function startProgram(program) {
    const child = spawn(program, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    return new Promise((resolve, reject) => {
        let said = '';
        child.on('error', reject);
        child.on('exit', (status) => reject(new Error(`tablier serve ended: ${status}`)));
        child.stdout.on('data', (data) => {
            said += data;
            const address = /http:\/\/\S+/.exec(said);
            if (address)
                resolve({ url: address[0], close: () => child.kill('SIGINT') });
        });
    });
}
