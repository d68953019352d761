"""Batches of games."""

import threading
import time

import numpy as np
import pytest

import darkforge


def played(threads, steps=400):
    batch = darkforge.VectorUmpire(20, "berkeley-any", ply_limit=60, seed=5, threads=threads)
    ends = []
    for _ in range(steps):
        step = batch.step(batch.random_actions())
        ends.append((step.answers.copy(), step.rewards.copy(), step.done.copy()))
    return batch, ends


def test_the_games_do_not_depend_on_the_threads():
    (one, ends), (two, others) = played(1), played(2)
    assert [one.fen(game) for game in range(20)] == [two.fen(game) for game in range(20)]
    for end, other in zip(ends, others, strict=True):
        assert all((a == b).all() for a, b in zip(end, other, strict=True))
    assert one.finished == sum(int(done.sum()) for _, _, done in ends) > 0


def test_observations_and_masks_are_those_of_the_umpire():
    batch = darkforge.VectorUmpire(3, "icc", ply_limit=100, seed=2)
    umpires = [darkforge.Umpire("icc", ply_limit=100) for _ in range(3)]
    for _ in range(150):
        actions = batch.random_actions()
        step = batch.step(actions)
        for game, umpire in enumerate(umpires):
            answer = umpire.act(int(actions[game]))
            assert batch.ANSWERS[step.answers[game]] == answer.kind
            if umpire.outcome is not None:
                assert step.done[game] and step.plies[game] == umpire.plies
                umpires[game] = darkforge.Umpire("icc", ply_limit=100)
        for game, umpire in enumerate(umpires):
            assert batch.fen(game) == umpire.fen()
            assert (batch.observations()[game] == umpire.observation()).all()
            assert (batch.masks()[game] == umpire.mask()).all()
            assert batch.turns[game] == (umpire.turn == "black")


def test_rewards_are_zero_sum_and_come_at_the_end():
    batch = darkforge.VectorUmpire(64, "icc", seed=1)
    won = 0
    for _ in range(2000):
        step = batch.step(batch.random_actions())
        assert step.rewards.shape == (64, 2) and (step.rewards.sum(axis=1) == 0).all()
        assert not step.rewards[~step.done].any()
        won += int((step.rewards[:, 0] != 0).sum())
    assert won > 0


def test_random_steps_finish_games():
    batch = darkforge.VectorUmpire(32, seed=1)
    white, drawn, black, asked = batch.random_steps(3000)
    assert asked == 96_000 and white + drawn + black == batch.finished > 32


def test_a_wrong_action_is_named_and_nothing_is_asked():
    batch = darkforge.VectorUmpire(2)
    good = batch.random_actions()
    before = batch.fen(0)
    bad = good.copy()
    bad[1] = darkforge.action_of("e2e5", "white")
    with pytest.raises(ValueError, match=r"actions\[1\] is 804, 'e2e5', which is not in its mask"):
        batch.step(bad)
    with pytest.raises(ValueError, match="no action; there are 0 to 4168"):
        batch.step([int(good[0]), -1])
    with pytest.raises(ValueError, match="there should be 2, one for each game"):
        batch.step(good[:1])
    with pytest.raises(TypeError, match="they should be whole numbers"):
        batch.step(good.astype(np.float64))
    assert batch.fen(0) == before
    batch.step(good.astype(np.int32))


def test_sizes_are_checked():
    with pytest.raises(ValueError, match="games is 0"):
        darkforge.VectorUmpire(0)
    with pytest.raises(ValueError, match="threads is 0"):
        darkforge.VectorUmpire(1, threads=0)


def test_other_python_threads_run_during_a_batch():
    batch = darkforge.VectorUmpire(64, seed=1)
    worker = threading.Thread(target=batch.random_steps, args=(20_000,))
    worker.start()
    turns = 0
    while worker.is_alive():
        time.sleep(0.001)
        turns += 1
    worker.join()
    assert turns > 10
