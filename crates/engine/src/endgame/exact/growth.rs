//! Growth: one layer, from the sets that are won in some number of moves to those that are won in
//! one more.
//!
//! A try wins a set if, for each answer, all squares that the king may then reach lie inside one
//! won set of the next placement. Backwards: for each answer take a maximal won set, and all
//! squares from which the king cannot leave it. Unions of these, one for each answer, are the
//! maximal sets that the try wins. A try that may be refused adds the squares that refuse it, as
//! far as they are inside a set that other tries win.

use super::maximal::{Grown, is_covered, maximal, unions};
use super::placements::{Placement, Step};
use darkforge_board::Bitboard;

/// A won set, with the way to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Win {
    pub(super) set: Bitboard,
    /// Greatest number of moves.
    pub(super) moves: u16,
    /// Greatest number of refusals before the first of them.
    pub(super) refusals: u16,
    /// Number of the first try among the placement's steps.
    pub(super) step: u16,
}

/// The result of the last layer: the maximal won sets of each placement.
pub(super) type Maximal = Vec<Vec<Grown>>;

/// The sets that a placement wins in `moves` moves and not in fewer, largest first; `before` has
/// the won sets of one move less.
pub(super) fn grow(placement: &Placement, number: usize, before: &Maximal, moves: u16) -> Vec<Win> {
    let old = &before[number];
    let fed = |step: &Step| before[step.next as usize].iter().any(|one| one.fresh);
    if moves > 1 && !placement.steps.iter().any(fed) {
        return Vec::new();
    }
    let parts: Vec<Vec<Grown>> = placement
        .steps
        .iter()
        .map(|step| won_by(step, &before[step.next as usize], moves == 1))
        .collect();
    let mut layer = Layer {
        old: old.iter().map(|one| one.set).collect(),
        new: Vec::new(),
        wins: Vec::new(),
    };
    let fresh = |part: &Vec<Grown>| -> Vec<Grown> {
        part.iter().copied().filter(|one| one.fresh).collect()
    };
    layer.add(parts.iter().map(fresh), moves, 0);
    for refusals in 1.. {
        let last = layer
            .wins
            .partition_point(|win| win.refusals + 1 < refusals);
        let begun = layer.wins.len();
        let steps = placement.steps.iter().zip(&parts).map(|(step, parts)| {
            let refusing = placement.open & !step.legal;
            if refusing.is_empty() || parts.is_empty() {
                return Vec::new();
            }
            let rests = rests(old, &layer.wins, last, refusing);
            let mut sums = unions_of_both(parts, &rests);
            // With old refused squares, an old part was tried in an earlier layer.
            sums.retain(|one| one.fresh);
            sums
        });
        let steps: Vec<Vec<Grown>> = steps.collect();
        layer.add(steps.into_iter(), moves, refusals);
        if layer.wins.len() == begun {
            return layer.wins;
        }
    }
    layer.wins
}

struct Layer {
    /// Won sets of earlier layers, largest first.
    old: Vec<Bitboard>,
    /// The sets of the wins.
    new: Vec<Bitboard>,
    wins: Vec<Win>,
}

impl Layer {
    /// Adds the maximal sets of all steps that are not yet known to be won.
    fn add(&mut self, steps: impl Iterator<Item = Vec<Grown>>, moves: u16, refusals: u16) {
        let mut found: Vec<(Bitboard, u16)> = Vec::new();
        for (step, sets) in (0..).zip(steps) {
            found.extend(sets.iter().map(|one| (one.set, step)));
        }
        found.sort_unstable_by_key(|&(set, step)| (std::cmp::Reverse(set.count()), set, step));
        found.dedup_by_key(|&mut (set, _)| set);
        for (set, step) in found {
            let larger = self.old.partition_point(|old| old.count() >= set.count());
            let known = is_covered(set, &self.new) || is_covered(set, &self.old[..larger]);
            if set.any() && !known {
                self.new.push(set);
                self.wins.push(Win {
                    set,
                    moves,
                    refusals,
                    step,
                });
            }
        }
    }
}

/// The maximal sets on which `step`, if legal, wins; `next` are the won sets after it.
fn won_by(step: &Step, next: &[Grown], first_layer: bool) -> Vec<Grown> {
    let mate = Grown {
        set: step.mate,
        fresh: first_layer,
    };
    let mut won: Vec<Grown> = step.mate.any().then_some(mate).into_iter().collect();
    for &answer in &step.answers {
        let before = next.iter().map(|to| Grown {
            set: step.before(answer, to.set),
            fresh: to.fresh,
        });
        won = unions(&won, &maximal(before.collect()));
    }
    won
}

/// The maximal won parts of the squares on which a try is refused. Fresh ones come from the wins
/// from `last` on.
fn rests(old: &[Grown], wins: &[Win], last: usize, refusing: Bitboard) -> Vec<Grown> {
    let old = old.iter().map(|one| (one.set, false));
    let new = wins.iter().enumerate();
    let new = new.map(|(place, win)| (win.set, place >= last));
    let parts = old.chain(new).map(|(set, fresh)| Grown {
        set: set & refusing,
        fresh,
    });
    maximal(parts.collect())
}

/// Unions that have a part of both.
fn unions_of_both(parts: &[Grown], rests: &[Grown]) -> Vec<Grown> {
    if rests.is_empty() {
        Vec::new()
    } else {
        unions(parts, rests)
    }
}
