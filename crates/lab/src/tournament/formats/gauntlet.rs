//! Gauntlet: one player, the candidate, meets all others, who do not meet.

use super::Pairing;

/// `candidate` of `players` meets each other one in `pairs` pairs, `cycles` times.
pub fn gauntlet(players: usize, candidate: usize, cycles: u32, pairs: u64) -> Vec<Pairing> {
    let others = || (0..players).filter(move |&other| other != candidate);
    let meeting = |round, second| Pairing {
        round,
        first: candidate,
        second,
        pairs,
    };
    (1..=cycles)
        .flat_map(|round| others().map(move |second| meeting(round, second)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::formats::Fixed;

    #[test]
    fn the_candidate_meets_everybody() {
        let mut format = Fixed::new(gauntlet(4, 2, 2, 5));
        let met: Vec<usize> = format.ask().iter().map(|meeting| meeting.second).collect();
        assert_eq!(met, [0, 1, 3, 0, 1, 3]);
        assert!(format.ask().iter().all(|meeting| meeting.first == 2));
        assert_eq!(format.pairs(), 30);
        format.tell();
        assert!(format.ask().is_empty());
    }
}
