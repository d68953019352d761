//! Pairs that a tuner asks for, and the outcome of them.

use super::Individual;
use crate::bout::{Entrant, Openings};
use crate::tournament::Decision;

/// Purpose of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// Selection within a generation.
    Selection,
    /// Games of a generation against external opponents.
    Outside,
    /// Repeated games of the apparently best.
    Confirmation,
    /// Measurement of the champion against the reference; is not used for selection.
    Reference,
    /// Choice among the candidates for the strongest.
    Screening,
    /// Proof of the chosen candidate's strength.
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

    /// Name of the purpose in files.
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

    /// Whether the games decide which individual survives.
    pub const fn selects(self) -> bool {
        matches!(
            self,
            Purpose::Selection | Purpose::Outside | Purpose::Confirmation
        )
    }
}

/// Pairs of two players that a tuner asks for. The caller numbers bouts, pairs and games.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// Round of the generation, from 1; 0 outside of rounds.
    pub round: u32,
    /// Purpose.
    pub purpose: Purpose,
    /// Player of White in the first game of each pair.
    pub first: Entrant,
    /// Player of Black in it.
    pub second: Entrant,
    /// Colour-swapped pairs.
    pub pairs: u64,
    /// Source of its seeds.
    pub openings: Openings,
}

/// Outcome of a pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Name of the winner; empty while it is open, or if no player is eliminated.
    pub winner: String,
    /// Reason for the decision.
    pub decision: Decision,
}

impl Settled {
    /// The outcome of a meeting that eliminates no player.
    pub const COUNTED: Settled = Settled {
        winner: String::new(),
        decision: Decision::None,
    };
}

/// Outcome of the games that a tuner received.
#[derive(Clone, Debug)]
pub struct Told {
    /// Outcome of each pairing, in the order in which they were asked for.
    pub settled: Vec<Settled>,
    /// The generation's individuals with their placings, when these games ended it.
    pub population: Option<Vec<Individual>>,
}
