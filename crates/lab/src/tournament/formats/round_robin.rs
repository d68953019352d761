//! Round robin: each two players meet, once in each cycle.

use super::Pairing;

/// `players` meet in `pairs` pairs each, `cycles` times. The order is by rounds, so a stopped
/// tournament is fair up to a round.
pub fn round_robin(players: usize, cycles: u32, pairs: u64) -> Vec<Pairing> {
    let rounds = circle(players);
    let rounds = (0..cycles).flat_map(|_| rounds.iter());
    (1..)
        .zip(rounds)
        .flat_map(|(round, meetings)| {
            meetings.iter().map(move |&(first, second)| Pairing {
                round,
                first,
                second,
                pairs,
            })
        })
        .collect()
}

/// The rounds in which each two of `players` meet once, by the circle method: one stays, the others
/// move by a place each round. With an odd number one rests.
pub fn circle(players: usize) -> Vec<Vec<(usize, usize)>> {
    let places = players + players % 2;
    let moving = places - 1;
    let at = |round: usize, place: usize| match place {
        0 => 0,
        _ => 1 + (place - 1 + moving - round % moving) % moving,
    };
    (0..moving)
        .map(|round| {
            (0..places / 2)
                .map(|place| {
                    let (a, b) = (at(round, place), at(round, places - 1 - place));
                    if (round + place).is_multiple_of(2) {
                        (a, b)
                    } else {
                        (b, a)
                    }
                })
                .filter(|&(a, b)| a < players && b < players)
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn everybody_meets_everybody_once_in_each_cycle() {
        for players in 2..12 {
            let meetings = round_robin(players, 2, 3);
            let mut seen = Vec::new();
            let mut by_round: BTreeSet<(u32, usize)> = BTreeSet::new();
            for meeting in &meetings {
                let (a, b) = (meeting.first, meeting.second);
                assert!(a != b && a < players && b < players);
                seen.push((a.min(b), a.max(b)));
                for player in [a, b] {
                    assert!(by_round.insert((meeting.round, player)), "once in a round");
                }
            }
            let different: BTreeSet<_> = seen.iter().collect();
            assert_eq!(different.len(), players * (players - 1) / 2);
            assert_eq!(seen.len(), 2 * different.len());
            let pairs: u64 = meetings.iter().map(|meeting| meeting.pairs).sum();
            assert_eq!(pairs, 3 * seen.len() as u64);
        }
    }
}
