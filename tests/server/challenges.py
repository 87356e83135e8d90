#!/usr/bin/env python3
"""challenges.py TABLIER - challenges: to one member, to anybody, tables of three and four; who is
told; and attacks on them. With TABLIER_TEST_POSTGRES two servers share the store, and of all who accept
at once exactly one gets the game."""
import os
import sys
import threading

from harness import Server, Ws, check, finish, request, wait_for

program = sys.argv[1]
place = os.environ.get("TABLIER_TEST_POSTGRES")
options = ("--requests", "10000", "--games", "1000", "--all-games", "10000")
servers = [Server(program, *options, store=place) for _ in range(2 if place else 1)]
JSON = "Content-Type: application/json\r\n"


class Browser:
    """A member's browser, at one of the servers."""

    def __init__(self, name=None, kind="person", at=0, device=""):
        self.server, self.cookie, self.club, self.name = servers[at % len(servers)], device, None, name
        if name:
            made = self.ask("POST", "/api/session", {"name": name, "kind": kind})
            check(made.status == 201, f"{name} becomes a member: {made.body}")
            self.cookie, *self.device = made.cookies

    def ask(self, method, path, body=None, headers=JSON):
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        return request(self.server.port, method, path, headers + cookie,
                       b"" if body is None else body)

    def visit(self):
        self.club = Ws(self.server.port, "/api/club", extra=f"Cookie: {self.cookie}\r\n")
        self.club.send({"type": "hello", "version": 1})
        check(self.club.hear("welcome")["member"] == self.name, f"{self.name} is there")

    def hear(self, *types):
        return self.club.hear(*types)

    def challenge(self, to=None, **terms):
        return self.ask("POST", "/api/challenges", {"to": to, "game": "quoridor", **terms})

    def do(self, what, challenge, body=None):
        return self.ask("POST", f"/api/challenges/{challenge['id']}/{what}", body or {})

    def withdraw(self, challenge):
        return self.ask("DELETE", f"/api/challenges/{challenge['id']}", {})

    def lists(self):
        return {key: [c["id"] for c in found]
                for key, found in self.ask("GET", "/api/challenges").json().items()}

    def seat(self, game):
        ws = Ws(self.server.port, extra=f"Cookie: {self.cookie}\r\n")
        welcome = ws.hello(game)
        ws.close()
        return welcome


def code_of(answer):
    return answer.json().get("error", {}).get("code")


ann, bob, eve = (Browser(name, at=i) for i, name in enumerate(("Ann", "Bob", "Eve")))
for browser in (ann, bob, eve):
    browser.visit()

# ---- To one member -------------------------------------------------------------------------------

made = ann.challenge("bob", rated=True, pace="slow", seat=2)
check(made.status == 201, f"Ann challenges Bob: {made.body}")
one = made.json()["challenge"]
check(one["from"] == "Ann" and one["to"] == "Bob" and one["rated"] and one["seat"] == 2 and
      one["list"] == "quoridor-two-slow" and one["clock"] == {"main": 900, "increment": 10} and
      one["here"] and one["rating"] == 1500 and one["seats"] == [{"name": "Ann", "level": None}],
      f"what it says: {one}")
told = bob.hear("challenge")["challenge"]
check({**told, "here": True} == one, f"Bob is told: {told}")
check(ann.lists() == {"in": [], "out": [one["id"]], "open": []}, "it is Ann's")
check(bob.lists() == {"in": [one["id"]], "out": [], "open": []}, "and to Bob")
check(eve.lists() == {"in": [], "out": [], "open": []}, "Eve does not see it")
for what in ("accept", "decline", "complete"):
    check(code_of(eve.do(what, one)) == "unknown", f"nor can she {what} it")
check(code_of(eve.withdraw(one)) == "unknown", "nor withdraw it")
check(code_of(ann.do("accept", one)) == "rights", "Ann cannot accept her own")
check(code_of(ann.do("decline", one)) == "unknown", "nor decline it")
check(code_of(bob.withdraw(one)) == "unknown", "Bob cannot withdraw it")
check(code_of(Browser().do("accept", one)) == "member", "a guest cannot accept")
begun = bob.do("accept", one).json()
check(begun.get("seat") == 1, f"Bob accepts, and begins, since Ann wanted seat 2: {begun}")
paired = ann.hear("paired")
check(paired == {"type": "paired", "game": begun["game"], "seat": 2, "challenge": one["id"]},
      f"Ann is told: {paired}")
check(ann.hear("challenge-gone")["reason"] == "accepted", "and that it is over")
check(bob.hear("challenge-gone")["id"] == one["id"], "Bob's other tabs too")
for browser, seat in ((bob, 1), (ann, 2)):
    welcome = browser.seat(begun["game"])
    check(welcome["seat"] == seat and welcome["state"]["rated"] and
          welcome["state"]["now"]["status"] == "running" and
          welcome["state"]["clock"] == one["clock"], f"{browser.name} sits there")
check(code_of(bob.do("accept", one)) == "unknown", "it cannot be accepted twice")
check(ann.lists()["out"] == [], "and is gone")

two = ann.challenge("Bob").json()["challenge"]
bob.hear("challenge")
check(bob.do("decline", two).status == 200, "Bob declines")
gone = ann.hear("challenge-gone")
check(gone["id"] == two["id"] and gone["reason"] == "declined", "Ann is told")
three = ann.challenge("Bob", pace="none").json()["challenge"]
check(three["clock"] is None and three["list"] is None and three["rating"] is None, "without a clock")
bob.hear("challenge")
check(ann.withdraw(three).status == 200, "Ann withdraws it")
gone = bob.hear("challenge-gone")
while gone["id"] != three["id"]:
    gone = bob.hear("challenge-gone")
check(gone["reason"] == "withdrawn", "Bob is told")
check(code_of(bob.do("accept", three)) == "unknown", "and cannot accept it")

# ---- What is refused --------------------------------------------------------------------------------

for body, code in (
        ({"to": "Nobody"}, "unknown"), ({"to": "x" * 200}, "syntax"), ({"to": 7}, "syntax"),
        ({"to": "x" * 120}, "unknown"),
        ({"to": "Ann"}, "rights"), ({"to": "Tablier-3"}, "terms"), ({"game": "chess"}, "terms"),
        ({"game": None}, "terms"), ({"game": 5}, "terms"), ({"pace": "soon"}, "syntax"),
        ({"clock": 5}, "syntax"), ({"clock": {"main": 10 ** 30}}, "syntax"), ({"clock": {}}, "terms"),
        ({"clock": {"days": 2, "main": 3}}, "terms"), ({"rated": "yes"}, "syntax"),
        ({"rated": True, "pace": "none"}, "terms"), ({"rated": True, "options": {"walls": 3}}, "terms"),
        ({"game": "tictacdoh", "rated": True}, "terms"), ({"players": 7}, "terms"),
        ({"players": "two"}, "terms"), ({"options": {"moon": 1}}, "terms"), ({"options": 3}, "terms"),
        ({"seat": 3}, "syntax"), ({"seat": 0}, "syntax"), ({"seat": "1"}, "syntax"), ({"seat": -1}, "syntax"),
        ({"range": ["a", None]}, "syntax"), ({"range": [0, 0, 0]}, "syntax"),
        ({"times": 0}, "syntax"), ({"times": 101}, "syntax"), ({"times": 2 ** 70}, "syntax"),
        ({"times": 2, "to": "Bob"}, "terms"), ({"range": [-9, 9], "to": "Bob"}, "terms"),
        ({"range": [5, -5]}, "syntax"), ({"range": [-5000, 5]}, "syntax"), ({"range": 3}, "syntax"),
        ({"range": [-50, 50], "pace": "none"}, "terms")):
    answer = ann.challenge(**{"to": None, **body})
    check(code_of(answer) == code, f"{body}: {answer.status} {answer.body}")
for raw in (b"", b"[]", b"{", b"null"):
    answer = ann.ask("POST", "/api/challenges", raw)
    check(answer.status in (400, 404), f"a body {raw}: {answer.status}")
check(ann.ask("POST", "/api/challenges", {"game": "dorix"}, "Content-Type: text/plain\r\n").status
      == 400, "a form of another site cannot challenge")
check(code_of(Browser().challenge()) == "member", "nor can a guest")
for path in ("x", "0" * 12, "0" * 60):
    check(code_of(ann.do("accept", {"id": path})) == "unknown", f"no challenge {path}")
check(ann.lists()["out"] == [], "nothing came of all that")

# ---- Seats at random: otherwise each of two begins once in two games ------------------------------------

lot = ann.challenge(None, pace="days", times=60, seat="random").json()["challenge"]
check(lot["seat"] == "random", "what it says")
drawn = [bob.do("accept", lot).json()["seat"] for _ in range(60)]
check(all(any(a == b for a, b in zip(drawn[i::2], drawn[i + 1::2])) for i in (0, 1)),
      f"at random: {drawn}")

# ---- Blocked members -------------------------------------------------------------------------------

open_one = bob.challenge().json()["challenge"]
check(eve.lists()["open"] == [open_one["id"]], "Eve sees an open challenge")
bob.ask("PUT", "/api/me/blocks/Eve", {})
check(code_of(eve.challenge("Bob")) == "rights", "a blocked member cannot challenge")
check(code_of(bob.challenge("Eve")) == "rights", "nor be challenged")
check(eve.lists()["open"] == [] and code_of(eve.do("accept", open_one)) == "unknown",
      "nor see or accept an open challenge")
check(Browser().lists()["open"] == [open_one["id"]], "a guest sees it")
bob.ask("DELETE", "/api/me/blocks/Eve", {})
bob.withdraw(open_one)

# ---- To anybody, several times ------------------------------------------------------------------------

standing = ann.challenge(times=2, pace="days", range=[-100, 100]).json()["challenge"]
check(standing["to"] is None and standing["times"] == 2 and standing["range"] == [-100, 100],
      "Ann plays two games with anybody")
watcher = Ws(bob.server.port, "/api/club")
watcher.send({"type": "hello", "version": 1})
watcher.send({"type": "watch", "what": ["challenges"]})
check(watcher.hear("challenges")["challenges"] is not None, "open challenges can be watched")
check(wait_for(lambda: [c["id"] for c in watcher.hear("challenges")["challenges"]] ==
               [standing["id"]]), "and this one is among them")
watcher.close()
check(bob.do("accept", standing).json().get("game"), "Bob plays one")
check(eve.ask("GET", "/api/challenges").json()["open"][0]["times"] == 1, "one is left")
check(eve.do("accept", standing).json().get("game"), "Eve plays one")
check(code_of(bob.do("accept", standing)) == "unknown", "and that was all")

# ---- Accepted by many at once -------------------------------------------------------------------------

crowd = [Browser(f"Crowd{i}", at=i) for i in range(6)]
for round in range(4):
    prize = ann.challenge(times=1 + round % 2, rated=True).json()["challenge"]
    answers = []
    threads = [threading.Thread(target=lambda b=b: answers.append(b.do("accept", prize)))
               for b in crowd]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    games = [a.json()["game"] for a in answers if a.status == 200]
    check(len(games) == len(set(games)) == prize["times"],
          f"{prize['times']} of six who accept at once: {[a.status for a in answers]}")
    check(all(code_of(a) in ("taken", "unknown") for a in answers if a.status != 200), "no others")
    mine = ann.ask("GET", "/api/me/games").json()["games"]
    check(set(games) <= {game["id"] for game in mine}, "Ann plays them")
prize, answers = ann.challenge("Crowd0").json()["challenge"], []
threads = [threading.Thread(target=lambda: answers.append(crowd[0].do("accept", prize))) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
check([a.status for a in answers].count(200) == 1,
      f"in several tabs of one member: {[a.body for a in answers]}")

# ---- Tables -------------------------------------------------------------------------------------------

while True:  # what Ann was told so far
    ann.club.sock.settimeout(0.5)
    try:
        ann.hear("challenge-gone")
    except OSError:
        break
ann.visit()
table = ann.challenge(players=4).json()["challenge"]
check(code_of(ann.do("complete", table, {"level": 13})) == "syntax", "no such level")
sat = bob.do("accept", table).json()
check(sat["game"] is None and [s["name"] for s in sat["challenge"]["seats"]] == ["Ann", "Bob"],
      f"Bob sits down: {sat}")
check([s["name"] for s in ann.hear("challenge")["challenge"]["seats"]] == ["Ann", "Bob"], "Ann sees him")
check(code_of(bob.do("accept", table)) == "again", "once")
check(bob.lists()["out"] == [table["id"]] and bob.withdraw(table).status == 200, "he stands up")
check(len(ann.hear("challenge")["challenge"]["seats"]) == 1, "and Ann is alone")
check(code_of(eve.do("complete", table, {"level": 3})) == "unknown", "Eve does not sit there")
check(ann.do("complete", table, {"level": 3}).json()["game"] is None, "alone it does not begin")
bob.do("accept", table)
check(bob.do("complete", table, {"level": None}).json()["game"] is None, "Bob does not agree")
eve.do("accept", table)
check(eve.do("complete", table, {"level": 5}).json()["game"] is None, "Eve does")
begun = bob.do("complete", table, {"level": 2}).json()
check(begun.get("game") is not None, f"now all three do: {begun}")
check(ann.hear("paired")["game"] == begun["game"], "Ann is told")
check(ann.hear("challenge-gone")["reason"] == "full", "the table is full")
seats = request(ann.server.port, "GET", f"/api/games/{begun['game']}").json()["now"]["seats"]
check(sorted(s["name"] for s in seats if s["kind"] == "person") == ["Ann", "Bob", "Eve"] and
      [s["level"] for s in seats if s["kind"] == "computer"] == [2], f"with one computer: {seats}")
check(seats[begun["seat"] - 1]["name"] == "Bob", "Bob knows his seat")

rated = ann.challenge(game="tictacdoh", players=3, rated=True, pace="slow").json()["challenge"]
check(rated["list"] == "tictacdoh-many-slow", f"a rated table of three: {rated['list']}")
check(code_of(ann.do("complete", rated, {"level": 3})) == "terms", "without computer players")
answers = []
threads = [threading.Thread(target=lambda b=b: answers.append(b.do("accept", rated))) for b in crowd]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
full = [a.json()["game"] for a in answers if a.status == 200 and a.json()["game"]]
check(len(full) == 1 and sum(a.status == 200 for a in answers) == 2,
      f"two of six sit down: {[(a.status, a.body) for a in answers]}")
state = request(ann.server.port, "GET", f"/api/games/{full[0]}").json()
check(state["rated"] and state["players"] == 3 and
      len({s["name"] for s in state["now"]["seats"]}) == 3, "three different members")

# ---- One device ----------------------------------------------------------------------------------------

def begin_game(first, second, **terms):
    """A game by link, and how the second player fares who wants to join it."""
    game = first.ask("POST", "/api/games", {**FAST, "public": True, "seats": [{"mine": True}, {}],
                                            **terms}).json()["id"]
    return game, second.ask("POST", f"/api/games/{game}/join", {})


def finish_game(first, second, meanwhile=None):
    """A rated game by link: the second player resigns after each has moved."""
    game, joined = begin_game(first, second)
    check(joined.status == 200, f"the second player joins: {joined.body}")
    if meanwhile:
        meanwhile()
    players = [Ws(b.server.port, extra=f"Cookie: {b.cookie}\r\n") for b in (first, second)]
    for seat, (ws, move) in enumerate(zip(players, ("e2", "e8")), 1):
        now = ws.hello(game)["state"]["now"]
        while now["turn"] != seat:  # the other server may be a moment behind
            now = ws.hear("event")["now"]
        ws.send({"type": "move", "seq": now["seq"], "move": move})
        while ws.hear("event")["event"]["seat"] != seat:
            pass
    players[1].send({"type": "resign"})
    check(wait_for(lambda: request(first.server.port, "GET", f"/api/games/{game}").json()["now"]["status"]
                   == "over"), "the game is over")


def rated_games(browser):
    return {row["list"]: row["games"] for row in
            browser.ask("GET", "/api/me").json()["member"]["ratings"]}.get("quoridor-two-fast", 0)


FAST = {"game": "quoridor", "rated": True, "clock": {"main": 300, "increment": 3}}
zoe = Browser("Zoe")
check(len(zoe.device) == 1 and zoe.device[0].startswith("tablier-device="), "a cookie of the device")
double = Browser("Double", device=zoe.device[0], at=1)
check(double.device == [], "which stays when another member signs in")
check(code_of(double.challenge("Zoe", rated=True)) == "rights",
      "two members of one device cannot play a rated game by challenge")
open_one = zoe.challenge(rated=True).json()["challenge"]
check(code_of(double.do("accept", open_one)) == "rights", "nor by a challenge to anybody")
check(double.challenge("Zoe").status == 201, "unrated they can")
for browser in (zoe, double):
    browser.visit()
    browser.club.send({"type": "seek", "game": "dorix", "rated": True})
    browser.hear("waiting")
other = Browser("Other")
other.visit()
other.club.send({"type": "seek", "game": "dorix", "rated": True})
other.hear("paired")
check(code_of(begin_game(zoe, double)[1]) == "rights", "nor by a link")
check(begin_game(zoe, double, rated=False)[1].status == 200, "unrated they can by a link too")
check(code_of(begin_game(zoe, zoe)[1]) == "terms", "nobody plays against themselves")


def borrow():
    """The other member signs in with Zoe's browser."""
    code = other.ask("POST", "/api/me/link", {}).json()["code"]
    check(Browser(device=zoe.device[0]).ask("POST", "/api/session/link", {"code": code}).status == 200,
          "one device for two")


finish_game(other, double)
finish_game(zoe, other, borrow)
check(wait_for(lambda: rated_games(double) == 1) and rated_games(zoe) == 0 and
      rated_games(other) == 1, f"a game of two who share a device by its end does not count: "
      f"{rated_games(zoe)} {rated_games(double)} {rated_games(other)}")

# ---- Limits, bots, restart, the end of an account -----------------------------------------------------------

pest, robot = Browser("Pest"), Browser("Robot", kind="bot")
codes = [code_of(pest.challenge("Bob")) for _ in range(11)]
check(codes == [None] * 10 + ["rate"], f"ten challenges an hour to one member: {codes}")
codes = [code_of(pest.challenge()) for _ in range(11)]
check(codes == [None] * 10 + ["rights"], f"twenty at a time: {codes}")
bots = robot.challenge("Ann", rated=True, pace="slow").json()["challenge"]
check(bots["kind"] == "bot" and ann.do("accept", bots).json().get("game"), "a bot challenges")
to_bot = ann.challenge("Robot", rated=True).json()["challenge"]
token = robot.ask("POST", "/api/me/tokens", {"label": "", "scopes": ["play"]}).json()["token"]
reader = robot.ask("POST", "/api/me/tokens", {"label": "", "scopes": ["read"]}).json()["token"]
path = f"/api/challenges/{to_bot['id']}/accept"
port = robot.server.port
check(code_of(request(port, "POST", path, f"{JSON}Authorization: Bearer {reader}\r\n", {})) == "rights",
      "not with a token to read")
check(request(port, "POST", path, f"{JSON}Authorization: Bearer {token}\r\n", {}).json().get("game"),
      "a bot accepts with its token")

kept = ann.challenge("Eve").json()["challenge"]
if not place:
    store = servers[0].log_path.replace(".log", ".db")
    check(servers[0].stop() == 0, "a restart")
    servers[0] = Server(program, *options, store=store)
    for browser in (ann, bob, eve, pest):
        browser.server = servers[0]
check(eve.lists()["in"] == [kept["id"]] and eve.do("accept", kept).json().get("game"),
      "challenges outlive it")
last = [bob.challenge("Ann").json()["challenge"], ann.challenge("Bob").json()["challenge"],
        bob.challenge(players=4).json()["challenge"], eve.challenge(players=4).json()["challenge"]]
bob.do("accept", last[3])
check(bob.ask("DELETE", "/api/me", {"name": "Bob"}).status == 200, "Bob leaves")
check(ann.lists()["in"] == [] and ann.lists()["out"] == [], "with his challenges")
check(all(code_of(ann.do("accept", c)) == "unknown" for c in last[:3]), "none is left")
check([len(c["seats"]) for c in eve.ask("GET", "/api/challenges").json()["out"]] == [1],
      "nor does he sit at a table")
for server in servers:
    check(server.stop() == 0, "the server ends well")
finish()
