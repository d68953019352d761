//! Actions as numbers and observations as planes, both in the mover's own frame: Black's board is
//! turned upside down, so that both sides' pawns go up.

use darkforge_board::{Bitboard, Color, File, Rank, Role, Square, Try, index, side};
use darkforge_kriegspiel::umpire::{Direction, PawnTries, Question};
use pyo3::prelude::*;

use crate::game::{ANY_TRY, Game};
use crate::names::{color_named, question_of};

/// First action of a promotion to another piece than a queen: 8 files, 3 directions, 3 pieces.
const UNDER: usize = 64 * 64;
/// The action "Any?".
pub const ANY: usize = UNDER + 8 * 3 * 3;
/// Number of actions: from and to (a pawn becomes a queen), other promotions, "Any?".
pub const ACTIONS: usize = ANY + 1;
/// Pieces of the other promotions, in order.
const UNDER_ROLES: [Role; 3] = [Role::Rook, Role::Bishop, Role::Knight];

/// Number of planes of an observation.
pub const PLANES: usize = 25;
/// Length of an observation.
pub const OBSERVATION: usize = PLANES * 64;
/// Number of planes of a metaposition: six kinds of enemy men, and none.
pub const METAPOSITION_PLANES: usize = 7;

/// The action of `asked` by `color`.
#[inline]
pub fn encode(asked: Try, color: Color) -> usize {
    if asked == ANY_TRY {
        return ANY;
    }
    let asked = match color {
        Color::White => asked,
        Color::Black => asked.flipped(),
    };
    let piece = UNDER_ROLES
        .into_iter()
        .position(|role| asked.promotion == Some(role));
    let Some(piece) = piece else {
        return asked.from as usize * 64 + asked.to as usize;
    };
    let (from, to) = (asked.from.file() as usize, asked.to.file() as usize);
    // Tries that no pawn can make share a number with one that it can; they are never encoded.
    UNDER + from * 9 + (to + 1).saturating_sub(from).min(2) * 3 + piece
}

/// The try of `action` by the mover of `game`; [`ANY_TRY`] for "Any?", `None` if there is none.
pub fn decode(action: usize, game: &Game) -> Option<Try> {
    let view = game.mover();
    let (color, pawns) = (view.color(), view.men()[index(Role::Pawn)]);
    let asked = if action < UNDER {
        let from = Square::new((action / 64) as u32);
        let to = Square::new((action % 64) as u32);
        let own = match color {
            Color::White => from,
            Color::Black => from.flip_vertical(),
        };
        let promotes = to.rank() == Rank::Eighth && pawns.contains(own);
        Try {
            from,
            to,
            promotion: promotes.then_some(Role::Queen),
        }
    } else if action < ANY {
        let (from, rest) = ((action - UNDER) / 9, (action - UNDER) % 9);
        let to = (from + rest / 3).checked_sub(1).filter(|to| *to < 8)?;
        Try::promoting(
            Square::from_coords(File::new(from as u32), Rank::Seventh),
            Square::from_coords(File::new(to as u32), Rank::Eighth),
            UNDER_ROLES[rest % 3],
        )
    } else {
        return (action == ANY).then_some(ANY_TRY);
    };
    Some(match color {
        Color::White => asked,
        Color::Black => asked.flipped(),
    })
}

/// The action of a question by the player of `color`: from * 64 + to, squares counted from a1 = 0 in
/// the player's own frame.
#[pyfunction]
pub fn action_of(question: &str, color: &str) -> PyResult<usize> {
    let asked = match question_of(question)? {
        Question::Any => ANY_TRY,
        Question::Try(asked) => asked,
    };
    Ok(encode(asked, color_named(color)?))
}

/// Writes the mask of the mover's questions.
pub fn write_mask(game: &Game, mask: &mut [bool]) {
    let color = game.umpire.turn();
    for &asked in game.left() {
        mask[encode(asked, color)] = true;
    }
}

/// Writes what the player of `color` sees and heard, which is `OBSERVATION` zeros before. The table
/// of planes is in `docs/python.md`.
pub fn write_observation(game: &Game, color: Color, ply_limit: u32, planes: &mut [f32]) {
    let view = game.umpire.view(color);
    let heard = &game.heard[side(color)];
    let turn = |set: Bitboard| match color {
        Color::White => set,
        Color::Black => set.flip_vertical(),
    };
    let mut squares = |plane: usize, set: Bitboard| {
        for square in turn(set) {
            planes[plane * 64 + square as usize] = 1.0;
        }
    };
    for (role, set) in view.men().iter().enumerate() {
        squares(role, *set);
    }
    let own_turn = game.umpire.turn() == color;
    let said = view.heard();
    if let Some(capture) = said.capture {
        squares(6, Bitboard::from_square(capture.square));
    }
    if let Some(PawnTries::Squares(from)) = view.pawn_tries() {
        squares(13, from);
    }
    for asked in view.refused() {
        squares(14, Bitboard::from_square(asked.from));
        squares(15, Bitboard::from_square(asked.to));
    }
    if let Some(capture) = heard.said.capture {
        squares(21, Bitboard::from_square(capture.square));
    }
    let mut whole = |plane: usize, value: f32| {
        if value != 0.0 {
            planes[plane * 64..(plane + 1) * 64].fill(value);
        }
    };
    for (place, direction) in Direction::ALL.into_iter().enumerate() {
        whole(7 + place, f32::from(said.checks.contains(direction)));
    }
    let least = view.pawn_tries().map_or(0, PawnTries::least);
    whole(12, f32::from(least) / 8.0);
    let castling = view.castling();
    whole(16, f32::from(castling.kingside));
    whole(17, f32::from(castling.queenside));
    whole(18, (f64::from(view.plies()) / f64::from(ply_limit)) as f32);
    let refusals = view.overheard().refusals.unwrap_or(0);
    whole(19, (refusals as f32 / 32.0).min(1.0));
    whole(20, f32::from(view.is_obliged()));
    whole(22, heard.taken[0] as f32 / 8.0);
    whole(23, heard.taken[1] as f32 / 8.0);
    whole(24, f32::from(own_turn));
}

/// Writes the metaposition of `color`, which is zeros before: squares where each kind of enemy man could
/// stand, and squares that could be empty.
pub fn write_metaposition(game: &Game, color: Color, planes: &mut [f32]) {
    let Some(known) = game.metaposition(color) else {
        return;
    };
    let sets = known.enemy().iter().copied().chain([known.empty()]);
    for (plane, set) in sets.enumerate() {
        for square in set {
            planes[plane * 64 + square as usize] = 1.0;
        }
    }
}
