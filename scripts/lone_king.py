#!/usr/bin/env python3
"""Endings of games in which one side has only its king and the other could mate.

    darkforge match darkboard darkboard --games 1000 --transcript t.jsonl
    scripts/lone_king.py t.jsonl

Replays the played moves of transcripts, or of PGN files of a match, with python-chess (pip install chess). A game
counts from the first position after which one side is a lone king and the other has a
queen, a rook, bishops of both colours of squares, or bishop and knight. Prints how many
of these games ended in mate, and how the rest did, for each player of a match and for
both: A has White in games 0, 2, 4... Then the same by what the stronger side had when
the other's king was first alone. "captured at once" are those in which the lone king's
next move captured the last of that material: the end of an exchange, or a blunder; "stalemate at
once" those that the capture of its last man ended. In all others the stronger side came to move.
"""

import collections
import json
import sys

import chess
import chess.pgn

CAPTURED = "captured at once"
STALEMATE = "stalemate at once"


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


class Game:
    """One game, followed move by move."""

    def __init__(self):
        self.board = chess.Board()
        self.winner = None
        self.reached = None  # ply at which the lone king met mating material
        self.men = None  # of the stronger side then, as in KQP
        self.lost_at_once = False

    def play(self, move):
        self.board.push(move)
        ply = self.board.ply()
        if self.winner is None:
            self.winner = side_that_should_win(self.board)
            self.reached = ply
            if self.winner is not None:
                self.men = men_of(self.board, self.winner)
        elif ply == self.reached + 1 and not can_mate(self.board, self.winner):
            self.lost_at_once = True

    def fate(self, ending):
        if self.board.is_checkmate() and self.board.turn != self.winner:
            return "mate"
        if self.board.is_stalemate() and self.board.ply() == self.reached:
            return STALEMATE
        return CAPTURED if self.lost_at_once else ending


def men_of(board, color):
    roles = [chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN]
    return "".join(
        chess.piece_symbol(role).upper() * len(board.pieces(role, color)) for role in roles
    )


def games_of_transcript(path):
    """Each game with its number and how it ended."""
    game = Game()
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            if "result" in entry:
                yield game, entry["game"], entry["ending"]
                game = Game()
            elif entry["answer"] == "played":
                game.play(chess.Move.from_uci(entry["try"]))


def games_of_pgn(path):
    with open(path, encoding="utf-8") as file:
        number = 0
        while (read := chess.pgn.read_game(file)) is not None:
            game = Game()
            for move in read.mainline_moves():
                game.play(move)
            yield game, number, read.headers.get("Result", "*")
            number += 1


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    fates = {"A": collections.Counter(), "B": collections.Counter()}
    by_men = collections.defaultdict(collections.Counter)
    games = 0
    for path in sys.argv[1:]:
        read = games_of_pgn if path.endswith(".pgn") else games_of_transcript
        for game, number, ending in read(path):
            games += 1
            if game.winner is not None:
                player = "A" if (game.winner == chess.WHITE) == (number % 2 == 0) else "B"
                fates[player][game.fate(ending)] += 1
                by_men[game.men][game.fate(ending)] += 1
    print(f"{games} games")
    fates["both"] = fates["A"] + fates["B"]
    for player, endings in fates.items():
        counted = sum(endings.values())
        print(f"{player}: {counted} against a lone king")
        for ending, count in endings.most_common():
            print(f"{count:6}  {100 * count / counted:5.1f} %  {ending}")
        moved = counted - endings[CAPTURED] - endings[STALEMATE]
        print(f"  where the stronger side came to move: {endings['mate']} of {moved} mate")
    for men, endings in sorted(by_men.items(), key=lambda item: -sum(item[1].values())):
        told = ", ".join(f"{count} {ending}" for ending, count in endings.most_common())
        print(f"{men:10} {told}")


if __name__ == "__main__":
    main()
