"""The computer player, and solving."""

from __future__ import annotations

import os
import queue
import threading
from typing import Any, Callable, Iterator, NamedTuple

from ._tablier import ffi, lib
from .errors import (BadInput, Closed, EngineBusy, GameOver, TablierError, WrongGame, as_bytes,
                     as_seed, milliseconds, new_error, raise_error, text_of, whole)
from .game import Game, Position, new_position, new_struct
from .match import Match

_KINDS = {
    "auto": lib.TB_ENGINE_AUTO, "alphabeta": lib.TB_ENGINE_ALPHABETA,
    "paranoid": lib.TB_ENGINE_PARANOID, "maxn": lib.TB_ENGINE_MAXN, "mcts": lib.TB_ENGINE_MCTS,
    "uct": lib.TB_ENGINE_UCT, "random": lib.TB_ENGINE_RANDOM,
}


class Line(NamedTuple):
    """A line of play and what it is worth to the player to move."""

    moves: tuple[str, ...]
    score: float
    """The expected result, -1 to 1."""
    value: int | None
    """1 a win, 0 a draw, -1 a loss, if that is proven."""
    plies: int | None
    """Until the end, if that is known."""


class Analysis(NamedTuple):
    """What an engine has found so far; the best line comes first."""

    position: Position
    lines: tuple[Line, ...]
    depth: int
    nodes: int
    ms: int

    @property
    def best(self) -> str:
        """The best move."""
        return self.lines[0].moves[0]

    @property
    def score(self) -> float:
        return self.lines[0].score

    def _repr_svg_(self) -> str:
        return self.position.svg(marks=self.best if self.best != "pass" else "", width=360)


def _line_of(position: Position, analysis: Any, index: int) -> Line:
    line = ffi.new("struct tb_line *", {"size": ffi.sizeof("struct tb_line")})
    lib.tb_analysis_line(analysis, index, line)
    moves, at = [], position
    for i in range(line.length):
        move = at._move_text(line.moves[i])
        at = at.play(move)
        moves.append(move)
    return Line(tuple(moves), line.score, line.value if line.exact else None,
                line.plies if line.exact and line.plies >= 0 else None)


def _analysis_of(position: Position, analysis: Any) -> Analysis:
    lines = tuple(_line_of(position, analysis, i)
                  for i in range(lib.tb_analysis_line_count(analysis)))
    return Analysis(position, lines, lib.tb_analysis_depth(analysis),
                    lib.tb_analysis_nodes(analysis), lib.tb_analysis_ms(analysis))


@ffi.def_extern(onerror=lambda *_: None)
def tablier_report(context: Any, analysis: Any) -> None:
    search: _Search = ffi.from_handle(context)
    search.hear(analysis)


@ffi.def_extern(error=False)
def tablier_progress(context: Any, progress: Any) -> bool:
    report: Callable[[Any], bool] = ffi.from_handle(context)
    return report(progress)


class _Search:
    """One search in a thread of its own, which puts what it hears into a queue."""

    def __init__(self, engine: Engine, pointer: Any, about: Position | Match,
                 limits: dict[str, Any]) -> None:
        self.queue: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.engine = engine
        self.pointer = pointer
        self.position = about.position if isinstance(about, Match) else about
        self.handle = ffi.new_handle(self)
        self.task = ffi.new("struct tb_task *", {"size": ffi.sizeof("struct tb_task"), **limits})
        self.task.report = lib.tablier_report
        self.task.context = self.handle
        self.cancel = self.task.cancel = ffi.new("int *")  # also before the thread has begun
        # Of its own, whatever the caller plays meanwhile; the task only points to it.
        if isinstance(about, Match):
            self.match = self.task.match = about._snapshot()
        else:
            self.task.position = about._c
        self.move: str | None = None
        self.thread = threading.Thread(target=self._run, daemon=True)

    def hear(self, analysis: Any) -> None:
        self.queue.put(_analysis_of(self.position, analysis))

    def _run(self) -> None:
        move, error = ffi.new("tb_move *"), new_error()
        try:
            if lib.tb_engine_search(self.pointer, self.task, move, error) < 0:
                raise_error(error)
            self.move = self.position._move_text(move[0])
            self.hear(lib.tb_engine_analysis(self.pointer))
            self.queue.put(None)
        except BaseException as failure:  # handed to the thread that waits
            self.queue.put(failure)

    def results(self) -> Iterator[Analysis]:
        """Yields what is found; whatever ends this, an exception too, ends the search."""
        self.engine._begin(self)
        try:
            self.thread.start()
            while (found := self.queue.get()) is not None:
                if isinstance(found, BaseException):
                    raise found
                yield found
        finally:
            while self.thread.is_alive():
                self.cancel[0] = 1
                self.thread.join(0.05)
            self.engine._end(self)


def _level(level: int | None) -> int:
    """A level for people as the library counts: there 0 is full strength."""
    if level is None:
        return 0
    return whole(level, "level", 0, lib.TB_LEVELS) or int(lib.TB_LEVEL_CHILD)


class Engine:
    """A computer player for any game. ``level`` is 0 (for children) to 12, as in the program;
    without one it plays at full strength, within the limits of each call. A ``personality`` of
    ``game.personalities`` prefers some of the moves that are about as good.

    It thinks in a thread of its own with the GIL released, so other threads go on and
    Ctrl-C ends it. One thread at a time may use it.

    >>> with Engine(level=3, seed=1) as engine:
    ...     engine.choose(Game("tictacdoh").start) in ("Sc3", "Mc3", "Lc3")
    True
    """

    def __init__(self, level: int | None = None, *, threads: int = 1, memory: int = 0,
                 seed: int = 0, kind: str = "auto", personality: str | None = None) -> None:
        if not isinstance(kind, str):
            raise TypeError(f"kind must be str, not {type(kind).__name__}")
        if kind not in _KINDS:
            raise BadInput(f"kind cannot be {kind!r}; use one of {', '.join(_KINDS)}")
        self._personality = (ffi.NULL if personality is None else
                             ffi.new("char[]", as_bytes(personality, "personality")))
        self._options = ffi.new("struct tb_engine_options *", {
            "size": ffi.sizeof("struct tb_engine_options"), "kind": _KINDS[kind],
            "level": _level(level), "threads": whole(threads, "threads", 1, lib.TB_THREADS_MAX),
            "table_mb": whole(memory, "memory", 0), "seed": as_seed(seed),
            "personality": self._personality})
        self._engines: dict[Game, Any] = {}
        self._running: list[_Search] = []
        self._lock = threading.RLock()  # a search that is thrown away may end anywhere
        self._closed = False

    def analyse(self, about: Position | Match, *, time: float | None = None,
                nodes: int | None = None, depth: int | None = None,
                lines: int = 1) -> Iterator[Analysis]:
        """Yields better and better analyses, until the limit is reached (``time`` in seconds)
        or nothing is left to find. Leave the loop to end it earlier."""
        limits = {"time_ms": self._positive("time", time, 1000),
                  "nodes": self._positive("nodes", nodes, 1),
                  "depth": self._positive("depth", depth, 1),
                  "lines": whole(lines, "lines", 1, lib.TB_LINES_MAX)}
        return self._search(about, limits).results()

    def choose(self, about: Position | Match, *, time: float | None = None,
               nodes: int | None = None, depth: int | None = None) -> str:
        """The move that the engine plays at its level; without a level, say for how long."""
        if self._options.level == 0 and time is None and nodes is None and depth is None:
            raise BadInput("an engine without a level needs a limit: time, nodes or depth")
        limits = {"time_ms": self._positive("time", time, 1000),
                  "nodes": self._positive("nodes", nodes, 1),
                  "depth": self._positive("depth", depth, 1), "to_play": True}
        search = self._search(about, limits)
        for _ in search.results():
            pass
        assert search.move is not None
        return search.move

    @staticmethod
    def _positive(name: str, value: float | None, unit: int) -> int:
        if value is None:
            return 0
        number = (milliseconds(value, name) if unit > 1 else
                  whole(value, name, 0, 2**31 - 1 if name == "depth" else 2**63 - 1))
        if not value > 0:
            raise BadInput(f"{name} must be more than 0, not {value}", lib.TB_ERR_RANGE)
        return max(1, number)

    def _search(self, about: Position | Match, limits: dict[str, Any]) -> _Search:
        if not isinstance(about, (Position, Match)):
            raise TypeError(f"an engine searches a Position or Match, not {type(about).__name__}")
        if about.result is not None:
            raise GameOver("the game is over: there is nothing to search", lib.TB_ERR_OVER)
        return _Search(self, self._engine_for(about.game), about, limits)

    def _engine_for(self, game: Game) -> Any:
        with self._lock:
            if self._closed:
                raise Closed("the engine is closed")
            if game not in self._engines:
                error = new_error()
                engine = lib.tb_engine_new(game._setup, self._options, error)
                if not engine:
                    raise_error(error)
                # Frees it when the last search that uses it is gone.
                self._engines[game] = ffi.gc(engine, lib.tb_engine_free)
            return self._engines[game]

    def _begin(self, search: _Search) -> None:
        with self._lock:
            if self._closed:
                raise Closed("the engine is closed")
            if any(other.pointer == search.pointer for other in self._running):
                raise EngineBusy("the engine is thinking", lib.TB_ERR_BUSY)
            self._running.append(search)

    def _end(self, search: _Search) -> None:
        with self._lock:
            self._running.remove(search)

    def stop(self) -> None:
        """Ends a search that is running in another thread."""
        with self._lock:
            for search in self._running:
                search.cancel[0] = 1

    def clear(self) -> None:
        """Forgets what was found in earlier searches."""
        with self._lock:
            for engine in self._engines.values():
                if lib.tb_engine_clear(engine) < 0:
                    raise EngineBusy("the engine is thinking", lib.TB_ERR_BUSY)

    def close(self) -> None:
        """Stops and frees everything; using the engine afterwards raises Closed."""
        with self._lock:
            self._closed = True
            for search in self._running:
                search.cancel[0] = 1
            self._engines.clear()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# ---- Solving --------------------------------------------------------------------------------


class Finding(NamedTuple):
    """What is proven about one side, named by its first player."""

    player: int
    win: int | None
    """It can force a win within this number of plies."""
    hold: int | None
    """It cannot force one within this number of plies (1000: at all)."""


class Solution(NamedTuple):
    """The result of a solver."""

    answered: bool
    value: int | None
    """1 a win for the player to move, 0 a draw, -1 a loss; None: not known."""
    plies: int | None
    """The smallest number of plies, if known."""
    move: str | None
    """A move that keeps the value."""
    findings: tuple[Finding, ...]
    nodes: int
    ms: int


def _wait(function: Callable[[], Any], stop: Callable[[], None]) -> Any:
    """Runs a long call in another thread, so that Ctrl-C can end it."""
    outcome: list[Any] = []

    def run() -> None:
        try:
            outcome.extend((function(), None))
        except BaseException as failure:
            outcome.extend((None, failure))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        thread.join()
    except BaseException:
        stop()
        thread.join()
        raise
    value, failure = outcome
    if failure:
        raise failure
    return value


def solve(position: Position, *, player: int | None = None, within: int | None = None,
          shortest: bool = False, time: float | None = None, memory: int = 256, threads: int = 1,
          rules_only: bool = False, proof: str | os.PathLike[str] | None = None,
          progress: Callable[[int, int], bool | None] | None = None) -> Solution:
    """Finds out by proof who can force a win (or whether ``player`` can, ``within`` N
    plies). ``progress(nodes, ms)`` is called now and then and may return False to give up;
    ``proof`` names a file for a proof that verify() can check.

    >>> solve(Game("quoridor", size=3, walls=1).start, shortest=True)[:3]
    (True, -1, 8)
    """
    if not isinstance(position, Position):
        raise TypeError(f"solve() takes a Position, not {type(position).__name__}")
    error = new_error()
    solver = lib.tb_solver_new(position._c, ffi.new("struct tb_solver_options *", {
        "size": ffi.sizeof("struct tb_solver_options"), "table_mb": whole(memory, "memory", 1),
        "threads": whole(threads, "threads", 1, lib.TB_THREADS_MAX), "rules_only": rules_only}),
        error)
    if not solver:
        raise_error(error)
    solver = ffi.gc(solver, lib.tb_solver_free)
    report = (lambda p: progress(p.nodes, p.ms) is not False) if progress else None
    handle = ffi.new_handle(report) if report else ffi.NULL
    question = ffi.new("struct tb_question *", {
        "size": ffi.sizeof("struct tb_question"), "only": player is not None,
        "player": whole(player or 0, "player"), "plies": whole(within or 0, "within", 0),
        "shortest": shortest,
        "time_ms": Engine._positive("time", time, 1000), "context": handle})
    if report:
        question.report = lib.tablier_progress
    found = ffi.new("struct tb_solution *", {"size": ffi.sizeof("struct tb_solution")})

    def work() -> None:
        if lib.tb_solver_ask(solver, question, found, error) < 0:
            raise_error(error)
        if proof is not None and lib.tb_solver_prove(solver, os.fsencode(proof), error) < 0:
            raise_error(error)

    _wait(work, lambda: lib.tb_solver_stop(solver))
    return Solution(
        found.answered, found.value if found.valued else None,
        found.plies if found.valued and found.plies >= 0 else None,
        position._move_text(found.move) if found.chosen else None,
        tuple(Finding(f.player, f.win if f.win >= 0 else None, f.hold if f.hold >= 0 else None)
              for f in found.findings[0:found.count]),
        found.nodes, found.ms)


class Claim(NamedTuple):
    """A player can, or cannot, force a win within `plies` plies (None: any number)."""

    player: int
    wins: bool
    plies: int | None
    nodes: int


class Verified(NamedTuple):
    """What a checked file holds: a proof, a table or openings."""

    kind: str
    position: Position | None
    claims: tuple[Claim, ...]


def verify(path: str | os.PathLike[str]) -> Verified:
    """Checks a proof by the rules alone, or a table; BadInput if it is not so."""
    found = new_struct("tb_verified")
    found.position = proven = new_position()
    error, stopped = new_error(), threading.Event()
    handle = ffi.new_handle(lambda _: not stopped.is_set())

    def work() -> None:
        if lib.tb_verify(os.fsencode(path), found, lib.tablier_progress, handle, error) < 0:
            raise_error(error)

    _wait(work, stopped.set)
    kinds = {lib.TB_FILE_PROOF: "proof", lib.TB_FILE_TABLE: "table",
             lib.TB_FILE_OPENINGS: "openings"}
    proof = found.kind == lib.TB_FILE_PROOF
    position = Position._of(proven) if proof else None
    return Verified(kinds[found.kind], position, tuple(
        Claim(c.player, c.wins, None if c.plies == lib.TB_PLIES_ANY else c.plies, c.nodes)
        for c in found.claims[0:found.count]))


__all__ = ["Analysis", "Claim", "Engine", "Finding", "Line", "Solution", "TablierError",
           "Verified", "WrongGame", "solve", "text_of", "verify"]
