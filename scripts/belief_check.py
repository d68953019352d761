#!/usr/bin/env python3
"""Check belief sets by brute force with a second, independent chess library.

Reads lines of `belief_games` (examples/belief_games.rs): short games with, after every answer, how
many positions each side holds possible and a hash of which. For each side every legal move on every
position is played out here with python-chess, every word of the umpire worked out again, and what
does not fit is dropped. One line is printed for each difference. Exit status: 0 when all numbers
and all sets are equal, 1 otherwise.

Requirements beyond Python 3.9: python-chess (pip install chess). The rules are those of
crosscheck.py, which shares no code with the umpire.
"""

from __future__ import annotations

import json
import sys
from typing import Any, Optional

import chess

import crosscheck
import crosscheck_rules as rules_of

Line = dict[str, Any]


def words(rules: rules_of.Rules, played: crosscheck.Played) -> Line:
    """What is said aloud of a move."""
    said = {
        "capture": played.capture,
        "captured": played.captured,
        "checks": sorted(played.checks),
        "pawn_tries": played.pawn_tries,
    }
    if rules.promotion:
        said["promotion"] = played.promotion
    if rules.landing and played.en_passant:
        said["en_passant"] = True
    return said


def asked_in_vain(rules: rules_of.Rules, position: crosscheck.Position) -> Optional[int]:
    """How many questions the mover can ask in one turn that are refused; None: any number."""
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
        """This side asked."""
        question, answer = line["try"], line["answer"]
        if answer == "played":
            self.play(line, lambda position: [question] if question in position.legal else [])
        elif answer == "refused":
            move = chess.Move.from_uci(question)
            self.keep(lambda position: move not in position.board.legal_moves)
        elif answer in ("yes", "no"):
            self.keep(lambda position: (position.pawn_tries > 0) == (answer == "yes"))

    def enemy_moved(self, line: Line) -> None:
        """The other side moved."""
        self.play(line, lambda position: self.replies(position, line))

    def replies(self, position: crosscheck.Position, line: Line) -> list[str]:
        """Moves that the enemy can have made after the answers that were overheard."""
        refusals = line["refusals"] or 0
        if refusals:
            most = asked_in_vain(self.rules, position)
            if most is not None and most < refusals:
                return []
        moves = list(position.legal)
        if line["any"] is None:
            return moves
        if (position.pawn_tries > 0) != line["any"]:
            return []
        if not line["any"]:
            return moves
        own = rules_of.own_board_moves(position.board)
        captures = {m.uci() for m in own if rules_of.is_pawn_capture(position.board, m)}
        if refusals and captures - position.legal.keys():
            return moves  # the capture to which it was obliged can have been refused
        return [move for move in moves if move in captures]

    def keep(self, fits: Any) -> None:
        position = crosscheck.Position
        self.boards = {
            name: board
            for name, board in self.boards.items()
            if fits(position(board.copy(stack=False), self.rules))
        }

    def play(self, line: Line, moves: Any) -> None:
        said = {**line["said"], "checks": sorted(line["said"]["checks"])}
        found = {}
        for board in self.boards.values():
            before = crosscheck.Position(board.copy(stack=False), self.rules)
            for uci in moves(before):
                if bool(said["capture"]) != board.is_capture(before.legal[uci]):
                    continue
                after = crosscheck.Position(board.copy(stack=False), self.rules)
                if words(self.rules, after.play(before.legal[uci])) != said:
                    continue
                # Repetition and fifty moves are no part of a position.
                if not {"checkmate", "stalemate", "dead_material"} & set(after.due):
                    after.board.clear_stack()
                    found[self.name(after.board)] = after.board
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
