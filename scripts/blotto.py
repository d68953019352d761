#!/usr/bin/env python3
"""Share of wins by our rules in Blotto's ending (docs/endgames.md) against the best defence.

    scripts/blotto.py

King on d5, pawn on d6, White to move, with so many own moves since the pawn moved. White
steps to c6 or e6 with equal chances, tries the square before it there, and after a
refusal goes back, or pushes with the probability of crates/research/src/laboratory/rules/pawn.rs. Black
knows all of this but the side to which White stepped, and answers best; its king stays on
the eighth rank, for elsewhere the pawn runs. Legal moves are python-chess's (pip install
chess). Prints White's chance by where Black stands, and n / (n + 1) for n rounds.
"""

import functools

import chess

RANK = [chess.B8, chess.C8, chess.D8, chess.E8, chess.F8]
SIDES = ((chess.C6, chess.C7), (chess.E6, chess.E7))
FIFTY = 50


@functools.lru_cache(None)
def steps(king, home):
    """Black's legal moves along the rank with White's king on `home` and the pawn on d6."""
    board = chess.Board(None)
    for square, man in ((king, "k"), (home, "K"), (chess.D6, "P")):
        board.set_piece_at(square, chess.Piece.from_symbol(man))
    board.turn = chess.BLACK
    return [move.to_square for move in board.legal_moves if move.to_square in RANK]


def tested(quiet, king, test):
    """White's chance when it tries `test`, after `quiet` own moves."""
    if chess.square_distance(king, test) > 1:
        return 1.0 if quiet + 1 < FIFTY else 0.0
    push = 1 / (max(0, FIFTY - quiet - 1) // 2 + 1)
    pushed = 0.0 if king == test + 8 else 1.0
    back = min((wins(quiet + 1, next_) for next_ in steps(king, chess.D5)), default=0.0)
    return push * pushed + (1 - push) * back


@functools.lru_cache(None)
def wins(quiet, king):
    """White's chance with its king on d5 and Black's on `king`."""
    if quiet + 1 >= FIFTY:
        return 0.0
    # The side is hidden: one answer to both steps.
    answers = set(steps(king, SIDES[0][0])) & set(steps(king, SIDES[1][0]))
    chances = (
        sum(tested(quiet + 1, answer, test) for _, test in SIDES) / len(SIDES)
        for answer in answers
    )
    return min(chances, default=1.0)


for quiet in range(0, 50, 10):
    rounds = (FIFTY - quiet) // 2
    table = "  ".join(f"{chess.square_name(king)} {wins(quiet, king):.4f}" for king in RANK)
    print(f"{quiet:2} moves: {table}  {rounds}/{rounds + 1} = {rounds / (rounds + 1):.4f}")
