//! Files of the endgame laboratory: tables, plots, `run.toml`, the page.

use std::path::Path;

use crate::report::endgame::{self, Lot, Played};
use crate::report::names::REPLAY;
use crate::report::page::{self, About, State};
use crate::report::plot::progress::Track;
use crate::report::{Drawn, plots_folder, write_text};
use darkforge_lab::config::RunFile;
use darkforge_research::laboratory::Step;

/// Writes all files of the games in `lots` into the folder `out`; `command` makes them again.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write(
    out: &Path,
    played: &Played,
    command: String,
    lots: &[Lot],
    tracks: &[Track],
) -> anyhow::Result<()> {
    write_text(&out.join(RunFile::NAME), &toml::to_string(played)?)?;
    endgame::write(out, lots)?;
    if let Some(plots) = plots_folder(out, Drawn::Plots)? {
        endgame::draw(&plots, lots, tracks)?;
    }
    write_page(out, played, command, None)
}

/// Writes the drawing of one game and its page into the folder `out`; `command` makes them again.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write_replay(
    out: &Path,
    played: &Played,
    command: String,
    title: &str,
    steps: &[Step],
) -> anyhow::Result<()> {
    write_text(&out.join(REPLAY), &endgame::svg(title, steps))?;
    write_page(out, played, command, Some(title.to_owned()))
}

/// The page of the folder's files; the headline comes from the tables.
fn write_page(
    out: &Path,
    played: &Played,
    command: String,
    headline: Option<String>,
) -> anyhow::Result<()> {
    let endings = played.endings.iter().map(|one| one.to_uppercase());
    let about = About {
        job: "endgame".to_owned(),
        title: endings.collect::<Vec<_>>().join(", "),
        headline,
        notes: Vec::new(),
        command,
        version: played.version.clone(),
        seed: Some(played.seed),
    };
    about.write(out)?;
    page::write(out, State::Still)
}
