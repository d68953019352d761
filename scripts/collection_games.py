"""Games of transcripts and PGN, replayed with python-chess, for the counts of collection_reference.py.

Written from docs/collections.md, docs/rules.md and docs/records.md alone; nothing is shared with darkforge. Knows
the rules of the ICC (ruleset `icc`) and games without a ruleset, which are read as `icc`.
Needs: pip install chess.
"""

from __future__ import annotations

import io
import logging
import re
from typing import Iterator, NamedTuple, Optional

import chess
import chess.pgn
from crosscheck_rules import own_board_moves

logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)  # damaged games are counted
LETTERS = "QRBNP"
KINDS = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
ANSWERS = ("refused", "nonsense", "silent", "capture", "check", "capture_check", "tries")
SILENT, CAPTURE, CHECK, CAPTURE_CHECK, TRIES = range(2, 7)
OURS = (
    "dead_material fifty_moves repetition ply_limit "
    "forfeit_crash forfeit_time forfeit_silence forfeit_protocol"
).split()
DEAD = {("K", "K"), ("KB", "K"), ("KN", "K"), ("KN", "KN"), ("KB", "KB"), ("KB", "KN")}
LINE = re.compile(
    r'"ply":\d+,"side":"\w+","try":"(\w+)","answer":"(\w+)"'
    r'|"result":"([^"]+)","ending":"(\w+)","plies":(\d+)'
)
WORDS = re.compile(r"\s*((?:X[a-h][1-8]|C[RFLSN]|P\d+|A\d+|,)*)\s*:(.*)", re.S)
SAN = re.compile(
    r"(?P<kind>[KQRBN])?(?P<file>[a-h])??(?P<rank>[1-8])??x?(?P<to>[a-h][1-8])"
    r"(?:=?(?P<promotion>[QRBN]))?[+#]?"
)


class Told(NamedTuple):
    """A game as a file tells it."""

    white: str
    black: str
    tags: dict[str, str]
    moves: list[chess.Move]
    refused: dict[int, list[Optional[int]]]  # ply: targets, None where a try cannot be read
    tells: tuple[bool, bool]  # whether White's and Black's refused tries are known
    words: bool  # the umpire's words or a ruleset are there: draws need no claim
    damaged: bool = False
    one_sided: bool = False
    line: int = 0  # of the first move that cannot be made, from the game's first; 0: none


def transcript_games(text: str) -> Iterator[Told]:
    """Games of a piece of a transcript that holds whole games."""
    moves: list[chess.Move] = []
    refused: dict[int, list[Optional[int]]] = {}
    squares = chess.SQUARE_NAMES
    for asked, answer, result, ending, plies in LINE.findall(text):
        if result:
            tags = {"Result": result, "Termination": ending}
            damaged = int(plies) != len(moves)
            yield Told("", "", tags, moves, refused, (True, True), True, damaged)
            moves, refused = [], {}
        elif answer == "played":
            moves.append(chess.Move.from_uci(asked))
        elif asked != "any":
            if answer != "refused":
                raise ValueError(f"{answer}: only games under the rules icc can be counted here")
            refused.setdefault(len(moves), []).append(squares.index(asked[2:4]))


def own_board_try(board: chess.Board, text: str) -> Optional[chess.Move]:
    """A try in UCI, or in SAN of a board without enemy men; None if it cannot be read."""
    if re.fullmatch(r"([a-h][1-8]){2}[qrbn]?", text):
        return chess.Move.from_uci(text)
    moves = own_board_moves(board)
    if text.startswith("O-O"):
        side = chess.FILE_NAMES.index("c" if text.startswith("O-O-O") else "g")
        king = board.king(board.turn)
        steps = [m for m in moves if m.from_square == king and chess.square_distance(*ends(m)) == 2]
        return next((m for m in steps if chess.square_file(m.to_square) == side), None)
    found = SAN.fullmatch(text)
    if not found:
        return None
    kind = chess.Piece.from_symbol(found["kind"] or "P").piece_type
    pawn = kind == chess.PAWN
    file = found["file"] or (found["to"][0] if kind == chess.PAWN else None)
    fits = []
    for move in moves:
        start, to = map(chess.square_name, ends(move))
        becomes = chess.piece_symbol(move.promotion).upper() if move.promotion else None
        if (
            board.piece_type_at(move.from_square) == kind
            and (to, becomes) == (found["to"], found["promotion"])
            and file in (None, start[0])
            and found["rank"] in (None, start[1])
            and not (kind == chess.KING and chess.square_distance(*ends(move)) == 2)
        ):
            fits.append(move)
    return fits[0] if len(fits) == 1 else None


def ends(move: chess.Move) -> tuple[int, int]:
    """Both squares of a move."""
    return move.from_square, move.to_square


def refused_targets(board: chess.Board, tries: list[str]) -> list[Optional[int]]:
    """Targets of refused tries; a try that is legal in truth is left out."""
    targets: list[Optional[int]] = []
    for text in tries:
        move = own_board_try(board, text)
        if move is None:
            targets.append(None)
        elif not board.is_legal(move):
            targets.append(move.to_square)
    return targets


def line_of_move(text: str, number: int) -> int:
    """Lines before a move of a game's text, by its number from 0."""
    start = text.find("\n\n") + 2
    moves = re.sub(r"\{[^}]*\}", lambda found: " " * len(found[0]), text[start:])
    words = [word for word in re.finditer(r"\S+", moves) if not re.fullmatch(r"\d+\.+", word[0])]
    return text.count("\n", 0, start + words[number].start())


def pgn_game(text: str) -> Optional[Told]:
    """The game of a piece of PGN that holds one game."""
    game = chess.pgn.read_game(io.StringIO(text))
    if game is None:
        return None
    moves: list[chess.Move] = []
    refused: dict[int, list[Optional[int]]] = {}
    words = "Ruleset" in game.headers
    for node in game.mainline():
        found = WORDS.match(node.comment)
        if found:
            words = True
            tries = [one.strip() for one in found[2].split(",")]
            tries = [one for one in tries if one and one != "any"]
            if tries and (targets := refused_targets(node.parent.board(), tries)):
                refused[len(moves)] = targets
        moves.append(node.move)
    tags = dict(game.headers)
    if tags.get("Ruleset", "icc") != "icc":
        raise ValueError(f"{tags['Ruleset']}: only games under the rules icc can be counted here")
    filtered = tags.get("Filtered", "").lower()
    tells = {
        "": (bool(refused),) * 2,
        "no": (True, True),
        "semi-white": (True, False),
        "semi-black": (False, True),
    }.get(filtered, (False, False))
    count = tags.get("PlyCount", "")
    damaged = bool(game.errors) or (count.isdigit() and int(count) != len(moves))
    one_sided = filtered in ("white", "black")
    return Told(
        tags.get("White", ""),
        tags.get("Black", ""),
        tags,
        moves,
        refused,
        tells,  # type: ignore[arg-type]
        words,
        damaged and not one_sided,
        one_sided,
        line_of_move(text, len(moves)) if game.errors else 0,
    )


def material(board: chess.Board, color: bool) -> str:
    """Men of a side, king first."""
    men = board.occupied_co[color]
    kinds = (board.queens, board.rooks, board.bishops, board.knights, board.pawns)
    return "K" + "".join(letter * (men & kind).bit_count() for letter, kind in zip(LETTERS, kinds))


def points(board: chess.Board, color: bool) -> int:
    """Points of a side's men."""
    men = board.occupied_co[color]
    return (
        (board.pawns & men).bit_count()
        + 3 * ((board.knights | board.bishops) & men).bit_count()
        + 5 * (board.rooks & men).bit_count()
        + 9 * (board.queens & men).bit_count()
    )


def own_mobility(board: chess.Board, tries: bool) -> int:
    """Moves of the side to move on a board without enemy men; pawn captures if `tries`."""
    color = board.turn
    own = board.occupied_co[color]
    free = ~own
    count = 0
    for square in chess.scan_forward(own & board.knights):
        count += (chess.BB_KNIGHT_ATTACKS[square] & free).bit_count()
    for square in chess.scan_forward(own & (board.bishops | board.queens)):
        lines = chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & own]
        count += (lines & free).bit_count()
    for square in chess.scan_forward(own & (board.rooks | board.queens)):
        lines = chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & own]
        lines |= chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & own]
        count += (lines & free).bit_count()
    king = (own & board.kings).bit_length() - 1
    count += (chess.BB_KING_ATTACKS[king] & free).bit_count()
    home = 0 if color else 56
    if board.castling_rights >> home & 0x80 and not own >> home & 0x60:
        count += 1
    if board.castling_rights >> home & 0x01 and not own >> home & 0x0E:
        count += 1
    pawns = own & board.pawns
    if color:
        once = pawns << 8 & free & chess.BB_ALL
        twice = (once & chess.BB_RANK_3) << 8 & free
        left, right = (pawns & ~chess.BB_FILE_A) << 7, (pawns & ~chess.BB_FILE_H) << 9
    else:
        once = pawns >> 8 & free
        twice = (once & chess.BB_RANK_6) >> 8 & free
        left, right = (pawns & ~chess.BB_FILE_A) >> 9, (pawns & ~chess.BB_FILE_H) >> 7
    steps = [once, twice] + ([left & free, right & free] if tries else [])
    for to in steps:
        to &= chess.BB_ALL
        count += to.bit_count() + 3 * (to & chess.BB_BACKRANKS).bit_count()
    return count


def has_pawn_try(board: chess.Board) -> bool:
    """Whether the side to move has a legal capture by a pawn."""
    pawns = board.pawns & board.occupied_co[board.turn]
    if board.turn:
        reach = (pawns & ~chess.BB_FILE_A) << 7 | (pawns & ~chess.BB_FILE_H) << 9
    else:
        reach = (pawns & ~chess.BB_FILE_A) >> 9 | (pawns & ~chess.BB_FILE_H) >> 7
    victims = board.occupied_co[not board.turn]
    if board.ep_square is not None:
        victims |= chess.BB_SQUARES[board.ep_square]
    return bool(reach & victims) and any(board.generate_legal_captures(pawns))


def move_text(board: chess.Board, move: chess.Move) -> str:
    """A move in the own frame, as openings.csv writes it."""
    kind = board.piece_type_at(move.from_square)
    step = move.to_square - move.from_square
    if kind == chess.KING and abs(step) == 2:
        return "O-O" if step > 0 else "O-O-O"
    turn = 0 if board.turn else 56
    letter = "" if kind == chess.PAWN else chess.piece_symbol(kind).upper()  # type: ignore
    text = f"{letter}{chess.SQUARE_NAMES[move.from_square ^ turn]}"
    text += f"-{chess.SQUARE_NAMES[move.to_square ^ turn]}"
    return text + (f"={chess.piece_symbol(move.promotion).upper()}" if move.promotion else "")


def words_reason(tags: dict[str, str], result: str) -> Optional[str]:
    """The reason by the words of the tags; for `time_draw` with the colour after a space."""
    decisive, drawn = result in ("1-0", "0-1"), result == "1/2-1/2"
    for tag in ("ICCResult", "Termination", "Result_Description"):
        text = tags.get(tag, "").lower()
        timed = "time" in text or "flag" in text
        for fits, reason in (
            ("resign" in text, "resignation"),
            (decisive and timed, "forfeit_time"),
            (drawn and timed, "time_draw"),
            ("stalemate" in text, "stalemate"),
            ("agreement" in text or "mutual" in text, "agreement"),
            ("50" in text or "fifty" in text, "fifty_moves"),
            ("repetition" in text, "repetition"),
            ("material" in text, "dead_material"),
            ("disconnect" in text, "disconnection"),
            ("adjudicat" in text, "adjudication"),
            ("checkmate" in text, "checkmate"),
        ):
            if fits:
                if reason == "time_draw":
                    at = [(text.find(c), c) for c in ("white", "black") if c in text]
                    reason += f" {min(at)[1]}" if at else " "
                return reason
    return None


def ending(told: Told, board: chess.Board) -> tuple[str, str, str]:
    """Result, reason and its colour."""
    mover, other = ("white", "black") if board.turn else ("black", "white")
    says = told.tags.get("Result", "*")
    if board.is_checkmate():
        return ("0-1" if board.turn else "1-0"), "checkmate", mover
    if board.is_stalemate():
        return "1/2-1/2", "stalemate", mover
    pair = (material(board, True), material(board, False))
    if told.words and (pair in DEAD or pair[::-1] in DEAD):
        return "1/2-1/2", "dead_material", ""
    if told.words and board.halfmove_clock >= 100:
        return "1/2-1/2", "fifty_moves", ""
    if told.words and board.is_repetition(3):
        return "1/2-1/2", "repetition", ""
    loser = {"1-0": "black", "0-1": "white"}.get(says, "")
    word = told.tags.get("Termination", "")
    if word in OURS and (bool(loser) if word.startswith("forfeit") else says == "1/2-1/2"):
        return says, word, loser
    reason = words_reason(told.tags, says)
    if reason is None:
        reason = "unfinished" if says == "*" else "unknown"
    reason, _, color = reason.partition(" ")
    return says, reason, color or loser


class Replay:
    """A game followed: what each ply shows, and its end."""

    def __init__(self, told: Told) -> None:
        self.told = told
        self.plies: list[tuple[int, int, int, int]] = []  # mobility, points, men, answer
        self.captures: list[tuple[int, bool, bool]] = []  # square, by White, of a pawn
        self.texts: tuple[list[str], list[str]] = ([], [])  # first ten own moves
        self.first_word: Optional[int] = None  # ply
        self.lone: dict[tuple[bool, str], int] = {}  # side, material against a lone king: ply
        self.follow()

    def follow(self) -> None:
        """Replay the moves; raise ValueError at one that is not legal."""
        board = self.board = chess.Board()
        tries = False
        add = self.plies.append
        checked = "Ruleset" in self.told.tags or not self.told.words
        for ply, move in enumerate(self.told.moves):
            color = board.turn
            mobility, own, men = own_mobility(board, tries), points(board, color), board.occupied
            if checked and not board.is_legal(move):
                raise ValueError(move.uci())
            if ply < 20:
                self.texts[not color].append(move_text(board, move))
            to = move.to_square
            victim: Optional[int] = None
            if board.occupied & chess.BB_SQUARES[to]:
                victim = to
            elif to == board.ep_square and board.pawns & chess.BB_SQUARES[move.from_square]:
                victim = to - 8 if color else to + 8
            if victim is not None:
                pawn = bool(board.pawns & chess.BB_SQUARES[victim])
                self.captures.append((victim, color, pawn))
            board.push(move)
            tries = has_pawn_try(board)
            check = board.is_check()
            if victim is not None:
                answer = CAPTURE_CHECK if check else CAPTURE
            else:
                answer = CHECK if check else TRIES if tries else SILENT
            if self.first_word is None and (answer != SILENT or tries):
                self.first_word = ply
            add((mobility, own, men.bit_count(), answer))
            if victim is not None or move.promotion:
                self.alone(ply)
        self.result, self.reason, self.color = ending(self.told, board)

    def alone(self, ply: int) -> None:
        """Note the material of a side whose opponent has a king alone."""
        for color in chess.COLORS:
            if self.board.occupied_co[not color].bit_count() == 1:
                if self.board.occupied_co[color].bit_count() > 1:
                    self.lone.setdefault((color, material(self.board, color)), ply)

    def level(self) -> int:
        """Level of the game in the sample of knowledge."""
        h = 0xCBF29CE484222325
        for byte in " ".join(map(chess.Move.uci, self.told.moves)).encode():
            h = (h ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
        h = h * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
        return min(30, 64 - h.bit_length())


def contradicts(game: Replay) -> bool:
    """Whether the file's result is another than that of the mate on the board."""
    says = game.told.tags.get("Result", "*")
    return game.board.is_checkmate() and says not in ("*", game.result)
