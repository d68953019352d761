#!/usr/bin/env python3
"""Check belief sets by brute force with a second, independent chess library.

Reads lines of `belief_games` (examples/belief_games.rs): short games with, after every answer, how
many positions each side holds possible and a hash of which. For each side every legal move on every
position is played out here with python-chess, every word of the umpire worked out again, and what
does not fit is dropped. One line is printed for each difference. Exit status: 0 when all numbers
and all sets are equal, 1 otherwise.

Requirements beyond Python 3.9: python-chess (pip install chess). What the rulesets say is that of
crosscheck_rules.py, which shares no code with the umpire.
"""

from __future__ import annotations

import json
import sys
from typing import Any, Optional

import chess

import crosscheck
import crosscheck_rules as rules_of

Line = dict[str, Any]


def pawn_tries(board: chess.Board, told: str) -> Any:
    """Return the announcement of the legal pawn captures of the side to move."""
    if told == "nothing":
        return None
    pawns = board.pawns & board.occupied_co[board.turn]
    moves = board.generate_legal_captures(pawns)
    pairs = {(move.from_square, move.to_square) for move in moves}
    if told == "whether":
        return bool(pairs)
    if told == "number":
        return len(pairs)
    return [chess.SQUARE_NAMES[square] for square in sorted({start for start, _ in pairs})]


def is_capture_said(rules: rules_of.Rules, board: chess.Board, move: chess.Move, said: Line) -> bool:
    """Whether the announcement of captures and promotions fits a move, before it is made."""
    square = captured = None
    en_passant = board.is_en_passant(move)
    if en_passant:
        behind = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
        square = move.to_square if rules.landing else behind
        captured = "pawn"
    elif board.piece_type_at(move.to_square):
        square = move.to_square
        captured = "pawn" if board.piece_type_at(square) == chess.PAWN else "piece"
    return (
        said["capture"] == (None if square is None else chess.SQUARE_NAMES[square])
        and said["captured"] == (captured if rules.kind else None)
        and bool(said.get("en_passant")) == (rules.landing and en_passant)
        and bool(said.get("promotion")) == (rules.promotion and move.promotion is not None)
    )


def is_over(rules: rules_of.Rules, board: chess.Board) -> bool:
    """Whether the game ends here: mate, stalemate or dead material."""
    if not any(board.generate_legal_moves()):
        return True
    if rules.dead_material == "list":
        return crosscheck.is_dead_material(board)
    return board.is_insufficient_material()


def asked_in_vain(rules: rules_of.Rules, position: crosscheck.Position) -> Optional[int]:
    """Return the greatest number of refused questions in one turn; None: any number."""
    if rules.nonsense == "never":
        return None
    turn = rules_of.Turn(rules, position)
    moves = {move.uci() for move in rules_of.own_board_moves(position.board)}
    return sum(turn.answer(move) == "refused" for move in moves - position.legal.keys())


class Belief:
    """All positions that one side holds possible, by their EPD."""

    def __init__(self, color: bool, rules: rules_of.Rules, fen: str) -> None:
        self.color = color
        self.rules = rules
        board = chess.Board(fen)
        self.boards = {self.name(board): board}

    @staticmethod
    def name(board: chess.Board) -> str:
        return " ".join(board.fen(en_passant="legal").split()[:4])

    def digest(self) -> str:
        """FNV-1a of the sorted names, a line each."""
        value = 0xCBF29CE484222325
        for byte in "".join(name + "\n" for name in sorted(self.boards)).encode():
            value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
        return f"{value:016x}"

    def answered(self, line: Line) -> None:
        """Take a question of this side with its answer."""
        question, answer = line["try"], line["answer"]
        if answer == "played":
            move = chess.Move.from_uci(question)
            self.play(line, lambda board: [move] if board.is_legal(move) else [])
        elif answer == "refused":
            move = chess.Move.from_uci(question)
            self.keep(lambda board: not board.is_legal(move))
        elif answer in ("yes", "no"):
            self.keep(lambda board: pawn_tries(board, "whether") == (answer == "yes"))

    def enemy_moved(self, line: Line) -> None:
        """Take a move of the other side."""
        self.play(line, lambda board: self.replies(board, line))

    def replies(self, board: chess.Board, line: Line) -> list[chess.Move]:
        """Return the possible moves of the enemy after the overheard answers."""
        refusals = line["refusals"] or 0
        if refusals and self.rules.nonsense != "never":
            position = crosscheck.Position(board.copy(stack=False), self.rules)
            most = asked_in_vain(self.rules, position)
            if most is not None and most < refusals:
                return []
        moves = list(board.legal_moves)
        if line["any"] is None:
            return moves
        if pawn_tries(board, "whether") != line["any"]:
            return []
        if not line["any"]:
            return moves
        own = rules_of.own_board_moves(board)
        captures = {move for move in own if rules_of.is_pawn_capture(board, move)}
        if refusals and captures - set(moves):
            return moves  # the capture to which it was obliged can have been refused
        return [move for move in moves if move in captures]

    def keep(self, fits: Any) -> None:
        self.boards = {name: board for name, board in self.boards.items() if fits(board)}

    def play(self, line: Line, moves: Any) -> None:
        rules, said = self.rules, line["said"]
        checks = sorted(said["checks"])
        found = {}
        for board in self.boards.values():
            for move in moves(board):
                if not is_capture_said(rules, board, move, said):
                    continue
                after = board.copy(stack=False)
                after.push(move)
                after.clear_stack()
                if crosscheck.check_directions(after) != checks:
                    continue
                if pawn_tries(after, rules.pawn_tries) != said["pawn_tries"]:
                    continue
                # Repetition and fifty moves are no part of a position.
                if not is_over(rules, after):
                    found[self.name(after)] = after
        self.boards = found


def check(lines: list[Line]) -> tuple[int, int, int]:
    """Follow one game; sets compared, differences, positions in them."""
    head, *entries = lines
    rules = rules_of.RULESETS[head["ruleset"]]
    beliefs = [Belief(color, rules, head["fen"]) for color in (chess.WHITE, chess.BLACK)]
    turn = chess.Board(head["fen"]).turn
    compared = different = positions = 0
    for number, line in enumerate(entries):
        for belief in beliefs:
            if belief.color == turn:
                belief.answered(line)
            elif line["answer"] == "played":
                belief.enemy_moved(line)
        for side, belief in enumerate(beliefs):
            compared += 1
            positions += len(belief.boards)
            here = [line["positions"][side], line["which"][side]]
            truth = [len(belief.boards), belief.digest()]
            if here != truth:
                different += 1
                where = f"game {head['game']} ({rules.name}), answer {number}, {line['try']}"
                print(f"{where}: side {side} has {here}; by brute force {truth}")
        turn ^= line["answer"] == "played"
    return compared, different, positions


def main() -> int:
    games: list[list[Line]] = []
    for text in sys.stdin:
        line = json.loads(text)
        if "game" in line:
            games.append([])
        games[-1].append(line)
    results = [check(game) for game in games]
    compared, different, positions = (sum(column) for column in zip(*results))
    print(
        f"{len(games)} games, {compared} sets of {positions} positions altogether: "
        f"{different} differ"
    )
    return 1 if different or not games else 0


if __name__ == "__main__":
    sys.exit(main())
