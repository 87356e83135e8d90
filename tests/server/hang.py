#!/usr/bin/env python3
"""hang.py TABLIER - a store that hangs: health says so within seconds, requests are answered or
dropped, and what nobody waits for any more is not done when the store is back."""
import signal
import socket
import sqlite3
import sys
import time

from harness import Server, Ws, check, connect, finish, read_answer, request, wait_for

program = sys.argv[1]
server = Server(program)
port = server.port
store = server.log_path.replace(".log", ".db")
game = request(port, "POST", "/api/games", body={"game": "dorix", "public": True}).json()


def count_games():
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as reader:
        tables = [row[0] for row in reader.execute(
            "select name from sqlite_master where type = 'table' and name like '%game%'")]
        return reader.execute(f"select count(*) from {min(tables, key=len)}").fetchone()[0]


check(count_games() == 1, "the game is stored")
check(request(port, "GET", "/healthz").status == 200, "is well")
block = sqlite3.connect(store, isolation_level=None, timeout=20)
block.execute("begin immediate")  # nobody else can write now

check(wait_for(lambda: request(port, "GET", "/healthz").status == 503), "hangs and says it is well")
check(request(port, "GET", f"/api/games/{game['id']}").status == 200, "nothing can be read")
answer = request(port, "POST", "/api/games", body={"game": "dorix"})
check(answer.status == 503 and answer.json()["error"]["code"] == "store",
      f"a new game is answered with {answer.status}")
with connect(port) as sock:  # closes its end, as nc does, and waits
    sock.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    sock.shutdown(socket.SHUT_WR)
    check(read_answer(sock).status == 503, "who has closed one end gets no answer")
body = b'{"game":"dorix"}'
join = b'{"name":"Eve"}'
for path, data in [(b"/api/games", body)] * 7 + [(b"/api/games/%s/join" % game["id"].encode(), join)] * 2:
    with connect(port) as sock:  # these do not wait for their answers
        sock.sendall(b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s" %
                     (path, len(data), data))
block.execute("rollback")
block.close()
check(wait_for(lambda: request(port, "GET", "/healthz").status == 200), "is not well again")
after = request(port, "POST", "/api/games", body={"game": "dorix"})
check(after.status == 201, f"afterwards: {after.status}")
check(count_games() == 2, f"{count_games() - 2} unexpected games")

# A server that stalled for longer than clients may be silent does not drop them for it.
player, waiting = Ws(port), connect(port)
waiting.sendall(b"GET /healthz HTTP/1.1\r\nHost:")
server.process.send_signal(signal.SIGSTOP)
until = time.monotonic() + 14
check(wait_for(lambda: time.monotonic() > until), "time passes")
server.process.send_signal(signal.SIGCONT)
check(request(port, "GET", "/healthz").status == 200, "goes on")
player.send({"type": "ping"})
try:
    check(player.hear("pong"), "no pong")
except ConnectionError:
    check(False, "the player was thrown out")
waiting.sendall(b" x\r\n\r\n")
check(read_answer(waiting).status == 200, "a request that was under way is forgotten")

check(server.stop() == 0, "ends well")
check(count_games() == 2, "they were created at the end")
finish()
