//! Arbitrary bytes as a config and as `run.toml`: a run that is right is written, and reads as the same run.

#![no_main]

use darkforge_lab::config::{EvolveConfig, RunFile, TournamentConfig};
use libfuzzer_sys::fuzz_target;

/// Whether a run is one that can be played.
fn is_right(run: &RunFile) -> bool {
    let evolution = run.evolution().map(|plan| plan.is_ok());
    let tournament = run.tournament().map(|plan| plan.is_ok());
    let versus = run.r#match().map(|plan| plan.is_ok());
    evolution.or(tournament).or(versus) == Some(true)
}

fn load(text: &str) -> Option<RunFile> {
    let path = darkforge_fuzz::file(RunFile::NAME, text.as_bytes());
    RunFile::load(path.parent()?).ok()
}

/// Writes a run, and reads it as the same run.
fn check(run: &RunFile) {
    let text = run.to_toml().expect("a run is TOML");
    let again = load(&text).expect("what was written can be read");
    assert_eq!(again.difference(run), None);
    assert_eq!(&again, run);
    assert!(is_right(&again));
}

fuzz_target!(|text: &str| {
    if let Ok(plan) = EvolveConfig::parse("config", text).and_then(|config| config.check("config"))
    {
        check(&RunFile::of_evolution(&plan));
    }
    if let Ok(plan) =
        TournamentConfig::parse("config", text).and_then(|config| config.check("config"))
    {
        check(&RunFile::of_tournament(&plan));
    }
    if let Some(run) = load(text).filter(is_right) {
        check(&run);
    }
});
