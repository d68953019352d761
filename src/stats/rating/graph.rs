//! Who can be compared with whom: pools that never met, and groups of which one never lost
//! a point to the other, whose ratings are infinitely far apart.

use super::{Pairing, Pool};

/// Number of the pool of each player, from 0: players are in one pool when games connect
/// them.
pub(super) fn pools(pool: &Pool) -> Vec<usize> {
    let count = pool.players().len();
    let mut number = vec![usize::MAX; count];
    let mut next = 0;
    for start in 0..count {
        if number[start] != usize::MAX {
            continue;
        }
        let met = |a: usize, b: usize| {
            pool.pairings()
                .iter()
                .any(|p| [(a, b), (b, a)].contains(&(p.white, p.black)))
        };
        for member in reached(count, start, met) {
            number[member] = next;
        }
        next += 1;
    }
    number
}

/// Whether every player made points, directly or by way of others, against every other
/// player of its pool: otherwise some ratings are infinite in every model.
pub(super) fn is_finite(pool: &Pool) -> bool {
    let count = pool.players().len();
    let pools = pools(pool);
    let scored = |pairing: &Pairing, a: usize, b: usize| {
        (pairing.white, pairing.black) == (a, b) && pairing.wins + pairing.draws > 0.0
            || (pairing.white, pairing.black) == (b, a) && pairing.losses + pairing.draws > 0.0
    };
    let beats = |a: usize, b: usize| pool.pairings().iter().any(|p| scored(p, a, b));
    (0..count).all(|start| {
        let size = pools.iter().filter(|&&other| other == pools[start]).count();
        reached(count, start, beats).len() == size
    })
}

/// Players that a walk along `edges` reaches from `start`, itself included.
fn reached(count: usize, start: usize, edge: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut found = vec![start];
    let mut at = 0;
    while at < found.len() {
        let from = found[at];
        for to in 0..count {
            if edge(from, to) && !found.contains(&to) {
                found.push(to);
            }
        }
        at += 1;
    }
    found
}

/// Whether the games of `members` can tell White's advantage from strength: not if ratings
/// can be such that White leads by the same in every pairing.
pub(super) fn tells_white_advantage(pool: &Pool, members: &[usize]) -> bool {
    let Some(&start) = members.first() else {
        return false;
    };
    let mut level: Vec<Option<i64>> = vec![None; pool.players().len()];
    level[start] = Some(0);
    let mut waiting = vec![start];
    while let Some(at) = waiting.pop() {
        let own = level[at].unwrap_or(0);
        for pairing in pool.pairings() {
            let (other, wanted) = if pairing.white == at {
                (pairing.black, own - 1)
            } else if pairing.black == at {
                (pairing.white, own + 1)
            } else {
                continue;
            };
            match level[other] {
                None => {
                    level[other] = Some(wanted);
                    waiting.push(other);
                }
                Some(found) if found != wanted => return true,
                Some(_) => {}
            }
        }
    }
    false
}
