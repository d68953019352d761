//! Collections of games of random players.

use std::sync::Arc;

use super::{Collection, Course, Game, Gate, Reason, Stock};
use darkforge_board::Color;
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::record::read;
use darkforge_kriegspiel::umpire::{ICC, RULESETS};
use darkforge_lab::kriegspiel as game;
use darkforge_streams as streams;

fn random_game(number: u64) -> Game {
    let player = |place| {
        let spec: PlayerSpec = "random".parse().unwrap();
        spec.build(streams::open(5, "collection", 2 * number + place))
    };
    let ruleset = RULESETS[number as usize % RULESETS.len()];
    let (mut white, mut black) = (player(0), player(1));
    let record = game::play(ruleset, 240, white.as_mut(), black.as_mut());
    let name = |place: u64| format!("player {}", (number + place) % 3);
    Game::of_record(record, [name(0), name(1)])
}

fn collected<'a>(games: impl IntoIterator<Item = &'a Game>, gate: &Arc<Gate>) -> Collection {
    let mut collection = Collection::new(Arc::clone(gate));
    for game in games {
        collection.add(&Course::of(game));
    }
    collection
}

#[test]
fn neither_order_nor_merging_changes_a_sum() {
    let games: Vec<Game> = (0..14).map(random_game).collect();
    let gate = || Arc::new(Gate::new(5));
    let first = gate();
    let whole = collected(&games, &first).finish();
    let second = gate();
    let mut parts = collected(games[9..].iter().rev(), &second);
    parts.merge(collected(&games[..4], &second));
    parts.merge(collected(&games[4..9], &second));
    let parts = parts.finish();
    assert!((1..=5).contains(&whole.knowledge.games));
    assert_eq!(whole.knowledge, parts.knowledge);
    assert_eq!(whole.outcomes, parts.outcomes);
    assert_eq!(whole.mobility, parts.mobility);
    assert_eq!(whole.material, parts.material);
    assert_eq!(whole.materials, parts.materials);
    assert_eq!(whole.seats, parts.seats);
    assert_eq!(whole.silence, parts.silence);
    assert_eq!(whole.refusals, parts.refusals);
    assert_eq!(whole.answers, parts.answers);
    assert_eq!(whole.captures, parts.captures);
    assert_eq!(whole.time_controls, parts.time_controls);
    assert_eq!(whole.attacks, parts.attacks);
    assert_eq!(whole.clusters, parts.clusters);
    assert_eq!((whole.games, whole.plies), (parts.games, parts.plies));
}

#[test]
fn the_course_of_a_game_ends_with_its_material() {
    for number in 0..14_u64 {
        let player = |place| {
            let spec: PlayerSpec = "random".parse().unwrap();
            spec.build(streams::open(6, "collection", 2 * number + place))
        };
        let (mut white, mut black) = (player(0), player(1));
        let record = game::play(&ICC, 600, white.as_mut(), black.as_mut());
        let (material, plies) = (record.material.clone(), record.plies);
        let game = Game::of_record(record, [String::new(), String::new()]);
        let course = Course::of(&game);
        assert_eq!(course.stock.map(Stock::text), material);
        assert_eq!(course.turns.len() as u32, plies);
    }
}

/// Reason of a game in plain PGN, and the side concerned.
fn ended(text: &str) -> (&'static str, Option<Color>) {
    let games = read::games(text.as_bytes()).into_iter();
    let game = games.map(|game| Game::of_file(game.unwrap(), false)).next();
    let game = game.unwrap();
    (game.reason.as_str(), game.color)
}

#[test]
fn the_board_says_first_why_a_game_ended() {
    let white = Some(Color::White);
    let black = Some(Color::Black);
    for (text, reason, color) in [
        ("1. f3 e5 2. g4 Qh4# 0-1", "checkmate", white),
        (
            "[ICCResult \"Black resigns\"]\n\n1. e4 e5 1-0",
            "resignation",
            black,
        ),
        (
            "[Termination \"White forfeits on time\"]\n\n1. e4 0-1",
            "forfeit_time",
            white,
        ),
        (
            "[ICCResult \"Black out of time, White cannot mate\"]\n\n1. e4 1/2-1/2",
            "time_draw",
            black,
        ),
        ("[Termination \"normal\"]\n\n1. e4 1/2-1/2", "unknown", None),
        ("1. e4 *", "unfinished", None),
        (
            "[ICCResult \"Game drawn by mutual agreement\"]\n\n1. e4 1/2-1/2",
            "agreement",
            None,
        ),
    ] {
        assert_eq!(ended(text), (reason, color), "{text}");
    }
    let names: Vec<&str> = Reason::all().map(Reason::as_str).collect();
    let mut once = names.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), names.len());
}
