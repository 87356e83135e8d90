#!/usr/bin/env python3
"""archive.py TABLIER [--games N] [--postgres] - searches in a large archive, from outside.

One game is played to its end on the server. Copies of it, under other names, are put straight
into the database, because playing a million games would take hours. Then clients ask, first one
after another, and then many at once while another one looks at the lobby."""
import argparse
import http.client
import os
import random
import sqlite3
import subprocess
import sys
import threading
import time

# Behind the standard library, of which a test there has a name.
sys.path.append(os.path.join(os.path.dirname(__file__), "../tests/server"))
from harness import Server, Ws, check, finish, request

SEARCHES = {
    "the newest": "list=finished",
    "the newest of one game": "list=finished&game=dorix",
    "a name of one game": "list=finished&name=needle777",
    "a common name": "list=finished&name=ann",
    "a common name, no such game": "list=finished&name=ann&game=orbital",
    "a name nobody has": "list=finished&name=nobody",
    "one letter": "list=finished&name=e",
}
FIRST = ["Ann", "Bob", "Carol", "Dave", "Eve", "Frank", "Grace", "Heidi", "Ivan", "Judy"]
PARALLEL, ROUNDS = 60, 200


def play_one(port):
    """A public game that is over; returns its id."""
    game = request(port, "POST", "/api/games", body={
        "game": "dorix", "public": True, "name": "Ann1",
        "seats": [{"kind": "person", "mine": True, "name": "Ann1"},
                  {"kind": "person", "mine": True, "name": "Bob2"}]}).json()
    players = []
    for seat, name in zip(game["seats"], ("Ann1", "Bob2")):
        player = Ws(port)
        player.hello(game["id"], seat["secret"])
        player.send({"type": "join", "name": name})
        players.append(player)
    for seq, (player, move) in enumerate(zip(players, ("b2", "c3"))):
        player.send({"type": "move", "seq": seq, "move": move})
        player.hear("event")
    players[0].send({"type": "resign"})
    for player in players:
        player.close()
    return game["id"]


def names_of(number, rng):
    """A few names are common, and one in a thousand is the only one of its kind."""
    one = f"needle{number // 1000}" if number % 1000 == 0 else f"{rng.choice(FIRST)}{rng.randrange(2000)}"
    return one, f"{rng.choice(FIRST)}{rng.randrange(2000)}"


def rows(count, newest):
    rng = random.Random(1)
    for number in range(count):
        yield f"g{number:011d}", newest - (count - number) * 1000, *names_of(number, rng)


COPY = """
INSERT INTO games (id, game, terms, listed, created, watch)
 SELECT c.id, g.game, g.terms, g.listed, c.at, g.watch FROM copies c, games g WHERE g.id = '{id}';
INSERT INTO seats (game, seat, kind, level, taken, name, hash)
 SELECT c.id, t.seat, t.kind, t.level, t.taken,
  CASE t.seat WHEN (SELECT min(seat) FROM seats WHERE game = '{id}') THEN c.one ELSE c.two END,
  t.hash FROM copies c, seats t WHERE t.game = '{id}';
INSERT INTO summaries (game, listed, rules, names, status, seq, moves, result, updated, due)
 SELECT c.id, s.listed, s.rules, lower(c.one || '{gap}' || c.two), s.status, s.seq, s.moves,
  s.result, c.at, s.due FROM copies c, summaries s WHERE s.game = '{id}';
INSERT INTO name_parts (part, game)
 SELECT DISTINCT substr(lower(n.name), i.i, 8), n.id
 FROM (SELECT id, one AS name FROM copies UNION ALL SELECT id, two FROM copies) n, numbers i
 WHERE i.i <= length(n.name);
"""


def fill_sqlite(path, games, count):
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA foreign_keys = off")
        gap = db.execute("SELECT names FROM summaries WHERE game = ?", (games,)).fetchone()[0]
        db.execute("CREATE TEMP TABLE copies (id TEXT, at INTEGER, one TEXT, two TEXT)")
        db.execute("CREATE TEMP TABLE numbers (i INTEGER)")
        db.executemany("INSERT INTO numbers VALUES (?)", [(i,) for i in range(1, 33)])
        db.executemany("INSERT INTO copies VALUES (?, ?, ?, ?)", rows(count, int(time.time() * 1000)))
        db.executescript(COPY.format(id=games, gap=between(gap)))
        db.execute("DROP TABLE copies")


def between(names):
    """What stands between two names in a summary."""
    return names[len("ann1"):-len("bob2")]


def psql(text, **options):
    return subprocess.run(["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-d",
                           os.environ["TABLIER_TEST_POSTGRES"]], input=text, text=True, check=True,
                          **options)


def fill_postgres(games, count):
    space = "SET search_path = tablier;"
    gap = psql(f"{space} SELECT quote_literal(names) FROM summaries WHERE game = '{games}'",
               stdout=subprocess.PIPE).stdout.strip()
    gap = between(gap.strip("E").strip("'"))
    data = "\n".join("\t".join(map(str, row)) for row in rows(count, int(time.time() * 1000)))
    psql(f"{space} CREATE TEMP TABLE copies (id text, at bigint, one text, two text);"
         "CREATE TEMP TABLE numbers AS SELECT generate_series(1, 32) AS i;\n"
         f"COPY copies FROM STDIN;\n{data}\n\\.\nANALYZE copies;" +
         COPY.format(id=games, gap=gap) + "VACUUM ANALYZE;")


def ask(line, query):
    start = time.perf_counter()
    line.request("GET", f"/api/games?{query}")
    answer = line.getresponse()
    body = answer.read()
    check(answer.status == 200, f"{query}: {answer.status} {body[:100]!r}")
    return 1000 * (time.perf_counter() - start)


def show(what, times):
    times.sort()
    print(f"{what:32} {times[len(times) // 2]:8.2f} {times[len(times) * 99 // 100]:8.2f} {times[-1]:8.2f}",
          flush=True)


def search(port, seed, stop):
    line = http.client.HTTPConnection("127.0.0.1", port)
    rng = random.Random(seed)
    while not stop.is_set():
        ask(line, rng.choice(list(SEARCHES.values())))


def measure(port):
    print(f"{'ms':32} {'median':>8} {'99 %':>8} {'longest':>8}")
    line = http.client.HTTPConnection("127.0.0.1", port)
    for what, query in SEARCHES.items():
        show(what, [ask(line, query) for _ in range(ROUNDS)])
    show("the lobby, nobody searching", [ask(line, "list=open") for _ in range(ROUNDS)])
    stop = threading.Event()
    threads = [threading.Thread(target=search, args=(port, i, stop)) for i in range(PARALLEL)]
    for thread in threads:
        thread.start()
    show(f"the lobby, {PARALLEL} clients searching", [ask(line, "list=open") for _ in range(ROUNDS)])
    stop.set()
    for thread in threads:
        thread.join()


parser = argparse.ArgumentParser()
parser.add_argument("program")
parser.add_argument("--games", type=int, default=1000000)
parser.add_argument("--postgres", action="store_true")
options = parser.parse_args()
limits = ["--requests", "1000000", "--games", "1000"]
if options.postgres:
    limits += ["--store", os.environ["TABLIER_TEST_POSTGRES"]]
server = Server(options.program, *limits)
game = play_one(server.port)
server.stop()
start = time.monotonic()
if options.postgres:
    fill_postgres(game, options.games)
else:
    fill_sqlite(server.log_path.replace(".log", ".db"), game, options.games)
print(f"{options.games} games, put there in {time.monotonic() - start:.0f} s", flush=True)
if not options.postgres:
    limits += ["--store", server.log_path.replace(".log", ".db")]
server = Server(options.program, *limits)
measure(server.port)
server.stop()
finish()
