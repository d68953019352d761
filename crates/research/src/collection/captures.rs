//! Captures: the squares on which men are captured.

use super::course::Course;
use darkforge_board::{Role, side};
use darkforge_kriegspiel::umpire::{Answer, Question};

/// Events on one square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fights {
    /// Men captured there by White and by Black.
    pub captures: [u64; 2],
    /// Captured pawns among them.
    pub pawns: u64,
    /// Games with a capture there.
    pub games: u64,
    /// Refused tries with this target.
    pub refused: u64,
}

/// Captures by square, a1 to h8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captures(pub [Fights; 64]);

impl Default for Captures {
    fn default() -> Captures {
        Captures([Fights::default(); 64])
    }
}

impl Captures {
    /// Adds a game.
    pub fn add(&mut self, course: &Course<'_>) {
        let mut seen = 0_u64;
        for turn in &course.turns {
            let Some((square, role)) = turn.captured else {
                continue;
            };
            let fights = &mut self.0[square as usize];
            fights.captures[side(turn.side)] += 1;
            fights.pawns += u64::from(role == Role::Pawn);
            fights.games += u64::from(seen >> square as u32 & 1 == 0);
            seen |= 1 << square as u32;
        }
        let entries = &course.game.entries;
        // Tries after the last move belong to no turn.
        let last = entries.iter().rposition(|entry| entry.played().is_some());
        for entry in &entries[..last.unwrap_or(0)] {
            if let (Question::Try(asked), Answer::Refused) = (entry.question, entry.answer)
                && course.game.told[side(entry.side)]
            {
                self.0[asked.to as usize].refused += 1;
            }
        }
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &Captures) {
        for (own, more) in self.0.iter_mut().zip(&other.0) {
            own.captures[0] += more.captures[0];
            own.captures[1] += more.captures[1];
            own.pawns += more.pawns;
            own.games += more.games;
            own.refused += more.refused;
        }
    }
}
