//! Arbitrary bytes as a file of games that may be packed or in UTF-16: read by both readers of such files.

#![no_main]

use darkforge_kriegspiel::record::read::{open, results};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let path = darkforge_fuzz::file("games.pgn", bytes);
    if let Ok(games) = open(&path) {
        games.for_each(drop);
    }
    if let Ok(games) = results(&path) {
        games.for_each(drop);
    }
});
