"""The tables of castling, attacks and clusters from their counts (collection_attacks.py)."""

from __future__ import annotations

from typing import Any

import chess
from collection_attacks import BEFORE, DISTANCE, GIVEN, WHATS
from collection_counts import Row, mean, wilson

Table = tuple[list[str], list[Row]]


def interval(name: str) -> list[str]:
    """Columns of a figure and its interval."""
    return [name, f"{name}_lo", f"{name}_hi"]


def moments(count: Any, key: Any) -> tuple[int, ...]:
    """Moments of a mean."""
    return tuple(count[(*key, place)] for place in range(7))


def castling(tally: Any, openings: Any) -> Table:
    """castling.csv"""
    rows = []
    for name in openings.names:
        for color in ("both", "white", "black"):
            games = openings.games(name, color)
            for way in ("O-O", "O-O-O"):
                made = early = moves = 0
                for (player, side, how, number), times in tally.count["castling"].items():
                    if name in (player, "*") and color in (side, "both") and how == way:
                        made, moves = made + times, moves + number * times
                        early += times * (number <= 10)
                row = [name, color, way, games, made, *wilson(made, games)]
                row += [early, *wilson(early, games), moves / made if made else None]
                rows.append(row)
    header = ["player", "color", "move", "games", "made", *interval("share"), "early"]
    return [*header, *interval("early_share"), "mean_move"], rows


def squares(tally: Any, openings: Any, table: str) -> Table:
    """targets.csv, weak_points.csv"""
    count = tally.count["struck"]
    rows = []
    for name in openings.names:
        games = openings.games(name, "both")
        found = [s for s in chess.SQUARES if count[table, name, s, "attacks"]]
        found.sort(key=lambda s: (-count[table, name, s, "attacks"], s))
        for rank, square in enumerate(found[: 64 if name == "*" else 10], 1):
            key = (table, name, square)
            n, times = count[(*key, "attacks")], count[(*key, "games")]
            row = [name, rank, chess.square_name(square), games, n, *wilson(times, games)]
            rows.append(row + [count[(*key, what)] / n for what in ("men", "captures", "gain")])
    header = ["player", "rank", "square", "games", "attacks", *interval("games_share")]
    return [*header, "mean_attackers", "mean_captures", "mean_gain"], rows


def preludes(tally: Any, openings: Any) -> Table:
    """before_attacks.csv"""
    count = tally.count["preludes"]
    rows = []
    for name in openings.names:
        for distance in range(BEFORE + 1):
            found = {what: moments(count, (name, distance, what)) for what in WHATS}
            games, attacks = found["attackers"][:2]
            if not attacks:
                continue
            row: Row = [name, distance, games, attacks]
            for what in WHATS:
                if what == "tried":
                    row.append(found[what][1])
                row += mean(found[what])[:3]
            rows.append(row)
    header = ["player", "before", "games", "attacks"]
    for what in WHATS:
        header += ["told"] if what == "tried" else []
        header += interval(what)
    return header, rows


def clusters(tally: Any) -> Table:
    """clusters.csv"""
    count = tally.count["clusters"]
    rows = []
    for given in GIVEN:
        for following in GIVEN[2:]:
            for distance in range(1, DISTANCE + 1):
                found = moments(count, (given, following, distance))
                base = moments(count, ("any", following, distance))
                if found[1]:
                    share = mean(found)[:3]
                    lift = share[0] * base[1] / base[2] if base[2] else None
                    rows.append([given, following, distance, *found[:3], *share, lift])
    header = ["given", "following", "plies", "games", "pairs", "followed"]
    return [*header, *interval("share"), "lift"], rows


def tables(tally: Any, openings: Any) -> dict[str, Table]:
    """All of them by name."""
    return {
        "castling": castling(tally, openings),
        "targets": squares(tally, openings, "targets"),
        "weak_points": squares(tally, openings, "weak_points"),
        "before_attacks": preludes(tally, openings),
        "clusters": clusters(tally),
    }
