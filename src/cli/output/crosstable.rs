//! Summary of a tournament's games: scores between players, endings, and refused tries.

use std::collections::BTreeMap;

use crate::cli::screen::{Column, Screen, Table};
use crate::report::Crosstable;
use crate::report::seats::{moves, refused};
use darkforge_board::Color;
use darkforge_kriegspiel::umpire::Ending;
use darkforge_lab::bout::PlayedGame;
use darkforge_lab::journal::{Journal, JournalError};

/// Greatest number of players whose crosstable is printed.
const MOST_IN_TABLE: usize = 12;

/// All of it, for players of these names in this order; empty without a game.
///
/// # Errors
/// The journal cannot be read.
pub(crate) fn screen(names: &[&str], journal: &Journal) -> Result<Screen, JournalError> {
    let mut screen = Screen::new();
    if journal.is_empty() {
        return Ok(screen);
    }
    if names.len() <= MOST_IN_TABLE {
        screen.headline("  score % against");
        screen.table(crosstable(names, journal)?);
    }
    screen.table(endings(names, journal)?);
    Ok(screen)
}

/// Scores of the player of the row against that of the column, in percent.
fn crosstable(names: &[&str], journal: &Journal) -> Result<Table, JournalError> {
    let players: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let table = Crosstable::of_journal(&players, journal)?;
    let column = Column::number("", 4);
    Ok(Table::matrix(2, column, &players, |one, other| {
        let tally = table.tally(names[one], names[other]);
        if one == other || tally.games() == 0 {
            "-".to_owned()
        } else {
            format!("{:.1}", 100.0 * tally.score_estimate().value)
        }
    }))
}

/// Counts of a player's games.
#[derive(Clone, Default)]
struct Seen {
    moves: u64,
    refused: u64,
    /// Endings of games won, drawn and lost.
    ways: [BTreeMap<Ending, u64>; 3],
}

impl Seen {
    fn add(&mut self, game: &PlayedGame, color: Color) {
        self.moves += u64::from(moves(game, color));
        self.refused += u64::from(refused(game, color));
        let way = 2 - game.score(color).half_points();
        *self.ways[way].entry(game.ending).or_default() += 1;
    }

    /// Reasons, most frequent first.
    fn reasons(&self) -> String {
        let mut parts = Vec::new();
        for (way, said) in self.ways.iter().zip(["won by", "drawn by", "lost by"]) {
            let mut counts: Vec<(&Ending, &u64)> = way.iter().collect();
            counts.sort_by_key(|&(ending, count)| (std::cmp::Reverse(count), ending));
            let listed = counts
                .iter()
                .map(|(ending, count)| format!("{} {count}", ending.as_str().replace('_', " ")));
            if !counts.is_empty() {
                parts.push(format!("{said} {}", listed.collect::<Vec<_>>().join(", ")));
            }
        }
        parts.join("; ")
    }
}

/// A line for each player with a game.
fn endings(names: &[&str], journal: &Journal) -> Result<Table, JournalError> {
    let places: BTreeMap<&str, usize> = names.iter().copied().zip(0..).collect();
    let mut seen = vec![Seen::default(); names.len()];
    for game in journal.games() {
        let game = game?;
        for (name, color) in [(&game.white, Color::White), (&game.black, Color::Black)] {
            if let Some(&place) = places.get(name.as_str()) {
                seen[place].add(&game, color);
            }
        }
    }
    let columns = [
        Column::text("player", 0),
        Column::number("refused/move", 0),
        Column::text("why games ended", 0),
    ];
    let mut table = Table::new(2, columns);
    for (name, seen) in names.iter().zip(&seen) {
        let reasons = seen.reasons();
        if reasons.is_empty() {
            continue;
        }
        let refused = match seen.moves {
            0 => "-".to_owned(),
            moves => format!("{:.2}", seen.refused as f64 / moves as f64),
        };
        table.row([(*name).to_owned(), refused, reasons]);
    }
    Ok(table)
}
