/* request.js - questions to the module as fields (see wasm.js), and what its answers need. */

/** @typedef {import('./types.js').RecordInput} RecordInput */
/** @typedef {import('./types.js').RecordMeta} RecordMeta */
/** @typedef {import('./types.js').ThinkOptions} ThinkOptions */
/** @typedef {import('./types.js').Winners} Winners */

/** Bad input: what is wrong, and the number of the move at fault (0: none is). */
export class RulesError extends Error {
    /** @param {string} message @param {number} ply */
    constructor(message, ply = 0) {
        super(message);
        this.name = 'RulesError';
        this.ply = ply;
    }
}

/**
 * The fields of what is there: null and undefined are left out.
 *
 * @param {Record<string, string | number | null | undefined>} values
 * @returns {string[]}
 */
export function fieldsOf(values) {
    return Object.entries(values).flatMap(([name, value]) =>
        value === null || value === undefined ? [] : [name, String(value)],
    );
}

/**
 * @param {string} prefix
 * @param {Record<string, string | number>} values
 */
function prefixed(prefix, values) {
    return Object.entries(values).flatMap(([name, value]) => [prefix + name, String(value)]);
}

/** @param {Winners | undefined} winners */
function resultText(winners) {
    return winners && (winners.length > 0 ? winners.join(',') : 'draw');
}

/**
 * @param {RecordInput} record
 * @returns {string[]}
 */
export function recordFields(record) {
    const { game, players, position, repetition, ending } = record;
    const swap = record.swap === undefined ? undefined : record.swap ? 'on' : 'off';
    const result = ending && resultText(record.result);
    return [
        ...fieldsOf({ game, players, position, repetition, swap, ending, result }),
        ...prefixed('options.', record.options ?? {}),
        ...(record.moves ?? []).flatMap((move) => ['moves', move]),
    ];
}

/**
 * @param {RecordMeta} meta
 * @returns {string[]}
 */
export function metaFields({ names = [], date, tags = {} }) {
    const seats = names.map((name, i) => [`tags.Player${i + 1}`, name]);
    return [
        ...fieldsOf({ 'tags.Date': date }),
        ...fieldsOf(Object.fromEntries(seats)),
        ...prefixed('tags.', tags),
    ];
}

/**
 * @param {ThinkOptions} options
 * @returns {string[]}
 */
export function thinkFields({ level, timeMs, nodes, depth, lines, tableMb, seed }) {
    return fieldsOf({ level, timeMs, nodes, depth, lines, tableMb, seed });
}

/**
 * @param {import('./types.js').SolveOptions} options
 * @returns {string[]}
 */
export function solveFields({ player, within, shortest, timeMs, tableMb, rulesOnly }) {
    const flag = (/** @type {boolean | undefined} */ value) => (value ? 1 : undefined);
    return fieldsOf({
        player, within, timeMs, tableMb, shortest: flag(shortest), rulesOnly: flag(rulesOnly),
    });
}

/**
 * @param {import('./types.js').PictureOptions} options
 * @returns {string[]}
 */
export function pictureFields({ marks, arrows, dark, width, lang }) {
    return fieldsOf({ marks, arrows, width, lang, dark: dark ? 1 : undefined });
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
