//! Opponents: models of Black's king.

use crate::practice::attacked;
use darkforge_board::{
    Bitboard, Color, Position, Role, Square, Try, index, king_attacks, squares_of,
};
use darkforge_streams::{self as streams, Stream};

/// Models of the lone king. Both see the whole board, unlike any player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum King {
    /// Moves to any square, each equally likely.
    Random,
    /// Captures when it can; otherwise it goes to the best square: towards the pawn, or where it
    /// has most freedom, away from the edge and from our king.
    Greedy,
}

/// Black in a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// A king on a square.
    King(King),
    /// No king, but the most costly answers of the umpire, for a king on every square.
    Worst,
}

impl Opponent {
    /// Every opponent.
    pub const ALL: [Opponent; 3] = [
        Opponent::King(King::Random),
        Opponent::King(King::Greedy),
        Opponent::Worst,
    ];

    /// Name of the opponent in flags and files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Opponent::King(King::Random) => "random",
            Opponent::King(King::Greedy) => "greedy",
            Opponent::Worst => "worst",
        }
    }
}

impl King {
    /// The king's move.
    ///
    /// # Panics
    /// If it has no move.
    pub fn choose(self, position: &Position, stream: &mut Stream) -> Try {
        let legal: Vec<Try> = position.legal_tries().collect();
        if self == King::Random {
            return legal[streams::below(stream, legal.len())];
        }
        let men = position.men(Color::White);
        let attacked = attacked(position);
        streams::one_of_best(stream, &legal, |asked| {
            liking(position, attacked, squares_of(&men), asked.to)
        })
    }
}

/// Value of the square `to` for the greedy king.
fn liking(position: &Position, attacked: Bitboard, own: Bitboard, to: Square) -> i32 {
    if own.contains(to) {
        return 1000;
    }
    let men = position.men(Color::White);
    if let Some(pawn) = men[index(Role::Pawn)].first() {
        // It stops the pawn only from the square in front of it.
        let stop = pawn.offset(8).unwrap_or(pawn);
        return -(stop.distance(to) as i32);
    }
    let (file, rank) = (to.file() as i32, to.rank() as i32);
    let centre = file.min(7 - file).min(rank).min(7 - rank);
    let freedom = (king_attacks(to) & !attacked).count() as i32;
    let distance = position.king(Color::White).distance(to) as i32;
    10 * centre + 4 * freedom + 2 * distance
}
