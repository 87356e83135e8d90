from tablier import Engine, Game, GymEnv

env = GymEnv(Game("tictacdoh"), Engine(level=2), seat=None)    # None: another seat each time
observation, info = env.reset(seed=1)
over = False
while not over:
    action = env.action_space.sample(observation["action_mask"])
    observation, reward, over, cut, info = env.step(action)
print(reward, info["position"])
