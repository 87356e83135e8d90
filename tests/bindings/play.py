"""play.py SETS RECORDS... - random games and records through the Python package; see play.c."""

import sys

import tablier

GAMES, PLIES = 3, 60


def play(game: tablier.Game, seed: int) -> None:
    position = game.start
    for _ in range(PLIES):
        moves = position.moves()
        print(f"{position.hash:016x} {len(moves)}", end="")
        if not moves:
            break
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        move = moves[(seed >> 8) % len(moves)]
        print(f" {move}")
        position = position.play(move)
    result = position.result
    words = ["open"] if result is None else [str(p + 1) for p in result.winners] or ["draw"]
    print("\nend", *words)


with open(sys.argv[1], encoding="utf-8") as sets:
    for line in sets:
        name, players, *options = line.split()
        print(line.rstrip())
        for i in range(GAMES):
            play(tablier.Game(name, int(players), **dict(o.split("=") for o in options)), 1000 + i)

for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        for found in tablier.iter_records(file.read()):
            if isinstance(found, tablier.RecordError):
                print(found.line, found.ply, found)
            else:
                print(found.to_text() + found.to_json(), end="")
