"""The dialogue with another program by UGI or QTP (docs/PROTOCOLS.md), for external.py."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from dataclasses import dataclass
from typing import Any, AsyncIterator, NamedTuple, Sequence

from ._tablier import lib
from .engine import Analysis, Line
from .errors import BadInput, EngineError, TablierError, milliseconds, whole
from .game import Game, Position

_log = logging.getLogger("tablier.external")
_LINE_MAX = 1 << 18


@dataclass(frozen=True)
class EngineOption:
    """A setting that an engine declares: its type is check, spin, combo, button or string."""

    name: str
    type: str
    default: str | None = None
    min: int | None = None
    max: int | None = None
    values: tuple[str, ...] = ()

    def text(self, value: Any) -> str:
        """The value for the engine; BadInput if it is not allowed."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if "\n" in text or "\r" in text:
            raise BadInput(f"{self.name} must be one line", lib.TB_ERR_VALUE)
        if self.type == "spin":
            try:
                whole(int(text), self.name, self.min if self.min is not None else -2**63,
                      self.max if self.max is not None else 2**63)
            except ValueError as error:
                if isinstance(error, TablierError):
                    raise
                raise BadInput(f"{self.name} must be a number, not {text!r}",
                               lib.TB_ERR_VALUE) from None
        if self.type == "combo" and text not in self.values:
            raise BadInput(f"{self.name} must be one of {', '.join(self.values)}, not {text!r}",
                           lib.TB_ERR_VALUE)
        return text


class Limits(NamedTuple):
    """The limits of one search, for the engine, and how long to wait for its answer."""

    words: str
    allowance: float | None
    lines: int


def limits_of(timeout: float, time: float | None, nodes: int | None, depth: int | None,
            clocks: Sequence[float] | None, increment: float, lines: int) -> Limits:
    words, longest = [], None
    if time is not None:
        words.append(f"movetime {max(1, milliseconds(time, 'time'))}")
        longest = time
    if nodes is not None:
        words.append(f"nodes {whole(nodes, 'nodes', 1, 2**63 - 1)}")
    if depth is not None:
        words.append(f"depth {whole(depth, 'depth', 1)}")
    if clocks is not None:
        added = milliseconds(increment, "increment")
        words += [f"p{i}time {max(1, milliseconds(left, 'clocks'))}"
                  for i, left in enumerate(clocks, 1)]
        words += [f"p{i}inc {added}" for i in range(1, len(clocks) + 1)]
        longest = max(clocks) if longest is None else longest
    whole(lines, "lines", 1, lib.TB_LINES_MAX)
    if not words:
        return Limits("infinite", None, lines)
    return Limits(" ".join(words), (longest or 0.0) + timeout, lines)


# ---- The program ---------------------------------------------------------------------------


class Program:
    """A running program, and lines to and from it."""

    def __init__(self, words: list[str], process: asyncio.subprocess.Process) -> None:
        self.words, self.process = words, process
        self.complaints: deque[str] = deque(maxlen=1)
        self.listener = asyncio.ensure_future(self._hear_complaints())

    @classmethod
    async def start(cls, words: list[str]) -> Program:
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                *words, stdin=pipe, stdout=pipe, stderr=pipe, limit=_LINE_MAX)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise EngineError(f"cannot start {words[0]!r}: {reason}", lib.TB_ERR_SYSTEM) from error
        return cls(words, process)

    async def _hear_complaints(self) -> None:
        assert self.process.stderr
        try:
            async for line in self.process.stderr:
                if line.strip():
                    self.complaints.append(line.decode("utf-8", "replace").strip()[:200])
        except ValueError:  # a line without an end
            pass

    async def say(self, line: str) -> None:
        _log.debug("%s < %s", self.words[0], line)
        assert self.process.stdin
        try:
            self.process.stdin.write(line.encode("utf-8", "replace") + b"\n")
            await self.process.stdin.drain()
        except ConnectionError:
            await self._ended()

    async def hear(self) -> str:
        """The next line, without control characters."""
        assert self.process.stdout
        try:
            data = await self.process.stdout.readline()
        except ValueError:
            raise EngineError(f"{self.words[0]!r} sent a line of more than {_LINE_MAX} bytes",
                              lib.TB_ERR_SYNTAX) from None
        if not data:
            await self._ended()
        line = " ".join(data.decode("utf-8", "replace").split())
        _log.debug("%s > %s", self.words[0], line)
        return line

    async def _ended(self) -> None:
        try:
            status = await asyncio.wait_for(self.process.wait(), 1)
            await asyncio.wait_for(self.listener, 1)
        except asyncio.TimeoutError:
            status = None
        how = ("closed its output" if status is None else
               f"was killed by signal {-status}" if status < 0 else f"ended with status {status}")
        last = f": {self.complaints[0]}" if self.complaints else ""
        raise EngineError(f"{self.words[0]!r} {how}{last}", lib.TB_ERR_SYSTEM)

    async def end(self, politely: bool) -> None:
        """Waits a second for a program that was told to quit, then kills it."""
        if politely and self.process.stdin:
            self.process.stdin.close()
            try:
                await asyncio.wait_for(self.process.wait(), 1)
            except asyncio.TimeoutError:
                pass
        if self.process.returncode is None:
            try:
                self.process.kill()
            except ProcessLookupError:
                pass
            await self.process.wait()
        self.listener.cancel()


# ---- UGI -----------------------------------------------------------------------------------


def _after(words: list[str], name: str) -> str | None:
    """The word that follows a name."""
    return words[words.index(name) + 1] if name in words[:-1] else None


def _number(text: str | None) -> int | None:
    try:
        return int(text) if text is not None else None
    except ValueError:
        return None


def _option_of(line: str) -> EngineOption | None:
    """Reads "option name Hash type spin default 64 min 1 max 1024"."""
    words = line.split()
    if words[:2] != ["option", "name"] or "type" not in words[3:]:
        return None
    split = words.index("type", 3)
    name, rest = " ".join(words[2:split]), words[split:]
    values = tuple(rest[i + 1] for i, word in enumerate(rest[:-1]) if word == "var")
    return EngineOption(name, _after(rest, "type") or "string", _after(rest, "default"),
                        _number(_after(rest, "min")), _number(_after(rest, "max")), values)


class Ugi:
    """The dialogue with a UGI engine."""

    name = "ugi"

    def __init__(self, program: Program) -> None:
        self.program = program
        self.id: dict[str, str] = {}
        self.options: dict[str, EngineOption] = {}
        self.told: tuple[Any, ...] | None = None

    def read_header(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "id":
            key, _, value = rest.partition(" ")
            self.id[key] = value
        elif option := _option_of(line):
            self.options[option.name.lower()] = option

    async def set(self, name: str, value: Any) -> None:
        option = self.options.get(name.lower())
        if option is None:
            known = ", ".join(o.name for o in self.options.values()) or "none"
            raise BadInput(f"the engine has no option {name!r}; it has {known}",
                           lib.TB_ERR_OPTION)
        await self.program.say(f"setoption name {option.name} value {option.text(value)}")

    async def ready(self) -> None:
        """Waits until the engine has read everything; a complaint of it is an EngineError."""
        complaint = None
        await self.program.say("isready")
        while (line := await self.program.hear()) != "readyok":
            if line.startswith("info string error"):
                complaint = line[len("info string error"):].strip(": ")
        if complaint:
            raise EngineError(f"the engine refuses: {complaint}", lib.TB_ERR_ARGUMENT)

    async def new_game(self) -> None:
        await self.program.say("uginewgame")
        await self.ready()

    async def prepare(self, start: Position, moves: Sequence[str], lines: int) -> None:
        """Tells the rules, if they are others than before, and the position."""
        game = start.game
        rules = (game.players, *game.options.items())
        if self.told != rules:
            for name, value in (("players", game.players), *game.options.items()):
                if name in self.options:
                    await self.set(name, value)
            self.told = rules
        if "multipv" in self.options:
            await self.set("MultiPV", lines)
        elif lines > 1:
            raise BadInput("the engine has no option MultiPV: lines must be 1", lib.TB_ERR_OPTION)
        where = "startpos" if start == game.start else f"fen {start}"
        played = [move for move in moves if move != "swap"]
        await self.program.say(f"position {where}" + (" moves " + " ".join(played) if played else ""))
        await self.ready()

    async def search(self, position: Position, limits: Limits) -> AsyncIterator[Analysis | str]:
        """Yields analyses and, last, the move."""
        found: dict[int, Line] = {}
        await self.program.say(f"go {limits.words}")
        while not (line := await self.program.hear()).startswith("bestmove"):
            words = line.split()
            if words[:1] != ["info"] or "pv" not in words:
                if line.startswith("info string error"):
                    raise EngineError(f"the engine refuses: {line[18:].strip()}",
                                      lib.TB_ERR_ARGUMENT)
                continue
            numbers, moves = words[:words.index("pv")], words[words.index("pv") + 1:]
            number = _number(_after(numbers, "multipv")) or 1
            if one := _line(position, moves, numbers):
                found[number] = one
                if number >= min(limits.lines, position.move_count()):
                    yield Analysis(position, tuple(found[k] for k in sorted(found)),
                                   *(_number(_after(numbers, key)) or 0
                                     for key in ("depth", "nodes", "time")))
        yield line[len("bestmove"):].strip()

    async def stop(self) -> None:
        await self.program.say("stop")


def _line(position: Position, moves: list[str], words: list[str]) -> Line | None:
    """A principal variation as far as it is legal; None if nothing of it is."""
    legal = []
    try:
        for move in moves:
            legal.append(position.canonical(move))
            position = position.play(move)
    except TablierError:
        pass
    score = _number(_after(words, "cp"))
    if (mate := _number(_after(words, "mate"))) is not None:
        value = 1 if mate > 0 else -1
        return Line(tuple(legal), float(value), value, abs(mate)) if legal else None
    return Line(tuple(legal), max(-1.0, min(1.0, (score or 0) / 100)), None, None) if legal else None


# ---- QTP -----------------------------------------------------------------------------------


class Qtp:
    """The dialogue with a QTP engine: Quoridor alone, its board turned upside down."""

    name = "qtp"

    def __init__(self, program: Program) -> None:
        self.program = program
        self.id: dict[str, str] = {}
        self.options: dict[str, EngineOption] = {}
        self.size = 9

    async def ask(self, command: str) -> str:
        await self.program.say(command)
        while not (line := await self.program.hear()).startswith(("=", "?")):
            pass
        answer = line[1:].strip()
        if line[0] == "?":
            raise EngineError(f"the engine refuses {command!r}: {answer}", lib.TB_ERR_ARGUMENT)
        return answer

    async def set(self, name: str, value: Any) -> None:
        raise BadInput("a QTP engine has no options", lib.TB_ERR_OPTION)

    async def ready(self) -> None:
        await self.ask("known_command genmove")

    async def new_game(self) -> None:
        await self.ask("clear_board")

    async def prepare(self, start: Position, moves: Sequence[str], lines: int) -> None:
        game, rules = start.game, start.game.options
        if game != Game("quoridor", size=rules.get("size", 9), walls=rules.get("walls", 10)):
            raise BadInput("a QTP engine plays Quoridor with two players and the usual turns alone",
                           lib.TB_ERR_GAME)
        if start != game.start:
            raise BadInput("a QTP engine knows no positions: give it a Match from the start",
                           lib.TB_ERR_POSITION)
        if lines > 1:
            raise BadInput("a QTP engine has one line: lines must be 1", lib.TB_ERR_OPTION)
        self.size = int(rules["size"])
        for command in (f"boardsize {self.size}", "clear_board", f"walls {rules['walls']}"):
            await self.ask(command)
        for i, move in enumerate(move for move in moves if move != "swap"):
            await self.ask(self._command(("black", "white")[i % 2], move))

    def _command(self, colour: str, move: str) -> str:
        vertex = f"{move[0].upper()}{self.size + 1 - int(move[1])}"
        if len(move) == 2:
            return f"playmove {colour} {vertex}"
        return f"playwall {colour} {vertex} {'horizontal' if move[2] == 'h' else 'vertical'}"

    async def search(self, position: Position, limits: Limits) -> AsyncIterator[Analysis | str]:
        """Yields the move; the protocol has no limits and no analysis."""
        words = (await self.ask("genmove " + ("black", "white")[position.turn])).lower().split()
        vertex = words[0] if words else ""
        if len(vertex) != 2 or not vertex[1].isdigit():
            yield " ".join(words)
            return
        way = words[1][:1] if len(words) > 1 else ""
        yield f"{vertex[0]}{self.size + 1 - int(vertex[1])}{way}"

    async def stop(self) -> None:
        """There is no such command."""


async def greet(program: Program, protocol: str) -> Ugi | Qtp:
    """Finds out which protocol the program speaks: to a QTP engine `ugi` is an unknown command."""
    ugi, qtp = Ugi(program), Qtp(program)
    if protocol != "qtp":
        await program.say("ugi")
        while (line := await program.hear()) != "ugiok":
            if protocol == "auto" and line.startswith(("?", "=")):
                break
            ugi.read_header(line)
        else:
            return ugi
    qtp.id["name"] = await qtp.ask("name")
    return qtp
