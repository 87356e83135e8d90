#!/usr/bin/env python3
"""nginx.py TABLIER NGINX_CONF - the shipped configuration in the real nginx, before a real server:
what it lets through, what it does not, a whole game over it, and servers that hang."""
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

from harness import (Server, Ws, certificate, check, children, connect, finish, handshake, insecure,
                     raw, read_answer, request, wait_for, work)

program, shipped = sys.argv[1:3]
nginx = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin:/sbin")
if not nginx:
    sys.exit("nginx is not installed: see scripts/packages")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as sock:
        return sock.getsockname()[1]


server = Server(program, "--proxy", "--requests", "10")
plain, secure, dead = free_port(), free_port(), free_port()
cert, key = certificate()

# The shipped file with this test's ports and certificate, and nothing else changed.
text = open(shipped).read()
for pattern, replacement in [
        (r"listen 80;", f"listen 127.0.0.1:{plain};"),
        (r"listen 443 ssl", f"listen 127.0.0.1:{secure} ssl"),
        (r" *listen \[::\]:.*\n", ""),
        (r"127\.0\.0\.1:8080", f"127.0.0.1:{server.port}"),
        (r"127\.0\.0\.1:8081", f"127.0.0.1:{dead}"),
        (r"/etc/letsencrypt\S*fullchain.pem", cert),
        (r"/etc/letsencrypt\S*privkey.pem", key)]:
    text, count = re.subn(pattern, replacement, text)
    check(count > 0, f"{shipped} has no {pattern}")
open(f"{work}/site.conf", "w").write(text)
open(f"{work}/nginx.conf", "w").write(f"""
daemon off; master_process off; pid {work}/nginx.pid; error_log {work}/error.log;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {work}/b; proxy_temp_path {work}/p; fastcgi_temp_path {work}/f;
    uwsgi_temp_path {work}/u; scgi_temp_path {work}/s;
    include {work}/site.conf;
}}""")
tested = subprocess.run([nginx, "-t", "-c", f"{work}/nginx.conf", "-e", f"{work}/error.log"],
                        capture_output=True, text=True)
check(tested.returncode == 0, f"nginx -t: {tested.stderr}")
front = subprocess.Popen([nginx, "-c", f"{work}/nginx.conf", "-e", f"{work}/error.log"])
children.append(front)


def is_up():
    try:
        connect(secure).close()
        return True
    except OSError:
        return False


check(wait_for(is_up), "nginx does not start")
tls = {"tls": insecure()}

# ---- What goes through ----
answer = request(secure, "GET", "/api", **tls)
check(answer.status == 200 and b'"version":1' in answer.body, f"/api: {answer.status}")
check("strict-transport-security" in answer.headers, "HSTS")
check(answer.headers.get("cross-origin-embedder-policy") == "require-corp" and
      answer.headers.get("cross-origin-opener-policy") == "same-origin", "memory can be shared")
check("content-security-policy" in request(secure, "GET", "/nothing", **tls).headers,
      "an error has the security headers")
check(request(plain, "GET", "/x").headers.get("location") == "https://localhost/x", "to https")

# ---- What does not ----
for path in ("/metrics", "/metrics?x", "//metrics", "/x/../metrics", "/%6detrics", "/./metrics"):
    answer = request(secure, "GET", path, **tls)
    check(answer.status == 403 and b"tablier_" not in answer.body, f"{path}: {answer.status}")
H2C = "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n" \
      "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n"
for path in ("/", "/api", "/api/play", "/api/club", "/healthz"):
    for header in (H2C, H2C.replace("h2c", "websocket, h2c"), H2C.replace("h2c", "h2c, websocket")):
        with connect(secure, **tls) as sock:
            sock.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{header}\r\n".encode())
            answer = read_answer(sock)
            check(answer.status not in (0, 101), f"{path} is upgraded: {answer.status}")
            # A tunnel would now take the preface of HTTP/2 and answer with its settings.
            try:
                sock.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0")
                rest = sock.recv(1000)
            except OSError:
                rest = b""
            check(b"\0\0\0\x04" not in rest[:9], f"{path} speaks HTTP/2 behind nginx")
for path in ("/", "/api/games", "/metrics", "/api/play/", "/api/clubs"):
    check(raw(secure, handshake(path), **tls).status not in (0, 101), f"WebSocket at {path}")
for path in ("/api/play", "/api/club"):
    check(request(secure, "GET", path, **tls).status == 426, f"{path} without WebSocket")

# Two requests in the clothes of one: nginx and the server never disagree about where one ends.
INNER = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.66\r\n\r\n"
START = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"
LENGTH = b"Content-Length: %d\r\n" % (5 + len(INNER))
for what, data in {
        "length and chunks": START + LENGTH + CHUNKED + b"\r\n0\r\n\r\n" + INNER,
        "chunks and length": START + CHUNKED + b"Content-Length: 4\r\n\r\n%x\r\n" % len(INNER) + INNER,
        "two codings": START + CHUNKED + b"Transfer-Encoding: x\r\n\r\n0\r\n\r\n" + INNER,
        "a blank": START + CHUNKED.replace(b":", b" :") + LENGTH + b"\r\n0\r\n\r\n" + INNER,
        "two lengths": START + b"Content-Length: 0\r\n" + LENGTH + b"\r\n" + INNER,
        "a sign": START + b"Content-Length: +0\r\n\r\n" + INNER,
        "a folded line": START + b"X: y\r\n " + LENGTH + b"Content-Length: 0\r\n\r\n" + INNER,
        "a body of GET": START.replace(b"POST", b"GET") + LENGTH + b"\r\n" + INNER,
        "a handshake that fails": handshake().replace(b"13", b"99", 1) + INNER}.items():
    with connect(secure, **tls) as sock:
        sock.sendall(data + b"GET /api HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        seen = b""
        sock.settimeout(3)  # where nginx waits for more of a body
        try:
            while piece := sock.recv(65536):
                seen += piece
        except OSError:
            pass
        check(seen.startswith(b"HTTP/1.1 4") and b"tablier_" not in seen, f"{what}: {seen[:60]}")
chunks = START + CHUNKED + b'\r\n10\r\n{"game":"dorix"}\r\n0\r\n\r\n'
check(raw(secure, chunks, **tls).status == 201, "nginx puts the chunks of an honest body together")

# The client's address is the one that nginx saw, whatever headers the client sends.
for _ in range(80):
    request(secure, "GET", "/api", "X-Forwarded-For: 192.0.2.66\r\nForwarded: for=192.0.2.66\r\n"
            "X-Forwarded-For: 192.0.2.67\r\n", **tls)
log = server.log()
check("address=127.0.0.1 " in log, "the address of the client is not known")
check("192.0.2.6" not in log, "an address can be forged")

# ---- A whole game ----
server.stop()
server = Server(program, "--proxy", "--port", str(server.port))
answer = wait_for(lambda: request(secure, "GET", "/api", **tls).status == 200)
terms = {"game": "tictacdoh", "seats": [{"kind": "person", "mine": True, "name": "Ann"},
                                        {"kind": "computer", "level": 1}]}
game = request(secure, "POST", "/api/games", body=terms, **tls).json()
ws = Ws(secure, extra="Origin: https://localhost\r\n", **tls)
check(ws.answer.status == 101, f"the upgrade is answered with {ws.answer.status}")
now = ws.hello(game["id"], game["seats"][0]["secret"])["state"]["now"]
moves = 0
while now["status"] == "running" and moves < 200:
    if now["turn"] == 1:
        ws.send({"type": "moves"})
        choice = ws.hear("moves")["moves"]
        ws.send({"type": "move", "seq": now["seq"], "move": choice[moves % len(choice)]})
        moves += 1
    now = ws.hear("event")["now"]
check(now["status"] == "over", f"the game ends {now['status']} after {moves} moves")
record = request(secure, "GET", f"/api/games/{game['id']}/record",
                 f"Authorization: Bearer {game['seats'][0]['secret']}\r\n", **tls)
check(record.status == 200 and b'Player1 "Ann"' in record.body, "its record")
ws.close()

# ---- Opponents ----
club = Ws(secure, path="/api/club", extra="Origin: https://localhost\r\n", **tls)
check(club.answer.status == 101, f"the upgrade of /api/club is answered with {club.answer.status}")
if club.answer.status == 101:
    club.send({"type": "hello", "version": 1})
    check(club.hear("welcome")["version"] == 1, "the club")
    club.close()


# ---- A server that hangs ----
def timed(method, path, **more):
    start = time.monotonic()
    answer = request(secure, method, path, **more, **tls)
    return answer.status, time.monotonic() - start


server.process.send_signal(signal.SIGSTOP)
status, seconds = timed("GET", "/api")
check(status in (502, 504) and seconds < 10, f"alone and hung: {status} after {seconds:.1f} s")
server.process.send_signal(signal.SIGCONT)
check(wait_for(lambda: request(secure, "GET", "/api", **tls).status == 200), "it is not used again")
other = Server(program, "--proxy", "--port", str(dead), "--requests", "1000")
check(bool(other.url), f"a second server: {other.log()}")
time.sleep(10.5)  # until nginx tries it
server.process.send_signal(signal.SIGSTOP)
results = [timed("GET", "/api") for _ in range(20)]
check(all(status == 200 for status, _ in results), f"one of two hangs: {results}")
check(max(seconds for _, seconds in results) < 6, f"one of two hangs: {results}")
check(sum(seconds > 1 for _, seconds in results) <= 1, f"more than one waits: {results}")
status, seconds = timed("POST", "/api/games", body={"game": "dorix"})
check(status == 201 and seconds < 6, f"a new game beside one that hangs: {status}, {seconds:.1f} s")
ws = Ws(secure, extra="Origin: https://localhost\r\n", **tls)
check(ws.answer.status == 101, f"play beside one that hangs: {ws.answer.status}")
time.sleep(11)  # silent for longer than nginx waits: the server's pings keep the connection
ws.send({"type": "ping"})
check(ws.hear("pong"), "a silent player is cut off")
ws.close()
server.process.send_signal(signal.SIGCONT)
other.stop()
front.terminate()
front.wait()
server.stop()
finish()
