//! What the endgame laboratory leaves in a folder: tables, plots, `run.toml`, the page.

use std::path::Path;

use serde::Serialize;

use crate::cli::commands::endgame::{Options, Plan};
use crate::cli::errors::usage;
use crate::cli::output::command_line::Again;
use crate::report::artifact::REPLAY;
use crate::report::endgame::{self, Lot};
use crate::report::page::{self, About, State};
use crate::report::plot::progress::Track;
use crate::report::write_whole;
use darkforge_lab::config::{RunFile, VERSION};
use darkforge_research::laboratory::Step;

/// `run.toml`: what was played.
#[derive(Serialize)]
struct Played<'a> {
    version: &'a str,
    seed: u64,
    ruleset: &'a str,
    limit: u32,
    starts: &'a str,
    endings: Vec<String>,
    methods: Vec<String>,
    opponents: Vec<&'a str>,
}

fn make(out: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(out)
        .map_err(|error| usage(format!("--out {}: cannot make it: {error}", out.display())))
}

/// Writes all files of the games in `lots` into the folder `out`, which it makes.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write(
    out: &Path,
    options: &Options,
    plan: &Plan,
    lots: &[Lot],
    tracks: &[Track],
) -> anyhow::Result<()> {
    make(out)?;
    let played = Played {
        version: VERSION,
        seed: options.seed,
        ruleset: plan.rules.ruleset.name,
        limit: plan.rules.limit,
        starts: &options.starts,
        endings: plan.endings.iter().map(ToString::to_string).collect(),
        methods: plan.methods.iter().map(ToString::to_string).collect(),
        opponents: plan.opponents.iter().map(|one| one.as_str()).collect(),
    };
    let text = toml::to_string(&played)?;
    write_whole(&out.join(RunFile::NAME), |file| {
        Ok(file.write_all(text.as_bytes())?)
    })?;
    endgame::write(out, lots)?;
    let plots = out.join("plots");
    make(&plots)?;
    endgame::draw(&plots, lots, tracks)?;
    write_page(out, options, plan, None)
}

/// Writes the drawing of one game and its page into the folder `out`, which it makes.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write_replay(
    out: &Path,
    options: &Options,
    plan: &Plan,
    title: &str,
    steps: &[Step],
) -> anyhow::Result<()> {
    make(out)?;
    let drawing = endgame::svg(title, steps);
    write_whole(&out.join(REPLAY), |file| {
        Ok(file.write_all(drawing.as_bytes())?)
    })?;
    write_page(out, options, plan, Some(title.to_owned()))
}

/// The page, of what lies in the folder; the headline of games is made from their tables.
fn write_page(
    out: &Path,
    options: &Options,
    plan: &Plan,
    headline: Option<String>,
) -> anyhow::Result<()> {
    let endings = plan.endings.iter().map(|one| one.as_str().to_uppercase());
    let about = About {
        job: "endgame".to_owned(),
        title: endings.collect::<Vec<_>>().join(", "),
        headline,
        command: command(options),
        version: VERSION.to_owned(),
        seed: Some(options.seed),
    };
    about.write(out)?;
    page::write(out, State::Still)
}

fn command(options: &Options) -> String {
    let command = Again::of("endgame")
        .words(&options.ending)
        .flag("method", &options.method)
        .flag("depth", options.depth)
        .flag("opponent", &options.opponent);
    let command = match &options.replay {
        Some(start) => command.flag("replay", [start]),
        None => command.flag("starts", [&options.starts]),
    };
    let command = command.flag("ruleset", &options.ruleset);
    let command = if options.fifty {
        command.words(["--fifty"])
    } else {
        command
    };
    command
        .flag("limit", options.limit)
        .flag("seed", [options.seed])
        .line()
}
