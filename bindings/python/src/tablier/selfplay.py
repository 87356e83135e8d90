"""Reads the games of ``tablier selfplay`` and writes them as NumPy files for training.

From a shell: ``python3 -m tablier.selfplay GAMES FOLDER``. docs/SELFPLAY.md describes both formats.
"""

from __future__ import annotations

import os
import struct
import sys
from pathlib import Path
from typing import Any, BinaryIO, Iterator, NamedTuple

import numpy as np

from ._tablier import ffi, lib
from .errors import BadInput, TablierError, read_bytes
from .game import Game, Position

_MAGIC = b"tablier selfplay 1\n"
_HEAD, _GAME = 512, struct.Struct("<IHH4bII")
_CERTAIN = 32000  # the value of a certain win
_create: Any = np.lib.format.open_memmap  # has no types


class Choice(NamedTuple):
    """A move that the search considered, by its place in Position.moves(), and its value to the
    mover from -1 to 1."""
    move: int
    value: float


class Ply(NamedTuple):
    """A move that was played, by its place in Position.moves(). ``choices`` are the best moves by
    the search, best first; there are none in the random opening."""
    played: int
    exact: bool
    choices: list[Choice]


class SelfPlayGame(NamedTuple):
    """``result`` has 1, 0 or -1 for each player; ``ended`` is False if the game was cut off."""
    number: int
    ended: bool
    result: tuple[int, ...]
    plies: list[Ply]


def _checksum(data: bytes) -> int:
    """The lower half of the 64-bit FNV-1a sum."""
    total = 0x84222325
    for byte in data:
        total = (total ^ byte) * 0x1b3 & 0xffffffff
    return total


def _read_plies(body: bytes, count: int) -> list[Ply]:
    plies, at = [], 0
    for _ in range(count):
        played, flags, choices = struct.unpack_from("<HBB", body, at)
        numbers = struct.unpack_from("<" + "Hh" * choices, body, at + 4)
        plies.append(Ply(played, bool(flags & 2), [
            Choice(move, value / _CERTAIN) for move, value in zip(numbers[::2], numbers[1::2])]))
        at += 4 + 4 * choices
    return plies


class SelfPlay:
    """A file of self-play: ``game``, ``options`` as text, and the games when it is iterated over. A
    game at the end that was cut short is left out."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        head = read_bytes(self.path, _HEAD)
        if len(head) < _HEAD or not head.startswith(_MAGIC):
            raise BadInput(f"{self.path} is not a file of self-play", lib.TB_ERR_RECORD)
        lines = [line.split(" ", 1) for line in head.decode("ascii", "replace").split("\n") if line]
        rules = dict(line[1].split("=", 1) for line in lines if line[0] == "set")
        self.options = {line[0]: line[1] for line in lines[1:] if line[0] != "set"}
        self.game = Game(self.options["game"], int(self.options["players"]), **rules)

    def __iter__(self) -> Iterator[SelfPlayGame]:
        with open(self.path, "rb") as file:
            file.seek(_HEAD)
            while (game := self._next(file)) is not None:
                yield game

    def _next(self, file: BinaryIO) -> SelfPlayGame | None:
        head = file.read(_GAME.size)
        if len(head) < _GAME.size:
            return None
        number, plies, ended, *result, size, total = _GAME.unpack(head)
        body = file.read(size)
        if len(body) < size or _checksum(head[:16] + body) != total:
            return None
        return SelfPlayGame(number, bool(ended), tuple(result[:self.game.players]),
                            _read_plies(body, plies))

    def rows(self) -> Iterator[tuple[SelfPlayGame, Ply, Position]]:
        """Every position that was searched, of games that came to an end."""
        moves = ffi.new("tb_move[]", lib.TB_MOVES_MAX)
        for game in self:
            position = self.game.start
            for ply in game.plies if game.ended else ():
                count = lib.tb_moves(position._c, moves)
                if max(ply.played, *(choice.move for choice in ply.choices), 0) >= count:
                    raise BadInput(f"game {game.number} of {self.path} is not by the rules",
                                   lib.TB_ERR_RECORD)
                if ply.choices:
                    yield game, ply, position
                position = position.play(position._move_text(moves[ply.played]))


def _fill(play: SelfPlay, arrays: dict[str, Any]) -> None:
    moves = ffi.new("tb_move[]", lib.TB_MOVES_MAX)
    for row, (game, ply, position) in enumerate(play.rows()):
        lib.tb_moves(position._c, moves)
        actions = [lib.tb_action_of(position._c, moves[choice.move]) for choice in ply.choices]
        weights = np.exp(10 * (np.array([choice.value for choice in ply.choices]) -
                               ply.choices[0].value))
        player = position.turn
        arrays["observations"][row] = position.observation()
        arrays["players"][row] = player
        arrays["actions"][row] = actions[0]
        arrays["policies"][row][actions] = weights / weights.sum()
        arrays["values"][row] = ply.choices[0].value
        arrays["results"][row] = game.result[player]
        arrays["games"][row] = game.number


def write_arrays(path: str | os.PathLike[str], folder: str | os.PathLike[str]) -> int:
    """Writes the games of a file as NumPy files into a folder, which is created if necessary and
    whose files are replaced. Returns the number of rows: positions that were searched, in games
    that came to an end."""
    play, place = SelfPlay(path), Path(folder)
    rows = sum(len(ply.choices) > 0 for game in play if game.ended for ply in game.plies)
    shapes: dict[str, tuple[str, tuple[int, ...]]] = {
        "observations": ("<f4", play.game.observation_shape),
        "players": ("|u1", ()),
        "actions": ("<i4", ()),
        "policies": ("<f4", (play.game.action_count,)),
        "values": ("<f4", ()),
        "results": ("<f4", ()),
        "games": ("<i4", ()),
    }
    if rows == 0:
        raise BadInput(f"there is no position in {play.path}", lib.TB_ERR_RECORD)
    place.mkdir(parents=True, exist_ok=True)
    parts = {name: place / f".{name}.npy.new" for name in shapes}
    try:
        arrays = {name: _create(parts[name], "w+", dtype, (rows, *shape))
                  for name, (dtype, shape) in shapes.items()}
        _fill(play, arrays)
        for name, array in arrays.items():
            array.flush()
            os.replace(parts[name], place / f"{name}.npy")
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)
    return rows


def _main() -> int:
    if len(sys.argv) != 3:
        print("usage: python3 -m tablier.selfplay GAMES FOLDER", file=sys.stderr)
        return 2
    try:
        print(f"{write_arrays(sys.argv[1], sys.argv[2])} positions in {sys.argv[2]}.")
    except (OSError, TablierError) as error:
        print(f"tablier.selfplay: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_main())
