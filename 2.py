import random
import tablier

def greedy(position):
    """Wins if one move does, and is careless otherwise."""
    moves = position.moves()
    wins = [m for m in moves if position.play(m).result is not None]
    return random.choice(wins or moves)

match = tablier.run_match("tictacdoh", greedy, "level:1", games=10)
print(match.score, match.score_interval, match.elo)

tournament = tablier.run_tournament("tictacdoh", [greedy, "random", "level:2"], rounds=2)
for entrant in tournament.entrants:
    print(entrant.name, round(entrant.elo), "+-", round(entrant.error))

experiment = tablier.run_experiment("tictacdoh", seats=["level:2"], games=20,
                                    sweep={"stash": [3, 5]})
print(experiment.get("win", "1", cell="stash=3"))
