/* link.js - a link that contains a whole game, in the part of the address after #. */

/** @typedef {import('./types.js').MatchRecord} MatchRecord */
/** @typedef {import('./types.js').RecordInput} RecordInput */

/** The words of a link that are not options of the game. */
const OWN = ['players', 'position', 'repetition', 'swap', 'moves', 'ending', 'result', 'name'];

/** The length of a name in a link; the server and the settings allow less. */
const NAME_LENGTH = 60;

/** @param {MatchRecord} record @param {(string | null)[]} [people]  as they first sat down @returns {string} the address */
export function linkTo(record, people = []) {
    const query = new URLSearchParams();
    query.set('players', String(record.players));
    for (const [name, value] of Object.entries(record.options))
        query.set(name, String(value));
    if (record.position)
        query.set('position', record.position);
    query.set('repetition', String(record.repetition));
    if (record.swap)
        query.set('swap', 'on');
    query.set('moves', record.moves.join(' '));
    if (record.ending) {
        query.set('ending', record.ending);
        query.set('result', record.result?.join(',') ?? '');
    }
    if (people.some(Boolean))
        for (const name of people)
            query.append('name', name ?? '');
    const text = query.toString().replace(/%3A/g, ':').replace(/%2C/g, ',').replace(/%2F/g, '/');
    return `${location.href.split('#')[0]}#/game/${record.game}?${text}`;
}

/** What a link says; the rules check it. @param {string} game @param {URLSearchParams} query @returns {RecordInput} */
export function readLink(game, query) {
    /** @type {Record<string, string>} */
    const options = {};
    for (const [name, value] of query)
        if (!OWN.includes(name))
            options[name] = value;
    const ending = /** @type {MatchRecord['ending'] | null} */ (query.get('ending'));
    const result = query.get('result') ?? '';
    return {
        game, options,
        players: query.has('players') ? Number(query.get('players')) : undefined,
        position: query.get('position'),
        repetition: query.has('repetition') ? Number(query.get('repetition')) : undefined,
        swap: query.get('swap') === 'on',
        moves: (query.get('moves') ?? '').split(' ').filter(Boolean),
        ...(ending ? { ending, result: result.split(',').filter(Boolean).map(Number) } : {}),
    };
}

/** The names in a link, as the players first sat down. Anybody can write one: each name becomes one short line
 * without invisible characters. @param {URLSearchParams} query @returns {string[]} */
export const namesInLink = (query) => query.getAll('name').map((name) =>
    Array.from(name.replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim()).slice(0, NAME_LENGTH).join(''));
