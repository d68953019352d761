//! Files of the endgame laboratory: tables, plots, `run.toml`, the page.

use std::path::Path;

use serde::Serialize;

use crate::report::artifact::REPLAY;
use crate::report::endgame::{self, Lot};
use crate::report::page::{self, About, State};
use crate::report::plot::progress::Track;
use crate::report::{plots_folder, write_text};
use darkforge_lab::config::RunFile;
use darkforge_research::laboratory::Step;

/// `run.toml`: description of the run.
#[derive(Serialize)]
pub(crate) struct Played<'a> {
    pub(crate) version: &'a str,
    pub(crate) seed: u64,
    pub(crate) ruleset: &'a str,
    pub(crate) limit: u32,
    pub(crate) starts: String,
    pub(crate) endings: Vec<String>,
    pub(crate) methods: Vec<String>,
    pub(crate) opponents: Vec<&'a str>,
    /// The command that makes the folder again.
    #[serde(skip)]
    pub(crate) command: String,
}

/// Writes all files of the games in `lots` into the folder `out`.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write(
    out: &Path,
    played: &Played<'_>,
    lots: &[Lot],
    tracks: &[Track],
) -> anyhow::Result<()> {
    write_text(&out.join(RunFile::NAME), &toml::to_string(played)?)?;
    endgame::write(out, lots)?;
    endgame::draw(&plots_folder(out)?, lots, tracks)?;
    write_page(out, played, None)
}

/// Writes the drawing of one game and its page into the folder `out`.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write_replay(
    out: &Path,
    played: &Played<'_>,
    title: &str,
    steps: &[Step],
) -> anyhow::Result<()> {
    write_text(&out.join(REPLAY), &endgame::svg(title, steps))?;
    write_page(out, played, Some(title.to_owned()))
}

/// The page of the folder's files; the headline comes from the tables.
fn write_page(out: &Path, played: &Played<'_>, headline: Option<String>) -> anyhow::Result<()> {
    let endings = played.endings.iter().map(|one| one.to_uppercase());
    let about = About {
        job: "endgame".to_owned(),
        title: endings.collect::<Vec<_>>().join(", "),
        headline,
        notes: Vec::new(),
        command: played.command.clone(),
        version: played.version.to_owned(),
        seed: Some(played.seed),
    };
    about.write(out)?;
    page::write(out, State::Still)
}
