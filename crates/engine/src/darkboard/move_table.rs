//! Move table: values of moves elsewhere in the tree (T 7.4.4), like killer moves. It is addressed
//! directly by a move's squares and promotion.
//!
//! T is the thesis, see [the crate](crate).

use darkforge_board::Try;

/// Entries: 64 starts times 64 targets times six roles.
const SIZE: usize = 64 * 64 * 6;

/// Expected benefit of moves, in pawns.
pub(crate) struct MoveTable {
    values: Vec<f64>,
    /// The clearing after which each entry was stored.
    made: Vec<u32>,
    cleared: u32,
}

impl MoveTable {
    pub(crate) fn new() -> MoveTable {
        MoveTable {
            values: vec![0.0; SIZE],
            made: vec![0; SIZE],
            cleared: 1,
        }
    }

    /// Forgets all moves.
    pub(crate) fn clear(&mut self) {
        self.cleared += 1;
    }

    /// Benefit of a move met before.
    pub(crate) fn get(&self, asked: Try) -> Option<f64> {
        let at = place(asked);
        (self.made[at] == self.cleared).then(|| self.values[at])
    }

    /// Stores a move met for the first time.
    pub(crate) fn put(&mut self, asked: Try, benefit: f64) {
        let at = place(asked);
        self.values[at] = benefit;
        self.made[at] = self.cleared;
    }
}

fn place(asked: Try) -> usize {
    let role = asked.promotion.map_or(0, darkforge_board::index);
    (role * 64 + asked.from as usize) * 64 + asked.to as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::{Role, Square};

    #[test]
    fn moves_are_told_apart_and_forgotten() {
        let mut table = MoveTable::new();
        let queen = Try::promoting(Square::H7, Square::H8, Role::Queen);
        let rook = Try::promoting(Square::H7, Square::H8, Role::Rook);
        table.put(queen, 1.5);
        assert_eq!(table.get(queen), Some(1.5));
        assert_eq!(table.get(rook), None);
        table.clear();
        assert_eq!(table.get(queen), None);
    }
}
