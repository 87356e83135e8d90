"""The games as environments of PettingZoo (AECEnv) and of Gymnasium (GymEnv).

The classes derive from those projects' own, and use their spaces, where the packages are installed;
otherwise they stand alone, with spaces that have the same methods.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any, Callable, Iterator, Union

import numpy as np

from ._tablier import lib
from .engine import Engine
from .errors import BadInput, GameOver, whole
from .game import Game, Position

if TYPE_CHECKING:
    from numpy.typing import NDArray

    class _AECBase:
        pass

    class _GymBase:
        def reset(self, *, seed: int | None = None) -> Any: ...

        np_random: np.random.Generator
else:
    def _base(package: str, name: str) -> type:
        try:
            return getattr(importlib.import_module(package), name)
        except ImportError:
            return object

    _AECBase, _GymBase = _base("pettingzoo", "AECEnv"), _base("gymnasium", "Env")

# ---- Spaces -------------------------------------------------------------------------------


class Discrete:
    """The integers below ``n``."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.shape: tuple[int, ...] = ()
        self.dtype = np.dtype(np.int64)
        self.seed()

    def seed(self, seed: int | None = None) -> None:
        self._random = np.random.default_rng(seed)

    def sample(self, mask: Any = None) -> int:
        """A random action, or one of those that the mask allows."""
        return int(self._random.choice(self.n if mask is None else np.flatnonzero(mask)))

    def contains(self, x: Any) -> bool:
        return isinstance(x, (int, np.integer)) and 0 <= int(x) < self.n

    def __contains__(self, x: Any) -> bool:
        return self.contains(x)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Discrete) and self.n == other.n

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


class Box:
    """Arrays of one shape and type with numbers from ``low`` to ``high``."""

    def __init__(self, low: float, high: float, shape: tuple[int, ...], dtype: Any) -> None:
        self.shape, self.dtype = shape, np.dtype(dtype)
        self.low, self.high = np.full(shape, low, dtype), np.full(shape, high, dtype)
        self.seed()

    def seed(self, seed: int | None = None) -> None:
        self._random = np.random.default_rng(seed)

    def sample(self) -> NDArray[Any]:
        if self.dtype.kind == "f":
            return self._random.uniform(self.low, self.high).astype(self.dtype)
        return self._random.integers(self.low, self.high, endpoint=True, dtype=self.dtype)

    def contains(self, x: Any) -> bool:
        return (isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype == self.dtype
                and bool(((x >= self.low) & (x <= self.high)).all()))

    def __contains__(self, x: Any) -> bool:
        return self.contains(x)

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Box) and (self.shape, self.dtype) == (other.shape, other.dtype)
                and bool((self.low == other.low).all() and (self.high == other.high).all()))

    def __repr__(self) -> str:
        return f"Box({self.low.flat[0]}, {self.high.flat[0]}, {self.shape}, {self.dtype})"


class Dict:
    """A space for each key."""

    def __init__(self, spaces: dict[str, Any]) -> None:
        self.spaces = spaces
        self.shape = self.dtype = None

    def seed(self, seed: int | None = None) -> None:
        for space in self.spaces.values():
            space.seed(seed)

    def sample(self) -> dict[str, Any]:
        return {key: space.sample() for key, space in self.spaces.items()}

    def contains(self, x: Any) -> bool:
        return (isinstance(x, dict) and x.keys() == self.spaces.keys()
                and all(space.contains(x[key]) for key, space in self.spaces.items()))

    def __contains__(self, x: Any) -> bool:
        return self.contains(x)

    def __getitem__(self, key: str) -> Any:
        return self.spaces[key]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dict) and self.spaces == other.spaces

    def __repr__(self) -> str:
        return f"Dict({self.spaces})"


def _spaces_of(game: Game) -> tuple[Any, Any]:
    """The spaces of observations and actions, of Gymnasium's classes where there are some."""
    kinds: Any
    try:
        kinds = importlib.import_module("gymnasium.spaces")
    except ImportError:
        kinds = sys.modules[__name__]
    observations = kinds.Dict({
        "observation": kinds.Box(0.0, 1.0, game.observation_shape, np.float32),
        "action_mask": kinds.Box(0, 1, (game.action_count,), np.int8)})
    return observations, kinds.Discrete(game.action_count)


def _observation_of(position: Position, masked: bool) -> dict[str, NDArray[Any]]:
    mask = (position.legal_mask() if masked
            else np.zeros(position.game.action_count, dtype=np.bool_))
    return {"observation": position.observation(), "action_mask": mask.astype(np.int8)}


_MODES = ["ansi", "svg"]


def _mode(render_mode: str | None) -> str | None:
    if render_mode is not None and render_mode not in _MODES:
        raise BadInput(f"render_mode must be one of {', '.join(_MODES)}, not {render_mode!r}",
                       lib.TB_ERR_VALUE)
    return render_mode


# ---- PettingZoo ---------------------------------------------------------------------------


class AECEnv(_AECBase):
    """One game with the interface of PettingZoo's AEC environments.

    >>> env = AECEnv(Game("tictacdoh"))
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, over, cut, info = env.last()
    ...     mask = observation["action_mask"]
    ...     env.step(None if over or cut else int(np.flatnonzero(mask)[0]))
    >>> sum(env.total_rewards.values())
    0.0
    """

    def __init__(self, game: Game, *, max_plies: int = 1000,
                 render_mode: str | None = None) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"AECEnv takes a Game, not {type(game).__name__}")
        self.game = game
        self.max_plies = whole(max_plies, "max_plies", 1)
        self.render_mode = _mode(render_mode)
        self.metadata = {"name": f"{game.name}_tablier", "render_modes": list(_MODES),
                         "is_parallelizable": False}
        self.possible_agents = [f"player_{i}" for i in range(game.players)]
        spaces = {agent: _spaces_of(game) for agent in self.possible_agents}
        self.observation_spaces = {agent: pair[0] for agent, pair in spaces.items()}
        self.action_spaces = {agent: pair[1] for agent, pair in spaces.items()}
        self.reset()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts again. There is no chance in these games, so the seed changes nothing."""
        self.position: Position = self.game.start
        self.agents = list(self.possible_agents)
        self.plies = 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.total_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.position.turn]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Planes and the mask of legal actions; the mask is empty unless it is the agent's
        turn."""
        return _observation_of(self.position, agent == self.agent_selection)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def step(self, action: int | None) -> None:
        """Plays an action; None for an agent whose game is over, which then leaves."""
        if not self.agents:
            raise GameOver("the game is over: reset() starts another", lib.TB_ERR_OVER)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise GameOver("the game is over: step(None) is the only action left",
                               lib.TB_ERR_OVER)
            self._leave(agent)
            return
        if action is None:
            raise BadInput("step(None) is for agents whose game is over", lib.TB_ERR_ARGUMENT)
        self.position = self.position.play_action(action)
        self._cumulative_rewards[agent] = 0.0
        self.plies += 1
        self._judge()
        self.agent_selection = self.possible_agents[self.position.turn]

    def _judge(self) -> None:
        result = self.position.result
        self.rewards = dict.fromkeys(self.agents, 0.0)
        for i, agent in enumerate(self.possible_agents):
            if result is not None:
                self.terminations[agent] = True
                if not result.draw:
                    self.rewards[agent] = 1.0 if i in result.winners else -1.0
            elif self.plies >= self.max_plies:
                self.truncations[agent] = True
            self._cumulative_rewards[agent] += self.rewards[agent]
            self.total_rewards[agent] += self.rewards[agent]

    def _leave(self, agent: str) -> None:
        self.agents.remove(agent)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        tables: tuple[dict[str, Any], ...] = (
            self._cumulative_rewards, self.terminations, self.truncations, self.infos)
        for table in tables:
            del table[agent]
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> AECEnv:
        return self

    def render(self) -> str:
        """The board: as SVG with render_mode="svg", otherwise as text."""
        return self.position.svg() if self.render_mode == "svg" else self.position.draw()

    def close(self) -> None:
        """Nothing is held."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


# ---- Gymnasium ----------------------------------------------------------------------------

Opponent = Union[None, Engine, Callable[[Position], Union[str, int]]]


class GymEnv(_GymBase):
    """One player's view of a game, with the interface of Gymnasium's environments: the other
    players' moves are part of the environment.

    The opponent is None (random moves), an engine with a level, or a function from a position to a
    move or an action. ``seat`` is the learner's, None: another one each time. An illegal action
    loses the game; with ``illegal="raise"`` it is an IllegalMove instead.

    >>> env = GymEnv(Game("tictacdoh"), seat=0)
    >>> observation, info = env.reset(seed=1)
    >>> over = False
    >>> while not over:
    ...     action = env.action_space.sample(observation["action_mask"])
    ...     observation, reward, over, cut, info = env.step(action)
    >>> reward in (-1.0, 0.0, 1.0)
    True
    """

    metadata = {"render_modes": list(_MODES), "render_fps": 1}
    spec: Any = None

    def __init__(self, game: Game, opponent: Opponent = None, *, seat: int | None = 0,
                 illegal: str = "lose", max_plies: int = 1000,
                 render_mode: str | None = None) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"GymEnv takes a Game, not {type(game).__name__}")
        if not (opponent is None or callable(opponent) or hasattr(opponent, "choose")):
            raise TypeError("the opponent must be None, an engine or a function, not "
                            f"{type(opponent).__name__}")
        if illegal not in ("lose", "raise"):
            raise BadInput(f"illegal must be lose or raise, not {illegal!r}", lib.TB_ERR_VALUE)
        self.game, self.opponent, self.illegal = game, opponent, illegal
        self._seat = None if seat is None else whole(seat, "seat", 0, game.players - 1)
        self.max_plies = whole(max_plies, "max_plies", 1)
        self.render_mode = _mode(render_mode)
        self.observation_space, self.action_space = _spaces_of(game)
        self.seat = self._seat or 0
        self.position: Position | None = None
        self._over = False

    def reset(self, *, seed: int | None = None,
              options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts a game; the seed decides the seat and the moves of a random opponent."""
        if _GymBase is not object:
            super().reset(seed=seed)
        elif seed is not None or getattr(self, "_np_random", None) is None:
            self._np_random = np.random.default_rng(seed)
        self.seat = (int(self._random.integers(self.game.players)) if self._seat is None
                     else self._seat)
        self.position, self.plies, self._over = self.game.start, 0, False
        self._reply()
        return self._observation(), self._info()

    @property
    def _random(self) -> np.random.Generator:
        return self._np_random if _GymBase is object else self.np_random

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Plays an action and the replies to it."""
        if self.position is None or self._over:
            raise GameOver("the game is over: reset() starts another", lib.TB_ERR_OVER)
        number = whole(action, "action", 0, self.game.action_count - 1)
        if self.illegal == "lose" and not self.position.legal_mask()[number]:
            self._over = True
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": number}
        self.position = self.position.play_action(number)
        self.plies += 1
        self._reply()
        result = self.position.result
        cut = result is None and self.plies >= self.max_plies
        self._over = result is not None or cut
        reward = 0.0
        if result is not None and not result.draw:
            reward = 1.0 if self.seat in result.winners else -1.0
        return self._observation(), reward, result is not None, cut, self._info()

    def _reply(self) -> None:
        """Plays the others' moves, until it is the learner's turn."""
        assert self.position is not None
        while (self.position.result is None and self.position.turn != self.seat
               and self.plies < self.max_plies):
            move: Any
            if self.opponent is None:
                move = int(self._random.choice(self.position.legal_actions()))
            elif callable(self.opponent):
                move = self.opponent(self.position)
            else:
                move = self.opponent.choose(self.position)
            self.position = (self.position.play(move) if isinstance(move, str)
                             else self.position.play_action(move))
            self.plies += 1

    def _observation(self) -> dict[str, Any]:
        assert self.position is not None
        return _observation_of(self.position, not self._over)

    def _info(self) -> dict[str, Any]:
        return {"position": str(self.position), "seat": self.seat, "plies": self.plies}

    @property
    def unwrapped(self) -> GymEnv:
        return self

    def render(self) -> str | None:
        """The board as text or SVG, by render_mode; None without one."""
        if self.render_mode is None or self.position is None:
            return None
        return self.position.svg() if self.render_mode == "svg" else self.position.draw()

    def close(self) -> None:
        """Nothing is held: the opponent is the caller's."""
