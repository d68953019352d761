//! `report.html`: one page of a run that opens from disk without a network or other files. It is
//! made from the files in the run's folder (CSV files, plots and `run.toml`) alone, so it can be
//! made again at any time.
//!
//! The job is in `run.toml`, or for folders without a journal in `about.toml` ([`About`]). The page
//! has the same bytes in every repetition of a run, except its times, which are in elements with
//! the attribute `data-clock`.
//!
//! ```
//! use darkforge::report::page::{self, About, State};
//!
//! let folder = tempfile::tempdir()?;
//! let about = About {
//!     job: "stats".to_owned(),
//!     title: "games.pgn".to_owned(),
//!     headline: Some("2 games".to_owned()),
//!     notes: Vec::new(),
//!     command: "darkforge stats games.pgn".to_owned(),
//!     version: "1.0.0".to_owned(),
//!     seed: None,
//! };
//! about.write(folder.path())?;
//! page::write(folder.path(), State::Still)?;
//! let page = std::fs::read_to_string(folder.path().join("report.html"))?;
//! assert!(page.contains("2 games"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod config;
mod drawing;
mod left_out;
mod pulse;
mod svg_reduction;
mod plots;
mod replay;
mod side_by_side;
mod tables;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::path::Path;

pub use super::about::About;
pub use config::shell_line;
pub use left_out::LeftOut;
pub use pulse::Pulse;

use super::headline;
use super::html::{self, Asks, escape};
use super::names::PAGE;
use super::source::Source;
use super::write_text;

/// Seconds after which the page of a running run reloads itself, and is written again if the run is
/// watched.
pub const REFRESH: u32 = 10;
/// Place of the pulse. No foreign text on a page can have it: there `<` is escaped.
const PULSE: &str = "<!-- pulse -->";

const TEMPLATE: &str = include_str!("parts/page.html");
const STYLE: &str = include_str!("parts/page.css");
const SORTING: &str = include_str!("parts/sorting.js");
const REFRESHING: &str = include_str!("parts/refreshing.js");

/// State of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It ended or was stopped.
    Still,
    /// Games are played: the page reloads itself from time to time.
    UnderWay,
    /// The same, and the page has a pulse.
    Watched,
}

/// The page of a run, with a place for its pulse.
#[derive(Clone, Debug)]
pub struct Page {
    before: String,
    after: String,
    left_out: Vec<LeftOut>,
}

impl Page {
    /// The page of the run in `folder`.
    ///
    /// # Errors
    /// If the folder does not name its job, or a file of it cannot be read.
    pub fn of(folder: &Path, state: State) -> anyhow::Result<Page> {
        let (page, left_out) = text_of(folder, state)?;
        let (before, after) = page.split_once(PULSE).unwrap_or((&page, ""));
        Ok(Page {
            before: before.to_owned(),
            after: after.to_owned(),
            left_out,
        })
    }

    /// Files of the folder that it leaves out. Its notes name them too.
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// Writes it into `folder` with the pulse of a run that is watched.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, folder: &Path, pulse: Option<&Pulse>) -> anyhow::Result<()> {
        let pulse = pulse.map(Pulse::html).unwrap_or_default();
        let text = [&self.before, pulse.as_str(), &self.after].concat();
        write_text(&folder.join(PAGE), &text)
    }
}

/// Writes the page of the run in `folder`.
///
/// # Errors
/// If the folder does not name its job, a file of it cannot be read, or the page cannot be written.
pub fn write(folder: &Path, state: State) -> anyhow::Result<()> {
    Page::of(folder, state)?.write(folder, None)
}

/// The page, and the files that it leaves out.
fn text_of(folder: &Path, state: State) -> anyhow::Result<(String, Vec<LeftOut>)> {
    let source = Source::read(folder)?;
    let (tables, mut left_out) = tables::found(folder)?;
    let (plots, foreign) = plots::found(folder, &source.job)?;
    left_out.extend(foreign);
    let (replay, foreign) = replay::html(folder)?;
    left_out.extend(foreign);
    let compared = side_by_side::html(folder, &source.job);
    let compared = compared.unwrap_or_else(|error| {
        let problem = format!("nothing stands side by side: {error:#}");
        left_out.push(LeftOut::damaged(problem));
        String::new()
    });
    let games = tables.iter().find(|table| table.data.name == "games");
    let games = games.map_or(0, |table| table.data.count);
    let mut said = headline::of(folder, &source, games).unwrap_or_else(|error| {
        // A table that is damaged is told of already.
        if !left_out.iter().any(|file| file.is_damage) {
            left_out.insert(0, LeftOut::unread(format!("{error:#}")));
        }
        headline::Said {
            headline: source.title.clone(),
            ..headline::Said::default()
        }
    });
    let problems = left_out.iter().map(|file| file.problem.clone());
    said.notes.extend(problems);
    let under_way = state != State::Still;
    let asks = if under_way {
        Asks::ForItself
    } else {
        Asks::Nothing
    };
    let mut script = SORTING.to_owned();
    if under_way {
        script += REFRESHING;
    }
    let headline = escape(&said.headline) + &clock(said.time.as_deref());
    let champion = config::champion(&source, folder);
    let parts = [
        (
            "title",
            escape(&format!("{}: darkforge {}", source.title, source.job)),
        ),
        ("refresh", if under_way { refresh() } else { String::new() }),
        ("font", plots::font_face(&plots)),
        ("style", STYLE.to_owned()),
        (
            "kind",
            escape(&format!("darkforge {} · {}", source.job, source.title)),
        ),
        ("headline", headline),
        ("notes", notes(&said.notes, state)),
        (
            "contents",
            contents(&tables, &plots, &replay, &compared, &champion),
        ),
        ("plots", plots::html(&plots, &tables)),
        ("replay", replay),
        ("tables", compared + &tables::html(&tables)),
        ("config", champion + &config::html(&source)),
    ];
    let parts = parts.each_ref().map(|(name, text)| (*name, text.as_str()));
    Ok((html::page(TEMPLATE, &script, asks, &parts), left_out))
}

/// Playing time, in an element that is known to vary.
fn clock(time: Option<&str>) -> String {
    time.map_or_else(String::new, |time| {
        format!("<span data-clock>, {}</span>", escape(time))
    })
}

/// For browsers without scripts; with scripts, the script reloads the page and can be stopped.
fn refresh() -> String {
    format!("<noscript><meta http-equiv=\"refresh\" content=\"{REFRESH}\"></noscript>\n")
}

fn notes(notes: &[String], state: State) -> String {
    let mut html = String::new();
    if state == State::Watched {
        html += PULSE;
    }
    if state != State::Still {
        let _ = writeln!(
            html,
            "<p class=\"note\" id=\"underway\" data-seconds=\"{REFRESH}\">In progress when this page was made: these \
             are the games until then. <label hidden><input type=\"checkbox\" checked> Read this page again \
             every {REFRESH} seconds</label></p>"
        );
    }
    for note in notes {
        let _ = writeln!(html, "<p class=\"note\">{}</p>", escape(note));
    }
    html
}

/// Links to the parts of the page.
fn contents(
    tables: &[tables::Table],
    plots: &[plots::Plot],
    replay: &str,
    compared: &str,
    champion: &str,
) -> String {
    let parts = [
        ("plots", "Plots", !plots.is_empty()),
        ("replay", "Replay", !replay.is_empty()),
        ("compared", "Side by side", !compared.is_empty()),
        ("tables", "Tables", !tables.is_empty()),
        ("champion", "Play the champion", !champion.is_empty()),
        ("config", "Config", true),
        ("again", "How to reproduce", true),
    ];
    let mut html = String::new();
    for (id, name, _) in parts.into_iter().filter(|(.., there)| *there) {
        let _ = writeln!(html, "<a href=\"#{id}\">{name}</a>");
    }
    html
}
