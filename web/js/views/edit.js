/* edit.js - setting up a position, on the board or as a string. */
import { checkPosition, compose, games, open } from '../rules.js';
import { button, el, field, fill, select } from '../dom.js';
import { icon } from '../icons.js';
import { lang, t } from '../i18n.js';
import { go } from '../router.js';
import { optionField } from '../parts/choice.js';
import { Stage } from '../parts/stage.js';
import { studyOf } from '../study.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {Record<string, import('../types.js').OptionValue>} Options */
/** A position on the board, perhaps an impossible one; `base` is the possible one that was edited.
 * @typedef {{ base: Snapshot, edited: import('../types.js').Composed | Snapshot }} Step */

class EditView {
    /** @type {Step[]} */
    #past = [];
    /** @type {Step[]} those that were undone, the latest first */
    #future = [];
    /** @type {Step | null} */
    #now = null;
    /** Answers about an older position come too late. */
    #asked = 0;
    #gone = new AbortController();

    /** @param {HTMLElement} host @param {Game} game @param {Game[]} known @param {string} position */
    constructor(host, game, known, position) {
        const tools = el('div', { class: 'edit-tools' });
        this.game = game;
        this.position = position;
        this.stage = new Stage(game.name, () => {}, { tools });
        this.stage.edit((composition) => this.#edited(composition));
        this.string = el('input', { type: 'text', class: 'wide', spellcheck: 'false', autocomplete: 'off',
            onchange: () => this.#take(this.string.value.trim()) });
        this.verdict = el('p', { role: 'status' });
        this.options = el('div', { class: 'edit-options' });
        this.which = select(known.map((one) => [one.name, one.title]), game.name,
            { onchange: () => go(`#/edit/${this.which.value}`) });
        this.undo = button([icon('undo'), t('edit.undo')], () => this.#undo(), { title: 'Ctrl+Z', 'aria-keyshortcuts': 'Control+Z' });
        this.redo = button([icon('redo'), t('edit.redo')], () => this.#redo(), { title: 'Ctrl+Y', 'aria-keyshortcuts': 'Control+Y' });
        this.actions = [
            button(t('edit.play'), () => go(`#/new/${game.name}?position=${encodeURIComponent(this.position)}`), { class: 'main' }),
            button(t('edit.study'), () => this.#study()),
        ];
        const turner = this.stage.turner(`edit.${game.name}`, [icon('turn'), t('stage.flip')]);
        fill(host, host.querySelector('h1'), el('div', { class: `play play-${game.name}` },
            el('div', { class: 'play-board' }, this.stage.root),
            el('aside', { class: 'play-side' }, this.stage.aside(),
                el('div', { class: 'bar' }, this.undo, this.redo, turner,
                    button(t('edit.clear'), () => this.#clear(this.#now?.base.record.players ?? 2, this.#optionsNow()),
                        { 'aria-label': t('edit.clearAll') })),
                this.verdict, el('div', { class: 'bar' }, this.actions),
                this.options, field(t('edit.string'), this.string))));
        addEventListener('keydown', (event) => this.#key(event), { signal: this.#gone.signal });
    }

    // ---- Changing -----------------------------------------------------------------------

    /** The start of the game. @param {number} players @param {Options} [options] */
    async #clear(players, options) {
        await this.#show(await open({ game: this.game.name, players, options }, lang()));
    }

    /** Takes a string and shows it, if it can be shown. @param {string} position */
    async #take(position) {
        const checked = await this.#judge(position);
        if (!checked?.ok)
            return;
        const { players, options } = checked;
        await this.#show(await open({ game: this.game.name, players, options, position: checked.position }, lang()));
    }

    /** Goes on with a possible position. @param {Snapshot} base */
    async #show(base) {
        this.#keep({ base, edited: base });
        await this.#draw(true);
    }

    /** The same pieces under other options; where they do not fit, the start of the game.
     * @param {Options} options */
    async #choose(options) {
        const { players } = /** @type {Step} */ (this.#now).base.record, now = this.stage.composition;
        const composed = now && await compose({ game: this.game.name, players, options }, now, lang());
        if (composed && !composed.error)
            await this.#take(composed.position);
        else {
            await this.#clear(players, options);
            fill(this.verdict, t('edit.refit'));
        }
    }

    /** @param {Step} step */
    #keep(step) {
        if (this.#now)
            this.#past.push(this.#now);
        this.#now = step;
        this.#future = [];
    }

    /** Something was changed on the board. @type {import('../boards/types.js').OnEdit} */
    async #edited(composition) {
        const now = /** @type {Step} */ (this.#now), { game, players, options } = now.base.record, mine = ++this.#asked;
        const edited = await compose({ game, players, options }, composition, lang());
        if (mine !== this.#asked || this.#gone.signal.aborted)
            return;
        if (edited.position !== now.edited.position)
            this.#keep({ base: now.base, edited });
        await this.#draw(false);
    }

    // ---- Undoing --------------------------------------------------------------------------

    async #undo() {
        const now = this.#now, before = this.#past.at(-1);
        if (!now || !before)
            return;
        this.#past.pop();
        this.#future.unshift(now);
        this.#now = before;
        await this.#draw(before.base !== now.base);
    }

    async #redo() {
        const now = this.#now, next = this.#future.shift();
        if (!now || !next)
            return;
        this.#past.push(now);
        this.#now = next;
        await this.#draw(next.base !== now.base);
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const typing = event.target instanceof Element && event.target.closest('input, textarea');
        const key = event.key.toLowerCase();
        if (typing || !(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y'))
            return;
        event.preventDefault();
        if (key === 'y' || event.shiftKey)
            this.#redo();
        else
            this.#undo();
    }

    // ---- Drawing --------------------------------------------------------------------------

    /** @param {boolean} fresh  the setup may have changed */
    async #draw(fresh) {
        const { base, edited: { position, turn, pieces, hands, supply, ...rest } } = /** @type {Step} */ (this.#now);
        if (fresh)
            await this.stage.show(base, { interactive: false });
        if (!fresh || base.over || pieces !== base.pieces)
            this.stage.restore({ position, turn, pieces, hands, supply });
        this.#drawOptions();
        this.#drawButtons();
        this.#asked++;
        this.#drawVerdict(position, 'error' in rest ? rest.error : null);
    }

    #drawButtons() {
        this.undo.disabled = this.#past.length === 0;
        this.redo.disabled = this.#future.length === 0;
    }

    /** Those that are not the usual ones. @returns {Options} */
    #optionsNow() {
        const { players, options } = /** @type {Step} */ (this.#now).base.record;
        return Object.fromEntries(Object.entries(options).filter(([name, value]) =>
            this.game.options.find((one) => one.name === name)?.defaults[players] !== value));
    }

    #drawOptions() {
        const { game } = this, { players } = /** @type {Step} */ (this.#now).base.record;
        const focused = document.activeElement?.getAttribute('data-option');
        const count = select(game.players.map((n) => [String(n), String(n)]), String(players),
            { 'data-option': 'players', onchange: () => this.#clear(Number(count.value)) });
        fill(this.options, field(t('edit.game'), this.which),
            game.players.length > 1 && field(t('setup.players'), count),
            game.options.map((option) => optionField(game, option, players, this.#optionsNow(), (options) => this.#choose(options))));
        if (focused)
            /** @type {HTMLElement | null} */ (this.options.querySelector(`[data-option=${focused}]`))?.focus();
    }

    /** Says whether a position can be played that was typed. @param {string} position */
    async #judge(position) {
        const mine = ++this.#asked, checked = await checkPosition(this.game.name, null, null, position, lang());
        if (mine !== this.#asked || this.#gone.signal.aborted)
            return null;
        this.#drawVerdict(position, checked.ok ? null : checked.error);
        return checked;
    }

    /** @param {string} position @param {string | null} error  why it cannot be played */
    #drawVerdict(position, error) {
        this.position = position;
        this.string.value = position;
        fill(this.verdict, error ? `✕ ${error}` : `✓ ${t('edit.ok')}`);
        this.verdict.className = error ? 'refusal' : 'verdict is-good';
        for (const action of this.actions)
            action.disabled = error !== null;
        if (error === null) // so that it is still there after a return or a change of language
            history.replaceState(null, '', `#/edit/${this.game.name}?position=${encodeURIComponent(position)}`);
    }

    async #study() {
        const checked = await checkPosition(this.game.name, null, null, this.position);
        if (!checked.ok)
            return;
        const { players, options, position } = checked;
        const { record } = await open({ game: this.game.name, players, options, position });
        go(`#/study/${studyOf(record)}`);
    }

    async begin() {
        const { position, game } = this;
        if (position)
            await this.#take(position);
        if (this.#now)
            return;
        await this.#clear(game.players.includes(2) ? 2 : game.players[0]);
        if (position)
            await this.#judge(position);
    }

    leave() {
        this.#gone.abort();
        this.stage.destroy();
    }
}

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, route) {
    fill(host, el('h1', {}, t('edit.title')), el('p', { class: 'wait soft' }, t('head.wait'))); // before the rules are there
    const known = await games();
    const game = known.find((one) => one.name === route.parts[0]) ?? known[0];
    const view = new EditView(host, game, known, route.query.get('position') ?? '');
    await view.begin();
    return () => view.leave();
}
