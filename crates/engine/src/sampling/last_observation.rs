//! Last-observation sampling (LOS): boards that agree with the last announcement and the number of
//! men left, and with nothing else. Earlier announcements are forgotten.

use std::time::Instant;

use darkforge_board::{
    Bitboard, Board, CastlingRights, Men, Rank, Role, Square, index, pawn_attacks, side, squares_of,
};
use darkforge_kriegspiel::metaposition::Taken;
use darkforge_kriegspiel::umpire::{Announcement, View, stands_as_announced};
use darkforge_streams::{self as streams, Stream};

/// Trials between two looks at the time.
const LOOK_EVERY: usize = 64;
/// Greatest number of trials for each wanted board.
const TRIALS: usize = 24;

/// Draws boards from a player's own men and the last announcement.
pub struct LastObservation<'a> {
    view: &'a View,
    taken: Taken,
    until: Option<Instant>,
}

impl<'a> LastObservation<'a> {
    /// A sampler for the player with this `view`, on its turn, that has captured `taken`.
    pub fn new(view: &'a View, taken: Taken) -> LastObservation<'a> {
        LastObservation {
            view,
            taken,
            until: None,
        }
    }

    /// The same with a time after which it takes what was drawn.
    #[must_use]
    pub fn until(mut self, until: Option<Instant>) -> LastObservation<'a> {
        self.until = until;
        self
    }

    /// Whether the time is over, which is looked at before every 64th trial.
    fn is_late(&self, trial: usize) -> bool {
        trial % LOOK_EVERY == LOOK_EVERY - 1
            && self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Up to `wanted` boards. If no drawn board fits an unlikely announcement, the pawn tries are
    /// ignored, then the check.
    pub fn draw(&self, wanted: usize, stream: &mut Stream) -> Vec<Board> {
        let said = *self.view.heard();
        let without_tries = Announcement {
            pawn_tries: None,
            ..said
        };
        let nothing = Announcement::default();
        let mut boards = Vec::with_capacity(wanted);
        for (place, said) in [said, without_tries, nothing].iter().enumerate() {
            for trial in 0..wanted * TRIALS {
                if boards.len() >= wanted || self.is_late(trial) {
                    break;
                }
                let fits = |board: &Board| {
                    place == 2 || stands_as_announced(board, said) && self.agrees(board)
                };
                boards.extend(self.board(place < 2, stream).filter(fits));
            }
            if !boards.is_empty() {
                break;
            }
        }
        boards
    }

    /// Whether `board` agrees with the refusals and the answer of this turn.
    fn agrees(&self, board: &Board) -> bool {
        let illegal = |&asked| board.legal_move(asked).is_none();
        self.view.refused().iter().all(illegal)
            && self
                .view
                .any()
                .is_none_or(|any| (board.pawn_captures() > 0) == any)
    }

    /// A board with the enemy's men on any squares; if there are no pawn tries and that must be
    /// `heeded`, not on squares that our pawns attack.
    fn board(&self, heeded: bool, stream: &mut Stream) -> Option<Board> {
        let (color, own) = (self.view.color(), *self.view.men());
        let mut free = !squares_of(&own);
        if heeded && self.view.pawn_tries().is_some_and(|tries| !tries.any()) {
            for pawn in own[index(Role::Pawn)] {
                free &= !pawn_attacks(color, pawn);
            }
        }
        let mut roster = self.roster(stream);
        let mut enemy: Men = [Bitboard::EMPTY; 6];
        if let Some(capture) = self.view.heard().capture {
            // A man stands where the enemy captured; en passant the pawn is beside it.
            let square = capture.square;
            if !squares_of(&own).contains(square) && !capture.en_passant {
                let fits = |&role: &Role| role != Role::Pawn || may_hold_pawn(square);
                let all = roster.iter().copied().filter(fits).count();
                let drawn = streams::below(stream, all.max(1));
                let role = roster.iter().copied().filter(fits).nth(drawn)?;
                let place = roster.iter().position(|&one| one == role)?;
                roster.swap_remove(place);
                enemy[index(role)].add(square);
                free.discard(square);
            }
        }
        // Pawns have the fewest squares, and one file each as long as files last.
        roster.sort_by_key(|&role| index(role));
        let mut files = Bitboard::FULL;
        for role in roster {
            let mut squares = free;
            if role == Role::Pawn {
                squares &= !(Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth));
                if (squares & files).any() {
                    squares &= files;
                }
            }
            let square = draw(squares, stream)?;
            if role == Role::Pawn {
                files &= !Bitboard::from_file(square.file());
            }
            enemy[index(role)].add(square);
            free.discard(square);
        }
        let mut men = [[Bitboard::EMPTY; 6]; 2];
        men[side(color)] = own;
        men[side(!color)] = enemy;
        let mut castling = [CastlingRights::default(); 2];
        castling[side(color)] = self.view.castling();
        Board::set_up(&men, color, castling)
    }

    /// Enemy men that may be left.
    fn roster(&self, stream: &mut Stream) -> Vec<Role> {
        let Taken {
            pawns,
            pieces,
            unnamed,
        } = self.taken;
        let mut roster = vec![Role::Pawn; 8_usize.saturating_sub(usize::from(pawns))];
        roster.extend([
            Role::Knight,
            Role::Knight,
            Role::Bishop,
            Role::Bishop,
            Role::Rook,
            Role::Rook,
            Role::Queen,
        ]);
        for _ in 0..pieces {
            remove(&mut roster, stream, |role| role != Role::Pawn);
        }
        for _ in 0..unnamed {
            remove(&mut roster, stream, |_| true);
        }
        roster.push(Role::King);
        roster
    }
}

/// Removes one man: if none `fits`, a promoted pawn.
fn remove(roster: &mut Vec<Role>, stream: &mut Stream, fits: impl Fn(Role) -> bool) {
    let all = roster.iter().filter(|&&role| fits(role)).count();
    if all == 0 {
        roster.pop();
        return;
    }
    let drawn = streams::below(stream, all);
    let mut places = (0..roster.len()).filter(|&place| fits(roster[place]));
    if let Some(place) = places.nth(drawn) {
        roster.remove(place);
    }
}

fn may_hold_pawn(square: Square) -> bool {
    !matches!(square.rank(), Rank::First | Rank::Eighth)
}

fn draw(squares: Bitboard, stream: &mut Stream) -> Option<Square> {
    if squares.is_empty() {
        return None;
    }
    let nth = streams::below(stream, squares.count());
    squares.into_iter().nth(nth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::Color;
    use darkforge_kriegspiel::umpire::Captured;
    use darkforge_kriegspiel::umpire::{Answer, ICC, Question, Umpire};

    fn played(moves: &[&str]) -> Umpire {
        let mut umpire = Umpire::new(&ICC, 100);
        for &asked in moves {
            let question: Question = asked.parse().unwrap();
            assert!(matches!(umpire.ask(question), Ok(Answer::Played(_))));
        }
        umpire
    }

    #[test]
    fn boards_agree_with_the_last_words() {
        // Black captured on d4 and gives no check; White may capture back with pawns.
        let umpire = played(&["e2e4", "b8c6", "d2d4", "c6d4"]);
        let view = umpire.view(Color::White);
        let mut stream = streams::open(1, "test", 0);
        let boards = LastObservation::new(view, Taken::default()).draw(40, &mut stream);
        assert!(boards.len() > 10, "{}", boards.len());
        for board in &boards {
            assert!(board.squares(Color::Black).contains(Square::D4));
            assert!(stands_as_announced(board, view.heard()));
            assert_eq!(board.squares(Color::Black).count(), 16);
        }
    }

    #[test]
    fn what_was_captured_is_gone() {
        let umpire = played(&["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5d2"]);
        let mut taken = Taken::default();
        taken.add(Some(Captured::Pawn));
        let view = umpire.view(Color::White);
        let mut stream = streams::open(1, "test", 0);
        let boards = LastObservation::new(view, taken).draw(20, &mut stream);
        assert!(!boards.is_empty());
        for board in &boards {
            assert_eq!(board.squares(Color::Black).count(), 15);
            assert!(board.checkers().any(), "check on the file or a diagonal");
        }
    }
}
