//! All that one player may see and has heard: its own men and the umpire's words.

use super::{Announcement, Ruleset};
use crate::chess::{
    Bitboard, CastlingRights, Color, File, Men, PROMOTIONS, Rank, Role, Square, Try,
    bishop_attacks, index, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
    squares_of,
};

/// One side of the screen. A player gets a `View` and nothing else: it has no way from here
/// to the true position or to what the opponent tried.
///
/// ```compile_fail
/// fn peek(view: &darkforge::umpire::View) -> String {
///     view.position().fen() // there is no such thing
/// }
/// ```
#[derive(Clone, Debug)]
pub struct View {
    pub(super) ruleset: &'static Ruleset,
    pub(super) color: Color,
    pub(super) men: Men,
    pub(super) castling: CastlingRights,
    pub(super) plies: u32,
    pub(super) heard: Announcement,
    pub(super) refused: Vec<Try>,
}

impl View {
    pub(super) fn new(ruleset: &'static Ruleset, color: Color) -> View {
        View {
            ruleset,
            color,
            men: [Bitboard::EMPTY; 6],
            castling: CastlingRights::default(),
            plies: 0,
            heard: Announcement::default(),
            refused: Vec::new(),
        }
    }

    /// The rules of this game.
    #[inline]
    pub fn ruleset(&self) -> &'static Ruleset {
        self.ruleset
    }

    /// The side that this player has.
    #[inline]
    pub fn color(&self) -> Color {
        self.color
    }

    /// Its own men.
    #[inline]
    pub fn men(&self) -> &Men {
        &self.men
    }

    /// Its own rights to castle.
    #[inline]
    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// Moves played so far by both sides.
    #[inline]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// What the umpire said of the opponent's last move; silence before the first move.
    #[inline]
    pub fn heard(&self) -> &Announcement {
        &self.heard
    }

    /// The tries that were refused in this turn, in the order in which they were asked.
    #[inline]
    pub fn refused(&self) -> &[Try] {
        &self.refused
    }

    /// Whether the umpire announced that this player has pawn tries now.
    #[inline]
    pub fn has_pawn_tries(&self) -> bool {
        self.heard.pawn_tries.is_some_and(|tries| tries > 0)
    }

    /// Every move that is possible on this player's own board, refused ones included: as
    /// if no enemy man stood in the way. Pawn captures are among them only when
    /// `captures` says so. The order is fixed.
    pub fn pseudolegal(&self, captures: bool, tries: &mut Vec<Try>) {
        own_board_tries(&self.men, self.color, self.castling, captures, tries);
    }
}

/// Moves that are possible on a board with nothing but `men` on it; see
/// [`View::pseudolegal`]. Clears `tries` first.
pub fn own_board_tries(
    men: &Men,
    color: Color,
    castling: CastlingRights,
    captures: bool,
    tries: &mut Vec<Try>,
) {
    tries.clear();
    let own = squares_of(men);
    for from in men[index(Role::Pawn)] {
        pawn_tries(from, color, own, captures, tries);
    }
    let mut add = |role: Role, reach: fn(Square, Bitboard) -> Bitboard| {
        for from in men[index(role)] {
            tries.extend(
                (reach(from, own) & !own)
                    .into_iter()
                    .map(|to| Try::new(from, to)),
            );
        }
    };
    add(Role::Knight, |from, _| knight_attacks(from));
    add(Role::Bishop, bishop_attacks);
    add(Role::Rook, rook_attacks);
    add(Role::Queen, queen_attacks);
    add(Role::King, |from, _| king_attacks(from));
    let rank = color.fold_wb(Rank::First, Rank::Eighth);
    let at = |file| Square::from_coords(file, rank);
    let free = |files: &[File]| files.iter().all(|&file| !own.contains(at(file)));
    if castling.kingside && free(&[File::F, File::G]) {
        tries.push(Try::new(at(File::E), at(File::G)));
    }
    if castling.queenside && free(&[File::B, File::C, File::D]) {
        tries.push(Try::new(at(File::E), at(File::C)));
    }
}

fn pawn_tries(from: Square, color: Color, own: Bitboard, captures: bool, tries: &mut Vec<Try>) {
    let last = color.fold_wb(Rank::Eighth, Rank::First);
    let mut push = |to: Square| {
        if to.rank() == last {
            tries.extend(PROMOTIONS.map(|role| Try::promoting(from, to, role)));
        } else {
            tries.push(Try::new(from, to));
        }
    };
    let forward = color.fold_wb(8, -8);
    if let Some(one) = from.offset(forward).filter(|&to| !own.contains(to)) {
        push(one);
        let start = color.fold_wb(Rank::Second, Rank::Seventh);
        if from.rank() == start
            && let Some(two) = one.offset(forward).filter(|&to| !own.contains(to))
        {
            push(two);
        }
    }
    if captures {
        for to in pawn_attacks(color, from) & !own {
            push(to);
        }
    }
}
