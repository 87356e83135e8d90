"""Games and positions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Sequence

import numpy as np

from ._tablier import ffi, lib
from .errors import (IllegalMove, WrongGame, as_bytes, new_error, raise_code, raise_error,
                     rendered, text_of, viewer, whole)

if TYPE_CHECKING:
    from numpy.typing import NDArray



def own_position(pointer: Any) -> Any:
    """A struct tb_position that is freed when Python no longer uses it."""
    if not pointer:
        raise MemoryError("out of memory")
    return ffi.gc(pointer, lib.tb_position_free)


def new_position() -> Any:
    """A struct tb_position without a game, to be filled in."""
    return own_position(lib.tb_position_new(ffi.NULL, ffi.NULL))


def new_struct(name: str) -> Any:
    """A struct that begins with its size, all else zero."""
    return ffi.new(f"struct {name} *", {"size": ffi.sizeof(f"struct {name}")})


class Result(NamedTuple):
    """How a game ended. ``winners`` are players from 0; none of them: a draw."""

    winners: tuple[int, ...]

    @property
    def draw(self) -> bool:
        return not self.winners


class Option(NamedTuple):
    """One rule option of a game, with the values that it may have."""

    name: str
    values: tuple[int | str, ...]
    text: str


@dataclass(frozen=True)
class Piece:
    """A piece on the board: "pawn", "barrier", or a letter of the notation; its owner, the way it
    points ("n", "e", "s", "w"), and whether it was placed last and restricts the next player."""

    kind: str
    player: int | None
    way: str | None
    sends: bool


@dataclass(frozen=True)
class Supply:
    """Pieces of one kind that are not on the board: how many are left, of how many at first."""

    kind: str
    count: int
    of: int


@dataclass(frozen=True)
class Scene:
    """A position as data. ``pieces`` are those of each place from the bottom up; ``hands`` what
    each player holds, ``supply`` what all draw on; ``win`` the lines of squares that won,
    ``reach`` the squares to which the last move sends, ``held`` who holds a square,
    ``goal`` the squares that a player wins by reaching."""

    pieces: dict[str, list[Piece]]
    hands: list[list[Supply]]
    supply: list[Supply]
    win: list[list[str]]
    reach: list[str]
    held: dict[str, int]
    goal: dict[int, list[str]]


def result_of(result: Any, players: int) -> Result | None:
    if not result.over:
        return None
    return Result(tuple(p for p in range(players) if result.winners >> p & 1))


def game_names() -> list[str]:
    """The games that there are.

    >>> game_names()
    ['dorix', 'tictacdoh', 'quoridor', 'orbital']
    """
    return [text_of(lib.tb_game_name(lib.tb_game_at(i))) for i in range(lib.tb_game_count())]


class Game:
    """A game with its number of players and its options decided.

    >>> Game("quoridor", walls=7)
    Game('quoridor', players=2, size=9, walls=7, turn='blocked', extra=0)
    >>> Game("quoridor").action_count
    210
    """

    __slots__ = ("_setup", "__weakref__")
    _setup: Any

    def __init__(self, name: str, players: int = 2, **options: int | str) -> None:
        error = new_error()
        found = lib.tb_game_find(as_bytes(name, "the game's name"))
        if not found:
            raise WrongGame(f"there is no game {name!r}; there are {', '.join(game_names())}",
                            lib.TB_ERR_GAME)
        setup = ffi.new("struct tb_setup *")
        if lib.tb_setup_init(setup, found, whole(players, "players"), error) < 0:
            raise_error(error)
        for key, value in options.items():
            if lib.tb_setup_set_option(setup, as_bytes(key, "an option"),
                                as_bytes(str(value), key), error) < 0:
                raise_error(error)
        self._setup = setup

    @classmethod
    def _of(cls, setup: Any) -> Game:
        """The game of a struct tb_setup, which is copied."""
        game = cls.__new__(cls)
        game._setup = ffi.new("struct tb_setup *", setup)
        return game

    @property
    def name(self) -> str:
        return text_of(lib.tb_game_name(self._setup.game))

    @property
    def title(self) -> str:
        return text_of(lib.tb_game_title(self._setup.game))

    @property
    def author(self) -> str:
        return text_of(lib.tb_game_author(self._setup.game))

    @property
    def players(self) -> int:
        return int(self._setup.players)

    @property
    def repeats(self) -> bool:
        """True if positions can repeat."""
        return lib.tb_game_repeats(self._setup.game)

    @property
    def personalities(self) -> list[str]:
        """The computer's personalities, for games of two sides.

        >>> Game("quoridor").personalities
        ['runner', 'builder', 'blocker']
        """
        found: list[str] = []
        while name := lib.tb_game_personality(self._setup.game, len(found)):
            found.append(text_of(name))
        return found

    @property
    def options(self) -> dict[str, int | str]:
        """Every option with its value.

        >>> Game("orbital", line="row").options
        {'pieces': 6, 'line': 'row', 'free': 'open', 'reach': 'ahead'}
        """
        values: dict[str, int | str] = {}
        for i in range(lib.tb_game_option_count(self._setup.game)):
            option = lib.tb_game_option(self._setup.game, i)
            value = self._setup.options[i]
            values[text_of(option.name)] = (
                text_of(option.words[value]) if option.words else value)
        return values

    def option_list(self, lang: str = "en") -> list[Option]:
        """What can be chosen."""
        found = []
        for i in range(lib.tb_game_option_count(self._setup.game)):
            option = lib.tb_game_option(self._setup.game, i)
            values = range(option.min, option.max + 1, option.step)
            found.append(Option(
                text_of(option.name),
                tuple(text_of(option.words[v]) if option.words else v for v in values),
                text_of(lib.tb_option_text(option, as_bytes(lang, "a language")))))
        return found

    @property
    def start(self) -> Position:
        """The starting position."""
        position = new_position()
        lib.tb_position_start(position, self._setup, ffi.NULL)
        return Position._of(position)

    def position(self, text: str) -> Position:
        """Reads a position string; words such as ``size=5`` in front of it override this
        game's.

        >>> Game("quoridor").position("e2/e8 10/10 - 1").turn
        0
        """
        position = new_position()
        error = new_error()
        if lib.tb_position_parse(position, self._setup, as_bytes(text, "the position"),
                                 error) < 0:
            raise_error(error)
        return Position._of(position)

    # ---- For learning --------------------------------------------------------------------

    @property
    def action_count(self) -> int:
        """Actions are the numbers below this, the same in every position."""
        return lib.tb_action_count(self._setup)

    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """Planes, rows, columns.

        >>> Game("tictacdoh").observation_shape
        (9, 5, 5)
        """
        shape = ffi.new("int[3]")
        lib.tb_observation_shape(self._setup, shape)
        return shape[0], shape[1], shape[2]

    @property
    def planes(self) -> list[str]:
        """What each plane of an observation means.

        >>> Game("quoridor").planes[0]
        'pawn of the player to move'
        """
        out = ffi.new("char[]", 160)
        names = []
        for i in range(self.observation_shape[0]):
            lib.tb_observation_plane(self._setup, i, out, 160)
            names.append(text_of(out))
        return names

    # ---- Being a value -------------------------------------------------------------------

    def _key(self) -> tuple[Any, ...]:
        return (self.name, self.players, *self.options.items())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        options = "".join(f", {key}={value!r}" for key, value in self.options.items())
        return f"Game({self.name!r}, players={self.players}{options})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_again, (self.name, self.players, self.options)


def _game_again(name: str, players: int, options: dict[str, int | str]) -> Game:
    return Game(name, players, **options)


class Position:
    """A position: it never changes; ``play`` gives another one. Positions can be compared,
    kept in sets and pickled.

    >>> start = Game("quoridor").start
    >>> after = start.play("e2")
    >>> str(after)
    'e2/e9 10/10 - 2'
    >>> after == start.play("e2"), after in {start}
    (True, False)
    >>> start.play("e5")
    Traceback (most recent call last):
    ...
    tablier.errors.IllegalMove: ...
    """

    __slots__ = ("_c",)
    _c: Any

    def __init__(self) -> None:
        raise TypeError("positions come from Game.start, Game.position() and play()")

    @classmethod
    def _of(cls, pointer: Any) -> Position:
        """Takes over a struct tb_position."""
        position = cls.__new__(cls)
        position._c = pointer
        return position

    @property
    def game(self) -> Game:
        return Game._of(lib.tb_position_setup(self._c)[0])

    @property
    def _players(self) -> int:
        return int(lib.tb_position_setup(self._c).players)

    @property
    def turn(self) -> int:
        """The player to move, from 0."""
        return lib.tb_turn(self._c)

    @property
    def result(self) -> Result | None:
        """None while the game goes on."""
        if not lib.tablier_over(self._c):
            return None
        return result_of(lib.tb_position_result(self._c), self._players)

    @property
    def _over(self) -> bool:
        return lib.tablier_over(self._c)

    # ---- Moves -----------------------------------------------------------------------------

    def moves(self) -> list[str]:
        """All legal moves; none when the game is over.

        >>> Game("tictacdoh").start.moves()
        ['Sc3', 'Mc3', 'Lc3']
        """
        texts = lib.tablier_moves(self._c)
        if not texts:
            raise MemoryError("out of memory")
        moves = text_of(texts).split()
        lib.tablier_free(texts)
        return moves

    def move_count(self) -> int:
        return lib.tb_move_count(self._c)

    def play(self, move: str) -> Position:
        """The position after a move; IllegalMove, with the reason, if it is not legal."""
        try:
            text = move.encode("utf-8", "replace")
        except AttributeError:
            raise TypeError(f"a move must be str, not {type(move).__name__}") from None
        after = ffi.NULL if 0 in text else lib.tablier_play(self._c, text)
        if not after:
            self._refuse(move)
        position = _make(Position)
        position._c = _owned(after, _free)
        return position

    def _refuse(self, move: str) -> None:
        reason = new_struct("tb_reason")
        data = as_bytes(move, "a move")
        lib.tb_why(self._c, data, reason)
        raise IllegalMove(text_of(reason.text) or f"{move!r} is not legal", lib.TB_ERR_ILLEGAL,
                          text_of(reason.message), tuple(text_of(reason.places).split()))

    def why(self, move: str, lang: str = "en", names: Sequence[str | None] = (),
            you: int = 0) -> str | None:
        """Why a move is not allowed, in a sentence; None if it is.

        >>> Game("tictacdoh").start.why("Sc3") is None
        True
        """
        reason = new_struct("tb_reason")
        lib.tb_why(self._c, as_bytes(move, "a move"), reason)
        if reason.legal:
            return None
        return rendered(lib.tb_reason_text, reason, lang, names, you)

    def side(self, player: int) -> int:
        """The side that a player plays for: players of one side win together.

        >>> [Game("dorix", players=4).start.side(p) for p in range(4)]
        [0, 1, 0, 1]
        """
        return lib.tb_side(self._c, whole(player, "player", 0, self._players - 1))

    def scene(self) -> Scene:
        """The position as data: everything that a picture of it shows.

        >>> scene = Game("quoridor", size=5).start.play("c2").scene()
        >>> scene.pieces["c2"]
        [Piece(kind='pawn', player=0, way=None, sends=False)]
        >>> scene.hands[1]
        [Supply(kind='barrier', count=10, of=10)]
        """
        found = ffi.new("struct tb_scene *", {"size": ffi.sizeof("struct tb_scene")})
        error = new_error()
        if lib.tb_position_scene(self._c, found, error) < 0:
            raise_error(error)
        scene = Scene({}, [[] for _ in range(self._players)], [], [], [], {}, {})
        for piece in found.pieces[0:found.piece_count]:
            scene.pieces.setdefault(text_of(piece.place), []).append(Piece(
                text_of(piece.kind), piece.player if piece.player >= 0 else None,
                piece.way.decode() if piece.way != b"\0" else None, piece.sends))
        for one in found.supplies[0:found.supply_count]:
            (scene.hands[one.player] if one.player >= 0 else scene.supply).append(
                Supply(text_of(one.kind), one.count, one.of))
        for mark in found.marks[0:found.mark_count]:
            place = text_of(mark.place)
            if mark.kind == lib.TB_MARK_WIN:
                scene.win.extend([] for _ in range(mark.number + 1 - len(scene.win)))
                scene.win[mark.number].append(place)
            elif mark.kind == lib.TB_MARK_REACH:
                scene.reach.append(place)
            elif mark.kind == lib.TB_MARK_HELD:
                scene.held[place] = mark.number
            elif mark.kind == lib.TB_MARK_GOAL:
                scene.goal.setdefault(mark.number, []).append(place)
        return scene

    def goal(self, player: int, lang: str = "en", names: Sequence[str | None] = (),
             you: int = 0) -> str:
        """How a player wins, in a sentence.

        >>> Game("quoridor").start.goal(1)
        'Player 2 wins by reaching row 1.'
        """
        size = 1024
        out = ffi.new("char[]", size)
        if lib.tb_goal(self._c, whole(player, "player"), viewer(lang, names, you), out, size) < 0:
            raise_code(lib.TB_ERR_RANGE)
        return text_of(out)

    def remarks(self, move: str | None = None, lang: str = "en",
                names: Sequence[str | None] = (), you: int = 0) -> list[str]:
        """Facts about the position, or about one of its moves, in sentences."""
        reader = viewer(lang, names, you)
        size = 4096
        out = ffi.new("char[]", size)
        if move is None:
            lib.tb_remark(self._c, reader, out, size)
        else:
            lib.tb_remark_move(self._c, self._move_number(move), reader, out, size)
        return text_of(out).splitlines()

    def canonical(self, move: str) -> str:
        """The spelling that the program uses for a move.

        >>> Game("quoridor").start.canonical("e2")
        'e2'
        """
        return self._move_text(self._move_number(move))

    def perft(self, depth: int) -> int:
        """The number of sequences of exactly ``depth`` moves.

        >>> Game("quoridor").start.perft(2)
        16677
        """
        return lib.tb_perft(self._c, whole(depth, "depth", 0, 100))

    def _move_number(self, move: str) -> int:
        number = ffi.new("tb_move *")
        if lib.tb_move_parse(self._c, as_bytes(move, "a move"), number, ffi.NULL) < 0:
            self._refuse(move)
        return int(number[0])

    def _move_text(self, number: int) -> str:
        text = ffi.new("char[]", lib.TB_MOVE_TEXT)
        lib.tb_move_text(self._c, number, text, lib.TB_MOVE_TEXT)
        return text_of(text)

    # ---- Actions and observations ------------------------------------------------------------

    def legal_actions(self) -> NDArray[np.int32]:
        """The actions of the legal moves, ascending."""
        return np.array(self._actions(), np.int32)

    def _actions(self) -> list[int]:
        found = lib.tablier_actions(self._c)
        if not found:
            raise MemoryError("out of memory")
        actions: list[int] = ffi.unpack(found + 1, found[0])
        lib.tablier_free(found)
        return actions

    def legal_mask(self) -> NDArray[np.bool_]:
        """One truth value for each action."""
        mask = np.empty(lib.tb_action_count(lib.tb_position_setup(self._c)), dtype=np.uint8)
        lib.tb_action_mask(self._c, ffi.from_buffer("uint8_t[]", mask))
        return mask.view(np.bool_)

    def action(self, move: str) -> int:
        """The action of a legal move.

        >>> start = Game("quoridor").start
        >>> start.action("e2"), start.move(start.action("e2"))
        (13, 'e2')
        """
        code = lib.tb_action_of(self._c, self._move_number(move))
        if code < 0:
            raise_code(code)
        return code

    def move(self, action: int) -> str:
        """The legal move of an action."""
        return self._move_text(self._action_number(action))

    def play_action(self, action: int) -> Position:
        """The position after an action."""
        if type(action) is not int or not -2**31 <= action < 2**31:
            action = whole(action, "action")
        after = lib.tablier_play_action(self._c, action)
        if not after:
            self._action_number(action)
            raise MemoryError("out of memory")
        position = _make(Position)
        position._c = _owned(after, _free)
        return position

    def _action_number(self, action: int) -> int:
        number, error = ffi.new("tb_move *"), new_error()
        if lib.tb_action_move(self._c, whole(action, "action"), number, error) < 0:
            raise_error(error)
        return int(number[0])

    def observation(self) -> NDArray[np.float32]:
        """The position as planes of numbers from 0 to 1; Game.planes says what they mean."""
        out = np.empty(self.game.observation_shape, dtype=np.float32)
        lib.tb_observation(self._c, ffi.from_buffer("float[]", out))
        return out

    def symmetries(self) -> list[Position]:
        """The positions that are this one up to symmetry, itself first.

        >>> len(Game("orbital").start.symmetries())
        16
        """
        found = []
        for i in range(lib.tb_symmetry_count(self._c)):
            image = new_position()
            lib.tb_symmetry_position(self._c, i, image)
            found.append(Position._of(image))
        return found

    def symmetric_action(self, symmetry: int, action: int) -> int:
        """What an action becomes in ``symmetries()[symmetry]``."""
        code = lib.tb_action_symmetry(self._c, whole(symmetry, "symmetry"), whole(action, "action"))
        if code < 0:
            raise_code(code)
        return code

    def symmetric_player(self, symmetry: int, player: int) -> int:
        """What a player becomes in ``symmetries()[symmetry]``."""
        return lib.tb_symmetry_player(
            self._c, whole(symmetry, "symmetry", 0, lib.tb_symmetry_count(self._c) - 1),
            whole(player, "player", 0, self._players - 1))

    # ---- Showing -----------------------------------------------------------------------------

    def draw(self, ascii: bool = False, lang: str = "en") -> str:
        """A drawing of several lines, for a terminal."""
        tag = ffi.new("char[]", as_bytes(lang, "a language"))
        style = new_struct("tb_style")
        style.ascii, style.lang = ascii, tag
        out = ffi.new("char[]", lib.TB_DRAWING_TEXT)
        lib.tb_draw(self._c, style, out, lib.TB_DRAWING_TEXT)
        return text_of(out)

    def svg(self, *, marks: str = "", arrows: str = "", dark: bool = False, width: int = 0,
            lang: str = "en") -> str:
        """A picture, with squares or barriers marked ("e4 e3h") and arrows ("e2>e4")."""
        tag = ffi.new("char[]", as_bytes(lang, "a language"))
        names = ffi.new("char[]", as_bytes(marks, "marks"))
        joined = ffi.new("char[]", as_bytes(arrows, "arrows"))
        picture = ffi.new("struct tb_picture *", {
            "size": ffi.sizeof("struct tb_picture"), "dark": dark, "lang": tag,
            "width": whole(width, "width", 0, 10000), "marks": names, "arrows": joined})
        error = new_error()
        wanted = lib.tb_draw_svg(self._c, picture, ffi.NULL, 0, error)
        if wanted < 0:
            raise_error(error)
        out = ffi.new("char[]", wanted + 1)
        lib.tb_draw_svg(self._c, picture, out, wanted + 1, error)
        return text_of(out)

    def _repr_svg_(self) -> str:
        return self.svg(width=360)

    def __str__(self) -> str:
        out = ffi.new("char[]", lib.TB_POSITION_TEXT)
        lib.tb_position_text(self._c, out, lib.TB_POSITION_TEXT)
        return text_of(out)

    def __repr__(self) -> str:
        return f"<Position {self.game.name} {self}>"

    # ---- Being a value -------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return lib.tb_equal(self._c, other._c)

    def __hash__(self) -> int:
        return lib.tb_hash(self._c)

    @property
    def hash(self) -> int:
        """The library's 64-bit hash, the same in every language."""
        return lib.tb_hash(self._c)

    def __reduce__(self) -> tuple[Any, ...]:
        return _position_again, (self.game.name, str(self))


_make = object.__new__
_owned, _free = ffi.gc, lib.tb_position_free


def _position_again(name: str, text: str) -> Position:
    return Game(name).position(text)
