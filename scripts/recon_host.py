#!/usr/bin/env python3
"""Runs a player of PyPI reconchess as a program that speaks darkforge's protocol.

    darkforge match --ruleset rbc scout 'process[deadline=60]:python3 scripts/recon_host.py reconchess.bots.random_bot:RandomBot'

The class is made anew for each game. It is called as reconchess' `play_turn` does. What it prints goes to
standard error. An exception ends the program: the player forfeits that game. docs/protocol.md describes the
lines.

Requirements: pip install reconchess==1.6.9, and what the player needs.
"""

from __future__ import annotations

import argparse
import importlib
import os
import random
import sys
import time
from typing import Any, Dict, Iterable, Iterator, List, Optional

try:
    import chess
    from reconchess import GameHistory, Player, WinReason
    from reconchess.utilities import moves_without_opponent_pieces, pawn_capture_moves_on
except ImportError as error:
    print(f"recon_host: {error}; pip install reconchess==1.6.9", file=sys.stderr)
    sys.exit(2)

VERSION = "1"
REASONS = {
    "king_capture": WinReason.KING_CAPTURE,
    "resignation": WinReason.RESIGN,
    "forfeit_time": WinReason.TIMEOUT,
    "turn_limit": WinReason.TURN_LIMIT,
    "move_limit": WinReason.MOVE_LIMIT,
}
WINNERS = {"1-0": chess.WHITE, "0-1": chess.BLACK}


class ProtocolError(Exception):
    """A line that is not of the protocol, or not allowed now."""


def pairs(words: List[str]) -> Dict[str, str]:
    """Keys and values of a line."""
    return dict(zip(words[::2], words[1::2]))


def square_of(told: Dict[str, str]) -> Optional[int]:
    """The square of a capture."""
    return chess.parse_square(told["capture"]) if "capture" in told else None


def window(centre: Optional[int]) -> List[int]:
    """The squares of a window, from its upper left."""
    if centre is None:
        return []
    file, rank = chess.square_file(centre), chess.square_rank(centre)
    ranks = [r for r in (rank + 1, rank, rank - 1) if 0 <= r < 8]
    return [chess.square(f, r) for r in ranks for f in (file - 1, file, file + 1) if 0 <= f < 8]


class Clock:
    """The player's own time. Nobody ends the game when it is over: the referee has deadlines."""

    def __init__(self, seconds: float, increment: float, session: int = 0) -> None:
        self.start, self.increment, self.session = seconds, increment, session
        self.left, self.moves = seconds, 0
        self.since: Optional[float] = None

    def __enter__(self) -> None:
        self.since = time.monotonic()

    def __exit__(self, *_: Any) -> None:
        assert self.since is not None
        self.left = max(0.0, self.left - (time.monotonic() - self.since))
        self.since = None

    def moved(self) -> None:
        """Add what a move gives: the increment, and after each session of moves all of the time again."""
        self.moves += 1
        self.left += self.increment
        if self.session and self.moves % self.session == 0:
            self.left += self.start


class Game:
    """A game of one player, with its own men alone on a board."""

    def __init__(self, player: Player, told: Dict[str, str], options: argparse.Namespace) -> None:
        self.player = player
        self.color = told.get("color") == "white"
        seconds = float(told.get("clock", options.seconds))
        increment = float(told.get("increment", options.increment))
        self.clock = Clock(seconds, increment, int(told.get("session", 0)))
        self.board = chess.Board()
        for square, piece in self.board.piece_map().items():
            if piece.color != self.color:
                self.board.remove_piece_at(square)
        self.heard: Optional[int] = None
        self.sensed: Optional[int] = None
        self.asked: Optional[chess.Move] = None
        self.moves: List[chess.Move] = []
        with self.clock:
            player.handle_game_start(self.color, chess.Board(), "opponent")

    def opponent_moved(self, capture: Optional[int]) -> None:
        """Take the opponent's move; the player hears of it when its turn begins, as in reconchess."""
        self.heard = capture
        if capture is not None:
            self.board.remove_piece_at(capture)
            self.board.castling_rights &= ~chess.BB_SQUARES[capture]

    def sense(self) -> str:
        """Begin a turn; return the answer to `yourmove`."""
        self.board.turn, self.board.ep_square = self.color, None
        self.moves = moves_without_opponent_pieces(self.board) + pawn_capture_moves_on(self.board)
        senses, moves = list(chess.SQUARES), list(self.moves)
        with self.clock:
            self.player.handle_opponent_move_result(self.heard is not None, self.heard)
            self.sensed = self.player.choose_sense(senses, moves, self.clock.left)
        return "sense -" if self.sensed is None else f"sense {chess.square_name(self.sensed)}"

    def seen(self, letters: str) -> str:
        """Take the window; return the request."""
        squares = window(self.sensed)
        letters = "" if letters == "-" else letters
        if len(squares) != len(letters):
            raise ProtocolError(f"{len(letters)} letters for a window of {len(squares)} squares")
        pieces = [None if letter == "." else chess.Piece.from_symbol(letter) for letter in letters]
        with self.clock:
            self.player.handle_sense_result(list(zip(squares, pieces)))
        return self.request()

    def request(self) -> str:
        """The player's request."""
        with self.clock:
            self.asked = self.player.choose_move(list(self.moves), self.clock.left)
        return f"try {self.asked.uci()}" if self.asked else "pass"

    def played(self, word: str, capture: Optional[int]) -> None:
        """Take the move that was taken."""
        taken = None if word == "pass" else chess.Move.from_uci(word)
        self.board.turn = self.color
        if taken is not None:
            self.board.push(taken)
        with self.clock:
            self.player.handle_move_result(self.asked, taken, capture is not None, capture)
        self.clock.moved()

    def over(self, result: str, ending: str) -> None:
        """Take the end."""
        # The moves of the opponent are not told, so the history is empty.
        winner = WINNERS.get(result)
        self.player.handle_game_end(winner, REASONS.get(ending), GameHistory())


def answers(lines: Iterable[str], make: Any, options: argparse.Namespace) -> Iterator[str]:
    """Yield the answers to the referee's lines, until `quit`."""
    game: Optional[Game] = None
    for line in lines:
        word, *rest = line.split() or [""]
        if word == "protocol":
            yield f"id name {options.player}"
            yield f"ready {VERSION}"
        elif word == "newgame":
            told = pairs(rest)
            if told.get("ruleset") != "rbc":
                raise ProtocolError(f"ruleset {told.get('ruleset')}; this program plays rbc")
            random.seed(f"{told.get('seed')} {told.get('stream')}")
            game = Game(make(), told, options)
            yield "ready"
        elif word == "quit":
            return
        elif game is None:
            raise ProtocolError(f"'{line.strip()}' without a game")
        elif word == "yourmove":
            yield game.sense()
        elif word == "seen":
            yield game.seen(rest[0] if rest else "-")
        elif word == "nonsense":
            yield game.request()
        elif word == "played":
            game.played(rest[0], square_of(pairs(rest[1:])))
        elif word == "moved":
            game.opponent_moved(square_of(pairs(rest)))
        elif word == "gameover":
            game.over(rest[0], rest[1] if len(rest) > 1 else "")
            game = None
        else:
            raise ProtocolError(f"'{line.strip()}' is not a line of the protocol")


def main() -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("player", metavar="MODULE:CLASS", help="the player's class")
    parser.add_argument(
        "--seconds", type=float, default=900, help="time that it is told to have (default 900)"
    )
    parser.add_argument(
        "--increment", type=float, default=5, help="time that each turn adds (default 5)"
    )
    options = parser.parse_args()
    module, _, name = options.player.partition(":")
    # Players print, and so do their chess programs: only answers go to standard output.
    out = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    sys.path.insert(0, os.getcwd())
    try:
        make = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as problem:
        print(f"recon_host: {options.player}: {problem}; write MODULE:CLASS", file=sys.stderr)
        return 2
    try:
        for answer in answers(sys.stdin, make, options):
            print(answer, file=out)
    except ProtocolError as problem:
        print(f"recon_host: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
