"""Players, matches, records and statistics."""

import numpy as np
import pytest

import darkforge


class Careful:
    """Asks the first question of its view: a player in Python."""

    def begin(self, view, ply_limit):
        self.calls = ["begin"]

    def choose(self, view):
        return min(view.tries())

    def answered(self, view, answer):
        self.calls.append(answer.kind)

    def opponent_moved(self, view, said):
        self.calls.append("opponent")

    def ended(self, view, said, outcome):
        self.calls.append(outcome.ending)


def test_players_in_python_meet_players_by_spec():
    careful = Careful()
    record = darkforge.play(careful, darkforge.Player("darkboard", seed=1), names=("careful", "darkboard"))
    assert record.outcome.winner != "white" and record.white == "careful"
    assert careful.calls[0] == "begin" and careful.calls[-1] == record.outcome.ending


def test_a_match_has_the_same_games_at_any_number_of_threads():
    one = darkforge.match("semi-random", "random", 40, seed=7, threads=1)
    two = darkforge.match("semi-random", "random", 40, seed=7, threads=2)
    assert (one.plies == two.plies).all() and (one.results == two.results).all()
    assert one.wins + one.draws + one.losses == 40 == len(one.points)
    assert one.points.sum() == one.wins + one.draws / 2
    assert one.pairs.sum() == 20 and one.score.score == one.points.mean()
    assert one.first_has_white[::2].all() and not one.first_has_white[1::2].any()


def test_records_are_read_as_they_were_written(tmp_path):
    records = darkforge.match("random", "random", 4, seed=3, ruleset="rand", keep_records=True).records
    for name in ("games.pgn", "games.jsonl"):
        darkforge.write_games(tmp_path / name, records)
        read = darkforge.read_games(tmp_path / name, "rand")
        assert read.problems == []
        assert [game.entries for game in read.records] == [game.entries for game in records]
        assert [game.outcome for game in read.records] == [game.outcome for game in records]
        with pytest.raises(FileExistsError):
            darkforge.write_games(tmp_path / name, records)
    with pytest.raises(ValueError, match="should end in .pgn"):
        darkforge.write_games(tmp_path / "games.txt", records)
    with pytest.raises(OSError, match="cannot read"):
        darkforge.read_games(tmp_path / "none.pgn")
    seen = records[0].pgn("white")
    assert "[Ruleset" in seen and seen != records[0].pgn()


def test_damaged_games_are_named(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text('[Result "1-0"]\n\n1. e4 e5 2. Ke3 1-0\n\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n')
    read = darkforge.read_games(path)
    assert len(read.records) == 1 and read.records[0].outcome.ending == "checkmate"
    assert len(read.problems) == 1 and "game 1" in read.problems[0]


def test_sequential_tests_and_scores():
    # `darkforge sprt --wdl 120,45,90 --elo0 0 --elo1 10` prints the same.
    test = darkforge.sprt(wdl=(120, 45, 90), elo0=0, elo1=10)
    assert test.llr == pytest.approx(0.9206, abs=1e-4) and test.verdict == "continue"
    test = darkforge.sprt(pairs=np.array([46, 936, 2083, 1043, 63]), elo0=0, elo1=5, model="normalized")
    assert test.verdict == "H1" or test.llr > 0
    assert darkforge.score(wdl=(10, 0, 0)).elo is None
    with pytest.raises(ValueError, match="wdl is .*; it should be 3 whole numbers"):
        darkforge.score(wdl=(1, 2))
    with pytest.raises(ValueError, match="give either wdl"):
        darkforge.score()
    with pytest.raises(ValueError, match="logistic"):
        darkforge.sprt(wdl=(1, 1, 1), elo0=0, elo1=1, model="bayes")


def test_ratings_are_arrays_in_order():
    rated = darkforge.rate(["a", "b", "c"], ["b", "c", "a"], [[30, 5, 5], [25, 5, 10], [2, 3, 35]], anchors={"c": 0.0})
    assert rated.players == ["a", "b", "c"] and rated.elo[2] == 0 and (np.diff(rated.elo) < 0).all()
    assert (rated.elo_lo <= rated.elo).all() and (rated.elo <= rated.elo_hi).all()
    assert rated.games.tolist() == [80, 80, 80]
    with pytest.raises(ValueError, match="there are 1 names of White"):
        darkforge.rate(["a"], ["b"], [1, 0])
    with pytest.raises(ValueError, match="anchor 'x' played no game"):
        darkforge.rate(["a"], ["b"], [1], anchors={"x": 0})


def test_wrong_specs_are_named():
    with pytest.raises(ValueError, match="there is no player 'darkbord'"):
        darkforge.match("darkbord", "random", 2)
    with pytest.raises(ValueError, match="plays reconnaissance blind chess"):
        darkforge.match("attacker", "random", 2)
