//! Records of a run's games, from the tries that its journal kept: transcripts and
//! extended PGN.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, anyhow};

use super::write_whole;
use darkforge_board::Color;
use darkforge_kriegspiel::record::pgn::{self, Filter};
use darkforge_kriegspiel::record::{GameRecord, Heading, referee, transcript};
use darkforge_kriegspiel::umpire::{GameResult, Question, Ruleset};
use darkforge_lab::kriegspiel::heading;
use darkforge_lab::tournament::{Journal, PlayedGame};

/// Writes all games of `journal` to `path` as a transcript (JSON Lines).
///
/// # Errors
/// The file cannot be written, or the journal does not hold the games' tries.
pub fn write_transcript(
    path: &Path,
    journal: &Journal,
    ruleset: &'static Ruleset,
    ply_limit: u32,
) -> anyhow::Result<()> {
    write(
        path,
        journal,
        ruleset,
        ply_limit,
        |mut out, heading, record| transcript::write(&mut out, heading.game, record),
    )
}

/// Writes all games of `journal` to `path` as extended PGN, from the point of view of
/// `filter`.
///
/// # Errors
/// The file cannot be written, or the journal does not hold the games' tries.
pub fn write_pgn(
    path: &Path,
    journal: &Journal,
    ruleset: &'static Ruleset,
    ply_limit: u32,
    filter: Filter,
) -> anyhow::Result<()> {
    write(
        path,
        journal,
        ruleset,
        ply_limit,
        |mut out, heading, record| pgn::write(&mut out, heading, record, filter),
    )
}

fn write(
    path: &Path,
    journal: &Journal,
    ruleset: &'static Ruleset,
    ply_limit: u32,
    each: impl Fn(&mut dyn Write, &Heading, &GameRecord) -> std::io::Result<()>,
) -> anyhow::Result<()> {
    write_whole(path, |out| {
        journal.read_tries(|game| {
            let record = record(&game, ruleset, ply_limit)
                .with_context(|| format!("game {} of the journal", game.game))?;
            each(out, &heading(&game), &record)?;
            Ok(())
        })
    })
}

/// The game again, by an umpire of its own.
///
/// # Errors
/// Its tries were not kept, or do not lead to its result.
pub fn record(
    game: &PlayedGame,
    ruleset: &'static Ruleset,
    ply_limit: u32,
) -> anyhow::Result<GameRecord> {
    let text = game.tries.as_deref().context("its tries were not kept")?;
    let tries = text
        .split_whitespace()
        .map(str::parse)
        .collect::<Result<Vec<Question>, _>>()?;
    let (mut umpire, entries) =
        referee(ruleset, ply_limit, tries).map_err(|problem| anyhow!(problem))?;
    if game.ending.is_forfeit() {
        let loser = match game.result {
            GameResult::BlackWins => Color::White,
            _ => Color::Black,
        };
        umpire.forfeit(loser, game.ending);
    }
    anyhow::ensure!(
        umpire
            .outcome()
            .is_some_and(|o| o.result == game.result && o.ending == game.ending),
        "its tries do not lead to its result"
    );
    Ok(GameRecord::close(&umpire, entries))
}
