"""figures.csv from the other tables, after the list in docs/collections.md."""

from __future__ import annotations

from collections import Counter
from typing import Any, Iterator

from collection_counts import NOT_COMPUTED, UNKNOWN, Row, singles, wilson

HEADER = ["figure", "unit", "n", "value", "lo", "hi"]
UNITS = {"king_set": "squares", "uncertainty": "bits", "entropy": "pawns"}
UNITS |= {"own_board": "moves", "points": "points"}


def records(table: tuple[list[str], list[Row]]) -> Iterator[dict[str, Any]]:
    """Rows with the names of their columns."""
    header, rows = table
    for row in rows:
        yield dict(zip(header, row))


def share(row: dict[str, Any], column: str) -> Row:
    """A share with its interval."""
    return [row[column], row[f"{column}_lo"], row[f"{column}_hi"]]


def figures(made: dict[str, Any]) -> tuple[list[str], list[Row]]:
    """figures.csv"""
    rows: list[Row] = []
    for part in (of_results, of_turns, of_materials, of_openings, of_attacks, of_answers):
        rows += part(made)
    return HEADER, sorted((row for row in rows if row[3] is not None), key=lambda row: row[0])


def of_results(made: dict[str, Any]) -> Iterator[Row]:
    """Outcomes, edge, durations."""
    games: Counter[str] = Counter()
    names = {"1-0": "white_wins", "0-1": "black_wins", "1/2-1/2": "draws"}
    games.update({f"outcome.{name}": 0 for name in names.values()})
    for row in records(made["outcomes"]):
        reason = f"outcome.{row['reason']}" + (f".of_{row['of_color']}" if row["of_color"] else "")
        games[reason] += row["games"]
        if row["result"] in names:
            games[f"outcome.{names[row['result']]}"] += row["games"]
    used = sum(row["games"] for row in records(made["silence"]))
    for name, number in games.items():
        yield [name, "share", used, *wilson(number, used)]
    for row in records(made["edge"]):
        decided = row["white_wins"] + row["black_wins"]
        yield [f"edge.{row['scope']}", "share", decided, *share(row, "white_of_decided")]
    for row in records(made["durations"]):
        if row["scope"] in ("all", "won", "drawn", "checkmate"):
            name = f"duration.{row['scope']}"
            yield [name, "moves", row["games"], *share(row, "mean")]
            yield [f"{name}.early", "share", row["games"], *share(row, "early_share")]


def of_turns(made: dict[str, Any]) -> Iterator[Row]:
    """Mobility, material, knowledge, refusals."""
    for row in records(made["mobility_phases"]):
        name = f"mobility.{row['measure']}.{row['side']}.{row['phase']}"
        yield [name, "moves", row["games"], *share(row, "mean")]
    for table, prefix in (
        ("mobility", "mobility.own_board"),
        ("material", "material"),
        ("king_set", "king_set"),
        ("uncertainty", "uncertainty"),
        ("entropy", "entropy"),
    ):
        for row in records(made[table]):
            if row["move"] in range(10, 101, 10) and row["measure"] in UNITS:
                name = f"{prefix}.{row['side']}.move_{row['move']}"
                yield [name, UNITS[row["measure"]], row["games"], *share(row, "mean")]
    for row in records(made["refusals"]):
        name = f"refused.{row['side']}.{row['phase']}"
        yield [name, "tries", row["games"], *share(row, "refused_mean")]


def of_materials(made: dict[str, Any]) -> Iterator[Row]:
    """Final material, conversion, won endings."""
    scopes: dict[str, int] = {}
    for row in records(made["final_material"]):
        scopes[row["scope"]] = scopes.get(row["scope"], 0) + row["games"]
    for row in records(made["final_material"]):
        if row["rank"] <= 50:
            name = f"final.{row['scope']}.{row['material']}-{row['other_material']}"
            yield [name, "share", scopes[row["scope"]], *share(row, "share")]
    for row in list(records(made["conversion"]))[:50]:
        name = f"conversion.{row['material']}-{row['other_material']}"
        for what, n in (("mates_of_wins", row["wins"]), ("mated_of_played", None)):
            n = row["mates"] + row["draws"] if n is None else n
            yield [f"{name}.{what}", "share", n, *share(row, what)]
    for row in list(records(made["won_endings"]))[:50]:
        name = f"won_ending.{row['material']}"
        yield [name, "share", row["games"], *share(row, "won_share")]


def of_openings(made: dict[str, Any]) -> Iterator[Row]:
    """Openings, silence."""
    for row in records(made["openings"]):
        if row["color"] == "both":
            name = f"opening.{row['player']}.{row['move']}"
            yield [name, "share", row["games"], *share(row, "share")]
    rows = list(records(made["silence"]))
    used = sum(row["games"] for row in rows)
    moves: Counter[int] = Counter()
    for row in rows:
        if row["move"] is not None:
            moves[row["move"]] += row["games"]
    if moves:
        yield ["silence.mean", "moves", sum(moves.values()), *singles(moves)[:3]]
    for move in range(1, min(15, max(moves, default=0)) + 1):
        yield [f"silence.move_{move}", "share", used, *wilson(moves[move], used)]
    yield ["silence.never", "share", used, *wilson(used - sum(moves.values()), used)]


def of_attacks(made: dict[str, Any]) -> Iterator[Row]:
    """Castling, attacks, clusters."""
    for row in records(made["castling"]):
        if row["color"] == "both":
            name = f"castling.{row['player']}.{row['move']}"
            yield [name, "share", row["games"], *share(row, "share")]
            yield [f"{name}.early", "share", row["games"], *share(row, "early_share")]
    for table, prefix in (("targets", "target"), ("weak_points", "weak_point")):
        for row in records(made[table]):
            name = f"{prefix}.{row['player']}.{row['square']}"
            yield [name, "share", row["games"], *share(row, "games_share")]
    for row in records(made["before_attacks"]):
        for what in ("attackers", "brought", "captor", "tried", "heard"):
            name = f"before_attack.{row['player']}.{what}.{row['before']}"
            unit = "men" if what == "attackers" else "share"
            yield [name, unit, NOT_COMPUTED, *share(row, what)]
    for row in records(made["clusters"]):
        name = f"cluster.{row['given']}.{row['following']}.{row['plies']}"
        yield [name, "share", row["games"], *share(row, "share")]


def of_answers(made: dict[str, Any]) -> Iterator[Row]:
    """Answers, learning, captures."""
    for row in records(made["answers"]):
        if row["answer"] == "mean":
            yield [f"answer_bits.{row['phase']}", "bits", row["games"], row["bits"], None, None]
    for row in records(made["learning"]):
        yield [f"learning.{row['event']}", "bits", row["games"], *UNKNOWN[:3]]
    for row in records(made["informed"]):
        if row["move"] == "game":
            yield [f"informed.{row['measure']}", "share", *UNKNOWN]
    used = sum(row["games"] for row in records(made["silence"]))
    for row in records(made["captures"]):
        yield [f"captures.{row['square']}", "share", used, *share(row, "games_share")]
