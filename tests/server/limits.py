#!/usr/bin/env python3
"""limits.py TABLIER - what one address may do, and that nobody else pays for it: wrong links,
silent connections, and a process that has few descriptors."""
import json
import re
import sys
import time

from harness import (Server, Ws, check, connect, finish, raw, read_answer, request, wait_for,
                     work)

program = sys.argv[1]
GUESSES = 20


def make_game(port, **where):
    answer = request(port, "POST", "/api/games", body={"game": "dorix"}, **where)
    check(answer.status == 201, f"a game is created with {answer.status}")
    return answer.json()


def show(port, game, secret, extra="", **where):
    headers = f"Authorization: Bearer {secret}\r\n" if secret else ""
    return request(port, "GET", f"/api/games/{game}", headers + extra, **where)


# ---- Wrong links ----
server = Server(program, "--requests", "1000", "--games", "1000")
port = server.port
game = make_game(port)
secret = game["seats"][0]["secret"]
foreign = "Origin: https://evil.example\r\n"
picture = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: image\r\n"
for i in range(2 * GUESSES):  # what a foreign page makes its visitors ask for does not count
    check(show(port, "aaaaaaaaaaaa", "", foreign).status == 403, "a foreign page may ask")
    check(show(port, "aaaaaaaaaaaa", "", picture).status == 403, "a foreign picture may ask")
for i in range(GUESSES):
    check(show(port, game["id"], "A" * 22).status == 404, f"guess {i + 1} is not merely wrong")
answer = show(port, game["id"], "A" * 22)
check(answer.status == 429, f"one guess too many: {answer.status}")
error = answer.json()["error"]
wait = int(re.search(r"\d+", error["text"]).group())
check(error["code"] == "rate" and error["message"]["arguments"] == {"wait": wait},
      f"the time to wait: {error}")
check(answer.headers.get("retry-after") == str(wait), "Retry-After says the same")
check(show(port, game["id"], secret).status == 200, "a right secret is refused")
check(request(port, "GET", f"/api/games/{game['id']}/record",
              f"Authorization: Bearer {secret}\r\n").status == 200, "its record is refused")
check(request(port, "GET", "/api/games?list=open").status == 200, "the lobby is refused")
check(make_game(port)["id"], "new games are refused")
ws = Ws(port)
check(ws.answer.status == 101, "a connection is refused")
check(ws.hello(game["id"], secret)["type"] == "welcome", "a right secret is refused at hello")
ws.close()
ws = Ws(port)
bye = ws.hello(game["id"], "A" * 22)
check(bye["type"] == "bye" and bye["code"] == "rate", f"a guess at hello: {bye}")
check(re.search(r"\d+ second", bye["text"]) and bye["message"]["arguments"].get("wait", 0) > 0,
      f"the time to wait at hello: {bye}")
ws.close()
check(show(port, game["id"], "A" * 22, host="127.0.0.1", source="127.0.0.77").status == 404,
      "another address is limited too")
until = time.monotonic() + wait
check(wait_for(lambda: time.monotonic() > until), "time passes")
check(show(port, game["id"], "A" * 22).status == 404, "the time to wait was not true")
check(re.search(r"event=guessing address=127\.0\.0\.1\b", server.log()), "guessing is logged")

# A refusal is logged with its address.
server.stop()
server = Server(program, "--requests", "1", "--games", "1")
port = server.port
statuses = [request(port, "GET", "/api", source="127.0.0.5").status for _ in range(7)]
check(statuses[0] == 200 and statuses[-1] == 429, f"requests: {statuses}")
check(re.search(r"event=refused address=127\.0\.0\.5 method=GET path=/api code=rate", server.log()),
      "a refusal is logged without its address")
check(request(port, "GET", "/healthz", source="127.0.0.5").status == 200, "/healthz is limited")
# A rematch is one more game of its address.
game = json.loads(request(port, "POST", "/api/games", source="127.0.0.6", body={
    "game": "dorix", "seats": [{"kind": "person", "mine": True},
                               {"kind": "computer", "level": 1}]}).body)
ws = Ws(port, source="127.0.0.6")
ws.send({"type": "hello", "version": 1, "game": game["id"], "secret": game["seats"][0]["secret"]})
ws.hear("welcome")
ws.send({"type": "resign"})
ws.hear("event")
ws.send({"type": "rematch", "answer": "offer"})
answer = ws.hear("error", "event")
check(answer.get("code") == "rate", f"a rematch beyond the limit: {answer}")
ws.close()
with connect(port, source="127.0.0.5") as sock:  # a flood does not fill the disk with its log
    sock.sendall(b"GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n" * 400)
    answer = read_answer(sock)
    for _ in range(399):
        answer = read_answer(sock, answer.rest)
check(answer.status == 429, f"the last of a flood: {answer.status}")
check(server.log().count("event=refused") < 200, "every request of a flood is logged")
server.stop()

# ---- Silent connections of one address ----
server = Server(program, "--connections", "10", "--metrics", work + "/metrics")
port = server.port
silent = [connect(port, source="127.0.0.9") for _ in range(30)]


def is_open(sock):
    sock.setblocking(False)
    try:
        return sock.recv(1000) != b"" and False  # an answer means: turned away
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


check(request(port, "GET", "/healthz", source="127.0.0.10").status == 200,
      "another address is refused")
metrics = request(work + "/metrics", "GET", "/metrics").body.decode()
count = int(re.search(r"^tablier_tcp_connections (\d+)", metrics, re.M).group(1))
check(count < 15, f"{count} connections are open")
check(wait_for(lambda: sum(map(is_open, silent)) <= 10), "more than 10 of one address are open")
check(re.search(r"event=evicted address=127\.0\.0\.9 reason=address-full", server.log()),
      "it is not logged")
# An address that is full of idle connections can still ask: the oldest of them makes room.
check(wait_for(lambda: raw(port, b"GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n",
                           source="127.0.0.9").status == 200), "idle connections block their address")
for sock in silent:
    sock.close()
# A WebSocket that never says hello makes room as they do.
mute = [Ws(port, source="127.0.0.12") for _ in range(10)]
mute[0].send({"type": "ping"})
check(mute[0].hear("pong"), "a WebSocket is not served before hello")
check(raw(port, b"GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n", source="127.0.0.12").status == 200,
      "WebSockets without hello block their address")
for ws in mute:
    ws.close()
# Those that play are counted too, and do not make room.
game = make_game(port)
players = [Ws(port, source="127.0.0.11") for _ in range(10)]
check(all(ws.answer.status == 101 for ws in players), "ten may play")
check(all(ws.hello(game["id"], game["watch"])["type"] == "welcome" for ws in players), "ten may watch")
answer = raw(port, b"GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n", source="127.0.0.11")
check(answer.status == 429 and answer.json()["error"]["code"] == "rate",
      f"an eleventh connection of an address: {answer.status} {answer.body}")
for ws in players:
    ws.send({"type": "ping"})
    check(ws.hear("pong"), "a player is thrown out")
    ws.close()
check(wait_for(lambda: request(port, "GET", "/api", source="127.0.0.11").status == 200),
      "who leaves makes room")
server.stop()

# ---- Few descriptors, many addresses ----
server = Server(program, "--connections", "1000", files=200)
port = server.port
player = Ws(port, source="127.0.1.1")
game = make_game(port)
check(player.hello(game["id"], game["watch"])["type"] == "welcome", "nobody may watch")
mute = [Ws(port, source=f"127.0.4.{1 + i % 200}") for i in range(180)]
check(wait_for(lambda: request(port, "GET", "/healthz", source="127.0.1.2").status == 200),
      "a crowd of WebSockets without hello starves honest clients")
for ws in mute:
    ws.close()
crowd = [connect(port, source=f"127.0.2.{1 + i % 200}") for i in range(400)]
check(wait_for(lambda: request(port, "GET", "/healthz", source="127.0.1.2").status == 200),
      "a crowd of silent connections starves honest clients")
answer = request(port, "POST", "/api/games", body={"game": "dorix"}, source="127.0.1.2")
check(answer.status == 201, f"the store has no descriptors left: {answer.status}")
player.send({"type": "ping"})
check(player.hear("pong"), "the player is thrown out")
check("reason=server-full" in server.log(), "it is not logged")
for sock in crowd:
    sock.close()
# A flood of new connections, from one address and from many, while somebody asks honestly.
for what, address in [("one address", lambda i: "127.0.3.1"),
                      ("many addresses", lambda i: f"127.0.3.{1 + i % 250}")]:
    flood, statuses, start = [], [], time.monotonic()
    for i in range(180 * 4):
        time.sleep(max(0, start + i / 180 - time.monotonic()))
        try:
            flood.append(connect(port, source=address(i)))
        except OSError:
            pass
        if i % 20 == 10:
            try:
                with connect(port, source="127.0.1.3") as sock:
                    time.sleep(0.05)  # a client that is not on this machine
                    sock.sendall(b"GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    statuses.append(read_answer(sock).status)
            except OSError:
                statuses.append(0)
    check(statuses.count(200) == len(statuses), f"a flood from {what}: {statuses}")
    player.send({"type": "ping"})
    check(player.hear("pong"), f"a flood from {what} throws the player out")
    for sock in flood:
        sock.close()
check(server.stop() == 0, "ends well")


# ---- New games: of one network, and of all ----
def create(port, address):
    return request(port, "POST", "/api/games", f"X-Forwarded-For: {address}\r\n",
                   {"game": "dorix"})


server = Server(program, "--proxy", "--games", "2", "--requests", "1000")
made = [create(server.port, f"2001:db8:7:{i:x}::1").status for i in range(40)]
check(made.count(201) == 20, f"40 networks of one /48 create {made.count(201)} games")
check(create(server.port, "2001:db8:8::1").status == 201, "another /48 is refused")
check(create(server.port, "192.0.2.1").status == 201, "IPv4 is refused")
server.stop()
server = Server(program, "--proxy", "--games", "2", "--all-games", "20", "--requests", "1000")
answers = [create(server.port, f"198.51.100.{i // 2}") for i in range(60)]
made = [answer.status for answer in answers]
check(made.count(201) == 20, f"{made.count(201)} games are created where 20 may be")
check(made[:10] == [201] * 10, f"the first of them: {made}")
check(made[12:20] == [201, 429] * 4, f"the last are not kept for new addresses: {made}")
error = answers[-1].json()["error"]
check(error["code"] == "rate" and "server" in error["text"] and
      int(answers[-1].headers["retry-after"]) > 0, f"the reason: {error}")
server.stop()

# ---- Behind a proxy, the addresses are those that it tells ----
server = Server(program, "--proxy", "--connections", "3", "--requests", "1000")
port = server.port
ones = [Ws(port, extra="X-Forwarded-For: 10.0.0.1, 192.0.2.1\r\n") for _ in range(4)]
check([ws.answer.status for ws in ones] == [101, 101, 101, 429], "three of an address")
check(Ws(port, extra="X-Forwarded-For: 192.0.2.2\r\n").answer.status == 101, "another address")
six = [Ws(port, extra=f"X-Forwarded-For: 2001:db8:0:1::{i}\r\n") for i in range(4)]
check(six[3].answer.status == 429, "a network of IPv6 is one address")
check(ones[3].answer.json()["error"]["code"] == "rate", "with a reason")
ones[0].close()
check(wait_for(lambda: Ws(port, extra="X-Forwarded-For: 192.0.2.1\r\n").answer.status == 101),
      "who leaves makes room")
server.stop()
finish()
