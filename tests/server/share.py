#!/usr/bin/env python3
"""share.py TABLIER - shared links: what they show before they are opened, and that nobody can make
the server show more than it should, or draw more than it can."""
import html
import re
import struct
import sys
import zlib

from harness import Server, Ws, check, connect, finish, read_answer, request, work

program = sys.argv[1]
NAME = 'Ann <b>"&\' O’Hara'


def tags(answer):
    """The tags of a page, and its title."""
    text = answer.body.decode()
    found = {name: html.unescape(value) for name, value in
             re.findall(r'<meta (?:name|property)="([^"]*)" content="([^"]*)">', text)}
    found["title"] = html.unescape(re.search(r"<title>(.*?)</title>", text).group(1))
    return found


def picture(answer, what):
    """True if the answer is a PNG of the right size with something on it."""
    body = answer.body
    good = (answer.status == 200 and answer.headers.get("content-type") == "image/png" and
            body[:8] == b"\x89PNG\r\n\x1a\n")
    if not check(good, f"{what}: {answer.status} {answer.headers.get('content-type')}"):
        return
    check(struct.unpack("!II", body[16:24]) == (1200, 630), f"{what}: the size")
    data, at = b"", 8
    while at < len(body):
        length, kind = struct.unpack("!I4s", body[at:at + 8])
        data += body[at + 8:at + 8 + length] if kind == b"IDAT" else b""
        at += length + 12
    check(len(set(zlib.decompress(data))) > 20, f"{what}: nothing is drawn")


def get(path, headers="", method="GET"):
    return request(server.port, method, path, headers)


def many(paths):
    """The answers to requests that are all made before the first answer is read."""
    socks = [connect(server.port) for _ in paths]
    for sock, path in zip(socks, paths):
        sock.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    answers = [read_answer(sock) for sock in socks]
    for sock in socks:
        sock.close()
    return answers


def make(public, **more):
    terms = {"game": "quoridor", "public": public,
             "seats": [{"kind": "person", "mine": True, "name": NAME},
                       {"kind": "computer", "level": 1}], **more}
    return request(server.port, "POST", "/api/games", body=terms).json()


server = Server(program, "--requests", "1000", "--games", "1000")

# ---- The app itself: absolute addresses for programs that show links, a compressed file for browsers ----
home = get("/")
check(tags(home)["og:image"] == "http://localhost/img/card.png", tags(home)["og:image"])
check(b"<base" not in home.body and tags(home)["title"] == "Tablier", "the page of the app")
check(get(tags(home)["og:image"].removeprefix("http://localhost")).status == 200, "its picture")
browser = get("/", "Sec-Fetch-Mode: navigate\r\nAccept-Encoding: br\r\n")
check(browser.headers.get("content-encoding") == "br", "compression of the page for browsers")

# ---- A public game ----
game = make(True)
page = get(f"/g/{game['id']}", "Accept-Language: xx, de-CH;q=0.9, fr\r\n")
shown = tags(page)
check(page.status == 200 and page.headers["content-type"] == "text/html; charset=utf-8", "a page")
check(shown["og:title"].startswith(NAME + " – ") and shown["og:title"].endswith("· Quoridor"),
      f"the title: {shown['og:title']}")
check("<b>" not in page.body.decode().replace("&lt;b&gt;", ""), "a name is not escaped")
check(shown["og:description"] == f"{NAME} ist am Zug.", f"the words: {shown['og:description']}")
check(shown["og:url"] == f"http://localhost/g/{game['id']}", f"the address: {shown['og:url']}")
check(shown["twitter:card"] == "summary_large_image" and shown["viewport"], "the other tags")
check(shown["tablier-route"] == f"#/online/{game['id']}", f"the view: {shown['tablier-route']}")
check("<base href=\"../\">" in page.body.decode(), "the page's own place")
check("frame-ancestors 'none'" in page.headers["content-security-policy"], "it may not be framed")
address = shown["og:image"].removeprefix("http://localhost")
first = get(address)
picture(first, "the picture of a game")
check(first.headers["cross-origin-resource-policy"] == "cross-origin", "others may show it")
check("max-age" in first.headers["cache-control"], "it may be kept")

# The answers that caches and crawlers ask for.
for path, answer in ((f"/g/{game['id']}", page), (address, first)):
    again = get(path, f"Accept-Language: de\r\nIf-None-Match: {answer.headers['etag']}\r\n")
    check(again.status == 304 and not again.body, f"{path[:3]}: {again.status} for the same")
    with connect(server.port) as sock:
        sock.sendall(f"HEAD {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Language: de\r\n\r\n"
                     .encode())
        head = read_answer(sock, head=True)
    check(head.status == 200 and not head.body and
          head.headers["content-length"] == answer.headers["content-length"], f"HEAD of {path}")
    check(get(path, method="POST").status == 405, f"POST to {path}")
foreign = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: image\r\n"
check(get(address, foreign).status == 200, "a picture on another site")

# A move is another picture, at another address.
ws = Ws(server.port)
ws.hello(game["id"], game["seats"][0]["secret"])
ws.send({"type": "move", "seq": 0, "move": "e2"})
while ws.hear("event")["now"]["length"] < 2:
    pass
later = tags(get(f"/g/{game['id']}"))
check(later["og:image"] != shown["og:image"] and "2 moves." in later["og:description"],
      f"after two moves: {later['og:description']}")
second = get(later["og:image"].removeprefix("http://localhost"))
picture(second, "the picture after two moves")
check(second.body != first.body, "the picture does not change")
ws.send({"type": "resign"})
while ws.hear("event")["now"]["status"] != "over":
    pass
check(" has won." in tags(get(f"/g/{game['id']}"))["og:description"], "who has won")
ws.close()

# ---- Games that show nothing: a private one, and one that does not exist, which is not found ----
private = make(False)
nothing = get("/g/aaaaaaaaaaaa")
hidden = get(f"/g/{private['id']}")
check(hidden.status == 200, "a private game opens the app")
check(nothing.status == get("/g/zzz").status == 404 and
      nothing.headers["content-type"] == "text/html; charset=utf-8", "no game: 404, with the app")
check(get("/embed/aaaaaaaaaaaa").status == get(f"/embed/{private['id']}").status == 404,
      "a frame without a game that it can show")
check(nothing.body.replace(b"aaaaaaaaaaaa", b"") == hidden.body.replace(private["id"].encode(), b""),
      "a private game differs from none")
check(b"Ann" not in hidden.body and tags(hidden)["og:title"].startswith("Tablier"), "a private name")
check(get(f"/g/{private['id']}.png").status == get("/g/aaaaaaaaaaaa.png").status == 404,
      "their pictures")

# ---- Puzzles ----
lines = open(sys.argv[2]).read().splitlines()
puzzle = lines[1].split("\t")[0]
shown = tags(get(f"/p/{puzzle}"))
check(shown["tablier-route"] == f"#/puzzle/dorix/{puzzle}" and "puzzle" in shown["og:title"] and
      shown["og:description"].startswith("You to move: ") and
      "Difficulty" in shown["og:description"], f"a puzzle: {shown}")
picture(get(f"/p/{puzzle}.png"), "a puzzle")
check(get("/p/zzzzzz").status == 404 and get("/p/zzzzzz.png").status == 404, "an unknown puzzle")
check(get("/p/tablier").status == 404, "the first word of the file")

# ---- Records in the address ----
record = "players=2&size=5&walls=3&repetition=3&moves=c2+c4&name=Eve%3Cscript%3E&name=Bob"
shown = tags(get(f"/study/quoridor?{record}"))
check(shown["tablier-route"] == f"#/game/quoridor?{record}", f"the view: {shown['tablier-route']}")
check(shown["og:title"] == "Quoridor" and "2 moves" in shown["og:description"], f"{shown}")
check("Eve" not in shown["og:title"] + shown["og:description"], "names that anybody can write")
picture(get(f"/study/quoridor.png?{record}"), "a record")
ended = "moves=e2+e8&ending=resignation&result=2"
check("Player 2 has won." in tags(get(f"/study/quoridor?{ended}"))["og:description"], "an ending")
for query in ("moves=e2+e5", "moves=" + "e2+" * 600, "players=9", "players=99999999999", "moves=%00",
              "moves=%C3", "moves=%zz&size=5", "size=1e9", "position=x%22%3E%3Cscript%3E",
              "moves=e2&ending=time&result=9", "moves=e2&ending=%22", "repetition=-1", "&&&==", "%"):
    page = get(f"/study/quoridor?{query}")
    check(page.status in (200, 400), f"{query[:30]}: {page.status}")
    check(b"<script>" not in page.body, f"{query[:30]}: an element gets in")
    if page.status == 200:
        check(tags(page)["og:title"].startswith(("Tablier", "Quoridor")), f"{query[:30]}: {page.body}")
    image = get(f"/study/quoridor.png?{query}")
    check(image.status in (200, 400, 404), f"{query[:30]}.png: {image.status}")
check(get("/study/quoridor?moves=" + "e2+" * 2000).status == 414, "a record that is too long")

# ---- Boards for other sites: only these may be framed ----
for path, status in ((f"/embed/{game['id']}", 200), ("/embed/quoridor?moves=e2", 200),
                     ("/embed/nothing", 404)):
    page = get(path, "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n"
               "Sec-Fetch-Dest: iframe\r\n")
    check(page.status == status and b"embed.js" in page.body, f"{path}: {page.status}")
    check("frame-ancestors *" in page.headers["content-security-policy"] and
          page.headers["cross-origin-resource-policy"] == "cross-origin", f"{path} cannot be framed")
for path in ("/", f"/g/{game['id']}", "/embed.html", "/api", "/embed/x/y"):
    check("frame-ancestors 'none'" in get(path).headers["content-security-policy"],
          f"{path} can be framed")

# ---- Addresses that are none ----
for path in ("/g", "/g/", "/g/..", "/g/%2e%2e/%2e%2e/etc/passwd", "/g/A", "/g/x/y", "/g/x.png.png",
             "/g/" + "a" * 24, "/g/%00", "/g/a%0d%0aX:y", "/p/", "/study/chess", "/study/", "/g/a.svg",
             "/study/Quoridor", "/embed/", "/embed/x/y", "/embed/x.png"):
    check(get(path).status in (400, 404), f"{path}: {get(path).status}")
evil = request(server.port, "GET", f"/g/{game['id']}", "X-Forwarded-Proto: https\r\n")
check(tags(evil)["og:url"].startswith("http://localhost/"), "a scheme that no proxy has told")
server.stop()

# ---- Many at once: equal pictures are drawn once, others are limited, the rest goes on ----
server = Server(program, "--requests", "1000", "--games", "1000", "--metrics", work + "/metrics")
game = make(True)
equal = many([f"/g/{game['id']}.png"] * 24)
check({answer.status for answer in equal} == {200} and len({answer.body for answer in equal}) == 1,
      f"equal pictures: {[answer.status for answer in equal]}")
drawn = re.search(rb"^tablier_pictures_drawn_total (\d+)", request(work + "/metrics", "GET", "/metrics").body,
                  re.M)
check(drawn and drawn.group(1) == b"1", f"they are drawn {drawn and drawn.group(1)} times")
others = many([f"/study/quoridor.png?moves=e2&walls={i % 10 + 1}&repetition={i % 7 + 2}"
               for i in range(70)])
statuses = [answer.status for answer in others]
check(set(statuses) <= {200, 429, 503} and statuses.count(200) <= 70 and 429 in statuses,
      f"many pictures: {statuses}")
limited = next(answer for answer in others if answer.status == 429)
check(int(limited.headers["retry-after"]) > 0, "the time to wait")
check(get(f"/g/{game['id']}.png").status == 200, "one from the cache is not limited")
check(get(f"/g/{game['id']}").status == 200 and get("/healthz").status == 200, "the rest goes on")
check(server.stop() == 0, "the server ends")
finish()
