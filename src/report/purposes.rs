//! `purposes.csv`: games that each generation spent on what.

use std::path::Path;

use super::plot::outcomes::{self, OutcomeShares};
use super::table::{header, write_csv};
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

/// Writes the file.
///
/// # Errors
/// Those of the file.
pub(super) fn write(path: &Path, spent: &[[u64; Purpose::ALL.len()]]) -> anyhow::Result<()> {
    let mut columns = header("generation");
    columns.extend(Purpose::ALL.map(|purpose| purpose.as_str().to_owned()));
    columns.push("games".to_owned());
    let rows = spent.iter().enumerate().map(|(generation, games)| {
        let mut fields = vec![generation.to_string()];
        fields.extend(games.map(|games| games.to_string()));
        fields.push(games.iter().sum::<u64>().to_string());
        fields
    });
    write_csv(path, &columns, rows)
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
    outcomes::draw(stem, title, "generation", &names, &rows)
}
