/* What an online table offers besides the game: waiting for the others, moves in advance, phrases. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';
import { assertStill, assertWhole, enter, fromMenu, placeOf, root, server, shot, still, thorough, switchLanguage } from './harness.js';
import {
    PHONE, create, hide, makeGame, movesOn, onlineTest, open, playMoves, say, sit, together, typeMove, waitForMoves,
} from './visitors.js';

// ---- QR codes --------------------------------------------------------------------------

/** Returns the text that an independent QR reader finds in a picture. */
function readCode(picture, kind) {
    const folder = mkdtempSync(join(tmpdir(), 'tablier-qr-')), file = join(folder, `code.${kind}`);
    try {
        writeFileSync(file, picture);
        return execFileSync('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', file], {
            encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'],
        }).trimEnd();
    } finally {
        rmSync(folder, { recursive: true });
    }
}

test('QR codes of all sizes can be read', async () => {
    const { qrCode } = await import(pathToFileURL(join(root, 'web/js/qr.js')).href);
    const link = 'http://127.0.0.1:8080/#/online/4k0v9mtz2c7q/ZxkY_-3vPq0aB9';
    for (const length of [1, 14, 15, 60, 106, 122, 152, 180, 213]) {
        const text = link.repeat(4).slice(0, length), rows = qrCode(text), side = rows.length + 8;
        const dark = (x, y) => rows[Math.floor(y / 4) - 4]?.[Math.floor(x / 4) - 4] ? 1 : 0;
        const lines = Array.from({ length: 4 * side }, (_, y) =>
            Array.from({ length: 4 * side }, (_, x) => dark(x, y)).join(' '));
        assert.equal(readCode(`P1 ${4 * side} ${4 * side}\n${lines.join('\n')}\n`, 'pbm'), text);
    }
    assert.equal(qrCode('é'.repeat(106))?.length, 57);
    assert.equal(qrCode('é'.repeat(107)), null);
});

together('at the table', () => {
    // ---- Waiting ------------------------------------------------------------------------

    onlineTest('two phones: terms, QR code, a practice game that gives way, a line that breaks meanwhile', async (visitor) => {
        const [ann, bob] = [await visitor(PHONE), await visitor(PHONE)];
        const line = await visitor.line(ann);
        await open(ann, `${line.url}#/`);
        await ann.waitForSelector('.cards');
        await open(ann, `${line.url}#/new/quoridor?online`);
        await ann.waitForSelector('[name=where]');
        await ann.getByLabel('Clock').selectOption('5+3');
        await ann.click('form.setup [type=submit]');
        await ann.waitForSelector('.waiting');
        assert.match(await ann.locator('.waiting .keys').innerText(), /5 min \+ 3 s per move/);
        const link = await ann.locator('.invite input').first().inputValue();
        assert.equal(readCode(await ann.locator('.qr').first().screenshot(), 'png'), link);
        await shot(ann, 'online-waiting');

        await ann.click('text=Practise meanwhile');
        await typeMove(ann, 'e2');
        await ann.waitForFunction(() => document.querySelectorAll('.moves .move').length >= 2);
        const [practice] = await ann.evaluate(() => [location.hash.split('/')[2]]);
        await say(ann, /Waiting/, '.awaited');
        await shot(ann, 'online-practice');
        line.cut();
        await say(ann, /Offline/, '.awaited');
        await sit(bob, link.replace(line.url, server.url), 'Bob');
        line.mend();
        await ann.waitForSelector('.view-online .board.is-open');
        await ann.locator('.awaited').waitFor({ state: 'hidden' });
        const kept = await ann.evaluate((id) => JSON.parse(localStorage.getItem(`tablier.game.${id}`)).record.moves, practice);
        assert.equal(kept[0], 'e2');
        await typeMove(ann, 'e2');
        await waitForMoves(bob, 1);
        await open(ann, `${line.url}#/play/${practice}`);
        await ann.waitForFunction((count) => document.querySelectorAll('.moves .move').length >= count, kept.length);
    });

    onlineTest('a reload while practising goes on waiting; elsewhere one is called', async (visitor) => {
        const [ann, bob] = [await visitor(), await visitor()];
        const [link] = await create(ann, 'dorix');
        await ann.click('text=Practise meanwhile');
        await ann.waitForSelector('.view-play .board.is-open');
        await ann.reload();
        await say(ann, /Waiting/, '.awaited');
        await switchLanguage(ann);
        await say(ann, /En attente/, '.awaited');
        for (const [width, height] of [[360, 640], [640, 360]]) {
            await ann.setViewportSize({ width, height });
            await shot(ann, `online-awaited-${width}`);
        }
        await ann.setViewportSize({ width: 1280, height: 800 });
        await switchLanguage(ann);
        await ann.evaluate(() => { location.hash = '#/rules/dorix'; });
        await ann.waitForSelector('.view-rules h1');
        await sit(bob, link, 'Bob');
        await say(ann, /The game begins/, '#notices');
        await ann.click('#notices a');
        await ann.waitForSelector('.view-online .board.is-open');
        await ann.click('.main-bar >> text=Abort');
        await ann.click('dialog .main');
        await say(bob, /aborted/);
    });

    // ---- Moves in advance ------------------------------------------------------------------

    /** Two at a table with a clock; the second comes over a line that can be cut. */
    async function meetWithClock(visitor, game, { how = {}, position = null } = {}) {
        const [ann, bob] = [await visitor(), await visitor(how)];
        const { links } = await makeGame({ game, position, clock: { main: 600, increment: 5 } });
        const line = await visitor.line(bob);
        await Promise.all([open(ann, links[0]), open(bob, links[1].replace(server.url, line.url))]);
        await bob.waitForSelector('.board.is-ahead');
        return { ann, bob, line };
    }

    const queued = (page, move) => page.waitForFunction((wanted) =>
        (document.querySelector('.is-queued') ? document.querySelector('.status').textContent : '').includes(wanted), move);
    const free = (page) => page.waitForSelector('.board.is-ahead');

    /** By game: a move, the answer that is chosen before it, and where, if not at the start. */
    const AHEAD = {
        dorix: ['a1', 'b2'],
        tictacdoh: ['Ld3', 'Sc4', 'b3:M,c3:L'],
        quoridor: ['e2', 'e8'],
        orbital: ['Bb2', 'Bb3'],
    };

    onlineTest('a move in advance in each game: shown, taken back, played over a line that was cut', async (visitor) => {
        const all = Object.entries(AHEAD);
        for (const [game, [first, answer, position]] of thorough ? all : all.slice(0, 2)) {
            const { ann, bob, line } = await meetWithClock(visitor, game, { position });
            await still(bob);
            await enter(bob, answer);
            await queued(bob, answer);
            assert.match(await bob.locator('.b-flag').innerHTML(), /next/);
            await bob.evaluate(() => document.activeElement?.blur());
            await bob.keyboard.press('Escape');
            await free(bob);
            assert.equal(await bob.locator('.b-flag').count(), 0);
            await enter(bob, answer);
            await queued(bob, answer);
            line.cut();
            await bob.waitForSelector('.view-online.is-lost');
            await typeMove(ann, first);
            await waitForMoves(ann, 1);
            line.mend();
            await waitForMoves(ann, 2);
            await waitForMoves(bob, 2);
            assert.deepEqual(await movesOn(bob), [first, answer]);
            assert.equal(await bob.locator('.is-queued').count(), 0);
            await assertStill(bob, game);
            await Promise.all([ann, bob].map((page) => page.goto('about:blank')));
        }
    });

    onlineTest('a move in advance by mouse and finger; a click takes it back; one that has become impossible', async (visitor) => {
        const { ann, bob } = await meetWithClock(visitor, 'quoridor', { how: PHONE });
        const { x, y } = await placeOf(bob, 'e8');
        await bob.tap('.play [data-square=e8]');
        await bob.tap('[data-id=confirm]');
        await queued(bob, 'e8');
        await shot(bob, 'online-queued');
        await bob.touchscreen.tap(x, y);
        await free(bob);
        await enter(bob, 'c4');
        await say(bob, /too far/, '.refusal');
        await enter(bob, 'e8');
        await queued(bob, 'e8');
        await bob.click('text=Do not play e8');
        await free(bob);
        await enter(bob, 'e8');
        await queued(bob, 'e8');
        await typeMove(ann, 'e8h'); // right in front of the pawn
        await say(bob, /e8 is not possible any more/, '.hint');
        await bob.waitForSelector('.board.is-open');
        await shot(bob, 'online-dropped');
        await typeMove(bob, 'd9');
        await waitForMoves(ann, 2);
        await say(bob, /^$/, '.hint');

        await free(bob);
        await enter(bob, 'd8');
        await queued(bob, 'd8');
        await ann.click('[aria-label="Ask to take back"]');
        await bob.click('.offer .main');
        await waitForMoves(bob, 0);
        await free(bob);
        assert.equal(await bob.locator('.is-queued').count(), 0, 'a take-back takes it away');
    });

    onlineTest('a move in advance need not be legal yet, and survives a reload', async (visitor) => {
        const { ann, bob } = await meetWithClock(visitor, 'quoridor', { position: 'e4/e6 10/10 - 1' });
        // The jump over a pawn that has not arrived yet: refused until the page has examined all replies.
        const jump = () => bob.click('.play [data-square=e4]').then(() => bob.waitForFunction(() =>
            document.querySelector('.is-queued') ? 'queued' : document.querySelector('.refusal').textContent && 'refused'));
        while (await (await jump()).jsonValue() === 'refused')
            await bob.keyboard.press('Escape');
        await queued(bob, 'e4');
        await bob.reload();
        await queued(bob, 'e4');
        await typeMove(ann, 'e5');
        await waitForMoves(ann, 2);
        assert.deepEqual(await movesOn(ann), ['e5', 'e4']);
        await waitForMoves(bob, 2);
        await bob.reload();
        await free(bob);
        assert.equal(await bob.locator('.is-queued').count(), 0, 'what was played is not played again');
    });

    /** Lets the worker fail that is asked whether a move is legal, or not any more; counts how often it did. */
    const failWhy = (page, on) => page.evaluate((failing) => {
        const real = globalThis.realPost ??= Worker.prototype.postMessage;
        globalThis.failures ??= 0;
        Worker.prototype.postMessage = failing ? function (message, ...rest) {
            if (!message.fields?.includes('why'))
                return real.call(this, message, ...rest);
            globalThis.failures++;
            return queueMicrotask(() => this.dispatchEvent(new ErrorEvent('error', { message: 'broken' })));
        } : real;
    }, on);

    onlineTest('a move in advance outlives a worker that fails; so does the call to the board', async (visitor) => {
        const { ann, bob } = await meetWithClock(visitor, 'quoridor');
        await enter(bob, 'e8');
        await queued(bob, 'e8');
        await failWhy(bob, true);
        await hide(bob, true);
        await typeMove(ann, 'e2');
        await bob.waitForFunction(() => globalThis.failures > 0 && document.title.startsWith('● Your move.'));
        await say(bob, /Your move/);
        await bob.waitForSelector('text=Do not play e8');
        await hide(bob, false);
        await failWhy(bob, false);
        await waitForMoves(ann, 2);
        assert.deepEqual(await movesOn(ann), ['e2', 'e8']);
        await waitForMoves(bob, 2);

        await free(bob);
        await enter(bob, 'e7');
        await queued(bob, 'e7');
        await failWhy(bob, true);
        await typeMove(ann, 'e3');
        await say(bob, /Your move/);
        await bob.click('text=Do not play e7'); // and chooses another
        await failWhy(bob, false);
        await typeMove(bob, 'd8');
        await waitForMoves(ann, 4);
        assert.deepEqual(await movesOn(ann), ['e2', 'e8', 'e3', 'd8']);
    });

    onlineTest('a player in another tab is called when a move in advance cannot be played', async (visitor) => {
        const { ann, bob } = await meetWithClock(visitor, 'quoridor');
        await enter(bob, 'e8');
        await queued(bob, 'e8');
        await hide(bob, true);
        await typeMove(ann, 'e8h');
        await bob.waitForFunction(() => document.title.startsWith('● Your move.'));
    });

    onlineTest('no word of the bar is cut off on a French phone', async (visitor) => {
        const { ann, bob } = await meetWithClock(visitor, 'quoridor', { how: { ...PHONE, locale: 'fr-FR' } });
        await assertWhole(bob, '.main-bar button, .main-bar button span');
        await playMoves([ann, bob], ['e2', 'e8']);
        await bob.waitForSelector('.main-bar >> text=Abandon');
        await assertWhole(bob, '.main-bar button, .main-bar button span');
    });

    onlineTest('a French phone: beside pieces and a clock there is room for a name', async (visitor) => {
        const { bob } = await meetWithClock(visitor, 'orbital', { how: { ...PHONE, locale: 'fr-FR' } });
        await assertWhole(bob, '.b-seat');
        for (const who of await bob.locator('.b-seat .who').all())
            assert.ok((await who.boundingBox()).width >= 24, 'no name');
    });

    // ---- Phrases ------------------------------------------------------------------------------

    onlineTest('phrases: each reads his own language; muted; too many; the server knows all of them', async (visitor) => {
        const [ann, bob] = [await visitor(), await visitor({ ...PHONE, locale: 'fr-FR' })];
        const { links } = await makeGame({ game: 'orbital' });
        await Promise.all([open(ann, links[0]), open(bob, links[1])]);
        await Promise.all([ann, bob].map((page) => page.waitForSelector('.table .b-seat')));
        await still(bob);
        await fromMenu(ann, 'Say something');
        assert.equal(await ann.locator('.phrases button').count(), 12);
        await ann.click('.phrases >> text=One moment, please.');
        await say(bob, /Un instant, s’il vous plaît/, '.b-p1 .said');
        await say(ann, /One moment, please/, '.b-p1 .said');
        await assertStill(bob, 'a phrase');
        await shot(bob, 'online-said'); // of the whole page, so the window changes its size meanwhile

        await bob.click('.menu-button');
        await bob.click('.menu-list >> text=Dire quelque chose');
        await bob.waitForSelector('.phrases');
        await shot(bob, 'online-phrases');
        await bob.uncheck('dialog [type=checkbox]');
        await bob.keyboard.press('Escape');
        await bob.waitForSelector('.said', { state: 'detached' });
        await fromMenu(ann, 'Say something');
        await ann.click('.phrases >> text=Well played.');
        await say(ann, /Well played/, '.b-p1 .said');
        await typeMove(ann, 'Bb2'); // comes after it
        await waitForMoves(bob, 1);
        assert.equal(await bob.locator('.said').count(), 0);

        const codes = await ann.evaluate(async ([id, secret]) => {
            const [{ Connection }, { PHRASES }] = await Promise.all([moduleOf('js/connection.js'), moduleOf('js/parts/phrases.js')]);
            const answers = [];
            await new Promise((resolve) => {
                const count = () => answers.length === PHRASES.length && resolve();
                const line = new Connection(id, secret, {
                    onLine: () => line.line === 'live' && PHRASES.forEach((phrase) => line.ask({ type: 'say', phrase })),
                    onSaid: () => count(answers.push('said')), onRefused: ({ code }) => count(answers.push(code)),
                    onChange: () => {}, onEvent: () => {}, onGone: () => {},
                });
                line.open();
            });
            return answers;
        }, links[0].split('/').slice(-2));
        assert.deepEqual([...new Set(codes)].filter((code) => code !== 'said'), ['rate']);
    });
});
