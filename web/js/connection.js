/*
 * connection.js - the connection to one game on the server.
 *
 * Every new connection begins with the whole state; after that, numbered events update it, and a gap
 * in the numbers leads to a new connection. The player's own move is shown at once and stays
 * `pending` until the state contains it; after reconnecting it is sent again if the state lacks it.
 */
import { ServerError, lineError } from './online.js';

/** @typedef {import('./types.js').FromServer} FromServer */
/** @typedef {import('./types.js').OnlineEvent} OnlineEvent */
/** @typedef {import('./types.js').OnlineNow} OnlineNow */
/** @typedef {import('./types.js').OnlineState} OnlineState */

/** @typedef {'connecting' | 'live' | 'lost'} Line */

/**
 * `at` is its place in the record, `since` when it was made.
 * @typedef {{ move: string, at: number, since: number, id: number, tries: number }} Pending
 */

/**
 * @typedef {object} Listener
 * @property {() => void} onChange                     the state has changed
 * @property {(line: Line) => void} onLine
 * @property {(event: OnlineEvent) => void} onEvent    a new one; after reconnecting, the last of the missed ones
 * @property {(seat: number, phrase: string) => void} [onSaid]  a player sends quick chat
 * @property {(since: number) => void} [onReturn]  the visitor was away, as the others could see
 * @property {(error: ServerError) => void} onRefused  nothing has changed
 * @property {(error: ServerError) => void} onGone     the connection has ended for good
 */

const VERSION = 1;
/** After this silence the server is pinged (later if the page is hidden)… */
const QUIET_MS = 4000, HIDDEN_MS = 20000;
/** …and after this time without an answer the connection is lost; sooner if the browser reports that it is offline. */
const DEAD_MS = 4500, OFFLINE_MS = 1500;
/** Time limit for connecting. TCP tries at once and after 1 and 3 seconds; the next attempt would be after 7. */
const CONNECT_MS = 3500;
const BEAT_MS = 500;
/** Between attempts, give or take half of it: when the network returns, the page reconnects within three seconds. */
const FIRST_WAIT_MS = 400, LONGEST_WAIT_MS = 1000;
const AGAIN_MS = 1500, TRIES = 5;
/** Refusals after which another attempt is useless. */
const FINAL = ['unknown', 'version', 'origin', 'syntax', 'size'];

/**
 * An estimate of the server's clock, in milliseconds. The time in a message from the server is a
 * lower bound; a request and its answer give a better estimate, the quicker the better.
 */
class ServerTime {
    #ahead = -Infinity;
    #best = Infinity;

    now() {
        return performance.now() + this.#ahead;
    }

    /** @param {number} time */
    hear(time) {
        this.#ahead = Math.max(this.#ahead, time - performance.now());
    }

    /** @param {number} time @param {number} asked  when the question was put; 0: not known */
    measure(time, asked) {
        const now = performance.now();
        if (asked > 0 && now - asked <= this.#best) {
            this.#best = now - asked;
            this.#ahead = time - (now + asked) / 2;
        }
    }
}

export class Connection {
    /** @type {OnlineState | null} */
    state = null;
    /** @type {number | null} */
    seat = null;
    /** The seat that the secret is an invitation to, taken or not. @type {number | null} */
    invited = null;
    /** @type {Line} */
    line = 'connecting';
    /** @type {Pending | null} */
    pending = null;
    time = new ServerTime();
    /** The quality of the connections, by seat: 4 (good) to 1, 0 unknown. @type {number[]} */
    lag = [];

    /** @type {WebSocket | null} */
    #socket = null;
    #seq = 0;
    #lastId = 0;
    #failures = 0;
    #heardAt = 0;
    /** When the other end was asked; 0: it has answered. */
    #askedAt = 0;
    #timer = 0;
    #pulse = 0;
    #ended = new AbortController();

    /** @param {string} game @param {string | null} secret @param {Listener} listener */
    constructor(game, secret, listener) {
        this.game = game;
        this.secret = secret;
        this.listener = listener;
    }

    open() {
        const { signal } = this.#ended;
        addEventListener('online', () => this.wake(), { signal });
        addEventListener('offline', () => this.#probe(), { signal });
        addEventListener('pageshow', () => this.wake(), { signal });
        document.addEventListener('visibilitychange', () => document.hidden || this.wake(), { signal });
        this.#pulse = setInterval(() => this.#beat(), BEAT_MS);
        this.#connect();
    }

    close() {
        this.#ended.abort();
        clearInterval(this.#pulse);
        this.#drop();
    }

    /** Checks the connection now instead of at the next timer, or connects again. */
    wake() {
        if (this.#socket)
            this.#probe();
        else
            this.#connect();
    }

    // ---- The socket ----------------------------------------------------------------

    #connect() {
        this.#drop();
        if (this.#ended.signal.aborted)
            return;
        const address = new URL('api/play', document.baseURI);
        address.protocol = address.protocol.replace('http', 'ws');
        const socket = this.#socket = new WebSocket(address, `tablier.${VERSION}`);
        this.#askedAt = performance.now();
        socket.onopen = () => {
            this.#askedAt = performance.now();
            this.#send({
                type: 'hello', version: VERSION, game: this.game, since: this.#seq,
                ...(this.secret ? { secret: this.secret } : {}),
            });
        };
        socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
        socket.onclose = () => this.#lost();
    }

    /** Closes the socket and ignores anything that it still receives. */
    #drop() {
        clearTimeout(this.#timer);
        const socket = this.#socket;
        this.#socket = null;
        if (socket) {
            socket.onmessage = socket.onclose = null;
            socket.onopen = () => socket.close(); // earlier, browsers would complain
            if (socket.readyState === WebSocket.OPEN)
                socket.close();
        }
    }

    /** @param {Line} line */
    #say(line) {
        if (line === this.line)
            return;
        this.line = line;
        this.listener.onLine(line);
    }

    /** The connection is lost: retries soon, then with growing random delays, so that clients do not retry together. */
    #lost(quick = false) {
        this.#drop();
        if (this.#ended.signal.aborted)
            return;
        const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures);
        this.#failures = quick ? 0 : this.#failures + 1;
        this.#timer = setTimeout(() => this.#connect(), wait * (0.5 + Math.random()));
        this.#say('lost');
    }

    /** @param {object} message */
    #send(message) {
        this.#socket?.send(JSON.stringify(message));
    }

    #probe() {
        if (this.#socket?.readyState !== WebSocket.OPEN || this.#askedAt)
            return;
        this.#askedAt = performance.now();
        this.#send({ type: 'ping' });
    }

    #beat() {
        const now = performance.now();
        if (!this.#socket)
            return;
        const patience = !navigator.onLine ? OFFLINE_MS
            : this.#socket.readyState === WebSocket.OPEN ? DEAD_MS : CONNECT_MS;
        if (this.#askedAt && now - this.#askedAt > patience)
            this.#lost();
        else if (now - this.#heardAt > (document.hidden ? HIDDEN_MS : QUIET_MS))
            this.#probe();
    }

    // ---- Messages from the server ------------------------------------------------------

    /** @param {FromServer} message */
    #hear(message) {
        const asked = this.#askedAt;
        this.#heardAt = performance.now();
        this.#askedAt = 0;
        switch (message.type) {
        case 'welcome':
            this.time.measure(message.state.now.time, asked);
            this.invited = message.invited ?? null;
            return this.#welcome(message.seat, message.state, message.events);
        case 'state':
            this.#take(message.state);
            this.#settle(true);
            return this.listener.onChange();
        case 'event':
            return this.#event(message.event, message.now);
        case 'presence':
            return this.#presence(message.here, message.watchers, message.lag);
        case 'said':
            return this.listener.onSaid?.(message.seat, message.phrase);
        case 'error':
            return this.#refused(new ServerError(message), message.id);
        case 'pong':
            return this.time.measure(message.time, asked);
        case 'bye':
            return this.#lost(message.code === 'restart');
        }
    }

    /** @param {number | null} seat @param {OnlineState} state @param {OnlineEvent[]} events */
    #welcome(seat, state, events) {
        const back = this.state !== null;
        this.seat = seat;
        this.#failures = 0;
        this.#take(state);
        this.#say('live');
        this.#settle(true);
        this.listener.onChange();
        for (const event of back ? events.slice(-1) : [])
            this.listener.onEvent(event);
        const absence = events.findLast((event) => event.seat === seat && /^(away|back)$/.test(event.kind));
        if (absence?.kind === 'away' && state.now.status === 'running')
            this.listener.onReturn?.(Number(absence.data));
    }

    /** @param {OnlineState} state */
    #take(state) {
        this.state = state;
        this.#seq = state.now.seq;
        this.time.hear(state.now.time);
    }

    /** @param {OnlineEvent} event @param {OnlineNow} now */
    #event(event, now) {
        const { state } = this;
        if (!state || event.seq <= this.#seq)
            return;
        if (event.seq !== this.#seq + 1)
            return this.#connect();
        const moves = event.kind === 'move' ? [...state.moves, String(event.data)] : state.moves;
        this.#seq = event.seq;
        this.state = { ...state, moves: moves.slice(0, now.length), now };
        this.time.hear(now.time);
        if (now.seq === event.seq && this.state.moves.length !== now.length)
            return this.#connect();
        this.#settle(false);
        this.listener.onChange();
        this.listener.onEvent(event);
    }

    /** @param {boolean[]} here @param {number} watchers @param {number[]} lag */
    #presence(here, watchers, lag) {
        if (!this.state)
            return;
        this.lag = lag;
        const seats = this.state.now.seats.map((seat, i) => ({ ...seat, here: here[i] }));
        this.state = { ...this.state, now: { ...this.state.now, seats, watchers } };
        this.listener.onChange();
    }

    /** @param {ServerError} error @param {number | undefined} id */
    #refused(error, id) {
        const soon = error.code === 'rate' || error.code === 'store';
        if (this.line !== 'live') {
            if (!FINAL.includes(error.code))
                return this.#lost();
            this.close();
            return this.listener.onGone(error);
        }
        const { pending } = this;
        if (pending && id === pending.id) {
            if (soon && pending.tries < TRIES) {
                setTimeout(() => this.pending === pending && this.#sendMove(), AGAIN_MS);
                return;
            }
            this.pending = null;
            this.listener.onChange();
        }
        this.listener.onRefused(error);
    }

    // ---- Requests ----------------------------------------------------------------

    /** Plays a move, now or as soon as there is a connection. @param {string} move */
    play(move) {
        if (!this.state || this.pending)
            return;
        this.pending = { move, at: this.state.moves.length, since: performance.now(), id: 0, tries: 0 };
        this.#sendMove();
        this.listener.onChange();
    }

    #sendMove() {
        const { pending } = this;
        if (!pending || this.line !== 'live')
            return;
        pending.id = ++this.#lastId;
        pending.tries++;
        this.#send({ type: 'move', seq: this.#seq, move: pending.move, id: pending.id });
    }

    /** Compares the pending move with the state. @param {boolean} again  sends it once more if need be */
    #settle(again) {
        const { pending, state } = this;
        if (!pending || !state)
            return;
        const { moves, now } = state;
        const fits = moves.length === pending.at && now.turn === this.seat;
        if (!fits || (again && pending.tries >= TRIES))
            this.pending = null;
        else if (again)
            this.#sendMove();
    }

    /** Sends another request; refused at once without a connection. @param {object} message */
    ask(message) {
        if (this.line === 'live')
            this.#send({ ...message, id: ++this.#lastId });
        else
            this.listener.onRefused(lineError());
    }
}
