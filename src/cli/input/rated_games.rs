//! The games that ratings are made from, read from journals and PGN files.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::cli::errors::usage;
use crate::cli::terminal::tell;
use crate::report::Crosstable;
use darkforge_kriegspiel::record::read::{self, TaggedGame};
use darkforge_kriegspiel::umpire::{Ending, GameResult};
use darkforge_lab::folder::RunFolder;
use darkforge_lab::tournament::Journal;
use darkforge_ratings::GameScore;

/// Games that were read, and those that could not be counted.
#[derive(Default)]
pub(crate) struct Games {
    pub(crate) table: Crosstable,
    pub(crate) counted: u64,
    /// Games without a result.
    pub(crate) unfinished: u64,
    /// Games that do not name both players.
    pub(crate) nameless: u64,
    /// Games of a player against itself.
    pub(crate) alone: u64,
    /// Runs in which no game is finished.
    pub(crate) empty: Vec<PathBuf>,
    /// Place of the first nameless game.
    first_nameless: Option<String>,
}

impl Games {
    /// Adds the games of `path`: a run's folder, a journal or a PGN file.
    ///
    /// # Errors
    /// It is none of these, or damaged.
    pub(crate) fn read(&mut self, path: &Path) -> anyhow::Result<()> {
        if RunFolder::at(path).never_began() {
            self.empty.push(path.to_owned());
            return Ok(());
        }
        if path.is_dir() {
            let journal = RunFolder::at(path).journal();
            if !journal.is_file() {
                return Err(usage(format!(
                    "{}: there is no {} in this folder; it should be the folder of a run",
                    path.display(),
                    RunFolder::JOURNAL
                )));
            }
            return self.read_journal(&journal);
        }
        if is_journal(path) {
            return self.read_journal(path);
        }
        let before = self.seen();
        for game in read::results(path).map_err(usage)? {
            let game = game.map_err(|error| usage(format!("{}, {error}", path.display())))?;
            self.add_tagged(path, &game);
        }
        if self.seen() == before {
            let path = path.display().to_string();
            return Err(usage(read::ReadError::NoGame { path }));
        }
        Ok(())
    }

    /// Games read, counted or not.
    pub(crate) fn seen(&self) -> u64 {
        self.counted + self.unfinished + self.nameless + self.alone
    }

    fn read_journal(&mut self, path: &Path) -> anyhow::Result<()> {
        let journal = Journal::open(path).map_err(usage)?;
        if journal.is_empty() {
            self.empty.push(path.to_owned());
        }
        for game in journal.games() {
            if game.white == game.black {
                self.alone += 1;
            } else {
                self.counted += 1;
            }
        }
        self.table.add_journal(&journal);
        Ok(())
    }

    fn add_tagged(&mut self, path: &Path, game: &TaggedGame) {
        if game.white.is_empty() || game.black.is_empty() {
            self.nameless += 1;
            let place = || format!("{}, line {}", path.display(), game.line);
            self.first_nameless.get_or_insert_with(place);
            return;
        }
        let Some(result) = game.result else {
            self.unfinished += 1;
            return;
        };
        if game.white == game.black {
            self.alone += 1;
            return;
        }
        let score = match result {
            GameResult::WhiteWins => GameScore::Win,
            GameResult::BlackWins => GameScore::Loss,
            GameResult::Draw => GameScore::Draw {
                stalemate: game.termination == Ending::Stalemate.as_str(),
            },
        };
        self.counted += 1;
        self.table.add(&game.white, &game.black, score);
    }

    /// Says what could not be counted.
    pub(crate) fn tell_what_is_left_out(&self) {
        for path in &self.empty {
            tell(&format!("{}: no game is finished", path.display()));
        }
        if let Some(first) = &self.first_nameless {
            let count = self.nameless;
            tell(&format!(
                "{count} games that do not name both players are left out, the first in {first}"
            ));
        }
        for (count, what) in [
            (self.unfinished, "without a result"),
            (self.alone, "of a player against itself"),
        ] {
            if count > 0 {
                tell(&format!("{count} games {what} are left out"));
            }
        }
    }
}

/// Whether a file's first line is a finished game of a journal: it names players, which the
/// lines of a transcript do not.
fn is_journal(path: &Path) -> bool {
    if path
        .file_name()
        .is_some_and(|name| name == RunFolder::JOURNAL)
    {
        return true; // also one that was killed within its first line
    }
    // What comes through a pipe is there but once.
    let file = std::fs::File::open(path).ok();
    let Some(file) = file.filter(|_| read::is_file(path)) else {
        return false;
    };
    let mut line = Vec::new();
    // A journal's line may hold every try of a long game.
    let read = BufReader::new(file.take(16 << 20)).read_until(b'\n', &mut line);
    let value = serde_json::from_slice::<serde_json::Value>(&line);
    read.is_ok() && value.is_ok_and(|value| value.get("white").is_some())
}
