#!/usr/bin/env python3
"""python_speed.py [SECONDS] - the speed of the Python package, one thread, side by side with
python-chess and OpenSpiel where they are installed. Prints a table in Markdown: copies, children (the
position after a move, the one before it kept: `play` here, `push` and `pop` in python-chess, `child`
in OpenSpiel), lists of legal moves, and whole random games, per second of processor time.

The games differ: a list of legal moves has 20 entries at the start of chess and 131 at that of
Quoridor, so the last columns give the number of legal moves in that list, and its mean in the random
games, which end after 324 plies, as OpenSpiel ends its games of Quoridor.
"""
import random
import sys
import time

import tablier

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
PLIES_MAX = 324
PARTS = 10


def rate(work):
    """Calls of `work` per second of processor time, in the best of some parts: other programs make it
    slower, never faster. It returns the number of things it did."""
    best = 0.0
    for _ in range(PARTS):
        done, begun = 0, time.process_time()
        while (taken := time.process_time() - begun) < SECONDS / PARTS:
            done += work()
        best = max(best, done / taken)
    return best


def times(call):
    """Work for rate(): many calls, so that the clock costs nothing."""
    def work():
        for _ in range(100):
            call()
        return 100
    return work


class Playout:
    """Random games of any library: plies per second, and legal moves per position."""

    def __init__(self, start, moves, play, over):
        self.start, self.moves, self.play, self.over = start, moves, play, over
        self.chance, self.plies, self.width = random.Random(1), 0, 0

    def __call__(self):
        at, count = self.start(), 0
        while count < PLIES_MAX and not self.over(at):
            moves = self.moves(at)
            at = self.play(at, self.chance.choice(moves)) or at
            self.width += len(moves)
            count += 1
        self.plies += count
        return count


def row(name, copy, child, moves, games):
    cells = ["" if call is None else f"{rate(times(call)):,.0f}" for call in (copy, child, moves)]
    print(f"| {name} | {' | '.join(cells)} | {rate(games):,.0f} | {len(moves())} | "
          f"{games.width / games.plies:.1f} |", flush=True)


def tablier_rows():
    """By moves in text; a position never changes, so that nobody copies it."""
    for name in tablier.game_names():
        start = tablier.Game(name).start
        move = start.moves()[0]
        row(f"tablier, {start.game.title}: `play`, `moves`", None, lambda: start.play(move), start.moves,
            Playout(lambda: start, lambda p: p.moves(), lambda p, m: p.play(m),
                    lambda p: p.result is not None))


def chess_row():
    import chess
    board = chess.Board()
    move = next(iter(board.legal_moves))

    def push_and_pop():
        board.push(move)
        board.pop()

    row(f"python-chess {chess.__version__}: `copy`, `push` and `pop`, `legal_moves`", board.copy,
        push_and_pop, lambda: list(board.legal_moves),
        Playout(chess.Board, lambda b: list(b.legal_moves), lambda b, m: b.push(m),
                lambda b: b.is_game_over()))


def openspiel_row(name, game):
    start = game.new_initial_state()
    action = start.legal_actions()[0]
    row(f"{name}: `clone`, `child`, `legal_actions`", start.clone, lambda: start.child(action),
        start.legal_actions,
        Playout(game.new_initial_state, lambda s: s.legal_actions(), lambda s, a: s.apply_action(a),
                lambda s: s.is_terminal()))


def adapter_row():
    openspiel_row("tablier, Quoridor by `OpenSpielGame`", tablier.OpenSpielGame(tablier.Game("quoridor")))


def pyspiel_row():
    import pyspiel
    openspiel_row("OpenSpiel, Quoridor", pyspiel.load_game("quoridor"))


def main():
    print("| | copies | children | lists of legal moves | plies of random games | in a list | in a game |")
    print("|---|---|---|---|---|---|---|")
    tablier_rows()
    adapter_row()
    for name, measure in (("python-chess", chess_row), ("OpenSpiel", pyspiel_row)):
        try:
            measure()
        except ImportError:
            print(f"| {name} is not installed | | | | | | |")


main()
