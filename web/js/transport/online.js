/*
 * online.js - the transport of a game on the server: its state and events come over the connection, and this browser
 * keeps the secret of the seat.
 *
 * The connection's state is authoritative; only the visitor's own move that is still pending is added.
 */
import { endWaiting } from '../awaited.js';
import { Connection } from '../connection.js';
import { dropTicket, isJoining, joinGame, keepTicket, secretOf, ticketOf } from '../online.js';
import { Clock } from '../parts/clock.js';
import { occupantName } from '../parts/terms.js';
import { Premove } from '../premove.js';
import { go, hashOf } from '../router.js';
import { matchOf, recordOf } from '../state.js';
import { readTab, writeTab } from '../storage.js';

/** @typedef {import('../types.js').OnlineState} OnlineState */

export class OnlineTransport {
    far = true;
    /** A seat has been asked for. */
    joining = false;
    /** @type {Clock | null} */
    #clock = null;

    /** @param {string} id @param {string | null} secret
     * @param {import('../views/online.js').OnlineControls} listener  hears what happens @param {AbortSignal} signal  the view is left */
    constructor(id, secret, listener, signal) {
        this.id = id;
        this.connection = new Connection(id, secret, listener);
        this.premove = new Premove(id, {
            record: () => matchOf(this.state, this.connection.pending?.move),
            mine: () => this.mine(),
            play: (move) => this.play(move),
            onDropped: listener.onDropped,
            onFailed: listener.onUnjudged,
        });
        this.listener = listener;
        signal.addEventListener('abort', () => {
            this.connection.close();
            this.#clock?.stop();
        });
    }

    open() {
        endWaiting(this.id);
        this.connection.open();
    }

    // ---- The state ------------------------------------------------------------------------

    /** Asked for only once there is one. @returns {OnlineState} */
    get state() {
        return /** @type {OnlineState} */ (this.connection.state);
    }

    get game() {
        return this.state.game;
    }

    get key() {
        return JSON.stringify([this.moves, this.state.now.ending, this.mine(), this.ahead(), this.queued]);
    }

    get moves() {
        return matchOf(this.state, this.connection.pending?.move).moves;
    }

    get own() {
        return this.connection.seat ?? 0;
    }

    /** True if the seat that the visitor was invited to is taken. */
    get late() {
        const { seat, invited } = this.connection;
        return seat === null && invited !== null && this.state.now.seats[invited - 1].taken;
    }

    get names() {
        return this.state.now.seats.map(occupantName);
    }

    get occupants() {
        return this.state.now.seats.map(({ kind, name, level }) =>
            ({ name: name ?? '', level: kind === 'computer' ? level ?? null : null }));
    }

    get queued() {
        return this.premove.move;
    }

    /** The clocks as they are by now. */
    get clock() {
        const { state: { clock, players, now: { clocks, time } }, connection } = this;
        if (clock) // the server says who has overstepped the time
            this.#clock ??= new Clock(clocks?.left ?? Array(players).fill(0), () => {}, () => connection.time.now());
        if (clocks)
            this.#clock?.set(clocks.left, (clocks.running ?? 0) - 1, time);
        return this.#clock;
    }

    record() {
        return recordOf(this.state, this.connection.pending?.move);
    }

    mine() {
        return this.own > 0 && !this.connection.pending && this.state.now.turn === this.own;
    }

    ahead() {
        const { clock, now } = this.state;
        return clock !== null && this.own > 0 && !this.connection.pending && now.status === 'running' && now.turn !== this.own;
    }

    /** The seat to move; if all goes well with the move that is on its way. @param {import('../types.js').Snapshot} live */
    turn(live) {
        return !this.connection.pending ? this.state.now.turn : live.over ? null : live.seats[live.turn - 1];
    }

    // ---- Moves and seats ------------------------------------------------------------------

    /** @param {string} move */
    play(move) {
        this.premove.dropped = null;
        this.connection.play(move);
        this.listener.onSent();
    }

    /** @param {string | null} move  null: none any more */
    queue(move) {
        if (move === null)
            this.premove.cancel();
        else
            this.premove.set(move);
        this.listener.onChange();
    }

    /** Takes a seat. @param {string} name */
    async join(name) {
        const { invited, secret: invitation } = this.connection;
        const byLink = invited !== null && (!this.late || isJoining(this.id, invitation));
        this.joining = true;
        try {
            const { secret } = await joinGame(this.id, name, byLink ? invitation : null);
            go(`#/online/${this.id}/${secret}`, true);
        } finally {
            this.joining = false;
        }
    }

    /** The seat stays with this browser; the address need not show its secret. */
    remember() {
        const { id, connection: { secret, seat } } = this;
        if (!secret || seat === null && ticketOf(id)?.seat)
            return; // who only looks keeps the seat
        writeTab(`seat.${id}`, secret);
        keepTicket(id, { secret });
        if (readTab(`seat.${id}`) === secret && hashOf() !== `#/online/${id}`)
            history.replaceState(history.state, '', `#/online/${id}`);
    }

    /** Stores the entry for the list of the visitor's games. */
    note() {
        const { id, connection: { seat }, state: { game, now }, names: people } = this, kept = ticketOf(id);
        const over = now.status === 'over' || now.status === 'aborted';
        if (seat !== null && (kept?.seat !== seat || kept?.over !== over || String(kept.people) !== String(people)))
            keepTicket(id, { seat, game, people, over });
    }

    /** The same secrets open the game that follows. @param {string} id */
    handOn(id) {
        const { secret } = this.connection;
        if (secret && !secretOf(id))
            keepTicket(id, { secret, watch: ticketOf(this.id)?.watch ?? null });
    }

    /** The server does not know this game. */
    forget() {
        if (ticketOf(this.id)?.secret === this.connection.secret)
            dropTicket(this.id);
    }
}
