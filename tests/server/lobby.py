#!/usr/bin/env python3
"""lobby.py TABLIER - the list of open games tells who is present, and one address cannot fill it."""
import sys

from harness import Server, Ws, check, finish, request, wait_for

program = sys.argv[1]
server = Server(program, "--host", "127.0.0.1", "--games", "30")
LIMIT = 5  # a sixth of --games


def create(source=None, public=True):
    return request(server.port, "POST", "/api/games", source=source,
                   body={"game": "dorix", "public": public, "seats": [
                       {"kind": "person", "mine": True, "name": "Ann"}, {"kind": "person"}]})


def here(game):
    listed = request(server.port, "GET", "/api/games?list=open").json()["games"]
    return [seat["here"] for entry in listed if entry["id"] == game for seat in entry["seats"]]


# ---- Who is present ----
game = create().json()
check(here(game["id"]) == [False, False], "somebody is present at a game that nobody has opened")
ann = Ws(server.port)
secret = next(seat["secret"] for seat in game["seats"] if seat.get("mine"))
ann.hello(game["id"], secret)
check(wait_for(lambda: here(game["id"]) == [True, False]), "Ann is not present")
ann.close()
check(wait_for(lambda: here(game["id"]) == [False, False]), "Ann is still present")

# ---- One address ----
games = [create().json()["id"] for _ in range(LIMIT - 1)]
refused = create()
check(refused.status == 429 and refused.json()["error"]["code"] == "rate",
      f"one game too many is answered with {refused.status}")
check(create(public=False).status == 201, "a private game is refused")
check(create(source="127.0.0.2").status == 201, "another address is refused")
joined = request(server.port, "POST", f"/api/games/{games[0]}/join", body={"name": "Bob"})
check(joined.status == 200, f"a listed game cannot be joined: {joined.status}")
check(wait_for(lambda: create().status == 201), "a game that has begun still counts")
server.stop()
finish()
