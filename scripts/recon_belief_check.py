#!/usr/bin/env python3
"""Check beliefs of reconnaissance blind chess by brute force, with python-chess and reconchess.

Reads lines of the example `recon_beliefs`: short games with, after every event, how many positions
each side believes and a hash of which. Here every request of the enemy is tried on every position by
reconchess' own functions, and what does not agree with captures, senses and moves is dropped. One
line is printed for each difference. Exit status: 0 when all are equal, 1 when something differs, 2
when a part could not run.

Requirements: pip install reconchess==1.6.9.
"""

from __future__ import annotations

import json
import sys
from typing import Any, Iterable, Optional

try:
    import chess
    from reconchess.utilities import add_pawn_queen_promotion, capture_square_of_move
    from reconchess.utilities import move_actions, revise_move
except ImportError as error:
    print(f"recon_belief_check: {error}; pip install reconchess==1.6.9", file=sys.stderr)
    sys.exit(2)

MASK = 2**64 - 1


def name(board: chess.Board) -> str:
    """A position without its counters."""
    return " ".join(board.fen(en_passant="fen").split(" ")[:4])


def fnv1a(text: str) -> int:
    """The 64-bit hash."""
    result = 0xCBF29CE484222325
    for byte in text.encode():
        result = (result ^ byte) * 0x100000001B3 & MASK
    return result


def figures(positions: Iterable[str]) -> list[Any]:
    """Number and hash of positions."""
    names = list(positions)
    return [len(names), f"{sum(map(fnv1a, names)) & MASK:016x}"]


def after(board: chess.Board, taken: Optional[chess.Move]) -> chess.Board:
    """The board after a move or a pass."""
    following = board.copy(stack=False)
    following.push(taken if taken is not None else chess.Move.null())
    return following


def enemy_moved(positions: set[str], capture: Optional[int], color: bool) -> set[str]:
    """All that may follow when the enemy captures on a square, or nothing."""
    result = set()
    for text in positions:
        board = chess.Board(text + " 0 1")
        moves = {revise_move(board, add_pawn_queen_promotion(board, move)) for move in move_actions(board)}
        for taken in moves | {None}:
            if capture_square_of_move(board, taken) == capture:
                following = after(board, taken)
                if following.king(color) is not None:
                    result.add(name(following))
    return result


def piece(tagged: Any) -> Optional[str]:
    """Letter of a man in a history."""
    return tagged["value"] if tagged else None


def sensed(positions: set[str], seen: list[Any]) -> set[str]:
    """Positions that show what was seen."""
    result = set()
    for text in positions:
        board = chess.Board(text + " 0 1")
        shown = [board.piece_at(square) for square, _ in seen]
        if [man.symbol() if man else None for man in shown] == [piece(man) for _, man in seen]:
            result.add(text)
    return result


def moved(positions: set[str], asked: Any, taken: Any, capture: Optional[int], color: bool) -> set[str]:
    """Positions in which the request becomes the move, after it."""
    result = set()
    for text in positions:
        board = chess.Board(text + " 0 1")
        move = chess.Move.from_uci(asked["value"]) if asked else None
        if move is not None:
            move = revise_move(board, add_pawn_queen_promotion(board, move))
        said = chess.Move.from_uci(taken["value"]) if taken else None
        if move == said and capture_square_of_move(board, move) == capture:
            following = after(board, move)
            if following.king(not color) is not None:
                result.add(name(following))
    return result


def brute_force(history: Any, color: bool, events: int) -> list[Any]:
    """Figures of one side's belief after each event."""
    own, other = ("true", "false") if color else ("false", "true")
    positions = {name(chess.Board())}
    result: list[Any] = []
    for turn, sense in enumerate(history["sense_results"][own]):
        if len(result) >= events:
            break
        if turn > 0 or not color:
            capture = history["capture_squares"][other][turn - 1 if color else turn]
            positions = enemy_moved(positions, capture, color)
            result.append(figures(positions))
        positions = sensed(positions, sense)
        result.append(figures(positions))
        asked = history["requested_moves"][own][turn]
        taken = history["taken_moves"][own][turn]
        capture = history["capture_squares"][own][turn]
        if len(result) < events:
            positions = moved(positions, asked, taken, capture, color)
            result.append(figures(positions))
    return result


def main() -> int:
    """Read standard input; return the exit status."""
    games = sets = positions = differences = 0
    for line in sys.stdin:
        game = json.loads(line)
        for color, key in ((True, "true"), (False, "false")):
            expected = game[key]
            found = brute_force(game["history"], color, len(expected))
            sets += len(expected)
            positions += sum(size for size, _ in expected)
            if found != expected:
                differences += 1
                place = next((i for i, pair in enumerate(zip(found, expected)) if pair[0] != pair[1]), -1)
                print(f"game {games}, {chess.COLOR_NAMES[color]}: event {place + 1} differs")
        games += 1
    print(f"{games} games, {sets} sets, {positions} positions: {differences} differences")
    return 1 if differences or not games else 0


if __name__ == "__main__":
    sys.exit(main())
