#!/usr/bin/env python3
"""Players of darkforge among those of PyPI reconchess.

As a module: `Scout` is a reconchess Player that runs `scout`; `Darkforge` runs the player that
DARKFORGE_SPEC names, or any other spec. reconchess' own programs load this file, its client of the server too:

    DARKFORGE_SPEC=scout:weights=wary rc-connect scripts/recon_player.py

As a program: plays one of them against a player of reconchess, colours alternating.

    python3 scripts/recon_player.py scout trout --games 20 --seconds 300 --histories FOLDER

Opponents: random, attacker, trout, or MODULE:CLASS. trout needs STOCKFISH_EXECUTABLE. Our players are run
by `darkforge engine SPEC --ruleset rbc`, with the darkforge in PATH or the one that DARKFORGE names.

Requirements: pip install reconchess==1.6.9.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import math
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, List, Optional, Tuple

try:
    import chess
    from reconchess import LocalGame, Player, play_local_game
except ImportError as error:
    print(f"recon_player: {error}; pip install reconchess==1.6.9", file=sys.stderr)
    sys.exit(2)

KNOWN = {
    "random": "reconchess.bots.random_bot:RandomBot",
    "attacker": "reconchess.bots.attacker_bot:AttackerBot",
    "trout": "reconchess.bots.trout_bot:TroutBot",
}

ENDINGS = {
    "KING_CAPTURE": "king_capture",
    "RESIGN": "resignation",
    "TIMEOUT": "forfeit_time",
    "TURN_LIMIT": "turn_limit",
    "MOVE_LIMIT": "move_limit",
}


def engine(spec: str) -> List[str]:
    """The command of our player."""
    return [os.environ.get("DARKFORGE", "darkforge"), "engine", spec, "--ruleset", "rbc"]


def capture(square: Optional[int]) -> str:
    """A capture in words of the protocol."""
    return "" if square is None else f" capture {chess.SQUARE_NAMES[square]}"


class Darkforge(Player):
    """A player of darkforge, by its spec. docs/protocol.md describes the lines."""

    def __init__(self, spec: Optional[str] = None, seed: Optional[int] = None) -> None:
        spec = spec or os.environ.get("DARKFORGE_SPEC") or "scout"
        self.seed = time.time_ns() % 2**53 if seed is None else seed
        command = engine(spec)
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except OSError as error:
            raise RuntimeError(f"{command[0]}: {error.strerror}; set DARKFORGE") from error
        self.slowest = self.spent = 0.0
        self.turns = 0
        self.start = 0.0
        self.is_first = False
        self.tell("protocol 1")
        self.expect("ready 1")

    def tell(self, line: str) -> None:
        """Send a line."""
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self) -> List[str]:
        """The words of the next line that is an answer."""
        assert self.process.stdout
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("the engine ended")
            words = line.split()
            if words and words[0] not in ("id", "info"):
                return words

    def expect(self, answer: str) -> None:
        """Take an answer that is known."""
        words = self.hear()
        if words != answer.split():
            raise RuntimeError(f"the engine says '{' '.join(words)}' instead of '{answer}'")

    def handle_game_start(self, color: bool, board: chess.Board, opponent_name: str) -> None:
        # reconchess has no limit of plies.
        side = chess.COLOR_NAMES[color]
        self.tell(f"newgame ruleset rbc color {side} seed {self.seed} stream 0 plies 1000000")
        self.expect("ready")
        self.is_first = color == chess.WHITE

    def handle_opponent_move_result(self, captured: bool, square: Optional[int]) -> None:
        self.start = time.time()
        # Nothing was played before White's first turn.
        if not self.is_first:
            self.tell(f"moved{capture(square)}")
        self.is_first = False

    def choose_sense(
        self, sense_actions: List[int], move_actions: List[chess.Move], seconds_left: float
    ) -> Optional[int]:
        self.tell("yourmove")
        sense = self.hear()[-1]
        return None if sense == "-" else chess.parse_square(sense)

    def handle_sense_result(self, result: List[Tuple[int, Optional[chess.Piece]]]) -> None:
        letters = "".join(piece.symbol() if piece else "." for _, piece in result)
        self.tell(f"seen {letters or '-'}")

    def choose_move(
        self, move_actions: List[chess.Move], seconds_left: float
    ) -> Optional[chess.Move]:
        words = self.hear()
        # reconchess' players cannot resign.
        return chess.Move.from_uci(words[1]) if words[0] == "try" else None

    def handle_move_result(
        self,
        requested: Optional[chess.Move],
        taken: Optional[chess.Move],
        captured: bool,
        square: Optional[int],
    ) -> None:
        self.tell(f"played {taken.uci() if taken else 'pass'}{capture(square)}")
        turn = time.time() - self.start
        self.slowest = max(self.slowest, turn)
        self.spent += turn
        self.turns += 1

    def handle_game_end(self, winner: Optional[bool], reason: Any, history: Any) -> None:
        result = "1/2-1/2" if winner is None else "1-0" if winner else "0-1"
        try:
            self.tell(f"gameover {result} {ENDINGS.get(getattr(reason, 'name', ''), 'unfinished')}")
            self.tell("quit")
        except OSError:
            pass
        self.process.wait(10)


class Scout(Darkforge):
    """The strong player, `scout`."""

    def __init__(self, seed: Optional[int] = None) -> None:
        super().__init__("scout", seed)


def get_player() -> type:
    """The class that reconchess' programs play, of the two in this file."""
    return Darkforge if os.environ.get("DARKFORGE_SPEC") else Scout


def opponent(word: str) -> Player:
    """A player of reconchess, or of another module."""
    module, _, cls = KNOWN.get(word, word).partition(":")
    return getattr(importlib.import_module(module), cls)()


def main() -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("spec", help="our player, such as scout")
    parser.add_argument("opponent", help="random, attacker, trout or MODULE:CLASS")
    parser.add_argument("--games", type=int, default=20, help="games (default 20)")
    parser.add_argument(
        "--first", type=int, default=0, help="number of the first game, to go on with a match (default 0)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of our player (default 1)")
    parser.add_argument(
        "--seconds", type=float, default=math.inf, help="clock of each side (default: none)"
    )
    parser.add_argument("--histories", help="folder for the histories")
    options = parser.parse_args()
    if options.histories:
        folder = Path(options.histories)
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(options.first, options.first + options.games):
            if (folder / f"{number}.json").exists():
                print(
                    f"recon_player: {folder}/{number}.json exists; name another folder,"
                    " or go on with its match by --first",
                    file=sys.stderr,
                )
                return 2
    won = drawn = lost = turns = 0
    slowest = spent = 0.0
    reasons: dict[str, int] = {}
    games = stopped = 0
    while games < options.games:
        number = options.first + games
        ours = Darkforge(options.spec, options.seed * 10**6 + number)
        color = number % 2 == 0
        game = LocalGame(seconds_per_player=options.seconds)
        try:
            theirs = opponent(options.opponent)
            white, black = (ours, theirs) if color else (theirs, ours)
            winner, reason, history = play_local_game(white, black, game=game)
        except (TimeoutError, asyncio.TimeoutError):
            # The opponent's own engine did not start or answer in time: the game is played again.
            ours.process.kill()
            stopped += 1
            print(f"game {number + 1}: the opponent's engine did not answer", flush=True)
            if stopped > 20:
                return 1
            continue
        games += 1
        won += winner is color
        drawn += winner is None
        lost += winner is (not color)
        slowest, spent, turns = max(slowest, ours.slowest), spent + ours.spent, turns + ours.turns
        mine = "won" if winner is color else "drawn" if winner is None else "lost"
        key = f"{mine} {reason.name}"
        reasons[key] = reasons.get(key, 0) + 1
        if options.histories:
            file = Path(options.histories) / f"{number}.json"
            part = file.with_suffix(".part")
            history.save(str(part))
            part.replace(file)
        print(
            f"{games} games: {won} won, {drawn} drawn, {lost} lost; {spent / max(turns, 1):.2f} s a turn,"
            f" at most {slowest:.2f}; {reasons}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
