#!/usr/bin/env python3
"""archive.py TABLIER [--games N] [--postgres] - searches in a large archive, from outside.

One game is played to its end on the server. Copies of it, under other names, are put straight
into the database, because playing a million games would take hours. Then clients ask, first one
after another, and then many at once, in processes of their own, while another one looks at the
lobby."""
import argparse
import http.client
import multiprocessing
import os
import random
import sqlite3
import subprocess
import sys
import threading
import time

# Appended after the standard library, since a test there has the name of one of its modules.
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
PARALLEL, PROCESSES, ROUNDS = 60, 4, 200


def play_one(port):
    """A public game that is over; returns its id."""
    game = request(port, "POST", "/api/games", body={
        "game": "dorix", "public": True, "name": "Ann1",
        "seats": [{"kind": "person", "mine": True, "name": "Ann1"},
                  {"kind": "person", "mine": True, "name": "Bob2"}]}).json()
    players = []
    for seat in game["seats"]:
        player = Ws(port)
        player.hello(game["id"], seat["secret"])
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
 WHERE i.i <= length(n.name) ORDER BY 1, 2;
"""
TABLES = "'games', 'seats', 'summaries', 'name_parts'"


def fill_sqlite(path, games, count):
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA foreign_keys = off")
        gap = db.execute("SELECT names FROM summaries WHERE game = ?", (games,)).fetchone()[0]
        db.execute("CREATE TEMP TABLE copies (id TEXT, at INTEGER, one TEXT, two TEXT)")
        db.execute("CREATE TEMP TABLE numbers (i INTEGER)")
        db.executemany("INSERT INTO numbers VALUES (?)", [(i,) for i in range(1, 33)])
        db.executemany("INSERT INTO copies VALUES (?, ?, ?, ?)", rows(count, int(time.time() * 1000)))
        indexes = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql <> ''"
                             f" AND tbl_name IN ({TABLES})").fetchall()
        drop = "".join(f"DROP INDEX {name};" for name, _ in indexes)
        again = "".join(f"{sql};" for _, sql in indexes)
        db.executescript("PRAGMA cache_size = -200000;" + drop + COPY.format(id=games, gap=between(gap)) +
                         again + "DROP TABLE copies")


def between(names):
    """What stands between two names in a summary."""
    return names[len("ann1"):-len("bob2")]


def psql(text, **options):
    return subprocess.run(["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-d",
                           os.environ["TABLIER_TEST_POSTGRES"]], input=text, text=True, check=True,
                          **options)


# What slows down filling a table, and the same made again: primary keys first, references last.
CONSTRAINTS = f"""
CREATE TEMP TABLE filled AS SELECT oid FROM pg_class
 WHERE relname IN ({TABLES}) AND relnamespace = 'tablier'::regnamespace;
SELECT format('ALTER TABLE %s DROP CONSTRAINT %I;', conrelid::regclass, conname),
 format('ALTER TABLE %s ADD CONSTRAINT %I %s;', conrelid::regclass, conname, pg_get_constraintdef(oid))
FROM pg_constraint WHERE (contype = 'p' AND conrelid IN (TABLE filled)) OR
 (contype = 'f' AND confrelid IN (TABLE filled)) ORDER BY contype = 'f';
SELECT format('DROP INDEX %s;', indexrelid::regclass), pg_get_indexdef(indexrelid) || ';'
FROM pg_index WHERE NOT indisprimary AND indrelid IN (TABLE filled);
"""


def fill_postgres(games, count):
    space = "SET search_path = tablier; SET work_mem = '256MB'; SET maintenance_work_mem = '512MB';"
    gap = psql(f"{space} SELECT quote_literal(names) FROM summaries WHERE game = '{games}'",
               stdout=subprocess.PIPE).stdout.strip()
    gap = between(gap.strip("E").strip("'"))
    data = "\n".join("\t".join(map(str, row)) for row in rows(count, int(time.time() * 1000)))
    pairs = psql(space + CONSTRAINTS, stdout=subprocess.PIPE).stdout.splitlines()
    drop, again = zip(*(pair.split("|", 1) for pair in pairs))
    psql(f"{space} CREATE TEMP TABLE copies (id text, at bigint, one text, two text);"
         "CREATE TEMP TABLE numbers AS SELECT generate_series(1, 32) AS i;\n"
         f"COPY copies FROM STDIN;\n{data}\n\\.\nANALYZE copies;" + "".join(reversed(drop)) +
         COPY.format(id=games, gap=gap) + "".join(again) + "VACUUM ANALYZE;")


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


def search_many(port, seed, count, stop):
    """Clients in a process of their own, so that nobody who measures waits for them."""
    os.nice(19)  # in life they would not need the server's processors
    threads = [threading.Thread(target=search, args=(port, seed + i, stop)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def measure(port):
    print(f"{'ms':32} {'median':>8} {'99 %':>8} {'longest':>8}")
    line = http.client.HTTPConnection("127.0.0.1", port)
    for what, query in SEARCHES.items():
        show(what, [ask(line, query) for _ in range(ROUNDS)])
    show("the lobby, nobody searching", [ask(line, "list=open") for _ in range(ROUNDS)])
    stop, count = multiprocessing.Event(), PARALLEL // PROCESSES
    clients = [multiprocessing.Process(target=search_many, args=(port, i * count, count, stop))
               for i in range(PROCESSES)]
    for client in clients:
        client.start()
    time.sleep(2)  # until all of them are searching
    show(f"the lobby, {PARALLEL} clients searching", [ask(line, "list=open") for _ in range(ROUNDS)])
    stop.set()
    for client in clients:
        client.join()


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
