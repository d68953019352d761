#!/usr/bin/env python3
"""Every table of docs/collections.md, computed with python-chess and pandas.

    scripts/collection_reference.py games.jsonl games.pgn --out DIR [--processes 2]

Written from docs/collections.md alone, so that `darkforge stats` can be held against it
(scripts/collection_check does). Reads transcripts (*.jsonl) and PGN, plain or extended, under the
rules of the ICC. Not computed, as they need a second metaposition: the values in king_set,
uncertainty, entropy, learning and informed and the metaposition's rows of mobility; of these only the
columns `games`, `turns` and `events` are written. Needs: pip install chess pandas.
"""

from __future__ import annotations

import argparse
import csv
import multiprocessing
import re
import sys
from pathlib import Path
from typing import Any, Iterator, Optional

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from collection_counts import Tally  # noqa: E402
from collection_games import Replay, Told, contradicts, pgn_game, transcript_games  # noqa: E402
from collection_tables import tables  # noqa: E402

PIECE = 16 << 20  # bytes of a transcript that are counted at once


# ---------------------------------------------------------------- reading

Piece = tuple[int, str, Any]


def pieces(inputs: list[str]) -> Iterator[Piece]:
    """Pieces of the inputs that hold whole games."""
    for number, name in enumerate(inputs):
        if name.endswith(".jsonl"):
            yield from ((number, "transcript", text) for text in transcript_pieces(name))
            continue
        text = Path(name).read_text(encoding="utf-8")
        starts = [0] + [found.end() for found in re.finditer(r"\n\s*\n(?=\[)", text)]
        games, line = [], 1
        for start, end in zip(starts, [*starts[1:], len(text)]):
            games.append((line, text[start:end]))
            line += text.count("\n", start, end)
        yield from ((number, "pgn", games[at : at + 100]) for at in range(0, len(games), 100))


def transcript_pieces(name: str) -> Iterator[str]:
    """A transcript cut after last lines of games."""
    rest = b""
    with open(name, "rb") as file:
        while block := file.read(PIECE):
            block = rest + block
            end = block.find(b"\n", block.rfind(b'"plies":')) + 1
            yield block[:end].decode()
            rest = block[end:]
    yield rest.decode()


def count_piece(piece: Piece) -> Tally:
    """Count the games of a piece."""
    number, kind, text = piece
    tally, plies = Tally(), []  # type: ignore[var-annotated]
    told: Iterator[tuple[int, Optional[Told]]]
    if kind == "transcript":
        told = ((0, one) for one in transcript_games(text))
    else:
        told = ((line, pgn_game(one)) for line, one in text)
    for line, one in told:
        if one is None:
            continue
        tally.kinds[number, "found"] += 1
        if one.one_sided:
            tally.kinds[number, "one_sided"] += 1
            continue
        game = None if one.damaged else Replay(one)
        if game is None or contradicts(game):
            tally.kinds[number, "damaged"] += 1
            tally.damaged.append((number, line + one.line, tally.kinds[number, "found"]))
            continue
        tally.kinds[number, "used"] += 1
        tally.game(game, plies)
    if plies:
        tally.turns(plies)
    tally.close()
    return tally


def count_all(inputs: list[str], processes: int) -> Tally:
    """Count the games of all inputs."""
    tally = Tally()
    with multiprocessing.Pool(processes) as pool:
        for part in pool.imap(count_piece, pieces(inputs)):
            tally.add(part)
    tally.close()
    return tally


def main() -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("inputs", nargs="+", metavar="INPUT", help="transcripts (*.jsonl) and PGN")
    parser.add_argument("--out", required=True, help="folder for the tables")
    parser.add_argument("--processes", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--knowledge-sample", type=int, default=2000, help="as of darkforge stats")
    options = parser.parse_args()
    tally = count_all(options.inputs, options.processes)
    folder = Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    for name, (header, rows) in tables(tally, options.inputs, options.knowledge_sample).items():
        with open(folder / f"{name}.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(header)
            forms = [".9g" if column == "p_value" else ".9f" for column in header]
            for row in rows:
                writer.writerow(
                    format(cell, form) if isinstance(cell, float) else cell
                    for cell, form in zip(row, forms)
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
