/* Playing with people elsewhere, on a real server: by link, from the lobby, with clocks, lines that break, spectators. */
import assert from 'node:assert/strict';
import { adviceFor, assertApart, assertSeats, assertStill, assertWhole, checkAxe, chooseSeats, enter, openPage, server, shot, still, thorough, watch } from './harness.js';
import { GAMES } from './list.js';
import {
    PHONE, create, hide, makeGame, meet, movesOn, onlineTest, open, playMoves, say, sit, together, typeMove, waitForMoves,
} from './visitors.js';

const ODD = '<b>x</b>&"';

/** A short game of each kind. */
const SHORT = {
    dorix: ['d4', 'a3', 'c3', 'a3', 'a1', 'b4', 'b2'],
    tictacdoh: ['Mc3', 'Mb2', 'Md4'],
    quoridor: ['a2v', 'a4h', 'c1v', 'c4', 'c2', 'c3', 'c4', 'd4v', 'c5'],
    orbital: ['Tc4e', 'Td4s', 'Td3w', 'Tc3n', 'Ac4', 'Bc4', 'Bd4', 'Ad3', 'Bd3', 'Td2n', 'Ad4'],
};

// ---- Whole games ---------------------------------------------------------------------------

const RULES = { quoridor: { size: 5, walls: 2 } };

together('games', () => {
    for (const game of thorough ? GAMES : ['quoridor'])
        onlineTest(`a whole game of ${game}, watched; the line breaks in the middle; nothing moves`, async (visitor) => {
            const [ann, bob, eve] = [await visitor(), await visitor(PHONE), await visitor()];
            const line = await visitor.line(bob);
            const { links, watching } = await makeGame({ game, options: RULES[game] ?? {}, clock: { main: 600, increment: 5 } });
            const players = [ann, bob], everybody = [ann, bob, eve], moves = SHORT[game];
            await Promise.all([open(ann, links[0]), open(bob, links[1].replace(server.url, line.url)), open(eve, watching)]);
            await Promise.all(everybody.map((page) => page.waitForSelector('.table .b-seat')));
            await ann.waitForSelector('.presence.is-here');
            await Promise.all(everybody.map(still));
            await playMoves(players, moves.slice(0, 1));
            await bob.click('[aria-label="Offer a draw"]');
            await ann.click('.offer >> text=Decline');
            await say(bob, /Ann declines the draw/, '#notices');
            await playMoves(players, moves.slice(1, 2));

            line.cut();
            await bob.waitForSelector('.view-online.is-lost');
            await typeMove(ann, moves[2]);
            await waitForMoves(ann, 3);
            assert.equal((await movesOn(bob)).length, 2);
            line.mend();
            await bob.waitForSelector('.view-online:not(.is-lost)');
            await waitForMoves(bob, 3);

            await playMoves(players, moves.slice(3));
            for (const page of everybody) {
                await page.waitForSelector('.status.is-over');
                await say(page, /Ann wins|Bob wins|You win|draw/);
                await waitForMoves(page, moves.length);
                assert.deepEqual(await movesOn(page), moves);
                await assertStill(page, game);
            }
            assert.equal(await eve.locator('.movebox').isVisible(), false);
            for (const other of ['.status', '.b-seats:last-child', '.main-bar'])
                await assertApart(bob, '.offer:not(:empty)', other);
            await assertApart(ann, '.offer:not(:empty)', '.status');
            await shot(bob, `online-over-${game}`);
        });

    onlineTest('nothing moves while a move is on its way for long, in a browser that is slow as well', async (visitor) => {
        const [ann, bob] = [await visitor(), await visitor(PHONE)];
        const { links } = await makeGame({ game: 'quoridor', clock: { main: 600, increment: 5 } });
        await Promise.all([open(ann, links[0]), open(bob, links[1])]);
        for (const [page, move, count] of [[ann, 'e2', 1], [bob, 'e8', 2]]) {
            await page.waitForSelector('.play .board.is-open');
            await page.waitForSelector('.presence.is-here');
            await still(page);
            await page.evaluate(() => {
                const { postMessage } = Worker.prototype, { send } = WebSocket.prototype;
                const released = new Promise((resolve) => { window.release = resolve; });
                Worker.prototype.postMessage = function (...args) {
                    setTimeout(() => postMessage.apply(this, args), 700);
                };
                WebSocket.prototype.send = function (...args) {
                    if (/"type":"move"/.test(args[0])) // the server drops those who are silent for long
                        released.then(() => send.apply(this, args));
                    else
                        send.apply(this, args);
                };
            });
            await typeMove(page, move);
            await page.waitForSelector('.status.is-pending');
            await page.evaluate(() => window.release());
            await Promise.all([ann, bob].map((one) => waitForMoves(one, count)));
            await page.waitForSelector('.board.is-ahead');
            await assertStill(page, page.kind);
        }
    });

    onlineTest('three at a table, a computer among them', async (visitor) => {
        const [ann, bob] = [await visitor(), await visitor()];
        await open(ann, '#/new/tictacdoh?online');
        await ann.check('[name=players][value="3"]');
        await chooseSeats(ann, ['me', '1', 'other']);
        await ann.click('form.setup [type=submit]');
        await ann.waitForSelector('.invite');
        await ann.waitForSelector('.invite .near:has-text("others cannot reach 127.0.0.1:")');
        await sit(bob, await ann.locator('.invite input').first().inputValue(), 'Bob');
        await typeMove(ann, 'Lc3');
        await waitForMoves(bob, 2);
        await bob.waitForSelector('.play .board.is-open');
        // The computer does not always play the same, and few squares are left to Bob after some of its moves.
        await enter(bob, await adviceFor(bob, 1, { game: 'tictacdoh', players: 3, moves: await movesOn(bob) }));
        await waitForMoves(ann, 3);
        await ann.click('[aria-label="Ask to take back"]');
        await bob.click('.offer >> text=Accept');
        await waitForMoves(ann, 0);
        await assertSeats(ann, ['Anonymous', 'Computer · level 1', 'Bob']);
    });
});

// ---- Lines ------------------------------------------------------------------------------------

onlineTest('a move made while disconnected is sent after reconnecting, even if the server crashed', async (visitor) => {
    const { ann, bob } = await meet(visitor, 'quoridor');
    await typeMove(ann, 'e2');
    await waitForMoves(bob, 1);
    bob.wasDown = ann.wasDown = true;
    await bob.context().setOffline(true);
    await bob.waitForSelector('.view-online.is-lost');
    await typeMove(bob, 'e8');
    await say(bob, /Not sent yet/);
    await bob.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
    assert.deepEqual(await movesOn(bob), ['e2', 'e8']);
    assert.deepEqual(await movesOn(ann), ['e2']);
    await assertWhole(bob, '.status');
    await shot(bob, 'online-unsent');
    await bob.context().setOffline(false);
    await waitForMoves(bob, 2);
    await waitForMoves(ann, 2);

    await server.crash();
    await typeMove(ann, 'e3');
    await waitForMoves(ann, 3);
    await waitForMoves(bob, 3);
    await bob.reload();
    await waitForMoves(bob, 3);
    assert.doesNotMatch(bob.url(), /[\w-]{22}$/);
    await typeMove(bob, 'e7');
    await waitForMoves(ann, 4);
});

together('people', () => {
    onlineTest('two tabs at one seat; a hidden tab calls', async (visitor) => {
        const { ann, bob } = await meet(visitor, 'orbital');
        const other = await watch(await bob.context().newPage());
        await other.goto(bob.url());
        await other.waitForSelector('.table .b-seat');
        await hide(bob, true);
        await typeMove(ann, 'Bb2');
        await bob.waitForFunction(() => document.title.startsWith('● Your move'));
        await hide(bob, false);
        await bob.waitForFunction(() => document.title === 'Orbital · Tablier');
        await typeMove(other, 'Bb1');
        await waitForMoves(bob, 2);
        await waitForMoves(ann, 2);
        assert.deepEqual(other.troubles, []);
        await other.close();
    });

    // ---- Agreements --------------------------------------------------------------------------------

    onlineTest('a draw offer on phones: each sees their part, and nothing lies over the tools', async (visitor) => {
        const [ann, bob, eve] = [await visitor(PHONE), await visitor(PHONE), await visitor({ ...PHONE, locale: 'en-US' })];
        const { links, watching } = await makeGame({ game: 'quoridor', clock: { main: 600, increment: 5 } });
        await Promise.all([open(ann, links[0]), open(bob, links[1]), open(eve, watching)]);
        await Promise.all([ann, bob, eve].map((page) => page.waitForSelector('.table .b-seat')));
        await playMoves([ann, bob], ['e2', 'e8', 'e3']);
        const buttons = (page) => page.locator('.offer:not(.asks) button').allInnerTexts();
        const offer = async (from, to, name) => {
            await from.tap('[aria-label="Offer a draw"]');
            await say(from, /You have offered a draw/, '.offer');
            await say(to, new RegExp(`${name} offers a draw`), '.offer');
            await say(eve, new RegExp(`${name} offers a draw`), '.offer');
            assert.deepEqual([await buttons(from), await buttons(to), await buttons(eve)], [['Withdraw'], ['Accept', 'Decline'], []]);
            for (const page of [from, to]) {
                for (const other of ['.tools-host', '.b-seats:last-child', '.main-bar'])
                    await assertApart(page, '.offer:not(:empty)', other);
                await assertWhole(page, '.offer:not(:empty), .offer button');
            }
            await shot(to, `online-draw-${name}`);
        };
        await offer(ann, bob, 'Ann');
        await bob.tap('.offer >> text=Decline');
        for (const page of [ann, eve])
            await say(page, /Bob declines the draw/, '#notices');
        await Promise.all([ann, bob, eve].map((page) => page.waitForSelector('.offer:not(.asks):empty', { state: 'attached' })));
        assert.ok(await ann.locator('[aria-label="Offer a draw"]').isDisabled(), 'once until the next move');
        await playMoves([ann, bob], ['e7']);
        await offer(bob, ann, 'Bob');
        await ann.tap('.offer >> text=Accept');
        for (const page of [ann, bob, eve])
            await say(page, /A draw\. By agreement\.$/);
        assert.equal(await eve.locator('.goal-card').count(), 0);
    });

    onlineTest('draw offer, take-back, refusals, resignation, rematch', async (visitor) => {
        const { ann, bob } = await meet(visitor, 'dorix');
        await enter(bob, 'b2');
        await say(bob, /turn of Ann/, '.refusal');
        await enter(ann, 'z9');
        await say(ann, /./, '.refusal');
        await playMoves([ann, bob], SHORT.dorix.slice(0, 2));
        await enter(ann, SHORT.dorix[1]);
        await say(ann, /belongs to Bob: /, '.refusal');

        await ann.click('[aria-label="Offer a draw"]');
        await say(ann, /You have offered a draw/, '.offer');
        await bob.click('text=Decline');
        await say(ann, /Bob declines the draw/, '#notices');
        await ann.waitForSelector('[aria-label="Offer a draw"]:disabled'); // once per move
        await ann.reload();
        await ann.waitForSelector('[aria-label="Offer a draw"]:disabled');
        await bob.click('[aria-label="Offer a draw"]');
        await ann.waitForSelector('.offer .main');
        await bob.click('text=Withdraw');
        await say(ann, /Bob withdraws the offer/, '#notices');
        await bob.click('[aria-label="Ask to take back"]');
        await ann.waitForSelector('.offer .main');
        await shot(ann, 'online-offer');
        await ann.click('.offer .main');
        await waitForMoves(bob, 1);
        await bob.waitForSelector('.play .board.is-open');

        await playMoves([ann, bob], SHORT.dorix.slice(1, 2));
        await ann.click('text=Resign');
        await ann.click('dialog .main');
        for (const page of [ann, bob])
            await say(page, /(Bob wins|You win)! By resignation/);
        const before = ann.url();
        await ann.click('text=Rematch');
        await bob.click('.offer >> text=Decline');
        await ann.waitForSelector('.offer button:disabled >> text=Rematch');
        await bob.click('text=Rematch');
        await ann.click('.offer >> text=Accept');
        for (const page of [ann, bob])
            await page.waitForFunction((old) => location.href !== old && document.querySelector('.table .b-seat'), before);
        await assertSeats(bob, ['Bob', 'Ann']);
        await typeMove(bob, 'b2');
        await waitForMoves(ann, 1);
        await bob.click('.main-bar >> text=Abort');
        await bob.click('dialog .main');
        await say(ann, /aborted/);
        await ann.waitForSelector('.asks a[href="#/online"]');
        await open(ann, before);
        await say(ann, /By resignation/);
        await ann.click('text=To the next game');
        await say(ann, /aborted/);

        await open(ann, before);
        await ann.click('.next >> text=Review');
        await ann.waitForSelector('.tree .move', { state: 'attached' });
        await say(ann, /Bob wins! By resignation/, '.view-study .status');
    });

    onlineTest('a draw by agreement; a seat is changed by the pie rule', async (visitor) => {
        const [ann, bob] = [await visitor(), await visitor()];
        await open(ann, '#/new/quoridor?online');
        await ann.locator('details').evaluate((details) => { details.open = true; });
        await ann.locator('details input[type=checkbox]').check();
        await ann.click('form.setup [type=submit]');
        await ann.waitForSelector('.invite');
        await sit(bob, await ann.locator('.invite input').first().inputValue(), ODD);
        assert.match(await ann.locator('.terms').innerText(), /Pie rule/);
        await typeMove(ann, 'e2');
        await bob.click('text=Change seats');
        await waitForMoves(ann, 2);
        await assertSeats(ann, [ODD, 'Anonymous']);
        await ann.waitForSelector('.board[data-turned="2"]');
        await bob.waitForSelector('.board[data-turned="0"]');
        await typeMove(ann, 'e8');
        await waitForMoves(bob, 3);
        await bob.click('[aria-label="Offer a draw"]');
        await ann.click('text=Accept');
        for (const page of [ann, bob])
            await say(page, /A draw\. By agreement/);
    });

    onlineTest('a player who runs out of time loses', async (visitor) => {
        const { ann, bob } = await meet(visitor, 'tictacdoh', { clock: { main: 2, increment: 0 } });
        await playMoves([ann, bob], SHORT.tictacdoh.slice(0, 2));
        await ann.waitForFunction(() => /0:0[012]/.test(document.querySelector('.b-p1 .clock')?.textContent ?? ''));
        await say(bob, /You win! On time/);
        await say(ann, /Bob wins! On time/);
    });

    // ---- The lobby --------------------------------------------------------------------------------------

    /** Ends many public games at once. */
    const finishGames = (page, count) => page.evaluate(async (wanted) => {
        const { createGame } = await moduleOf('js/online.js');
        const { Connection } = await moduleOf('js/connection.js');
        const finish = async (_, i) => {
            const { id, seats } = await createGame({
                game: i % 2 ? 'orbital' : 'dorix', players: 2, position: null, repetition: 3, swap: false, clock: null,
                public: true, lot: false,
                seats: [{ kind: 'person', mine: true, name: `Zoé ${i}` }, { kind: 'computer', level: 1 }],
            });
            await new Promise((resolve) => {
                const line = new Connection(id, seats[0].secret, {
                    onChange: () => line.state.now.status === 'over' ? resolve(line.close()) : line.ask({ type: 'resign' }),
                    onLine: () => {}, onEvent: () => {}, onRefused: () => {}, onGone: () => {},
                });
                line.open();
            });
        };
        await Promise.all(Array.from({ length: wanted }, finish));
    }, count);

    onlineTest('one who joins from the lobby is not told so', async (visitor) => {
        const [ann, bob] = [await visitor(), await visitor()];
        await create(ann, 'dorix', { all: true });
        await open(bob, (await ann.evaluate(() => location.href)).replace(/(#\/online\/[^/]+).*/, '$1'));
        await bob.waitForSelector('.join');
        await bob.evaluate(() => {
            globalThis.noticed = '';
            new MutationObserver(() => { globalThis.noticed += document.getElementById('notices').textContent; })
                .observe(document.getElementById('notices'), { childList: true, subtree: true });
        });
        // The others are notified before the answer arrives.
        const answered = new Promise((resolve) => {
            bob.route('**/join', async (route) => {
                const response = await route.fetch();
                await say(ann, /Bob has sat down/, '#notices');
                await new Promise((later) => setTimeout(later, 500));
                resolve(route.fulfill({ response }));
            });
        });
        await sit(bob, '', 'Bob');
        await answered;
        await bob.waitForSelector('.b-seat .tag');
        assert.doesNotMatch(await bob.evaluate(() => globalThis.noticed), /has sat down/);
    });

    onlineTest('the lobby: create, join, watch, search, load more', async (visitor) => {
        const [ann, bob, eve] = [await visitor(), await visitor(), await visitor()];
        await create(ann, 'quoridor', { name: ODD, clock: '2d', all: true });
        assert.match(await ann.locator('.waiting .keys').innerText(), /2 days per move/);
        await open(bob, '#/');
        await bob.click('.entry .button');
        await bob.click(`.games li:has-text(${JSON.stringify(ODD)}) a:text-is("Join")`);
        await bob.waitForSelector('.join');
        assert.match(await bob.locator('.join h2').innerText(), /<b>x<\/b>&" invites you to a game of Quoridor/);
        assert.match(await bob.locator('.join .keys').innerText(), /2 days per move/);
        await sit(bob, '', 'Bob');
        await say(ann, /Bob has sat down/, '#notices');
        assert.match(await ann.locator('.table .clock').first().innerText(), /2 d 0 h/);
        await typeMove(ann, 'e2');
        await waitForMoves(bob, 1);

        await open(eve, '#/online');
        await finishGames(eve, 12);
        await eve.reload();
        await eve.click(`.live .tile a:has-text(${JSON.stringify(ODD)})`);
        await waitForMoves(eve, 1);
        await ann.waitForFunction(() => /1 person is watching/.test(document.querySelector('.watchers').textContent));
        await open(eve, '#/online');
        await eve.waitForSelector('text=Load more');
        const rows = eve.locator('section:has(.search) .games li');
        await eve.waitForFunction(() => document.querySelectorAll('section:has(.search) .games li').length === 10);
        await eve.click('text=Load more');
        await eve.waitForFunction(() => document.querySelectorAll('section:has(.search) .games li').length > 10);
        await eve.fill('.search input', 'zoé 11');
        await eve.press('.search input', 'Enter');
        await eve.waitForFunction(() => document.querySelectorAll('section:has(.search) .games li').length === 1);
        assert.match(await rows.innerText(), /Zoé 11 – Computer · level 1\s+Orbital · Computer · level 1 wins!/);
        await eve.locator('.search select').selectOption('dorix');
        await eve.waitForSelector('text=No finished game fits');

        await open(ann, '#/online');
        await ann.waitForSelector('.panel:not(.lobby *) .games li:has-text("Bob to move")');
        await open(bob, '#/online');
        await bob.click('.games li:has-text("Your move") a');
        await waitForMoves(bob, 1);
    });

    onlineTest('a wrong link says so', async (visitor) => {
        const { bob, id } = await meet(visitor, 'orbital');
        const eve = await visitor();
        for (const address of [`#/online/${id}`, `#/online/${id}/${'x'.repeat(22)}`, '#/online/nothing', '#/online/%20/?']) {
            await open(eve, address);
            await eve.waitForSelector('.failure');
            assert.match(await eve.locator('.failure').innerText(), /no such game/);
        }
        assert.equal(await bob.locator('.watchers').innerText(), '');
        await open(bob, `#/online/${id}/${'x'.repeat(22)}`);
        await bob.waitForSelector('.failure');
        await open(bob, `#/online/${id}`);
        await bob.waitForSelector('.table .tag:has-text("you")');
        await eve.click('text=Play online');
        await eve.waitForSelector('.lobby');
    });

    onlineTest('who gives no name is called so in the language of each page', async (visitor) => {
        const [ann, bob] = [await visitor(), await visitor({ locale: 'fr-FR' })];
        const [seat] = await create(ann, 'dorix', { name: '' });
        await sit(bob, seat, '');
        await ann.waitForSelector('.waiting', { state: 'detached' });
        await assertSeats(ann, ['Anonymous', 'Anonymous']);
        await assertSeats(bob, ['Anonyme', 'Anonyme']);
        await say(bob, /Joueur 1 a le trait/);
    });

    onlineTest('refusals of the server are shown in the language of the page', async (visitor) => {
        const said = {
            'fr-FR': {
                computers: 'Il faut une personne à une place au moins.',
                over: 'La partie serait aussitôt terminée.',
                name: '"name" contient un caractère qui ne s’affiche pas.',
                size: /^La requête est trop longue ; la limite est de \d+ octets\.$/,
                unknown: /^Cette partie n’existe pas/,
            },
            'en-GB': {
                computers: 'At least one seat must be a person\'s.',
                over: 'The game would be over at once.',
                name: '"name" has a character that does not print.',
                size: /^Request body too long; the limit is \d+ bytes\.$/,
                unknown: /^There is no such game/,
            },
        };
        for (const [locale, words] of Object.entries(said)) {
            const page = await visitor({ locale });
            const submit = async (address, seats) => {
                await open(page, address);
                await page.waitForSelector('[name=where]');
                await chooseSeats(page, seats);
                await page.click('form.setup [type=submit]');
                await say(page, /./, '.refusal');
                return page.locator('.refusal').innerText();
            };
            assert.equal(await submit('#/new/quoridor?online', ['1', '2']), words.computers);
            assert.equal(await submit(`#/new/quoridor?online&position=${encodeURIComponent('e9/e2 10/10 - 1')}`, ['me', 'other']),
                words.over);
            await page.evaluate(() => {
                const settings = JSON.parse(localStorage.getItem('tablier.settings') ?? '{}');
                localStorage.setItem('tablier.settings', JSON.stringify({ ...settings, name: 'a\u202eb' }));
            });
            await page.reload();
            assert.equal(await submit('#/new/dorix?online', []), words.name);
            const ask = (call, ...args) => page.evaluate(async ([name, values]) => {
                const online = await moduleOf('js/online.js');
                return online[name](...values).then(() => '', (error) => error.message);
            }, [call, args]);
            const answer = await ask('createGame', { game: 'dorix', more: 'x'.repeat(20000) });
            assert.match(answer, words.size);
            assert.match(await ask('joinGame', '000000000000', 'Ann'), words.unknown);
            page.troubles = page.troubles.filter((text) => !/status of 4\d\d/.test(text));
        }
    });

    // ---- For everyone --------------------------------------------------------------------------------------

    onlineTest('axe finds nothing on the online views, in both themes; pictures', async (visitor) => {
        const options = { ...PHONE, locale: 'fr-FR' }, [ann, bob] = [await visitor(options), await visitor(options)];
        /** Dark mode changes only the colours. */
        const look = async (page, name) => {
            const dark = thorough || ['lobby', 'offer', 'over'].includes(name);
            for (const [colorScheme, rules] of [...(dark ? [['dark', ['color-contrast']]] : []), ['light']]) {
                await page.emulateMedia({ colorScheme });
                await checkAxe(page, `${name}, ${colorScheme}`, rules);
                await shot(page, `online-${colorScheme}-${name}`);
            }
            const left = await page.evaluate(() =>
                /\b(home|setup|play|online|lobby|terms|refused|clock)\.[a-z]/i.exec(document.body.innerText)?.[0]);
            assert.equal(left, undefined, `${name}: ${left}`);
        };
        await open(ann, '#/');
        await ann.waitForSelector('.entry');
        await shot(ann, 'online-home');
        await open(ann, '#/new/quoridor?online');
        await ann.fill('[autocomplete=nickname]', 'Ann');
        await ann.check('[name=public][value=true]');
        await ann.locator('form.setup select:not(details select)').selectOption('5+3');
        await look(ann, 'setup');
        await ann.click('form.setup [type=submit]');
        await ann.waitForSelector('.invite');
        await look(ann, 'invite');
        await open(bob, '#/online');
        await bob.waitForSelector('.games .main');
        await look(bob, 'lobby');
        await open(bob, await ann.locator('.invite input').first().inputValue());
        await bob.waitForSelector('.join');
        await look(bob, 'join');
        await sit(bob, '', 'Anne-Élisabeth de Montmorency');
        await playMoves([ann, bob], ['e2', 'e8', 'e3', 'e7', 'd4h']);
        await bob.click('.main-bar button >> nth=1');
        await ann.waitForSelector('.offer .main');
        await look(ann, 'offer');
        await shot(bob, 'online-offered');
        await bob.setViewportSize({ width: 1280, height: 800 });
        const hidden = await bob.locator('.bubble').evaluate((bubble) => bubble.scrollHeight - bubble.clientHeight);
        assert.ok(hidden <= 0, `${hidden} pixels of an offer are out of sight`);
        await ann.click('.menu-button');
        await ann.click('.menu-list button:has-text("Liens")');
        await ann.waitForSelector('dialog');
        await look(ann, 'links');
        await ann.keyboard.press('Escape');
        await ann.click('.offer .main');
        await bob.waitForSelector('.status.is-over');
        await assertWhole(bob, '.says .status');
        await bob.setViewportSize(PHONE.viewport);
        await assertWhole(bob, '.says .status');
        await look(bob, 'over');
        await open(bob, '#/online/nothing');
        await bob.waitForSelector('.failure');
        await look(bob, 'wrong');
    });

    onlineTest('an invitation is used once; the next visitors watch', async (visitor) => {
        const [ann, bob, eve] = [await visitor(), await visitor(), await visitor(PHONE)];
        const [link] = await create(ann, 'quoridor');
        await open(eve, link);
        await eve.waitForSelector('.join');
        await sit(bob, link, 'Bob');
        await eve.waitForSelector('.join', { state: 'detached' });
        await ann.waitForSelector('.table .b-seat');
        await playMoves([ann, bob], ['e2', 'e8']);
        for (const page of [eve, ann]) { // the creator has no key to the other seat
            await open(page, link);
            await say(page, /The seat of this invitation is taken. You are watching./, '.late');
            assert.equal(await page.locator('[aria-label="Offer a draw"]').isVisible(), false);
        }
        await shot(eve, 'online-invitation-taken');
        await open(bob, link); // his own browser knows the seat
        await bob.waitForSelector('[aria-label="Offer a draw"]');
        assert.equal(await bob.locator('.late').innerText(), '');
        await open(ann, `#/online/${/g\/(\w+)#/.exec(link)[1]}`);
        await waitForMoves(ann, 2);
        await playMoves([ann, bob], ['e3', 'e7']);
    });

    onlineTest('the seat of an invitation is not lost with the answer', async (visitor) => {
        const [ann, bob] = [await visitor(), await visitor()];
        const [link] = await create(ann, 'dorix');
        let lost = 0;
        bob.wasDown = true;
        await bob.route(/\/join$/, async (route) => {
            if (lost === 3)
                return route.continue();
            await route.fetch();
            lost++;
            return route.abort();
        });
        await open(bob, link);
        await bob.waitForSelector('.join');
        await bob.fill('.join input', 'Bob');
        await bob.click('.join [type=submit]');
        await say(bob, /The server does not answer/, '#notices');
        assert.equal(lost, 3);
        await bob.reload();
        await bob.waitForSelector('[aria-label="Abort the game"]');
        assert.equal(await bob.locator('.late').innerText(), '');
        await ann.waitForSelector('.table .b-seat');
    });

    onlineTest('an answer that is lost is asked for again: one game, one seat', async (visitor) => {
        const [ann, bob] = [await visitor(), await visitor()];
        for (const page of [ann, bob]) {
            let requests = 0;
            page.wasDown = true;
            await page.route(/\/api\/games(\/\w+\/join)?$/, async (route) => {
                if (route.request().method() !== 'POST' || requests++ > 0)
                    return route.continue();
                await route.fetch(); // the request arrives, its answer does not
                return route.abort();
            });
        }
        await create(ann, 'dorix', { name: 'Lostling', all: true });
        const { games } = await (await fetch(`${server.url}api/games?list=open&name=Lostling`)).json();
        assert.equal(games.length, 1);
        await bob.goto(server.url);
        const answer = await bob.evaluate(async (id) => (await moduleOf('js/online.js')).joinGame(id, 'Bob'), games[0].id);
        assert.equal(answer.seat, 2);
        await open(bob, `#/online/${games[0].id}/${answer.secret}`);
        await bob.waitForSelector('.play .board');
    });
});

onlineTest('a game that is left before the server has answered does not take the address', async () => {
    const page = await openPage(), { links } = await makeGame({ game: 'dorix' });
    let release, ask;
    const asked = new Promise((resolve) => { ask = resolve; }), held = new Promise((resolve) => { release = resolve; });
    await page.routeWebSocket(/api\/play/, (near) => near.connectToServer().onMessage(async (message) => {
        ask();
        await held;
        near.send(message);
    }));
    await page.goto(links[0]);
    await asked;
    await page.evaluate(() => { location.hash = '#/settings'; });
    await page.waitForSelector('.view-settings h1');
    release();
    await page.evaluate(async () => {
        for (let i = 0; i < 5; i++)
            await (await fetch('api')).text();
    });
    assert.equal(new URL(page.url()).hash, '#/settings');
    assert.match(await page.title(), /^Settings/);
    assert.deepEqual(page.troubles, []);
    await page.context().close();
});
