import tablier

game = tablier.Game("quoridor", walls=7)
position = game.start.play("e2").play("e8")
print(position.draw())                  # in a notebook, `position` alone shows the board
print(position.why("e5"))               # why not; play("e5") raises the same as IllegalMove

with tablier.Engine(level=5) as engine:
    for analysis in engine.analyse(position, time=1.0, lines=3):
        print(analysis.depth, analysis.best, f"{analysis.score:+.2f}")

match = tablier.Match(game).play("e2", "e8")
match.nodes()[1].comment = "Straight on."        # records keep comments, evaluations, times,
match.root.add("d1").evaluation = tablier.Evaluation(1, score=0.2)   # and variations
tablier.review(match, nodes=5000, annotate=True)
print(match.to_text())                  # or to_json(); tablier.read_records() reads both
tablier.solve(tablier.Game("quoridor", size=3, walls=1).start)

puzzle = tablier.puzzles("quoridor").next(grade=2)     # 1,074 come with the package
print(puzzle.task())
move = puzzle.position.moves()[0]
print(move, puzzle.attempt(move).state)                # open, reply, wrong or solved
