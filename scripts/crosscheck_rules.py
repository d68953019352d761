"""The rulesets of docs/rules.md, written down a second time for crosscheck.py.

`Rules` says what differs between them, `Turn` what the umpire must answer to each question of one
turn. Nothing here is shared with the umpire; the names of values are those of docs/rules.md.
"""

from __future__ import annotations

from typing import Any, Iterator, NamedTuple, Optional

import chess

PROMOTIONS = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)


class Rules(NamedTuple):
    """Differences between rulesets; the defaults are those of ICC's wild 16."""

    name: str
    referee: str  # name of the ruleset in PyPI kriegspiel
    kind: bool = True  # a captured man is called pawn or piece
    landing: bool = False  # en passant: said, with the square on which the capturing pawn lands
    pawn_tries: str = "number"  # or whether, squares, nothing
    any: str = "never"  # or one try, until played
    nonsense: str = "never"  # or own board, tries, checks: each with all before it
    heard: bool = False  # the opponent hears refusals
    promotion: bool = False  # it is said that a pawn was promoted
    stalemate_loses: bool = False
    fifty_moves: bool = True
    repetition: str = "third"  # or never, same moves
    dead_material: str = "list"  # or insufficient


OPEN = {"kind": False, "pawn_tries": "nothing", "heard": True}
BERKELEY = {**OPEN, "nonsense": "own board", "fifty_moves": False, "repetition": "never"}
RAND = {
    "pawn_tries": "squares",
    "nonsense": "checks",
    "heard": True,
    "promotion": True,
    "dead_material": "insufficient",
}
RULESETS = {
    rules.name: rules
    for rules in (
        Rules("icc", "wild16"),
        Rules(
            "cincinnati",
            "cincinnati",
            pawn_tries="whether",
            nonsense="tries",
            heard=True,
            dead_material="insufficient",
        ),
        Rules("berkeley", "berkeley", **BERKELEY),  # type: ignore[arg-type]
        Rules("berkeley-any", "berkeley_any", any="until played", **BERKELEY),  # type: ignore
        Rules("rand", "rand", **RAND),  # type: ignore[arg-type]
        Rules("rand-ladder", "rand", stalemate_loses=True, **RAND),  # type: ignore[arg-type]
        Rules(
            "english",
            "english",
            landing=True,
            any="one try",
            repetition="same moves",
            dead_material="insufficient",
            **OPEN,  # type: ignore[arg-type]
        ),
    )
}
ICC = RULESETS["icc"]


def own_board_moves(board: chess.Board) -> list[chess.Move]:
    """Moves that the side to move, seeing only its own men, can hold to be possible.

    Enemy men may stand anywhere, so every pawn may capture; castling rights are known, checks are
    not looked at.
    """
    own = board.copy(stack=False)
    men = board.piece_map().items()
    own.set_piece_map({square: man for square, man in men if man.color == board.turn})
    moves = list(own.pseudo_legal_moves)
    for start in own.pieces(chess.PAWN, own.turn):
        for end in own.attacks(start) - own.occupied:
            pieces = PROMOTIONS if chess.square_rank(end) in (0, 7) else (None,)
            moves += [chess.Move(start, end, piece) for piece in pieces]
    return moves


def walk(king: int, files: int, ranks: int, own: int) -> Iterator[int]:
    """Squares from the king in one direction, up to its own men."""
    file, rank = chess.square_file(king) + files, chess.square_rank(king) + ranks
    while 0 <= file <= 7 and 0 <= rank <= 7 and not own >> chess.square(file, rank) & 1:
        yield chess.square(file, rank)
        file, rank = file + files, rank + ranks


def squares_of_check(board: chess.Board, word: str) -> set[int]:
    """Squares on which a man may give the check that was announced, or stand in its way."""
    king, own = board.king(board.turn), board.occupied_co[board.turn]
    assert king is not None, "a king in check is on the board"
    if word == "knight":
        return set(chess.SquareSet(chess.BB_KNIGHT_ATTACKS[king]))
    steps = {"rank": (1, 0), "file": (0, 1)}.get(word)
    if steps is None:
        rising = [s for sign in (1, -1) for s in walk(king, sign, sign, 0)]
        falling = [s for sign in (1, -1) for s in walk(king, sign, -sign, 0)]
        steps = (1, 1) if (len(rising) > len(falling)) == (word == "long") else (1, -1)
    return {s for sign in (1, -1) for s in walk(king, sign * steps[0], sign * steps[1], own)}


def answers_check(board: chess.Board, move: chess.Move, checks: list[str]) -> bool:
    """Whether a move of the own board moves the king, interposes or captures as RAND's rule 7 asks.

    En passant captures a man that is not on the square of landing: a pawn, which gives check from
    a square diagonally before the king.
    """
    king = board.king(board.turn)
    assert king is not None, "both kings are on the board"
    if not checks:
        return True
    if move.from_square == king:
        return chess.square_distance(king, move.to_square) == 1
    if len(checks) > 1:
        return False
    squares = squares_of_check(board, checks[0])
    if move.to_square in squares:
        return True
    fifth = 4 if board.turn == chess.WHITE else 3
    victim = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    return (
        is_pawn_capture(board, move)
        and chess.square_rank(move.from_square) == fifth
        and victim in squares
        and bool(chess.BB_PAWN_ATTACKS[board.turn][king] >> victim & 1)
    )


def is_pawn_capture(board: chess.Board, move: chess.Move) -> bool:
    """Whether a pawn of the side to move leaves its file."""
    pawn = board.pawns & board.occupied_co[board.turn] & chess.BB_SQUARES[move.from_square]
    return bool(pawn) and chess.square_file(move.from_square) != chess.square_file(move.to_square)


class Turn:
    """The questions of one turn, and what the umpire must answer to them."""

    def __init__(self, rules: Rules, position: Any) -> None:
        self.rules = rules
        self.position = position  # crosscheck.Position, which this does not change
        self.refused: list[str] = []
        self.any: Optional[bool] = None  # the answer to "Any?"
        self.obliged = False
        self.possible: Optional[dict[str, chess.Move]] = None  # on the own board

    def answer(self, question: str) -> str:
        """The umpire's answer; the turn goes on from there."""
        if question == "any":
            if self.rules.any == "never" or self.any is not None:
                return "nonsense"
            self.any = self.obliged = self.position.pawn_tries > 0
            return "yes" if self.any else "no"
        if self.obliged and not self.may_oblige(question):
            return "nonsense"
        if question in self.position.legal:
            return "played"
        known = self.rules.nonsense != "never"
        if known and (self.is_idle(question) or self.is_ruled_out(question)):
            return "nonsense"
        self.refused.append(question)
        self.obliged = self.obliged and self.rules.any == "until played"
        return "refused"

    def own_board(self, question: str) -> Optional[chess.Move]:
        """The move, if the own board allows it."""
        if self.possible is None:
            moves = own_board_moves(self.position.board)
            self.possible = {move.uci(): move for move in moves}
        return self.possible.get(question)

    def may_oblige(self, question: str) -> bool:
        """Whether this is a pawn capture to which one can be obliged."""
        move = self.own_board(question)
        if move is None or question in self.refused:
            return False
        return is_pawn_capture(self.position.board, move)

    def is_idle(self, question: str) -> bool:
        """Whether the own board rules it out, or it was refused already."""
        return self.own_board(question) is None or question in self.refused

    def is_ruled_out(self, question: str) -> bool:
        """Whether the umpire's words of this turn rule out a move of the own board."""
        move = self.own_board(question)
        assert move is not None, "asked only of moves of the own board"
        board, position = self.position.board, self.position
        if is_pawn_capture(board, move) and self.told_no_capture(move.from_square):
            return True
        return self.rules.nonsense == "checks" and not answers_check(board, move, position.checks)

    def told_no_capture(self, pawn: int) -> bool:
        """Whether the player was told that this pawn captures nothing."""
        if self.any is not None:
            return not self.any
        if self.rules.pawn_tries == "squares":
            return pawn not in self.position.capturing_pawns
        return self.rules.pawn_tries != "nothing" and self.position.pawn_tries == 0

    def fails_check(self, question: str) -> bool:
        """Whether it is nonsense for no other reason than the announced check (T B.7)."""
        if self.rules.nonsense != "checks" or self.is_idle(question):
            return False
        move = self.own_board(question)
        assert move is not None, "a move that is not idle"
        board, position = self.position.board, self.position
        pawn = is_pawn_capture(board, move) and self.told_no_capture(move.from_square)
        return not pawn and not answers_check(board, move, position.checks)
