//! Placements: the placements of enemy men inside a metaposition, and their number.

use std::fmt;

use super::{K, Metaposition, P, fill};
use darkforge_board::{CastlingRights, Men, ROLES, Role, Square, index, squares_of};

/// Reason why a placement of enemy men is outside a metaposition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// This man cannot stand there.
    Man(Role, Square),
    /// This square cannot be empty.
    Empty(Square),
    /// This number of pawns is impossible on this file (0 for a).
    Pawns(u32, usize),
    /// The enemy has a castling right that it cannot have.
    Castling,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::Man(role, square) => {
                write!(f, "enemy {role:?} on {square} is thought impossible")
            }
            Misfit::Empty(square) => write!(f, "{square} is empty and thought occupied"),
            Misfit::Pawns(pawns, file) => {
                write!(
                    f,
                    "{pawns} enemy pawns on file {file} are thought impossible"
                )
            }
            Misfit::Castling => f.write_str("the enemy may castle and is thought not to"),
        }
    }
}

impl Metaposition {
    /// Reason why `enemy` men, in the own frame, with these castling `rights` are outside; `None`
    /// if they are inside this metaposition.
    pub fn misfit(&self, enemy: &Men, rights: CastlingRights) -> Option<Misfit> {
        for (role, (men, possible)) in ROLES.into_iter().zip(enemy.iter().zip(&self.enemy)) {
            if let Some(square) = (*men & !*possible).first() {
                return Some(Misfit::Man(role, square));
            }
        }
        let free = !(self.own_squares() | squares_of(enemy));
        if let Some(square) = (free & !self.empty).first() {
            return Some(Misfit::Empty(square));
        }
        for file in 0..8 {
            let pawns = (enemy[P] & fill::file(file)).count() as u32;
            if pawns < self.files.least(file) || pawns > self.files.most(file) {
                return Some(Misfit::Pawns(pawns, file));
            }
        }
        let castles = rights.kingside && !self.enemy_castling.kingside
            || rights.queenside && !self.enemy_castling.queenside;
        castles.then_some(Misfit::Castling)
    }

    /// Number of placements of enemy men inside this metaposition: one king, as many men as are
    /// left, pawns on each file within their bounds. Castling, checks, tries and limits on the
    /// number of men of one kind are ignored.
    pub fn placements(&self) -> f64 {
        let wanted = self.enemy_men_left() as usize + 1;
        let most_pawns = 8_usize.saturating_sub(usize::from(self.taken.pawns));
        let mut all = Counts::nothing();
        for file in 0..8 {
            all = all.beside(&self.counts_on(file), most_pawns);
        }
        (0..=most_pawns)
            .map(|pawns| all.get(pawns, 1, wanted))
            .sum()
    }

    /// Entropy of a placement in bits if all are equally likely.
    pub fn bits(&self) -> f64 {
        libm::log2(self.placements())
    }

    fn counts_on(&self, file: usize) -> Counts {
        let own = self.own_squares();
        let mut counts = Counts::nothing();
        for square in fill::file(file) & !own {
            let mut next = Counts::none();
            let pieces = (P + 1..K).filter(|&kind| self.enemy[kind].contains(square));
            let pieces = pieces.count() as f64;
            let has = |kind: usize| f64::from(u8::from(self.enemy[kind].contains(square)));
            let empty = f64::from(u8::from(self.empty.contains(square)));
            counts.each(|pawns, kings, men, count| {
                next.add(pawns, kings, men, count * empty);
                next.add(pawns, kings, men + 1, count * pieces);
                next.add(pawns + 1, kings, men + 1, count * has(index(Role::Pawn)));
                next.add(pawns, kings + 1, men + 1, count * has(K));
            });
            counts = next;
        }
        let (least, most) = (self.files.least(file), self.files.most(file));
        counts.only(|pawns| (least..=most).contains(&(pawns as u32)))
    }
}

/// Number of ways in which some squares can hold given numbers of pawns, kings and all men.
#[derive(Clone)]
struct Counts([[[f64; 17]; 2]; 9]);

impl Counts {
    fn none() -> Counts {
        Counts([[[0.0; 17]; 2]; 9])
    }

    /// Counts for no squares: one way to hold nothing.
    fn nothing() -> Counts {
        let mut counts = Counts::none();
        counts.0[0][0][0] = 1.0;
        counts
    }

    fn get(&self, pawns: usize, kings: usize, men: usize) -> f64 {
        self.0[pawns][kings][men]
    }

    /// Numbers that no side can have are left out.
    fn add(&mut self, pawns: usize, kings: usize, men: usize, count: f64) {
        if pawns <= 8 && kings <= 1 && men <= 16 {
            self.0[pawns][kings][men] += count;
        }
    }

    fn each(&self, mut see: impl FnMut(usize, usize, usize, f64)) {
        for (pawns, kings) in self.0.iter().enumerate() {
            for (king, men) in kings.iter().enumerate() {
                for (men, &count) in men.iter().enumerate() {
                    if count > 0.0 {
                        see(pawns, king, men, count);
                    }
                }
            }
        }
    }

    fn only(mut self, wanted: impl Fn(usize) -> bool) -> Counts {
        for (pawns, kings) in self.0.iter_mut().enumerate() {
            if !wanted(pawns) {
                *kings = [[0.0; 17]; 2];
            }
        }
        self
    }

    fn beside(&self, other: &Counts, most_pawns: usize) -> Counts {
        let mut both = Counts::none();
        self.each(|pawns, kings, men, count| {
            other.each(|more_pawns, more_kings, more_men, ways| {
                if pawns + more_pawns <= most_pawns {
                    let (pawns, kings) = (pawns + more_pawns, kings + more_kings);
                    both.add(pawns, kings, men + more_men, count * ways);
                }
            });
        });
        both
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawn;
    use super::*;

    /// The same with pawns that may have been captured on any file.
    fn board(text: &str, left: u32) -> Metaposition {
        let mut board = drawn::testing::board(text, left);
        (0..8).for_each(|file| board.files.may_lose(file));
        board
    }

    #[test]
    fn the_start_is_one_placement() {
        assert!((Metaposition::start(25).placements() - 1.0).abs() < 1e-9);
        assert!(Metaposition::start(25).bits().abs() < 1e-9);
    }

    #[test]
    fn a_lone_king_has_as_many_placements_as_squares() {
        let alone = board("K on e1; k on e8 d8 c8", 0);
        assert!((alone.placements() - 3.0).abs() < 1e-9);
    }

    #[test]
    fn placements_are_counted_as_by_hand() {
        let two = board("K on e1; k on e8 d8 c8; r on c8 d1 c1; q on d1 c1", 1);
        // Rook: c8 (two kings), d1 and c1 (three each); queen: three each.
        assert!((two.placements() - (2.0 + 6.0 + 6.0)).abs() < 1e-9);
    }
}
