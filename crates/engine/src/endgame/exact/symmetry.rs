//! Symmetry: the eight symmetries of a board without pawns.

use darkforge_board::{Bitboard, Men, Square, Try};

/// One of the eight symmetries of the board: files mirrored, then ranks, then both exchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Turn(u8);

const FILES: u8 = 1;
const RANKS: u8 = 2;
const EXCHANGE: u8 = 4;

impl Turn {
    /// All eight, the identity first.
    pub(super) fn all() -> impl Iterator<Item = Turn> {
        (0..8).map(Turn)
    }

    #[inline]
    pub(super) fn squares(self, squares: Bitboard) -> Bitboard {
        let mut turned = squares;
        if self.0 & FILES != 0 {
            turned = turned.flip_horizontal();
        }
        if self.0 & RANKS != 0 {
            turned = turned.flip_vertical();
        }
        if self.0 & EXCHANGE != 0 {
            turned = turned.flip_diagonal();
        }
        turned
    }

    pub(super) fn men(self, men: &Men) -> Men {
        men.map(|squares| self.squares(squares))
    }

    pub(super) fn asked(self, asked: Try) -> Try {
        let square = |square: Square| {
            let turned = self.squares(Bitboard::from_square(square));
            turned.first().unwrap_or(square)
        };
        Try::new(square(asked.from), square(asked.to))
    }

    /// The inverse.
    #[inline]
    pub(super) fn inverse(self) -> Turn {
        if self.0 & EXCHANGE == 0 {
            return self;
        }
        Turn(EXCHANGE | (self.0 & FILES) << 1 | (self.0 & RANKS) >> 1)
    }
}

/// The least of the eight images of `men`, and a symmetry that leads to it.
pub(super) fn canonical(men: &Men) -> (Men, Turn) {
    let images = Turn::all().map(|turn| (turn.men(men), turn));
    images
        .reduce(|best, image| if image.0 < best.0 { image } else { best })
        .unwrap_or((*men, Turn::default()))
}

/// All turns that make `image` of `men`: one, unless the men are their own image.
pub(super) fn turns_to(men: &Men, image: &Men) -> impl Iterator<Item = Turn> {
    Turn::all().filter(|turn| turn.men(men) == *image)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_is_undone_by_its_inverse() {
        let odd = Bitboard(0x1234_5678_9abc_def1);
        for turn in Turn::all() {
            assert_eq!(turn.inverse().squares(turn.squares(odd)), odd);
        }
    }

    #[test]
    fn eight_turns_have_eight_images() {
        let odd = Bitboard(0x1234_5678_9abc_def1);
        let mut images: Vec<u64> = Turn::all().map(|turn| turn.squares(odd).0).collect();
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 8);
    }
}
