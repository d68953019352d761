//! Headlines: the most important line of a page, with its notes.

mod endgame;
mod evolution;
mod imitation;
mod rating;
mod training;
pub(crate) mod tournament;
pub(super) mod versus;

use std::path::Path;

use super::data::Csv;
use super::is_own_file;
use super::source::{Kind, Source};
use crate::report::clock;
use crate::report::collection::{Figures, read_figures};
use crate::report::endgame::SummaryRow;
use crate::report::format::{duration, percent, plural};
use crate::report::imitation::AgreementRow;
use crate::report::ratings;
use crate::report::summary::EvolutionSummary;
use crate::report::table::FileRow as _;
use crate::report::training::AccuracyRow;
use darkforge_lab::config::Job;
use darkforge_ratings::Estimate;

/// The headline with its notes.
#[derive(Debug, Default)]
pub(super) struct Said {
    pub(super) headline: String,
    /// Playing time, if recorded.
    pub(super) time: Option<String>,
    /// Notes to it.
    pub(super) notes: Vec<String>,
}

/// The headline of the run in `folder`, which has this number of games.
///
/// # Errors
/// If a table for it cannot be read.
pub(super) fn of(folder: &Path, source: &Source, games: u64) -> anyhow::Result<Said> {
    match &source.kind {
        Kind::Run { run, .. } => {
            let (said, games) = match &run.job {
                Job::Evolve(config) => {
                    let summary = EvolutionSummary::read(folder, config, games)?;
                    (evolution::of(&summary, run), summary.games)
                }
                Job::Match(config) => (versus::of(folder, config, games)?, games),
                Job::Tournament(config) => {
                    let format = config.format.as_str();
                    let share = run.share.as_deref();
                    (tournament::of(folder, format, share, games)?, games)
                }
            };
            let time = time(folder, games);
            Ok(Said { time, ..said })
        }
        Kind::Other { about, .. } => {
            let mut said = match &about.headline {
                Some(headline) => Said {
                    headline: headline.clone(),
                    ..Said::default()
                },
                None => derived(folder, source)?,
            };
            said.notes.extend(about.notes.iter().cloned());
            Ok(said)
        }
    }
}

/// Job and headline of the run in `folder`, from its tables alone, with notes.
///
/// # Errors
/// If the folder does not name its job, or a table for it cannot be read.
pub(super) fn of_folder(folder: &Path) -> anyhow::Result<(String, Said)> {
    let source = Source::read(folder)?;
    let games = folder.join("games.csv");
    let games = if is_own_file(&games)? {
        Csv::read(&games, &mut 0)?.count
    } else {
        0
    };
    let said = of(folder, &source, games)?;
    Ok((source.job, said))
}

/// The headline of a folder without a journal, from its tables.
fn derived(folder: &Path, source: &Source) -> anyhow::Result<Said> {
    let said = match source.job.as_str() {
        "endgame" => Some(SummaryRow::read(folder)?)
            .filter(|summary| !summary.is_empty())
            .map(|summary| endgame::of(&summary)),
        "rate" => Some(rating::of(&ratings::Row::read(folder)?)),
        "imitate" => {
            let agreement = AgreementRow::read(folder)?;
            Some(imitation::of(&source.title, &agreement))
        }
        "train" => Some(training::of(&source.title, &AccuracyRow::read(folder)?)),
        _ => None,
    };
    if let Some(said) = said {
        return Ok(said);
    }
    let headline = collection(&read_figures(folder)?);
    Ok(Said {
        headline: headline.unwrap_or_else(|| source.title.clone()),
        ..Said::default()
    })
}

/// Playing time of the games. A killed run may lack the time of its last games.
fn time(folder: &Path, games: u64) -> Option<String> {
    let sittings = clock::read(folder);
    let seconds: f64 = sittings.iter().map(|sitting| sitting.seconds).sum();
    let timed: u64 = sittings.iter().map(|sitting| sitting.games).sum();
    let time = duration(seconds);
    match timed {
        0 => None,
        _ if timed >= games => Some(time),
        _ => Some(format!("more than {time}")),
    }
}

/// `1,000 games: White wins 45.1 % (42.0..48.2), ...`.
fn collection(figures: &Figures) -> Option<String> {
    let shares = [
        ("outcome.white_wins", "White wins"),
        ("outcome.black_wins", "Black wins"),
        ("outcome.draws", "drawn"),
    ];
    let said = shares.into_iter().filter_map(|(name, words)| {
        let figure = figures.get(name)?;
        let (value, (lo, hi)) = (figure.value, figure.interval?);
        Some(format!("{words} {}", percent(Estimate { value, lo, hi })))
    });
    let said: Vec<String> = said.collect();
    let games = figures.get(shares[0].0)?.games?;
    Some(format!("{}: {}", plural(games, "game"), said.join(", ")))
}
