"""A person at a terminal of a given size, for the tests of the prompt.

Terminal(program, arguments, rows, columns) runs the program on a pseudo-terminal of that size.
say(line) types a line and returns what the screen got until the next prompt, as a list of
lines without escape sequences; every prompt ends in "> ".
"""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

TIME_LIMIT = 60
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>()][A-Z0-9]?")


class Terminal:
    def __init__(self, program, arguments, rows=24, columns=60, **environment):
        self.rows, self.columns = rows, columns
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        surroundings = dict(os.environ, TERM="xterm", **environment)
        self.process = subprocess.Popen(
            [program, *arguments], stdin=slave, stdout=slave, stderr=slave,
            env=surroundings, start_new_session=True)
        os.close(slave)
        self.pending = b""

    def _more(self, limit):
        ready, _, _ = select.select([self.master], [], [], max(0, limit - time.monotonic()))
        if not ready:
            raise TimeoutError("nothing more came: %r" % self.pending[-400:])
        try:
            return os.read(self.master, 65536)
        except OSError:  # the other end is closed
            return b""

    def listen(self):
        """What comes until the program waits at a prompt or ends."""
        limit = time.monotonic() + TIME_LIMIT
        while True:
            plain = self._plain()
            if plain.endswith("> "):
                break
            data = self._more(limit)
            if not data:
                self.process.wait()
                plain = self._plain()
                break
            self.pending += data
        self.pending = b""
        return plain.split("\n")

    def _plain(self):
        text = self.pending.decode("utf-8", "replace")
        text = re.sub(r"[^\n]*\r\x1b\[K", "", text)  # a line that was taken away again
        return ESCAPE.sub("", text).replace("\r", "")

    def say(self, line):
        os.write(self.master, line.encode() + b"\r")
        lines = self.listen()
        # The echo of the line comes first, on the line of the prompt or on one of its own.
        while lines and not lines[0].endswith(line):
            lines.pop(0)
        while lines and line and lines[0].endswith(line):
            lines.pop(0)
        return lines

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGHUP)
            self.process.wait()
        os.close(self.master)
        return self.process.returncode

    def check_fit(self, lines, what):
        """Everything from the board to the prompt is on the screen, and unbroken."""
        widest = max(map(len, lines))
        assert len(lines) <= self.rows and widest <= self.columns, "%s: %d rows, %d columns\n%s" % (
            what, len(lines), widest, "\n".join(lines))
