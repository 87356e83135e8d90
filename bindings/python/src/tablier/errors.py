"""What can go wrong, as exceptions; all of them are TablierError."""

from __future__ import annotations

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


def as_bytes(text: str, what: str) -> bytes:
    """Text for the library: UTF-8 without zero bytes."""
    if not isinstance(text, str):
        raise TypeError(f"{what} must be str, not {type(text).__name__}")
    data = text.encode("utf-8", "replace")
    if b"\0" in data:
        raise BadInput(f"{what} contains a zero byte", lib.TB_ERR_SYNTAX)
    return data
