"""What goes wrong by the caller's data is a TablierError with a sentence; what is wrong in the
calling program is Python's own exception. Run with unittest."""

import copy
import math
import pickle
import tempfile
import unittest
from pathlib import Path

import numpy as np

import tablier
from tablier import Engine, Evaluation, Game, Match, VectorEnv, selfplay

START = Game("quoridor").start
HUGE = 10**30


def node():
    return Match(Game("quoridor", size=5)).play("c2").nodes()[1]


def evaluate(*values):
    node().evaluation = Evaluation(*values)


def annotate(name, value):
    setattr(node(), name, value)


def analyse(**limits):
    with Engine() as engine:
        return list(engine.analyse(START, **limits))


# Wrong data: numbers out of range, invalid text, missing files.
DATA = {
    "game": lambda: Game("chess"),
    "players": lambda: Game("quoridor", players=3),
    "too many players": lambda: Game("quoridor", players=HUGE),
    "option": lambda: Game("quoridor", towers=3),
    "value of an option": lambda: Game("quoridor", walls=99),
    "position": lambda: Game("quoridor").position("nonsense"),
    "move": lambda: START.play("e5"),
    "move with a zero byte": lambda: START.play("e2\0"),
    "remarks of a move": lambda: START.remarks("z9"),
    "action of a move": lambda: START.action("z9"),
    "action": lambda: START.play_action(10**6),
    "huge action": lambda: START.play_action(HUGE),
    "negative action": lambda: START.move(-1),
    "player": lambda: START.goal(7),
    "negative player": lambda: START.side(-1),
    "depth": lambda: START.perft(-1),
    "huge depth": lambda: START.perft(HUGE),
    "symmetry": lambda: START.symmetric_action(99, 0),
    "marks": lambda: START.svg(marks="z9"),
    "arrows": lambda: START.svg(arrows="e2>>e3"),
    "width": lambda: START.svg(width=-1),
    "level 13": lambda: Engine(level=13),
    "level -1": lambda: Engine(level=-1),
    "threads": lambda: Engine(threads=0),
    "memory": lambda: Engine(memory=-1),
    "seed": lambda: Engine(seed=2**64),
    "kind": lambda: Engine(kind="oracle"),
    "personality": lambda: Engine(level=1, personality="nobody").choose(START),
    "no limit": lambda: Engine().choose(START),
    "time": lambda: analyse(time=-1),
    "time that is not a number": lambda: analyse(time=math.nan),
    "endless time": lambda: analyse(time=math.inf),
    "nodes": lambda: analyse(nodes=0),
    "huge nodes": lambda: analyse(nodes=HUGE),
    "huge depth of a search": lambda: analyse(depth=HUGE),
    "lines": lambda: analyse(nodes=10, lines=0),
    "game that is over": lambda: analyse_over(),
    "repetition": lambda: Match(START, repetition=-1),
    "huge repetition": lambda: Match(START, repetition=HUGE),
    "move of a match": lambda: Match(START).play("e5"),
    "swap": lambda: Match(START).play("swap"),
    "resignation": lambda: Match(START).resign(5),
    "record": lambda: tablier.read_records("[Game]"),
    "record of another game": lambda: tablier.read_records('{"game":"chess","moves":[]}'),
    "path of records": lambda: tablier.read_records(Path("/nowhere/games.jsonl")),
    "path of records as text": lambda: tablier.load_records("/nowhere/games.jsonl"),
    "path with a zero byte": lambda: tablier.load_records("a\0b"),
    "folder of records": lambda: tablier.load_records("/"),
    "comment": lambda: annotate("comment", "a}b"),
    "drawing": lambda: annotate("drawings", ["Xa1"]),
    "time of a move": lambda: annotate("time", -1),
    "endless time of a move": lambda: annotate("time", math.inf),
    "evaluation": lambda: evaluate(0),
    "value": lambda: evaluate(0, None, "won"),
    "score": lambda: evaluate(0, 2000.0),
    "plies": lambda: evaluate(0, None, "win", HUGE),
    "player of an evaluation": lambda: evaluate(HUGE, 0.5),
    "tag": lambda: Match(START).tags.__setitem__("a b", "c"),
    "solve: player": lambda: tablier.solve(START, player=5),
    "solve: plies": lambda: tablier.solve(START, within=-1),
    "solve: memory": lambda: tablier.solve(START, memory=0),
    "solve: threads": lambda: tablier.solve(START, threads=HUGE),
    "proof": lambda: tablier.verify("/nowhere/proof"),
    "review: nodes": lambda: tablier.review(Match(START).play("e2"), nodes=0),
    "puzzles": lambda: tablier.puzzles("../secret"),
    "puzzle file": lambda: tablier.Puzzles.load("/nowhere/at/all"),
    "grade": lambda: tablier.puzzles("quoridor").next(grade=6),
    "no games": lambda: VectorEnv(Game("quoridor"), 0),
    "too many games": lambda: VectorEnv(Game("quoridor"), HUGE),
    "actions": lambda: VectorEnv(Game("quoridor"), 2).step(np.zeros(3, dtype=np.int32)),
    "illegal actions": lambda: VectorEnv(Game("quoridor"), 2).step(np.zeros(2, dtype=np.int32)),
    "number of a game": lambda: VectorEnv(Game("quoridor"), 2).position(2),
    "closed": lambda: closed().sample(),
    "self-play": lambda: selfplay.SelfPlay("/nowhere/games"),
}

# Wrong programs: other types, indices and keys of containers.
PROGRAM = {
    "game": (TypeError, lambda: Game(3)),
    "players": (TypeError, lambda: Game("quoridor", players="2")),
    "players as a truth value": (TypeError, lambda: Game("quoridor", players=True)),
    "move": (TypeError, lambda: START.play(3)),
    "no move": (TypeError, lambda: START.play()),
    "action": (TypeError, lambda: START.play_action("e2")),
    "fraction of an action": (TypeError, lambda: START.play_action(1.5)),
    "level": (TypeError, lambda: Engine(level="3")),
    "fraction of a level": (TypeError, lambda: Engine(level=2.5)),
    "kind": (TypeError, lambda: Engine(kind=3)),
    "time": (TypeError, lambda: analyse(time="1")),
    "nodes": (TypeError, lambda: analyse(nodes=1.5)),
    "position": (TypeError, lambda: Engine().analyse("e2")),
    "match": (TypeError, lambda: Match("quoridor")),
    "records": (TypeError, lambda: tablier.read_records(3)),
    "path": (TypeError, lambda: tablier.load_records(3)),
    "comment": (TypeError, lambda: annotate("comment", 7)),
    "solve": (TypeError, lambda: tablier.solve("dorix")),
    "review": (TypeError, lambda: tablier.review("e2")),
    "vector": (TypeError, lambda: VectorEnv("quoridor", 3)),
    "puzzles": (TypeError, lambda: tablier.puzzles(3)),
    "index": (IndexError, lambda: tablier.puzzles("quoridor")[10**6]),
    "key": (KeyError, lambda: tablier.puzzles("quoridor").find("nobody")),
    "tag": (KeyError, lambda: Match(START).tags["Nobody"]),
    "no such name": (AttributeError, lambda: START.undo()),
}


def analyse_over():
    with Engine() as engine:
        engine.analyse(Game("tictacdoh", stash=1).position("c3:LMS"), nodes=10)


def closed():
    env = VectorEnv(Game("quoridor"), 2)
    env.close()
    return env


class WrongCalls(unittest.TestCase):
    def test_data(self):
        for name, call in DATA.items():
            with self.subTest(name):
                with self.assertRaises(tablier.TablierError) as caught:
                    call()
                text = str(caught.exception)
                self.assertGreater(len(text), 10)
                self.assertNotIn("\n", text)
                self.assertTrue(caught.exception.text("fr"))

    def test_programs(self):
        for name, (kind, call) in PROGRAM.items():
            with self.subTest(name):
                with self.assertRaises(kind) as caught:
                    call()
                self.assertNotIsInstance(caught.exception, tablier.TablierError)


class Levels(unittest.TestCase):
    def test_a_level_is_for_people(self):
        """0 is the weakest, and nothing is full strength."""
        start = Game("tictacdoh").start
        for level in range(13):
            with Engine(level=level) as engine:
                self.assertIn(engine.choose(start), start.moves())
        with Engine(level=0) as weak, Engine() as full:
            self.assertEqual(weak._options.level, tablier._lib.TB_LEVEL_CHILD)
            self.assertEqual(full._options.level, 0)
            with self.assertRaises(tablier.BadInput):
                full.choose(start)


class Copies(unittest.TestCase):
    def match(self):
        match = Match(Game("quoridor", size=5, walls=3), swap=True, repetition=2)
        match.play("c2", "swap", "c4", "b3h")
        match.tags["Player1"] = "Zoé"
        match.nodes()[3].comment = "Straight on."
        match.nodes()[3].add("d2")
        return match

    def test_copy_and_pickle(self):
        for again in (copy.copy, copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))):
            match = self.match()
            other = again(match)
            self.assertEqual(other.to_json(), match.to_json())
            self.assertEqual(other.position, match.position)
            self.assertEqual(other.nodes()[3].comment, "Straight on.")
            other.play(other.position.moves()[0])
            other.tags["Player1"] = "Ann"
            self.assertEqual((len(match.moves), match.tags["Player1"]), (4, "Zoé"))
            # The rules of the match come along.
            self.assertTrue(other.swapped)
            self.assertIn('"repetition":2', other.to_json().replace(" ", ""))

    def test_ends_come_along(self):
        match = self.match()
        match.resign(1)
        other = pickle.loads(pickle.dumps([match]))[0]
        self.assertEqual((other.ending, other.result), ("resignation", match.result))
        with self.assertRaises(tablier.GameOver):
            copy.copy(match).play("c3")

    def test_records_from_a_path(self):
        with tempfile.TemporaryDirectory() as folder:
            for form in (Match.to_text, Match.to_json):
                path = Path(folder) / "two games.txt"
                path.write_text(f"{form(self.match())}\n" * 2, encoding="utf-8")
                for found in (tablier.read_records(path), tablier.load_records(path),
                              tablier.load_records(str(path)), list(tablier.iter_records(path))):
                    self.assertEqual([match.to_json() for match in found],
                                     [self.match().to_json()] * 2)
        # A name that is given as text is not opened.
        with self.assertRaises(tablier.RecordError):
            tablier.read_records("/etc/hostname")


if __name__ == "__main__":
    unittest.main()
