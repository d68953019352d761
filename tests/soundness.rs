//! Soundness (design property 2): at every ply of every game the true enemy men are inside
//! the metaposition of either side, and every legal move is pseudolegal.
//!
//! `DARKFORGE_SOUNDNESS_PLIES` sets how many plies are played; `scripts/soundness` plays
//! the large sample.

use darkforge::chess::{Color, Position};
use darkforge::game;
use darkforge::metaposition::Tracker;
use darkforge::player::{Player, Random, SemiRandom};
use darkforge::record::GameRecord;
use darkforge::stream;
use darkforge::umpire::{Answer, ICC};

/// Follows a recorded game from both sides; the number of plies.
fn follow(record: &GameRecord, game: u64) -> u64 {
    let mut truth = Position::start();
    let mut trackers = [Color::White, Color::Black].map(|color| Tracker::new(color, 25));
    let mut moves = Vec::new();
    for (number, entry) in record.entries.iter().enumerate() {
        let (mover, other) = if entry.side == Color::White {
            (0, 1)
        } else {
            (1, 0)
        };
        let tracker = &trackers[mover];
        tracker.moves(&mut moves);
        for legal in truth.legal_tries() {
            assert!(
                moves.contains(&tracker.turned(legal)),
                "game {game}, try {number}: {legal} is legal and not pseudolegal in {}\n{}",
                truth.fen(),
                tracker.metaposition().drawing()
            );
        }
        trackers[mover].own_try(entry.asked, &entry.answer);
        if let Answer::Played(said) = entry.answer {
            truth.play(entry.asked).expect("recorded moves are legal");
            trackers[other].enemy_move(&said);
        }
        for tracker in &trackers {
            let sound = tracker.metaposition().contains(&truth, tracker.color());
            if let Err(what) = sound {
                panic!(
                    "game {game}, after try {number} ({:?} {}): {what}",
                    entry.side, entry.asked
                );
            }
        }
    }
    u64::from(record.plies)
}

fn player(kind: u64, seed: u64, index: u64) -> Box<dyn Player> {
    let stream = stream::open(seed, "soundness", index);
    match kind % 2 {
        0 => Box::new(Random::new(stream)),
        _ => Box::new(SemiRandom::new(stream)),
    }
}

#[test]
fn no_true_enemy_man_is_ever_outside_the_metaposition() {
    let wanted: u64 = std::env::var("DARKFORGE_SOUNDNESS_PLIES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(20_000);
    let mut plies = 0;
    let mut game = 0;
    while plies < wanted {
        let mut white = player(game / 2, 1, 2 * game);
        let mut black = player(game, 1, 2 * game + 1);
        let record = game::play(&ICC, 600, white.as_mut(), black.as_mut());
        plies += follow(&record, game);
        game += 1;
    }
    println!("{plies} plies in {game} games: sound");
}
