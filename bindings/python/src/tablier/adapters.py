"""The games with the interfaces of PettingZoo's AEC environments and of OpenSpiel's states.

Neither package is imported: code that was written for them finds the methods it calls. The
README has tables of what corresponds to what.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, NamedTuple

import numpy as np

from .errors import GameOver
from .game import Game, Position

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Space(NamedTuple):
    """What a PettingZoo space tells: a shape, or a number of actions ``n``."""

    shape: tuple[int, ...]
    n: int | None = None

    def sample(self, mask: Any = None) -> int:
        """A random action among those that the mask allows."""
        choices = np.arange(self.n or 0) if mask is None else np.flatnonzero(mask)
        return int(np.random.default_rng().choice(choices))


class AECEnv:
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

    def __init__(self, game: Game, *, max_plies: int = 1000) -> None:
        self.game = game
        self.max_plies = max_plies
        self.metadata = {"name": f"{game.name}_tablier", "render_modes": ["ansi", "svg"],
                         "is_parallelizable": False}
        self.possible_agents = [f"player_{i}" for i in range(game.players)]
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
        mask = (self.position.legal_mask() if agent == self.agent_selection
                else np.zeros(self.game.action_count, dtype=np.bool_))
        return {"observation": self.position.observation(), "action_mask": mask.astype(np.int8)}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def step(self, action: int | None) -> None:
        """Plays an action; None for an agent whose game is over, which then leaves."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise GameOver("the game is over: step(None) is the only action left")
            self._leave(agent)
            return
        self._cumulative_rewards[agent] = 0.0
        self.position = self.position.play_action(int(action))  # type: ignore[arg-type]
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
        tables: tuple[dict[str, Any], ...] = (
            self.rewards, self._cumulative_rewards, self.terminations, self.truncations,
            self.infos)
        for table in tables:
            del table[agent]
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def observation_space(self, agent: str) -> Space:
        return Space(self.game.observation_shape)

    def action_space(self, agent: str) -> Space:
        return Space((), self.game.action_count)

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    def render(self) -> str:
        return self.position.draw()

    def close(self) -> None:
        """Nothing is held."""


class OpenSpielGame:
    """A game with the interface of OpenSpiel's Game.

    >>> state = OpenSpielGame(Game("quoridor")).new_initial_state()
    >>> state.apply_action(state.string_to_action("e2"))
    >>> state.current_player(), state.history()
    (1, [13])
    """

    def __init__(self, game: Game, *, max_length: int = 1000) -> None:
        self.game = game
        self._max_length = max_length

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self, self.game.start)

    def num_distinct_actions(self) -> int:
        return self.game.action_count

    def num_players(self) -> int:
        return self.game.players

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def max_game_length(self) -> int:
        return self._max_length

    def observation_tensor_shape(self) -> list[int]:
        return list(self.game.observation_shape)

    def observation_tensor_size(self) -> int:
        return int(np.prod(self.game.observation_shape))


class OpenSpielState:
    """A position with its history, with the interface of OpenSpiel's State."""

    TERMINAL = -4
    """What current_player() answers when the game is over, as in OpenSpiel."""

    def __init__(self, game: OpenSpielGame, position: Position,
                 before: tuple[tuple[Position, int], ...] = ()) -> None:
        self._game = game
        self.position = position
        self._before = before

    def get_game(self) -> OpenSpielGame:
        return self._game

    def current_player(self) -> int:
        return self.TERMINAL if self.is_terminal() else self.position.turn

    def is_terminal(self) -> bool:
        return self.position.result is not None or len(self._before) >= self._game._max_length

    def is_chance_node(self) -> bool:
        return False

    def is_player_node(self) -> bool:
        return not self.is_terminal()

    def legal_actions(self, player: int | None = None) -> list[int]:
        if self.is_terminal() or player not in (None, self.position.turn):
            return []
        return [int(action) for action in self.position.legal_actions()]

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        if self.is_terminal() or player not in (None, self.position.turn):
            return [0] * self._game.num_distinct_actions()
        return [int(legal) for legal in self.position.legal_mask()]

    def apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise GameOver("the game is over")
        after = self.position.play_action(action)
        self._before += ((self.position, int(action)),)
        self.position = after

    def undo_action(self, player: int, action: int) -> None:
        if not self._before or self._before[-1][1] != action:
            raise ValueError(f"the last action was not {action}")
        self.position = self._before[-1][0]
        self._before = self._before[:-1]

    def child(self, action: int) -> OpenSpielState:
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> OpenSpielState:
        return OpenSpielState(self._game, self.position, self._before)

    def returns(self) -> list[float]:
        result = self.position.result
        if result is None or result.draw:
            return [0.0] * self.num_players()
        return [1.0 if p in result.winners else -1.0 for p in range(self.num_players())]

    rewards = returns

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def num_players(self) -> int:
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    def action_to_string(self, *arguments: int) -> str:
        """Takes (player, action) or (action)."""
        return self.position.move(arguments[-1])

    def string_to_action(self, *arguments: Any) -> int:
        """Takes (player, text) or (text)."""
        return self.position.action(arguments[-1])

    def history(self) -> list[int]:
        return [action for _, action in self._before]

    def history_str(self) -> str:
        return " ".join(map(str, self.history()))

    def move_number(self) -> int:
        return len(self._before)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        return [float(number) for number in self.position.observation().ravel()]

    def observation_string(self, player: int | None = None) -> str:
        return str(self.position)

    information_state_string = observation_string

    def __str__(self) -> str:
        return self.position.draw()
