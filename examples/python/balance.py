"""Who is better off in Orbital, and does the option `line` change it? By random play.

Usage: python3 balance.py [--quick]
"""
import sys
from collections import Counter

import tablier

games = 40 if "--quick" in sys.argv else 20_000
for line in ("both", "row"):
    game = tablier.Game("orbital", line=line)
    env, ended = tablier.VectorEnv(game, 256, seed=1), 0
    wins: Counter[str] = Counter()
    while ended < games:
        rewards, steps = env.step(env.sample())
        for reward in rewards[steps == env.OVER]:
            wins["draw" if not reward.any() else f"player {reward.argmax() + 1}"] += 1
        ended = sum(wins.values())
    shares = ", ".join(f"{who} {count / ended:.1%}" for who, count in sorted(wins.items()))
    print(f"line={line}: {ended} random games: {shares}")
