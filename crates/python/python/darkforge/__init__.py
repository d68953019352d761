"""Kriegspiel: umpire, players, statistics and environments for reinforcement learning.

>>> import darkforge
>>> umpire = darkforge.Umpire("icc")
>>> umpire.ask("e2e5").kind  # a refusal is an answer, and only White hears it
'refused'
>>> umpire.ask("e2e4").said
<Announcement silent>
>>> umpire.view("black").heard.silent
True

`darkforge.pettingzoo` has an environment for PettingZoo, `darkforge.open_spiel` a game for OpenSpiel; each needs
its library. `docs/python.md` has examples, the planes of an observation and the numbers of actions.
"""

from . import _native
from ._native import (
    ACTIONS,
    ANY,
    PLANES,
    RULESETS,
    Announcement,
    Answer,
    Belief,
    Metaposition,
    Outcome,
    Player,
    Record,
    Umpire,
    View,
    action_of,
)
from .play import PlayerLike, play
from .records import GamesFile, read_games, write_games
from .rules import Ruleset, ruleset
from .statistics import MatchResult, Ratings, Score, Sprt, match, rate, score, sprt
from .vector import Step, VectorUmpire

__version__ = _native.VERSION

__all__ = [
    "ACTIONS",
    "ANY",
    "PLANES",
    "RULESETS",
    "Announcement",
    "Answer",
    "Belief",
    "GamesFile",
    "MatchResult",
    "Metaposition",
    "Outcome",
    "Player",
    "PlayerLike",
    "Ratings",
    "Record",
    "Ruleset",
    "Score",
    "Sprt",
    "Step",
    "Umpire",
    "VectorUmpire",
    "View",
    "action_of",
    "match",
    "play",
    "rate",
    "read_games",
    "ruleset",
    "score",
    "sprt",
    "write_games",
]


def _umpire_again(ruleset_name, ply_limit, fen, questions):
    """Makes an umpire again from its questions: how umpires are unpickled."""
    umpire = Umpire(ruleset_name, ply_limit=ply_limit, fen=fen)
    for question in questions:
        umpire.ask(question)
    return umpire
