/*
 * study.js - a game with its variations, as a tree. The first child of a node
 * is the main line. As a game, an analysis may be open in two tabs: every writing raises
 * its version, and the higher one holds.
 */
import { RulesError, snapshot } from './rules.js';
import { freshGameId } from './saved.js';
import { names, read, remove, write } from './storage.js';
import { keepTurn } from './turning.js';

/** @typedef {import('./types.js').MatchRecord} MatchRecord */
/** @typedef {import('./types.js').Line} Line */
/** @typedef {import('./types.js').Review} Review */
/** @typedef {import('./types.js').ReviewMove} ReviewMove */
/** @typedef {import('./types.js').Evaluation} Evaluation */

/**
 * @typedef {object} Node
 * @property {string} move        empty at the root
 * @property {Node | null} parent
 * @property {Node[]} children
 * @property {import('./types.js').Entry | null} next  who is to move after it; null until the rules have answered
 * @property {Line | null} value  of the position after the move, for the player to move there
 * @property {ReviewMove | null} note  what a review says about the move
 * @property {string} comment     empty if there is none
 * @property {Evaluation | null} evaluation  that came with a record
 * @property {number | null} ms   that the move took
 * @property {string[]} drawings  squares and arrows on the board after it
 */

/** A node as it is kept: the move, then its children. @typedef {[string, ...any[]]} Kept */

/**
 * @typedef {object} SavedStudy
 * @property {string} id
 * @property {number} [version]     those of the first kind have none
 * @property {MatchRecord} record   the set-up, without moves
 * @property {Kept} tree
 * @property {number[]} path        which child was taken, from the root to the place shown
 * @property {(string | null)[]} names
 * @property {(Line | null)[]} [values]   of the nodes, each before its children
 * @property {(Said | null)[]} [said]      about them, likewise
 * @property {{ moves: string[], review: Review, lang?: string }} [review]  the moves that it is about, and its
 *     language; the first ones have none
 * @property {boolean} [fresh]      it was begun after a game and not looked at yet
 * @property {string} [title]       what its owner calls it
 * @property {string} [source]      the game that it is about
 * @property {{ moves: string[], ending: NonNullable<MatchRecord['ending']>, winners: number[] }} [called]
 *     how that game ended, if not by its rules, and after which moves
 * @property {number} [seat]        of a visitor who studies their own game; 0: none
 * @property {number} [you]         in older ones: the visitor's player at the end
 * @property {number} touched
 */

/** @typedef {Pick<Node, 'comment' | 'evaluation' | 'ms'> & { drawings?: string[] }} Said */

/** How many are kept besides those that have a title. */
const KEPT = 100;
/** One without moves is forgotten after this time. */
const UNUSED_MS = 86400000;

/** @param {string} move @param {Node | null} parent @returns {Node} */
const makeNode = (move, parent) => ({
    move, parent, children: [], next: null, value: null, note: null, comment: '', evaluation: null, ms: null, drawings: [],
});

/** The child with this move; makes it if it is new. @param {Node} node @param {string} move */
export function childOf(node, move) {
    let child = node.children.find((one) => one.move === move);
    if (!child) {
        child = makeNode(move, node);
        node.children.push(child);
    }
    return child;
}

/** The moves that lead to a node. @param {Node} node @returns {string[]} */
export function movesTo(node) {
    return node.parent ? [...movesTo(node.parent), node.move] : [];
}

/** Draws a square or an arrow; the same word again removes it, and another colour replaces it.
 * @param {string[]} drawings @param {string} word @returns {string[]} */
export function redrawn(drawings, word) {
    const others = drawings.filter((one) => one.slice(1) !== word.slice(1));
    return drawings.includes(word) ? others : [...others, word];
}

/** The nodes from the root through this one to the end of its main line. @param {Node} node */
export function lineThrough(node) {
    const line = [node];
    for (let up = node.parent; up; up = up.parent)
        line.unshift(up);
    for (let down = node.children[0]; down; down = down.children[0])
        line.push(down);
    return line;
}

/** Puts every node on the way here first among its brothers. @param {Node} node */
export function promote(node) {
    for (let at = node; at.parent; at = at.parent) {
        const { children } = at.parent;
        children.splice(children.indexOf(at), 1);
        children.unshift(at);
    }
}

/** Removes a node and all that follows. @param {Node} node @returns {Node} where to go then */
export function cut(node) {
    if (!node.parent)
        return node;
    node.parent.children = node.parent.children.filter((one) => one !== node);
    return node.parent;
}

/** @param {Node} node @returns {Kept} */
const pack = (node) => [node.move, ...node.children.map(pack)];

/** @param {Kept} kept @param {Node | null} parent @returns {Node} */
function unpack([move, ...children], parent) {
    const node = makeNode(move, parent);
    node.children = children.map((child) => unpack(child, node));
    return node;
}

/** The nodes below and including one, each before its children. @param {Node} node @returns {Node[]} */
const nodesOf = (node) => [node, ...node.children.flatMap(nodesOf)];

/** @param {Node} node @returns {number[]} */
function pathTo(node) {
    return node.parent ? [...pathTo(node.parent), node.parent.children.indexOf(node)] : [];
}

/** @param {string} id @returns {SavedStudy | null} */
const stored = (id) => read(`study.${id}`, null);

/** All of it but where somebody looks and what the computer thinks. @param {SavedStudy} saved */
const workIn = ({ version, touched, path, values, ...work }) => JSON.stringify(work);

/** One analysis. */
export class Study {
    /** @param {SavedStudy} saved */
    constructor(saved) {
        this.id = saved.id;
        this.version = saved.version ?? 0;
        this.record = saved.record;
        this.names = saved.names;
        this.root = unpack(saved.tree, null);
        this.here = saved.path.reduce((node, i) => node.children[i] ?? node, this.root);
        this.fresh = saved.fresh ?? false;
        this.title = saved.title ?? '';
        this.source = saved.source;
        this.called = saved.called;
        this.seat = saved.seat;
        this.you = saved.you;
        nodesOf(this.root).forEach((node, i) => {
            node.value = saved.values?.[i] ?? null;
            Object.assign(node, saved.said?.[i]);
        });
        /** @type {SavedStudy['review']} */
        this.reviewed = undefined;
        if (saved.review)
            this.attach(saved.review.moves, saved.review.review, saved.review.lang);
        /** As it was last written or read. */
        this.written = JSON.stringify(this.#packed());
    }

    /** Puts what a review says about these moves, from the root on, beside those that are still there.
     * @param {string[]} moves @param {Review} review @param {string} [lang]  of its sentences */
    attach(moves, review, lang) {
        for (const node of nodesOf(this.root))
            node.note = null;
        for (let node = this.reach(moves), i = movesTo(node).length - 1; node.parent; node = node.parent, i--)
            node.note = review.moves.find(({ entry }) => entry === i) ?? null;
        this.reviewed = { moves, review, lang };
    }

    /** The match up to a node. @param {Node} [node] @returns {MatchRecord} */
    recordAt(node = this.here) {
        return { ...this.record, moves: movesTo(node) };
    }

    /** How the game ended there by resignation, agreement or time; undefined: it did not. @param {Node} node */
    calledAt(node) {
        return this.called?.moves.join(' ') === movesTo(node).join(' ') ? this.called : undefined;
    }

    /** Takes from the rules who is to move on the way to a node. @param {Node} node
     * @param {import('./types.js').Snapshot} now  of its position */
    hear(node, { entries, turn, seats }) {
        for (let at = /** @type {Node | null} */ (node), i = entries.length; at; at = at.parent, i--)
            at.next = entries[i] ?? { player: turn, seat: seats[turn - 1] };
    }

    /** Asks the rules who is to move at every place, and whose game it is. A line that they refuse stays unknown. */
    async learn() {
        for (const leaf of nodesOf(this.root).filter(({ children, next }) => children.length === 0 && !next))
            try {
                this.hear(leaf, await snapshot(this.recordAt(leaf)));
            } catch (error) {
                if (!(error instanceof RulesError))
                    throw error;
            }
        if (this.seat === undefined && this.you) {
            const { seats } = await snapshot(this.recordAt(lineThrough(this.root).at(-1)));
            this.seat = seats[this.you - 1];
        }
    }

    /** The start of a tree without moves. */
    emptyTree() {
        return makeNode('', null);
    }

    /** @returns {SavedStudy} */
    #packed() {
        return {
            id: this.id, version: this.version, record: this.record, tree: pack(this.root), path: pathTo(this.here),
            names: this.names, touched: 0, fresh: this.fresh,
            values: nodesOf(this.root).map(({ value }) => value && { ...value, pv: value.pv.slice(0, 1) }),
            said: nodesOf(this.root).map(({ comment, evaluation, ms, drawings }) =>
                comment || evaluation || ms !== null || drawings.length > 0
                    ? { comment, evaluation, ms, ...(drawings.length > 0 ? { drawings } : {}) } : null),
            review: this.reviewed, title: this.title, source: this.source, called: this.called,
            seat: this.seat, you: this.you,
        };
    }

    save() {
        this.version++;
        const packed = this.#packed();
        this.written = JSON.stringify(packed);
        write(`study.${this.id}`, { ...packed, touched: Date.now() });
    }

    /** Saves what has not been saved, unless another tab has written later or deleted it. */
    saveRest() {
        const saved = stored(this.id);
        if (saved && (saved.version ?? 0) <= this.version && JSON.stringify(this.#packed()) !== this.written)
            this.save();
    }

    /** Takes what another tab has written, if it is later. The place shown stays, as far as it is still there.
     * @returns {boolean} whether all nodes are others now */
    catchUp() {
        const saved = stored(this.id);
        if (!saved || (saved.version ?? 0) <= this.version)
            return false;
        if (workIn(saved) === workIn(this.#packed())) {
            this.version = saved.version ?? 0;
            nodesOf(this.root).forEach((node, i) => {
                node.value ??= saved.values?.[i] ?? null;
            });
            return false;
        }
        const moves = movesTo(this.here);
        Object.assign(this, new Study(saved));
        this.here = this.reach(moves);
        return true;
    }

    /** The node that these moves lead to, or the last one on the way that there is. @param {string[]} moves */
    reach(moves) {
        let node = this.root;
        for (const move of moves) {
            const child = node.children.find((one) => one.move === move);
            if (!child)
                break;
            node = child;
        }
        return node;
    }

    /** The node that these moves lead to, if there is one. @param {string[]} moves */
    find(moves) {
        const node = this.reach(moves);
        return movesTo(node).length === moves.length ? node : null;
    }

    /** @param {string} id */
    static load(id) {
        const saved = stored(id);
        return saved && new Study(saved);
    }
}

/** True if a match and an analysis have the same setup, rules and start.
 * @param {MatchRecord} kept @param {Omit<MatchRecord, 'moves'>} record */
const sameSetUp = (kept, record) => kept.game === record.game && kept.players === record.players &&
    kept.swap === record.swap && kept.repetition === record.repetition &&
    (kept.position ?? null) === (record.position ?? null) && sortedText(kept.options) === sortedText(record.options);

/** @param {Record<string, unknown>} [options] */
const sortedText = (options = {}) => JSON.stringify(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Begins the analysis of a match, or continues that of the same game.
 *
 * @param {MatchRecord} record
 * @param {(string | null)[]} [people]
 * @param {{ quarters?: number, source?: string, seat?: number }} [how]  how its board is turned; the game that
 *     it is about; the seat of the one who studies it
 * @returns {string} its id
 */
export function studyOf(record, people = [], { quarters = 0, source, seat = 0 } = {}) {
    const { moves, notes, ending, result, ...rest } = record;
    // The players of a game can be changed before the first move: then it is another game.
    const known = source && allStudies().find((saved) => saved.source === source && sameSetUp(saved.record, rest));
    const study = new Study(known || {
        id: freshGameId(), record: { ...rest, moves: [] }, tree: [''], path: [], names: people, touched: 0, source, seat,
    });
    study.names = people;
    study.seat = seat;
    study.called = ending && { moves, ending, winners: result ?? [] };
    study.here = moves.reduce(childOf, study.root);
    study.fresh = (ending !== undefined || moves.length > 0) && study.reviewed?.moves.join(' ') !== moves.join(' ');
    study.save();
    if (!known)
        keepTurn(study.id, quarters);
    forgetOld();
    return study.id;
}

// ---- All of them ----------------------------------------------------------------------

/** @returns {SavedStudy[]} */
const allStudies = () => names('study.').map((name) => /** @type {SavedStudy | null} */ (read(name, null)))
    .filter((saved) => saved !== null);

/** True if the analysis has a move or a title. @param {SavedStudy} saved */
const isUsed = ({ tree, title }) => tree.length > 1 || Boolean(title);

/** Those that are worth listing, the latest first. @returns {SavedStudy[]} */
export const savedStudies = () => allStudies().filter(isUsed).sort((a, b) => b.touched - a.touched);

/** The moves of its main line. @param {SavedStudy} saved @returns {string[]} */
export function mainLine({ tree }) {
    const moves = [];
    for (let node = /** @type {Kept} */ (tree[1]); node; node = node[1])
        moves.push(node[0]);
    return moves;
}

/** @param {string} id */
export const dropStudy = (id) => remove(`study.${id}`);

/** Brings back what was dropped. @param {SavedStudy} saved */
export const putStudy = (saved) => write(`study.${saved.id}`, { ...saved, version: (saved.version ?? 0) + 1 });

/** @param {string} id @param {string} title */
export function renameStudy(id, title) {
    const saved = stored(id);
    if (saved)
        putStudy({ ...saved, title });
}

function forgetOld() {
    const all = allStudies().sort((a, b) => b.touched - a.touched);
    const unused = all.filter((saved) => !isUsed(saved) && Date.now() - saved.touched > UNUSED_MS);
    for (const { id } of [...unused, ...all.filter((saved) => !saved.title).slice(KEPT)])
        dropStudy(id);
}
