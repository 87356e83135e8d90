/* words.js - sentences about a match: whose turn, who has won, what a move is worth. */
import { listed, number, plural, t } from '../i18n.js';
import { ownSeat } from '../saved.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../types.js').Line} Line */
/** @typedef {import('../saved.js').Seat} Seat */

/** The default name of a seat. @param {Seat} seat @param {number} number  from 1
 * @param {boolean} [you]  the only person at this screen sits there */
export function seatName(seat, number, you = false) {
    if (seat.kind === 'computer')
        return t('seat.computer', seat.level);
    return seat.name || (you ? t('seat.you') : t('seat.player', number));
}

/** The name of who has a seat of a kept game. @param {import('../saved.js').SavedGame} game
 * @param {number} seat  from 1 */
export const nameAt = (game, seat) => seatName(game.seats[seat - 1], seat, ownSeat(game) === seat);

/** Against whom the only person plays, else everybody who plays. @param {import('../saved.js').SavedGame} game */
export function opponents(game) {
    const you = ownSeat(game), others = game.seats.map((_, i) => i + 1).filter((seat) => seat !== you);
    const names = others.map((seat) => nameAt(game, seat)), different = [...new Set(names)];
    const said = different.length === 1 && names.length > 1 && you
        ? t('kept.times', names.length, names[0]) : listed(names);
    return you ? t('kept.against', said) : said;
}

/** The name of a player in a sentence; the number instead if others have the same name.
 * @param {string[]} names  by player @param {number} player  from 1 */
export function calledAmong(names, player) {
    const name = names[player - 1];
    return names.indexOf(name) === names.lastIndexOf(name) ? name : t('seat.player', player);
}

/** The level of a computer that a record calls `level:3`; null: it is a person.
 * @param {string | null | undefined} name @returns {number | null} */
export function levelNamed(name) {
    const found = /^level:(\d+)$/.exec(name ?? '');
    return found && Number(found[1]);
}

/** Somebody at the table. @typedef {{ name: string, level: number | null }} Occupant  level null: a person */

/** The name of a player within a sentence; empty if only the number identifies the player.
 * @param {Occupant[]} occupants  by player @param {number} player  from 1 */
function calledWithin(occupants, player) {
    const { name, level } = occupants[player - 1];
    if (level !== null)
        return occupants.filter((one) => one.level !== null).length === 1 ? t('within.computer')
            : occupants.filter((one) => one.level === level).length === 1 ? t('within.level', level) : '';
    const called = calledAmong(occupants.map((one) => one.name), player);
    return called === t('seat.player', player) ? '' : name;
}

/** Who reads what the rules say at a table: the names of the other players, and who reads. The
 * reader's own number stays where the sentence has no "you".
 * @param {Occupant[]} occupants  by player @param {number} you  the player who reads it; 0: none does
 * @returns {import('../types.js').Viewer} */
export function viewerAt(occupants, you) {
    return { you, names: occupants.map((_, i) => i + 1 === you ? '' : calledWithin(occupants, i + 1)) };
}

/** The other players of a player's side. @param {number[] | undefined} sides  by player @param {number} player  from 1
 * @returns {number[]} */
export const partnersOf = (sides, player) => (sides ?? []).flatMap((side, i) =>
    i + 1 !== player && side === sides?.[player - 1] ? [i + 1] : []);

/** Who plays together, as a sentence; empty if everybody plays alone.
 * @param {import('../types.js').Game | undefined} game @param {number} players */
export function teamsText(game, players) {
    const sides = game?.sides[players] ?? [], teams = [...new Set(sides)]
        .map((side) => sides.flatMap((one, i) => one === side ? [i + 1] : []));
    return teams.some((team) => team.length > 1) ? t('setup.teams', teams.map((team) => listed(team)).join(' – ')) : '';
}

/**
 * How it ended, as a sentence.
 *
 * @param {Pick<Snapshot, 'winners' | 'ending'>} snapshot
 * @param {(player: number) => string} name
 * @param {number} [you]  the player who reads it; 0: none does
 */
export function resultText(snapshot, name, you = 0) {
    const winners = snapshot.winners ?? [];
    const how = snapshot.ending && snapshot.ending !== 'board' ? ` ${t(`ending.${snapshot.ending}`)}` : '';
    if (winners.length === 0)
        return t('result.draw') + how;
    if (winners.includes(you))
        return (winners.length > 1 ? t('result.youShare', listed(winners.filter((one) => one !== you).map(name)))
            : t('result.you')) + how;
    const who = listed(winners.map(name));
    return (winners.length > 1 ? t('result.share', who) : t('result.win', who)) + how;
}

// ---- What a position is worth ------------------------------------------------------------

/** The player whose chances are told: with two players the first, with more the one to move.
 * @param {number} turn @param {number} players */
const viewpoint = (turn, players) => players === 2 ? 1 : turn;

/** The score of a line for that player, from -1 to 1. @param {Line} line @param {number} turn @param {number} players */
export const scoreFor = (line, turn, players) => viewpoint(turn, players) === turn ? line.score : -line.score;

/** The distance of a proven result in moves of the winner, as people count. @param {number | null | undefined} plies
 * @param {number} players */
export const movesIn = (plies, players) => Math.ceil((plies ?? 0) / players);

/** The value of a line, briefly: the proven result, or the chances of that player.
 * @param {Line} line @param {number} turn @param {number} players @param {(player: number) => string} name
 * @param {number} [you]  the player who reads it; 0: none does */
export function worthText(line, turn, players, name, you = 0) {
    return line.exact ? exactText(line, turn, players, name, you)
        : t('study.percent', number(50 + 50 * scoreFor(line, turn, players)));
}

/** The value of a line in a list, for the player to move if it is proven. @param {Line} line @param {number} turn @param {number} players */
export function lineText(line, turn, players) {
    if (!line.exact)
        return t('study.percent', number(50 + 50 * scoreFor(line, turn, players)));
    return provenText(line.value ?? 'draw', line.plies, players);
}

/** A proven value for the player to move: "wins in 3". @param {'win' | 'draw' | 'loss'} value @param {number | null | undefined} plies
 * @param {number} players */
export function provenText(value, plies, players) {
    const moves = movesIn(plies, players);
    return value === 'draw' || moves === 0 ? t(`flag.${value}`) : t(`study.${value}`, moves);
}

/** The same as a sentence. @type {typeof worthText} */
export function worthSentence(line, turn, players, name, you = 0) {
    const share = Math.round(50 + 50 * scoreFor(line, turn, players)), one = viewpoint(turn, players);
    const called = (/** @type {number} */ player) => player === you ? t('seat.youWithin') : name(player);
    return line.exact ? `${exactText(line, turn, players, name, you)}.`
        : players === 2 ? t('study.chancesOfTwo', called(one), number(share), called(2), number(100 - share))
        : one === you ? t('study.yourChances', number(share)) : t('study.chances', name(one), number(share));
}

/** What is proven, in words. @param {Line} line @param {number} turn @param {number} players
 * @param {(player: number) => string} name @param {number} you @returns {string} */
function exactText(line, turn, players, name, you) {
    if (line.value === 'draw' || !line.value)
        return t('exact.draw');
    const lost = line.value === 'loss' && players > 2, who = line.value === 'win' || lost ? turn : 3 - turn;
    const moves = movesIn(line.plies, players), key = moves === 0 ? 'Some' : '';
    if (line.plies === 1 && !lost)
        return who === you ? t('exact.you.winNow') : t('exact.winNow', name(who));
    return who === you ? t(`exact.you.${lost ? 'loss' : 'win'}${key}`, moves) : t(`exact.${lost ? 'loss' : 'win'}${key}`, moves, name(who));
}

/** The same as a sentence. @param {Line} line @param {number} players */
export function valueText(line, players) {
    const moves = movesIn(line.plies, players);
    if (!line.exact || !line.value)
        return t('value.guess', number(50 + 50 * line.score));
    if (line.value === 'draw')
        return t('value.draw');
    if (line.value === 'win')
        return line.plies === 1 ? t('value.winNow') : moves ? plural('value.win', moves) : t('value.winSome');
    return moves ? plural('value.loss', moves) : t('value.lossSome');
}
