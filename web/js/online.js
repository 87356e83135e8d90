/*
 * online.js - the game server, if the page comes from one: what is asked of it
 * over HTTP, and the seats that this browser has at its games. docs/SERVER.md
 * describes the server.
 */
import { renderMessage, say } from './i18n.js';
import { part } from './later.js';
import { home } from './router.js';
import { names, read, readTab, remove, write, writeTab } from './storage.js';

/** @typedef {import('./types.js').OnlineCreated} OnlineCreated */
/** @typedef {import('./types.js').OnlineEntry} OnlineEntry */
/** @typedef {import('./types.js').OnlineState} OnlineState */
/** @typedef {import('./types.js').OnlineTerms} OnlineTerms */
/** @typedef {import('./types.js').SeatLink} SeatLink */

const PATIENCE_MS = 8000;

/** The server refuses. `code` is one of its codes, or `line`: it could not be asked. */
export class ServerError extends Error {
    /** @param {import('./types.js').Refusal} refusal */
    constructor(refusal) {
        super(reasonFor(refusal));
        this.name = 'ServerError';
        this.code = refusal.code;
        this.places = (refusal.places ?? '').split(' ').filter(Boolean);
    }
}

/** Most codes have words of the page's own; where the server says more than the code, its words
 * stand. @param {import('./types.js').Refusal} refusal */
function reasonFor({ code, text, message }) {
    const key = `refused.${code}`, words = say(key);
    return words !== key ? words : message ? renderMessage(message) : text || code;
}

/** The server could not be asked. */
export const lineError = () => new ServerError({ code: 'line' });

// ---- Questions ---------------------------------------------------------------------

/**
 * Asks the server.
 *
 * @param {string} path
 * @param {{ method?: string, body?: unknown, secret?: string | null, key?: string }} [how]
 * @returns {Promise<any>}
 */
export async function call(path, { method = 'GET', body, secret, key } = {}) {
    /** @type {Response} */
    let response;
    try {
        response = await fetch(new URL(`api${path}`, document.baseURI), {
            method, cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS),
            headers: {
                ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
                ...(secret ? { Authorization: `Bearer ${secret}` } : {}),
                ...(key ? { 'Idempotency-Key': key } : {}),
            },
            body: body === undefined ? undefined : JSON.stringify(body),
        });
    } catch {
        throw lineError();
    }
    const answer = await response.json().catch(() => null);
    if (response.ok && answer !== null)
        return answer;
    if (!answer?.error?.code)
        throw lineError();
    await part('remote').catch(() => {}); // has the words for the reason
    throw new ServerError(answer.error);
}

/** Attempts, and the time between them, at what must be done once. */
const ATTEMPTS = 3, PAUSE_MS = 1000;
/** After these the same request may succeed, and an earlier attempt may have. */
const PASSING = ['line', 'store', 'busy', 'timeout'];

const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)),
    (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Asks for something that the server does once. An answer may be lost on the way; with the same key the
 * next attempt gets it, so that no game is created twice, and no seat is taken and lost.
 *
 * @param {string} path @param {unknown} body @param {{ secret?: string | null, key?: string }} [how]
 * @returns {Promise<any>}
 */
async function callOnce(path, body, { secret = null, key = newKey() } = {}) {
    for (let attempt = 1; ; attempt++)
        try {
            return await call(path, { method: 'POST', body, secret, key });
        } catch (error) {
            if (attempt === ATTEMPTS || !PASSING.includes(/** @type {ServerError} */ (error).code))
                throw error;
            await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        }
}

/** How long "there is no server" is believed. */
const DOUBT_MS = 10000;
/** @type {Promise<boolean> | null} */
let found = null;

/** Resolves to true if the page comes from a game server. A static host has a file at that path,
 * without a version. */
export function findServer() {
    found ??= call('').then(({ version }) => version === 1, () => false).then((there) => {
        if (!there)
            setTimeout(() => { found = null; }, DOUBT_MS);
        return there;
    });
    return found;
}

/** @param {OnlineTerms} terms @returns {Promise<OnlineCreated>} */
export const createGame = (terms) => callOnce('/games', terms);

/** Where the key of an exchange is kept until the answer has come: without it the seat would be lost with the
 * answer. @param {string} id @param {string} invitation */
const keyName = (id, invitation) => `joining.${id}.${invitation}`;

/** True if the seat was requested and no answer has arrived.
 * @param {string} id @param {string | null} invitation */
export const isJoining = (id, invitation) => invitation !== null && read(keyName(id, invitation), null) !== null;

/** Takes a free seat of a public game, or the one that the invitation is for; the answer has its secret.
 * @param {string} id @param {string} name @param {string | null} [invitation] @returns {Promise<SeatLink>} */
export async function joinGame(id, name, invitation = null) {
    const path = `/games/${encodeURIComponent(id)}/join`;
    if (!invitation)
        return callOnce(path, { name });
    const kept = keyName(id, invitation), key = read(kept, null) ?? newKey();
    write(kept, key);
    try {
        const seat = await callOnce(path, { name }, { secret: invitation, key });
        keepTicket(id, { secret: seat.secret, exchanged: { ...ticketOf(id)?.exchanged, [invitation]: seat.secret } });
        remove(kept);
        return seat;
    } catch (error) {
        if (![...PASSING, 'rate'].includes(/** @type {ServerError} */ (error).code))
            remove(kept);
        throw error;
    }
}

/** @param {string} id @param {string | null} secret @returns {Promise<OnlineState>} */
export const fetchGame = (id, secret) => call(`/games/${encodeURIComponent(id)}`, { secret });

/**
 * Public games, the newest first.
 *
 * @param {'open' | 'running' | 'finished'} list
 * @param {{ game?: string, name?: string, before?: string | null, limit?: number }} [which]
 * @returns {Promise<{ games: OnlineEntry[], next: string | null }>}
 */
export function listGames(list, which = {}) {
    const query = new URLSearchParams({ list });
    for (const [name, value] of Object.entries(which))
        if (value)
            query.set(name, String(value));
    return call(`/games?${query}`);
}

// ---- Seats ---------------------------------------------------------------------------

/**
 * What this browser holds of one game.
 * @typedef {object} Ticket
 * @property {string} id
 * @property {string | null} secret    opens a seat, or lets watch
 * @property {string | null} watch     for others who would watch
 * @property {SeatLink[]} links        for others who would play
 * @property {Record<string, string>} exchanged  the secrets of its seats, by the invitations that it used
 * @property {number | null} seat      null: not known, or none
 * @property {string} game
 * @property {string[]} people
 * @property {boolean} over
 * @property {boolean} [mine]          it was the turn of this seat when the server was last asked
 * @property {Ended} [ended]           how it ended, once the server has told
 * @property {number} touched
 */

/** @typedef {object} Ended
 * @property {import('./types.js').MatchRecord} record
 * @property {import('./types.js').OnlineSeat[]} seats
 * @property {'draw' | number[] | null} result  the seats that won
 */

const KEPT = 40;

/** @param {string} id @returns {Ticket | null} */
export const ticketOf = (id) => read(`online.${id}`, null);

/** Keeps what is new about a game. @param {string} id @param {Partial<Ticket>} news */
export function keepTicket(id, news) {
    /** @type {Ticket} */
    const blank = { id, secret: null, watch: null, links: [], exchanged: {}, seat: null, game: '', people: [], over: false, touched: 0 };
    write(`online.${id}`, { ...blank, ...ticketOf(id), ...news, touched: Date.now() });
    if (news.secret)
        writeTab(`seat.${id}`, news.secret);
}

/** Keeps how a game ended; that is not a visit. @param {Ticket} ticket @param {Ended} ended */
export const keepEnd = (ticket, ended) => write(`online.${ticket.id}`, { ...ticketOf(ticket.id) ?? ticket, over: true, ended });

/** Keeps whose turn it is, if that is new. @param {Ticket} ticket @param {boolean} mine */
export function keepMine({ id }, mine) {
    const ticket = ticketOf(id);
    if (ticket && Boolean(ticket.mine) !== mine)
        write(`online.${id}`, { ...ticket, mine });
}

/** Brings back a ticket that was dropped. @param {Ticket} ticket */
export const restoreTicket = (ticket) => write(`online.${ticket.id}`, ticket);

/** @param {string} id */
export const dropTicket = (id) => remove(`online.${id}`);

/** What opens a game for this tab: two tabs may sit at two seats. An invitation that this browser has exchanged
 * leads back to its seat. @param {string} id @param {string} [linked]  the secret in the address */
export function secretOf(id, linked) {
    const ticket = ticketOf(id);
    return (linked && (ticket?.exchanged?.[linked] ?? linked)) || (readTab(`seat.${id}`) ?? ticket?.secret ?? null);
}

/** The games at which this browser has a seat, the latest first; the oldest make room. @returns {Ticket[]} */
export function tickets() {
    const all = names('online.').map((name) => ticketOf(name.slice('online.'.length)))
        .filter((ticket) => ticket !== null)
        .sort((a, b) => Number(a.over) - Number(b.over) || b.touched - a.touched);
    for (const old of all.slice(KEPT))
        dropTicket(old.id);
    return all.slice(0, KEPT).filter(({ seat }) => seat !== null);
}

/** @param {string} id @param {string | null} [secret] @returns {string} the address of a game */
export const addressOf = (id, secret = null) =>
    `${home()}g/${id}${secret ? `#${secret}` : ''}`;
