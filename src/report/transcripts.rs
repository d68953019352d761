//! Records of a run's games, from the tries that its journal kept: transcripts and
//! extended PGN.

use std::io::Write;

use crate::bad_input::BadInput;
use darkforge_kriegspiel::record::pgn::{self, Filter};
use darkforge_kriegspiel::record::{GameRecord, Heading, transcript};
use darkforge_kriegspiel::umpire::Ruleset;
use darkforge_lab::journal::Journal;
use darkforge_lab::kriegspiel::{heading, record};

/// Writes all games of `journal` to `out` as a transcript (JSON Lines).
///
/// # Errors
/// If `out` cannot be written to, or the journal lacks the games' tries.
pub fn write_transcript(
    out: &mut dyn Write,
    journal: &Journal,
    ruleset: &'static Ruleset,
    ply_limit: u32,
) -> anyhow::Result<()> {
    write(
        out,
        journal,
        ruleset,
        ply_limit,
        |mut out, heading, record| transcript::write(&mut out, heading.game, record),
    )
}

/// Writes all games of `journal` to `out` as extended PGN, from the point of view of
/// `filter`.
///
/// # Errors
/// If `out` cannot be written to, or the journal lacks the games' tries.
pub fn write_pgn(
    out: &mut dyn Write,
    journal: &Journal,
    ruleset: &'static Ruleset,
    ply_limit: u32,
    filter: Filter,
) -> anyhow::Result<()> {
    write(
        out,
        journal,
        ruleset,
        ply_limit,
        |mut out, heading, record| pgn::write(&mut out, heading, record, filter),
    )
}

fn write(
    out: &mut dyn Write,
    journal: &Journal,
    ruleset: &'static Ruleset,
    ply_limit: u32,
    each: impl Fn(&mut dyn Write, &Heading, &GameRecord) -> std::io::Result<()>,
) -> anyhow::Result<()> {
    journal.read_tries(|game| {
        let record = record(&game, ruleset, ply_limit).map_err(|problem| {
            BadInput::new(format!("game {} of the journal: {problem}", game.game))
        })?;
        each(out, &heading(&game), &record)?;
        Ok(())
    })
}
