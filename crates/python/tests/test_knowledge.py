"""Metapositions and beliefs contain the truth."""

import numpy as np
import pytest

import darkforge

from test_umpire import random_game


@pytest.mark.parametrize("ruleset", ["icc", "berkeley-any", "rand"])
def test_the_true_position_is_inside_at_every_ply(ruleset):
    known = {color: darkforge.Metaposition(color, ruleset) for color in ("white", "black")}
    beliefs = {color: darkforge.Belief(color, ruleset, limit=2000) for color in ("white", "black")}
    heard = 0
    for umpire in random_game(ruleset, 3, 60):
        for answer in umpire.history[heard:]:
            mover = {"white": "black", "black": "white"}[umpire.turn] if answer.played else umpire.turn
            other = {"white": "black", "black": "white"}[mover]
            known[mover].answered(answer)
            beliefs[mover].answered(answer)
            if answer.played and umpire.outcome is None:
                known[other].opponent_moved(umpire.view(other))
                beliefs[other].opponent_moved(umpire.view(other))
        heard = len(umpire.history)
        if umpire.outcome is not None:
            break
        for color in ("white", "black"):
            assert known[color].contains(umpire)
            if beliefs[color].exact:
                assert beliefs[color].contains(umpire)


def test_arrays_have_the_squares_of_the_umpires_board():
    umpire = darkforge.Umpire()
    known, belief = darkforge.Metaposition("black"), darkforge.Belief("black")
    possible = known.possible()
    assert possible.shape == (7, 8, 8) and possible[0, 1].all() and possible[5, 0, 4]
    umpire.ask("e2e4")
    known.opponent_moved(umpire.view("black"))
    belief.opponent_moved(umpire.view("black"))
    assert known.possible()[0, 3, 4], "a pawn could stand on e4"
    assert len(belief) == 20 and belief.exact and belief.contains(umpire)
    assert belief.marginals()[0, 3, 4] == pytest.approx(1 / 20)
    assert np.allclose(belief.marginals()[0].sum(), 8)
    assert len(belief.fens(5)) == 5
    assert known.ages().shape == (8, 8)


def test_the_opponents_view_is_refused():
    umpire = darkforge.Umpire()
    with pytest.raises(ValueError, match="the view is white's; it should be black's"):
        darkforge.Metaposition("black").opponent_moved(umpire.view("white"))
