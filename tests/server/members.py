#!/usr/bin/env python3
"""members.py TABLIER - members: names, sessions, recovery, devices, seats; and attacks on them. On
the database in TABLIER_TEST_POSTGRES if there is one."""
import os
import sqlite3
import sys
import time

import harness
from harness import JSON, Server, Ws, check, code_of, finish, request, wait_for

program = sys.argv[1]
options = ("--requests", "1000", "--games", "1000")
place = os.environ.get("TABLIER_TEST_POSTGRES")
server = Server(program, *options, store=place)
port = server.port


class Browser(harness.Browser):
    """At the server that runs now."""

    def __init__(self, cookie=""):
        super().__init__(port, cookie)

    def ask(self, *words, **more):
        self.port = port
        return super().ask(*words, **more)


def join(name, **more):
    """A browser of a new member, and the answer that it got."""
    browser = Browser()
    return browser, browser.ask("POST", "/api/session", {"name": name, **more})


# ---- Names ---------------------------------------------------------------------------------

mary, answer = join("Mary")
check(answer.status == 201, "a name that is free")
recovery = answer.json()["recovery"]
given = answer.headers["set-cookie"]
check("HttpOnly" in given and "SameSite=Lax" in given and "Path=/" in given, f"the cookie: {given}")
check("Secure" not in given, "no HTTPS here")
check(mary.me()["name"] == "Mary", "the session is hers")
for name in ("mary", "MARY", "rnary", "M\u0430ry", "m\u00e4ry\u200d", "Mary\u0301 "):
    check(code_of(join(name)[1]) == "name" or name.startswith("Mary"), f"a name like hers: {name!r}")
for name in ("", "x", "a b", "x" * 25, "\U0001f600\U0001f600", "-ab", "ab.", "a\u0000b", "\u0430nn",
             "Tablier-3", "\uff21\uff22"):
    check(join(name)[1].status in (400, 409), f"not a name: {name!r}")
check(join("Zo\u00eb")[1].status == 201 and join("\u0418\u0432\u0430\u043d")[1].status == 201,
      "names in other scripts")
order = {"game": "quoridor", "public": True, "seats": [{"mine": True, "name": "mary"}, {}]}
check(code_of(request(port, "POST", "/api/games", body=order)) == "name", "a guest with her name")

# ---- Seats ---------------------------------------------------------------------------------

game = mary.ask("POST", "/api/games", {**order, "public": False}).json()
ivan, _ = join("Ivan")
invitation = f"Authorization: Bearer {game['seats'][1]['secret']}\r\n"
check(ivan.ask("POST", f"/api/games/{game['id']}/join", {"name": "Mary"}, JSON + invitation).status
      == 200, "he joins under his own name")


def at_seat(browser):
    ws = Ws(port, extra=f"Cookie: tablier={browser.cookie}\r\n")
    welcome = ws.hello(game["id"])
    ws.close()
    return welcome


check(at_seat(mary)["seat"] == 1 and at_seat(ivan)["seat"] == 2, "hello without a secret")
check(at_seat(Browser("x" * 43))["type"] == "error", "not for others: it is private")
check(at_seat(Browser())["type"] == "error", "nor for guests")
names = [seat["name"] for seat in at_seat(mary)["state"]["now"]["seats"]]
check(names == ["Mary", "Ivan"], f"their names: {names}")
check(mary.me()["waiting"] == 1 and ivan.me()["waiting"] == 0, "it is her turn")

# ---- Devices, links, recovery ------------------------------------------------------------------

check(mary.ask("POST", "/api/me/link", headers="").status == 400, "a form cannot make a link")
check(code_of(Browser().ask("POST", "/api/me/link", {})) == "member", "nor can a guest")
link = mary.ask("POST", "/api/me/link", {}).json()["code"]
phone = Browser()
check(phone.ask("POST", "/api/session/link", {"code": link}).status == 200, "a second device")
check(phone.me()["name"] == "Mary" and phone.cookie != mary.cookie, "with a session of its own")
check(code_of(Browser().ask("POST", "/api/session/link", {"code": link})) == "rights", "only once")
devices = mary.ask("GET", "/api/me/devices").json()["devices"]
check(len(devices) == 2 and [d["current"] for d in devices].count(True) == 1, "two devices")
other = next(d["id"] for d in devices if not d["current"])
check(code_of(ivan.ask("DELETE", f"/api/me/devices/{other}", {})) == "unknown", "not his device")
other_server = Server(program, *options, store=place) if place else server
open_there = Ws(other_server.port, "/api/club", extra=f"Cookie: tablier={phone.cookie}\r\n")
open_there.send({"type": "hello", "version": 1})
check(open_there.hear("welcome")["member"] == "Mary", "it is connected")
check(mary.ask("DELETE", f"/api/me/devices/{other}", {}).status == 200, "she ends it")
check(open_there.hear("bye")["code"] == "restart", "its connections end, at another server too")
there = harness.Browser(other_server.port, phone.cookie)
check(there.me() is None, "where its session is over as well")
if place:
    other_server.stop()
check(phone.me() is None and phone.cookie == "", "and it is signed out")

lost = Browser()
typed = {"name": "mary", "code": recovery.lower().replace("-", " ")}
wrong = lost.ask("POST", "/api/session/recover", {**typed, "code": "0000-0000-0000-0000"})
nobody = lost.ask("POST", "/api/session/recover", {**typed, "name": "Nobody"})
check(wrong.body == nobody.body and wrong.status == 403, "no such name looks like a wrong code")
recovered = lost.ask("POST", "/api/session/recover", typed)
check(recovered.status == 200 and lost.me()["name"] == "Mary", "the code is accepted as typed")
check(code_of(Browser().ask("POST", "/api/session/recover", typed)) == "rights", "it is void now")
check(recovered.json()["recovery"] != recovery, "there is a new one")
check(lost.ask("DELETE", "/api/session", headers="").status == 400, "not by a form")
check(lost.ask("DELETE", "/api/session", {}).status == 200 and lost.me() is None, "signing out")

# ---- Changes -----------------------------------------------------------------------------------

check(code_of(ivan.ask("PATCH", "/api/me", {"name": "MARY"})) == "name", "her name is not his")
check(mary.ask("PATCH", "/api/me", {"name": "Marie", "about": "x", "shown": {"games": False}})
      .json()["member"]["shown"]["games"] is False, "she changes her name and what is shown")
check(wait_for(lambda: at_seat(ivan)["state"]["now"]["seats"][0]["name"] == "Marie"),
      "her games have the new name")
check(code_of(join("mary")[1]) == "name", "the old one stays reserved")
check(mary.ask("PATCH", "/api/me", {"name": "Mary"}).status == 200, "but not from her")
check(mary.me()["about"] == "x", "the rest stays")
for change in ({"about": "a\u202eb"}, {"about": "a\nb"}, {"about": "x" * 201}, {"about": 5}, {"name": 5},
               {"shown": []}, {"shown": {"games": 1}}):
    check(code_of(mary.ask("PATCH", "/api/me", change)) == "syntax", f"not a change: {change}")
for kind in ("application/jsonx", "text/plain", "text/plain; application/json"):
    check(code_of(mary.ask("POST", "/api/me/link", {}, f"Content-Type: {kind}\r\n")) == "syntax",
          f"not JSON: {kind}")
check(mary.ask("POST", "/api/me/link", {}, "Content-Type: application/json; charset=utf-8\r\n").status ==
      201, "JSON with a charset")

# ---- Games, profiles, tokens ------------------------------------------------------------------------

mine = mary.ask("GET", "/api/me/games?turn=mine").json()["games"]
check([g["id"] for g in mine] == [game["id"]] and mine[0]["myturn"] and mine[0]["seat"] == 1,
      "her games in which it is her turn")
check(ivan.ask("GET", "/api/me/games?turn=mine").json()["games"] == [], "none of his")
check(len(ivan.ask("GET", "/api/me/games").json()["games"]) == 1, "but he plays one")
guest = request(port, "POST", "/api/games", body={"game": "dorix", "seats": [
    {"mine": True, "name": "Guest"}, {}]}).json()
own = {"id": guest["id"], "secret": guest["seats"][0]["secret"]}
check(ivan.ask("POST", "/api/me/games", {"games": [{**own, "secret": "x" * 22}]}).json()["games"] ==
      [], "a game is not taken along without its secret")
check(mary.ask("POST", "/api/me/games", {"games": [own]}).json()["games"] == [guest["id"]],
      "with its secret it is")
check(ivan.ask("POST", "/api/me/games", {"games": [own]}).json()["games"] == [], "by one member")
check(wait_for(lambda: [s["name"] for g in mary.ask("GET", "/api/me/games").json()["games"]
                        if g["id"] == guest["id"] for s in g["seats"]][0] == "Mary"), "as hers")

mary.ask("PATCH", "/api/me", {"shown": {"about": False}})
profile = Browser().ask("GET", "/api/members/mary").json()["member"]
check(profile["name"] == "Mary" and "about" not in profile and "games" in profile,
      f"what is shown of her: {profile}")
check(code_of(Browser().ask("GET", "/api/members/rnary")) == "unknown", "no other name is hers")
check(Browser().ask("GET", "/api/members/Tablier-3").json()["member"]["kind"] == "computer",
      "a level of the computer is a member")
check(ivan.ask("PUT", "/api/me/follows/Mary", {}).status == 200, "he follows her")
check(ivan.ask("PUT", "/api/me/blocks/Mary", {}).status == 200, "or blocks her")
check(code_of(ivan.ask("PUT", "/api/me/blocks/Ivan", {})) == "rights", "not himself")
check([m["name"] for m in ivan.ask("GET", "/api/me/follows").json()["members"]] == ["Mary"], "a list")
ivan.ask("DELETE", "/api/me/follows/Mary", {})
check(ivan.ask("GET", "/api/me/follows").json()["members"] == [], "no more")

# ---- Openings ----------------------------------------------------------------------------------------

lena, _ = join("Lena")


def finish_game(first, second, moves, **terms):
    """A public game; the second player resigns after the moves."""
    made = first.ask("POST", "/api/games", {"game": "quoridor", "public": True,
                                           "seats": [{"mine": True}, {}], **terms}).json()["id"]
    second.ask("POST", f"/api/games/{made}/join", {})
    lines = [Ws(port, extra=f"Cookie: tablier={one.cookie}\r\n") for one in (first, second)]
    for line in lines:
        line.hello(made)
    for i, move in enumerate(moves.split()):
        lines[i % 2].send({"type": "move", "seq": i + 1, "move": move})
        for line in lines:
            line.hear("event")
    lines[1].send({"type": "resign"})
    lines[1].hear("event")
    for line in lines:
        line.close()


for moves in ("e2 e8 e3 e7", "e2 e8 e3 d7h", "e2 d9"):
    finish_game(lena, ivan, moves)
for _ in range(2):
    finish_game(ivan, lena, "d1 e8")
    finish_game(lena, ivan, "c2", options={"size": 5, "walls": 3})


def openings(name):
    return {(one["game"], one["seat"], " ".join(one["moves"])): (one["played"], one["won"], one["drawn"])
            for one in Browser().ask("GET", f"/api/members/{name}").json()["member"]["openings"]}


check(openings("Lena") == {("quoridor", 1, "e2 e8 e3"): (2, 2, 0), ("quoridor", 2, "d1 e8"): (2, 0, 0)},
      f"what she plays most, with the usual rules: {openings('Lena')}")
lena.ask("PATCH", "/api/me", {"shown": {"openings": False}})
check("openings" not in Browser().ask("GET", "/api/members/Lena").json()["member"], "she hides it")

bot, _ = join("Robot", kind="bot")
token = bot.ask("POST", "/api/me/tokens", {"label": "test", "scopes": ["play"]}).json()
reader = bot.ask("POST", "/api/me/tokens", {"label": "test", "scopes": ["read"]}).json()
check(token["token"].startswith("tbt_"), "a token")


def with_token(key, method, path, body=None):
    return request(port, method, path, f"{JSON}Authorization: Bearer {key['token']}\r\n",
                   b"" if body is None else body)


made = with_token(token, "POST", "/api/games", {"game": "dorix", "seats": [{"mine": True}, {}]})
check(made.status == 201, "a bot creates a game")
ws = Ws(port, extra=f"Authorization: Bearer {token['token']}\r\n")
check(ws.hello(made.json()["id"])["seat"] == 1, "and sits in it")
ws.close()
check(code_of(with_token(token, "GET", "/api/me/games")) == "rights", "it may not read")
check(with_token(reader, "GET", "/api/me/games").status == 200, "another may")
for method, path in (("POST", "/api/me/tokens"), ("DELETE", "/api/me"), ("POST", "/api/me/link"),
                     ("GET", "/api/me/devices"), ("GET", "/api/me/export")):
    check(code_of(with_token(token, method, path, {})) == "rights", f"no token does {path}")
check(code_of(bot.ask("POST", "/api/me/tokens", {"scopes": ["account"]})) == "syntax", "no such scope")
check(code_of(ivan.ask("DELETE", f"/api/me/tokens/{token['id']}", {})) == "unknown", "not his")
check(bot.ask("DELETE", f"/api/me/tokens/{token['id']}", {}).status == 200, "it is withdrawn")
check(code_of(with_token(token, "POST", "/api/me/link", {})) == "member", "and void")

# ---- The end of an account ---------------------------------------------------------------------------

ivan.ask("POST", "/api/challenges", {"game": "dorix", "to": "Robot", "pace": "days"})
for relation in ("follows", "blocks"):
    ivan.ask("PUT", f"/api/me/{relation}/Zo%C3%AB", {})
export = ivan.ask("GET", "/api/me/export")
parts = export.json()
check([(one["from"], one["to"], one["terms"]["game"]) for one in parts["challenges"]] ==
      [("Ivan", "Robot", "dorix")], f"his challenges: {parts['challenges']}")
check([[one["name"] for one in parts[key]] for key in ("follows", "blocks")] ==
      [["Zo\u00eb"], ["Mary", "Zo\u00eb"]], f"his lists: {parts['follows']} {parts['blocks']}")
check([set(one) for one in parts["devices"]] == [{"about", "created", "seen"}], "his devices")
check(parts["passkeys"] == [], "his passkeys")
check(export.json()["member"]["name"] == "Ivan" and
      [e["kind"] for e in export.json()["games"][0]["events"]] == ["join"], "his data")
check("secret" not in export.body.decode() and ivan.cookie not in export.body.decode(), "no secrets")
check(code_of(ivan.ask("DELETE", "/api/me", {"name": "Mary"})) == "rights", "not by accident")
check(ivan.ask("DELETE", "/api/me", {"name": "Ivan"}).status == 200, "he leaves")
check(ivan.me() is None and Browser().ask("GET", "/api/members/Ivan").status == 404, "and is gone")


def second_seat():
    return at_seat(mary)["state"]["now"]["seats"][1]


check(wait_for(lambda: second_seat().get("former")) and second_seat()["name"] == "",
      f"a former member in her game: {second_seat()}")
ws = Ws(port, extra=f"Cookie: tablier={mary.cookie}\r\n")
ws.send({"type": "hello", "version": 1, "game": game["id"], "since": 0})
check("Ivan" not in str(ws.hear("welcome")), "and in its events")
ws.close()
check(code_of(join("Ivan")[1]) == "name", "his name stays reserved")

# ---- Other sites --------------------------------------------------------------------------------

for headers in (JSON + "Origin: https://evil.example\r\n",
                JSON + "Sec-Fetch-Site: cross-site\r\n", "Content-Type: text/plain\r\n"):
    answer = mary.ask("PATCH", "/api/me", {"about": "evil"}, headers)
    check(answer.status in (400, 403), f"a foreign page: {headers!r}")
check(mary.me()["about"] == "x", "and nothing was changed")

# ---- Guessing, and the log ------------------------------------------------------------------------

statuses = [Browser().ask("POST", "/api/session/recover", {**typed, "code": f"{i:04}"}).status
            for i in range(40)]
check(429 in statuses, "attempts at codes are limited")
secrets = [mary.cookie, bot.cookie, token["token"], recovery, link, game["seats"][0]["secret"]]
check(not any(secret in server.log() for secret in secrets), "no secret is in the log")

def age(column, hours, table="sessions"):
    """Makes all sessions or members older, in a SQLite store that no server uses."""
    with sqlite3.connect(store) as db:
        db.execute(f"UPDATE {table} SET {column} = {column} - {hours} * 3600 * 1000")
    db.close()


# ---- A restart ------------------------------------------------------------------------------------

store = place or server.log_path.replace(".log", ".db")
server.stop()
if not place:
    check(not any(secret.encode() in open(store, "rb").read() for secret in secrets),
          "nor in the store")
    age("issued", 48)
    age("seen", 1)
    age("seen", 1, "members")
server = Server(program, *options, store=store)
port = server.port
before = mary.cookie
check(mary.me()["name"] == "Mary", "sessions outlive a restart")
if not place:
    check(wait_for(lambda: time.time() - request(port, "GET", "/api/members/Mary").json()["member"]["seen"] / 1000
                   < 600), "her profile tells that she is here again")
    check(mary.cookie != before, "the secret is replaced after a day")
    again = Browser(before)
    check(again.me()["name"] == "Mary", "the old one is valid until the new one is used")
    check(again.me()["name"] == "Mary" and again.cookie != before, "and is replaced as well")
    server.stop()
    age("seen", 91 * 24)
    server = Server(program, *options, store=store)
    port = server.port
    check(again.me() is None, "a session ends after 90 days without use")
server.stop()
finish()
