//! `darkforge rate`: ratings of all players in journals and PGN files.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;

use crate::cli::errors::{folder_error, usage};
use crate::cli::flags::Common;
use crate::cli::input::rated_games::Games;
use crate::cli::output::command_line::Again;
use crate::cli::output::rating_table;
use crate::cli::terminal::print;
use crate::report;
use crate::report::page::{self, About, State};
use darkforge_lab::config::VERSION;
use darkforge_lab::folder::RunFolder;
use darkforge_ratings::{RatingModel, RatingOptions, Ratings};

/// The command's flags.
#[derive(Args)]
#[command(
    after_help = "INPUT is the folder of a run, its journal, or a PGN file, of which only the tags White, Black and\nResult are needed: moves of any kind of chess are passed over. Players of one name are one player.\n\nExamples:\n  darkforge rate results/league\n  darkforge rate results/*/ games.pgn --model davidson --anchor random=0 --out results/ratings"
)]
pub(crate) struct Options {
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

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let rating = understand(options)?;
    if let Some(out) = &options.out {
        RunFolder::at(out).refuse_existing().map_err(folder_error)?;
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
