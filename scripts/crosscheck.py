#!/usr/bin/env python3
"""Check the umpire's answers with a second, independent chess library.

Reads transcripts (JSON Lines) and extended PGN files of Kriegspiel games, replays every game with
python-chess and compares every word of the umpire: whether a try was legal, refused or nonsense,
what was captured and where, the checks, the pawn tries, when the game was over, why, and who won.
A transcript does not say its ruleset: --ruleset does. With --kriegspiel the transcripts are also
replayed in the referee of PyPI kriegspiel; the differences that docs/records.md explains are counted
by name, every other one is a disagreement.

One line is printed for each disagreement; a summary follows. Exit status: 0 when everything agrees,
1 when anything disagrees, 2 for bad usage or a file that cannot be read.

Requirements beyond Python 3.9: python-chess (pip install chess), and for --kriegspiel its referee
(pip install kriegspiel==1.7.3), for which crosscheck_kriegspiel.py has the comparison. The rulesets
are in crosscheck_rules.py.
scripts/test_crosscheck.py tests this script.

How the file is laid out, in the order in which data flows:

    Report         counts and disagreements
    Position       the true position: legal moves, checks, pawn tries, endings that are due
    Replay         what transcripts and PGN have in common
    transcripts    one game of JSON Lines against the true position
    PGN            one game of extended PGN against the true position
    reading        files into chunks of whole games, chunks to processes, reports back in order
    command line   options and output
"""

from __future__ import annotations

import argparse
import collections
import itertools
import json
import multiprocessing
import os
import re
import signal
import sys
import time
from typing import Any, Callable, Iterable, Iterator, NamedTuple, Sequence

try:
    import chess
    import chess.pgn
except ImportError:
    message = "python-chess is missing; install it with: pip install chess"
    print(f"crosscheck.py: {message}", file=sys.stderr)
    sys.exit(2)

from crosscheck_rules import ICC, RULESETS, Rules, Turn, own_board_moves

try:
    from crosscheck_kriegspiel import EXPLAINED, Referee
except ImportError:  # needed for --kriegspiel alone
    EXPLAINED, Referee = (), None  # type: ignore[assignment, misc]

# ------------------------------------------------------------------------------------------ report

#: Counts of the summary, in the order in which they are printed.
COUNTS = (
    "games plies tries refused captures checks double_checks en_passants promotions castlings "
    "pawn_try_announcements unchecked_tries unreadable_tries games_without_codes nonsense "
    "any_questions compared_with_kriegspiel"
).split()


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
    """Counts and disagreements of any number of games; reports of parts are merged in order."""

    def __init__(self, show: int) -> None:
        self.show = show
        self.counts: collections.Counter[str] = collections.Counter()
        self.endings: collections.Counter[str] = collections.Counter()
        self.kinds: collections.Counter[str] = collections.Counter()
        self.explained: collections.Counter[str] = collections.Counter()  # by docs/records.md
        self.shown: list[Disagreement] = []
        self.unreadable: str | None = None  # what stopped the check, if anything did
        # (length in plies, kind of ending) of transcript games: how many, and where the first ends.
        # Kept because the common ply limit is known only when a whole file has been read.
        self.lengths: dict[tuple[int, str], tuple[int, Disagreement]] = {}

    @property
    def disagreements(self) -> int:
        """Return the number of all disagreements."""
        return sum(self.kinds.values())

    def add(self, disagreement: Disagreement, times: int = 1) -> None:
        """Count a disagreement, and keep it when there is still room to show it."""
        self.kinds[disagreement.kind] += times
        if len(self.shown) < self.show:
            self.shown.append(disagreement)

    def merge(self, other: Report) -> None:
        """Add what `other` found after this report."""
        self.counts.update(other.counts)
        self.endings.update(other.endings)
        self.kinds.update(other.kinds)
        self.explained.update(other.explained)
        self.shown += other.shown[: self.show - len(self.shown)]
        self.unreadable = self.unreadable or other.unreadable
        for length, (games, end) in other.lengths.items():
            self.add_length(length, games, end)

    def add_length(self, length: tuple[int, str], games: int, end: Disagreement) -> None:
        """Note that `games` games have this length; `end` is where the first of them ended."""
        seen, first = self.lengths.get(length, (0, end))
        self.lengths[length] = (seen + games, first)

    def check_ply_limit(self, limit: int | None) -> None:
        """Hold the lengths of all games of a file against its ply limit, then forget them.

        Without a known limit, it is the length at which most games were ended by ply limit.
        """
        if limit is None:
            ended = {
                n: games for (n, kind), (games, _) in self.lengths.items() if kind == "ply_limit"
            }
            limit = max(ended, key=lambda plies: (ended[plies], plies), default=None)
        for (plies, kind), (games, end) in self.lengths.items():
            if limit is not None and broke_limit(plies, kind, limit):
                more = f" (and {games - 1} more games of this length)" if games > 1 else ""
                says, truth = f"{plies} plies, {kind}{more}", f"a ply limit of {limit}"
                self.add(end._replace(says=says, truth=truth), games)
        self.lengths.clear()

    def as_dict(self) -> dict[str, Any]:
        """The summary, ready to be written as JSON."""
        return {
            **{name: self.counts[name] for name in COUNTS},
            "endings": dict(sorted(self.endings.items())),
            "disagreements": self.disagreements,
            "disagreements_by_kind": dict(sorted(self.kinds.items())),
            "explained": {name: self.explained[name] for name in EXPLAINED if self.explained[name]},
        }


def broke_limit(plies: int, kind: str, limit: int) -> bool:
    """Whether no game under a ply limit of `limit` can have this length and kind of ending."""
    if kind == "ply_limit":
        return plies != limit
    if kind == "forfeit":
        return plies >= limit  # the game was over before anybody could forfeit it so
    return plies > limit


# ---------------------------------------------------------------------------------- true positions

DRAW = "1/2-1/2"


class Played(NamedTuple):
    """Return the required announcement of a move just played, and the kind of the move."""

    capture: str | None  # square of the captured man, or where the rules say so of the capturing
    captured: str | None  # "pawn" or "piece", where the rules tell
    checks: list[str]  # sorted directions
    pawn_tries: int | bool | list[str] | None  # in the words of the ruleset
    en_passant: bool
    promotion: bool
    castling: bool


class Position:
    """The true position, with everything the umpire may be asked worked out once per position.

    `legal` maps the UCI word of every legal move to the move. `pawn_tries` counts the from-to pairs
    of legal pawn captures, `capturing_pawns` has the squares of the pawns that can make one, and
    `checks` lists the directions of the checks, all for the side to move. `due` names the endings
    that hold now; it is empty while the game goes on, and any one of several may be announced.
    """

    def __init__(self, board: chess.Board, rules: Rules = ICC) -> None:
        self.board = board
        self.rules = rules
        self.moves: dict[bool, list[str]] = {chess.WHITE: [], chess.BLACK: []}
        # Number of occurrences of each position since the last capture or pawn move.
        self.seen: dict[tuple[Any, ...], int] = {}
        self._survey()

    def play(self, move: chess.Move) -> Played:
        """Play a legal move; return what must be announced."""
        board, start, end = self.board, move.from_square, move.to_square
        piece, taken = board.piece_type_at(start), board.piece_type_at(end)
        castling = piece == chess.KING and abs(start - end) == 2
        en_passant = piece == chess.PAWN and taken is None and (end - start) % 8 != 0
        capture = captured = None
        if en_passant:  # the captured pawn stands on the rank the capturing pawn came from
            square = chess.square(chess.square_file(end), chess.square_rank(start))
            capture = chess.SQUARE_NAMES[end if self.rules.landing else square]
            captured = "pawn"
        elif taken is not None:
            capture = chess.SQUARE_NAMES[end]
            captured = "pawn" if taken == chess.PAWN else "piece"
        captured = captured if self.rules.kind else None
        self.moves[board.turn].append(move.uci())
        board.push(move)
        self._survey()
        promotion = move.promotion is not None
        tries = self.told_tries()
        return Played(capture, captured, self.checks, tries, en_passant, promotion, castling)

    def told_tries(self) -> int | bool | list[str] | None:
        """The pawn tries of the side to move in the words of the ruleset."""
        return {
            "nothing": None,
            "whether": self.pawn_tries > 0,
            "number": self.pawn_tries,
            "squares": [chess.SQUARE_NAMES[square] for square in self.capturing_pawns],
        }[self.rules.pawn_tries]

    def before(self) -> chess.Board:
        """The position before the last move."""
        board = self.board.copy(stack=1)
        board.pop()
        return board

    def result(self) -> str:
        """The result of a game that is over on the board."""
        loses = "stalemate" in self.due and self.rules.stalemate_loses
        if "checkmate" in self.due or loses:
            return "0-1" if self.board.turn == chess.WHITE else "1-0"
        return DRAW

    def _survey(self) -> None:
        """Work out legal moves, pawn tries, checks and due endings."""
        board, tries, en_passant_square = self.board, set(), None
        self.legal: dict[str, chess.Move] = {}
        for move in board.generate_legal_moves():
            start, end = move.from_square, move.to_square
            self.legal[move.uci()] = move
            if board.pawns >> start & 1 and (end - start) % 8 != 0:
                tries.add((start, end))  # the four promotions on one square are one try
                if end == board.ep_square:
                    en_passant_square = end
        self.pawn_tries = len(tries)
        self.capturing_pawns = sorted({start for start, _ in tries})
        self.checks = check_directions(board)
        self.due = self._due(self._occurrences(en_passant_square))

    def _occurrences(self, en_passant_square: int | None) -> int:
        """Count occurrences of these men, side to move, castling rights and legal en passant."""
        board = self.board
        if board.halfmove_clock == 0:
            self.seen.clear()  # no earlier position can come back
        men = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
        white = board.occupied_co[chess.WHITE]
        key = (men, white, board.turn, board.castling_rights, en_passant_square)
        self.seen[key] = self.seen.get(key, 0) + 1
        return self.seen[key]

    def _due(self, occurrences: int) -> tuple[str, ...]:
        """The endings that hold now; two names only where the order between them is free."""
        if not self.legal:
            return ("checkmate",) if self.checks else ("stalemate",)
        rules, board = self.rules, self.board
        listed = rules.dead_material == "list"
        if is_dead_material(board) if listed else board.is_insufficient_material():
            return ("dead_material",)
        third = rules.repetition == "third" and occurrences >= 3
        repeated = third or rules.repetition == "same moves" and self._same_moves()
        fifty = rules.fifty_moves and board.halfmove_clock >= 100
        return ("repetition",) * repeated + ("fifty_moves",) * fifty

    def _same_moves(self) -> bool:
        """Whether the last mover made the same two moves three times, against no mate (T A.12c)."""
        last = self.moves[not self.board.turn][-6:]
        return len(last) == 6 and last == last[:2] * 3 and not self._can_mate()

    def _can_mate(self) -> bool:
        """Whether the side to move has a mate in one."""
        board = self.board.copy(stack=False)
        for move in self.legal.values():
            board.push(move)
            if board.is_checkmate():
                return True
            board.pop()
        return False


def check_directions(board: chess.Board) -> list[str]:
    """Directions of all checks on the side to move, as seen from its king, sorted."""
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
    """Whether neither side has more than one bishop or knight beside the king."""
    if board.pawns | board.rooks | board.queens:
        return False
    white, black = board.occupied_co
    return chess.popcount(white) <= 2 and chess.popcount(black) <= 2


# ------------------------------------------------------------------------------------------ replay

BOARD_ENDINGS = ("checkmate", "stalemate", "dead_material", "fifty_moves", "repetition")
FORFEITS = ("forfeit_crash", "forfeit_time", "forfeit_silence", "forfeit_protocol")
# A program that does not end when it is told to loses a game that is over on the board.
LATE_FORFEITS = ("forfeit_crash", "forfeit_protocol")


class Replay:
    """One game, replayed move by move; what transcripts and PGN have in common."""

    def __init__(
        self, path: str, number: int, board: chess.Board, report: Report, rules: Rules = ICC
    ) -> None:
        self.path = path
        self.number = number
        self.report = report
        self.rules = rules
        self.position = Position(board, rules)
        self.plies = 0
        self.lost = False  # the replay cannot go on: the file played an illegal move
        self.overdue = False  # play after the end has been reported
        report.counts["games"] += 1

    def here(self, line: int, kind: str, says: Any, truth: Any) -> Disagreement:
        """A disagreement in the present position."""
        fen = self.position.board.fen()
        says, truth = str(says), str(truth)
        return Disagreement(self.path, line, self.number, self.plies, fen, kind, says, truth)

    def disagree(self, line: int, kind: str, says: Any, truth: Any) -> None:
        """Report a disagreement in the present position."""
        self.report.add(self.here(line, kind, says, truth))

    def disagree_on_move(self, line: int, kind: str, says: Any, truth: Any) -> None:
        """Report a disagreement about the move just played."""
        place = self.here(line, kind, says, truth)
        self.report.add(place._replace(fen=self.position.before().fen(), ply=self.plies - 1))

    def due_text(self) -> str:
        """The endings that hold, as text."""
        return " or ".join(self.position.due) or "no such ending holds"

    def check_overdue(self, line: int) -> None:
        """Report, once a game, that play goes on after its end."""
        if self.position.due and not self.overdue:
            self.overdue = True
            self.disagree(line, "overdue", "the game goes on", f"over: {self.due_text()}")

    def lose(self, line: int, uci: str) -> None:
        """Report an illegal move that was played, and give up."""
        self.lost = True
        truth = "illegal (the rest of this game is not checked)"
        self.disagree(line, "legality", f"{uci} played", truth)

    def play(self, move: chess.Move) -> Played:
        """Play a legal move and count it."""
        played, counts = self.position.play(move), self.report.counts
        self.plies += 1
        counts["plies"] += 1
        counts["captures"] += played.capture is not None
        counts["checks"] += len(played.checks) > 0
        counts["double_checks"] += len(played.checks) > 1
        counts["en_passants"] += played.en_passant
        counts["promotions"] += move.promotion is not None
        counts["castlings"] += played.castling
        counts["pawn_try_announcements"] += bool(played.pawn_tries)
        return played


# ------------------------------------------------------------------------------------- transcripts

SIDES = ("black", "white")  # indexed by python-chess's colour
TRY_FIELDS = {"game": int, "ply": int, "side": str, "try": str, "answer": str}
ANNOUNCED_FIELDS = {
    "capture": (str,),
    "captured": (str,),
    "checks": (list,),
    "pawn_tries": (int, bool, list),  # a number, whether, squares
    "en_passant": (bool,),
    "promotion": (bool,),
}
LAST_FIELDS = {"game": int, "result": str, "ending": str, "plies": int}


def parse_line(raw: bytes, path: str, number: int) -> dict[str, Any]:
    """One line of a transcript with fields of the right types; raises Unreadable."""
    try:
        line = json.loads(raw.decode("utf-8"))
    except ValueError as error:  # also what wrong UTF-8 raises
        raise Unreadable(f"{path}:{number}: not a JSON line: {error}") from None
    if type(line) is not dict:
        raise Unreadable(f"{path}:{number}: not a JSON object")
    required = TRY_FIELDS if "try" in line else LAST_FIELDS
    for name, kind in required.items():
        if type(line.get(name)) is not kind:
            raise Unreadable(f"{path}:{number}: no field {name!r} of type {kind.__name__}")
    if len(line) > len(required) and "try" in line:
        for name, kinds in ANNOUNCED_FIELDS.items():
            if name in line and type(line[name]) not in kinds:
                right = " or ".join(kind.__name__ for kind in kinds)
                raise Unreadable(f"{path}:{number}: field {name!r} is not of type {right}")
    return line


class TranscriptGame(Replay):
    """One game of a transcript, replayed line by line."""

    def __init__(
        self, path: str, number: int, report: Report, rules: Rules, kriegspiel: bool
    ) -> None:
        super().__init__(path, number, chess.Board(), report, rules)
        self.turn = Turn(rules, self.position)
        self.ended = False  # the last line has been read
        self.line = 0  # that is being read
        self.referee = Referee(rules, self.differ, self.explain) if kriegspiel else None

    def differ(self, kind: str, says: Any, truth: Any) -> None:
        """Report a difference from the referee of PyPI kriegspiel that nothing explains."""
        self.disagree(self.line, kind, says, truth)

    def explain(self, name: str) -> None:
        """Count a difference that docs/records.md explains."""
        self.report.explained[name] += 1

    def read(self, number: int, line: dict[str, Any]) -> None:
        """Check the next line of the game."""
        self.line = number
        if self.ended:
            self.disagree(
                number, "after_end", "more lines of this game", "nothing follows the last"
            )
        elif "try" not in line:
            self.read_last(number, line)
        elif self.lost:
            self.report.counts["unchecked_tries"] += 1
        else:
            self.read_try(number, line)

    def read_try(self, number: int, line: dict[str, Any]) -> None:
        """Check a question and its answer."""
        self.report.counts["tries"] += 1
        self.check_overdue(number)
        if line["ply"] != self.plies:
            self.disagree(number, "ply", line["ply"], self.plies)
        side = SIDES[self.position.board.turn]
        if line["side"] != side:
            self.disagree(number, "side", line["side"], side)
        if self.referee is not None:
            self.compare(self.referee, line)
        truth = self.turn.answer(line["try"])
        if line["answer"] != truth:
            legal = "legal" if line["try"] in self.position.legal else "not legal"
            says = f"{line['try']} {line['answer']}"
            self.disagree(number, "legality", says, f"{truth} ({legal})")
        if line["answer"] == "played":
            self.read_played(number, line)
        else:
            self.read_unplayed(number, line)

    def compare(self, referee: Referee, line: dict[str, Any]) -> None:
        """Ask the other referee the same."""
        move = self.position.legal.get(line["try"])

        def due() -> tuple[str, ...]:
            if move is None:
                return ()
            after = Position(self.position.board.copy(stack=False), self.rules)
            after.play(move)
            return after.due

        compared = referee.read(line, self.turn, due)
        self.report.counts["compared_with_kriegspiel"] += compared

    def read_unplayed(self, number: int, line: dict[str, Any]) -> None:
        """Count a question that was not played."""
        counts, answer = self.report.counts, line["answer"]
        counts["refused"] += answer == "refused"
        counts["nonsense"] += answer == "nonsense"
        counts["any_questions"] += answer in ("yes", "no")
        self.check_fields(number, line, TRY_FIELDS)

    def read_played(self, number: int, line: dict[str, Any]) -> None:
        """Check a played move and what was announced with it."""
        uci, move = line["try"], self.position.legal.get(line["try"])
        if move is None:
            self.lose(number, uci)
            return
        played, rules = self.play(move), self.rules
        self.turn = Turn(rules, self.position)
        said = [line.get("capture"), line.get("captured")]
        said += [sorted(line.get("checks", []), key=str)]
        said += [line.get("pawn_tries", 0 if rules.pawn_tries == "number" else None)]
        said += [line.get("en_passant", False), line.get("promotion", False)]
        told = (rules.landing and played.en_passant, rules.promotion and played.promotion)
        for name, says, truth in zip(ANNOUNCED_FIELDS, said, (*played[:4], *told)):
            if (type(says), says) != (type(truth), truth):
                self.disagree_on_move(number, name, f"{says!r} on {uci}", repr(truth))
        self.check_fields(number, line, {**TRY_FIELDS, **ANNOUNCED_FIELDS})

    def check_fields(self, number: int, line: dict[str, Any], allowed: Iterable[str]) -> None:
        """Report fields that this kind of line does not have."""
        extra = sorted(set(line).difference(allowed))
        if extra:
            self.disagree(number, "fields", ", ".join(extra), "no such fields here")

    def read_last(self, number: int, line: dict[str, Any]) -> None:
        """Check the last line of the game."""
        self.ended = True
        ending, result = line["ending"], line["result"]
        self.report.endings[ending] += 1
        self.check_fields(number, line, LAST_FIELDS)
        if self.lost:
            return
        if self.referee is not None:
            self.referee.read_end(line, self.position.due)
        if line["plies"] != self.plies:
            self.disagree(number, "plies", line["plies"], self.plies)
        due, forfeit = self.position.due, ending in FORFEITS
        # The ply limit is checked per file, and a forfeit is lost by either side.
        late = bool(due) and ending in LATE_FORFEITS
        if not late and (ending not in due if due else not forfeit and ending != "ply_limit"):
            self.disagree(number, "ending", ending, self.due_text())
        right = [DRAW]
        if due and not late:
            right = [self.position.result()]
        elif forfeit:
            right = ["1-0", "0-1"]
        if result not in right:
            self.disagree(number, "result", result, " or ".join(right))
        kind = "late forfeit" if ending in LATE_FORFEITS else "forfeit" if forfeit else ending
        self.report.add_length((self.plies, kind), 1, self.here(number, "ply_limit", "", ""))

    def close(self, number: int) -> None:
        """The file has no more lines of this game; `number` is the last line that was read."""
        if not self.ended:
            self.disagree(number, "unfinished", "nothing more of this game", "a last line")


def check_transcript(chunk: Chunk, report: Report) -> None:
    """Replay all games of a chunk of a transcript."""
    game: TranscriptGame | None = None
    number = chunk.first_line
    for number, raw in enumerate(chunk.lines, chunk.first_line):
        line = parse_line(raw, chunk.path, number)
        if game is None or game.number != line["game"]:
            if game is not None:
                game.close(number - 1)
            rules = RULESETS[chunk.ruleset]
            game = TranscriptGame(chunk.path, line["game"], report, rules, chunk.kriegspiel)
        game.read(number, line)
    if game is not None:
        game.close(number)


# --------------------------------------------------------------------------------------------- PGN

CODE_LETTER = {"rank": "R", "file": "F", "long": "L", "short": "S", "knight": "N"}
SAN = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?[+#]?")
CASTLED_FILE = {"O-O": "g", "O-O-O": "c"}  # of the king
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


class PgnBuilder(chess.pgn.GameBuilder):
    """python-chess's own reader, which also notes where in the file it read what.

    Once read, it holds the `game`, the line it begins on, the lines of the moves of its main line,
    and the result that stands after the moves.
    """

    def __init__(self, source: CountedLines) -> None:
        super().__init__()
        self.source = source

    def begin_game(self) -> None:
        super().begin_game()
        self.first_line = self.source.number
        self.move_lines: list[int] = []
        self.movetext_result: str | None = None

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        super().visit_move(board, move)
        if len(self.variation_stack) == 1:
            self.move_lines.append(self.source.number)

    def visit_result(self, result: str) -> None:
        super().visit_result(result)
        self.movetext_result = result

    def handle_error(self, error: Exception) -> None:
        self.game.errors.append(error)  # without the log message of the original

    def result(self) -> PgnBuilder:  # type: ignore[override]
        return self


def codes(played: Played) -> list[str]:
    """The umpire's announcement in PGN codes: X square, C letter for each checker, P number.

    Pawn tries that are not numbers, and words that only other rulesets have, are not written here.
    """
    words = [f"X{played.capture}"] if played.capture else []
    words += ["C" + CODE_LETTER[word] for word in played.checks]
    number = type(played.pawn_tries) is int and played.pawn_tries
    return words + [f"P{number}"] if number else words


def same_codes(said: list[str], truth: list[str]) -> bool:
    """Whether announcements agree; several checks may stand in any order among themselves."""
    kinds = [[word[:1] for word in words] for words in (said, truth)]
    return kinds[0] == kinds[1] and sorted(said) == sorted(truth)


def split_comment(comment: str) -> tuple[list[str], list[str]] | None:
    """Umpire codes and refused tries; none of either without a comment. None for another form."""
    text = "".join(comment.split())
    if text and text.count(":") != 1:
        return None
    umpire, _, refused = text.partition(":")
    return list(filter(None, umpire.split(","))), list(filter(None, refused.split(",")))


def move_name(board: chess.Board, move: chess.Move) -> str:
    """The move with its number, like 14...b5."""
    dots = "." if board.turn == chess.WHITE else "..."
    return f"{board.fullmove_number}{dots}{board.san(move)}"


def moves_of_san(board: chess.Board, san: str) -> list[str] | None:
    """UCI words of all moves the SAN may mean on the mover's own board; None when it is no SAN.

    python-chess cannot read these: the mover sees no enemy, so a capture may go to an empty square
    and a file or rank that the true position does not need may be written.
    """
    moves = [(move, move.uci()) for move in own_board_moves(board)]
    file_of_king = CASTLED_FILE.get(san.rstrip("+#"))
    if file_of_king is not None:
        return [uci for move, uci in moves if board.is_castling(move) and uci[2] == file_of_king]
    parts = SAN.fullmatch(san)
    if parts is None:
        return None
    letter, file, rank, takes, end, promotion = parts.groups(default="")
    piece = chess.PIECE_SYMBOLS.index(letter.lower() or "p")
    return [
        uci
        for move, uci in moves
        if board.piece_type_at(move.from_square) == piece
        and not board.is_castling(move)
        and (file or uci[0], rank or uci[1]) == (uci[0], uci[1])
        and uci[2:] == end + promotion.lower()
        and (piece != chess.PAWN or bool(takes) == (uci[0] != uci[2]))
    ]


class PgnReplay(Replay):
    """One PGN game, replayed move by move."""

    def __init__(self, path: str, number: int, read: PgnBuilder, report: Report) -> None:
        rules = RULESETS.get(read.game.headers.get("Ruleset", "icc"), ICC)
        super().__init__(path, number, read.game.board(), report, rules)
        self.read = read
        self.tags = read.game.headers

    def check(self) -> None:
        """Check the whole game."""
        game, lines = self.read.game, self.read.move_lines
        # A game without any comment was written down without codes; that is not an error.
        annotated = any(node.comment for node in game.mainline())
        self.report.counts["games_without_codes"] += not annotated
        for node, line in zip(game.mainline(), lines):
            if not self.lost:
                self.check_move(node, line, annotated)
        last_line = lines[-1] if lines else self.read.first_line
        for error in game.errors:
            says = f"python-chess cannot read on: {error}"
            self.disagree(last_line, "pgn", says, "legal moves in readable PGN")
        self.check_end(last_line)

    def check_move(self, node: chess.pgn.ChildNode, line: int, annotated: bool) -> None:
        """Check one move, the refused tries before it and the umpire's codes after it."""
        self.check_overdue(line)
        board, move = self.position.board, node.move
        if move.uci() not in self.position.legal:  # a null move, which python-chess lets pass
            self.lose(line, move.uci())
            return
        comment = split_comment(node.comment)
        if comment is None:
            says = f"{{{node.comment}}} on {move_name(board, move)}"
            self.disagree(line, "comment", says, "the form {umpire:refused,refused}")
        said, tries = comment or ([], [])
        for san in tries:
            self.check_refused(san, line, move)
        self.report.counts["tries"] += 1
        truth = codes(self.play(move))
        if self.rules.name != "icc":  # only captures and checks are in the codes of every ruleset
            said = [word for word in said if word[:1] in "XC"]
        if annotated and comment is not None and not same_codes(said, truth):
            says = f"{','.join(said) or 'no code'} on {move_name(self.position.before(), move)}"
            self.disagree_on_move(line, "codes", says, ",".join(truth) or "no code")

    def check_refused(self, san: str, line: int, move: chess.Move) -> None:
        """Check a refused try, made before `move`."""
        if san == "??":
            self.report.counts["unreadable_tries"] += 1
            return
        self.report.counts["tries"] += 1
        self.report.counts["refused"] += 1
        board = self.position.board
        says = f"{san} refused before {move_name(board, move)}"
        filtered = self.tags.get("Filtered", "")
        if FILTERED_SIDE.get(filtered.lower(), board.turn) != board.turn:
            self.disagree(line, "filtered", says, f"no tries of this side ({filtered})")
        if self.rules.nonsense != "never" or self.rules.any != "never":
            return  # whether it was nonsense is not in a PGN game
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
        after_moves = self.read.movetext_result
        if after_moves not in (None, result):
            self.disagree(line, "result", f"{result} in the tag", f"{after_moves} after the moves")
        if self.read.game.errors or self.lost:
            return  # the final position is not known
        termination = self.tags.get("Termination", "").lower().replace(" ", "_")
        late = termination in LATE_FORFEITS
        right = ("1-0", "0-1") if late else (self.position.result(),) if due else RESULTS
        if result not in right:
            self.disagree(line, "result", result, " or ".join(right))
        if termination in BOARD_ENDINGS and termination not in due:
            self.disagree(line, "ending", termination, self.due_text())


def check_pgn(chunk: Chunk, report: Report) -> None:
    """Replay all games of a chunk of a PGN file."""
    source = CountedLines(chunk.lines, chunk.first_line)
    for number in itertools.count(chunk.first_game):
        read = chess.pgn.read_game(source, Visitor=lambda: PgnBuilder(source))  # type: ignore
        if read is None:
            return
        if not read.move_lines and set(read.game.headers.values()) <= {"?", "*", "????.??.??"}:
            raise Unreadable(
                f"{chunk.path}:{read.first_line}: neither tags nor moves of a PGN game"
            )
        PgnReplay(chunk.path, number, read, report).check()


# ----------------------------------------------------------------------------------------- reading

CHUNK_LINES = 4000  # a chunk is cut at the first new game after this many lines
GAME_NUMBER = re.compile(rb'"game"\s*:\s*(\d+)')


class Chunk(NamedTuple):
    """Whole games of one file, small enough to be held in memory."""

    path: str
    pgn: bool
    first_line: int
    first_game: int  # number of the first game; used for PGN, where games carry none
    lines: list[bytes]
    ruleset: str = "icc"  # of transcripts; a PGN game has it in a tag
    kriegspiel: bool = False  # transcripts are also replayed in the referee of PyPI kriegspiel


def game_starts_jsonl(lines: Iterable[bytes]) -> Iterator[tuple[bool, bytes]]:
    """Each line, and whether the number of the game changes with it."""
    current = b""
    for raw in lines:
        match = GAME_NUMBER.search(raw)
        number = match.group(1) if match else current
        yield number != current, raw
        current = number


def game_starts_pgn(lines: Iterable[bytes]) -> Iterator[tuple[bool, bytes]]:
    """Each line, and whether the tags of a new game begin with it."""
    after_tag = False
    for raw in lines:
        is_tag = raw.startswith((b"[", b"\xef\xbb\xbf["))
        yield is_tag and not after_tag and b"[Event " in raw[:10], raw
        after_tag = is_tag or (after_tag and not raw.strip())


def chunks_of(path: str, ruleset: str = "icc", kriegspiel: bool = False) -> Iterator[Chunk]:
    """Cut a file into chunks of whole games, reading it line by line."""
    pgn = path.lower().endswith(".pgn")
    game_starts = game_starts_pgn if pgn else game_starts_jsonl
    with open(path, "rb") as file:
        chunk, games = Chunk(path, pgn, 1, 1, [], ruleset, kriegspiel), 0
        for starts, raw in game_starts(file):
            if starts and len(chunk.lines) >= CHUNK_LINES:
                yield chunk
                first_line = chunk.first_line + len(chunk.lines)
                chunk = chunk._replace(first_line=first_line, first_game=games + 1, lines=[])
            games += starts
            chunk.lines.append(raw)
        if not chunk.lines:
            raise Unreadable(f"{path}:1: the file is empty")
        yield chunk


def check_chunk(chunk: Chunk, show: int) -> Report:
    """Check the games of a chunk, as far as they can be read."""
    report = Report(show)
    try:
        (check_pgn if chunk.pgn else check_transcript)(chunk, report)
    except Unreadable as error:
        report.unreadable = str(error)
    return report


def reports_of(chunks: Iterable[Chunk], show: int, jobs: int) -> Iterator[Report]:
    """Check chunks in this process or in several; reports come in the order of the chunks."""
    if jobs == 1:
        for chunk in chunks:
            yield check_chunk(chunk, show)
        return
    # Ctrl-C stops the parent, which stops its processes; they need not each print a traceback.
    with multiprocessing.Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        # A few chunks for each process are under way, so that memory stays bounded.
        pending: collections.deque[Any] = collections.deque()
        for chunk in chunks:
            pending.append(pool.apply_async(check_chunk, (chunk, show)))
            if len(pending) >= 3 * jobs:
                yield pending.popleft().get()
        while pending:
            yield pending.popleft().get()


def check_files(options: argparse.Namespace) -> Report:
    """Check all files, up to the first that cannot be read."""
    show, jobs, ply_limit = options.show, options.jobs, options.ply_limit
    total, started = Report(show), time.monotonic()
    try:
        for path in options.files:
            chunks = chunks_of(path, options.ruleset, options.kriegspiel)
            for report in reports_of(chunks, show, jobs):
                total.merge(report)
                if total.unreadable is not None:
                    return total
                draw_progress(total, started)
            total.check_ply_limit(ply_limit)
    except OSError as error:
        total.unreadable = f"{error.filename}: {error.strerror}"
    except Unreadable as error:
        total.unreadable = str(error)
    finally:
        clear_progress()
    return total


# ------------------------------------------------------------------------------------ command line

CLEAR_LINE = "\r\x1b[K"
EXAMPLE = """\
examples:
  crosscheck.py results/demo/games.jsonl
  crosscheck.py --jobs 4 --ply-limit 400 --json games.jsonl games.pgn
  crosscheck.py --ruleset rand --kriegspiel rand.jsonl

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
        description="Replay Kriegspiel transcripts and extended PGN with python-chess and check "
        "every word of the umpire.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("files", nargs="+", metavar="FILE", help="transcript (JSON Lines) or extended PGN (*.pgn)")
    add(
        "--ruleset",
        choices=RULESETS,
        default="icc",
        help="ruleset of the transcripts (default icc); a PGN game has it in its tag",
    )
    add(
        "--kriegspiel",
        action="store_true",
        help="replay the transcripts in the referee of PyPI kriegspiel too",
    )
    add(
        "--ply-limit",
        type=count_from(1),
        metavar="N",
        help="ply limit of the transcripts; without it, all games of one file that end by ply "
        "limit must end at the same ply, and no game of that file may be longer",
    )
    add(
        "--show",
        type=count_from(0),
        default=20,
        metavar="N",
        help="disagreements shown (default 20)",
    )
    add("--jobs", type=count_from(1), default=1, metavar="N", help="processes to use (default 1)")
    add("--json", action="store_true", help="print the summary as one JSON object")
    return parser


def draw_progress(report: Report, started: float) -> None:
    """Replace the progress line on stderr, if that is a terminal."""
    if sys.stderr.isatty():
        games, tries = report.counts["games"], report.counts["tries"]
        rate = tries / (time.monotonic() - started)
        text = f"{games} games, {tries} tries ({rate:.0f}/s), {report.disagreements} disagreements"
        print(f"{CLEAR_LINE}{text}", end="", file=sys.stderr, flush=True)


def clear_progress() -> None:
    """Take the progress line away."""
    if sys.stderr.isatty():
        print(CLEAR_LINE, end="", file=sys.stderr, flush=True)


def print_disagreements(report: Report, as_json: bool) -> None:
    """One line each; on stderr when stdout is for JSON."""
    stream = sys.stderr if as_json else sys.stdout
    for disagreement in report.shown:
        print(disagreement, file=stream)
    hidden = report.disagreements - len(report.shown)
    if hidden and report.show:
        print(f"and {hidden} more disagreements", file=stream)


def print_summary(report: Report) -> None:
    """The summary for people."""
    for name in COUNTS:
        print(f"{name.replace('_', ' '):24}{report.counts[name]:>10}")
    print("endings")
    for ending, games in sorted(report.endings.items()):
        print(f"  {ending:22}{games:>10}")
    print(f"{'disagreements':24}{report.disagreements:>10}")
    for kind, number in sorted(report.kinds.items()):
        print(f"  {kind:22}{number:>10}")
    if report.explained:
        print("explained in docs/records.md")
    for name in EXPLAINED:
        if report.explained[name]:
            print(f"  {name:22}{report.explained[name]:>10}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = build_parser()
    options = parser.parse_args(arguments)
    if options.kriegspiel and Referee is None:
        parser.error("--kriegspiel: install the referee with: pip install kriegspiel==1.7.3")
    report = check_files(options)
    print_disagreements(report, options.json)
    if report.unreadable is not None:
        print(f"crosscheck.py: {report.unreadable}", file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps(report.as_dict()))
    else:
        print_summary(report)
    return 1 if report.disagreements else 0


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
