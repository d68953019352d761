//! `moves.csv`, `summary.csv`, and the plots.

use std::path::Path;

use super::summary::WITHIN;
use super::{Lot, Mean, Summary};
use crate::report::format::{plural, thousands};
use crate::report::plot::Caption;
use crate::report::plot::progress::{self, Track};
use crate::report::plot::series::{self, Line, Words};
use crate::report::table::{Each, FileRow as _, Interval, Names, ShareInterval, row};
use darkforge_ratings::EloEstimate;
use darkforge_research::laboratory::Outcome;

/// Greatest number of lines in a plot.
const LINES: usize = 5;
/// Most columns of a plot of moves; [`WIDTHS`] are their widths.
const MOST_COLUMNS: u32 = 50;
/// See [`MOST_COLUMNS`].
const WIDTHS: [u32; 8] = [1, 2, 5, 10, 20, 50, 100, 1000];

row! {
    /// A row for each start, method and opponent.
    MovesRow in "moves.csv" {
        ending: String, method: String,
        /// Position from which the game began, as FEN.
        start: String,
        /// Model of the lone king.
        opponent: String,
        /// White's moves to mate; empty for games without mate.
        moves: Option<u32>,
        /// Outcome: a name of the columns of outcomes in `summary.csv`.
        outcome: String,
        /// White's tries in the game.
        tries: u32,
    }
}

row! {
    /// A row for each game of `endgame infinite`.
    InfiniteRow in "infinite.csv" {
        /// Side of the board at the start, in squares.
        size: u64,
        /// Model of the lone king: `random`, `flees` or `hunts`.
        king: String,
        /// Direction of the rook while its king comes: `right` or `turns`.
        chase: String,
        /// Number of the game of this size, king and chase, from 0.
        game: usize,
        /// White's moves to the first check; empty without one.
        first_check: Option<u32>,
        /// White's moves to the check on the other axis; empty without one.
        second_check: Option<u32>,
        /// White's moves until the king is in a guarded corner; empty if it never is.
        trapped: Option<u32>,
        /// Whether the rook was captured.
        lost: bool,
        /// Files of that corner.
        files: u64,
        /// Ranks of that corner.
        ranks: u64,
        /// Side of the board at the end, in squares.
        board: u64,
    }
}

/// The outcomes of games.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ByOutcome;

impl Names for ByOutcome {
    fn all() -> Vec<String> {
        Outcome::ALL
            .map(|outcome| outcome.as_str().to_owned())
            .to_vec()
    }
}

/// Numbers of own moves within which shares of won games are counted.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ByLimit;

impl Names for ByLimit {
    fn all() -> Vec<String> {
        WITHIN.map(|most| format!("within_{most}")).to_vec()
    }
}

row! {
    /// A row for each ending, method and opponent.
    SummaryRow in "summary.csv" {
        ending: String, method: String,
        /// Model of the lone king.
        opponent: String,
        games: usize,
        /// Games that White won.
        wins: usize,
        /// Share of games that White won.
        win_rate: ShareInterval,
        /// Mean number of White's moves in won games.
        mean_moves: Interval<3>,
        /// Median number of White's moves in won games, the lower of two; empty without one.
        median_moves: Option<u32>,
        /// Greatest number of White's moves in a won game; empty without one.
        worst_moves: Option<u32>,
        /// Share of all games won within this number of moves.
        within: Each<ByLimit, ShareInterval>,
        /// Number of games with this outcome.
        outcomes: Each<ByOutcome, usize>,
        /// White's tries for each of its moves.
        tries_per_move: Interval<3>,
    }
}

impl SummaryRow {
    /// Games that ended in mate.
    pub(crate) fn mates(&self) -> usize {
        self.outcomes.first().copied().unwrap_or(0)
    }
}

/// Writes `moves.csv` and `summary.csv` into `folder`.
///
/// # Errors
/// A file cannot be written.
pub fn write(folder: &Path, lots: &[Lot]) -> anyhow::Result<()> {
    let rows = lots.iter().flat_map(|lot| {
        lot.games.iter().map(|(start, game)| MovesRow {
            ending: lot.ending.to_string(),
            method: lot.method.clone(),
            start: start.clone(),
            opponent: lot.opponent.to_owned(),
            moves: (game.outcome == Outcome::Mate).then_some(game.moves),
            outcome: game.outcome.as_str().to_owned(),
            tries: game.tries,
        })
    });
    MovesRow::write(folder, rows)?;
    SummaryRow::write(folder, lots.iter().map(summary_row))
}

fn summary_row(lot: &Lot) -> SummaryRow {
    let summary = Summary::of(lot);
    let mean = |mean: Option<Mean>| {
        mean.map_or_else(Interval::default, |mean| EloEstimate::from(mean).into())
    };
    SummaryRow {
        ending: lot.ending.to_string(),
        method: lot.method.clone(),
        opponent: lot.opponent.to_owned(),
        games: summary.games,
        wins: summary.wins,
        win_rate: summary.win_rate.into(),
        mean_moves: mean(summary.mean),
        median_moves: summary.median,
        worst_moves: summary.worst,
        within: summary.within.into_iter().map(Into::into).collect(),
        outcomes: summary.outcomes.into_iter().collect(),
        tries_per_move: mean(summary.tries),
    }
}

/// Draws the papers' plots into `folder`, which exists: for each opponent the number of moves
/// against the number of 1,000 won games, several endings and methods in one plot; and the
/// evaluation over one game of each ending and method.
///
/// # Errors
/// A file cannot be written.
pub fn draw(folder: &Path, lots: &[Lot], tracks: &[Track]) -> anyhow::Result<()> {
    let mut opponents: Vec<&str> = lots.iter().map(|lot| lot.opponent).collect();
    opponents.dedup();
    opponents.sort_unstable();
    opponents.dedup();
    for opponent in opponents {
        let lots = lots.iter().filter(|lot| lot.opponent == opponent);
        let lots: Vec<&Lot> = lots.filter(|lot| !lot.moves().is_empty()).collect();
        for (number, lots) in lots.chunks(LINES).enumerate() {
            let width = column(lots);
            let lines: Vec<Line> = lots.iter().filter_map(|lot| line(lot, width)).collect();
            let sentence = moves_sentence(lots);
            let part = match number {
                0 => String::new(),
                _ => format!("_{}", number + 1),
            };
            let title = format!("Moves to mate, {opponent} king, greatest uncertainty");
            let caption = Caption {
                title: &title,
                sentence: &sentence,
            };
            let words = Words {
                x: "own moves to mate",
                y: &match width {
                    1 => "games of 1,000 won ones".to_owned(),
                    width => format!("games of 1,000 won ones, in columns of {width} moves"),
                },
            };
            let stem = folder.join(format!("moves_{opponent}{part}"));
            series::draw(&stem, &caption, words, &lines)?;
        }
    }
    for track in tracks {
        let stem = folder.join(format!("progress_{}", track.file));
        progress::draw(&stem, track, &progress_sentence(&track.values))?;
    }
    Ok(())
}

/// Moves to mate in a sentence for each ending and method.
fn moves_sentence(lots: &[&Lot]) -> String {
    let said = lots.iter().filter_map(|lot| {
        let summary = Summary::of(lot);
        let (median, worst) = (summary.median?, summary.worst?);
        let won = format!(
            "{} of {}",
            thousands(summary.wins as u64),
            plural(summary.games as u64, "game")
        );
        Some(format!(
            "{} by {}: {won} won, half of these in at most {}, the longest in {worst}.",
            lot.ending.to_string().to_uppercase(),
            lot.method,
            plural(u64::from(median), "move")
        ))
    });
    said.collect::<Vec<_>>().join(" ")
}

/// The course of an evaluation in a sentence.
fn progress_sentence(values: &[f64]) -> String {
    let ([first, ..], Some(last)) = (values, values.last()) else {
        return String::new();
    };
    let tries = plural(values.len() as u64, "try").replace("trys", "tries");
    if values.len() == 1 {
        return format!("The game has 1 try, evaluated at {first:.1}.");
    }
    let falls = values.windows(2).filter(|pair| pair[1] < pair[0]).count();
    let times = match falls {
        0 => "it never fell".to_owned(),
        1 => "it fell once".to_owned(),
        falls => format!("it fell {falls} times"),
    };
    format!("Over {tries} the evaluation went from {first:.1} to {last:.1}; {times}.")
}

/// Own moves in a column of the plot of moves: as few as give at most [`MOST_COLUMNS`].
fn column(lots: &[&Lot]) -> u32 {
    let longest = lots.iter().filter_map(|lot| lot.moves().last().copied());
    let longest = longest.max().unwrap_or(0);
    let fitting = WIDTHS
        .into_iter()
        .find(|width| longest / width < MOST_COLUMNS);
    fitting.unwrap_or(longest)
}

/// Won games by columns of `width` moves, each at its middle.
fn line(lot: &Lot, width: u32) -> Option<Line> {
    let moves = lot.moves();
    let longest = *moves.last()?;
    let mut counts = vec![0_u32; (longest / width) as usize + 2];
    for &moves in &moves {
        counts[(moves / width) as usize] += 1;
    }
    let share = |count: u32| 1000.0 * f64::from(count) / moves.len() as f64;
    let middle = |column: u32| f64::from(column * width) + f64::from(width - 1) / 2.0;
    let points = (0..).zip(&counts);
    Some(Line {
        name: format!("{} {}", lot.ending.to_string().to_uppercase(), lot.method),
        points: points
            .map(|(column, &count)| (middle(column), share(count), None))
            .collect(),
    })
}
