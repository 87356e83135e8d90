"""Matches, tournaments and experiments of the lab, which the command-line tool plays: run_match(),
run_tournament() and run_experiment(). Results are dataclasses; their rows() suit pandas.

The tool must be installed: it is found by the PATH, by the variable TABLIER, or by ``program``.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Iterable, Iterator, Mapping, Sequence

from .errors import BadInput, milliseconds, whole
from .game import Game
from .match import Match, load_records
from .players import Player, PlayerServer, name_of, tool_path

# ---- Results ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """How a contestant of a match fared. Points are 1 for a win, shared among the winners, and
    shared by all in a draw. ``faults`` are games that it lost by breaking the rules of the match,
    by kind."""

    name: str
    wins: int
    draws: int
    losses: int
    points: float
    points_per_seat: float
    points_interval: tuple[float, float]
    faults: Mapping[str, int]
    moves: int
    ms_per_move: float | None
    longest_ms: float
    depth: float | None
    nodes_per_second: float | None


@dataclass(frozen=True)
class Sprt:
    """A sequential test of two Elo differences; the verdict is open, elo0 or elo1."""

    elo0: float
    elo1: float
    llr: float
    lower: float
    upper: float
    verdict: str


@dataclass(frozen=True)
class MatchResult:
    """The result of a match. With two sides ``score`` and ``elo`` are those of the first
    contestant; intervals hold 95 %."""

    game: Game
    games: int
    interrupted: bool
    seconds: float
    contestants: tuple[Standing, ...]
    draws: int
    plies: float
    endings: Mapping[str, int]
    score: float | None
    score_interval: tuple[float, float] | None
    elo: float | None
    elo_interval: tuple[float | None, float | None] | None
    superiority: float | None
    sprt: Sprt | None
    records: tuple[Match, ...] = field(repr=False)

    def rows(self) -> list[dict[str, Any]]:
        """One row per game, for pandas.DataFrame()."""
        return record_rows(self.records)

    def standings(self) -> list[dict[str, Any]]:
        """One row per contestant."""
        return [asdict(standing) for standing in self.contestants]


@dataclass(frozen=True)
class Entrant:
    """An entrant of a tournament: its rating in Elo, on average 0, and the error that holds
    95 %."""

    name: str
    elo: float
    error: float
    games: int
    points: float
    faults: int


@dataclass(frozen=True)
class TournamentResult:
    """The rating list of a tournament, best first."""

    game: Game
    format: str
    games: int
    interrupted: bool
    entrants: tuple[Entrant, ...]
    advantage: float
    """Elo of the first move."""
    advantage_error: float
    draw_rate: float
    records: tuple[Match, ...] = field(repr=False)

    def rows(self) -> list[dict[str, Any]]:
        """One row per game, for pandas.DataFrame()."""
        return record_rows(self.records)

    def standings(self) -> list[dict[str, Any]]:
        """One row per entrant."""
        return [asdict(entrant) for entrant in self.entrants]


@dataclass(frozen=True)
class Statistic:
    """A number of an experiment with its 95 % interval; docs/LAB.md describes the measures. ``item``
    says which of several it is: a player, a square, a tenth of the game."""

    cell: str
    measure: str
    item: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    unit: str


@dataclass(frozen=True)
class ExperimentResult:
    """The statistics of an experiment. ``cells`` are the labels of its variants; there is one
    without a name if nothing was swept."""

    game: str
    version: str
    interrupted: bool
    cells: tuple[str, ...]
    statistics: tuple[Statistic, ...]
    records: tuple[Match, ...] = field(repr=False)

    def rows(self) -> list[dict[str, Any]]:
        """One row per statistic, for pandas.DataFrame()."""
        return [asdict(statistic) for statistic in self.statistics]

    def get(self, measure: str, item: str = "", cell: str | None = None) -> Statistic:
        """One of them; KeyError if there is none."""
        wanted = self.cells[0] if cell is None else cell
        for one in self.statistics:
            if (one.measure, one.item, one.cell) == (measure, item, wanted):
                return one
        raise KeyError((measure, item, wanted))


def record_rows(records: Iterable[Match]) -> list[dict[str, Any]]:
    """One row per match: who played, how it ended, how long it took."""
    rows = []
    for number, match in enumerate(records, 1):
        names = [match.tags[f"Player{i + 1}"] if f"Player{i + 1}" in match.tags else None
                 for i in range(match.game.players)]
        winners = match.result.winners if match.result else ()
        rows.append({
            "number": number, **{f"player_{i}": name for i, name in enumerate(names)},
            "winner": winners[0] if len(winners) == 1 else None,
            "winner_name": names[winners[0]] if len(winners) == 1 else None,
            "draw": match.result is not None and match.result.draw,
            "ending": match.ending, "plies": match.plies, "moves": " ".join(match.moves)})
    return rows


# ---- Runs ---------------------------------------------------------------------------------


def _option_words(options: Mapping[str, Any]) -> list[str]:
    """Options of the tool from keyword arguments: max_plies=80 becomes --max-plies 80; a list
    gives its option several times, and None none."""
    words = []
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        for one in value if isinstance(value, (list, tuple)) else (value,):
            if one is True:
                words.append(flag)
            elif one is not None and one is not False:
                words += [flag, str(one)]
    return words


def _game(game: Game | str) -> Game:
    if isinstance(game, str):
        return Game(game)
    if not isinstance(game, Game):
        raise TypeError(f"a run takes a Game or its name, not {type(game).__name__}")
    return game


def _game_words(game: Game, swept: Iterable[str] = ()) -> list[str]:
    """The game as the tool has it, without the options that are swept."""
    words = [game.name]
    if "players" not in swept:
        words += ["--players", str(game.players)]
    for name, value in game.options.items():
        if name not in swept:
            words += ["--set", f"{name}={value}"]
    return words


def _run(words: Sequence[str], server: PlayerServer) -> Any:
    """Runs the tool and reads its JSON. Ctrl-C ends it as in a terminal."""
    process = subprocess.Popen([*words, "--json", "--lang", "en"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
                               encoding="utf-8", errors="replace", start_new_session=True)
    server.on_fault = lambda: process.send_signal(signal.SIGINT)
    try:
        out, said = process.communicate()
    except BaseException:
        process.send_signal(signal.SIGINT)
        process.communicate()
        raise
    if server.fault is not None:
        raise server.fault
    if process.returncode != 0:
        lines = [line for line in said.splitlines() if line.strip()]
        reason = lines[-1] if lines else f"it ended with status {process.returncode}"
        raise BadInput(reason[len("tablier: "):] if reason.startswith("tablier: ") else reason)
    try:
        return json.loads(out)
    except ValueError:
        raise BadInput(f"{words[0]!r} did not print JSON: is it the command-line tool?") from None


@contextmanager
def _place(out: str | os.PathLike[str] | None) -> Iterator[Path]:
    """Where the games of a run go: the path that the caller names, or one for the moment."""
    if out is not None:
        yield Path(out)
        return
    with tempfile.TemporaryDirectory(prefix="tablier-") as folder:
        yield Path(folder) / "games.jsonl"


def _records(path: Path) -> tuple[Match, ...]:
    path = path / "games.jsonl" if path.is_dir() else path
    return tuple(load_records(path)) if path.exists() else ()


def _standing(found: dict[str, Any]) -> Standing:
    low, high = found.pop("points_interval")
    found.pop("seats")
    return Standing(points_interval=(low, high), **found)


def _time(time: float | None) -> int | None:
    return None if time is None else max(1, milliseconds(time, "time"))


def _pair(pair: Any) -> tuple[Any, Any]:
    return (pair[0], pair[1])


def run_match(game: Game | str, *contestants: Player, games: int = 100, time: float | None = None,
              nodes: int | None = None, concurrency: int = 1, seed: int = 1,
              sprt: tuple[float, float] | None = None,
              out: str | os.PathLike[str] | None = None,
              program: str | os.PathLike[str] | None = None, **options: Any) -> MatchResult:
    """Lets two to four contestants play: names of built-in players and programs as for ``tablier
    match`` ("level:5", "mcts,nodes=2000", "cmd:./engine"), or Python functions from a position to a
    move or an action.

    ``time`` is in seconds per move; with ``out`` the games stay in a file, and the same call plays
    those that are missing. Other options are those of the tool: ``max_plies=80``, ``tc="1+1"``,
    ``openings="random:4"``, ``adjudicate_proven=True``."""
    if not 2 <= len(contestants) <= 4:
        raise BadInput(f"a match has two to four contestants, not {len(contestants)}")
    setup = _game(game)
    limits = {"games": whole(games, "games", 1), "time": _time(time), "nodes": nodes,
              "concurrency": whole(concurrency, "concurrency", 1), "seed": seed,
              "sprt": None if sprt is None else "{},{}".format(*sprt)}
    with PlayerServer(setup) as server, _place(out) as path:
        words = [tool_path(program), "match", *_game_words(setup)]
        for letter, contestant in zip("abcd", contestants):
            words += [f"--{letter}", server.specify(contestant)]
        found = _run([*words, "--out", str(path), *_option_words({**limits, **options})],
                     server)
        elo, score = found.get("elo_interval"), found.get("score_interval")
        return MatchResult(
            setup, found["games"], found["interrupted"], found["seconds"],
            tuple(map(_standing, found["contestants"])), found["draws"], found["plies"],
            found["endings"], found.get("score"), _pair(score) if score else None, found.get("elo"), _pair(elo) if elo else None,
            found.get("superiority"), Sprt(**found["sprt"]) if "sprt" in found else None,
            _records(path))


def run_tournament(game: Game | str, entrants: Sequence[Player] | Mapping[str, Player], *,
                   rounds: int = 10, format: str = "round-robin", time: float | None = None,
                   nodes: int | None = None, concurrency: int = 1, seed: int = 1,
                   out: str | os.PathLike[str] | None = None,
                   program: str | os.PathLike[str] | None = None,
                   **options: Any) -> TournamentResult:
    """Lets many entrants play each other and rates them. They are players as for run_match(), or a
    mapping from their names; the format is round-robin, gauntlet, swiss or knockout."""
    setup = _game(game)
    named = (entrants if isinstance(entrants, Mapping) else
             {f"{name_of(player)}_{i}" if i and not isinstance(player, str) and name_of(player) in
              map(name_of, entrants[:i]) else name_of(player): player
              for i, player in enumerate(entrants)})
    limits = {"rounds": whole(rounds, "rounds", 1), "format": format, "time": _time(time),
              "nodes": nodes, "concurrency": whole(concurrency, "concurrency", 1), "seed": seed}
    with PlayerServer(setup) as server, _place(out) as path:
        words = [tool_path(program), "tournament", *_game_words(setup)]
        for name, player in named.items():
            specified = server.specify(player)
            words += ["--entrant", specified if name == player else f"{name}={specified}"]
        found = _run([*words, "--out", str(path), *_option_words({**limits, **options})],
                     server)
        advantage = found["first_move_advantage"]
        return TournamentResult(
            setup, found["format"], found["games"], found["interrupted"],
            tuple(Entrant(one["name"], one["rating"]["elo"], one["rating"]["error"], one["games"],
                          one["points"], one["faults"]) for one in found["entrants"]),
            advantage["elo"], advantage["error"], found["draw_rate"], _records(path))


def run_experiment(game: Game | str, *, seats: Sequence[Player] = ("level:5",), games: int = 200,
                   sweep: Mapping[str, Sequence[Any]] | None = None, threads: int = 1,
                   seed: int = 1, out: str | os.PathLike[str] | None = None,
                   program: str | os.PathLike[str] | None = None,
                   **options: Any) -> ExperimentResult:
    """Plays many games and measures what the game is like, as ``tablier lab`` does
    (docs/LAB.md). ``seats`` are players as for run_match(), one for all seats or one for each;
    ``sweep={"walls": [5, 10]}`` compares variants. With ``out`` the games and a report stay in a
    folder."""
    setup = _game(game)
    swept = [f"{name}={','.join(map(str, values))}" for name, values in (sweep or {}).items()]
    limits = {"games": whole(games, "games", 1), "threads": whole(threads, "threads", 1),
              "seed": seed, "sweep": swept}
    with PlayerServer(setup) as server, _place(out) as path:
        words = [tool_path(program), "lab", *_game_words(setup, sweep or {})]
        if "level" not in (sweep or {}) and "ladder" not in options:
            for seat in seats:
                words += ["--seats", server.specify(seat)]
        found = _run([*words, "--out", str(path), *_option_words({**limits, **options})],
                     server)
        return ExperimentResult(
            found["game"], found["version"], found["interrupted"],
            tuple(cell["label"] for cell in found["cells"]),
            tuple(Statistic(cell["label"], **{key: one[key] for key in (
                "measure", "item", "value", "low", "high", "n", "unit")})
                for cell in found["cells"] for one in cell["figures"]),
            _records(path))
