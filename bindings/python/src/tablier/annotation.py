"""What a record says besides the moves of its match: comments, evaluations, variations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, NamedTuple

from ._tablier import ffi, lib
from .errors import BadInput, as_bytes, milliseconds, new_error, raise_error, text_of, whole
from .game import Position, new_position

if TYPE_CHECKING:
    from .match import Match

_VALUES = {1: "win", 0: "draw", -1: "loss"}


class Evaluation(NamedTuple):
    """What a position is worth to one player: an estimate, ``score`` from -1 (a loss) to 1 (a
    win), or proven, ``value`` being win, draw or loss, perhaps with the ``plies`` to the end."""

    player: int
    score: float | None = None
    value: str | None = None
    plies: int | None = None

    @property
    def exact(self) -> bool:
        """Is it proven?"""
        return self.value is not None


class Node:
    """A move of a match or of one of its variations, and what is said about it.

    >>> from tablier import Game, Match
    >>> match = Match(Game("quoridor", size=5)).play("c2", "c4")
    >>> match.nodes()[2].comment = "Straight on."
    >>> other = match.nodes()[1].add("b3h", "d2")
    >>> other.parent.evaluation = Evaluation(1, score=0.25)
    >>> print(match.to_text().splitlines()[-1])
    1. c2 c4 {Straight on.} (1... b3h {[%eval 2 0.25]} 2. d2) *
    """

    __slots__ = ("_match", "_node")

    def __init__(self, match: Match, node: int) -> None:
        self._match = match
        self._node = node

    # ---- The tree ------------------------------------------------------------------------------

    @property
    def move(self) -> str | None:
        """The move that leads here, or ``swap``; None at the start."""
        text = lib.tb_record_move(self._match._record, self._node)
        return text_of(text) if text else None

    @property
    def parent(self) -> Node | None:
        """None at the start."""
        node = lib.tb_record_parent(self._match._record, self._node)
        return Node(self._match, node) if node >= 0 else None

    @property
    def children(self) -> list[Node]:
        """The moves that follow, the main line first."""
        found: list[Node] = []
        while (node := lib.tb_record_child(self._match._record, self._node, len(found))) >= 0:
            found.append(Node(self._match, node))
        return found

    @property
    def position(self) -> Position:
        """The position after the move."""
        position = new_position()
        self._check(lib.tb_record_position, position)
        return Position._of(position)

    def line(self) -> Iterator[Node]:
        """What follows, along the first move each time."""
        children = self.children
        while children:
            yield children[0]
            children = children[0].children

    def add(self, *moves: str) -> Node:
        """Adds a variation from here on, as far as it is new; returns its last node. Further
        moves of the main line are played in the match."""
        node = self
        for move in moves:
            node = Node(self._match, node._check(lib.tb_record_add, as_bytes(move, "a move")))
        return node

    def remove(self) -> None:
        """Takes a variation away, from this move on."""
        self._check(lib.tb_record_remove)

    # ---- Annotations ----------------------------------------------------------------------------

    @property
    def comment(self) -> str | None:
        text = lib.tb_record_comment(self._match._record, self._node)
        return text_of(text) if text else None

    @comment.setter
    def comment(self, comment: str | None) -> None:
        self._check(lib.tb_record_set_comment,
                    ffi.NULL if comment is None else as_bytes(comment, "a comment"))

    @property
    def evaluation(self) -> Evaluation | None:
        """What the position after the move is worth to one of the players."""
        found = ffi.new("struct tb_evaluation *", {"size": ffi.sizeof("struct tb_evaluation")})
        if lib.tb_record_evaluation(self._match._record, self._node, found) != 1:
            return None
        if not found.exact:
            return Evaluation(found.player, found.score)
        return Evaluation(found.player, None, _VALUES[found.value],
                          found.plies if found.plies >= 0 else None)

    @evaluation.setter
    def evaluation(self, evaluation: Evaluation | None) -> None:
        if evaluation is None:
            self._check(lib.tb_record_set_evaluation, ffi.NULL)
            return
        if (evaluation.score is None) == (evaluation.value is None):
            raise BadInput("an evaluation has either a score or a value", lib.TB_ERR_VALUE)
        exact = evaluation.value is not None
        values = {word: value for value, word in _VALUES.items()}
        if exact and evaluation.value not in values:
            raise BadInput(f"a value is win, draw or loss, not {evaluation.value!r}",
                           lib.TB_ERR_VALUE)
        self._check(lib.tb_record_set_evaluation, ffi.new("struct tb_evaluation *", {
            "size": ffi.sizeof("struct tb_evaluation"), "exact": exact,
            "player": whole(evaluation.player, "player"),
            "score": 0.0 if evaluation.score is None else evaluation.score,
            "value": values[evaluation.value] if evaluation.value is not None else 0,
            "plies": -1 if evaluation.plies is None else whole(evaluation.plies, "plies")}))

    @property
    def time(self) -> float | None:
        """Seconds that the move took."""
        ms = lib.tb_record_time(self._match._record, self._node)
        return ms / 1000 if ms >= 0 else None

    @time.setter
    def time(self, seconds: float | None) -> None:
        self._check(lib.tb_record_set_time, -1 if seconds is None else milliseconds(seconds, "time"))

    @property
    def drawings(self) -> list[str]:
        """What is drawn on the board: a colour (G, R, B or Y) and a square, ``Gb2``, or two for an
        arrow, ``Rb2c3``. Set the whole list."""
        text = lib.tb_record_drawings(self._match._record, self._node)
        return text_of(text).split() if text else []

    @drawings.setter
    def drawings(self, drawings: Iterable[str]) -> None:
        self._check(lib.tb_record_set_drawings, as_bytes(" ".join(drawings), "drawings"))

    def _check(self, function: Callable[..., int], *arguments: Any) -> int:
        error = new_error()
        code = function(self._match._record, self._node, *arguments, error)
        if code < 0:
            raise_error(error)
        return code

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and (self._match, self._node) == (other._match, other._node)

    def __hash__(self) -> int:
        return hash((id(self._match), self._node))

    def _repr_svg_(self) -> str:
        return self.position._repr_svg_()

    def __repr__(self) -> str:
        return f"<Node {self.move or 'start'}>"
