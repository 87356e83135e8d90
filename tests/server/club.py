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


def become(server, name):
    """The cookie of a new member."""
    answer = request(server.port, "POST", "/api/session", "Content-Type: application/json\r\n",
                     {"name": name})
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
    check(server.stop() == 0, "the server ends well")
finish()
