/*
 * studyreview.js - the review of an analysis: judges a line, keeps its panel, and leads through the mistakes, which the
 * visitor can try again.
 */
import { button, el, fill } from '../dom.js';
import { lang, t } from '../i18n.js';
import { remark, review, snapshot, think } from '../rules.js';
import { childOf, lineThrough, movesTo } from '../study.js';
import { isMarked, reviewPanel } from './reviewpanel.js';

/** @typedef {import('../study.js').Node} Node */
/** @typedef {import('../types.js').ReviewMove} ReviewMove */

/**
 * @typedef {object} StudyPlace  the view, as the review needs it
 * @property {import('./stage.js').Stage} stage
 * @property {HTMLElement} status
 * @property {AbortSignal} gone  aborted when the visitor leaves the view
 * @property {() => import('../types.js').Snapshot | null} now  the position shown
 * @property {(node: Node | null | undefined) => Promise<void>} go
 * @property {() => Promise<void>} refresh
 * @property {() => void} stopThinking
 * @property {() => void} openReview  shows the tab of the review
 * @property {(node: Node | null) => void} practise
 */

/** For the judgement of a move that somebody tries instead of a mistake. */
const RETRY_NODES = 60000;
/** How much worse than the best a move may be and still be good, of a whole result. */
const GOOD_LOSS = 0.05;

/** What a review says of a position, as a line of the analysis. @param {import('../types.js').ReviewValue} value
 * @param {string[]} pv @returns {import('../types.js').Line} */
function lineOf({ expected, value, plies }, pv) {
    return { move: pv[0], pv, score: 2 * expected - 1, exact: value !== null, value, plies };
}

export class StudyReview {
    /** @type {AbortController | null} */
    #running = null;
    /** The mistake that is being tried again. @type {ReviewMove | null} */
    #retried = null;

    /** @param {import('../study.js').Study} study @param {import('./studypeople.js').StudyPeople} people
     * @param {StudyPlace} place @param {Element} graph  the curve over the game, for the summary */
    constructor(study, people, place, graph) {
        this.study = study;
        this.people = people;
        this.place = place;
        this.tour = el('div', { class: 'row tour' });
        this.panel = reviewPanel({
            start: () => this.start(),
            stop: () => this.stop(),
            mine: (move) => this.#isOwn(move),
            pick: (move) => this.#showMistake(move), better: (move) => this.#reveal(move),
            retry: (move) => this.#retry(move),
            practise: (move) => place.practise(this.#placeOf(move)),
            name: (player) => people.name(player, people.seatsAfter(study.reviewed?.moves ?? [])[player - 1]),
            mover: (move) => people.name(move.player, this.#seatOf(move)),
            isYours: (move) => Boolean(study.seat) && this.#seatOf(move) === study.seat,
            players: study.record.players ?? 2,
        }, graph);
    }

    /** True while a line is judged. */
    get running() {
        return this.#running !== null;
    }

    /** True while a mistake is tried again. */
    get retrying() {
        return this.#retried !== null;
    }

    /** Judges a line: the one through the place shown, or one that was judged in another language.
     * @param {string[]} [moves] */
    async start(moves = movesTo(lineThrough(this.study.here).at(-1) ?? this.study.root)) {
        const { study, people, place } = this, stop = this.#running = new AbortController(), tongue = lang();
        place.stopThinking();
        this.panel.running(0);
        try {
            const found = await review({ ...study.record, moves }, { signal: stop.signal, lang: tongue, viewer: people.viewer(people.seatsAfter(moves)) },
                ({ done, count }) => this.panel.running(done / count));
            await this.#renameBefore(found.moves, moves, tongue);
            study.attach(moves, found, tongue);
            found.moves.forEach(({ entry, before }) => {
                const parent = study.find(moves.slice(0, entry));
                if (parent && !parent.value)
                    parent.value = lineOf(before, found.moves.find((one) => one.entry === entry)?.best ?? []);
            });
            study.fresh = false;
            study.save();
            this.#running = null;
            this.draw();
        } catch (error) {
            this.#running = null;
            this.panel.idle();
            this.draw(); // in another language rather than not at all
            if (!stop.signal.aborted)
                throw error;
        } finally {
            this.#running = null;
            if (!place.gone.aborted)
                await place.refresh();
        }
    }

    stop() {
        this.#running?.abort();
    }

    /** Ends the tour through the mistakes. */
    endTour() {
        this.#retried = null;
        fill(this.tour);
    }

    /** Shows what the review says of the places that are still there. */
    draw() {
        const { reviewed } = this.study;
        if (reviewed && !this.#running)
            this.panel.done({ ...reviewed.review, moves: reviewed.review.moves.filter((move) => this.#placeOf(move)) });
    }

    /** What the board marks at a place: the mistake that is tried again there. @param {Node} node
     * @returns {import('../boards/types.js').Mark[] | undefined} */
    marksOf(node) {
        const retried = this.#retriedAt(node);
        return retried && [{ move: retried.move, played: retried.mark }];
    }

    /**
     * Takes a move that the visitor tries instead of a mistake.
     * @param {string} move @param {() => void} again  shows the board as it was, for another try
     * @returns {Promise<boolean>}  false: nothing is tried at the place shown
     */
    async tries(move, again) {
        const { study, place: { status, gone, go } } = this, { here } = study, retried = this.#retriedAt(here);
        if (!retried)
            return false;
        const good = move === retried.best[0] || await this.#isGood(retried, move);
        if (gone.aborted || this.#retried !== retried || study.here !== here)
            return true; // the visitor has gone on meanwhile
        if (!good) {
            fill(status, el('strong', {}, t(move === retried.move ? 'review.same' : 'review.notBetter', move)));
            again();
            return true;
        }
        this.#retried = null;
        this.panel.reveal(retried);
        await go(childOf(here, move));
        if (move === retried.best[0])
            this.#explain(t('review.found', move), retried);
        else
            fill(status, el('strong', {}, t('review.asGood', move)));
        this.#drawTour(retried, false);
        return true;
    }

    /** The mistake that is tried again, if it was played at a place. @param {Node} node */
    #retriedAt(node) {
        return this.#retried && node === this.#placeOf(this.#retried) ? this.#retried : undefined;
    }

    /** True if a reviewed move is the visitor's, or the visitor has no seat in this game.
     * @param {ReviewMove} move */
    #isOwn(move) {
        const { seat } = this.study;
        return !seat || this.#seatOf(move) === seat;
    }

    /** The seat of who played a reviewed move. @param {ReviewMove} move */
    #seatOf(move) {
        return this.#placeOf(move)?.next?.seat;
    }

    /** The place where a move was played that was reviewed, unless it has been deleted. @param {ReviewMove} move */
    #placeOf({ entry }) {
        return this.study.find(this.study.reviewed?.moves.slice(0, entry) ?? []);
    }

    /** Rewrites the remarks on the moves before a change of seats: there the names were the other way round.
     * @param {ReviewMove[]} found @param {string[]} moves @param {string} tongue */
    async #renameBefore(found, moves, tongue) {
        const { study, people } = this;
        for (const one of found.filter(({ entry }) => moves.includes('swap', entry))) {
            const record = { ...study.record, moves: moves.slice(0, one.entry) }, viewer = people.viewer(people.seatsAfter([]));
            one.remarks = await remark(record, one.move, tongue, viewer);
            one.bestRemarks = await remark(record, one.best[0], tongue, viewer);
        }
    }

    /** Shows a move as it was played, with its sign: the better one is for the visitor to find. @param {ReviewMove} move */
    async #showMistake(move) {
        const { study } = this;
        this.#retried = null;
        await this.place.go(study.find(study.reviewed?.moves.slice(0, move.entry + 1) ?? []) ?? this.#placeOf(move));
    }

    /** @param {ReviewMove} move */
    async #retry(move) {
        this.#retried = move;
        await this.place.go(this.#placeOf(move));
        fill(this.place.status, el('strong', {}, t('review.find', move.move)));
        this.#drawTour(move, true);
    }

    /** What leads through the mistakes. @param {ReviewMove} move  the one that is tried again
     * @param {boolean} open  nothing better has been found yet */
    #drawTour(move, open) {
        const all = this.panel.told.filter((one) => isMarked(one) && this.#isOwn(one) && this.#placeOf(one));
        const next = all[all.indexOf(move) + 1];
        fill(this.tour,
            open && button(t('review.reveal'), () => this.#reveal(move)),
            next && button(t('review.next', all.indexOf(next) + 1, all.length), () => this.#retry(next), { class: open ? '' : 'main' }),
            !next && !open && el('p', {}, t('review.last')),
            button(t('review.end'), () => {
                this.endTour();
                this.place.openReview();
                this.place.refresh();
            }, { class: next || open ? '' : 'main' }));
    }

    /** Shows what would have been best. @param {ReviewMove} move */
    async #reveal(move) {
        const touring = this.#retried !== null;
        this.#retried = null;
        this.panel.reveal(move);
        await this.place.go(this.#placeOf(move));
        this.place.stage.mark([{ move: move.best[0] }]);
        this.#explain(t('review.best', move.best[0]), move);
        if (touring)
            this.#drawTour(move, false);
    }

    /** @param {string} text @param {ReviewMove} move  whose better move is explained */
    #explain(text, move) {
        const facts = move.bestRemarks;
        fill(this.place.status, el('strong', {}, text), facts.length > 0 && ` ${facts.join(' ')}`);
    }

    /** True if a move other than the best is nearly as good; with more than two players, or if it
     * ends the game, only if it wins.
     * @param {ReviewMove} mistake @param {string} move */
    async #isGood({ before }, move) {
        const { study, place } = this, turn = place.now()?.turn ?? 0;
        const now = await snapshot({ ...study.recordAt(), moves: [...movesTo(study.here), move] });
        if (now.over || study.record.players > 2)
            return now.winners?.includes(turn) ?? false;
        const { info } = await think(now.record, { nodes: RETRY_NODES, signal: place.gone });
        return before.expected - (1 - info.lines[0].score) / 2 <= GOOD_LOSS;
    }
}
