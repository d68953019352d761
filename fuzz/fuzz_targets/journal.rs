//! Arbitrary bytes as a journal: its games are written into another, sorted, and read as the same games.

#![no_main]

use darkforge_kriegspiel::umpire::ICC;
use darkforge_lab::bout::PlayedGame;
use darkforge_lab::journal::{Journal, JournalError};
use darkforge_lab::kriegspiel::Kriegspiel;
use libfuzzer_sys::fuzz_target;

fn games(journal: &Journal) -> Vec<PlayedGame> {
    let mut games = Vec::new();
    let read = journal.read_tries(|game| {
        games.push(game);
        Ok::<(), JournalError>(())
    });
    read.expect("a journal that was opened can be read");
    games
}

fuzz_target!(|bytes: &[u8]| {
    let path = darkforge_fuzz::file("journal.jsonl", bytes);
    let Ok(journal) = Journal::open(&path) else {
        return;
    };
    let known = games(&journal);
    let rules = Kriegspiel {
        ruleset: &ICC,
        ply_limit: 1000,
        keep_tries: true,
        terms: darkforge_lab::terms::Terms::default(),
    };
    let _ = journal.referee(&rules);
    let other = path.with_file_name("other.jsonl");
    let _ = std::fs::remove_file(&other);
    let mut written = Journal::create(&other).expect("a journal can be made");
    for game in known.iter().rev() {
        written.append(game.clone()).expect("a game can be written");
    }
    written.sort().expect("a journal can be sorted");
    drop(written);
    let again = Journal::resume(&other).expect("what was written can be read");
    assert_eq!(games(&again), known);
    let resumed = Journal::resume(&path).expect("a journal that was opened can be resumed");
    assert_eq!(games(&resumed), known);
});
