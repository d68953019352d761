//! Certain wins: those that a side can force whatever the true position is, in three phases: before its sense,
//! before its move, and in the other side's turn. Some such wins are not found.
//!
//! ```
//! use darkforge_board::{CastlingRights, Color, side};
//! use darkforge_recon::belief::{Hidden, Own};
//! use darkforge_recon::referee::Position;
//! use darkforge_recon::search::certain;
//!
//! let position: Position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
//! let mut own = Own::start(Color::White);
//! own.men = position.men[side(Color::White)];
//! own.castling = CastlingRights::default();
//! let men = &position.men[side(Color::Black)];
//! let believed = [Hidden::new(men, CastlingRights::default(), None)];
//! assert_eq!(certain::by_move(&own, &believed), None, "the king cannot be captured yet");
//! assert!(certain::by_request(&own, &believed, "a1a8".parse()?), "but in the next turn");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use darkforge_board::{Bitboard, Rank, Role, Square, Try, ray, role_on, squares_of};

use super::node::{attackers, is_attacked};
use crate::belief::{Distinct, Hidden, Own, Replies};
use crate::referee::{Report, Request, revise, window};

/// Positions up to which the other side's replies are all made.
const REPLIES: usize = 600;

/// Whether own men attack the king in every position.
fn always_attacked(own: &Own, set: &[Hidden]) -> bool {
    let squares = squares_of(&own.men);
    set.iter().all(|hidden| {
        hidden
            .king()
            .is_some_and(|king| is_attacked(&own.men, own.color, king, squares | hidden.squares()))
    })
}

/// A request that captures the king in every position.
pub fn by_move(own: &Own, set: &[Hidden]) -> Option<Try> {
    let (first, rest) = set.split_first()?;
    let king = first.king()?;
    let squares = squares_of(&own.men);
    let captures = |hidden: &Hidden, asked: Try| {
        let taken = revise(&own.side(hidden.squares(), hidden.passed()), asked);
        let capture = taken.and_then(|taken| taken.capture);
        capture.is_some() && capture == hidden.king()
    };
    for from in attackers(&own.men, own.color, king, squares | first.squares()) {
        let role = role_on(&own.men, from)?;
        // A slider stops at the first man: a request beyond the king may find it further away.
        let goals = match role {
            Role::Bishop | Role::Rook | Role::Queen => {
                let line = ray(from, king) & !squares;
                line & beyond(from, king, squares)
            }
            _ => Bitboard::from_square(king),
        };
        for to in goals {
            let last = matches!(to.rank(), Rank::First | Rank::Eighth);
            let asked = if role == Role::Pawn && last {
                Try::promoting(from, to, Role::Queen)
            } else {
                Try::new(from, to)
            };
            if captures(first, asked) && rest.iter().all(|hidden| captures(hidden, asked)) {
                return Some(asked);
            }
        }
    }
    None
}

/// Squares on the line from `from` through `king`, on the king's side of `from`, up to the next own man.
fn beyond(from: Square, king: Square, own: Bitboard) -> Bitboard {
    let step = |square: Square, by: (i32, i32)| {
        let file = square.file().to_u32() as i32 + by.0;
        let rank = square.rank().to_u32() as i32 + by.1;
        let inside = (0..8).contains(&file) && (0..8).contains(&rank);
        inside.then(|| Square::new((rank * 8 + file) as u32))
    };
    let sign = |of: u32, than: u32| (of as i32 - than as i32).signum();
    let by = (
        sign(king.file().to_u32(), from.file().to_u32()),
        sign(king.rank().to_u32(), from.rank().to_u32()),
    );
    let mut squares = Bitboard::EMPTY;
    let mut at = from;
    while let Some(next) = step(at, by) {
        if own.contains(next) {
            break;
        }
        squares.add(next);
        at = next;
    }
    squares
}

/// A sense after which a request captures the king, whatever it shows.
pub fn by_sense(own: &Own, set: &[Hidden]) -> Option<Square> {
    if set.is_empty() || !always_attacked(own, set) {
        return None;
    }
    if by_move(own, set).is_some() {
        return Some(Square::E4);
    }
    let mut cells: Vec<(u64, Hidden)> = Vec::with_capacity(set.len());
    Square::ALL.into_iter().find(|&square| {
        let window = window(square);
        if window.count() < 9 {
            return false;
        }
        cells.clear();
        cells.extend(
            set.iter()
                .map(|hidden| (hidden.window_hash(window), *hidden)),
        );
        cells.sort_by_key(|cell| cell.0);
        cells.chunk_by(|a, b| a.0 == b.0).all(|cell| {
            let cell: Vec<Hidden> = cell.iter().map(|one| one.1).collect();
            by_move(own, &cell).is_some()
        })
    })
}

/// Whether the side can capture the king in its next turn whatever the other side, whose turn it is, does now. `set` has
/// the positions before that.
pub fn by_waiting(own: &Own, set: &[Hidden]) -> bool {
    // The other side may pass.
    if set.is_empty() || set.len() * 8 > REPLIES || !always_attacked(own, set) {
        return false;
    }
    let squares = squares_of(&own.men);
    let captures = squares.into_iter().map(Some);
    captures.chain([None]).all(|capture| {
        let replies = Replies::new(own, capture);
        let mut next = Distinct::default();
        for hidden in set {
            replies.each(hidden, |child| next.add(child));
        }
        if next.items.is_empty() {
            return true;
        }
        if next.items.len() > REPLIES || capture.is_some() && capture == own.men[5].first() {
            return false;
        }
        let mut left = *own;
        left.lose(capture);
        by_sense(&left, &next.items).is_some()
    })
}

/// Whether a request wins in every position: it captures the king, or the king can be captured in the next turn
/// whatever the other side does.
pub fn by_request(own: &Own, set: &[Hidden], asked: Try) -> bool {
    if set.len() * 8 > REPLIES {
        return false;
    }
    let mut ways: Vec<(Report, Vec<Hidden>)> = Vec::new();
    for hidden in set {
        let taken = revise(&own.side(hidden.squares(), hidden.passed()), asked);
        let capture = taken.and_then(|taken| taken.capture);
        if capture.is_some() && capture == hidden.king() {
            continue;
        }
        let report = Report {
            asked: asked.into(),
            taken: taken.map_or(Request::PASS, |taken| taken.step.asked().into()),
            capture,
        };
        let mut next = hidden.passing();
        if let Some(square) = capture {
            next = next.without(!own.color, square);
        }
        match ways.iter_mut().find(|(known, _)| *known == report) {
            Some((_, set)) => set.push(next),
            None => ways.push((report, vec![next])),
        }
    }
    ways.iter().all(|(report, set)| {
        let mut moved = *own;
        moved.moved(*report);
        by_waiting(&moved, set)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::Position;
    use darkforge_board::{Color, side};

    fn set(fens: &[&str]) -> (Own, Vec<Hidden>) {
        let mut hidden = Vec::new();
        let mut own = Own::start(Color::White);
        for fen in fens {
            let position: Position = fen.parse().unwrap();
            own.men = position.men[side(Color::White)];
            own.castling = position.castling[0];
            let other = side(Color::Black);
            hidden.push(Hidden::new(
                &position.men[other],
                position.castling[other],
                None,
            ));
        }
        (own, hidden)
    }

    #[test]
    fn one_request_takes_kings_on_one_line() {
        let (own, both) = set(&[
            "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
            "8/8/4k3/8/8/8/8/4RK2 w - - 0 1",
        ]);
        assert_eq!(by_move(&own, &both), "e1e8".parse().ok());
        let (own, apart) = set(&[
            "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
            "3k4/8/8/8/8/8/8/4RK2 w - - 0 1",
        ]);
        assert_eq!(by_move(&own, &apart), None);
        assert_eq!(by_sense(&own, &apart), None);
    }

    #[test]
    fn a_sense_tells_kings_apart() {
        let (own, apart) = set(&[
            "4k3/8/8/8/8/8/8/3RRK2 w - - 0 1",
            "3k4/8/8/8/8/8/8/3RRK2 w - - 0 1",
        ]);
        assert_eq!(by_move(&own, &apart), None);
        let sense = by_sense(&own, &apart).unwrap();
        assert!(window(sense).contains(Square::E8) || window(sense).contains(Square::D8));
    }

    #[test]
    fn a_request_that_mates_wins_in_every_position() {
        let (own, both) = set(&[
            "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
            "6k1/5ppp/8/8/2n5/8/8/R3K3 w - - 0 1",
        ]);
        let mate = "a1a8".parse().unwrap();
        assert!(by_request(&own, &both, mate));
        assert!(!by_request(&own, &both, "a1a7".parse().unwrap()));
        let (own, guarded) = set(&["6k1/5ppp/8/8/8/8/4r3/R3K3 w - - 0 1"]);
        assert!(!by_request(&own, &guarded, mate), "the rook takes the king");
    }

    #[test]
    fn a_mate_wins_in_the_other_sides_turn() {
        let (own, mate) = set(&["R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"]);
        assert!(by_waiting(&own, &mate));
        let (own, check) = set(&["R5k1/5pp1/8/8/8/8/8/4K3 b - - 0 1"]);
        assert!(!by_waiting(&own, &check), "the king goes to h7");
        let (own, taken) = set(&["R5k1/5ppp/8/8/8/8/4r3/4K3 b - - 0 1"]);
        assert!(!by_waiting(&own, &taken), "the rook takes the king");
    }
}
