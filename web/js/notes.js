/* notes.js - the tree of an analysis as the notes of a record, and back. */
import { Study, childOf, movesTo, redrawn, studyOf } from './study.js';

/** @typedef {import('./study.js').Node} Node */
/** @typedef {import('./types.js').Evaluation} Evaluation */
/** @typedef {import('./types.js').Line} Line */
/** @typedef {import('./types.js').Note} Note */
/** @typedef {import('./types.js').Variation} Variation */

const OPPOSITE = /** @type {const} */ ({ win: 'loss', draw: 'draw', loss: 'win' });

// ---- Evaluations ---------------------------------------------------------------------------

/** What a line of the analysis says for the player to move. @param {Line} line @param {number} player
 * @returns {Evaluation} */
function evaluationOf({ exact, value, plies, score }, player) {
    return exact && value ? { player, value, ...(plies === null ? {} : { plies }) }
        : { player, score: Math.round(score * 1e4) / 1e4 };
}

/** The same the other way; null if nothing follows for the player to move.
 * @param {Evaluation} evaluation @param {number} turn @param {number} players @returns {Line | null} */
function valueOf({ player, score, value, plies }, turn, players) {
    if (player !== turn && players > 2)
        return null;
    const own = player === turn, known = value ? { win: 1, draw: 0, loss: -1 }[value] : score ?? 0;
    return {
        move: '', pv: [], score: Math.max(-1, Math.min(1, own ? known : -known)), exact: value !== undefined,
        value: value ? own ? value : OPPOSITE[value] : null, plies: plies ?? null,
    };
}

// ---- What somebody types ---------------------------------------------------------------------

/** What can be typed; a record takes 4,000 bytes. */
export const COMMENT_LENGTH = 1000;

/** A comment as a record can hold it: in one paragraph, without braces or what looks like the start of
 * an evaluation. @param {string} text */
export const cleanComment = (text) => text.replace(/\s+/g, ' ').trim()
    .replace(/\{/g, '(').replace(/\}/g, ')').replace(/\[%/g, '[');

// ---- Reading -------------------------------------------------------------------------------

/** Adds the contents of a note, unless the node has them. @param {Node} node @param {Note} note */
function tell(node, { comment, eval: evaluation, ms, drawings = [] }) {
    if (comment && !node.comment.includes(comment))
        node.comment = node.comment ? `${node.comment} ${comment}` : comment;
    node.evaluation = evaluation ?? node.evaluation;
    node.ms = ms ?? node.ms;
    node.drawings = drawings.filter((word) => !node.drawings.includes(word)).reduce(redrawn, node.drawings);
}

/** Puts moves with their notes into the tree, from a node on. @param {Node} from @param {Variation} line */
function graft(from, { moves, notes = [] }) {
    let next = 0;
    const hear = (/** @type {number} */ at, /** @type {Node} */ node) => {
        for (; notes[next]?.at === at; next++) {
            tell(node, notes[next]);
            for (const variation of notes[next].variations ?? [])
                graft(/** @type {Node} */ (node.parent), variation);
        }
    };
    hear(0, from);
    moves.reduce((parent, move, i) => {
        const node = childOf(parent, move);
        hear(i + 1, node);
        return node;
    }, from);
}

/** Makes values for the graph of the evaluations below a node. @param {Node} node @param {number} players */
function valueAll(node, players) {
    if (node.evaluation && node.next)
        node.value ??= valueOf(node.evaluation, node.next.player, players);
    for (const child of node.children)
        valueAll(child, players);
}

/**
 * Begins the analysis of a record with all its annotations.
 *
 * @param {import('./types.js').MatchRecord} record
 * @param {(string | null)[]} [people]
 * @returns {Promise<string>} its id
 */
export async function studyWithNotes(record, people) {
    const id = studyOf(record, people), study = record.notes && Study.load(id);
    if (study) {
        graft(study.root, record);
        await study.learn();
        valueAll(study.root, record.players);
        study.save();
    }
    return id;
}

// ---- Writing -------------------------------------------------------------------------------

/** The nodes from one on, along the first child each time. @param {Node | undefined} node */
function lineFrom(node) {
    const line = [];
    for (let at = node; at; at = at.children[0])
        line.push(at);
    return line;
}

/** @param {number} at @param {Node} node @param {Node[]} others @param {(node: Node) => Evaluation | null} worth
 * @returns {Note | null}  null if there is nothing to say */
function noteOf(at, node, others, worth) {
    const evaluation = worth(node);
    /** @type {Note} */
    const note = { at };
    if (node.comment)
        note.comment = node.comment;
    if (evaluation)
        note.eval = evaluation;
    if (node.ms !== null)
        note.ms = node.ms;
    if (node.drawings.length > 0)
        note.drawings = node.drawings;
    if (others.length > 0)
        note.variations = others.map((other) => variationOf(lineFrom(other), worth, true));
    return Object.keys(note).length > 1 ? note : null;
}

/** @param {Node[]} line @param {(node: Node) => Evaluation | null} worth
 * @param {boolean} headless  the brothers of its first move are told elsewhere @returns {Variation} */
function variationOf(line, worth, headless) {
    const notes = line.flatMap((node, i) => noteOf(i + 1, node,
        headless && i === 0 ? [] : node.parent?.children.slice(1) ?? [], worth) ?? []);
    return { moves: line.map(({ move }) => move), ...(notes.length > 0 ? { notes } : {}) };
}

/**
 * The whole tree as one line with notes.
 *
 * @param {Node} root
 * @param {(node: Node) => Evaluation | null} worth
 * @returns {Variation}
 */
function treeOf(root, worth) {
    const { moves, notes = [] } = variationOf(lineFrom(root.children[0]), worth, false);
    const opening = noteOf(0, root, [], worth);
    return { moves, notes: opening ? [opening, ...notes] : notes };
}

/**
 * An analysis as a record: its whole tree with annotations and evaluations of the moves, its review included.
 *
 * @param {import('./study.js').Study} study
 * @returns {import('./types.js').MatchRecord}
 */
export function recordOf(study) {
    const own = treeOf(study.root, (node) =>
        node.value && node.next ? evaluationOf(node.value, node.next.player) : node.evaluation);
    const review = study.reviewed;
    const whole = study.emptyTree();
    graft(whole, own);
    if (review?.review.notes) {
        const moves = movesTo(study.reach(review.moves)); // without those that were deleted
        graft(whole, { moves, notes: review.review.notes.filter(({ at }) => at <= moves.length) });
    }
    graft(whole, own); // what is in the tree says more than the review where both say something
    return { ...study.record, ...treeOf(whole, (node) => node.evaluation) };
}
