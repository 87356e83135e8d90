/* play.js - a game between people at one screen and the computer: hints, practice, choices at the start. */
import { titleOf } from '../game.js';
import { games, open, snapshot } from '../rules.js';
import { button, el, fill, linkButton } from '../dom.js';
import { isDue, lostTwice, noteGiven } from '../guide.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { part } from '../later.js';
import { lastLevel } from '../quick.js';
import { go } from '../router.js';
import { loadGame, restoreGame, saveGame, winningSeats } from '../saved.js';
import { settings } from '../settings.js';
import { play } from '../sound.js';
import { LocalTransport } from '../transport/local.js';
import { ask } from '../parts/dialog.js';
import { endPanel } from '../parts/endpanel.js';
import { GameView, face, mainBar } from '../parts/gameview.js';
import { findHint } from '../parts/hint.js';
import { Practice } from '../parts/practice.js';
import { openingPanel } from '../parts/opening.js';
import { seatName } from '../parts/words.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../parts/table.js').Table} Table */

export class PlayControls {
    /** @type {import('../boards/types.js').Mark[]} */
    marks = [];
    /** @type {Practice | null} */
    #practice = null;
    /** Lets a failure be tried again. @type {HTMLElement | null} */
    #retry = null;
    /** A hint is given at the first turn. */
    #hinting = false;

    /** As the rules have it, as soon as they answer. @type {import('../types.js').Game | undefined} */
    info;

    /** @param {HTMLElement} host @param {import('../saved.js').SavedGame} game @param {AbortSignal} signal  the view is left */
    constructor(host, game, signal) {
        this.host = host;
        this.transport = new LocalTransport(game, this, signal);
        /** @type {GameView} */
        this.view = new GameView(this.transport, this, signal);
        signal.addEventListener('abort', () => this.#practice?.cancel());
        this.opening = el('div', { class: 'opening-host' });
        const again = () => go(`#/play/${this.transport.again()}`);
        this.buttons = {
            change: button(face('gear', t('opening.opponent')), () => this.#toggleOpening(), { class: 'slot-1 change', hidden: true, 'aria-expanded': 'false' }),
            undo: button(face('undo', t('play.undo')), () => this.transport.undo(), { class: 'slot-1', disabled: true }),
            hint: button(face('hint', t('play.hint')), () => this.#hint(), { class: 'slot-2', disabled: true }),
            again: button(face('new', t('play.again')), again, { class: 'slot-2 main', hidden: true }),
            study: button(t('play.analyse'), () => this.#analyse()),
            review: button([icon('graph'), t('review.title')], () => this.#analyse(), { class: 'small' }),
            share: button(t('share.short'), () => this.#share(), { class: 'small' }),
            redo: button([icon('redo'), t('play.redo')], () => this.transport.redo(), { disabled: true }),
            resign: button([icon('flag'), t('play.resign')], () => this.#resign(), { disabled: true }),
            draw: button(t('play.draw'), () => this.transport.end('agreement', () => []), { hidden: true }),
            renew: button(t('play.new'), again, { class: 'renew' }),
        };
    }

    /** There from `build` on, before anything else here is asked for. @returns {Table} */
    get #table() {
        return /** @type {Table} */ (this.view.table);
    }

    /** What is wanted often, and a menu with the rest; after the end, what is wanted then. @param {Table} table */
    build(table) {
        const { change, undo, hint, again, redo, resign, draw, study, renew } = this.buttons, { saved } = this.transport;
        const bar = mainBar(this.view, table, [change, undo, hint, again], [redo, resign, draw],
            [study, button(t('share.title'), () => this.#share())], [renew]);
        fill(this.host, el('h1', { class: 'unseen', tabindex: -1 }, titleOf(this.transport.game)),
            table.layout({ bar, instead: this.opening }));
        this.#practice = saved.practice ? new Practice(saved.practice, {
            say: (text) => table.say(text), place: table.asks, takeBack: () => this.transport.undo(),
            goOn: () => this.#think(), keep: () => saveGame(saved), viewer: () => this.view.viewer(),
        }) : null;
    }

    notNow() {
        return t(this.view.live?.over ? 'online.finished' : 'play.notNow');
    }

    /** On a phone what can still be changed is hidden at first, and lies below the board. */
    #toggleOpening() {
        const open = this.opening.classList.toggle('is-wanted');
        this.buttons.change.setAttribute('aria-expanded', String(open));
        if (!open)
            return;
        this.opening.scrollIntoView({ block: 'start' });
        /** @type {HTMLElement | null} */ (this.opening.querySelector(':checked'))?.focus({ preventScroll: true });
    }

    /** Names for records. */
    #names() {
        const { saved, own } = this.transport;
        return saved.seats.map((seat, i) => i + 1 === own && settings.get('name') || seatName(seat, i + 1));
    }

    /** The same for a link, which may be opened in another language: no name for a person who gave none, and of a
     * computer its level. */
    #people() {
        const { saved, own } = this.transport;
        return saved.seats.map((seat, i) => seat.kind === 'computer' ? `level:${seat.level}`
            : i + 1 === own && settings.get('name') || seat.name);
    }

    // ---- What is on the screen ------------------------------------------------------

    /** @param {Snapshot} live */
    draw(live) {
        this.transport.note(live);
        this.#drawStatus();
        this.#drawPeople(live.winners);
        fill(this.#table.offer, live.canSwap && this.#table.open && [
            el('p', {}, t('play.offer')), button(t('play.swap'), () => this.view.play('swap'), { class: 'main' })]);
        this.#drawOpening(live);
        this.#drawButtons(live);
        this.#think();
        if (this.#hinting && this.#table.open) {
            this.#hinting = false;
            this.#hint();
        }
    }

    /** Shows what is known before the rules answer. */
    async preview() {
        if (!await this.view.preview(this.transport.record()))
            return;
        this.#drawPeople(null);
        this.buttons.change.hidden = false;
        fill(this.#table.status, t('head.wait'));
    }

    /** @param {number[] | null} winners */
    #drawPeople(winners) {
        const { names, occupants, clock } = this.transport;
        const brief = (/** @type {number | null} */ level) => level === null ? '' : t('seat.brief', level);
        this.#table.stage.people(this.view.seats.map((seat, i) => ({
            name: names[seat - 1],
            brief: brief(occupants[seat - 1].level), // where there is little room
            won: winners?.includes(i + 1) ?? false,
            clock: clock?.faces[seat - 1],
        })));
    }

    #drawStatus() {
        const { view, view: { live }, transport: { thinking } } = this;
        if (live)
            this.#table.say(live.over ? view.result(live)
                : this.#practice?.waiting ? t('practice.looking')
                : thinking ? t('play.thinks', view.called(live.turn))
                : live.turn !== view.you ? t('play.turn', view.called(live.turn))
                : t(this.#practice ? 'practice.turn' : 'online.yourMove'));
    }

    /** Until a person has moved, everything can still be changed. @param {Snapshot} live */
    #drawOpening(live) {
        const { info, transport } = this, { quick } = transport.saved, open = info !== undefined && transport.isFresh(live);
        this.opening.hidden = this.buttons.change.hidden = !open;
        if (open && quick && !this.opening.hasChildNodes())
            fill(this.opening, openingPanel(info, quick, (next) => {
                if (this.view.live && transport.isFresh(this.view.live))
                    transport.restart(next);
            }));
    }

    /** @param {Snapshot} live */
    #drawButtons(live) {
        const { undo, redo, hint, resign, draw, again, review, renew } = this.buttons, { saved, undoTo } = this.transport;
        const { over } = live;
        undo.disabled = undoTo === null;
        redo.disabled = saved.future.length === 0;
        hint.disabled = !this.#table.open;
        resign.disabled = !saved.seats.some((seat) => seat.kind === 'person');
        draw.hidden = !saved.seats.every((seat) => seat.kind === 'person') || over;
        hint.hidden = resign.hidden = renew.hidden = over;
        again.hidden = !over;
        if (review.isConnected !== over)
            fill(this.#table.asks, over && this.#end(live));
    }

    /** Why it ended, and what to do next. @param {Snapshot} live */
    #end({ record, winners }) {
        const { transport, view: { you } } = this, { game } = transport, { review, share } = this.buttons;
        const won = winners?.includes(you) ?? false, drawn = winners?.length === 0, level = this.#practice ? null : transport.level;
        const advised = !won && level !== null && isDue('losses', game) && lostTwice(game);
        if (advised)
            noteGiven('losses', game);
        return endPanel({
            why: this.#table.why,
            advice: this.#practice ? el('p', {}, this.#practice.verdict(won)) : advised && this.#advice(level),
            next: [(won || drawn) && level !== null && this.info !== undefined && level < lastLevel(this.info, record.players, record.options) && this.#levelButton(level + 1), review, share],
        });
    }

    /** @param {number} level */
    #levelButton = (level) => button(t('end.level', level), () => go(`#/play/${this.transport.again(level)}`), { class: 'main small' });

    /** For somebody who has lost twice in a row: an easier level, a hint, the tutorial. @param {number} level */
    #advice(level) {
        const { transport } = this;
        return [el('p', {}, t('guide.losses')), el('div', { class: 'row' },
            level > 0 && this.#levelButton(level - 1),
            button([icon('hint'), t('guide.hinted')], () => go(`#/play/${transport.again()}?hint`), { class: 'small' }),
            linkButton(t('home.learn'), `#/learn/${transport.game}`))];
    }

    // ---- What happens -----------------------------------------------------------------

    /** Hints and judgements were about the old record. @param {boolean} [animate] */
    onChange(animate) {
        this.#practice?.cancel();
        this.marks = [];
        this.#table.shown = null;
        fill(this.#table.hint);
        this.#clearRetry();
        return this.view.refresh(animate ?? false);
    }

    /** @param {Snapshot} before @param {string} move @param {boolean} person */
    async onPlayed(before, move, person) {
        if (person) {
            fill(this.#table.asks); // playing on counts as an answer
            this.#practice?.judge(before, move).then(() => this.#drawStatus()); // the computer waits for that
        }
        await this.view.drawn;
        play(this.view.live?.over ? 'end' : 'move');
    }

    onNews = () => this.view.draw();

    onOther() {
        this.#table.shown = null;
        fill(this.opening);
        this.view.refresh(true);
    }

    /** A worker has failed: nobody thinks now, but it can be tried again. */
    onFailed(again = () => {
        this.view.refresh();
    }) {
        this.transport.stop();
        this.#retry = button(t('fail.retry'), () => {
            this.#clearRetry();
            again();
        }, { class: 'main small' });
        fill(this.#table.asks, el('p', {}, t('fail.thinking')), el('div', { class: 'row' }, this.#retry));
        this.#drawStatus();
    }

    #clearRetry() {
        if (this.#retry?.isConnected)
            fill(this.#table.asks);
    }

    #think() {
        const { live } = this.view;
        if (live && !this.#practice?.waiting && !this.#retry?.isConnected)
            this.transport.think(live);
    }

    // ---- What the visitor does -----------------------------------------------------------

    async #hint() {
        const { view: { live }, transport } = this;
        if (!live || !this.#table.open)
            return;
        this.#clearRetry();
        const { signal } = transport.start();
        fill(this.#table.hint);
        this.#table.say(t('hint.wait'));
        try {
            const hint = await findHint(live.record, signal, this.view.viewer());
            if (signal.aborted)
                return;
            this.marks = [{ move: hint.move }];
            fill(this.#table.hint, hint.text);
        } catch {
            if (!signal.aborted)
                this.onFailed(() => this.#hint());
            return;
        }
        transport.thinking = null;
        await this.#table.mark(this.marks);
        this.#drawStatus();
    }

    /** Resigns for the person to move, or for the only person. */
    async #resign() {
        const { view, view: { live }, transport } = this;
        if (!live)
            return;
        const turn = live.seats[live.turn - 1];
        const seat = transport.isPerson(turn) ? turn : transport.saved.seats.findIndex(({ kind }) => kind === 'person') + 1;
        if (!seat)
            return;
        if (await ask(transport.own ? t('play.resignSure') : t('play.resignFor', view.called(live.seats.indexOf(seat) + 1)), t('play.resign')))
            transport.endFor('resignation', seat); // the computer may have moved meanwhile, or changed seats
    }

    #analyse() {
        const names = this.#names(), { occupants, id } = this.transport;
        this.view.study(names.map((name, i) => occupants[i].level === null ? name : `level:${occupants[i].level}`), id);
    }

    async #share() {
        const { live } = this.view, { openShare } = (await part('rest')).share;
        if (live)
            openShare(live.record, live.position, { names: this.#names(), date: this.transport.saved.date }, undefined, this.#people());
    }

    /** Shows a hint as soon as it is the visitor's turn. */
    async hintFirst() {
        this.#hinting = true;
        await this.view.drawn;
        this.view.draw();
    }
}

/** A new game gets its record as the rules spell it. Some games that had ended on the board were once kept with another
 * end as well, which the rules refuse: such a game is kept without it. @param {import('../saved.js').SavedGame} game */
async function mend(game) {
    const { ending, result, ...record } = game.record;
    if (game.version === 0)
        game.record = (await open(game.record)).record;
    if (!ending)
        return;
    const now = await snapshot(record);
    if (now.over)
        restoreGame(Object.assign(game, { record, won: winningSeats(now) }));
}

/** @param {HTMLElement} host @param {import('../saved.js').SavedGame} game @param {AbortSignal} signal  the view is left
 * @param {() => void} [begun]  the rules have answered */
export async function showGame(host, game, signal, begun = () => {}) {
    const controls = new PlayControls(host, game, signal);
    controls.preview().catch(() => {}); // what follows shows the error
    controls.info = (await games()).find((one) => one.name === game.record.game);
    await mend(game);
    if (signal.aborted)
        return controls;
    begun();
    await controls.view.refresh();
    return controls;
}

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, route) {
    const game = loadGame(route.parts[0]);
    if (!game)
        throw new Error(t('play.lost'));
    const controls = await showGame(host, game, route.signal);
    if (route.query.has('hint'))
        controls.hintFirst();
}
