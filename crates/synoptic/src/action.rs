//! Actions: senses and requests, and their places in a policy.
//!
//! ```
//! use darkforge_board::{Color, Square};
//! use darkforge_synoptic::action::Action;
//!
//! // A place is in the view of the side: both pawns go two squares ahead on the same file.
//! let [white, black] = ["e2e4", "e7e5"].map(|text| Action::Ask(text.parse().expect("a move")));
//! assert_eq!(white.place(Color::White), black.place(Color::Black));
//! assert_eq!(Action::Sense(Square::A1).place(Color::White), 64);
//! ```

use darkforge_board::{
    Bitboard, Color, PROMOTIONS, Rank, Role, Square, Try, bishop_attacks, king_attacks,
    knight_attacks, pawn_attacks, rook_attacks, squares_of,
};
use darkforge_recon::belief::Hidden;
use darkforge_recon::referee::{View, window};

use crate::infostate::{Infostate, Stage};
use crate::network::{ACTIONS, CHANNELS};
use crate::synopsis::{Synopsis, castling_squares};

/// An action of a side in a stage of its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Looks at the window around a square.
    Sense(Square),
    /// Asks for a move; a pawn that reaches the last rank becomes a queen.
    Ask(Try),
    /// Does not move.
    Pass,
}

impl Action {
    /// Place in a policy. A move stands at its square of departure, in the channel of its destination; a sense in the
    /// last channel of its square. Squares are in the view of `color`. Promotions to all roles share a place.
    pub fn place(self, color: Color) -> u16 {
        let view = |square: Square| square.to_u32() as usize ^ color.fold_wb(0, 56);
        let place = match self {
            Action::Sense(square) => view(square) * CHANNELS + CHANNELS - 1,
            Action::Ask(asked) => view(asked.from) * CHANNELS + view(asked.to),
            Action::Pass => ACTIONS - 1,
        };
        place as u16
    }

    /// All actions of a stage, as far as the own men decide.
    pub fn possible(stage: Stage, view: &View) -> Vec<Action> {
        match stage {
            Stage::Sense => Square::ALL.into_iter().map(Action::Sense).collect(),
            Stage::Move => {
                let is_queen =
                    |asked: &Try| asked.promotion.is_none_or(|role| role == PROMOTIONS[0]);
                let requests = view.requests().into_iter().filter(is_queen);
                requests.map(Action::Ask).chain([Action::Pass]).collect()
            }
        }
    }

    /// The actions of a state that are not dominated by others: senses that show all unknown squares of other senses,
    /// and moves that are possible in at least one position. `synopsis` is that of the state.
    pub fn useful(state: &Infostate, synopsis: &Synopsis) -> Vec<Action> {
        let board = |plane: usize| {
            let squares = synopsis.planes[plane];
            Bitboard(state.color().fold_wb(squares, squares.swap_bytes()))
        };
        match state.stage {
            Stage::Sense => senses(!board(KNOWN)),
            Stage::Move => requests(state, !board(SURELY_FREE), !board(PERHAPS_FREE)),
        }
    }
}

/// Planes "known squares", "definitely not opposing pieces" and "possibly not opposing pieces".
const KNOWN: usize = 68;
const SURELY_FREE: usize = 18;
const PERHAPS_FREE: usize = 25;

/// Senses that no other one dominates: each other window lacks an unknown square of theirs. Of equal ones, the first
/// whose window is not clipped stays.
fn senses(unknown: Bitboard) -> Vec<Action> {
    let mut all: Vec<(Square, Bitboard)> = Square::ALL
        .into_iter()
        .map(|square| (square, window(square)))
        .collect();
    all.sort_by_key(|(_, window)| 9 - window.count());
    let mut kept: Vec<(Square, Bitboard)> = Vec::new();
    for (square, window) in all {
        let shows = window & unknown;
        if kept.iter().any(|(_, other)| (shows & !*other).is_empty()) {
            continue;
        }
        kept.retain(|(_, other)| !(*other & !shows).is_empty());
        kept.push((square, shows));
    }
    kept.sort_unstable_by_key(|(square, _)| *square);
    kept.into_iter()
        .map(|(square, _)| Action::Sense(square))
        .collect()
}

/// Moves that are possible in at least one position, and the pass. The other side's men stand on squares of `perhaps`,
/// and surely on those of `surely`.
fn requests(state: &Infostate, perhaps: Bitboard, surely: Bitboard) -> Vec<Action> {
    let own = &state.own;
    let color = own.color;
    let squares = squares_of(&own.men);
    let occupied = squares | surely;
    let mut found = Vec::with_capacity(48);
    let mut add = |from: Square, reached: Bitboard| {
        for to in reached & !squares {
            found.push(Action::Ask(Try::new(from, to)));
        }
    };
    let [pawns, knights, bishops, rooks, queens, kings] = own.men;
    for from in knights {
        add(from, knight_attacks(from));
    }
    for from in bishops {
        add(from, bishop_attacks(from, occupied));
    }
    for from in rooks {
        add(from, rook_attacks(from, occupied));
    }
    for from in queens {
        add(
            from,
            bishop_attacks(from, occupied) | rook_attacks(from, occupied),
        );
    }
    for from in kings {
        let castlings = castling_squares(color, own.castling, occupied);
        add(from, king_attacks(from) | castlings);
    }
    let passed = state.hidden.iter().filter_map(Hidden::passed);
    let targets = passed.fold(perhaps, |all, square| all | Bitboard::from_square(square));
    let third = Bitboard::from_rank(color.fold_wb(Rank::Third, Rank::Sixth));
    let ahead = color.fold_wb(8, -8);
    for from in pawns {
        let once = Bitboard::from_square(from).shift(ahead) & !occupied;
        let twice = (once & third).shift(ahead) & !occupied;
        let reached = once | twice | (pawn_attacks(color, from) & targets & !squares);
        for to in reached {
            let last = to.rank() == color.fold_wb(Rank::Eighth, Rank::First);
            let asked = if last {
                Try::promoting(from, to, Role::Queen)
            } else {
                Try::new(from, to)
            };
            found.push(Action::Ask(asked));
        }
    }
    found.push(Action::Pass);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_in_the_view_of_the_side() {
        let asked = |text: &str| Action::Ask(text.parse().unwrap());
        assert_eq!(
            asked("e2e4").place(Color::White),
            asked("e7e5").place(Color::Black)
        );
        assert_eq!(Action::Sense(Square::A1).place(Color::White), 64);
        assert_eq!(Action::Pass.place(Color::Black), 4160);
    }

    #[test]
    fn senses_that_show_less_are_left_out() {
        let inner = senses(Bitboard::FULL);
        assert_eq!(inner.len(), 36);
        let corner = senses(Bitboard::from_square(Square::A8));
        assert_eq!(corner, [Action::Sense(Square::B7)]);
        assert_eq!(senses(Bitboard::EMPTY).len(), 1);
    }

    #[test]
    fn moves_that_are_never_possible_are_left_out() {
        let mut state = Infostate::start(Color::White);
        state.stage = Stage::Move;
        let actions = Action::useful(&state, &Synopsis::of(&state));
        assert_eq!(
            actions.len(),
            21,
            "twenty moves and the pass: no pawn can capture"
        );
        // Of all requests, those of pawns to the third rank's sides too.
        assert_eq!(
            Action::possible(Stage::Move, &View::start(Color::White)).len(),
            35
        );
    }
}
