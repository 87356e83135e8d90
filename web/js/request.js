/* request.js - what the page asks of the module, as fields (see wasm.js). */

/** @typedef {import('./types.js').RecordInput} RecordInput */
/** @typedef {import('./types.js').RecordMeta} RecordMeta */
/** @typedef {import('./types.js').ThinkOptions} ThinkOptions */
/** @typedef {import('./types.js').Winners} Winners */

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
