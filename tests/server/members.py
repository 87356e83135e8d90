#!/usr/bin/env python3
"""members.py TABLIER - members: names, sessions, recovery, devices, seats; and attacks on them. On
the database in TABLIER_TEST_POSTGRES if there is one."""
import os
import sys

from harness import Server, Ws, check, finish, request, wait_for

program = sys.argv[1]
options = ("--requests", "1000", "--games", "1000")
place = os.environ.get("TABLIER_TEST_POSTGRES")
server = Server(program, *options, store=place)
port = server.port
JSON = "Content-Type: application/json\r\n"


class Browser:
    """Keeps its cookie, as a browser does."""

    def __init__(self, cookie=""):
        self.cookie = cookie

    def ask(self, method, path, body=None, headers=JSON, **where):
        cookie = f"Cookie: other=1; tablier={self.cookie}\r\n" if self.cookie else ""
        answer = request(port, method, path, headers + cookie,
                         b"" if body is None else body, **where)
        given = answer.headers.get("set-cookie")
        if given:
            self.cookie = given.split(";")[0].partition("=")[2]
        return answer

    def me(self):
        return self.ask("GET", "/api/me").json()["member"]


def code_of(answer):
    return answer.json().get("error", {}).get("code")


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
check(mary.ask("DELETE", f"/api/me/devices/{other}", {}).status == 200, "she ends it")
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
secrets = [mary.cookie, ivan.cookie, recovery, link, game["seats"][0]["secret"]]
check(not any(secret in server.log() for secret in secrets), "no secret is in the log")

# ---- A restart ------------------------------------------------------------------------------------

store = place or server.log_path.replace(".log", ".db")
server.stop()
if not place:
    check(not any(secret.encode() in open(store, "rb").read() for secret in secrets),
          "nor in the store")
server = Server(program, *options, store=store)
port = server.port
check(mary.me()["name"] == "Mary", "sessions outlive a restart")
server.stop()
finish()
