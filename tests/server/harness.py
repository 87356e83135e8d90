"""What the tests of the network have in common: a server of their own, raw requests, and a
WebSocket client that can also do what it should not. Standard library only."""
import atexit
import ctypes
import json
import os
import re
import resource
import select
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time

PATIENCE = 60
SKIPPED = 77  # the exit status that CTest takes for a skipped test: see CMakeLists.txt
failures = 0
skipped = 0
work = tempfile.mkdtemp(prefix="tablier-net-")


children = []


@atexit.register
def end_children():
    """Nothing is left running, however the test ends."""
    for child in children:
        if child.poll() is None:
            child.kill()
            child.wait()


def check(truth, text):
    global failures
    if not truth:
        failures += 1
        print("FAILED:", text, file=sys.stderr)
    return truth


def finish():
    if failures == 0:
        shutil.rmtree(work)
    else:
        print("see", work, file=sys.stderr)
    sys.exit(1 if failures else SKIPPED if skipped else 0)


def skip(text):
    """Reports why a part cannot run here. The test then counts as skipped, unless it fails."""
    global skipped
    skipped += 1
    print("skipped:", text)


def system_calls(names):
    """The numbers of system calls on this machine, by name, from libseccomp, as systemd takes them.
    Calls that other architectures have are left out. None without the library."""
    try:
        resolve = ctypes.CDLL("libseccomp.so.2").seccomp_syscall_resolve_name
    except OSError:
        return None
    numbers = {name: resolve(name.encode()) for name in names}
    return {name: number for name, number in numbers.items() if number >= 0}


def forbid_families(allowed):
    """From now on this process can make sockets of these families only, as under the unit's
    RestrictAddressFamilies. False where the kernel or the machine does not let it."""
    number = (system_calls(["socket"]) or {}).get("socket")
    if number is None:
        return False
    rules = [(0x20, 0, 0, 0), (0x15, 0, 2 + len(allowed), number), (0x20, 0, 0, 16)]
    for i, family in enumerate(allowed):
        rules.append((0x15, len(allowed) - i, 0, family))
    rules += [(0x06, 0, 0, 0x00050000 | 97), (0x06, 0, 0, 0x7fff0000)]
    code = b"".join(struct.pack("HBBI", *rule) for rule in rules)
    buffer = ctypes.create_string_buffer(code)
    program = struct.pack("HxxxxxxQ", len(rules), ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    return (libc.prctl(38, 1, 0, 0, 0) == 0 and
            libc.prctl(22, 2, ctypes.c_char_p(program), 0, 0) == 0)


def can_forbid_families():
    """True if forbid_families() works here; tried in a process of its own."""
    child = os.fork()
    if child == 0:
        os._exit(0 if forbid_families([socket.AF_UNIX]) else 1)
    return os.waitpid(child, 0)[1] == 0


class Server:
    """`tablier serve` with a store and a log of its own, on any free port."""

    count = 0

    def __init__(self, program, *options, files=None, env=None, fds=(), wrap=(), families=None,
                 before=None, store=None):
        Server.count += 1
        name = os.path.join(work, f"server{Server.count}")
        self.log_path = name + ".log"
        words = [*wrap, program, "serve", "--store", store or name + ".db", "--threads", "1",
                 *options]
        if not any(word.startswith("--port") for word in options):
            words += ["--port", "0"]

        def limit():
            if files:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
            if before:
                before()
            if families and not forbid_families(families):
                os._exit(9)

        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=open(self.log_path, "w"), text=True,
            preexec_fn=limit, env={**os.environ, **(env or {})}, pass_fds=fds)
        children.append(self.process)
        self.url = ""
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        line = self.process.stdout.readline() if ready else ""
        match = re.search(r"(https?)://(\S+):(\d+)/|unix:(\S+)", line)
        if match:
            self.url = match.group(0)
            self.port = match.group(4) or int(match.group(3))

    def log(self):
        return open(self.log_path).read()

    def stop(self):
        self.process.terminate()
        status = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return status

    def listening(self):
        """The addresses that this process really listens on, from the kernel."""
        table = subprocess.run(["ss", "-ltnpH"], capture_output=True, text=True).stdout
        mine = [line.split() for line in table.splitlines() if f"pid={self.process.pid}," in line]
        return sorted(line[3].rsplit(":", 1)[0] for line in mine)


def connect(port, host="127.0.0.1", source=None, tls=None):
    """To a port of an address, or to a Unix socket by its path."""
    if isinstance(port, str):
        sock = socket.socket(socket.AF_UNIX)
        sock.settimeout(PATIENCE)
        sock.connect(port)
        return sock
    sock = socket.create_connection((host, port), PATIENCE, (source, 0) if source else None)
    return tls.wrap_socket(sock, server_hostname=host) if tls else sock


def insecure():
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def certificate():
    """A certificate and its key for 127.0.0.1, as files."""
    cert, key = os.path.join(work, "cert.pem"), os.path.join(work, "key.pem")
    if not os.path.exists(cert):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key,
                        "-out", cert, "-days", "2", "-subj", "/CN=127.0.0.1"],
                       check=True, capture_output=True)
    return cert, key


class Answer:
    """One HTTP answer; status 0 means that the connection ended without one."""

    def __init__(self, data):
        head, _, self.rest = data.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        match = re.match(r"HTTP/1\.1 (\d{3}) ", lines[0])
        self.status = int(match.group(1)) if match else 0
        self.headers, self.cookies = {}, []
        for line in lines[1:]:
            name, _, value = line.partition(":")
            self.headers.setdefault(name.lower(), value.strip())
            if name.lower() == "set-cookie":
                self.cookies.append(value.strip().split(";")[0])
        length = int(self.headers.get("content-length", 0))
        self.body, self.rest = self.rest[:length], self.rest[length:]

    def json(self):
        return json.loads(self.body)


def read_answer(sock, before=b"", head=False):
    """Reads one whole answer, or what came before the end."""
    data = before
    try:
        while True:
            end = data.find(b"\r\n\r\n")
            if end >= 0:
                answer = Answer(data)
                length = int(answer.headers.get("content-length", 0))
                if head or answer.status in (101, 304) or len(data) >= end + 4 + length:
                    return answer
            piece = sock.recv(65536)
            if not piece:
                return Answer(data)
            data += piece
    except (ConnectionError, socket.timeout, ssl.SSLError):
        return Answer(data)


def raw(port, data, **where):
    """What is answered to these bytes on a connection of their own."""
    with connect(port, **where) as sock:
        try:
            sock.sendall(data)
        except (ConnectionError, ssl.SSLError):
            pass
        return read_answer(sock)


def request(port, method, path, headers="", body=b"", **where):
    if isinstance(body, (dict, list)):
        body = json.dumps(body).encode()
    length = f"Content-Length: {len(body)}\r\n" if method not in ("GET", "HEAD") else ""
    text = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{length}{headers}\r\n"
    return raw(port, text.encode("latin-1") + body, **where)


JSON = "Content-Type: application/json\r\n"


class Browser:
    """Keeps its cookie, as a browser does."""

    def __init__(self, port, cookie="", source=None):
        self.port = port
        self.cookie = cookie
        self.source = source

    def ask(self, method, path, body=None, headers=JSON, **where):
        cookie = f"Cookie: other=1; tablier={self.cookie}\r\n" if self.cookie else ""
        answer = request(self.port, method, path, headers + cookie,
                         b"" if body is None else body, **{"source": self.source, **where})
        given = answer.headers.get("set-cookie")
        if given:
            self.cookie = given.split(";")[0].partition("=")[2]
        return answer

    def me(self):
        return self.ask("GET", "/api/me").json()["member"]


def code_of(answer):
    """The code of a refusal, or None."""
    return answer.json().get("error", {}).get("code")


KEY = "dGhlIHNhbXBsZSBub25jZQ=="


def handshake(path="/api/play", protocol="tablier.1", extra=""):
    return (f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\n"
            f"Sec-WebSocket-Protocol: {protocol}\r\n{extra}\r\n").encode()


class Ws:
    """A WebSocket client; `answer` is what the handshake was answered with."""

    def __init__(self, port, path="/api/play", extra="", **where):
        self.sock = connect(port, **where)
        self.sock.sendall(handshake(path, extra=extra))
        self.answer = read_answer(self.sock)
        self.data = self.answer.rest

    def send(self, message):
        data = json.dumps(message).encode()
        mask = os.urandom(4)
        size = struct.pack("!B", 0x80 | len(data)) if len(data) < 126 else struct.pack(
            "!BH", 0x80 | 126, len(data))
        self.sock.sendall(b"\x81" + size + mask +
                          bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def _take(self, count):
        while len(self.data) < count:
            piece = self.sock.recv(65536)
            if not piece:
                raise ConnectionError("closed")
            self.data += piece
        taken, self.data = self.data[:count], self.data[count:]
        return taken

    def frame(self):
        """The next frame: its opcode and its bytes."""
        first, size = self._take(2)
        if size == 126:
            size = struct.unpack("!H", self._take(2))[0]
        elif size == 127:
            size = struct.unpack("!Q", self._take(8))[0]
        return first & 15, self._take(size)

    def hear(self, *types):
        """The next message, of these types if any are given."""
        while True:
            opcode, data = self.frame()
            if opcode == 1:
                message = json.loads(data)
                if not types or message["type"] in types:
                    return message
            elif opcode == 8:
                raise ConnectionError(f"closed with {struct.unpack('!H', data[:2])[0]}")

    def hello(self, game, secret=""):
        self.send({"type": "hello", "version": 1, "game": game, "secret": secret})
        return self.hear("welcome", "error", "bye")

    def close(self):
        self.sock.close()


def wait_for(truth, seconds=PATIENCE):
    """Waits until something is true; it is only a matter of time, never of how much."""
    until = time.monotonic() + seconds
    while not truth():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True
