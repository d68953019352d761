"""Sums over the games of a collection, and the statistics made of them (docs/collections.md).

A cell NOT_COMPUTED is a figure that is not computed here.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from fractions import Fraction
from math import sqrt
from typing import Any, Callable, Optional

import chess
import numpy as np
import pandas as pd
from collection_attacks import count_game
from collection_games import ANSWERS, Replay, material, points

Z = 1.959963984540054
PHASES = ("opening", "middlegame", "endgame", "all")
SIDES = ("both", "white", "black", "winner", "loser")
MEASURES = ("own_board", "points", "refused")
SUMS = ["games", "n", "y", "q", "yy", "yn", "nn"]
Row = list[Any]
NOT_COMPUTED = "not computed"
UNKNOWN = [NOT_COMPUTED] * 4


# ---------------------------------------------------------------- statistics


def wilson(k: float, n: float) -> Row:
    """Share and Wilson's interval; a share of nothing is empty."""
    if n == 0:
        return [None] * 3
    p = k / n
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return [p, middle - half, middle + half]


def score(wins: int, draws: int, losses: int) -> Row:
    """Score with Wilson's interval for the effective number of games."""
    n = wins + draws + losses
    if n == 0:
        return [None] * 3
    s = (wins + draws / 2) / n
    v = (wins * (1 - s) ** 2 + draws * (0.5 - s) ** 2 + losses * s**2) / (n - 1) if n > 1 else 0.0
    effective = 1.0 if n == 1 else n * (n * s * (1 - s) + 0.5) / (n * v + 0.5)
    return [s, *wilson(s * effective, effective)[1:]]


def mean(sums: Any) -> Row:
    """Mean, its interval with games as clusters, and the standard deviation."""
    c, n, y, q, yy, yn, nn = (int(one) for one in sums)
    if n == 0:
        return [None] * 4
    low = high = sd = None
    if c > 1:
        # sum (y_g - r n_g)^2 with r = y/n, in whole numbers
        spread = Fraction(yy * n * n - 2 * y * n * yn + y * y * nn, n * n)
        half = Z * sqrt(Fraction(c, c - 1) * spread / (n * n))
        low, high = y / n - half, y / n + half
    if n > 1:
        sd = sqrt(Fraction(q * n - y * y, n * (n - 1)))
    return [y / n, low, high, sd]


def singles(counts: Counter[int]) -> Row:
    """`mean` of one observation a game."""
    n = sum(counts.values())
    y = sum(value * times for value, times in counts.items())
    q = sum(value * value * times for value, times in counts.items())
    return mean((n, n, y, q, q, y, n))


def binomial_test(wins: int, losses: int) -> Optional[float]:
    """Exact two-sided test of a share of 1/2, in whole numbers."""
    n, few = wins + losses, min(wins, losses)
    if n == 0:
        return None
    term = total = 1
    for k in range(few):
        term = term * (n - k) // (k + 1)
        total += term
    return float(min(Fraction(1), Fraction(2 * total, 2**n)))


def by_games(table: dict[Any, Any], size: Callable[[Any], Any] = lambda x: x) -> list[Any]:
    """Items by size falling, then key."""
    return sorted(table.items(), key=lambda item: (-size(item[1]), item[0]))


# ---------------------------------------------------------------- counting


class Tally:
    """Sums over games."""

    def __init__(self) -> None:
        self.games = 0
        self.kinds: Counter[tuple[int, str]] = Counter()
        # Input, line, and number of the game among those found in the input.
        self.damaged: list[tuple[int, int, int]] = []
        self.count: defaultdict[str, Counter[Any]] = defaultdict(Counter)
        self.knowledge: list[Any] = []
        self.sums: list[pd.DataFrame] = []
        self.answers: list[pd.DataFrame] = []

    def add(self, other: "Tally") -> None:
        """Add the sums of other games."""
        self.games += other.games
        before = {at: self.kinds[at, "found"] for at, _, _ in other.damaged}
        self.damaged += [(at, line, before[at] + game) for at, line, game in other.damaged]
        self.kinds.update(other.kinds)
        for name, counter in other.count.items():
            self.count[name].update(counter)
        self.knowledge += other.knowledge
        self.sums += other.sums
        self.answers += other.answers
        if len(self.sums) > 40:
            self.close()

    def close(self) -> None:
        """Bring the frames together."""
        self.sums = [pd.concat(self.sums).groupby(level=[0, 1, 2]).sum()] if self.sums else []
        if self.answers:
            self.answers = [pd.concat(self.answers).groupby(level=[0, 1]).sum()]

    def game(self, game: Replay, plies: list[Any]) -> None:
        """Count one game."""
        count, told = self.count, game.told
        length, moves = len(told.moves), (len(told.moves) + 1) // 2
        result, reason = game.result, game.reason
        winner = {"1-0": True, "0-1": False}.get(result)
        count["outcomes"][result, reason, game.color] += 1
        kind = "all" if result == "*" else "drawn" if winner is None else "won"
        for scope in {"all", kind, reason}:
            count["durations"][scope, moves] += 1
        control = told.tags.get("TimeControl", "")
        count["time_controls"][control, result, reason, moves] += 1
        self.materials(game, winner)
        self.seats(game, moves)
        count_game(self, game)
        first = game.first_word
        count["silence"][None if first is None else first // 2 + 1] += 1
        for square, white, pawn in game.captures:
            count["captures"][square, "by_white" if white else "by_black"] += 1
            count["captures"][square, "of_pawns" if pawn else "of_pieces"] += 1
        for square in {one[0] for one in game.captures}:
            count["captures"][square, "games"] += 1
        events: Counter[str] = Counter()
        turns = [[0, 0, 0], [0, 0, 0]]
        number = self.games = self.games + 1
        for ply, (mobility, own, men, answer) in enumerate(game.plies):
            knows = told.tells[ply % 2]
            tries = told.refused.get(ply, []) if knows else []
            if knows:
                turns[ply % 2][0 if men >= 29 else 1 if men >= 15 else 2] += 1
                events[ANSWERS[answer]] += 1
                for square in tries:
                    if square is not None:
                        events["refused"] += 1
                        count["captures"][square, "refused"] += 1
            if told.tells[(ply + 1) % 2]:
                events[f"enemy_{ANSWERS[answer]}"] += 1
            lost = sum(square is None for square in tries)
            won = -1 if winner is None else int(winner == (ply % 2 == 0))
            plies.append((number, ply, mobility, own, men, len(tries), lost, answer, knows, won))
        if any(told.tells):
            self.knowledge.append((game.level(), length, winner, told.tells, events, turns))

    def materials(self, game: Replay, winner: Optional[bool]) -> None:
        """Material at the end, and won endings."""
        men = {color: material(game.board, color) for color in chess.COLORS}
        if winner is not None:
            pair = (men[winner], men[not winner])
            self.count["victories"][pair] += 1
            if game.reason == "checkmate":
                self.count["checkmates"][pair] += 1
        elif game.result == "1/2-1/2":
            order = [(-points(game.board, c), -len(men[c]), men[c]) for c in chess.COLORS]
            self.count["draws"][tuple(one[2] for one in sorted(order))] += 1
        if game.result == "*":
            return
        for (color, name), ply in game.lone.items():
            left = sum((later % 2 == 0) == color for later in range(ply + 1, len(game.plies)))
            how = "draws" if winner is None else "wins" if winner == color else "losses"
            mate = how == "wins" and game.reason == "checkmate"
            self.count["won_endings"][name, how, mate, left] += 1

    def seats(self, game: Replay, moves: int) -> None:
        """Count games and openings of each player."""
        told, count = game.told, self.count
        for color, seat, name in ((True, 0, told.white), (False, 1, told.black)):
            name = "" if re.fullmatch(r"[?-]*", name.strip()) else name
            side = "white" if color else "black"
            own = game.texts[seat]
            count["seats"][name, side] += 1
            for move in set(own):
                count["openings"][name, side, move] += 1
            for length in (2, 3, 4):
                if len(own) >= length:
                    count["long"][name, side, length] += 1
                    count["sequences"][name, side, length, " ".join(own[:length])] += 1
            if name and game.result != "*":
                won = game.result == ("1-0" if color else "0-1")
                drawn = game.result == "1/2-1/2"
                how = "wins" if won else "draws" if drawn else "losses"
                count["players"][name, how] += 1
                count["players"][name, side] += 1
                count["players"][name, "checkmates"] += won and game.reason == "checkmate"
                count["players"][name, "moves"] += moves

    def turns(self, plies: list[Any]) -> None:
        """Sums over turns, by game and then over games."""
        names = "game ply own_board points men refused lost answer told won".split()
        frame = pd.DataFrame(np.array(plies, dtype=np.int64).reshape(-1, 10), columns=names)
        frame["move"] = frame.ply // 2 + 1
        frame["phase"] = np.select([frame.men >= 29, frame.men >= 15], [0, 1], 2)
        frame["any"] = (frame.refused > 0).astype(np.int64)
        frame["whole"] = 3
        told = frame[frame.told == 1]
        early = frame[frame.move <= 300]
        jobs = [
            ("own_board", early, "own_board", "move"),
            ("points", early, "points", "move"),
            ("refused", early[early.told == 1], "refused", "move"),
        ]
        for key in ("phase", "whole"):
            jobs.append(("own_board by phase", frame, "own_board", key))
            jobs += [(f"{one} by phase", told, one, key) for one in ("refused", "any", "lost")]
        for name, rows, value, key in jobs:
            self.moments(name, rows, value, key)
        for key in ("phase", "whole"):
            played = told.groupby(["game", key, "answer"]).size()
            said = told.refused - told.lost
            refused = said.groupby([told.game, told[key]]).sum()
            refused = pd.concat({0: refused[refused > 0]}, names=["answer"])
            refused = refused.reorder_levels(["game", key, "answer"])
            both = pd.concat([played, refused]).groupby(level=[1, 2]).agg(["count", "sum"])
            self.answers.append(both.rename_axis(["phase", "answer"]))
            any_answer = told.groupby(["game", key]).size().groupby(level=1).size()
            any_frame = pd.DataFrame({"count": any_answer, "sum": 0})
            any_frame.index = pd.MultiIndex.from_product([any_frame.index, [99]])
            self.answers.append(any_frame.rename_axis(["phase", "answer"]))

    def moments(self, name: str, rows: pd.DataFrame, value: str, key: str) -> None:
        """Sums from which `mean` follows, for each side and value of the key."""
        some = pd.DataFrame({"game": rows.game, "key": rows[key], "y": rows[value]})
        some["q"] = some.y * some.y
        masks = [None, rows.ply % 2 == 0, rows.ply % 2 == 1, rows.won == 1, rows.won == 0]
        for side, mask in zip(SIDES, masks):
            part = some if mask is None else some[mask]
            if part.empty:
                continue
            groups = part.groupby(["key", "game"])
            game = groups.agg(n=("y", "size"), y=("y", "sum"), q=("q", "sum"))
            game["yy"], game["yn"], game["nn"] = game.y**2, game.y * game.n, game.n**2
            game["games"] = 1
            sums = game.groupby(level=0)[SUMS].sum()
            self.sums.append(pd.concat({(name, side): sums}, names=["name", "side", "key"]))
