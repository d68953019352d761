//! Arbitrary bytes as PGN: a readable game is written, and reads as the same text again.

#![no_main]

use darkforge_kriegspiel::record::read::{FoundGame, Games};
use libfuzzer_sys::fuzz_target;

/// The readable games of `bytes`, written again.
fn written(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    for found in Games::new(bytes).into_iter().flatten() {
        match found.game {
            Ok(FoundGame::Full(game)) => game.sheet().write(&mut text).expect("memory"),
            Ok(FoundGame::Filtered(game)) => game.sheet().write(&mut text).expect("memory"),
            Err(_) => {}
        }
    }
    text
}

fuzz_target!(|bytes: &[u8]| {
    // A transcript would become PGN; the other target covers it.
    if Games::new(bytes).is_ok_and(|games| games.is_transcript()) {
        return;
    }
    written(&written(bytes));
});
