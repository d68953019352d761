//! The games that a fit is made of: those of one pool, and the supposed ones.

use std::collections::BTreeSet;

use super::fit::{Layout, Problem, anchor};
use super::{ELO, Pairing, Pool, RatingOptions, graph};

/// Weight of games between groups that are infinitely far apart, where there are others. In
/// the limit in which they are so far apart these games say nothing of anything else: with
/// no weight but to place the groups, they move other ratings by about a hundredth of an
/// Elo.
pub(super) const LIGHT: f64 = 1e-4;

/// Which games are supposed beside those that were played, half of them won by either.
#[derive(Clone, Copy)]
pub(super) enum Suppose<'a> {
    /// So many for each two players that met.
    Every(f64),
    /// One for each two players that met and are of two of these groups (by player).
    Between(&'a [usize]),
    /// None, and what was played between groups is left out: groups stand each for itself.
    Nothing(&'a [usize]),
}

impl Problem {
    /// The games of `members`, which are one pool.
    pub(super) fn new(
        pool: &Pool,
        members: &[usize],
        options: &RatingOptions,
        how: Suppose,
    ) -> Problem {
        let mut pairings = pairings_of(pool, members);
        let apart = |p: &Pairing| match how {
            Suppose::Every(_) => false,
            Suppose::Between(groups) | Suppose::Nothing(groups) => {
                groups[members[p.white]] != groups[members[p.black]]
            }
        };
        let some_within = !pairings.iter().all(apart);
        let telling = pairings.iter().filter(|p| !(some_within && apart(p)));
        let white = options.white_advantage && graph::tells_white_advantage(members.len(), telling);
        match how {
            Suppose::Every(games) => suppose(&mut pairings, games, |_| true),
            Suppose::Between(_) => suppose(&mut pairings, 1.0, apart),
            Suppose::Nothing(_) => pairings.retain(|p| !apart(p)),
        }
        let weigh = |p: &Pairing| if some_within && apart(p) { LIGHT } else { 1.0 };
        let weights = pairings.iter().map(weigh).collect();
        let mut size = 0_usize;
        let mut next = || {
            size += 1;
            size - 1
        };
        let held = held(pool, members, options, how);
        let places = held.into_iter().map(|elo| match elo {
            Some(elo) => Err(elo / ELO),
            None => Ok(next()),
        });
        let places = places.collect();
        let white = white.then(&mut next);
        let drawn = pairings.iter().any(|pairing| pairing.draws > 0.0);
        let draw = (options.model.has_draws() && drawn).then(&mut next);
        let distances = match how {
            Suppose::Between(groups) if some_within => {
                let groups: BTreeSet<usize> = members.iter().map(|&i| groups[i]).collect();
                groups.len() - 1
            }
            _ => 0,
        };
        Problem {
            model: options.model,
            pairings,
            weights,
            told: size.saturating_sub(distances) as f64,
            layout: Layout {
                members: places,
                white,
                draw,
                size,
            },
        }
    }
}

/// The pairings of `members`, by place.
fn pairings_of(pool: &Pool, members: &[usize]) -> Vec<Pairing> {
    let mut places = vec![None; pool.players().len()];
    for (place, &member) in members.iter().enumerate() {
        places[member] = Some(place);
    }
    let pairings = pool.pairings().iter();
    let pairings = pairings.filter_map(|pairing| {
        Some(Pairing {
            white: places[pairing.white]?,
            black: places[pairing.black]?,
            ..*pairing
        })
    });
    pairings.collect()
}

/// The ratings in Elo that are not free: the anchors', and where there is none the first
/// player's, which is one until the mean is taken.
fn held(pool: &Pool, members: &[usize], options: &RatingOptions, how: Suppose) -> Vec<Option<f64>> {
    // Whose levels only an anchor in the same group would tell.
    let group = |member: usize| match how {
        Suppose::Nothing(groups) => groups[member],
        Suppose::Every(_) | Suppose::Between(_) => 0,
    };
    let anchors = members.iter().map(|&i| anchor(pool, options, i));
    let mut held: Vec<Option<f64>> = anchors.collect();
    let with = members.iter().zip(&held).filter(|(_, elo)| elo.is_some());
    let mut placed: BTreeSet<usize> = with.map(|(&i, _)| group(i)).collect();
    for (&i, elo) in members.iter().zip(&mut held) {
        if placed.insert(group(i)) {
            *elo = Some(0.0);
        }
    }
    held
}

/// Adds games for each two players that met and are `chosen`, half of them won by either,
/// with either colour alike. Won games and not drawn ones: a draw does not bound a lead
/// where the model's draw parameter may explain it.
fn suppose(pairings: &mut Vec<Pairing>, games: f64, chosen: impl Fn(&Pairing) -> bool) {
    if games == 0.0 {
        return;
    }
    let mut met: Vec<(usize, usize)> = pairings
        .iter()
        .filter(|p| chosen(p))
        .map(|p| (p.white.min(p.black), p.white.max(p.black)))
        .collect();
    met.sort_unstable();
    met.dedup();
    for (a, b) in met {
        for (white, black) in [(a, b), (b, a)] {
            pairings.push(Pairing {
                white,
                black,
                wins: games / 4.0,
                draws: 0.0,
                losses: games / 4.0,
            });
        }
    }
}
