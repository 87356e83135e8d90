"""Matches, tournaments and experiments from Python. Run with unittest; TABLIER names the
command-line tool."""

import dataclasses
import json
import os
import random
import signal
import tempfile
import threading
import unittest
from pathlib import Path

import tablier
from tablier import Engine, Game, run_experiment, run_match, run_tournament

TOOL = os.environ.get("TABLIER")
GAME = Game("tictacdoh")


def first(position):
    """A player who is easily beaten."""
    return position.moves()[0]


def last(position):
    return position.legal_actions()[-1]


def frame(rows):
    """What pandas.DataFrame(rows) needs: rows with the same keys and plain values."""
    assert rows and all(row.keys() == rows[0].keys() for row in rows)
    json.dumps(rows)
    try:
        import pandas
    except ImportError:
        return
    assert pandas.DataFrame(rows).shape == (len(rows), len(rows[0]))


@unittest.skipUnless(TOOL, "TABLIER is not set to the command-line tool")
class Runs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_match(self):
        found = run_match(GAME, "level:3", first, games=6, seed=2, sprt=(0, 400), time=20)
        weak, strong = found.contestants[1], found.contestants[0]
        self.assertEqual((found.game, found.games, found.interrupted), (GAME, 6, False))
        self.assertEqual((strong.name, weak.name), ("level:3", "first"))
        self.assertEqual(strong.wins + strong.draws + strong.losses, 6)
        self.assertEqual((strong.wins, strong.draws), (weak.losses, weak.draws))
        self.assertGreater(found.score, 0.8)
        self.assertEqual(found.score, strong.points / 6)
        low, high = found.score_interval
        self.assertTrue(low < found.score <= high)
        self.assertEqual(found.sprt.elo1, 400)
        self.assertEqual(sum(found.endings.values()), 6)
        rows = found.rows()
        self.assertEqual([row["number"] for row in rows], list(range(1, 7)))
        self.assertEqual(sum(row["winner_name"] == "level:3" for row in rows), strong.wins)
        self.assertEqual({row["player_0"] for row in rows}, {"level:3", "first"})
        for row, match in zip(rows, found.records):
            self.assertEqual(row["moves"].split(), match.moves)
            self.assertEqual(row["plies"], match.plies)
        frame(rows)
        frame(found.standings())
        self.assertTrue(dataclasses.is_dataclass(found))

    def test_resume(self):
        path = self.folder / "games.jsonl"
        for games in (2, 4):
            found = run_match(GAME, first, last, games=games, nodes=10, out=path)
            self.assertEqual((found.games, len(found.records)), (games, games))
        self.assertEqual(len(path.read_text().splitlines()), 4)

    def test_objects_and_options(self):
        chance = random.Random(1)
        with Engine(level=1, seed=1) as engine:
            found = run_match(Game("quoridor", size=3, walls=2), engine,
                              lambda position: chance.choice(position.moves()), games=4,
                              max_plies=30, concurrency=2, time=20)
        self.assertEqual([one.name for one in found.contestants], ["Engine", "lambda"])
        self.assertEqual(found.records[0].game, Game("quoridor", size=3, walls=2))
        found = run_match(Game("tictacdoh", players=3), first, last, "random", games=6, time=20)
        self.assertEqual(len(found.contestants), 3)
        self.assertIsNone(found.score)

    def test_tournament(self):
        found = run_tournament("tictacdoh", [first, last, "level:4"], rounds=2, time=20)
        self.assertEqual(found.entrants[0].name, "level:4")
        self.assertEqual({one.name for one in found.entrants}, {"first", "last", "level:4"})
        self.assertEqual(found.games, 12)
        self.assertAlmostEqual(sum(one.points for one in found.entrants), 12)
        self.assertAlmostEqual(sum(one.elo for one in found.entrants), 0, places=3)
        self.assertTrue(all(one.error > 0 for one in found.entrants))
        frame(found.rows())
        frame(found.standings())
        named = run_tournament("tictacdoh", {"one": first, "two": first}, rounds=1, time=20,
                               format="gauntlet")
        self.assertEqual({one.name for one in named.entrants}, {"one", "two"})
        self.assertEqual(named.format, "gauntlet")

    def test_experiment(self):
        found = run_experiment(GAME, seats=["level:1"], games=6)
        self.assertEqual((found.game, found.cells), ("tictacdoh", ("",)))
        wins = found.get("win", "1")
        self.assertTrue(0 <= wins.low <= wins.value <= wins.high <= 1)
        draws = sum(match.result.draw for match in found.records)
        self.assertAlmostEqual(found.get("draw").value, draws / 6)
        self.assertEqual(found.get("games").value, 6)
        frame(found.rows())
        with self.assertRaises(KeyError):
            found.get("beauty")

    def test_sweep(self):
        """A function gets positions of each variant."""
        seen = set()

        def watching(position):
            seen.add(position.game.options["stash"])
            return position.moves()[-1]

        folder = self.folder / "lab"
        found = run_experiment(GAME, seats=[watching], games=3, sweep={"stash": [2, 4]}, out=folder)
        self.assertEqual(found.cells, ("stash=2", "stash=4"))
        self.assertEqual(seen, {2, 4})
        self.assertEqual(found.get("games", cell="stash=4").n, 3)
        self.assertTrue((folder / "report.html").exists())
        self.assertEqual(run_experiment(GAME, games=2, sweep={"level": [0, 1]}).cells,
                         ("level=0", "level=1"))

    def test_wrong_data(self):
        for words, call in {
            "level": lambda: run_match(GAME, "level:33", "level:1"),
            "two to four": lambda: run_match(GAME, "level:1"),
            "games": lambda: run_match(GAME, "level:1", "level:2", games=0),
            "time": lambda: run_match(GAME, "level:1", "level:2", time=-1),
            "--colour": lambda: run_match(GAME, "level:1", "level:2", colour="red"),
            "not found": lambda: run_match(GAME, "level:1", "level:2", program="./no-tool"),
            "JSON": lambda: run_match(GAME, "level:1", "level:2", program="true"),
            "status 1": lambda: run_match(GAME, "level:1", "level:2", program="false"),
            "no game": lambda: run_match("chess", "level:1", "level:2"),
            "beauty": lambda: run_experiment(GAME, sweep={"beauty": [1, 2]}),
            "olympic": lambda: run_tournament(GAME, ["level:1", "level:2"], format="olympic"),
        }.items():
            with self.subTest(words), self.assertRaisesRegex(tablier.TablierError, words):
                call()
        for call in (lambda: run_match(3, first, last), lambda: run_match(GAME, first, 3),
                     lambda: run_match(GAME, first, last, games="many")):
            with self.assertRaises(TypeError):
                call()

    def test_interrupt(self):
        """Ctrl-C ends the tool; the games that were played stay, and the same call goes on."""
        handler = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, handler)
        path, calls = self.folder / "games.jsonl", []

        def interrupting(position):
            calls.append(position)
            if len(calls) == 30:
                signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
            return position.moves()[0]

        with self.assertRaises(KeyboardInterrupt):
            run_match(GAME, interrupting, "random", games=100000, out=path, time=20)
        kept = len(path.read_text().splitlines())
        self.assertGreater(kept, 0)
        again = run_match(GAME, interrupting, "random", games=kept + 2, out=path, time=20)
        self.assertEqual(len(again.records), kept + 2)

    def test_faults_of_players(self):
        """An exception of a player ends the run; an illegal move costs the game."""
        def broken(position):
            return position.moves()[0] + 1

        with self.assertRaisesRegex(TypeError, "can only concatenate"):
            run_match(GAME, broken, "level:1", games=1000)
        with self.assertRaises(FileNotFoundError):
            run_match(GAME, lambda position: open("/nowhere/weights"), "level:1", games=1000)
        found = run_match(GAME, lambda position: "Za9", "level:1", games=2, time=20)
        self.assertEqual(found.contestants[0].faults, {"illegal move": 2})
        self.assertEqual(found.contestants[0].losses, 2)


if __name__ == "__main__":
    unittest.main()
