/* online.js - a game on the server, at a seat or watching: joining, connection, offers, quick
 * chat, premoves. */
import { games } from '../rules.js';
import { button, el, fill, linkButton } from '../dom.js';
import { icon } from '../icons.js';
import { plural, say, t } from '../i18n.js';
import { notice } from '../notices.js';
import { addressOf, isJoining, secretOf, ticketOf } from '../online.js';
import { go } from '../router.js';
import { dateText } from '../saved.js';
import { settings } from '../settings.js';
import { CALLED } from '../state.js';
import { play } from '../sound.js';
import { setTitle } from '../title.js';
import { awaitGame } from '../awaited.js';
import { practiceGame } from '../practice.js';
import { OnlineTransport } from '../transport/online.js';
import { callBack } from '../parts/attention.js';
import { linkField } from '../parts/copy.js';
import { ask, openDialog } from '../parts/dialog.js';
import { endPanel } from '../parts/endpanel.js';
import { GameView, face, mainBar } from '../parts/gameview.js';
import { absenceBox, absentSeat } from '../parts/leaving.js';
import { changeWords, memberAddress, ratingWords } from '../parts/lists.js';
import { notifyButton } from '../parts/notifybutton.js';
import { offerBox } from '../parts/offers.js';
import { peopleAt } from '../parts/people.js';
import { openPhrases, phraseText } from '../parts/phrases.js';
import { joinPanel, waitingPanel } from '../parts/seating.js';
import { clockWords, houseRules } from '../parts/terms.js';
import { show as showLobby } from './lobby.js';
import { openShare } from './share.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../online.js').ServerError} ServerError */
/** @typedef {import('../parts/table.js').Table} Table */

/** A move accepted within this time is not shown as pending. */
const SOON_MS = 400;

/** How long a quick chat message is shown. */
const SAID_MS = 7000;

/** How long a player has for the first move of a game that the server has paired, in seconds, as docs/server/play.md has it. */
const FIRST_S = 30;

/** How long the others must wait for an absent player, in seconds, as docs/server/play.md has it. */
const CLAIM_S = { fast: 60, slow: 180 };

export class OnlineControls {
    /** What the panel above the board and the offer show: they are not drawn again without need, for a name may be
     * half typed, a button just reached. */
    #topKey = '';
    #offerKey = '';
    /** Who made the last offer. */
    #offerer = 0;
    /** The latest quick chat of each seat. @type {Map<number, string>} */
    #said = new Map();
    /** @type {() => void} */
    #arrive = () => {};
    gone = new AbortController();

    /** @param {HTMLElement} host @param {import('../types.js').Game[]} known @param {string} id @param {string | null} secret */
    constructor(host, known, id, secret) {
        this.host = host;
        this.known = known;
        this.line = el('div', { class: 'line', role: 'status' }, el('span', {}, t('online.connecting')));
        this.top = el('div');
        this.body = el('div');
        this.title = el('h1', { class: 'unseen' }, t('lobby.title'));
        this.watchers = el('p', { class: 'soft watchers' });
        this.late = el('p', { class: 'soft late' });
        this.rating = el('p', { class: 'soft' });
        this.buttons = this.#makeButtons();
        fill(host, this.title, this.line, this.body, this.top);
        this.arrived = new Promise((resolve) => {
            this.#arrive = () => resolve(undefined);
        });
        this.transport = new OnlineTransport(id, secret, this, this.gone.signal);
        /** @type {GameView} */
        this.view = new GameView(this.transport, this, this.gone.signal);
        this.transport.open();
    }

    get #state() {
        return this.transport.state;
    }

    get #game() {
        return this.known.find((one) => one.name === this.#state.game);
    }

    /** @param {number} seat  from 1; 0: the server */
    #nameOf(seat) {
        return seat ? this.view.called(this.view.seats.indexOf(seat) + 1) : '';
    }

    notNow() {
        const { now } = this.#state, { own, connection: { pending } } = this.transport;
        return pending ? t('online.wait')
            : !own ? t('online.spectator')
            : now.status === 'open' ? t('online.notBegun')
            : now.turn === null ? t('online.finished')
            : now.turn === own ? t('play.notNow') : t('online.notYours', this.#nameOf(now.turn));
    }

    get marks() {
        const { queued: move } = this.transport;
        return move ? [{ move, score: t('premove.next') }] : [];
    }

    // ---- What is on the screen ------------------------------------------------------------

    #makeButtons() {
        const say = (/** @type {object} */ message) => () => this.transport.connection.ask(message);
        const whole = (/** @type {string} */ text, /** @type {string} */ slot) => ({ 'aria-label': text, title: text, class: slot });
        return {
            draw: button(face('draw', t('online.draw.short')), say({ type: 'draw', answer: 'offer' }), whole(t('online.draw'), 'slot-2')),
            undo: button(face('undo', t('online.undo.short')), say({ type: 'undo', answer: 'offer' }), whole(t('online.undo'), 'slot-1')),
            resign: button(face('flag', t('play.resign.short')), () => this.#end('resign'), whole(t('play.resign.short'), 'slot-3')),
            abort: button(face('close', t('online.abort.short')), () => this.#end('abort'), whole(t('online.abort'), 'slot-3')),
            rematch: button(t('online.rematch'), say({ type: 'rematch', answer: 'offer' }), { class: 'main small' }),
            analyse: button(face('graph', t('play.analyse')), () => this.view.study(this.transport.names), { class: 'slot-wide' }),
            review: button([icon('graph'), t('review.title')], () => this.view.study(this.transport.names), { class: 'small' }),
            share: button(t('share.short'), () => this.#share(), { class: 'small' }),
            say: button(t('phrases.open'), () => openPhrases((phrase) => this.transport.connection.ask({ type: 'say', phrase }))),
            notify: notifyButton(),
            cancel: button('', () => this.transport.queue(null), { class: 'small' }),
        };
    }

    /** @param {Table} table */
    build(table) {
        this.transport.remember();
        const { draw, undo, resign, abort, analyse, say, notify } = this.buttons, state = this.#state;
        const title = this.#game?.title ?? state.game;
        const terms = [clockWords(state.clock), ...houseRules(state, this.#game)].join(' · ');
        const members = state.now.seats.filter(({ kind, member }) => member && kind === 'person');
        fill(this.title, title);
        setTitle(title);
        const bar = mainBar(this.view, table, [undo, draw, resign, abort, analyse], [say, notify],
            [button(t('share.title'), () => this.#share()), button(t('online.links'), () => this.#links())]);
        bar.classList.add('has-five');
        fill(this.body, table.layout({
            bar, above: [el('p', { class: 'soft terms' }, el('strong', {}, title), ` · ${terms}`,
                state.rated && [' · ', el('a', { href: `#/ratings/${state.list}` }, t('online.rated'))],
                members.map(({ name }) => [' · ', el('a', { href: memberAddress(name ?? '') }, name)])), this.watchers, this.late, this.line],
        }));
    }

    /** @param {Snapshot} live @param {Table} table */
    draw(live, table) {
        this.#drawTop(table);
        this.#drawStatus(live, table);
        this.#drawPeople(table);
        this.#drawOffer(table);
        this.#drawButtons(live, table);
    }

    /** @param {Table} table */
    #drawTop(table) {
        const { transport } = this, state = this.#state, { late, joining, connection: { seat, invited, secret } } = transport;
        const free = state.now.seats.flatMap((one, i) => one.taken ? [] : [i + 1]);
        const open = state.now.status === 'open';
        const key = JSON.stringify([open, free, seat, transport.names]);
        if (key === this.#topKey)
            return;
        this.#topKey = key;
        if (late && !joining && isJoining(transport.id, secret))
            this.#join(settings.get('name')); // the answer to an earlier attempt was lost
        else if (late && !joining && !this.late.firstChild)
            notice(t('online.late')); // on a phone the words are below the board
        fill(this.late, late && !transport.joining && t('online.late'));
        const joins = !late && invited !== null || (state.public && free.length > 0);
        const panel = open && (seat !== null
            ? waitingPanel(state, this.#game, seat, {
                practise: () => this.#practise(), abort: () => this.#end('abort'), notify: notifyButton(),
            })
            : joins && joinPanel(state, this.#game, late ? null : invited, (name) => this.#join(name)));
        fill(this.top, panel);
        this.body.hidden = Boolean(panel);
        (panel ? this.top : table.above).append(this.line);
    }

    /** True if the server aborts the game when the next move is late. */
    get #mustBegin() {
        const { paired, clock, moves, players } = this.#state;
        return Boolean(paired) && clock !== null && 'main' in clock && moves.length < players;
    }

    /** @param {Snapshot} live @param {Table} table */
    #drawStatus(live, table) {
        const { transport } = this, { now } = this.#state, { own, queued, connection: { pending, line } } = transport;
        const turn = transport.turn(live), late = pending !== null && (line !== 'live' || performance.now() - pending.since > SOON_MS);
        const text = now.status === 'aborted' ? t('online.aborted')
            : late ? t(line === 'live' ? 'online.sending' : 'online.unsent')
            : live.over ? this.view.result(live)
            : turn === null ? t('online.waiting')
            : turn === own ? (this.#mustBegin ? t('online.yourFirst', FIRST_S) : t('online.yourMove'))
            : queued ? t('premove.queued', this.#nameOf(turn), queued)
            : t(now.seats[turn - 1].kind === 'computer' ? 'play.thinks' : 'play.turn', this.#nameOf(turn));
        table.say(text, now.status === 'over' || now.status === 'aborted');
        table.status.classList.toggle('is-pending', late);
        table.stage.root.setAttribute('aria-busy', String(pending !== null));
        this.#drawAhead(table);
    }

    /** Shows the status of a premove. @param {Table} table */
    #drawAhead(table) {
        const { queued, premove: { dropped } } = this.transport, { cancel } = this.buttons;
        fill(cancel, queued ? t('premove.cancel', queued) : '');
        if (cancel.isConnected !== (queued !== null))
            fill(table.asks, queued && cancel);
        this.#drawEnd(table);
        const remark = dropped?.at === this.#state.moves.length ? t('premove.dropped', dropped.move) : '';
        if (table.hint.textContent !== remark)
            fill(table.hint, remark);
    }

    /** Why it ended, and what to do next. @param {Table} table */
    #drawEnd(table) {
        const { review, share, rematch } = this.buttons, { now, rated } = this.#state, over = now.status === 'over';
        const { rating, change } = now.seats[this.transport.own - 1] ?? {};
        const told = rated && rating && (change === undefined ? t('online.rated') : t('online.yourRating', `${ratingWords(rating)} ${changeWords(change)}`));
        if (this.rating.textContent !== (told || ''))
            fill(this.rating, told);
        if (now.status === 'aborted' && !table.asks.firstChild)
            fill(table.asks, endPanel({ why: '', next: [linkButton(t('lobby.title'), '#/online', { class: 'button main' })] }));
        else if (review.isConnected !== over)
            fill(table.asks, over && endPanel({ why: table.why, advice: told && this.rating, next: [this.transport.own > 0 && rematch, review, share] }));
        rematch.hidden = now.offer !== null || now.rematch !== null;
    }

    /** @param {Table} table */
    #drawPeople(table) {
        const { now } = this.#state, { connection: { seat, line, lag }, clock } = this.transport;
        table.stage.people(peopleAt(now, this.view.seats, { seat, live: line === 'live', lag, said: this.#said, faces: clock?.faces }));
        fill(this.watchers, now.watchers > 0 && plural('online.watchers', now.watchers));
    }

    /** @param {Table} table */
    #drawOffer(table) {
        const { now } = this.#state, { seat, time } = this.transport.connection, { offer } = now, swap = now.can_swap && table.open;
        const absent = absentSeat(now, seat), claim = now.away[absent - 1]?.claim ?? 0;
        const key = JSON.stringify([now.rematch, offer, now.status, swap, seat, absent, claim, absent && time.now() >= claim, now.computer]);
        if (key === this.#offerKey)
            return;
        this.#offerKey = key;
        this.#offerer = offer?.seat ?? this.#offerer;
        if (now.rematch)
            this.transport.handOn(now.rematch);
        const acts = {
            nameOf: (/** @type {number} */ one) => this.#nameOf(one),
            ask: (/** @type {object} */ message) => this.transport.connection.ask(message),
        };
        const sides = new Set(this.#game?.sides[this.#state.players] ?? now.seats.keys()).size;
        fill(table.offer, offerBox(now, seat, { ...acts, swap: swap ? () => this.view.play('swap') : null }),
            absenceBox(now, seat ?? 0, { ...acts, sides, time: () => time.now(), due: () => this.view.draw() }));
        if (table.offer.firstChild)
            table.stage.clear(); // a refusal would cover it
    }

    /** @param {Snapshot} live @param {Table} table */
    #drawButtons(live, table) {
        const { draw, undo, resign, abort, rematch, analyse, say: talk } = this.buttons;
        const { now, players, moves } = this.#state, { own, connection: { line } } = this.transport;
        const running = now.status === 'running', early = moves.length < players, lost = line !== 'live';
        const others = now.seats.some((one, i) => one.kind === 'person' && i + 1 !== own);
        const taken = running || (now.status === 'over' && !now.rematch && !CALLED.includes(now.ending ?? ''));
        draw.hidden = !own || !running || !others;
        undo.hidden = !own || !taken || this.#state.rated;
        abort.hidden = !own || !(now.status === 'open' || (running && early));
        resign.hidden = !own || !running || early;
        const used = (/** @type {string} */ kind) =>
            lost || now.offer !== null || now.seats[own - 1]?.offered?.includes(kind) === true;
        draw.disabled = used('draw');
        rematch.disabled = used('rematch');
        undo.disabled = used('undo') || !live.entries.some(({ seat }) => seat === own);
        resign.disabled = abort.disabled = talk.disabled = lost;
        analyse.hidden = own > 0 && (running || now.status === 'open');
        talk.hidden = !own;
        table.allowTyping(own > 0 && now.status !== 'over' && now.status !== 'aborted');
    }

    // ---- What the visitor does ------------------------------------------------------------------

    /** @param {string} name */
    async #join(name) {
        try {
            await this.transport.join(name);
        } catch (error) {
            notice(error instanceof Error ? error.message : String(error));
            this.#topKey = '';
            this.transport.connection.wake();
        }
    }

    /** @param {'resign' | 'abort'} type */
    async #end(type) {
        const yes = type === 'resign' ? t('play.resign') : t('online.abort');
        if (await ask(t(`online.${type}Sure`), yes))
            this.transport.connection.ask({ type });
    }

    /** A game against the computer by the same rules, until the others come. */
    async #practise() {
        const { id, own } = this.transport, game = await practiceGame(this.#state, own || 1);
        awaitGame(id);
        go(`#/play/${game.id}`);
    }

    #share() {
        const { live } = this.view;
        if (live)
            openShare(live.record, live.position, { names: this.transport.names, date: dateText(new Date(this.#state.created)) });
    }

    #links() {
        const state = this.#state, { id, connection: { secret, seat, invited } } = this.transport, { watch = null } = ticketOf(id) ?? {};
        const watching = state.public ? null : seat === null && invited === null ? secret : watch;
        openDialog(t('online.links'),
            (state.public || watching) && linkField(t('online.watchLink'), addressOf(id, watching)),
            seat !== null && linkField(t('online.ownLink'), addressOf(id, secret), t('online.ownHelp')));
    }

    // ---- What happens -----------------------------------------------------------------------------

    onChange() {
        this.transport.premove.follow(this.#state);
        this.transport.note();
        this.view.refresh();
        this.view.drawn.then(this.#arrive);
    }

    onSent() {
        play('move');
        setTimeout(() => this.view.draw(), SOON_MS + 1);
    }

    onDropped = () => {
        this.view.draw();
        callBack(t('online.yourMove'));
    };

    /** @param {boolean} first */
    onUnjudged = (first) => {
        this.view.refresh();
        this.view.retry(() => this.onChange());
        if (first)
            callBack(t('online.yourMove'));
    };

    /** @param {import('../connection.js').Line} line */
    onLine(line) {
        fill(this.line, line === 'lost' && [
            el('span', {}, icon('off'), t('online.lost')),
            button(t('online.retry'), () => this.transport.connection.wake(), { class: 'small' })]);
        if (this.host.classList.contains('is-lost'))
            notice(t('online.live'));
        this.host.classList.toggle('is-lost', line === 'lost');
        this.#arrive();
        this.view.draw();
    }

    /** @param {import('../types.js').OnlineEvent} event */
    onEvent(event) {
        const { now } = this.#state, { seat } = this.transport.connection;
        const foreign = event.seat !== seat, who = this.#nameOf(event.seat);
        const [kind, what] = event.kind.split('-');
        if (event.kind === 'rematch-accept' && now.rematch) {
            this.transport.handOn(now.rematch);
            return seat === null ? undefined : go(`#/online/${now.rematch}`);
        }
        if (now.status === 'over' && kind !== 'rematch') {
            play('end');
            return callBack(t('online.ended'));
        }
        if (event.kind === 'join' && foreign && !this.transport.joining) {
            notice(t('online.joined', who));
            play('call');
            callBack(now.status === 'running' ? t('online.begun') : t('online.joined', who));
        } else if (event.kind === 'move' && foreign) {
            play('move');
            if (this.transport.mine() && !this.transport.premove.trying)
                callBack(t('online.yourMove'));
        } else if (what === 'offer' && foreign && seat !== null) {
            play('call');
            callBack(say(`online.${kind}.offered`, who));
        } else if (what === 'decline' && foreign) {
            notice(event.seat === this.#offerer ? t('online.withdrawn', who) : say(`online.${kind}.declined`, who));
        } else if (event.kind === 'undo-accept' && !now.offer) {
            notice(t('online.undo.done'));
        }
    }

    /** The visitor was away, and the others may have seen for how long. @param {number} since */
    onReturn(since) {
        const pace = this.#state.list?.split('-')[2];
        if (pace === 'fast' || pace === 'slow')
            notice(t('away.you', Math.round((this.transport.connection.time.now() - since) / 1000), CLAIM_S[pace]));
    }

    /** Somebody says one of the phrases. @param {number} seat @param {string} phrase */
    onSaid(seat, phrase) {
        const text = phraseText(phrase), { table } = this.view;
        if (!text || !table || seat !== this.transport.own && !settings.get('phrases'))
            return;
        this.#said.set(seat, text);
        fill(table.stage.heard, t('phrases.said', this.#nameOf(seat), text));
        setTimeout(() => {
            if (this.#said.get(seat) === text)
                this.#said.delete(seat);
            this.view.draw();
        }, SAID_MS);
        this.view.draw();
    }

    /** @param {ServerError} error */
    async onRefused(error) {
        await this.view.drawn;
        if (!this.view.table || error.code === 'taken')
            return notice(error.message);
        this.view.table.stage.object(error.message);
    }

    /** The server does not know this game, or will not speak. @param {ServerError} error */
    onGone(error) {
        if (error.code === 'unknown')
            this.transport.forget();
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
    const { gone, arrived } = new OnlineControls(host, known, id, secretOf(id, secret));
    // Also before it has arrived: what the server says later would change the address of another view.
    route.signal.addEventListener('abort', () => gone.abort());
    await arrived;
    return undefined;
}
