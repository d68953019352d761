#!/usr/bin/env python3
"""Replay histories of reconnaissance blind chess by the referee of PyPI reconchess.

    python3 scripts/recon_check.py FOLDER...

Each history (*.json) is read by reconchess. Its senses and requests are played again in a LocalGame;
sense results, taken moves, capture squares, positions, winner and reason are compared. One line is
printed for each game that differs. Exit status: 0 when nothing differs, 1 when something does, 2
when a part could not run.

Requirements: pip install reconchess==1.6.9.
"""

from __future__ import annotations

import math
import multiprocessing
import sys
from pathlib import Path
from typing import Optional

try:
    import chess
    from reconchess import GameHistory, LocalGame, WinReason
    from reconchess.history import Turn
except ImportError as error:
    print(f"recon_check: {error}; pip install reconchess==1.6.9", file=sys.stderr)
    sys.exit(2)


def replay(history: GameHistory) -> Optional[str]:
    """Play a history again; return the first difference."""
    reason = history.get_win_reason()
    turns = max(history.num_turns(chess.WHITE), history.num_turns(chess.BLACK))
    limit = None
    if reason is WinReason.TURN_LIMIT:
        # The limit is not in the history: it is the number of full turns.
        limit = turns
    game = LocalGame(seconds_per_player=math.inf, full_turn_limit=limit)
    game.start()
    color, number = chess.WHITE, 0
    while True:
        turn = Turn(color, number)
        if not history.has_sense(turn):
            break
        name = f"{chess.COLOR_NAMES[color]}, turn {number + 1}"
        if game.is_over():
            return f"{name}: the game is over"
        seen = game.sense(history.sense(turn))
        if seen != history.sense_result(turn):
            return f"{name}: sense result {history.sense_result(turn)} instead of {seen}"
        if not history.has_move(turn):
            break
        before = game.board.fen(en_passant="fen")
        if before != history.truth_fen_before_move(turn):
            return f"{name}: before {history.truth_fen_before_move(turn)} instead of {before}"
        try:
            _, taken, capture = game.move(history.requested_move(turn))
        except ValueError as error:
            return f"{name}: {error}"
        if taken != history.taken_move(turn):
            return f"{name}: taken {history.taken_move(turn)} instead of {taken}"
        if capture != history.capture_square(turn):
            return f"{name}: capture {history.capture_square(turn)} instead of {capture}"
        after = game.board.fen(en_passant="fen")
        if after != history.truth_fen_after_move(turn):
            return f"{name}: after {history.truth_fen_after_move(turn)} instead of {after}"
        game.end_turn()
        color, number = not color, number + (color == chess.BLACK)
    if reason in (WinReason.RESIGN, WinReason.TIMEOUT):
        return None  # the moves do not tell
    if not game.is_over():
        return f"the end: {reason}; by the moves the game goes on"
    if game.get_win_reason() is not reason:
        return f"the end: {reason} instead of {game.get_win_reason()}"
    if game.get_winner_color() != history.get_winner_color():
        return f"the end: winner {history.get_winner_color()} instead of {game.get_winner_color()}"
    return None


def check(path: Path) -> tuple[Path, int, Optional[str], str]:
    """Check one file: path, moves, the difference, the reason of the game's end."""
    try:
        history = GameHistory.from_file(str(path))
    except (OSError, ValueError, KeyError, TypeError) as error:
        return path, 0, f"no history of reconchess: {error!r}", "none"
    moves = history.num_turns(chess.WHITE) + history.num_turns(chess.BLACK)
    reason = history.get_win_reason()
    return path, moves, replay(history), reason.name if reason else "none"


def main() -> int:
    """Run the command line; return the exit status."""
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    paths = [path for folder in sys.argv[1:] for path in sorted(Path(folder).glob("*.json"))]
    moves = differences = 0
    reasons: dict[str, int] = {}
    with multiprocessing.Pool() as pool:
        for path, count, what, reason in pool.imap(check, paths, chunksize=50):
            moves += count
            reasons[reason] = reasons.get(reason, 0) + 1
            if what:
                differences += 1
                print(f"{path.name}: {what}")
    ends = ", ".join(f"{name} {count}" for name, count in sorted(reasons.items()))
    print(f"{len(paths)} games, {moves} moves ({ends}): {differences} differences")
    return 1 if differences or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
