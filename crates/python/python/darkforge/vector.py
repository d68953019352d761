"""Many games at once: one question to each, without Python's lock."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native


class Step(NamedTuple):
    """What one step did to each game."""

    answers: NDArray[np.uint8]
    """0 played, 1 refused, 2 nonsense, 3 "yes", 4 "no"; (games,)."""
    rewards: NDArray[np.float32]
    """Of White and Black: 1, -1 if the step ended the game with a win, else 0; (games, 2)."""
    done: NDArray[np.bool_]
    """Whether the step ended the game; a new game stands in its place; (games,)."""
    plies: NDArray[np.uint32]
    """Moves of the game before it was replaced; (games,)."""


class VectorUmpire(_native.VectorUmpire):
    """Umpires of many games.

    `turns` says who is to move, `masks()` and `observations()` are the movers'. `step(actions)` asks one question in
    each game. A game that ends is replaced by a new one in the same step.

    Arguments: `games` from 1 to 65,536; `ruleset`; `ply_limit` after which a game is drawn; `seed` of
    `random_actions` and `random_steps`; `threads`. The games do not depend on the number of threads.
    """

    ANSWERS = ("played", "refused", "nonsense", "yes", "no")

    def step(self, actions: ArrayLike) -> Step:
        """Asks question `actions[i]` in game i.

        Raises ValueError, and asks nothing, if one of them is not in its mask; TypeError if they are no whole numbers.
        """
        numbers = np.ascontiguousarray(actions)
        if numbers.dtype.kind not in "iu" or numbers.ndim != 1:
            raise TypeError(f"actions are {numbers.dtype} of shape {numbers.shape}; they should be whole numbers, (games,)")
        return Step(*super().step(numbers.astype(np.int64, copy=False)))
