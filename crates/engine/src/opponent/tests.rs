//! Tests of models as files.

use super::file::COMMENTS;
use super::{Factors, Habits, Opponent, TERMS};
use darkforge_board::Position;
use darkforge_kriegspiel::belief::{Before, EnemyChoice as _};
use darkforge_kriegspiel::umpire::ICC;

/// A model of a player that begins with 1. e4 or, once in four games, with 1. d4.
fn model() -> Opponent {
    let start = Position::start();
    let board = start.board();
    let mut habits = Habits::default();
    for asked in ["e2e4", "e2e4", "d2d4", "e2e4"] {
        let played = board.legal_move(asked.parse().unwrap()).unwrap();
        habits.add(board, &Before::default(), &board.legal_moves(), played);
    }
    let weights = [1.0; TERMS.len()];
    let mut factors = vec![1.0; darkforge_kriegspiel::belief::move_model::TERMS];
    (factors[0], factors[1]) = (0.123_456, 98.76);
    let factors = Factors::rounded(&factors);
    let mut model = Opponent::new("a \"b\"", &ICC, 4, weights, habits, factors);
    model.attacks[0][35] = 2;
    model
}

#[test]
fn a_model_survives_its_file() {
    let model = model();
    let text = model.to_toml("two\nlines");
    assert!(
        text.starts_with("# two\n# lines\nplayer = 'a \"b\"'\n"),
        "{text}"
    );
    let comments = text.lines().filter(|line| line.starts_with('#')).count();
    assert_eq!(
        comments,
        2 + COMMENTS.len(),
        "every section has its comment"
    );
    let again = Opponent::parse("m.toml", &text).unwrap();
    assert_eq!(again.to_toml("two\nlines"), text);
    assert_eq!(again.signature(), model.signature());
    assert!(text.contains("squares_left = [0.123, 98.8, 1.0, "));
    let start = Position::start();
    let legal = start.board().legal_moves();
    let mut likelihoods = Vec::new();
    again.weigh(start.board(), &Before::default(), &legal, &mut likelihoods);
    let best = (0..legal.len()).max_by(|&a, &b| likelihoods[a].total_cmp(&likelihoods[b]));
    let likeliest = darkforge_board::as_try(legal[best.unwrap()]).to_string();
    assert_eq!(likeliest, "e2e4", "what it played most");
}

#[test]
fn mistakes_are_named_with_their_file_and_key() {
    let right = model().to_toml("");
    let cases = [
        (
            "trust = 0.5",
            "trust = 1.5",
            "trust: 1.5 is out of range; it must be from 0 to 0.99",
        ),
        ("trust = 0.5", "trusts = 0.7", "trusts"),
        ("ruleset = \"icc\"", "ruleset = \"chess\"", "ruleset: "),
        (
            "[weights]\n",
            "[weights]\nluck = 1.0\n",
            "weights.luck: there is no such weight",
        ),
        ("opening = 1.0\n", "", "weights.opening: it is missing"),
        (
            "opening = 1.0\n",
            "opening = nan\n",
            "weights.opening: NaN is out of range",
        ),
        (
            "by_player = [0, ",
            "by_player = [",
            "attacks.by_player: it has 63 numbers and must have 64",
        ),
        (
            "[squares.white.opening.pawn]\nstood = [0, ",
            "[squares.white.opening.pawn]\nstood = [",
            "squares.white.opening.pawn.stood: it has 63",
        ),
        (
            "[squares.white.opening.pawn]",
            "[squares.white.opening.prawn]",
            "squares.white.opening.prawn: there is no such key",
        ),
        (
            "squares_left = [0.123, ",
            "squares_left = [",
            "factors.squares_left: it has 575 numbers and must have 576",
        ),
        (
            "squares_left = [0.123, ",
            "squares_left = [0.0, ",
            "factors.squares_left: 0 is out of range",
        ),
        (
            "steps = [",
            "steeps = [",
            "factors.steeps: there is no such key",
        ),
        ("e2e4 = 3", "e9e4 = 3", "openings.white.01: 'e9e4'"),
        ("e2e4 = 3", "e2e4 = -3", "-3"),
    ];
    for (now, then, words) in cases {
        let text = right.replacen(now, then, 1);
        assert_ne!(text, right, "{now} is in the file");
        let error = Opponent::parse("m.toml", &text).unwrap_err().to_string();
        assert!(error.contains("m.toml") && error.contains(words), "{error}");
    }
    let none = Opponent::load("nowhere.toml").unwrap_err().to_string();
    assert!(
        none.contains("nowhere.toml") && none.contains("darkforge model"),
        "{none}"
    );
}

#[test]
fn a_model_of_hs_is_embedded() {
    let model = Opponent::load("hs").unwrap();
    assert_eq!((model.player.as_str(), model.games), ("hs", 2000));
}
