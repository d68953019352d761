"""The tables of docs/collections.md from the sums of collection_counts.py."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import log2
from typing import Any, Callable

import chess
from collection_attack_tables import tables as attack_tables
from collection_counts import MEASURES, NOT_COMPUTED, PHASES, SIDES, SUMS, UNKNOWN, Row, Tally
from collection_counts import binomial_test, by_games, mean, score, singles, wilson
from collection_figures import figures
from collection_games import ANSWERS

Table = tuple[list[str], list[Row]]
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
MOMENTS = "measure side move games turns mean mean_lo mean_hi sd".split()


def interval(name: str) -> list[str]:
    """Columns of a figure and its interval."""
    return [name, f"{name}_lo", f"{name}_hi"]


def outcomes(tally: Tally) -> Table:
    """outcomes.csv"""
    count, games = tally.count["outcomes"], tally.games
    order = sorted(count, key=lambda key: (RESULTS.index(key[0]), -count[key], key[1], key[2]))
    rows = [[*key, count[key], *wilson(count[key], games)] for key in order]
    return ["result", "reason", "of_color", "games", *interval("share")], rows


def edge(tally: Tally) -> Table:
    """edge.csv"""
    scopes = {
        "all": None,
        "checkmate": {"checkmate"},
        "checkmate_or_resignation": {"checkmate", "resignation"},
        "forfeit_time": {"forfeit_time"},
    }
    rows = []
    for scope, reasons in scopes.items():
        results: Counter[str] = Counter()
        for (result, reason, _), games in tally.count["outcomes"].items():
            if reasons is None or (reason in reasons and result in RESULTS[:2]):
                results[result] += games
        w, b, d = (results[result] for result in RESULTS[:3])
        rows.append([scope, w + d + b, w, d, b, *score(w, d, b), *wilson(w, w + b)])
        rows[-1].append(binomial_test(w, b))
    header = ["scope", "games", "white_wins", "draws", "black_wins", *interval("white_score")]
    return [*header, *interval("white_of_decided"), "p_value"], rows


def scopes_of_durations(tally: Tally) -> list[tuple[str, Counter[int]]]:
    """Numbers of moves with their games, of each scope in order."""
    scopes: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for (scope, moves), games in tally.count["durations"].items():
        scopes[scope][moves] += games
    first = ["all", "won", "drawn"]
    names = [*first, *sorted(set(scopes) - set(first))]
    return [(name, scopes[name]) for name in names if scopes[name]]


def durations(tally: Tally) -> Table:
    """durations.csv"""
    rows = []
    for scope, counts in scopes_of_durations(tally):
        games = sum(counts.values())
        middle = singles(counts)
        row = [scope, games, *middle, min(counts, default=None)]
        for percent in (5, 25, 50, 75, 95):
            seen, value = 0, None
            for moves in sorted(counts):
                seen, value = seen + counts[moves], moves
                if seen * 100 >= percent * games:
                    break
            row.append(value)
        early = sum(times for moves, times in counts.items() if moves <= 15)
        rows.append([*row, max(counts, default=None), early, *wilson(early, games)])
    header = ["scope", "games", *interval("mean"), "sd", "min", "p05", "p25", "median", "p75"]
    return [*header, "p95", "max", "early", *interval("early_share")], rows


def duration_histogram(tally: Tally) -> Table:
    """duration_histogram.csv"""
    rows = []
    for scope, counts in scopes_of_durations(tally):
        games = sum(counts.values())
        rows += [[scope, m, counts[m], *wilson(counts[m], games)] for m in sorted(counts)]
    return ["scope", "moves", "games", *interval("share")], rows


def sums_of(tally: Tally, name: str, side: str) -> dict[int, tuple[int, ...]]:
    """Sums of a measure for each value of its key, as mean() takes them."""
    if not tally.sums or (name, side) not in tally.sums[0].index:
        return {}
    frame = tally.sums[0].loc[(name, side)][SUMS]
    return {int(key): tuple(map(int, row)) for key, row in zip(frame.index, frame.to_numpy())}


def by_move(tally: Tally, measure: str) -> list[Row]:
    """Rows of a measure by side and move."""
    rows: list[Row] = []
    for side in SIDES:
        for move, sums in sorted(sums_of(tally, measure, side).items()):
            rows.append([measure, side, move, sums[0], sums[1], *mean(sums)])
    return rows


def phases_of(tally: Tally, name: str, side: str) -> list[tuple[str, tuple[int, ...]]]:
    """Sums of a measure for each phase."""
    found = sums_of(tally, f"{name} by phase", side)
    return [(phase, found.get(at, (0,) * 7)) for at, phase in enumerate(PHASES)]


def sample(tally: Tally, wanted: int) -> list[Any]:
    """Games of the sample of knowledge."""
    if wanted == 0:
        return []
    level = 0
    games = tally.knowledge
    while len(games) > wanted and level < 30:
        level += 1
        games = [game for game in games if game[0] >= level]
    return games


def sides_of(seat: int, winner: Any) -> list[str]:
    """Rows in which turns of White (0) or Black (1) count."""
    rows = ["both", "white" if seat == 0 else "black"]
    if winner is not None:
        rows.append("winner" if winner == (seat == 0) else "loser")
    return rows


def known_by_move(games: list[Any], measure: str) -> list[Row]:
    """Games and turns of the sample by side and move."""
    turns: Counter[Any] = Counter()
    number: Counter[Any] = Counter()
    for _, length, winner, tells, _, _ in games:
        seen = set()
        for ply in range(min(length, 600)):
            if tells[ply % 2]:
                for side in sides_of(ply % 2, winner):
                    turns[side, ply // 2 + 1] += 1
                    seen.add((side, ply // 2 + 1))
        number.update(seen)
    order = sorted(turns, key=lambda key: (SIDES.index(key[0]), key[1]))
    return [[measure, *key, number[key], turns[key], *UNKNOWN] for key in order]


def known_by_phase(games: list[Any]) -> list[Row]:
    """Games and turns of the sample by side and phase."""
    turns: Counter[Any] = Counter()
    number: Counter[Any] = Counter()
    for _, _, winner, _, _, by_seat in games:
        seen = set()
        for seat in (0, 1):
            for at, times in enumerate([*by_seat[seat], sum(by_seat[seat])]):
                for side in sides_of(seat, winner) if times else []:
                    turns[side, at] += times
                    seen.add((side, at))
        number.update(seen)
    keys = [(side, at) for side in SIDES for at in range(4)]
    return [
        ["metaposition", side, PHASES[at], number[side, at], turns[side, at], *UNKNOWN]
        for side, at in keys
        if number[side, at]
    ]


def mobility_phases(tally: Tally, games: list[Any]) -> Table:
    """mobility_phases.csv"""
    rows: list[Row] = []
    for side in SIDES:
        for phase, sums in phases_of(tally, "own_board", side):
            if sums[0]:
                rows.append(["own_board", side, phase, sums[0], sums[1], *mean(sums)])
    return [*MOMENTS[:2], "phase", *MOMENTS[3:]], rows + known_by_phase(games)


def final_rows(tally: Tally) -> list[Row]:
    """Rows of final_material.csv."""
    rows = []
    for scope in ("victories", "checkmates", "draws"):
        count = tally.count[scope]
        total = sum(count.values())
        for rank, (pair, games) in enumerate(by_games(count), 1):
            rows.append([scope, rank, *pair, games, *wilson(games, total)])
    return rows


def conversion(tally: Tally) -> Table:
    """conversion.csv"""
    wins, mates, draws = (tally.count[one] for one in ("victories", "checkmates", "draws"))
    played = Counter(wins)
    played.update(draws)
    rows = []
    for pair, _ in by_games(played):
        w, m, d = wins[pair], mates[pair], draws[pair]
        rows.append([*pair, w, m, *wilson(m, w), d, *wilson(m, m + d)])
    header = ["material", "other_material", "wins", "mates", *interval("mates_of_wins"), "draws"]
    return [*header, *interval("mated_of_played")], rows


def won_endings(tally: Tally) -> Table:
    """won_endings.csv"""
    found: defaultdict[str, Counter[Any]] = defaultdict(Counter)
    left: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for (name, how, mate, moves), games in tally.count["won_endings"].items():
        found[name][how] += games
        found[name]["games"] += games
        found[name]["mates"] += games * mate
        left[name][moves] += games
    rows = []
    for name, one in by_games(found, lambda one: one["games"]):
        cells = [one[key] for key in ("games", "wins", "mates", "draws", "losses")]
        rows.append([name, *cells, *wilson(one["wins"], one["games"]), *singles(left[name])[:3]])
    header = ["material", "games", "wins", "mates", "draws", "losses"]
    return [*header, *interval("won_share"), *interval("moves")], rows


def players(tally: Tally) -> Table:
    """players.csv"""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for (name, what), number in tally.count["players"].items():
        found[name][what] += number
    rows = []
    for name, one in by_games(found, lambda one: one["white"] + one["black"]):
        games = one["white"] + one["black"]
        three = [one[key] for key in ("wins", "draws", "losses")]
        row = [name, games, one["white"], one["black"], *three, *score(*three)]
        rows.append([*row, one["checkmates"], one["moves"] / games])
    header = ["player", "games", "white", "black", "wins", "draws", "losses"]
    return [*header, *interval("score"), "checkmates", "mean_moves"], rows


class Openings:
    """Openings, sequences and formations of all seats and of the twenty with the most games."""

    def __init__(self, tally: Tally) -> None:
        self.seats = self.gather(tally.count["seats"], lambda rest: ())
        self.moves = self.gather(tally.count["openings"], lambda rest: ())
        self.long = self.gather(tally.count["long"], lambda rest: rest)
        self.sequences = self.gather(tally.count["sequences"], lambda rest: rest[:1])
        named = {
            name: sum(one.values())
            for (name, color), one in self.seats.items()
            if name not in ("*", "") and color == "both"
        }
        self.names = ["*", *(name for name, _ in by_games(named)[:20])]

    @staticmethod
    def gather(count: Counter[Any], key: Callable[[Any], Any]) -> dict[Any, Counter[Any]]:
        """Counts by player, colour and key, with those of all players and of both colours."""
        found: defaultdict[Any, Counter[Any]] = defaultdict(Counter)
        for (name, side, *rest), number in count.items():
            what = rest[-1] if rest else None
            for player in {name, "*"}:
                for color in (side, "both"):
                    found[(player, color, *key(rest))][what] += number
        return found

    def games(self, name: str, color: str) -> int:
        """Seats of a player."""
        return sum(self.seats.get((name, color), Counter()).values())

    def openings(self) -> Table:
        """openings.csv"""
        rows = []
        for name in self.names:
            for color in ("both", "white", "black"):
                games = self.games(name, color)
                common = by_games(self.moves.get((name, color), Counter()))[:10]
                for rank, (move, made) in enumerate(common, 1):
                    rows.append([name, color, rank, move, games, made, *wilson(made, games)])
        return ["player", "color", "rank", "move", "games", "made", *interval("share")], rows

    def sequence_rows(self) -> Table:
        """sequences.csv"""
        rows = []
        for name in self.names:
            for color in ("both", "white", "black"):
                for length in (2, 3, 4):
                    long = self.long.get((name, color, length), Counter())
                    games = sum(long.values())
                    found = self.sequences.get((name, color, length), Counter())
                    for rank, (text, made) in enumerate(by_games(found)[:10], 1):
                        row = [name, color, length, rank, text, games, made]
                        rows.append([*row, *wilson(made, games)])
        header = ["player", "color", "length", "rank", "sequence", "games", "made"]
        return [*header, *interval("share")], rows

    def formations(self) -> Table:
        """formations.csv"""
        rows = []
        for name in self.names:
            games = self.games(name, "both")
            common = by_games(self.moves.get((name, "both"), Counter()))
            often = [move for move, made in common if made * 20 >= games][:64]
            if games:
                rows.append([name, games, *formation(often)])
        return ["player", "games", "placement", "moves"], rows


def formation(often: list[str]) -> tuple[str, str]:
    """The men after the moves that can be made one after the other, and these moves."""
    board = chess.BaseBoard()
    for square in chess.SquareSet(chess.BB_RANK_7 | chess.BB_RANK_8):
        board.remove_piece_at(square)
    moved: set[int] = set()
    done: list[str] = []
    while len(done) < 10 and (text := next((m for m in often if make(board, moved, m)), None)):
        done.append(text)
    return board.board_fen(), " ".join(done)


def make(board: chess.BaseBoard, moved: set[int], text: str) -> bool:
    """Make a move of openings.csv on a board of own men, if it can be made."""
    if text.startswith("O-O"):
        rook, king_to, rook_to = (
            (chess.A1, chess.C1, chess.D1) if text == "O-O-O" else (chess.H1, chess.G1, chess.F1)
        )
        steps = [("K", chess.E1, king_to), ("R", rook, rook_to)]
        empty = chess.between(chess.E1, rook)
    else:
        letter = text[0] if text[0].isupper() else "P"
        squares = text.removeprefix(letter).split("=")[0].split("-")
        start, to = map(chess.parse_square, squares)
        if letter == "P" and chess.square_file(start) != chess.square_file(to):
            return False
        steps = [(letter, start, to)]
        empty = chess.between(start, to) | chess.BB_SQUARES[to]
    for letter, start, _ in steps:
        if board.piece_at(start) != chess.Piece.from_symbol(letter) or start in moved:
            return False
    if board.occupied & empty:
        return False
    for letter, start, _ in steps:
        board.remove_piece_at(start)
    for letter, _, to in steps:
        kind = text[-1] if "=" in text else letter
        board.set_piece_at(to, chess.Piece.from_symbol(kind))
        moved.add(to)
    return True


def silence(tally: Tally) -> Table:
    """silence.csv"""
    count = tally.count["silence"]
    order = sorted(move for move in count if move is not None)
    rows = [[m, count[m], *wilson(count[m], tally.games)] for m in [*order, None]]
    return ["move", "games", *interval("share")], rows


def refusals(tally: Tally) -> Table:
    """refusals.csv"""
    rows = []
    for side in SIDES:
        lost = dict(phases_of(tally, "lost", side))
        some = dict(phases_of(tally, "any", side))
        for phase, sums in phases_of(tally, "refused", side):
            games, turns, refused = sums[:3]
            if not turns:
                continue
            anything = some[phase][2]
            row = [side, phase, games, turns, refused, *mean(sums)[:3], anything]
            rows.append([*row, anything / turns if turns else None, 0, lost[phase][2]])
    header = ["side", "phase", "games", "turns", "refused", *interval("refused_mean")]
    return [*header, "turns_refused", "turns_refused_share", "nonsense", "passed_over"], rows


def answers(tally: Tally) -> Table:
    """answers.csv"""
    found: defaultdict[int, dict[int, tuple[int, int]]] = defaultdict(dict)
    for frame in tally.answers:
        for (phase, answer), (games, number) in zip(frame.index, frame.to_numpy()):
            found[int(phase)][int(answer)] = (int(games), int(number))
    rows: list[Row] = []
    for phase, name in enumerate(PHASES):
        games_of_all = found[phase].pop(99, (0, 0))[0]
        total = sum(number for _, number in found[phase].values())
        bits = 0.0
        for answer, (games, number) in sorted(
            found[phase].items(), key=lambda item: ORDER.index(ANSWERS[item[0]])
        ):
            share = number / total
            bits -= share * log2(share)
            rows.append([name, ANSWERS[answer], games, number, share, -log2(share)])
        if total:
            rows.append([name, "mean", games_of_all, total, 1.0, bits])
    return ["phase", "answer", "games", "answers", "share", "bits"], rows


ORDER = ("refused", "nonsense", "silent", "tries", "capture", "check", "capture_check")


def learning(games: list[Any]) -> Table:
    """learning.csv: games and events"""
    number: Counter[str] = Counter()
    times: Counter[str] = Counter()
    for game in games:
        times.update(game[4])
        number.update(+Counter(dict.fromkeys(game[4], 1)))
    names = ["refused", "silent", "tries", "capture", "check", "capture_check"]
    names += [f"enemy_{name}" for name in names[1:]]
    rows = [[one, number[one], times[one], *[NOT_COMPUTED] * 6] for one in names if times[one]]
    return ["event", "games", "events", *interval("king_bits"), *interval("bits")], rows


def informed(games: list[Any]) -> Table:
    """informed.csv: games"""
    some = [game for game in games if game[2] is not None and all(game[3])]
    rows = []
    for measure in ("king_set", "uncertainty", "entropy"):
        if some:
            rows.append([measure, "game", len(some), *[NOT_COMPUTED] * 6])
        for move in range(1, 301):
            lasting = sum(game[1] >= 2 * move for game in some)
            if lasting:
                rows.append([measure, move, lasting, *[NOT_COMPUTED] * 6])
    header = ["measure", "move", "games", "winner_better", "loser_better", "equal"]
    return [*header, *interval("winner_share")], rows


def captures(tally: Tally) -> Table:
    """captures.csv"""
    count = tally.count["captures"]
    rows = []
    for square in chess.SQUARES:
        kinds = ("by_white", "by_black", "of_pawns", "of_pieces")
        four = [count[square, kind] for kind in kinds]
        games = count[square, "games"]
        row = [chess.square_name(square), four[0] + four[1], *four, games]
        rows.append([*row, *wilson(games, tally.games), count[square, "refused"]])
    header = ["square", "captures", "by_white", "by_black", "of_pawns", "of_pieces", "games"]
    return [*header, *interval("games_share"), "refused"], rows


def time_controls(tally: Tally) -> Table:
    """time_controls.csv"""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for (control, result, reason, moves), games in tally.count["time_controls"].items():
        one = found[control]
        one["games"] += games
        one[result] += games
        one["moves"] += games * moves
        one["checkmates"] += games * (reason == "checkmate")
        one["out"] += games * (reason in ("forfeit_time", "time_draw"))
    rows = []
    for control, one in by_games(found, lambda one: one["games"]):
        games = one["games"]
        row = [control, games, *wilson(games, tally.games)]
        row += [one[result] for result in ("1-0", "1/2-1/2", "0-1")]
        row += [one["checkmates"], one["out"], *wilson(one["out"], games)]
        rows.append([*row, one["moves"] / games])
    header = ["time_control", "games", *interval("share"), "white_wins", "draws", "black_wins"]
    header += ["checkmates", "out_of_time", *interval("out_of_time_share"), "mean_moves"]
    return header, rows


def inputs(tally: Tally, names: list[str]) -> Table:
    """inputs.csv"""
    columns = ["found", "used", "not_asked", "one_sided", "damaged", "without_tries"]
    rows: list[Row] = []
    for number, name in enumerate(names):
        rows.append([name, *(tally.kinds[number, column] for column in columns)])
    rows.append(["all", *(sum(row[at] for row in rows) for at in range(1, 7))])
    return ["input", *columns], rows


def tables(tally: Tally, names: list[str], wanted: int) -> dict[str, Table]:
    """All tables by name: header and rows."""
    games = sample(tally, wanted)
    openings = Openings(tally)
    mobility = by_move(tally, "own_board") + known_by_move(games, "metaposition")
    damaged = sorted(tally.damaged)[:1000]
    damaged = [[names[at], line, NOT_COMPUTED, game] for at, line, game in damaged]
    header = ["scope", "rank", "material", "other_material", "games", *interval("share")]
    made = {
        "inputs": inputs(tally, names),
        "damaged": (["input", "line", "problem", "game"], damaged),
        "outcomes": outcomes(tally),
        "edge": edge(tally),
        "durations": durations(tally),
        "duration_histogram": duration_histogram(tally),
        "mobility": (MOMENTS, mobility),
        "material": (MOMENTS, by_move(tally, MEASURES[1])),
        "king_set": (MOMENTS, known_by_move(games, "king_set")),
        "uncertainty": (MOMENTS, known_by_move(games, "uncertainty")),
        "entropy": (MOMENTS, known_by_move(games, "entropy")),
        "refusals_by_move": (MOMENTS, by_move(tally, MEASURES[2])),
        "mobility_phases": mobility_phases(tally, games),
        "final_material": (header, final_rows(tally)),
        "conversion": conversion(tally),
        "won_endings": won_endings(tally),
        "players": players(tally),
        "openings": openings.openings(),
        "formations": openings.formations(),
        "silence": silence(tally),
        "sequences": openings.sequence_rows(),
        "refusals": refusals(tally),
        "answers": answers(tally),
        "learning": learning(games),
        "informed": informed(games),
        "captures": captures(tally),
        "time_controls": time_controls(tally),
    }
    made.update(attack_tables(tally, openings))
    made["figures"] = figures(made)
    return made
