#!/usr/bin/env python3
"""openspiel_rules.py [GAMES] - plays random games of Quoridor with Tablier and with OpenSpiel side by
side, where both are installed, and compares every list of legal moves and every result: two
implementations that share nothing. Exits with 1 at the first difference that is not one of these:

- OpenSpiel counts rows from the top. Of four players it calls the second to move number 2 and the third
  number 1 in current_player(), but not in returns().
- A pass is a move to the pawn's own square there.
- A game of four plies per square is a draw there, and positions may repeat.
- With four players a third pawn behind the pawn to be jumped blocks the jump in both, but allows to
  turn aside only in Tablier.
"""
import random
import sys

import pyspiel

import tablier

BOARDS = ((3, 1, 2), (5, 3, 2), (5, 10, 2), (7, 6, 2), (9, 10, 2), (5, 2, 4), (9, 5, 4))
SEATS = {2: (0, 1), 4: (0, 2, 1, 3)}    # OpenSpiel's numbers of the players, in the order of turns


def flip(text, size):
    """A move or a square of one program as the other spells it."""
    if text[-1] in "hv":
        return f"{text[0]}{size - int(text[1:-1])}{text[-1]}"
    return f"{text[0]}{size + 1 - int(text[1:])}"


def turns_aside(move, pawns, mover):
    """True if the move turns at a pawn with a third pawn behind it."""
    places = [(ord(square[0]), int(square[1:])) for square in pawns]
    (x, y), to = places[mover], (ord(move[0]), int(move[1:]) if move[1:].isdigit() else 0)
    return any((x + dx, y + dy) in places and (x + 2 * dx, y + 2 * dy) in places
               and to in ((x + dx + dy, y + dy + dx), (x + dx - dy, y + dy - dx))
               for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)))


class Comparison:
    """Random games with one setup."""

    def __init__(self, size, walls, players):
        self.size, self.seats = size, SEATS[players]
        self.start = tablier.Game("quoridor", players, size=size, walls=walls).start
        self.other = pyspiel.load_game(f"quoridor(board_size={size},wall_count={walls},players={players})")
        self.chance = random.Random(size * 100 + walls)
        self.positions = self.moves = self.aside = 0

    def actions(self, position, state, pawns):
        """OpenSpiel's actions by Tablier's moves, those that both have; exits if others differ."""
        stay = flip(pawns[position.turn], self.size)
        found = {}
        for action in state.legal_actions():
            text = state.action_to_string(action)
            found["pass" if text == stay else flip(text, self.size)] = action
        moves = set(position.moves())
        aside = {move for move in moves - set(found) if turns_aside(move, pawns, position.turn)}
        if aside and list(found) == ["pass"]:
            found = {}
        if moves != set(found) | aside or self.seats[position.turn] != state.current_player():
            sys.exit(f"{position}\nOpenSpiel alone: {set(found) - moves}\n"
                     f"Tablier alone: {moves - set(found)}")
        self.positions += 1
        self.moves += len(moves)
        self.aside += len(aside)
        return found

    def play(self):
        position, state = self.start, self.other.new_initial_state()
        for _ in range(4 * self.size ** 2 - 1):
            if position.result or state.is_terminal():
                break
            pawns = next(word for word in str(position).split() if word.count("/") and word[0].isalpha()
                         and "=" not in word).split("/")
            actions = self.actions(position, state, pawns)
            if not actions:
                return
            move = self.chance.choice(sorted(actions))
            position = position.play(move)
            state.apply_action(actions[move])
        won = set(position.result.winners) if position.result else set()
        if bool(won) != state.is_terminal() or {p for p, x in enumerate(state.returns()) if x > 0} != won:
            sys.exit(f"{position}: {won} won, but OpenSpiel returns {state.returns()}")


def main():
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for size, walls, players in BOARDS:
        comparison = Comparison(size, walls, players)
        for _ in range(games):
            comparison.play()
        aside = f", besides {comparison.aside:,} turns aside at a third pawn" if players > 2 else ""
        print(f"{size} x {size}, {players} players, {walls} barriers each: {comparison.positions:,} positions, "
              f"{comparison.moves:,} legal moves, all the same{aside}", flush=True)


main()
