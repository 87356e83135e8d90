"""The menu of those who start the program without naming a game."""
import sys

from terminal import Terminal

program = sys.argv[1]


def expect(lines, *wanted):
    text = "\n".join(lines)
    for words in wanted:
        assert words in text, "%r is not in:\n%s" % (words, text)


terminal = Terminal(program, ["play", "--no-autosave"], 24, 80)
expect(terminal.listen(), "Which game?", "quoridor", "game> ")
expect(terminal.say("chess"), "A number from 1 to 4")
expect(terminal.say("quoridor"), "players, 2 4 [2]> ")
expect(terminal.say("e2"), "One of these numbers, please; quit leaves.", "players, 2 4 [2]> ")
expect(terminal.say(""), "you against the computer, you begin", "players [1]> ")
expect(terminal.say("9"), "A number from 1 to 4")
expect(terminal.say("1"), "level, 0 (for children) to 12 (best)")
expect(terminal.say("13"), "A number from 0 to 12")
expect(terminal.say("2"), "walls=10", "size=9", "swap=off", "rules> ")
expect(terminal.say("size=5 walls=3 swap=on"), "size=5", "walls=3", "swap=on")
expect(terminal.say("size=4"), "size", "3, 5, 7", "rules> ")
expect(terminal.say("walls"), "name=value")
expect(terminal.say("walls=2"), "walls=2")
expect(terminal.say(""), "barriers left 2", "Player 1> ")
expect(terminal.say("c2"), "Level 2 (player 2) plays")
terminal.say("quit")
assert terminal.close() == 0

# the computer begins, in French; every seat by name; leaving
terminal = Terminal(program, ["play", "--no-autosave", "--lang", "fr"], 24, 60)
expect(terminal.listen(), "Quel jeu ?")
expect(terminal.say("2"), "joueurs, 2 3 4 [2]> ")
expect(terminal.say("3"), "vous contre l’ordinateur, l’ordinateur commence")
expect(terminal.say("2"), "niveau, 0 (pour les enfants) à 12")
expect(terminal.say(""), "stash=5")
expect(terminal.say(""), "Niveau 3 (joueur 1) joue", "Joueur 2> ")
terminal.say("quit")
assert terminal.close() == 0

# the level for children, in a narrow terminal
terminal = Terminal(program, ["play", "--no-autosave"], 24, 40)
expect(terminal.listen(), "Tic Tac Doh (Brian", " Schultze)")
expect(terminal.say("chess"), "A number from 1 to 4, or a name from the\nlist.")
terminal.say("tictacdoh")
expect(terminal.say(""), "  2  you against the computer, the\n     computer begins\n")
expect(terminal.say("2"), "level, 0 (for children) to 6 (best) [3]\n> ")
terminal.say("0")
expect(terminal.say(""), "Level 0 (player 1) plays")
terminal.say("quit")
assert terminal.close() == 0
terminal = Terminal(program, ["play", "--no-autosave"], 24, 60)
terminal.listen()
terminal.say("1")
terminal.say("4")
expect(terminal.say("4"), "level:0..12", "player 1 [human]> ")
expect(terminal.say("wizard"), "wizard")
terminal.say("")
terminal.say("random")
terminal.say("")
expect(terminal.say("random"), "hold=free", "rules> ")
expect(terminal.say(""), "in hand", "Player 1> ")
expect(terminal.say("b2"), "random (player 2) plays", "Player 3> ")
terminal.say("quit")
assert terminal.close() == 0
terminal = Terminal(program, ["play"])
terminal.listen()
terminal.say("quit")
assert terminal.close() == 0

# a terminal without UTF-8 gets ASCII alone, whatever the language
terminal = Terminal(program, ["play", "orbital", "--lang", "fr", "--no-autosave", "--color", "never"],
                    24, 60, LC_ALL="C")
expect(terminal.listen(), "en main", "Joueur 1> ")
for line in ("Bb2", "zz", "?", "rules", "q", "moves", "resign", "show"):
    shown = terminal.say(line)
    expect(shown, "> ")
    text = "\n".join(shown)
    assert text.isascii(), ascii(text)
    terminal.check_fit(shown, line)
expect(shown, "La partie est finie par abandon. Joueur 1 a gagne.")
terminal.say("quit")
assert terminal.close() == 0
