#!/usr/bin/env python3
"""Check the umpire's word with a second, independent chess library.

Reads transcripts (JSON Lines) and extended PGN files of Kriegspiel games under the ICC rules, replays every game
with python-chess and compares every word of the umpire: whether a try was legal, what was captured and where, the
checks, the pawn tries, when the game was over, why, and who won.

One line is printed for each disagreement; a summary follows. Exit status: 0 when everything agrees, 1 when
anything disagrees, 2 for bad usage or a file that cannot be read.

The only requirement beyond Python 3.9 is python-chess:  pip install chess

How the file is laid out, in the order in which data flows:

    Report         counts and disagreements
    Position       the true position: legal moves, checks, pawn tries, endings that are due
    own board      what a player may try who sees only the own men
    transcripts    one game of JSON Lines against the true position
    PGN            one game of extended PGN against the true position
    reading        files into chunks of whole games, chunks to processes, reports back in order
    self-test      random games written by a plain second umpire, and the same games with errors put in
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any, Callable, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

EXAMPLE = """\
examples:
  crosscheck.py results/demo/games.jsonl
  crosscheck.py --jobs 4 --ply-limit 400 --json games.jsonl games.pgn
  crosscheck.py --self-test

A file whose name ends in .pgn is read as extended PGN, any other as a transcript.
With --json the summary is one JSON object on stdout and the disagreements go to stderr.
"""


def count_from(least: int) -> Callable[[str], int]:
    """An argparse type: a whole number, `least` or more."""

    def parse(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least {least}")
        return int(text)

    return parse


def build_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="crosscheck.py",
        description="Replay Kriegspiel transcripts and extended PGN with python-chess and check every word of the "
        "umpire (ICC rules).",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="transcript (JSON Lines) or extended PGN (*.pgn)")
    parser.add_argument(
        "--ply-limit",
        type=count_from(1),
        metavar="N",
        help="ply limit of the transcripts; without it, all games of one file that end by ply limit must end at "
        "the same ply, and no game of that file may be longer",
    )
    parser.add_argument(
        "--show", type=count_from(0), default=20, metavar="N", help="print at most N disagreements (default 20)"
    )
    parser.add_argument("--jobs", type=count_from(1), default=1, metavar="N", help="processes to use (default 1)")
    parser.add_argument("--json", action="store_true", help="print the summary as one JSON object")
    parser.add_argument("--self-test", action="store_true", help="check this script itself on random games")
    return parser


try:
    import chess
    import chess.pgn
except ImportError:
    if __name__ != "__main__":
        raise
    build_parser().parse_args()  # --help and bad usage are answered all the same
    print("crosscheck.py: python-chess is missing; install it with: pip install chess", file=sys.stderr)
    sys.exit(2)

import collections
import contextlib
import io
import multiprocessing
import os
import random
import re
import signal
import tempfile
import time

# --------------------------------------------------------------------------------------------------------- report

#: Counts of the summary, in the order in which they are printed.
COUNTS = (
    "games",
    "plies",
    "tries",
    "refused",
    "nonsense",
    "captures",
    "checks",
    "double_checks",
    "en_passants",
    "promotions",
    "castlings",
    "pawn_try_announcements",
    "unchecked_tries",
    "unreadable_tries",
    "games_without_codes",
)


class Unreadable(Exception):
    """Input that is not a transcript or PGN at all; the message names file and line."""


class Disagreement(NamedTuple):
    """One place where the file and the true position differ."""

    path: str
    line: int
    game: int
    ply: int
    fen: str  # the position in which the try was made; for the end of a game, the final position
    kind: str  # short name of what is wrong, for the table of the summary
    says: str
    truth: str

    def __str__(self) -> str:
        return (
            f"{self.path}:{self.line}: game {self.game} ply {self.ply} [{self.fen}] {self.kind}: "
            f"file says {self.says}; true is {self.truth}"
        )


class Report:
    """Counts and disagreements of any number of games. Reports of parts of the input are merged in order."""

    def __init__(self, show: int) -> None:
        self.show = show
        self.counts: Dict[str, int] = collections.Counter()
        self.endings: Dict[str, int] = collections.Counter()
        self.kinds: Dict[str, int] = collections.Counter()
        self.shown: List[Disagreement] = []
        # (length in plies, kind of ending) of transcript games: how many, and where the first one ends.
        # Kept because the common ply limit is known only when a whole file has been read.
        self.lengths: Dict[Tuple[int, str], Tuple[int, Disagreement]] = {}

    @property
    def disagreements(self) -> int:
        """How many disagreements there are in all."""
        return sum(self.kinds.values())

    def add(self, disagreement: Disagreement, times: int = 1) -> None:
        """Count a disagreement, and keep it when there is still room to show it."""
        self.kinds[disagreement.kind] += times
        if len(self.shown) < self.show:
            self.shown.append(disagreement)

    def merge(self, other: Report) -> None:
        """Add what `other` found after this report."""
        for mine, more in ((self.counts, other.counts), (self.endings, other.endings), (self.kinds, other.kinds)):
            for key, number in more.items():
                mine[key] += number
        self.shown += other.shown[: self.show - len(self.shown)]
        for length, (games, first) in other.lengths.items():
            self.add_length(length, games, first)

    def add_length(self, length: Tuple[int, str], games: int, end: Disagreement) -> None:
        """Note that `games` games had this length and kind of ending; `end` is where the first of them ended."""
        seen, first = self.lengths.get(length, (0, end))
        self.lengths[length] = (seen + games, first)

    def check_ply_limit(self, limit: Optional[int]) -> None:
        """Hold the lengths of all games of a file against its ply limit, then forget them.

        Without a known limit, the length at which most games were ended by ply limit counts as the limit.
        """
        if limit is None:
            at_limit = {plies: games for (plies, kind), (games, _) in self.lengths.items() if kind == "ply_limit"}
            limit = max(at_limit, key=lambda plies: (at_limit[plies], plies), default=None)
        for (plies, kind), (games, end) in self.lengths.items():
            if limit is not None and broke_limit(plies, kind, limit):
                more = f" (and {games - 1} more games of this length)" if games > 1 else ""
                says = f"{plies} plies, {kind}{more}"
                self.add(end._replace(kind="ply_limit", says=says, truth=f"a ply limit of {limit}"), games)
        self.lengths.clear()

    def as_dict(self) -> Dict[str, Any]:
        """The summary, ready to be written as JSON."""
        summary: Dict[str, Any] = {name: self.counts.get(name, 0) for name in COUNTS}
        summary["endings"] = dict(sorted(self.endings.items()))
        summary["disagreements"] = self.disagreements
        summary["disagreements_by_kind"] = dict(sorted(self.kinds.items()))
        return summary


def broke_limit(plies: int, kind: str, limit: int) -> bool:
    """Whether a game of this length and kind of ending cannot have been played under a ply limit of `limit`."""
    if kind == "ply_limit":
        return plies != limit
    if kind == "forfeit":
        return plies >= limit  # the game was over before anybody could forfeit it
    return plies > limit


# ------------------------------------------------------------------------------------------------- true positions

SQUARE = {name: square for square, name in enumerate(chess.SQUARE_NAMES)}
#: UCI of every from-to pair, so that the legal moves of a position become words without formatting.
UCI = [[start + end for end in chess.SQUARE_NAMES] for start in chess.SQUARE_NAMES]
PROMOTION_LETTER = {piece: chess.piece_symbol(piece) for piece in (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)}
PROMOTION_PIECE = {letter: piece for piece, letter in PROMOTION_LETTER.items()}
DRAW = "1/2-1/2"


class Played(NamedTuple):
    """What the umpire must announce of a move just played, and what kind of move it was."""

    capture: Optional[str]  # square of the captured man
    captured: Optional[str]  # "pawn" or "piece"
    checks: List[str]  # sorted directions
    pawn_tries: int
    en_passant: bool
    castling: bool


class Position:
    """The true position, with everything the umpire may be asked worked out once per position.

    `legal` maps the UCI word of every legal move to the move. `pawn_tries` counts the from-to pairs of legal pawn
    captures, and `checks` lists the directions of the checks, both for the side to move. `due` names the endings
    that hold now; it is empty while the game goes on, and any one of several may be announced.
    """

    def __init__(self, board: chess.Board) -> None:
        self.board = board
        # How often each position occurred since the last capture or pawn move.
        self.seen: Dict[Tuple[Any, ...], int] = {}
        self._survey()

    def play(self, move: chess.Move) -> Played:
        """Play a legal move; return what must be announced."""
        board = self.board
        start, end = move.from_square, move.to_square
        piece = board.piece_type_at(start)
        taken = board.piece_type_at(end)
        castling = piece == chess.KING and abs(start - end) == 2
        en_passant = piece == chess.PAWN and taken is None and (end - start) % 8 != 0
        if en_passant:
            taken = chess.PAWN
            # The captured pawn stands on the rank the capturing pawn came from.
            capture = chess.SQUARE_NAMES[chess.square(chess.square_file(end), chess.square_rank(start))]
        else:
            capture = chess.SQUARE_NAMES[end]
        board.push(move)
        self._survey()
        if taken is None:
            return Played(None, None, self.checks, self.pawn_tries, False, castling)
        kind = "pawn" if taken == chess.PAWN else "piece"
        return Played(capture, kind, self.checks, self.pawn_tries, en_passant, castling)

    def before(self) -> chess.Board:
        """The position before the last move."""
        board = self.board.copy(stack=1)
        board.pop()
        return board

    def result(self) -> str:
        """The result of a game that is over on the board."""
        if "checkmate" in self.due:
            return "0-1" if self.board.turn == chess.WHITE else "1-0"
        return DRAW

    def _survey(self) -> None:
        """Work out legal moves, pawn tries, checks and due endings."""
        board = self.board
        pawns = board.pawns
        self.legal: Dict[str, chess.Move] = {}
        self.pawn_tries = 0
        en_passant_square = None
        for move in board.generate_legal_moves():
            start, end, promotion = move.from_square, move.to_square, move.promotion
            word = UCI[start][end]
            self.legal[word + PROMOTION_LETTER[promotion] if promotion else word] = move
            if pawns >> start & 1 and (end - start) % 8 != 0:
                # Of the four promotions on one square, the queen's stands for all.
                if promotion is None or promotion == chess.QUEEN:
                    self.pawn_tries += 1
                if end == board.ep_square:
                    en_passant_square = end
        self.checks = check_directions(board)
        self.due = self._due(self._occurrences(en_passant_square))

    def _occurrences(self, en_passant_square: Optional[int]) -> int:
        """How often this position has occurred: same men, side to move, castling rights, legal en passant."""
        board = self.board
        if board.halfmove_clock == 0:
            self.seen.clear()  # no earlier position can come back
        key = (
            board.pawns,
            board.knights,
            board.bishops,
            board.rooks,
            board.queens,
            board.kings,
            board.occupied_co[chess.WHITE],
            board.turn,
            board.castling_rights,
            en_passant_square,
        )
        self.seen[key] = self.seen.get(key, 0) + 1
        return self.seen[key]

    def _due(self, occurrences: int) -> Tuple[str, ...]:
        """The endings that hold now, by precedence; two names only where the order between them is free."""
        if not self.legal:
            return ("checkmate",) if self.checks else ("stalemate",)
        if is_dead_material(self.board):
            return ("dead_material",)
        repetition = ("repetition",) if occurrences >= 3 else ()
        return repetition + ("fifty_moves",) if self.board.halfmove_clock >= 100 else repetition


def check_directions(board: chess.Board) -> List[str]:
    """Directions of all checks on the king of the side to move, as seen from that king, sorted."""
    checkers = board.checkers_mask()
    if not checkers:
        return []
    king = board.king(board.turn)
    assert king is not None, "a king in check is on the board"
    return sorted(direction(board, king, checker) for checker in chess.scan_forward(checkers))


def direction(board: chess.Board, king: int, checker: int) -> str:
    """The umpire's word for the line on which `checker` attacks `king`."""
    if board.knights >> checker & 1:
        return "knight"
    file, rank = chess.square_file(king), chess.square_rank(king)
    files, ranks = chess.square_file(checker) - file, chess.square_rank(checker) - rank
    if ranks == 0:
        return "rank"
    if files == 0:
        return "file"
    # No square has two diagonals of equal length, so one of them is always the longer.
    rising, falling = 8 - abs(file - rank), 8 - abs(file + rank - 7)
    on_rising = (files > 0) == (ranks > 0)
    return "long" if on_rising == (rising > falling) else "short"


def is_dead_material(board: chess.Board) -> bool:
    """K-K, K-KB, K-KN, KN-KN, KB-KB or KB-KN: neither side has more than one bishop or knight beside the king."""
    if board.pawns | board.rooks | board.queens:
        return False
    white, black = board.occupied_co
    return chess.popcount(white) <= 2 and chess.popcount(black) <= 2


# ------------------------------------------------------------------------------------------------------ own board


def empty_board_reach() -> Dict[int, List[int]]:
    """Where each piece attacks from each square of an empty board, as bit masks."""
    reach: Dict[int, List[int]] = {}
    for piece in (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING):
        reach[piece] = []
        for square in chess.SQUARES:
            board = chess.BaseBoard.empty()
            board.set_piece_at(square, chess.Piece(piece, chess.WHITE))
            reach[piece].append(board.attacks_mask(square))
    return reach


REACH = empty_board_reach()


def possible_on_own_board(board: chess.Board, uci: str) -> bool:
    """Whether the side to move, seeing only its own men, can hold this move to be possible.

    Enemy men may stand anywhere, so every pawn may capture; the own castling rights are known, checks are not looked
    at.
    """
    start, end = SQUARE.get(uci[:2]), SQUARE.get(uci[2:4])
    if start is None or end is None:
        return False
    own = board.occupied_co[board.turn]
    if not own >> start & 1 or own >> end & 1:
        return False
    piece = board.piece_type_at(start)
    assert piece is not None, "an own man stands there"
    if piece == chess.PAWN:
        return possible_pawn_move(board, start, end, uci[4:])
    if uci[4:]:
        return False
    if piece == chess.KING and abs(end - start) == 2:
        return possible_castling(board, start, end)
    return bool(REACH[piece][start] >> end & 1) and not chess.between(start, end) & own


def possible_pawn_move(board: chess.Board, start: int, end: int, promotion: str) -> bool:
    """The pawn's part of `possible_on_own_board`: steps are stopped by own men only, captures are always thinkable."""
    if (promotion in PROMOTION_PIECE) != (chess.square_rank(end) in (0, 7)) or len(promotion) > 1:
        return False
    if promotion and promotion not in PROMOTION_PIECE:
        return False
    forward = 8 if board.turn == chess.WHITE else -8
    home_rank = 1 if board.turn == chess.WHITE else 6
    if end - start == 2 * forward:
        own = board.occupied_co[board.turn]
        return chess.square_rank(start) == home_rank and not own >> (start + forward) & 1
    return end - start == forward or bool(chess.BB_PAWN_ATTACKS[board.turn][start] >> end & 1)


def possible_castling(board: chess.Board, start: int, end: int) -> bool:
    """The king's part of `possible_on_own_board`: the right is kept and no own man stands between king and rook."""
    home = chess.E1 if board.turn == chess.WHITE else chess.E8
    if start != home:
        return False
    rook = home + 3 if end > start else home - 4
    if not board.castling_rights >> rook & 1:
        return False
    return not chess.between(home, rook) & board.occupied_co[board.turn]


def right_refusals(position: Position, uci: str) -> Tuple[str, ...]:
    """The answers that fit an illegal try: refused when the own board allows it, otherwise nonsense.

    A king in check has been told so, and whether castling then is thinkable is a matter of taste: both will do.
    """
    if not possible_on_own_board(position.board, uci):
        return ("nonsense",)
    if position.checks and is_castling_word(position.board, uci):
        return ("refused", "nonsense")
    return ("refused",)


def is_castling_word(board: chess.Board, uci: str) -> bool:
    """Whether the word moves the own king two squares."""
    start, end = SQUARE[uci[:2]], SQUARE[uci[2:4]]
    return board.king(board.turn) == start and abs(end - start) == 2


# ---------------------------------------------------------------------------------------------------- transcripts

ENDINGS = ("checkmate", "stalemate", "dead_material", "fifty_moves", "repetition", "ply_limit")
FORFEITS = ("forfeit_crash", "forfeit_time", "forfeit_silence", "forfeit_protocol")
SIDES = ("black", "white")  # indexed by python-chess's colour
TRY_FIELDS = {"game": int, "ply": int, "side": str, "try": str, "answer": str}
ANNOUNCED_FIELDS = {"capture": str, "captured": str, "checks": list, "pawn_tries": int}
LAST_FIELDS = {"game": int, "result": str, "ending": str, "plies": int}


def parse_line(raw: bytes, path: str, number: int) -> Dict[str, Any]:
    """One line of a transcript as a dict whose fields have the types of the contract; raises Unreadable."""
    try:
        line = json.loads(raw.decode("utf-8"))
    except ValueError as error:  # also what wrong UTF-8 raises
        raise Unreadable(f"{path}:{number}: not a JSON line: {error}") from None
    if type(line) is not dict:
        raise Unreadable(f"{path}:{number}: not a JSON object")
    required = TRY_FIELDS if "try" in line else LAST_FIELDS
    for name, kind in required.items():
        if type(line.get(name)) is not kind:
            raise Unreadable(f"{path}:{number}: field {name!r} is missing or not of type {kind.__name__}")
    if len(line) > len(required) and "try" in line:
        for name, kind in ANNOUNCED_FIELDS.items():
            if name in line and type(line[name]) is not kind:
                raise Unreadable(f"{path}:{number}: field {name!r} is not of type {kind.__name__}")
    return line


class TranscriptGame:
    """One game of a transcript, replayed line by line."""

    def __init__(self, path: str, number: int, report: Report) -> None:
        self.path = path
        self.number = number
        self.report = report
        self.position = Position(chess.Board())
        self.plies = 0
        self.lost = False  # the replay cannot go on: the file played an illegal move
        self.ended = False  # the last line has been read
        self.overdue = False  # play after the end has been reported
        report.counts["games"] += 1

    def disagree(self, line: int, kind: str, says: Any, truth: Any, fen: Optional[str] = None) -> None:
        """Report a disagreement at this point of the game."""
        fen = self.position.board.fen() if fen is None else fen
        self.report.add(
            Disagreement(self.path, line, self.number, self.plies, fen, kind, as_said(says), as_said(truth))
        )

    def read(self, number: int, line: Dict[str, Any]) -> None:
        """Check the next line of the game."""
        if self.ended:
            self.disagree(number, "after_end", "more lines of this game", "nothing follows the last line")
        elif "try" not in line:
            self.read_last(number, line)
        elif self.lost:
            self.report.counts["unchecked_tries"] += 1
        else:
            self.read_try(number, line)

    def read_try(self, number: int, line: Dict[str, Any]) -> None:
        """Check a try and its answer."""
        counts = self.report.counts
        counts["tries"] += 1
        position = self.position
        if position.due and not self.overdue:
            self.overdue = True
            self.disagree(number, "overdue", "the game goes on", f"over: {' or '.join(position.due)}")
        if line["ply"] != self.plies:
            self.disagree(number, "ply", line["ply"], self.plies)
        side = SIDES[position.board.turn]
        if line["side"] != side:
            self.disagree(number, "side", line["side"], side)
        answer, move = line["answer"], position.legal.get(line["try"])
        if answer == "played":
            self.read_played(number, line, move)
        else:
            self.read_refused(number, line, move)

    def read_refused(self, number: int, line: Dict[str, Any], move: Optional[chess.Move]) -> None:
        """Check a try that was not played."""
        answer, uci = line["answer"], line["try"]
        if answer in ("refused", "nonsense"):
            self.report.counts[answer] += 1
        if move is not None:
            self.disagree(number, "legality", f"{uci} {answer}", "legal")
        else:
            right = right_refusals(self.position, uci)
            if answer not in right:
                self.disagree(number, "legality", f"{uci} {answer}", f"illegal, to be answered {' or '.join(right)}")
        self.check_fields(number, line, TRY_FIELDS)

    def read_played(self, number: int, line: Dict[str, Any], move: Optional[chess.Move]) -> None:
        """Check a played move and what was announced with it."""
        uci = line["try"]
        if move is None:
            self.lost = True
            self.disagree(number, "legality", f"{uci} played", "illegal (the rest of this game is not checked)")
            return
        played = self.position.play(move)
        said = (line.get("capture"), line.get("captured"), line.get("checks", []), line.get("pawn_tries", 0))
        if said != played[:4]:
            self.check_announcement(number, uci, said, played)
        if len(line) > len(TRY_FIELDS):
            self.check_fields(number, line, {**TRY_FIELDS, **ANNOUNCED_FIELDS})
        count_move(self.report.counts, move, played)
        self.plies += 1

    def check_announcement(self, number: int, uci: str, said: Sequence[Any], played: Played) -> None:
        """Report each announced word that is wrong."""
        fen = self.position.before().fen()
        for name, says, truth in zip(ANNOUNCED_FIELDS, said, played):
            same = sorted(map(str, says)) == truth if name == "checks" else says == truth
            if not same:
                self.disagree(number, name, f"{as_said(says)} on {uci}", truth, fen)

    def check_fields(self, number: int, line: Dict[str, Any], allowed: Iterable[str]) -> None:
        """Report fields that this kind of line does not have."""
        extra = sorted(set(line).difference(allowed))
        if extra:
            self.disagree(number, "fields", ", ".join(extra), "no such fields here")

    def read_last(self, number: int, line: Dict[str, Any]) -> None:
        """Check the last line of the game."""
        self.ended = True
        ending, result = line["ending"], line["result"]
        self.report.endings[ending] += 1
        self.check_fields(number, line, LAST_FIELDS)
        if self.lost:
            return
        if line["plies"] != self.plies:
            self.disagree(number, "plies", line["plies"], self.plies)
        self.check_ending(number, ending)
        self.check_result(number, ending, result)
        kind = "forfeit" if ending in FORFEITS else "ply_limit" if ending == "ply_limit" else "board"
        place = Disagreement(self.path, number, self.number, self.plies, self.position.board.fen(), "ply_limit", "", "")
        self.report.add_length((self.plies, kind), 1, place)

    def check_ending(self, number: int, ending: str) -> None:
        """Compare the announced ending with what holds on the board. The ply limit itself is checked per file."""
        due = self.position.due
        if due:
            if ending not in due:
                self.disagree(number, "ending", ending, " or ".join(due))
        elif ending not in FORFEITS and ending != "ply_limit":
            self.disagree(number, "ending", ending, "no such ending holds")

    def check_result(self, number: int, ending: str, result: str) -> None:
        """Compare the announced result with the board; a forfeit is lost by either side."""
        if self.position.due:
            right: Tuple[str, ...] = (self.position.result(),)
        elif ending in FORFEITS:
            right = ("1-0", "0-1")
        else:
            right = (DRAW,)
        if result not in right:
            self.disagree(number, "result", result, " or ".join(right))

    def close(self, number: int) -> None:
        """The file has no more lines of this game; `number` is the last line that was read."""
        if not self.ended:
            self.disagree(number, "unfinished", "nothing more of this game", "a last line with its result")


def as_said(value: Any) -> str:
    """A value of an announcement as it is printed in a disagreement."""
    if value is None:
        return "none"
    if isinstance(value, list):
        return "[" + ", ".join(map(str, value)) + "]"
    return str(value)


def count_move(counts: Dict[str, int], move: chess.Move, played: Played) -> None:
    """Add a played move to the counts."""
    counts["plies"] += 1
    if played.capture is not None:
        counts["captures"] += 1
        counts["en_passants"] += played.en_passant
    if played.checks:
        counts["checks"] += 1
        counts["double_checks"] += len(played.checks) > 1
    if played.pawn_tries:
        counts["pawn_try_announcements"] += 1
    counts["promotions"] += move.promotion is not None
    counts["castlings"] += played.castling


def check_transcript(chunk: Chunk, report: Report) -> None:
    """Replay all games of a chunk of a transcript."""
    game: Optional[TranscriptGame] = None
    number = chunk.first_line
    for number, raw in enumerate(chunk.lines, chunk.first_line):
        if not raw.strip():
            raise Unreadable(f"{chunk.path}:{number}: empty line")
        line = parse_line(raw, chunk.path, number)
        if game is None or game.number != line["game"]:
            if game is not None:
                game.close(number - 1)
            game = TranscriptGame(chunk.path, line["game"], report)
        game.read(number, line)
    if game is not None:
        game.close(number)


# ------------------------------------------------------------------------------------------------------------ PGN

CODE_LETTER = {"rank": "R", "file": "F", "long": "L", "short": "S", "knight": "N"}
SAN = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?[+#]?")
SAN_PIECE = {"": chess.PAWN, "N": chess.KNIGHT, "B": chess.BISHOP, "R": chess.ROOK, "Q": chess.QUEEN, "K": chess.KING}
CASTLED_FILE = {"O-O": 6, "O-O-O": 2}  # of the king
FILTERED_SIDE = {"semi-white": chess.WHITE, "semi-black": chess.BLACK}
RESULTS = ("1-0", "0-1", DRAW, "*")


class CountedLines:
    """Lines for python-chess to read, counted so that a move can be traced to its line."""

    def __init__(self, lines: Iterable[bytes], first_line: int) -> None:
        self._lines = iter(lines)
        self.number = first_line - 1

    def readline(self) -> str:
        """The next line, or the empty string at the end. Names in tags may be in any encoding."""
        raw = next(self._lines, b"")
        self.number += bool(raw)
        return raw.decode("utf-8", errors="replace")


class PgnGame(NamedTuple):
    """A game as python-chess read it, and where it stood in the file."""

    game: chess.pgn.Game
    first_line: int
    move_lines: List[int]  # of the main line
    movetext_result: Optional[str]


class PgnBuilder(chess.pgn.GameBuilder):
    """python-chess's own reader, which also notes line numbers and the result at the end of the moves."""

    def __init__(self, source: CountedLines) -> None:
        super().__init__()
        self.source = source

    def begin_game(self) -> None:
        super().begin_game()
        self.first_line = self.source.number
        self.move_lines: List[int] = []
        self.movetext_result: Optional[str] = None

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        super().visit_move(board, move)
        if len(self.variation_stack) == 1:
            self.move_lines.append(self.source.number)

    def visit_result(self, result: str) -> None:
        super().visit_result(result)
        self.movetext_result = result

    def handle_error(self, error: Exception) -> None:
        self.game.errors.append(error)  # without the log message of the original

    def result(self) -> PgnGame:  # type: ignore[override]
        return PgnGame(self.game, self.first_line, self.move_lines, self.movetext_result)


def codes(played: Played) -> List[str]:
    """The umpire's announcement in PGN codes: X square, C letter for each checker, P number."""
    words = [f"X{played.capture}"] if played.capture else []
    words += ["C" + letter for word, letter in CODE_LETTER.items() for _ in range(played.checks.count(word))]
    if played.pawn_tries:
        words.append(f"P{played.pawn_tries}")
    return words


def same_codes(said: List[str], truth: List[str]) -> bool:
    """Whether two announcements agree; several checks may stand in any order among themselves."""
    shape = ["C" if word[:1] == "C" else word for word in said]
    return shape == ["C" if word[0] == "C" else word for word in truth] and sorted(said) == sorted(truth)


def split_comment(comment: str) -> Optional[Tuple[List[str], List[str]]]:
    """Umpire codes and refused tries of a comment, or None when it has another form. No comment, no words."""
    text = "".join(comment.split())
    if text and text.count(":") != 1:
        return None
    umpire, _, refused = text.partition(":")
    return [word for word in umpire.split(",") if word], [word for word in refused.split(",") if word]


def move_name(board: chess.Board, move: chess.Move) -> str:
    """The move with its number, like 14...b5."""
    return f"{board.fullmove_number}{'.' if board.turn == chess.WHITE else '...'}{board.san(move)}"


def moves_of_san(board: chess.Board, san: str) -> Optional[List[str]]:
    """UCI words of all moves that the SAN may mean on the mover's own board; None when it is no SAN at all.

    python-chess cannot read these: the mover sees no enemy, so a capture may go to an empty square and a file or
    rank that the true position does not need may be written.
    """
    castled = CASTLED_FILE.get(san.rstrip("+#"))
    if castled is not None:
        home = chess.E1 if board.turn == chess.WHITE else chess.E8
        words = [UCI[home][home + castled - 4]] if board.king(board.turn) == home else []
    else:
        parts = SAN.fullmatch(san)
        if parts is None:
            return None
        letter, file, rank, takes, end, promotion = parts.groups()
        words = []
        for start in chess.scan_forward(board.pieces_mask(SAN_PIECE[letter], board.turn)):
            name = chess.SQUARE_NAMES[start]
            if not name.startswith(file) or not name.endswith(rank):
                continue
            if letter or bool(takes) == (name[0] != end[0]):
                words.append(name + end + (promotion or "").lower())
    return [word for word in words if possible_on_own_board(board, word)]


class PgnReplay:
    """One PGN game, replayed move by move."""

    def __init__(self, path: str, number: int, read: PgnGame, report: Report) -> None:
        self.path = path
        self.number = number
        self.read = read
        self.report = report
        self.tags = read.game.headers
        self.position = Position(read.game.board())
        self.plies = 0
        self.lost = False  # the replay cannot go on
        self.overdue = False  # play after the end has been reported
        report.counts["games"] += 1

    def disagree(self, line: int, kind: str, says: str, truth: str, fen: Optional[str] = None) -> None:
        """Report a disagreement at this point of the game."""
        fen = self.position.board.fen() if fen is None else fen
        self.report.add(Disagreement(self.path, line, self.number, self.plies, fen, kind, says, truth))

    def check(self) -> None:
        """Check the whole game."""
        game, lines = self.read.game, self.read.move_lines
        # A game without any comment was written down without the umpire's codes; that is not an error.
        annotated = any(node.comment for node in game.mainline())
        if not annotated:
            self.report.counts["games_without_codes"] += 1
        for node, line in zip(game.mainline(), lines):
            if not self.lost:
                self.check_move(node, line, annotated)
        last_line = lines[-1] if lines else self.read.first_line
        for error in game.errors:
            self.disagree(last_line, "pgn", f"python-chess cannot read on: {error}", "legal moves in readable PGN")
        self.check_end(last_line)

    def check_move(self, node: chess.pgn.ChildNode, line: int, annotated: bool) -> None:
        """Check one move, the refused tries before it and the umpire's codes after it."""
        if self.position.due and not self.overdue:
            self.overdue = True
            self.disagree(line, "overdue", "the game goes on", f"over: {' or '.join(self.position.due)}")
        move = node.move
        if move.uci() not in self.position.legal:  # a null move, which python-chess lets pass
            self.lost = True
            self.disagree(line, "legality", f"{move.uci()} played", "illegal (the rest of this game is not checked)")
            return
        comment = split_comment(node.comment)
        if comment is None:
            says = f"{{{node.comment}}} on {move_name(self.position.board, move)}"
            self.disagree(line, "comment", says, "the form {umpire:refused,refused}")
        said, tries = comment or ([], [])
        for san in tries:
            self.check_refused(san, line, move)
        played = self.position.play(move)
        self.report.counts["tries"] += 1
        count_move(self.report.counts, move, played)
        if annotated and comment is not None and not same_codes(said, codes(played)):
            before = self.position.before()
            says, truth = (",".join(words) or "no code" for words in (said, codes(played)))
            self.disagree(line, "codes", f"{says} on {move_name(before, move)}", truth, before.fen())
        self.plies += 1

    def check_refused(self, san: str, line: int, move: chess.Move) -> None:
        """Check a refused try, made before `move`."""
        if san == "??":
            self.report.counts["unreadable_tries"] += 1
            return
        self.report.counts["tries"] += 1
        self.report.counts["refused"] += 1
        board = self.position.board
        says = f"{san} refused before {move_name(board, move)}"
        if FILTERED_SIDE.get(self.tags.get("Filtered", "").lower(), board.turn) != board.turn:
            self.disagree(line, "filtered", says, f"no tries of this side ({self.tags['Filtered']})")
        words = moves_of_san(board, san)
        if words is None:
            self.disagree(line, "legality", says, "not a move in SAN")
        elif not words:
            self.disagree(line, "legality", says, "impossible on the mover's own board")
        elif all(word in self.position.legal for word in words):
            self.disagree(line, "legality", says, "legal")

    def check_end(self, line: int) -> None:
        """Check that the result fits the final position, the tags and the end of the moves."""
        due, result = self.position.due, self.tags.get("Result", "*")
        self.report.endings[due[0] if due else "other"] += 1
        if self.read.movetext_result not in (None, result):
            self.disagree(line, "result", f"{result} in the tag", f"{self.read.movetext_result} after the moves")
        if self.read.game.errors or self.lost:
            return  # the final position is not known
        right = (self.position.result(),) if due else RESULTS
        if result not in right:
            self.disagree(line, "result", result, " or ".join(right))
        termination = self.tags.get("Termination", "").lower().replace(" ", "_")
        if termination in ENDINGS[:5] and termination not in due:
            self.disagree(line, "ending", termination, " or ".join(due) or "no such ending holds")


def check_pgn(chunk: Chunk, report: Report) -> None:
    """Replay all games of a chunk of a PGN file."""
    source = CountedLines(chunk.lines, chunk.first_line)
    for number in iter_from(chunk.first_game):
        read = chess.pgn.read_game(source, Visitor=lambda: PgnBuilder(source))  # type: ignore[call-overload]
        if read is None:
            return
        if not read.move_lines and set(read.game.headers.values()) <= {"?", "*", "????.??.??"}:
            raise Unreadable(f"{chunk.path}:{read.first_line}: neither tags nor moves of a PGN game")
        PgnReplay(chunk.path, number, read, report).check()


def iter_from(number: int) -> Iterator[int]:
    """Count upwards without end."""
    while True:
        yield number
        number += 1


# -------------------------------------------------------------------------------------------------------- reading

CHUNK_LINES = 4000  # a chunk is cut at the first new game after this many lines
GAME_NUMBER = re.compile(rb'"game"\s*:\s*(\d+)')


class Chunk(NamedTuple):
    """Whole games of one file, small enough to be held in memory."""

    path: str
    pgn: bool
    first_line: int
    first_game: int  # number of the first game; used for PGN, where games carry none
    lines: List[bytes]


def game_starts_jsonl(lines: Iterable[bytes]) -> Iterator[Tuple[bool, bytes]]:
    """Each line, and whether the number of the game changes with it."""
    current = b""
    for raw in lines:
        match = GAME_NUMBER.search(raw)
        starts = match is not None and match.group(1) != current
        if match is not None and starts:
            current = match.group(1)
        yield starts, raw


def game_starts_pgn(lines: Iterable[bytes]) -> Iterator[Tuple[bool, bytes]]:
    """Each line, and whether the tags of a new game begin with it."""
    after_tag = False
    for raw in lines:
        is_tag = raw.startswith((b"[", b"\xef\xbb\xbf["))
        yield is_tag and not after_tag and b"[Event " in raw[:10], raw
        after_tag = is_tag or (after_tag and not raw.strip())


def chunks_of(path: str) -> Iterator[Chunk]:
    """Cut a file into chunks of whole games, reading it line by line."""
    pgn = path.lower().endswith(".pgn")
    game_starts = game_starts_pgn if pgn else game_starts_jsonl
    with open(path, "rb") as file:
        chunk, games = Chunk(path, pgn, 1, 1, []), 0
        for starts, raw in game_starts(file):
            if starts and len(chunk.lines) >= CHUNK_LINES:
                yield chunk
                chunk = Chunk(path, pgn, chunk.first_line + len(chunk.lines), games + 1, [])
            games += starts
            chunk.lines.append(raw)
        if not chunk.lines:
            raise Unreadable(f"{path}:1: the file is empty")
        yield chunk


def check_chunk(chunk: Chunk, show: int) -> Tuple[Report, Optional[str]]:
    """The report of a chunk, and what made it unreadable, if anything did."""
    report = Report(show)
    try:
        (check_pgn if chunk.pgn else check_transcript)(chunk, report)
    except Unreadable as error:
        return report, str(error)
    return report, None


def reports_of(chunks: Iterable[Chunk], show: int, jobs: int) -> Iterator[Tuple[Report, Optional[str]]]:
    """Check chunks in this process or in several; the reports come in the order of the chunks."""
    if jobs == 1:
        for chunk in chunks:
            yield check_chunk(chunk, show)
        return
    with multiprocessing.Pool(jobs, initializer=leave_interrupts_to_parent) as pool:
        # At most a few chunks for each process are under way, so that memory stays bounded however large the file.
        pending: collections.deque[Any] = collections.deque()
        for chunk in chunks:
            pending.append(pool.apply_async(check_chunk, (chunk, show)))
            if len(pending) >= 3 * jobs:
                yield pending.popleft().get()
        while pending:
            yield pending.popleft().get()


def leave_interrupts_to_parent() -> None:
    """Ctrl-C stops the parent, which stops its processes; they need not each print a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Progress:
    """One line on stderr while the files are read, on a terminal only."""

    def __init__(self) -> None:
        self.active = sys.stderr.isatty()
        self.started = self.drawn = time.monotonic()

    def draw(self, report: Report) -> None:
        """Show how far the check has come, a few times a second at most."""
        now = time.monotonic()
        if self.active and now - self.drawn > 0.2:
            self.drawn = now
            tries = report.counts["tries"]
            rate = tries / (now - self.started)
            text = f"{report.counts['games']} games, {tries} tries ({rate:.0f}/s), {report.disagreements} disagreements"
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Take the line away."""
        if self.active:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def check_files(paths: Sequence[str], show: int, jobs: int, ply_limit: Optional[int]) -> Tuple[Report, Optional[str]]:
    """Check all files; return the report so far and what stopped the check, if anything did."""
    total, progress = Report(show), Progress()
    try:
        for path in paths:
            for report, unreadable in reports_of(chunks_of(path), show, jobs):
                total.merge(report)
                if unreadable is not None:
                    return total, unreadable
                progress.draw(total)
            total.check_ply_limit(ply_limit)
    except OSError as error:
        return total, f"{error.filename}: {error.strerror}"
    except Unreadable as error:
        return total, str(error)
    finally:
        progress.clear()
    return total, None


def print_summary(report: Report) -> None:
    """The summary for people."""
    for name in COUNTS:
        print(f"{name.replace('_', ' '):24}{report.counts.get(name, 0):>10}")
    print("endings")
    for ending, games in sorted(report.endings.items()):
        print(f"  {ending:22}{games:>10}")
    print(f"{'disagreements':24}{report.disagreements:>10}")
    for kind, number in sorted(report.kinds.items()):
        print(f"  {kind:22}{number:>10}")


def print_disagreements(report: Report, as_json: bool) -> None:
    """One line each; on stderr when stdout is for JSON."""
    stream = sys.stderr if as_json else sys.stdout
    for disagreement in report.shown:
        print(disagreement, file=stream)
    hidden = report.disagreements - len(report.shown)
    if hidden and report.show:
        print(f"and {hidden} more disagreements", file=stream)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Run the command line; return the exit status."""
    parser = build_parser()
    options = parser.parse_args(arguments)
    if options.self_test:
        if options.files:
            parser.error("--self-test takes no FILE")
        return self_test()
    if not options.files:
        parser.error("a FILE is needed (or --self-test)")
    report, unreadable = check_files(options.files, options.show, options.jobs, options.ply_limit)
    print_disagreements(report, options.json)
    if unreadable is not None:
        print(f"crosscheck.py: {unreadable}", file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps(report.as_dict()))
    else:
        print_summary(report)
    return 1 if report.disagreements else 0


# ------------------------------------------------------------------------------------------------------ self-test
#
# A second umpire, written as plainly as possible from python-chess's high-level calls and sharing nothing with the
# code above, writes random games. They must pass; the same games with one error put in must not.

TEST_PLY_LIMIT = 240
Lines = List[Dict[str, Any]]


class SelfTestFailed(Exception):
    """The message says which expectation failed."""


def expect(condition: bool, message: str) -> None:
    """Like assert, but not switched off by -O."""
    if not condition:
        raise SelfTestFailed(message)


def plain_diagonal_length(square: int, files: int, ranks: int) -> int:
    """Number of squares on the diagonal through `square` with this slope, by walking it both ways."""
    length = 1
    for sign in (1, -1):
        file, rank = chess.square_file(square) + sign * files, chess.square_rank(square) + sign * ranks
        while 0 <= file <= 7 and 0 <= rank <= 7:
            length, file, rank = length + 1, file + sign * files, rank + sign * ranks
    return length


def plain_checks(board: chess.Board) -> List[str]:
    """Directions of the checks on the side to move."""
    king, words = board.king(board.turn), []
    assert king is not None, "both kings are on the board"
    for checker in board.checkers():
        if board.piece_type_at(checker) == chess.KNIGHT:
            words.append("knight")
        elif chess.square_rank(checker) == chess.square_rank(king):
            words.append("rank")
        elif chess.square_file(checker) == chess.square_file(king):
            words.append("file")
        else:
            rising = (checker > king) == (chess.square_file(checker) > chess.square_file(king))
            along = plain_diagonal_length(king, 1, 1 if rising else -1)
            across = plain_diagonal_length(king, 1, -1 if rising else 1)
            words.append("long" if along > across else "short")
    return words


def plain_play(board: chess.Board, move: chess.Move) -> Dict[str, Any]:
    """Play the move; return the fields of its announcement."""
    fields: Dict[str, Any] = {}
    if board.is_en_passant(move):
        fields.update(capture=move.uci()[2] + move.uci()[1], captured="pawn")
    elif board.is_capture(move):
        pawn = board.piece_type_at(move.to_square) == chess.PAWN
        fields.update(capture=move.uci()[2:4], captured="pawn" if pawn else "piece")
    board.push(move)
    fields["checks"] = plain_checks(board)
    captures = {m.uci()[:4] for m in board.legal_moves if board.is_capture(m) and is_plain_pawn_move(board, m)}
    if captures:
        fields["pawn_tries"] = len(captures)
    return fields


def is_plain_pawn_move(board: chess.Board, move: chess.Move) -> bool:
    """Whether a pawn moves."""
    return board.piece_type_at(move.from_square) == chess.PAWN


def plain_ending(board: chess.Board) -> Optional[str]:
    """Why the game is over now, if it is."""
    if board.is_checkmate():
        return "checkmate"
    if board.is_stalemate():
        return "stalemate"
    white = "".join(sorted(piece.symbol() for piece in board.piece_map().values() if piece.color))
    black = "".join(sorted(piece.symbol().upper() for piece in board.piece_map().values() if not piece.color))
    if white in ("K", "BK", "KN") and black in ("K", "BK", "KN"):
        return "dead_material"
    if board.is_repetition(3):
        return "repetition"
    if board.halfmove_clock >= 100:
        return "fifty_moves"
    return "ply_limit" if board.ply() >= TEST_PLY_LIMIT else None


def plain_own_moves(board: chess.Board) -> List[str]:
    """Moves possible on the mover's own board: the enemy's men away, an enemy pawn wherever a pawn may capture."""
    bare = board.copy(stack=False)
    bare.ep_square = None
    for square in chess.SquareSet(board.occupied_co[not board.turn]):
        bare.remove_piece_at(square)
    moves = {move.uci() for move in bare.pseudo_legal_moves}
    enemy_pawn = chess.Piece(chess.PAWN, not board.turn)
    for start in board.pieces(chess.PAWN, board.turn):
        for end in bare.attacks(start):
            if bare.piece_at(end) is None:
                full = bare.copy(stack=False)
                full.set_piece_at(end, enemy_pawn)
                moves.update(m.uci() for m in full.generate_pseudo_legal_moves(1 << start, 1 << end))
    return sorted(moves)


def plain_result(board: chess.Board, ending: str) -> str:
    """The result that goes with an ending on the board."""
    return DRAW if ending != "checkmate" else "1-0" if board.turn == chess.BLACK else "0-1"


class TestGame(NamedTuple):
    """A game written by the plain umpire."""

    lines: Lines  # of its transcript
    pgn: List[Dict[str, Any]]  # per move: san, codes, tries
    moves: List[chess.Move]

    def copy(self) -> TestGame:
        """A copy into which an error can be put."""
        pgn = [{**node, "codes": list(node["codes"]), "tries": list(node["tries"])} for node in self.pgn]
        return TestGame([dict(line) for line in self.lines], pgn, self.moves)


def plain_san(board: chess.Board, uci: str) -> str:
    """SAN of a try by the mover's own board, with the whole starting square where that is allowed."""
    piece = board.piece_type_at(chess.parse_square(uci[:2]))
    assert piece is not None, "own moves start at own men"
    promotion = "=" + uci[4].upper() if len(uci) == 5 else ""
    if piece == chess.PAWN:
        return (uci[0] + "x" if uci[0] != uci[2] else "") + uci[2:4] + promotion
    if piece == chess.KING and uci in ("e1g1", "e8g8", "e1c1", "e8c8"):
        return "O-O" if uci[2] == "g" else "O-O-O"
    return chess.piece_symbol(piece).upper() + ("" if piece == chess.KING else uci[:2]) + uci[2:4]


def plain_codes(fields: Dict[str, Any]) -> List[str]:
    """The announcement in the codes of extended PGN."""
    words = ["X" + fields["capture"]] if "capture" in fields else []
    for code, word in (("CR", "rank"), ("CF", "file"), ("CL", "long"), ("CS", "short"), ("CN", "knight")):
        words += [code] * fields["checks"].count(word)
    return words + ([f"P{fields['pawn_tries']}"] if "pawn_tries" in fields else [])


def write_game(number: int, choose: Callable[[chess.Board], Optional[chess.Move]], rng: random.Random) -> TestGame:
    """Play a game with random illegal tries before each move; `choose` returns None to forfeit."""
    board, game = chess.Board(), TestGame([], [], [])
    ending = None
    while ending is None:
        move = choose(board)
        if move is None:
            ending = rng.choice(FORFEITS)
            break
        head = {"game": number, "ply": board.ply(), "side": "white" if board.turn else "black"}
        own, legal, tries = plain_own_moves(board), {m.uci() for m in board.legal_moves}, []
        for uci in rng.sample(own, min(len(own), rng.choice((0, 0, 1, 3)))):
            if uci not in legal:
                tries.append(plain_san(board, uci))
                game.lines.append({**head, "try": uci, "answer": "refused"})
        stray = chess.SQUARE_NAMES[rng.randrange(64)] + chess.SQUARE_NAMES[rng.randrange(64)]
        if board.fullmove_number < 5:  # castling over own men
            stray = ("e1" if board.turn else "e8") + rng.choice("gc") + ("1" if board.turn else "8")
        if rng.random() < 0.05 and not any(uci.startswith(stray) for uci in own + sorted(legal)):
            game.lines.append({**head, "try": stray, "answer": "nonsense"})
        san = board.san(move)
        fields = plain_play(board, move)
        game.lines.append({**head, "try": move.uci(), "answer": "played", **fields})
        game.pgn.append({"san": san, "codes": plain_codes(fields), "tries": tries})
        game.moves.append(move)
        ending = plain_ending(board)
    result = rng.choice(("1-0", "0-1")) if ending in FORFEITS else plain_result(board, ending)
    game.lines.append({"game": number, "result": result, "ending": ending, "plies": board.ply()})
    return game


def any_move(rng: random.Random) -> Callable[[chess.Board], Optional[chess.Move]]:
    """A player of random moves that likes en passant and castling and sometimes forfeits."""

    def choose(board: chess.Board) -> Optional[chess.Move]:
        moves = list(board.legal_moves)
        rare = [move for move in moves if board.is_en_passant(move) or board.is_castling(move)]
        return None if rng.random() < 0.0005 else rng.choice(rare or moves)

    return choose


def greedy(rng: random.Random) -> Callable[[chess.Board], Optional[chess.Move]]:
    """A player that mostly captures, to reach dead material."""

    def choose(board: chess.Board) -> Optional[chess.Move]:
        moves = list(board.legal_moves)
        captures = [move for move in moves if board.is_capture(move)]
        return rng.choice(captures if captures and rng.random() < 0.9 else moves)

    return choose


def shuffling(rng: random.Random) -> Callable[[chess.Board], Optional[chess.Move]]:
    """A player that avoids captures, pawn moves and repeated positions, to reach fifty moves."""

    def choose(board: chess.Board) -> Optional[chess.Move]:
        moves = list(board.legal_moves)
        quiet = [move for move in moves if not board.is_zeroing(move)] if board.ply() >= 20 else moves
        fresh = []
        for move in quiet:
            board.push(move)
            if not board.is_repetition(2):
                fresh.append(move)
            board.pop()
        return rng.choice(fresh or quiet or moves)

    return choose


def returning(rng: random.Random) -> Callable[[chess.Board], Optional[chess.Move]]:
    """A player that mostly takes its last move back, to reach repetition."""

    def choose(board: chess.Board) -> Optional[chess.Move]:
        moves = list(board.legal_moves)
        if len(board.move_stack) > 1 and rng.random() < 0.8:
            last = board.move_stack[-2]
            moves = [move for move in moves if move.uci() == last.uci()[2:4] + last.uci()[:2]] or moves
        return rng.choice(moves)

    return choose


def scripted(sans: str) -> Callable[[chess.Board], Optional[chess.Move]]:
    """A player of a known game, which is forfeited at the end unless it is over."""
    moves = sans.split()
    return lambda board: board.parse_san(moves[board.ply()]) if board.ply() < len(moves) else None


SCRIPTED = (
    "f3 e5 g4 Qh4#",
    "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8",
    # the shortest known stalemate
    "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6",
    # en passant, castling, a capturing promotion to a knight
    "e4 e6 e5 d5 exd6 c6 Nf3 h5 Be2 h4 O-O h3 b3 hxg2 Ba3 gxf1=N",
    # four promotions on one square are one pawn try
    "a4 b5 axb5 a6 bxa6 Nf6 a7 Bb7 axb8=Q Qxb8",
    # castling on the other side, a double check, mate
    "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Qd3 e5 dxe5 Qa5+ Bd2 Qxe5 O-O-O Nxe4 Qd8+ Kxd8 Bg5+ Kc7 Bd8#",
    # en passant that is no pawn try, for the pawn is pinned; so it makes no difference to repetition either
    "e4 e5 d4 exd4 e5 Qe7 Qxd4 d5 Nc3 Nc6 Nb1 Nb8 Nc3 Nc6 Nb1 Nb8",
    # the same men three times, but en passant was legal the first time; and a double step that allows none
    "e4 a6 e5 d5 Nc3 Nc6 Nb1 Nb8 Nc3 Nc6 Nb1 Nb8 Nc3",
    "e4 e5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8",
    # the same men three times, but castling was still allowed the first time
    "Nf3 Nf6 Rg1 Rg8 Rh1 Rh8 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6",
)


def write_games(rng: random.Random) -> List[TestGame]:
    """Scripted games and random games of every temper."""
    players = [scripted(sans) for sans in SCRIPTED]
    for make, games in ((any_move, 90), (greedy, 60), (shuffling, 15), (returning, 60)):
        players += [make(rng) for _ in range(games)]
    return [write_game(number, choose, rng) for number, choose in enumerate(players)]


def transcript_bytes(games: Iterable[Lines]) -> List[bytes]:
    """The games as the lines of a file."""
    return [json.dumps(line).encode() + b"\n" for lines in games for line in lines]


def pgn_bytes(game: TestGame, tags: Dict[str, str], end: str) -> List[bytes]:
    """The game as the lines of a PGN file, one move a line."""
    text = [f'[{name} "{value}"]' for name, value in tags.items()] + [""]
    for ply, node in enumerate(game.pgn):
        comment = node.get("comment", ",".join(node["codes"]) + ":" + ",".join(node["tries"]))
        number = f"{ply // 2 + 1}." if ply % 2 == 0 else f"{ply // 2 + 1}..."
        text.append(f"{number} {node['san']}" + (f" {{{comment}}}" if comment is not None else ""))
    return [line.encode() + b"\n" for line in text + [end, ""]]


def test_tags(game: TestGame) -> Dict[str, str]:
    """Tags of a test game."""
    last = game.lines[-1]
    return {"Event": f"test {last['game']}", "Result": last["result"], "Ruleset": "icc"}


def check_bytes(lines: List[bytes], pgn: bool = False, ply_limit: Optional[int] = None) -> Report:
    """Check lines as if they were a file."""
    report, unreadable = check_chunk(Chunk("test", pgn, 1, 1, lines), show=100)
    expect(unreadable is None, f"unreadable: {unreadable}")
    report.check_ply_limit(ply_limit)
    return report


Spoil = Callable[[TestGame, random.Random], Optional[int]]


class Injection(NamedTuple):
    """An error to put into a game.

    `spoil` changes the game and returns the index of the line (transcript) or move (PGN) at which the first
    disagreement, of this `kind`, must be reported; None when the game has no place for the error.
    """

    name: str
    kind: str
    spoil: Spoil


def at(fits: Callable[[Dict[str, Any]], Any], change: Callable[[Dict[str, Any]], Any], pgn: bool = False) -> Spoil:
    """Change one random line (or PGN move) among those that fit."""

    def spoil(game: TestGame, rng: random.Random) -> Optional[int]:
        items = game.pgn if pgn else game.lines
        places = [index for index, item in enumerate(items) if fits(item)]
        if not places:
            return None
        index = rng.choice(places)
        change(items[index])
        return index

    return spoil


def put(**fields: Any) -> Callable[[Dict[str, Any]], None]:
    """A change that sets fields."""
    return lambda item: item.update(fields)


def without(name: str) -> Callable[[Dict[str, Any]], None]:
    """A change that takes a field away."""
    return lambda item: item.pop(name)


def is_played(line: Dict[str, Any]) -> bool:
    """Whether the line is a played try."""
    return line.get("answer") == "played"


def is_refused(line: Dict[str, Any]) -> bool:
    """Whether the line is a refused try for which nonsense would be wrong in any case."""
    return line.get("answer") == "refused" and line["try"] not in ("e1g1", "e1c1", "e8g8", "e8c8")


def checked_by(word: str) -> Callable[[Dict[str, Any]], bool]:
    """Fits a line that announces this check and no other."""
    return lambda line: line.get("checks") == [word]


def other(words: Sequence[str], word: str) -> str:
    """The word after `word` in a cycle."""
    return words[(words.index(word) + 1) % len(words)]


def insert_legal_refusal(game: TestGame, rng: random.Random) -> Optional[int]:
    """A legal try, refused."""
    index = rng.choice([i for i, line in enumerate(game.lines) if is_played(line)])
    game.lines.insert(index, {name: game.lines[index][name] for name in TRY_FIELDS})
    game.lines[index]["answer"] = "refused"
    return index


def drop_played(game: TestGame, rng: random.Random) -> Optional[int]:
    """A played move left out."""
    places = [i for i, line in enumerate(game.lines[:-2]) if is_played(line)]
    if not places:
        return None
    index = rng.choice(places)
    del game.lines[index]
    return index


def drop_last(game: TestGame, rng: random.Random) -> Optional[int]:
    """A game without its last line."""
    del game.lines[-1]
    return len(game.lines) - 1


def repeat_last(game: TestGame, rng: random.Random) -> Optional[int]:
    """The last line twice."""
    game.lines.append(dict(game.lines[-1]))
    return len(game.lines) - 1


def try_after_last(game: TestGame, rng: random.Random) -> Optional[int]:
    """A try after the last line."""
    game.lines.append({**game.lines[0]})
    return len(game.lines) - 1


def final_board(game: TestGame) -> chess.Board:
    """The position in which the game ended."""
    board = chess.Board()
    for move in game.moves:
        board.push(move)
    return board


def play_on(*endings: str, pgn: bool = False) -> Spoil:
    """Three more moves after a game was over; the ending of the last line no longer matters."""

    def spoil(game: TestGame, rng: random.Random) -> Optional[int]:
        last = game.lines[-1]
        if last["ending"] not in endings:
            return None
        board, start = final_board(game), len(game.pgn if pgn else game.lines) - (not pgn)
        game.lines.pop()
        for _ in range(3):
            head = {"game": last["game"], "ply": board.ply(), "side": SIDES[board.turn]}
            moves = list(board.legal_moves)
            if not moves:
                break
            san, move = board.san(moves[0]), moves[0]
            fields = plain_play(board, move)
            game.lines.append({**head, "try": move.uci(), "answer": "played", **fields})
            game.pgn.append({"san": san, "codes": plain_codes(fields), "tries": []})
        game.lines.append({**last, "plies": board.ply()})
        return start

    return spoil


def break_off(ending: str) -> Spoil:
    """A game cut short with an ending that does not hold."""

    def spoil(game: TestGame, rng: random.Random) -> Optional[int]:
        played = [index for index, line in enumerate(game.lines) if is_played(line)]
        if len(played) < 20:
            return None
        index = rng.choice(played[2:-8])
        last = {**game.lines[-1], "ending": ending, "plies": game.lines[index]["ply"] + 1}
        game.lines[index + 1 :] = [last]
        return index + 1

    return spoil


def ended_by(*endings: str) -> Callable[[Dict[str, Any]], bool]:
    """Fits the last line of a game with such an ending."""
    return lambda line: line.get("ending") in endings


TRANSCRIPT_INJECTIONS = (
    (
        Injection("a legal try refused", "legality", insert_legal_refusal),
        Injection("a played move called refused", "legality", at(is_played, put(answer="refused"))),
        Injection("an illegal move played", "legality", at(is_refused, put(answer="played"))),
        Injection("a refused try called nonsense", "legality", at(is_refused, put(answer="nonsense"))),
        Injection(
            "nonsense called refused",
            "legality",
            at(lambda x: x.get("answer") == "nonsense", put(answer="refused")),
        ),
        Injection("an unknown answer", "legality", at(is_refused, put(answer="no"))),
        Injection("a wrong ply", "ply", at(lambda x: "ply" in x, lambda x: x.update(ply=x["ply"] + 1))),
        Injection(
            "the wrong side", "side", at(lambda x: "side" in x, lambda x: x.update(side=other(SIDES, x["side"])))
        ),
        Injection("a move left out", "ply", drop_played),
        Injection("a capture left out", "capture", at(lambda x: "capture" in x, without("capture"))),
        Injection(
            "a capture made up",
            "capture",
            at(lambda x: is_played(x) and "capture" not in x, lambda x: x.update(capture=x["try"][2:4])),
        ),
        Injection(
            "a capture on the wrong square",
            "capture",
            at(lambda x: "capture" in x, lambda x: x.update(capture=other(chess.SQUARE_NAMES, x["capture"]))),
        ),
        Injection(
            "en passant on the square of arrival",
            "capture",
            at(
                lambda x: x.get("capture", x.get("try", "")[2:4]) != x.get("try", "")[2:4],
                lambda x: x.update(capture=x["try"][2:4]),
            ),
        ),
        Injection(
            "pawn and piece confused",
            "captured",
            at(lambda x: "captured" in x, lambda x: x.update(captured=other(("pawn", "piece"), x["captured"]))),
        ),
        Injection("a captured man not named", "captured", at(lambda x: "captured" in x, without("captured"))),
        Injection("checks left out", "checks", at(lambda x: x.get("checks"), without("checks"))),
        Injection(
            "one of two checks left out",
            "checks",
            at(lambda x: len(x.get("checks", ())) > 1, lambda x: x.update(checks=x["checks"][:1])),
        ),
        Injection(
            "a check counted twice",
            "checks",
            at(lambda x: x.get("checks"), lambda x: x.update(checks=x["checks"] + x["checks"][:1])),
        ),
        Injection(
            "a check made up",
            "checks",
            at(lambda x: is_played(x) and not x["checks"], put(checks=["knight"])),
        ),
    )
    + tuple(
        Injection(
            f"check by {word} called {wrong}",
            "checks",
            at(checked_by(word), put(checks=[wrong])),
        )
        for word, wrong in (
            ("long", "short"),
            ("short", "long"),
            ("rank", "file"),
            ("file", "rank"),
            ("knight", "long"),
        )
    )
    + (
        Injection(
            "a pawn try too many",
            "pawn_tries",
            at(is_played, lambda x: x.update(pawn_tries=x.get("pawn_tries", 0) + 1)),
        ),
        Injection("pawn tries left out", "pawn_tries", at(lambda x: "pawn_tries" in x, without("pawn_tries"))),
        Injection("a refusal that announces", "fields", at(is_refused, put(capture="e4"))),
        Injection("an unknown field", "fields", at(is_played, put(hint="e4"))),
        Injection("no last line", "unfinished", drop_last),
        Injection("two last lines", "after_end", repeat_last),
        Injection("a try after the last line", "after_end", try_after_last),
        Injection("play after repetition or fifty moves", "overdue", play_on("repetition", "fifty_moves")),
        Injection("play after dead material", "overdue", play_on("dead_material")),
        Injection("wrong plies", "plies", at(ended_by(*ENDINGS), lambda x: x.update(plies=x["plies"] - 1))),
        Injection("a forfeit that nobody lost", "result", at(ended_by(*FORFEITS), put(result=DRAW))),
        Injection(
            "the loser of a mate wins",
            "result",
            at(ended_by("checkmate"), lambda x: x.update(result=other(("1-0", "0-1"), x["result"]))),
        ),
        Injection("a draw that is won", "result", at(ended_by(*ENDINGS[1:]), put(result="1-0"))),
        Injection("a forfeit after the end", "ending", at(ended_by(*ENDINGS[:5]), put(ending="forfeit_time"))),
        Injection("an unknown ending", "ending", at(ended_by("ply_limit"), put(ending="boredom"))),
    )
    + tuple(
        Injection(
            f"{ending} called {wrong}",
            "ending",
            at(
                ended_by(ending),
                put(ending=wrong),
            ),
        )
        for ending, wrong in zip(ENDINGS, ("stalemate", "checkmate", "stalemate", "ply_limit", "ply_limit"))
    )
    + tuple(Injection(f"{ending} announced too early", "ending", break_off(ending)) for ending in ENDINGS[:5])
)

PGN_INJECTIONS = (
    Injection("a code left out", "codes", at(lambda x: x["codes"], lambda x: x["codes"].pop(), pgn=True)),
    Injection("a code made up", "codes", at(lambda x: True, lambda x: x["codes"].append("A1"), pgn=True)),
    Injection(
        "codes in the wrong order",
        "codes",
        at(lambda x: len({word[0] for word in x["codes"]}) > 1, lambda x: x["codes"].reverse(), pgn=True),
    ),
    Injection("a comment left out", "codes", at(lambda x: x["codes"], put(comment=None), pgn=True)),
    Injection("a comment without colon", "comment", at(lambda x: True, put(comment="Xe4"), pgn=True)),
    Injection(
        "the played move refused",
        "legality",
        at(lambda x: x["san"][0].islower(), lambda x: x["tries"].append(x["san"].rstrip("+#")), pgn=True),
    ),
    Injection(
        "a refused try that is no move", "legality", at(lambda x: True, lambda x: x["tries"].append("Zz9"), pgn=True)
    ),
    Injection(
        "a try impossible on the own board",
        "legality",
        at(lambda x: True, lambda x: x["tries"].append("Ke4=Q"), pgn=True),
    ),
    Injection("play after the end", "overdue", play_on("repetition", "fifty_moves", "dead_material", pgn=True)),
)

UNREADABLE = (
    b"{\n",
    b"[1]\n",
    b"\n",
    b'{"game":0,"ply":0}\n',
    b'{"game":0,"ply":"0","side":"white","try":"e2e4","answer":"played"}\n',
    b'{"game":0,"ply":0,"side":"white","try":"e2e4","answer":"played","checks":"file"}\n',
    b'{"game":0,"ply":0,"side":"white","try":"e2e4\xff","answer":"played"}\n',
    b'{"game":0,"ply":0,"side":"white","try":"e2e4","ans',
)


def test_clean_games(games: List[TestGame]) -> None:
    """Games of the plain umpire pass, as transcript and as PGN, and hold every kind of event and ending."""
    report = check_bytes(transcript_bytes(game.lines for game in games), ply_limit=TEST_PLY_LIMIT)
    expect(not report.shown, f"clean transcript: {report.shown[:1] and report.shown[0]}")
    missing = [name for name in COUNTS[:12] if not report.counts[name]]
    missing += [ending for ending in ENDINGS if not report.endings[ending]]
    expect(not missing, f"the random games hold no {', '.join(missing)}")
    text = [line for game in games for line in pgn_bytes(game, test_tags(game), game.lines[-1]["result"])]
    in_pgn = check_bytes(text, pgn=True)
    expect(not in_pgn.shown, f"clean PGN: {in_pgn.shown[:1] and in_pgn.shown[0]}")
    same = [name for name in COUNTS if name not in ("tries", "nonsense") and report.counts[name] != in_pgn.counts[name]]
    expect(not same, f"transcript and PGN differ in {', '.join(same)}")


def test_injection(injection: Injection, games: List[TestGame], pgn: bool, rng: random.Random) -> int:
    """Put the error into up to ten games; each time it must be the first thing reported, at its line."""
    spoiled = 0
    for game in rng.sample(games, len(games)):
        copy = game.copy()
        place = injection.spoil(copy, rng)
        if place is None:
            continue
        tags = test_tags(game)
        lines = pgn_bytes(copy, tags, tags["Result"]) if pgn else transcript_bytes([copy.lines])
        found = check_bytes(lines, pgn).shown
        line = place + 1 + (len(tags) + 1 if pgn else 0)
        said = str(found[0]) if found else "nothing"
        hit = bool(found) and (found[0].kind, found[0].line) == (injection.kind, line)
        expect(hit, f"{injection.name}: expected {injection.kind} at line {line}, found {said}")
        spoiled += 1
        if spoiled == 10:
            break
    expect(spoiled > 0, f"{injection.name}: no game has a place for it")
    return spoiled


def test_ply_limits(games: List[TestGame]) -> None:
    """The ply limit is held across the games of a file, given or not."""
    full = [game.lines for game in games if game.lines[-1]["ending"] == "ply_limit"][:4]
    short = [dict(line) for line in full[0] if line.get("ply", 0) < TEST_PLY_LIMIT - 2]
    short[-1]["plies"] = TEST_PLY_LIMIT - 2
    expect(check_bytes(transcript_bytes(full)).disagreements == 0, "a common ply limit is right")
    expect(check_bytes(transcript_bytes(full + [short])).kinds == {"ply_limit": 1}, "one game has another ply limit")
    expect(check_bytes(transcript_bytes(full), ply_limit=200).kinds == {"ply_limit": 4}, "a limit of 200 was passed")
    forfeit = [dict(line) for line in full[0]]
    forfeit[-1].update(ending="forfeit_crash", result="1-0")
    expect(check_bytes(transcript_bytes(full + [forfeit])).kinds == {"ply_limit": 1}, "forfeit at the ply limit")


def test_pgn_tags(game: TestGame) -> None:
    """Wrong tags of a PGN game are found; `game` ends in checkmate."""
    tags, result = test_tags(game), game.lines[-1]["result"]
    wrong = other(("1-0", "0-1"), result)
    expect(check_bytes(pgn_bytes(game, {**tags, "Result": wrong}, wrong), True).kinds == {"result": 1}, "wrong result")
    expect(check_bytes(pgn_bytes(game, tags, wrong), True).kinds == {"result": 1}, "tag and moves end differently")
    expect(
        check_bytes(pgn_bytes(game, {**tags, "Termination": "stalemate"}, result), True).kinds == {"ending": 1},
        "wrong termination",
    )
    copy = game.copy()
    copy.pgn[0]["tries"], copy.pgn[1]["tries"] = ["e5", "??"], ["Ke7"]
    filtered = check_bytes(pgn_bytes(copy, {**tags, "Filtered": "semi-White"}, result), True)
    expect(filtered.kinds["filtered"] > 0, "tries of the filtered side")
    expect(filtered.counts["unreadable_tries"] == 1, "?? is skipped")
    copy.pgn[0]["san"] = "Ke4"
    expect(check_bytes(pgn_bytes(copy, tags, result), True).kinds["pgn"] > 0, "an illegal move in PGN")
    for node in copy.pgn:
        node["comment"] = None
    copy.pgn[0]["san"] = game.pgn[0]["san"]
    bare = check_bytes(pgn_bytes(copy, tags, result), True)
    expect(bare.counts["games_without_codes"] == 1 and not bare.disagreements, "PGN without codes")


def run_main(*arguments: str) -> Tuple[int, str, str]:
    """Exit status, stdout and stderr of the command line."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(arguments)
        except SystemExit as error:
            status = int(error.code or 0)
    return status, out.getvalue(), err.getvalue()


def write_bytes(folder: str, name: str, lines: Iterable[bytes]) -> str:
    """Write a file; return its path."""
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.writelines(lines)
    return path


def test_command_line(games: List[TestGame], folder: str) -> None:
    """Exit status, JSON, the number of lines shown, and the same words from one process and from several."""
    clean = transcript_bytes(game.lines for game in games)
    good = write_bytes(folder, "good.jsonl", clean)
    pgn = write_bytes(
        folder,
        "good.pgn",
        [line for game in games[:9] for line in pgn_bytes(game, test_tags(game), game.lines[-1]["result"])],
    )
    status, out, _ = run_main("--json", good, pgn)
    expect(status == 0 and json.loads(out)["games"] == len(games) + 9, "clean files, --json")
    bad = write_bytes(folder, "bad.jsonl", (line.replace(b'"white"', b'"black"') for line in clean))
    one, many = run_main("--show", "5", bad), run_main("--show", "5", "--jobs", "3", bad)
    expect(one == many, "--jobs changes the output")
    expect(one[0] == 1 and one[1].count(f"{bad}:") == 5, "--show 5 shows five of many disagreements")
    for index, junk in enumerate(UNREADABLE):
        path = write_bytes(folder, f"junk{index}.jsonl", clean[:3] + [junk])
        for jobs in ("1", "2"):
            status, _, err = run_main("--jobs", jobs, path)
            expect(status == 2 and f"{path}:4:" in err, f"unreadable line {junk!r}: {status} {err}")
    nothing = write_bytes(folder, "nothing.pgn", [b"no game here\n"])
    for arguments in ((), (os.path.join(folder, "absent"),), (folder,), ("--jobs", "0", good), (nothing,)):
        expect(run_main(*arguments)[0] == 2, f"exit 2 for {arguments}")


def self_test() -> int:
    """Run the self-test; return the exit status."""
    rng = random.Random(20060110)
    started = time.monotonic()
    try:
        games = write_games(rng)
        test_clean_games(games)
        spoiled = sum(test_injection(injection, games, False, rng) for injection in TRANSCRIPT_INJECTIONS)
        spoiled += sum(test_injection(injection, games, True, rng) for injection in PGN_INJECTIONS)
        test_ply_limits(games)
        test_pgn_tags(next(game for game in games if game.lines[-1]["ending"] == "checkmate"))
        with tempfile.TemporaryDirectory() as folder:
            test_command_line(games, folder)
    except SelfTestFailed as error:
        print(f"self-test failed: {error}", file=sys.stderr)
        return 1
    kinds = len(TRANSCRIPT_INJECTIONS) + len(PGN_INJECTIONS)
    seconds = time.monotonic() - started
    print(f"self-test passed: {len(games)} clean games, {spoiled} games with {kinds} kinds of error, {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    try:
        status = main()
        sys.stdout.flush()
        sys.exit(status)
    except KeyboardInterrupt:
        print("crosscheck.py: interrupted", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:  # the reader of our output, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
