//! Gauntlet: each candidate meets all players that are none; candidates do not meet, nor do the others.

use super::Pairing;

/// Each of the `candidates` among `players` meets each player that is none in `pairs` pairs, `cycles`
/// times.
pub fn gauntlet(players: usize, candidates: &[usize], cycles: u32, pairs: u64) -> Vec<Pairing> {
    let others: Vec<usize> = (0..players)
        .filter(|player| !candidates.contains(player))
        .collect();
    let mut meetings = Vec::new();
    for round in 1..=cycles {
        for &second in &others {
            meetings.extend(candidates.iter().map(|&first| Pairing {
                round,
                first,
                second,
                pairs,
            }));
        }
    }
    meetings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::formats::Fixed;

    #[test]
    fn the_candidate_meets_everybody() {
        let mut format = Fixed::new(gauntlet(4, &[2], 2, 5));
        let met: Vec<usize> = format.ask().iter().map(|meeting| meeting.second).collect();
        assert_eq!(met, [0, 1, 3, 0, 1, 3]);
        assert!(format.ask().iter().all(|meeting| meeting.first == 2));
        assert_eq!(format.pairs(), 30);
        format.tell();
        assert!(format.ask().is_empty());
    }

    #[test]
    fn candidates_do_not_meet() {
        let meetings = gauntlet(4, &[3, 0], 1, 5);
        let met: Vec<_> = meetings.iter().map(|m| (m.first, m.second)).collect();
        assert_eq!(met, [(3, 1), (0, 1), (3, 2), (0, 2)]);
    }
}
