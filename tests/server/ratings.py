#!/usr/bin/env python3
"""ratings.py TABLIER - rated games over HTTP and WebSockets: terms, results, changes, leaderboards,
and that tablier ratings --recompute gives the same numbers. On the database in
TABLIER_TEST_POSTGRES if there is one."""
import os
import subprocess
import sys
import tempfile

from harness import Server, Ws, check, finish, request, wait_for

program = sys.argv[1]
folder = tempfile.TemporaryDirectory()
place = os.environ.get("TABLIER_TEST_POSTGRES") or folder.name + "/games.db"
options = ("--requests", "1000", "--games", "1000")
server = Server(program, *options, store=place)
JSON = "Content-Type: application/json\r\n"
FAST = {"game": "quoridor", "rated": True, "clock": {"main": 300, "increment": 3}}
LIST = "quoridor-two-fast"
sockets = []


class Browser:
    """A new member in a browser."""

    def __init__(self, name):
        self.name = name
        answer = request(server.port, "POST", "/api/session", JSON, {"name": name})
        self.cookie = answer.cookies[0]

    def ask(self, method, path, body=None):
        return request(server.port, method, path, f"{JSON}Cookie: {self.cookie}\r\n",
                       b"" if body is None else body)

    def play(self, game):
        ws = Ws(server.port, extra=f"Cookie: {self.cookie}\r\n")
        sockets.append(ws)
        return ws, ws.hello(game)

    def ratings(self):
        return {row["list"]: row for row in self.ask("GET", "/api/me").json()["member"]["ratings"]}


def code_of(answer):
    return answer.json().get("error", {}).get("code")


def begin(first, second, terms=FAST):
    """A game of two members; the sockets of both."""
    game = first.ask("POST", "/api/games", {**terms, "public": True,
                                           "seats": [{"mine": True}, {}]}).json()["id"]
    check(second.ask("POST", f"/api/games/{game}/join", {}).status == 200, "the second player joins")
    return game, first.play(game)[0], second.play(game)[0]


def move(ws, seq, text):
    ws.send({"type": "move", "seq": seq, "move": text})
    while True:
        heard = ws.hear("event", "error")
        if heard["type"] == "error" or heard["event"]["kind"] == "move":
            return heard


def resign_after_moves(first, second, terms=FAST, moves=("e2", "e8")):
    """The second player resigns after each has moved."""
    game, one, two = begin(first, second, terms)
    move(one, 1, moves[0])
    move(two, 2, moves[1])
    two.send({"type": "resign"})
    return game, one, two


def state_of(game):
    return request(server.port, "GET", f"/api/games/{game}").json()


def change_in(game):
    return [seat.get("change") for seat in state_of(game)["now"]["seats"]]


ann, bob = Browser("Ann"), Browser("Bob")

# ---- Terms ---------------------------------------------------------------------------------

mine = {"seats": [{"mine": True}, {}]}
check(code_of(request(server.port, "POST", "/api/games", JSON, {**FAST, **mine})) == "member",
      "a guest cannot create a rated game")
for terms in ({"clock": None}, {"options": {"walls": 7}}, {"swap": True}, {"game": "tictacdoh"},
              {"game": "orbital", "clock": {"days": 2}}):
    check(code_of(ann.ask("POST", "/api/games", {**FAST, **mine, **terms})) == "terms",
          f"not rated: {terms}")
both = {"seats": [{"mine": True}, {"mine": True}]}
check(code_of(ann.ask("POST", "/api/games", {**FAST, **both})) == "terms", "against oneself")
game = ann.ask("POST", "/api/games", {**FAST, **mine, "public": True}).json()["id"]
check(code_of(request(server.port, "POST", f"/api/games/{game}/join", JSON, {})) == "member",
      "a guest cannot join a rated game")

# ---- A result ------------------------------------------------------------------------------

game, one, two = resign_after_moves(ann, bob)
wait_for(lambda: None not in change_in(game))
changes = change_in(game)
check(changes[0] > 0 > changes[1] and changes[0] + changes[1] == 0, f"the changes: {changes}")
state = state_of(game)
check(state["rated"] and state["list"] == LIST, "the state names the list")
seat = state["now"]["seats"][0]
check(seat["rating"] == {"rating": 1500 + changes[0], "provisional": True}, f"a rating: {seat}")
while True: # the players get it
    heard = one.hear("state")
    if "change" in heard["state"]["now"]["seats"][0]:
        break
one.send({"type": "undo", "id": 5})
check(one.hear("error")["code"] in ("offer", "over"), "no take-back")
own = ann.ratings()[LIST]
check(own["rating"] == 1500 + changes[0] and own["games"] == 1 and own["provisional"], f"{own}")

# ---- A rematch ---------------------------------------------------------------------------------

one.send({"type": "rematch", "answer": "offer"})
wait_for(lambda: state_of(game)["now"]["offer"])
two.send({"type": "rematch", "answer": "accept"})
check(wait_for(lambda: state_of(game)["now"]["rematch"]), "a rematch")
again = state_of(state_of(game)["now"]["rematch"])
check(again["rated"] and again["clock"] == FAST["clock"] and
      [(seat["name"], seat["member"]) for seat in again["now"]["seats"]] ==
      [("Bob", True), ("Ann", True)], f"rated, with the clock, members and seats exchanged: {again}")
one, two = bob.play(again["id"])[0], ann.play(again["id"])[0]
one.send({"type": "abort"})
check(wait_for(lambda: state_of(again["id"])["now"]["status"] == "aborted"), "their sessions open it")

# ---- Games that do not count ---------------------------------------------------------------

game, one, two = begin(ann, bob)
move(one, 1, "e2")
two.send({"type": "resign"})
wait_for(lambda: state_of(game)["now"]["status"] == "over")
casual, one, two = resign_after_moves(ann, bob, {**FAST, "rated": False})
wait_for(lambda: state_of(casual)["now"]["status"] == "over")

# ---- A pair of games is one result ---------------------------------------------------------

orbital = {"game": "orbital", "rated": True, "clock": {"main": 300, "increment": 3}}


def win_first(game, one, two):
    """Each moves, then the second player resigns."""
    for ws in (one, two):
        ws.send({"type": "moves"})
        answer = ws.hear("moves")
        move(ws, answer["seq"], answer["moves"][0])
    two.send({"type": "resign"})
    wait_for(lambda: state_of(game)["now"]["status"] == "over")


first, one, two = begin(ann, bob, orbital)
win_first(first, one, two)
one.send({"type": "rematch", "answer": "offer"})
wait_for(lambda: state_of(first)["now"]["offer"])
two.send({"type": "rematch", "answer": "accept"})
wait_for(lambda: state_of(first)["now"]["rematch"])
second = state_of(first)["now"]["rematch"]
check(state_of(second)["rated"], "a rematch of a rated game is rated")
win_first(second, bob.play(second)[0], ann.play(second)[0])
wait_for(lambda: change_in(second)[0] is not None)
check(change_in(second) == [0, 0], f"one win each: {change_in(second)}")
check(change_in(first) == [None, None], "the first game waits for the second")
check("orbital-two-fast" in ann.ratings(), "one result")

# ---- The computer --------------------------------------------------------------------------

runner = {"kind": "computer", "level": 3, "personality": "runner"}
for order in ({"game": "orbital", "seats": [{"mine": True}, runner]},
              {"game": "quoridor", "players": 4, "seats": [{"mine": True}, runner, runner, runner]}):
    refused = ann.ask("POST", "/api/games", order).json()
    check("no personality 'runner'" in refused.get("error", {}).get("text", ""), f"{refused}")
answer = ann.ask("POST", "/api/games", {**FAST, "seats": [{"mine": True}, runner]})
game = answer.json()["id"]
ws, welcome = ann.play(game)
move(ws, 0, "e2")
wait_for(lambda: ann.ask("GET", f"/api/games/{game}").json()["now"]["length"] == 2)
ws.send({"type": "resign"})
wait_for(lambda: ann.ratings()[LIST]["games"] == 2)
seats = ann.ask("GET", f"/api/games/{game}").json()["now"]["seats"]
check(seats[1]["rating"]["rating"] == 1500, f"the level's rating: {seats[1]}")
check(seats[1]["personality"] == "runner", f"the computer's personality: {seats[1]}")
check(ann.ratings()[LIST]["rating"] < own["rating"], "she has lost")

# ---- Lists, leaderboards, histories --------------------------------------------------------

lists = {row["list"]: row for row in request(server.port, "GET", "/api/ratings").json()["lists"]}
check(lists[LIST]["rated"] and lists[LIST]["results"] == 2 and lists[LIST]["members"] == 2,
      f"{lists[LIST]}")
check(not lists["tictacdoh-two-fast"]["rated"] and lists["tictacdoh-two-fast"]["reason"],
      "why a list is not rated")
check(lists["orbital-two-fast"]["pairs"], "pairs of games")
board = ann.ask("GET", f"/api/ratings/{LIST}").json()
check(board["members"] == [] and board["me"]["rank"] is None and board["me"]["games"] == 2,
      f"nobody is certain enough yet: {board}")
history = request(server.port, "GET", f"/api/members/Ann/ratings/{LIST}").json()["points"]
check(len(history) == 2 and history[0]["change"] == changes[0] and history[1]["game"] == game,
      f"{history}")
check(request(server.port, "GET", "/api/ratings/chess-two-fast").status == 404, "no such list")
check(request(server.port, "GET", f"/api/members/Nobody/ratings/{LIST}").status == 404, "nobody")


def profile_of(name):
    return request(server.port, "GET", f"/api/members/{name}").json()["member"]


check({row["list"]: row for row in profile_of("Ann")["ratings"]} == ann.ratings(),
      f"her profile has her ratings: {profile_of('Ann')}")
ann.ask("PATCH", "/api/me", {"shown": {"ratings": False}})
check("ratings" not in profile_of("Ann"), "unless she does not show them")
ann.ask("PATCH", "/api/me", {"shown": {"ratings": True}})
levels = {row["list"]: row["rating"] for row in profile_of("Tablier-3")["ratings"]}
check(levels.get(LIST) == 1500, f"the computer's: {levels}")
exported = ann.ask("GET", "/api/me/export").json()["member"]["ratings"]
check({row["list"]: row for row in exported} == ann.ratings(), f"the export has them: {exported}")

# ---- Rating again --------------------------------------------------------------------------

before = (ann.ratings(), bob.ratings())
for ws in sockets:
    ws.close()
server.stop()


def tablier(*words):
    done = subprocess.run([program, "ratings", *words, "--store", place], capture_output=True,
                          text=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
    return done.returncode, done.stdout + done.stderr


status, text = tablier("--recompute")
check(status == 0 and "4 results" in text and "the same 4 ratings" in text, f"{status} {text}")
status, text = tablier()
check(status == 0 and f"{LIST}: 2 results, 2 members" in text, text)
check(tablier("nolist")[0] == 2 and tablier("--annul", "nogame")[0] == 2, "mistakes")
status, text = tablier("--annul", game)
check(status == 0 and LIST in text, text)
server = Server(program, *options, store=place)
check(ann.ratings()[LIST]["games"] == 1 and ann.ratings()[LIST]["rating"] == own["rating"],
      "without the annulled game")
server.stop()
check(tablier("--reinstate", game)[0] == 0, "it counts again")
server = Server(program, *options, store=place)
check((ann.ratings(), bob.ratings()) == before, "as before")
finish()
