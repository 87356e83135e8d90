"""The games with the interface of OpenSpiel's games, states and observers.

OpenSpiel is not imported: code that was written for it finds the methods that it calls. Where
``pyspiel`` has been imported, get_type() answers with its enumerations.
"""

from __future__ import annotations

import enum
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ._tablier import lib
from .errors import BadInput, GameOver, as_bytes, whole
from .game import Game, Position

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Dynamics(enum.Enum):
    SEQUENTIAL = 1


class ChanceMode(enum.Enum):
    DETERMINISTIC = 0


class Information(enum.Enum):
    PERFECT_INFORMATION = 1


class Utility(enum.Enum):
    ZERO_SUM = 0
    GENERAL_SUM = 2


class RewardModel(enum.Enum):
    TERMINAL = 1


def _member(kind: type[enum.Enum], name: str) -> Any:
    """A member of the enumeration, of pyspiel's if that is in use: its code compares with it."""
    theirs = getattr(getattr(sys.modules.get("pyspiel"), "GameType", None), kind.__name__, kind)
    return getattr(theirs, name, kind[name])


@dataclass(frozen=True)
class GameType:
    """The properties of a game, with the names that OpenSpiel has for them."""

    short_name: str
    long_name: str
    utility: Any
    max_num_players: int
    min_num_players: int
    parameter_specification: dict[str, Any]
    dynamics: Any
    chance_mode: Any
    information: Any
    reward_model: Any
    provides_information_state_string: bool = True
    provides_information_state_tensor: bool = False
    provides_observation_string: bool = True
    provides_observation_tensor: bool = True
    provides_factored_observation_string: bool = False
    default_loadable: bool = False


class PlayerAction(NamedTuple):
    """An action and who made it."""

    player: int
    action: int


class OpenSpielGame:
    """A game with the interface of OpenSpiel's Game. A game of ``max_length`` actions that has no
    winner by then is a draw.

    >>> state = OpenSpielGame(Game("quoridor")).new_initial_state()
    >>> state.apply_action(state.string_to_action("e2"))
    >>> state.current_player(), state.history()
    (1, [13])
    """

    def __init__(self, game: Game, *, max_length: int = 1000) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"OpenSpielGame takes a Game, not {type(game).__name__}")
        self.game = game
        self._max_length = whole(max_length, "max_length", 1)

    def get_type(self) -> GameType:
        name = "ZERO_SUM" if self.utility_sum() is not None else "GENERAL_SUM"
        return GameType(
            self.game.name, self.game.title, _member(Utility, name), self.game.players,
            self.game.players, self.get_parameters(), _member(Dynamics, "SEQUENTIAL"),
            _member(ChanceMode, "DETERMINISTIC"), _member(Information, "PERFECT_INFORMATION"),
            _member(RewardModel, "TERMINAL"))

    def get_parameters(self) -> dict[str, Any]:
        """The number of players and the options of the game."""
        return {"players": self.game.players, **self.game.options}

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self, self.game.start)

    def new_initial_states(self) -> list[OpenSpielState]:
        return [self.new_initial_state()]

    def deserialize_state(self, text: str) -> OpenSpielState:
        """The state that serialize() wrote."""
        state = self.new_initial_state()
        for line in as_bytes(text, "a state").decode().split():
            if not line.isdecimal():
                raise BadInput(f"{line!r} is not an action of a state", lib.TB_ERR_SYNTAX)
            state.apply_action(int(line))
        return state

    def num_distinct_actions(self) -> int:
        return self.game.action_count

    def policy_tensor_shape(self) -> list[int]:
        return [self.game.action_count]

    def max_chance_outcomes(self) -> int:
        return 0

    def max_chance_nodes_in_history(self) -> int:
        return 0

    def num_players(self) -> int:
        return self.game.players

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float | None:
        """0 where two sides of equal size play; None otherwise, since three players who each play
        for themselves get -1 together, and 0 in a draw."""
        sides = [self.game.start.side(player) for player in range(self.game.players)]
        return 0.0 if sides.count(0) * 2 == len(sides) and set(sides) == {0, 1} else None

    def max_game_length(self) -> int:
        return self._max_length

    def max_move_number(self) -> int:
        return self._max_length

    def max_history_length(self) -> int:
        return self._max_length

    def observation_tensor_shape(self) -> list[int]:
        return list(self.game.observation_shape)

    def observation_tensor_size(self) -> int:
        return int(np.prod(self.game.observation_shape))

    def make_py_observer(self, iig_obs_type: Any = None,
                         params: dict[str, Any] | None = None) -> Observer:
        """The observer that ``open_spiel.python.observation.make_observation(game)`` asks for."""
        return Observer(self)

    def __str__(self) -> str:
        values = ",".join(f"{name}={value}" for name, value in self.get_parameters().items())
        return f"{self.game.name}({values})"

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OpenSpielGame):
            return NotImplemented
        return (self.game, self._max_length) == (other.game, other._max_length)

    def __hash__(self) -> int:
        return hash((self.game, self._max_length))


class Observer:
    """Observations of states: ``tensor`` and ``dict`` hold the last one of set_from(). Every player
    sees everything, so that they do not depend on the player."""

    def __init__(self, game: OpenSpielGame) -> None:
        self.tensor: NDArray[np.float32] = np.zeros(game.observation_tensor_size(), np.float32)
        self.dict = {"observation": self.tensor.reshape(game.observation_tensor_shape())}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        self.dict["observation"][:] = state.position.observation()

    def string_from(self, state: OpenSpielState, player: int) -> str:
        return state.observation_string(player)


class OpenSpielState:
    """A position with its history, with the interface of OpenSpiel's State."""

    TERMINAL = -4
    """The answer of current_player() when the game is over, as in OpenSpiel."""

    __slots__ = ("_game", "position", "_last", "_count", "_terminal")

    def __init__(self, game: OpenSpielGame, position: Position) -> None:
        self._game = game
        self.position = position
        # The last action with the position before it, and what was last then: states share them.
        self._last: tuple[Any, Position, int] | None = None
        self._count = 0
        self._terminal = position._over

    def get_game(self) -> OpenSpielGame:
        return self._game

    # ---- Where it stands -------------------------------------------------------------------

    def current_player(self) -> int:
        return self.TERMINAL if self._terminal else self.position.turn

    def is_terminal(self) -> bool:
        return self._terminal

    def is_initial_state(self) -> bool:
        return self._last is None

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def is_mean_field_node(self) -> bool:
        return False

    def is_player_node(self) -> bool:
        return not self._terminal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """There is no chance in these games."""
        raise BadInput("there are no chance nodes in this game", lib.TB_ERR_ARGUMENT)

    def num_players(self) -> int:
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    # ---- Actions ---------------------------------------------------------------------------

    def legal_actions(self, player: int | None = None) -> list[int]:
        if self._terminal or player not in (None, self.position.turn):
            return []
        return self.position._actions()

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        if self._terminal or player not in (None, self.position.turn):
            return [0] * self._game.num_distinct_actions()
        mask: list[int] = self.position.legal_mask().astype(np.int8).tolist()
        return mask

    def apply_action(self, action: int) -> None:
        if self._terminal:
            raise GameOver("the game is over", lib.TB_ERR_OVER)
        after = self.position.play_action(action)
        self._last = (self._last, self.position, int(action))
        self.position = after
        self._count += 1
        self._terminal = lib.tablier_over(after._c) or self._count >= self._game._max_length

    apply_action_with_legality_check = apply_action

    def undo_action(self, player: int, action: int) -> None:
        if self._last is None or self._last[2] != action:
            raise BadInput(f"the last action was not {action}", lib.TB_ERR_ARGUMENT)
        self._last, self.position, _ = self._last
        self._count -= 1
        self._terminal = False

    def child(self, action: int) -> OpenSpielState:
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> OpenSpielState:
        state = object.__new__(OpenSpielState)
        state._game, state.position = self._game, self.position
        state._last, state._count, state._terminal = self._last, self._count, self._terminal
        return state

    def action_to_string(self, *arguments: int) -> str:
        """Takes (player, action) or (action)."""
        return self.position.move(arguments[-1])

    def string_to_action(self, *arguments: Any) -> int:
        """Takes (player, text) or (text)."""
        return self.position.action(arguments[-1])

    # ---- Results ---------------------------------------------------------------------------

    def returns(self) -> list[float]:
        result = self.position.result
        if result is None or result.draw:
            return [0.0] * self.num_players()
        return [1.0 if p in result.winners else -1.0 for p in range(self.num_players())]

    rewards = returns
    """Rewards come with the last action only."""

    def player_return(self, player: int) -> float:
        return self.returns()[self._player(player)]

    def player_reward(self, player: int) -> float:
        return self.rewards()[self._player(player)]

    def _player(self, player: int | None) -> int:
        return whole(0 if player is None else player, "player", 0, self.num_players() - 1)

    # ---- History and observations ------------------------------------------------------------

    def _steps(self) -> list[tuple[Position, int]]:
        """The actions, each with the position before it."""
        steps, last = [], self._last
        while last is not None:
            steps.append(last[1:])
            last = last[0]
        steps.reverse()
        return steps

    def history(self) -> list[int]:
        return [action for _, action in self._steps()]

    def full_history(self) -> list[PlayerAction]:
        return [PlayerAction(position.turn, action) for position, action in self._steps()]

    def history_str(self) -> str:
        return ", ".join(map(str, self.history()))

    def move_number(self) -> int:
        return self._count

    def serialize(self) -> str:
        """The actions, one per line; OpenSpielGame.deserialize_state() reads them."""
        return "".join(f"{action}\n" for action in self.history())

    def observation_tensor(self, player: int | None = None) -> list[float]:
        self._player(player)
        numbers: list[float] = self.position.observation().ravel().tolist()
        return numbers

    def observation_string(self, player: int | None = None) -> str:
        self._player(player)
        return str(self.position)

    def information_state_string(self, player: int | None = None) -> str:
        """The history, which everybody knows."""
        self._player(player)
        return self.history_str()

    def to_string(self) -> str:
        return self.position.draw()

    def __str__(self) -> str:
        return self.position.draw()

    def __repr__(self) -> str:
        return f"<OpenSpielState {self._game.game.name} {self.position}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _state_again, (self._game, self._steps(), self.position)


def _state_again(game: OpenSpielGame, steps: list[tuple[Position, int]],
                 position: Position) -> OpenSpielState:
    state = OpenSpielState(game, position)
    for before, action in steps:
        state._last = (state._last, before, action)
    state._count = len(steps)
    state._terminal = position._over or state._count >= game._max_length
    return state
