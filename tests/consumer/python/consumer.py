"""Somebody's Python program over an installed Tablier: nothing of the tree is used."""

import tablier

match = tablier.Match(tablier.Game("quoridor", size=5))
with tablier.Engine(level=1) as engine:
    while match.result is None:
        match.play(engine.choose(match))
assert tablier.read_records(match.to_json())[0].moves == match.moves
assert match.position.svg().startswith("<svg")
print(match.ending, match.result.winners)
