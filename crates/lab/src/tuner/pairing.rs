//! Pairs that a tuner asks for, and the outcome of them.

use super::Individual;
use crate::bout::{Entrant, Openings};
use crate::tournament::Decision;

/// Purpose of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// To find out who of a generation is better.
    Selection,
    /// To find out how a generation fares against players from outside it.
    Outside,
    /// To look again at those who seemed best.
    Confirmation,
    /// To measure the champion against the reference; selects nobody.
    Reference,
    /// To choose among those who might be the strongest.
    Screening,
    /// To prove how strong the one is who was chosen.
    Proof,
}

impl Purpose {
    /// All purposes, in the order of a generation.
    pub const ALL: [Purpose; 6] = [
        Purpose::Selection,
        Purpose::Outside,
        Purpose::Confirmation,
        Purpose::Reference,
        Purpose::Screening,
        Purpose::Proof,
    ];

    /// The purpose as files write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Purpose::Selection => "selection",
            Purpose::Outside => "outside",
            Purpose::Confirmation => "confirmation",
            Purpose::Reference => "reference",
            Purpose::Screening => "screening",
            Purpose::Proof => "proof",
        }
    }

    /// Whether the games decide who lives on.
    pub const fn selects(self) -> bool {
        matches!(
            self,
            Purpose::Selection | Purpose::Outside | Purpose::Confirmation
        )
    }
}

/// Pairs that a tuner wants of two players. Bouts, pairs and games are numbered by who plays
/// them.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// Round of the generation, from 1; 0 outside of rounds.
    pub round: u32,
    /// Why.
    pub purpose: Purpose,
    /// Has White in the first game of each pair.
    pub first: Entrant,
    /// Has Black in it.
    pub second: Entrant,
    /// Colour-swapped pairs.
    pub pairs: u64,
    /// Which seeds they have.
    pub openings: Openings,
}

/// Outcome of a pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Name of who goes on; empty while that is open, or when nobody goes out.
    pub winner: String,
    /// By what.
    pub decision: Decision,
}

impl Settled {
    /// It counts, and nobody goes out by it alone.
    pub const COUNTED: Settled = Settled {
        winner: String::new(),
        decision: Decision::None,
    };
}

/// Outcome of the games that a tuner was told.
#[derive(Clone, Debug)]
pub struct Told {
    /// Outcome of each pairing, in the order in which they were asked for.
    pub settled: Vec<Settled>,
    /// The generation's individuals with their placings, when these games ended it.
    pub population: Option<Vec<Individual>>,
}
