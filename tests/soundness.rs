//! Soundness (design property 2): at every ply of every game the true enemy men are inside
//! the metaposition of either side, and every legal move is pseudolegal.
//!
//! `DARKFORGE_SOUNDNESS_PLIES` sets how many plies are played; `scripts/soundness` plays
//! the large sample.

use darkforge::chess::{Color, Position};
use darkforge::game;
use darkforge::metaposition::Tracker;
use darkforge::player::{Player, PlayerSpec};
use darkforge::record::GameRecord;
use darkforge::stream;
use darkforge::umpire::{Answer, ICC};
use rayon::prelude::*;

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

/// Every pairing of the three kinds comes up.
fn player(kind: u64, index: u64) -> Box<dyn Player> {
    let spec = ["random", "semi-random", "darkboard:depth=1", "darkboard"][kind as usize % 4];
    let spec: PlayerSpec = spec.parse().expect("a player");
    spec.build(stream::open(1, "soundness", index))
}

#[test]
fn no_true_enemy_man_is_ever_outside_the_metaposition() {
    let wanted: u64 = std::env::var("DARKFORGE_SOUNDNESS_PLIES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(30_000);
    let (mut plies, mut games) = (0, 0);
    while plies < wanted {
        plies += (games..games + BATCH)
            .into_par_iter()
            .map(one_game)
            .sum::<u64>();
        games += BATCH;
    }
    println!("{plies} plies in {games} games: sound");
}

/// Games that are played side by side: all sixteen pairings.
const BATCH: u64 = 16;

fn one_game(game: u64) -> u64 {
    let mut white = player(game / 4, 2 * game);
    let mut black = player(game, 2 * game + 1);
    let record = game::play(&ICC, 600, white.as_mut(), black.as_mut());
    follow(&record, game)
}
