//! Arbitrary bytes as a transcript: a readable, complete game is written, and is then correct.

#![no_main]

use darkforge_kriegspiel::record::read::{FoundGame, Games};
use darkforge_kriegspiel::record::transcript;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let front: &[u8] = b"{\"game\":0,";
    let bytes = [front, bytes].concat();
    for found in Games::new(&*bytes).into_iter().flatten() {
        let Ok(FoundGame::Full(game)) = found.game else {
            continue;
        };
        let Some(record) = game.record() else {
            continue;
        };
        let mut text = Vec::new();
        transcript::write(&mut text, game.game, &record).expect("memory");
        for again in Games::new(&*text).into_iter().flatten() {
            let Ok(FoundGame::Full(again)) = again.game else {
                panic!("what was written cannot be read");
            };
            assert_eq!(again.disagreements, []);
            assert_eq!(again.record(), Some(record.clone()));
        }
    }
});
