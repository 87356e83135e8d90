"""Puzzles: positions with a task whose only solution is proven."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Iterator, NamedTuple, Sequence, overload

from ._tablier import ffi, lib
from .errors import BadInput, as_bytes, new_error, raise_code, raise_error, text_of, whole
from .game import Position, game_names, new_position, new_struct

_GOALS = {lib.TB_GOAL_WIN: "win", lib.TB_GOAL_HOLD: "hold", lib.TB_GOAL_DRAW: "draw"}
_STATES = {lib.TB_ATTEMPT_OPEN: "open", lib.TB_ATTEMPT_REPLY: "reply",
           lib.TB_ATTEMPT_WRONG: "wrong", lib.TB_ATTEMPT_SOLVED: "solved"}
_TEXT = 1 << 13


class Attempt(NamedTuple):
    """How a puzzle stands after some moves."""

    state: str
    """open: a move of the solver is due; reply: one of the opponent, any legal one; wrong: the
    last move was not the right one; solved."""
    position: Position
    answer: str | None
    """The one right move while it is open."""


class Puzzle:
    """A position and what the player to move has to achieve there.

    >>> puzzle = puzzles("quoridor").next(grade=1)
    >>> puzzle.attempt().state, puzzle.grade
    ('open', 1)
    >>> puzzle.attempt(puzzle.attempt().answer).state in ("reply", "solved")
    True
    """

    __slots__ = ("_all", "index", "id", "position", "goal", "plies", "grade", "length")

    def __init__(self, of: Puzzles, index: int) -> None:
        found = ffi.new("struct tb_puzzle *", {"size": ffi.sizeof("struct tb_puzzle")})
        code = lib.tb_puzzles_get(of._c, index, found)
        if code < 0:
            raise_code(code)
        self._all = of
        self.index = index
        self.id: str = text_of(found.id)
        position = new_position()
        lib.tb_puzzles_position(of._c, index, position)
        self.position = Position._of(position)
        self.goal: str = _GOALS[found.goal]
        self.plies: int | None = None if found.plies == lib.TB_PLIES_ANY else found.plies
        self.grade: int = found.grade
        self.length: int = found.length

    def task(self, lang: str = "en") -> str:
        """What is to be done, in a sentence."""
        return self._text(lib.tb_puzzles_task, lang)

    def themes(self, lang: str = "en") -> list[str]:
        """What is typical of it; may be empty."""
        return self._text(lib.tb_puzzles_themes, lang).splitlines()

    @property
    def solution(self) -> str:
        """The whole solution: "e4(e5=d5 *=e5)" is e4, then d5 after e5 and e5 after anything
        else."""
        out = ffi.new("char[]", _TEXT)
        lib.tb_puzzles_solution(self._all._c, self.index, out, _TEXT)
        return text_of(out)

    def attempt(self, *moves: str) -> Attempt:
        """Judges moves of the solver and replies in turn."""
        texts = [ffi.new("char[]", as_bytes(move, "a move")) for move in moves]
        found = new_struct("tb_attempt")
        found.position = after = new_position()
        error = new_error()
        if lib.tb_puzzles_attempt(self._all._c, self.index, ffi.new("const char *[]", texts),
                                  len(texts), found, error) < 0:
            raise_error(error)
        position = Position._of(after)
        opened = found.state == lib.TB_ATTEMPT_OPEN
        return Attempt(_STATES[found.state], position,
                       position._move_text(found.answer) if opened else None)

    def _text(self, function: Any, lang: str) -> str:
        out = ffi.new("char[]", _TEXT)
        function(self._all._c, self.index, as_bytes(lang, "a language"), out, _TEXT)
        return text_of(out)

    def _repr_svg_(self) -> str:
        return self.position._repr_svg_()

    def __repr__(self) -> str:
        return f"<Puzzle {self.id} {self.position.game.name}: {self.task()}>"


class Puzzles(Sequence[Puzzle]):
    """The puzzles of a file, all of one game.

    >>> all = puzzles("tictacdoh")
    >>> len(all) > 100, all.find(all[7].id).index
    (True, 7)
    """

    def __init__(self, text: str) -> None:
        data = as_bytes(text, "the text")
        error = new_error()
        found = lib.tb_puzzles_new(data, len(data), error)
        if not found:
            raise_error(error)
        self._c = ffi.gc(found, lib.tb_puzzles_free)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Puzzles:
        """Reads a file that ``tablier puzzles`` made."""
        error = new_error()
        found = lib.tb_puzzles_load(os.fsencode(path), error)
        if not found:
            raise_error(error)
        puzzles = cls.__new__(cls)
        puzzles._c = ffi.gc(found, lib.tb_puzzles_free)
        return puzzles

    def find(self, id: str) -> Puzzle:
        """The puzzle with an id; KeyError if there is none."""
        index = lib.tb_puzzles_find(self._c, as_bytes(id, "an id"))
        if index < 0:
            raise KeyError(id)
        return self[index]

    def next(self, index: int = 0, grade: int = 0) -> Puzzle:
        """The next puzzle of a grade (0: of any) from ``index`` on, after the last one from the
        first on again."""
        found = lib.tb_puzzles_next(self._c, whole(index, "index"), whole(grade, "grade"))
        if found < 0:
            raise BadInput(f"there is no puzzle of grade {grade} from {index} on", found)
        return self[found]

    def __len__(self) -> int:
        count: int = lib.tb_puzzles_count(self._c)
        return count

    @overload
    def __getitem__(self, index: int) -> Puzzle: ...
    @overload
    def __getitem__(self, index: slice) -> list[Puzzle]: ...

    def __getitem__(self, index: int | slice) -> Puzzle | list[Puzzle]:
        if isinstance(index, slice):
            return [Puzzle(self, i) for i in range(*index.indices(len(self)))]
        count = len(self)
        if not -count <= index < count:
            raise IndexError(f"there are {count} puzzles, but no number {index}")
        return Puzzle(self, index % count)

    def __iter__(self) -> Iterator[Puzzle]:
        return (Puzzle(self, i) for i in range(len(self)))


def puzzles(game: str) -> Puzzles:
    """The puzzles of a game that come with the package.

    >>> puzzles("orbital")[0].position.game.name
    'orbital'
    """
    as_bytes(game, "the game's name")
    path = Path(__file__).parent / "puzzle_files" / f"{game}.txt"
    if game not in game_names() or not path.exists():
        raise BadInput(f"there are no puzzles of {game!r}")
    return Puzzles.load(path)


