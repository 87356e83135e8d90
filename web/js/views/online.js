/*
 * online.js - a game on the server: at a seat, or watching.
 *
 * The connection's state is authoritative; the page adds only the visitor's own move that is still pending.
 */
import { RulesError, games } from '../rules.js';
import { Connection } from '../connection.js';
import { button, el, fill, linkButton } from '../dom.js';
import { icon } from '../icons.js';
import { plural, say, t } from '../i18n.js';
import { notice } from '../notices.js';
import { addressOf, dropTicket, isJoining, joinGame, keepTicket, secretOf, ticketOf } from '../online.js';
import { go } from '../router.js';
import { dateText } from '../saved.js';
import { settings } from '../settings.js';
import { CALLED, matchOf, recordOf } from '../state.js';
import { play } from '../sound.js';
import { readTab, writeTab } from '../storage.js';
import { endWaiting, awaitGame } from '../awaited.js';
import { Premove } from '../premove.js';
import { callBack } from '../parts/attention.js';
import { FarClock } from '../parts/clock.js';
import { linkField } from '../parts/copy.js';
import { ask, openDialog } from '../parts/dialog.js';
import { GameView, PAUSE_MS, face } from '../parts/gameview.js';
import { menu } from '../parts/menu.js';
import { notifyButton } from '../parts/notifybutton.js';
import { offerBox } from '../parts/offers.js';
import { peopleAt } from '../parts/people.js';
import { openPhrases, phraseText } from '../parts/phrases.js';
import { joinPanel, waitingPanel } from '../parts/seating.js';
import { clockWords, houseRules, sitterName } from '../parts/terms.js';
import { show as showLobby } from './lobby.js';
import { openShare } from './share.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').MatchRecord} MatchRecord */
/** @typedef {import('../types.js').OnlineEvent} OnlineEvent */
/** @typedef {import('../types.js').OnlineState} OnlineState */
/** @typedef {import('../online.js').ServerError} ServerError */

/** A move accepted within this time is not shown as pending. */
const SOON_MS = 400;

/** The rules did not answer: they are asked again after this time. */
const AGAIN_MS = 1000;

/** So long what somebody says is shown. */
const SAID_MS = 7000;

// ---- The game ----------------------------------------------------------------------------

class OnlineView extends GameView {
    /** @type {FarClock | null} */
    #clock = null;
    /** What the board, the panel above it and the offer show: they are not drawn again without
     * need, for a move may be half built, a name half typed, a button just reached. */
    #boardKey = '';
    #topKey = '';
    #offerKey = '';
    /** Until then the last move is on its way over the board. */
    #calmAt = 0;
    #timer = 0;
    #again = 0;
    /** Who made the last offer. */
    #offerer = 0;
    /** Entries of the record that were shown last. */
    #count = 0;
    /** @type {Premove} */
    #premove;
    /** The latest quick chat of each seat. @type {Map<number, string>} */
    #said = new Map();
    /** A seat has been asked for. */
    #joining = false;
    /** @type {Promise<unknown>} */
    #drawn = Promise.resolve();
    /** @type {() => void} */
    #arrive = () => {};

    /** @param {HTMLElement} host @param {Game[]} known @param {string} id @param {string | null} secret */
    constructor(host, known, id, secret) {
        super();
        this.host = host;
        this.known = known;
        this.id = id;
        this.#premove = new Premove(id, {
            record: () => this.#record(),
            mine: () => this.#mine(),
            play: (move) => this.#send(move),
            onDropped: () => {
                this.#draw();
                callBack(t('online.yourMove'));
            },
            onFailed: (first) => {
                this.#refresh();
                this.#tryAgain();
                if (first)
                    callBack(t('online.yourMove'));
            },
        });
        this.line = el('div', { class: 'line', role: 'status' }, el('span', {}, t('online.connecting')));
        this.top = el('div');
        this.body = el('div');
        this.title = el('h1', { class: 'unseen' }, t('lobby.title'));
        this.watchers = el('p', { class: 'soft watchers' });
        this.late = el('p', { class: 'soft late' });
        this.buttons = this.#makeButtons();
        fill(host, this.title, this.line, this.body, this.top);
        this.arrived = new Promise((resolve) => {
            this.#arrive = () => resolve(undefined);
        });
        this.connection = new Connection(id, secret, {
            onChange: () => this.#changed(),
            onLine: (line) => this.#drawLine(line),
            onEvent: (event) => this.#happened(event),
            onSaid: (seat, phrase) => this.#hear(seat, phrase),
            onRefused: (error) => this.#refused(error),
            onGone: (error) => this.#lost(error),
        });
        endWaiting(id);
        this.connection.open();
    }

    leave() {
        this.gone.abort();
        this.connection.close();
        this.#clock?.stop();
        clearTimeout(this.#timer);
        clearTimeout(this.#again);
    }

    /** The state; asked for only once there is one. @returns {OnlineState} */
    get #state() {
        return /** @type {OnlineState} */ (this.connection.state);
    }

    get #game() {
        return this.known.find((one) => one.name === this.#state.game);
    }

    /** Has the visitor a seat? */
    get #seated() {
        return this.connection.seat !== null;
    }

    /** Is the seat that the visitor was invited to taken? */
    get #late() {
        const { seat, invited } = this.connection;
        return seat === null && invited !== null && this.#state.now.seats[invited - 1].taken;
    }

    get own() {
        return this.connection.seat ?? 0;
    }

    get names() {
        return this.#state.now.seats.map(sitterName);
    }

    /** Without a name where none was given. */
    get sitters() {
        return this.#state.now.seats.map(({ kind, name, level }) =>
            ({ name: name ?? '', level: kind === 'computer' ? level ?? 0 : 0 }));
    }

    /** @param {number} seat  from 1; 0: the server */
    #nameOf(seat) {
        return seat ? this.called(this.seats.indexOf(seat) + 1) : '';
    }

    /** The match with the move that is on its way; an end that the moves do not show is not there. */
    #record() {
        return matchOf(this.#state, this.connection.pending?.move);
    }

    /** May the visitor move in the game as it stands? */
    #mine() {
        const { seat, pending } = this.connection;
        return this.#seated && !pending && this.#state.now.turn === seat;
    }

    /** May the visitor choose a move in advance? */
    #ahead() {
        const { clock, now } = this.#state, { seat, pending } = this.connection;
        return clock !== null && this.#seated && !pending && now.status === 'running' && now.turn !== seat;
    }

    /** The seat to move; if all goes well with the move that is on its way. */
    get #turn() {
        const { pending } = this.connection, live = this.table?.live;
        if (!pending || !live)
            return this.#state.now.turn;
        return live.over ? null : live.seats[live.turn - 1];
    }

    #notNow() {
        const { now } = this.#state;
        if (this.connection.pending)
            return t('online.wait');
        if (!this.#seated)
            return t('online.spectator');
        if (now.status === 'open')
            return t('online.notBegun');
        if (now.turn === null)
            return t('online.finished');
        return now.turn === this.connection.seat ? t('play.notNow') : t('online.notYours', this.#nameOf(now.turn));
    }

    // ---- What is on the screen ------------------------------------------------------------

    #makeButtons() {
        const say = (/** @type {object} */ message) => () => this.connection.ask(message);
        const whole = (/** @type {string} */ text) => ({ 'aria-label': text, title: text });
        return {
            draw: button(face('draw', t('online.draw.short')), say({ type: 'draw', answer: 'offer' }), whole(t('online.draw'))),
            undo: button(face('undo', t('online.undo.short')), say({ type: 'undo', answer: 'offer' }), whole(t('online.undo'))),
            resign: button(face('flag', t('play.resign.short')), () => this.#end('resign'), whole(t('play.resign.short'))),
            abort: button(face('close', t('online.abort.short')), () => this.#end('abort'), whole(t('online.abort'))),
            rematch: button(t('online.rematch'), say({ type: 'rematch', answer: 'offer' }), { class: 'main' }),
            analyse: button(face('graph', t('play.analyse')), () => this.#analyse()),
            say: button(t('phrases.open'), () => openPhrases((phrase) => this.connection.ask({ type: 'say', phrase }))),
            notify: notifyButton(),
            cancel: button('', () => this.#cancelAhead(), { class: 'small' }),
        };
    }

    /** The game is known: puts up the board. @param {OnlineState} state */
    #build(state) {
        this.#remember();
        const { draw, undo, resign, abort, analyse, say, notify } = this.buttons;
        const table = this.makeTable(state.game, this.id, {
            onMove: (move) => this.#play(move),
            onShown: () => this.#draw(),
            mine: () => this.#mine(),
            notNow: () => this.#notNow(),
            ahead: () => this.#ahead(),
            queued: () => this.#premove.move,
            onCancel: () => this.#cancelAhead(),
        });
        const title = this.#game?.title ?? state.game;
        const terms = [clockWords(state.clock), ...houseRules(state, this.#game)].join(' · ');
        if (state.clock)
            this.#clock = new FarClock(state.players, () => this.connection.time.now());
        fill(this.title, title);
        document.title = `${title} · Tablier`;
        draw.classList.add('slot-2');
        analyse.classList.add('slot-wide');
        undo.classList.add('slot-1');
        resign.classList.add('slot-3');
        abort.classList.add('slot-3');
        const bar = this.bar([undo, draw, resign, abort, analyse, table.turner, menu([
            say, notify, table.typer, button(t('share.title'), () => this.#share()),
            button(t('online.links'), () => this.#links()), linkButton(t('home.rules'), `#/rules/${state.game}`),
            linkButton(t('settings.title'), '#/settings')])], 'has-five');
        fill(this.body, table.layout({
            bar, above: [el('p', { class: 'soft terms' }, el('strong', {}, title), ` · ${terms}`), this.watchers, this.late, this.line],
        }));
        return table;
    }

    /** The state is another one. */
    #changed() {
        this.#premove.follow(this.#state);
        this.#refresh();
    }

    /** Shows the state, after the last move has arrived. */
    #refresh() {
        const record = this.#record();
        const key = JSON.stringify([record.moves, this.#state.now.ending, this.#mine(), this.#ahead(), this.#premove.move]);
        const wait = this.#calmAt - performance.now();
        clearTimeout(this.#timer);
        if (key !== this.#boardKey && wait > 0)
            this.#timer = setTimeout(() => this.#refresh(), wait);
        else
            this.#show(record, key);
    }

    /** A worker has failed; the next question starts another one. */
    #tryAgain() {
        clearTimeout(this.#again);
        this.#again = setTimeout(() => this.#changed(), AGAIN_MS);
    }

    /** @param {MatchRecord} record @param {string} key */
    #show(record, key) {
        const table = this.table ?? this.#build(this.#state), { pending } = this.connection;
        this.#note();
        if (key === this.#boardKey)
            return this.#draw();
        const grown = this.#boardKey !== '' && record.moves.length === this.#count + 1;
        this.#boardKey = key;
        this.#count = record.moves.length;
        if (table.shown !== null && table.shown > this.#count)
            table.shown = null;
        if (grown)
            this.#calmAt = performance.now() + PAUSE_MS;
        const { move } = this.#premove, marks = move ? [{ move, score: t('premove.next') }] : [];
        const whole = recordOf(this.#state, pending?.move).then((all) =>
            this.#boardKey === key && table.show(all, { animate: grown, marks }));
        this.#drawn = whole.catch((error) => {
            if (error instanceof RulesError)
                throw error; // another worker would refuse the record too
            if (this.#boardKey === key && !this.gone.signal.aborted) {
                this.#boardKey = '';
                this.#tryAgain();
            }
        });
        this.#drawn.then(this.#arrive);
    }

    /** The seat stays with this browser; the address need not show its secret. */
    #remember() {
        const { id, connection: { secret, seat } } = this;
        if (!secret || seat === null && ticketOf(id)?.seat)
            return; // who only looks keeps the seat
        writeTab(`seat.${id}`, secret);
        keepTicket(id, { secret });
        if (readTab(`seat.${id}`) === secret && location.hash !== `#/online/${id}`)
            history.replaceState(history.state, '', `#/online/${id}`);
    }

    /** Stores the entry for the list of the visitor's games. */
    #note() {
        const { id, connection: { seat } } = this, { game, now } = this.#state;
        const people = this.names, over = now.status === 'over' || now.status === 'aborted';
        const kept = ticketOf(id);
        if (this.#seated && (kept?.seat !== seat || kept?.over !== over || String(kept.people) !== String(people)))
            keepTicket(id, { seat, game, people, over });
    }

    /** Draws everything around the board. */
    #draw() {
        if (!this.table?.live)
            return;
        this.#drawTop();
        this.#drawStatus();
        this.#drawPeople();
        this.#drawOffer();
        this.#drawButtons();
    }

    #drawTop() {
        const state = this.#state, { seat, invited } = this.connection;
        const free = state.now.seats.flatMap((one, i) => one.taken ? [] : [i + 1]);
        const open = state.now.status === 'open';
        const key = JSON.stringify([open, free, this.#seated, this.names]);
        if (key === this.#topKey)
            return;
        this.#topKey = key;
        const again = this.#late && !this.#joining && isJoining(this.id, this.connection.secret);
        if (again)
            this.#join(settings.get('name')); // the answer to an earlier attempt was lost
        else if (this.#late && !this.#joining && !this.late.firstChild)
            notice(t('online.late')); // on a phone the words are below the board
        fill(this.late, this.#late && !this.#joining && t('online.late'));
        const joins = !this.#late && invited !== null || (state.public && free.length > 0);
        const panel = open && (this.#seated && seat !== null
            ? waitingPanel(state, this.#game, seat, {
                practise: () => this.#practise(), abort: () => this.#end('abort'),
                notify: notifyButton(),
            })
            : joins && joinPanel(state, this.#game, this.#late ? null : invited, (name) => this.#join(name)));
        fill(this.top, panel);
        this.body.hidden = Boolean(panel);
        if (panel)
            this.top.append(this.line);
        else
            this.table?.above.append(this.line);
    }

    #drawStatus() {
        const { now } = this.#state, { seat, pending, line } = this.connection;
        const table = this.table, live = table?.live, turn = this.#turn;
        if (!table || !live)
            return;
        const late = pending !== null && (line !== 'live' || performance.now() - pending.since > SOON_MS);
        const text = now.status === 'aborted' ? t('online.aborted')
            : late ? t(line === 'live' ? 'online.sending' : 'online.unsent')
            : live.over ? this.result(live)
            : turn === null ? t('online.waiting')
            : turn === seat && this.#seated ? t('online.yourMove')
            : this.#premove.move ? t('premove.queued', this.#nameOf(turn), this.#premove.move)
            : t(now.seats[turn - 1].kind === 'computer' ? 'play.thinks' : 'play.turn', this.#nameOf(turn));
        table.say(text, now.status === 'over' || now.status === 'aborted');
        table.status.classList.toggle('is-pending', late);
        table.stage.root.setAttribute('aria-busy', String(pending !== null));
        this.#drawAhead(table);
    }

    /** Shows the status of a premove. @param {import('../parts/table.js').Table} table */
    #drawAhead(table) {
        const { move, dropped } = this.#premove, { cancel } = this.buttons;
        fill(cancel, move ? t('premove.cancel', move) : '');
        if (cancel.isConnected !== (move !== null))
            fill(table.asks, move && cancel);
        const remark = dropped?.at === this.#state.moves.length ? t('premove.dropped', dropped.move) : '';
        if (table.hint.textContent !== remark)
            fill(table.hint, remark);
    }

    #drawPeople() {
        const { now } = this.#state, { seat, line } = this.connection;
        if (now.clocks)
            this.#clock?.set(now.clocks.left, (now.clocks.running ?? 0) - 1, now.time);
        this.table?.stage.people(peopleAt(now, this.seats, {
            seat, seated: this.#seated, live: line === 'live', said: this.#said, faces: this.#clock?.faces,
        }));
        fill(this.watchers, now.watchers > 0 && plural('online.watchers', now.watchers));
    }

    get #offer() {
        return /** @type {import('../parts/table.js').Table} */ (this.table).offer;
    }

    #drawOffer() {
        const { now } = this.#state, { seat } = this.connection, { offer } = now;
        const swap = now.can_swap && this.table?.open;
        const key = JSON.stringify([now.rematch, offer, now.status, swap, this.#seated]);
        if (key === this.#offerKey)
            return;
        this.#offerKey = key;
        this.#offerer = offer?.seat ?? this.#offerer;
        if (now.rematch)
            this.#handOn(now.rematch);
        fill(this.#offer, offerBox(now, this.#seated ? seat : null, {
            nameOf: (one) => this.#nameOf(one),
            ask: (message) => this.connection.ask(message),
            swap: swap ? () => this.#play('swap') : null,
            rematch: this.buttons.rematch,
        }));
        if (this.#offer.firstChild)
            this.table?.stage.clear(); // a refusal would cover it
    }

    #drawButtons() {
        const { draw, undo, resign, abort, rematch, analyse } = this.buttons;
        const { now, players, moves } = this.#state, { seat, line } = this.connection;
        const running = now.status === 'running', early = moves.length < players;
        const others = now.seats.some((one, i) => one.kind === 'person' && i + 1 !== seat);
        const on = this.#seated, still = line !== 'live' || now.offer !== null;
        draw.hidden = !running || !others;
        undo.hidden = !(running || (now.status === 'over' && !now.rematch && !CALLED.includes(now.ending ?? '')));
        abort.hidden = !(now.status === 'open' || (running && early));
        resign.hidden = !running || early;
        draw.hidden ||= !on;
        undo.hidden ||= !on;
        abort.hidden ||= !on;
        resign.hidden ||= !on;
        const used = (/** @type {string} */ kind) => still || now.seats[(seat ?? 0) - 1]?.offered?.includes(kind) === true;
        draw.disabled = used('draw');
        rematch.disabled = used('rematch');
        undo.disabled = used('undo') || !this.#hasMoved();
        resign.disabled = abort.disabled = line !== 'live';
        analyse.hidden = on && (running || now.status === 'open');
        this.buttons.say.hidden = !on;
        this.buttons.say.disabled = line !== 'live';
        this.table?.allowTyping(on && now.status !== 'over' && now.status !== 'aborted');
    }

    #hasMoved() {
        return this.table?.live?.entries.some(({ seat }) => seat === this.own) ?? false;
    }

    /** @param {import('../connection.js').Line} line */
    #drawLine(line) {
        fill(this.line, line === 'lost' && [
            el('span', {}, icon('off'), t('online.lost')),
            button(t('online.retry'), () => this.connection.wake(), { class: 'small' })]);
        if (this.host.classList.contains('is-lost'))
            notice(t('online.live'));
        this.host.classList.toggle('is-lost', line === 'lost');
        this.#arrive();
        if (this.table)
            this.#draw();
    }

    // ---- What the visitor does ------------------------------------------------------------------

    /** @param {string} move */
    #play(move) {
        if (this.#count !== this.#state.moves.length)
            return;
        if (this.table?.open)
            return this.#send(move);
        if (this.#ahead()) {
            this.#premove.set(move);
            this.#changed();
        }
    }

    #cancelAhead() {
        this.#premove.cancel();
        this.#changed();
    }

    /** @param {string} move */
    #send(move) {
        this.#premove.dropped = null;
        play('move');
        this.connection.play(move);
        setTimeout(() => this.#drawStatus(), SOON_MS + 1);
    }

    /** @param {string} name */
    async #join(name) {
        const { invited, secret: invitation } = this.connection;
        const byLink = invited !== null && (!this.#late || isJoining(this.id, invitation));
        this.#joining = true;
        try {
            const { secret } = await joinGame(this.id, name, byLink ? invitation : null);
            go(`#/online/${this.id}/${secret}`, true);
        } catch (error) {
            notice(error instanceof Error ? error.message : String(error));
            this.#topKey = '';
            this.connection.wake();
        } finally {
            this.#joining = false;
        }
    }

    /** @param {'resign' | 'abort'} type */
    async #end(type) {
        const yes = type === 'resign' ? t('play.resign') : t('online.abort');
        if (await ask(t(`online.${type}Sure`), yes))
            this.connection.ask({ type });
    }

    /** A game against the computer by the same rules, until the others come. */
    async #practise() {
        const { practiceGame } = await import('../practice.js');
        const game = await practiceGame(this.#state, this.connection.seat ?? 1);
        awaitGame(this.id);
        go(`#/play/${game.id}`);
    }

    #analyse() {
        this.study(this.table?.live?.record ?? this.#record(), this.names);
    }

    #share() {
        const live = this.table?.live;
        if (live)
            openShare(live.record, live.position, { names: this.names, date: dateText(new Date(this.#state.created)) });
    }

    #links() {
        const state = this.#state, { secret, seat } = this.connection, { watch = null } = ticketOf(this.id) ?? {};
        const { invited } = this.connection;
        const watching = state.public ? null : seat === null && invited === null ? secret : watch;
        openDialog(t('online.links'),
            (state.public || watching) && linkField(t('online.watchLink'), addressOf(this.id, watching)),
            seat !== null && linkField(t('online.ownLink'), addressOf(this.id, secret), t('online.ownHelp')));
    }

    // ---- What happens -----------------------------------------------------------------------------

    /** @param {OnlineEvent} event */
    #happened(event) {
        const { now } = this.#state, { seat } = this.connection;
        const foreign = event.seat !== seat, who = this.#nameOf(event.seat);
        const [kind, what] = event.kind.split('-');
        if (event.kind === 'rematch-accept' && now.rematch) {
            this.#handOn(now.rematch);
            return seat === null ? undefined : go(`#/online/${now.rematch}`);
        }
        if (now.status === 'over' && kind !== 'rematch') {
            play('end');
            return callBack(t('online.ended'));
        }
        if (event.kind === 'join' && foreign && !this.#joining) {
            notice(t('online.joined', who));
            play('call');
            callBack(now.status === 'running' ? t('online.begun') : t('online.joined', who));
        } else if (event.kind === 'move' && foreign) {
            play('move');
            if (this.#mine() && !this.#premove.trying)
                callBack(t('online.yourMove'));
        } else if (what === 'offer' && foreign && this.#seated) {
            play('call');
            callBack(say(`online.${kind}.offered`, who));
        } else if (what === 'decline' && foreign) {
            notice(event.seat === this.#offerer ? t('online.withdrawn', who) : say(`online.${kind}.declined`, who));
        } else if (event.kind === 'undo-accept' && !now.offer) {
            notice(t('online.undo.done'));
        }
    }

    /** Somebody says one of the phrases. @param {number} seat @param {string} phrase */
    #hear(seat, phrase) {
        const text = phraseText(phrase), own = seat === this.connection.seat;
        if (!text || !this.table || !own && !settings.get('phrases'))
            return;
        this.#said.set(seat, text);
        fill(this.table.stage.heard, t('phrases.said', this.#nameOf(seat), text));
        setTimeout(() => {
            if (this.#said.get(seat) === text)
                this.#said.delete(seat);
            if (!this.gone.signal.aborted)
                this.#drawPeople();
        }, SAID_MS);
        this.#drawPeople();
    }

    /** The same secrets open the game that follows. @param {string} id */
    #handOn(id) {
        const { secret } = this.connection;
        if (secret && !secretOf(id))
            keepTicket(id, { secret, watch: ticketOf(this.id)?.watch ?? null });
    }

    /** @param {ServerError} error */
    async #refused(error) {
        await this.#drawn;
        if (!this.table || error.code === 'taken')
            return notice(error.message);
        this.table.stage.object(error.message);
    }

    /** The server does not know this game, or will not speak. @param {ServerError} error */
    #lost(error) {
        if (error.code === 'unknown' && ticketOf(this.id)?.secret === this.connection.secret)
            dropTicket(this.id);
        this.gone.abort();
        fill(this.host, el('section', { class: 'panel failure', role: 'alert' },
            el('h1', {}, t('online.gone')), el('p', {}, error.message),
            el('div', { class: 'row' }, linkButton(t('lobby.title'), '#/online', { class: 'button main' }),
                linkButton(t('fail.home'), '#/'))));
        this.#arrive();
    }
}

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, route) {
    const [id, secret] = route.parts;
    if (!id)
        return showLobby(host);
    const known = await games();
    if (route.signal.aborted)
        return undefined;
    const view = new OnlineView(host, known, id, secretOf(id, secret));
    // Also before it has arrived: what the server says later would change the address of another view.
    route.signal.addEventListener('abort', () => view.leave());
    await view.arrived;
    return undefined;
}
