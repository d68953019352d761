//! Metapositions written as a line of text.

use super::{K, Metaposition, P, fill};
use darkforge_board::{Bitboard, CastlingRights, Role, Square, index};

/// A text that describes no metaposition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{part}' is not MAN on SQUARES, such as 'K on e1' or 'any on c5 d5'")]
pub struct ParseMetapositionError {
    part: String,
}

impl Metaposition {
    /// Reads the metaposition that `text` describes: own men in capital letters, possible enemy men
    /// in small ones, `any` for any enemy man except the king. Everything else is empty, nobody may
    /// castle, the enemy has `men_left` men beside its king, and a file with a `p` certainly holds
    /// a pawn.
    ///
    /// ```
    /// use darkforge_board::Square;
    /// use darkforge_kriegspiel::metaposition::Metaposition;
    ///
    /// let drawn = Metaposition::drawn("K on e1, R on a1; k on e8 d8; any on c5", 1)?;
    /// assert!(drawn.empty().contains(Square::C5), "a man could stand there, or none");
    /// assert_eq!(drawn.enemy_king(), None, "on e8 or on d8");
    /// # Ok::<(), darkforge_kriegspiel::metaposition::ParseMetapositionError>(())
    /// ```
    ///
    /// # Errors
    /// If a part of `text` between commas or semicolons is not a man and its squares.
    pub fn drawn(text: &str, men_left: u32) -> Result<Metaposition, ParseMetapositionError> {
        let mut board = Metaposition::start(25);
        board.own = [Bitboard::EMPTY; 6];
        board.enemy = [Bitboard::EMPTY; 6];
        board.castling = CastlingRights::default();
        board.enemy_castling = CastlingRights::default();
        let taken = 15_u32.saturating_sub(men_left);
        board.taken.pieces = taken.min(7) as u8;
        board.taken.pawns = taken.saturating_sub(7) as u8;
        let mut pawns = Bitboard::EMPTY;
        for part in text.split([',', ';']).map(str::trim) {
            let wrong = || ParseMetapositionError {
                part: part.to_owned(),
            };
            let (man, squares) = part.split_once(" on ").ok_or_else(wrong)?;
            let squares = squares_named(squares).ok_or_else(wrong)?;
            if man == "any" {
                for kind in &mut board.enemy[P..K] {
                    *kind |= squares;
                }
                continue;
            }
            let mut letters = man.chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else {
                return Err(wrong());
            };
            let role = Role::from_char(letter).ok_or_else(wrong)?;
            if letter.is_ascii_uppercase() {
                board.own[index(role)] |= squares;
            } else {
                board.enemy[index(role)] |= squares;
                if role == Role::Pawn {
                    pawns |= squares;
                }
            }
        }
        for file in (0..8).filter(|&file| (pawns & fill::file(file)).is_empty()) {
            board.files.may_lose(file);
        }
        board.empty = !board.own_squares();
        board.settle();
        Ok(board)
    }
}

/// Squares by name, with spaces between.
fn squares_named(names: &str) -> Option<Bitboard> {
    let squares = names.split_whitespace().map(str::parse::<Square>);
    squares.collect::<Result<Bitboard, _>>().ok()
}

/// Short forms for tests.
#[cfg(test)]
pub(super) mod testing {
    use super::*;
    use crate::umpire::{Announcement, PawnTries};

    /// Squares by name, with spaces between.
    pub(crate) fn set(names: &str) -> Bitboard {
        squares_named(names).expect("squares")
    }

    /// The metaposition that `text` draws.
    pub(crate) fn board(text: &str, men_left: u32) -> Metaposition {
        Metaposition::drawn(text, men_left).expect("a drawn metaposition")
    }

    /// An announcement without content.
    pub(crate) fn silent() -> Announcement {
        Announcement {
            pawn_tries: Some(PawnTries::Number(0)),
            ..Announcement::default()
        }
    }

    /// The squares where only this kind of man could stand.
    pub(crate) fn only(board: &Metaposition, kind: usize) -> Bitboard {
        let others = (P..=K)
            .filter(|&other| other != kind)
            .fold(Bitboard::EMPTY, |all, other| all | board.enemy[other]);
        board.enemy[kind] & !others
    }

    #[test]
    fn a_text_that_draws_nothing_is_refused_with_its_part() {
        for (text, part) in [
            ("K on e1; k on e9", "k on e9"),
            ("K on e1; x on e8", "x on e8"),
            ("K on e1; ke8", "ke8"),
            ("K on e1; kk on e8", "kk on e8"),
        ] {
            let error = Metaposition::drawn(text, 0).unwrap_err().to_string();
            assert!(error.contains(&format!("'{part}'")), "{error}");
        }
    }
}
