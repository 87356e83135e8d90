/*
 * link.js - links that contain a whole game: in the part of the address after #, or, to be shared, in an address for
 * which the server shows a picture.
 */
import { findServer } from './online.js';
import { home } from './router.js';

/** @typedef {import('./types.js').MatchRecord} MatchRecord */
/** @typedef {import('./types.js').RecordInput} RecordInput */

/** The words of a link that are not options of the game. */
const OWN = ['players', 'position', 'repetition', 'swap', 'moves', 'ending', 'result', 'name', 'draw'];

/** The length of a name in a link; the server and the settings allow less. */
const NAME_LENGTH = 60;

/** What the server accepts of an address, about (HEAD_TARGET_MAX). */
const SHARED_LENGTH = 1900;

/** @param {MatchRecord} record @param {(string | null)[]} people */
function queryOf(record, people) {
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
    for (const { at, drawings = [] } of record.notes ?? [])
        if (drawings.length > 0)
            query.append('draw', `${at}:${drawings.join(',')}`);
    if (people.some(Boolean))
        for (const name of people)
            query.append('name', name ?? '');
    return query.toString().replace(/%3A/g, ':').replace(/%2C/g, ',').replace(/%2F/g, '/');
}

/** @param {MatchRecord} record @param {(string | null)[]} [people]  as they first sat down @returns {string} the address */
export const linkTo = (record, people = []) => `${home()}#/game/${record.game}?${queryOf(record, people)}`;

/** The address for others. A static host, or a game that is too long for the server, leaves the one after #.
 * @param {MatchRecord} record @param {(string | null)[]} [people] */
export async function sharedLink(record, people = []) {
    const query = queryOf(record, people);
    return query.length < SHARED_LENGTH && await findServer() ? `${home()}study/${record.game}?${query}` : linkTo(record, people);
}

/** @param {string} game @param {string} id */
export const puzzleLink = async (game, id) => `${home()}${await findServer() ? `p/${id}` : `#/puzzle/${game}/${id}`}`;

/** What a link says; the rules check it. @param {string} game @param {URLSearchParams} query @returns {RecordInput} */
export function readLink(game, query) {
    /** @type {Record<string, string>} */
    const options = {};
    for (const [name, value] of query)
        if (!OWN.includes(name))
            options[name] = value;
    const ending = /** @type {MatchRecord['ending'] | null} */ (query.get('ending'));
    const result = query.get('result') ?? '';
    const notes = query.getAll('draw').map((word) => word.split(':')).map(([at, words = '']) =>
        ({ at: Number(at), drawings: words.split(',').filter(Boolean) })).sort((a, b) => a.at - b.at);
    return {
        game, options,
        players: query.has('players') ? Number(query.get('players')) : undefined,
        position: query.get('position'),
        repetition: query.has('repetition') ? Number(query.get('repetition')) : undefined,
        swap: query.get('swap') === 'on',
        moves: (query.get('moves') ?? '').split(' ').filter(Boolean),
        ...(notes.length > 0 ? { notes } : {}),
        ...(ending ? { ending, result: result.split(',').filter(Boolean).map(Number) } : {}),
    };
}

/** The names in a link, as the players first sat down. Anybody can write one: each name becomes one short line
 * without invisible characters. @param {URLSearchParams} query @returns {string[]} */
export const namesInLink = (query) => query.getAll('name').map((name) =>
    Array.from(name.replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim()).slice(0, NAME_LENGTH).join(''));
