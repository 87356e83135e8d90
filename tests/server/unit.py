#!/usr/bin/env python3
"""unit.py TABLIER TABLIER_SERVICE - the server works under the restrictions of the shipped unit. Its
system call filter and address families are those of the file, expanded by systemd-analyze and put
upon the process by seccomp; it runs as nobody, without capabilities."""
import ctypes
import os
import re
import shutil
import socket
import struct
import subprocess
import sys

import harness
from harness import Server, Ws, check, finish, request, skip, work

program, unit = sys.argv[1:3]
if not shutil.which("systemd-analyze"):
    skip("systemd-analyze is not installed")
    finish()
text = open(unit).read()
# It names a program that is not installed yet; everything else must be right.
copy = os.path.join(work, "tablier.service")
open(copy, "w").write(re.sub(r"ExecStart=\S+", "ExecStart=" + program, text))
shutil.copy(os.path.join(os.path.dirname(unit), "tablier.socket"), work)
done = subprocess.run(["systemd-analyze", "verify", "--man=no", copy,
                       os.path.join(work, "tablier.socket")], capture_output=True, text=True)
check(done.returncode == 0 and not done.stderr.strip(), f"systemd-analyze verify: {done.stderr}")


def expand(name):
    """The system calls of a set such as @system-service."""
    if not name.startswith("@"):
        return {name}
    lines = subprocess.run(["systemd-analyze", "syscall-filter", name], capture_output=True,
                           text=True, check=True).stdout.splitlines()[1:]
    words = [line.strip() for line in lines if line.startswith("    ")]
    return set().union(*(expand(word) for word in words if word and not word.startswith("#")))


allowed = set()
for words in re.findall(r"^SystemCallFilter=(.*)$", text, re.M):
    names = set().union(*(expand(word) for word in words.lstrip("~").split()))
    allowed = allowed - names if words.startswith("~") else allowed | names
families = [getattr(socket, word)
            for word in re.search(r"^RestrictAddressFamilies=(.*)$", text, re.M).group(1).split()]
numbers = harness.system_calls(allowed)
if numbers is None:
    skip("libseccomp is not installed")
    finish()
calls = sorted(numbers.values())
# The C library cannot do without these: a filter that lost one would only seem to be the unit's.
for name in ("execve", "exit_group", "mmap", "munmap", "mprotect", "openat", "read", "write",
             "fcntl", "lseek", "newfstatat", "epoll_pwait", "accept4", "futex"):
    check(name in numbers, f"the filter has lost {name}")
check(len(calls) > 100, f"the filter has only {len(calls)} calls")


def restrict():
    """In the child, before the program begins."""
    libc = ctypes.CDLL(None)
    for capability in range(64):
        libc.prctl(24, capability, 0, 0, 0)  # out of the bounding set
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
    os.umask(0o077)
    if not harness.forbid_families(families):
        os._exit(9)
    rules = [(0x20, 0, 0, 0)]
    for number in calls:
        rules += [(0x15, 0, 1, number), (0x06, 0, 0, 0x7fff0000)]
    rules.append((0x06, 0, 0, 0x00050000 | 1))  # EPERM
    buffer = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *rule) for rule in rules))
    program = struct.pack("HxxxxxxQ", len(rules), ctypes.addressof(buffer))
    if libc.prctl(22, 2, ctypes.c_char_p(program), 0, 0) != 0:
        os._exit(9)


if os.geteuid() != 0:
    skip("only root can become nobody")
    finish()
os.chmod(work, 0o777)
limit = int(re.search(r"^LimitNOFILE=(\d+)", text, re.M).group(1))
for options in (["--host", "127.0.0.1"], ["--host", "lo"], ["--host", "localhost"]):
    server = Server(program, *options, files=limit, before=restrict)
    if not check(bool(server.url), f"{options}: does not start: {server.log()}"):
        continue
    host = "127.0.0.1"
    check(request(server.port, "GET", "/healthz", host=host).status == 200, "is not well")
    game = request(server.port, "POST", "/api/games", host=host,
                   body={"game": "dorix", "seats": [{"kind": "person", "mine": True, "name": "Ann"},
                                                    {"kind": "computer", "level": 2}]}).json()
    ws = Ws(server.port, host=host)
    now = ws.hello(game["id"], game["seats"][0]["secret"])["state"]["now"]
    ws.send({"type": "moves"})
    ws.send({"type": "move", "seq": now["seq"], "move": ws.hear("moves")["moves"][0]})
    while now["turn"] != 1 or now["length"] < 2:
        now = ws.hear("event")["now"]
    ws.close()
    status = open(f"/proc/{server.process.pid}/status").read()
    check("\nSeccomp:\t2" in status and "\nNoNewPrivs:\t1" in status, "is not restricted")
    check(server.stop() == 0, "ends well")
finish()
