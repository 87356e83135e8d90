#!/usr/bin/env python3
"""offers.py TABLIER - an attack: a player who is about to lose fills the log of the game with offers
and withdrawals while the opponent's clock runs. The opponent must still be able to move."""
import sys
import time

from harness import Server, Ws, check, finish, request

program = sys.argv[1]
SECONDS = 30  # on the victim's clock
PAIRS = 9  # offers and withdrawals that a new connection may send at once, after its hello

server = Server(program, "--requests", "1000")
port = server.port
game = request(port, "POST", "/api/games", body={
    "game": "quoridor", "clock": {"main": SECONDS, "increment": 0},
    "seats": [{"kind": "person", "mine": True, "name": "Victim"},
              {"kind": "person", "mine": True, "name": "Attacker"}]}).json()


def enter(seat):
    player = Ws(port)
    check(player.hello(game["id"], game["seats"][seat]["secret"])["type"] == "welcome", "hello")
    return player


def answer_to(player, number):
    """The answer to a request, and the other messages until then."""
    others = []
    while True:
        message = player.hear("event", "error", "state")
        if message.get("id") == number:
            return message, others
        others.append(message)


def play(player, seq, text):
    player.send({"type": "move", "seq": seq, "move": text, "id": 99})
    return answer_to(player, 99)[0]


seq = 0
for seat, text in enumerate(("e2", "e8")):
    with_move = enter(seat)
    answer = play(with_move, seq, text)
    check(answer["type"] == "event", f"{text}: {answer}")
    seq = answer["now"]["seq"]
    with_move.close()

# The victim's clock runs now.
until = time.monotonic() + SECONDS - 10
codes, made, length = set(), 0, 0
while time.monotonic() < until and not codes:
    attacker = enter(1)
    for i in range(PAIRS):
        kind = "draw" if i % 2 else "undo"
        attacker.send({"type": kind, "answer": "offer"})
        attacker.send({"type": kind, "answer": "decline", "id": i})
    last, others = answer_to(attacker, PAIRS - 1)
    for message in others + [last]:
        if message["type"] == "error":
            codes.add(message["code"])
        elif message["type"] == "event":
            made += message["event"]["kind"].endswith("-offer")
            length = message["now"]["seq"]
    attacker.close()
victim = enter(0)
answer = play(victim, seq, "e3")
print(f"{made} offers, {length} events, then {sorted(codes)}; the victim's move: {answer['type']}")
check(answer["type"] == "event" and answer["event"]["kind"] == "move",
      f"the victim's move is answered by {answer.get('code') or answer}")
check(made <= 2, f"{made} offers without a move in between")
check("again" in codes, f"the second offer is answered by {codes}")
if answer["type"] == "event":
    check(answer["now"]["status"] == "running" and answer["now"]["turn"] == 2, "the game goes on")
else:  # what the attacker is after
    time.sleep(max(0, until + 11 - time.monotonic()))
    now = Ws(port).hello(game["id"], game["seats"][0]["secret"])["state"]["now"]
    check(now["status"] == "running", f"the attacker wins by {now['ending']}: {now['result']}")
server.stop()
finish()
