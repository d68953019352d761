//! Series: many games of one method, one from each start.

use rayon::prelude::*;

use super::game::{Game, Rules, play};
use super::opponent::Opponent;
use super::spec::MethodSpec;
use super::worst::worst;
use crate::laboratory::ending::{Ending, Start};
use darkforge_streams::{self as streams, Stream};

/// A series of games, one from each start.
#[derive(Clone, Copy, Debug)]
pub struct Series {
    /// The ending.
    pub ending: Ending,
    /// White.
    pub method: MethodSpec,
    /// Black.
    pub opponent: Opponent,
    /// Rules for the end of games.
    pub rules: Rules,
    /// Seed of all draws.
    pub seed: u64,
}

impl Series {
    /// The games from `starts`, in their order; `None` for those that `go_on` forbade. The result
    /// does not depend on the number of threads.
    pub fn play(&self, starts: &[Start], go_on: impl Fn() -> bool + Sync) -> Vec<Option<Game>> {
        let one = |method: &mut Box<dyn super::Method>, start: &Start| {
            go_on().then(|| {
                let stream = draws(self.seed, start);
                match self.opponent {
                    Opponent::King(king) => {
                        play(start, method.as_mut(), king, self.rules, &stream, None)
                    }
                    Opponent::Worst => {
                        method.begin(streams::beside(&stream, "endgame method"));
                        worst(&start.state(), method.as_ref(), self.rules)
                    }
                }
            })
        };
        starts
            .par_iter()
            .map_init(|| self.method.build(), one)
            .collect()
    }
}

/// `starts` with each placement of White's men once: the worst case has no king's square.
pub fn placements(starts: &[Start]) -> Vec<Start> {
    let mut once = starts.to_vec();
    once.dedup_by_key(|start| start.own);
    once
}

/// The stream of the game from `start`, independent of other games.
pub fn draws(seed: u64, start: &Start) -> Stream {
    let name = streams::fnv1a(start.to_string().as_bytes());
    streams::open(seed, "endgame", name)
}
