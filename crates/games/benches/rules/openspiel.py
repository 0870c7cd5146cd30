# Random games a second of one game of OpenSpiel, both bots inside its library.
import sys
import time

import pyspiel

start = pyspiel.load_game(sys.argv[1]).new_initial_state()
bots = [pyspiel.make_uniform_random_bot(player, 7 + player) for player in (0, 1)]
games, began = 0, time.perf_counter()
while time.perf_counter() - began < 0.3:
    pyspiel.evaluate_bots(start.clone(), bots, games)
    games += 1
print(games / (time.perf_counter() - began))
