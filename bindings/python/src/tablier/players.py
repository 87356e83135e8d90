"""Python functions as UGI engines, so that they can play matches under the command-line tool.

The tool starts a small script for each of them, which hands everything on to this process through a
socket; here a thread answers with the moves of the function.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import stat
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any, Callable, Union

from .errors import TablierError
from .game import Game, Position

Player = Union[str, Callable[[Position], Union[str, int]], Any]
"""A contestant as for ``tablier match`` ("level:3", "cmd:./engine"), a function from a position to
a move or an action, or an object with such a method ``choose``."""

_BRIDGE = """import socket, sys, threading
line = socket.socket(socket.AF_UNIX)
line.connect(sys.argv[1])
def hand_on():
    while data := sys.stdin.buffer.raw.read(65536):
        line.sendall(data)
    line.shutdown(socket.SHUT_WR)
threading.Thread(target=hand_on, daemon=True).start()
while data := line.recv(65536):
    sys.stdout.buffer.raw.write(data)
"""


def name_of(player: Player) -> str:
    """What reports call a player."""
    if isinstance(player, str):
        return player
    found = getattr(player, "__name__", None) or type(player).__name__
    return re.sub(r"\W+", "_", found, flags=re.ASCII).strip("_")[:40] or "player"


class PlayerServer:
    """Lets Python players take part while the ``with`` block runs: specify() gives the text that
    names one to the tool. ``fault`` is the first exception that a player raised."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.fault: BaseException | None = None
        self.on_fault: Callable[[], object] = lambda: None
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []

    def __enter__(self) -> PlayerServer:
        self._folder = tempfile.TemporaryDirectory(prefix="tablier-")
        (Path(self._folder.name) / "bridge").write_text(_BRIDGE, encoding="utf-8")
        return self

    def __exit__(self, *_: object) -> None:
        for one in self._sockets:
            # Wakes the thread that waits for connections.
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()
        self._folder.cleanup()

    def specify(self, player: Player) -> str:
        """The player as text for the tool."""
        if isinstance(player, str):
            return player
        if not callable(player) and not hasattr(player, "choose"):
            raise TypeError("a player is a str, a function or an object with a method choose, not "
                            f"{type(player).__name__}")
        folder, name = Path(self._folder.name), name_of(player)
        while (folder / name).exists():
            name += "_2"
        script = folder / name
        words = (sys.executable, "-IS", str(folder / "bridge"), str(script) + ".socket")
        script.write_text(f"#!/bin/sh\nexec {shlex.join(words)}\n", encoding="utf-8")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(script) + ".socket")
        listener.listen()
        self._sockets.append(listener)
        threading.Thread(target=self._accept, args=(listener, player), daemon=True).start()
        return f"cmd:{script}"

    def _accept(self, listener: socket.socket, player: Player) -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._answer, args=(connection, player), daemon=True).start()

    def _answer(self, connection: socket.socket, player: Player) -> None:
        """Speaks UGI; an exception of the player ends the connection, which the tool counts as a
        fault of his."""
        game = self.game
        position = game.start
        with connection, connection.makefile("r", encoding="utf-8") as stream:
            try:
                for line in stream:
                    words = line.split()
                    try:
                        if words[:1] == ["setoption"]:
                            game = _with_option(game, words[2], words[4])
                        elif words[:1] == ["position"]:
                            position = _position_of(game, words[1:])
                        answer = self._reply(words, position, player)
                    except BaseException as fault:
                        self._note(fault)
                        return
                    if answer:
                        connection.sendall(f"{answer}\n".encode())
            except OSError:
                pass  # the tool has gone

    def _note(self, fault: BaseException) -> None:
        if self.fault is None:
            self.fault = fault
            self.on_fault()

    def _reply(self, words: list[str], position: Position, player: Player) -> str:
        if words[:1] == ["ugi"]:
            names = "".join(f"option name {name} type string\n"
                            for name in ("Players", *self.game.options))
            return f"id name {name_of(player)}\n{names}ugiok"
        if words[:1] == ["isready"]:
            return "readyok"
        if words[:1] == ["go"]:
            # One at a time: functions need not expect several threads.
            with self._lock:
                choose: Any = player if callable(player) else getattr(player, "choose")
                move = choose(position)
            return f"bestmove {move if isinstance(move, str) else position.move(move)}"
        return ""


def _with_option(game: Game, name: str, value: str) -> Game:
    if name == "Players":
        return Game(game.name, int(value), **game.options)
    options = game.options
    options[name] = value
    return Game(game.name, game.players, **options)


def _position_of(game: Game, words: list[str]) -> Position:
    cut = words.index("moves") if "moves" in words else len(words)
    position = (game.start if words[:1] == ["startpos"]
                else game.position(" ".join(words[1:cut])))
    for move in words[cut + 1:]:
        position = position.play(move)
    return position


def tool_path(program: str | os.PathLike[str] | None) -> str:
    """The command-line tool: the one that is named, that of the variable TABLIER, or that of the
    PATH."""
    wanted = os.fspath(program) if program is not None else os.environ.get("TABLIER") or "tablier"
    found = shutil.which(wanted)
    if found is None:
        raise TablierError(f"{wanted!r} was not found: matches and experiments need the command-line "
                           "tool; install it, or set TABLIER to its path")
    return found
