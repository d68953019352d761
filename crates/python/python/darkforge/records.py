"""Files of games: transcripts (JSON Lines) and extended PGN (`docs/records.md`)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from . import _native
from ._native import Record


@dataclass(frozen=True)
class GamesFile:
    """The games of a file, each refereed again by the umpire."""

    records: list[Record]
    """Games with an ending, in order."""
    problems: list[str]
    """A sentence for each game without a record, and for each false statement of the file."""


def read_games(path: str | os.PathLike[str], ruleset: str = "icc") -> GamesFile:
    """Reads a transcript or PGN file, also packed (gzip, Zstandard). `ruleset` is for games that name none."""
    return GamesFile(*_native.read_games(os.fspath(path), ruleset))


def write_games(path: str | os.PathLike[str], records: Iterable[Record]) -> None:
    """Writes a new file: PGN if its name ends in `.pgn`, a transcript if it ends in `.jsonl`.

    Raises FileExistsError if the file exists, ValueError for another ending.
    """
    path = Path(path)
    if path.suffix not in (".pgn", ".jsonl"):
        raise ValueError(f"{path}: the name should end in .pgn (PGN) or .jsonl (a transcript)")
    with path.open("x", encoding="utf-8", newline="\n") as out:
        for record in records:
            out.write(record.pgn() if path.suffix == ".pgn" else record.transcript())
