/*
 * play.js - a game between people at one screen and the computer.
 *
 * The saved game is the truth; every change is written before it is shown. The snapshot
 * follows later: one of any other record is ignored.
 */
import { games, snapshot, think } from '../rules.js';
import { button, el, fill, linkButton } from '../dom.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { quickGame } from '../quick.js';
import { go } from '../router.js';
import { loadGame, newGame, ownSeat, restoreGame, saveGame, winningSeats } from '../saved.js';
import { settings } from '../settings.js';
import { play } from '../sound.js';
import { onForeignWrite } from '../storage.js';
import { ask } from '../parts/dialog.js';
import { Clock } from '../parts/clock.js';
import { GameView, PAUSE_MS, face } from '../parts/gameview.js';
import { findHint } from '../parts/hint.js';
import { menu } from '../parts/menu.js';
import { Practice } from '../parts/practice.js';
import { openingPanel } from '../parts/opening.js';
import { nameAt, seatName } from '../parts/words.js';
import { openShare } from './share.js';

/** @typedef {import('../saved.js').SavedGame} SavedGame */
/** @typedef {import('../types.js').Snapshot} Snapshot */

class PlayView extends GameView {
    /** @type {import('../boards/types.js').Mark[]} */
    #marks = [];
    /** @type {AbortController | null} */
    #thinking = null;
    /** @type {HTMLElement | null} what lets a failure be tried again */
    #retry = null;

    /** @param {HTMLElement} host @param {SavedGame} game @param {import('../types.js').Game | undefined} info */
    constructor(host, game, info) {
        super();
        this.game = game;
        this.info = info;
        this.table = this.makeTable(game.record.game, game.id, {
            onMove: (move) => this.#play(move),
            onShown: () => this.#draw(),
            mine: () => this.#mine(),
            notNow: () => t(this.#live?.over ? 'online.finished' : 'play.notNow'),
        });
        this.clock = this.#makeClock();
        this.practice = game.practice ? new Practice(game.practice, {
            say: (text) => this.table.say(text), place: this.table.asks, takeBack: () => this.#undo(),
            goOn: () => this.#think(), keep: () => saveGame(this.game), viewer: () => this.viewer(),
        }) : null;
        this.buttons = this.#makeButtons();
        this.opening = el('div', { class: 'opening-host' });
        fill(host, el('h1', { class: 'unseen', tabindex: -1 }, this.info?.title ?? ''),
            this.table.layout({ bar: this.#bar(), instead: this.opening }));
        this.stopHearing = onForeignWrite((name) => this.#foreign(name));
        addEventListener('pagehide', () => this.#keepTimes(), { signal: this.gone.signal });
        addEventListener('pageshow', (event) => event.persisted && this.#comeBack(), { signal: this.gone.signal });
    }

    // ---- What is on the screen ------------------------------------------------------

    #makeButtons() {
        return {
            change: button(face('gear', t('opening.change')), () => this.#showOpening(), { class: 'slot-1 change', hidden: true, 'aria-label': t('opening.title') }),
            undo: button(face('undo', t('play.undo')), () => this.#undo(), { class: 'slot-1' }),
            hint: button(face('hint', t('play.hint')), () => this.#hint(), { class: 'slot-2' }),
            again: button(face('new', t('play.again')), () => this.#again(), { class: 'slot-2 main' }),
            analyse: button([icon('graph'), t('play.analyse')], () => this.#analyse()),
            study: button(t('play.analyse'), () => this.#analyse()),
            redo: button([icon('redo'), t('play.redo')], () => this.#redo()),
            resign: button([icon('flag'), t('play.resign')], () => this.#resign()),
            draw: button(t('play.draw'), () => this.#end('agreement', () => [])),
            renew: button(t('play.new'), () => this.#again(), { class: 'renew' }),
        };
    }

    /** What is wanted often, and a menu with the rest; after the end, what is wanted then. */
    #bar() {
        const { change, undo, hint, again, redo, resign, draw, study, renew } = this.buttons;
        return this.bar([change, undo, hint, again, this.table.turner, menu([
            redo, resign, draw, study, this.table.typer,
            button(t('share.title'), () => openShare(this.#record(), this.#live?.position ?? '', {
                names: this.#names(), date: this.game.date,
            }, undefined, this.#people())),
            linkButton(t('home.rules'), `#/rules/${this.game.record.game}`),
            linkButton(t('settings.title'), '#/settings'), renew])]);
    }

    /** Brings what can still be changed into the window: on a phone it lies below. */
    #showOpening() {
        this.opening.scrollIntoView({ block: 'end' });
        /** @type {HTMLElement | null} */ (this.opening.querySelector(':checked'))?.focus({ preventScroll: true });
    }

    get own() {
        return ownSeat(this.game);
    }

    get names() {
        return this.game.seats.map((_, i) => nameAt(this.game, i + 1));
    }

    get sitters() {
        const { names } = this;
        return this.game.seats.map((seat, i) => ({ name: names[i], level: seat.kind === 'computer' ? seat.level : 0 }));
    }

    /** Who plays as a player: the seat with what sits there. @param {number} player  from 1 */
    #seatAt(player) {
        return this.game.seats[this.seats[player - 1] - 1];
    }

    /** Names for records. */
    #names() {
        return this.game.seats.map((seat, i) => i + 1 === this.own && settings.get('name') || seatName(seat, i + 1));
    }

    /** The same for a link, which may be opened in another language: no name for a person who gave none, and of a
     * computer its level. */
    #people() {
        return this.game.seats.map((seat, i) => seat.kind === 'computer' ? `level:${seat.level}`
            : i + 1 === this.own && settings.get('name') || seat.name);
    }

    /** The game as it stands; null until the rules have answered. @returns {Snapshot | null} */
    get #live() {
        return this.table.liveOf(this.game.record);
    }

    #record() {
        return this.#live?.record ?? this.game.record;
    }

    /** Is it the turn of a person? */
    #mine() {
        return this.#live !== null && this.#seatAt(this.#live.turn).kind === 'person';
    }

    /** Shows the game as it is by now. @param {boolean} [animate] */
    refresh(animate = false) {
        return this.table.show(this.game.record, { marks: this.#marks, animate });
    }

    /** Draws everything that follows from the game. */
    #draw() {
        const live = this.#live;
        if (live)
            this.#learn(live);
        if (live && this.game.over !== live.over) {
            this.game.over = live.over;
            this.game.won = live.over ? winningSeats(live) : undefined;
            saveGame(this.game);
        }
        this.#drawStatus();
        this.#drawPeople();
        this.#drawOffer();
        this.#drawOpening();
        this.#drawButtons();
        this.#runClock();
        this.#think();
    }

    #drawStatus() {
        const live = this.#live;
        if (live)
            this.table.say(live.over ? this.result(live)
                : this.practice?.waiting ? t('practice.looking')
                : this.#thinking ? t('play.thinks', this.called(live.turn))
                : live.turn === this.you ? t(this.practice ? 'practice.turn' : 'online.yourMove') : t('play.turn', this.called(live.turn)));
    }

    #drawPeople() {
        const live = this.#live, { names, sitters } = this;
        this.table.stage.people(this.seats.map((seat, i) => ({
            name: names[seat - 1],
            brief: sitters[seat - 1].level ? t('seat.brief', sitters[seat - 1].level) : '', // where there is little room
            won: live?.winners?.includes(i + 1) ?? false,
            clock: this.clock?.faces[seat - 1],
        })));
    }

    /** Until a person has moved, everything can still be changed. */
    #drawOpening() {
        const { game, info } = this, open = Boolean(info && game.quick && game.entries && this.#undoTo() === null && !this.#live?.over);
        this.opening.hidden = !open;
        this.buttons.change.hidden = !open;
        if (open && !this.opening.hasChildNodes() && info && game.quick)
            fill(this.opening, openingPanel(info, game.quick, (quick) => this.#restart(quick)));
    }

    /** The same table with other choices. @param {import('../quick.js').Quick} quick */
    async #restart(quick) {
        const { info, game } = this;
        if (!info || !game.entries || this.#undoTo() !== null)
            return;
        const next = await quickGame(info, quick);
        this.clock?.stop();
        this.game = { ...next, id: game.id, version: game.version };
        this.clock = this.#makeClock();
        this.#change();
        await this.refresh();
    }

    #drawOffer() {
        fill(this.table.offer, this.#live?.canSwap && this.table.open && [
            el('p', {}, t('play.offer')), button(t('play.swap'), () => this.#play('swap'), { class: 'main' })]);
    }

    #drawButtons() {
        const live = this.#live, { undo, redo, hint, resign, draw, again, analyse, study, renew } = this.buttons;
        const people = this.game.seats.every((seat) => seat.kind === 'person'), over = live?.over ?? false;
        undo.disabled = this.#undoTo() === null;
        redo.disabled = this.game.future.length === 0;
        hint.disabled = !this.table.open;
        resign.disabled = !live || !this.game.seats.some((seat) => seat.kind === 'person');
        draw.hidden = !people || over;
        hint.hidden = resign.hidden = study.hidden = renew.hidden = over;
        again.hidden = !over;
        if (analyse.isConnected !== over)
            fill(this.table.asks, over && [this.practice && el('p', {}, this.practice.verdict(this.#hasWon())), analyse]);
    }

    #hasWon() {
        return this.#live?.winners?.includes(this.you) ?? false;
    }

    // ---- Moving -------------------------------------------------------------------

    /** @param {string} move */
    async #play(move) {
        const { game } = this, live = this.#live;
        if (!live || live.over || this.table.shown !== null)
            return;
        const who = live.seats[live.turn - 1] - 1, person = game.seats[who].kind === 'person';
        if (person)
            fill(this.table.asks); // playing on counts as an answer
        if (game.clock)
            game.times[who] += game.clock.increment;
        if (game.future[0] !== move) {
            game.future = [];
            game.entries = [...live.entries, { player: live.turn, seat: who + 1 }];
        } else {
            game.future = game.future.slice(1);
        }
        game.record = { ...live.record, moves: [...live.record.moves, move] };
        this.#change();
        if (person)
            this.#judge(live, move);
        await this.refresh(move !== 'swap');
        play(this.#live?.over ? 'end' : 'move');
        if (person && !settings.get('soundAsked') && !this.table.asks.hasChildNodes())
            this.#offerSound();
    }

    /** Has a move of a practice game judged; the computer waits for that. @param {Snapshot} before @param {string} move */
    async #judge(before, move) {
        await this.practice?.judge(before, move);
        this.#drawStatus();
    }

    /** Asks once whether moves should be heard. */
    #offerSound() {
        const answer = (/** @type {boolean} */ on) => () => {
            settings.set('sound', on);
            fill(this.table.asks);
            play('move');
        };
        settings.set('soundAsked', true);
        if (!settings.get('sound'))
            fill(this.table.asks, el('p', {}, t('sound.offer')), el('div', { class: 'row' },
                button(t('sound.yes'), answer(true), { class: 'main small' }),
                button(t('sound.no'), answer(false), { class: 'small' })));
    }

    /** Keeps the changed game; hints and thoughts were about the old one. */
    #change() {
        this.#stopThinking();
        this.practice?.cancel();
        this.#marks = [];
        this.table.shown = null;
        fill(this.table.hint);
        this.clock?.stop();
        saveGame(this.game);
    }

    /** Lets the computer think, if it is its turn. */
    async #think() {
        const { game } = this, live = this.#live;
        if (!live || live.over || this.#thinking || this.practice?.waiting)
            return;
        const seat = this.#seatAt(live.turn);
        if (seat.kind !== 'computer')
            return;
        const stop = this.#startThinking();
        this.#drawStatus();
        try {
            const [{ move }] = await Promise.all([
                think(live.record, { level: seat.level, seed: game.seed, signal: stop.signal }),
                new Promise((resolve) => setTimeout(resolve, PAUSE_MS)),
            ]);
            if (stop.signal.aborted)
                return;
            this.#thinking = null;
            this.table.shown = null;
            await this.#play(move);
        } catch {
            if (!stop.signal.aborted)
                this.#failed(() => this.refresh());
        }
    }

    #startThinking() {
        this.#stopThinking();
        return this.#thinking = new AbortController();
    }

    #stopThinking() {
        this.#thinking?.abort();
        this.#thinking = null;
        if (this.#retry?.isConnected)
            fill(this.table.asks);
    }

    /** A worker has failed: nobody thinks now, but it can be tried again. @param {() => unknown} again */
    #failed(again) {
        this.#stopThinking();
        this.#retry = button(t('fail.retry'), () => {
            this.#stopThinking();
            again();
        }, { class: 'main small' });
        fill(this.table.asks, el('p', {}, t('fail.thinking')), el('div', { class: 'row' }, this.#retry));
        this.#drawStatus();
    }

    // ---- Taking back -----------------------------------------------------------------

    /** How many moves stay if the last one of a person is taken back; null if there is none, or while it is unknown
     * who made them. */
    #undoTo() {
        const { record: { moves, ending }, entries } = this.game;
        if (ending)
            return moves.length;
        const last = entries?.slice(0, moves.length).findLastIndex((entry) => this.#isPersons(entry)) ?? -1;
        return last < 0 ? null : last;
    }

    /** Takes from the rules who made the moves, of a game that was begun elsewhere. @param {Snapshot} live */
    async #learn({ record }) {
        const { game } = this, all = [...record.moves, ...game.future];
        if (game.entries?.length === all.length)
            return;
        const { entries } = await snapshot({ ...record, moves: all, ending: undefined, result: undefined });
        if (game !== this.game || all.length !== game.record.moves.length + game.future.length)
            return;
        game.entries = entries;
        saveGame(game);
        this.#drawOpening();
        this.#drawButtons();
    }

    /** @param {import('../types.js').Entry} entry */
    #isPersons({ seat }) {
        return this.game.seats[seat - 1].kind === 'person';
    }

    #undo() {
        const count = this.#undoTo(), { game } = this;
        if (count === null)
            return;
        const { ending, result, ...record } = game.record;
        game.future = [...record.moves.slice(count), ...game.future];
        game.record = { ...record, moves: record.moves.slice(0, count) };
        game.over = false;
        this.#change();
        this.refresh();
    }

    /** Plays again what was taken back, up to where a person is to move. */
    #redo() {
        const { game } = this, { ending, result, ...record } = game.record, { moves } = record, { entries } = game;
        const all = [...moves, ...game.future];
        if (game.future.length === 0 || entries?.length !== all.length)
            return;
        const stop = entries.findIndex((entry, i) => i > moves.length && this.#isPersons(entry));
        const count = stop < 0 ? all.length : stop;
        game.record = { ...record, moves: all.slice(0, count) };
        game.future = all.slice(count);
        game.over = false;
        this.#change();
        this.refresh(true);
    }

    // ---- The rest -----------------------------------------------------------------------

    async #hint() {
        const live = this.#live;
        if (!live || !this.table.open)
            return;
        const stop = this.#startThinking();
        fill(this.table.hint);
        this.table.say(t('hint.wait'));
        try {
            const hint = await findHint(live.record, stop.signal, this.viewer());
            if (stop.signal.aborted)
                return;
            this.#marks = [{ move: hint.move }];
            fill(this.table.hint, hint.text);
        } catch {
            if (!stop.signal.aborted)
                this.#failed(() => this.#hint());
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
        const turn = live.seats[live.turn - 1] - 1;
        const who = game.seats[turn].kind === 'person' ? turn : game.seats.findIndex(({ kind }) => kind === 'person');
        if (who < 0)
            return;
        if (await ask(this.own ? t('play.resignSure') : t('play.resignFor', this.called(live.seats.indexOf(who + 1) + 1)), t('play.resign')))
            this.#endFor('resignation', who); // the computer may have moved meanwhile, or changed seats
    }

    /** Somebody leaves the game to the others. @param {import('../types.js').CalledEnding} ending
     * @param {number} who  place in `seats` */
    #endFor(ending, who) {
        return this.#end(ending, ({ without, seats }) => without[seats.indexOf(who + 1)] ?? []);
    }

    /** Ends the game otherwise than on the board; one that is over stays as it is.
     * @param {import('../types.js').CalledEnding} ending @param {(now: Snapshot) => number[]} result  the winners */
    async #end(ending, result) {
        let record, now;
        do {
            record = this.game.record;
            now = this.#live ?? await snapshot(record);
        } while (record !== this.game.record); // something was played meanwhile
        if (now.over)
            return;
        this.game.record = { ...now.record, ending, result: result(now) };
        this.#change();
        this.refresh();
        play('end');
    }

    /** The clock of this game, if it has one. */
    #makeClock() {
        return this.game.clock ? new Clock(this.game.times, (who) => this.#endFor('time', who)) : null;
    }

    #runClock() {
        const live = this.#live;
        if (!this.clock || !live)
            return;
        if (live.over || live.record.moves.length === 0)
            this.clock.stop();
        else
            this.clock.run(live.seats[live.turn - 1] - 1);
        this.clock.draw();
    }

    /** Starts a rematch with the same rules; the player who began is last now. */
    #again() {
        const { record, seats, clock, quick, practice } = this.game, { ending, result, ...rest } = record;
        const next = newGame({ ...rest, moves: [] }, practice ? seats : [...seats.slice(1), seats[0]], clock);
        if (practice)
            next.practice = { ...practice };
        if (quick)
            next.quick = { ...quick, seat: quick.seat && next.seats.findIndex((seat) => seat.kind === 'person') + 1 };
        saveGame(next);
        go(`#/play/${next.id}`);
    }

    #analyse() {
        const people = this.#names().map((name, i) => {
            const seat = this.game.seats[i];
            return seat.kind === 'computer' ? `level:${seat.level}` : name;
        });
        this.study(this.#record(), people, this.game.id);
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
        this.clock = this.#makeClock(); // until somebody moves, even that may have been changed there
        this.table.shown = null;
        fill(this.opening);
        this.refresh(true);
    }

    /** The browser shows the page again as it was left; other tabs were not heard meanwhile. */
    #comeBack() {
        this.#foreign(`game.${this.game.id}`);
        this.#runClock();
    }

    leave() {
        this.gone.abort();
        this.#stopThinking();
        this.practice?.cancel();
        this.stopHearing();
        this.#keepTimes();
    }

    /** The page is left: the time that was used is used, unless the game has gone on elsewhere. */
    #keepTimes() {
        if (this.clock?.stop() && loadGame(this.game.id)?.version === this.game.version)
            saveGame(this.game);
    }
}

/** Some games that had ended on the board were once kept with another end as well, which the rules refuse:
 * such a game is kept without it. @param {SavedGame} game */
async function mend(game) {
    const { ending, result, ...record } = game.record;
    if (!ending)
        return;
    const now = await snapshot(record);
    if (now.over)
        restoreGame(Object.assign(game, { record, won: winningSeats(now) }));
}

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, route) {
    const game = loadGame(route.parts[0]);
    if (!game)
        throw new Error(t('play.lost'));
    await mend(game);
    const view = new PlayView(host, game, (await games()).find((one) => one.name === game.record.game));
    await view.refresh();
    return () => view.leave();
}

