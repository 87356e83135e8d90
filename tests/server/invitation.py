#!/usr/bin/env python3
"""invitation.py TABLIER - an attack: others who know the link of an invitation, the game's creator
among them, play at the seat after somebody has taken it. And what must work all the same: link
previews, a lost answer, the same browser again, a restart, the lobby, the next game."""
import sys

from harness import Server, Ws, check, finish, request

program = sys.argv[1]
server = Server(program, "--requests", "1000", "--games", "1000")
port = server.port


def bearer(secret):
    return f"Authorization: Bearer {secret}\r\n" if secret else ""


def join(game, secret, name, key="", seat=None):
    headers = bearer(secret) + (f"Idempotency-Key: {key}\r\n" if key else "")
    return request(port, "POST", f"/api/games/{game}/join", headers,
                   {"name": name, **({"seat": seat} if seat else {})})


def enter(game, secret):
    """A connection, and its welcome or error."""
    ws = Ws(port)
    return ws, ws.hello(game, secret)


def ask(ws, **message):
    ws.send({**message, "id": 5})
    while True:
        answer = ws.hear("event", "error", "state")
        if answer.get("id") == 5:
            return answer


def make(**terms):
    answer = request(port, "POST", "/api/games", body={
        "game": "quoridor", "seats": [{"mine": True, "name": "Ann"}, {}], **terms})
    check(answer.status == 201, f"a game is created with {answer.status}")
    game = answer.json()
    return game["id"], game["seats"][0]["secret"], game["seats"][1]["secret"]


def take_seat(game, invitation, name, key=""):
    """Takes the seat, over WebSocket where the server does not exchange invitations."""
    answer = join(game, invitation, name, key)
    if answer.status == 200:
        return answer.json()["secret"]
    ws, _ = enter(game, invitation)
    check(ask(ws, type="join", name=name)["type"] == "event", f"{name} cannot sit down")
    ws.close()
    return invitation


# ---- A private game: nobody but Bob plays for Bob ----
game, ann, link = make()
for _ in range(3):  # link previews and people who only look do not use the invitation up
    check(request(port, "GET", f"/api/games/{game}", bearer(link)).status == 200, "a preview")
    ws, welcome = enter(game, link)
    check(welcome.get("invited") == 2 and welcome["seat"] is None, f"a visitor: {welcome.get('seat')}")
    ws.close()
check(join(game, "A" * 22, "Eve").status == 404, "a wrong secret takes a seat")
check(join(game, "", "Eve").status == 404, "a private game is joined without a secret")
KEY = "0123456789abcdef"
bob = take_seat(game, link, "Bob", KEY)
check(bob != link, "the invitation is the secret of the seat")
check(join(game, link, "Bob", KEY).json().get("secret") == bob, "a lost answer is lost for good")
late = join(game, link, "Eve", "fedcba9876543210")
check(late.status == 409 and late.json()["error"]["code"] == "taken", f"a second join: {late.status}")

player, welcome = enter(game, ann)
check(welcome["seat"] == 1, "Ann's seat")
ask(player, type="move", seq=1, move="e2")
eve, welcome = enter(game, link)  # the second person who opens the link
check(welcome["type"] == "welcome", f"the link does not let watch: {welcome}")
check(welcome.get("seat") is None, f"the second person has seat {welcome.get('seat')}")
check(welcome.get("invited") == 2 and welcome["state"]["now"]["seats"][1]["taken"],
      "the second person is not told that the seat is taken")
stolen = ask(eve, type="move", seq=2, move="e8")
check(stolen.get("code") == "seat", f"the second person moves for Bob: {stolen['type']}")
for deed in ("resign", "abort", "draw", "join"):
    answer = ask(eve, type=deed, name="Eve")
    check(answer.get("code") == "seat", f"the second person can {deed}: {answer['type']}")
eve.close()
player.close()

# ---- Bob's own secret after a restart, and the link again in his browser ----
store = server.log_path.replace(".log", ".db")
server.stop()
server = Server(program, "--requests", "1000", "--games", "1000", store=store)
port = server.port
ws, welcome = enter(game, bob)
check(welcome.get("seat") == 2, f"Bob's secret after a restart: {welcome}")
if welcome["state"]["now"]["turn"] == 2:
    check(ask(ws, type="move", seq=2, move="e8")["type"] == "event", "Bob cannot move")
check(join(game, link, "Bob", KEY).json().get("secret") == bob, "his key after a restart")
ws.close()
ws, welcome = enter(game, link)
check(welcome["type"] == "welcome" and welcome["seat"] is None, "the link after a restart")
ws.close()

# ---- The next game: the same secrets, and the invitation still only watches ----
one, _ = enter(game, ann)
two, _ = enter(game, bob)
ask(one, type="resign")
ask(one, type="rematch", answer="offer")
ask(two, type="rematch", answer="accept")
ws, welcome = enter(game, bob)
following = welcome["state"]["now"]["rematch"]
ws.close()
if check(following, "there is no next game"):
    check([enter(following, secret)[1]["seat"] for secret in (ann, bob, link)] == [2, 1, None],
          "who sits where in the next game")

# ---- A public game: from the lobby, by link, and the link of a seat that the lobby took ----
game, ann, link = make(public=True)
bob = join(game, "", "Bob").json()["secret"]
ws, welcome = enter(game, link)
check(welcome["seat"] is None and welcome.get("invited") == 2, "a link that the lobby was faster than")
check(enter(game, bob)[1]["seat"] == 2, "a player from the lobby")
check(join(game, bob, "Bob").status == 409, "a player takes another seat")
game, ann, link = make(public=True)
check(join(game, link, "Bob").json().get("seat") == 2, "an invitation to a public game")
check(enter(game, link)[1]["seat"] is None, "its link is still the seat's")
server.stop()
finish()
