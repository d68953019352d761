//! King and pawn by five patterns, checked in order, with Blotto's mixed strategy (T 6.1.3).
//!
//! Blotto: the pawn is on the sixth rank and our king below it. The king steps to one side at
//! random and tries the square in front of it there. If that is refused, it goes back, or, as
//! rarely as possible, pushes the pawn. With `n` rounds left before the fifty moves the push has
//! the probability 1 / (n + 1) and White wins n / (n + 1) of the games against the best defence: if
//! Black is on the pawn's file at the test, a push wins; if Black is on the file before the step,
//! it must guess the side, half of the tests win, and a push draws.
//!
//! T is the thesis, see [the crate](crate).

use super::Prospect;
use crate::laboratory::state::{Answer, State};
use darkforge_board::{Bitboard, Rank, Role, Square, Try, index};
use darkforge_engine::endgame::Own;
use darkforge_streams::{self as streams, Stream};

/// Own moves without a pawn move after which a game is drawn.
const FIFTY: u32 = 50;

/// State of the rules.
#[derive(Clone, Default)]
pub(super) struct Pawn {
    stream: Option<Stream>,
    /// Own moves since the pawn moved.
    quiet: u32,
    /// Whether a try was refused in this turn.
    refused: bool,
}

impl Pawn {
    pub(super) fn begin(&mut self, stream: Stream) {
        *self = Pawn {
            stream: Some(stream),
            quiet: 0,
            refused: false,
        };
    }

    pub(super) fn told(&mut self, before: &State, asked: Try, answer: Answer) {
        self.refused = answer == Answer::Refused;
        if self.refused {
            return;
        }
        let pawn = Own(before.own).mover(asked) == Role::Pawn;
        self.quiet = if pawn { 0 } else { self.quiet + 1 };
    }

    pub(super) fn choose(&mut self, state: &State) -> Try {
        let mut tries = Vec::new();
        state.tries(&mut tries);
        let board = Board::of(state);
        let pushes: Vec<Try> = tries
            .iter()
            .copied()
            .filter(|t| board.is_push(*t))
            .collect();
        let push = pushes.first().copied();
        if let Some(push) = push
            && board.out_of_quadrant()
        {
            return push;
        }
        if let Some(asked) = self.blotto(&board, &tries, push) {
            return asked;
        }
        if board.home.distance(board.pawn) == 1 {
            return self.king_next(&board, state, &tries, push);
        }
        let nearest = nearest(board.pawn, state.king);
        let closer = board.closer(&tries);
        if board.home.distance(board.pawn) < nearest {
            return closer.or(push).unwrap_or(tries[0]);
        }
        match (push, closer) {
            (Some(push), Some(closer)) => {
                if self.draw(2) == 0 {
                    push
                } else {
                    closer
                }
            }
            (push, closer) => push.or(closer).unwrap_or(tries[0]),
        }
    }

    fn draw(&mut self, below: usize) -> usize {
        let stream = self.stream.as_mut();
        stream.map_or(0, |stream| streams::below(stream, below))
    }

    /// Own move of the Blotto pattern, if it applies.
    fn blotto(&mut self, board: &Board, tries: &[Try], push: Option<Try>) -> Option<Try> {
        if board.pawn.rank() != Rank::Sixth {
            return None;
        }
        let (king, pawn) = (board.home, board.pawn);
        let asked = |to: Option<Square>| {
            let wanted = Try::new(king, to?);
            tries.contains(&wanted).then_some(wanted)
        };
        let beside = king.rank() == Rank::Sixth && king.distance(pawn) == 1;
        if king.rank() == Rank::Fifth && king.file() == pawn.file() {
            let sides = [-1, 1].map(|side| asked(beside_file(pawn, side)));
            let sides: Vec<Try> = sides.into_iter().flatten().collect();
            if sides.is_empty() {
                return None;
            }
            return Some(sides[self.draw(sides.len())]);
        }
        if !beside {
            return None;
        }
        if !self.refused
            && let Some(test) = asked(king.offset(8))
        {
            return Some(test);
        }
        // A round is two moves; one more is needed for the last push.
        let rounds = (FIFTY.saturating_sub(self.quiet + 1) / 2) as usize;
        if self.draw(rounds + 1) == 0 {
            return push;
        }
        asked(pawn.offset(-8))
    }

    /// Our king guards the pawn: push it, else step forward, else wait beside it.
    fn king_next(&mut self, board: &Board, state: &State, tries: &[Try], push: Option<Try>) -> Try {
        let safe = |asked: Try| !Prospect::of(state, asked).risky;
        if let Some(push) = push.filter(|push| safe(*push)) {
            return push;
        }
        let guarding: Vec<Try> = tries
            .iter()
            .copied()
            .filter(|t| t.from == board.home && t.to.distance(board.pawn) == 1 && safe(*t))
            .collect();
        let forward = guarding.iter().find(|t| t.to.rank() > board.home.rank());
        if let Some(forward) = forward {
            return *forward;
        }
        match guarding.len() {
            0 => push.unwrap_or(tries[0]),
            some => guarding[self.draw(some)],
        }
    }
}

/// The square beside the pawn on the sixth rank.
fn beside_file(pawn: Square, side: i32) -> Option<Square> {
    let to = pawn.offset(side)?;
    (to.rank() == pawn.rank()).then_some(to)
}

fn nearest(to: Square, king: Bitboard) -> u32 {
    let distances = king.into_iter().map(|square| square.distance(to));
    distances.min().unwrap_or(0)
}

/// The present situation.
struct Board {
    home: Square,
    pawn: Square,
    king: Bitboard,
}

impl Board {
    /// # Panics
    /// Without a pawn.
    fn of(state: &State) -> Board {
        let pawn = state.own[index(Role::Pawn)].first();
        Board {
            home: state.own_king(),
            pawn: pawn.expect("the pawn is on the board"),
            king: state.king,
        }
    }

    fn is_push(&self, asked: Try) -> bool {
        asked.from == self.pawn && asked.promotion.is_none_or(|role| role == Role::Queen)
    }

    /// Whether the half-square in front of the pawn holds no possible king, and our king is not in
    /// the way.
    fn out_of_quadrant(&self) -> bool {
        let goal = Square::from_coords(self.pawn.file(), Rank::Eighth);
        let double = u32::from(self.pawn.rank() == Rank::Second);
        let pushes = 7 - self.pawn.rank() as u32 - double;
        let in_the_way =
            self.home.file() == self.pawn.file() && self.home.rank() > self.pawn.rank();
        !in_the_way && nearest(goal, self.king) > pushes
    }

    /// The king's step towards the pawn, as far forward as possible.
    fn closer(&self, tries: &[Try]) -> Option<Try> {
        let now = self.home.distance(self.pawn);
        let steps = tries.iter().copied().filter(|t| t.from == self.home);
        let steps = steps.filter(|t| t.to.distance(self.pawn) < now);
        steps.max_by_key(|t| t.to.rank())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::{Color, Position};

    fn state(fen: &str, king: &[Square]) -> State {
        let position: Position = fen.parse().unwrap();
        State {
            own: position.men(Color::White),
            king: king.iter().copied().fold(Bitboard::EMPTY, Bitboard::with),
        }
    }

    fn rules() -> Pawn {
        let mut rules = Pawn::default();
        rules.begin(streams::open(1, "test", 0));
        rules
    }

    #[test]
    fn a_pawn_that_nobody_can_catch_runs() {
        let free = state("8/8/8/P7/8/8/8/K6k w - - 0 1", &[Square::H1, Square::G2]);
        assert_eq!(rules().choose(&free), "a5a6".parse().unwrap());
    }

    #[test]
    fn blotto_steps_aside_tests_and_mostly_goes_back() {
        let waiting = [Square::C8, Square::D8, Square::E8];
        let behind = state("3k4/8/3P4/3K4/8/8/8/8 w - - 0 1", &waiting);
        let mut steps: Vec<String> = (0..40)
            .map(|game| {
                let mut rules = Pawn::default();
                rules.begin(streams::open(1, "test", game));
                rules.choose(&behind).to_string()
            })
            .collect();
        steps.sort();
        steps.dedup();
        assert_eq!(steps, ["d5c6", "d5e6"]);
        let beside = state("3k4/8/3PK3/8/8/8/8/8 w - - 0 1", &waiting);
        let mut rules = rules();
        let test: Try = "e6e7".parse().unwrap();
        assert_eq!(rules.choose(&beside), test);
        rules.told(&beside, test, Answer::Refused);
        let back = (0..100).filter(|_| rules.choose(&beside).to.rank() == Rank::Fifth);
        assert!(back.count() > 80, "a push is seldom");
    }

    #[test]
    fn a_guarded_pawn_is_pushed_before_the_king_moves() {
        let guarded = state("8/3k4/8/8/3KP3/8/8/8 w - - 0 1", &[Square::D7]);
        assert_eq!(rules().choose(&guarded), "e4e5".parse().unwrap());
    }
}
