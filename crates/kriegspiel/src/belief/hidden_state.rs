//! Hidden states: the part of a position that one side does not see, in sixteen bytes.

use darkforge_board::{
    Bitboard, Board, CastlingRights, Color, File, Men, Move, ROLES, Rank, Role, Square, index,
};

/// Kinds of men as four bits: the six roles, a rook that may still castle, and a pawn that has just
/// stepped by two and may be captured en passant.
const CASTLER: u64 = 6;
const PASSER: u64 = 7;

/// Greatest number of men of one side.
pub const MOST_MEN: usize = 16;

/// The enemy's men of one position, with its castling rights and a capture en passant that is legal
/// for us. Own men are the same in all positions of a belief and are stored elsewhere.
///
/// Equal positions have equal hidden states: a pawn counts as just passed only if it can be
/// captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HiddenState {
    squares: u64,
    /// Four bits for each of `squares`, in their order.
    kinds: u64,
}

impl HiddenState {
    /// The part of `board` that the opponent of `enemy` does not see.
    pub fn of(board: &Board, enemy: Color) -> HiddenState {
        let men = board.men(enemy);
        let rights = board.castling(enemy);
        let passer = (board.turn() != enemy)
            .then(|| board.en_passant())
            .flatten()
            .map(|passed| passer_of(passed, enemy));
        HiddenState::of_men(&men, enemy, rights, passer)
    }

    /// Builds the state from `men` of `enemy` with its `rights` and the pawn that can be captured
    /// en passant.
    pub(super) fn of_men(
        men: &Men,
        enemy: Color,
        rights: CastlingRights,
        passer: Option<Square>,
    ) -> HiddenState {
        let squares = darkforge_board::squares_of(men);
        debug_assert!(squares.count() <= MOST_MEN, "a side has 16 men");
        let corners = corners(enemy);
        let mut kinds = 0;
        for (at, square) in squares.into_iter().enumerate() {
            let role = (0..6)
                .find(|&role| men[role].contains(square))
                .unwrap_or_default() as u64;
            let castles =
                rights.kingside && square == corners[0] || rights.queenside && square == corners[1];
            let kind = match role {
                3 if castles => CASTLER,
                0 if passer == Some(square) => PASSER,
                role => role,
            };
            kinds |= kind << (4 * at);
        }
        HiddenState {
            squares: squares.0,
            kinds,
        }
    }

    /// All squares of the enemy's men.
    #[inline]
    pub fn squares(self) -> Bitboard {
        Bitboard(self.squares)
    }

    /// The men by kind.
    #[inline]
    pub fn men(self) -> Men {
        let mut men = [Bitboard::EMPTY; 6];
        self.each(|square, kind| {
            let role = match kind {
                CASTLER => index(Role::Rook),
                PASSER => index(Role::Pawn),
                role => role as usize,
            };
            men[role].add(square);
        });
        men
    }

    /// Castling rights of `enemy`.
    #[inline]
    pub fn rights(self, enemy: Color) -> CastlingRights {
        let corners = corners(enemy);
        let mut rights = CastlingRights::default();
        self.each(|square, kind| {
            rights.kingside |= kind == CASTLER && square == corners[0];
            rights.queenside |= kind == CASTLER && square == corners[1];
        });
        rights
    }

    /// The square that a pawn of `enemy` has passed, if a capture en passant is legal.
    #[inline]
    pub fn passed(self, enemy: Color) -> Option<Square> {
        let mut passer = None;
        self.each(|square, kind| {
            if kind == PASSER {
                passer = Some(square);
            }
        });
        passer.map(|square: Square| passed_by(square, enemy))
    }

    /// The same men without rights and passed squares.
    #[must_use]
    pub fn placement(self) -> HiddenState {
        let mut kinds = 0;
        let mut at = 0;
        self.each(|_, kind| {
            let plain = match kind {
                CASTLER => index(Role::Rook) as u64,
                PASSER => index(Role::Pawn) as u64,
                role => role,
            };
            kinds |= plain << at;
            at += 4;
        });
        HiddenState { kinds, ..self }
    }

    #[inline]
    fn each(self, mut see: impl FnMut(Square, u64)) {
        let mut kinds = self.kinds;
        for square in Bitboard(self.squares) {
            see(square, kinds & 0xf);
            kinds >>= 4;
        }
    }

    /// The enemy's men after its legal move `m`. A pawn that steps by two is not yet marked.
    #[inline]
    pub(super) fn after(self, m: Move) -> HiddenState {
        let mut next = self;
        match m {
            Move::Normal {
                role,
                from,
                to,
                promotion,
                ..
            } => {
                if role == Role::King {
                    next.forget_castling();
                }
                next.take_off(from);
                next.put(to, index(promotion.unwrap_or(role)) as u64);
            }
            Move::EnPassant { from, to } => {
                next.take_off(from);
                next.put(to, index(Role::Pawn) as u64);
            }
            Move::Castle { king, rook } => {
                let kingside = king < rook;
                let at = |short: File, long: File| {
                    Square::from_coords(if kingside { short } else { long }, king.rank())
                };
                next.forget_castling();
                next.take_off(king);
                next.take_off(rook);
                next.put(at(File::G, File::C), index(Role::King) as u64);
                next.put(at(File::F, File::D), index(Role::Rook) as u64);
            }
            Move::Put { .. } => unreachable!("no drops in chess"),
        }
        next
    }

    /// The same with the pawn on `square` marked as just passed.
    #[inline]
    #[must_use]
    pub(super) fn passing(self, square: Square) -> HiddenState {
        let at = self.place(square);
        HiddenState {
            kinds: self.kinds & !(0xf << at) | PASSER << at,
            ..self
        }
    }

    /// Hash of the whole state, the same on every machine.
    #[inline]
    pub(super) fn hash(self) -> u64 {
        mix(self.squares ^ mix(self.kinds))
    }

    /// Bit position in `kinds` of the man on `square`, present or not.
    #[inline]
    fn place(self, square: Square) -> u32 {
        let below = (1_u64 << (square as u32)) - 1;
        4 * (self.squares & below).count_ones()
    }

    #[inline]
    fn take_off(&mut self, square: Square) {
        let at = self.place(square);
        let below = (1 << at) - 1;
        self.kinds = self.kinds & below | self.kinds >> 4 & !below;
        self.squares &= !(1 << (square as u32));
    }

    #[inline]
    fn put(&mut self, square: Square, kind: u64) {
        let at = self.place(square);
        let below = (1 << at) - 1;
        self.kinds = self.kinds & below | (self.kinds & !below) << 4 | kind << at;
        self.squares |= 1 << (square as u32);
    }

    /// Turns rooks with castling rights into plain rooks.
    #[inline]
    fn forget_castling(&mut self) {
        // A rook with castling rights is 6, a plain rook 3: the nibble has both middle bits, and
        // not the lowest bit of a passed pawn.
        let nibbles = 0x1111_1111_1111_1111;
        let castlers =
            (self.kinds >> 2) & (self.kinds >> 1) & !self.kinds & !(self.kinds >> 3) & nibbles;
        self.kinds ^= castlers * (CASTLER ^ index(Role::Rook) as u64);
    }
}

/// Starting squares of the enemy's rooks on the king's and the queen's side.
fn corners(enemy: Color) -> [Square; 2] {
    let rank = enemy.fold_wb(Rank::First, Rank::Eighth);
    [File::H, File::A].map(|file| Square::from_coords(file, rank))
}

/// The square passed by the pawn on `passer`.
#[inline]
fn passed_by(passer: Square, color: Color) -> Square {
    let rank = color.fold_wb(Rank::Third, Rank::Sixth);
    Square::from_coords(passer.file(), rank)
}

#[inline]
fn passer_of(passed: Square, color: Color) -> Square {
    let rank = color.fold_wb(Rank::Fourth, Rank::Fifth);
    Square::from_coords(passed.file(), rank)
}

/// Mixes every bit into all others (`MurmurHash3`'s finaliser).
#[inline]
pub(super) fn mix(mut bits: u64) -> u64 {
    bits ^= bits >> 33;
    bits = bits.wrapping_mul(0xff51_afd7_ed55_8ccd);
    bits ^= bits >> 33;
    bits = bits.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    bits ^ bits >> 33
}

/// The letter of each man with its square, as in `Ke8 Ra8 Pe7`; kings first.
impl std::fmt::Display for HiddenState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let men = self.men();
        let mut gap = "";
        for role in ROLES.into_iter().rev() {
            for square in men[index(role)] {
                write!(f, "{gap}{}{square}", role.upper_char())?;
                gap = " ";
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::{Position, SIDES, squares_of};
    use darkforge_streams as streams;

    /// Calls `see` with positions of random games, with castling, en passant and promotions among
    /// them.
    fn positions(mut see: impl FnMut(&Board)) {
        for game in 0..60 {
            let mut stream = streams::open(game, "hidden", 0);
            let start = match game % 4 {
                0 => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                1 => "r3k2r/pPp5/8/3pP3/3Pp3/8/PpP5/R3K2R w KQkq - 0 1",
                2 => "7k/PPPP1pp1/8/8/8/8/1PP1pppp/K7 w - - 0 1",
                _ => "r3k2r/1p4p1/8/P1P2P1P/p1p2p1p/8/1P4P1/R3K2R b KQkq - 0 1",
            };
            let mut board = start.parse::<Position>().unwrap().board().clone();
            for _ in 0..60 {
                see(&board);
                let legal = board.legal_moves();
                if legal.is_empty() {
                    break;
                }
                board.play(legal[streams::below(&mut stream, legal.len())]);
            }
        }
    }

    #[test]
    fn what_is_hidden_comes_back() {
        assert_eq!(size_of::<HiddenState>(), 16);
        positions(|board| {
            for enemy in SIDES {
                let hidden = HiddenState::of(board, enemy);
                assert_eq!(hidden.men(), board.men(enemy), "{}", board.fen());
                assert_eq!(hidden.squares(), squares_of(&board.men(enemy)));
                assert_eq!(hidden.rights(enemy), board.castling(enemy));
                if board.turn() != enemy {
                    assert_eq!(hidden.passed(enemy), board.en_passant(), "{}", board.fen());
                }
                let plain = hidden.placement();
                assert_eq!(plain.men(), hidden.men());
                assert_eq!(plain.rights(enemy), CastlingRights::default());
            }
        });
    }

    #[test]
    fn a_moved_man_is_as_if_written_down_again() {
        positions(|board| {
            let enemy = board.turn();
            let hidden = HiddenState::of(board, enemy);
            for m in board.legal_moves() {
                let mut after = board.clone();
                after.play(m);
                let mut moved = hidden.after(m);
                if after.en_passant().is_some() {
                    moved = moved.passing(m.to());
                }
                assert_eq!(
                    moved,
                    HiddenState::of(&after, enemy),
                    "{} {m:?}",
                    board.fen()
                );
            }
        });
    }
}
