"""Other programs as engines, by UGI or QTP: connect() and connect_async()."""

from __future__ import annotations

import asyncio
import os
import shlex
import threading
from typing import (Any, AsyncGenerator, AsyncIterator, Awaitable, Coroutine, Iterator, Mapping,
                    Sequence, TypeVar, Union)

from ._tablier import lib
from .engine import Analysis
from .errors import (BadInput, Closed, EngineBusy, EngineError, EngineTimeout, GameOver,
                     TablierError, milliseconds)
from .game import Position
from .match import Match
from .protocols import EngineOption, Limits, Program, Qtp, Ugi, greet, limits_of

T = TypeVar("T")
Command = Union[str, "os.PathLike[str]", Sequence[str]]

# ---- For those who wait with await -----------------------------------------------------------


class AsyncExternalEngine:
    """Another program as an engine, for asyncio; connect_async() starts one. Searches wait for each
    other."""

    def __init__(self, program: Program, dialogue: Ugi | Qtp, timeout: float) -> None:
        self._program, self._dialogue, self._timeout = program, dialogue, timeout
        self._lock = asyncio.Lock()
        self._closed = False

    @property
    def protocol(self) -> str:
        """ugi or qtp."""
        return self._dialogue.name

    @property
    def name(self) -> str:
        return self._dialogue.id.get("name", "")

    @property
    def author(self) -> str:
        return self._dialogue.id.get("author", "")

    @property
    def options(self) -> dict[str, EngineOption]:
        """What can be set, by name."""
        return {option.name: option for option in self._dialogue.options.values()}

    async def set_options(self, options: Mapping[str, Any]) -> None:
        """Sets options of the engine: ``{"Hash": 128}``."""
        async with self._lock:
            for name, value in options.items():
                await self._guarded(self._dialogue.set(name, value), self._timeout)
            await self._guarded(self._dialogue.ready(), self._timeout)

    async def new_game(self) -> None:
        """Tells the engine to forget the last game."""
        async with self._lock:
            await self._guarded(self._dialogue.new_game(), self._timeout)

    async def choose(self, about: Position | Match, *, time: float | None = None,
                     nodes: int | None = None, depth: int | None = None,
                     clocks: Sequence[float] | None = None, increment: float = 0.0) -> str:
        """The engine's move. A UGI engine needs a limit: seconds, nodes, plies, or the seconds on
        the players' clocks with their increment."""
        limits = limits_of(self._timeout, time, nodes, depth, clocks, increment, 1)
        if limits.allowance is None:
            if self.protocol == "ugi":
                raise BadInput("a search needs a limit: time, nodes, depth or clocks",
                               lib.TB_ERR_ARGUMENT)
            limits = limits._replace(allowance=self._timeout)
        move = ""
        async with self._lock:
            async for found in self._search(about, limits):
                move = found if isinstance(found, str) else ""
        return move

    async def analyse(self, about: Position | Match, *, time: float | None = None,
                      nodes: int | None = None, depth: int | None = None,
                      lines: int = 1) -> AsyncGenerator[Analysis, None]:
        """Yields what the engine finds, until a limit is reached; leave the loop to end it
        earlier."""
        if self.protocol == "qtp":
            raise BadInput("a QTP engine gives no analysis", lib.TB_ERR_ARGUMENT)
        limits = limits_of(self._timeout, time, nodes, depth, None, 0.0, lines)
        async with self._lock:
            search = self._search(about, limits)
            try:
                async for found in search:
                    if not isinstance(found, str):
                        yield found
            finally:
                await search.aclose()

    async def _search(self, about: Position | Match,
                      limits: Limits) -> AsyncGenerator[Analysis | str, None]:
        """Yields analyses and the move, which is legal. Whatever ends this ends the search."""
        if not isinstance(about, (Position, Match)):
            raise TypeError(f"an engine searches a Position or Match, not {type(about).__name__}")
        if about.result is not None:
            raise GameOver("the game is over: there is nothing to search", lib.TB_ERR_OVER)
        start, moves = (about.start, about.moves) if isinstance(about, Match) else (about, [])
        position = about.position if isinstance(about, Match) else about
        await self._guarded(self._dialogue.prepare(start, moves, limits.lines), self._timeout)
        search = self._dialogue.search(position, limits)
        deadline = None if limits.allowance is None else _now() + limits.allowance
        move = None
        try:
            while move is None:
                left = None if deadline is None else max(0.01, deadline - _now())
                found = await self._guarded(search.__anext__(), left)
                if isinstance(found, str):
                    move = self._checked(position, found)
                    yield move
                else:
                    yield found
        finally:
            if move is None and not self._closed:
                await self._guarded(self._abandon(search), self._timeout)

    async def _abandon(self, search: AsyncIterator[Analysis | str]) -> None:
        """Ends a search early and drops its result."""
        await self._dialogue.stop()
        async for _ in search:
            pass

    def _checked(self, position: Position, move: str) -> str:
        try:
            return position.canonical(move)
        except TablierError as error:
            raise EngineError(f"{self._program.words[0]!r} played {move[:40]!r}: {error}",
                              lib.TB_ERR_ILLEGAL) from error

    async def _guarded(self, work: Awaitable[T], seconds: float | None) -> T:
        """Does some of the dialogue. A program that dies, is late or does not keep to its protocol
        is killed."""
        if self._closed:
            if asyncio.iscoroutine(work):
                work.close()
            raise Closed("the engine is closed")
        try:
            return await asyncio.wait_for(work, seconds)
        except asyncio.TimeoutError:
            await self._kill()
            raise EngineTimeout(f"{self._program.words[0]!r} did not answer within "
                                f"{seconds:.1f} seconds", lib.TB_ERR_SYSTEM) from None
        except EngineError as error:
            if error.code != lib.TB_ERR_ARGUMENT:  # it refused, and is well
                await self._kill()
            raise

    async def _kill(self) -> None:
        self._closed = True
        await self._program.end(politely=False)

    async def stop(self) -> None:
        """Ends the search that is running, from another task."""
        if self._lock.locked() and not self._closed:
            await self._dialogue.stop()

    async def close(self) -> None:
        """Ends the program; using the engine afterwards raises Closed."""
        if self._closed:
            return
        self._closed = True
        try:
            await self._program.say("quit")
        except EngineError:
            pass
        await self._program.end(politely=True)

    async def __aenter__(self) -> AsyncExternalEngine:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name or self._program.words[0]!r}>"


def _now() -> float:
    return asyncio.get_running_loop().time()


def _words(command: Command) -> list[str]:
    if isinstance(command, str):
        words = shlex.split(command)
    elif isinstance(command, os.PathLike):
        words = [os.fspath(command)]
    else:
        words = [os.fspath(word) for word in command]
    if not words:
        raise BadInput("there is no command to start", lib.TB_ERR_ARGUMENT)
    return words


async def connect_async(command: Command, *, protocol: str = "auto",
                        options: Mapping[str, Any] | None = None,
                        timeout: float = 30.0) -> AsyncExternalEngine:
    """Starts a program and asks for its name, as connect() does, for asyncio:

    ``async with await connect_async("./engine") as engine: await engine.choose(position, time=1)``
    """
    if protocol not in ("auto", "ugi", "qtp"):
        raise BadInput(f"protocol must be auto, ugi or qtp, not {protocol!r}", lib.TB_ERR_VALUE)
    milliseconds(timeout, "timeout")
    try:
        words = _words(command)
    except ValueError as error:
        raise BadInput(f"{command!r} is not a command: {error}", lib.TB_ERR_SYNTAX) from error
    program = await Program.start(words)
    try:
        dialogue = await asyncio.wait_for(greet(program, protocol), timeout)
        engine = AsyncExternalEngine(program, dialogue, timeout)
        await engine.set_options(options or {})
        return engine
    except EngineError:
        await program.end(politely=False)
        raise
    except asyncio.TimeoutError:
        await program.end(politely=False)
        raise EngineTimeout(f"{words[0]!r} did not say by UGI or QTP who it is within "
                            f"{timeout:.1f} seconds", lib.TB_ERR_SYSTEM) from None
    except BaseException:
        await program.end(politely=False)
        raise


# ---- For those who wait ------------------------------------------------------------------------


class ExternalEngine:
    """Another program as an engine; connect() starts one. It is used as Engine is: one search at a
    time, Ctrl-C or leaving the loop ends it."""

    def __init__(self, command: Command, protocol: str, options: Mapping[str, Any] | None,
                 timeout: float) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        try:
            self._engine = self._wait(connect_async(command, protocol=protocol, options=options,
                                                    timeout=timeout))
        except BaseException:
            self._end_loop()
            raise

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        if self._loop.is_closed():
            work.close()
            raise Closed("the engine is closed")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def _end_loop(self) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    @property
    def protocol(self) -> str:
        """ugi or qtp."""
        return self._engine.protocol

    @property
    def name(self) -> str:
        return self._engine.name

    @property
    def author(self) -> str:
        return self._engine.author

    @property
    def options(self) -> dict[str, EngineOption]:
        """What can be set, by name."""
        return self._engine.options

    def set_options(self, options: Mapping[str, Any]) -> None:
        """Sets options of the engine: ``{"Hash": 128}``."""
        self._free()
        self._wait(self._engine.set_options(options))

    def new_game(self) -> None:
        """Tells the engine to forget the last game."""
        self._free()
        self._wait(self._engine.new_game())

    def choose(self, about: Position | Match, *, time: float | None = None,
               nodes: int | None = None, depth: int | None = None,
               clocks: Sequence[float] | None = None, increment: float = 0.0) -> str:
        """The engine's move. A UGI engine needs a limit: seconds, nodes, plies, or the seconds on
        the players' clocks with their increment."""
        self._free()
        return self._wait(self._engine.choose(about, time=time, nodes=nodes, depth=depth,
                                              clocks=clocks, increment=increment))

    def analyse(self, about: Position | Match, *, time: float | None = None,
                nodes: int | None = None, depth: int | None = None,
                lines: int = 1) -> Iterator[Analysis]:
        """Yields what the engine finds, until a limit is reached; leave the loop to end it
        earlier."""
        self._free()
        found = self._engine.analyse(about, time=time, nodes=nodes, depth=depth, lines=lines)

        async def following() -> Analysis | None:
            try:
                return await found.__anext__()
            except StopAsyncIteration:
                return None

        async def end() -> None:
            await found.aclose()

        try:
            while (analysis := self._wait(following())) is not None:
                yield analysis
        finally:
            if not self._loop.is_closed():
                self._wait(end())

    def _free(self) -> None:
        if not self._loop.is_closed() and self._engine._lock.locked():
            raise EngineBusy("the engine is thinking", lib.TB_ERR_BUSY)

    def stop(self) -> None:
        """Ends a search that is running in another thread."""
        if not self._loop.is_closed():
            self._wait(self._engine.stop())

    def close(self) -> None:
        """Ends the program; using the engine afterwards raises Closed."""
        if not self._loop.is_closed():
            try:
                self._wait(self._engine.close())
            finally:
                self._end_loop()

    def __enter__(self) -> ExternalEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return repr(self._engine).replace("AsyncExternalEngine", "ExternalEngine")


def connect(command: Command, *, protocol: str = "auto",
            options: Mapping[str, Any] | None = None, timeout: float = 30.0) -> ExternalEngine:
    """Starts a program that speaks UGI or, for Quoridor, QTP, and asks for its name.

    The command is text as in a shell (``"./engine --fast"``), a Path, or a list of words.
    ``timeout`` is how many seconds the program may take to start, to answer, to choose a move when
    no time is given, and to be late when one is. A program that ends, is late or does not keep to
    its protocol is killed and the call raises EngineError."""
    return ExternalEngine(command, protocol, options, timeout)
