#!/usr/bin/env python3
"""settings.py TABLIER - options, environment, file: the first of them that sets a value decides,
whatever the value is. What the server does is looked at, not what it says."""
import itertools
import sys

from harness import Server, Ws, check, finish, request, work

program = sys.argv[1]


def believes(server):
    """True if X-Forwarded-For is believed: then each of these requests has an address of its own."""
    statuses = [request(server.port, "GET", "/api", f"X-Forwarded-For: 192.0.2.{i}\r\n").status
                for i in range(8)]
    return statuses[-1] == 200


def origin(server):
    """The foreign origin that is allowed."""
    allowed = [name for name in ("https://option.example", "https://environment.example",
                                 "https://file.example")
               if Ws(server.port, extra=f"Origin: {name}\r\n").answer.status == 101]
    return allowed[0] if len(allowed) == 1 else allowed


def games(server):
    """How many games can be created at once."""
    return next(i for i in itertools.count()
                if request(server.port, "POST", "/api/games", body={"game": "dorix"}).status != 201)


def case(look, wanted, *options, file="", **env):
    with open(work + "/settings.conf", "w") as out:
        out.write(file)
    server = Server(program, "--config", work + "/settings.conf", *options, env=env)
    if check(bool(server.url), f"{options} {env} {file!r}: {server.log()}"):
        found = look(server)
        check(found == wanted, f"{options} {env} {file!r}: {look.__name__} is {found}, not {wanted}")
        server.stop()


slow = ("--requests", "1")  # 5 at once
case(believes, False, *slow, file="# nothing\n")
case(believes, True, *slow, file="proxy = yes\n")
case(believes, False, *slow, file="proxy = yes\nproxy = no\n")
for no in ("0", "no", "off", "false", ""):
    case(believes, False, *slow, file="proxy = yes\n", TABLIER_PROXY=no)
case(believes, True, *slow, file="proxy = no\n", TABLIER_PROXY="1")
case(believes, True, *slow, "--proxy", file="proxy = no\n", TABLIER_PROXY="0")

case(origin, "https://file.example", file="origin = https://file.example\n")
case(origin, "https://environment.example", file="origin = https://file.example\n",
     TABLIER_ORIGIN="https://environment.example")
case(origin, [], file="origin = https://file.example\n", TABLIER_ORIGIN="")
case(origin, "https://option.example", "--origin", "https://option.example",
     file="origin = https://file.example\n", TABLIER_ORIGIN="https://environment.example")

case(games, 3, file="games = 3\n")
case(games, 2, file="games = 3\n", TABLIER_GAMES="2")
case(games, 1, "--games", "1", file="games = 3\n", TABLIER_GAMES="2")
finish()
