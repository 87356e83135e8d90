"""Many games at once, for learning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._tablier import ffi, lib
from .errors import BadInput, Closed, as_seed, new_error, raise_code, raise_error, whole
from .game import Game, Position, new_position

if TYPE_CHECKING:
    from numpy.typing import NDArray


class VectorEnv:
    """Plays ``n`` games of one kind side by side, in C; a game that ends starts again at once.

    The arrays that its methods return belong to it and are overwritten by the next call of
    the same method: copy what you keep.

    >>> env = VectorEnv(Game("tictacdoh"), 4, seed=1)
    >>> rewards, steps = env.step(env.sample())
    >>> rewards.shape, steps.tolist()
    ((4, 2), [0, 0, 0, 0])
    """

    GOES_ON, OVER, CUT_OFF = 0, 1, 2

    def __init__(self, game: Game, n: int, threads: int = 1, *, seed: int = 0,
                 max_plies: int = 0) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"VectorEnv takes a Game, not {type(game).__name__}")
        error = new_error()
        options = ffi.new("struct tb_batch_options *", {
            "size": ffi.sizeof("struct tb_batch_options"), "threads": whole(threads, "threads"),
            "plies_max": whole(max_plies, "max_plies", 0), "seed": as_seed(seed)})
        vector = lib.tb_batch_new(game._setup, whole(n, "n"), options, error)
        if not vector:
            raise_error(error)
        self._vector = ffi.gc(vector, lib.tb_batch_free)
        self.game = game
        self.n = n
        self.action_count = game.action_count
        self.observation_shape = game.observation_shape
        self._actions, self._c_actions = self._array((n,), np.int32, "int32_t[]")
        self._turns, self._c_turns = self._array((n,), np.int32, "int32_t[]")
        self._rewards, self._c_rewards = self._array((n, game.players), np.float32, "float[]")
        self._steps, self._c_steps = self._array((n,), np.uint8, "uint8_t[]")
        self._masks: NDArray[np.uint8] | None = None
        self._observations: NDArray[np.float32] | None = None

    @staticmethod
    def _array(shape: tuple[int, ...], dtype: Any, c_type: str) -> tuple[NDArray[Any], Any]:
        array = np.zeros(shape, dtype=dtype)
        return array, ffi.from_buffer(c_type, array)

    def _open(self) -> Any:
        if self._vector is None:
            raise Closed("the environment is closed")
        return self._vector

    def step(self, actions: NDArray[np.integer[Any]]) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
        """Plays one action in each game. Returns the rewards, one for each game and player
        (1 a win, -1 a loss, 0 otherwise), and GOES_ON, OVER or CUT_OFF for each game. If any
        action is not legal none is played, and IllegalMove names it."""
        vector = self._open()
        if actions is self._actions:
            given = self._c_actions
        else:
            checked = np.ascontiguousarray(actions, dtype=np.int32)
            if checked.shape != (self.n,):
                raise BadInput(f"there must be {self.n} actions, not {checked.shape}",
                               lib.TB_ERR_VALUE)
            given = ffi.from_buffer("int32_t[]", checked)
        if lib.tb_batch_step(vector, given, self._c_rewards, self._c_steps, ffi.NULL) < 0:
            error = new_error()
            lib.tb_batch_step(vector, given, self._c_rewards, self._c_steps, error)
            raise_error(error)
        return self._rewards, self._steps

    def sample(self) -> NDArray[np.int32]:
        """A random legal action for each game."""
        lib.tb_batch_sample(self._open(), self._c_actions)
        return self._actions

    def turns(self) -> NDArray[np.int32]:
        """The player to move in each game."""
        lib.tb_batch_turns(self._open(), self._c_turns)
        return self._turns

    def legal_masks(self) -> NDArray[np.bool_]:
        """One truth value for each game and action."""
        vector = self._open()
        if self._masks is None:
            self._masks = np.zeros((self.n, self.action_count), dtype=np.uint8)
        lib.tb_batch_masks(vector, ffi.from_buffer("uint8_t[]", self._masks))
        return self._masks.view(np.bool_)

    def observations(self) -> NDArray[np.float32]:
        """The planes of each game."""
        vector = self._open()
        if self._observations is None:
            self._observations = np.zeros((self.n, *self.observation_shape), dtype=np.float32)
        lib.tb_batch_observations(vector, ffi.from_buffer("float[]", self._observations))
        return self._observations

    def position(self, index: int) -> Position:
        """The position of one game."""
        position = new_position()
        code = lib.tb_batch_position(self._open(), whole(index, "index"), position)
        if code < 0:
            raise_code(code)
        return Position._of(position)

    def reset(self) -> None:
        """Restarts all games."""
        lib.tb_batch_reset(self._open())

    def close(self) -> None:
        """Frees everything, its threads too."""
        if self._vector is not None:
            vector, self._vector = self._vector, None
            ffi.release(vector)

    def __enter__(self) -> VectorEnv:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
