/*
 * local.js - the transport of a game between people at one screen and the computer: the saved game is its state, and
 * the computer answers from here.
 *
 * Every change is written before it is shown. The snapshots come from the view: none of another record is used.
 */
import { open, snapshot, think } from '../rules.js';
import { quickGame, rememberQuick } from '../quick.js';
import { loadGame, newGame, ownSeat, restoreGame, saveGame, winningSeats } from '../saved.js';
import { play } from '../sound.js';
import { onForeignWrite } from '../storage.js';
import { Clock } from '../parts/clock.js';
import { PAUSE_MS } from '../parts/gameview.js';
import { nameAt } from '../parts/words.js';

/** @typedef {import('../saved.js').SavedGame} SavedGame */
/** @typedef {import('../types.js').Snapshot} Snapshot */

export class LocalTransport {
    far = false;
    /** Aborts the search for a move or a hint; null: none runs. @type {AbortController | null} */
    thinking = null;
    #listener;

    /** @param {SavedGame} saved @param {import('../views/play.js').PlayControls} listener  hears what happens
     * @param {AbortSignal} signal  the view is left */
    constructor(saved, listener, signal) {
        this.saved = saved;
        this.id = saved.id;
        this.game = saved.record.game;
        this.#listener = listener;
        this.clock = this.#makeClock();
        const stopHearing = onForeignWrite((name) => name === `game.${this.id}` && this.#reload());
        addEventListener('pagehide', () => this.#keepTimes(), { signal });
        addEventListener('pageshow', (event) => event.persisted && this.#reload(), { signal });
        signal.addEventListener('abort', () => {
            this.stop();
            stopHearing();
            this.#keepTimes();
        });
    }

    // ---- The state ----------------------------------------------------------------------

    get key() {
        return String(this.saved.version);
    }

    get moves() {
        return this.saved.record.moves;
    }

    get own() {
        return ownSeat(this.saved);
    }

    get names() {
        return this.saved.seats.map((_, i) => nameAt(this.saved, i + 1));
    }

    get occupants() {
        const { names } = this;
        return this.saved.seats.map((seat, i) => ({ name: names[i], level: seat.kind === 'computer' ? seat.level : null }));
    }

    record() {
        return this.saved.record;
    }

    /** True if it is the turn of a person. @param {Snapshot | null} live */
    mine(live) {
        return live !== null && this.isPerson(live.seats[live.turn - 1]);
    }

    /** @param {number} seat  from 1 */
    isPerson(seat) {
        return this.saved.seats[seat - 1].kind === 'person';
    }

    /** How many moves stay if the last one of a person is taken back; null if there is none, or while it is unknown
     * who made them. */
    get undoTo() {
        const { record: { moves, ending }, entries } = this.saved;
        if (ending)
            return moves.length;
        const last = entries?.slice(0, moves.length).findLastIndex(({ seat }) => this.isPerson(seat)) ?? -1;
        return last < 0 ? null : last;
    }

    /** True if the settings of the game (opponent, side, rules) can still be changed.
     * @param {Snapshot} live */
    isFresh(live) {
        return Boolean(this.saved.quick && this.saved.entries && this.undoTo === null && !live.over);
    }

    /** Notes what the rules say of the game as it stands, and lets its clock run. @param {Snapshot} live */
    note(live) {
        const { saved } = this;
        this.#learn(live);
        if (saved.over !== live.over) {
            saved.over = live.over;
            saved.won = live.over ? winningSeats(live) : undefined;
            saveGame(saved);
        }
        const turn = live.seats[live.turn - 1];
        if (saved.turn !== turn && live.record.moves.length > 0) {
            saved.turn = turn;
            restoreGame(saved);
        }
        if (live.over || live.record.moves.length === 0)
            this.clock?.stop();
        else
            this.clock?.run(live.seats[live.turn - 1] - 1);
        this.clock?.draw();
    }

    /** Takes from the rules who made the moves, of a game that was begun elsewhere. @param {Snapshot} live */
    async #learn({ record }) {
        const { saved } = this, all = [...record.moves, ...saved.future];
        if (saved.entries?.length === all.length)
            return;
        const { entries } = await snapshot({ ...record, moves: all, ending: undefined, result: undefined });
        if (saved !== this.saved || all.length !== saved.record.moves.length + saved.future.length)
            return;
        saved.entries = entries;
        saveGame(saved);
        this.#listener.onNews();
    }

    // ---- Changing it ----------------------------------------------------------------------

    /** Stops searches, and stores the changed game. @param {boolean} [animate] */
    #change(animate) {
        this.stop();
        this.clock?.stop();
        saveGame(this.saved);
        return this.#listener.onChange(animate);
    }

    /** @param {string} move @param {Snapshot} live */
    play(move, live) {
        const { saved } = this, seat = live.seats[live.turn - 1];
        if (saved.clock)
            saved.times[seat - 1] += saved.clock.increment;
        if (saved.future[0] !== move) {
            saved.future = [];
            saved.entries = [...live.entries, { player: live.turn, seat }];
        } else {
            saved.future = saved.future.slice(1);
        }
        saved.record = { ...live.record, moves: [...live.record.moves, move] };
        const shown = this.#change(move !== 'swap');
        this.#listener.onPlayed(live, move, this.isPerson(seat));
        return shown;
    }

    /** Goes back or on within the moves that are known. @param {string[]} all @param {number} count @param {boolean} [animate] */
    #goTo(all, count, animate) {
        const { ending, result, ...record } = this.saved.record;
        this.saved.record = { ...record, moves: all.slice(0, count) };
        this.saved.future = all.slice(count);
        this.saved.over = false;
        this.#change(animate);
    }

    undo() {
        const count = this.undoTo;
        if (count !== null)
            this.#goTo([...this.moves, ...this.saved.future], count);
    }

    /** Plays again what was taken back, up to where a person is to move. */
    redo() {
        const { moves, saved: { future, entries } } = this, all = [...moves, ...future];
        if (future.length === 0 || entries?.length !== all.length)
            return;
        const stop = entries.findIndex(({ seat }, i) => i > moves.length && this.isPerson(seat));
        this.#goTo(all, stop < 0 ? all.length : stop, true);
    }

    /** Somebody leaves the game to the others. @param {import('../types.js').CalledEnding} ending @param {number} seat  from 1 */
    endFor(ending, seat) {
        return this.end(ending, ({ without, seats }) => without[seats.indexOf(seat)] ?? []);
    }

    /** Ends the game otherwise than on the board; one that is over stays as it is.
     * @param {import('../types.js').CalledEnding} ending @param {(now: Snapshot) => number[]} result  the winners */
    async end(ending, result) {
        let record, now;
        do {
            record = this.saved.record;
            now = await snapshot(record);
        } while (record !== this.saved.record); // something was played meanwhile
        if (now.over)
            return;
        this.saved.record = { ...now.record, ending, result: result(now) };
        this.#change();
        play('end');
    }

    /** The same table with other choices. @param {import('../quick.js').Quick} quick */
    async restart(quick) {
        const next = quickGame(this.game, quick);
        next.record = (await open(next.record)).record;
        this.clock?.stop();
        this.saved = { ...next, id: this.id, version: this.saved.version };
        this.clock = this.#makeClock();
        this.#change();
    }

    /** The level of the computer players; null if there are none, or of several levels. */
    get level() {
        const levels = new Set(this.saved.seats.flatMap((seat) => seat.kind === 'computer' ? [seat.level] : []));
        return levels.size === 1 ? [...levels][0] : null;
    }

    /** A rematch with the same rules; the player who began is last now. Returns its id.
     * @param {number} [level]  another one for the computer */
    again(level) {
        const { record, seats: old, clock, quick, practice } = this.saved, { ending, result, ...rest } = record;
        const seats = old.map((seat) => level !== undefined && seat.kind === 'computer' ? { ...seat, level } : seat);
        const next = newGame({ ...rest, moves: [] }, practice ? seats : [...seats.slice(1), seats[0]], clock);
        if (practice)
            next.practice = { ...practice };
        if (quick)
            next.quick = { ...quick, level: level ?? quick.level, seat: quick.seat && next.seats.findIndex((seat) => seat.kind === 'person') + 1 };
        if (next.quick && level !== undefined)
            rememberQuick(this.game, next.quick);
        saveGame(next);
        return next.id;
    }

    // ---- The computer ---------------------------------------------------------------------

    /** Lets the computer think, if it is its turn. @param {Snapshot} live */
    async think(live) {
        const seat = this.saved.seats[live.seats[live.turn - 1] - 1];
        if (live.over || this.thinking || seat.kind !== 'computer')
            return;
        const { signal } = this.start();
        this.#listener.onNews();
        try {
            const [{ move }] = await Promise.all([
                think(live.record, { level: seat.level, personality: seat.personality, seed: this.saved.seed, signal }),
                new Promise((resolve) => setTimeout(resolve, PAUSE_MS)),
            ]);
            if (!signal.aborted)
                await this.play(move, live);
        } catch {
            if (!signal.aborted)
                this.#listener.onFailed();
        }
    }

    start() {
        this.stop();
        return this.thinking = new AbortController();
    }

    stop() {
        this.thinking?.abort();
        this.thinking = null;
    }

    // ---- Other tabs -----------------------------------------------------------------------

    #makeClock() {
        return this.saved.clock ? new Clock(this.saved.times, (who) => this.endFor('time', who + 1)) : null;
    }

    /** Another tab may have played on; this one may have been asleep meanwhile. */
    #reload() {
        const other = loadGame(this.id);
        if (!other || other.version <= this.saved.version)
            return this.#listener.onNews();
        this.stop();
        this.clock?.stop();
        this.saved = other;
        this.clock = this.#makeClock(); // until somebody moves, even that may have been changed there
        this.#listener.onOther();
    }

    /** The page is left: the time that was used is used, unless the game has gone on elsewhere. */
    #keepTimes() {
        if (this.clock?.stop() && loadGame(this.id)?.version === this.saved.version)
            saveGame(this.saved);
    }
}
