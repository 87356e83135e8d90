/* consumer.ts - the declarations say what the code does: this must compile. */
import {
    Game, formatRecord, games, load, parseRecords, puzzle, puzzles, review, snapshot, solve, think, watchNetworks, type RulesError,
} from 'tablier';
import { type MoveEvent, TablierBoard } from 'tablier/board';
import { Tablier } from 'tablier/direct';

const names: string[] = (await games()).map((game) => game.name);
const moves: string[] = (await snapshot({ game: names[0] })).moves;
const move: string = (await think({ game: 'dorix', moves }, { nodes: 10 })).move;
const value: 'win' | 'draw' | 'loss' | null = (await solve({ game: 'orbital' })).value;
const turn: number = (await Tablier.load()).snapshot({ game: 'orbital' }, 'fr').turn;
const [parsed] = await parseRecords('');
const comment: string | undefined = parsed.error ? undefined : parsed.record.notes?.[0].comment;
const written: string = await formatRecord({ game: 'dorix', notes: (await review({ game: 'dorix' })).notes }, {}, { form: 'json' });
// @ts-expect-error: a note has its place
formatRecord({ game: 'dorix', notes: [{ comment: 'x' }] });
const state: 'open' | 'reply' | 'wrong' | 'solved' = (await puzzle('dorix', (await puzzles('dorix'))[0].line, [])).state;
watchNetworks(({ text }) => console.log(text.trim(), state));
await load({ module: new Uint8Array(8) });
const game = new Game('dorix', { players: 3 });
const canonical: string = game.move(game.moves()[0]);
const winners: number[] | null = game.result();
// @ts-expect-error: a move is a text
game.move(5);
const board: TablierBoard = document.createElement('tablier-board');
board.addEventListener('move', (event) => console.log((event as MoveEvent).detail.move, board.match?.turn(), canonical, winners));
// @ts-expect-error: a game is needed
snapshot({ moves });
export type Used = [typeof move, typeof value, typeof turn, typeof comment, typeof written, RulesError];
