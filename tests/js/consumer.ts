/* consumer.ts - the declarations say what the code does: this must compile. */
import {
    formatRecord, games, parseRecords, puzzle, puzzles, review, snapshot, solve, think, watchNetworks, type RulesError,
} from 'tablier';
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
// @ts-expect-error: a game is needed
snapshot({ moves });
export type Used = [typeof move, typeof value, typeof turn, typeof comment, typeof written, RulesError];
