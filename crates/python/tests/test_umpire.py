"""Umpire, views and rulesets."""

import copy
import pickle
import random

import numpy as np
import pytest

import darkforge


def random_game(ruleset, seed, ply_limit=200):
    """Yields the umpire before each question of a random game, and then asks it."""
    draw = random.Random(seed)
    umpire = darkforge.Umpire(ruleset, ply_limit=ply_limit)
    while umpire.outcome is None:
        yield umpire
        umpire.ask(draw.choice(umpire.view().tries()))
    yield umpire


def test_a_refusal_is_an_answer_that_the_opponent_does_not_hear():
    umpire = darkforge.Umpire("icc")
    assert umpire.ask("e2e5").kind == "refused"
    assert umpire.view("white").refused == ["e2e5"]
    assert umpire.view("black").refused == []
    answer = umpire.ask("e2e4")
    assert answer.played and answer.said.silent and umpire.turn == "black"
    assert umpire.view("black").men["e8"] == "K" and "e1" not in umpire.view("black").men
    assert not {"fen", "position", "umpire", "legal_moves"} & set(dir(umpire.view("black")))


def test_captures_checks_and_pawn_tries_are_announced():
    umpire = darkforge.Umpire("icc")
    for asked in ("e2e4", "d7d5"):
        said = umpire.ask(asked).said
    assert said.pawn_tries == 1
    said = umpire.ask("e4d5").said
    assert (said.capture, said.captured) == ("d5", "pawn")
    umpire.ask("a7a6")
    assert umpire.ask("f1b5").said.checks == ["long"]


def test_any_is_a_question_of_its_rulesets():
    umpire = darkforge.Umpire("berkeley-any")
    for asked in ("e2e4", "d7d5"):
        umpire.ask(asked)
    assert "any" in umpire.view().tries()
    assert umpire.ask("any").kind == "yes"
    assert umpire.view().obliged and all(map(umpire.view().is_pawn_capture, umpire.view().tries()))
    assert darkforge.Umpire("icc").ask("any").kind == "nonsense"


@pytest.mark.parametrize("ruleset", darkforge.RULESETS)
def test_every_legal_move_is_in_the_mask_and_actions_are_questions(ruleset):
    for umpire in random_game(ruleset, 1, 80):
        if umpire.outcome is not None:
            break
        tries = set(umpire.view().tries())
        actions = umpire.actions()
        assert {umpire.question(action) for action in actions} == tries
        assert {darkforge.action_of(asked, umpire.turn) for asked in tries} == set(actions)
        assert np.flatnonzero(umpire.mask()).tolist() == actions
        if not umpire.view().obliged:
            assert set(umpire.legal_moves()) <= tries


def test_promotions_have_actions():
    umpire = darkforge.Umpire("icc", fen="3n4/4P2k/8/8/8/8/p6K/1N6 b - - 0 1")
    names = {umpire.question(action): action for action in umpire.actions()}
    assert {"a2a1q", "a2a1n", "a2b1q", "a2b1r"} <= set(names)
    assert umpire.act(names["a2b1n"]).said.capture == "b1"
    assert {"e7d8q", "e7e8b"} <= {umpire.question(action) for action in umpire.actions()}


def test_an_observation_shows_the_own_men_in_the_own_frame_and_nothing_else():
    one, other = darkforge.Umpire(), darkforge.Umpire()
    for umpire, move in ((one, "g1f3"), (other, "b1c3")):
        umpire.ask(move)
    assert (one.observation("black") == other.observation("black")).all()
    assert (one.observation("white") != other.observation("white")).any()
    planes = one.observation("black")
    assert planes.shape == (darkforge.PLANES, 8, 8) and planes.dtype == np.float32
    assert planes[0, 1].all(), "Black's pawns are on its second rank"
    assert planes[5, 0, 4] == 1, "and its king on the e-file"


def test_umpires_are_copied_and_pickled():
    umpire = darkforge.Umpire("cincinnati", ply_limit=50)
    for asked in ("e2e4", "e7e5", "e4e5"):
        umpire.ask(asked)
    for again in (copy.deepcopy(umpire), pickle.loads(pickle.dumps(umpire))):
        assert again.fen() == umpire.fen() and again.history == umpire.history
        again.ask("d2d4")
        assert umpire.plies == 2


def test_wrong_input_has_one_clear_message():
    with pytest.raises(ValueError, match="there is no ruleset 'iccc'; there are icc"):
        darkforge.Umpire("iccc")
    with pytest.raises(ValueError, match="'e9' is not a move in UCI notation"):
        darkforge.Umpire().ask("e9")
    with pytest.raises(ValueError, match="4169 is no action; there are 0 to 4168"):
        darkforge.Umpire().act(4169)
    with pytest.raises(ValueError, match="not over"):
        darkforge.Umpire().record()
    umpire = darkforge.Umpire(fen="7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
    assert umpire.ask("f7g7").said is not None
    assert (umpire.outcome.winner, umpire.outcome.ending) == ("white", "checkmate")
    with pytest.raises(ValueError, match="the game is over"):
        umpire.ask("h8g8")


def test_rulesets_are_data():
    rules = darkforge.ruleset("rand")
    assert rules.pawn_tries == "squares" and rules.announces_promotion and rules.quiet_plies == 100
    assert [darkforge.ruleset(name).name for name in darkforge.RULESETS] == darkforge.RULESETS


def test_a_capture_en_passant_is_announced_as_its_ruleset_says():
    for ruleset, square, words in (("icc", "d5", "d5 pawn"), ("english", "d6", "d6 en passant")):
        umpire = darkforge.Umpire(ruleset)
        for asked in ("e2e4", "a7a6", "e4e5", "d7d5"):
            umpire.ask(asked)
        said = umpire.ask("e5d6").said
        assert said.capture == square and said.en_passant == (ruleset == "english")
        assert f"capture {words}" in repr(said)
