//! Families of sets of which none is inside another.
//!
//! If a set of squares is won, so is each of its subsets; therefore the largest won sets suffice.

use darkforge_board::Bitboard;

/// A set, and whether it came with the latest layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grown {
    pub(super) set: Bitboard,
    pub(super) fresh: bool,
}

/// Number of sets tested before the next look at the result.
const BLOCK: usize = 16;

/// Whether `set` is inside one of `family`.
#[inline]
pub(super) fn is_covered(set: Bitboard, family: &[Bitboard]) -> bool {
    family.chunks(BLOCK).any(|block| {
        let inside = |one: &Bitboard| set.is_subset(*one);
        block.iter().fold(false, |found, one| found | inside(one))
    })
}

/// The maximal sets among `sets`, the largest first; of equal ones the older. The empty set is left
/// out.
pub(super) fn maximal(mut sets: Vec<Grown>) -> Vec<Grown> {
    sets.sort_unstable_by_key(|one| (std::cmp::Reverse(one.set.count()), one.set, one.fresh));
    sets.dedup_by_key(|one| one.set);
    let mut kept: Vec<Bitboard> = Vec::new();
    sets.retain(|one| {
        let new = one.set.any() && !is_covered(one.set, &kept);
        if new {
            kept.push(one.set);
        }
        new
    });
    sets
}

/// All unions of a set of `left` and one of `right`, which are disjoint: maximal if these are.
pub(super) fn unions(left: &[Grown], right: &[Grown]) -> Vec<Grown> {
    if left.is_empty() || right.is_empty() {
        return [left, right].concat();
    }
    let join = |a: &Grown, b: &Grown| Grown {
        set: a.set | b.set,
        fresh: a.fresh || b.fresh,
    };
    let rows = left.iter().map(|a| right.iter().map(move |b| join(a, b)));
    rows.flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_streams as streams;

    #[test]
    fn maximal_sets_cover_all_and_none_covers_another() {
        let mut stream = streams::open(1, "test", 0);
        for _ in 0..50 {
            let sets: Vec<Grown> = (0..60)
                .map(|_| Grown {
                    set: Bitboard(streams::below(&mut stream, 256) as u64),
                    fresh: false,
                })
                .collect();
            let kept: Vec<Bitboard> = maximal(sets.clone()).iter().map(|one| one.set).collect();
            assert!(sets.iter().all(|one| is_covered(one.set, &kept)));
            for set in &kept {
                let over = kept.iter().filter(|other| set.is_subset(**other));
                assert_eq!(over.count(), 1);
            }
        }
    }
}
