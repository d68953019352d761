use super::*;
use crate::play::play;
use crate::record::{History, check};
use crate::referee::Rules;
use darkforge_board::Color;

fn game(white: &str, black: &str, seed: u64) -> History {
    let player = |text: &str, color| text.parse::<PlayerSpec>().unwrap().player(color, seed);
    let mut white = player(white, Color::White);
    let mut black = player(black, Color::Black);
    play(&mut [&mut *white, &mut *black], Rules::default())
}

const QUICK: &str = "scout:limit=2000,sensing=10,moving=10,depth=0";

#[test]
fn a_game_follows_from_its_seed() {
    for player in ["random", "attacker", "sweep", QUICK] {
        let first = game(player, "random", 5);
        assert_eq!(first, game(player, "random", 5), "{player}");
        check(&first).unwrap();
    }
}

#[test]
fn scout_beats_random() {
    for seed in 0..6 {
        let outcome = game(QUICK, "random", seed).outcome.unwrap();
        assert_eq!(outcome.winner, Some(Color::White), "seed {seed}");
    }
}

#[test]
fn attacker_rushes_from_both_sides() {
    let history = game("attacker", "attacker", 3);
    assert!(history.plies() <= 130);
}

#[test]
fn a_wrong_spec_says_what_would_be_right() {
    let error = |text: &str| text.parse::<PlayerSpec>().unwrap_err().to_string();
    assert_eq!(
        error("scot"),
        "'scot' is not a player of this game: random, attacker, sweep, scout or trout"
    );
    assert_eq!(
        error("scout:risk=2"),
        "risk is 2; it may be from 0.001 to 1"
    );
    assert_eq!(
        error("scout:depth=x"),
        "depth=x: a whole number from 0 to 6"
    );
    assert_eq!(error("scout:speed=1"), "'speed' is not a weight of scout");
    assert_eq!(
        error("random:x=1"),
        "'x=1' is not an option of random, such as moving=300"
    );
}
