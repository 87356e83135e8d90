"""Tablier: rules, search and solving of Dorix, Tic Tac Doh, Quoridor and Orbital.

>>> import tablier
>>> position = tablier.Game("quoridor", walls=7).start.play("e2")
>>> position.turn
1

Players are counted from 0. What goes wrong by the caller's data is a TablierError.
"""

from typing import TYPE_CHECKING, Any

from ._tablier import lib as _lib
from .annotation import Evaluation, Node
from .engine import (Analysis, Claim, Engine, Finding, Line, Solution, Verified, solve, verify)
from .errors import (BadInput, Closed, EngineBusy, EngineError, EngineTimeout, GameOver,
                     IllegalMove, TablierError, WrongGame, text_of as _text_of)
from .experiments import (Entrant, ExperimentResult, MatchResult, Sprt, Standing, Statistic,
                          TournamentResult, run_experiment, run_match, run_tournament)
from .external import AsyncExternalEngine, ExternalEngine, connect, connect_async
from .game import Game, Option, Piece, Position, Result, Scene, Supply, game_names
from .match import Entry, Match, RecordError, iter_records, load_records, read_records
from .openspiel import OpenSpielGame, OpenSpielState
from .protocols import EngineOption
from .puzzles import Attempt, Puzzle, Puzzles, puzzles
from .review import Review, ReviewedMove, review
from .vector import VectorEnv

if TYPE_CHECKING:
    from .environments import AECEnv, GymEnv

__version__ = _text_of(_lib.tb_version())

__all__ = [
    "AECEnv", "Analysis", "AsyncExternalEngine", "Attempt", "BadInput", "Claim", "Closed", "Engine",
    "EngineBusy", "EngineError", "EngineOption", "EngineTimeout", "Entrant", "Entry", "Evaluation",
    "ExperimentResult", "ExternalEngine", "Finding", "Game", "GameOver", "GymEnv", "IllegalMove",
    "Line", "Match", "MatchResult", "Node", "OpenSpielGame", "OpenSpielState", "Option", "Piece",
    "Position", "Puzzle", "Puzzles", "RecordError", "Result", "Review", "ReviewedMove", "Scene",
    "Solution", "Sprt", "Standing", "Statistic", "Supply", "TablierError", "TournamentResult",
    "VectorEnv", "Verified", "WrongGame", "connect", "connect_async", "game_names", "iter_records",
    "load_records", "puzzles", "read_records", "review", "run_experiment", "run_match",
    "run_tournament", "solve", "verify",
]


def __getattr__(name: str) -> Any:
    """Loads the environments when they are first used: PettingZoo and Gymnasium, where they are
    installed, take their time."""
    if name in ("AECEnv", "GymEnv"):
        from . import environments
        return getattr(environments, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
