/*
 * play.js - a game between people at one screen and the computer.
 *
 * The saved game is the truth; every change is written before it is shown.
 */
import { games, think } from '../rules.js';
import { button, el, fill, linkButton } from '../dom.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { go } from '../router.js';
import { loadGame, newGame, onlyPerson, saveGame, sitter, swapped, winnersWithout } from '../saved.js';
import { play } from '../sound.js';
import { onForeignWrite } from '../storage.js';
import { ask } from '../parts/dialog.js';
import { Clock } from '../parts/clock.js';
import { findHint } from '../parts/hint.js';
import { peopleList } from '../parts/people.js';
import { Table } from '../parts/table.js';
import { calledAmong, resultText, seatName } from '../parts/words.js';
import { openShare } from './share.js';
import { studyOf } from '../study.js';

/** @typedef {import('../saved.js').SavedGame} SavedGame */
/** @typedef {import('../types.js').Snapshot} Snapshot */

/** A computer that answers at once leaves no time to see a move arrive. */
const PAUSE_MS = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 350;
/** How long it weighs whether to change seats. */
const SWAP_MS = 300;

class PlayView {
    /** @type {import('../boards/types.js').Mark[]} */
    #marks = [];
    /** @type {AbortController | null} */
    #thinking = null;
    #gone = new AbortController();

    /** @param {HTMLElement} host @param {SavedGame} game @param {string} title */
    constructor(host, game, title) {
        this.game = game;
        this.table = new Table(game.record.game, game.id, {
            onMove: (move) => this.#play(move),
            onShown: () => this.#draw(),
            mine: () => this.#mine(),
            notNow: () => t(this.#live?.over ? 'online.finished' : 'play.notNow'),
            side: () => onlyPerson(this.game),
            signal: this.#gone.signal,
        });
        this.hint = el('p', { class: 'hint', role: 'status' });
        this.people = peopleList();
        this.clock = game.clock ? new Clock(game.times, (who) => this.#flag(who)) : null;
        this.buttons = this.#makeButtons();
        this.offer = el('div', { class: 'offer' });
        this.more = this.#more();
        fill(host, el('h1', { class: 'unseen' }, title), el('div', { class: `play play-${game.record.game}` },
            el('div', { class: 'play-board' }, this.table.status, this.table.stage.root),
            el('aside', { class: 'play-side' },
                this.people.root, this.offer, this.hint, this.#bar(),
                this.table.list.root, this.table.steps, this.table.box, this.more)));
        this.stopHearing = onForeignWrite((name) => this.#foreign(name));
        addEventListener('pagehide', () => this.#keepTimes(), { signal: this.#gone.signal });
        addEventListener('pageshow', (event) => event.persisted && this.#comeBack(), { signal: this.#gone.signal });
    }

    // ---- What is on the screen ------------------------------------------------------

    #makeButtons() {
        return {
            undo: button([icon('undo'), t('play.undo')], () => this.#undo()),
            redo: button([icon('redo'), t('play.redo')], () => this.#redo()),
            hint: button([icon('hint'), t('play.hint')], () => this.#hint()),
            resign: button([icon('flag'), t('play.resign')], () => this.#resign()),
            draw: button(t('play.draw'), () => this.#end('agreement', [])),
            again: button(t('play.again'), () => this.#again()),
        };
    }

    #bar() {
        const { undo, redo, hint, resign, draw } = this.buttons;
        return el('div', { class: 'bar' }, undo, redo, hint, resign, draw);
    }

    #more() {
        return el('div', { class: 'bar' },
            button(t('play.analyse'), () => this.#analyse()),
            button(t('share.title'), () => openShare(this.#record(), this.#live?.position ?? '', {
                names: this.#names(), date: this.game.date,
            })),
            this.buttons.again,
            linkButton(t('home.rules'), `#/rules/${this.game.record.game}`));
    }

    /** The name of who sits at a seat now. @param {number} seat  from 1 */
    #name(seat) {
        const place = sitter(this.game, seat);
        return seatName(this.game.seats[place], place + 1);
    }

    /** The same in a sentence. @param {number} seat  from 1 */
    #called(seat) {
        return calledAmong(this.game.seats.map((_, i) => this.#name(i + 1)), seat);
    }

    /** Names for records, as they first sat down. */
    #names() {
        return this.game.seats.map((seat, i) => seatName(seat, i + 1));
    }

    /** The game as it stands. @returns {Snapshot | null} */
    get #live() {
        return this.table.live;
    }

    #record() {
        return this.#live?.record ?? this.game.record;
    }

    /** Is it the turn of a person? */
    #mine() {
        return this.#live !== null && this.game.seats[sitter(this.game, this.#live.turn)].kind === 'person';
    }

    /** Shows the game as it is by now. @param {boolean} [animate] */
    refresh(animate = false) {
        return this.table.show(this.game.record, { marks: this.#marks, animate });
    }

    /** Draws everything that follows from the game. */
    #draw() {
        const live = this.#live;
        if (live && this.game.over !== live.over) {
            this.game.over = live.over;
            saveGame(this.game);
        }
        this.#drawStatus();
        this.#drawPeople();
        this.#drawOffer();
        this.#drawButtons();
        this.#runClock();
        this.#think();
    }

    #drawStatus() {
        const live = this.#live;
        if (live)
            this.table.say(live.over ? resultText(live, (seat) => this.#called(seat))
                : t(this.#thinking ? 'play.thinks' : 'play.turn', this.#called(live.turn)));
    }

    #drawPeople() {
        const live = this.#live;
        this.people.show(this.game.seats.map((_, i) => ({
            name: this.#name(i + 1),
            turn: live !== null && !live.over && live.turn === i + 1,
            won: live?.winners?.includes(i + 1) ?? false,
            clock: this.clock?.faces[sitter(this.game, i + 1)],
        })));
    }

    #drawOffer() {
        fill(this.offer, this.#live?.canSwap && this.table.open && [
            el('p', {}, t('play.offer')), button(t('play.swap'), () => this.#play('swap'), { class: 'main' })]);
    }

    #drawButtons() {
        const live = this.#live, { undo, redo, hint, resign, draw, again } = this.buttons;
        const people = this.game.seats.every((seat) => seat.kind === 'person'), over = live?.over ?? false;
        undo.disabled = this.#undoTo() === null;
        redo.disabled = this.game.future.length === 0;
        hint.disabled = !this.table.open;
        resign.disabled = !live || !this.game.seats.some((seat) => seat.kind === 'person');
        draw.hidden = !people || over;
        hint.hidden = resign.hidden = over;
        // What one wants after the end comes first then.
        again.classList.toggle('main', over);
        const place = over ? this.offer : this.table.box;
        if (this.more.previousElementSibling !== place)
            place.after(this.more);
    }

    // ---- Moving -------------------------------------------------------------------

    /** @param {string} move */
    async #play(move) {
        const { game } = this, live = this.#live;
        if (!live || live.over || this.table.shown !== null)
            return;
        if (live.record.moves.length !== game.record.moves.length)
            return; // the move before is still on its way to the screen
        const who = sitter(game, live.turn);
        if (game.clock)
            game.times[who] += game.clock.increment;
        game.future = game.future[0] === move ? game.future.slice(1) : [];
        game.record = { ...live.record, moves: [...live.record.moves, move] };
        this.#change();
        await this.refresh(move !== 'swap');
        play(this.#live?.over ? 'end' : 'move');
    }

    /** Keeps the changed game; hints and thoughts were about the old one. */
    #change() {
        this.#stopThinking();
        this.#marks = [];
        this.table.shown = null;
        fill(this.hint);
        this.clock?.stop();
        saveGame(this.game);
    }

    /** Lets the computer think, if it is its turn. */
    async #think() {
        const { game } = this, live = this.#live;
        if (!live || live.over || this.#thinking || live.record.moves.length !== game.record.moves.length)
            return;
        const seat = game.seats[sitter(game, live.turn)];
        if (seat.kind !== 'computer')
            return;
        const stop = this.#thinking = new AbortController();
        this.#drawStatus();
        try {
            const [move] = await Promise.all([
                this.#choose(live, seat.level, stop.signal),
                new Promise((resolve) => setTimeout(resolve, PAUSE_MS)),
            ]);
            if (stop.signal.aborted)
                return;
            this.#thinking = null;
            this.table.shown = null;
            await this.#play(move);
        } catch (error) {
            if (!stop.signal.aborted)
                throw error;
        }
    }

    /** @param {Snapshot} live @param {number} level @param {AbortSignal} signal */
    async #choose(live, level, signal) {
        if (live.canSwap) {
            const { info } = await think(live.record, { timeMs: SWAP_MS, signal });
            if (info.lines[0].score < 0)
                return 'swap';
        }
        return (await think(live.record, { level, seed: this.game.seed, signal })).move;
    }

    #stopThinking() {
        this.#thinking?.abort();
        this.#thinking = null;
    }

    // ---- Taking back -----------------------------------------------------------------

    /** How many moves stay if the last one of a person is taken back; null if there is none. */
    #undoTo() {
        const { moves, ending } = this.game.record;
        if (ending)
            return moves.length;
        const people = this.game.seats.some((seat) => seat.kind === 'person');
        for (let count = moves.length - 1; count >= 0 && people; count--)
            if (this.#kindAt(count) === 'person')
                return count;
        return null;
    }

    /** Who made the move of this number, from 0. @param {number} index */
    #kindAt(index) {
        const { game } = this, moves = game.record.moves;
        if (moves[index] === 'swap')
            return game.seats[1].kind;
        const plies = index - (swapped(moves) && index > 1 ? 1 : 0);
        const seat = (plies + this.table.first - 1) % game.record.players;
        const place = swapped(moves) && index > 1 ? 1 - seat : seat;
        return game.seats[place].kind;
    }

    #undo() {
        const count = this.#undoTo(), { game } = this;
        if (count === null)
            return;
        const { ending, result, ...record } = this.#record();
        game.future = [...record.moves.slice(count), ...game.future];
        game.record = { ...record, moves: record.moves.slice(0, count) };
        game.over = false;
        this.#change();
        this.refresh();
    }

    /** Plays again what was taken back, up to where a person is to move. */
    #redo() {
        const { game } = this;
        do {
            const [move, ...rest] = game.future;
            game.record = { ...game.record, moves: [...game.record.moves, move] };
            game.future = rest;
        } while (game.future.length > 0 && this.#kindAt(game.record.moves.length) !== 'person');
        this.#change();
        this.refresh(true);
    }

    // ---- The rest -----------------------------------------------------------------------

    async #hint() {
        const live = this.#live;
        if (!live || !this.table.open)
            return;
        this.#stopThinking();
        const stop = new AbortController();
        this.#thinking = stop;
        fill(this.hint, t('hint.wait'));
        try {
            const hint = await findHint(live.record, live.turn, stop.signal);
            if (stop.signal.aborted)
                return;
            this.#marks = [{ move: hint.move }];
            fill(this.hint, hint.text);
        } catch (error) {
            if (!stop.signal.aborted)
                throw error;
            return;
        }
        this.#thinking = null;
        await this.table.mark(this.#marks);
        this.#drawStatus();
    }

    /** Resigns for the person to move, or for the only person. */
    async #resign() {
        const live = this.#live, { game } = this;
        if (!live)
            return;
        const seats = game.seats.map((_, i) => i + 1);
        const isPerson = (/** @type {number} */ seat) => game.seats[sitter(game, seat)].kind === 'person';
        const seat = isPerson(live.turn) ? live.turn : seats.find(isPerson);
        if (seat && await ask(t('play.resignSure', this.#called(seat)), t('play.resign')))
            this.#end('resignation', winnersWithout(game.record, seat));
    }

    /** @param {number} who  place in `seats` */
    #flag(who) {
        const seat = this.game.seats.map((_, i) => i + 1).find((one) => sitter(this.game, one) === who);
        if (seat)
            this.#end('time', winnersWithout(this.game.record, seat));
    }

    /** @param {import('../types.js').CalledEnding} ending @param {number[]} result */
    #end(ending, result) {
        this.game.record = { ...this.#record(), ending, result };
        this.#change();
        this.refresh();
        play('end');
    }

    #runClock() {
        const live = this.#live;
        if (!this.clock || !live)
            return;
        if (live.over || live.record.moves.length === 0)
            this.clock.stop();
        else
            this.clock.run(sitter(this.game, live.turn));
        this.clock.draw();
    }

    /** The same players and rules once more; whoever began is last now. */
    #again() {
        const { record, seats, clock } = this.game, { ending, result, ...rest } = record;
        const next = newGame({ ...rest, moves: [] }, [...seats.slice(1), seats[0]], clock);
        saveGame(next);
        go(`#/play/${next.id}`);
    }

    #analyse() {
        go(`#/study/${studyOf(this.#record(), this.#names(), this.table.stage.quarters)}`);
    }

    /** Another tab has played on. @param {string} name */
    #foreign(name) {
        if (name !== `game.${this.game.id}`)
            return;
        const other = loadGame(this.game.id);
        if (!other || other.version <= this.game.version)
            return;
        this.#stopThinking();
        this.clock?.stop();
        this.game = other;
        if (this.clock)
            this.clock.times = other.times;
        this.table.shown = null;
        this.refresh(true);
    }

    /** The browser shows the page again as it was left; other tabs were not heard meanwhile. */
    #comeBack() {
        this.#foreign(`game.${this.game.id}`);
        this.#runClock();
    }

    leave() {
        this.#gone.abort();
        this.#stopThinking();
        this.stopHearing();
        this.#keepTimes();
    }

    /** The page is left: the time that was used is used, unless the game has gone on elsewhere. */
    #keepTimes() {
        this.clock?.stop();
        if (this.clock && loadGame(this.game.id)?.version === this.game.version)
            saveGame(this.game);
    }
}

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, route) {
    const game = loadGame(route.parts[0]);
    if (!game)
        throw new Error(t('play.lost'));
    const title = (await games()).find((one) => one.name === game.record.game)?.title ?? '';
    const view = new PlayView(host, game, title);
    await view.refresh();
    return () => view.leave();
}

