//! `darkforge rate`: ratings of all players in journals and PGN files.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use clap::Args;

use super::again::Again;
use super::{Common, folder, print, rating_table, tell, usage};
use crate::config::VERSION;
use crate::record::read::{self, TaggedGame};
use crate::report::page::{self, About, State};
use crate::report::{self, Crosstable};
use crate::stats::{GameScore, RatingModel, RatingOptions, Ratings};
use crate::tournament::Journal;
use crate::umpire::{Ending, GameResult};

/// The command's flags.
#[derive(Args)]
#[command(
    after_help = "INPUT is the folder of a run, its journal, or a PGN file, of which only the tags White, Black and\nResult are needed: moves of any kind of chess are passed over. Players of one name are one player.\n\nExamples:\n  darkforge rate results/league\n  darkforge rate results/*/ games.pgn --model davidson --anchor random=0 --out results/ratings"
)]
pub(super) struct Options {
    /// Run folders, journals and PGN files.
    #[arg(required = true)]
    input: Vec<PathBuf>,
    /// How strength and results hang together.
    #[arg(long, value_name = "MODEL", default_value = "bradley-terry", value_parser = ["bradley-terry", "davidson", "rao-kupper"])]
    model: String,
    /// A player whose rating is given; may be repeated. Without one, the mean is 0.
    #[arg(long, value_name = "NAME=ELO")]
    anchor: Vec<String>,
    /// Folder for CSV files, plots and their page; must not exist.
    #[arg(long)]
    out: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

/// What was read, and what could not be counted.
#[derive(Default)]
pub(super) struct Games {
    pub(super) table: Crosstable,
    pub(super) counted: u64,
    /// Games without a result.
    pub(super) unfinished: u64,
    /// Games that do not name both players.
    pub(super) nameless: u64,
    /// Games of a player against itself.
    pub(super) alone: u64,
    /// Runs in which no game is finished.
    empty: Vec<PathBuf>,
    /// Where the first nameless game is.
    first_nameless: Option<String>,
}

/// Runs the command.
pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    let rating = understand(options)?;
    if let Some(out) = &options.out {
        folder::refuse_existing(out)?;
    }
    let mut games = Games::default();
    for path in &options.input {
        games.read(path)?;
    }
    if let (0, Some(path)) = (games.seen(), games.empty.first()) {
        return Err(usage(format!("{}: no game is finished", path.display())));
    }
    let ratings = Ratings::fit(&games.table.pool(), &rating).map_err(|error| {
        let inputs: Vec<String> = options
            .input
            .iter()
            .map(|p| p.display().to_string())
            .collect();
        usage(format!("{}: {error}", inputs.join(", ")))
    })?;
    if let Some(out) = &options.out {
        std::fs::create_dir_all(out)
            .map_err(|error| usage(format!("--out {}: cannot make it: {error}", out.display())))?;
        report::rated(out, &ratings, &games.table)?;
        about(options).write(out)?;
        page::write(out, State::Still)?;
    }
    let transitivity = ratings.transitivity(&games.table.pool());
    if options.common.json {
        return print(&rating_table::json(&ratings, &transitivity, &games)?);
    }
    if !options.common.quiet {
        games.tell_what_is_left_out();
    }
    let mut text = rating_table::text(&ratings, &transitivity, &games, &rating.anchors);
    if let Some(out) = &options.out {
        let _ = writeln!(text, "files: {}", out.display());
    }
    print(&text)
}

/// What the page says of how the tables were made.
fn about(options: &Options) -> About {
    let inputs = options.input.iter().map(|path| path.display().to_string());
    let inputs: Vec<String> = inputs.collect();
    About {
        job: "rate".to_owned(),
        title: inputs.join(", "),
        headline: None,
        command: Again::of("rate")
            .words(&inputs)
            .flag("model", [&options.model])
            .flag("anchor", &options.anchor)
            .line(),
        version: VERSION.to_owned(),
        seed: None,
    }
}

fn understand(options: &Options) -> anyhow::Result<RatingOptions> {
    let model = RatingModel::ALL
        .into_iter()
        .find(|model| model.as_str() == options.model);
    let mut anchors: Vec<(String, f64)> = Vec::new();
    for text in &options.anchor {
        let wrong = || usage(format!("--anchor {text}: write NAME=ELO, such as random=0"));
        // A player's name may have signs of equality.
        let (name, elo) = text.rsplit_once('=').ok_or_else(wrong)?;
        let elo: f64 = elo.trim().parse().map_err(|_| wrong())?;
        if !(-10_000.0..=10_000.0).contains(&elo) {
            return Err(usage(format!(
                "--anchor {text}: the rating must be from -10000 to 10000"
            )));
        }
        if anchors.iter().any(|(known, _)| known == name) {
            return Err(usage(format!("--anchor {text}: {name} is anchored twice")));
        }
        anchors.push((name.to_owned(), elo));
    }
    Ok(RatingOptions {
        model: model.unwrap_or(RatingModel::BradleyTerry),
        anchors,
        ..RatingOptions::default()
    })
}

impl Games {
    fn read(&mut self, path: &Path) -> anyhow::Result<()> {
        if folder::never_began(path) {
            self.empty.push(path.to_owned());
            return Ok(());
        }
        if path.is_dir() {
            let journal = path.join(folder::JOURNAL);
            if !journal.is_file() {
                return Err(usage(format!(
                    "{}: there is no {} in this folder; it should be the folder of a run",
                    path.display(),
                    folder::JOURNAL
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

    fn seen(&self) -> u64 {
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

    fn tell_what_is_left_out(&self) {
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
    if path.file_name().is_some_and(|name| name == folder::JOURNAL) {
        return true; // also one that was killed within its first line
    }
    let Ok(file) = std::fs::File::open(path) else {
        return false;
    };
    let mut line = Vec::new();
    // A journal's line may hold every try of a long game.
    let read = BufReader::new(file.take(16 << 20)).read_until(b'\n', &mut line);
    let value = serde_json::from_slice::<serde_json::Value>(&line);
    read.is_ok() && value.is_ok_and(|value| value.get("white").is_some())
}
