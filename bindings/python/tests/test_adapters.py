"""The interfaces of OpenSpiel, PettingZoo and Gymnasium, by checks that follow their documentation,
and by their own code where it is installed. Run with unittest.

TABLIER_OPENSPIEL may name a checkout of OpenSpiel: its mcts.py and rl_environment.py then run
unchanged, over a stand-in for the few names of pyspiel (its C++ core) that they use.
"""

import copy
import enum
import importlib.util
import inspect
import math
import os
import pickle
import random
import subprocess
import sys
import tempfile
import types
import unittest
import warnings
from pathlib import Path

import numpy as np

import tablier
from tablier import AECEnv, Engine, Game, GymEnv, OpenSpielGame
from tablier.environments import Box, Dict, Discrete

SETS = (("dorix", {}), ("dorix", {"players": 3}), ("tictacdoh", {}), ("quoridor", {}),
        ("quoridor", {"size": 5, "players": 4}), ("orbital", {"line": "row"}))


def installed(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


# ---- OpenSpiel ---------------------------------------------------------------------------------


class Tree:
    """A node of a small Monte Carlo tree search that knows OpenSpiel's interface alone."""

    def __init__(self, player):
        self.player, self.visits, self.total, self.children = player, 0, 0.0, {}

    def value(self, child):
        if child.visits == 0:
            return math.inf
        return child.total / child.visits + 1.4 * math.sqrt(math.log(self.visits) / child.visits)


def search(state, simulations, chance):
    root = Tree(None)
    for _ in range(simulations):
        path, at = [root], state.clone()
        while not at.is_terminal():
            if at.is_chance_node():
                raise AssertionError("these games have no chance nodes")
            player, node = at.current_player(), path[-1]
            if not node.children:
                node.children = {action: Tree(player) for action in at.legal_actions(player)}
            action = max(node.children, key=lambda a: node.value(node.children[a]))
            at.apply_action(action)
            path.append(node.children[action])
            if path[-1].visits == 0:
                break
        while not at.is_terminal():
            at.apply_action(chance.choice(at.legal_actions()))
        returns = at.returns()
        for node in path:
            node.visits += 1
            node.total += returns[node.player] if node.player is not None else 0.0
    return max(root.children, key=lambda action: root.children[action].visits)


def stand_in():
    """The names of pyspiel that OpenSpiel's Python code uses here."""
    module = types.ModuleType("pyspiel")

    class GameType:
        Dynamics = enum.Enum("Dynamics", {"SIMULTANEOUS": 0, "SEQUENTIAL": 1, "MEAN_FIELD": 2})
        RewardModel = enum.Enum("RewardModel", {"REWARDS": 0, "TERMINAL": 1})

    class PlayerId(enum.IntEnum):
        CHANCE, SIMULTANEOUS, TERMINAL, MEAN_FIELD = -1, -2, -4, -5

    module.GameType, module.PlayerId, module.Bot = GameType, PlayerId, object
    module.serialize_game_and_state = lambda game, state: f"{game}\n{state.serialize()}"
    return module


class OpenSpiel(unittest.TestCase):
    def states(self):
        """Every state of random games."""
        chance = random.Random(2)
        for name, options in SETS:
            game = OpenSpielGame(Game(name, **options), max_length=60)
            state = game.new_initial_state()
            while not state.is_terminal():
                yield game, state
                state = state.child(chance.choice(state.legal_actions()))
            yield game, state

    def test_games(self):
        for name, options in SETS:
            game = OpenSpielGame(Game(name, **options))
            kind = game.get_type()
            self.assertEqual((kind.short_name, kind.long_name), (name, game.game.title))
            self.assertEqual((kind.dynamics.name, kind.chance_mode.name, kind.information.name,
                              kind.reward_model.name),
                             ("SEQUENTIAL", "DETERMINISTIC", "PERFECT_INFORMATION", "TERMINAL"))
            self.assertEqual(kind.max_num_players, game.num_players())
            two = game.num_players() == 2
            self.assertEqual(game.utility_sum(), 0.0 if two else None)
            self.assertEqual(kind.utility.name, "ZERO_SUM" if two else "GENERAL_SUM")
            self.assertEqual(game.get_parameters(),
                             {"players": game.num_players(), **game.game.options})
            self.assertEqual((game.min_utility(), game.max_utility()), (-1.0, 1.0))
            again = pickle.loads(pickle.dumps(game))
            self.assertEqual((again, hash(again), str(again)), (game, hash(game), str(game)))
            self.assertNotEqual(game, OpenSpielGame(game.game, max_length=9))
        self.assertEqual(OpenSpielGame(Game("dorix", players=4)).utility_sum(), 0.0)
        self.assertEqual(str(OpenSpielGame(Game("tictacdoh"))), "tictacdoh(players=2,stash=5,tie=draw)")

    def test_states(self):
        for game, state in self.states():
            over, players = state.is_terminal(), range(game.num_players())
            self.assertEqual(state.get_game(), game)
            self.assertEqual(state.current_player() == -4, over)
            self.assertEqual(state.rewards(), state.returns())
            self.assertEqual([state.player_reward(p) for p in players], state.rewards())
            self.assertEqual([state.player_return(p) for p in players], state.returns())
            if game.utility_sum() is not None:
                self.assertEqual(sum(state.returns()), game.utility_sum())
            if not over:
                self.assertEqual(set(state.returns()), {0.0})
            for player in players:
                actions = state.legal_actions(player)
                self.assertEqual(bool(actions), player == state.current_player())
                self.assertEqual(actions, sorted(actions))
                mask = state.legal_actions_mask(player)
                self.assertEqual([i for i, legal in enumerate(mask) if legal], actions)
            for action in state.legal_actions()[::20]:
                text = state.action_to_string(state.current_player(), action)
                self.assertEqual(state.string_to_action(state.current_player(), text), action)
                child = state.child(action)
                self.assertEqual(child.history(), state.history() + [action])
                self.assertEqual(child.full_history()[-1], (state.current_player(), action))
                child.undo_action(state.current_player(), action)
                self.assertEqual(child.position, state.position)
            again = game.deserialize_state(state.serialize())
            self.assertEqual((again.history(), again.position, str(again)),
                             (state.history(), state.position, str(state)))
            self.assertEqual(state.information_state_string(0),
                             ", ".join(map(str, state.history())))
            for other in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
                self.assertEqual(other.history(), state.history())

    def test_observers(self):
        for game, state in self.states():
            observer = game.make_py_observer()
            observer.set_from(state, 0)
            self.assertEqual(observer.tensor.tolist(), state.observation_tensor(0))
            self.assertEqual(list(observer.dict["observation"].shape),
                             game.observation_tensor_shape())
            self.assertEqual(len(observer.tensor), game.observation_tensor_size())
            self.assertEqual(observer.string_from(state, 1), state.observation_string(1))

    def test_wrong_data(self):
        game = OpenSpielGame(Game("tictacdoh"), max_length=2)
        state = game.new_initial_state()
        for call in (lambda: game.deserialize_state("1\nx"), lambda: game.deserialize_state("74"),
                     lambda: state.player_reward(2), lambda: state.observation_tensor(-1),
                     lambda: state.apply_action(-1), lambda: state.undo_action(0, 3),
                     lambda: OpenSpielGame(Game("tictacdoh"), max_length=0), state.chance_outcomes):
            with self.assertRaises(tablier.TablierError):
                call()
        state.apply_action(state.legal_actions()[0])
        state.apply_action(state.legal_actions()[0])
        self.assertTrue(state.is_terminal())
        with self.assertRaises(tablier.GameOver):
            state.apply_action(0)

    def winning_state(self):
        """A state in which few of many moves win at once, and those."""
        game, chance = OpenSpielGame(Game("tictacdoh")), random.Random(5)
        while True:
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                wins = [a for a in actions if state.child(a).player_return(state.current_player()) > 0]
                if wins and len(wins) * 4 < len(actions):
                    return game, state, wins
                state.apply_action(chance.choice(actions))

    def test_a_search_finds_the_win(self):
        _, state, wins = self.winning_state()
        self.assertIn(search(state, 600, random.Random(1)), wins)

    def test_their_own_code(self):
        folder = os.environ.get("TABLIER_OPENSPIEL")
        if folder is None:
            self.skipTest("TABLIER_OPENSPIEL does not name a checkout of OpenSpiel")
        logging = types.SimpleNamespace(info=lambda *_: None)
        for name, module in (("pyspiel", stand_in()), ("absl", types.SimpleNamespace(logging=logging))):
            if installed(name) is None:
                sys.modules[name] = module
        files = {}
        for name in ("algorithms/mcts", "rl_environment"):
            path = Path(folder) / "open_spiel" / "python" / f"{name}.py"
            spec = importlib.util.spec_from_file_location(path.stem, path)
            files[path.stem] = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(files[path.stem])
        mcts, environment = files["mcts"], files["rl_environment"]
        game, state, wins = self.winning_state()
        evaluator = mcts.RandomRolloutEvaluator(2, np.random.RandomState(1))
        bot = mcts.MCTSBot(game, 1.4, 300, evaluator, random_state=np.random.RandomState(2))
        policy, action = bot.step_with_policy(state)
        self.assertIn(action, wins)
        self.assertEqual(sum(p for _, p in policy), 1.0)
        bot.mcts_search(state).children_str(state)
        for name, options in SETS:
            game = OpenSpielGame(Game(name, **options), max_length=40)
            bot = mcts.MCTSBot(game, 2, 20, evaluator, random_state=np.random.RandomState(2),
                               child_selection_fn=mcts.SearchNode.puct_value,
                               dirichlet_noise=(0.25, 0.3))
            state = game.new_initial_state()
            for _ in range(6):
                if not state.is_terminal():
                    state.apply_action(bot.step(state))
            env = environment.Environment(game, include_full_state=True, enable_legality_check=True)
            self.assertEqual(env.num_players, game.num_players())
            self.assertEqual(env.action_spec()["num_actions"], game.num_distinct_actions())
            chance, step = random.Random(3), env.reset()
            while not step.last():
                player = step.current_player()
                self.assertEqual(len(step.observations["info_state"][player]),
                                 env.observation_spec()["info_state"][0])
                step = env.step([chance.choice(step.observations["legal_actions"][player])])
            self.assertEqual(step.rewards, env.get_state.returns())
            self.assertEqual(step.discounts, [0.0] * game.num_players())
            state = game.new_initial_state()
            env.set_state(state)
            self.assertIs(env.get_state, state)


# ---- PettingZoo --------------------------------------------------------------------------------


class PettingZoo(unittest.TestCase):
    def test_documented_interface(self):
        """As PettingZoo's documentation of AEC environments and of its API test has it."""
        for name, options in SETS:
            with self.subTest(name, **options):
                self.check(AECEnv(Game(name, **options), max_plies=40))

    def check(self, env):
        env.reset()
        self.assertEqual(env.agents, env.possible_agents)
        self.assertIsInstance(env.num_agents, int)
        self.assertFalse(any(env.terminations.values()) or any(env.truncations.values()))
        self.assertIsNone(env.last(observe=False)[0])
        self.assertIs(env.unwrapped, env)
        self.assertIsInstance(env.render(), str)
        for agent in env.agents:
            self.assertRegex(agent, "^[a-z]+_[0-9]+$")
            self.assertIs(env.action_space(agent), env.action_space(agent))
            self.assertIs(env.observation_space(agent), env.observation_space(agent))
            self.assertEqual(env.observation_space(agent), env.observation_space(env.agents[0]))
        action = int(np.flatnonzero(env.last()[0]["action_mask"])[0])
        self.assertIsNone(env.step(action))
        after = env.position
        env.reset(seed=3, options={})
        env.step(np.int32(action))
        self.assertEqual(env.position, after)
        for _ in range(3):
            self.play(env)
        env.close()

    def play(self, env):
        env.reset()
        live, owed = list(env.agents), dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, over, cut, info = env.last()
            self.assertIn(observation, env.observation_space(agent))
            self.assertIsInstance(over, bool)
            self.assertEqual((over, cut), (env.terminations[agent], env.truncations[agent]))
            self.assertIs(info, env.infos[agent])
            self.assertEqual(reward, owed[agent], "what last() says is what has accumulated")
            mask = observation["action_mask"]
            self.assertEqual(bool(mask.any()), not over)
            env.step(None if over or cut else env.action_space(agent).sample(mask))
            owed[agent] = 0.0
            for other, gained in env.rewards.items():
                owed[other] += gained
            if over or cut:
                live.remove(agent)
            self.assertEqual(env.agents, live)
            for table in (env.rewards, env.terminations, env.truncations, env.infos):
                self.assertEqual(set(table), set(live))
        self.assertEqual(live, [])

    def test_wrong_data(self):
        env = AECEnv(Game("tictacdoh"))
        for call in (lambda: env.step(None), lambda: env.step(0), lambda: env.step(10**9),
                     lambda: AECEnv(Game("tictacdoh"), max_plies=0),
                     lambda: AECEnv(Game("tictacdoh"), render_mode="hologram")):
            with self.assertRaises(tablier.TablierError):
                call()
        self.assertEqual(env.plies, 0)
        with self.assertRaises(TypeError):
            AECEnv("tictacdoh")
        for agent in env.agent_iter():
            over = env.terminations[agent]
            env.step(None if over else int(np.flatnonzero(env.observe(agent)["action_mask"])[0]))
        with self.assertRaises(tablier.GameOver):
            env.step(0)

    @unittest.skipUnless(installed("pettingzoo.test"), "PettingZoo is not installed")
    def test_their_own_code(self):
        from pettingzoo.test import api_test, seed_test
        for name, options in SETS:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                api_test(AECEnv(Game(name, **options), max_plies=40), num_cycles=100)
        seed_test(lambda **_: AECEnv(Game("tictacdoh")), num_cycles=10)


# ---- Gymnasium ---------------------------------------------------------------------------------


class Gymnasium(unittest.TestCase):
    def test_documented_interface(self):
        """As Gymnasium's documentation of Env and of its environment checker has it."""
        for name, options in SETS:
            with self.subTest(name, **options):
                self.check(GymEnv(Game(name, **options), seat=None, max_plies=40,
                                  render_mode="ansi"))

    def check(self, env):
        self.assertIs(env.unwrapped, env)
        self.assertIn(env.render_mode, env.metadata["render_modes"])
        parameters = inspect.signature(env.reset).parameters
        self.assertIsNone(parameters["seed"].default)
        self.assertIsNone(parameters["options"].default)
        env.reset(options={})
        for seed in (1, 2):
            self.assertEqual(*(self.play(env, seed) for _ in range(2)))
        self.assertNotEqual(self.play(env, 1)[1:], self.play(env, 3)[1:])
        self.assertIsInstance(env.render(), str)
        env.close()
        env.close()

    def play(self, env, seed):
        """Plays a game; returns what was seen, which the seed decides."""
        observation, info = env.reset(seed=seed)
        chance, seen, over, cut = np.random.default_rng(seed), [], False, False
        while not over and not cut:
            self.assertIn(observation, env.observation_space)
            self.assertIsInstance(info, dict)
            mask = observation["action_mask"]
            seen.append((info["seat"], info["position"], mask.sum()))
            self.assertEqual(env.position.turn, info["seat"])
            observation, reward, over, cut, info = env.step(
                int(chance.choice(np.flatnonzero(mask))))
            self.assertIsInstance(reward, float)
            self.assertIsInstance(over, bool)
            self.assertIsInstance(cut, bool)
            self.assertTrue(over or reward == 0.0)
        self.assertIn(observation, env.observation_space)
        self.assertFalse(observation["action_mask"].any())
        with self.assertRaises(tablier.GameOver):
            env.step(0)
        return seen

    def test_illegal_actions(self):
        env = GymEnv(Game("quoridor"))
        env.reset(seed=1)
        observation, reward, over, cut, info = env.step(0)
        self.assertEqual((reward, over, cut, info["illegal"]), (-1.0, True, False, 0))
        self.assertIn(observation, env.observation_space)
        env = GymEnv(Game("quoridor"), illegal="raise")
        env.reset(seed=1)
        with self.assertRaises(tablier.IllegalMove):
            env.step(0)
        self.assertEqual(env.plies, 0)

    def test_opponents(self):
        with Engine(level=2, seed=1) as engine:
            for opponent in (engine, lambda position: position.moves()[0],
                             lambda position: position.legal_actions()[-1]):
                env = GymEnv(Game("tictacdoh"), opponent, seat=1)
                observation, info = env.reset(seed=1)
                self.assertEqual(info["plies"], 1)
                over = False
                while not over:
                    action = env.action_space.sample(observation["action_mask"])
                    observation, reward, over, _, info = env.step(action)
                result = env.position.result
                self.assertEqual(reward, 0.0 if result.draw else 1.0 if 1 in result.winners else -1.0)

    def test_wrong_data(self):
        game = Game("tictacdoh")
        env = GymEnv(game)
        for call in (lambda: GymEnv(game, seat=2), lambda: GymEnv(game, illegal="pass"),
                     lambda: GymEnv(game, render_mode="x"), lambda: GymEnv(game, max_plies=0),
                     lambda: env.step(0)):
            with self.assertRaises(tablier.TablierError):
                call()
        env.reset()
        with self.assertRaises(tablier.TablierError):
            env.step(game.action_count)
        for call in (lambda: GymEnv("quoridor"), lambda: GymEnv(game, 3), lambda: env.step("Sc3")):
            with self.assertRaises(TypeError):
                call()

    @unittest.skipUnless(installed("gymnasium.utils"), "Gymnasium is not installed")
    def test_their_own_code(self):
        from gymnasium.utils.env_checker import check_env
        for name, options in SETS:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                check_env(GymEnv(Game(name, **options), seat=None))


STAND_INS = {
    "pettingzoo/__init__.py": """
class AECEnv:
    pass
""",
    "gymnasium/__init__.py": """
import numpy as np

class Env:
    spec, render_mode, _np_random = None, None, None

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self._np_random = np.random.default_rng(seed)

    @property
    def np_random(self):
        if self._np_random is None:
            self._np_random = np.random.default_rng()
        return self._np_random
""",
    "gymnasium/spaces.py": """
from tablier import environments

class Box(environments.Box):
    pass

class Discrete(environments.Discrete):
    pass

class Dict(environments.Dict):
    pass
""",
    "check.py": """
import gymnasium.spaces, pettingzoo, tablier
game = tablier.Game("tictacdoh")
env, aec = tablier.GymEnv(game), tablier.AECEnv(game)
assert isinstance(env, gymnasium.Env) and isinstance(aec, pettingzoo.AECEnv)
assert type(env.action_space) is gymnasium.spaces.Discrete
assert type(aec.observation_space("player_0")) is gymnasium.spaces.Dict
""",
}


@unittest.skipIf(installed("pettingzoo") or installed("gymnasium"), "the real ones are installed")
class Derived(unittest.TestCase):
    def test_over_their_classes(self):
        """With stand-ins for the packages, the environments derive from their classes and pass the
        same checks."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in STAND_INS.items():
                path = Path(folder) / name
                path.parent.mkdir(exist_ok=True)
                path.write_text(text)
            paths = os.pathsep.join([folder, os.environ.get("PYTHONPATH", "")])
            for words in (("check.py",), (__file__, "PettingZoo", "Gymnasium")):
                done = subprocess.run([sys.executable, *words], cwd=folder, text=True,
                                      env={**os.environ, "PYTHONPATH": paths}, capture_output=True)
                self.assertEqual(done.returncode, 0, done.stderr)


class Spaces(unittest.TestCase):
    def test_samples_lie_inside(self):
        for space in (Discrete(3), Box(0.0, 1.0, (2, 3), np.float32), Box(0, 1, (9,), np.int8),
                      Dict({"a": Discrete(2), "b": Box(0, 1, (4,), np.int8)})):
            space.seed(1)
            first = [space.sample() for _ in range(20)]
            space.seed(1)
            self.assertEqual(repr(first), repr([space.sample() for _ in range(20)]))
            self.assertTrue(all(x in space for x in first))
            self.assertNotIn("x", space)
        self.assertNotIn(3, Discrete(3))
        self.assertNotIn(np.full((2,), 2.0, np.float32), Box(0.0, 1.0, (2,), np.float32))
        self.assertNotIn(np.zeros(2), Box(0.0, 1.0, (2,), np.float32))
        self.assertEqual(Discrete(5).sample(np.array([0, 0, 0, 1, 0])), 3)


if __name__ == "__main__":
    unittest.main()
