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

/// A scout with a chess program as White, against a scout without, and White's fault.
fn deeper(program: &std::path::Path) -> (History, Option<String>) {
    let scout = |deep, color| {
        let options = ScoutOptions {
            limit: 500,
            sensing: 6,
            moving: 8,
            depth: 0,
            deep,
            ..ScoutOptions::default()
        };
        Scout::new(
            color,
            options,
            darkforge_streams::open(3, "test", color as u64),
        )
    };
    let deep = DeepOptions {
        program: program.display().to_string(),
        candidates: 3,
        positions: 4,
        ..DeepOptions::default()
    };
    let mut white = scout(Some(deep), Color::White);
    let mut black = scout(None, Color::Black);
    let history = play(&mut [&mut white, &mut black], Rules::default());
    (history, white.fault().map(str::to_owned))
}

#[test]
#[cfg(unix)]
fn a_program_changes_moves_and_they_repeat() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = std::env::temp_dir().join(format!("darkforge-uci-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let program = |name: &str, score: &str| {
        let path = folder.join(name);
        let answers = format!("echo info score cp {score}; echo bestmove a2a3");
        let says = "uci) echo uciok;; isready) echo readyok;; quit) exit;;";
        let loops =
            format!("while read -r word rest; do case $word in {says} go) {answers};; esac; done");
        std::fs::write(&path, format!("#!/bin/sh\n{loops}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    };
    // One finds all positions equal; the other says always less.
    let (same, other) = (program("same", "0"), program("other", "$((count -= 37))"));
    let first = deeper(&same);
    assert_eq!(first, deeper(&same));
    assert_eq!(first.1, None);
    check(&first.0).unwrap();
    let other = deeper(&other);
    assert_eq!(other.1, None);
    assert_ne!(first.0, other.0);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_scout_without_its_program_has_a_fault() {
    let (history, fault) = deeper("/no/such/program".as_ref());
    let fault = fault.unwrap();
    assert!(
        fault.starts_with("/no/such/program: it cannot be started: "),
        "{fault}"
    );
    assert_eq!(history.outcome.unwrap().winner, Some(Color::Black));
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
