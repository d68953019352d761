use super::*;
use crate::play::play;
use crate::record::{History, check};
use crate::referee::Rules;
use darkforge_board::Color;
use darkforge_streams::{self as streams, Stream};

type Seat = fn(Color, Stream) -> Box<dyn Player>;

const RANDOM: Seat = |_, stream| Box::new(Random::new(stream));
const ATTACKER: Seat = |color, stream| Box::new(Attacker::new(color, stream));
const SWEEP: Seat = |color, stream| Box::new(Sweep::new(color, stream));
const QUICK: Seat = |color, stream| {
    let options = ScoutOptions {
        limit: 2000,
        sensing: 10,
        moving: 10,
        depth: 0,
        ..ScoutOptions::default()
    };
    Box::new(Scout::new(color, options, stream))
};

fn game(white: Seat, black: Seat, seed: u64) -> History {
    let mut white = white(Color::White, streams::open(seed, "player", 0));
    let mut black = black(Color::Black, streams::open(seed, "player", 1));
    play(&mut [&mut *white, &mut *black], Rules::default())
}

#[test]
fn a_game_follows_from_its_seed() {
    for player in [RANDOM, ATTACKER, SWEEP, QUICK] {
        let first = game(player, RANDOM, 5);
        assert_eq!(first, game(player, RANDOM, 5));
        check(&first).unwrap();
    }
}

#[test]
fn scout_beats_random() {
    for seed in 0..6 {
        let outcome = game(QUICK, RANDOM, seed).outcome.unwrap();
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
        Scout::new(color, options, streams::open(3, "test", color as u64))
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
    let history = game(ATTACKER, ATTACKER, 3);
    assert!(history.plies() <= 130);
}
