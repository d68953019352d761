//! Summary of a tournament's games: scores between players, endings, and refused tries.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::report::Crosstable;
use crate::report::refused::{moves, refused};
use darkforge_board::Color;
use darkforge_kriegspiel::umpire::Ending;
use darkforge_lab::bout::PlayedGame;
use darkforge_lab::journal::Journal;

/// Greatest number of players whose crosstable is printed.
const MOST_IN_TABLE: usize = 12;

/// The whole text, for players of these names in this order; empty without a game.
pub(crate) fn text(names: &[&str], journal: &Journal) -> String {
    if journal.is_empty() {
        return String::new();
    }
    let mut text = String::new();
    if names.len() <= MOST_IN_TABLE {
        text += &crosstable(names, journal);
    }
    text + &endings(names, journal)
}

/// Scores of the player of the row against that of the column, in percent.
fn crosstable(names: &[&str], journal: &Journal) -> String {
    let players: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let table = Crosstable::of_journal(&players, journal);
    let mut text = "  score % against\n      ".to_owned();
    for place in 1..=names.len() {
        let _ = write!(text, "{place:>7}");
    }
    text.push('\n');
    for (place, one) in names.iter().enumerate() {
        let _ = write!(text, "  {:4}", place + 1);
        for other in names {
            let tally = table.tally(one, other);
            let cell = if one == other || tally.games() == 0 {
                "-".to_owned()
            } else {
                format!("{:.1}", 100.0 * tally.score_estimate().value)
            };
            let _ = write!(text, "{cell:>7}");
        }
        let _ = writeln!(text, "  {one}");
    }
    text
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
fn endings(names: &[&str], journal: &Journal) -> String {
    let places: BTreeMap<&str, usize> = names.iter().copied().zip(0..).collect();
    let mut seen = vec![Seen::default(); names.len()];
    for game in journal.games() {
        for (name, color) in [(&game.white, Color::White), (&game.black, Color::Black)] {
            if let Some(&place) = places.get(name.as_str()) {
                seen[place].add(game, color);
            }
        }
    }
    let widest = names.iter().map(|name| name.chars().count()).max();
    let wide = widest.unwrap_or(0).max("player".len());
    let mut text = format!(
        "  {:wide$}  refused tries a move, and why games ended\n",
        "player"
    );
    for (name, seen) in names.iter().zip(&seen) {
        let reasons = seen.reasons();
        if reasons.is_empty() {
            continue;
        }
        let refused = match seen.moves {
            0 => "-".to_owned(),
            moves => format!("{:.2}", seen.refused as f64 / moves as f64),
        };
        let _ = writeln!(text, "  {name:wide$}  {refused:>5}  {reasons}");
    }
    text
}
