//! `purposes.csv`: games of each generation by purpose.

use std::path::Path;

use super::format::{listed, part, plural};
use super::plot::Caption;
use super::plot::outcomes::{self, OutcomeShares};
use super::table::{Each, Names, row};
use darkforge_lab::tuner::{Evolution, Purpose};

/// Games of each finished generation by purpose.
pub(super) fn spent(evolution: &Evolution) -> Vec<[u64; Purpose::ALL.len()]> {
    let mut spent = vec![[0; Purpose::ALL.len()]; evolution.finished().len()];
    for result in evolution.results() {
        let purpose = Purpose::ALL.iter().position(|&p| p == result.purpose);
        let row = spent.get_mut(result.generation as usize);
        if let (Some(purpose), Some(row)) = (purpose, row) {
            row[purpose] += result.tally.games();
        }
    }
    spent
}

/// The purposes of games.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ByPurpose;

impl Names for ByPurpose {
    fn all() -> Vec<String> {
        Purpose::ALL
            .map(|purpose| purpose.as_str().to_owned())
            .to_vec()
    }
}

row! {
    /// A row for each generation.
    Row in "purposes.csv" {
        generation: usize,
        /// Games played for this purpose.
        purposes: Each<ByPurpose, u64>,
        /// All games of the generation.
        games: u64,
    }
}

/// The rows of all generations.
pub(super) fn rows(spent: &[[u64; Purpose::ALL.len()]]) -> impl Iterator<Item = Row> {
    spent.iter().enumerate().map(|(generation, games)| Row {
        generation,
        purposes: games.iter().copied().collect(),
        games: games.iter().sum(),
    })
}

/// Draws them, with the sum of all generations first.
///
/// # Errors
/// The file cannot be written.
pub(super) fn draw(stem: &Path, spent: &[[u64; Purpose::ALL.len()]]) -> anyhow::Result<()> {
    let rows: Vec<OutcomeShares> = spent
        .iter()
        .enumerate()
        .map(|(generation, games)| OutcomeShares {
            label: generation.to_string(),
            counts: games.to_vec(),
        })
        .collect();
    let totals = |purpose: usize| spent.iter().map(|games| games[purpose]).sum::<u64>();
    let names: Vec<String> = Purpose::ALL
        .iter()
        .enumerate()
        .map(|(index, purpose)| format!("{}: {}", purpose.as_str(), totals(index)))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let title = "What the games of each generation were played for";
    let all: u64 = (0..Purpose::ALL.len()).map(totals).sum();
    let parts: Vec<String> = Purpose::ALL
        .iter()
        .enumerate()
        .filter(|&(index, _)| totals(index) > 0)
        .map(|(index, purpose)| format!("{} for {}", part(totals(index), all), purpose.as_str()))
        .collect();
    let sentence = format!(
        "{} were played in {}: {}.",
        plural(all, "game"),
        plural(spent.len() as u64, "generation"),
        listed(&parts)
    );
    let caption = Caption {
        title,
        sentence: &sentence,
    };
    outcomes::draw(stem, &caption, "generation", &names, &rows)
}
