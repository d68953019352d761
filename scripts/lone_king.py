#!/usr/bin/env python3
"""How games end in which one side has only its king and the other could mate.

    darkforge match darkboard darkboard --games 1000 --transcript t.jsonl
    scripts/lone_king.py t.jsonl

Replays the played moves of a transcript with python-chess (pip install chess). A game
counts from the first move after which one side is a lone king and the other has a queen,
a rook, bishops of both colours of squares, or bishop and knight. Prints how many such
games ended in mate, and how the others did.
"""

import collections
import json
import sys

import chess


def can_mate(board, color):
    """Whether the pieces of `color` can mate a lone king."""
    if board.pieces(chess.QUEEN, color) or board.pieces(chess.ROOK, color):
        return True
    bishops = board.pieces(chess.BISHOP, color)
    light = bool(bishops & chess.BB_LIGHT_SQUARES)
    dark = bool(bishops & chess.BB_DARK_SQUARES)
    return light and dark or bool(bishops and board.pieces(chess.KNIGHT, color))


def side_that_should_win(board):
    """The side with mating material against a lone king, if there is one."""
    for color in chess.COLORS:
        if chess.popcount(board.occupied_co[not color]) == 1 and can_mate(board, color):
            return color
    return None


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    endings = collections.Counter()
    games = 0
    for path in sys.argv[1:]:
        board, winner = chess.Board(), None
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                entry = json.loads(line)
                if "result" in entry:
                    games += 1
                    if winner is not None:
                        won = "1-0" if winner == chess.WHITE else "0-1"
                        mated = entry["ending"] == "checkmate" and entry["result"] == won
                        endings["mate" if mated else entry["ending"]] += 1
                    board, winner = chess.Board(), None
                elif entry["answer"] == "played":
                    board.push_uci(entry["try"])
                    if winner is None:
                        winner = side_that_should_win(board)
    reached = sum(endings.values())
    print(f"{games} games, {reached} with mating material against a lone king")
    for ending, count in endings.most_common():
        print(f"{count:6}  {100 * count / reached:5.1f} %  {ending}")


if __name__ == "__main__":
    main()
