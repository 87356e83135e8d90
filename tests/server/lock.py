#!/usr/bin/env python3
"""lock.py TABLIER - one SQLite file is one store, whatever names it has: a second server that is
given the file by a symbolic link, a hard link or a bind mount must not start, while the first runs
and after the first was killed. Where it does start, both take games, and the games that were
acknowledged and cannot be read afterwards are counted."""
import os
import re
import select
import signal
import subprocess
import sys

from harness import PATIENCE, check, children, finish, request, skip, work

program = sys.argv[1]
GAMES = 20


class StoreServer:
    """A server on a store of the test's choice. It has no port if it refused to start."""

    def __init__(self, store):
        self.process = subprocess.Popen(
            [program, "serve", "--store", store, "--threads", "1", "--port", "0",
             "--games", "1000"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        children.append(self.process)
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        match = re.search(r":(\d+)/", self.process.stdout.readline() if ready else "")
        self.port = int(match.group(1)) if match else 0
        self.reason = "" if self.port else self.process.stderr.read()

    def create(self):
        answer = request(self.port, "POST", "/api/games", body={"game": "dorix", "public": True})
        return answer.json()["id"] if answer.status == 201 else None

    def has(self, game):
        return request(self.port, "GET", f"/api/games/{game}").status == 200

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait(PATIENCE)


def mount(file, name):
    open(name, "x").close()
    return subprocess.run(["mount", "--bind", file, name], capture_output=True).returncode == 0


def unmount(name):
    subprocess.run(["umount", name], check=True)


def refused(server, words, when):
    return check(not server.port and words in server.reason and server.reason.count("\n") == 1,
                 f"{when}: a second server starts, or says {server.reason!r}")


def attack(kind, make, undo, reason):
    """`make` gives the file a second name, `undo` takes it away; `reason` is why a file with two
    names cannot be used, None if it can."""
    folder = os.path.join(work, kind)
    os.mkdir(folder)
    file, name = os.path.join(folder, "games.db"), os.path.join(folder, "other.db")
    first = StoreServer(file)
    games = [first.create()]
    if make(file, name) is False:
        skip(f"{kind}: not allowed here")
        first.end()
        return

    second = StoreServer(name)  # while the first one runs
    refused(second, reason or "Another server is using it", f"{kind}, running")
    for _ in range(GAMES):
        games.append(first.create())
        if second.port:
            games.append(second.create())
    if second.port:
        second.end(signal.SIGKILL)
    first.end(signal.SIGKILL)

    second = StoreServer(name)  # when the first one was killed: what it wrote last is in a journal
    if reason:
        refused(second, reason, f"{kind}, killed")
    if second.port:
        lost = sum(not second.has(game) for game in games if game)
        check(lost == 0, f"{kind}: {lost} of {len(games)} games are not there under the other name")
        games += [second.create() for _ in range(GAMES)]
        second.end()
    undo(name)

    first = StoreServer(file)
    if check(bool(first.port), f"{kind}: does not start again: {first.reason!r}"):
        lost = sum(not first.has(game) for game in games if game)
        check(lost == 0 and None not in games,
              f"{kind}: {lost} of {len(games)} acknowledged games are lost")
        first.end()


attack("symbolic", os.symlink, os.unlink, None)
attack("hard", os.link, os.unlink, "more than one name")
attack("mount", mount, unmount, "mounted by itself")
finish()
