"""Other programs as engines: good ones, and those that die, hang or talk nonsense. Run with
unittest; TABLIER names the command-line tool."""

import asyncio
import os
import sys
import tempfile
import textwrap
import threading
import unittest
from pathlib import Path

import tablier
from tablier import Game, Match, connect, connect_async

TOOL = os.environ.get("TABLIER")
QUORIDOR = Game("quoridor", size=5, walls=3)

# A UGI engine that plays the first of a list of moves; what follows `go` can be replaced.
ENGINE = """
import sys
def say(text):
    print(text, flush=True)
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        say("id name Fake 1")
        say("id author Nobody in particular")
        say("option name Hash type spin default 8 min 1 max 64")
        say("option name Style type combo default calm var calm var wild")
        say("option name Own Book type check default false")
        say("ugiok")
    elif word == "setoption":
        sys.stderr.write(line)
    elif word == "isready":
        say("readyok")
    elif word == "go":
        {go}
    elif word == "stop":
        say("bestmove Sc3")
    elif word == "quit":
        break
"""


class Programs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, code):
        path = self.folder / "engine"
        path.write_text(f"#!{sys.executable}\n{textwrap.dedent(code)}")
        path.chmod(0o755)
        return path

    def engine(self, go='say("bestmove Sc3")'):
        return self.program(ENGINE.replace("{go}", go))

    def choose(self, path, **limits):
        with connect(path, timeout=60) as engine:
            return engine.choose(Game("tictacdoh").start, **(limits or {"nodes": 10}))


class Faults(Programs):
    def refused(self, words, call, kind=tablier.EngineError):
        with self.assertRaises(kind) as caught:
            call()
        self.assertIn(words, str(caught.exception))
        self.assertNotIn("\n", str(caught.exception))

    def test_cannot_start(self):
        self.refused("No such file", lambda: connect("./no-such-engine"))
        nonsense = self.folder / "nonsense"
        nonsense.write_bytes(b"\x7fELF nonsense")
        self.refused("Permission denied", lambda: connect(nonsense))
        nonsense.chmod(0o755)
        self.refused("cannot start", lambda: connect(nonsense))
        self.refused("not a command", lambda: connect("'"), tablier.BadInput)
        self.refused("no command", lambda: connect(""), tablier.BadInput)
        self.refused("protocol", lambda: connect("true", protocol="xboard"), tablier.BadInput)

    def test_dies(self):
        self.refused("ended with status 0", lambda: connect("true"))
        path = self.program("import sys\nsys.exit('no licence found')")
        self.refused("ended with status 1: no licence found", lambda: connect(path))
        path = self.engine("sys.exit(3)")
        self.refused("ended with status 3", lambda: self.choose(path))
        path = self.engine("import os; os.kill(os.getpid(), 9)")
        self.refused("killed by signal 9", lambda: self.choose(path))

    def test_hangs(self):
        path = self.program("import time\ntime.sleep(60)")
        self.refused("within 0.3 seconds", lambda: connect(path, timeout=0.3), tablier.EngineTimeout)
        with connect(self.engine("pass"), timeout=60) as engine:
            engine._engine._timeout = 0.3
            with self.assertRaises(tablier.EngineTimeout):
                engine.choose(Game("tictacdoh").start, time=0.1)
            with self.assertRaises(tablier.Closed):
                engine.choose(Game("tictacdoh").start, time=0.1)
        self.assertIsInstance(tablier.EngineTimeout("x"), TimeoutError)

    def test_nonsense(self):
        endless = self.program("while True: print('blah', flush=True)")
        self.refused("UGI or QTP", lambda: connect(endless, timeout=0.5), tablier.EngineTimeout)
        path = self.program("import sys\nsys.stdout.write('x' * 10**6)\nsys.stdout.flush()\ninput()")
        self.refused("more than", lambda: connect(path))
        path = self.program("import sys\nsys.stdout.buffer.write(b'\\xff\\x00\\n')\nsys.exit(2)")
        self.refused("ended with status 2", lambda: connect(path))
        for move, words in (("Sa1", "played 'Sa1'"), ("", "played ''"), ("Zz", "played 'Zz'")):
            self.refused(words, lambda: self.choose(self.engine(f"say('bestmove {move}')")))
        # What cannot be understood on the way to a move is skipped.
        lines = ("info pv", "info depth x score cp pv Sc3", "info string hello", "info pv Zz",
                 "gibberish", "info depth 3 score mate 2 nodes 7 time 1 pv Sc3 Zz", "bestmove Sc3")
        with connect(self.engine("; ".join(f"say('{line}')" for line in lines))) as engine:
            *_, last = engine.analyse(Game("tictacdoh").start, nodes=10)
        self.assertEqual((last.best, last.depth, last.nodes, last.lines[0][1:]),
                         ("Sc3", 3, 7, (1.0, 1, 2)))

    def test_refusals_do_no_harm(self):
        code = ENGINE.replace("{go}", "say('bestmove Sc3')").replace(
            'say("readyok")', 'say("info string error: no such piece") if "Mb3" in last else None\n'
            '        say("readyok")').replace("    word =", "    last = locals().get('now', '')\n"
                                              "    now = line\n    word =")
        with connect(self.program(code)) as engine:
            match = Match(Game("tictacdoh")).play("Sc3", "Mb3")
            self.refused("no such piece", lambda: engine.choose(match, nodes=1))
            self.assertEqual(engine.choose(Game("tictacdoh").start, nodes=1), "Sc3")


class Settings(Programs):
    def test_options(self):
        with connect(str(self.engine())) as engine:
            self.assertEqual((engine.name, engine.author, engine.protocol),
                             ("Fake 1", "Nobody in particular", "ugi"))
            self.assertEqual(list(engine.options), ["Hash", "Style", "Own Book"])
            self.assertEqual(engine.options["Hash"].max, 64)
            self.assertEqual(engine.options["Style"].values, ("calm", "wild"))
            engine.set_options({"hash": 16, "Style": "wild", "Own Book": True})
            for wrong in ({"Speed": 3}, {"Hash": 65}, {"Hash": "much"}, {"Style": "rude"},
                          {"Own Book": "true\nquit"}):
                with self.assertRaises(tablier.BadInput):
                    engine.set_options(wrong)
            with self.assertRaises(tablier.BadInput):
                list(engine.analyse(Game("tictacdoh").start, nodes=1, lines=2))
        with self.assertRaises(tablier.Closed):
            engine.set_options({"Hash": 16})
        engine.close()
        with self.assertRaises(tablier.BadInput):
            connect(self.engine(), options={"Speed": 3})

    def test_wrong_calls(self):
        over = Game("tictacdoh", stash=1).position("c3:LMS")
        start = Game("tictacdoh").start
        with connect(self.engine()) as engine:
            for limits in ({}, {"time": -1}, {"nodes": 0}, {"depth": 10**20}, {"clocks": [-1, 1]}):
                with self.assertRaises(tablier.BadInput):
                    engine.choose(start, **limits)
            with self.assertRaises(tablier.GameOver):
                engine.choose(over, nodes=1)
            with self.assertRaises(TypeError):
                engine.choose("Sc3", nodes=1)
            self.assertEqual(engine.choose(start, clocks=[60, 50], increment=0.5), "Sc3")


@unittest.skipUnless(TOOL, "TABLIER is not set to the command-line tool")
class RealEngines(unittest.TestCase):
    def test_ugi(self):
        with connect([TOOL, "engine", "quoridor"], options={"Hash": 16}) as engine:
            self.assertTrue(engine.name.startswith("Tablier "))
            engine.new_game()
            for game in (QUORIDOR, Game("quoridor", players=4), Game("quoridor")):
                match = Match(game)
                while len(match.moves) < 4:
                    match.play(engine.choose(match, nodes=50))
                self.assertIn(engine.choose(match.position, depth=1), match.position.moves())
            found = list(engine.analyse(match, nodes=3000, lines=3))
            self.assertEqual(len(found[-1].lines), 3)
            self.assertGreater(found[-1].nodes, 1000)
            self.assertEqual(found[-1].position, match.position)
            # The engine is that of another game.
            with self.assertRaises(tablier.EngineError):
                engine.choose(Match(Game("tictacdoh")).play("Sc3"), nodes=10)
            swapped = Match(Game("quoridor"), swap=True).play("e2", "swap")
            self.assertIn(engine.choose(swapped, nodes=10), swapped.position.moves())

    def test_leaving_the_loop_ends_the_search(self):
        start = Game("quoridor").start
        with connect(f"{TOOL} engine quoridor") as engine:
            results = engine.analyse(start)
            next(results)
            with self.assertRaises(tablier.EngineBusy):
                engine.choose(start, nodes=10)
            results.close()
            for _ in engine.analyse(start):
                break
            self.assertIn(engine.choose(start, nodes=100), start.moves())
            for _ in engine.analyse(start):  # ends by itself
                threading.Thread(target=engine.stop).start()

    def test_qtp(self):
        with connect(f"{TOOL} qtp --time 50") as engine:
            self.assertEqual((engine.protocol, engine.name, engine.options), ("qtp", "Tablier", {}))
            match = Match(QUORIDOR).play("c2", "b3h")
            while match.result is None and len(match.moves) < 20:
                match.play(engine.choose(match))
            for wrong in (Game("dorix").start, QUORIDOR.start.play("c2"),
                          Game("quoridor", players=4).start, Game("quoridor", turn="barrier").start):
                with self.assertRaises(tablier.BadInput):
                    engine.choose(wrong)
            with self.assertRaises(tablier.BadInput):
                list(engine.analyse(match.start))
            with self.assertRaises(tablier.BadInput):
                engine.set_options({"Hash": 1})

    def test_async(self):
        async def play():
            start = Game("tictacdoh").start
            async with await connect_async([TOOL, "engine", "tictacdoh"]) as one:
                async with await connect_async([TOOL, "engine", "tictacdoh"]) as other:
                    moves = await asyncio.gather(
                        *(engine.choose(start, nodes=50) for engine in (one, other, one)))
                self.assertTrue(set(moves) <= set(start.moves()))
                async for analysis in one.analyse(start):
                    break
                self.assertIn(analysis.best, start.moves())
                self.assertIn(await one.choose(start, time=0.05), start.moves())
                async for _ in one.analyse(Match(start).play("Sc3")):  # ends by itself
                    await one.stop()
            with self.assertRaises(tablier.Closed):
                await one.choose(start, nodes=1)
            with self.assertRaises(tablier.EngineTimeout):
                await connect_async("sleep 30", timeout=0.2)
        asyncio.run(play())


if __name__ == "__main__":
    unittest.main()
