//! Figures of many games of an ending.

use super::Lot;
use darkforge_ratings::{EloEstimate, Estimate, Z95, wilson};
use darkforge_research::laboratory::Outcome;

/// Own moves within which shares of won games are counted.
pub(super) const WITHIN: [u32; 3] = [50, 100, 150];

/// A mean with the ends of its 95 % interval, as if games were independent; of one game nothing is
/// known of the deviation, and so there is no interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Lower and upper end.
    pub ends: Option<(f64, f64)>,
}

impl From<Mean> for EloEstimate {
    fn from(Mean { value, ends }: Mean) -> EloEstimate {
        let (lo, hi) = ends.unzip();
        EloEstimate {
            value: Some(value),
            lo,
            hi,
        }
    }
}

/// Figures of a [`Lot`].
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Games.
    pub games: usize,
    /// Games that White won.
    pub wins: usize,
    /// Their share.
    pub win_rate: Estimate,
    /// Moves of won games; `None` if none was won.
    pub mean: Option<Mean>,
    /// Their median, the lower of two.
    pub median: Option<u32>,
    /// The longest of them.
    pub worst: Option<u32>,
    /// Shares of all games won within 50, 100 and 150 moves.
    pub within: [Estimate; 3],
    /// Games by outcome, in the order of [`Outcome::ALL`].
    pub outcomes: [usize; 8],
    /// Tries for each own move.
    pub tries: Option<Mean>,
}

impl Summary {
    /// The figures of `lot`.
    pub fn of(lot: &Lot) -> Summary {
        let moves = lot.moves();
        let games = lot.games.len();
        let share = |wins: usize| wilson(wins as f64, games as f64, Z95);
        let within = WITHIN.map(|most| share(moves.partition_point(|moves| *moves <= most)));
        let each: Vec<f64> = moves.iter().map(|&moves| f64::from(moves)).collect();
        Summary {
            games,
            wins: moves.len(),
            win_rate: share(moves.len()),
            mean: mean(&each),
            median: moves.get(moves.len().saturating_sub(1) / 2).copied(),
            worst: moves.last().copied(),
            within,
            outcomes: Outcome::ALL.map(|outcome| {
                let alike = lot.games.iter().filter(|(_, game)| game.outcome == outcome);
                alike.count()
            }),
            tries: tries(lot),
        }
    }
}

fn mean(values: &[f64]) -> Option<Mean> {
    let number = values.len() as f64;
    let value = values.iter().sum::<f64>() / number;
    let squares: f64 = values.iter().map(|x| (x - value) * (x - value)).sum();
    let error = (squares / (number - 1.0) / number).sqrt();
    (number > 0.0).then(|| around(value, error, values.len()))
}

/// Tries for each move: a ratio of sums, whose error is that of the games' deviations.
fn tries(lot: &Lot) -> Option<Mean> {
    let games = lot.games.iter();
    let pairs: Vec<(f64, f64)> = games
        .map(|(_, game)| (f64::from(game.tries), f64::from(game.moves)))
        .collect();
    let moves: f64 = pairs.iter().map(|(_, moves)| moves).sum();
    let ratio = pairs.iter().map(|(tries, _)| tries).sum::<f64>() / moves;
    let squares = pairs
        .iter()
        .map(|(tries, moves)| (tries - ratio * moves).powi(2));
    let error = squares.sum::<f64>().sqrt() / moves;
    (moves > 0.0).then(|| around(ratio, error, pairs.len()))
}

fn around(value: f64, error: f64, games: usize) -> Mean {
    Mean {
        value,
        ends: (games > 1).then_some((value - Z95 * error, value + Z95 * error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_research::laboratory::{Ending, Game};

    #[test]
    fn games_are_counted_by_outcome_and_moves() {
        let game = |outcome, moves, tries| {
            let game = Game {
                outcome,
                moves,
                tries,
            };
            (String::new(), game)
        };
        let lot = Lot {
            ending: Ending::Kpk,
            method: "search".to_owned(),
            opponent: "random",
            stalemate_wins: false,
            unavoidable: 0.0,
            games: vec![
                game(Outcome::Mate, 40, 50),
                game(Outcome::Mate, 60, 60),
                game(Outcome::LostPawn, 10, 12),
                game(Outcome::Stalemate, 10, 10),
            ],
        };
        let summary = Summary::of(&lot);
        assert_eq!((summary.games, summary.wins), (4, 2));
        assert_eq!((summary.median, summary.worst), (Some(40), Some(60)));
        assert!((summary.mean.unwrap().value - 50.0).abs() < 1e-9);
        assert!((summary.within[0].value - 0.25).abs() < 1e-9);
        assert!((summary.tries.unwrap().value - 1.1).abs() < 1e-9);
        assert_eq!(summary.outcomes, [2, 1, 1, 0, 0, 0, 0, 0]);
        assert!(summary.mean.unwrap().ends.is_some(), "two games");
        let one = Lot {
            games: lot.games[..1].to_vec(),
            ..lot
        };
        let one = Summary::of(&one);
        assert_eq!(one.mean.map(|mean| mean.ends), Some(None), "one game");
        assert_eq!(one.tries.map(|tries| tries.ends), Some(None));
    }
}
