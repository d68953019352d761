//! Umpire prediction (T 7.4.2): the one answer that a search assumes for each move.
//!
//! ```
//! use darkforge_engine::darkboard::predict;
//! use darkforge_kriegspiel::metaposition::Metaposition;
//!
//! let before = Metaposition::start(25);
//! let after = predict::after_own_move(&before, "d2d4".parse()?, false);
//! assert!(!after.gives_check());
//! assert!(predict::silence(&after).is_silent());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! T is the thesis, see [the crate](crate).

use darkforge_board::{Bitboard, Role, Try, index};
use darkforge_kriegspiel::metaposition::{Metaposition, fill};
use darkforge_kriegspiel::umpire::{Announcement, Capture, Captured, Checks, Direction, PawnTries};

/// The metaposition after the own move `asked`, assumed legal, with the predicted announcement.
///
/// A capture is predicted only for a pawn's capture and on a certainly occupied square, and if it is
/// `supposed` on one that may be occupied; a pawn is predicted as captured if one could stand there.
/// The enemy gets a pawn try if the moved man can be its target. A check is predicted only if the
/// enemy king would be in check on all its squares.
pub fn after_own_move(before: &Metaposition, asked: Try, supposed: bool) -> Metaposition {
    let mut said = Announcement {
        capture: capture(before, asked, supposed),
        checks: Checks::NONE,
        pawn_tries: before
            .tries_told()
            .then(|| PawnTries::Number(u8::from(invites_pawn(before, asked)))),
        promotion: false,
    };
    let mut after = *before;
    after.own_move(asked, &said);
    if after.enemy()[index(Role::King)].is_empty() {
        for direction in Direction::ALL {
            said.checks = Checks::one(direction);
            let mut checked = *before;
            checked.own_move(asked, &said);
            if checked.enemy()[index(Role::King)].any() {
                return checked;
            }
        }
    }
    after
}

/// No announcement, if pawn tries are announced.
pub const SILENCE: Announcement = Announcement {
    capture: None,
    checks: Checks::NONE,
    pawn_tries: Some(PawnTries::Number(0)),
    promotion: false,
};

/// The same if the umpire does not announce pawn tries, and silence means nothing.
const NOT_TOLD: Announcement = Announcement {
    pawn_tries: None,
    ..SILENCE
};

/// Predicted announcement of an enemy move after `before`.
#[inline]
pub fn silence(before: &Metaposition) -> &'static Announcement {
    if before.tries_told() {
        &SILENCE
    } else {
        &NOT_TOLD
    }
}

/// The predicted capture: by a pawn's try, on a certain man, or if it is `supposed` on a possible one.
pub(crate) fn capture(before: &Metaposition, asked: Try, supposed: bool) -> Option<Capture> {
    let pawn = before.own()[index(Role::Pawn)].contains(asked.from);
    let enemy = before.enemy_men_but_king();
    let captures = if pawn {
        asked.from.file() != asked.to.file()
    } else {
        before.certain().contains(asked.to) || supposed && enemy.contains(asked.to)
    };
    if !captures {
        return None;
    }
    // A pawn that captures on an empty square captures en passant.
    let square = if pawn && !enemy.contains(asked.to) {
        asked.to.offset(-8).unwrap_or(asked.to)
    } else {
        asked.to
    };
    let kind = if before.enemy()[index(Role::Pawn)].contains(square) || square != asked.to {
        Captured::Pawn
    } else {
        Captured::Piece
    };
    Some(Capture::on(square, Some(kind)))
}

/// Whether an enemy pawn could capture the man that goes to `asked.to`.
fn invites_pawn(before: &Metaposition, asked: Try) -> bool {
    let attackers = fill::own_pawn_attacks(Bitboard::from_square(asked.to));
    (attackers & before.enemy()[index(Role::Pawn)]).any()
}
