"""What can go wrong by the caller's data, as exceptions; all of them are TablierError. Mistakes in
the calling program stay Python's own: TypeError, IndexError, KeyError."""

from __future__ import annotations

import operator
import os
from typing import Any, NoReturn, Sequence
from weakref import WeakKeyDictionary

from ._tablier import ffi, lib


class TablierError(Exception):
    """Something the library refuses. ``code`` is its error code, ``message`` what is wrong as
    data: ``text("fr")`` says it in French."""

    def __init__(self, text: str, code: int = 0, message: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.message = message or text

    def text(self, lang: str = "en", names: Sequence[str | None] = (), you: int = 0) -> str:
        """The sentence in a language (a BCP 47 tag), with the players' names where they are
        given; ``you`` is the number of the player who reads it, from 1."""
        error = new_error()
        error.code = self.code
        error.message = self.message.encode("utf-8")[:lib.TB_MESSAGE_TEXT - 1]
        return rendered(lib.tb_error_text, error, lang, names, you)


class IllegalMove(TablierError, ValueError):
    """A move that the rules forbid, with the reason. ``places`` are the squares to blame."""

    def __init__(self, text: str, code: int = 0, message: str = "",
                 places: tuple[str, ...] = ()) -> None:
        super().__init__(text, code, message)
        self.places = places


class GameOver(TablierError):
    """There is nothing left to play."""


class WrongGame(TablierError, ValueError):
    """A position or move of another game, player count or set of options."""


class EngineBusy(TablierError, RuntimeError):
    """The engine is thinking already, in another thread."""


class EngineError(TablierError, RuntimeError):
    """Another program does not do what it should: it cannot be started, ended, refuses a command or
    does not keep to its protocol."""


class EngineTimeout(EngineError, TimeoutError):
    """Another program did not answer in time."""


class Closed(TablierError, RuntimeError):
    """The object was closed and can do nothing more."""


_kept: Any = WeakKeyDictionary()

_CLASSES = {
    lib.TB_ERR_ILLEGAL: IllegalMove,
    lib.TB_ERR_OVER: GameOver,
    lib.TB_ERR_SETUP: WrongGame,
    lib.TB_ERR_BUSY: EngineBusy,
}


# For errors that came without a sentence.
_MEANINGS = {
    lib.TB_ERR_SYNTAX: "syntax error",
    lib.TB_ERR_ILLEGAL: "move not allowed",
    lib.TB_ERR_OVER: "the game is over",
    lib.TB_ERR_RANGE: "argument out of range",
    lib.TB_ERR_ARGUMENT: "missing or invalid argument",
    lib.TB_ERR_BUSY: "in use by another call",
}


class BadInput(TablierError, ValueError):
    """Anything else that is not understood: options, positions, records, numbers."""


def text_of(chars: Any) -> str:
    text: str = ffi.string(chars).decode("utf-8", "replace")
    return text


def viewer(lang: str = "en", names: Sequence[str | None] = (), you: int = 0) -> Any:
    """Who reads a message: a struct tb_viewer, which keeps what it points to alive."""
    kept = [ffi.new("char[]", as_bytes(lang, "a language"))]
    kept += [ffi.new("char[]", as_bytes(name, "a name")) if name else ffi.NULL for name in names]
    list_ = ffi.new("char *[]", kept[1:] + [ffi.NULL] * 4)
    found = ffi.new("struct tb_viewer *", {
        "size": ffi.sizeof("struct tb_viewer"), "lang": kept[0], "names": list_, "you": you})
    _kept[found] = (kept, list_)
    return found


def rendered(function: Any, message: Any, lang: str, names: Sequence[str | None] = (),
             you: int = 0) -> str:
    """What tb_error_text() or tb_reason_text() writes."""
    size = 2 * lib.TB_MESSAGE_TEXT
    out = ffi.new("char[]", size)
    function(message, viewer(lang, names, you), out, size)
    return text_of(out)


def new_error() -> Any:
    return ffi.new("struct tb_error *")


def raise_error(error: Any, code: int | None = None) -> NoReturn:
    """Raises what a struct tb_error says."""
    code = error.code if code is None else code
    kind = _CLASSES.get(code, BadInput)
    if code == lib.TB_ERR_MEMORY:
        raise MemoryError(text_of(error.text))
    raise kind(text_of(error.text) or _MEANINGS.get(code, "internal error"), code,
               text_of(error.message))


def raise_code(code: int) -> NoReturn:
    """Raises an error that came without a sentence."""
    error = new_error()
    error.code = code
    raise_error(error)


def whole(value: Any, name: str, low: int = -2**31, high: int = 2**31 - 1) -> int:
    """A number for the library: TypeError if it is not an integer, BadInput if it is out of
    range."""
    if isinstance(value, bool):
        raise TypeError(f"{name} must be int, not bool")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be int, not {type(value).__name__}") from None
    if not low <= number <= high:
        raise BadInput(f"{name} must be between {low} and {high}, not {number}", lib.TB_ERR_RANGE)
    return number


def as_seed(seed: Any) -> int:
    """Any integer, as the 64 bits that the library takes."""
    return whole(seed, "seed", -2**63, 2**64 - 1) & 2**64 - 1


def milliseconds(seconds: Any, name: str) -> int:
    """Seconds as milliseconds for the library."""
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        raise TypeError(f"{name} must be a number of seconds, not {type(seconds).__name__}")
    if not 0 <= seconds <= 86400 * 365:
        raise BadInput(f"{name} must be between 0 seconds and a year, not {seconds}",
                       lib.TB_ERR_RANGE)
    return round(seconds * 1000)


def read_bytes(path: str | os.PathLike[str], size: int = -1) -> bytes:
    """The content of a file, or its first bytes; BadInput if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read(size)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"cannot read {os.fspath(path)!r}: {reason}",
                       lib.TB_ERR_SYSTEM) from error


def as_bytes(text: str, what: str) -> bytes:
    """Text for the library: UTF-8 without zero bytes."""
    if not isinstance(text, str):
        raise TypeError(f"{what} must be str, not {type(text).__name__}")
    data = text.encode("utf-8", "replace")
    if b"\0" in data:
        raise BadInput(f"{what} contains a zero byte", lib.TB_ERR_SYNTAX)
    return data
