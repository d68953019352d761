#!/usr/bin/env python3
"""Tests of recon_host.py:  python3 scripts/test_recon_host.py  (some seconds)

Games in reconchess' own referee: a player behind the protocol must be called with the same values, and
answer the same, as the same player called by reconchess. recon_player.py is loaded by reconchess' programs.

Exit status: 0 when all tests pass, 1 at the first failure, 2 without reconchess.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, List, Optional

import recon_host
from recon_host import chess

from reconchess import LocalGame, Player, load_player, play_local_game
from reconchess.bots.random_bot import RandomBot

HERE = Path(__file__).resolve()
GAMES = 12


def name(square: Optional[int]) -> str:
    """A capture as words of the protocol."""
    return "" if square is None else f" capture {chess.square_name(square)}"


class Told(Player):
    """A random player that prints what it is told, but for the time."""

    def handle_game_start(self, color: bool, board: chess.Board, opponent: str) -> None:
        self.tell("start", color, board.fen())

    def tell(self, *words: Any) -> None:
        print("TOLD", *words, file=sys.stderr, flush=True)

    def handle_opponent_move_result(self, captured: bool, square: Optional[int]) -> None:
        self.tell("opponent", captured, square)

    def choose_sense(self, senses: List[int], moves: List[Any], left: float) -> Optional[int]:
        assert left > 0
        self.tell("sense?", senses, sorted({move.uci() for move in moves}))
        return random.choice([*senses, None])

    def handle_sense_result(self, result: Any) -> None:
        self.tell("seen", [(square, piece and piece.symbol()) for square, piece in result])

    def choose_move(self, moves: List[Any], left: float) -> Optional[chess.Move]:
        self.tell("move?", sorted({move.uci() for move in moves}))
        move = random.choice([None, *sorted({move.uci() for move in moves})])
        # A promotion may be left out, and must be told as it was asked for.
        if move and move.endswith("q"):
            move = move[:4]
        return chess.Move.from_uci(move) if move else None

    def handle_move_result(self, *result: Any) -> None:
        self.tell("moved", *result)

    def handle_game_end(self, winner: Any, reason: Any, history: Any) -> None:
        self.tell("end", winner, reason)


class Hosted(Player):
    """The same player behind the protocol."""

    def __init__(self, seed: int, log: Any) -> None:
        command = [sys.executable, str(HERE.parent / "recon_host.py"), "test_recon_host:Told"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, cwd=HERE.parent
        )
        self.seed, self.turns = seed, 0
        self.say("protocol 1")
        assert self.hear() == "id name test_recon_host:Told" and self.hear() == "ready 1"

    def say(self, line: str) -> None:
        assert self.process.stdin
        print(line, file=self.process.stdin, flush=True)

    def hear(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def handle_game_start(self, color: bool, board: chess.Board, opponent: str) -> None:
        side = chess.COLOR_NAMES[color]
        self.color = color
        self.say(f"newgame ruleset rbc color {side} seed {self.seed} stream 0 plies 200 later 1")
        assert self.hear() == "ready"

    def handle_opponent_move_result(self, captured: bool, square: Optional[int]) -> None:
        self.turns += 1
        if self.color == chess.BLACK or self.turns > 1:
            self.say("moved" + name(square))

    def choose_sense(self, senses: Any, moves: Any, left: float) -> Optional[int]:
        self.say("yourmove")
        word, square = self.hear().split()
        assert word == "sense"
        return None if square == "-" else chess.parse_square(square)

    def handle_sense_result(self, result: Any) -> None:
        letters = "".join(piece.symbol() if piece else "." for _, piece in result)
        self.say(f"seen {letters or '-'}")

    def choose_move(self, moves: Any, left: float) -> Optional[chess.Move]:
        words = self.hear().split()
        assert words == ["pass"] or words[0] == "try", words
        return chess.Move.from_uci(words[1]) if len(words) > 1 else None

    def handle_move_result(self, asked: Any, taken: Any, captured: bool, square: Any) -> None:
        self.say(f"played {taken.uci() if taken else 'pass'}{name(square)}")

    def handle_game_end(self, winner: Any, reason: Any, history: Any) -> None:
        result = "1/2-1/2" if winner is None else "1-0" if winner else "0-1"
        self.say(f"gameover {result} {reason.name.lower()}")
        self.say("quit")
        assert self.process.wait(10) == 0


class Opponent(RandomBot):
    """A random player whose draws do not touch those of the other."""

    def __init__(self, seed: int) -> None:
        self.own = random.Random(seed)

    def choose_sense(self, senses: Any, moves: Any, left: float) -> Optional[int]:
        return self.own.choice(senses)

    def choose_move(self, moves: Any, left: float) -> Optional[chess.Move]:
        return self.own.choice([None, *moves])


def play(number: int, player: Player) -> None:
    """A game of White or Black against the opponent of this number."""
    both = (player, Opponent(number))
    players = both if number % 2 == 0 else both[::-1]
    play_local_game(*players, game=LocalGame(seconds_per_player=900))


def alone(number: int) -> None:
    """Print what the player is told by reconchess."""
    random.seed(f"{number} 0")
    play(number, Told())


def told(text: str) -> List[str]:
    """The lines that the player printed."""
    return [line for line in text.splitlines() if line.startswith("TOLD")]


def test_games() -> None:
    """The player is told the same behind the protocol."""
    lines = 0
    for number in range(GAMES):
        command = [sys.executable, str(HERE), str(number)]
        own = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=True, cwd=HERE.parent)
        with tempfile.TemporaryFile("w+", encoding="utf-8") as log:
            play(number, Hosted(number, log))
            log.seek(0)
            theirs = told(log.read())
        for place, (one, other) in enumerate(zip(told(own.stderr), theirs)):
            assert one == other, f"game {number}, line {place}:\n  reconchess {one}\n  host {other}"
        assert len(told(own.stderr)) == len(theirs) > 10, f"game {number}"
        lines += len(theirs)
    print(f"{GAMES} games: the player is told the same in {lines} lines")


def run(lines: str, player: str = "reconchess.bots.random_bot:RandomBot") -> Any:
    """The program with these lines."""
    command = [sys.executable, str(HERE.parent / "recon_host.py"), player]
    return subprocess.run(command, input=lines, capture_output=True, text=True, timeout=60)


def test_bad_input() -> None:
    """Wrong lines and players end the program with a sentence."""
    newgame = "newgame ruleset rbc color black seed 1 stream 0 plies 9\n"
    for lines, player, status, sentence in [
        ("yourmove\n", None, 1, "without a game"),
        (newgame + "yourmove\nseen ..\n", None, 1, "letters for a window"),
        (newgame + "hello\n", None, 1, "not a line of the protocol"),
        (newgame.replace("rbc", "icc"), None, 1, "plays rbc"),
        ("", "reconchess.bots.random_bot", 2, "MODULE:CLASS"),
        ("", "no_such_module:Bot", 2, "no_such_module"),
    ]:
        ended = run(lines, player) if player else run(lines)
        assert ended.returncode == status and sentence in ended.stderr, (lines, ended)
    # The end of the input is the end of the program; several games follow each other.
    ended = run("protocol 1\n" + (newgame + "gameover 1-0 king_capture\n") * 2)
    assert ended.returncode == 0 and ended.stdout.split("\n")[1:4] == ["ready 1", "ready", "ready"]
    print("wrong lines and players are refused")


def test_clock() -> None:
    """A session of moves gives all of the time again."""
    clock = recon_host.Clock(60.0, 1.0, 2)
    clock.moved()
    assert clock.left == 61.0, clock.left
    clock.moved()
    assert clock.left == 122.0, clock.left


def test_player() -> None:
    """reconchess' own programs load recon_player.py: Scout, or Darkforge where a spec is named."""
    for spec, name in [("", "Scout"), ("sweep", "Darkforge")]:
        os.environ["DARKFORGE_SPEC"] = spec
        loaded, _ = load_player(str(HERE.with_name("recon_player.py")))
        assert loaded == name, loaded


def main() -> None:
    """Run all tests, or one game alone."""
    if sys.argv[1:]:
        alone(int(sys.argv[1]))
        return
    test_bad_input()
    test_clock()
    test_player()
    test_games()


if __name__ == "__main__":
    main()
