//! Rehearsal: one side's moves in a game without announcements.

use crate::darkboard::predict::SILENCE;
use crate::darkboard::{History, Search};
use darkforge_board::{Bitboard, Color, File, Role, Square, Try};
use darkforge_kriegspiel::metaposition::Tracker;
use darkforge_kriegspiel::umpire::Answer;

/// Cap of ages where no evaluation sets one.
const ANY_AGE: u8 = 25;

/// A player's knowledge on its own turn, after silent moves only.
pub(super) struct Rehearsal {
    tracker: Tracker,
    history: History,
    /// For each square the earlier squares of the own man on it, up to the end of the opening; in
    /// the own frame.
    stood: [Bitboard; 64],
    /// Whether the opening is over and the engine plays on.
    over: bool,
}

impl Rehearsal {
    /// The side's first turn.
    pub(super) fn new(color: Color) -> Rehearsal {
        Rehearsal::with_age_cap(color, ANY_AGE)
    }

    /// The side's first turn, for an evaluation with this cap of ages.
    pub(super) fn with_age_cap(color: Color, age_cap: u8) -> Rehearsal {
        let mut tracker = Tracker::new(color, age_cap);
        if color == Color::Black {
            tracker.enemy_move(&SILENCE);
        }
        Rehearsal {
            tracker,
            history: History::default(),
            stood: [Bitboard::EMPTY; 64],
            over: false,
        }
    }

    /// Ends the opening; the engine plays on.
    pub(super) fn end_opening(&mut self) {
        self.over = true;
    }

    /// Whether `asked`, in the umpire's notation, is pseudolegal.
    pub(super) fn is_possible(&self, asked: Try) -> bool {
        let mut moves = Vec::new();
        self.tracker.moves(&mut moves);
        moves.contains(&self.tracker.turned(asked))
    }

    /// Plays `asked`, which is possible, and the enemy's answer, both without announcements.
    pub(super) fn play(&mut self, asked: Try) {
        let own = self.tracker.turned(asked);
        let role = self.tracker.metaposition().own_role(own.from);
        self.follow(own.from, own.to);
        if role == Some(Role::King) && own.from.distance(own.to) == 2 {
            let (from, to) = match own.to.file() {
                File::G => (Square::H1, Square::F1),
                _ => (Square::A1, Square::D1),
            };
            self.follow(from, to);
        }
        self.tracker
            .answered(asked.into(), &Answer::Played(SILENCE));
        self.history
            .played(self.tracker.metaposition(), role == Some(Role::Pawn));
        self.tracker.enemy_move(&SILENCE);
    }

    fn follow(&mut self, from: Square, to: Square) {
        let before = std::mem::replace(&mut self.stood[from as usize], Bitboard::EMPTY);
        self.stood[to as usize] = if self.over { before } else { before.with(from) };
    }

    /// Whether `asked` takes a man back to a square of the opening.
    pub(super) fn takes_back(&self, asked: Try) -> bool {
        let own = self.tracker.turned(asked);
        self.stood[own.from as usize].contains(own.to)
    }

    /// The best move of `search`, the first of equals, and its value in pawns.
    pub(super) fn best(&self, search: &mut Search) -> Option<(Try, f64)> {
        let mut moves = Vec::new();
        self.tracker.moves(&mut moves);
        // Earlier moves count as little as possible: the evaluation alone is asked.
        let weights = search.evaluator().weights();
        let before = self.tracker.metaposition();
        let bonus = |&asked: &Try| self.history.bonus(before, asked, weights, false);
        let mut values: Vec<f64> = moves.iter().map(bonus).collect();
        search.values(&self.tracker, &moves, &mut values);
        let mut best: Option<(Try, f64)> = None;
        for (&asked, &value) in moves.iter().zip(&values) {
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((self.tracker.turned(asked), value));
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn try_of(text: &str) -> Try {
        text.parse().unwrap()
    }

    #[test]
    fn a_man_is_taken_back_to_any_square_that_it_left() {
        let mut rehearsal = Rehearsal::new(Color::Black);
        for asked in ["e7e6", "g8e7", "e7g6", "f8e7", "e8g8"] {
            assert!(rehearsal.is_possible(try_of(asked)), "{asked}");
            rehearsal.play(try_of(asked));
        }
        let cases = [
            ("g6e7", true, "the knight on its way"),
            ("e7f8", true, "the bishop at home"),
            ("g6f8", false, "the knight, where the bishop was"),
            ("f8e8", false, "the rook, where the king was"),
            ("g8h8", false, "the king, where the rook was"),
        ];
        for (asked, back, what) in cases {
            assert_eq!(rehearsal.takes_back(try_of(asked)), back, "{what}");
        }
        assert!(rehearsal.takes_back(try_of("f8h8")), "the castled rook");
    }

    #[test]
    fn what_the_own_board_does_not_allow_is_not_possible() {
        let rehearsal = Rehearsal::new(Color::White);
        for asked in ["e2e5", "d1d3", "e7e5", "e2d3", "e1g1"] {
            assert!(!rehearsal.is_possible(try_of(asked)), "{asked}");
        }
    }
}
