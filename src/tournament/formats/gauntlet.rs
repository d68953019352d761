//! Gauntlet: one player, the candidate, meets all others, who do not meet.

use super::Meeting;

/// A gauntlet under way.
#[derive(Clone, Debug)]
pub struct Gauntlet {
    players: usize,
    candidate: usize,
    cycles: u32,
    pairs: u64,
    over: bool,
}

impl Gauntlet {
    /// `candidate` of `players` meets each other one in `pairs` pairs, `cycles` times.
    pub fn new(players: usize, candidate: usize, cycles: u32, pairs: u64) -> Gauntlet {
        Gauntlet {
            players,
            candidate,
            cycles,
            pairs,
            over: false,
        }
    }

    pub(super) fn ask(&self) -> Vec<Meeting> {
        if self.over {
            return Vec::new();
        }
        (1..=self.cycles)
            .flat_map(|round| {
                let others = (0..self.players).filter(|&other| other != self.candidate);
                others.map(move |second| Meeting {
                    round,
                    first: self.candidate,
                    second,
                    pairs: self.pairs,
                })
            })
            .collect()
    }

    pub(super) fn tell(&mut self) {
        self.over = true;
    }

    pub(super) fn pairs(&self) -> u64 {
        (self.players as u64 - 1) * u64::from(self.cycles) * self.pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_candidate_meets_everybody() {
        let mut gauntlet = Gauntlet::new(4, 2, 2, 5);
        let met: Vec<usize> = gauntlet
            .ask()
            .iter()
            .map(|meeting| meeting.second)
            .collect();
        assert_eq!(met, [0, 1, 3, 0, 1, 3]);
        assert!(gauntlet.ask().iter().all(|meeting| meeting.first == 2));
        assert_eq!(gauntlet.pairs(), 30);
        gauntlet.tell();
        assert!(gauntlet.ask().is_empty());
    }
}
