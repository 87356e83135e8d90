/*
 * club.js - the connection over which the server pairs waiting players, reports who is online, and
 * passes challenges on.
 *
 * A wait continues while the visitor does something else in this tab; the head of the page has a
 * link back to it. For a member the connection lasts as long as the page. The server ends a wait
 * with its connection, so a page that was reloaded asks for it again.
 */
import { SEEK, awaited } from './awaited.js';
import { t } from './i18n.js';
import { askMember, memberName } from './member.js';
import { notice } from './notices.js';
import { ServerError, call, keepTicket, lineError } from './online.js';
import { go, readRoute } from './router.js';
import { settings } from './settings.js';
import { play } from './sound.js';
import { readTab, removeTab, writeTab } from './storage.js';
import { callBack } from './parts/attention.js';

/** @typedef {import('./types.js').Challenge} Challenge */
/** @typedef {import('./types.js').OpenSeek} OpenSeek */
/** @typedef {'fast' | 'slow' | 'days'} Pace */
/** A wait: by pace, or with the clock of another player's.
 * @typedef {Pick<import('./types.js').OnlineState, 'game' | 'rated'> & Partial<Pick<import('./types.js').OnlineState, 'players' | 'options' | 'clock'>>
 *     & { pace?: Pace, range?: [number, number] | null }} Seek */

const VERSION = 1, AGAIN_MS = 1500, LONGEST_MS = 30000, LOBBY = '#/online';
/** How long a page may take to be loaded again, and the wait still goes on. */
const RELOAD_MS = 60000;

/** The state of the club. `waiting`: number of waiting players, by rating list; `list`: the list of
 * the visitor's own wait; `table`: who sits there with the visitor; `trouble`: why the last wait
 * has ended. */
export const club = {
    /** @type {Seek | null} */
    seek: null,
    list: '',
    /** When the wait began, by the server's time. */
    since: 0,
    /** @type {NonNullable<OpenSeek['table']>} */
    table: [],
    online: 0,
    /** @type {string[]} */
    members: [],
    /** @type {Record<string, number>} */
    waiting: {},
    /** Games that are being played. @type {import('./types.js').LiveEntry[]} */
    games: [],
    /** Others who wait. @type {OpenSeek[]} */
    seeks: [],
    /** Challenges: to the visitor, by the visitor, to anybody. @type {Record<'in' | 'out' | 'open', Challenge[]>} */
    challenges: { in: [], out: [], open: [] },
    trouble: '',
};

/** @param {Pick<Seek, 'game' | 'pace'>} seek */
export const listOf = ({ game, pace }) => `${game}-two-${pace}`;

/** @type {Set<() => void>} */
const listeners = new Set();
const changed = () => listeners.forEach((listener) => listener());

/** @type {WebSocket | null} */
let socket = null;
let timer = 0, failures = 0;
/** True while the page belongs to a member. */
let attending = false;
/** The message by which the visitor takes another's seek, kept until the own wait has ended. @type {object | null} */
let next = null;
/** Hears of new challenges and of answers. @type {(message: any) => void} */
let onChallenge = () => {};

/** @param {object} message */
function send(message) {
    if (socket?.readyState === WebSocket.OPEN)
        socket.send(JSON.stringify(message));
}

const guestName = () => memberName() || !settings.get('name') ? {} : { name: settings.get('name') };

/** The wait lives as long as the connection: after a new one it must be asked for again. */
function sendSeek() {
    if (club.seek)
        send({ type: 'seek', ...club.seek, ...(club.seek.rated ? {} : guestName()) });
}

/** Asks for what the views that listen show. */
const sendWatch = () => send({ type: 'watch', what: listeners.size > 0 ? ['online', 'games', 'seeks', 'challenges'] : [] });

const isNeeded = () => listeners.size > 0 || club.seek !== null || attending;

/** Connects, if somebody looks or waits. */
function connect() {
    clearTimeout(timer);
    if (socket || !isNeeded())
        return;
    const address = new URL('api/club', document.baseURI);
    address.protocol = address.protocol.replace('http', 'ws');
    const line = socket = new WebSocket(address, `tablier.${VERSION}`);
    line.onopen = () => {
        failures = 0;
        send({ type: 'hello', version: VERSION });
        sendWatch();
        sendSeek();
    };
    line.onmessage = ({ data }) => hear(JSON.parse(data));
    line.onclose = () => {
        socket = next = null;
        if (club.seek)
            club.trouble = lineError().message;
        changed();
        timer = setTimeout(connect, club.seek ? AGAIN_MS : Math.min(LONGEST_MS, AGAIN_MS * 2 ** failures++));
    };
}

/** Closes the connection. */
function drop() {
    clearTimeout(timer);
    const line = socket;
    socket = null;
    if (!line)
        return;
    line.onmessage = line.onclose = null;
    line.onopen = () => line.close(); // earlier, browsers would complain
    if (line.readyState === WebSocket.OPEN)
        line.close();
}

/** Closes the connection, if nobody needs it. */
function disconnect() {
    if (!isNeeded())
        drop();
}

/** Another member, or none, uses the page from now on. @param {boolean} isMember @param {(message: any) => void} hears  challenges and answers */
export function attend(isMember, hears) {
    attending = isMember;
    onChallenge = hears;
    Object.assign(club.challenges, { in: [], out: [] });
    drop();
    connect();
    changed();
}

/** @param {any} message */
function hear(message) {
    if (message.type === 'welcome' || message.type === 'counts')
        Object.assign(club, { online: message.online, waiting: message.waiting });
    if (message.type === 'welcome' && (message.member ?? '') !== memberName())
        askMember().catch(() => {}); // the session has ended, or this browser has forgotten it: the page follows the server
    else if (message.type === 'welcome' && message.member)
        readChallenges();
    else if (message.type === 'online')
        club.members = message.members;
    else if (message.type === 'games')
        club.games = message.games;
    else if (message.type === 'seeks')
        club.seeks = message.seeks;
    else if (message.type === 'challenges')
        club.challenges.open = message.challenges;
    else if (message.type === 'waiting')
        Object.assign(club, { trouble: '', list: message.list, since: message.since, table: message.table ?? [] });
    else if (message.type === 'paired')
        found(message);
    else if (message.type === 'challenge')
        keepChallenge(message.challenge);
    else if (message.type === 'challenge-gone')
        dropChallenge(message.id, message.reason);
    else if (message.type === 'stopped' && message.reason === 'elsewhere')
        end(t('seek.elsewhere'));
    else if (message.type === 'stopped' && next) {
        send(next);
        next = null;
    }
    else if (message.type === 'error' || message.type === 'bye')
        end(new ServerError(message).message);
    changed();
}

/** There is an opponent. If a challenge was accepted, the view stays, unless it is the lobby.
 * @param {{ game: string, seat: number, secret?: string, challenge?: string }} pairing */
function found({ game: id, seat, secret, challenge }) {
    const { view, parts } = readRoute(location.hash), stay = challenge !== undefined && (view !== 'online' || parts.length > 0);
    const made = club.challenges.out.find((one) => one.id === challenge)?.game;
    keepTicket(id, { seat, game: club.seek?.game ?? made ?? '', ...(secret ? { secret } : {}) });
    if (challenge === undefined)
        end();
    play('call');
    callBack(t('online.begun'));
    if (stay)
        return notice(t('online.begun'), true, `${LOBBY}/${id}`);
    if (view === 'play')
        notice(t('awaited.kept'));
    go(`${LOBBY}/${id}`);
}

/** @param {string} [trouble] */
function end(trouble = '') {
    next = null;
    Object.assign(club, { seek: null, table: [], trouble });
    if (awaited.getAttribute('href') === LOBBY)
        awaited.hidden = true;
    disconnect();
}

/** @param {Seek} seek */
function begin(seek) {
    Object.assign(club, { seek, list: '', since: 0, table: [], trouble: '' });
    if (awaited.hidden) {
        awaited.href = LOBBY;
        awaited.hidden = false;
    }
}

/** Waits for an opponent. @param {Seek} seek */
export function seekGame(seek) {
    begin(seek);
    sendSeek();
    connect();
    changed();
}

/** Plays with somebody who waits. @param {OpenSeek} seek */
export function takeSeek({ id, game, rated, players, options, clock }) {
    const take = { type: 'take', seek: id, ...guestName() }, waits = club.seek !== null;
    begin({ game, rated, players, options, clock });
    next = waits ? take : null;
    send(waits ? { type: 'unseek' } : take);
    changed();
}

/** At a table: lets computer players take the free seats, if all agree. @param {number | null} level */
export const completeTable = (level) => send({ type: 'complete', level });

export function stopSeeking() {
    send({ type: 'unseek' });
    end();
    changed();
}

addEventListener('pagehide', () => {
    if (club.seek)
        writeTab(SEEK, JSON.stringify({ seek: club.seek, since: club.since, left: Date.now() }));
});

/** Goes on waiting after the page was loaded again; a member may have been paired meanwhile. */
export async function resumeSeek() {
    const { seek, since, left } = JSON.parse(readTab(SEEK) ?? '{}');
    removeTab(SEEK);
    if (!seek || Date.now() - left > RELOAD_MS)
        return;
    const { games } = memberName() && since ? await call('/me/games').catch(() => ({ games: [] })) : { games: [] };
    const begun = games.find((/** @type {import('./types.js').OnlineEntry} */ { status, created, game }) =>
        status === 'running' && created >= since && game === seek.game);
    if (begun)
        go(`${LOBBY}/${begun.id}`);
    else if (!club.seek)
        seekGame(seek);
}

/** Hears what changes, until the signal. @param {() => void} listener @param {AbortSignal} signal */
export function watchClub(listener, signal) {
    listeners.add(listener);
    signal.addEventListener('abort', () => {
        listeners.delete(listener);
        if (listeners.size === 0)
            sendWatch();
        disconnect();
    });
    if (listeners.size === 1)
        sendWatch();
    connect();
}

// ---- Challenges --------------------------------------------------------------------------

async function readChallenges() {
    const found = await call('/challenges').catch(() => null); // the next connection tries again
    if (!found)
        return;
    Object.assign(club.challenges, found);
    onChallenge({});
    changed();
}

/** @param {Challenge} challenge */
const sideOf = ({ to, seats }) => to === memberName() && !seats.some(({ name }) => name === to) ? 'in' : 'out';

/** @param {Challenge} challenge */
function keepChallenge(challenge) {
    const { challenges } = club, side = sideOf(challenge), list = challenges[side];
    const fresh = side === 'in' && !list.some(({ id }) => id === challenge.id);
    dropFrom(challenge.id);
    challenges[side] = [challenge, ...challenges[side]];
    onChallenge(fresh ? { challenge } : {});
    changed();
}

/** @param {string} id */
function dropFrom(id) {
    const { challenges } = club;
    for (const side of /** @type {const} */ (['in', 'out', 'open']))
        challenges[side] = challenges[side].filter((one) => one.id !== id);
}

/** @param {string} id @param {string} [reason] */
function dropChallenge(id, reason) {
    const challenge = club.challenges.out.find((one) => one.id === id);
    dropFrom(id);
    onChallenge({ gone: id, ...(reason === 'declined' ? { declined: challenge } : {}) });
    changed();
}

/** @param {string} path @param {string} [method] @param {object} [body] */
const request = (path, method = 'POST', body = {}) => call(`/challenges${path}`, { method, body });

/** A game may have begun, or somebody sits at a table. @param {string} id @param {{ game: string | null, seat?: number, challenge?: Challenge }} answer
 * @param {string} game */
function begun(id, { game: begunId, seat, challenge }, game) {
    if (challenge)
        keepChallenge(challenge);
    if (!begunId)
        return;
    dropChallenge(id);
    keepTicket(begunId, { seat, game });
    go(`${LOBBY}/${begunId}`);
}

/** @param {object} terms */
export async function makeChallenge(terms) {
    keepChallenge((await request('', 'POST', terms)).challenge);
}

/** @param {Challenge} challenge */
export const acceptChallenge = async ({ id, game }) => begun(id, await request(`/${id}/accept`), game);

/** @param {Challenge} challenge @param {number | null} level */
export const completeChallenge = async ({ id, game }, level) => begun(id, await request(`/${id}/complete`, 'POST', { level }), game);

/** Declines one, or withdraws an own one. @param {Challenge} challenge */
export async function refuseChallenge(challenge) {
    const { id } = challenge;
    await (sideOf(challenge) === 'in' ? request(`/${id}/decline`) : request(`/${id}`, 'DELETE'));
    dropChallenge(id);
}
