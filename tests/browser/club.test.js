/* Members who meet: one click each, a rated game, a rematch, a player who leaves. */
import assert from 'node:assert/strict';
import { checkAxe, server, shot } from './harness.js';
import { PHONE, beMember, onlineTest, open, playMoves, say, typeMove } from './visitors.js';

/** The button of the lobby that finds an opponent. */
const choice = (page) => page.locator('.seek').getByRole('button', { name: /^Fast( · \d)?: Quoridor/ });

/** The players of the game that is shown, by seat. */
async function bySeat(pages) {
    const names = await pages[0].evaluate(async () =>
        (await (await fetch(`api/games/${location.hash.split('/')[2]}`)).json()).now.seats.map(({ name }) => name));
    const own = await Promise.all(pages.map((page) => page.locator('#top .member').getAttribute('aria-label')));
    return names.map((name) => pages[own.indexOf(name)]);
}

/** The rating beside the name of a player, on the screen of another. */
const ratingOf = (page, name) => page.locator('.b-seat', { hasText: name }).locator('.rating');

onlineTest('two members find each other with one click each; a rated game, a rematch, a player who leaves', async (visitor) => {
    const [dora, emil] = [await visitor(), await visitor(PHONE)];
    for (const [page, name] of [[dora, 'Dora'], [emil, 'Emil']]) {
        await beMember(page, name);
        await open(page, '#/online');
    }
    await choice(dora).click();
    const looking = dora.getByText('Looking for an opponent: Quoridor, 5 min + 3 s per move. Only you are waiting.');
    await looking.waitFor();
    await dora.getByText('No game to join at the moment.').waitFor(); // there is somebody who waits: she herself
    await dora.reload();
    await looking.waitFor();
    await emil.getByRole('button', { name: 'Fast · 1: Quoridor, 5 min + 3 s per move' }).waitFor();
    await dora.getByRole('button', { name: 'Cancel' }).click();
    await emil.getByRole('button', { name: 'Fast: Quoridor, 5 min + 3 s per move' }).waitFor();
    await dora.reload();
    await choice(dora).click();
    await dora.getByText('Only you are waiting.').waitFor();
    // Meanwhile she plays the computer.
    await dora.getByRole('button', { name: 'Practise meanwhile' }).click();
    await dora.waitForSelector('.view-play .table .b-seat');
    await emil.getByText('2 members online · ').waitFor();
    await emil.getByRole('button', { name: 'Fast · 1: Quoridor, 5 min + 3 s per move' }).waitFor();
    await shot(emil, 'seek-phone');
    await checkAxe(emil, 'seek');
    await choice(emil).click();
    for (const page of [dora, emil]) {
        await page.waitForSelector('.view-online .table .b-seat');
    }
    await dora.locator('.awaited').waitFor({ state: 'hidden' });
    await say(dora, /Your practice game is kept/, '#notices');
    await dora.getByRole('link', { name: 'rated', exact: true }).waitFor();
    const first = await bySeat([dora, emil]);
    await say(first[0], /Your move, within 30 seconds\./);
    await playMoves(first, ['e2', 'e8']);
    await say(first[0], /Your move\./);
    await ratingOf(dora, 'Emil').getByText('1500?', { exact: true }).waitFor();
    await shot(dora, 'rated');
    await shot(emil, 'rated-phone');
    assert.equal(await dora.locator('[aria-label="Ask to take back"]').isVisible(), false); // nothing is taken back in a rated game
    await dora.locator('[aria-label="Resign"]').click();
    await dora.locator('dialog .main').click();
    // A second later the game is rated.
    await dora.getByText(/^Your rating: 1\d+\? \(−\d+\)$/).waitFor();
    await emil.getByText(/^Your rating: 1\d+\? \(\+\d+\)$/).waitFor();
    await ratingOf(dora, 'Emil').filter({ hasText: /^1\d+\? \(\+\d+\)$/ }).waitFor();
    await shot(dora, 'rated-end');
    await shot(emil, 'rated-end-phone');
    await checkAxe(emil, 'rated game');

    const before = dora.url();
    await dora.getByRole('button', { name: 'Rematch' }).click();
    await emil.getByRole('button', { name: 'Accept' }).click();
    await dora.waitForURL((url) => String(url) !== before);
    await dora.waitForSelector('.table .b-seat');
    await emil.waitForSelector('.status:not(.is-over)');
    const second = await bySeat([dora, emil]);
    assert.equal(second[0], first[1]);
    await playMoves(second, ['e2', 'e8']);
    // The one to move leaves; the other sees how long to wait.
    const [leaver, stayer] = second;
    const game = leaver.url();
    await leaver.goto('about:blank');
    const wait = stayer.getByText(/ is away\. You can claim the game in 0:\d\d\./);
    await wait.waitFor();
    await shot(stayer, 'away');
    await checkAxe(stayer, 'away');
    await leaver.goto(game);
    await say(leaver, /You were away for \d+ s\. After 60 s the others can claim the game\./, '#notices');
    await wait.waitFor({ state: 'detached' });
    await open(dora, '#/member/Emil');
    await dora.getByRole('row', { name: /Quoridor · Fast \d+\? 1/ }).waitFor();
});

onlineTest('a member who waits sees a guest who waits on other terms, and joins', async (visitor) => {
    const [nora, guest] = [await visitor(), await visitor()];
    await beMember(nora, 'Nora');
    for (const page of [nora, guest]) {
        await open(page, '#/online');
        await choice(page).click();
    }
    await nora.getByText('2 players are waiting.').waitFor(); // hers would be rated
    await nora.getByRole('button', { name: 'Join: Anonymous' }).click();
    for (const page of [nora, guest])
        await page.waitForSelector('.view-online .table .b-seat');
});

onlineTest('a profile: follow, block, the latest games, the rating history; tokens are shown once; who is there', async (visitor) => {
    const [fay, gus, eve] = [await visitor(PHONE), await visitor(), await visitor()];
    for (const [page, name] of [[fay, 'Fay'], [gus, 'Gustav']]) {
        await beMember(page, name);
        await open(page, '#/online');
        await choice(page).click();
    }
    for (const page of [fay, gus])
        await page.waitForSelector('.table .b-seat');
    const players = await bySeat([fay, gus]);
    await playMoves(players, ['e2', 'e8']);
    // A guest sees the board in the lobby, and each move on it.
    await open(eve, '#/online');
    await eve.getByRole('link', { name: /(Fay – Gustav|Gustav – Fay) Quoridor · 2 moves/ }).waitFor();
    await eve.waitForSelector('.live .tile .b-svg');
    await playMoves(players, ['e3']);
    await eve.getByRole('link', { name: /Quoridor · 3 moves/ }).waitFor();
    await shot(eve, 'lobby');
    await checkAxe(eve, 'lobby');
    await eve.setViewportSize(PHONE.viewport);
    await shot(eve, 'lobby-phone');
    await eve.locator('.live .tile a').click();
    await eve.waitForSelector('.table .b-seat');

    await fay.locator('[aria-label="Resign"]').click();
    await fay.locator('dialog .main').click();
    await fay.getByText(/^Your rating: /).waitFor();
    await open(fay, '#/member/Gustav');
    const follow = fay.getByRole('button', { name: 'Follow' });
    await follow.click();
    await fay.waitForSelector('button[aria-pressed=true]');
    await fay.getByRole('link', { name: /^Won against Fay/ }).waitFor();
    await fay.locator('.tile').scrollIntoViewIfNeeded();
    await fay.waitForSelector('.tile .b-svg');
    await fay.waitForSelector('.plot [aria-label="Rating history"]');
    await fay.getByText('As a table').click();
    await fay.getByRole('row', { name: / 1\d+ \(\+\d+\)$/ }).waitFor();
    await shot(fay, 'profile-phone');
    await checkAxe(fay, 'profile');

    await open(fay, '#/me');
    await fay.getByRole('button', { name: 'Stop following: Gustav' }).click();
    await fay.getByRole('button', { name: 'Stop following: Gustav' }).waitFor({ state: 'detached' });
    await fay.getByLabel('What for').fill('my bot');
    await fay.getByRole('button', { name: 'New token' }).click();
    const token = await fay.getByLabel('Token', { exact: true }).inputValue();
    assert.match(token, /^tbt_/);
    const asked = (await fetch(`${server.url}api/me/games`, { headers: { Authorization: `Bearer ${token}` } })).json();
    assert.equal((await asked).games.length, 1);
    await fay.keyboard.press('Escape');
    await shot(fay, 'me-lists-phone');
    await checkAxe(fay, 'lists');
    await fay.getByRole('button', { name: 'Withdraw: my bot' }).click();
    await fay.getByRole('button', { name: 'Withdraw: my bot' }).waitFor({ state: 'detached' });
    assert.equal((await fetch(`${server.url}api/me/games`, { headers: { Authorization: `Bearer ${token}` } })).status, 401);
});

/** Goes on with the Tab key until it has reached something whose label or text fits. */
async function tabTo(page, pattern) {
    for (let i = 0; i < 120; i++) {
        await page.keyboard.press('Tab');
        const reached = await page.evaluate(() => {
            const { activeElement: one } = document;
            return one?.ariaLabel || one?.labels?.[0]?.innerText || one?.innerText || '';
        });
        if (pattern.test(reached))
            return;
    }
    assert.fail(`the Tab key does not reach ${pattern}`);
}

onlineTest('a challenge by keyboard alone: declined, accepted from another view; one to anybody is withdrawn', async (visitor) => {
    const [hal, ida] = [await visitor(), await visitor(PHONE)];
    await beMember(hal, 'Hal');
    await beMember(ida, 'Ida');
    await open(ida, '#/');
    await open(hal, '#/member/Ida');
    const challenge = async () => {
        await tabTo(hal, /^Challenge$/);
        await hal.keyboard.press('Enter');
        await hal.waitForSelector('dialog');
        await tabTo(hal, /^Game/);
        await hal.keyboard.press('q'); // Quoridor
        await tabTo(hal, /^Challenge$/);
        await hal.keyboard.press('Enter');
        await hal.waitForSelector('dialog', { state: 'detached' });
    };
    const box = ida.locator('.notice', { hasText: 'Hal (1500) challenges you: Quoridor · 5 min + 3 s per move · rated.' });
    await challenge();
    await box.waitFor();
    await ida.waitForSelector('#top .member [data-count="1"]');
    await shot(ida, 'challenge-phone');
    await checkAxe(ida, 'challenge');
    await box.getByRole('button', { name: 'Decline' }).click();
    await say(hal, /Ida declines the challenge\./, '#notices');
    await ida.waitForSelector('#top .member .count', { state: 'detached' });

    // The same in the list of the lobby, and accepted by keyboard.
    await challenge();
    await box.waitFor();
    await open(hal, '#/online');
    await hal.locator('.challenges').getByText('Challenge to Ida').waitFor();
    await shot(hal, 'challenges');
    await open(ida, '#/online');
    const [row] = [ida.locator('.challenges li', { hasText: 'Hal (1500)' })];
    await row.waitFor();
    await shot(ida, 'challenges-phone');
    await checkAxe(ida, 'challenges');
    await tabTo(ida, /^Accept: Hal/);
    await ida.keyboard.press('Enter');
    for (const page of [hal, ida])
        await page.waitForSelector('.view-online .table .b-seat');
    await box.waitFor({ state: 'detached' });

    await open(hal, '#/online');
    await hal.getByText('More choices').click();
    await hal.getByRole('button', { name: 'Post a challenge' }).click();
    const own = hal.locator('.challenges li', { hasText: 'Challenge to anybody' });
    await own.waitFor();
    await open(ida, '#/online');
    const join = ida.getByRole('button', { name: 'Join: Hal (1500)' });
    await join.waitFor();
    await own.getByRole('button', { name: /^Withdraw/ }).click();
    await join.waitFor({ state: 'detached' });
    await hal.locator('.challenges').waitFor({ state: 'hidden' });
});

/** The state of the game that is shown. */
const stateOf = (page) => page.evaluate(async () => (await fetch(`api/games/${location.hash.split('/')[2]}`)).json());

/** A legal move of the game that is shown, from the server. */
const anyMove = (page) => page.evaluate(() => new Promise((resolve) => {
    const line = new WebSocket(new URL('api/play', document.baseURI.replace('http', 'ws')), 'tablier.1');
    line.onopen = () => [{ type: 'hello', version: 1, game: location.hash.split('/')[2] }, { type: 'moves' }]
        .forEach((message) => line.send(JSON.stringify(message)));
    line.onmessage = ({ data }) => {
        const { type, moves } = JSON.parse(data);
        if (type !== 'moves')
            return;
        line.close();
        resolve(moves[0]);
    };
}));

/** Each plays some move, until it is the turn of this seat again. */
async function playRound(pages, seats, last) {
    for (;;) {
        const { moves, now } = await stateOf(pages[0]);
        if (moves.length >= 3 && now.turn === last)
            return;
        const page = pages[seats.indexOf(now.turn)];
        if (page)
            await typeMove(page, await anyMove(page));
        await pages[0].waitForFunction((count) => document.querySelectorAll('.moves .move').length > count, moves.length);
    }
}

onlineTest('a table for three: two who wait sit together, and agree on a computer player; one leaves, and a computer plays on', async (visitor) => {
    const [kim, lea] = [await visitor(PHONE), await visitor()];
    lea.wasRefused = true;
    await beMember(lea, 'Lea');
    await open(kim, '#/online');
    await kim.getByText('More choices').click();
    await kim.getByLabel('Game', { exact: true }).first().selectOption('dorix');
    await kim.getByLabel('Number of players').selectOption('3');
    await shot(kim, 'choices-phone');
    await checkAxe(kim, 'choices');
    await kim.getByRole('button', { name: 'Look for players now' }).click();
    await kim.getByText('1 of 3 seats taken: ').waitFor();
    await open(lea, '#/online');
    await lea.getByRole('button', { name: /^Join: / }).click();
    for (const page of [kim, lea])
        await page.getByText('2 of 3 seats taken: ').waitFor();
    await shot(kim, 'table-phone');
    for (const page of [kim, lea])
        await page.getByLabel('Computers for the free seats').check();
    for (const page of [kim, lea])
        await page.waitForSelector('.view-online .table .b-seat');
    await kim.waitForFunction(() => document.querySelectorAll('.b-seat').length === 3);
    const { now: { seats } } = await stateOf(kim), own = seats.findIndex(({ name }) => name === 'Lea') + 1;
    await playRound([kim, lea], [seats.findIndex(({ kind, name }) => kind === 'person' && name !== 'Lea') + 1, own], own);
    // Nobody has to wait for a member who is gone for good.
    await lea.evaluate(() => fetch('api/me', { method: 'DELETE', headers: { 'Content-Type': 'application/json' }, body: '{"name":"Lea"}' }));
    await kim.getByRole('button', { name: 'Claim the win' }).waitFor();
    await shot(kim, 'computer-phone');
    await checkAxe(kim, 'leaver');
    await kim.getByRole('button', { name: 'Let a computer play on' }).click();
    await kim.waitForSelector('.play .board.is-open');
    assert.deepEqual((await stateOf(kim)).now.seats.map(({ kind }) => kind).sort(), ['computer', 'computer', 'person']);
});
