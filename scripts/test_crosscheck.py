#!/usr/bin/env python3
"""Tests of crosscheck.py:  python3 scripts/test_crosscheck.py  (about half a minute)

A second umpire, written as plainly as possible from python-chess's high-level calls and sharing no
rule with crosscheck.py, writes scripted and random games. They must pass, as transcript and as PGN;
the same games with one error put in must not, and the error must be reported first, at its line.

Exit status: 0 when all tests pass, 1 at the first failure, 2 without python-chess.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import sys
import tempfile
import time
from typing import Any, Callable, Iterable, NamedTuple, Optional, Sequence

import crosscheck
from crosscheck import BOARD_ENDINGS, DRAW, FORFEITS, SIDES, TRY_FIELDS, Report, chess

PLY_LIMIT = 240
CASTLINGS = ("e1g1", "e1c1", "e8g8", "e8c8")

Fields = dict[str, Any]  # a line of a transcript, or a PGN move with its san, codes and tries


class TestFailed(Exception):
    """The message says which expectation failed."""


def expect(condition: bool, message: str) -> None:
    """Like assert, but not switched off by -O."""
    if not condition:
        raise TestFailed(message)


# -------------------------------------------------------------------------------- a second umpire


def diagonal_length(square: int, files: int, ranks: int) -> int:
    """Number of squares on the diagonal through `square` with this slope, by walking it."""
    length = 1
    for sign in (1, -1):
        file = chess.square_file(square) + sign * files
        rank = chess.square_rank(square) + sign * ranks
        while 0 <= file <= 7 and 0 <= rank <= 7:
            length, file, rank = length + 1, file + sign * files, rank + sign * ranks
    return length


def checks(board: chess.Board) -> list[str]:
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
            along = diagonal_length(king, 1, 1 if rising else -1)
            across = diagonal_length(king, 1, -1 if rising else 1)
            words.append("long" if along > across else "short")
    return words


def is_pawn_move(board: chess.Board, move: chess.Move) -> bool:
    """Whether a pawn moves."""
    return board.piece_type_at(move.from_square) == chess.PAWN


def play(board: chess.Board, move: chess.Move) -> Fields:
    """Play the move; return the fields of its announcement."""
    fields: Fields = {}
    if board.is_en_passant(move):
        fields.update(capture=move.uci()[2] + move.uci()[1], captured="pawn")
    elif board.is_capture(move):
        pawn = board.piece_type_at(move.to_square) == chess.PAWN
        fields.update(capture=move.uci()[2:4], captured="pawn" if pawn else "piece")
    board.push(move)
    fields["checks"] = checks(board)
    captures = [m for m in board.legal_moves if board.is_capture(m) and is_pawn_move(board, m)]
    if captures:
        fields["pawn_tries"] = len({move.uci()[:4] for move in captures})
    return fields


def ending_of(board: chess.Board) -> Optional[str]:
    """Why the game is over now, if it is."""
    if board.is_checkmate():
        return "checkmate"
    if board.is_stalemate():
        return "stalemate"
    men = board.piece_map().values()
    white = "".join(sorted(man.symbol() for man in men if man.color))
    black = "".join(sorted(man.symbol().upper() for man in men if not man.color))
    if white in ("K", "BK", "KN") and black in ("K", "BK", "KN"):
        return "dead_material"
    if board.is_repetition(3):
        return "repetition"
    if board.halfmove_clock >= 100:
        return "fifty_moves"
    return "ply_limit" if board.ply() >= PLY_LIMIT else None


def own_moves(board: chess.Board) -> list[str]:
    """Moves possible on the mover's own board, piece by piece."""
    own, moves = chess.BaseBoard.empty(), []
    for square in chess.SquareSet(board.occupied_co[board.turn]):
        own.set_piece_at(square, board.piece_at(square))
    for start, man in own.piece_map().items():
        ends, pawn = list(own.attacks(start)), man.piece_type == chess.PAWN
        if pawn:
            ahead = 8 if board.turn else -8
            ends.append(start + ahead)
            if chess.square_rank(start) == (1 if board.turn else 6) and not own.piece_at(ends[-1]):
                ends.append(start + 2 * ahead)
        for end in ends:
            if not own.piece_at(end):
                word = chess.SQUARE_NAMES[start] + chess.SQUARE_NAMES[end]
                promotes = pawn and chess.square_rank(end) in (0, 7)
                moves += [word + letter for letter in "qrbn"] if promotes else [word]
    rank = "1" if board.turn else "8"
    for file, right, between in (
        ("g", board.has_kingside_castling_rights(board.turn), "fg"),
        ("c", board.has_queenside_castling_rights(board.turn), "bcd"),
    ):
        if right and not any(own.piece_at(chess.parse_square(f + rank)) for f in between):
            moves.append("e" + rank + file + rank)
    return sorted(moves)


def san_of_try(board: chess.Board, uci: str) -> str:
    """SAN of a try by the mover's own board, with the whole starting square where allowed."""
    piece = board.piece_type_at(chess.parse_square(uci[:2]))
    assert piece is not None, "own moves start at own men"
    promotion = "=" + uci[4].upper() if len(uci) == 5 else ""
    if piece == chess.PAWN:
        return (uci[0] + "x" if uci[0] != uci[2] else "") + uci[2:4] + promotion
    if piece == chess.KING and uci in CASTLINGS:
        return "O-O" if uci[2] == "g" else "O-O-O"
    start = "" if piece == chess.KING else uci[:2]
    return chess.piece_symbol(piece).upper() + start + uci[2:4]


def codes(fields: Fields) -> list[str]:
    """The announcement in the codes of extended PGN."""
    words = ["X" + fields["capture"]] if "capture" in fields else []
    for code, word in zip(
        ("CR", "CF", "CL", "CS", "CN"), ("rank", "file", "long", "short", "knight")
    ):
        words += [code] * fields["checks"].count(word)
    return words + ([f"P{fields['pawn_tries']}"] if "pawn_tries" in fields else [])


# ------------------------------------------------------------------------------------------ games


class Game(NamedTuple):
    """A game written by the second umpire."""

    lines: list[Fields]  # of its transcript
    pgn: list[Fields]  # per move: san, codes, tries
    moves: list[chess.Move]

    @property
    def last(self) -> Fields:
        """The last line of the transcript."""
        return self.lines[-1]

    def copy(self) -> Game:
        """A copy into which an error can be put."""
        pgn = [{**move, "codes": [*move["codes"]], "tries": [*move["tries"]]} for move in self.pgn]
        return Game([dict(line) for line in self.lines], pgn, self.moves)


Player = Callable[[chess.Board], Optional[chess.Move]]  # None forfeits the game


def write_game(number: int, choose: Player, rng: random.Random) -> Game:
    """Play a game with random illegal tries before each move."""
    board, game = chess.Board(), Game([], [], [])
    ending = None
    while ending is None:
        move = choose(board)
        if move is None:
            ending = rng.choice(FORFEITS)
            break
        head = {"game": number, "ply": board.ply(), "side": "white" if board.turn else "black"}
        own, legal = own_moves(board), {m.uci() for m in board.legal_moves}
        known = sorted(m.uci() for m in set(crosscheck.own_board_moves(board)))
        expect(known == own, f"{board.fen()}: own board allows {set(known) ^ set(own)}?")
        tries = rng.sample(own, min(len(own), rng.choice((0, 0, 1, 3))))
        tries = [uci for uci in tries if uci not in legal]
        game.lines.extend({**head, "try": uci, "answer": "refused"} for uci in tries)
        # A try that the own board rules out is refused all the same. PGN has no word for it.
        stray = chess.SQUARE_NAMES[rng.randrange(64)] + chess.SQUARE_NAMES[rng.randrange(64)]
        if board.ply() < 4:
            stray = rng.choice(CASTLINGS)  # over own men
        if rng.random() < 0.05 and not any(uci.startswith(stray) for uci in (*own, *legal)):
            game.lines.append({**head, "try": stray, "answer": "refused"})
        san, sans = board.san(move), [san_of_try(board, uci) for uci in tries]
        fields = play(board, move)
        game.lines.append({**head, "try": move.uci(), "answer": "played", **fields})
        game.pgn.append({"san": san, "codes": codes(fields), "tries": sans})
        game.moves.append(move)
        ending = ending_of(board)
    result = DRAW
    if ending in FORFEITS:
        result = rng.choice(("1-0", "0-1"))
    elif ending == "checkmate":
        result = "0-1" if board.turn else "1-0"
    game.lines.append({"game": number, "result": result, "ending": ending, "plies": board.ply()})
    return game


def any_move(rng: random.Random) -> Player:
    """Random moves, with a liking for en passant and castling; sometimes forfeits."""

    def choose(board: chess.Board) -> Optional[chess.Move]:
        moves = list(board.legal_moves)
        rare = [move for move in moves if board.is_en_passant(move) or board.is_castling(move)]
        return None if rng.random() < 0.0005 else rng.choice(rare or moves)

    return choose


def greedy(rng: random.Random) -> Player:
    """Mostly captures, to reach dead material."""

    def choose(board: chess.Board) -> Optional[chess.Move]:
        moves = list(board.legal_moves)
        captures = [move for move in moves if board.is_capture(move)]
        return rng.choice(captures if captures and rng.random() < 0.9 else moves)

    return choose


def shuffling(rng: random.Random) -> Player:
    """Avoids captures, pawn moves and repeated positions, to reach fifty moves."""

    def choose(board: chess.Board) -> Optional[chess.Move]:
        moves = list(board.legal_moves)
        quiet = [m for m in moves if not board.is_zeroing(m)] if board.ply() >= 20 else moves
        fresh = []
        for move in quiet:
            board.push(move)
            if not board.is_repetition(2):
                fresh.append(move)
            board.pop()
        return rng.choice(fresh or quiet or moves)

    return choose


def returning(rng: random.Random) -> Player:
    """Mostly takes its last move back, to reach repetition."""

    def choose(board: chess.Board) -> Optional[chess.Move]:
        moves = list(board.legal_moves)
        if len(board.move_stack) > 1 and rng.random() < 0.8:
            last = board.move_stack[-2].uci()
            moves = [move for move in moves if move.uci() == last[2:4] + last[:2]] or moves
        return rng.choice(moves)

    return choose


def scripted(sans: str) -> Player:
    """Plays a known game and forfeits at its end, unless it is over."""
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
    # en passant that is no pawn try, for the pawn is pinned; so repetition does not heed it either
    "e4 e5 d4 exd4 e5 Qe7 Qxd4 d5 Nc3 Nc6 Nb1 Nb8 Nc3 Nc6 Nb1 Nb8",
    # the same men three times, but en passant was legal the first time
    "e4 a6 e5 d5 Nc3 Nc6 Nb1 Nb8 Nc3 Nc6 Nb1 Nb8 Nc3",
    # a double step that allows no en passant
    "e4 e5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8",
    # the same men three times, but castling was still allowed the first time
    "Nf3 Nf6 Rg1 Rg8 Rh1 Rh8 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6",
)


def write_games(rng: random.Random) -> list[Game]:
    """Scripted games and random games of every temper."""
    players = [scripted(sans) for sans in SCRIPTED]
    for make, games in ((any_move, 90), (greedy, 60), (shuffling, 15), (returning, 60)):
        players += [make(rng) for _ in range(games)]
    return [write_game(number, choose, rng) for number, choose in enumerate(players)]


def transcript_bytes(*games: list[Fields]) -> list[bytes]:
    """The games as the lines of a file."""
    return [json.dumps(line).encode() + b"\n" for lines in games for line in lines]


TAG_LINES = 4  # three tags and an empty line


def pgn_bytes(game: Game, end: str = "", **more_tags: str) -> list[bytes]:
    """The game as the lines of a PGN file, one move a line, with its result or another `end`."""
    last = game.last
    tags = {
        "Event": f"test {last['game']}",
        "Result": last["result"],
        "Ruleset": "icc",
        **more_tags,
    }
    text = [f'[{name} "{value}"]' for name, value in tags.items()] + [""]
    for ply, move in enumerate(game.pgn):
        comment = move.get("comment", ",".join(move["codes"]) + ":" + ",".join(move["tries"]))
        number = f"{ply // 2 + 1}" + ("." if ply % 2 == 0 else "...")
        text.append(f"{number} {move['san']}" + (f" {{{comment}}}" if comment is not None else ""))
    return [line.encode() + b"\n" for line in (*text, end or last["result"], "")]


def check(lines: list[bytes], pgn: bool = False, ply_limit: Optional[int] = None) -> Report:
    """Check lines as if they were a file."""
    report = crosscheck.check_chunk(crosscheck.Chunk("test", pgn, 1, 1, lines), show=100)
    expect(report.unreadable is None, f"unreadable: {report.unreadable}")
    report.check_ply_limit(ply_limit)
    return report


# ----------------------------------------------------------------------------------------- errors

#: Puts an error into a game; returns the index of the line (of the transcript) or move (of the PGN)
#: at which the first disagreement must be reported, or None when the game has no place for it.
Spoil = Callable[[Game, random.Random], Optional[int]]
Fits = Callable[[Fields], Any]
Change = Callable[[Fields], Any]


class Injection(NamedTuple):
    """An error to put into a game, and the kind of disagreement that must be reported for it."""

    name: str
    kind: str
    spoil: Spoil


def change_one(
    items: list[Fields], fits: Fits, change: Change, rng: random.Random
) -> Optional[int]:
    """Change a random item among those that fit; return its index."""
    places = [index for index, item in enumerate(items) if fits(item)]
    if not places:
        return None
    index = rng.choice(places)
    change(items[index])
    return index


def at_line(name: str, kind: str, fits: Fits, change: Change) -> Injection:
    """An error in one line of a transcript."""
    return Injection(name, kind, lambda game, rng: change_one(game.lines, fits, change, rng))


def at_move(name: str, kind: str, fits: Fits, change: Change) -> Injection:
    """An error at one move of a PGN game."""
    return Injection(name, kind, lambda game, rng: change_one(game.pgn, fits, change, rng))


def put(**fields: Any) -> Change:
    """A change that sets fields; a function is called with the line to make the value."""

    def change(item: Fields) -> None:
        item.update({name: v(item) if callable(v) else v for name, v in fields.items()})

    return change


def without(name: str) -> Change:
    """A change that takes a field away."""
    return lambda item: item.pop(name)


def refuse(san: str) -> Change:
    """A change that adds a refused try to a PGN move."""
    return lambda item: item["tries"].append(san)


def other(words: Sequence[str], word: str) -> str:
    """The word after `word` in a cycle."""
    return words[(words.index(word) + 1) % len(words)]


def always(item: Fields) -> bool:
    """Fits everything."""
    return True


def has(name: str) -> Fits:
    """Fits a line or move with this field, unless it is empty."""
    return lambda item: item.get(name)


def is_played(item: Fields) -> bool:
    """Fits a played try."""
    return item.get("answer") == "played"


def is_refused(item: Fields) -> bool:
    """Fits a refused try."""
    return item.get("answer") == "refused"


def is_castling_over_men(item: Fields) -> bool:
    """Fits a refused try that the own board rules out."""
    return is_refused(item) and item["ply"] < 4 and item["try"] in CASTLINGS


def is_en_passant(item: Fields) -> bool:
    """Fits a capture elsewhere than on the square of arrival."""
    return "capture" in item and item["capture"] != item["try"][2:4]


def checked_by(word: str) -> Fits:
    """Fits a line that announces this check and no other."""
    return lambda item: item.get("checks") == [word]


def ended_by(*endings: str) -> Fits:
    """Fits the last line of a game with such an ending."""
    return lambda item: item.get("ending") in endings


def insert_legal_refusal(game: Game, rng: random.Random) -> Optional[int]:
    """A legal try, refused."""
    index = rng.choice([i for i, item in enumerate(game.lines) if is_played(item)])
    game.lines.insert(index, {name: game.lines[index][name] for name in TRY_FIELDS})
    game.lines[index]["answer"] = "refused"
    return index


def drop_played(game: Game, rng: random.Random) -> Optional[int]:
    """A played move left out."""
    index = change_one(game.lines[:-2], is_played, lambda item: None, rng)
    if index is not None:
        del game.lines[index]
    return index


def drop_last(game: Game, rng: random.Random) -> Optional[int]:
    """A game without its last line."""
    del game.lines[-1]
    return len(game.lines) - 1


def append(which: int) -> Spoil:
    """A line of the game once more, after the last."""

    def spoil(game: Game, rng: random.Random) -> Optional[int]:
        game.lines.append(dict(game.lines[which]))
        return len(game.lines) - 1

    return spoil


def play_on(*endings: str, pgn: bool = False) -> Spoil:
    """Three more moves after a game was over; the ending of the last line no longer matters."""

    def spoil(game: Game, rng: random.Random) -> Optional[int]:
        last = game.lines.pop()
        if last["ending"] not in endings:
            return None
        start, board = len(game.pgn if pgn else game.lines), chess.Board()
        for move in game.moves:
            board.push(move)
        for _ in range(3):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = moves[0]
            head = {"game": last["game"], "ply": board.ply(), "side": SIDES[board.turn]}
            san, fields = board.san(move), play(board, move)
            game.lines.append({**head, "try": move.uci(), "answer": "played", **fields})
            game.pgn.append({"san": san, "codes": codes(fields), "tries": []})
        game.lines.append({**last, "plies": board.ply()})
        return start

    return spoil


def break_off(ending: str) -> Spoil:
    """A game cut short with an ending that does not hold."""

    def spoil(game: Game, rng: random.Random) -> Optional[int]:
        played = [index for index, item in enumerate(game.lines) if is_played(item)]
        if len(played) < 20:
            return None
        index = rng.choice(played[2:-8])
        plies = game.lines[index]["ply"] + 1
        game.lines[index + 1 :] = [{**game.last, "ending": ending, "plies": plies}]
        return index + 1

    return spoil


TRANSCRIPT_INJECTIONS = [
    # answers
    Injection("a legal try refused", "legality", insert_legal_refusal),
    at_line("a played move called refused", "legality", is_played, put(answer="refused")),
    at_line("a played move called nonsense", "legality", is_played, put(answer="nonsense")),
    at_line("an illegal move played", "legality", is_refused, put(answer="played")),
    at_line("a refused try called nonsense", "legality", is_refused, put(answer="nonsense")),
    at_line(
        "castling over men is nonsense", "legality", is_castling_over_men, put(answer="nonsense")
    ),
    at_line("an unknown answer", "legality", is_refused, put(answer="no")),
    at_line("a wrong ply", "ply", lambda x: "ply" in x, put(ply=lambda x: x["ply"] + 1)),
    at_line("the wrong side", "side", has("side"), put(side=lambda x: other(SIDES, x["side"]))),
    Injection("a move left out", "ply", drop_played),
    # announcements
    at_line("a capture left out", "capture", has("capture"), without("capture")),
    at_line(
        "a capture made up",
        "capture",
        lambda x: is_played(x) and "capture" not in x,
        put(capture=lambda x: x["try"][2:4]),
    ),
    at_line(
        "a capture on the wrong square",
        "capture",
        has("capture"),
        put(capture=lambda x: other(chess.SQUARE_NAMES, x["capture"])),
    ),
    at_line(
        "en passant on the square of arrival",
        "capture",
        is_en_passant,
        put(capture=lambda x: x["try"][2:4]),
    ),
    at_line(
        "pawn and piece confused",
        "captured",
        has("captured"),
        put(captured=lambda x: other(("pawn", "piece"), x["captured"])),
    ),
    at_line("a captured man not named", "captured", has("captured"), without("captured")),
    at_line("checks left out", "checks", has("checks"), without("checks")),
    at_line(
        "one of two checks left out",
        "checks",
        lambda x: len(x.get("checks", ())) > 1,
        put(checks=lambda x: x["checks"][:1]),
    ),
    at_line(
        "a check counted twice",
        "checks",
        has("checks"),
        put(checks=lambda x: x["checks"] + x["checks"][:1]),
    ),
    at_line(
        "a check made up",
        "checks",
        lambda x: is_played(x) and not x["checks"],
        put(checks=["knight"]),
    ),
    *(
        at_line(
            f"check by {word} called {wrong}",
            "checks",
            checked_by(word),
            put(checks=[wrong]),
        )
        for word, wrong in (
            ("long", "short"),
            ("short", "long"),
            ("rank", "file"),
            ("file", "rank"),
            ("knight", "long"),
        )
    ),
    at_line(
        "a pawn try too many",
        "pawn_tries",
        is_played,
        put(pawn_tries=lambda x: x.get("pawn_tries", 0) + 1),
    ),
    at_line("pawn tries left out", "pawn_tries", has("pawn_tries"), without("pawn_tries")),
    at_line("a refusal that announces", "fields", is_refused, put(capture="e4")),
    at_line("an unknown field", "fields", is_played, put(hint="e4")),
    # the end
    Injection("no last line", "unfinished", drop_last),
    Injection("two last lines", "after_end", append(-1)),
    Injection("a try after the last line", "after_end", append(0)),
    Injection("play after a claimed draw", "overdue", play_on("repetition", "fifty_moves")),
    Injection("play after dead material", "overdue", play_on("dead_material")),
    at_line(
        "wrong plies",
        "plies",
        ended_by(*BOARD_ENDINGS, "ply_limit"),
        put(plies=lambda x: x["plies"] - 1),
    ),
    at_line("a forfeit that nobody lost", "result", ended_by(*FORFEITS), put(result=DRAW)),
    at_line(
        "the loser of a mate wins",
        "result",
        ended_by("checkmate"),
        put(result=lambda x: other(("1-0", "0-1"), x["result"])),
    ),
    at_line(
        "a draw that is won",
        "result",
        ended_by(*BOARD_ENDINGS[1:], "ply_limit"),
        put(result="1-0"),
    ),
    at_line(
        "a forfeit after the end", "ending", ended_by(*BOARD_ENDINGS), put(ending="forfeit_time")
    ),
    at_line(
        "a late forfeit that nobody lost",
        "result",
        ended_by(*BOARD_ENDINGS[1:]),
        put(ending="forfeit_protocol"),
    ),
    at_line("an unknown ending", "ending", ended_by("ply_limit"), put(ending="boredom")),
    *(
        at_line(f"{ending} called {wrong}", "ending", ended_by(ending), put(ending=wrong))
        for ending, wrong in zip(
            BOARD_ENDINGS, ("stalemate", "checkmate", "stalemate", "ply_limit", "ply_limit")
        )
    ),
    *(
        Injection(f"{ending} announced too early", "ending", break_off(ending))
        for ending in BOARD_ENDINGS
    ),
]

PGN_INJECTIONS = [
    at_move("a code left out", "codes", has("codes"), lambda x: x["codes"].pop()),
    at_move("a code made up", "codes", always, lambda x: x["codes"].append("A1")),
    at_move(
        "codes in the wrong order",
        "codes",
        lambda x: len({word[0] for word in x["codes"]}) > 1,
        lambda x: x["codes"].reverse(),
    ),
    at_move("a comment left out", "codes", has("codes"), put(comment=None)),
    at_move("a comment without colon", "comment", always, put(comment="Xe4")),
    at_move(
        "the played move refused",
        "legality",
        lambda x: x["san"][0].islower(),
        lambda x: x["tries"].append(x["san"].rstrip("+#")),
    ),
    at_move("a refused try that is no move", "legality", always, refuse("Zz9")),
    at_move("a try impossible on the own board", "legality", always, refuse("Ke4=Q")),
    Injection(
        "play after the end",
        "overdue",
        play_on("repetition", "fifty_moves", "dead_material", pgn=True),
    ),
]

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

# --------------------------------------------------------------------------------- other rulesets

#: Order of the columns below; `rand-ladder` answers as `rand` does.
COLUMNS = ("icc", "cincinnati", "berkeley", "berkeley-any", "rand", "english")
NONE: Fields = {"checks": []}
#: Two games in words: question, and the answers in the order of COLUMNS (one stands for all). What is
#: announced of a played move is worked out by `announced`, from the fields that stand here.
SCRIPT: list[tuple[str, str, Fields]] = [
    ("h3h4", "refused nonsense nonsense nonsense nonsense refused", NONE),
    ("any", "nonsense nonsense nonsense no nonsense no", NONE),
    ("any", "nonsense", NONE),
    ("e2d3", "refused nonsense refused nonsense nonsense refused", NONE),
    ("e2e4", "played", {"tries": []}),
    ("d7d5", "played", {"tries": ["e4"]}),
    ("any", "nonsense nonsense nonsense yes nonsense yes", NONE),
    ("b2b7", "refused nonsense nonsense nonsense nonsense nonsense", NONE),
    ("b2c3", "refused refused refused refused nonsense refused", NONE),
    ("e4f5", "refused", NONE),
    ("e4f5", "refused nonsense nonsense nonsense nonsense refused", NONE),
    ("e4d5", "played", {"capture": "d5", "captured": "pawn", "tries": []}),
    ("d8d5", "played", {"capture": "d5", "captured": "pawn", "tries": []}),
    ("b1c3", "played", {"tries": []}),
    ("d5e5", "played", {"checks": ["file"], "tries": []}),
    ("a2a3", "refused refused refused refused nonsense refused", NONE),
    ("d1e2", "played", {"tries": []}),
]
EN_PASSANT: list[tuple[str, str, Fields]] = [
    ("e2e4", "played", {"tries": []}),
    ("a7a6", "played", {"tries": []}),
    ("e4e5", "played", {"tries": []}),
    ("d7d5", "played", {"tries": ["e5"]}),
    (
        "e5d6",
        "played",
        {"capture": "d5", "captured": "pawn", "landing": "d6", "tries": ["c7", "e7"]},
    ),
    ("a6a5", "played", {"tries": ["d6", "d6"]}),
    ("d6c7", "played", {"capture": "c7", "captured": "pawn", "tries": []}),
    ("a5a4", "played", {"tries": ["c7", "c7"]}),
    (
        "c7d8q",
        "played",
        {
            "capture": "d8",
            "captured": "piece",
            "checks": ["rank"],
            "promotion": True,
            "tries": [],
        },
    ),
]


#: A wrong value for each field of a played move.
WRONG_FIELDS = {
    "capture": "h1",
    "captured": "king",
    "checks": ["knight"],
    "pawn_tries": 7,
    "en_passant": False,
    "promotion": False,
}


def announced(name: str, fields: Fields) -> Fields:
    """Return the ruleset's announcement of a move; `tries` are the pawns of its pawn captures."""
    said: Fields = {"checks": fields.get("checks", [])}
    if "capture" in fields:
        said["capture"] = fields["capture"]
        if name in ("icc", "cincinnati", "rand", "rand-ladder"):
            said["captured"] = fields["captured"]
    if name == "english" and "landing" in fields:
        said.update(capture=fields["landing"], en_passant=True)
    if name.startswith("rand"):
        said["pawn_tries"] = sorted(set(fields["tries"]))
        if fields.get("promotion"):
            said["promotion"] = True
    elif name in ("icc", "cincinnati"):
        number = len(fields["tries"])
        said["pawn_tries"] = number if name == "icc" else number > 0
    return said


def scripted_lines(name: str) -> list[Fields]:
    """The two games of the script as a transcript under one ruleset; both end by forfeit."""
    column, lines = COLUMNS.index("rand" if name == "rand-ladder" else name), []
    for game, script in enumerate((SCRIPT, EN_PASSANT)):
        ply = 0
        for question, answers, fields in script:
            words = answers.split()
            line: Fields = {"game": game, "ply": ply, "side": SIDES[1 - ply % 2], "try": question}
            line["answer"] = words[column if len(words) > 1 else 0]
            if line["answer"] == "played":
                line.update(announced(name, fields))
                ply += 1
            lines.append(line)
        end = {"result": "1-0", "ending": "forfeit_crash", "plies": ply}
        lines.append({"game": game, **end})
    return lines


def check_ruleset(name: str, kriegspiel: bool) -> int:
    """The script passes under its own ruleset and under no other; no wrong answer passes."""
    lines = scripted_lines(name)

    def report_of(lines: list[Fields], ruleset: str = name) -> Report:
        raw = transcript_bytes(lines)
        chunk = crosscheck.Chunk("test", False, 1, 1, raw, ruleset, kriegspiel)
        return crosscheck.check_chunk(chunk, show=100)

    clean = report_of(lines)
    expect(clean.unreadable is None, f"{name}: {clean.unreadable}")
    expect(not clean.shown, f"{name}: {''.join(map(str, clean.shown[:1]))}")
    expect(not kriegspiel or clean.explained["forfeit"] == 2, f"{name}: forfeits are explained")
    for wrong in (*COLUMNS, "rand-ladder"):
        alike = {name, wrong} <= {"rand", "rand-ladder"} or wrong == name
        expect(alike or report_of(lines, wrong).disagreements > 0, f"{name} passes as {wrong}")
    spoiled = 0
    for index, line in enumerate(lines):
        for answer in {"refused", "nonsense", "yes", "no"} - {line.get("answer"), None}:
            if "try" not in line:
                continue
            head = {field: line[field] for field in ("game", "ply", "side", "try")}
            copy = [*lines[:index], {**head, "answer": answer}, *lines[index + 1 :]]
            found = report_of(copy).shown
            hit = found and found[0].line == index + 1
            expect(bool(hit), f"{name}: {line['try']} answered {answer} passes")
            # RAND's rule 7: what this referee answers is then the wrong answer.
            rule_7 = name.startswith("rand") and (line["try"], answer) == ("a2a3", "refused")
            if kriegspiel and not rule_7:
                kinds = {one.kind for one in found if one.line == index + 1}
                expect("ks_answer" in kinds, f"{name}: {answer} to {line['try']} in kriegspiel")
            spoiled += 1
        for field, value in WRONG_FIELDS.items():
            if field not in line:
                continue
            copy = [*lines[:index], {**line, field: value}, *lines[index + 1 :]]
            kinds = {one.kind for one in report_of(copy).shown if one.line == index + 1}
            wanted = {field, "ks_" + field} if kriegspiel else {field}
            expect(wanted <= kinds, f"{name}: {field} {value!r} of {line['try']}: {kinds}")
            spoiled += 1
    return spoiled


def check_ruleset_endings() -> None:
    """Stalemate, fifty moves, repetition and dead material by ruleset."""
    stalemate = chess.Board("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1")
    quiet = chess.Board("4k3/8/8/8/8/8/R7/4K3 w - - 100 80")
    knights = chess.Board("8/4n3/4k3/8/8/3KN3/8/8 w - - 0 1")
    bishops = chess.Board("8/8/4k3/8/8/3KB3/5B2/8 w - - 0 1")
    for name, rules in crosscheck.RULESETS.items():
        berkeley, rand = name.startswith("berkeley"), name.startswith("rand")
        result = crosscheck.Position(stalemate, rules).result()
        expect(result == ("1-0" if name == "rand-ladder" else DRAW), f"{name}: stalemate")
        due = crosscheck.Position(quiet, rules).due
        expect(due == (() if berkeley else ("fifty_moves",)), f"{name}: fifty moves")
        listed = berkeley or name == "icc"
        for board, dead in ((knights, listed), (bishops, not listed)):
            due = crosscheck.Position(board, rules).due
            expect(due == ("dead_material",) * dead, f"{name}: {board.fen()}")
        position, over = crosscheck.Position(chess.Board(), rules), 0
        for ply in range(1, 13):
            word = ("g1f3", "g8f6", "f3g1", "f6g8")[(ply - 1) % 4]
            position.play(chess.Move.from_uci(word))
            over = over or ply * bool(position.due)
        right = 0 if berkeley else 11 if name == "english" else 8
        expect(over == right, f"{name}: repetition after {over} plies, not {right}")
        expect(rules.promotion == rand, f"{name}: promotion")


# ------------------------------------------------------------------------------------------ tests


def check_clean_games(games: list[Game]) -> None:
    """Clean games pass, as transcript and as PGN, and hold every kind of event and ending."""
    report = check(transcript_bytes(*(game.lines for game in games)), ply_limit=PLY_LIMIT)
    expect(not report.shown, f"clean transcript: {''.join(map(str, report.shown[:1]))}")
    events = crosscheck.COUNTS[: crosscheck.COUNTS.index("unchecked_tries")]
    missing = [name for name in events if not report.counts[name]]
    missing += [name for name in (*BOARD_ENDINGS, "ply_limit") if not report.endings[name]]
    expect(not missing, f"the random games hold no {', '.join(missing)}")
    in_pgn = check([raw for game in games for raw in pgn_bytes(game)], pgn=True)
    expect(not in_pgn.shown, f"clean PGN: {''.join(map(str, in_pgn.shown[:1]))}")
    for name in crosscheck.COUNTS:
        if name not in ("tries", "refused"):  # PGN has no strays
            expect(report.counts[name] == in_pgn.counts[name], f"transcript and PGN differ: {name}")
    refused = sum(is_refused(item) for game in games for item in game.lines)
    expect(report.counts["refused"] == refused, "refused tries of the transcript are counted")
    refused = sum(len(item["tries"]) for game in games for item in game.pgn)
    expect(in_pgn.counts["refused"] == refused, "refused tries of the PGN are counted")


def check_injection(injection: Injection, games: list[Game], pgn: bool, rng: random.Random) -> int:
    """Put the error into up to ten games; it must be the first thing reported, at its line."""
    spoiled = 0
    for game in rng.sample(games, len(games)):
        copy = game.copy()
        place = injection.spoil(copy, rng)
        if place is None:
            continue
        found = check(pgn_bytes(copy) if pgn else transcript_bytes(copy.lines), pgn).shown
        number = place + 1 + (TAG_LINES if pgn else 0)
        hit = found and (found[0].kind, found[0].line) == (injection.kind, number)
        said = str(found[0]) if found else "nothing"
        wanted = f"{injection.kind} at line {number}"
        expect(bool(hit), f"{injection.name}: expected {wanted}, found {said}")
        spoiled += 1
        if spoiled == 10:
            break
    expect(spoiled > 0, f"{injection.name}: no game has a place for it")
    return spoiled


def check_ply_limits(games: list[Game]) -> None:
    """The ply limit is held across the games of a file, given or not."""
    full = [game.lines for game in games if game.last["ending"] == "ply_limit"][:4]
    short = [dict(item) for item in full[0] if item.get("ply", 0) < PLY_LIMIT - 2]
    short[-1]["plies"] = PLY_LIMIT - 2
    forfeit = [*full[0][:-1], {**full[0][-1], "ending": "forfeit_time", "result": "1-0"}]
    late = [*full[0][:-1], {**full[0][-1], "ending": "forfeit_protocol", "result": "1-0"}]
    clean = transcript_bytes(*full)
    expect(check(clean).disagreements == 0, "a common ply limit is right")
    expect(check(transcript_bytes(*full, late)).disagreements == 0, "a forfeit behind the limit")
    expect(check(clean, ply_limit=200).kinds == {"ply_limit": 4}, "a limit of 200 was passed")
    for lines, name in (
        (short, "one game has another ply limit"),
        (forfeit, "forfeit at the limit"),
    ):
        expect(check(transcript_bytes(*full, lines)).kinds == {"ply_limit": 1}, name)


def check_pgn_tags(games: list[Game]) -> None:
    """Wrong tags, tries of the filtered side and illegal moves of a PGN game are found."""
    game = next(game for game in games if game.last["ending"] == "checkmate")
    wrong = other(("1-0", "0-1"), game.last["result"])
    for name, kind, lines in (
        ("wrong result", "result", pgn_bytes(game, wrong, Result=wrong)),
        ("tag and moves end differently", "result", pgn_bytes(game, wrong)),
        ("wrong termination", "ending", pgn_bytes(game, Termination="stalemate")),
    ):
        expect(check(lines, True).kinds == {kind: 1}, name)
    copy = game.copy()
    copy.pgn[0]["tries"], copy.pgn[1]["tries"] = ["e5", "??"], ["Ke7"]
    filtered = check(pgn_bytes(copy, Filtered="semi-White"), True)
    expect(filtered.kinds["filtered"] > 0, "tries of the filtered side")
    expect(filtered.counts["unreadable_tries"] == 1, "?? is skipped")
    for item in copy.pgn:
        item["comment"] = None
    bare = check(pgn_bytes(copy), True)
    expect(bare.counts["games_without_codes"] == 1 and not bare.shown, "PGN without codes")
    copy.pgn[0]["san"] = "Ke4"
    expect(check(pgn_bytes(copy), True).kinds["pgn"] > 0, "an illegal move in PGN")
    copy.pgn[0]["san"] = "--"
    expect(check(pgn_bytes(copy), True).kinds == {"legality": 1}, "a null move in PGN")


def check_refused_san() -> None:
    """A refused try in SAN is wrong only when every move it may mean is legal, or none possible."""
    start = "1. e4 {:} e6 {:} 2. Nc3 {:} Bb4 {:} 3. d3 {:} a6 {:} 4. Nf3"  # the knight c3 is pinned
    for san, right in (("Ne2", True), ("Nce2", True), ("Nge2", False), ("O-O", False)):
        text = f'[Event "test"]\n\n{start} {{:{san}}} *\n'
        kinds = check(text.encode().splitlines(True), True).kinds
        expect(kinds == ({} if right else {"legality": 1}), f"{san} refused: {kinds}")
    board = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    for san, words in (("Kg1", []), ("O-O", ["e1g1"]), ("O-O-O", []), ("Kf1", ["e1f1"])):
        expect(crosscheck.moves_of_san(board, san) == words, f"{san} on the own board")


def run_main(*arguments: str) -> tuple[int, str, str]:
    """Exit status, stdout and stderr of the command line."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = crosscheck.main(arguments)
        except SystemExit as error:
            status = int(error.code or 0)
    return status, out.getvalue(), err.getvalue()


def check_command_line(games: list[Game], folder: str) -> None:
    """Exit status, JSON, number of lines shown, same words from one process and from several."""

    def write(name: str, lines: Iterable[bytes]) -> str:
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.writelines(lines)
        return path

    clean = transcript_bytes(*(game.lines for game in games))
    good = write("good.jsonl", clean)
    pgn = write("good.pgn", (raw for game in games[:9] for raw in pgn_bytes(game)))
    status, out, _ = run_main("--json", good, pgn)
    expect(status == 0 and json.loads(out)["games"] == len(games) + 9, "clean files, --json")
    bad = write("bad.jsonl", (raw.replace(b'"white"', b'"black"') for raw in clean))
    one, many = run_main("--show", "5", bad), run_main("--show", "5", "--jobs", "3", bad)
    expect(one == many, "--jobs changes the output")
    expect(one[0] == 1 and one[1].count(f"{bad}:") == 5, "--show 5 shows five disagreements")
    for index, junk in enumerate(UNREADABLE):
        before = clean[:3] if index else clean  # the first one after many chunks
        path = write(f"junk{index}.jsonl", [*before, junk])
        for jobs in ("1", "2"):
            status, _, err = run_main("--jobs", jobs, path)
            found = status == 2 and f"{path}:{len(before) + 1}:" in err
            expect(found, f"unreadable line {junk!r}: {status} {err}")
    nothing, absent = write("nothing.pgn", [b"no game here\n"]), os.path.join(folder, "absent")
    for arguments in ((), (absent,), (folder,), ("--jobs", "0", good), (nothing,)):
        expect(run_main(*arguments)[0] == 2, f"exit 2 for {arguments}")


def main() -> int:
    """Run all tests; return the exit status."""
    rng, started = random.Random(20060110), time.monotonic()
    try:
        games = write_games(rng)
        check_clean_games(games)
        spoiled = sum(check_injection(error, games, False, rng) for error in TRANSCRIPT_INJECTIONS)
        spoiled += sum(check_injection(error, games, True, rng) for error in PGN_INJECTIONS)
        check_ply_limits(games)
        check_pgn_tags(games)
        check_refused_san()
        check_ruleset_endings()
        kriegspiel = crosscheck.Referee is not None
        if not kriegspiel:
            print("not tested: --kriegspiel, for its referee is missing (pip install kriegspiel)")
        spoiled += sum(check_ruleset(name, kriegspiel) for name in crosscheck.RULESETS)
        with tempfile.TemporaryDirectory() as folder:
            check_command_line(games, folder)
    except TestFailed as error:
        print(f"test failed: {error}", file=sys.stderr)
        return 1
    kinds = len(TRANSCRIPT_INJECTIONS) + len(PGN_INJECTIONS)
    done = f"{len(games)} clean games, {spoiled} games with {kinds} kinds of error"
    print(f"tests passed: {done}, {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
