"""The referee of PyPI kriegspiel beside a transcript: the part of crosscheck.py --kriegspiel.

`Referee` replays one game. A difference is either one that docs/records.md names, with the source that
decides it, and is then counted under that name; or it is a disagreement.
"""

from __future__ import annotations

from typing import Any, Callable, Optional

import chess
from kriegspiel.game import KriegspielGame
from kriegspiel.move import CapturedPieceAnnouncement, KriegspielAnswer, KriegspielMove
from kriegspiel.move import MainAnnouncement as MA
from kriegspiel.move import QuestionAnnouncement as QA
from kriegspiel.move import SpecialCaseAnnouncement as SCA

from crosscheck_rules import Rules, Turn

ANSWERS = {
    MA.ILLEGAL_MOVE: "refused",
    MA.IMPOSSIBLE_TO_ASK: "nonsense",
    MA.NONSENSE: "nonsense",
    MA.HAS_ANY: "yes",
    MA.NO_ANY: "no",
    MA.REGULAR_MOVE: "played",
    MA.CAPTURE_DONE: "played",
}
CHECKS = {
    SCA.CHECK_RANK: "rank",
    SCA.CHECK_FILE: "file",
    SCA.CHECK_LONG_DIAGONAL: "long",
    SCA.CHECK_SHORT_DIAGONAL: "short",
    SCA.CHECK_KNIGHT: "knight",
}
ENDINGS = {
    SCA.CHECKMATE_WHITE_WINS: ("checkmate", "1-0"),
    SCA.CHECKMATE_BLACK_WINS: ("checkmate", "0-1"),
    SCA.STALEMATE_WHITE_WINS: ("stalemate", "1-0"),
    SCA.STALEMATE_BLACK_WINS: ("stalemate", "0-1"),
    SCA.DRAW_STALEMATE: ("stalemate", "1/2-1/2"),
    SCA.DRAW_INSUFFICIENT: ("dead_material", "1/2-1/2"),
    SCA.DRAW_TOOMANYREVERSIBLEMOVES: ("2000_plies", "1/2-1/2"),
}

#: Differences that docs/records.md explains, in the order of its table.
EXPLAINED = (
    "check_nonsense",
    "any_whispered",
    "any_no_counted",
    "nonsense_heard",
    "last_check",
    "last_pawn_tries",
    "fifty_moves",
    "repetition",
    "dead_material",
    "insufficient_material",
    "rand_stalemate",
    "ply_limit",
    "forfeit",
)


def parse_move(uci: str) -> chess.Move:
    """A try as a move, also one that no man makes, such as e2e2."""
    start, end = chess.parse_square(uci[:2]), chess.parse_square(uci[2:4])
    return chess.Move(start, end, chess.PIECE_SYMBOLS.index(uci[4]) if uci[4:] else None)


class Referee:
    """One game of a transcript in the hands of the referee of PyPI kriegspiel.

    `disagree(kind, says, truth)` is called for each difference that nothing explains, and
    `explain(name)` for each that docs/records.md explains.
    """

    def __init__(
        self,
        rules: Rules,
        disagree: Callable[[str, Any, Any], None],
        explain: Callable[[str], None],
    ) -> None:
        self.rules = rules
        self.disagree = disagree
        self.explain = explain
        self.game = KriegspielGame(ruleset=rules.referee)
        self.lost = False  # the rest of the game cannot be compared
        self.ended: Optional[tuple[str, str]] = None
        self.refused = 0  # of this turn, as the transcript has them
        self.excused = 0  # of this turn: refusals where the transcript says nonsense
        self.questions: list[str] = []  # answers of this turn to "Any?"

    def read(self, line: dict[str, Any], turn: Turn, due: Callable[[], tuple[str, ...]]) -> bool:
        """Compare a question and its answer; false when it could not be compared.

        `turn` is as it was before the question; `due` gives the endings that hold after it.
        """
        if self.lost:
            return False
        if self.ended is not None:
            self.lost = True
            self.disagree("ks_overdue", "the game goes on", self.ended[0])
            return False
        question = line["try"]
        if question == "any":
            said = self.game.ask_for(KriegspielMove(QA.ASK_ANY))
        else:
            said = self.game.ask_for(KriegspielMove(QA.COMMON, parse_move(question)))
        self.compare_answer(line, turn, ANSWERS[said.main_announcement])
        if said.move_done and not self.lost:
            self.compare_played(line, said, due())
        return True

    def compare_answer(self, line: dict[str, Any], turn: Turn, truth: str) -> None:
        """The kind of answer: played, refused, nonsense, yes or no."""
        says = line["answer"]
        self.refused += says == "refused"
        if says in ("yes", "no"):
            self.questions.append(says)
        if says == truth:
            return
        if (says, truth) == ("nonsense", "refused") and turn.fails_check(line["try"]):
            self.excused += 1
            self.explain("check_nonsense")
            return
        self.disagree("ks_answer", f"{line['try']} {says}", truth)
        self.lost = "played" in (says, truth)

    def compare_played(
        self, line: dict[str, Any], said: KriegspielAnswer, due: tuple[str, ...]
    ) -> None:
        """All that is announced of a played move."""
        self.compare_capture(line, said)
        over = ENDINGS.get(said.special_announcement)
        self.compare_checks(line, said, over)
        self.compare_pawn_tries(line, said, over)
        self.compare("ks_promotion", line, line.get("promotion", False), said.promotion_announced)
        self.compare_heard()
        if over == ENDINGS[SCA.DRAW_INSUFFICIENT] and "dead_material" not in due:
            self.lost = True  # mate is impossible, but not by the list
            self.explain("insufficient_material")
        else:
            self.ended = over

    def compare(self, kind: str, line: dict[str, Any], says: Any, truth: Any) -> None:
        """One field of a played move."""
        if (type(says), says) != (type(truth), truth):
            self.disagree(kind, f"{says!r} on {line['try']}", repr(truth))

    def compare_capture(self, line: dict[str, Any], said: KriegspielAnswer) -> None:
        """Whether, where and what was captured, and whether en passant."""
        square = said.capture_at_square if said.main_announcement == MA.CAPTURE_DONE else None
        truth = None if square is None else chess.SQUARE_NAMES[square]
        self.compare("ks_capture", line, line.get("capture"), truth)
        words = {CapturedPieceAnnouncement.PAWN: "pawn", CapturedPieceAnnouncement.PIECE: "piece"}
        captured = words.get(said.captured_piece_announcement)
        self.compare("ks_captured", line, line.get("captured"), captured)
        en_passant = line.get("en_passant", False)
        self.compare("ks_en_passant", line, en_passant, said.en_passant_announced)

    def compare_checks(
        self, line: dict[str, Any], said: KriegspielAnswer, over: Optional[tuple[str, str]]
    ) -> None:
        """Directions of check; with a game's last move this referee gives none."""
        says = sorted(line.get("checks", []))
        if over is not None and says:
            self.explain("last_check")
            return
        words = [said.special_announcement]
        if said.special_announcement == SCA.CHECK_DOUBLE:
            words = [said.check_1, said.check_2]
        truth = sorted(CHECKS[word] for word in words if word in CHECKS)
        self.compare("ks_checks", line, says, truth)

    def compare_pawn_tries(
        self, line: dict[str, Any], said: KriegspielAnswer, over: Optional[tuple[str, str]]
    ) -> None:
        """Pawn tries; after a game's last move this referee gives none."""
        says, squares = line.get("pawn_tries"), said.next_turn_pawn_try_squares
        truth = {
            "nothing": None,
            "number": said.next_turn_pawn_tries,
            "whether": said.next_turn_has_pawn_capture,
            "squares": None if squares is None else [chess.SQUARE_NAMES[s] for s in squares],
        }[self.rules.pawn_tries]
        if over is not None and truth is None and says is not None:
            self.explain("last_pawn_tries")
            return
        self.compare("ks_pawn_tries", line, says, truth)

    def compare_heard(self) -> None:
        """Return what the opponent heard of this turn's questions."""
        white = not self.game._board.turn  # who has just moved
        sheet = self.game._blacks_scoresheet if white else self.game._whites_scoresheet
        heard = [answer.main_announcement for _, answer in sheet.moves_opponent[-1]]
        truth = heard.count(MA.ILLEGAL_MOVE) - self.excused
        says = self.refused if self.rules.heard else 0
        if says != truth:
            self.disagree("ks_heard", f"{says} refusals heard", truth)
        answers = [ANSWERS[word] for word in heard if word in (MA.HAS_ANY, MA.NO_ANY)]
        if answers != self.questions:
            self.disagree("ks_heard", f"{self.questions} to Any?", answers)
        if self.rules.any == "until played":
            for answer in answers:
                self.explain("any_whispered")
                if answer == "no":
                    self.explain("any_no_counted")
        for _ in range(heard.count(MA.NONSENSE)):
            self.explain("nonsense_heard")
        self.refused = self.excused = 0
        self.questions = []

    def read_end(self, line: dict[str, Any], due: tuple[str, ...]) -> None:
        """Compare the end of the game; `due` are the endings that hold."""
        ending, result = line["ending"], line["result"]
        if self.lost:
            return
        if self.ended is None:
            self.explain_end(ending, due)
        elif (ending, result) == self.ended:
            return
        elif self.ended[0] == ending == "stalemate" and self.rules.name == "rand":
            self.explain("rand_stalemate")
        elif ending in ("forfeit_crash", "forfeit_protocol"):
            self.explain("forfeit")  # behind the end, by a program that does not quit
        else:
            self.disagree("ks_ending", f"{ending} {result}", " ".join(self.ended))

    def explain_end(self, ending: str, due: tuple[str, ...]) -> None:
        """The transcript's game is over, this referee's is not."""
        name = "forfeit" if ending.startswith("forfeit_") else ending
        by_rule = {
            "fifty_moves": self.rules.fifty_moves and ending in due,
            "repetition": self.rules.repetition != "never" and ending in due,
            "dead_material": self.rules.dead_material == "list" and ending in due,
            "ply_limit": True,
            "forfeit": True,
        }
        if by_rule.get(name, False):
            self.explain(name)
        else:
            self.disagree("ks_ending", ending, "the game is not over")
