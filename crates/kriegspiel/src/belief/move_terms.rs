//! Terms of the move model: numbers of what a legal move of the enemy is like. Each is what an enemy
//! decides by: the squares that a man leaves and reaches, protection by pawns, what the umpire
//! announced. Some depend on men of ours, of which it may have heard.

use darkforge_board::{
    Bitboard, Board, Color, Men, Move, MoveList, Role, Square, attacked_by, attacked_twice_by,
    bishop_attacks, index, knight_attacks, pawn_attacks, rook_attacks,
};

/// Least numbers of men on the board in the opening and in the middle game.
const PHASES: [usize; 2] = [27, 15];
/// Kinds of men by phase.
const KINDS: usize = (PHASES.len() + 1) * 6;
/// Terms of a square, by kind and phase, where the files e to h count as d to a.
const SQUARES: usize = 32;
/// Terms of the safety of a square left, by kind and phase.
const SAFETY_LEFT: usize = 1 << 3;
/// Terms of the safety of a square reached and of what the man attacks from there.
const SAFETY_REACHED: usize = 1 << 6;
/// Terms of the length of a step, by kind.
const LENGTHS: usize = 8;

/// Place among 32 of each square, when the files e to h count as d to a.
const PLACES: [u8; 64] = {
    let mut places = [0; 64];
    let mut square = 0_u8;
    while square < 64 {
        let file = square % 8;
        let from_edge = if file < 4 { file } else { 7 - file };
        places[square as usize] = square / 8 * 4 + from_edge;
        square += 1;
    }
    places
};

/// Steps of a king between two squares: as a table, because `Square::distance` takes 5 % more
/// instructions for a whole game.
const DISTANCES: [[u8; 64]; 64] = {
    let mut distances = [[0; 64]; 64];
    let mut pair = 0_usize;
    while pair < 64 * 64 {
        let (from, to) = (pair / 64, pair % 64);
        let files = (from % 8).abs_diff(to % 8);
        let ranks = (from / 8).abs_diff(to / 8);
        distances[from][to] = if files > ranks { files } else { ranks } as u8;
        pair += 1;
    }
    distances
};

/// Number of terms.
pub const TERMS: usize = term::END;

/// Names and numbers of the terms that belong together, in the order of their places.
pub const GROUPS: [(&str, usize); 13] = [
    ("squares_left", term::REACHED - term::LEFT),
    ("squares_reached", term::FROM - term::REACHED),
    ("safety_left", term::TO - term::FROM),
    ("safety_reached", term::FAR - term::TO),
    ("steps", term::CASTLING - term::FAR),
    ("castling", term::BLIND - term::CASTLING),
    ("blind_captures", term::ANSWERED - term::BLIND),
    ("captures_back", term::PAWN - term::ANSWERED),
    ("pawn_captures", term::PIECE - term::PAWN),
    ("captured_pieces", term::EN_PASSANT - term::PIECE),
    ("en_passant", term::PROMOTION - term::EN_PASSANT),
    ("promotion", term::ANSWER - term::PROMOTION),
    ("check_answers", term::END - term::ANSWER),
];

/// Places of the terms. "By role" takes six places.
pub(super) mod term {
    use super::{KINDS, LENGTHS, SAFETY_LEFT, SAFETY_REACHED, SQUARES};
    /// The square left.
    pub const LEFT: usize = 0;
    /// The square reached.
    pub const REACHED: usize = LEFT + KINDS * SQUARES;
    /// The bits of what attacks the square left, in [`Scene::mover`](super::Scene::mover).
    pub const FROM: usize = REACHED + KINDS * SQUARES;
    /// The bits of [`Mover::arriving`](super::Mover::arriving).
    pub const TO: usize = FROM + KINDS * SAFETY_LEFT;
    /// Steps of a king between the two, by role.
    pub const FAR: usize = TO + KINDS * SAFETY_REACHED;
    /// Castling with the king's rook, and with the queen's.
    pub const CASTLING: usize = FAR + 6 * LENGTHS;
    /// A capture by a piece that no announcement suggests, by role.
    pub const BLIND: usize = CASTLING + 2;
    /// A capture on the square of our last capture, by role.
    pub const ANSWERED: usize = BLIND + 6;
    /// A pawn's capture elsewhere: the only one, one of two, one of more.
    pub const PAWN: usize = ANSWERED + 6;
    /// The captured man is a piece: in a blind capture, on the square of our last capture, by a
    /// pawn.
    pub const PIECE: usize = PAWN + 3;
    /// A capture en passant.
    pub const EN_PASSANT: usize = PIECE + 3;
    /// Promotion to a queen, and to another piece.
    pub const PROMOTION: usize = EN_PASSANT + 1;
    /// In check: a man between, a capture by a man, a capture by the king.
    pub const ANSWER: usize = PROMOTION + 2;
    /// One place after the last.
    pub const END: usize = ANSWER + 3;
}

/// A board with the enemy to move, as far as the terms of its moves depend on it.
pub struct Scene<'a> {
    legal: &'a MoveList,
    captured_on: Option<Square>,
    /// Changes the number of a square into that from White's side.
    upside_down: usize,
    phase: usize,
    /// Squares that own pawns attack.
    protected: Bitboard,
    /// Squares that own men attack, and that two or more attack.
    supported: (Bitboard, Bitboard),
    by_pawns: Bitboard,
    by_men: Bitboard,
    /// Squares from which each role gives check.
    checks: Men,
    /// Squares from which each role attacks the square of our last capture.
    attacks: Men,
    in_check: bool,
}

impl<'a> Scene<'a> {
    /// The scene of `board` with its `legal` moves, after our capture on the square
    /// `captured_on`, if our last move was one.
    pub fn new(board: &Board, legal: &'a MoveList, captured_on: Option<Square>) -> Scene<'a> {
        let (turn, occupied) = (board.turn(), board.occupied());
        let other = board.men(!turn);
        let men = occupied.count();
        Scene {
            legal,
            captured_on,
            upside_down: turn.fold_wb(0, 56),
            phase: PHASES.iter().filter(|&&least| men < least).count(),
            protected: attacked_by_pawns(board, turn),
            supported: attacked_twice_by(&board.men(turn), turn, occupied),
            by_pawns: attacked_by_pawns(board, !turn),
            by_men: attacked_by(&other, !turn, occupied),
            checks: sights(board.king(!turn), turn, occupied),
            attacks: captured_on.map_or([Bitboard::EMPTY; 6], |on| sights(on, turn, occupied)),
            in_check: board.is_in_check(),
        }
    }

    /// Calls `with` for the place of each term of the legal move `m`.
    #[inline]
    pub fn terms(&self, m: Move, mut with: impl FnMut(usize)) {
        if let Some((kind, from)) = moving(m) {
            let mover = self.mover(kind, from);
            mover.leaving.into_iter().for_each(&mut with);
            mover.arriving(m.to()).into_iter().for_each(&mut with);
        }
        self.rare_terms(m, with);
    }

    /// The man of this kind on the square `from`.
    #[inline]
    pub(super) fn mover(&self, kind: usize, from: Square) -> Mover {
        let row = self.phase * 6 + kind;
        let left = bit(self.by_pawns, from)
            | bit(self.by_men, from) << 1
            | bit(self.supported.0, from) << 2;
        // All men but a pawn that steps attack the square they go to.
        let steps = if kind == index(Role::Pawn) {
            self.supported.0
        } else {
            self.supported.1
        };
        Mover {
            leaving: [
                term::LEFT + row * SQUARES + place(from, self.upside_down),
                term::FROM + row * SAFETY_LEFT + left,
            ],
            from,
            upside_down: self.upside_down,
            reached: term::REACHED + row * SQUARES,
            safety: term::TO + row * SAFETY_REACHED,
            far: term::FAR + kind * LENGTHS,
            by: [self.by_pawns, self.by_men, self.supported.1, self.protected],
            steps,
            sights: [self.checks[kind], self.attacks[kind]],
        }
    }

    /// The terms that few moves have: of castling, captures, promotions and moves out of check.
    #[inline]
    pub(super) fn rare_terms(&self, m: Move, mut with: impl FnMut(usize)) {
        match m {
            Move::Normal {
                capture: None,
                promotion: None,
                ..
            } if !self.in_check => {}
            Move::Castle { king, rook } => {
                with(term::CASTLING + usize::from(rook.file() < king.file()));
            }
            _ => self.loud_terms(m, with),
        }
    }

    /// The terms of captures, promotions and moves out of check.
    #[cold]
    fn loud_terms(&self, m: Move, mut with: impl FnMut(usize)) {
        let (role, to) = (m.role(), m.to());
        let kind = index(role);
        if let Some(captured) = m.capture() {
            let (first, piece) = if Some(to) == self.captured_on {
                (term::ANSWERED + kind, 1)
            } else if role == Role::Pawn {
                (term::PAWN + self.pawn_captures().clamp(1, 3) - 1, 2)
            } else {
                (term::BLIND + kind, 0)
            };
            with(first);
            if captured != Role::Pawn {
                with(term::PIECE + piece);
            }
            if m.is_en_passant() {
                with(term::EN_PASSANT);
            }
        }
        if let Some(promoted) = m.promotion() {
            with(term::PROMOTION + usize::from(promoted != Role::Queen));
        }
        if self.in_check {
            match (role, m.is_capture()) {
                (Role::King, false) => {}
                (Role::King, true) => with(term::ANSWER + 2),
                (_, capture) => with(term::ANSWER + usize::from(capture)),
            }
        }
    }

    /// Number of pawns' captures elsewhere than on the square of our last capture.
    fn pawn_captures(&self) -> usize {
        let elsewhere = |m: &&Move| {
            m.role() == Role::Pawn && m.is_capture() && Some(m.to()) != self.captured_on
        };
        self.legal.iter().filter(elsewhere).count()
    }
}

/// A man of the enemy in a scene.
pub(super) struct Mover {
    /// The terms that all of its moves have.
    pub leaving: [usize; 2],
    from: Square,
    upside_down: usize,
    /// First places of its terms of squares reached, of their safety, and of the length of the step.
    reached: usize,
    safety: usize,
    far: usize,
    /// Squares that pawns of ours and men of ours attack, that another own man attacks, and that
    /// own pawns attack.
    by: [Bitboard; 4],
    /// In the place of the third for a step straight ahead.
    steps: Bitboard,
    /// Squares from which it gives check, and attacks the square of our last capture.
    sights: [Bitboard; 2],
}

impl Mover {
    /// The terms that all moves to this square have.
    #[inline]
    pub fn arriving(&self, to: Square) -> [usize; 3] {
        let ahead = self.from.file() == to.file();
        let others = if ahead { self.steps } else { self.by[2] };
        let safety = bit(self.by[0], to)
            | bit(self.by[1], to) << 1
            | bit(others, to) << 2
            | bit(self.by[3], to) << 3
            | bit(self.sights[0], to) << 4
            | bit(self.sights[1], to) << 5;
        let far = DISTANCES[self.from as usize][to as usize];
        [
            self.reached + place(to, self.upside_down),
            self.safety + safety,
            self.far + usize::from(far),
        ]
    }
}

/// Kind and square of the man that moves; `None` for castling.
#[inline]
pub(super) fn moving(m: Move) -> Option<(usize, Square)> {
    match m {
        Move::Normal { role, from, .. } => Some((index(role), from)),
        Move::EnPassant { from, .. } => Some((index(Role::Pawn), from)),
        Move::Castle { .. } | Move::Put { .. } => None,
    }
}

/// Place of a square among 32, from the mover's side.
#[inline]
fn place(square: Square, upside_down: usize) -> usize {
    usize::from(PLACES[(square as usize ^ upside_down) % 64])
}

/// 1 if `square` is in `set`.
#[inline]
fn bit(set: Bitboard, square: Square) -> usize {
    usize::from(set.contains(square))
}

/// Squares that the pawns of `color` attack.
fn attacked_by_pawns(board: &Board, color: Color) -> Bitboard {
    let mut pawns = [Bitboard::EMPTY; 6];
    pawns[index(Role::Pawn)] = board.men(color)[index(Role::Pawn)];
    attacked_by(&pawns, color, board.occupied())
}

/// For each role the squares from which a man of `color` attacks `target`; none for a king.
fn sights(target: Square, color: Color, occupied: Bitboard) -> Men {
    let (lines, diagonals) = (
        rook_attacks(target, occupied),
        bishop_attacks(target, occupied),
    );
    [
        pawn_attacks(!color, target),
        knight_attacks(target),
        diagonals,
        lines,
        diagonals | lines,
        Bitboard::EMPTY,
    ]
}
