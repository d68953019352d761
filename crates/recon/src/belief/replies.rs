//! Replies: the positions that may follow from others, each once.

use super::hidden::Hidden;
use super::own::Own;
use crate::referee::Step;
use darkforge_board::{Bitboard, Color, Square};

/// The other side's moves that agree with what the side is told.
#[derive(Clone, Debug)]
pub struct Replies {
    enemy: Color,
    others: Bitboard,
    passed: Option<Square>,
    targets: Bitboard,
    en_passant: bool,
    pub(super) may_pass: bool,
}

impl Replies {
    /// Moves of the other side of `own`, with the square of their capture.
    pub fn new(own: &Own, capture: Option<Square>) -> Replies {
        let others = own.squares();
        let behind = capture.map(|square| square.xor(Square::A2));
        Replies {
            enemy: !own.color,
            others,
            passed: own.passed,
            targets: capture.map_or(!others, Bitboard::from_square),
            en_passant: behind.is_some() && behind == own.passed,
            may_pass: capture.is_none(),
        }
    }

    /// Whether a step to a square agrees, in passing or not.
    #[inline]
    pub(super) fn fits(&self, to: Square, by_passing: bool) -> bool {
        if by_passing {
            self.en_passant
        } else {
            self.targets.contains(to)
        }
    }

    /// Calls `found` with each position that may follow.
    #[inline]
    pub fn each(&self, parent: &Hidden, mut found: impl FnMut(Hidden)) {
        let men = parent.men();
        let mover = parent.side(self.enemy, &men, self.others, self.passed);
        let mut add = |step: Step| found(parent.after(self.enemy, step));
        mover.each_step(self.targets, &mut add);
        if self.en_passant {
            mover.each_en_passant(&mut add);
        }
        if self.may_pass {
            found(parent.passing());
        }
    }
}

/// Distinct positions in the order of their discovery.
#[derive(Clone, Debug, Default)]
pub struct Distinct {
    /// The positions.
    pub items: Vec<Hidden>,
    /// Places in `items`, from 1.
    slots: Vec<u32>,
}

impl Distinct {
    /// Adds a position that is not there yet.
    pub fn add(&mut self, hidden: Hidden) {
        if self.items.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = hidden.hash() as usize & mask;
        while self.slots[slot] != 0 {
            if self.items[self.slots[slot] as usize - 1].is(&hidden) {
                return;
            }
            slot = (slot + 1) & mask;
        }
        self.items.push(hidden);
        self.slots[slot] = self.items.len() as u32;
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 4).max(256);
        self.slots.clear();
        self.slots.resize(size, 0);
        for (place, hidden) in (1..).zip(&self.items) {
            let mut slot = hidden.hash() as usize & (size - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = place;
        }
    }
}
