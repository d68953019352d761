//! Castling by player and colour (T 5.2.5).
//!
//! T is the thesis, see [the crate](crate).

use super::course::{Course, Turn};
use super::seats::{OPENING, OpeningMove};
use darkforge_board::{Color, Role};

/// Both ways of castling, in the order of tables.
pub const CASTLINGS: [&str; 2] = ["O-O", "O-O-O"];

/// Games of one player and colour in which it castled in one way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Castled {
    /// All of them.
    pub games: u64,
    /// Those in which it did so within its first [`OPENING`] moves.
    pub early: u64,
    /// Sum over these games of the number of the own move, from 1.
    pub moves: u64,
}

impl Castled {
    /// Adds a game in which castling was the own move with this number, from 1.
    pub(super) fn add(&mut self, number: u64) {
        self.games += 1;
        self.early += u64::from(number <= OPENING as u64);
        self.moves += number;
    }

    /// Adds the games of `other`.
    pub(super) fn merge(&mut self, other: Castled) {
        self.games += other.games;
        self.early += other.early;
        self.moves += other.moves;
    }
}

/// Place in [`CASTLINGS`] of the move of `turn`.
fn way(turn: &Turn) -> Option<usize> {
    let castles = turn.role == Role::King && OpeningMove::of(turn).castles();
    castles.then(|| usize::from(turn.played.to.file() < turn.played.from.file()))
}

/// Way and number of the own move with which `color` castled, in a game from the initial position.
pub(super) fn of(course: &Course<'_>, color: Color) -> Option<(usize, u64)> {
    if course.game.start.is_some() {
        return None;
    }
    let own = course.turns.iter().filter(|turn| turn.side == color);
    (1..)
        .zip(own)
        .find_map(|(number, turn)| Some((way(turn)?, number)))
}
