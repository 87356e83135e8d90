#!/usr/bin/env python3
"""health.py TABLIER - health means that a game can be created, stored and read back. A store that is
deleted, replaced, damaged or emptied under a running server is reported, in the log too, and nothing
is created in its place. With TABLIER_TEST_POSTGRES (see postgres.sh) the store is that database."""
import contextlib
import os
import sqlite3
import subprocess
import sys

from harness import Server, check, finish, request, wait_for

program = sys.argv[1]
postgres = os.environ.get("TABLIER_TEST_POSTGRES")


def health(server):
    return request(server.port, "GET", "/healthz").status


def create(server):
    answer = request(server.port, "POST", "/api/games", body={"game": "dorix", "public": True})
    return answer.json()["id"] if answer.status == 201 else None


def fails(server, what, reason):
    """Health says so within seconds, and the log says why; a game is not acknowledged."""
    check(wait_for(lambda: health(server) == 503), f"{what}: is well")
    check(create(server) is None, f"{what}: takes a game")
    check(reason in server.log(), f"{what}: the log does not say {reason!r}: {server.log()!r}")
    check(health(server) == 503, f"{what}: is well later")


def works(server, what):
    check(wait_for(lambda: health(server) == 200), f"{what}: is not well")
    check(create(server) is not None, f"{what}: takes no game")
    last = [line for line in server.log().splitlines() if "trouble=" in line]
    check(not last or wait_for(lambda: "trouble=none" in [
        line for line in server.log().splitlines() if "trouble=" in line][-1]),
        f"{what}: the log still speaks of trouble: {last}")


def execute(file, sql):
    """The first value of the first row."""
    with contextlib.closing(sqlite3.connect(file)) as store:
        return (store.execute(sql).fetchone() or [None])[0]


def count_games(file):
    return execute(file, "select count(*) from games")


def sqlite_tests():
    def place(server):
        return server.log_path.replace(".log", ".db")

    server = Server(program)
    file = place(server)
    works(server, "sqlite")
    check(count_games(file) == 1, "a health check leaves a game behind")
    os.rename(file, file + ".away")
    fails(server, "moved away", "is not there any more")
    check(not os.path.exists(file), "a new file is made in its place")
    os.rename(file + ".away", file)
    works(server, "put back")
    os.rename(file, file + ".away")
    open(file, "x").close()
    fails(server, "replaced", "was replaced")
    os.unlink(file)
    os.rename(file + ".away", file)
    works(server, "put back again")
    os.unlink(file + "-wal")
    fails(server, "without its journal", "was deleted")
    check(server.stop() == 0, "stops without its journal")

    again = Server(program, store=file)
    again.stop()
    check(count_games(file) == 3, "what was in the journal is lost")

    server = Server(program)
    file = place(server)
    works(server, "before it is deleted")
    for name in (file, file + "-wal", file + "-shm"):
        os.unlink(name)
    fails(server, "deleted", "is not there any more")
    check(not os.path.exists(file), "a new file is made for a deleted one")
    server.stop()

    server = Server(program)
    file = place(server)
    works(server, "before its table is dropped")
    execute(file, "drop table seats")
    fails(server, "without a table", "no such table")
    server.stop()

    server = Server(program)
    file = place(server)
    games = [create(server) for _ in range(5)]
    server.stop()
    execute(file, "pragma journal_mode = delete")
    root = execute(file, "select rootpage from sqlite_schema where name = 'seats'")
    size = execute(file, "pragma page_size")
    with open(file, "r+b") as pages:
        pages.seek((root - 1) * size)
        pages.write(b"\x55" * size)
    server = Server(program, store=file)
    check(all(request(server.port, "GET", f"/api/games/{game}").status == 503 for game in games),
          "damaged games can be read")
    fails(server, "damaged", "malformed")
    server.stop()


def postgres_tests():
    def sql(text):
        subprocess.run(["psql", "-q", "-v", "ON_ERROR_STOP=1", "-c", text, postgres], check=True,
                       capture_output=True)

    def count_tables():
        return int(subprocess.run(
            ["psql", "-At", "-c", "select count(*) from pg_tables where schemaname = 'tablier'",
             postgres], check=True, capture_output=True, text=True).stdout)

    server = Server(program, store=postgres)
    works(server, "postgres")
    sql("alter schema tablier rename to elsewhere")
    fails(server, "renamed", "does not exist")
    check(count_tables() == 0, "the schema is created again")
    sql("alter schema elsewhere rename to tablier")
    works(server, "renamed back")
    sql("drop schema tablier cascade")
    fails(server, "dropped", "does not exist")
    check(count_tables() == 0, "the dropped schema is created again")
    other = Server(program, store=postgres)  # an operator's fresh start, with another server
    works(other, "a new store")
    fails(server, "replaced", "replaced by another one")
    server.stop()
    other.stop()


if postgres:
    postgres_tests()
else:
    sqlite_tests()
finish()
