/*
 * club.js - the connection over which the server pairs players who wait, and tells who is online. A wait goes on while
 * the visitor does something else in this tab; the head of the page has a link back to it.
 */
import { awaited } from './awaited.js';
import { t } from './i18n.js';
import { ServerError, keepTicket, lineError } from './online.js';
import { notice } from './notices.js';
import { go, readRoute } from './router.js';
import { settings } from './settings.js';
import { play } from './sound.js';
import { callBack } from './parts/attention.js';

/** @typedef {'fast' | 'slow' | 'days'} Pace */
/** @typedef {{ game: string, pace: Pace, rated: boolean }} Seek */

const VERSION = 1, AGAIN_MS = 1500, LOBBY = '#/online';

/** What is known. `waiting`: how many wait, by list; `trouble`: why the last wait has ended. */
export const club = {
    /** @type {Seek | null} */
    seek: null,
    online: 0,
    /** @type {string[]} */
    members: [],
    /** @type {Record<string, number>} */
    waiting: {},
    /** Games that are being played. @type {import('./types.js').LiveEntry[]} */
    games: [],
    trouble: '',
};

/** @param {Pick<Seek, 'game' | 'pace'>} seek */
export const listOf = ({ game, pace }) => `${game}-two-${pace}`;

/** @type {Set<() => void>} */
const listeners = new Set();
const changed = () => listeners.forEach((listener) => listener());

/** @type {WebSocket | null} */
let socket = null;
let timer = 0;

/** @param {object} message */
function send(message) {
    if (socket?.readyState === WebSocket.OPEN)
        socket.send(JSON.stringify(message));
}

/** The wait lives as long as the connection: after a new one it must be asked for again. */
function sendSeek() {
    const name = settings.get('name');
    if (club.seek)
        send({ type: 'seek', ...club.seek, ...(name && !club.seek.rated ? { name } : {}) });
}

/** Connects, if somebody looks or waits. */
function connect() {
    clearTimeout(timer);
    if (socket || listeners.size === 0 && !club.seek)
        return;
    const address = new URL('api/club', document.baseURI);
    address.protocol = address.protocol.replace('http', 'ws');
    const line = socket = new WebSocket(address, `tablier.${VERSION}`);
    line.onopen = () => {
        send({ type: 'hello', version: VERSION });
        send({ type: 'watch', what: ['online', 'games'] });
        sendSeek();
    };
    line.onmessage = ({ data }) => hear(JSON.parse(data));
    line.onclose = () => {
        socket = null;
        if (club.seek)
            club.trouble = lineError().message;
        changed();
        timer = setTimeout(connect, AGAIN_MS);
    };
}

/** Closes the connection, if nobody needs it. */
function disconnect() {
    clearTimeout(timer);
    if (listeners.size > 0 || club.seek || !socket)
        return;
    const line = socket;
    socket = null;
    line.onmessage = line.onclose = null;
    line.onopen = () => line.close(); // earlier, browsers would complain
    if (line.readyState === WebSocket.OPEN)
        line.close();
}

/** @param {any} message */
function hear(message) {
    if (message.type === 'welcome' || message.type === 'counts')
        Object.assign(club, { online: message.online, waiting: message.waiting });
    else if (message.type === 'online')
        club.members = message.members;
    else if (message.type === 'games')
        club.games = message.games;
    else if (message.type === 'waiting')
        club.trouble = '';
    else if (message.type === 'paired')
        found(message);
    else if (message.type === 'stopped' && message.reason === 'elsewhere')
        end(t('seek.elsewhere'));
    else if (message.type === 'error' || message.type === 'bye')
        end(new ServerError(message).message);
    changed();
}

/** There is an opponent. @param {{ game: string, seat: number, secret?: string }} pairing */
function found({ game: id, seat, secret }) {
    keepTicket(id, { seat, game: club.seek?.game ?? '', ...(secret ? { secret } : {}) });
    end();
    play('call');
    callBack(t('online.begun'));
    if (readRoute(location.hash).view === 'play')
        notice(t('awaited.kept'));
    go(`${LOBBY}/${id}`);
}

/** @param {string} [trouble] */
function end(trouble = '') {
    club.seek = null;
    club.trouble = trouble;
    if (awaited.getAttribute('href') === LOBBY)
        awaited.hidden = true;
    disconnect();
}

/** Waits for an opponent. @param {Seek} seek */
export function seekGame(seek) {
    club.seek = seek;
    club.trouble = '';
    if (awaited.hidden) {
        awaited.href = LOBBY;
        awaited.hidden = false;
    }
    sendSeek();
    connect();
    changed();
}

export function stopSeeking() {
    send({ type: 'unseek' });
    end();
    changed();
}

/** Hears what changes, until the signal. @param {() => void} listener @param {AbortSignal} signal */
export function watchClub(listener, signal) {
    listeners.add(listener);
    signal.addEventListener('abort', () => {
        listeners.delete(listener);
        disconnect();
    });
    connect();
}
