//! Records of reconnaissance blind chess: the folder of `--history`, each game in reconchess' format, and
//! transcripts.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::bad_input::BadInput;
use crate::cli::errors::usage;
use crate::report;
use darkforge_lab::bout::PlayedGame;
use darkforge_lab::journal::Journal;
use darkforge_lab::recon::history;
use darkforge_lab::rules::Rules;
use darkforge_recon::record::{History, transcript, write_history};

/// The flag.
pub(crate) const HISTORY: &str = "--history";

/// Refuses those of the `flags` that name records which games of `rules` do not have. Both games have transcripts.
///
/// # Errors
/// One is given: wrong usage.
pub(crate) fn refuse_other_records(rules: Rules, flags: &[(&str, bool)]) -> anyhow::Result<()> {
    let of_recon = rules.kriegspiel().is_none();
    let given = flags.iter().filter(|(_, is_given)| *is_given);
    for (flag, _) in given {
        if (*flag == HISTORY) != of_recon {
            let right = if of_recon {
                "--history or --transcript"
            } else {
                "--pgn or --transcript"
            };
            return Err(usage(format!(
                "{flag}: games of {} have no such records; use {right}",
                rules.title()
            )));
        }
    }
    Ok(())
}

/// Writes the games of `journal` as transcripts, a line for each.
///
/// # Errors
/// The output cannot be written, or the journal contradicts itself.
pub(crate) fn write_transcripts(
    out: &mut dyn Write,
    journal: &Journal,
    ply_limit: u32,
) -> anyhow::Result<()> {
    journal.read_tries(|game| -> anyhow::Result<()> {
        writeln!(out, "{}", transcript(&history_of(&game, ply_limit)?))?;
        Ok(())
    })
}

fn history_of(game: &PlayedGame, ply_limit: u32) -> anyhow::Result<History> {
    let number = game.game;
    let read = history(game, ply_limit);
    read.map_err(|problem| BadInput::new(format!("game {number} of the journal: {problem}")).into())
}

/// A folder that was made for histories.
pub(crate) struct Histories {
    folder: PathBuf,
}

impl Histories {
    /// Makes the folder, which must not exist, unless it is empty.
    ///
    /// # Errors
    /// It exists or cannot be made: wrong usage.
    pub(crate) fn begin(folder: &Path) -> anyhow::Result<Histories> {
        let wrong = |problem: &str| usage(format!("{HISTORY} {}: {problem}", folder.display()));
        let is_empty = |mut entries: fs::ReadDir| entries.next().is_none();
        match fs::create_dir(folder) {
            Ok(()) => {}
            Err(_) if fs::read_dir(folder).is_ok_and(is_empty) => {}
            Err(_) if folder.exists() => {
                return Err(wrong("it exists; move it away or name another folder"));
            }
            Err(error) => return Err(wrong(&format!("cannot make it: {error}"))),
        }
        Ok(Histories {
            folder: folder.to_owned(),
        })
    }

    /// Writes the games of `journal`, each into `NUMBER.json`.
    ///
    /// # Errors
    /// A file cannot be written, or the journal contradicts itself.
    pub(crate) fn write(self, journal: &Journal, ply_limit: u32) -> anyhow::Result<()> {
        fs::create_dir_all(&self.folder)
            .with_context(|| format!("cannot make {}", self.folder.display()))?;
        journal.read_tries(|game| -> anyhow::Result<()> {
            let number = game.game;
            let history = history_of(&game, ply_limit)?;
            let path = self.folder.join(format!("{number}.json"));
            report::write_text(&path, &write_history(&history))
                .with_context(|| format!("history of game {number}"))
        })
    }
}

impl Drop for Histories {
    /// Removes the folder if nothing was written.
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.folder);
    }
}
