/*
 * reconnect.mjs WEB - the web app's connection to a game (web/js/connection.js), with a simulated
 * network that fails and returns and a clock that the test moves: when the network returns, the
 * client reconnects within three seconds, however long it was away.
 */
import assert from 'node:assert';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// ---- A browser, as far as the line needs one -------------------------------------------

let now = 0, net = true, lastTimer = 0;
/** @type {Map<number, { at: number, every: number, call: () => void }>} */
const timers = new Map();

function addTimer(call, delay, every) {
    timers.set(++lastTimer, { at: now + (delay ?? 0), every, call });
    return lastTimer;
}

/** Lets time pass, timer by timer. */
function pass(milliseconds) {
    const end = now + milliseconds;
    for (;;) {
        const due = [...timers].filter(([, timer]) => timer.at <= end).sort((a, b) => a[1].at - b[1].at)[0];
        if (!due)
            break;
        const [id, timer] = due;
        now = Math.max(now, timer.at);
        if (timer.every)
            timer.at = now + timer.every;
        else
            timers.delete(id);
        timer.call();
    }
    now = end;
}

/** Packets sent without a network are lost; TCP retries after 1, 3, 7, ... seconds. */
class Socket {
    static OPEN = 1;
    readyState = 0;
    onopen = () => {};
    onmessage = () => {};
    onclose = () => {};

    constructor() {
        this.#knock(1000);
    }

    #knock(again) {
        if (!net)
            addTimer(() => this.readyState === 0 && this.#knock(2 * again), again, 0);
        else
            addTimer(() => {
                if (this.readyState !== 0)
                    return;
                this.readyState = 1;
                this.onopen();
            }, 20, 0);
    }

    send(text) {
        const { type } = JSON.parse(text);
        const answer = type === 'hello' ? { type: 'welcome', version: 1, seat: 1, state, events: [] }
            : { type: 'pong', time: now };
        addTimer(() => net && this.readyState === 1 && this.onmessage({ data: JSON.stringify(answer) }), 20, 0);
    }

    close() {
        this.readyState = 3;
    }
}

const state = { moves: [], now: { seq: 0, length: 0, seats: [], time: 0, turn: 1 } };
const target = { addEventListener() {}, removeEventListener() {} };

Object.assign(globalThis, target, {
    WebSocket: Socket,
    setTimeout: (call, delay) => addTimer(call, delay, 0),
    clearTimeout: (id) => timers.delete(id),
    setInterval: (call, delay) => addTimer(call, delay, delay),
    clearInterval: (id) => timers.delete(id),
    document: { ...target, baseURI: 'http://localhost/', hidden: false, documentElement: {} },
});
for (const [name, value] of Object.entries({
    navigator: { onLine: true, language: 'en', languages: ['en'] },
    performance: { now: () => now },
}))
    Object.defineProperty(globalThis, name, { value, configurable: true });

// ---- The test --------------------------------------------------------------------------

const folder = mkdtempSync(join(tmpdir(), 'tablier-reconnect-'));
try {
    cpSync(process.argv[2], folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const { Connection } = await import(pathToFileURL(join(folder, 'js/connection.js')).href);
    let worst = 0;
    for (let round = 0; round < 60; round++) {
        const connection = new Connection('game', 'secret', {
            onChange() {}, onLine() {}, onEvent() {}, onRefused() {}, onGone() {},
        });
        net = true;
        connection.open();
        pass(3000);
        assert.equal(connection.line, 'live');
        net = false;
        pass(20000 + 613 * round);
        assert.equal(connection.line, 'lost');
        net = true;
        const back = now;
        while (connection.line !== 'live' && now - back < 60000)
            pass(50);
        worst = Math.max(worst, now - back);
        connection.close();
    }
    console.log(`60 times away for 20 to 56 seconds, back after ${worst} ms at the latest`);
    assert.ok(worst <= 3000, `it takes ${worst} ms to be back`);
} finally {
    rmSync(folder, { recursive: true });
}
