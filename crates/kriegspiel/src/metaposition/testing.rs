//! Metapositions from a line of text, for tests.

use super::{K, Metaposition, P, Tracker, fill};
use darkforge_board::{Bitboard, CastlingRights, Color, Role, Square, index};

use crate::umpire::{Announcement, PawnTries};

/// Squares by name, with spaces between.
pub fn set(names: &str) -> Bitboard {
    names.split_whitespace().fold(Bitboard::EMPTY, |set, name| {
        set | Bitboard::from_square(name.parse::<Square>().expect("a square"))
    })
}

/// Own men before the semicolon in capital letters, possible enemy men after it, with `any`
/// for any man but the king: `"K on e1, R on a1; k on e8 d8; any on c5"`. Everything else
/// is empty, nobody may castle, and the enemy has `left` men beside its king. Files with a `p`
/// certainly hold a pawn.
pub fn board(text: &str, left: u32) -> Metaposition {
    let mut board = Metaposition::start(25);
    board.own = [Bitboard::EMPTY; 6];
    board.enemy = [Bitboard::EMPTY; 6];
    board.castling = CastlingRights::default();
    board.enemy_castling = CastlingRights::default();
    board.taken.pieces = (15 - left).min(7) as u8;
    board.taken.pawns = (15 - left).saturating_sub(7) as u8;
    let mut pawns = Bitboard::EMPTY;
    for part in text.split([',', ';']) {
        let (man, squares) = part.trim().split_once(" on ").expect("MAN on SQUARES");
        let squares = set(squares);
        if man == "p" {
            pawns |= squares;
        }
        if man == "any" {
            for kind in P..K {
                board.enemy[kind] |= squares;
            }
            continue;
        }
        let letter = man.chars().next().expect("a letter");
        let role = Role::from_char(letter).expect("a man");
        let side = if letter.is_ascii_uppercase() {
            &mut board.own
        } else {
            &mut board.enemy
        };
        side[index(role)] |= squares;
    }
    for file in (0..8).filter(|&file| (pawns & fill::file(file)).is_empty()) {
        board.files.may_lose(file);
    }
    board.empty = !board.own_squares();
    board.settle();
    board
}

/// The umpire has nothing to say.
pub fn silent() -> Announcement {
    Announcement {
        pawn_tries: Some(PawnTries::Number(0)),
        ..Announcement::default()
    }
}

/// The same as White's knowledge in the middle of a game.
pub fn tracker(text: &str, left: u32) -> Tracker {
    let mut tracker = Tracker::new(Color::White, 25);
    tracker.set_metaposition(board(text, left));
    tracker
}

/// The squares where nothing but this kind of man could stand.
pub fn only(board: &Metaposition, kind: usize) -> Bitboard {
    let others = (P..=K)
        .filter(|&other| other != kind)
        .fold(Bitboard::EMPTY, |all, other| all | board.enemy[other]);
    board.enemy[kind] & !others
}
