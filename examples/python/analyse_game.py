# %% [markdown]
# # A game of Quoridor, analysed and drawn
# The cells of this script run in a notebook one by one, where the last line of each shows the
# board. As a program it writes the pictures to files: python3 analyse_game.py [--quick] [FOLDER]

# %%
import sys
from pathlib import Path

import tablier

arguments = [word for word in sys.argv[1:] if word != "--quick"]
nodes = 500 if "--quick" in sys.argv else 50_000
folder = Path(arguments[0]) if arguments else None

game = tablier.Game("quoridor", size=7)
match = tablier.Match(game)

# %% Two levels of the computer play
with tablier.Engine(level=2, seed=1) as weak, tablier.Engine(level=4, seed=1) as strong:
    while match.result is None and match.plies < 200:
        match.play((weak, strong)[match.position.turn].choose(match, nodes=nodes))
match.tags["Player1"], match.tags["Player2"] = "level 2", "level 4"
print(match.to_text())
match

# %% Where was it decided?
found = tablier.review(match, nodes=nodes)
for number, reviewed in enumerate(found.worst(3), start=1):
    print(f"{number}. {reviewed.move} ({reviewed.judgement}) instead of {reviewed.best}"
          f" lost {reviewed.loss:.2f}")

# %% The worst move, with the better one marked
worst = found.worst(1)[0]
picture = worst.position.svg(marks=worst.best, width=480)
if folder:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "worst.svg").write_text(picture, encoding="utf-8")
    (folder / "end.svg").write_text(match.position.svg(dark=True), encoding="utf-8")
worst.position

# %% How the engine's opinion of the start grows
with tablier.Engine() as engine:
    for analysis in engine.analyse(game.start, nodes=nodes, lines=3):
        print(analysis.depth, *(f"{line.moves[0]} {line.score:+.2f}" for line in analysis.lines))
