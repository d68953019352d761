//! State: White's knowledge in an ending against a lone king, and its change by an answer.

use darkforge_board::{Bitboard, Men, Square, Try};
use darkforge_engine::endgame::{Directions, Own};
use darkforge_engine::endgame::{KingBelief, Moved, arrivals};
use darkforge_kriegspiel::umpire::{self, Announcement, Checks};

/// Own men and the exact possible squares of the king, at our turn. A refused try has narrowed
/// `king` already; the turn continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// Own men; they go up the board.
    pub own: Men,
    /// Squares of the king.
    pub king: Bitboard,
}

/// The umpire's answer to a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Illegal; our turn continues.
    Refused,
    /// Played, with the king in check from these directions, or from none.
    Played(Checks),
}

/// Possible results of one answer to a played try.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    /// The directions of check, as a set.
    pub checks: Directions,
    /// Own men that the king may then capture.
    pub lost: Bitboard,
    /// Our next turn if it captured nothing; its set is empty if it must capture.
    pub next: State,
}

impl State {
    /// The greatest uncertainty: the king may stand on every square on which it is not in check.
    pub fn unseen(own: &Men) -> State {
        let men = Own(*own);
        State {
            own: *own,
            king: !(men.attacked() | men.squares()),
        }
    }

    /// Fills `tries` with the tries that may be legal, in a fixed order.
    pub fn tries(&self, tries: &mut Vec<Try>) {
        let own = Own(self.own);
        own.moves(tries);
        tries.retain(|&asked| !self.king.is_subset(own.refusing(asked)));
    }

    /// This turn after `asked` was refused.
    #[must_use]
    pub fn refused(&self, asked: Try) -> State {
        State {
            own: self.own,
            king: self.king & Own(self.own).refusing(asked),
        }
    }

    /// Our next turn after `asked` was answered with these checks, if the king captured nothing.
    #[must_use]
    pub fn played(&self, asked: Try, checks: Checks) -> State {
        let moved = self.moved(asked);
        let squares = KingBelief::answered(&moved, checks);
        next(&moved, squares)
    }

    /// Our next turn after the king captured on `square`.
    #[must_use]
    pub fn captured(&self, square: Square) -> State {
        State {
            own: Own(self.own).without(square).0,
            king: Bitboard::from_square(square),
        }
    }

    /// Effect of `asked` for all squares of the king.
    pub fn moved(&self, asked: Try) -> Moved {
        Moved::of(&Own(self.own), self.king, asked)
    }

    /// Our own king.
    pub fn own_king(&self) -> Square {
        Own(self.own).king()
    }
}

/// Calls `reply` with all replies that may follow `moved` while the game continues, silence first.
pub fn replies(moved: &Moved, mut reply: impl FnMut(Reply)) {
    let hanging = moved.own.squares() & !moved.attacked;
    let lines = moved.own.lines();
    KingBelief::answers(moved, |heard| {
        let checks = match (heard & moved.attacked).first() {
            Some(square) => lines.on(square),
            None => 0,
        };
        reply(Reply {
            checks,
            lost: hanging & darkforge_kriegspiel::metaposition::fill::around(heard),
            next: next(moved, heard),
        });
    });
}

/// Our turn after the king moved from one of `squares` without a capture.
fn next(moved: &Moved, squares: Bitboard) -> State {
    State {
        own: moved.own.0,
        king: arrivals(moved, squares),
    }
}

impl Answer {
    /// The same answer in the type of the umpire of whole games.
    pub fn as_umpires(self) -> umpire::Answer {
        match self {
            Answer::Refused => umpire::Answer::Refused,
            Answer::Played(checks) => umpire::Answer::Played(Announcement {
                checks,
                ..Announcement::default()
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::{Color, Position};

    fn men(fen: &str) -> Men {
        let position: Position = fen.parse().unwrap();
        position.men(Color::White)
    }

    #[test]
    fn the_papers_rook_leaves_fifty_two_squares() {
        // P 3.1: Kb1 Ra1.
        let state = State::unseen(&men("7k/8/8/8/8/8/8/RK6 w - - 0 1"));
        assert_eq!(state.king.count(), 52);
    }

    #[test]
    fn replies_hold_every_square_and_name_what_hangs() {
        let state = State::unseen(&men("7k/8/8/8/3R4/8/8/K7 w - - 0 1"));
        let asked = "d4d5".parse().unwrap();
        let moved = state.moved(asked);
        let (mut heard, mut lost) = (Vec::new(), Bitboard::EMPTY);
        let mut next = Bitboard::EMPTY;
        replies(&moved, |reply| {
            heard.push(reply.checks);
            lost |= reply.lost;
            next |= reply.next.king;
        });
        heard.dedup();
        assert_eq!(
            heard.len(),
            2,
            "silence and the rank: no king was on the file"
        );
        assert_eq!(next, arrivals(&moved, moved.legal));
        assert_eq!(lost.single_square(), Some(Square::D5));
    }

    #[test]
    fn a_refused_step_brings_the_king_near() {
        let state = State::unseen(&men("7k/8/8/8/3R4/8/8/K7 w - - 0 1"));
        let near = state.refused("a1b2".parse().unwrap());
        assert!(near.king.contains(Square::C3) && !near.king.contains(Square::H8));
    }
}
