//! Connections between players: pools that never met, and groups of which one never lost a point to
//! the other, whose ratings differ without bound.

use super::pool::{Pairing, Pool};

/// For each player, the players to which its edges lead.
type Edges = Vec<Vec<usize>>;

/// Number of the pool of each player, from 0: players are in one pool when games connect
/// them.
pub(super) fn pools(pool: &Pool) -> Vec<usize> {
    let count = pool.players().len();
    let mut met: Edges = vec![Vec::new(); count];
    for pairing in pool.pairings() {
        met[pairing.white].push(pairing.black);
        met[pairing.black].push(pairing.white);
    }
    let mut number = vec![usize::MAX; count];
    let mut next = 0;
    for start in 0..count {
        if number[start] == usize::MAX {
            for member in reached(start, &met) {
                number[member] = next;
            }
            next += 1;
        }
    }
    number
}

/// Number of the group of each player, from 0. The players of a group scored points against one
/// another, directly or through others. Of two groups one never scored against the other, so their
/// distance is infinite in every model.
pub(super) fn groups(pool: &Pool) -> Vec<usize> {
    let count = pool.players().len();
    let (mut took, mut lost): (Edges, Edges) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for p in pool.pairings() {
        let white = (p.wins + p.draws > 0.0).then_some((p.white, p.black));
        let black = (p.losses + p.draws > 0.0).then_some((p.black, p.white));
        for (winner, loser) in white.into_iter().chain(black) {
            took[winner].push(loser);
            lost[loser].push(winner);
        }
    }
    let mut number = vec![usize::MAX; count];
    let mut next = 0;
    for start in 0..count {
        if number[start] == usize::MAX {
            let mut above = vec![false; count];
            for member in reached(start, &lost) {
                above[member] = true;
            }
            for member in reached(start, &took) {
                if above[member] {
                    number[member] = next;
                }
            }
            next += 1;
        }
    }
    number
}

/// Players reachable along `edges` from `start`, itself included.
fn reached(start: usize, edges: &Edges) -> Vec<usize> {
    let mut known = vec![false; edges.len()];
    known[start] = true;
    let mut found = vec![start];
    let mut at = 0;
    while at < found.len() {
        for &to in &edges[found[at]] {
            if !std::mem::replace(&mut known[to], true) {
                found.push(to);
            }
        }
        at += 1;
    }
    found
}

/// Whether these games separate White's advantage from strength. They do not if some ratings give
/// White the same lead in every pairing.
pub(super) fn tells_white_advantage<'a>(
    players: usize,
    pairings: impl IntoIterator<Item = &'a Pairing>,
) -> bool {
    let mut steps: Vec<Vec<(usize, i64)>> = vec![Vec::new(); players];
    for pairing in pairings {
        steps[pairing.white].push((pairing.black, -1));
        steps[pairing.black].push((pairing.white, 1));
    }
    let mut level: Vec<Option<i64>> = vec![None; players];
    for start in 0..players {
        if level[start].is_some() {
            continue;
        }
        level[start] = Some(0);
        let mut waiting = vec![(start, 0)];
        while let Some((at, own)) = waiting.pop() {
            for &(other, step) in &steps[at] {
                match level[other] {
                    None => {
                        level[other] = Some(own + step);
                        waiting.push((other, own + step));
                    }
                    Some(found) if found != own + step => return true,
                    Some(_) => {}
                }
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(games: &[(&str, &str, [f64; 3])]) -> Pool {
        let mut pool = Pool::new();
        for &(white, black, counts) in games {
            pool.add_games(white, black, counts);
        }
        pool
    }

    #[test]
    fn a_point_each_way_makes_one_group() {
        for (games, same) in [
            ([1.0, 1.0, 0.0], true),
            ([0.0, 1.0, 1.0], true),
            ([0.0, 3.0, 0.0], true),
            ([2.0, 0.0, 2.0], true),
            ([2.0, 0.0, 0.0], false),
            ([0.0, 0.0, 2.0], false),
        ] {
            let groups = groups(&pool(&[("a", "b", games)]));
            assert_eq!(groups[0] == groups[1], same, "{games:?}");
        }
        // A ring of players, and one that only lost to one of them.
        let ring = [
            ("a", "b", [1.0, 0.0, 0.0]),
            ("b", "c", [1.0, 0.0, 0.0]),
            ("c", "a", [1.0, 0.0, 0.0]),
            ("d", "b", [0.0, 0.0, 1.0]),
        ];
        assert_eq!(groups(&pool(&ring)), [0, 0, 0, 1]);
        assert_eq!(pools(&pool(&ring)), [0, 0, 0, 0]);
    }

    #[test]
    fn colours_tell_white_advantage_unless_one_level_explains_them() {
        let tells = |games: &[(&str, &str)]| {
            let games: Vec<_> = games.iter().map(|&(a, b)| (a, b, [1.0; 3])).collect();
            let pool = pool(&games);
            tells_white_advantage(pool.players().len(), pool.pairings())
        };
        assert!(!tells(&[]));
        assert!(!tells(&[("a", "b")]));
        assert!(tells(&[("a", "b"), ("b", "a")]));
        assert!(!tells(&[("a", "b"), ("b", "c"), ("c", "d")]));
        assert!(tells(&[("a", "b"), ("b", "c"), ("c", "a")]));
        assert!(tells(&[("a", "b"), ("b", "c"), ("a", "c")]));
        // White has the same lead in each of these: a and c above b and d.
        assert!(!tells(&[("a", "b"), ("c", "b"), ("c", "d"), ("a", "d")]));
        assert!(!tells(&[("b", "a"), ("b", "c"), ("d", "c"), ("d", "a")]));
        assert!(!tells(&[("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")]));
        assert!(tells(&[("a", "b"), ("a", "c"), ("b", "d"), ("d", "c")]));
        assert!(tells(&[("e", "f"), ("a", "b"), ("b", "a")]));
    }
}
