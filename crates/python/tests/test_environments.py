"""PettingZoo and OpenSpiel, where they are installed."""

import random

import numpy as np
import pytest

import darkforge


def test_pettingzoos_api_test_passes():
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from darkforge.pettingzoo import env

    for ruleset in ("icc", "berkeley-any", "english"):
        api_test(env(ruleset=ruleset, ply_limit=60), num_cycles=1000)
    seed_test(env, num_cycles=50)


def test_the_agent_acts_again_after_a_refusal():
    pytest.importorskip("pettingzoo")
    from darkforge.pettingzoo import env

    game = env()
    game.reset()
    assert game.agent_selection == "player_0"
    seen, *_ = game.last()
    assert seen["action_mask"].sum() == 20, "no pawn capture is possible, and the others are legal"
    game.step(darkforge.action_of("e2e4", "white"))
    assert game.agent_selection == "player_1"
    game.step(darkforge.action_of("e7e5", "black"))
    game.step(darkforge.action_of("e4e5", "white"))
    assert game.agent_selection == "player_0", "Black's pawn stands there"
    assert game.infos["player_0"] == {"question": "e4e5", "answer": "refused"}
    assert not game.last()[0]["action_mask"][darkforge.action_of("e4e5", "white")]
    assert not game.observe("player_1")["action_mask"].any()


def test_an_action_outside_the_mask_loses():
    pytest.importorskip("pettingzoo")
    from darkforge.pettingzoo import env

    game = env()
    game.reset()
    game.step(darkforge.action_of("a1a8", "white"))
    assert game.terminations["player_0"] and game.rewards["player_0"] == -1


@pytest.mark.parametrize("ruleset", darkforge.RULESETS)
def test_openspiel_plays_our_umpire(ruleset):
    pyspiel = pytest.importorskip("pyspiel")
    import darkforge.open_spiel  # noqa: F401, registers the game

    game = pyspiel.load_game(f"python_darkforge_kriegspiel(ruleset={ruleset},ply_limit=30)")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    draw, state = random.Random(1), game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(draw.choice(state.legal_actions()))
        assert len(state.observation_tensor(0)) == 2 + darkforge.PLANES * 64
    assert sum(state.returns()) == 0


def test_information_states_have_nothing_of_the_other_side():
    pyspiel = pytest.importorskip("pyspiel")
    import darkforge.open_spiel  # noqa: F401

    game = pyspiel.load_game("python_darkforge_kriegspiel")
    states = [game.new_initial_state() for _ in range(2)]
    for state, move in zip(states, ("g1f3", "b1c3"), strict=True):
        state.apply_action(darkforge.action_of(move, "white"))
    one, other = (state.information_state_string(1) for state in states)
    assert one == other and states[0].observation_string(1) == states[1].observation_string(1)
    assert np.array_equal(states[0].observation_tensor(1), states[1].observation_tensor(1))
    assert states[0].information_state_string(0) != states[1].information_state_string(0)


def test_openspiels_algorithms_find_a_mate_in_one():
    pyspiel = pytest.importorskip("pyspiel")
    import darkforge.open_spiel  # noqa: F401

    from open_spiel.python.algorithms import external_sampling_mccfr

    np.random.seed(1)
    state = pyspiel.load_game(
        "python_darkforge_kriegspiel", {"fen": "7k/R7/6K1/8/8/8/8/8 w - - 0 1", "ply_limit": 1}
    ).new_initial_state()
    solver = external_sampling_mccfr.ExternalSamplingSolver(state.get_game())
    for _ in range(100):
        solver.iteration()
    chances = solver.average_policy().action_probabilities(state)
    assert state.action_to_string(0, max(chances, key=chances.get)) == "a7a8"
