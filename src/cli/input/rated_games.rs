//! Games for ratings, read from journals and PGN files.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::cli::errors::usage;
use crate::cli::terminal::tell;
use crate::report::Crosstable;
use crate::report::format::{plural, thousands};
use darkforge_kriegspiel::record::read::{self, TaggedGame};
use darkforge_kriegspiel::umpire::{Ending, GameResult};
use darkforge_lab::config::{Job, RunFile};
use darkforge_lab::folder::RunFolder;
use darkforge_lab::journal::Journal;
use darkforge_lab::tuner::is_individual;
use darkforge_ratings::{GameScore, MOST_PLAYERS};

/// Games that were read, and those that were not counted.
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
    /// Runs without a finished game.
    pub(crate) empty: Vec<PathBuf>,
    /// Place of the first nameless game.
    first_nameless: Option<String>,
}

/// An opened input.
enum Source<'a> {
    Journal(&'a Path, Journal),
    Pgn(&'a Path),
}

impl Source<'_> {
    /// Whether it is the run of an evolution, as far as its folder says.
    fn is_evolution(&self) -> bool {
        let Source::Journal(path, _) = self else {
            return false;
        };
        let folder = if path.is_file() {
            path.parent()
        } else {
            Some(*path)
        };
        let run = folder.and_then(|folder| RunFile::load(folder).ok());
        run.is_some_and(|run| matches!(run.job, Job::Evolve(_)))
    }
}

impl Games {
    /// The games of `paths`: folders of runs, journals and PGN files. A player of a journal is
    /// identified by everything that decides its moves. If different players of several runs have
    /// one name, the name of the run comes before it; the same holds for individuals of an
    /// evolution.
    ///
    /// # Errors
    /// A path is none of these, or damaged.
    pub(crate) fn read(paths: &[PathBuf]) -> anyhow::Result<Games> {
        let mut games = Games::default();
        let mut sources = Vec::new();
        for path in paths {
            sources.extend(games.open(path)?);
        }
        let ambiguous = ambiguous(&sources);
        let evolutions = sources.iter().filter(|source| source.is_evolution());
        let several = evolutions.count() > 1;
        for source in &sources {
            match source {
                Source::Pgn(path) => games.add_pgn(path)?,
                Source::Journal(path, journal) => {
                    let run = run_of(path);
                    let evolves = several && source.is_evolution();
                    let name = |name: &str| {
                        if ambiguous.contains(name) || evolves && is_individual(name) {
                            format!("{run}#{name}")
                        } else {
                            name.to_owned()
                        }
                    };
                    games.add_journal(path, journal, name);
                }
            }
        }
        Ok(games)
    }

    /// Opens `path`; `None` for a run that never began.
    fn open<'a>(&mut self, path: &'a Path) -> anyhow::Result<Option<Source<'a>>> {
        if RunFolder::at(path).never_began() {
            self.empty.push(path.to_owned());
            return Ok(None);
        }
        let journal = if path.is_dir() {
            let journal = RunFolder::at(path).journal();
            if !journal.is_file() {
                return Err(usage(format!(
                    "{}: there is no {} in this folder; it should be the folder of a run",
                    path.display(),
                    RunFolder::JOURNAL
                )));
            }
            journal
        } else if is_journal(path) {
            path.to_owned()
        } else {
            return Ok(Some(Source::Pgn(path)));
        };
        let journal = Journal::open(&journal).map_err(usage)?;
        Ok(Some(Source::Journal(path, journal)))
    }

    /// Games read, counted or not.
    pub(crate) fn seen(&self) -> u64 {
        self.counted + self.unfinished + self.nameless + self.alone
    }

    fn add_journal(&mut self, path: &Path, journal: &Journal, name: impl Fn(&str) -> String) {
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
        self.table.add_journal(journal, name);
    }

    fn add_pgn(&mut self, path: &Path) -> anyhow::Result<()> {
        let before = self.seen();
        for game in read::results(path).map_err(usage)? {
            let game = game.map_err(|error| usage(format!("{}, {error}", path.display())))?;
            self.add_tagged(path, &game);
            // A fit would refuse them at the end, and names take memory.
            if self.table.players().len() > MOST_PLAYERS {
                let most = thousands(MOST_PLAYERS as u64);
                return Err(usage(format!(
                    "{}, line {}: these are more than {most} players; at most so many can be rated together",
                    path.display(),
                    game.line
                )));
            }
        }
        if self.seen() == before {
            let path = path.display().to_string();
            return Err(usage(read::ReadError::NoGame { path }));
        }
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

    /// Reports the games that were not counted.
    pub(crate) fn tell_what_is_left_out(&self) {
        for path in &self.empty {
            tell(&format!("{}: no game is finished", path.display()));
        }
        if let Some(first) = &self.first_nameless {
            let count = plural(self.nameless, "game");
            tell(&format!(
                "left out: {count} without the names of both players, the first in {first}"
            ));
        }
        for (count, what) in [
            (self.unfinished, "without a result"),
            (self.alone, "of a player against itself"),
        ] {
            if count > 0 {
                tell(&format!("left out: {} {what}", plural(count, "game")));
            }
        }
    }
}

/// Names shared by different players of the journals.
fn ambiguous(sources: &[Source<'_>]) -> BTreeSet<String> {
    let mut known: BTreeMap<&str, &str> = BTreeMap::new();
    let mut ambiguous = BTreeSet::new();
    for source in sources {
        let Source::Journal(_, journal) = source else {
            continue;
        };
        for game in journal.games() {
            for (name, hash) in [&game.white, &game.black].into_iter().zip(&game.players) {
                if known.entry(name).or_insert(hash) != hash {
                    ambiguous.insert(name.clone());
                }
            }
        }
    }
    ambiguous
}

/// The name of the run at `path`: its folder, or a journal outside one.
fn run_of(path: &Path) -> String {
    let folder = match path.parent() {
        Some(parent) if path.ends_with(RunFolder::JOURNAL) => parent,
        _ => path,
    };
    let name: PathBuf = folder.components().collect();
    name.display().to_string()
}

/// Whether a file's first line is a finished game of a journal: it names players, unlike a line of
/// a transcript.
fn is_journal(path: &Path) -> bool {
    if path
        .file_name()
        .is_some_and(|name| name == RunFolder::JOURNAL)
    {
        return true; // also one that was killed within its first line
    }
    // The content of a pipe can be read only once.
    let file = std::fs::File::open(path).ok();
    let Some(file) = file.filter(|_| read::is_file(path)) else {
        return false;
    };
    let mut line = Vec::new();
    // A journal's line may have every try of a long game.
    let read = BufReader::new(file.take(16 << 20)).read_until(b'\n', &mut line);
    let value = serde_json::from_slice::<serde_json::Value>(&line);
    read.is_ok() && value.is_ok_and(|value| value.get("white").is_some())
}
