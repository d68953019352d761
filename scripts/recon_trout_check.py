#!/usr/bin/env python3
"""Compares the player `trout` with the one of PyPI reconchess, turn by turn.

Both play the same random games with a chess program whose moves follow from the position: this
script itself. Every position that they ask it for, every sense that is not random and every request
must be the same.

    venv/bin/python scripts/recon_trout_check.py 200

Build first: cargo build --release. DARKFORGE names another program.
Requirements: pip install reconchess==1.6.9.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Any, List, Optional

import chess

LOG = "TROUT_LOG"


def serve() -> None:
    """Be the chess program: a legal move by a hash of the position. End where a king is missing."""
    with open(os.environ[LOG], "a", encoding="utf-8") as log:
        fen = chess.STARTING_FEN
        for line in sys.stdin:
            word, _, rest = line.strip().partition(" ")
            if word == "uci":
                print("uciok", flush=True)
            elif word == "isready":
                print("readyok", flush=True)
            elif word == "position":
                fen = chess.STARTING_FEN if rest == "startpos" else rest.removeprefix("fen ")
                print(fen, file=log, flush=True)
            elif word == "go":
                board = chess.Board(fen)
                if board.king(chess.WHITE) is None or board.king(chess.BLACK) is None:
                    return
                moves = sorted(move.uci() for move in board.legal_moves)
                number = zlib.crc32(fen.encode())
                print("bestmove", moves[number % len(moves)] if moves else "(none)", flush=True)
            elif word == "quit":
                return


def compare(games: int, seed: int) -> int:
    """Play the games; return the number of differences."""
    target = os.environ.get("CARGO_TARGET_DIR", Path(__file__).resolve().parent.parent / "target")
    os.environ.setdefault("DARKFORGE", str(Path(target) / "release/darkforge"))
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    from recon_player import Darkforge  # noqa: E402
    from reconchess import LocalGame, Player, play_local_game
    from reconchess.bots import trout_bot
    from reconchess.bots.random_bot import RandomBot

    class Both(Player):
        """reconchess' player, which plays, and ours beside it."""

        def __init__(self, folder: Path, number: int) -> None:
            self.logs = [folder / name for name in ("theirs", "ours")]
            os.environ[trout_bot.STOCKFISH_ENV_VAR] = program
            os.environ[LOG] = str(self.logs[0])
            self.theirs = trout_bot.TroutBot()
            os.environ[LOG] = str(self.logs[1])
            self.ours = Darkforge(f"trout:program={program},nodes=1", number)
            self.differences: List[str] = []
            self.turns = self.drawn = 0

        def same(self, what: str, ours: Any, theirs: Any) -> None:
            if ours != theirs:
                self.differences.append(f"turn {self.turns}: {what} {ours}, reconchess {theirs}")

        def handle_game_start(self, color: bool, board: chess.Board, name: str) -> None:
            self.theirs.handle_game_start(color, board.copy(), name)
            self.ours.handle_game_start(color, board, name)

        def handle_opponent_move_result(self, captured: bool, square: Optional[int]) -> None:
            self.turns += 1
            self.theirs.handle_opponent_move_result(captured, square)
            self.ours.handle_opponent_move_result(captured, square)

        def choose_sense(self, senses: List[int], moves: Any, seconds: float) -> Optional[int]:
            ours = self.ours.choose_sense(list(senses), moves, seconds)

            def choice(free: List[int]) -> int:
                self.drawn += 1
                self.same("a random sense among", ours in free, True)
                return ours

            draw, random.choice = random.choice, choice
            try:
                theirs = self.theirs.choose_sense(list(senses), moves, seconds)
            finally:
                random.choice = draw
            self.same("sense", ours, theirs)
            return theirs

        def handle_sense_result(self, result: Any) -> None:
            self.theirs.handle_sense_result(result)
            self.ours.handle_sense_result(result)

        def choose_move(self, moves: Any, seconds: float) -> Optional[chess.Move]:
            ours = self.ours.choose_move(moves, seconds)
            theirs = self.theirs.choose_move(moves, seconds)
            # reconchess' referee ends with an error where its player asks for what it may not.
            if theirs is not None and theirs not in moves:
                queen = chess.Move(theirs.from_square, theirs.to_square, chess.QUEEN)
                theirs = theirs if queen in moves else None
            self.same("request", ours, theirs)
            return theirs

        def handle_move_result(self, *result: Any) -> None:
            self.theirs.handle_move_result(*result)
            self.ours.handle_move_result(*result)

        def handle_game_end(self, *end: Any) -> None:
            self.theirs.handle_game_end(*end)
            self.ours.handle_game_end(*end)
            theirs, ours = (log.read_text().splitlines() for log in self.logs)
            self.asked = len(theirs)
            self.same("positions asked", ours, theirs)

    turns = asked = drawn = wrong = 0
    program = str(Path(__file__).resolve())
    for number in range(games):
        random.seed(seed * 10**6 + number)
        with tempfile.TemporaryDirectory() as folder:
            both, other = Both(Path(folder), number), RandomBot()
            white = number % 2 == 0
            players = (both, other) if white else (other, both)
            with contextlib.redirect_stdout(io.StringIO()):
                play_local_game(*players, game=LocalGame(seconds_per_player=10**6))
        turns, asked, drawn = turns + both.turns, asked + both.asked, drawn + both.drawn
        wrong += len(both.differences)
        for difference in both.differences[:3]:
            print(f"game {number}: {difference}", flush=True)
    print(f"{games} games, {turns} turns, {asked} positions, {drawn} random senses: {wrong} differences")
    return wrong


def main() -> int:
    """Run the command line; return the exit status."""
    if LOG in os.environ and not sys.argv[1:]:
        serve()
        return 0
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", type=int, nargs="?", default=20, help="games (default 20)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the games (default 1)")
    options = parser.parse_args()
    return 1 if compare(options.games, options.seed) else 0


if __name__ == "__main__":
    sys.exit(main())
