"""Learns Tic Tac Doh by playing against itself, then meets an opponent who knows every position.

Usage: python3 learn_tictacdoh.py [--quick] [GAMES]

The method is Q-learning for two players, with a table: a position is worth what its best move
is worth, and symmetric positions are one. There is no chance in the game, so what has been seen
once stays true (a learning rate of 1). At first everything counts as a draw; only ends of games
teach anything else. In each game one player has habits: among the moves that are not known to
lose it prefers the one it has played most. The other is curious and tries what it has tried
least. So habits are tested where they have not been tested yet. Both see a win that is there at
once, their own and the next player's.

Solver and tables have no part in the learning. They are the opponent afterwards: it chooses by
lot among all moves that are best by proof. The game is a draw, and more than a draw nobody can
get against it; the program fails unless at least 95 % of the games are drawn. --quick plays
with three pieces of each size instead of five.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Iterable

import tablier
from tablier import Game, Position

WIN, DRAW, LOSS = 1, 0, -1


class Node:
    """What is known about a position and those that are symmetric to it."""

    __slots__ = ("position", "value", "tried", "habit", "children")

    def __init__(self, position: Position | None, children: tuple[Node, ...] | None = None):
        self.position = position  # one of them
        self.value = DRAW  # to the player to move
        self.tried = self.habit = 0  # how often the curious and the other player came here
        self.children = children  # the positions after each move; None: not looked at yet


DRAWN = Node(None, ())


def won(position: Position) -> bool:
    """Has the player who has just moved won?"""
    result = position.result
    return result is not None and 1 - position.turn in result.winners


def key(position: Position) -> int:
    return min(image.hash for image in position.symmetries())


class Learner:
    def __init__(self, game: Game, seed: int) -> None:
        self.chance = random.Random(seed)
        self.nodes: dict[int, Node] = {}
        self.start = self.node(game.start)

    def node(self, position: Position) -> Node:
        known = key(position)
        if known not in self.nodes:
            self.nodes[known] = Node(position)
        return self.nodes[known]

    def look(self, node: Node) -> Iterable[Node]:
        """The positions after each move; none if one of the moves wins at once."""
        if node.children is None and node.position is not None:
            afters = [node.position.play(move) for move in node.position.moves()]
            if any(map(won, afters)):
                node.value, afters = WIN, []
            children = (self.node(p) if p.result is None else DRAWN for p in afters)
            node.children, node.position = tuple(dict.fromkeys(children)), None
        return node.children or ()

    def learn(self, node: Node) -> None:
        node.value = max((-child.value for child in self.look(node)), default=node.value)

    def choose(self, node: Node, curious: bool) -> Node | None:
        """The position to go to; None when the game is decided."""
        while True:
            self.learn(node)
            if node.value != DRAW or node is DRAWN:
                return None
            able = [child for child in self.look(node) if child.value == DRAW]
            counts = [-child.tried if curious else child.habit for child in able]
            most = max(counts)
            child = self.chance.choice([c for c, count in zip(able, counts) if count == most])
            self.look(child)
            if child.value == DRAW:
                return child

    def play_a_game(self) -> None:
        path, habitual = [self.start], self.chance.randrange(2)
        while child := self.choose(path[-1], len(path) % 2 == habitual):
            path.append(child)
        for ply, node in reversed(list(enumerate(path))):
            self.learn(node)
            if node is not DRAWN and ply % 2 == habitual:
                node.tried += 1
            elif node is not DRAWN:
                node.habit += 1

    def move(self, position: Position) -> str:
        """The move to play, by what has been learned; nothing more is learned here."""
        found: dict[tuple[int, int], list[str]] = {}
        for move in position.moves():
            after = position.play(move)
            if won(after):
                return move
            node = DRAWN if after.result is not None else self.nodes.get(key(after))
            if node is None or node.children is None:
                wins = any(won(after.play(reply)) for reply in after.moves())
                worth = (LOSS if wins else DRAW, -1)
            else:
                worth = (-node.value, node.habit)
            found.setdefault(worth, []).append(move)
        return self.chance.choice(found[max(found)])


def best_move(position: Position, chance: random.Random) -> str:
    """One of the moves that are best by proof."""
    found: dict[int, list[str]] = {}
    for move in position.moves():
        after = position.play(move)
        if after.result is not None:
            value = WIN if won(after) else DRAW
        else:
            value = -(tablier.solve(after, memory=1).value or DRAW)
        found.setdefault(value, []).append(move)
    return chance.choice(found[max(found)])


def examine(learner: Learner, game: Game, games: int) -> int:
    """How many games against the opponent are drawn."""
    chance, drawn = random.Random(7), 0
    for i in range(games):
        position = game.start
        while position.result is None:
            mine = position.turn == i % 2
            position = position.play(learner.move(position) if mine
                                     else best_move(position, chance))
        drawn += position.result.draw
    return drawn


def main() -> int:
    numbers = [int(word) for word in sys.argv[1:] if word != "--quick"]
    quick = "--quick" in sys.argv
    games = numbers[0] if numbers else 6_000 if quick else 200_000
    game = Game("tictacdoh", stash=3 if quick else 5)
    learner, began = Learner(game, seed=1), time.process_time()
    for _ in range(games):
        learner.play_a_game()
    print(f"learned from {games} games in {time.process_time() - began:.0f} s of CPU time:"
          f" {len(learner.nodes)} positions")
    exam = 40 if quick else 400
    drawn = examine(learner, game, exam)
    print(f"drew {drawn} of {exam} games against perfect play ({drawn / exam:.1%})")
    return 0 if drawn >= 0.95 * exam else 1


if __name__ == "__main__":
    sys.exit(main())
