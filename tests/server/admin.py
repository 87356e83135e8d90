#!/usr/bin/env python3
"""admin.py TABLIER - acts of the operator on members, games and addresses while a server runs, and
their log. On the database in TABLIER_TEST_POSTGRES if there is one, and then with two servers."""
import getpass
import json
import os
import sqlite3
import subprocess
import sys

from harness import (JSON, Browser, Server, Ws, check, code_of, finish, request, wait_for, work)

program = sys.argv[1]
place = os.environ.get("TABLIER_TEST_POSTGRES") or os.path.join(work, "admin.db")
options = ("--requests", "1000", "--games", "1000")
server = Server(program, *options, store=place)
other = Server(program, *options, store=place) if "://" in place else server


def admin(*words, reason="because"):
    """The exit status and all that is printed."""
    more = ["--reason", reason] if reason else []
    done = subprocess.run([program, "admin", *words, *more, "--store", place, "--lang", "en"],
                          capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def does(*words, **more):
    status, text = admin(*words, **more)
    return check(status == 0, f"admin {words}: {status} {text}")


def refuses(*words, **more):
    status, text = admin(*words, **more)
    check(status == 2 and len(text.strip().splitlines()) == 1, f"admin {words}: {status} {text}")
    return text


def join(name):
    browser = Browser(server.port)
    answer = browser.ask("POST", "/api/session", {"name": name})
    check(answer.status == 201, f"{name} becomes a member")
    return browser, answer.json()["recovery"]


def play(browser, port, game, secret=""):
    ws = Ws(port, extra=f"Cookie: tablier={browser.cookie}\r\n")
    return ws, ws.hello(game, secret)


def names(game):
    return [seat.get("name") for seat in request(other.port, "GET", f"/api/games/{game}").json()
            ["now"]["seats"]]


ann, ann_code = join("Ann")
bob, _ = join("Bob")
order = {"game": "quoridor", "public": True, "clock": {"main": 300, "increment": 3}}
made = ann.ask("POST", "/api/games", {**order, "seats": [{"mine": True}, {}]}).json()
game, secret = made["id"], made["seats"][0]["secret"]
check(bob.ask("POST", f"/api/games/{game}/join", {}).status == 200, "a game of two members")
guest = request(server.port, "POST", "/api/games", body={
    **order, "seats": [{"mine": True, "name": "Rude words"}, {}]}).json()

# ---- Wrong words -----------------------------------------------------------------------------------

refuses("dance")
refuses("rename", "Ann")
refuses("suspend", "Ann", "Bob")
refuses("suspend", "Ann", reason=None)
refuses("suspend", "Ann", reason="x" * 500)
for day in ("tomorrow", "2020-01-01", "2030-02-30", "2030-01-01x"):
    refuses("suspend", "Ann", "--until", day)
refuses("restore", "Ann", "--until", "2030-01-01")
refuses("restore", "Ann")
refuses("rename", "Ann", "a b")
check("taken" in refuses("rename", "Ann", "bob"), "a name that is taken")
check("Nobody" in refuses("delete", "Nobody"), "no such member")
check("computer" in refuses("suspend", "Tablier-3"), "not a level of the computer")
refuses("remove", "x")
refuses("remove", "0" * 12)
refuses("blank", guest["id"], "7")
refuses("blank", guest["id"], "2")
refuses("blank", game, "1")
for address in ("localhost", "1.2.3", "1.2.3.4/40", "1.2.3.4/7", "1.2.3.4/", "::/8", "1.2.3.4/-1", ""):
    refuses("block", address)
check("not blocked" in refuses("unblock", "192.0.2.1"), "not blocked")
check(subprocess.run([program, "admin", "log", "--store", place + "x"], capture_output=True).returncode
      != 0, "no such store")
check(admin("log", "--json", reason=None) == (0, ""), "nothing was done")

# ---- Names -----------------------------------------------------------------------------------------

does("rename", "ann", "Anna", reason="she asked")
check(wait_for(lambda: names(game)[0] == "Anna"), "the new name is in her game")
check(wait_for(lambda: (ann.me() or {}).get("name") == "Anna"), "and hers")
check(request(server.port, "GET", "/api/members/Ann").status == 404, "the old one is gone")
does("blank", guest["id"], "1")
check(wait_for(lambda: not names(guest["id"])[0]), "the name of a guest is gone")
found = request(server.port, "GET", "/api/games?list=open&name=rude").json()["games"]
check(found == [], "also from the search")

# ---- Suspensions -----------------------------------------------------------------------------------

here, welcome = play(ann, other.port, game)
by_secret, _ = play(Browser(server.port), server.port, game, secret)
check(welcome["seat"] == 1, "she plays")
does("suspend", "Anna", "--until", "2031-05-04", reason="cheating")
for ws in (here, by_secret):
    check(ws.hear("bye")["code"] == "banned", "her connections are closed")
answer = ann.ask("POST", "/api/games", order)
check(code_of(answer) == "banned" and answer.status == 403, "she cannot do anything")
text = answer.json()["error"]["text"]
check("2031-05-04" in text and "cheating" in text, f"she sees until when, and why: {text}")
for method, path in (("GET", "/api/me"), ("GET", "/api/me/games"), ("PATCH", "/api/me"),
                     ("POST", "/api/me/link"), ("POST", f"/api/games/{game}/join")):
    check(code_of(ann.ask(method, path, {} if method != "GET" else None)) == "banned", path)
check(request(other.port, "GET", "/api/games?list=open").status == 200, "everybody else can")
again, answer = play(Browser(other.port), other.port, game, secret)
check(answer.get("code") == "banned", f"the secret does not open her seat: {answer}")
check(play(ann, other.port, game)[1].get("seat") is None, "nor does the cookie")
back = Browser(server.port)
recovered = back.ask("POST", "/api/session/recover", {"name": "Anna", "code": ann_code})
check(code_of(recovered) == "banned" and not back.cookie, "nor does her code sign in")
bob_ws, state = play(bob, server.port, game)
check(state["seat"] == 2 and state["state"]["now"]["status"] == "running", "the game waits")
bob_ws.send({"type": "claim", "answer": "win"})
check(bob_ws.hear("error")["code"] == "turn", "nothing to claim before everyone has moved")
# Nobody has to wait for a player who is suspended; the claim is rated.
carl, _ = join("Carl")
made = carl.ask("POST", "/api/games", {**order, "rated": True, "seats": [{"mine": True}, {}]}).json()
check(bob.ask("POST", f"/api/games/{made['id']}/join", {}).status == 200, "a rated game")
carl_ws, bob_ws = (play(one, other.port, made["id"])[0] for one in (carl, bob))
for seq, (ws, move) in enumerate(((carl_ws, "e2"), (bob_ws, "e8")), 1):
    ws.send({"type": "move", "seq": seq, "move": move})
    for each in (carl_ws, bob_ws):
        while each.hear("event")["event"]["kind"] != "move":
            pass
bob_ws.send({"type": "claim", "answer": "win"})
check(bob_ws.hear("error")["code"] == "turn", "Carl is there")
does("suspend", "Carl")
check(carl_ws.hear("bye")["code"] == "banned", "now he is not")
now = {"away": [None]}
while not now["away"][0]:
    now = bob_ws.hear("state")["state"]["now"]
check(now["away"][0]["claim"] <= now["time"], f"it can be claimed at once: {now}")
bob_ws.send({"type": "claim", "answer": "win"})
while now["status"] == "running":
    now = bob_ws.hear("event")["now"]
check(now["result"] == [2] and now["ending"] == "resignation", f"Bob has won: {now}")
check(wait_for(lambda: [one["games"] for one in bob.me()["ratings"]] == [1]), "it is rated")

does("restore", "Anna")
check(wait_for(lambda: ann.ask("GET", "/api/me").status == 200), "she is back")
check(back.ask("POST", "/api/session/recover", {"name": "Anna", "code": ann_code}).status == 200,
      "the code was not used up")
check(wait_for(lambda: play(ann, other.port, game)[1].get("seat") == 1), "at her seat too")

if "://" not in place:
    does("suspend", "Bob", "--until", "2031-05-04")
    check(wait_for(lambda: bob.ask("GET", "/api/me").status == 403), "he is suspended")
    with sqlite3.connect(place) as db:
        db.execute("UPDATE acts SET detail = '1000' WHERE act = 'suspend' AND reason = 'because'")
    db.close()
    does("block", "192.0.2.1")  # so that the lists are read again
    check(wait_for(lambda: bob.ask("GET", "/api/me").status == 200), "until the time is over")
    does("unblock", "192.0.2.1")
does("suspend", "Bob")
check(wait_for(lambda: "for good" in bob.ask("GET", "/api/me").json()["error"]["text"]
               if bob.ask("GET", "/api/me").status == 403 else False), "or for good")
does("delete", "Bob")
check(wait_for(lambda: bob.ask("GET", "/api/me").json().get("member", 1) is None), "he is gone")
check(wait_for(lambda: not names(game)[1]), "his name too")
does("blank", "Anna")
check(wait_for(lambda: ann.me()["name"].startswith("Member-")), "a name that says nothing")

# ---- Games -----------------------------------------------------------------------------------------

watcher, _ = play(Browser(other.port), other.port, game)
does("remove", game)
check(watcher.hear("bye")["code"] == "unknown", "who looks at it is told")
check(wait_for(lambda: request(server.port, "GET", f"/api/games/{game}").status == 404), "it is gone")

# ---- Addresses -------------------------------------------------------------------------------------

def ask_from(source, path="/api"):
    return request(other.port, "GET", path, source=source).status


kept = Ws(other.port, "/api/club", source="127.9.1.2")
kept.send({"type": "hello", "version": 1})
kept.hear("welcome")
does("block", "127.9.1.99/24")
refuses("block", "127.9.1.0/24")
check(kept.hear("bye")["code"] == "banned", "its connections are closed")
check(wait_for(lambda: ask_from("127.9.1.2") == 403), "refused")
answer = request(other.port, "GET", "/", source="127.9.1.2")
check(code_of(answer) == "banned" and "operator" in answer.json()["error"]["text"], "with a sentence")
check(ask_from("127.9.2.2") == 200, "others are not")
check("127.9.1.0/24" in admin("blocked", reason=None)[1], "the list")
does("unblock", "127.9.1.0/24")
check(wait_for(lambda: ask_from("127.9.1.2") == 200), "not any more")
does("block", "2001:db8::1")
proxied = Server(program, *options, "--proxy",
                 store=place if "://" in place else os.path.join(work, "proxied.db"))
if "://" in place:
    forwarded = "X-Forwarded-For: 2001:db8::2\r\n"
    check(wait_for(lambda: request(proxied.port, "GET", "/api", forwarded).status == 403),
          "by the address that a proxy tells: 64 bits of it")
    check(request(proxied.port, "GET", "/api").status == 200, "not the proxy")
check(proxied.stop() == 0, "it ends well")

# ---- The log ---------------------------------------------------------------------------------------

rows = [json.loads(line) for line in admin("log", "--json", reason=None)[1].splitlines()]
acts = [row["act"] for row in rows]
check(acts[:5] == ["rename", "blank", "suspend", "suspend", "restore"] and acts[-1] == "block" and
      "remove" in acts and "delete" in acts, f"all acts: {acts}")
user = os.environ.get("SUDO_USER") if os.getuid() == 0 else None
check({row["operator"] for row in rows} == {user or getpass.getuser()}, "by whom")
check(rows[0]["detail"] == "Ann > Anna" and rows[0]["reason"] == "she asked" and rows[0]["at"] > 0,
      f"what, why and when: {rows[0]}")
status, text = admin("log", reason=None)
check(status == 0 and len(text.splitlines()) == len(rows), f"one line each: {text}")
for each in {server, other}:
    check(each.stop() == 0, "the server ends well")
check(admin("log", reason=None) == (status, text), "it works without a server too")
finish()
