#!/usr/bin/env python3
"""memory.py TABLIER FAULTS [MOST] - the server on a machine whose memory runs out: the Nth allocation
fails, or it and all later ones.

The server refuses to start with a line about memory, refuses requests, or serves them. It never
crashes, and no move that it has acknowledged is lost. After a single failure it serves again.
MOST: how many N are tried (24), spread over all allocations.
"""
import os
import re
import socket
import sys

from harness import Server, Ws, check, finish, request, wait_for, work

program, faults = (os.path.realpath(path) for path in sys.argv[1:3])
most = int(sys.argv[3]) if len(sys.argv) > 3 else 24
MOVES = ["b2", "c3", "b2"]
PEOPLE = [{"kind": "person", "mine": True, "name": name} for name in ("Ann", "Bob")]
runs = 0


def create(port):
    """A game, or None if the server refuses it."""
    try:
        answer = request(port, "POST", "/api/games", body={"game": "dorix", "seats": PEOPLE})
    except OSError:
        return None
    if answer.status == 201:
        return answer.json()
    check(answer.status in (0, 500, 503), f"a new game: {answer.status} {answer.body}")
    if answer.body:
        check(answer.json()["error"]["code"] in ("store", "busy"), f"a refusal: {answer.body}")
    return None


def play(port, game):
    """Plays moves for as long as the server takes them; those that it has acknowledged."""
    stored = []
    try:
        players = [Ws(port), Ws(port)]
        for ws, seat in zip(players, game["seats"]):
            ws.sock.settimeout(6)
            welcome = ws.hello(game["id"], seat["secret"]) if ws.answer.status == 101 else {}
            if welcome.get("type") != "welcome":
                return stored
        seq = welcome["state"]["now"]["seq"]
        for i, move in enumerate(MOVES):
            players[i % 2].send({"type": "move", "seq": seq, "move": move})
            heard = players[i % 2].hear("event", "error", "bye")
            while heard["type"] == "event" and heard["event"]["seq"] <= seq:
                heard = players[i % 2].hear("event", "error", "bye")
            if heard["type"] != "event":
                return stored
            seq = heard["event"]["seq"]
            stored.append(move)
    except (OSError, socket.timeout):
        pass
    return stored


def look(port, path):
    """The status of an answer; 0 if there is none."""
    try:
        return request(port, "GET", path).status
    except OSError:
        return 0


def run(number, count=None):
    """One server; the number of allocations that it made, if `count` is a file."""
    global runs
    runs += 1
    store = os.path.join(work, f"store{runs}.db")
    env = {"LD_PRELOAD": faults, "TABLIER_TEST_ALLOCATION": number, "TABLIER_TEST_COUNT": count or ""}
    server = Server(program, env=env, store=store)
    what = f"allocation {number}"
    if not server.url:
        status = server.process.wait(20)
        check(status == 1 and re.search(r"^tablier: .*(memory|allocate)", server.log(), re.M),
              f"{what}: it does not start, status {status}: {server.log()[-300:]}")
        return
    games = []
    for _ in range(2):
        if game := create(server.port):
            games.append((game, play(server.port, game)))
    look(server.port, "/healthz")
    look(server.port, "/api/games?list=open")
    if "+" not in number:  # a single failure is over
        check(wait_for(lambda: (game := create(server.port)) and play(server.port, game) == MOVES),
              f"{what}: moves are refused for good")
        check(wait_for(lambda: look(server.port, "/healthz") == 200),
              f"{what}: unhealthy for good: {request(server.port, 'GET', '/healthz').body}")
    check(server.process.poll() is None, f"{what}: the server has ended: {server.log()[-300:]}")
    status = server.stop()
    check(status == 0, f"{what}: it stops with {status}: {server.log()[-300:]}")
    if count:
        check(len(games) == 2 and all(stored == MOVES for _, stored in games), "nothing is played")
    again = Server(program, store=store)
    for game, stored in games:
        answer = request(again.port, "GET", f"/api/games/{game['id']}",
                         f"Authorization: Bearer {game['seats'][0]['secret']}\r\n")
        check(answer.status == 200, f"{what}: the game is gone: {answer.status}")
        moves = answer.json()["moves"] if answer.status == 200 else []
        check(moves[:len(stored)] == stored, f"{what}: {stored} was acknowledged, {moves} is there")
    again.stop()


counted = os.path.join(work, "count")
run("0", counted)
with open(counted, encoding="ascii") as file:
    made = int(file.read())
check(made > 100, f"{made} allocations")
step = max(1, made // most)
for n in sorted({1, 2, 3, 5, 8, 13, *range(1, made + 1, step), made}):
    run(str(n))
    if n % 2:
        run(f"{n}+")
finish()
