"""Whole games at a terminal of 24 rows: boards, messages and the prompt fit the screen."""
import itertools
import json
import random
import subprocess
import sys

from terminal import Terminal

program = sys.argv[1]


def options_of(game):
    """Every option set that matters for the size of the drawing, and the defaults."""
    sets = [[]]
    for option in game["options"]:
        if option["name"] in ("size", "walls"):
            values = option["values"]
            sets = [old + [(option["name"], v)] for old in sets
                    for v in ({values[0], values[-1]} if option["name"] == "walls" else values)]
    return sets


def play(game, players, options, lang, columns, plies, seed):
    words = ["play", game, "--players", str(players), "--lang", lang, "--no-autosave",
             "--seed", str(seed), "--name", "1=A name that is a good deal longer than most names"]
    for name, value in options:
        words += ["--set", "%s=%s" % (name, value)]
    for seat in range(2, players + 1):
        words += ["--seat", "%d=random" % seat]
    chance = random.Random(seed)
    terminal = Terminal(program, words, 24, columns)
    what = " ".join(words) + " at %d columns" % columns
    lines = terminal.listen()
    terminal.check_fit(lines, what)
    for _ in range(plies):
        moves = " ".join(terminal.say("moves")[:-1]).split()
        if not moves or not lines[-1].startswith("A name"):
            break
        lines = terminal.say(chance.choice(moves))
        terminal.check_fit(lines, what)
        board = "\n".join(lines)
        assert "(" in board or "═" in board or "║" in board, "no last move is marked:\n" + board
        if "> " in lines[-1] and not lines[-1].startswith("A name"):
            break
    else:
        lines = terminal.say("resign")
        terminal.check_fit(lines, what)
        board = "\n".join(lines)
        assert ("resignation" in board) or ("abandon" in board), board
        for word in ("to move", "de jouer", "oblige", "∘"):
            assert word not in board, board
        assert game != "tictacdoh" or "·" not in board, board
    terminal.say("quit")
    assert terminal.close() == 0, what


games = json.loads(subprocess.check_output([program, "games", "--json"]))
langs, widths = itertools.cycle(("en", "fr")), itertools.cycle((60, 60, 80))
seed = 0
for game in games:
    for players in game["players"]:
        for options in options_of(game):
            seed += 1
            play(game["name"], players, options, next(langs), next(widths), 30, seed)
# the largest of each once more, the other way round
for game in games:
    for players in game["players"]:
        for lang in ("en", "fr"):
            seed += 1
            play(game["name"], players, [], lang, 60, 40 if game["name"] == "dorix" else 8, seed)

# boards outside a game
for game in games:
    for players in game["players"]:
        for lang in ("en", "fr"):
            words = ["show", game["name"], "--players", str(players), "--lang", lang]
            terminal = Terminal(program, words, 24, 60)
            terminal.check_fit(terminal.listen(), " ".join(words))
            assert terminal.close() == 0
    # on a narrow terminal the board is narrower, not broken
    for rows, players, lang in itertools.product((24, 60), game["players"], ("en", "it")):
        words = ["show", game["name"], "--players", str(players), "--lang", lang]
        terminal = Terminal(program, words, rows, 40)
        lines = [line for line in terminal.listen() if not line.startswith("posi")]
        what = "%s at 40 columns:\n%s" % (" ".join(words), "\n".join(lines))
        corners = [line for line in lines if "┌" in line or "└" in line]
        assert max(map(len, lines)) <= 40 and len(corners) == 2, what
        first = next(i for i, line in enumerate(lines) if "┌" in line)
        last = next(i for i, line in enumerate(lines) if "└" in line)
        inside = [line for line in lines[first:last + 1] if line]
        assert all(len(line) == len(inside[0]) for line in inside if line[-1] in "┐┤│┘"), what
        assert sum(line[:3].strip().isdigit() for line in inside) >= len(inside) // 4, what
        assert game["name"] != "orbital" or "  T  A  " in what, what
        assert terminal.close() == 0
    for lang in ("en", "fr"):
        terminal = Terminal(program, ["puzzle", game["name"], "--lang", lang], 24, 60)
        terminal.listen()
        terminal.check_fit(terminal.say("board"), "puzzle " + game["name"])
        terminal.check_fit(terminal.say("zz"), "puzzle " + game["name"])
        skipped = "\n".join(terminal.say("skip"))
        assert "not a move" not in skipped and "pas un coup" not in skipped, skipped
        terminal.say("quit")
        assert terminal.close() == 0
