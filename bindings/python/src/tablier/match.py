"""Matches: a game with its history, and its record."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Callable, Iterator, NamedTuple

from ._tablier import ffi, lib
from .annotation import Node
from .errors import (BadInput, IllegalMove, as_bytes, new_error, raise_error, read_bytes, text_of,
                     whole)
from .game import (Game, Position, Result, new_position, new_struct, own_position,
                   result_of)

_ENDINGS = {
    lib.TB_ENDING_NONE: None,
    lib.TB_ENDING_BOARD: "board",
    lib.TB_ENDING_REPETITION: "repetition",
    lib.TB_ENDING_RESIGNATION: "resignation",
    lib.TB_ENDING_AGREEMENT: "agreement",
    lib.TB_ENDING_TIME: "time",
    lib.TB_ENDING_LIMIT: "limit",
}


class Entry(NamedTuple):
    """Who made an entry of a record."""

    player: int
    seat: int


class Match:
    """A game that is being played: undo and redo, the repetition and pie rules, tags.

    >>> match = Match(Game("quoridor", size=5))
    >>> match.play("c2").play("c4").moves
    ['c2', 'c4']
    >>> match.undo()
    True
    >>> match.tags["Player1"] = "Ann"
    >>> [m.moves for m in read_records(match.to_text())]
    [['c2']]
    """

    def __init__(self, start: Game | Position, *, repetition: int = 3, swap: bool = False) -> None:
        if isinstance(start, Game):
            start = start.start
        if not isinstance(start, Position):
            raise TypeError(f"a match starts from a Game or Position, not {type(start).__name__}")
        error = new_error()
        rules = new_struct("tb_match_rules")
        rules.repetition = whole(repetition, "repetition", 0) or lib.TB_REPETITION_OFF
        rules.swap = swap
        record = lib.tb_record_new(start._c, rules, error)
        if not record:
            raise_error(error)
        self._take(record)

    def _take(self, record: Any) -> None:
        self._record = ffi.gc(record, lib.tb_record_free)
        self._match = lib.tb_record_match(self._record)
        self.tags = Tags(self)

    @classmethod
    def _of(cls, record: Any) -> Match:
        match = cls.__new__(cls)
        match._take(record)
        return match

    # ---- Playing -----------------------------------------------------------------------------

    def play(self, *moves: str) -> Match:
        """Plays one move after the other (or ``swap``); returns the match."""
        error = new_error()
        for move in moves:
            data = as_bytes(move, "a move")
            code = lib.tb_match_play(self._match, data, error)
            if code == lib.TB_ERR_ILLEGAL and move != "swap":
                reason = new_struct("tb_reason")
                lib.tb_why(lib.tb_match_position(self._match), data, reason)
                raise IllegalMove(text_of(error.text), code, text_of(error.message),
                                  tuple(text_of(reason.places).split()))
            if code < 0:
                raise_error(error)
        return self

    def undo(self) -> bool:
        """Takes back one entry; False if there is none."""
        return lib.tb_match_undo(self._match)

    def redo(self) -> bool:
        """Plays again what was taken back; False if there is nothing."""
        return lib.tb_match_redo(self._match)

    def resign(self, player: int) -> None:
        """The player gives up."""
        self._call(lib.tb_match_resign, player)

    def lose_on_time(self, player: int) -> None:
        """The player's time is over."""
        self._call(lib.tb_match_flag, player)

    def agree_draw(self) -> None:
        """The players agree to a draw."""
        self._call(lib.tb_match_agree_draw)

    def limit_draw(self) -> None:
        """The match is a draw because it has reached a limit on its length."""
        self._call(lib.tb_match_draw_at_limit)

    def _call(self, function: Callable[..., int], *arguments: int) -> None:
        error = new_error()
        if function(self._match, *(whole(a, "player") for a in arguments), error) < 0:
            raise_error(error)

    def _snapshot(self) -> Any:
        """The match as it stands, for those who read it while play goes on."""
        error = new_error()
        copy = lib.tb_match_copy(self._match, error)
        if not copy:
            raise_error(error)
        return ffi.gc(copy, lib.tb_match_free)

    # ---- Copies ------------------------------------------------------------------------------

    def __copy__(self) -> Match:
        """A match of its own with the same record; what was taken back stays behind."""
        return _match_again(self.to_json())

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        return _match_again, (self.to_json(),)

    # ---- How it stands -------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self.position.game

    @property
    def start(self) -> Position:
        return self._copy(lib.tb_match_start(self._match))

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._copy(lib.tb_match_position(self._match))

    @staticmethod
    def _copy(pointer: Any) -> Position:
        return Position._of(own_position(lib.tablier_copy(pointer)))

    @property
    def moves(self) -> list[str]:
        """The entries of the record; ``swap`` may be the second."""
        return [text_of(lib.tb_match_entry(self._match, i))
                for i in range(lib.tb_match_length(self._match))]

    def positions(self) -> list[Position]:
        """The start and the position after each entry.

        >>> [str(p) for p in Match(Game("tictacdoh")).play("Sc3").positions()]
        ['-', 'c3:S']
        """
        found: list[Position] = []
        for move in [None, *self.moves]:
            if move == "swap":
                found.append(found[-1])
                continue
            position = new_position()
            plies = len(found) - (1 if "swap" in self.moves[:len(found)] else 0)
            if lib.tb_match_position_at(self._match, plies, position, ffi.NULL) < 0:
                raise IndexError(plies)
            found.append(Position._of(position))
        return found

    @property
    def entries(self) -> list[Entry]:
        """Who made each of the moves: the player, and the seat which that person took before
        any swap.

        >>> match = Match(Game("quoridor"), swap=True).play("e2", "swap", "e8")
        >>> [(entry.player, entry.seat) for entry in match.entries]
        [(0, 0), (1, 1), (1, 0)]
        >>> match.seats
        [1, 0]
        """
        movers = [lib.tb_match_mover(self._match, i)
                  for i in range(lib.tb_match_length(self._match))]
        return [Entry(player, lib.tb_match_seat(self._match, i, player))
                for i, player in enumerate(movers)]

    @property
    def seats(self) -> list[int]:
        """By player: the seat of who plays as that player now."""
        length = lib.tb_match_length(self._match)
        return [lib.tb_match_seat(self._match, length, player)
                for player in range(lib.tb_position_setup(lib.tb_match_start(self._match)).players)]

    @property
    def plies(self) -> int:
        """Moves played, ``swap`` not counted."""
        return lib.tb_match_plies(self._match)

    @property
    def can_swap(self) -> bool:
        return lib.tb_match_can_swap(self._match)

    @property
    def swapped(self) -> bool:
        return lib.tb_match_swapped(self._match)

    @property
    def result(self) -> Result | None:
        """None while it goes on."""
        return result_of(lib.tb_match_result(self._match),
                         lib.tb_position_setup(lib.tb_match_start(self._match)).players)

    @property
    def ending(self) -> str | None:
        """board, repetition, resignation, agreement, time, limit; None while it goes on."""
        return _ENDINGS[lib.tb_match_ending(self._match)]

    # ---- Annotations ----------------------------------------------------------------------------

    @property
    def root(self) -> Node:
        """The start: the root of the moves, the variations and their annotations."""
        return Node(self, lib.TB_NODE_START)

    def nodes(self) -> list[Node]:
        """The start and the entries of the match, each with its annotations."""
        return [Node(self, lib.tb_record_node(self._record, i))
                for i in range(lib.tb_match_length(self._match) + 1)]

    # ---- As text -------------------------------------------------------------------------------

    def to_text(self) -> str:
        """The record in the style of PGN."""
        return self._write(lib.TB_FORMAT_TEXT)

    def to_json(self) -> str:
        """The record as one line of JSON."""
        return self._write(lib.TB_FORMAT_JSON)

    def _write(self, form: int) -> str:
        text = lib.tb_record_write(self._record, form)
        if not text:
            raise MemoryError("out of memory")
        try:
            return text_of(text)
        finally:
            lib.tb_text_free(text)

    def _repr_svg_(self) -> str:
        return self.position._repr_svg_()

    def __repr__(self) -> str:
        return f"<Match {self.game.name} {' '.join(self.moves) or 'at the start'}>"


class Tags:
    """Who played a match, when and where: strings by name."""

    def __init__(self, match: Match) -> None:
        self._match = match

    def __getitem__(self, name: str) -> str:
        value = lib.tb_record_tag(self._match._record, as_bytes(name, "a tag"))
        if not value:
            raise KeyError(name)
        return text_of(value)

    def __setitem__(self, name: str, value: str) -> None:
        error = new_error()
        if lib.tb_record_set_tag(self._match._record, as_bytes(name, "a tag"),
                                 as_bytes(value, "a tag's value"), error) < 0:
            raise_error(error)

    def __iter__(self) -> Iterator[str]:
        for i in range(len(self)):
            yield text_of(lib.tb_record_tag_name(self._match._record, i))

    def __len__(self) -> int:
        return lib.tb_record_tag_count(self._match._record)

    def __contains__(self, name: str) -> bool:
        return bool(lib.tb_record_tag(self._match._record, as_bytes(name, "a tag")))

    def __repr__(self) -> str:
        return repr({name: self[name] for name in self})


class RecordError(BadInput):
    """An invalid record: ``line`` is where it begins, ``ply`` the move at fault (0:
    none is)."""

    line = 0
    ply = 0


def _match_again(record: str) -> Match:
    (match,) = read_records(record)
    return match


def iter_records(source: str | os.PathLike[str]) -> Iterator[Match | RecordError]:
    """The records of a text (str) or of a file (a Path), in either format, one after the other. An
    invalid one comes as a RecordError, and does not spoil the next."""
    if isinstance(source, str):
        return _records(source.encode("utf-8", "replace"))
    if not isinstance(source, os.PathLike):
        raise TypeError(f"records come from a str or a Path, not {type(source).__name__}")
    return _records(read_bytes(source))


def _records(data: bytes) -> Iterator[Match | RecordError]:
    error = new_error()
    reader = lib.tb_reader_new(data, len(data), error)
    if not reader:
        raise_error(error)
    reader = ffi.gc(reader, lib.tb_reader_free)
    record = ffi.new("struct tb_record **")
    while (code := lib.tb_reader_next(reader, record, error)) != 0:
        if code > 0:
            yield Match._of(record[0])
        else:
            bad = RecordError(text_of(error.text), code, text_of(error.message))
            bad.line, bad.ply = lib.tb_reader_line(reader), lib.tb_reader_ply(reader)
            yield bad


def read_records(source: str | os.PathLike[str]) -> list[Match]:
    """All records of a text (str) or of a file (a Path); the first invalid one is raised as a
    RecordError."""
    found = []
    for record in iter_records(source):
        if isinstance(record, RecordError):
            raise record
        found.append(record)
    return found


def load_records(path: str | os.PathLike[str]) -> list[Match]:
    """All records of a file; the first invalid one is raised as a RecordError. This is
    read_records() for a path that may be a str, which there would be the text itself.

    >>> load_records("games.jsonl")
    Traceback (most recent call last):
    ...
    tablier.errors.BadInput: cannot read 'games.jsonl': No such file or directory
    """
    if isinstance(path, (bytes, int)):
        raise TypeError(f"a path must be str or Path, not {type(path).__name__}")
    return read_records(Path(path))
