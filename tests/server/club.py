"""club.py PROGRAM - seeks and pairing over /api/club: who is paired, who is not, and what they are
told. With TABLIER_TEST_POSTGRES two servers share a store, and one of them is killed now and then: no
seek ever gets two games."""
import os
import signal
import sys

from harness import *

program = sys.argv[1]
database = os.environ.get("TABLIER_TEST_POSTGRES")
limits = ("--games", "10000", "--all-games", "100000", "--requests", "10000")


def visit(server, cookie=""):
    """A visitor who has said hello."""
    ws = Ws(server.port, "/api/club", extra=f"Cookie: {cookie}\r\n" if cookie else "")
    ws.send({"type": "hello", "version": 1})
    ws.welcome = ws.hear("welcome", "error", "bye")
    return ws


def become(server, name, kind="person"):
    """The cookie of a new member."""
    answer = request(server.port, "POST", "/api/session", "Content-Type: application/json\r\n",
                     {"name": name, "kind": kind})
    check(answer.status == 201, f"{name} becomes a member: {answer.status} {answer.body}")
    return answer.headers.get("set-cookie", "").split(";")[0]


def seek(ws, **terms):
    ws.send({"type": "seek", "game": "quoridor", "pace": "fast", **terms})
    return ws.hear("waiting", "error")


def check_guests(server):
    ann, bob = visit(server), visit(server)
    check(ann.welcome.get("member", "") is None, "a guest is welcomed")
    check(seek(ann, rated=True)["code"] == "member", "rated games are for members")
    check(seek(ann, pace="soon")["code"] == "syntax", "an unknown pace")
    check(seek(ann, range=[5, 1])["code"] == "syntax", "a range the wrong way round")
    waiting = seek(ann, name="Ann")
    check(waiting.get("list") == "quoridor-two-fast" and not waiting["rated"], "Ann waits")
    check(seek(ann)["code"] == "again", "one seek per connection")
    ann.send({"type": "unseek"})
    check(ann.hear("stopped")["reason"] == "asked", "Ann does not wait any more")
    seek(ann, name="Ann")
    seek(bob, name="Bob")
    pairs = [ann.hear("paired"), bob.hear("paired")]
    check(pairs[0]["game"] == pairs[1]["game"], "both get the same game")
    check(sorted(pair["seat"] for pair in pairs) == [1, 2], "and a seat each")
    for pair in pairs:
        ws = Ws(server.port)
        welcome = ws.hello(pair["game"], pair["secret"])
        check(welcome.get("seat") == pair["seat"], "the secret opens the seat")
        check(welcome["state"]["now"]["status"] == "running", "and the game has begun")
        ws.close()
    ann.close()
    bob.close()


def check_leaving(server):
    """A seek ends with its connection."""
    gone, ann = visit(server), visit(server)
    seek(gone, pace="slow")
    gone.close()
    check(wait_for(lambda: visit(server).welcome["waiting"].get("quoridor-two-slow", 0) == 0),
          "the seek is gone")
    seek(ann, pace="slow")
    bob = visit(server)
    seek(bob, pace="slow")
    check(ann.hear("paired")["game"] == bob.hear("paired")["game"], "those who are there meet")


def check_members(server):
    cookies = [become(server, name) for name in ("Carla", "Dieter")]
    carla, dieter = (visit(server, cookie) for cookie in cookies)
    check(carla.welcome["member"] == "Carla", "a member is welcomed by name")
    check(seek(carla, rated=True).get("rated"), "Carla waits for a rated game")
    again = visit(server, cookies[0])
    seek(again, rated=True)
    check(carla.hear("stopped")["reason"] == "elsewhere", "one seek per member")
    seek(dieter, rated=True)
    pair = again.hear("paired")
    check(pair["game"] == dieter.hear("paired")["game"] and "secret" not in pair,
          "members open their seats by their sessions")
    ws = Ws(server.port, extra=f"Cookie: {cookies[0]}\r\n")
    welcome = ws.hello(pair["game"])
    check(welcome.get("seat") == pair["seat"] and welcome["state"]["rated"], "as Carla does")
    watcher = visit(server)
    watcher.send({"type": "watch", "what": ["online", "games", "seeks"]})
    check(set(watcher.hear("online")["members"]) == {"Carla", "Dieter"}, "who is there")
    check(any(game["id"] == pair["game"] and game["position"]
              for game in watcher.hear("games")["games"]), "their game is shown")
    watcher.hear("seeks")


def check_table(server):
    """Two who agree to computer players do not wait for a third and a fourth."""
    people = [visit(server), visit(server)]
    for ws in people:
        check(seek(ws, players=4).get("players") == 4, "a table for four")
    people[0].send({"type": "complete", "level": 2})
    people[0].hear("waiting")
    people[1].send({"type": "complete", "level": 3})
    pairs = [ws.hear("paired") for ws in people]
    state = request(server.port, "GET", f"/api/games/{pairs[0]['game']}").json()
    computers = [seat for seat in state["now"]["seats"] if seat["kind"] == "computer"]
    check(pairs[0]["game"] == pairs[1]["game"], "they sit at one table")
    check([seat["level"] for seat in computers] == [2, 2], f"with two computers: {computers}")


def listed(ws, name, main=None):
    """The seek of somebody, with that main time, as soon as it is in the list."""
    ws.send({"type": "watch", "what": ["seeks"]})
    while True:
        for seek in ws.hear("seeks")["seeks"]:
            if seek["name"] == name and main in (None, seek["clock"]["main"]):
                ws.send({"type": "watch", "what": []})
                return seek


def take(ws, seek, **more):
    ws.send({"type": "take", "seek": seek["id"], **more})
    return ws.hear("waiting", "error")


def check_taking(server):
    """A seek in the list can be taken only by those whom it wants."""
    cookies = [become(server, name) for name in ("Frieda", "Gustav")]
    frieda, gustav = (visit(server, cookie) for cookie in cookies)
    ann, bob = visit(server), visit(server)
    seek(frieda, game="dorix", rated=True, range=[-50, 300])
    offer = listed(ann, "Frieda")
    check(offer["window"] == [1450, 1800] and offer["range"] == [-50, 300] and "table" not in offer,
          f"what it asks for: {offer}")
    check(take(ann, offer)["code"] == "member", "a rated game is not for guests")
    for wrong, code in (("0", "syntax"), ("x", "syntax"), (7, "syntax"), ("1" * 30, "syntax"),
                        ("-5", "syntax"), ("12345", "taken"), ("9" * 19, "taken")):
        error = take(bob, {"id": wrong})
        check(error["code"] in (code, "rate"), f"no seek {wrong}: {error}")
    again = visit(server, cookies[0])
    robot = visit(server, become(server, "Golem", "bot"))
    check(take(robot, offer)["code"] == "rights", "bots play by challenge")
    request(server.port, "PUT", "/api/me/blocks/Gustav",
            f"Content-Type: application/json\r\nCookie: {cookies[0]}\r\n", {})
    check(take(gustav, offer)["code"] == "taken", "nor for somebody who is blocked")
    request(server.port, "DELETE", "/api/me/blocks/Gustav",
            f"Content-Type: application/json\r\nCookie: {cookies[0]}\r\n", {})
    check(take(gustav, offer).get("rated"), "Gustav takes it")
    check(gustav.hear("paired")["game"] == frieda.hear("paired")["game"], "and they play")
    check(take(again, offer)["code"] == "taken", "it is gone")
    check(seek(ann, name="Ann", game="dorix", pace="slow", range=[100, 200]).get("list"), "conditions")
    check(take(visit(server), listed(again, "Ann"))["code"] == "terms", "a rating that is not wanted")
    ann.send({"type": "unseek"})
    ann.hear("stopped")
    seek(ann, name="Ann", options={"walls": 5}, clock={"main": 77, "increment": 7})
    offer = listed(again, "Ann", 77)
    check(offer["options"]["walls"] == 5, f"its terms: {offer}")
    check(take(again, offer).get("players") == 2, "a member takes the seek of a guest")
    check(again.hear("paired")["game"] == ann.hear("paired")["game"], "on these terms")


def check_tables(server):
    """Players sit down at a table, and all of them must agree to computer players."""
    people = [visit(server) for _ in range(3)]
    watcher = visit(server)
    waiting = seek(people[0], players=4, name="Ada", clock={"main": 55, "increment": 5})
    check([one["name"] for one in waiting["table"]] == ["Ada"], "Ada sits alone")
    for ws, name in zip(people[1:], ("Ben", "Cid")):
        check(take(ws, listed(watcher, "Ada"), name=name).get("players") == 4, f"{name} sits down")

    def hear_table(ws, wanted):
        while True:
            table = {one["name"]: one["level"] for one in ws.hear("waiting")["table"]}
            if table == wanted:
                return
    for ws in people:
        hear_table(ws, {"Ada": None, "Ben": None, "Cid": None})
    check(len(listed(watcher, "Cid")["table"]) == 3, "three sit there")
    people[0].send({"type": "complete", "level": 4})
    people[1].send({"type": "complete", "level": 3})
    hear_table(people[2], {"Ada": 4, "Ben": 3, "Cid": None})
    people[1].send({"type": "complete", "level": None})
    hear_table(people[2], {"Ada": 4, "Ben": None, "Cid": None})
    people[2].send({"type": "complete", "level": 5})
    hear_table(people[0], {"Ada": 4, "Ben": None, "Cid": 5})
    people[1].send({"type": "complete", "level": 2})
    games = {ws.hear("paired")["game"] for ws in people}
    check(len(games) == 1, "all three sit at one table")
    seats = request(server.port, "GET", f"/api/games/{games.pop()}").json()["now"]["seats"]
    check([s["level"] for s in seats if s["kind"] == "computer"] == [2],
          f"with a computer of the lowest level: {seats}")


def check_crashes():
    """Whoever is told about a game is told about one, with another player who has the other seat."""
    servers = [Server(program, *limits, store=database) for _ in range(2)]
    games = {}
    for round in range(6):
        people = []
        for i in range(8):
            try:
                ws = visit(servers[i % 2])
                ws.send({"type": "seek", "game": "quoridor", "pace": "fast"})
                people.append(ws)
            except (ConnectionError, OSError):
                pass
        if round % 2:
            servers[1].process.send_signal(signal.SIGKILL)
            servers[1].process.wait()
            servers[1] = Server(program, *limits, store=database)
        for ws in people:
            told = []
            try:
                ws.sock.settimeout(3)
                while True:
                    told.append(ws.hear("paired"))
                    ws.sock.settimeout(0.3)
            except (ConnectionError, OSError):
                pass
            check(len(told) <= 1, f"one game per seek: {told}")
            for pair in told:
                seats = games.setdefault(pair["game"], [])
                check(pair["seat"] not in seats, "one player per seat")
                seats.append(pair["seat"])
            ws.close()
    check(len(games) >= 10, f"most meet: {len(games)} games")
    for server in servers:
        check(server.stop() == 0, "the server ends well")


if database:
    check_crashes()
else:
    server = Server(program, *limits)
    check_guests(server)
    check_leaving(server)
    check_members(server)
    check_table(server)
    check_taking(server)
    check_tables(server)
    check(server.stop() == 0, "the server ends well")
finish()
