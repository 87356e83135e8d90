/* study.js - looking at a game: variations, evaluation, lines, the curve over the game. */
import { signOf } from '../boards/judged.js';
import { RulesError, snapshot, think } from '../rules.js';
import { button, checkbox, el, fill, paced } from '../dom.js';
import { titleOf } from '../game.js';
import { icon } from '../icons.js';
import { lang, number, t } from '../i18n.js';
import { notice } from '../notices.js';
import { go } from '../router.js';
import { settings } from '../settings.js';
import { onForeignWrite } from '../storage.js';
import { setTitle } from '../title.js';
import { newGame, saveGame } from '../saved.js';
import { COMMENT_LENGTH, cleanComment, recordOf } from '../notes.js';
import { Study, childOf, cut, lineThrough, movesTo, promote, redrawn } from '../study.js';
import { askText } from '../parts/dialog.js';
import { evaluationBar, evaluationGraph, lineList } from '../parts/evaluation.js';
import { explorerPanel } from '../parts/explorer.js';
import { practise, practiceButton } from '../parts/practice.js';
import { palette } from '../parts/palette.js';
import { moveBox } from '../parts/movebox.js';
import { stepBar } from '../parts/movelist.js';
import { Stage } from '../parts/stage.js';
import { StudyPeople } from '../parts/studypeople.js';
import { StudyReview } from '../parts/studyreview.js';
import { tabs } from '../parts/tabs.js';
import { treeView } from '../parts/treeview.js';
import { lineText, resultText, scoreFor, worthSentence, worthText } from '../parts/words.js';
import { openShare } from './share.js';

/** @typedef {import('../study.js').Node} Node */
/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../types.js').ThinkInfo} ThinkInfo */

const LINES = 3, THINKING_MS = 15000, THREAT_MS = 1500, REST_MS = 120;
/** Between two reports of a search that are shown: nobody reads faster. */
const REPORT_MS = 200;
/** Pixels that the wheel turns for one step: a notch, or a short stroke on a touchpad. */
const WHEEL_STEP = 50;
/** That a record takes for one position. */
const DRAWINGS = 32;

class StudyView {
    /** @type {Snapshot | null} */
    #now = null;
    /** What `#now` is the position of: for a moment after each step the board still shows the last place.
     * @type {Node | null} */
    #shown = null;
    /** @type {AbortController} */
    #thinking = new AbortController();
    /** How far the wheel has turned since the last step, in pixels. */
    #turned = 0;
    /** True if the board shows a threat, or is about to. */
    #threatened = false;
    #gone = new AbortController();
    /** What the search said of the place shown. @type {import('../types.js').Line[]} */
    #lines = [];

    /** @param {HTMLElement} host @param {Study} study @param {string} title */
    constructor(host, study, title) {
        const { players, game } = study.record, says = el('div', { class: 'study-says' });
        this.study = study;
        this.game = title;
        this.people = new StudyPeople(study, () => this.#now);
        this.heading = el('h1', { tabindex: -1 });
        this.worth = el('p', { class: 'evaltext' });
        this.bar = evaluationBar(players);
        this.stage = new Stage(game, (move) => this.#play(move), {
            beside: this.bar.root, closeUp: true, viewer: () => this.people.viewer(), onDraw: (word) => this.#draw(redrawn(this.study.here.drawings, word)),
        });
        this.palette = palette((colour) => this.stage.pen(colour), () => this.#draw([]));
        this.lines = lineList((moves) => this.#follow(moves));
        this.graph = evaluationGraph((index) => this.#go(lineThrough(study.here)[index]));
        this.tree = treeView((node) => this.#go(node));
        this.status = el('p', { class: 'status', role: 'status' });
        this.comment = button('', () => this.#comment());
        this.info = el('p', { class: 'help' });
        this.practice = practiceButton(() => this.#practise(this.study.here));
        this.graphHelp = el('p', { class: 'help' });
        this.review = new StudyReview(study, this.people, {
            stage: this.stage, status: this.status, gone: this.#gone.signal, now: () => this.#now,
            go: (node) => this.#go(node), refresh: () => this.refresh(), stopThinking: () => this.#stopThinking(),
            openReview: () => this.#turnTo('review'), practise: (node) => this.#practise(node),
        }, el('div', { class: 'graph-host' }, this.graph.root, this.graphHelp));
        this.explorer = explorerPanel({ play: (move) => this.#play(move), point: (move) => this.#point(move) });
        this.linesHost = el('div', { class: 'lines-host' }, this.lines.root, this.info);
        this.tabs = this.#parts();
        this.side = el('aside', { class: 'play-side' }, el('div', { class: 'study-head' }, this.heading), says, this.review.tour,
            this.stage.aside(), this.tabs.root, this.tabs.panels, this.#steps());
        says.append(this.status, this.stage.refusal, this.worth);
        fill(host, el('div', { class: `play study play-${game}${players > 3 ? ' has-four' : ''}` },
            el('div', { class: 'play-board' }, el('div', { class: 'study-board' }, this.stage.root)), this.side));
        addEventListener('keydown', (event) => this.#key(event), { signal: this.#gone.signal });
        this.stage.root.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
        addEventListener('pagehide', () => study.saveRest(), { signal: this.#gone.signal });
        addEventListener('pageshow', (event) => event.persisted && this.#catchUp(), { signal: this.#gone.signal });
        this.stopHearing = onForeignWrite((name) => name === `study.${study.id}` && this.#catchUp());
        this.#drawHeading();
    }

    #parts() {
        const engine = checkbox(t('study.engine'), settings.get('engine'), {
            onchange: () => {
                settings.set('engine', engine.box.checked);
                this.#think();
            },
        });
        return tabs(t('study.parts'), {
            moves: { text: t('moves.title'), content: [this.tree.root, moveBox((text) => this.stage.enter(text), () => this.stage.example),
                this.palette.root, this.#actions()] },
            review: { text: t('review.title'), content: this.review.panel.root },
            explorer: { text: t('explorer.title'), content: this.explorer.root },
            engine: { text: t('study.computer'), content: [el('div', { class: 'row' }, engine.row, button(t('study.threat'), () => this.#threat())), this.linesHost] },
        }, (name) => this.#showTab(name));
    }

    /** Shows a part: chosen by the visitor, who finds it so the next time. @param {import('../settings.js').Settings['tab']} name */
    #showTab(name) {
        settings.set('tab', name);
        this.#opened(name);
    }

    /** @param {import('../settings.js').Settings['tab']} name */
    #turnTo(name) {
        this.tabs.show(name);
        this.#opened(name);
    }

    /** @param {import('../settings.js').Settings['tab']} name */
    #opened(name) {
        this.side.dataset.tab = name;
        // The best lines stand above the moves too: one looks at both.
        if (name === 'moves')
            this.tree.root.before(this.linesHost);
        else
            this.tabs.panels.querySelector('.panel-engine')?.append(this.linesHost);
        this.explorer.open(name === 'explorer');
        if (!this.review.retrying && name === 'review')
            this.stage.mark([]);
        else if (!this.review.retrying)
            this.#markLines();
        if (name === 'moves')
            this.#drawTree(); // scrolls to the move that is shown
    }

    #drawHeading() {
        fill(this.heading, this.study.title || t('study.title', this.game));
    }

    async #rename() {
        const { study } = this, title = await askText(t('study.rename'), t('study.name'), study.title);
        if (title === null)
            return;
        study.title = title;
        study.save();
        this.#drawHeading();
        setTitle(this.heading.textContent ?? '');
    }

    #steps() {
        const here = () => this.study.here;
        return stepBar({
            first: () => this.#go(this.study.root),
            back: () => this.#go(here().parent),
            on: () => this.#go(here().children[0]),
            last: () => this.#go(lineThrough(here()).at(-1)),
        }, this.stage.turner(this.study.id));
    }

    #actions() {
        return el('div', { class: 'bar actions' },
            button(t('study.promote'), () => {
                promote(this.study.here);
                this.#go(this.study.here);
            }),
            button(t('study.delete'), () => this.#delete()), this.comment, button(t('study.rename'), () => this.#rename()),
            button(t('study.playOn'), () => this.#playOn()), this.practice,
            button(t('share.title'), () => {
                const line = lineThrough(this.study.here), notes = line.flatMap(({ drawings }, at) => drawings.length > 0 ? { at, drawings } : []);
                openShare({ ...this.study.recordAt(line.at(-1)), notes }, this.#now?.position ?? '', { names: this.study.names }, recordOf(this.study));
            }),
            button(t('study.openEdit'), () => go(`#/edit/${this.study.record.game}?position=${
                encodeURIComponent(this.#now?.position ?? '')}`)));
    }

    /** Another tab has gone on with it. */
    async #catchUp() {
        if (!this.study.catchUp())
            return;
        this.review.endTour();
        this.#drawHeading();
        await this.study.learn();
        this.review.draw();
        await this.refresh();
    }

    // ---- Moving in the tree -------------------------------------------------------------

    /** @param {Node | undefined | null} node */
    async #go(node) {
        if (!node)
            return;
        fill(this.review.tour);
        const forward = node.parent === this.study.here;
        this.study.here = node;
        await this.refresh(forward);
        if (!this.#gone.signal.aborted)
            this.study.save(); // only now: the rules have seen the move
    }

    async #delete() {
        await this.#go(cut(this.study.here));
        this.review.draw();
    }

    /** Plays a line of the analysis into the tree. @param {string[]} moves */
    #follow(moves) {
        if (this.#shown === this.study.here)
            this.#go(moves.reduce(childOf, this.study.here));
    }

    /** The position of the place shown. A move there that the rules refuse is cut off: nobody could open the
     * analysis with it. */
    async #look() {
        const { study } = this;
        for (let refusal = ''; ;) {
            const node = study.here;
            try {
                const now = await snapshot(study.recordAt(node), lang());
                if (refusal) {
                    notice(refusal);
                    study.save();
                }
                return { now, node };
            } catch (error) {
                if (!(error instanceof RulesError && node.parent))
                    throw error;
                refusal = error.message;
                cut(node);
                if (study.here === node)
                    study.here = node.parent;
            }
        }
    }

    async begin() {
        const { study } = this, { reviewed, fresh } = study, chosen = settings.get('tab');
        const tab = reviewed || fresh ? 'review' : chosen === 'review' ? 'moves' : chosen;
        this.#turnTo(tab);
        await study.learn();
        await this.refresh();
        this.review.draw();
        if (reviewed ? reviewed.lang !== lang() : fresh)
            this.review.start(reviewed?.moves);
    }

    /** @param {boolean} [animate] */
    async refresh(animate = false) {
        const { study } = this;
        this.#stopThinking();
        const { now, node } = await this.#look();
        if (this.#gone.signal.aborted || node !== study.here)
            return;
        this.#now = now;
        this.#shown = node;
        study.hear(node, now);
        await this.stage.show(now, { interactive: true, animate, ...this.#marksOf(node) });
        this.stage.people(Array.from({ length: study.record.players }, (_, i) =>
            ({ name: this.people.name(i + 1), won: now.winners?.includes(i + 1) ?? false })));
        this.side.classList.toggle('is-over', now.over);
        this.#drawTree();
        const end = now.over ? now : study.calledAt(node);
        fill(this.status, el('strong', {}, end ? this.#result(end)
            : now.turn === this.people.you ? t('online.yourMove') : t('play.turn', this.people.name(now.turn))));
        this.practice.disabled = now.over;
        this.#drawValue();
        this.explorer.show(now.record);
        this.#think();
    }

    /** What the board shows of a node besides its position. @param {Node} node */
    #marksOf(node) {
        return { judged: signOf(node.note), drawings: node.drawings, marks: this.review.marksOf(node) };
    }

    /** @param {string[]} drawings  on the board that is shown */
    #draw(drawings) {
        const { study } = this, { here } = study;
        if (this.#shown !== here)
            return;
        if (drawings.length > DRAWINGS)
            return notice(t('draw.full', DRAWINGS));
        here.drawings = drawings;
        study.save();
        this.stage.draw(drawings);
        this.#drawTree();
    }

    #drawTree() {
        const { root, here } = this.study;
        this.tree.show(root, here);
        this.palette.show(here.drawings.length > 0);
        fill(this.comment, icon('pen'), t(here.comment ? 'study.commented' : 'study.comment'));
    }

    /** Lets the visitor say something about the move that is shown. */
    async #comment() {
        const { study } = this, { here } = study;
        const text = await askText(t(here.comment ? 'study.commented' : 'study.comment'),
            here.move ? t('study.commentOn', here.move) : t('study.commentOnStart'), here.comment, { rows: 5, length: COMMENT_LENGTH });
        const node = study.find(movesTo(here)); // another tab may have changed the tree
        if (text === null || !node)
            return;
        node.comment = cleanComment(text);
        study.save();
        this.#drawTree();
    }

    /** Steps through the moves where the wheel turns over the board. @param {WheelEvent} event */
    #wheel(event) {
        const { here } = this.study, { deltaY, deltaMode } = event;
        if (event.ctrlKey || this.review.retrying)
            return; // zooms; a mistake that is tried again stays
        event.preventDefault();
        const turned = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : Math.sign(deltaY) * WHEEL_STEP;
        this.#turned = Math.sign(turned) === Math.sign(this.#turned) ? this.#turned + turned : turned;
        if (Math.abs(this.#turned) < WHEEL_STEP)
            return;
        this.#turned = 0;
        this.#go(turned < 0 ? here.parent : here.children[0]);
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const busy = event.target instanceof Element &&
            event.target.closest('input, select, textarea, dialog, [data-square], [role=tab]');
        if (busy || event.ctrlKey || event.altKey || event.metaKey)
            return;
        if (event.key === '/') {
            event.preventDefault();
            this.#turnTo('moves');
            /** @type {HTMLElement | null} */ (this.side.querySelector('.movebox input'))?.focus();
            return;
        }
        if (event.key === 'x')
            this.#threat();
        const { here, root } = this.study;
        const there = {
            ArrowLeft: here.parent, ArrowRight: here.children[0], Home: root, End: lineThrough(here).at(-1),
        }[event.key];
        if (there) {
            event.preventDefault();
            this.#go(there);
        }
    }

    // ---- Thinking --------------------------------------------------------------------------

    #stopThinking() {
        this.#threatened = false;
        this.#thinking.abort();
        this.#thinking = new AbortController();
    }

    async #think() {
        this.#stopThinking();
        const now = this.#now, node = this.study.here, { signal } = this.#thinking;
        this.#lines = [];
        this.lines.show([], () => '');
        fill(this.info);
        if (!now || now.over || !settings.get('engine') || this.review.running || this.review.retrying)
            return;
        try {
            await new Promise((resolve) => setTimeout(resolve, REST_MS));
            signal.throwIfAborted();
            let last = false;
            const report = paced((/** @type {ThinkInfo} */ info) => {
                if (!last && !signal.aborted)
                    this.#hear(node, now, info);
            }, REPORT_MS);
            const { info } = await think(now.record, { lines: LINES, timeMs: THINKING_MS, signal }, report);
            last = true;
            this.#hear(node, now, info);
            this.study.save();
        } catch (error) {
            if (!signal.aborted)
                throw error;
        }
    }

    /** @param {Node} node @param {Snapshot} now @param {ThinkInfo} info */
    #hear(node, now, info) {
        if (node !== this.study.here || info.lines.length === 0)
            return;
        node.value = info.lines[0];
        this.lines.show(info.lines, (line) => lineText(line, now.turn, this.study.record.players));
        fill(this.info, info.depth
            ? t('study.depth', info.depth, number(info.nodes)) : t('study.simulations', number(info.nodes)));
        this.#lines = info.lines;
        if (!this.explorer.pointing)
            this.#markLines();
        this.#drawValue();
    }

    /** Shows the best move of the next player if the one to move passed; a second time, the lines again. */
    async #threat() {
        const now = this.#now, shown = this.#threatened;
        if (!now || now.over || this.review.running || this.review.retrying)
            return;
        if (shown)
            return this.refresh();
        this.#stopThinking();
        this.#threatened = true;
        const { signal } = this.#thinking, found = await threatOf(now, signal).catch((error) => signal.aborted ? null : Promise.reject(error));
        if (!found || signal.aborted)
            return;
        this.stage.mark([found]);
        fill(this.status, el('strong', {}, `${t('study.threat')}: ${found.move}`));
    }

    /** Marks the lines of the search; beside the review the board shows what that says of it. */
    #markLines() {
        if (this.side.dataset.tab !== 'review')
            this.stage.mark(this.#lines.map((line, i) => ({
                move: line.move, exact: line.exact,
                score: line.exact ? t(`flag.${line.value ?? 'draw'}`) : i === 0 ? t('flag.best') : undefined,
            })));
    }

    /** Shows a move of the explorer. @param {string | null} move */
    #point(move) {
        if (move)
            this.stage.mark([{ move }]);
        else
            this.#markLines();
    }

    #drawValue() {
        const { study } = this, now = this.#now;
        if (!now)
            return;
        const { players } = study.record, value = now.over ? this.#final(now) : study.here.value;
        const said = now.over ? this.#result(now)
            : value ? worthSentence(value, now.turn, players, (seat) => this.people.name(seat), this.people.you) : '';
        this.bar.show(value, now.turn, said || '?');
        fill(this.worth, now.over ? '' : said || (settings.get('engine') ? t('study.waiting') : '\u00a0'));
        fill(this.graphHelp, players > 2 ? t('study.graphHelpMany')
            : this.people.you === 1 ? t('study.graphHelpYou') : t('study.graphHelp', this.people.name(1)));
        this.graph.show(lineThrough(study.here).map((node) => {
            const value = node.next && node.value, turn = node.next?.player ?? 0;
            return {
                move: node.move || t('study.start'), here: node === study.here,
                score: value && scoreFor(value, turn, players),
                exact: value?.exact ?? false, text: value ? this.#worthOf(value, turn) : '?',
                sign: signOf(node.note),
            };
        }));
    }

    /** @param {import('../types.js').Line} line @param {number} turn */
    #worthOf(line, turn) {
        return worthText(line, turn, this.study.record.players, (seat) => this.people.name(seat), this.people.you);
    }

    /** How it ended. @param {Pick<Snapshot, 'winners' | 'ending'>} now */
    #result(now) {
        return resultText(now, (seat) => this.people.name(seat), this.people.you);
    }

    /** The value of a finished game for the player who would be to move. @param {Snapshot} now */
    #final(now) {
        const winners = now.winners ?? [];
        const score = winners.length === 0 ? 0 : winners.includes(now.turn) ? 1 : -1;
        return this.study.here.value = {
            move: '', pv: [], plies: 0, exact: true, score,
            value: score > 0 ? 'win' : score < 0 ? 'loss' : 'draw',
        };
    }

    /** @param {string} move */
    async #play(move) {
        const { here } = this.study;
        if (this.#shown !== here || await this.review.tries(move, () => this.#showAgain()))
            return;
        await this.#go(childOf(here, move));
    }

    /** Shows the place as it was before a move that is not played. */
    #showAgain() {
        this.stage.show(/** @type {Snapshot} */ (this.#now), { interactive: true, ...this.#marksOf(this.study.here) });
    }

    /** @param {Node | null} node */
    async #practise(node) {
        if (node)
            practise(await snapshot(this.study.recordAt(node)));
    }

    #playOn() {
        const record = this.#now?.record ?? this.study.recordAt();
        const own = this.people.seatOf(this.#now?.turn ?? 1);
        const game = newGame(record, Array.from({ length: record.players }, (_, i) =>
            /** @type {import('../saved.js').Seat} */ (i + 1 === own
                ? { kind: 'person', name: '' } : { kind: 'computer', level: 5 })), null);
        saveGame(game);
        go(`#/play/${game.id}`);
    }

    leave() {
        this.study.saveRest();
        this.stopHearing();
        this.#gone.abort();
        this.#thinking.abort();
        this.review.stop();
        this.explorer.leave();
        this.stage.destroy();
    }
}

/**
 * The best move of the next player if the one to move passed, as a mark for the board. Where the last move binds the
 * player to move, in the last word but one of the position, nothing binds then.
 *
 * @param {Snapshot} now @param {AbortSignal} signal @returns {Promise<import('../boards/types.js').Mark | null>}
 */
async function threatOf({ record: { game, options, players }, position, turn }, signal) {
    const words = position.split(' ').slice(0, -1), next = turn % players + 1;
    for (const start of [words, [...words.slice(0, -1), '-']]) {
        try {
            const { move } = await think({ game, options, players, position: [...start, next].join(' ') }, { timeMs: THREAT_MS, signal });
            return { move, threatens: next };
        } catch (error) {
            if (!(error instanceof RulesError))
                throw error;
        }
    }
    return null;
}

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, route) {
    if (!route.parts[0])
        return go('#/import', true);
    const study = Study.load(route.parts[0]);
    if (!study)
        throw new Error(t('study.lost'));
    const view = new StudyView(host, study, titleOf(study.record.game));
    await view.begin();
    return () => view.leave();
}
