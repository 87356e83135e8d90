#!/usr/bin/env python3
"""listen.py TABLIER - the server listens exactly where it is told, on TCP and Unix sockets, its own
and systemd's, and /metrics on others than the rest: the kernel's list of sockets says so, and so do
connections from another host, a network namespace of the test's own."""
import os
import re
import socket
import stat
import subprocess
import sys

from harness import (Server, Ws, can_forbid_families, certificate, check, connect, finish, request,
                     skip, wait_for, work)

program = sys.argv[1]
has_six = os.path.exists("/proc/net/if_inet6") and "00000000000000000000000000000001" in open(
    "/proc/net/if_inet6").read()


def listens(wanted, *options, **more):
    server = Server(program, *options, **more)
    check(server.listening() == sorted(wanted),
          f"{' '.join(options) or 'no option'} listens on {server.listening()}, not {wanted}")
    check(bool(server.url), f"{options} says where it is")
    if server.url:
        server.stop()
    else:
        server.process.kill()
    return server.url


def refused(pattern, *options, **env):
    done = subprocess.run([program, "serve", "--port", "0", "--store", work + "/x.db", *options],
                          capture_output=True, text=True, timeout=30, env={**os.environ, **env})
    check(done.returncode == 1 and pattern in done.stderr and done.stderr.count("\n") == 1,
          f"{options}: status {done.returncode}, {done.stderr!r}")


# ---- Addresses ----
listens(["127.0.0.1"])
listens(["127.0.0.1"], "--host", "127.0.0.1")
listens(["127.0.0.2", "127.0.0.3"], "--host", "127.0.0.2", "--host=127.0.0.3")
listens(["127.0.0.1"], "--host", "127.0.0.1", "--host", "127.0.0.1")
listens(["0.0.0.0"], "--host", "0.0.0.0")
lo = ["127.0.0.1", "[::1]"] if has_six else ["127.0.0.1"]
listens(lo, "--host", "lo")
name = sorted({info[4][0] for info in socket.getaddrinfo("localhost", 0, type=socket.SOCK_STREAM)})
listens([f"[{a}]" if ":" in a else a for a in name if has_six or ":" not in a],
        "--host", "localhost")
if has_six:
    check(listens(["[::1]"], "--host", "::1").startswith("http://[::1]:"), "the URL has brackets")
    listens(["[::1]"], "--host", "[::1]")
    listens(["[::]"], "--host", "::")
    listens(["127.0.0.1", "[::1]"], "--host", "::1", "--host", "127.0.0.1")
else:
    skip("no IPv6 here")
refused("192.0.2.1: it is not an address of this machine", "--host", "192.0.2.1")
refused("not an address of this machine", "--host", "127.0.0.1", "--host", "192.0.2.1")
refused("neither an address", "--host", "nowhere.invalid")
refused("neither an address", "--host", "[127.0.0.1")
busy = socket.create_server(("127.0.0.1", 0))
refused("another program uses it", "--port", str(busy.getsockname()[1]))
busy.close()

# What the environment says beats the file, and the command line beats both.
with open(work + "/hosts.conf", "w") as file:
    file.write("host = 127.0.0.4\nhost = 127.0.0.5\n")
listens(["127.0.0.4", "127.0.0.5"], "--config", work + "/hosts.conf")
listens(["127.0.0.6"], "--config", work + "/hosts.conf", env={"TABLIER_HOST": "127.0.0.6"})
listens(["127.0.0.7"], "--config", work + "/hosts.conf", "--host", "127.0.0.7",
        env={"TABLIER_HOST": "127.0.0.6"})

# ---- Without netlink, as under the shipped unit ----
families = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6)
if can_forbid_families():
    listens(lo, "--host", "lo", families=families)
    listens([f"[{a}]" if ":" in a else a for a in name if has_six or ":" not in a],
            "--host", "localhost", families=families)
else:
    skip("socket families cannot be restricted here")

# ---- Sockets from systemd ----
given = socket.create_server(("127.0.0.8", 0))
shell = 'exec 3<&%d; export LISTEN_PID=$$ LISTEN_FDS=1; exec "$0" "$@"'
server = Server(program, "--host", "127.0.0.9", wrap=("bash", "-c", shell % given.fileno()),
                fds=(given.fileno(),))
check(server.listening() == ["127.0.0.8"], f"LISTEN_FDS gives {server.listening()}")
check(request(given.getsockname()[1], "GET", "/api", host="127.0.0.8").status == 200,
      "a socket that was handed over answers")
check(str(given.getsockname()[1]) in server.url, "its port is told")
server.stop()
given.close()
pipe = os.pipe()
done = subprocess.run(["bash", "-c", 'exec 3<&%d; export LISTEN_PID=$$ LISTEN_FDS=1; exec "$0" serve '
                       '--store %s/y.db' % (pipe[0], work), program], pass_fds=(pipe[0],),
                      capture_output=True, text=True, timeout=30)
check(done.returncode == 1 and "LISTEN_FDS" in done.stderr, f"a pipe is taken: {done.stderr!r}")


# ---- Unix sockets ----
path = work + "/tablier.sock"


def on_unix(what, *options, **more):
    server = Server(program, *options, **more)
    check(server.url == "unix:" + path, f"{what}: {server.url!r} {server.log()}")
    check(request(path, "GET", "/healthz").status == 200, f"{what}: it does not answer")
    ws = Ws(path)
    check(ws.answer.status == 101, f"{what}: a player is answered with {ws.answer.status}")
    ws.close()
    return server


server = on_unix("a path", "--host", path)
check(server.listening() == [], f"a path listens on {server.listening()} too")
check(stat.S_IMODE(os.stat(path).st_mode) == 0o666, "others cannot connect")
refused("another program uses it", "--host", path)
server.process.kill()
server.process.wait()
check(os.path.exists(path), "a killed server has removed its socket")
server = on_unix("a socket that was left behind", "--host", path)
check(server.stop() == 0 and not os.path.exists(path), "the socket is left behind")
open(path, "w").close()
refused("is not a socket", "--host", path)
os.unlink(path)
refused("must be shorter", "--host", "/" + "x" * 200)
refused("Cannot listen on /nonexistent/x", "--host", "/nonexistent/x")
server = Server(program, "--host", path, "--host", "127.0.0.1")
check(server.listening() == ["127.0.0.1"] and server.url.startswith("http://127.0.0.1:"),
      f"a path and an address: {server.url} {server.listening()}")
check(request(path, "GET", "/api").status == request(server.port, "GET", "/api").status == 200,
      "not both answer")
server.stop()
server = Server(program, "--host", path, "--requests", "1")  # one address for all behind it
statuses = [request(path, "GET", "/api").status for _ in range(8)]
check(statuses[0] == 200 and statuses[-1] == 429 and "address=local " in server.log(),
      f"requests over a Unix socket: {statuses}")
server.stop()
given = socket.socket(socket.AF_UNIX)
given.bind(path)
given.listen()
server = on_unix("a Unix socket from systemd", wrap=("bash", "-c", shell % given.fileno()),
                 fds=(given.fileno(),))
server.stop()
check(os.path.exists(path), "systemd's socket is removed")
given.close()
datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
done = subprocess.run(["bash", "-c", 'exec 3<&%d; export LISTEN_PID=$$ LISTEN_FDS=1; exec "$0" serve '
                       '--store %s/y.db' % (datagrams.fileno(), work), program],
                      pass_fds=(datagrams.fileno(),), capture_output=True, text=True, timeout=30)
check(done.returncode == 1 and "LISTEN_FDS" in done.stderr, f"datagrams: {done.stderr!r}")
datagrams.close()


# ---- Metrics have sockets of their own ----
def metrics(*options, **more):
    """The server, and the place where it says that metrics are."""
    server = Server(program, *options, **more)
    wait_for(lambda: "event=start" in server.log())
    return server, re.search(r"metrics=(\S+)|$", server.log()).group(1)


server, place = metrics("--host", "0.0.0.0")
check(place == "none", f"metrics are at {place} without --metrics")
for answer in (request(server.port, "GET", "/metrics"), request(server.port, "GET", "/metrics?x")):
    check(answer.status == 404 and b"tablier_" not in answer.body,
          f"metrics are open to everyone: {answer.status}")
server.stop()
server, place = metrics("--host", "0.0.0.0", "--metrics", "0")
check(server.listening() == ["0.0.0.0", "127.0.0.1"], f"a port: {server.listening()}")
port = int(place.rsplit(":", 1)[1].strip("/"))
answer = request(port, "GET", "/metrics")
check(answer.status == 200 and b"\ntablier_moves_total 0" in answer.body, f"there: {answer.status}")
check(request(port, "GET", "/healthz").status == 200, "health is not served there")
for method, name in (("GET", "/"), ("GET", "/api"), ("GET", "/api/games?list=open"),
                     ("POST", "/api/games"), ("GET", "/index.html")):
    check(request(port, method, name, body={"game": "dorix"} if method == "POST" else b"").status in
          (404, 405), f"{method} {name} is served there")
check(Ws(port).answer.status == 404, "games are played there")
check(request(server.port, "GET", "/metrics").status == 404, "metrics are open to everyone as well")
silent = [connect(port) for _ in range(40)]  # not even its operators can starve the server
check(request(server.port, "GET", "/api").status == 200, "metrics block the server")
for sock in silent:
    sock.close()
check(server.stop() == 0, "ends well with metrics")
cert, key = certificate()
server, place = metrics("--metrics", path + ".m", "--tls-cert", cert, "--tls-key", key)
check(request(path + ".m", "GET", "/metrics").status == 200, f"a path: {place}")
server.stop()
check(not os.path.exists(path + ".m"), "the socket of metrics is left behind")
refused("not a place to listen on", "--metrics", "here")
refused("not a place to listen on", "--metrics", "::1:9180")
refused("not a place to listen on", "--metrics", "127.0.0.1:70000")
refused("not an address of this machine", "--metrics", "192.0.2.1:0")
both = [socket.create_server(("127.0.0.8", 0)), socket.create_server(("127.0.0.7", 0))]
numbers = [sock.fileno() for sock in both]
server = Server(program, wrap=(
    "bash", "-c", 'exec 3<&%d 4<&%d; export LISTEN_PID=$$ LISTEN_FDS=2 '
    'LISTEN_FDNAMES=metrics:web; exec "$0" "$@"' % tuple(numbers)), fds=numbers)
ports = [sock.getsockname()[1] for sock in both]
check(request(ports[0], "GET", "/metrics", host="127.0.0.8").status == 200 and
      request(ports[1], "GET", "/metrics", host="127.0.0.7").status == 404 and
      request(ports[1], "GET", "/api", host="127.0.0.7").status == 200, "metrics from systemd")
server.stop()

# ---- From another host ----
space, here, there = f"tab{os.getpid()}", f"ta{os.getpid() % 100000}", f"tb{os.getpid() % 100000}"


def run(*words):
    return subprocess.run(words, capture_output=True, text=True).returncode == 0


def reaches(address, port):
    """Can the other host connect?"""
    return run("ip", "netns", "exec", space, "timeout", "3", "bash", "-c",
               f"exec 3<>/dev/tcp/{address}/{port}")


if os.geteuid() == 0 and run("ip", "netns", "add", space):
    try:
        net = f"10.{200 + os.getpid() % 50}.{os.getpid() // 256 % 250}"
        ok = (run("ip", "link", "add", here, "type", "veth", "peer", "name", there) and
              run("ip", "link", "set", there, "netns", space) and
              run("ip", "address", "add", net + ".1/24", "dev", here) and
              run("ip", "link", "set", here, "up") and
              run("ip", "netns", "exec", space, "ip", "address", "add", net + ".2/24", "dev", there) and
              run("ip", "netns", "exec", space, "ip", "link", "set", there, "up"))
        if check(ok, "a network of the test's own"):
            server = Server(program)
            check(not reaches(net + ".1", server.port), "the default is reached from another host")
            server.stop()
            server = Server(program, "--host", net + ".1")
            check(reaches(net + ".1", server.port), "--host ADDRESS is not reached there")
            server.stop()
            server = Server(program, "--host", here)
            check(server.listening()[0] == net + ".1", f"an interface gives {server.listening()}")
            check(reaches(net + ".1", server.port), "--host INTERFACE is not reached there")
            server.stop()
            server = Server(program, "--host", "0.0.0.0")
            check(reaches(net + ".1", server.port), "0.0.0.0 is not reached")
            server.stop()
    finally:
        run("ip", "link", "delete", here)
        run("ip", "netns", "delete", space)
else:
    skip("no network namespaces here")
finish()
