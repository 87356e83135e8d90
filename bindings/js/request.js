/* request.js - questions to the module as fields (see wasm.js), and what its answers need. */

/** @typedef {import('./types.js').RecordInput} RecordInput */
/** @typedef {import('./types.js').RecordMeta} RecordMeta */
/** @typedef {import('./types.js').ThinkOptions} ThinkOptions */
/** @typedef {import('./types.js').Winners} Winners */
/** @typedef {import('./types.js').Lang} Lang */
/** @typedef {{ moves: string[], notes?: import('./types.js').Note[] }} Line */

/** What is refused before the module sees it. */
const phrases = {
    json: 'This is not a JSON record.',
    notes: '"notes" must be in order, each with its "at" and, if need be, a list of variations.',
};

/** Bad input: what is wrong, and the number of the move at fault (0: none is). */
export class RulesError extends Error {
    /** @param {string} message @param {number} ply */
    constructor(message, ply = 0) {
        super(message);
        this.name = 'RulesError';
        this.ply = ply;
    }
}

// ---- Types ---------------------------------------------------------------------------

/** @param {string} name @param {string} wanted @returns {never} */
function refuseType(name, wanted) {
    throw new RulesError(`"${name}" must be ${wanted}.`);
}

/** A text, or a RulesError. @param {string} name @param {unknown} value @returns {string} */
export function textOf(name, value) {
    return typeof value === 'string' ? value : refuseType(name, 'a text');
}

/** An object, or a RulesError. @template T @param {string} name @param {T} value @returns {T} */
export function objectOf(name, value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : refuseType(name, 'an object');
}

/** A list, or a RulesError. @template T @param {string} name @param {T[]} value @returns {T[]} */
export function listOf(name, value) {
    return Array.isArray(value) ? value : refuseType(name, 'a list');
}

/** Texts, or a RulesError. @param {string} name @param {string[]} value @returns {string[]} */
export function textsOf(name, value) {
    return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : refuseType(name, 'a list of texts');
}

/** A signal or none, or a RulesError. @param {AbortSignal | undefined} value */
export function signalOf(value) {
    return value === undefined || value instanceof AbortSignal ? value : refuseType('signal', 'an AbortSignal');
}

/** @param {string} name @param {unknown} value */
function scalarOf(name, value) {
    return typeof value === 'string' || typeof value === 'number' ? String(value) : refuseType(name, 'a text or a number');
}

// ---- Fields --------------------------------------------------------------------------

/** Who reads: names by player, and the number of the player who does.
 * @param {import('./types.js').Viewer} viewer @returns {string[]} */
export function viewerFields(viewer) {
    const { names = [], you = 0 } = objectOf('viewer', viewer);
    return [...listOf('names', names).flatMap((name) => ['names', textOf('names', name ?? '')]), ...fieldsOf({ you: you || null })];
}

/**
 * The fields of what is there: null and undefined are left out.
 *
 * @param {Record<string, string | number | null | undefined>} values
 * @returns {string[]}
 */
export function fieldsOf(values) {
    return Object.entries(values).flatMap(([name, value]) =>
        value === null || value === undefined ? [] : [name, scalarOf(name, value)],
    );
}

/**
 * @param {string} prefix
 * @param {Record<string, string | number>} values
 */
function prefixed(prefix, values) {
    return Object.entries(values).flatMap(([name, value]) => [prefix + name, scalarOf(name, value)]);
}

/** @param {Winners | undefined} winners */
function resultText(winners) {
    return winners && (listOf('result', winners).length > 0 ? winners.join(',') : 'draw');
}

/**
 * @param {RecordInput} record
 * @returns {string[]}
 */
export function recordFields(record) {
    const { game, players, position, repetition, ending, options = {}, moves = [] } = objectOf('record', record);
    textOf('game', game);
    const swap = record.swap === undefined ? undefined : record.swap ? 'on' : 'off';
    const result = ending && resultText(record.result);
    return [
        ...fieldsOf({ game, players, position, repetition, swap, ending, result }),
        ...prefixed('options.', objectOf('options', options ?? {})),
        ...textsOf('moves', moves ?? []).flatMap((move) => ['moves', move]),
    ];
}

/** @param {import('./types.js').Composition} composition @returns {string[]} */
export function compositionFields({ pieces, hands = [], turn }) {
    const spelled = Object.entries(pieces).flatMap(([place, list]) => list.map(({ kind, player = 0, way = '-', sends }) =>
        [place, kind, player, way, ...sends ? ['sends'] : []].join(' ')));
    return [...fieldsOf({ turn }), ...spelled.flatMap((piece) => ['piece', piece]),
        ...hands.flatMap((count) => ['hand', String(count)])];
}

/** Variations that are deeper inside one another are refused by the module, at whatever depth. */
const DEEPEST = 100;

/** The words of an evaluation; the module says what is wrong with them. @param {any} evaluation */
function evaluationText(evaluation) {
    const { player, score, value, plies } = Object(evaluation);
    return [player, value ?? Number(score).toFixed(4), value === undefined ? undefined : plies]
        .filter((word) => word !== undefined && word !== null).join(' ');
}

/**
 * Moves with their annotations, one field after the other.
 *
 * @param {Line} line
 * @param {number} depth
 * @returns {string[]}
 */
function lineFields({ moves, notes = [] }, depth) {
    if (!Array.isArray(moves) || !Array.isArray(notes))
        throw new RulesError(phrases.notes);
    let next = 0;
    const notesAt = (/** @type {number} */ at) => {
        const fields = [];
        for (; notes[next]?.at === at; next++) {
            const { comment, eval: evaluation, ms, drawings = [], variations = [] } = notes[next];
            if (!Array.isArray(variations)) throw new RulesError(phrases.notes);
            fields.push(...fieldsOf({
                comment, time: ms, eval: evaluation === undefined ? undefined : evaluationText(evaluation),
            }), ...textsOf('drawings', drawings).flatMap((word) => ['draw', word]));
            for (const one of depth < DEEPEST ? variations : [])
                fields.push('variation', '(', ...lineFields(Object(one), depth + 1), 'variation', ')');
        }
        return fields;
    };
    const fields = depth === 0 ? notesAt(0) : [];
    moves.forEach((move, i) => fields.push('moves', String(move), ...notesAt(i + 1)));
    if (next < notes.length) throw new RulesError(phrases.notes);
    return fields;
}

/**
 * The same as recordFields() with the notes.
 *
 * @param {RecordInput} record
 * @returns {string[]}
 */
export function notedFields(record) {
    const { moves = [], notes = [], ...rest } = record;
    return [...recordFields({ ...rest, moves: [] }), ...lineFields({ moves, notes }, 0)];
}

/** @param {string} source @returns {any} null if it cannot be read */
function readJson(source) {
    try {
        return JSON.parse(source);
    } catch {
        return null;
    }
}

/** Is it meant to be JSON? Tags begin with a bracket and a letter. @param {string} text */
export const isJson = (text) => /^\s*(\{|\[\s*\{)/.test(text);

/**
 * The objects in a text of JSON: one, a list, or one on each line, each with its line.
 *
 * @param {string} text
 * @returns {{ line: number, object: any }[]}
 */
export function readObjects(text) {
    const whole = readJson(text);
    if (whole !== null) return [whole].flat().map((object) => ({ line: 1, object }));
    return text.split('\n').flatMap((source, i) =>
        source.trim() ? [{ line: i + 1, object: readJson(source) }] : []);
}

/**
 * The fields of a record as programs write it (docs/NOTATION.md). Values of the wrong type are
 * refused here, all other errors by the module.
 *
 * @param {any} object
 * @returns {string[]}
 */
export function objectFields(object) {
    const {
        game, players, options, position, repetition, swap, moves, notes, ending, result, names, date, tags,
    } = Object(object);
    const lists = [moves, notes, names].every((one) => one === undefined || Array.isArray(one));
    const winners = Array.isArray(result) ? result : result === 'draw' ? [] : undefined;
    const stated = result === undefined || result === null || winners !== undefined;
    if (typeof game !== 'string' || !lists || !stated) throw new RulesError(phrases.json);
    return [
        ...notedFields({
            game, players, options, position, repetition, swap, moves, notes, ending: ending ?? undefined,
            result: winners,
        }),
        ...(ending || winners === undefined ? [] : fieldsOf({ result: resultText(winners) })),
        ...metaFields({ names, date, tags }),
    ];
}

/**
 * @param {RecordMeta} meta
 * @returns {string[]}
 */
export function metaFields(meta) {
    const { names = [], date, tags = {} } = objectOf('meta', meta);
    const seats = listOf('names', names).map((name, i) => [`tags.Player${i + 1}`, name]);
    return [
        ...fieldsOf({ 'tags.Date': date }),
        ...fieldsOf(Object.fromEntries(seats)),
        ...prefixed('tags.', objectOf('tags', tags)),
    ];
}

/**
 * @param {ThinkOptions} options
 * @returns {string[]}
 */
export function thinkFields(options) {
    const { level, personality, timeMs, nodes, depth, lines, tableMb, seed, threads } = objectOf('options', options);
    return fieldsOf({ level, personality, timeMs, nodes, depth, lines, tableMb, seed, threads });
}

/**
 * @param {import('./types.js').SolveOptions} options
 * @returns {string[]}
 */
export function solveFields(options) {
    const { player, within, shortest, timeMs, tableMb, rulesOnly } = objectOf('options', options);
    const flag = (/** @type {boolean | undefined} */ value) => (value ? 1 : undefined);
    return fieldsOf({
        player, within, timeMs, tableMb, shortest: flag(shortest), rulesOnly: flag(rulesOnly),
    });
}

/**
 * @param {import('./types.js').PictureOptions} options
 * @returns {string[]}
 */
export function pictureFields(options) {
    const { marks, arrows, dark, bare, width, lang } = objectOf('options', options);
    return fieldsOf({ marks, arrows, width, lang, dark: dark ? 1 : undefined, bare: bare ? 1 : undefined });
}

/**
 * Moves names and date out of the tags.
 *
 * @param {any} parsed as the module answers it
 * @returns {import('./types.js').ParsedRecord | import('./types.js').BadRecord}
 */
export function sortTags(parsed) {
    if (parsed.error) return parsed;
    const { Date: date = null, ...tags } = parsed.tags;
    const names = [];
    for (let seat = 1; seat <= parsed.record.players; seat++) {
        names.push(tags[`Player${seat}`] ?? null);
        delete tags[`Player${seat}`];
    }
    return { ...parsed, names, date, tags };
}
