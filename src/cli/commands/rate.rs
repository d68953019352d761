//! `darkforge rate`: ratings of all players in journals and PGN files.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::cli::errors::usage;
use crate::cli::flags::{Common, finish_folder, new_folder};
use crate::cli::input::rated_games::{Games, no_game};
use crate::cli::output::command_line::CommandLine;
use crate::cli::output::rating_result;
use crate::cli::terminal::{print_json, show};
use crate::report;
use crate::report::page::{self, About, State};
use darkforge_lab::config::VERSION;
use darkforge_ratings::{RatingModel, RatingOptions, Ratings};

/// Rate all players of runs and PGN files, with intervals.
#[derive(Args)]
#[command(
    after_help = "INPUT is the folder of a run, its journal, or a PGN file with the tags White, Black and Result; moves are ignored, so any chess variant can be rated. Players with the same name are one player. Different players with the same name in different runs, and individuals of several evolutions, are named RUN#NAME.\n\nExamples:\n  darkforge rate results/league\n  darkforge rate results/*/ games.pgn --model davidson --anchor random=0 --out results/ratings"
)]
pub(crate) struct Options {
    /// Run folders, journals and PGN files.
    #[arg(required = true)]
    input: Vec<PathBuf>,
    /// Rating model.
    #[arg(long, value_name = "MODEL", default_value = "bradley-terry", value_parser = model())]
    model: RatingModel,
    /// Player with a given rating; may be repeated [default: the mean is 0].
    #[arg(long, value_name = "NAME=ELO", value_parser = anchor)]
    anchor: Vec<(String, f64)>,
    /// Folder for CSV files, plots and their page; must not exist.
    #[arg(long)]
    out: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let rating = understand(options)?;
    let folder = new_folder(options.out.as_deref())?;
    let games = Games::read(&options.input)?;
    if let (0, Some(path)) = (games.seen(), games.empty.first()) {
        return Err(usage(no_game(path)));
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
        report::results_between(out, &ratings, &games.table, report::Drawn::Plots)?;
        about(options).write(out)?;
        page::write(out, State::Still)?;
    }
    finish_folder(folder)?;
    let transitivity = ratings.transitivity(&games.table.pool());
    let figures = rating_result::figures(&ratings, &transitivity, &games);
    if options.common.json {
        return print_json(&figures);
    }
    if !options.common.quiet {
        games.tell_what_is_left_out();
    }
    let mut screen = rating_result::screen(&figures, &rating.anchors);
    if let Some(out) = &options.out {
        screen.line(format!("files: {}", out.display()));
    }
    show(&screen)
}

/// Description of the tables' origin, for the page.
fn about(options: &Options) -> About {
    let inputs = options.input.iter().map(|path| path.display().to_string());
    let inputs: Vec<String> = inputs.collect();
    About {
        job: "rate".to_owned(),
        title: inputs.join(", "),
        headline: None,
        notes: Vec::new(),
        command: CommandLine::of("rate")
            .words(&inputs)
            .flag("model", [options.model.as_str()])
            .flag(
                "anchor",
                options
                    .anchor
                    .iter()
                    .map(|(name, elo)| format!("{name}={elo}")),
            )
            .again(),
        version: VERSION.to_owned(),
        seed: None,
    }
}

/// Parser of rating models.
fn model() -> impl TypedValueParser<Value = RatingModel> {
    let names = RatingModel::ALL.map(RatingModel::as_str);
    PossibleValuesParser::new(names).map(|name| {
        let known = RatingModel::ALL.into_iter();
        let mut known = known.filter(|model| model.as_str() == name);
        known.next().unwrap_or(RatingModel::BradleyTerry)
    })
}

/// Reads a player's given rating.
fn anchor(text: &str) -> Result<(String, f64), String> {
    // A player's name may contain equal signs.
    let pair = text.rsplit_once('=');
    let pair = pair.and_then(|(name, elo)| Some((name.to_owned(), elo.trim().parse().ok()?)));
    match pair {
        Some((_, elo)) if !(-10_000.0..=10_000.0).contains(&elo) => {
            Err("the rating must be from -10000 to 10000".to_owned())
        }
        pair => pair.ok_or_else(|| "write NAME=ELO, such as random=0".to_owned()),
    }
}

fn understand(options: &Options) -> anyhow::Result<RatingOptions> {
    let anchors = &options.anchor;
    for (index, (name, elo)) in anchors.iter().enumerate() {
        if anchors[..index].iter().any(|(known, _)| known == name) {
            return Err(usage(format!(
                "--anchor {name}={elo}: {name} is anchored twice"
            )));
        }
    }
    Ok(RatingOptions {
        model: options.model,
        anchors: anchors.clone(),
        ..RatingOptions::default()
    })
}
