/* consumer.ts - the declarations say what the code does: this must compile. */
import { games, snapshot, solve, think, type RulesError } from 'tablier';
import { Tablier } from 'tablier/direct';

const names: string[] = (await games()).map((game) => game.name);
const moves: string[] = (await snapshot({ game: names[0] })).moves;
const move: string = (await think({ game: 'dorix', moves }, { nodes: 10 })).move;
const value: 'win' | 'draw' | 'loss' | null = (await solve({ game: 'orbital' })).value;
const turn: number = (await Tablier.load()).snapshot({ game: 'orbital' }, 'fr').turn;
// @ts-expect-error: a game is needed
snapshot({ moves });
export type Used = [typeof move, typeof value, typeof turn, RulesError];
