//! Formats of tournaments, one file each: meetings and ranking. A format knows players as numbers
//! and results as tallies, so it can be tested without games; [`super::Tournament`] gives its
//! meetings their players, seeds and numbers.
//!
//! ```
//! use darkforge_lab::tournament::formats::{Fixed, Format, round_robin};
//!
//! // Four players, one cycle, ten pairs a meeting.
//! let format = Format::RoundRobin(Fixed::new(round_robin(4, 1, 10)));
//! assert_eq!(format.ask().len(), 6);
//! assert_eq!(format.expected_pairs(), 60);
//! ```

mod adaptive;
mod fixed;
mod gauntlet;
mod knockout;
mod matching;
mod round_robin;
mod swiss;

pub use adaptive::{Adaptive, AdaptiveSettings, Answer, Question};
pub use fixed::Fixed;
pub use gauntlet::gauntlet;
pub use knockout::Knockout;
pub use round_robin::{circle, round_robin};
pub use swiss::{Swiss, SwissPlace};

use super::Decision;
use darkforge_ratings::{HeadToHead, Strengths, Tally};

/// Pairs of games between two players that a format asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Round or batch, from 1.
    pub round: u32,
    /// Player of White in the first game of each pair.
    pub first: usize,
    /// Player of Black in it.
    pub second: usize,
    /// Colour-swapped pairs.
    pub pairs: u64,
}

/// Outcome of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The winner, if the loser is eliminated.
    pub winner: Option<usize>,
    /// Reason for the decision.
    pub decision: Decision,
}

impl Settled {
    /// The outcome of a pairing that eliminates no player.
    const COUNTED: Settled = Settled {
        winner: None,
        decision: Decision::None,
    };
}

/// State of a tournament's format.
#[derive(Clone, Debug)]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin(Fixed),
    /// One meets all others.
    Gauntlet(Fixed),
    /// Losers are eliminated.
    Knockout(Knockout),
    /// Players with similar points meet.
    Swiss(Swiss),
    /// The meetings with the most information are played.
    Adaptive(Adaptive),
}

impl Format {
    /// Meetings to play next; none when the tournament is over. Asking again before telling gives
    /// the same meetings.
    pub fn ask(&self) -> Vec<Pairing> {
        match self {
            Format::RoundRobin(format) | Format::Gauntlet(format) => format.ask(),
            Format::Knockout(format) => format.ask(),
            Format::Swiss(format) => format.ask(),
            Format::Adaptive(format) => format.ask(),
        }
    }

    /// Takes the results of each meeting asked for, in the same order.
    pub fn tell(&mut self, results: &[Tally]) -> Vec<Settled> {
        match self {
            Format::RoundRobin(format) | Format::Gauntlet(format) => format.tell(),
            Format::Knockout(format) => return format.tell(results),
            Format::Swiss(format) => format.tell(results),
            Format::Adaptive(format) => format.tell(results),
        }
        vec![Settled::COUNTED; results.len()]
    }

    /// Whether the meetings do not depend on results, so that they can be divided into shares.
    pub fn is_fixed(&self) -> bool {
        matches!(self, Format::RoundRobin(_) | Format::Gauntlet(_))
    }

    /// Number of pairs of the whole tournament: without extra pairs, and an upper bound if it may
    /// stop early.
    pub fn expected_pairs(&self) -> u64 {
        match self {
            Format::RoundRobin(format) | Format::Gauntlet(format) => format.pairs(),
            Format::Knockout(format) => format.expected_pairs(),
            Format::Swiss(format) => format.expected_pairs(),
            Format::Adaptive(format) => format.max_pairs(),
        }
    }

    /// Players from the best down, after the games of `met`.
    pub fn ranking(&self, players: usize, met: &[HeadToHead]) -> Vec<usize> {
        match self {
            Format::RoundRobin(_) => by_score(players, met),
            Format::Knockout(format) => format.ranking(),
            Format::Swiss(format) => format.ranking(),
            Format::Gauntlet(_) | Format::Adaptive(_) => Strengths::of(players, met).ranking(),
        }
    }

    /// Strengths behind the ranking, after the games of `met`; `None` if it has another basis.
    pub fn strengths(&self, players: usize, met: &[HeadToHead]) -> Option<Strengths> {
        match self {
            Format::Gauntlet(_) | Format::Adaptive(_) => Some(Strengths::of(players, met)),
            Format::RoundRobin(_) | Format::Knockout(_) | Format::Swiss(_) => None,
        }
    }
}

/// Players by their share of the points; equal ones in their order.
fn by_score(players: usize, met: &[HeadToHead]) -> Vec<usize> {
    let mut tallies = vec![Tally::default(); players];
    for &(first, second, tally) in met {
        tallies[first] += tally;
        tallies[second] += tally.swapped();
    }
    let mut order: Vec<usize> = (0..players).collect();
    order.sort_by(|&a, &b| tallies[b].score().total_cmp(&tallies[a].score()));
    order
}
