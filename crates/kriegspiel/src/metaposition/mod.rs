//! Metapositions: an approximation of what one side can know of the enemy (T 7.1-7.3). It has for
//! each kind of enemy man the squares where one could stand, and the squares that could be empty.
//!
//! The invariant is that of T 7.1.1: *a cleared bit is a guarantee*. The reverse does not hold; the
//! approximation contains impossible positions.
//!
//! Everything is in the player's own frame: its men go up the board, as White's do. For Black,
//! [`Try::flipped`] and [`Announcement::flipped`] turn moves and announcements.
//!
//! Three functions evolve a metaposition in place: [`own_move`] when a try was played,
//! [`refused_try`] when it was refused, [`enemy_move`] when the opponent moved.
//!
//! [`own_move`]: Metaposition::own_move
//! [`refused_try`]: Metaposition::refused_try
//! [`enemy_move`]: Metaposition::enemy_move
//! [`Try::flipped`]: darkforge_board::Try::flipped
//! [`Announcement::flipped`]: crate::umpire::Announcement::flipped
//!
//! ```
//! use darkforge_board::Square;
//! use darkforge_kriegspiel::metaposition::Metaposition;
//!
//! // The own king on e1, the enemy's on e8 or d8; the enemy has no other man.
//! let known = Metaposition::drawn("K on e1; k on e8 d8", 0)?;
//! assert_eq!(known.enemy_king(), None);
//! assert!(known.empty().contains(Square::E8), "the king may stand on d8");
//! assert!(known.is_king_alone());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! T is the thesis, see [the crate](crate).

pub mod fill;
pub mod files;
pub mod ages;
mod moves;
mod checks;
mod destinations;
mod consistent_moves;
mod own_move;
mod refused_try;
mod start;
mod enemy_move;
mod enemy_capture;
mod deductions;
mod tracker;
mod placements;
mod drawn;

pub use ages::Ages;
pub use drawn::ParseMetapositionError;
pub use files::PawnFiles;
pub use placements::Misfit;
pub use tracker::Tracker;

use std::fmt::Write as _;

use crate::umpire::{Captured, Checks, PawnTries};
use darkforge_board::{
    Bitboard, CastlingRights, Color, Men, Position, ROLES, Role, Square, index, role_on, squares_of,
};

/// Index of each role in arrays of men.
pub(crate) const P: usize = index(Role::Pawn);
pub(crate) const N: usize = index(Role::Knight);
pub(crate) const B: usize = index(Role::Bishop);
pub(crate) const R: usize = index(Role::Rook);
pub(crate) const Q: usize = index(Role::Queen);
pub(crate) const K: usize = index(Role::King);

/// Captured enemy men, as far as the umpire announced them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// Captured pawns.
    pub pawns: u8,
    /// Captured men other than pawns.
    pub pieces: u8,
    /// Captured men whose kind the ruleset does not announce.
    pub unnamed: u8,
}

impl Taken {
    /// Adds a captured man of the announced kind.
    pub fn add(&mut self, kind: Option<Captured>) {
        match kind {
            Some(Captured::Pawn) => self.pawns += 1,
            Some(Captured::Piece) => self.pieces += 1,
            None => self.unnamed += 1,
        }
    }

    /// All captured men.
    #[inline]
    pub fn all(self) -> u32 {
        u32::from(self.pawns) + u32::from(self.pieces) + u32::from(self.unnamed)
    }
}

/// Bounds on the number of one side's pawn tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tries {
    /// Least number.
    pub least: u8,
    /// Greatest number.
    pub most: u8,
}

impl Tries {
    /// No tries.
    pub const NONE: Tries = Tries { least: 0, most: 0 };

    /// The number of tries that the announcement allows.
    #[inline]
    pub fn told(words: Option<PawnTries>) -> Tries {
        Tries {
            least: words.map_or(0, PawnTries::least),
            most: words.map_or(16, PawnTries::most),
        }
    }
}

/// An approximated information set of one side; about 170 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metaposition {
    own: Men,
    /// Squares where an enemy man of each kind could stand; never an own square.
    enemy: Men,
    /// Squares that could be empty; never an own square.
    empty: Bitboard,
    ages: Ages,
    files: PawnFiles,
    taken: Taken,
    castling: CastlingRights,
    enemy_castling: CastlingRights,
    /// Check on our king, as announced.
    checks: Checks,
    /// Check that our last move gave.
    given: Checks,
    /// Pawn tries that we have.
    own_tries: Tries,
    /// Pawn tries that the enemy has.
    enemy_tries: Tries,
    /// Whether the umpire announces pawn tries, so that silence means none.
    tries_told: bool,
    /// Whether pawns that are certainly on a file block it.
    pawn_control: bool,
    /// Files, one bit each, on which the enemy may just have pushed a pawn by two.
    enemy_pushed: u8,
    /// Our pawn that was just pushed by two.
    own_pushed: Option<Square>,
}

impl Metaposition {
    /// Knowledge before the first move. Ages are counted up to `age_cap` moves.
    pub fn start(age_cap: u8) -> Metaposition {
        let position = Position::start();
        let own = position.men(Color::White);
        let both = CastlingRights {
            kingside: true,
            queenside: true,
        };
        Metaposition {
            own,
            enemy: position.men(Color::Black),
            empty: Bitboard(0x0000_ffff_ffff_0000),
            ages: Ages::new(age_cap),
            files: PawnFiles::START,
            taken: Taken::default(),
            castling: both,
            enemy_castling: both,
            checks: Checks::NONE,
            given: Checks::NONE,
            own_tries: Tries::NONE,
            enemy_tries: Tries::NONE,
            tries_told: true,
            pawn_control: true,
            enemy_pushed: 0,
            own_pushed: None,
        }
    }

    /// Own men.
    #[inline]
    pub fn own(&self) -> &Men {
        &self.own
    }

    /// Squares where an enemy man of each kind could stand.
    #[inline]
    pub fn enemy(&self) -> &Men {
        &self.enemy
    }

    /// Squares of all own men.
    #[inline]
    pub fn own_squares(&self) -> Bitboard {
        squares_of(&self.own)
    }

    /// Squares where any enemy man could stand.
    #[inline]
    pub fn enemy_squares(&self) -> Bitboard {
        squares_of(&self.enemy)
    }

    /// Squares where an enemy man other than the king could stand.
    #[inline]
    pub fn enemy_men_but_king(&self) -> Bitboard {
        self.enemy[P] | self.enemy[N] | self.enemy[B] | self.enemy[R] | self.enemy[Q]
    }

    /// Squares that could be empty.
    #[inline]
    pub fn empty(&self) -> Bitboard {
        self.empty
    }

    /// Squares that certainly hold an enemy man.
    #[inline]
    pub fn certain(&self) -> Bitboard {
        !(self.empty | self.own_squares())
    }

    /// Ages of all squares, in moves.
    #[inline]
    pub fn ages(&self) -> &Ages {
        &self.ages
    }

    /// Least and greatest number of enemy pawns by file.
    #[inline]
    pub fn files(&self) -> PawnFiles {
        self.files
    }

    /// Enemy men captured so far.
    #[inline]
    pub fn taken(&self) -> Taken {
        self.taken
    }

    /// Enemy men left beside the king, 0 to 15.
    #[inline]
    pub fn enemy_men_left(&self) -> u32 {
        15_u32.saturating_sub(self.taken.all())
    }

    /// Possible squares of the enemy king from which it could not move if every possibly empty
    /// square were empty: all squares next to it are attacked, own men there included.
    #[inline]
    pub fn shut_in(&self) -> Bitboard {
        let attacked = self.possibly_attacked();
        self.enemy[K] & !attacked & !fill::around(!attacked)
    }

    /// The same if no beam passes a doubtful square (T 7.3.1): squares next to the king count as
    /// attacked only if they certainly are.
    #[inline]
    pub fn surely_shut_in(&self) -> Bitboard {
        let attacked = self.certainly_attacked();
        self.enemy[K] & !attacked & !fill::around(!attacked)
    }

    /// Whether the enemy king could answer by capturing an own man.
    #[inline]
    pub fn king_may_capture(&self) -> bool {
        let near = fill::around(self.enemy[K]) & self.own_squares();
        near.any() && !near.is_subset(self.certainly_attacked())
    }

    /// Whether the enemy has only its king.
    #[inline]
    pub fn is_king_alone(&self) -> bool {
        self.enemy_men_left() == 0
    }

    /// The enemy king's square, when it is known.
    #[inline]
    pub fn enemy_king(&self) -> Option<Square> {
        self.enemy[K].single_square()
    }

    /// The own king's square.
    ///
    /// # Panics
    /// Never: the own king is always on the board.
    #[inline]
    pub fn own_king(&self) -> Square {
        self.own[K].first().expect("the own king is on the board")
    }

    /// Checks on the own king, as announced.
    #[inline]
    pub fn checks(&self) -> Checks {
        self.checks
    }

    /// Whether the last own move gave check.
    #[inline]
    pub fn gives_check(&self) -> bool {
        self.given.any()
    }

    /// Pawn tries that this side has now.
    #[inline]
    pub fn own_tries(&self) -> Tries {
        self.own_tries
    }

    /// Announced pawn tries of the enemy.
    #[inline]
    pub fn enemy_tries(&self) -> Tries {
        self.enemy_tries
    }

    /// Whether the umpire announces pawn tries.
    #[inline]
    pub fn tries_told(&self) -> bool {
        self.tries_told
    }

    /// Own rights to castle.
    #[inline]
    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// Squares that an enemy pawn may just have passed by a push of two: landing squares of
    /// captures en passant.
    #[inline]
    pub fn en_passant(&self) -> Bitboard {
        Bitboard(u64::from(self.enemy_pushed) << 40)
    }

    /// The role of the own man on `square`.
    #[inline]
    pub fn own_role(&self, square: Square) -> Option<Role> {
        role_on(&self.own, square)
    }

    /// Marks `squares` as certainly free of enemy men now.
    #[inline]
    fn vacate(&mut self, squares: Bitboard) {
        for men in &mut self.enemy {
            *men &= !squares;
        }
        self.empty |= squares & !self.own_squares();
        self.ages.clear(squares);
    }

    /// Marks `squares` as certainly holding an enemy man of a kind still possible there.
    #[inline]
    fn occupy(&mut self, squares: Bitboard) {
        self.empty &= !squares;
    }

    /// Marks `squares` as certainly holding an enemy pawn each.
    fn occupy_by_pawns(&mut self, squares: Bitboard) {
        for men in &mut self.enemy[N..=K] {
            *men &= !squares;
        }
        self.occupy(squares);
    }

    /// Draws conclusions from the last change: limits on pawns, a king with one possible square,
    /// squares on which nothing is possible.
    #[inline]
    fn settle(&mut self) {
        let taken = self.taken;
        // Pieces beyond the seven of the start were promoted pawns.
        let promoted = taken.pieces.saturating_sub(7);
        if self.is_king_alone() {
            self.enemy[P..=Q].fill(Bitboard::EMPTY);
        }
        // There are no more pawns than are left: if that many are certain on their files, no other
        // file has one.
        let most_left = 8_u32.saturating_sub(u32::from(taken.pawns + promoted));
        self.files.bound(most_left);
        self.enemy[P] &= self.files.possible();
        let castler = self.enemy[K].contains(Square::E8);
        self.enemy_castling.kingside &= castler && self.enemy[R].contains(Square::H8);
        self.enemy_castling.queenside &= castler && self.enemy[R].contains(Square::A8);
        let king = self.enemy[K];
        if !king.is_empty() && !king.more_than_one() {
            for men in &mut self.enemy[P..=Q] {
                *men &= !king;
            }
            self.occupy(king);
        }
        self.empty |= !(self.enemy_squares() | self.own_squares());
    }

    /// Whether the true position, seen from `color`, is inside this metaposition; if not, the
    /// reason, with both boards drawn.
    ///
    /// # Errors
    /// A text that names the square.
    pub fn contains(&self, truth: &Position, color: Color) -> Result<(), String> {
        let frame = |set: Bitboard| match color {
            Color::White => set,
            Color::Black => set.flip_vertical(),
        };
        let own = truth.men(color).map(frame);
        let enemy = truth.men(!color).map(frame);
        let complain = |what: String| {
            Err(format!(
                "{what}\ntrue position, {color} below: {}\n{}",
                truth.fen(),
                self.drawing()
            ))
        };
        for (index, role) in ROLES.into_iter().enumerate() {
            if own[index] != self.own[index] {
                return complain(format!("own {role:?}s are not where the player thinks"));
            }
        }
        if let Some(misfit) = self.misfit(&enemy, truth.castling(!color)) {
            return complain(misfit.to_string());
        }
        if truth.castling(color) != self.castling {
            return complain("own rights to castle are not what the player thinks".to_owned());
        }
        Ok(())
    }

    /// The board as text, own side below: own men as capital letters; the possible enemy kinds of
    /// each square in small letters; `!` where one certainly stands.
    pub fn drawing(&self) -> String {
        let mut text = String::new();
        for rank in (0..8).rev() {
            for file in 0..8 {
                let square = Square::new(rank * 8 + file);
                let mut cell = String::new();
                if let Some(role) = self.own_role(square) {
                    cell.push(role.upper_char());
                } else {
                    for (index, role) in ROLES.into_iter().enumerate() {
                        if self.enemy[index].contains(square) {
                            cell.push(role.char());
                        }
                    }
                    if !self.empty.contains(square) {
                        cell.push('!');
                    } else if cell.is_empty() {
                        cell.push('.');
                    }
                }
                let _ = write!(text, "{cell:<8}");
            }
            text.push('\n');
        }
        let _ = writeln!(
            text,
            "captured {} pawns, {} pieces; tries {} own, {} enemy",
            self.taken.pawns, self.taken.pieces, self.own_tries.least, self.enemy_tries.least
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_metaposition_is_small() {
        assert!(
            size_of::<Metaposition>() <= 200,
            "{}",
            size_of::<Metaposition>()
        );
    }

    #[test]
    fn the_start_contains_the_initial_position() {
        for color in darkforge_board::SIDES {
            Metaposition::start(25)
                .contains(&Position::start(), color)
                .unwrap();
        }
    }
}
