//! Flags of several commands, and parsers of flags' values.

use std::fmt;
use std::ops::RangeBounds;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Context;
use clap::Args;

use crate::cli::cluster::ClusterFlags;
use crate::cli::errors::{folder_error, usage};
use crate::cli::server::Address;
use crate::report::format::plural;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use darkforge_kriegspiel::record::notation::Language;
use darkforge_kriegspiel::record::read::Reading;
use darkforge_kriegspiel::umpire::{ICC, Ruleset, UnknownRuleset};
use darkforge_lab::folder::NewFolder;
use darkforge_lab::rules::RBC;
use darkforge_ratings::Model;

/// Makes the folder that `--out` names, before the work.
///
/// # Errors
/// It exists or cannot be made.
pub(crate) fn new_folder(out: Option<&Path>) -> anyhow::Result<Option<NewFolder>> {
    out.map(NewFolder::make).transpose().map_err(folder_error)
}

/// Marks the folder as complete.
///
/// # Errors
/// It is still marked as unfinished.
pub(crate) fn finish_folder(folder: Option<NewFolder>) -> anyhow::Result<()> {
    folder
        .map_or(Ok(()), NewFolder::finish)
        .map_err(folder_error)
}

/// Greatest number of threads for each core: with more, threads would only wait for each other.
const MOST_THREADS_OF_A_CORE: usize = 4;

/// Greatest number of flags that help shows without headings.
const MOST_UNGROUPED: usize = 9;

/// Headings of flags in help. `--quiet` and `--json` stand beside `--help`, without a heading.
const HEADINGS: [(&str, &[&str]); 7] = [
    (
        "Server",
        &["about", "api", "owner", "register", "token", "unlisted"],
    ),
    ("Config", &["explain", "init"]),
    (
        "Play",
        &[
            "at_once",
            "bot_player",
            "colour",
            "fifty",
            "games",
            "lobby",
            "method",
            "model",
            "opponent",
            "replay",
            "ruleset",
            "seed",
            "shard",
            "size",
            "sprt",
            "start",
            "starts",
            "student",
        ],
    ),
    (
        "Openings, clocks and adjudication",
        &[
            "draw",
            "fen",
            "log",
            "opening_order",
            "opening_plies",
            "openings",
            "resign",
            "tc",
            "thoughts",
            "time_margin",
        ],
    ),
    (
        "Output",
        &[
            "compare",
            "dry_run",
            "filter",
            "history",
            "keep_tries",
            "no_plots",
            "out",
            "pgn",
            "reasons",
            "resume",
            "serve",
            "transcript",
            "watch",
        ],
    ),
    (
        "Records",
        &[
            "ended",
            "held_out",
            "language",
            "min_plies",
            "player",
            "rated_above",
            "ruleset_of_records",
            "time_control",
        ],
    ),
    (
        "Limits",
        &[
            "audit",
            "workers",
            "decisions",
            "depth",
            "for_",
            "iterations",
            "knowledge_sample",
            "limit",
            "patience",
            "ply_limit",
            "poll",
            "positions",
            "threads",
            "until",
        ],
    ),
];

/// The command with its flags under headings, if they are many.
pub(crate) fn grouped(command: clap::Command) -> clap::Command {
    if command.get_opts().count() <= MOST_UNGROUPED {
        return command;
    }
    command.mut_args(|arg| {
        let is_here = |(_, ids): &&(&str, &[&str])| ids.contains(&arg.get_id().as_str());
        let found = HEADINGS.iter().find(is_here).map(|(heading, _)| *heading);
        match found.filter(|_| !arg.is_positional()) {
            Some(heading) => arg.help_heading(heading),
            None => arg,
        }
    })
}

/// Flags that every command has.
#[derive(Args)]
pub(crate) struct Common {
    /// No progress and no notes; only results and errors.
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Print figures as one JSON object on standard output.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Flags of the config and the folder of a run.
#[derive(Args)]
pub(crate) struct RunFlags {
    /// Config of the run (TOML).
    #[arg(required_unless_present_any = ["explain", "init"])]
    pub config: Option<PathBuf>,
    /// Folder for the run's files; must not exist, but for --resume [default: results/NAME;
    /// results/NAME-seed-N if --seed differs from the config].
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Seed of all randomness [default: the config's].
    #[arg(long, value_parser = seed())]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub threads: Threads,
    #[command(flatten)]
    pub cluster: ClusterFlags,
    /// Continue a stopped run in its folder.
    #[arg(long)]
    pub resume: bool,
    /// Update the page of the run (report.html) while games are played; a browser loads it again
    /// by itself.
    #[arg(long)]
    pub watch: bool,
    /// Serve the folder over HTTP, read only and without a password: at a port of this machine, or at
    /// an address that others reach too.
    #[arg(long, value_name = "ADDRESS", requires = "watch")]
    pub serve: Option<Address>,
    /// Write tables and page without plots, and remove earlier ones.
    #[arg(long)]
    pub no_plots: bool,
    /// Explain all keys of a config, or KEY: meaning, type, range, default. Play nothing.
    #[arg(long, value_name = "KEY", num_args = 0..=1, default_missing_value = "",
        conflicts_with_all = ["config", "init"])]
    pub explain: Option<String>,
    /// Write a config with all keys and comments to a new FILE. Play nothing.
    #[arg(long, value_name = "FILE", conflicts_with = "config")]
    pub init: Option<PathBuf>,
}

/// `--seed` of commands without a config.
#[derive(Args, Clone, Copy)]
pub(crate) struct Seed {
    /// Seed of all randomness.
    #[arg(long, default_value_t = 1, value_parser = seed())]
    pub(crate) seed: u64,
}

/// `--threads`.
#[derive(Args, Clone, Copy)]
pub(crate) struct Threads {
    /// Number of threads [default: one for each core].
    #[arg(long, value_parser = threads)]
    threads: Option<usize>,
}

impl Threads {
    /// Number of threads.
    pub(crate) fn count(self) -> usize {
        self.threads.unwrap_or_else(cores)
    }

    /// Threads that play.
    pub(crate) fn pool(self) -> anyhow::Result<rayon::ThreadPool> {
        rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.unwrap_or(0))
            .build()
            .context("cannot start threads")
    }
}

/// Number of cores that this program may use.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Reads `--threads`.
fn threads(text: &str) -> Result<usize, String> {
    let cores = cores();
    let most = MOST_THREADS_OF_A_CORE * cores;
    let read = whole(1..=most, "");
    read(text).map_err(|_| {
        let cores = plural(cores as u64, "core");
        format!("must be a whole number from 1 to {most}: at most {MOST_THREADS_OF_A_CORE} for each of {cores}")
    })
}

/// `--ruleset` and `--language` of commands that read records of games.
#[derive(Args, Clone, Copy)]
pub(crate) struct RulesOfRecords {
    /// Ruleset of games that do not name one: transcripts, and PGN without the tag Ruleset [default:
    /// icc].
    #[arg(
        id = "ruleset_of_records",
        long = "ruleset",
        value_name = "RULESET",
        value_parser = kriegspiel("games of rbc are recognised by their format; leave --ruleset out")
    )]
    pub(crate) ruleset: Option<&'static Ruleset>,
    /// Language of the piece letters in PGN, such as de [default: English; for a game that does not
    /// fit, the one language that does].
    #[arg(long, value_name = "CODE")]
    pub(crate) language: Option<&'static Language>,
}

impl RulesOfRecords {
    /// Settings of reading records.
    pub(crate) fn reading(self) -> Reading {
        Reading {
            language: self.language,
            ..self.ruleset().into()
        }
    }

    /// The ruleset of games that do not name one.
    pub(crate) fn ruleset(self) -> &'static Ruleset {
        self.ruleset.unwrap_or(&ICC)
    }

    /// Refuses both flags for games of reconnaissance blind chess.
    ///
    /// # Errors
    /// One of them is given.
    pub(crate) fn refuse_for_recon(self) -> anyhow::Result<()> {
        let flag = match (self.ruleset, self.language) {
            (Some(_), _) => "--ruleset",
            (None, Some(_)) => "--language",
            (None, None) => return Ok(()),
        };
        Err(usage(format!("{flag} {OF_KRIEGSPIEL}")))
    }
}

/// Message on a flag that games of reconnaissance blind chess have no use for.
pub(crate) const OF_KRIEGSPIEL: &str =
    "is of Kriegspiel; these are games of reconnaissance blind chess";

/// Parser of rulesets of Kriegspiel; `right` is for a user who writes rbc.
pub(crate) fn kriegspiel(
    right: &'static str,
) -> impl Fn(&str) -> Result<&'static Ruleset, String> + Clone {
    move |text| match text {
        RBC => Err(right.to_owned()),
        _ => text
            .parse()
            .map_err(|error: UnknownRuleset| error.to_string()),
    }
}

/// Parser of whole numbers in `range`, described by `right`.
pub(crate) fn whole<T: FromStr + PartialOrd>(
    range: impl RangeBounds<T> + Clone,
    right: &'static str,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| match text.parse() {
        Ok(value) if range.contains(&value) => Ok(value),
        // A number that is too large, or negative without being allowed, is handled here, too.
        _ if is_whole(text) => Err(format!("must be {right}")),
        _ => Err(format!("must be a whole number {right}")),
    }
}

/// Whether a text is a whole number of any size.
fn is_whole(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// Parser of numbers in `range`, described by `right`.
pub(crate) fn number(
    range: impl RangeBounds<f64> + Clone,
    right: &'static str,
) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| {
        let value = text.parse().ok().filter(|value| range.contains(value));
        value.ok_or_else(|| format!("must be {right}"))
    }
}

/// Parser of whole numbers from 1.
pub(crate) fn at_least_one<T: FromStr + PartialOrd + From<u8> + Clone>()
-> impl Fn(&str) -> Result<T, String> + Clone {
    whole(T::from(1).., "at least 1")
}

/// Parser of seeds.
pub(crate) fn seed() -> impl Fn(&str) -> Result<u64, String> + Clone {
    whole(..1 << 53, "from 0 to 2^53-1")
}

/// Parser of `N` numbers with commas between them, such as `right`.
pub(crate) fn list<T: FromStr, const N: usize>(
    right: &'static str,
) -> impl Fn(&str) -> Result<[T; N], String> + Clone {
    move |text| {
        let numbers = text.split(',').map(|number| number.trim().parse());
        let numbers: Option<Vec<T>> = numbers.collect::<Result<_, _>>().ok();
        let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
        numbers.ok_or_else(|| right.to_owned())
    }
}

/// Parser of the units of a sequential test.
pub(crate) fn elo_model() -> impl TypedValueParser<Value = Model> {
    PossibleValuesParser::new(["logistic", "normalized"]).map(|name| match name.as_str() {
        "normalized" => Model::Normalized,
        _ => Model::Logistic,
    })
}

/// `all`, or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Amount {
    /// All.
    All,
    /// This number.
    Number(u64),
}

impl Amount {
    /// Parser of `all` and of numbers from `least`; others must be as `right` says.
    pub(crate) fn parser(
        least: u64,
        right: &'static str,
    ) -> impl Fn(&str) -> Result<Amount, String> + Clone {
        move |text| match (text, text.parse()) {
            ("all", _) => Ok(Amount::All),
            (_, Ok(number)) if number >= least => Ok(Amount::Number(number)),
            _ => Err(right.to_owned()),
        }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Amount::All => f.write_str("all"),
            Amount::Number(number) => number.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_their_range() {
        let plies = whole(2..=100_000_u32, "from 2 to 100000");
        assert_eq!(plies("2"), Ok(2));
        assert_eq!(plies("1").unwrap_err(), "must be from 2 to 100000");
        let fraction = plies("2.5").unwrap_err();
        assert_eq!(fraction, "must be a whole number from 2 to 100000");
        for whole in ["-2", "9999999999", "18446744073709551616"] {
            assert_eq!(plies(whole).unwrap_err(), "must be from 2 to 100000");
        }
        assert_eq!(seed()("9007199254740991"), Ok((1 << 53) - 1));
        assert!(seed()("9007199254740992").is_err());
        let pawns = number(0.0.., "a number of pawns, 0 or more");
        assert_eq!(pawns("0.5"), Ok(0.5));
        assert!(pawns("nan").is_err() && pawns("-1").is_err());
        let two = list::<f64, 2>("write two numbers, such as 0,10");
        assert_eq!(two("0, 10"), Ok([0.0, 10.0]));
        for wrong in ["5", "0,ten", "0,10,20", ""] {
            assert!(two(wrong).is_err(), "{wrong}");
        }
        let starts = Amount::parser(1, "write all, or a number of starts from 1");
        assert_eq!(starts("all"), Ok(Amount::All));
        assert_eq!(starts("7").unwrap().to_string(), "7");
        assert!(starts("0").is_err() && starts("some").is_err());
    }
}
