#!/usr/bin/env python3
"""python_speed.py [SECONDS] - the speed of the Python package, one thread, side by side with
python-chess and OpenSpiel where they are installed. Prints a table in Markdown: moves played and
taken back, lists of legal moves, and whole random games, per second of processor time.

The games differ: a list of legal moves has about 25 entries in chess and 131 at the start of
Quoridor, so the last column gives the mean number of legal moves in those random games.
"""
import random
import sys
import time

import tablier

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0


def rate(work):
    """Calls of `work` per second of processor time; it returns the number of things it did."""
    done, begun = 0, time.process_time()
    while (taken := time.process_time() - begun) < SECONDS:
        done += work()
    return done / taken


def row(name, push, moves, games, width):
    cells = (f"{number:,.0f}" for number in (push, moves, games))
    print(f"| {name} | {' | '.join(cells)} | {width:.0f} |", flush=True)


class Playout:
    """Random games of any library: plies per second, and legal moves per position."""

    def __init__(self, start, moves, play, over):
        self.start, self.moves, self.play, self.over = start, moves, play, over
        self.chance, self.plies, self.width = random.Random(1), 0, 0

    def __call__(self):
        at, count = self.start(), 0
        while count < 200 and not self.over(at):
            moves = self.moves(at)
            at = self.play(at, self.chance.choice(moves)) or at
            self.width += len(moves)
            count += 1
        self.plies += count
        return count


def tablier_rows():
    for name in tablier.game_names():
        start = tablier.Game(name).start
        at = start.play(start.moves()[0])
        move = at.moves()[0]

        def push():
            for _ in range(1000):
                at.play(move)
            return 1000

        def moves():
            for _ in range(100):
                at.moves()
            return 100

        games = Playout(lambda: start, lambda p: p.moves(), lambda p, m: p.play(m),
                        lambda p: p.result is not None)
        rates = rate(push), rate(moves), rate(games)
        row(f"tablier, {start.game.title}: `play`, `moves`", *rates, games.width / games.plies)


def chess_row():
    import chess
    board = chess.Board()
    board.push_san("e4")
    move = next(iter(board.legal_moves))

    def push():
        for _ in range(1000):
            board.push(move)
            board.pop()
        return 1000

    def moves():
        for _ in range(100):
            list(board.legal_moves)
        return 100

    games = Playout(chess.Board, lambda b: list(b.legal_moves), lambda b, m: b.push(m),
                    lambda b: b.is_game_over())
    rates = rate(push), rate(moves), rate(games)
    row(f"python-chess {chess.__version__}: `push` and `pop`, `legal_moves`", *rates,
        games.width / games.plies)


def openspiel_row():
    import pyspiel
    start = pyspiel.load_game("quoridor").new_initial_state()
    action = start.legal_actions()[0]

    def push():
        for _ in range(100):
            start.child(action)
        return 100

    def moves():
        for _ in range(100):
            start.legal_actions()
        return 100

    games = Playout(start.clone, lambda s: s.legal_actions(), lambda s, a: s.apply_action(a),
                    lambda s: s.is_terminal())
    rates = rate(push), rate(moves), rate(games)
    row("OpenSpiel, Quoridor: `child`, `legal_actions`", *rates, games.width / games.plies)


def main():
    print("| | moves played | lists of legal moves | plies of random games | legal moves |")
    print("|---|---|---|---|---|")
    tablier_rows()
    for name, measure in (("chess", chess_row), ("pyspiel", openspiel_row)):
        try:
            measure()
        except ImportError:
            print(f"| {name} is not installed | | | | |")


main()
