#!/usr/bin/env python3
"""club_load.py TABLIER LOAD [--members N] [--seekers N] [--rate N] [--seconds N] [--game NAME] - one SQLite server with
N members at rated games, who move as fast as the rate says, while others look for opponents at the club
and are paired again and again. Members and their sessions are put straight into the store, because taking
5,000 names one after another would take longer than the measurement."""
import argparse
import base64
import hashlib
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

# Appended after the standard library, since a test there has the name of one of its modules.
sys.path.append(os.path.join(os.path.dirname(__file__), "../tests/server"))
from harness import Server, Ws, request

CLOCK = '"clock":{"main":86400,"increment":0},"rated":true'
LIMITS = ("--connections", "100000", "--games", "1000000", "--all-games", "1000000", "--requests", "1000000")


def add_members(store, count):
    """The cookies of new members."""
    secrets = [base64.urlsafe_b64encode(os.urandom(32)).decode().rstrip("=") for _ in range(count)]
    now = int(time.time() * 1000)
    with sqlite3.connect(store) as db:
        for number, secret in enumerate(secrets, 5000):
            db.execute("INSERT INTO members (id, name, kind, created, seen) VALUES (?, ?, 0, ?, ?)",
                       (number, f"Load{number}", now, now))
            db.execute("INSERT INTO sessions (hash, member, about, created, issued, seen)"
                       " VALUES (?, ?, '', ?, ?, ?)",
                       (hashlib.sha256(secret.encode()).digest(), number, now, now, now))
    db.close()
    return ["tablier=" + secret for secret in secrets]


class Seekers:
    """Members who seek opponents, and seek again as soon as they are paired."""

    def __init__(self, port, cookies):
        self.paired, self.waits, self.ends = 0, [], False
        self.threads = [threading.Thread(target=self.seek, args=(port, cookie), daemon=True)
                        for cookie in cookies]
        for thread in self.threads:
            thread.start()

    def seek(self, port, cookie):
        try:
            self.seek_again(port, cookie)
        except OSError as error:
            if not self.ends:  # else the server has stopped
                print(f"a seeker has lost the connection: {error}", file=sys.stderr)

    def seek_again(self, port, cookie):
        ws = Ws(port, "/api/club", extra=f"Cookie: {cookie}\r\n")
        ws.sock.settimeout(600)
        ws.send({"type": "hello", "version": 1})
        ws.hear("welcome")
        while not self.ends:
            begun = time.monotonic()
            ws.send({"type": "seek", "game": "quoridor", "pace": "days", "rated": True})
            ws.hear("paired")
            self.waits.append(time.monotonic() - begun)
            self.paired += 1
            time.sleep(5)  # less than the silence that the server allows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tablier")
    parser.add_argument("load")
    for name, value in (("members", 5000), ("seekers", 100), ("rate", 2000), ("seconds", 60)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--game", default="quoridor",
                        help="short ones, such as orbital, end within the time and give results")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = folder + "/games.db"
        Server(arguments.tablier, store=store).stop()  # makes the tables
        cookies = add_members(store, arguments.members + arguments.seekers)
        with open(folder + "/cookies", "w", encoding="utf-8") as file:
            file.write("\n".join(cookies) + "\n")
        server = Server(arguments.tablier, *LIMITS, store=store)
        seekers = Seekers(server.port, cookies[arguments.members:])
        status = subprocess.run([
            arguments.load, "--port", str(server.port), "--game", arguments.game, "--players", str(arguments.members),
            "--rate", str(arguments.rate), "--seconds", str(arguments.seconds), "--terms", CLOCK,
            "--cookies", folder + "/cookies", "--pid", str(server.process.pid)], check=False).returncode
        seekers.ends = True
        lists = request(server.port, "GET", "/api/ratings").json()["lists"]
        waits = sorted(seekers.waits)
        print(f"pairing      {seekers.paired} times, wait p50 {waits[len(waits) // 2]:.2f} s,"
              f" max {waits[-1]:.2f} s" if waits else "pairing      none")
        print(f"ratings      {sum(row.get('results', 0) for row in lists)} results")
        print(f"machine      load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        server.stop()
    sys.exit(status)


main()
