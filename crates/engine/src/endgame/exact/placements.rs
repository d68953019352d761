//! Placements: all placements of White's men up to symmetry, and the effect of each move for all
//! squares of Black's king.

use std::collections::{BTreeSet, HashMap};

use super::super::king_belief::{KingBelief, Moved, arrivals};
use super::super::own::Own;
use super::Ending;
use super::symmetry::{Turn, canonical};
use darkforge_board::{Bitboard, Men, Role, Square, Try, index, squares_of};
use darkforge_kriegspiel::metaposition::fill;

/// A move from a placement, on all squares of the king at once.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) asked: Try,
    /// Squares of the king on which the move is legal.
    pub(super) legal: Bitboard,
    /// Squares on which it mates.
    pub(super) mate: Bitboard,
    /// Sets of squares with the same announcement, without mates and without squares from which the
    /// king captures or has no move.
    pub(super) answers: Vec<Bitboard>,
    /// Squares that the king may then enter.
    free: Bitboard,
    /// The placement after it, and the symmetry that leads to it.
    pub(super) next: u32,
    turn: Turn,
}

impl Step {
    /// Squares on which the move neither fails nor is refused.
    pub(super) fn safe(&self) -> Bitboard {
        self.answers.iter().fold(self.mate, |all, &one| all | one)
    }

    /// Squares of a king on `from` at the next turn, in the frame of the next placement.
    #[inline]
    pub(super) fn expand(&self, from: Bitboard) -> Bitboard {
        self.turn.squares(fill::around(from) & self.free)
    }

    /// The squares of `answer` from which the king cannot leave `to`.
    #[inline]
    pub(super) fn before(&self, answer: Bitboard, to: Bitboard) -> Bitboard {
        let back = self.turn.inverse().squares(to);
        answer & !fill::around(self.free & !back)
    }
}

/// White's men in a canonical placement.
#[derive(Clone, Debug)]
pub(super) struct Placement {
    pub(super) men: Men,
    /// Squares where Black's king could stand, White to move.
    pub(super) open: Bitboard,
    pub(super) steps: Vec<Step>,
}

/// All placements of an ending.
#[derive(Clone, Debug)]
pub(super) struct Placements {
    pub(super) all: Vec<Placement>,
    number: HashMap<Men, u32>,
}

impl Placements {
    pub(super) fn of(ending: Ending) -> Placements {
        let mut men = BTreeSet::new();
        place(ending, ending.roles(), [Bitboard::EMPTY; 6], &mut men);
        let number: HashMap<Men, u32> = men.iter().copied().zip(0..).collect();
        let all = men.iter().map(|men| placement(men, &number)).collect();
        Placements { all, number }
    }

    /// Number of the canonical placement of `men`, and the symmetry that leads to it.
    pub(super) fn find(&self, men: &Men) -> Option<(usize, Turn)> {
        let (image, turn) = canonical(men);
        self.number
            .get(&image)
            .map(|&number| (number as usize, turn))
    }
}

/// Adds the canonical placements of a king and `left` beside `men` to `found`.
fn place(ending: Ending, left: &[Role], men: Men, found: &mut BTreeSet<Men>) {
    let (role, rest) = match left.split_first() {
        Some((&role, rest)) => (role, rest),
        None if men[index(Role::King)].is_empty() => (Role::King, left),
        None => {
            if Ending::of(&men) == Some(ending) && canonical(&men).0 == men {
                found.insert(men);
            }
            return;
        }
    };
    for square in !squares_of(&men) {
        let mut more = men;
        more[index(role)].add(square);
        place(ending, rest, more, found);
    }
}

fn placement(men: &Men, number: &HashMap<Men, u32>) -> Placement {
    let own = Own(*men);
    let open = !(own.attacked() | own.squares());
    let belief = KingBelief::even(own, open);
    let mut moves = Vec::new();
    own.moves(&mut moves);
    let steps = moves
        .iter()
        .filter_map(|&asked| step(&belief, asked, number));
    Placement {
        men: *men,
        open,
        steps: steps.collect(),
    }
}

/// Effect of `asked`; `None` if it wins nowhere.
fn step(belief: &KingBelief, asked: Try, number: &HashMap<Men, u32>) -> Option<Step> {
    let moved = belief.moved(asked);
    let (image, turn) = canonical(&moved.own.0);
    let captures = fill::around(moved.own.squares() & !moved.attacked);
    let mut answers = Vec::new();
    KingBelief::answers(&moved, |squares| {
        if (squares & !captures).any() {
            answers.push(squares & !captures);
        }
    });
    let step = Step {
        asked,
        legal: moved.legal,
        mate: moved.shut & moved.attacked,
        answers,
        free: enterable(&moved),
        next: *number.get(&image)?,
        turn,
    };
    step.safe().any().then_some(step)
}

/// Squares which the king may enter after `moved` without a capture.
fn enterable(moved: &Moved) -> Bitboard {
    let everywhere: Bitboard = Square::ALL.into_iter().collect();
    arrivals(moved, everywhere)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_are_counted_once_for_their_eight_images() {
        let rook = Placements::of(Ending::Rook);
        assert_eq!(rook.all.len(), 518, "4032 on the whole board");
        let mut whole = 0;
        for placement in &rook.all {
            let mut images: Vec<Men> = Turn::all().map(|turn| turn.men(&placement.men)).collect();
            images.sort_unstable();
            images.dedup();
            whole += images.len();
        }
        assert_eq!(whole, 64 * 63);
    }

    #[test]
    fn squares_before_are_those_that_expand_inside() {
        let rook = Placements::of(Ending::Rook);
        for placement in rook.all.iter().step_by(37) {
            for step in &placement.steps {
                let to = Bitboard(0x00ff_ff3c_ff81_00f0);
                for &answer in &step.answers {
                    let before = step.before(answer, to);
                    for square in answer {
                        let inside = step.expand(Bitboard::from_square(square)).is_subset(to);
                        assert_eq!(before.contains(square), inside, "{square}");
                    }
                }
            }
        }
    }
}
