"""An extra game in Python: played, searched, solved, reviewed, drawn, as data, and its puzzles."""

import sys
import unittest
from functools import reduce
from itertools import product
from operator import xor
from pathlib import Path

import tablier

TABLE = Path(sys.path[0]) / "src/games/nim/nim.table"


def position(text: str, heaps: int = 3):
    return tablier.Game("nim", heaps=heaps).position(text)


class ExtraGame(unittest.TestCase):
    def test_facts_and_play(self):
        self.assertIn("nim", tablier.game_names())
        game = tablier.Game("nim", heaps=4)
        self.assertEqual((game.title, game.players, game.options), ("Nim", 2, {"heaps": 4}))
        end = tablier.Match(game).play("d7", "c5", "b3", "a1")
        self.assertEqual(end.result.winners, (1,))
        self.assertEqual(tablier.read_records(end.to_text())[0].moves, end.moves)
        with self.assertRaisesRegex(tablier.IllegalMove, "There are not 4 stones in heap b"):
            game.start.play("b4")
        self.assertEqual(game.start.goal(0), "Player 1 wins by taking the last stone.")
        self.assertEqual(game.start.remarks("d7"), ["Heap d is empty then.", "9 stones in 3 heaps."])
        self.assertEqual(tablier.Game("nim").start.perft(3), 275)

    def test_teams(self):
        start = tablier.Game("nim", players=4).start
        self.assertEqual([start.side(player) for player in range(4)], [0, 1, 0, 1])
        end = start.play("d7").play("c5").play("b3").play("a1")
        self.assertEqual(end.result.winners, (1, 3))

    def test_symmetry(self):
        images = position("1/3/5 1").symmetries()
        self.assertEqual([str(image) for image in images], ["1/3/5 1", "5/3/1 1"])

    def test_search_with_network(self):
        """All six heaps are there, so that the table has no answer at the root; the network has."""
        with tablier.Engine() as engine:
            for heaps in ("1/3/5/7/9/9 1", "1/1/1/1/1/2 1", "9/8/7/6/5/4 2"):
                *_, analysis = engine.analyse(position(heaps, heaps=6), nodes=30)
                lost = reduce(xor, map(int, heaps.split()[0].split("/"))) == 0
                self.assertEqual(analysis.score < 0, lost, heaps)

    def test_levels(self):
        """The first level makes mistakes, the sixth does not."""
        start = position("1/3/5 1")
        with tablier.Engine(level=6) as strong:
            self.assertEqual({strong.choose(start) for _ in range(5)}, {"c3"})
        weak = set()
        for seed in range(12):
            with tablier.Engine(level=1, seed=seed) as engine:
                weak.add(engine.choose(start))
        self.assertGreater(len(weak), 2)

    def test_solve(self):
        """By the table and by the rules alone."""
        for heaps in product((0, 1, 2, 5, 8, 9), repeat=3):
            if any(heaps):
                wins = reduce(xor, heaps) != 0
                solution = tablier.solve(position("%d/%d/%d 1" % heaps))
                self.assertEqual(solution.value, 1 if wins else -1, heaps)
        for rules_only in (False, True):
            solution = tablier.solve(tablier.Game("nim").start, rules_only=rules_only, shortest=True)
            self.assertEqual((solution.value, solution.plies, solution.move), (1, 7, "c3"))

    def test_table(self):
        self.assertEqual(tablier.verify(TABLE).kind, "table")

    def test_review(self):
        match = tablier.Match(tablier.Game("nim")).play("c5", "b1", "b1", "b1", "a1")
        review = tablier.review(match, nodes=1000)
        self.assertEqual([move.judgement for move in review.moves[:3]], ["Blunder", "Blunder", "Best"])
        self.assertEqual(review.moves[0].best, "c3")

    def test_drawing(self):
        start = tablier.Game("nim").start
        self.assertIn("c ooooo\n", start.draw())
        self.assertEqual(start.svg().count('rx="20"'), 9)
        self.assertNotEqual(start.svg(marks="c"), start.svg(marks="a1"))
        scene = start.scene()
        self.assertEqual(list(scene.pieces),
                         ["a1", "b1", "b2", "b3", "c1", "c2", "c3", "c4", "c5"])
        self.assertEqual({piece.kind for pieces in scene.pieces.values() for piece in pieces}, {"stone"})

    def test_tensors(self):
        game = tablier.Game("nim", heaps=4)
        start = game.start
        self.assertEqual((game.action_count, game.observation_shape), (36, (2, 9, 4)))
        self.assertEqual(game.planes, ["stones", "an odd number of heaps is left"])
        planes = start.observation()
        self.assertEqual(planes[0].sum(axis=0).tolist(), [1, 3, 5, 7])
        self.assertEqual((planes[1].max(), start.play("a1").observation()[1].min()), (0, 1))
        self.assertEqual([start.move(action) for action in start.legal_actions()], start.moves())
        self.assertEqual(start.legal_mask().sum(), 16)
        env = tablier.VectorEnv(game, 8)
        self.assertEqual(env.observations().shape, (8, 2, 9, 4))
        for _ in range(20):
            rewards, steps = env.step(env.sample())
        self.assertEqual(sorted({tuple(row) for row in rewards[steps == env.OVER]} |
                                {(-1, 1), (1, -1)}), [(-1, 1), (1, -1)])

    def test_puzzles(self):
        puzzles = tablier.puzzles("nim")
        self.assertEqual(len(puzzles), 5)
        puzzle = puzzles.find("psvdtt")
        self.assertEqual(puzzle.themes(), ["Two equal heaps"])
        self.assertEqual(puzzle.attempt("b2").state, "wrong")
        self.assertEqual(puzzle.attempt("b1").state, "reply")
        self.assertEqual(puzzle.attempt("b1", "b2", "c2").state, "solved")


if __name__ == "__main__":
    unittest.main()
