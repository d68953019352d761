//! Settings of selection and breeding in a knockout.
//!
//! T is the thesis, see [the crate](crate).

use serde::{Deserialize, Serialize};

use super::race::RacePairs;
use super::{Knockout, Mutation};
use crate::method::Start;
use crate::{Key, Optimiser, OutOfRange, Ranges, Space};

/// Settings of selection and breeding in a knockout. A config has its own sections for them; its
/// section `[tuner]` has only the method's name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct KnockoutSettings {
    /// Number of individuals: a power of two, at least 2.
    #[serde(skip)]
    pub size: usize,
    /// Pairs in each duel.
    #[serde(skip)]
    pub pairs: u64,
    /// Pairs added to a drawn duel at a time.
    #[serde(skip)]
    pub extra_pairs: u64,
    /// Greatest number of additions before a coin decides.
    #[serde(skip)]
    pub max_extra: u32,
    /// Share of the children whose parent is the champion.
    #[serde(skip)]
    pub champion_share: f64,
    /// Mutation of children.
    #[serde(skip)]
    pub mutation: Mutation,
    /// Scale of the first generation's mutations.
    #[serde(skip)]
    pub first_scale: f64,
    /// Whether children are twins: mirror images of each other about their parent, which meet in
    /// the first round. Their games then give the most information on the direction in which they
    /// differ from the parent. The champion itself does not play.
    #[serde(skip)]
    pub twins: bool,
    /// Share of the way that the champion moves towards the mean of the better half of a
    /// generation, 0 to 1. The mean of many depends less on luck than a single winner. At 0 the
    /// winner of the knockout is the champion.
    #[serde(skip)]
    pub blend: f64,
    /// The match against the previous champion.
    #[serde(skip)]
    pub title: Title,
}

/// Match of the challenger against the champion of the previous generation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Title {
    /// Greatest number of pairs; 0 for no match.
    pub pairs: u64,
    /// Probability of being stronger that the challenger needs.
    pub confidence: f64,
}

impl Ranges for KnockoutSettings {
    fn keys() -> Vec<Key> {
        Vec::new()
    }

    fn right(_key: &str) -> Option<String> {
        None
    }

    fn check(&self) -> Result<(), OutOfRange> {
        Ok(())
    }
}

impl Start for KnockoutSettings {
    fn play(&mut self, individuals: usize, pairs: u64) {
        (self.size, self.pairs) = (individuals, pairs);
    }

    fn start(&self, space: Space, start: &[f64], seed: u64) -> Box<dyn Optimiser> {
        Box::new(Knockout::new(self.clone(), space, start, seed))
    }
}

impl KnockoutSettings {
    /// A knockout like that of the thesis (T 7.7.1), without twins, blend and title matches.
    pub fn plain(size: usize, pairs: u64) -> KnockoutSettings {
        KnockoutSettings {
            size,
            pairs,
            extra_pairs: 1,
            max_extra: 2,
            champion_share: 0.6,
            mutation: Mutation {
                share: 0.25,
                scale: 0.2,
                widening: 0.5,
            },
            first_scale: 0.4,
            twins: false,
            blend: 0.0,
            title: Title {
                pairs: 0,
                confidence: 0.5,
            },
        }
    }

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
