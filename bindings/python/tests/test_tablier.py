"""The package as its users meet it, bad input included. Run with unittest."""

import _thread
import doctest
import gc
import importlib
import os
import pickle
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy as np

import tablier
from tablier import Engine, Game, Match, Position, VectorEnv, selfplay

MODULES = ("game", "match", "annotation", "engine", "vector", "environments", "openspiel",
           "puzzles", "review", "selfplay")
SETS = (("dorix", {}), ("dorix", {"players": 3}), ("tictacdoh", {}), ("quoridor", {}),
        ("quoridor", {"size": 5, "players": 4}), ("orbital", {"line": "row"}))


def load_tests(loader, tests, pattern):
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    for name in MODULES:
        tests.addTests(doctest.DocTestSuite(importlib.import_module(f"tablier.{name}"),
                                            optionflags=flags))
    tests.addTests(doctest.DocTestSuite(tablier, optionflags=flags))
    return tests


@unittest.skipUnless(os.environ.get("TABLIER"), "TABLIER is not set to the command-line tool")
class SelfPlay(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = os.path.join(self.folder.name, "games")
        self.data = os.path.join(self.folder.name, "a", "data")

    def play(self, *words):
        subprocess.run([os.environ["TABLIER"], "selfplay", *words, "--out", self.file], check=True,
                       stdout=subprocess.DEVNULL)

    def test_rows_follow_from_the_games(self):
        self.play("tictacdoh", "--players", "3", "--games", "5", "--nodes", "50", "--lines", "4")
        rows = selfplay.write_arrays(self.file, self.data)
        arrays = {name: np.load(os.path.join(self.data, f"{name}.npy")) for name in (
            "observations", "players", "actions", "policies", "values", "results", "games")}
        play = selfplay.SelfPlay(self.file)
        self.assertEqual(play.game, Game("tictacdoh", players=3))
        self.assertEqual({game.number for game in play}, set(range(5)))
        row = 0
        for game in play:
            position = play.game.start
            for ply in game.plies:
                moves = position.moves()
                if ply.choices and game.ended:
                    best = ply.choices[0]
                    self.assertTrue((arrays["observations"][row] == position.observation()).all())
                    self.assertEqual(arrays["players"][row], position.turn)
                    self.assertEqual(arrays["actions"][row], position.action(moves[best.move]))
                    self.assertAlmostEqual(float(arrays["values"][row]), best.value, places=6)
                    self.assertEqual(arrays["results"][row], game.result[position.turn])
                    self.assertEqual(arrays["games"][row], game.number)
                    policy = arrays["policies"][row]
                    self.assertAlmostEqual(float(policy.sum()), 1, places=5)
                    self.assertEqual(policy[arrays["actions"][row]], policy.max())
                    self.assertEqual(set(np.flatnonzero(policy)), {
                        position.action(moves[choice.move]) for choice in ply.choices})
                    row += 1
                position = position.play(moves[ply.played])
            if game.ended and position.result is not None and not position.result.draw:
                winners = position.result.winners
                self.assertEqual([value == 1 for value in game.result],
                                 [player in winners for player in range(3)])
        self.assertEqual(row, rows)
        self.assertGreater(rows, 20)
        self.assertEqual(arrays["policies"].dtype, np.float32)
        self.assertEqual(len(os.listdir(self.data)), 7)

    def test_what_is_not_whole(self):
        self.play("quoridor", "--games", "3", "--nodes", "20", "--max-plies", "40")
        whole = [game.number for game in selfplay.SelfPlay(self.file)]
        with open(self.file, "r+b") as file:
            file.truncate(os.path.getsize(self.file) - 1)
        self.assertEqual([game.number for game in selfplay.SelfPlay(self.file)], whole[:-1])
        with open(self.file, "r+b") as file:
            file.seek(600)
            byte = file.read(1)
            file.seek(600)
            file.write(bytes([byte[0] ^ 1]))
        self.assertEqual(list(selfplay.SelfPlay(self.file)), [])
        with self.assertRaises(tablier.BadInput):
            selfplay.write_arrays(self.file, self.data)

    def test_command(self):
        with open(self.file, "wb") as file:
            file.write(b"nonsense")
        for words in ([], [self.file, self.data], [self.data, self.data]):
            said = subprocess.run([sys.executable, "-m", "tablier.selfplay", *words],
                                  capture_output=True, text=True)
            self.assertNotEqual(said.returncode, 0)
            self.assertEqual(len(said.stderr.splitlines()), 1, said.stderr)
        os.remove(self.file)
        self.play("orbital", "--games", "2", "--nodes", "20")
        said = subprocess.run([sys.executable, "-m", "tablier.selfplay", self.file, self.data],
                              capture_output=True, text=True)
        self.assertRegex(said.stdout, r"^[1-9][0-9]* positions in ")
        self.assertEqual(said.returncode, 0, said.stderr)


class Positions(unittest.TestCase):
    def test_random_games(self):
        chance = random.Random(1)
        for name, options in SETS:
            position = Game(name, **options).start
            for _ in range(40):
                moves = position.moves()
                self.assertEqual(len(moves), position.move_count())
                if position.result is not None:
                    self.assertEqual(moves, [])
                    break
                again = position.game.position(str(position))
                self.assertEqual(again, position)
                self.assertEqual(hash(again), hash(position))
                self.assertEqual(pickle.loads(pickle.dumps(position)), position)
                mask = position.legal_mask()
                self.assertEqual(int(mask.sum()), len(moves))
                for move in chance.sample(moves, min(4, len(moves))):
                    action = position.action(move)
                    self.assertTrue(mask[action])
                    self.assertEqual(position.move(action), move)
                    self.assertEqual(position.play_action(action), position.play(move))
                observation = position.observation()
                self.assertEqual(observation.shape, position.game.observation_shape)
                self.assertTrue(((observation >= 0) & (observation <= 1)).all())
                position = position.play(chance.choice(moves))

    def test_symmetries(self):
        position = Game("quoridor").start.play("e2").play("e3h")
        images = position.symmetries()
        self.assertEqual(images[0], position)
        for i, image in enumerate(images):
            for move in position.moves()[::17]:
                action = position.symmetric_action(i, position.action(move))
                self.assertIn(image.play_action(action), position.play(move).symmetries())
            self.assertIn(position.symmetric_player(i, 0), (0, 1))
        with self.assertRaises(tablier.TablierError):
            position.symmetric_action(99, 0)
        with self.assertRaises(tablier.TablierError):
            position.symmetric_player(0, 7)

    def test_immutable_value(self):
        start = Game("tictacdoh").start
        text = str(start)
        start.play("Sc3")
        self.assertEqual(str(start), text)
        self.assertNotEqual(start, Game("orbital").start)
        self.assertNotEqual(start, "-")
        self.assertEqual(len({start, Game("tictacdoh").start, start.play("Sc3")}), 2)
        with self.assertRaises(TypeError):
            Position()

    def test_illegal_moves_say_why(self):
        start = Game("quoridor").start
        with self.assertRaises(tablier.IllegalMove) as caught:
            start.play("e5")
        self.assertGreater(len(str(caught.exception)), 10)
        self.assertNotEqual(str(caught.exception), caught.exception.text("fr"))
        self.assertEqual(str(caught.exception), caught.exception.text())
        self.assertIsInstance(caught.exception.places, tuple)
        for nonsense in ("", "zz", "e2 e3", "é" * 100, "e2\0", "\udcff"):
            with self.assertRaises(tablier.TablierError):
                start.play(nonsense)
        for wrong in (None, 3, b"e2", ["e2"]):
            with self.assertRaises(TypeError):
                start.play(wrong)
        with self.assertRaises(tablier.IllegalMove):
            start.play_action(0)
        with self.assertRaises(tablier.TablierError):
            start.play_action(10**6)

    def test_bad_games(self):
        for name, options in (("chess", {}), ("quoridor", {"players": 3}),
                              ("quoridor", {"size": 4}), ("dorix", {"size": 4}),
                              ("quoridor", {"walls": "many"})):
            with self.assertRaises(tablier.TablierError):
                Game(name, **options)
        with self.assertRaises(TypeError):
            Game(3)
        with self.assertRaises(TypeError):
            Game("quoridor", players="2")
        with self.assertRaises(tablier.TablierError):
            Game("quoridor").position("nonsense")

    def test_svg(self):
        for name, options in SETS:
            position = Game(name, **options).start
            self.assertTrue(position._repr_svg_().startswith("<svg"))
            self.assertIn("</svg>", position.svg(dark=True, marks="a1", arrows="a1>b2"))
            self.assertIn("</svg>", position.svg(arrows="a1>b2 " * 600))
        with self.assertRaises(tablier.TablierError):
            position.svg(marks="z9")


class Matches(unittest.TestCase):
    def test_undo_and_records(self):
        match = Match(Game("quoridor", size=5), swap=True)
        match.play("c2", "swap", "c4")
        self.assertTrue(match.swapped)
        self.assertEqual(match.plies, 2)
        self.assertEqual(len(match.positions()), 4)
        self.assertEqual(match.positions()[-1], match.position)
        match.tags["Player1"] = "Zoé"
        for text in (match.to_text(), match.to_json()):
            (again,) = tablier.read_records(text)
            self.assertEqual(again.moves, match.moves)
            self.assertEqual(again.position, match.position)
            self.assertEqual(again.tags["Player1"], "Zoé")
        self.assertTrue(match.undo())
        self.assertTrue(match.redo())
        self.assertFalse(match.redo())
        match.resign(0)
        self.assertEqual((match.ending, match.result.winners), ("resignation", (1,)))
        with self.assertRaises(tablier.GameOver):
            match.play("c3")

    def test_annotations(self):
        match = Match(Game("quoridor", size=5)).play("c2", "c4")
        start, first, second = match.nodes()
        self.assertEqual([node.move for node in match.root.line()], ["c2", "c4"])
        variation = first.add("b3h", "d2")
        start.comment = "Opening « Ω »"
        variation.comment = "  two \n words "
        variation.parent.evaluation = tablier.Evaluation(0, value="loss", plies=4)
        second.evaluation = tablier.Evaluation(1, score=-0.5)
        second.time = 1.25
        second.drawings = ["Rc2c4", "Gb3"]
        for text in (match.to_text(), match.to_json()):
            (again,) = tablier.read_records(text)
            self.assertEqual(again.to_json(), match.to_json())
            other = again.nodes()[1].children[1]
            self.assertEqual((other.move, other.children[0].comment), ("b3h", "two words"))
            self.assertEqual(other.evaluation, (0, None, "loss", 4))
            self.assertTrue(other.evaluation.exact)
            self.assertEqual(again.root.comment, "Opening « Ω »")
            self.assertEqual((again.nodes()[2].evaluation.score, again.nodes()[2].time), (-0.5, 1.25))
            self.assertEqual(again.nodes()[2].drawings, ["Gb3", "Rc2c4"])
            self.assertEqual(other.position, match.start.play("c2").play("b3h"))
        self.assertEqual(variation.parent.parent, first)
        variation.parent.remove()
        self.assertEqual(first.children, [second])
        second.evaluation = second.time = start.comment = None
        second.drawings = []
        self.assertNotIn("notes", match.to_json())

    def test_bad_annotations(self):
        match = Match(Game("quoridor", size=5)).play("c2")
        start, first = match.nodes()
        with self.assertRaises(tablier.IllegalMove):
            start.add("e5")
        for wrong in (lambda: first.add("c4"), first.remove, lambda: start.add("b1").add(7)):
            with self.assertRaises((tablier.BadInput, TypeError)):
                wrong()
        for comment in ("a}b", "\x01", "x" * 5000, 7):
            with self.assertRaises((tablier.BadInput, TypeError)):
                start.comment = comment
        for evaluation in ((5, 0.1), (0, 2000), (0, float("nan")), (0,), (0, 0.1, "win"), (0, None, "won")):
            with self.assertRaises((tablier.BadInput, ValueError)):
                start.evaluation = tablier.Evaluation(*evaluation)
        for drawing in ("Gf1", "Xa1", "Ga1a1", "Ga1b2c3", "G"):
            with self.assertRaises(tablier.BadInput):
                start.drawings = [drawing]
        with self.assertRaises(tablier.BadInput):
            start.time = 1
        gone = start.add("b1")
        gone.remove()
        self.assertIsNone(gone.move)
        with self.assertRaises(tablier.BadInput):
            gone.comment = "x"
        with self.assertRaises(tablier.RecordError) as caught:
            tablier.read_records('[Game "Quoridor"]\n\n1. e2 (1. e5) *\n')
        self.assertIn("Line 3: Move 1 'e5'", str(caught.exception))

    def test_reviews_are_noted(self):
        match = Match(Game("tictacdoh")).play("Sc3", "Mb3", "Lb2", "Md4")
        tablier.review(match, nodes=500, annotate=True)
        third = match.nodes()[3]
        self.assertIn("Blunder", third.comment)
        self.assertEqual(third.evaluation.value, "loss")
        self.assertGreater(len(third.parent.children), 1)

    def test_bad_records(self):
        good = Match(Game("orbital")).play("Ba1").to_json()
        bad = '{"game":"orbital","moves":["Ba1","Ba1"]}\n'
        found = list(tablier.iter_records(bad + good))
        self.assertIsInstance(found[0], tablier.RecordError)
        self.assertEqual((found[0].ply, found[0].line), (2, 1))
        self.assertEqual(found[1].moves, ["Ba1"])
        with self.assertRaises(tablier.RecordError):
            tablier.read_records(bad)
        for nonsense in ("{}", "[Game]", "\ufffd", "1. e2"):
            with self.assertRaises(tablier.RecordError):
                tablier.read_records(nonsense)
        self.assertEqual(tablier.read_records(""), [])

    def test_wrong_types(self):
        with self.assertRaises(TypeError):
            Match("quoridor")
        with self.assertRaises(tablier.TablierError):
            Match(Game("quoridor"), repetition=10)
        with self.assertRaises(tablier.TablierError):
            Match(Game("quoridor", players=4), swap=True)
        with self.assertRaises(tablier.TablierError):
            Match(Game("quoridor")).tags["bad name"] = "x"
        with self.assertRaises(KeyError):
            Match(Game("quoridor")).tags["Nobody"]


class Engines(unittest.TestCase):
    def test_lines(self):
        for name, options in SETS:
            position = Game(name, **options).start
            with Engine() as engine:
                found = list(engine.analyse(position, nodes=2000, lines=3))
            self.assertEqual(len(found[-1].lines), 3)
            for line in found[-1].lines:
                at = position
                for move in line.moves:
                    at = at.play(move)
                self.assertTrue(-1 <= line.score <= 1)
            self.assertIn("<svg", found[-1]._repr_svg_())

    def test_leaving_the_loop_ends_the_search(self):
        with Engine(threads=2) as engine:
            for analysis in engine.analyse(Game("quoridor").start):
                break
            self.assertIn(analysis.best, Game("quoridor").start.moves())
            # And it can be used again.
            self.assertIn(engine.choose(Game("quoridor").start, nodes=500),
                          Game("quoridor").start.moves())

    def test_other_threads_go_on(self):
        with Engine() as engine:
            results = engine.analyse(Game("dorix").start)
            next(results)
            counted = sum(1 for _ in range(100000))  # needs the GIL
            self.assertEqual(counted, 100000)
            results.close()

    def test_interrupt(self):
        engine = Engine()
        results = engine.analyse(Game("quoridor").start)
        next(results)
        threading.Timer(0.2, _thread.interrupt_main).start()
        with self.assertRaises(KeyboardInterrupt):
            for _ in results:
                pass
            time.sleep(10)
        self.assertIn(engine.choose(Game("quoridor").start, nodes=500),
                      Game("quoridor").start.moves())
        engine.close()

    def test_closed_and_stopped(self):
        engine = Engine()
        results = engine.analyse(Game("quoridor").start)
        next(results)
        engine.close()
        for _ in results:  # ends by itself
            pass
        with self.assertRaises(tablier.Closed):
            engine.choose(Game("quoridor").start, nodes=100)

    def test_a_stop_is_for_those_that_run(self):
        quoridor, dorix = Game("quoridor").start, Game("dorix").start
        with Engine() as engine:
            engine.choose(dorix, nodes=10)
            results = engine.analyse(quoridor)
            next(results)
            engine.stop()
            for _ in results:  # ends by itself
                pass
            engine.stop()
            for position in quoridor, dorix:
                *_, last = engine.analyse(position, nodes=2000)
                self.assertGreaterEqual(last.nodes, 1000)
            late = engine.analyse(quoridor)
        with self.assertRaises(tablier.Closed):
            next(late)

    def test_play_goes_on_during_a_search(self):
        match = Match(Game("dorix", players=3))
        start = match.position
        with Engine(kind="mcts") as engine:
            results = engine.analyse(match, nodes=20000)
            match.play(start.moves()[0])
            for analysis in results:
                self.assertEqual(analysis.position, start)
                self.assertIn(analysis.best, start.moves())
                if match.result is None:
                    match.play(match.position.moves()[0])
            self.assertGreater(len(match.moves), 1)

    def test_busy(self):
        with Engine() as engine:
            results = engine.analyse(Game("quoridor").start)
            next(results)
            with self.assertRaises(tablier.EngineBusy):
                list(engine.analyse(Game("quoridor").start, nodes=10))
            with self.assertRaises(tablier.EngineBusy):
                engine.clear()
            results.close()

    def test_bad_input(self):
        with self.assertRaises(tablier.TablierError):
            Engine(level=13)
        with self.assertRaises(tablier.TablierError):
            Engine(kind="oracle")
        with self.assertRaises(tablier.TablierError):
            Engine(threads=1000)
        with Engine() as engine:
            over = Game("tictacdoh", stash=1).position("c3:LMS")
            with self.assertRaises(tablier.GameOver):
                engine.analyse(over, nodes=10)
            with self.assertRaises(TypeError):
                engine.analyse("e2")
            with self.assertRaises(tablier.TablierError):
                engine.choose(Game("orbital").start)
            with self.assertRaises(tablier.TablierError):
                engine.analyse(Game("orbital").start, time=-1)
            with self.assertRaises(tablier.TablierError):
                list(engine.analyse(Game("orbital").start, nodes=10, lines=99))

    def test_solve_and_verify(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "proof")
            start = Game("quoridor", size=3, walls=1).start
            solution = tablier.solve(start, memory=16, proof=path)
            self.assertTrue(solution.answered)
            checked = tablier.verify(path)
            self.assertEqual((checked.kind, checked.position), ("proof", start))
            self.assertTrue(any(claim.wins and claim.player == 1 for claim in checked.claims))
            with open(path, "r+b") as file:
                file.seek(40)
                file.write(b"\xff")
            with self.assertRaises(tablier.TablierError):
                tablier.verify(path)
            with self.assertRaises(tablier.TablierError):
                tablier.verify(os.path.join(folder, "nothing"))
        calls = []
        solution = tablier.solve(Game("dorix").start, memory=16,
                                 progress=lambda nodes, ms: bool(calls.append(nodes)))
        self.assertFalse(solution.answered)
        self.assertTrue(calls)
        with self.assertRaises(TypeError):
            tablier.solve("dorix")

    def test_review(self):
        match = Match(Game("quoridor", size=5), swap=True).play("c2", "swap", "c4", "c3", "b3h")
        found = tablier.review(match, nodes=500)
        self.assertEqual([move.move for move in found.moves], ["c2", "c4", "c3", "b3h"])
        self.assertTrue(all(0 <= move.loss <= 1 for move in found.moves))
        self.assertEqual(len(found.worst(2)), 2)
        self.assertEqual(len(found.accuracy), 2)
        with self.assertRaises(tablier.TablierError):
            tablier.review(match, nodes=500, progress=lambda done, count: False)
        with self.assertRaises(TypeError):
            tablier.review("e2")

    def test_remarks(self):
        start = Game("quoridor").start
        self.assertTrue(start.remarks("e3h") and start.remarks("e3h", lang="fr"))
        self.assertNotEqual(start.remarks("e3h"), start.remarks("e3h", lang="fr"))
        with self.assertRaises(tablier.IllegalMove):
            start.remarks("e5")


class PuzzleFiles(unittest.TestCase):
    def test_every_solution_can_be_walked(self):
        for name in tablier.game_names():
            found = tablier.puzzles(name)
            self.assertGreater(len(found), 100)
            for puzzle in found[::9]:
                self.assertTrue(puzzle.task().endswith("."))
                self.assertNotEqual(puzzle.task(), puzzle.task(lang="fr"))
                moves, attempt = [], puzzle.attempt()
                self.assertEqual(attempt.position, puzzle.position)
                while attempt.state != "solved":
                    if not moves:
                        self.assertTrue(puzzle.solution.startswith(attempt.answer))
                    moves.append(attempt.answer or attempt.position.moves()[0])
                    attempt = puzzle.attempt(*moves)
                self.assertLessEqual(len(moves), 2 * puzzle.length - 1)

    def test_lists(self):
        found = tablier.puzzles("quoridor")
        self.assertEqual(found.find(found[3].id).index, 3)
        self.assertEqual([p.index for p in found[1:6:2]], [1, 3, 5])
        self.assertEqual(found[-1].index, len(found) - 1)
        hard = found.next(len(found) - 1, grade=5)
        self.assertEqual(hard.grade, 5)
        self.assertIn("<svg", hard._repr_svg_())
        wrong = next(move for move in hard.position.moves() if move != hard.attempt().answer)
        self.assertEqual(hard.attempt(wrong).state, "wrong")
        with self.assertRaises(tablier.GameOver):
            hard.attempt(wrong, hard.attempt(wrong).position.moves()[0])

    def test_bad_input(self):
        found = tablier.puzzles("quoridor")
        for index in (len(found), -len(found) - 1):
            with self.assertRaises(IndexError):
                found[index]
        with self.assertRaises(KeyError):
            found.find("nobody")
        with self.assertRaises(tablier.TablierError):
            found.next(grade=6)
        with self.assertRaises(tablier.IllegalMove):
            found[0].attempt("z9")
        with self.assertRaises(TypeError):
            found[0].attempt(3)
        for text in ("", "tablier-puzzles 1 chess", "tablier-puzzles 1 dorix\nx"):
            with self.assertRaises(tablier.TablierError):
                tablier.Puzzles(text)
        with self.assertRaises(tablier.TablierError):
            tablier.Puzzles.load("/nowhere/at/all")
        for name in ("chess", "../secret"):
            with self.assertRaises(tablier.BadInput):
                tablier.puzzles(name)


class Learning(unittest.TestCase):
    def test_vector_agrees_with_positions(self):
        for name, options in SETS:
            game = Game(name, **options)
            env = VectorEnv(game, 5, seed=3, max_plies=60)
            own = [game.start] * 5
            plies = [0] * 5
            for _ in range(80):
                self.assertEqual(env.turns().tolist(), [p.turn for p in own])
                np.testing.assert_array_equal(env.legal_masks()[1], own[1].legal_mask())
                np.testing.assert_array_equal(env.observations()[2], own[2].observation())
                actions = env.sample().copy()
                rewards, steps = env.step(actions)
                for i, action in enumerate(actions):
                    own[i] = own[i].play_action(action)
                    plies[i] += 1
                    result = own[i].result
                    expected = [0.0] * game.players
                    if result is not None and not result.draw:
                        expected = [1.0 if p in result.winners else -1.0
                                    for p in range(game.players)]
                    self.assertEqual(rewards[i].tolist(), expected)
                    self.assertEqual(steps[i], env.OVER if result is not None else
                                     env.CUT_OFF if plies[i] == 60 else env.GOES_ON)
                    if steps[i]:
                        own[i], plies[i] = game.start, 0
                    self.assertEqual(env.position(i), own[i])
            env.close()

    def test_vector_bad_input(self):
        env = VectorEnv(Game("quoridor"), 3)
        with self.assertRaises(tablier.IllegalMove):
            env.step(np.zeros(3, dtype=np.int64))
        with self.assertRaises(ValueError):
            env.step(np.zeros(2, dtype=np.int32))
        with self.assertRaises((ValueError, TypeError)):
            env.step("abc")
        with self.assertRaises(tablier.TablierError):
            env.position(3)
        env.close()
        env.close()
        with self.assertRaises(tablier.Closed):
            env.sample()
        with self.assertRaises(TypeError):
            VectorEnv("quoridor", 3)
        with self.assertRaises(tablier.TablierError):
            VectorEnv(Game("quoridor"), 0)


class Destruction(unittest.TestCase):
    def test_any_order(self):
        """Run with sanitizers too: tests/python_destruction.sh."""
        chance = random.Random(4)
        for _ in range(3):
            things = {
                "game": Game("quoridor", size=5), "engine": Engine(), "env": None,
                "match": Match(Game("quoridor", size=5)).play("c2"),
            }
            things["position"] = things["match"].position
            things["tags"] = things["match"].tags
            things["env"] = VectorEnv(things["game"], 3, threads=2)
            things["results"] = things["engine"].analyse(things["match"], nodes=300)
            things["analysis"] = next(things["results"])
            things["puzzles"] = tablier.puzzles("quoridor")
            things["puzzle"] = things["puzzles"][3]
            things["attempt"] = things["puzzle"].attempt()
            things["record"] = next(tablier.iter_records(things["match"].to_json()))
            names = list(things)
            chance.shuffle(names)
            for name in names:
                del things[name]
                gc.collect()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    unittest.main()
