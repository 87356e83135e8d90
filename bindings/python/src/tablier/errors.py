"""What can go wrong, as exceptions; all of them are TablierError."""

from __future__ import annotations

from typing import Any, NoReturn

from ._tablier import ffi, lib


class TablierError(Exception):
    """Something the library refuses. ``code`` is its error code, ``french`` the same
    sentence in French."""

    def __init__(self, text: str, code: int = 0, french: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.french = french or text


class IllegalMove(TablierError, ValueError):
    """A move that the rules forbid, with the reason. ``places`` are the squares to blame."""

    def __init__(self, text: str, code: int = 0, french: str = "",
                 places: tuple[str, ...] = ()) -> None:
        super().__init__(text, code, french)
        self.places = places


class GameOver(TablierError):
    """There is nothing left to play."""


class WrongGame(TablierError, ValueError):
    """A position or move of another game, player count or set of options."""


class EngineBusy(TablierError, RuntimeError):
    """The engine is thinking already, in another thread."""


class Closed(TablierError, RuntimeError):
    """The object was closed and can do nothing more."""


_CLASSES = {
    lib.TB_ERR_ILLEGAL: IllegalMove,
    lib.TB_ERR_OVER: GameOver,
    lib.TB_ERR_SETUP: WrongGame,
    lib.TB_ERR_BUSY: EngineBusy,
}


class BadInput(TablierError, ValueError):
    """Anything else that is not understood: options, positions, records, numbers."""


def text_of(chars: Any) -> str:
    text: str = ffi.string(chars).decode("utf-8", "replace")
    return text


def new_error() -> Any:
    return ffi.new("struct tb_error *")


def raise_error(error: Any, code: int | None = None) -> NoReturn:
    """Raises what a struct tb_error says."""
    code = error.code if code is None else code
    kind = _CLASSES.get(code, BadInput)
    if code == lib.TB_ERR_MEMORY:
        raise MemoryError(text_of(error.text))
    raise kind(text_of(error.text) or text_of(lib.tb_error_name(code)), code,
               text_of(error.french))


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
