#!/usr/bin/env python3
"""Random games a second on one core, from Python: `darkforge.VectorUmpire` beside PyPI open_spiel's `kriegspiel`.

    python3 -m venv /tmp/speed
    /tmp/speed/bin/pip install ./crates/python open_spiel==2.0.2
    /tmp/speed/bin/python crates/python/benches/random_games.py [--rounds 5] [--at-least 15]

All play in turns in one run, on the same core, so that a busy machine slows all of them. The games end as in OpenSpiel:
by mate, stalemate, dead material, fifty moves or the third occurrence of a position.

- OpenSpiel: an action drawn from `legal_actions()` until the state is terminal;
- darkforge, step: `step(random_actions())` for all games at once, each question through Python and NumPy;
- darkforge, planes: the same, with the observations and masks of each step made as arrays;
- darkforge, steps: `random_steps(100)`, which returns to Python after 100 questions in each game.

Games are counted as they end; a batch is first played until its games are at all stages. Exit 1 if the median ratio of
"step" to OpenSpiel is below --at-least.
"""

import argparse
import os
import random
import statistics
import sys
import time

import pyspiel

import darkforge


def spiel(seconds, seed):
    """OpenSpiel's games a second."""
    game, draw, games = pyspiel.load_game("kriegspiel"), random.Random(seed), 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(draw.choice(state.legal_actions()))
        games += 1
    return games / (time.perf_counter() - began)


def ours(batch, seconds, work):
    """Games that `work` finishes a second."""
    before, began = batch.finished, time.perf_counter()
    while time.perf_counter() - began < seconds:
        work()
    return (batch.finished - before) / (time.perf_counter() - began)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each part of a round")
    parser.add_argument("--games", type=int, default=256, help="games of the batch")
    parser.add_argument("--at-least", type=float, default=15.0, help="ratio below which the exit code is 1")
    args = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    batch = darkforge.VectorUmpire(args.games, "icc", ply_limit=100_000, seed=1)
    batch.random_steps(2000)

    def step():
        batch.step(batch.random_actions())

    def planes():
        batch.observations(), batch.masks()
        step()

    ratios = []
    print("| round | OpenSpiel, games/s | step | planes | steps | step / OpenSpiel |")
    print("|---|---|---|---|---|---|")
    for number in range(1, args.rounds + 1):
        theirs = spiel(args.seconds, number)
        works = (step, planes, lambda: batch.random_steps(100))
        own = [ours(batch, args.seconds, work) for work in works]
        ratios.append(own[0] / theirs)
        cells = " | ".join(f"{speed:,.0f}" for speed in own)
        print(f"| {number} | {theirs:,.0f} | {cells} | {ratios[-1]:.1f} |", flush=True)
    ratio = statistics.median(ratios)
    print(f"\ndarkforge plays {ratio:.1f} times as many games (median of {args.rounds} rounds)")
    sys.exit(ratio < args.at_least)


if __name__ == "__main__":
    main()
