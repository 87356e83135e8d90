#!/usr/bin/env python3
"""http.py TABLIER - every request gets an answer, and one that could be understood in two ways gets
a refusal: over plain TCP and over TLS, as the first request of a connection and as a later one."""
import re
import socket
import subprocess
import sys

from harness import (KEY, Answer, Server, Ws, certificate, check, connect, finish, handshake,
                     insecure, raw, read_answer, request)

program = sys.argv[1]
SECURITY = ("content-security-policy", "x-content-type-options", "referrer-policy",
            "cross-origin-opener-policy", "cross-origin-embedder-policy", "date")
BODY = b'{"game":"dorix"}'
POST = "POST /api/games HTTP/1.1\r\nHost: localhost\r\n"
GET = "GET /api HTTP/1.1\r\nHost: localhost\r\n"


def is_answer(answer, status, what):
    check(answer.status == status, f"{what}: {answer.status} instead of {status}")
    missing = [name for name in SECURITY if name not in answer.headers]
    check(not missing, f"{what}: lacks {missing}")


REFUSED = [
    (400, POST + "Content-Length: 16abc\r\n\r\n"),
    (400, POST + "Content-Length: +16\r\n\r\n"),
    (400, POST + "Content-Length: 16\r\nContent-Length: 16\r\n\r\n"),
    (400, POST + "Content-Length: 16\r\nTransfer-Encoding: chunked\r\n\r\n"),
    (411, POST + "Transfer-Encoding: chunked\r\n\r\n10\r\n"),
    (501, POST + "Transfer-Encoding: gzip\r\n\r\n"),
    (413, POST + "Content-Length: 99999999999\r\n\r\n"),
    (400, GET + "Content-Length: 5\r\n\r\nhello"),
    (400, "GET /%00 HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    (400, "GET /index.html%00.js HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    (400, "GET / HTTP/1.1\r\n\r\n"),
    (400, "nonsense\r\n\r\n"),
    (404, "GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    (404, "GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    (404, "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    (405, "DELETE / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    (405, "BREW /api HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    (405, "POST /index.html HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"),
    (400, "CONNECT x:80 HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    (505, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    (431, GET + "X-Long: " + "x" * 20000 + "\r\n\r\n"),
    (431, GET + "X: y\r\n" * 500 + "\r\n"),
    (414, "GET /" + "x" * 20000 + " HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    (403, GET + "Origin: https://evil.example\r\n\r\n"),
    (403, POST + f"Origin: https://evil.example\r\nContent-Length: {len(BODY)}\r\n\r\n"
     + BODY.decode()),
    (403, GET + "Origin: null\r\n\r\n"),
    (403, GET + "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n\r\n"),
]


CODES = {400: "syntax", 403: "origin", 405: "method", 408: "timeout", 411: "syntax", 413: "size",
         414: "size", 421: "host", 431: "size", 501: "syntax", 505: "version"}


def has_body(answer, what):
    """A failure has the documented body; a missing file, a line."""
    if answer.status == 404:
        return
    try:
        error = answer.json()["error"]
    except ValueError:
        error = {}
    check(error.get("code") == CODES[answer.status] and error.get("text") and
          error.get("message", {}).get("template") and
          answer.headers["content-type"] == "application/json", f"{what}: the body is {answer.body}")


def refusals(port, **where):
    for status, text in REFUSED:
        short = text[:60].encode()
        answer = raw(port, text.encode(), **where)
        is_answer(answer, status, f"{short}")
        has_body(answer, short)
        with connect(port, **where) as sock:  # once more, as a second request
            sock.sendall(GET.encode() + b"\r\n")
            first = read_answer(sock)
            check(first.status == 200, f"{first.status} before {short}")
            sock.sendall(text.encode())
            is_answer(read_answer(sock, first.rest), status, f"second: {short}")


def arguments(port, **where):
    """A query may say anything: it is understood or refused."""
    for status, query in [(200, "list=open"), (200, "list=open&name=%C3%89v&game=dorix"),
                          (200, "list=open&name=" + "%F0%9F%99%82" * 9),
                          (400, "list=open&name=a" + "%80" * 60), (400, "list=open&name=%00"),
                          (400, "list=open&name=%C3"), (400, "list=open&name=%zz"),
                          (400, "list=open&name=" + "a" * 200), (400, "list=%80"),
                          (400, "list=open&limit=-1"), (400, "list=open&before=x")]:
        answer = request(port, "GET", "/api/games?" + query, **where)
        check(answer.status == status, f"{query}: {answer.status} instead of {status}")


def upgrades(port, **where):
    """Only WebSocket, only at its place, only from our pages; refused with an answer."""
    for status, data in [
            (101, handshake()),
            (404, handshake("/")),
            (404, handshake("/api/games")),
            (404, handshake("/metrics")),
            (400, handshake(protocol="chat")),
            (400, handshake(protocol="http")),
            (403, handshake(extra="Origin: https://evil.example\r\n")),
            (403, handshake(extra="Origin: null\r\n")),
            (101, handshake(extra="Origin: http://localhost\r\n")),
            (101, handshake(extra="Origin: https://localhost\r\n")),
            (400, handshake().replace(b"13", b"12", 1)),
            (400, handshake().replace(KEY.encode(), b"short"))]:
        answer = raw(port, data, **where)
        check(answer.status == status, f"{data[:40]}: {answer.status} instead of {status}")
    settings = "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n"
    for path in ("/", "/api", "/metrics", "/api/play"):
        answer = raw(port, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\n"
                     f"Connection: Upgrade, HTTP2-Settings\r\n{settings}\r\n".encode(), **where)
        check(answer.status not in (0, 101), f"h2c at {path} is answered with {answer.status}")
        check("upgrade" not in answer.headers, f"h2c is offered at {path}")


def frames(port, **where):
    for what, data in [("not masked", b"\x81\x02{}"), ("a reserved bit", b"\xc1\x80\0\0\0\0"),
                       ("a long ping", b"\x89\xfe\x01\0\0\0\0\0")]:
        ws = Ws(port, **where)
        ws.sock.sendall(data)
        try:
            opcode, close = ws.frame()
            check(opcode == 8 and close[:2] == b"\x03\xea", f"{what}: {opcode} {close}")
        except ConnectionError:
            check(False, f"{what}: no close frame")
        ws.close()
    # Floods without any message: pings, and a message of empty pieces that never ends.
    for what, data, code in [("pings", b"\x89\x80\0\0\0\0" * 3000, b"\x03\xf0"),
                             ("pongs", b"\x8a\x80\0\0\0\0" * 3000, b"\x03\xf0"),
                             ("empty pieces", b"\x01\x80\0\0\0\0" + b"\0\x80\0\0\0\0" * 3000,
                              b"\x03\xf0")]:
        ws = Ws(port, **where)
        opcode = 0
        try:
            ws.sock.sendall(data)
            while opcode != 8:
                opcode, close = ws.frame()
            check(close[:2] == code, f"{what}: {close}")
        except TimeoutError:
            check(False, f"{what}: nothing ends them")
        except OSError:
            pass  # it was gone before everything was sent
        with_others = request(port, "GET", "/api", **where)
        check(with_others.status == 200, f"others after {what}: {with_others.status}")
        ws.close()


def text_only(port, **where):
    """A message that is not UTF-8 closes with 1007; so does such a reason to close."""
    for what, opcode, data in [("a lone byte", 1, b'{"type":"\xff"}'), ("an overlong slash", 1, b"\xc0\xaf"),
                               ("a surrogate", 1, b"\xed\xa0\x80"), ("half a character", 1, b'"\xc3'),
                               ("beyond Unicode", 1, b"\xf4\x90\x80\x80"),
                               ("a reason", 8, b"\x03\xe8\xff"),
                               ("a long reason", 8, b"\x03\xe8" + b"x" * 122 + b"\xc3")]:
        ws = Ws(port, **where)
        ws.sock.sendall(bytes([0x80 | opcode, 0x80 | len(data), 0, 0, 0, 0]) + data)
        try:
            got, close = ws.frame()
            check(got == 8 and close[:2] == b"\x03\xef", f"{what}: {got} {close[:60]}")
        except ConnectionError:
            check(False, f"{what}: no close frame")
        ws.close()
    ws = Ws(port, **where)  # in two pieces, between them a character's bytes
    ws.sock.sendall(b'\x01\x82\0\0\0\0"\xc3' + b'\x80\x82\0\0\0\0\xa9"')
    check(ws.hear()["type"] == "error", "a character in two pieces")
    ws.send({"type": "ping"})
    check(ws.hear("pong"), "a character in two pieces ends the connection")
    ws.close()


def codings(port, **where):
    """Compression is for those who accept it. Builds without the web app have this file too, under its
    plain name and without brotli."""
    found = re.search(rb"v/\w+/", request(port, "GET", "/", "", **where).body)
    path = f"/{found[0].decode() if found else ''}games/dorix/puzzles.txt"
    best = "br" if found else "gzip"
    for wanted, value in [("gzip", "gzip"), (best, "br, GZIP"), ("gzip", "gzip;q=0.5"), (best, "*"),
                          (best, "deflate, gzip ; q=1.0, *;q=0.5"), ("gzip", "gzip;q=0.001"),
                          (None, "gzip;q=0"), (None, "gzip; q=0.000"), ("br" if found else None, "*, gzip;q=0"),
                          (None, "*;q=0"), (None, "identity"), (None, "notgzip"), (None, "gzipped"),
                          (None, "gzip;q=2"), (None, "gzip;q=x"), (None, "")]:
        answer = request(port, "GET", path, f"Accept-Encoding: {value}\r\n", **where)
        check(answer.status == 200 and answer.headers.get("content-encoding") == wanted,
              f"Accept-Encoding: {value}: {answer.status} {answer.headers.get('content-encoding')}")


def asks(port, host, path="/api", **where):
    return raw(port, f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode(), **where)


def hosts(port, *good, bad=(), **where):
    """Names that somebody else could own are refused, for the page, the API and play."""
    for host in ("127.0.0.1", f"127.0.0.1:{port}", "192.0.2.7:80", "[::1]", "[2001:db8::1]:8080",
                 "localhost:1", "tablier.local", "Tablier.LAN:8080", "a.b.internal",
                 "play.localhost", socket.gethostname(), *good):
        check(asks(port, host, **where).status == 200, f"Host {host} is refused")
    for host in bad:
        for path in ("/", "/api", "/nothing"):
            answer = asks(port, host, path, **where)
            check(answer.status == 421, f"Host {host}, {path}: {answer.status}")
            has_body(answer, f"Host {host}")
        answer = raw(port, handshake().replace(b"localhost", host.encode()), **where)
        check(answer.status == 421, f"play at {host}: {answer.status}")
        check(asks(port, host, "/healthz", **where).status == 200, "health depends on the name")


def one_after_another(port, **where):
    """Several requests at once are answered in order; a body may come in pieces."""
    with connect(port, **where) as sock:
        sock.sendall((GET + "\r\n").encode() * 3 + b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n" +
                     b"HEAD /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answer = Answer(b"")
        for status in (200, 200, 200, 404):
            answer = read_answer(sock, answer.rest)
            check(answer.status == status, f"{answer.status} in a row, not {status}")
        answer = read_answer(sock, answer.rest, head=True)
        check(answer.status == 200 and answer.body == b"", "HEAD has no body")
        check(answer.headers.get("connection") == "close", "the last says so")
        check(sock.recv(100) == b"", "and ends the connection")
    with connect(port, **where) as sock:
        text = (POST + f"Content-Length: {len(BODY)}\r\nExpect: 100-continue\r\n\r\n").encode()
        for i in range(len(text)):
            sock.sendall(text[i:i + 1])
        check(sock.recv(100).startswith(b"HTTP/1.1 100 "), "100 Continue")
        for i in range(len(BODY)):
            sock.sendall(BODY[i:i + 1])
        answer = read_answer(sock)
        check(answer.status == 201, f"a body in pieces: {answer.status}")
    answer = raw(port, b"GET /api HTTP/1.0\r\n\r\n", **where)
    check(answer.status == 200 and answer.headers["connection"] == "close", "HTTP/1.0")
    answer = raw(port, b"GET http://localhost/api HTTP/1.1\r\nHost: localhost\r\n\r\n", **where)
    check(answer.status == 200, f"an absolute target: {answer.status}")
    if not where:  # TLS has no half-closed connections
        for path in ("/api", "/healthz", "/api/games?list=open", "/nothing"):
            with connect(port) as sock:  # as nc does
                sock.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                sock.shutdown(socket.SHUT_WR)
                answer = read_answer(sock)
                check(answer.status in (200, 404), f"{path} after closing one end: {answer.status}")
                check(sock.recv(100) == b"", f"{path}: stays open")
    link = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n"
    check(raw(port, (GET + link + "\r\n").encode(), **where).status == 200, "a link is followed")


def slow_requests(port):
    """Who does not finish a request is told so; who sends none is only let go."""
    begun = connect(port)
    begun.sendall(b"GET / HTTP/1.1\r\nHost:")
    body = connect(port)
    body.sendall((POST + "Content-Length: 50\r\n\r\n{").encode())
    answer = read_answer(begun)
    is_answer(answer, 408, "half a head")
    has_body(answer, "half a head")
    is_answer(read_answer(body), 408, "half a body")


def repeated(port):
    """A request with a key can be made again: the same game, not another."""
    key = "Idempotency-Key: 9b2f7c55d1a84e0f\r\n"
    first = request(port, "POST", "/api/games", key, BODY)
    again = request(port, "POST", "/api/games", key, BODY)
    check(first.status == again.status == 201, f"{first.status}, then {again.status}")
    check(first.body == again.body, "the same request gets another game")
    other = request(port, "POST", "/api/games", key.replace("9b", "9c"), BODY)
    check(other.json()["id"] != first.json()["id"], "another key gets the same game")
    other = request(port, "POST", "/api/games", key, BODY.replace(b"dorix", b"orbital"))
    check(other.json()["id"] != first.json()["id"], "another game has the same id")
    without = request(port, "POST", "/api/games", "", BODY)
    check(without.json()["id"] != first.json()["id"], "without a key: the same game")
    for bad in ("short", "x" * 65, "with a space in it"):
        answer = request(port, "POST", "/api/games", f"Idempotency-Key: {bad}\r\n", BODY)
        check(answer.status == 400 and answer.json()["error"]["code"] == "syntax",
              f"the key {bad!r}: {answer.status}")
    public = request(port, "POST", "/api/games", "", b'{"game":"dorix","public":true}').json()
    path = f"/api/games/{public['id']}/join"
    seats = [request(port, "POST", path, key, b'{"name":"Bob"}') for _ in range(2)]
    check(seats[0].status == 200 and seats[0].body == seats[1].body, f"a seat again: {seats[1].body}")
    taken = request(port, "POST", path, key.replace("9b", "9c"), b'{"name":"Eve"}')
    check(taken.status == 409, f"another gets the seat too: {taken.status}")
    answer = request(port, "POST", "/api/games", key + key, BODY)
    check(answer.status == 400, "two keys")


server = Server(program, "--requests", "1000000")
repeated(server.port)
refusals(server.port)
upgrades(server.port)
arguments(server.port)
frames(server.port)
text_only(server.port)
codings(server.port)
EVIL = ("evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example",
        "evil.example.", "notlocalhost.com", "1.2.3", "evil", "evil:8080", "evil.")
hosts(server.port, bad=EVIL)
one_after_another(server.port)
slow_requests(server.port)
check("strict-transport-security" not in request(server.port, "GET", "/api").headers,
      "HSTS without TLS")
check(server.stop() == 0, "ends well")

NAMED = [("name", ("--name", "play.example.org", "--name", "b.example.org"),
          ("play.example.org", "PLAY.example.org:8080", "b.example.org"), EVIL[:2]),
         ("origin", ("--origin", "https://play.example.org:8443"), ("play.example.org",), EVIL[:2]),
         ("network", ("--host", "0.0.0.0"), EVIL[-3:], EVIL[:-3]),
         ("proxy", ("--proxy",), EVIL, ()),
         ("proxy and name", ("--proxy", "--name", "play.example.org"), ("play.example.org",), EVIL[:2])]
for what, options, good, bad in NAMED:
    server = Server(program, "--requests", "1000", *options)
    if check(bool(server.url), f"{what}: {server.log()}"):
        hosts(server.port, *good, bad=bad)
        server.stop()

cert, key = certificate()
server = Server(program, "--requests", "1000000", "--tls-cert", cert, "--tls-key", key)
secure = {"tls": insecure()}
refusals(server.port, **secure)
upgrades(server.port, **secure)
frames(server.port, **secure)
one_after_another(server.port, **secure)
check(request(server.port, "GET", "/nothing", **secure).headers.get("strict-transport-security"),
      "HSTS with our own TLS")
protocols = insecure()
protocols.set_alpn_protocols(["h2", "http/1.1"])
with connect(server.port, tls=protocols) as sock:
    check(sock.selected_alpn_protocol() == "http/1.1", "TLS speaks HTTP/1.1")
check(raw(server.port, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").status == 0, "plain HTTP at TLS")
check(server.stop() == 0, "ends well with TLS")

for option, value, status in (("--origin", "foo", 2), ("--name", "https://play.example.org", 2),
                              ("--name", "play.example.org:443", 2), ("--metrics", "foo", 1)):
    done = subprocess.run([program, "serve", "--port", "0", option, value], capture_output=True,
                          text=True, timeout=30)
    check(done.returncode == status and done.stderr.startswith(f"tablier: {option}: "),
          f"{option} {value}: {done.stderr!r}")
finish()
