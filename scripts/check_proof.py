#!/usr/bin/env python3
"""Replays a proof of docs/endgames-exact.md with python-chess (pip install chess).

    scripts/check_proof.py docs/endgames-exact/ferguson.proof

A second checker that shares no code with darkforge. For each line and each square of
Black's king it plays White's try and all of Black's replies: no capture and no draw, and
the squares where the king may be after the same answer lie inside an earlier line of fewer
moves; the squares that refuse the try inside one of no more moves.
"""

import collections
import re
import sys

import chess

MAN = re.compile("([KQRBN])([a-h][1-8])")


def read_set(words):
    men = [(letter, chess.parse_square(square)) for letter, square in MAN.findall(words[0])]
    squares = frozenset(chess.SquareSet(int(words[1], 16)))
    return tuple(sorted(men)), squares, int(words[2])


def turned(square, turn):
    file, rank = square % 8, square // 8
    if turn & 1:
        file = 7 - file
    if turn & 2:
        rank = 7 - rank
    if turn & 4:
        file, rank = rank, file
    return 8 * rank + file


class Known:
    """Lines that were replayed, by their men."""

    def __init__(self):
        self.lines = collections.defaultdict(list)

    def add(self, men, squares, moves):
        self.lines[men].append((squares, moves))

    def covers(self, men, squares, moves):
        for turn in range(8):
            image = tuple(sorted((letter, turned(square, turn)) for letter, square in men))
            lines = self.lines.get(image, ())
            king = frozenset(turned(square, turn) for square in squares)
            if any(least <= moves and king <= known for known, least in lines):
                return True
        return False


def direction(king, checker):
    """Rank, file, long or short diagonal, or knight, as the king sees the checker."""
    files, ranks = checker % 8 - king % 8, checker // 8 - king // 8
    if ranks == 0 or files == 0:
        return "file" if files == 0 else "rank"
    if abs(files) != abs(ranks):
        return "knight"
    rising = 8 - abs(king % 8 - king // 8)
    falling = 8 - abs(king % 8 + king // 8 - 7)
    own, other = (rising, falling) if files * ranks > 0 else (falling, rising)
    return "long" if own > other else "short"


def replay(men, squares, moves, asked, known):
    """Return the mistake in a line, or None."""
    answers, refused, after = collections.defaultdict(set), set(), None
    for king in squares:
        board = chess.Board(None)
        for letter, square in men:
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        if board.piece_at(king):
            return "a king on a man"
        board.set_piece_at(king, chess.Piece.from_symbol("k"))
        if not board.is_valid():
            return f"no king can stand on {chess.square_name(king)}"
        if asked not in board.legal_moves:
            refused.add(king)
            continue
        board.push(asked)
        if board.is_checkmate():
            continue
        if board.is_stalemate():
            return f"stalemate with the king on {chess.square_name(king)}"
        said = tuple(sorted(direction(king, checker) for checker in board.checkers()))
        for reply in board.legal_moves:
            if board.is_capture(reply):
                return f"the king on {chess.square_name(king)} captures"
            answers[said].add(reply.to_square)
        white = board.occupied_co[chess.WHITE]
        after = tuple(
            sorted((board.piece_at(s).symbol(), s) for s in chess.SquareSet(white))
        )
    for said, reach in answers.items():
        if not known.covers(after, reach, moves - 1):
            return f"nothing covers what follows {said}"
    if refused and not known.covers(men, refused, moves):
        return "nothing covers a refusal"
    return None


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    known, claims, lines = Known(), [], 0
    with open(sys.argv[1], encoding="ascii") as file:
        for number, text in enumerate(file, 1):
            words = text.split()
            if number == 1:
                continue
            if words[0] == "claim":
                claims.append(read_set(words[1:]))
                continue
            men, squares, moves = read_set(words)
            asked = chess.Move.from_uci(words[3])
            wrong = replay(men, squares, moves, asked, known)
            if wrong:
                sys.exit(f"{sys.argv[1]}:{number}: {wrong}")
            known.add(men, squares, moves)
            lines += 1
    for men, squares, moves in claims:
        if not known.covers(men, squares, moves):
            sys.exit(f"{sys.argv[1]}: no line covers the claim {men}")
    worst = max((moves for _, _, moves in claims), default=None)
    print(f"{len(claims)} claims proved by {lines} lines: at most {worst} own moves")


if __name__ == "__main__":
    main()
