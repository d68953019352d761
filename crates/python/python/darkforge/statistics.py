"""Matches, sequential tests and ratings."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._native import Record


@dataclass(frozen=True)
class Score:
    """Score of the first player with its Elo difference; ends of 95 % intervals; `None` is infinite."""

    score: float
    score_lo: float
    score_hi: float
    elo: float | None
    elo_lo: float | None
    elo_hi: float | None
    los: float
    """Likelihood of superiority: the probability that the first player is the stronger one."""


@dataclass(frozen=True)
class Sprt(Score):
    """State of a sequential test of H0 (`elo0`) against H1 (`elo1`)."""

    llr: float
    """Log-likelihood ratio of H1 to H0."""
    lower: float
    """Ratio at which H0 is accepted."""
    upper: float
    """Ratio at which H1 is accepted."""
    verdict: str
    """`continue`, `H0` or `H1`."""
    model: str
    """Unit of the hypotheses: `logistic` or `normalized` Elo."""


@dataclass(frozen=True)
class Ratings:
    """Ratings of all players, the strongest first; arrays have one value for each player."""

    players: list[str]
    elo: NDArray[np.float64]
    elo_lo: NDArray[np.float64]
    elo_hi: NDArray[np.float64]
    error: NDArray[np.float64]
    """Standard errors, in Elo."""
    games: NDArray[np.float64]
    points: NDArray[np.float64]
    pool: NDArray[np.int64]
    """Number of the player's pool among pools that never met."""
    model: str
    white_advantage: float | None
    """White's advantage in the first pool, in Elo."""
    prior_was_needed: bool
    """Whether finite ratings needed added games."""


@dataclass(frozen=True)
class MatchResult:
    """Games of a match; arrays have one value for each game, in the order of the schedule."""

    a: str
    b: str
    wins: int
    """Games that `a` won."""
    draws: int
    losses: int
    pairs: NDArray[np.int64]
    """Colour-swapped pairs in which `a` made 0, 1/2, 1, 3/2 and 2 points; (5,)."""
    results: NDArray[np.int8]
    """1 if White won, -1 if Black won, 0 for a draw."""
    first_has_white: NDArray[np.bool_]
    """Whether `a` had White."""
    endings: list[str]
    plies: NDArray[np.uint32]
    white_refused: NDArray[np.uint32]
    black_refused: NDArray[np.uint32]
    seeds: NDArray[np.uint64]
    """Seed of each game; both games of a pair have the same."""
    records: list[Record] = field(repr=False)
    """The games with every question, if `keep_records`."""

    @property
    def points(self) -> NDArray[np.float64]:
        """Points of `a` in each game: 0, 1/2 or 1."""
        return (1 + np.where(self.first_has_white, self.results, -self.results)) / 2

    @property
    def score(self) -> Score:
        """Score of `a` with its Elo difference: by pairs, if all games belong to one."""
        if 2 * int(self.pairs.sum()) == len(self.results):
            return score(pairs=self.pairs)
        return score(wdl=(self.wins, self.draws, self.losses))


def _counts(counts: ArrayLike | None, size: int, name: str) -> list[int] | None:
    if counts is None:
        return None
    array = np.asarray(counts)
    if array.shape != (size,) or not np.issubdtype(array.dtype, np.integer) or (array < 0).any():
        raise ValueError(f"{name} is {counts}; it should be {size} whole numbers, 0 or more")
    return [int(count) for count in array]


def score(wdl: ArrayLike | None = None, pairs: ArrayLike | None = None) -> Score:
    """Score and Elo difference from games won, drawn and lost, or from pairs with 0, 1/2, 1, 3/2 and 2 points."""
    return Score(**_native.score(_counts(wdl, 3, "wdl"), _counts(pairs, 5, "pairs")))


def sprt(
    wdl: ArrayLike | None = None,
    pairs: ArrayLike | None = None,
    *,
    elo0: float,
    elo1: float,
    model: str = "logistic",
    alpha: float = 0.05,
    beta: float = 0.05,
) -> Sprt:
    """Sequential test of H0 (`elo0`) against H1 (`elo1`), from games or from pairs, as `darkforge sprt`."""
    counts = _counts(wdl, 3, "wdl"), _counts(pairs, 5, "pairs")
    return Sprt(**_native.sprt(*counts, elo0, elo1, model, alpha, beta))


def rate(
    white: Sequence[str],
    black: Sequence[str],
    points: ArrayLike,
    *,
    model: str = "bradley-terry",
    anchors: Mapping[str, float] | None = None,
    white_advantage: bool = True,
    prior: float | None = None,
) -> Ratings:
    """Rates players by their games, as `darkforge rate`.

    `points` are White's: (games,) with 0, 1/2 or 1, or (rows, 3) with numbers of White's wins, draws and losses.
    Models are `bradley-terry`, `davidson` and `rao-kupper`. `anchors` fixes ratings, in Elo. `prior` adds games to each
    pairing; `None` adds one where a rating would be infinite otherwise.
    """
    table = np.asarray(points, dtype=np.float64)
    if table.ndim == 1:
        if not np.isin(table, (0.0, 0.5, 1.0)).all():
            raise ValueError("points should be 0, 0.5 or 1 for each game")
        table = np.stack([table == 1.0, table == 0.5, table == 0.0], axis=1).astype(np.float64)
    if table.ndim != 2 or table.shape[1] != 3 or not len(white) == len(black) == len(table):
        raise ValueError(
            f"there are {len(white)} names of White, {len(black)} of Black and points of shape {table.shape}; "
            "there should be as many of each: (games,), or (rows, 3) with wins, draws and losses"
        )
    rows = list(zip(white, black, table.tolist(), strict=True))
    return Ratings(**_native.rate(rows, model, list((anchors or {}).items()), white_advantage, prior))


def match(
    a: str,
    b: str,
    games: int,
    seed: int = 1,
    ruleset: str = "icc",
    threads: int | None = None,
    *,
    ply_limit: int = 1000,
    keep_records: bool = False,
) -> MatchResult:
    """Plays `games` games between the players of two specs, in colour-swapped pairs.

    The games are those of `darkforge match A B` with the same seed, at any number of threads (default: all cores).
    """
    threads = threads if threads is not None else _cores()
    fields = _native.play_match(a, b, games, seed, ruleset, threads, ply_limit, keep_records)
    fields["pairs"] = np.array(fields["pairs"], dtype=np.int64)
    return MatchResult(**fields)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
