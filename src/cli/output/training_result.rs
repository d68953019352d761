//! Figures of a training for people, and as JSON.

use std::path::Path;

use crate::cli::screen::{Column, Screen, Table};
use crate::report::object::{Nested, object};
use crate::report::training::{AccuracyRow, Crossed, accuracy};
use darkforge_synoptic::network::Loss;
use darkforge_synoptic::train::Trainer;

object! {
    /// Figures of a training.
    TrainingFigures {
        /// The network's file.
        network: String,
        /// Steps taken.
        steps: u32,
        /// Accuracy of each headset on the validation games of each.
        accuracy: Vec<Nested<AccuracyRow>>,
    }
}

/// The figures as JSON.
pub(crate) fn figures(
    network: &Path,
    trainer: &Trainer<'_>,
    crossed: &[Crossed],
) -> TrainingFigures {
    TrainingFigures {
        network: network.display().to_string(),
        steps: trainer.step(),
        accuracy: accuracy(crossed).into_iter().map(Nested).collect(),
    }
}

/// A table of each headset on the games of each.
fn table(crossed: &[Crossed], of: impl Fn(&Loss) -> (f64, f64)) -> Table {
    let mut names: Vec<&str> = Vec::new();
    for one in crossed {
        if !names.contains(&one.games.as_str()) {
            names.push(&one.games);
        }
    }
    let columns = names.iter().map(|name| Column::number(name, 5));
    let mut table = Table::new(2, [Column::words("headset", 7)].into_iter().chain(columns));
    for headset in &names {
        let cells = crossed
            .iter()
            .filter(|one| one.headset == *headset)
            .map(|one| {
                let (part, all) = of(&one.loss);
                format!("{:.1}", 100.0 * part / all.max(1.0))
            });
        table.row([(*headset).to_owned()].into_iter().chain(cells));
    }
    table
}

/// The figures for people.
pub(crate) fn screen(network: &Path, trainer: &Trainer<'_>, crossed: &[Crossed]) -> Screen {
    let mut screen = Screen::new();
    screen.headline(
        "first choices that are the player's, in %, of each headset (row) on each one's games",
    );
    screen.table(table(crossed, |loss| (loss.first, loss.count)));
    screen.headline("choices of the player among the first five, in %");
    screen.table(table(crossed, |loss| (loss.five, loss.count)));
    screen.headline("decided examples whose winner the value names, in %");
    screen.table(table(crossed, |loss| (loss.winner, loss.decided)));
    screen.line(format!(
        "{} steps; the network is {}",
        trainer.step(),
        network.display()
    ));
    screen
}

/// The sums of a loss, for a file.
pub(crate) fn sums_of(loss: &Loss) -> Vec<f64> {
    vec![
        loss.count,
        loss.policy,
        loss.value,
        loss.soon,
        loss.pieces,
        loss.first,
        loss.five,
        loss.decided,
        loss.winner,
    ]
}

/// The loss with these sums.
pub(crate) fn loss_of(sums: &[f64]) -> Loss {
    let sum = |place: usize| sums.get(place).copied().unwrap_or(0.0);
    Loss {
        count: sum(0),
        policy: sum(1),
        value: sum(2),
        soon: sum(3),
        pieces: sum(4),
        first: sum(5),
        five: sum(6),
        decided: sum(7),
        winner: sum(8),
    }
}
