//! Folders of short runs, for tests of what reads them.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use darkforge_lab::config::{MatchConfig, RunFile, TermsConfig};
use darkforge_lab::folder::RunFolder;
use darkforge_lab::run::Run;

/// Plays four short games between `players` into `folder`, which must not exist.
pub(super) fn play(folder: &Path, players: [&str; 2], keep_tries: bool) {
    let config = MatchConfig {
        players: players.map(str::to_owned),
        games: 4,
        seed: 1,
        ruleset: "icc".to_owned(),
        ply_limit: 30,
        keep_tries,
        sprt: None,
        terms: TermsConfig::default(),
    };
    let plan = config.check("test").unwrap();
    let journal = RunFolder::at(folder).create(&RunFile::of_match(&plan));
    let mut run = Run::new(plan.schedule, journal.unwrap());
    run.play(&plan.game, &AtomicBool::new(false), &mut ())
        .unwrap();
}
