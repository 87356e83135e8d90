#!/usr/bin/env python3
"""tls.py TABLIER - the cipher suites that the server offers, and SIGHUP: it loads a renewed
certificate, keeps the old one if the new one is not usable, and never ends the server, unless its
terminal is gone."""
import os
import pty
import signal
import ssl
import subprocess
import sys
import time

from harness import (Server, Ws, certificate, check, connect, finish, insecure,
                     request, wait_for, work)

program = sys.argv[1]
cert, key = certificate()


def make(name):
    """Another certificate and key, in place of the first."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", work + "/new.key",
                    "-out", work + "/new.pem", "-days", "2", "-subj", f"/CN={name}",
                    "-addext", f"subjectAltName=DNS:{name}.example.org"],
                   check=True, capture_output=True)
    os.replace(work + "/new.pem", cert)
    os.replace(work + "/new.key", key)


def shown(port):
    """The certificate that a new connection sees."""
    with connect(port, tls=insecure()) as sock:
        return sock.getpeercert(binary_form=True)


def old_only(ciphers):
    context = insecure()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers(ciphers + ":@SECLEVEL=0")
    return context


def accepted(port, context):
    try:
        with connect(port, tls=context) as sock:
            return sock.cipher()[0]
    except (ssl.SSLError, ConnectionError):
        return None


server = Server(program, "--tls-cert", cert, "--tls-key", key)
port = server.port

# ---- Suites ----
for name in ("kRSA", "AES128-GCM-SHA256", "AES256-SHA", "ECDHE-RSA-AES128-SHA",
             "ECDHE-RSA-AES256-SHA384", "DHE-RSA-AES256-GCM-SHA384", "aNULL"):
    found = accepted(port, old_only(name))
    check(found is None, f"{name} is accepted: {found}")
for name in ("ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES256-GCM-SHA384",
             "ECDHE-RSA-CHACHA20-POLY1305"):
    check(accepted(port, old_only(name)) == name, f"{name} is not accepted")
check(accepted(port, insecure()).startswith("TLS_"), "TLS 1.3 is not spoken")

# ---- A renewed certificate ----
first = shown(port)


def named():
    """The status of a request under the new certificate's name, which it makes ours."""
    with connect(port, tls=insecure()) as sock:
        sock.sendall(b"GET /api HTTP/1.1\r\nHost: renewed.example.org\r\n\r\n")
        return int(sock.recv(1000).split()[1])


check(named() == 421, f"a foreign name is answered with {named()}")
player = Ws(port, tls=insecure())
kept = connect(port, tls=insecure())
make("renewed")
server.process.send_signal(signal.SIGHUP)
check(wait_for(lambda: server.process.poll() is None and shown(port) != first),
      "the new certificate is not shown")
check("event=reload" in server.log(), "the reload is not logged")
check(named() == 200, f"the name of the certificate is answered with {named()}")
player.send({"type": "ping"})
check(player.hear("pong"), "a player is thrown out")
kept.sendall(b"GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n")
check(kept.recv(1000).startswith(b"HTTP/1.1 200"), "an open connection is lost")

# ---- One that is not usable ----
second = shown(port)
open(cert, "w").write("nonsense\n")
server.process.send_signal(signal.SIGHUP)
check(wait_for(lambda: "event=reload failed=" in server.log()), "a failure is not logged")
check(shown(port) == second, "the old certificate is not kept")
player.close()
kept.close()
check(server.stop() == 0, "ends well")

# ---- Without TLS ----
server = Server(program)
for _ in range(3):
    server.process.send_signal(signal.SIGHUP)
    time.sleep(0.2)
check(request(server.port, "GET", "/api").status == 200, "SIGHUP ends a server without TLS")
check(server.stop() == 0, "ends well without TLS")


# ---- A terminal that is closed ends the server in it, unless nohup protects it ----
def in_terminal(name, *wrap):
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(wrap[0] if wrap else program,
                 [*wrap, program, "serve", "--port", "0", "--store", f"{work}/{name}.db"])
    seen = b""
    while b"http://" not in seen or b"\n" not in seen:
        seen += os.read(terminal, 1000)
    return pid, terminal


def ended(pid):
    return os.waitpid(pid, os.WNOHANG)[0] == pid


pid, terminal = in_terminal("terminal")
os.close(terminal)
if not check(wait_for(lambda: ended(pid)), "the server outlives its terminal"):
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
pid, terminal = in_terminal("protected", "/bin/sh", "-c", "trap '' HUP; exec \"$0\" \"$@\"")
os.close(terminal)
time.sleep(0.5)
if check(not ended(pid), "a protected server ends with its terminal"):
    os.kill(pid, signal.SIGTERM)
    os.waitpid(pid, 0)
finish()
