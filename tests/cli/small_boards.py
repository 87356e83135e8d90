"""small_boards.py TABLIER - every move of positions on 5 x 5 against a slow solver of its own.

The rules of Quoridor for two players are here once more, with sets and dictionaries, and every
position that can follow the one asked about is solved backwards. Nothing is shared with the program.
"""
import functools
import json
import random
import subprocess
import sys

SIZE = 5
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def name(square):
    return 'abcde'[square[0]] + str(square[1] + 1)


def is_open(barriers, a, b):
    """True if no barrier is between two neighbours."""
    (x, y), (u, v) = min(a, b), max(a, b)
    if x == u:  # b is north of a: a barrier across, from this column or the one west of it
        return not {(x, y, 'h'), (x - 1, y, 'h')} & barriers
    return not {(x, y, 'v'), (x, y - 1, 'v')} & barriers


@functools.lru_cache(maxsize=None)
def neighbours(barriers, square):
    near = [(square[0] + dx, square[1] + dy) for dx, dy in STEPS]
    return tuple(other for other in near
                 if 0 <= other[0] < SIZE and 0 <= other[1] < SIZE and is_open(barriers, square, other))


@functools.lru_cache(maxsize=None)
def has_path(barriers, square, goal):
    seen, waiting = {square}, [square]
    while waiting:
        now = waiting.pop()
        if now[1] == goal:
            return True
        for other in neighbours(barriers, now):
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return False


def pawn_targets(barriers, me, other):
    for dx, dy in STEPS:
        to = (me[0] + dx, me[1] + dy)
        if to not in neighbours(barriers, me):
            continue
        if to != other:
            yield to
            continue
        behind = (to[0] + dx, to[1] + dy)
        if behind in neighbours(barriers, to):
            yield behind
        else:
            for side in neighbours(barriers, to):
                if side != me and (side[0] - to[0], side[1] - to[1]) in ((dy, dx), (-dy, -dx)):
                    yield side


def placings(barriers, pawns):
    for x in range(SIZE - 1):
        for y in range(SIZE - 1):
            for way in 'hv':
                near = {(x - 1, y, way), (x + 1, y, way)} if way == 'h' else {(x, y - 1, way), (x, y + 1, way)}
                if {(x, y, 'h'), (x, y, 'v')} & barriers or near & barriers:
                    continue
                more = barriers | {(x, y, way)}
                if has_path(more, pawns[0], SIZE - 1) and has_path(more, pawns[1], 0):
                    yield (x, y, way), more


def moves(state):
    """Spelling and position after each move."""
    pawns, hands, barriers, turn = state
    for to in set(pawn_targets(barriers, pawns[turn], pawns[1 - turn])):
        yield name(to), ((to, pawns[1]) if turn == 0 else (pawns[0], to), hands, barriers, 1 - turn)
    if hands[turn]:
        left = (hands[0] - (turn == 0), hands[1] - (turn == 1))
        for barrier, more in placings(barriers, pawns):
            yield name(barrier[:2]) + barrier[2], (pawns, left, more, 1 - turn)


def is_over(state):
    return state[0][0][1] == SIZE - 1 or state[0][1][1] == 0


def solve(start):
    """Plies to the end of every position: odd if the player to move wins, even if that player loses; draws are missing."""
    after, before = {}, {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in after:
            continue
        after[state] = [] if is_over(state) else [one for _, one in moves(state)]
        for one in after[state]:
            before.setdefault(one, []).append(state)
            waiting.append(one)
    plies = {state: 0 for state in after if is_over(state)}
    count = {state: len(list_) for state, list_ in after.items()}
    now = list(plies)
    while now:
        then = []
        for state in now:
            for earlier in before.get(state, []):
                if earlier in plies:
                    continue
                count[earlier] -= 1
                if plies[state] % 2 == 0 or count[earlier] == 0:
                    plies[earlier] = plies[state] + 1
                    then.append(earlier)
        now = then
    return plies


def random_position(rng, on_board, hands):
    pawns = ((rng.randrange(SIZE), rng.randrange(SIZE - 1)), (rng.randrange(SIZE), 1 + rng.randrange(SIZE - 1)))
    barriers = frozenset()
    while pawns[0] == pawns[1]:
        pawns = (pawns[0], (rng.randrange(SIZE), 1 + rng.randrange(SIZE - 1)))
    for _ in range(on_board):
        possible = sorted(place for place, _ in placings(barriers, pawns))
        if not possible:
            return random_position(rng, on_board, hands)
        barriers |= {rng.choice(possible)}
    return pawns, hands, barriers, rng.randrange(2)


def text_of(state):
    pawns, hands, barriers, turn = state
    placed = ','.join(sorted(name(one[:2]) + one[2] for one in barriers)) or '-'
    walls = (len(barriers) + sum(hands)) // 2
    return f'size={SIZE} walls={walls} {name(pawns[0])}/{name(pawns[1])} {hands[0]}/{hands[1]} {placed} {turn + 1}'


def check(tablier, state):
    plies = solve(state)
    known = {move: (0 if is_over(after) else plies.get(after)) for move, after in moves(state)}
    answer = subprocess.run([tablier, 'explore', 'quoridor', text_of(state), '--json'], check=True, capture_output=True)
    found = {one['move']: (one['value'], one['plies']) for one in json.loads(answer.stdout)['moves']}
    assert found.keys() == known.keys(), text_of(state)
    for move, after in known.items():
        expected = ('draw', None) if after is None else ('loss' if after % 2 else 'win', after + 1)
        assert found[move] == expected, (text_of(state), move, found[move], expected)
    return len(plies)


def main():
    rng = random.Random(5)
    positions = 0
    for on_board, hands in ((0, (0, 0)), (4, (0, 0)), (5, (1, 0)), (5, (0, 1)), (6, (1, 1)), (8, (2, 0)), (6, (0, 2)), (7, (2, 1))):
        state = random_position(rng, on_board, hands)
        positions += check(sys.argv[1], state)
    print(f'{positions} positions were solved twice')


main()
