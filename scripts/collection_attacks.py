"""Castling, attacks and clusters of announcements (docs/collections.md): counts and tables."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import Any, Iterator, Optional

import chess
from collection_games import Replay, has_pawn_try

BEFORE = 6
DISTANCE = 12
GIVEN = ("any", "silent", "capture", "check", "tries")
WHATS = ("attackers", "brought", "captor", "tried", "heard")
POINTS = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}


class Ply:
    """A move, the board before it, and what was announced after it."""

    def __init__(self, board: chess.Board, move: chess.Move) -> None:
        self.board = board.copy(stack=False)
        self.move, self.color = move, board.turn
        self.square: Optional[int] = None
        self.points = 0
        if board.is_capture(move):
            self.square = move.to_square
            if board.is_en_passant(move):
                self.square += -8 if board.turn else 8
            kind = board.piece_type_at(self.square)
            self.points = POINTS[kind] if kind else 0
        self.way = ""
        if board.is_castling(move):
            self.way = "O-O" if board.is_kingside_castling(move) else "O-O-O"
        board.push(move)
        self.said = {"any"}
        if self.square is not None:
            self.said.add("capture")
        if board.is_check():
            self.said.add("check")
        if has_pawn_try(board):
            self.said.add("tries")
        if len(self.said) == 1:
            self.said.add("silent")


def attackers(ply: Ply, color: bool, square: int) -> int:
    """Men of a side that attack a square."""
    return len(ply.board.attackers(color, square))


def attacks_of(plies: list[Ply]) -> Iterator[tuple[int, int, int]]:
    """First ply, number of captures and gain of each attack."""
    at = 0
    while at < len(plies):
        end = at + 1
        if plies[at].square is not None:
            while end < len(plies) and plies[end].square == plies[at].square:
                end += 1
            gain = sum(one.points * (-1) ** place for place, one in enumerate(plies[at:end]))
            yield at, end - at, gain
        at = end


def add(count: Counter[Any], key: Any, values: list[int]) -> None:
    """Add the observations of one game to the moments of a mean."""
    n, y = len(values), sum(values)
    if n:
        moments = (1, n, y, sum(value * value for value in values), y * y, y * n, n * n)
        for place, moment in enumerate(moments):
            count[(*key, place)] += moment


def count_game(tally: Any, game: Replay) -> None:
    """Count castling, attacks and clusters of a game."""
    told, count = game.told, tally.count
    board = chess.Board()
    plies = [Ply(board, move) for move in told.moves]
    attacks = list(attacks_of(plies))
    for color, name in ((True, told.white), (False, told.black)):
        name = "" if re.fullmatch(r"[?-]*", name.strip()) else name
        own = [ply for ply in plies if ply.color == color]
        for number, ply in enumerate(own, 1):
            if ply.way:
                side = "white" if color else "black"
                count["castling"][name, side, ply.way, number] += 1
        for player in {name, "*"}:
            count_squares(count["struck"], player, color, plies, attacks)
            preludes = before(told, plies, [one for one in attacks if plies[one[0]].color == color])
            for key, values in preludes.items():
                add(count["preludes"], (player, *key), values)
    for distance in range(1, DISTANCE + 1):
        for given in GIVEN:
            firsts = [at for at in range(len(plies) - distance) if given in plies[at].said]
            for following in GIVEN[2:]:
                values = [int(following in plies[at + distance].said) for at in firsts]
                add(count["clusters"], (given, following, distance), values)


def count_squares(
    count: Counter[Any], player: str, color: bool, plies: list[Ply], attacks: list[Any]
) -> None:
    """Count the attacks by and against a seat."""
    seen = set()
    for at, captures, gain in attacks:
        ply = plies[at]
        square = ply.square if color else chess.square_mirror(ply.square or 0)
        key = ("targets" if ply.color == color else "weak_points", player, square)
        men = attackers(ply, ply.color, ply.square or 0)
        for what, number in (("attacks", 1), ("men", men), ("captures", captures), ("gain", gain)):
            count[(*key, what)] += number
        seen.add(key)
    for key in seen:
        count[(*key, "games")] += 1


def before(told: Any, plies: list[Ply], attacks: list[Any]) -> dict[Any, list[int]]:
    """Observations of the turns before attacks."""
    found: defaultdict[Any, list[int]] = defaultdict(list)
    for first, _, _ in attacks:
        color, square = plies[first].color, plies[first].square or 0
        captor = plies[first].move.from_square
        for distance in range(BEFORE + 1):
            at = first - 2 * distance
            if at < 0:
                break
            ply = plies[at]
            men = attackers(ply, color, square)
            found[distance, "attackers"].append(men)
            if distance:
                later = attackers(plies[at + 1], color, square)
                found[distance, "brought"].append(int(later > men))
                moved = ply.move.to_square == captor
                captor = ply.move.from_square if moved else captor
                found[distance, "captor"].append(int(moved))
            if told.tells[at % 2]:
                found[distance, "tried"].append(int(square in told.refused.get(at, [])))
            if at:
                found[distance, "heard"].append(int("silent" not in plies[at - 1].said))
    return found
