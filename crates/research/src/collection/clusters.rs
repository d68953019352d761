//! Clusters: how often one announcement follows another within a few plies (T 7.4.4).
//!
//! T is the thesis, see [the crate](crate).

use super::course::Course;
use super::mean::{Cluster, Mean};
use darkforge_kriegspiel::umpire::PawnTries;

/// Announcements of the first ply: anything at all, nothing, a capture, a check, pawn tries.
pub const GIVEN: [&str; 5] = ["any", "silent", "capture", "check", "tries"];

/// Announcements of the later ply.
pub const FOLLOWING: [&str; 3] = ["capture", "check", "tries"];

/// Greatest distance in plies.
pub const DISTANCE: usize = 12;

/// Plies of a game, one bit each.
type Plies = Vec<u64>;

/// For each of [`GIVEN`] and [`FOLLOWING`] and each distance from 1: pairs of plies, of which the first
/// has the one, and whether the second has the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clusters([[[Mean; DISTANCE]; 3]; 5]);

impl Clusters {
    /// Adds a game.
    pub fn add(&mut self, course: &Course<'_>) {
        let length = course.turns.len();
        let words = length.div_ceil(64);
        let mut kinds: [Plies; 5] = std::array::from_fn(|_| vec![0; words]);
        for (ply, turn) in course.turns.iter().enumerate() {
            let said = &turn.said;
            let tries = said.pawn_tries.is_some_and(PawnTries::any);
            let holds = [
                true,
                said.is_silent(),
                said.capture.is_some(),
                said.checks.any(),
                tries,
            ];
            for (plies, holds) in kinds.iter_mut().zip(holds) {
                plies[ply / 64] |= u64::from(holds) << (ply % 64);
            }
        }
        for distance in 1..=DISTANCE.min(length.saturating_sub(1)) {
            // Those of the first plies alone that have a ply at this distance.
            let last = shifted(&kinds[0], distance);
            let later: [Plies; 3] = std::array::from_fn(|kind| shifted(&kinds[2 + kind], distance));
            for (given, first) in kinds.iter().enumerate() {
                let pairs = common(first, &last);
                for (kind, later) in later.iter().enumerate() {
                    let both = common(first, later);
                    self.0[given][kind][distance - 1].add(Cluster::of_share(both, pairs));
                }
            }
        }
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &Clusters) {
        let own = self.0.as_flattened_mut().as_flattened_mut();
        let more = other.0.as_flattened().as_flattened();
        own.iter_mut()
            .zip(more)
            .for_each(|(own, more)| own.merge(more));
    }

    /// Share of the plies at `distance` (from 1 to [`DISTANCE`]) after one of the kind `given` (place in
    /// [`GIVEN`]) that are of the kind `following` (place in [`FOLLOWING`]).
    pub fn of(&self, given: usize, following: usize, distance: usize) -> &Mean {
        &self.0[given][following][distance - 1]
    }
}

/// The plies `distance` before those of `plies`.
fn shifted(plies: &[u64], distance: usize) -> Plies {
    let next = plies.iter().skip(1).copied().chain([0]);
    let both = plies.iter().zip(next);
    both.map(|(own, next)| own >> distance | next << (64 - distance))
        .collect()
}

/// Number of plies in both.
fn common(one: &[u64], other: &[u64]) -> u64 {
    let both = one.iter().zip(other);
    both.map(|(one, other)| u64::from((one & other).count_ones()))
        .sum()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::collection::Game;
    use darkforge_kriegspiel::record::read;

    #[test]
    fn pairs_of_plies_are_counted_one_by_one() {
        // 80 plies, so that they need two words; captures at 2 and 3 (d5), checks at 3 (none).
        let mut text = "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. Be2 Qe6".to_owned();
        for number in (5..41).step_by(2) {
            let _ = write!(text, " {number}. Nb5 Nf6 {}. Nc3 Ng8", number + 1);
        }
        let game = read::games(text.as_bytes()).into_iter().next();
        let game = Game::of_file(game.unwrap().unwrap(), false);
        let course = Course::of(&game);
        assert_eq!(course.turns.len(), 80);
        let mut found = Clusters::default();
        found.add(&course);
        let kinds = |ply: usize| {
            let said = &course.turns[ply].said;
            let tries = said.pawn_tries.is_some_and(PawnTries::any);
            let silent = said.is_silent();
            let (capture, check) = (said.capture.is_some(), said.checks.any());
            [true, silent, capture, check, tries]
        };
        for distance in 1..=DISTANCE {
            for given in 0..5 {
                for following in 0..3 {
                    let firsts = (0..80 - distance).filter(|&ply| kinds(ply)[given]);
                    let both = firsts
                        .clone()
                        .filter(|ply| kinds(ply + distance)[2 + following]);
                    let mean = found.of(given, following, distance);
                    assert_eq!(mean.count, firsts.count() as u64);
                    assert_eq!(mean.sum(), both.count() as i64);
                }
            }
        }
        assert_eq!(found.of(2, 0, 1).sum(), 1, "the capture that follows one");
    }
}
