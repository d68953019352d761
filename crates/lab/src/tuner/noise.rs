//! Noise: measures against the noise of games, namely common seeds, and bouts that stop when they
//! are decided.

use crate::bout::Openings;
use darkforge_ratings::Sprt;

/// Measures against noise.
#[derive(Clone, Debug)]
pub struct Noise {
    /// Whether all bouts of a round have the same seeds.
    pub common_seeds: bool,
    /// Rule by which bouts stop before their last pair, if there is one.
    pub racing: Option<Racing>,
}

/// Rule by which a bout stops before its last pair.
#[derive(Clone, Debug)]
pub struct Racing {
    /// Pairs between two checks of the result.
    pub slice: u64,
    /// Test of minus this Elo against plus this Elo, with its error probabilities.
    pub test: Sprt,
}

impl Noise {
    /// Seeds of a bout of round `round` of generation `generation`, of which `played` pairs were
    /// played.
    pub(super) fn openings(&self, generation: u32, round: u32, played: u64) -> Openings {
        if !self.common_seeds {
            return Openings::Own;
        }
        // No tournament has 2^16 rounds.
        Openings::Series {
            series: (u64::from(generation) << 16) + u64::from(round),
            from: played,
        }
    }
}
