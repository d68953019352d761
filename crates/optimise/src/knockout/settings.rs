//! How a knockout selects and breeds.

use super::Mutation;
use super::race::RacePairs;

/// How a knockout selects and breeds.
#[derive(Clone, Debug)]
pub struct KnockoutSettings {
    /// Individuals; a power of two, at least 2.
    pub size: usize,
    /// Pairs in each duel.
    pub pairs: u64,
    /// Pairs added to a drawn duel at a time.
    pub extra_pairs: u64,
    /// How often they are added before a coin decides.
    pub max_extra: u32,
    /// Share of the children that the champion fathers.
    pub champion_share: f64,
    /// How children differ.
    pub mutation: Mutation,
    /// Scale of the first generation's mutations.
    pub first_scale: f64,
    /// Whether children are twins, mirror images of each other about their father, who meet
    /// in the first round: then their games tell as much as they can of the direction in
    /// which they differ from him. The champion himself does not play.
    pub twins: bool,
    /// How far the champion goes towards the mean of the better half of a generation, 0 to
    /// 1: what a single winner owes to luck, the mean of many has not. At 0 the tournament's
    /// winner is the champion.
    pub blend: f64,
    /// The match for the championship.
    pub title: Title,
}

/// The match of the challenger against the champion of the generation before.
#[derive(Clone, Copy, Debug)]
pub struct Title {
    /// Pairs at most; 0 for no match.
    pub pairs: u64,
    /// Probability of being the better one that the score must give the challenger.
    pub confidence: f64,
}

impl KnockoutSettings {
    pub(super) fn duel_pairs(&self) -> RacePairs {
        RacePairs {
            pairs: self.pairs,
            extra_pairs: self.extra_pairs,
            max_extra: self.max_extra,
        }
    }

    pub(super) fn title_pairs(&self) -> RacePairs {
        RacePairs {
            pairs: self.title.pairs,
            extra_pairs: 0,
            max_extra: 0,
        }
    }
}
