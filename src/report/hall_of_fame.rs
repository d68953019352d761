//! `hall_of_fame.csv`: the champions that met the reference, the best score first.
//!
//! The best of many scores is an overestimate; `proof.csv` has the champion's strength.

use std::path::Path;

use super::format::{percent, plural};
use super::plot::Caption;
use super::plot::marks::{self, Frame, MarkRow, Point};
use super::table::{Counts, EloInterval, row};
use darkforge_lab::tuner::{Evolution, Generation};
use darkforge_ratings::Tally;

/// Greatest number of drawn champions.
const DRAWN: usize = 30;

/// Champions with their games, the best first; of equal ones the earlier.
fn ranked(evolution: &Evolution) -> Vec<(&Generation, Tally)> {
    let finished = evolution.finished().iter();
    let mut ranked: Vec<(&Generation, Tally)> = finished
        .filter_map(|generation| Some((generation, generation.reference?)))
        .collect();
    ranked.sort_by(|(_, a), (_, b)| b.score().total_cmp(&a.score()));
    ranked
}

row! {
    /// A row for each champion that met the reference, the best first.
    Row in "hall_of_fame.csv" {
        rank: u32, generation: u32,
        /// Name of the champion, for which games are counted.
        champion: String,
        parent: Option<String>, opponent: String, counts: Counts, elo: EloInterval,
    }
}

/// The rows of all measured champions.
pub(super) fn rows(evolution: &Evolution) -> impl Iterator<Item = Row> {
    let opponent = &evolution.settings().reference.entrant.name;
    let rows = (1..).zip(ranked(evolution));
    rows.map(move |(rank, (generation, tally))| Row {
        rank,
        generation: generation.number,
        champion: generation.champion().name(),
        parent: generation.champion().parent_name(),
        opponent: opponent.clone(),
        counts: tally.into(),
        elo: tally.elo().into(),
    })
}

/// Draws the best champions; nothing before one was measured.
///
/// # Errors
/// The file cannot be written.
pub(super) fn draw(stem: &Path, evolution: &Evolution) -> anyhow::Result<()> {
    let ranked = ranked(evolution);
    let rows: Vec<MarkRow> = ranked
        .iter()
        .take(DRAWN)
        .map(|(generation, tally)| {
            let score = tally.score_estimate();
            MarkRow {
                label: format!(
                    "{} of generation {}",
                    generation.champion().name(),
                    generation.number
                ),
                points: vec![Point {
                    series: 0,
                    value: 100.0 * score.value,
                    interval: Some((100.0 * score.lo, 100.0 * score.hi)),
                }],
            }
        })
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    let opponent = &evolution.settings().reference.entrant.name;
    let title = format!("The best champions by their score against {opponent}");
    let (best, tally) = &ranked[0];
    let above = ranked
        .iter()
        .filter(|(_, tally)| tally.score_estimate().lo > 0.5)
        .count();
    let sentence = format!(
        "The best of {} that met {opponent} is {} of generation {}: {} over {}; of {above} the whole interval \
         lies above even.",
        plural(ranked.len() as u64, "champion"),
        best.champion().name(),
        best.number,
        percent(tally.score_estimate()),
        plural(tally.games(), "game"),
    );
    let caption = Caption {
        title: &title,
        sentence: &sentence,
    };
    let frame = Frame {
        x_name: "score (%): the best of many scores is an overestimate",
        series: &["score with its 95 % interval"],
        neutral: Some((50.0, "even")),
    };
    marks::draw(stem, &caption, &frame, &rows)
}
