/* edit.js - setting up a position, on the board or as a string. */
import { checkPosition, games, open } from '../rules.js';
import { button, el, field, fill, select } from '../dom.js';
import { lang, t } from '../i18n.js';
import { go } from '../router.js';
import { Stage } from '../parts/stage.js';
import { studyOf } from '../study.js';

/** @typedef {import('../types.js').Game} Game */

class EditView {
    /** @param {HTMLElement} host @param {Game} game @param {Game[]} known @param {string} position */
    constructor(host, game, known, position) {
        this.game = game;
        this.position = position;
        this.stage = new Stage(game.name, () => {});
        this.string = el('input', { type: 'text', class: 'wide', spellcheck: 'false', autocomplete: 'off',
            onchange: () => this.#take(this.string.value.trim()) });
        this.verdict = el('p', { role: 'status' });
        this.players = select(game.players.map((n) => [String(n), String(n)]), '2',
            { onchange: () => this.#clear(Number(this.players.value)) });
        const which = select(known.map((one) => [one.name, one.title]), game.name,
            { onchange: () => go(`#/edit/${which.value}`) });
        this.actions = [
            button(t('edit.play'), () => go(`#/new/${game.name}?position=${encodeURIComponent(this.position)}`), { class: 'main' }),
            button(t('edit.study'), () => this.#study()),
        ];
        fill(host, el('h1', {}, t('edit.title')), el('div', { class: `play play-${game.name}` },
            el('div', { class: 'play-board' }, this.stage.root),
            el('aside', { class: 'play-side' }, field(t('edit.game'), which),
                game.players.length > 1 && field(t('setup.players'), this.players),
                field(t('edit.string'), this.string), this.verdict,
                el('div', { class: 'bar' }, this.actions, this.stage.turner(`edit.${game.name}`), button(t('edit.clear'), () => this.#clear(Number(this.players.value)))))));
    }

    /** @param {number} players */
    async #clear(players) {
        const { position } = await open({ game: this.game.name, players });
        await this.#take(position);
    }

    /** Takes a string and shows it, if it can be shown. @param {string} position */
    async #take(position) {
        const checked = await this.#judge(position);
        if (!checked.ok)
            return;
        const { players, options } = checked;
        this.players.value = String(players);
        const now = await open({ game: this.game.name, players, options, position: checked.position }, lang());
        await this.stage.show(now, { interactive: false });
        await this.stage.edit((edited) => this.#judge(edited));
    }

    /** @param {string} position */
    async #judge(position) {
        const checked = await checkPosition(this.game.name, null, null, position, lang());
        this.position = position;
        this.string.value = position;
        fill(this.verdict, checked.ok ? `✓ ${t('edit.ok')}` : `✕ ${checked.error}`);
        this.verdict.className = checked.ok ? 'verdict is-good' : 'refusal';
        for (const action of this.actions)
            action.disabled = !checked.ok;
        return checked;
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
        if (this.position)
            await this.#take(this.position);
        else
            await this.#clear(2);
    }
}

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, route) {
    const known = await games();
    const game = known.find((one) => one.name === route.parts[0]) ?? known[0];
    const view = new EditView(host, game, known, route.query.get('position') ?? '');
    await view.begin();
    return () => view.stage.destroy();
}
