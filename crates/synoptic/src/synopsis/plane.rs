//! The planes, in the order of the paper's Tables 9 and 10.
//!
//! A plane is given in the view of the side that chooses: the ranks are counted from its own first rank. AND and
//! OR are taken over the positions of the set. The paper names its planes and leaves their formulas open; those here are
//! our reading of the names.

use super::seen::{Seen, any, twice};
use crate::infostate::{Infostate, Stage};
use darkforge_board::{
    Bitboard, Square, bishop_attacks, king_attacks, knight_attacks, rook_attacks, squares_of,
};

/// Number of planes.
pub const COUNT: usize = 104;

/// One plane.
#[derive(Clone, Copy, Debug)]
pub struct Plane {
    /// The paper's name, in our words for the sides.
    pub name: &'static str,
    /// The formula in words; "own" are the squares of the own men, "other" those of the other side's.
    pub text: &'static str,
    /// The formula.
    pub formula: Formula,
}

/// Rule by which a plane follows from a set of positions. Squares are those of the board.
#[derive(Clone, Copy, Debug)]
pub enum Formula {
    /// The same squares always, in the view of the side.
    Constant(u64),
    /// Of that which all positions of the set have in common.
    Kept(fn(&Infostate) -> Bitboard),
    /// AND over the positions.
    All(fn(&Seen) -> Bitboard),
    /// OR over the positions.
    Any(fn(&Seen) -> Bitboard),
    /// Of the own men, with the men of all positions on the board at once.
    Blocked(fn(&Seen, Bitboard) -> Bitboard),
    /// Of the whole set.
    Set(fn(&[Seen]) -> Bitboard),
}

use Formula::{All, Any, Blocked, Constant, Kept, Set};

/// All roles.
const EVERY: [usize; 6] = [0, 1, 2, 3, 4, 5];

impl Plane {
    /// The plane of a set, by its formula. [`Synopsis`](super::Synopsis) has the same, faster.
    pub fn of(&self, state: &Infostate) -> u64 {
        let seen = || {
            state
                .hidden
                .iter()
                .map(|hidden| Seen::new(&state.own, hidden))
        };
        let squares = match self.formula {
            Constant(squares) => return squares,
            Kept(kept) => kept(state),
            All(one) => seen().fold(Bitboard::FULL, |all, seen| all & one(&seen)),
            Any(one) => seen().fold(Bitboard::EMPTY, |all, seen| all | one(&seen)),
            Blocked(one) => {
                let blocked = seen().fold(Bitboard::EMPTY, |all, seen| all | seen.occupied());
                seen()
                    .next()
                    .map_or(Bitboard::EMPTY, |seen| one(&seen, blocked))
            }
            Set(whole) => whole(&seen().collect::<Vec<_>>()),
        };
        state.color().fold_wb(squares.0, squares.0.swap_bytes())
    }
}

/// Squares on which the same stands in each position.
fn known(set: &[Seen]) -> Bitboard {
    let same = |of: &dyn Fn(&Seen) -> Bitboard| {
        let all = set.iter().fold(Bitboard::FULL, |all, seen| all & of(seen));
        let none = set.iter().fold(Bitboard::FULL, |all, seen| all & !of(seen));
        all | none
    };
    (0..6).fold(Bitboard::FULL, |known, role| {
        known & same(&|seen| seen.other[role])
    })
}

/// Squares from the own king.
fn steps(state: &Infostate, of: impl Fn(Square) -> Bitboard) -> Bitboard {
    state.own.men[5].first().map_or(Bitboard::EMPTY, of)
}

/// Squares from the own queens.
fn queens(state: &Infostate, of: fn(Square, Bitboard) -> Bitboard) -> Bitboard {
    let own = state.own.squares();
    state.own.men[4]
        .into_iter()
        .fold(Bitboard::EMPTY, |all, from| all | of(from, own))
}

/// A row.
const fn plane(name: &'static str, text: &'static str, formula: Formula) -> Plane {
    Plane {
        name,
        text,
        formula,
    }
}

/// The planes.
#[rustfmt::skip]
pub const PLANES: [Plane; COUNT] = [
    plane("east side", "files e to h", Constant(0xf0f0_f0f0_f0f0_f0f0)),
    plane("west side", "files a to d", Constant(0x0f0f_0f0f_0f0f_0f0f)),
    plane("south side", "ranks 1 to 4", Constant(0x0000_0000_ffff_ffff)),
    plane("north side", "ranks 5 to 8", Constant(0xffff_ffff_0000_0000)),
    plane("rank 1", "rank 1", Constant(0xff)),
    plane("rank 8", "rank 8", Constant(0xff00_0000_0000_0000)),
    plane("a-file", "file a", Constant(0x0101_0101_0101_0101)),
    plane("h-file", "file h", Constant(0x8080_8080_8080_8080)),
    plane("dark squares", "dark squares", Constant(0xaa55_aa55_aa55_aa55)),
    plane("light squares", "light squares", Constant(0x55aa_55aa_55aa_55aa)),
    plane("stage", "all squares if the side has sensed, else none", Kept(|state| if state.stage == Stage::Move { Bitboard::FULL } else { Bitboard::EMPTY })),
    plane("not own piece", "not own", Kept(|state| !state.own.squares())),
    plane("own pawns", "own pawns", Kept(|state| state.own.men[0])),
    plane("own knights", "own knights", Kept(|state| state.own.men[1])),
    plane("own bishops", "own bishops", Kept(|state| state.own.men[2])),
    plane("own rooks", "own rooks", Kept(|state| state.own.men[3])),
    plane("own queens", "own queens", Kept(|state| state.own.men[4])),
    plane("own king", "own king", Kept(|state| state.own.men[5])),
    plane("definitely not opposing pieces", "AND of not other", All(|seen| !squares_of(&seen.other))),
    plane("definitely opposing pawns", "AND of the other side's pawns", All(|seen| seen.other[0])),
    plane("definitely opposing knights", "AND of the other side's knights", All(|seen| seen.other[1])),
    plane("definitely opposing bishops", "AND of the other side's bishops", All(|seen| seen.other[2])),
    plane("definitely opposing rooks", "AND of the other side's rooks", All(|seen| seen.other[3])),
    plane("definitely opposing queens", "AND of the other side's queens", All(|seen| seen.other[4])),
    plane("definitely opposing king", "AND of the other side's king", All(|seen| seen.other[5])),
    plane("possibly not opposing pieces", "OR of not other", Any(|seen| !squares_of(&seen.other))),
    plane("possibly opposing pawns", "OR of the other side's pawns", Any(|seen| seen.other[0])),
    plane("possibly opposing knights", "OR of the other side's knights", Any(|seen| seen.other[1])),
    plane("possibly opposing bishops", "OR of the other side's bishops", Any(|seen| seen.other[2])),
    plane("possibly opposing rooks", "OR of the other side's rooks", Any(|seen| seen.other[3])),
    plane("possibly opposing queens", "OR of the other side's queens", Any(|seen| seen.other[4])),
    plane("possibly opposing kings", "OR of the other side's kings", Any(|seen| seen.other[5])),
    plane("last from", "square that the own last move left", Kept(|state| Bitboard(state.memory.last_from))),
    plane("last to", "square that the own last move reached", Kept(|state| Bitboard(state.memory.last_to))),
    plane("last own capture", "square on which the own last move captured", Kept(|state| Bitboard(state.memory.own_capture))),
    plane("last opposing capture", "square on which the other side's last move captured", Kept(|state| Bitboard(state.memory.opposing_capture))),
    plane("definitely attackable", "attacked by the same own man in each position: attacks past the men of all positions at once", Blocked(|seen, blocked| any(&seen.attacks_through(&EVERY, blocked)))),
    plane("definitely attackable somehow", "AND of attacked by own men", All(|seen| any(&seen.attacks(&EVERY)))),
    plane("possibly attackable", "OR of attacked by own men", Any(|seen| any(&seen.attacks(&EVERY)))),
    plane("definitely doubly attackable", "attacked by the same two own men in each position", Blocked(|seen, blocked| twice(&seen.attacks_through(&EVERY, blocked)))),
    plane("definitely doubly attackable somehow", "AND of attacked by two own men", All(|seen| twice(&seen.attacks(&EVERY)))),
    plane("possibly doubly attackable", "OR of attacked by two own men", Any(|seen| twice(&seen.attacks(&EVERY)))),
    plane("definitely attackable by pawns", "AND of men, or the passed square, that an own pawn can capture", All(Seen::pawn_captures)),
    plane("possibly attackable by pawns", "OR of men, or the passed square, that an own pawn can capture", Any(Seen::pawn_captures)),
    plane("definitely attackable by knights", "AND of attacked by own knights, the same in each position", All(|seen| any(&seen.attacks(&[1])))),
    plane("definitely attackable by bishops", "AND of attacked along diagonals by own bishops and queens", All(Seen::diagonals)),
    plane("possibly attackable by bishops", "OR of attacked along diagonals by own bishops and queens", Any(Seen::diagonals)),
    plane("definitely attackable by rooks", "AND of attacked along ranks and files by own rooks and queens", All(Seen::lines)),
    plane("possibly attackable by rooks", "OR of attacked along ranks and files by own rooks and queens", Any(Seen::lines)),
    plane("possibly attackable without king", "OR of attacked by own men other than the king", Any(|seen| any(&seen.attacks(&[0, 1, 2, 3, 4])))),
    plane("possibly attackable without pawns", "OR of attacked by own men other than pawns", Any(|seen| any(&seen.attacks(&[1, 2, 3, 4, 5])))),
    plane("definitely attackable by opponent", "AND of attacked by the other side", All(|seen| any(&seen.turned().attacks(&EVERY)))),
    plane("possibly attackable by opponent", "OR of attacked by the other side", Any(|seen| any(&seen.turned().attacks(&EVERY)))),
    plane("definitely doubly attackable by opponent", "AND of attacked by two men of the other side", All(|seen| twice(&seen.turned().attacks(&EVERY)))),
    plane("possibly doubly attackable by opponent", "OR of attacked by two men of the other side", Any(|seen| twice(&seen.turned().attacks(&EVERY)))),
    plane("definitely attackable by opposing pawns", "AND of attacked by pawns of the other side", All(|seen| any(&seen.turned().attacks(&[0])))),
    plane("possibly attackable by opposing pawns", "OR of attacked by pawns of the other side", Any(|seen| any(&seen.turned().attacks(&[0])))),
    plane("definitely attackable by opposing knights", "AND of attacked by knights of the other side", All(|seen| any(&seen.turned().attacks(&[1])))),
    plane("possibly attackable by opposing knights", "OR of attacked by knights of the other side", Any(|seen| any(&seen.turned().attacks(&[1])))),
    plane("definitely attackable by opposing bishops", "AND of attacked along diagonals by bishops and queens of the other side", All(|seen| seen.turned().diagonals())),
    plane("possibly attackable by opposing bishops", "OR of attacked along diagonals by bishops and queens of the other side", Any(|seen| seen.turned().diagonals())),
    plane("definitely attackable by opposing rooks", "AND of attacked along ranks and files by rooks and queens of the other side", All(|seen| seen.turned().lines())),
    plane("possibly attackable by opposing rooks", "OR of attacked along ranks and files by rooks and queens of the other side", Any(|seen| seen.turned().lines())),
    plane("possibly attackable by opponent without king", "OR of attacked by the other side's men other than the king", Any(|seen| any(&seen.turned().attacks(&[0, 1, 2, 3, 4])))),
    plane("possibly attackable by opponent without pawns", "OR of attacked by the other side's men other than pawns", Any(|seen| any(&seen.turned().attacks(&[1, 2, 3, 4, 5])))),
    plane("possibly safe opposing king", "OR of the other side's king where no own man attacks it", Any(|seen| seen.other[5] & !any(&seen.attacks(&EVERY)))),
    plane("squares the opponent may move to", "OR of destinations of the other side's men, castling and en passant apart", Any(|seen| seen.turned().destinations())),
    plane("possible castle state for opponent", "OR of the corners of rooks with which the other side has rights to castle", Any(|seen| seen.turned().corners())),
    plane("known squares", "squares on which the same stands in each position, the own men included", Set(known)),
    plane("own king's king-neighbors", "squares a king's step from the own king", Kept(|state| steps(state, king_attacks))),
    plane("own king's knight-neighbors", "squares a knight's step from the own king", Kept(|state| steps(state, knight_attacks))),
    plane("definitely opposing knights near king", "AND of the other side's knights that attack the own king", All(Seen::knight_checkers)),
    plane("possibly opposing knights near king", "OR of the other side's knights that attack the own king", Any(Seen::knight_checkers)),
    plane("own king's bishop-neighbors", "squares on diagonals from the own king up to the next own man", Kept(|state| steps(state, |king| bishop_attacks(king, state.own.squares())))),
    plane("definitely opposing bishops near king", "AND of the other side's bishops and queens that attack the own king along diagonals", All(Seen::diagonal_checkers)),
    plane("possibly opposing bishops near king", "OR of the other side's bishops and queens that attack the own king along diagonals", Any(Seen::diagonal_checkers)),
    plane("own king's rook-neighbors", "squares on rank and file from the own king up to the next own man", Kept(|state| steps(state, |king| rook_attacks(king, state.own.squares())))),
    plane("definitely opposing rooks near king", "AND of the other side's rooks and queens that attack the own king along rank and file", All(Seen::line_checkers)),
    plane("possibly opposing rooks near king", "OR of the other side's rooks and queens that attack the own king along rank and file", Any(Seen::line_checkers)),
    plane("all own pieces", "own", Kept(|state| state.own.squares())),
    plane("definitely empty squares", "AND of neither own nor other", All(|seen| !seen.occupied())),
    plane("may castle eventually", "corners of the rooks with which the side has rights to castle", Kept(|state| super::seen::corners(state.own.color, state.own.castling))),
    plane("possibly may castle", "OR of the destinations of castling that is possible now", Any(Seen::castlings)),
    plane("definitely may castle", "AND of the destinations of castling that is possible now", All(Seen::castlings)),
    plane("own queens' rook-neighbors", "squares on ranks and files from own queens up to the next own man", Kept(|state| queens(state, rook_attacks))),
    plane("own queens' bishop-neighbors", "squares on diagonals from own queens up to the next own man", Kept(|state| queens(state, bishop_attacks))),
    plane("previous definitely not opposing pieces", "plane 18 when the side chose its last move", Kept(|state| Bitboard(state.memory.previous[0]))),
    plane("previous definitely opposing pawns", "plane 19 when the side chose its last move", Kept(|state| Bitboard(state.memory.previous[1]))),
    plane("previous definitely opposing knights", "plane 20 when the side chose its last move", Kept(|state| Bitboard(state.memory.previous[2]))),
    plane("previous definitely opposing bishops", "plane 21 when the side chose its last move", Kept(|state| Bitboard(state.memory.previous[3]))),
    plane("previous definitely opposing rooks", "plane 22 when the side chose its last move", Kept(|state| Bitboard(state.memory.previous[4]))),
    plane("previous definitely opposing queens", "plane 23 when the side chose its last move", Kept(|state| Bitboard(state.memory.previous[5]))),
    plane("previous definitely opposing king", "plane 24 when the side chose its last move", Kept(|state| Bitboard(state.memory.previous[6]))),
    plane("previous possibly not opposing pieces", "plane 25 when the side chose its last move", Kept(|state| Bitboard(state.memory.previous[7]))),
    plane("previous possibly opposing pawns", "plane 26 when the side chose its last move", Kept(|state| Bitboard(state.memory.previous[8]))),
    plane("previous possibly opposing knights", "plane 27 when the side chose its last move", Kept(|state| Bitboard(state.memory.previous[9]))),
    plane("previous possibly opposing bishops", "plane 28 when the side chose its last move", Kept(|state| Bitboard(state.memory.previous[10]))),
    plane("previous possibly opposing rooks", "plane 29 when the side chose its last move", Kept(|state| Bitboard(state.memory.previous[11]))),
    plane("previous possibly opposing queens", "plane 30 when the side chose its last move", Kept(|state| Bitboard(state.memory.previous[12]))),
    plane("previous possibly opposing king", "plane 31 when the side chose its last move", Kept(|state| Bitboard(state.memory.previous[13]))),
    plane("previous last from", "plane 32 when the side chose its last move", Kept(|state| Bitboard(state.memory.previous[14]))),
    plane("previous last to", "plane 33 when the side chose its last move", Kept(|state| Bitboard(state.memory.previous[15]))),
    plane("previous own capture", "plane 34 when the side chose its last move", Kept(|state| Bitboard(state.memory.previous[16]))),
    plane("previous opposing capture", "plane 35 when the side chose its last move", Kept(|state| Bitboard(state.memory.previous[17]))),
];
