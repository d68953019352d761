"""Rulesets: what each variant announces, and how its games end (`docs/rules.md`)."""

from __future__ import annotations

from dataclasses import dataclass

from . import _native


@dataclass(frozen=True)
class Ruleset:
    """Rules of one variant, as far as variants differ."""

    name: str
    """Name in flags and files."""
    title: str
    """Name for people."""
    names_captured: bool
    """Whether the umpire says if a captured man was a pawn or a piece."""
    en_passant: str
    """Square announced of a capture en passant: `captured` pawn's or `landing` square."""
    pawn_tries: str
    """Announcement of pawn captures: `nothing`, `whether`, `number` or `squares`."""
    any: str
    """The question "Any?": `never`, `one_try` or `until_played` (the obligation after a yes)."""
    nonsense: str
    """Tries answered "nonsense": `never`, `own_board`, `own_board_and_tries`, `own_board_tries_and_checks`."""
    refusals_heard: bool
    """Whether the opponent hears that a try was refused."""
    announces_promotion: bool
    """Whether a promotion is announced."""
    stalemate_loses: bool
    """Whether the side that is stalemated loses."""
    quiet_plies: int | None
    """Plies without a capture or a pawn move after which the game is drawn."""
    repetition: str
    """Draws by repetition: `never`, `occurrence N` of a position, `same two moves N times`."""


def ruleset(name: str) -> Ruleset:
    """The ruleset called `name`, one of `darkforge.RULESETS`."""
    return Ruleset(**_native.ruleset(name))
