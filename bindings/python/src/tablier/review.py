"""What a match looks like to an engine, move by move."""

from __future__ import annotations

from typing import NamedTuple

from .engine import Engine
from .errors import BadInput
from .game import Position
from .match import Match


class ReviewedMove(NamedTuple):
    """One move: what it was worth to its player, what the best one was worth."""

    position: Position
    move: str
    score: float
    best: str
    best_score: float

    @property
    def loss(self) -> float:
        """How much worse than the best move it was, 0 to 2."""
        return max(0.0, self.best_score - self.score)


class Review(NamedTuple):
    """The moves of a match as an engine sees them."""

    moves: tuple[ReviewedMove, ...]

    def worst(self, count: int = 3) -> list[ReviewedMove]:
        """The moves that lost most."""
        return sorted(self.moves, key=lambda move: -move.loss)[:count]


def review(match: Match, engine: Engine | None = None, *, nodes: int = 20000) -> Review:
    """Looks at every move of a two-player match, with so many nodes for each position.

    >>> from tablier import Game
    >>> found = review(Match(Game("tictacdoh")).play("Sc3", "Lb3"), nodes=500)
    >>> [move.move for move in found.moves]
    ['Sc3', 'Lb3']
    """
    if match.game.players != 2:
        raise BadInput("only matches of two players can be reviewed")
    own = engine is None
    thinker = engine or Engine()
    try:
        scores: list[tuple[float, str]] = []
        positions = [p for p, move in zip(match.positions(), [*match.moves, None])
                     if move != "swap"]
        for position in positions:
            if position.result is not None:
                lost = position.turn not in position.result.winners
                scores.append((0.0 if position.result.draw else -1.0 if lost else 1.0, ""))
                continue
            last = None
            for last in thinker.analyse(position, nodes=nodes):
                pass
            assert last is not None
            scores.append((last.score, last.best))
        moves = [move for move in match.moves if move != "swap"]
        found = []
        for i, move in enumerate(moves):
            best_score, best = scores[i]
            same = positions[i].turn == positions[i + 1].turn
            after = scores[i + 1][0] if same else -scores[i + 1][0]
            found.append(ReviewedMove(positions[i], move, best_score if move == best else after,
                                      best, best_score))
        return Review(tuple(found))
    finally:
        if own:
            thinker.close()
