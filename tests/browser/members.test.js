/* Members in a browser: a name, its recovery code, a second device, and what the server refuses. */
import assert from 'node:assert/strict';
import { checkAxe, server, shot } from './harness.js';
import { PHONE, become, formOf, onlineTest, open, say } from './visitors.js';

/** The recovery code that is shown once. */
async function codeOf(page) {
    const code = await page.getByLabel('Recovery code', { exact: true }).inputValue();
    assert.match(code, /^\w{4}-\w{4}-\w{4}-\w{4}$/);
    return code;
}

/** The first button of the head, with the name. */
const headOf = (page) => page.locator('#top .member');

onlineTest('two become members; a name that is taken is refused; the link and the code sign in other devices', async (visitor) => {
    const [ann, bob, phone] = [await visitor(), await visitor(), await visitor(PHONE)];
    await open(ann, '#/online');
    await ann.click('.hero >> text=Become a member');
    assert.equal(await headOf(ann).isVisible(), false);
    await become(ann, 'Annette');
    await ann.getByText('Welcome, Annette!').waitFor();
    const code = await codeOf(ann);
    await ann.getByRole('button', { name: 'I have saved the code' }).click();
    await ann.getByText('this device').waitFor();
    await headOf(ann).getByText('Annette', { exact: true }).waitFor();

    // The words of the server come in the language of the page.
    bob.wasRefused = true;
    const form = await become(bob, 'annette');
    await form.getByText('This name is taken, or too much like another.').waitFor();
    await bob.locator('[data-tool=lang]').selectOption('fr');
    await bob.getByRole('button', { name: 'Prendre ce nom' }).waitFor();
    await bob.locator('form input').first().fill('annette');
    await bob.getByRole('button', { name: 'Prendre ce nom' }).click();
    await bob.getByText('Ce nom est pris, ou trop semblable à un autre.').waitFor();
    await bob.locator('[data-tool=lang]').selectOption('en');
    await bob.getByRole('button', { name: 'Take this name' }).waitFor();
    await become(bob, 'Bob');
    await bob.getByText('Welcome, Bob!').waitFor();

    await ann.getByRole('button', { name: 'Sign in another device' }).click();
    await ann.waitForSelector('dialog .qr');
    await shot(ann, 'me-link');
    await open(phone, await ann.getByLabel('Or open this link there', { exact: true }).inputValue());
    await phone.getByRole('button', { name: 'Sign in', exact: true }).click();
    await phone.waitForFunction(() => location.hash === '#/me');
    await phone.getByText('this device').waitFor();
    assert.equal(await headOf(phone).innerText(), 'A');
    await shot(phone, 'me-phone');
    await checkAxe(phone, 'me');

    // The list of devices is read again when the box is closed; the phone can be signed out from there.
    await ann.keyboard.press('Escape');
    const out = ann.getByRole('button', { name: /^Sign out: / });
    await out.click();
    await out.waitFor({ state: 'detached' });
    await phone.reload();
    await phone.getByRole('button', { name: 'Take this name' }).waitFor();
    await headOf(phone).waitFor({ state: 'hidden' });

    // The recovery code signs in as well, once; there is a new one then.
    const signIn = formOf(phone, 'Sign in');
    await signIn.getByLabel('Name').fill('Annette');
    await signIn.getByLabel('Recovery code').fill(code);
    await signIn.getByRole('button').click();
    await phone.getByText('Welcome, Annette!').waitFor();
    assert.notEqual(await codeOf(phone), code);
    await shot(phone, 'me-code-phone');
});

/** An authenticator of this page that answers by itself, for a user whom it knows. */
async function authenticatorOf(page) {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options: {
        protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true,
        automaticPresenceSimulation: true,
    } });
    return {
        credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
        add: (credential) => session.send('WebAuthn.addCredential', { authenticatorId, credential }),
        detach: () => session.detach(),
    };
}

/** Keeps the next answer from an address back until it is released, and lets the page take it then. */
async function holdOne(page, address) {
    let release;
    const held = new Promise((resolve) => { release = resolve; });
    await page.route(address, async (route) => {
        const response = await route.fetch();
        await held;
        await route.fulfill({ response });
    }, { times: 1 });
    return async () => {
        const answered = page.waitForResponse(address);
        release();
        await (await answered).finished();
        await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));
    };
}

onlineTest('a passkey signs in another browser until it is withdrawn; a page by its address says why it has none', async (visitor) => {
    const [page, phone] = [await visitor(), await visitor(PHONE)];
    page.wasRefused = phone.wasRefused = true;
    const me = `${server.url.replace('127.0.0.1', 'localhost')}#/me`;
    const keys = [await authenticatorOf(page), await authenticatorOf(phone)];
    await become(page, 'Pia');
    await page.getByRole('button', { name: 'I have saved the code' }).click();
    await page.getByText('Passkeys do not work on this page').waitFor();
    await open(phone, '#/me');
    await phone.getByText('Passkeys do not work on this page').waitFor();
    assert.equal(await phone.getByRole('button', { name: 'Sign in with a passkey' }).count(), 0);

    // The first list, without any, comes late: the button works before it, and it does not replace the newer one.
    const release = await holdOne(page, '**/api/me/passkeys');
    await become(page, 'Petra', me);
    await page.getByRole('button', { name: 'I have saved the code' }).click();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const withdraw = page.getByRole('button', { name: /^Withdraw: / });
    await withdraw.waitFor();
    await release();
    await withdraw.waitFor();
    await page.getByRole('button', { name: /^Rename: / }).click();
    await page.getByLabel('Name of the passkey').fill('My phone');
    await page.locator('dialog [type=submit]').click();
    await page.getByRole('button', { name: 'Withdraw: My phone' }).waitFor();
    await shot(page, 'me-passkeys');
    const [credential] = await keys[0].credentials();
    assert.equal(credential.rpId, 'localhost');
    assert.equal(credential.isResidentCredential, true);

    await open(phone, me);
    const signIn = phone.getByRole('button', { name: 'Sign in with a passkey' });
    await signIn.click();
    await phone.getByText('No passkey was used.').waitFor();
    await shot(phone, 'me-passkey-phone');
    await checkAxe(phone, 'passkeys');
    await keys[1].add(credential);
    await signIn.click();
    await phone.getByText('this device').waitFor();
    assert.equal(await phone.locator('h1').innerText(), 'Petra');
    await phone.getByRole('button', { name: 'Sign out', exact: true }).click();
    await signIn.waitFor();

    await withdraw.click();
    await withdraw.waitFor({ state: 'detached' });
    await signIn.click();
    await phone.getByText('This passkey does not belong to a member here').waitFor();
    for (const key of keys)
        await key.detach();
});

onlineTest('two entries that are removed quickly both go, before the first answer is there', async (visitor) => {
    const page = await visitor();
    await become(page, 'Tamara');
    await page.getByRole('button', { name: 'I have saved the code' }).click();
    await page.evaluate(async () => {
        for (const label of ['one', 'two'])
            await fetch('api/me/tokens', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ label, scopes: ['read'] }) });
    });
    await page.reload();
    const buttons = ['one', 'two'].map((label) => page.getByRole('button', { name: `Withdraw: ${label}` }));
    await buttons[1].waitFor();
    const release = await holdOne(page, '**/api/me/tokens/*');
    await buttons[0].click();
    await buttons[1].click();
    await buttons[1].waitFor({ state: 'detached' });
    await release();
    for (const button of buttons)
        assert.equal(await button.count(), 0);
});

onlineTest('a member changes the profile, and deletes the account by typing its name', async (visitor) => {
    const page = await visitor();
    page.wasRefused = true;
    await become(page, 'Carla');
    await page.getByRole('button', { name: 'I have saved the code' }).click();
    await page.getByLabel('About me', { exact: true }).fill('I like walls.');
    await page.getByLabel('Name').fill('Carlotta');
    await page.getByLabel('my games').uncheck();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await say(page, /Saved/, '#notices');
    await page.reload();
    await page.getByText('this device').waitFor();
    assert.equal(await page.locator('h1').innerText(), 'Carlotta');
    assert.equal(await page.getByLabel('About me', { exact: true }).inputValue(), 'I like walls.');
    assert.equal(await page.getByLabel('my games').isChecked(), false);
    const data = await page.evaluate(async () => (await fetch(document.querySelector('a[download]').href)).json());
    assert.equal(data.member.name, 'Carlotta');

    const erase = async (name) => {
        await page.getByRole('button', { name: 'Delete my account' }).click();
        await page.locator('dialog input').fill(name);
        await page.locator('dialog [type=submit]').click();
    };
    await erase('Carla');
    await page.getByText('Give the name of the account to delete it.').waitFor();
    await erase('Carlotta');
    await page.getByRole('button', { name: 'Take this name' }).waitFor();
    assert.equal((await fetch(`${server.url}api/members/Carlotta`)).status, 404);
});

onlineTest('profiles and leaderboards', async (visitor) => {
    const page = await visitor(PHONE);
    page.wasRefused = true;
    await open(page, '#/member/Tablier-3');
    await page.getByRole('row', { name: 'Quoridor · Fast 1500' }).waitFor();
    await shot(page, 'member-phone');
    await checkAxe(page, 'member');
    await page.getByRole('link', { name: 'Quoridor · Fast' }).click();
    await page.getByText('No member has enough rated games here yet.').waitFor();
    await page.getByLabel('Game and pace').selectOption('tictacdoh-two-fast');
    await page.waitForFunction(() => location.hash === '#/ratings/tictacdoh-two-fast');
    await page.getByText(/draw/).waitFor();
    await shot(page, 'ratings-phone');
    const rated = (rank, name, rating) => ({ rank, name, kind: 'person', rating, deviation: 60, provisional: false, games: 30 });
    await page.route('**/api/ratings/dorix-two-fast', (route) => route.fulfill({ json: {
        list: 'dorix-two-fast', members: [rated(1, 'Zoe', 1733.4), rated(2, 'Yan', 1512)], next: null, me: { rank: 2, percentile: 40 },
        distribution: [{ from: 1500, count: 3 }, { from: 1700, count: 1 }],
    } }));
    await page.getByLabel('Game and pace').selectOption('dorix-two-fast');
    await page.getByRole('row', { name: '1. Zoe 1733 30' }).waitFor();
    await page.getByText('You are number 2. Your rating is higher than that of 40% of the members.').waitFor();
    assert.equal(await page.locator('.spread rect').count(), 2);
    await shot(page, 'leaderboard-phone');
    await checkAxe(page, 'ratings');
    const opening = (seat, moves, played) => ({ game: 'quoridor', seat, moves, played, won: 2, drawn: 0 });
    await page.route('**/api/members/Opal', (route) => route.fulfill({ json: { member: {
        name: 'Opal', kind: 'person', created: Date.now(), openings: [opening(1, ['e2', 'e8', 'e3'], 7), opening(2, ['e2', 'd9'], 3)],
    } } }));
    await open(page, '#/member/Opal');
    await page.waitForFunction(() => document.querySelectorAll('.openings .b-svg').length === 2);
    await shot(page, 'openings-phone');
    await checkAxe(page, 'openings');
    await page.getByRole('link', { name: 'e2 e8 e3 7 games: 2 won, 0 drawn Quoridor · Player 1' }).click();
    await say(page, /^Player 2 to move\./);
    assert.match(page.url(), /#\/study\//);
    await open(page, '#/member/Nobody-There');
    await page.getByText('There is no member called Nobody-There.').waitFor();
});
