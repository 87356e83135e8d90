"""A match judged move by move."""

from __future__ import annotations

import threading
from typing import Any, Callable, NamedTuple

from ._tablier import ffi, lib
from .engine import _wait
from .errors import as_bytes, new_error, raise_error, text_of, whole
from .game import Position
from .match import Match


class ReviewedMove(NamedTuple):
    """One move. Values are expected results of the player who moved, 0 (a loss) to 1."""

    position: Position
    player: int
    move: str
    best: str
    """What the engine would have played."""
    before: float
    after: float
    loss: float
    exact: bool
    """Both values are proven."""
    judgement: str
    """best, good, inaccuracy, mistake or blunder, in words for people."""


class Review(NamedTuple):
    """The moves of a match, how well each player played (0 to 100; None without a move), and
    which move decided it."""

    moves: tuple[ReviewedMove, ...]
    accuracy: tuple[float | None, ...]
    turning: ReviewedMove | None

    def worst(self, count: int = 3) -> list[ReviewedMove]:
        """The moves that lost most."""
        return sorted(self.moves, key=lambda move: -move.loss)[:count]


@ffi.def_extern(error=False)
def tablier_reviewing(context: Any, done: int, count: int) -> bool:
    report: Callable[[int, int], bool] = ffi.from_handle(context)
    return report(done, count)


def review(match: Match, *, nodes: int = 60_000, threads: int = 1, lang: str = "en",
           annotate: bool = False,
           progress: Callable[[int, int], bool | None] | None = None) -> Review:
    """Judges every move of a match, with ``nodes`` nodes for each position. ``progress(done,
    count)`` may return False to give up; Ctrl-C ends it too. With ``annotate`` the review is
    also noted in the match: evaluations, comments and better lines as variations.

    >>> from tablier import Game
    >>> match = Match(Game("tictacdoh")).play("Sc3", "Mb3", "Lb2", "Md4")
    >>> review(match, nodes=500).worst(1)[0].move
    'Lb2'
    """
    if not isinstance(match, Match):
        raise TypeError(f"review() takes a Match, not {type(match).__name__}")
    stopped, error = threading.Event(), new_error()
    handle = ffi.new_handle(lambda done, count: not stopped.is_set() and (
        progress is None or progress(done, count) is not False))
    options = ffi.new("struct tb_review_options *", {
        "size": ffi.sizeof("struct tb_review_options"), "nodes": whole(nodes, "nodes", 1, 2**63 - 1),
        "threads": whole(threads, "threads", 1, lib.TB_THREADS_MAX),
        "report": lib.tablier_reviewing, "context": handle})

    def work() -> Any:
        found = lib.tb_review_new(match._match, options, error)
        if not found:
            raise_error(error)
        return ffi.gc(found, lib.tb_review_free)

    found = _wait(work, stopped.set)
    positions = match.positions()
    tag = as_bytes(lang, "a language")
    moves = []
    for i in range(lib.tb_review_count(found)):
        one = ffi.new("struct tb_reviewed *", {"size": ffi.sizeof("struct tb_reviewed")})
        lib.tb_review_move(found, i, one)
        position = positions[one.entry]
        moves.append(ReviewedMove(
            position, one.player, position._move_text(one.move), position._move_text(one.best),
            one.before, one.after, one.loss, one.exact,
            text_of(lib.tb_judgement_text(one.judgement, tag))))
    if annotate and lib.tb_review_annotate(found, match._record, tag, error) < 0:
        raise_error(error)
    accuracy = [lib.tb_review_accuracy(found, p) for p in range(match.game.players)]
    turning = lib.tb_review_turning(found)
    return Review(tuple(moves), tuple(a if a >= 0 else None for a in accuracy),
                  moves[turning] if turning >= 0 else None)
