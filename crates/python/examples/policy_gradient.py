"""Learns to beat a random player by policy gradient, with NumPy alone: prints the learning curve.

    python crates/python/examples/policy_gradient.py [MINUTES]

The policy has a weight for each move of each man (from, to) in each of eight situations: whether a check, a capture and
pawn tries were announced. It plays White in half of the games and Black in the others, all at once. Its reward is a
captured man less a lost man, and 10 for a win; a decision answers for what follows it, a fifth less with each decision.
"""

import sys
import time

import numpy as np

import darkforge

GAMES, STEPS, RATE, DISCOUNT = 128, 64, 0.1, 0.8
MINUTES = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0

draw = np.random.default_rng(1)
batch = darkforge.VectorUmpire(GAMES, "icc", ply_limit=400, seed=1)
weights = np.zeros(8 * 6 * 64 * 64)
learner = np.arange(GAMES) % 2  # the side that learns, in each game
men = np.full(GAMES, 16.0)  # men taken and men left, when it last decided
scores: list[float] = []
began = last = time.monotonic()
print("seconds    games  score against random")
while last - began < 60 * MINUTES:
    decisions, seen, ends = [], np.zeros((STEPS, GAMES)), np.full((STEPS, GAMES), np.nan)
    for t in range(STEPS):
        actions, turn = batch.random_actions(), np.flatnonzero(batch.turns == learner)
        planes, masks = batch.observations()[turn], batch.masks()[turn, : 64 * 64]
        now = planes[:, :6].sum((1, 2, 3)) + 8 * planes[:, 22:24, 0, 0].sum(1)
        seen[t, turn], men[turn] = now - men[turn], now
        heard = [planes[:, 7:12].any((1, 2, 3)), planes[:, 6].any((1, 2)), planes[:, 12, 0, 0] > 0]
        situation = np.array([1, 2, 4]) @ np.array(heard)
        row, action = np.nonzero(masks)  # every question of every mover
        role = planes[:, :6].reshape(-1, 6, 64).argmax(1)[row, action // 64]
        feature = (situation[row] * 6 + role) * 4096 + action
        starts = np.searchsorted(row, np.arange(len(turn)))
        chance = np.exp(weights[feature] - np.maximum.reduceat(weights[feature], starts)[row])
        chance /= np.add.reduceat(chance, starts)[row]
        drawn = draw.random(len(turn)) + np.arange(len(turn))  # one question of each mover
        chosen = np.clip(np.searchsorted(chance.cumsum(), drawn), starts, np.append(starts[1:], len(row)) - 1)
        actions[turn] = action[chosen]
        decisions.append((turn, row, feature, chance, feature[chosen]))
        step = batch.step(actions)
        ends[t, step.done] = step.rewards[np.arange(GAMES), learner][step.done]
        men[step.done] = 16.0
        scores += ((ends[t, step.done] + 1) / 2).tolist()
    gain = np.zeros(GAMES)
    for t in reversed(range(STEPS)):
        turn, row, feature, chance, chosen = decisions[t]
        gain = np.where(np.isnan(ends[t]), gain, 10 * ends[t])
        np.add.at(weights, chosen, RATE * gain[turn])
        np.add.at(weights, feature, -RATE * gain[turn][row] * chance)
        gain[turn] *= DISCOUNT
        gain += seen[t]
    if time.monotonic() - last > 3 * MINUTES:
        last, score = time.monotonic(), float(np.mean(scores[-1000:]))
        print(f"{last - began:7.0f} {len(scores):8}  {score:.3f} " + "#" * round(60 * score), flush=True)
