//! Move model: probabilities of the enemy's legal moves, fitted to games. A conditional logit
//! (McFadden, 1974): the weight of a move is a product of table entries, one for each of its terms,
//! and its probability is its share of the sum over all legal moves.
//!
//! Terms are what an enemy decides by: the squares that a man leaves and reaches, protection by
//! pawns, what the umpire announced. Some depend on men of ours, of which it may have heard. The
//! man that it moved last was left out: that gained 0.02 nats a move.

use super::move_factors::FACTORS;
use darkforge_board::{
    Bitboard, Board, Color, Men, Move, MoveList, Role, Square, attacked_by, bishop_attacks, index,
    knight_attacks, pawn_attacks, rook_attacks,
};
use darkforge_streams::{self as streams, Stream};

/// Least numbers of men on the board in the opening and in the middle game.
const PHASES: [usize; 2] = [27, 15];
/// Terms of a square: phases times roles times squares, where the files e to h count as d to a.
const SQUARES: usize = 3 * 6 * 32;
/// Place of the first term of a square left, of a square reached, and of the others.
const LEFT: usize = 0;
const REACHED: usize = LEFT + SQUARES;
const OTHERS: usize = REACHED + SQUARES;

/// Number of terms.
pub const TERMS: usize = term::END;

/// Places of the terms that are not squares. "By role" takes six places.
mod term {
    use super::OTHERS;
    /// A pawn's step of two.
    pub const DOUBLE: usize = OTHERS;
    /// A bishop's, rook's or queen's move over two, three, and more squares.
    pub const FAR: usize = DOUBLE + 1;
    /// To a square that an own pawn protects, by role.
    pub const PROTECTED: usize = FAR + 9;
    /// To a square that a pawn of ours attacks, by role.
    pub const TO_PAWN: usize = PROTECTED + 6;
    /// To a square that a man of ours attacks, by role.
    pub const TO_MAN: usize = TO_PAWN + 6;
    /// From a square that a pawn of ours attacks, by role.
    pub const FROM_PAWN: usize = TO_MAN + 6;
    /// From a square that a man of ours attacks, by role.
    pub const FROM_MAN: usize = FROM_PAWN + 6;
    /// A check by the man that moves, by role.
    pub const CHECK: usize = FROM_MAN + 6;
    /// Castling with the king's rook, and with the queen's.
    pub const CASTLING: usize = CHECK + 6;
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
    /// To a square from which the man attacks that of our last capture, by role.
    pub const ATTACKS: usize = ANSWER + 3;
    /// One place after the last.
    pub const END: usize = ATTACKS + 6;
}

/// A board with the enemy to move, as far as the terms of its moves depend on it.
pub struct Scene<'a> {
    board: &'a Board,
    captured_on: Option<Square>,
    turn: Color,
    phase: usize,
    protected: Bitboard,
    by_pawns: Bitboard,
    by_men: Bitboard,
    /// Squares from which each role gives check.
    checks: Men,
    /// Squares from which each role attacks the square of our last capture.
    attacks: Men,
    in_check: bool,
    /// Place of the term of a pawn's capture.
    pawn: usize,
}

impl<'a> Scene<'a> {
    /// The scene of `board` with its `legal` moves, after our capture on the square
    /// `captured_on`, if our last move was one.
    pub fn new(board: &'a Board, legal: &MoveList, captured_on: Option<Square>) -> Scene<'a> {
        let (turn, occupied) = (board.turn(), board.occupied());
        let other = board.men(!turn);
        let men = occupied.count();
        let pawn =
            |m: &&Move| m.role() == Role::Pawn && m.is_capture() && Some(m.to()) != captured_on;
        let pawns = legal.iter().filter(pawn).count();
        Scene {
            board,
            captured_on,
            turn,
            phase: PHASES.iter().filter(|&&least| men < least).count(),
            protected: attacked_by_pawns(board, turn),
            by_pawns: attacked_by_pawns(board, !turn),
            by_men: attacked_by(&other, !turn, occupied),
            checks: sights(board.king(!turn), turn, occupied),
            attacks: captured_on.map_or([Bitboard::EMPTY; 6], |on| sights(on, turn, occupied)),
            in_check: board.is_in_check(),
            pawn: term::PAWN + pawns.clamp(1, 3) - 1,
        }
    }

    /// Calls `with` for the place of each term of the legal move `m`.
    #[inline]
    pub fn terms(&self, m: Move, mut with: impl FnMut(usize)) {
        let (role, to) = (m.role(), m.to());
        let Some(from) = m.from().filter(|_| !m.is_castle()) else {
            let king = self.board.king(self.turn);
            with(term::CASTLING + usize::from(to.file() < king.file()));
            return;
        };
        let kind = index(role);
        let row = (self.phase * 6 + kind) * 32;
        with(LEFT + row + self.place(from));
        with(REACHED + row + self.place(to));
        let far = from.distance(to) as usize;
        match role {
            Role::Pawn if far == 2 => with(term::DOUBLE),
            Role::Bishop | Role::Rook | Role::Queen if far > 1 => {
                with(term::FAR + (kind - 2) * 3 + far.min(4) - 2);
            }
            _ => {}
        }
        for (set, square, first) in [
            (self.protected, to, term::PROTECTED),
            (self.by_pawns, to, term::TO_PAWN),
            (self.by_men, to, term::TO_MAN),
            (self.by_pawns, from, term::FROM_PAWN),
            (self.by_men, from, term::FROM_MAN),
            (self.checks[kind], to, term::CHECK),
            (self.attacks[kind], to, term::ATTACKS),
        ] {
            if set.contains(square) {
                with(first + kind);
            }
        }
        if let Some(captured) = m.capture() {
            let (first, piece) = if Some(to) == self.captured_on {
                (term::ANSWERED + kind, 1)
            } else if role == Role::Pawn {
                (self.pawn, 2)
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

    /// Place of a square among 32, from the mover's side.
    #[inline]
    fn place(&self, square: Square) -> usize {
        let rank = usize::from(self.turn.relative_rank(square.rank()));
        let file = usize::from(square.file());
        rank * 4 + file.min(7 - file)
    }
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

/// A model of the enemy's choice among its legal moves.
#[derive(Clone, Copy, Debug)]
pub struct MoveModel {
    /// Factor of each term.
    factors: &'static [f32; TERMS],
    /// Share of moves that are drawn from all legal ones alike: what a model excludes is missing
    /// from a belief for the rest of the game.
    even: f32,
}

impl MoveModel {
    /// The model fitted to games of the engine and the sampling players.
    pub const LEARNED: MoveModel = MoveModel::new(&FACTORS, 0.1);

    /// A model with these factors by term, above 0, and the share `even` of moves that are all
    /// equally likely.
    pub const fn new(factors: &'static [f32; TERMS], even: f32) -> MoveModel {
        MoveModel { factors, even }
    }

    /// The legal moves of `board`, each with its probability, after our capture on the square
    /// `captured_on`, if our last move was one.
    pub fn weigh(&self, board: &Board, captured_on: Option<Square>, weighed: &mut Weighed) {
        weighed.moves = board.legal_moves();
        weighed.shares.clear();
        let scene = Scene::new(board, &weighed.moves, captured_on);
        let mut total = 0.0;
        for &m in &weighed.moves {
            let mut weight = 1.0;
            scene.terms(m, |term| weight *= self.factors[term]);
            total += weight;
            weighed.shares.push(weight);
        }
        let even = self.even / weighed.shares.len().max(1) as f32;
        let scale = (1.0 - self.even) / total;
        for share in &mut weighed.shares {
            *share = *share * scale + even;
        }
    }
}

/// Moves with their probabilities.
#[derive(Default)]
pub struct Weighed {
    /// The moves.
    pub moves: MoveList,
    /// Probability of each.
    pub shares: Vec<f32>,
}

impl Weighed {
    /// Draws a move; `None` if there is none.
    pub(super) fn draw(&self, stream: &mut Stream) -> Option<Move> {
        let mut left = streams::unit(stream) as f32;
        for (&m, share) in self.moves.iter().zip(&self.shares) {
            left -= share;
            if left < 0.0 {
                return Some(m);
            }
        }
        self.moves.last().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::{Position, Try, as_try};
    use darkforge_streams as streams;

    /// Boards of random games.
    fn boards() -> Vec<Board> {
        let mut found = Vec::new();
        for game in 0..6 {
            let mut stream = streams::open(7, "move model", game);
            let mut position = Position::start();
            for _ in 0..80 {
                let legal = position.board().legal_moves();
                if legal.is_empty() {
                    break;
                }
                found.push(position.board().clone());
                let m = legal[streams::below(&mut stream, legal.len())];
                position.play(as_try(m));
            }
        }
        found
    }

    fn terms_of(board: &Board, m: Move, captured_on: Option<Square>) -> Vec<usize> {
        let legal = board.legal_moves();
        let mut terms = Vec::new();
        Scene::new(board, &legal, captured_on).terms(m, |term| terms.push(term));
        terms
    }

    #[test]
    fn probabilities_have_the_sum_one_and_exclude_nothing() {
        let mut weighed = Weighed::default();
        for board in boards() {
            MoveModel::LEARNED.weigh(&board, None, &mut weighed);
            let sum: f32 = weighed.shares.iter().sum();
            assert!((sum - 1.0).abs() < 1e-4, "{sum} on {board:?}");
            let least = 0.9 * MoveModel::LEARNED.even / weighed.shares.len() as f32;
            assert!(weighed.shares.iter().all(|&share| share > least));
        }
    }

    #[test]
    fn a_move_has_the_terms_of_its_mirror_image() {
        let pairs = [
            (
                "4k3/8/8/3p4/4P3/8/8/3RK3 w - - 0 1",
                "3rk3/8/8/4p3/3P4/8/8/4K3 b - - 0 1",
            ),
            (
                "r3k3/1P6/8/8/8/8/5n2/R3K2R w KQq - 0 1",
                "r3k2r/5N2/8/8/8/8/1p6/R3K3 b Qkq - 0 1",
            ),
        ];
        let mirrored = |asked: Try| Try {
            from: asked.from.flip_vertical(),
            to: asked.to.flip_vertical(),
            ..asked
        };
        for (white, black) in pairs {
            let [white, black] = [white, black].map(|fen| {
                let position: Position = fen.parse().unwrap();
                position.board().clone()
            });
            for m in white.legal_moves() {
                let asked = mirrored(as_try(m));
                let other = black.legal_move(asked).expect("its mirror image");
                assert_eq!(
                    terms_of(&white, m, None),
                    terms_of(&black, other, None),
                    "{m}"
                );
            }
        }
    }

    #[test]
    fn moves_are_drawn_by_their_probabilities() {
        let mut weighed = Weighed::default();
        let board = Board::start();
        MoveModel::LEARNED.weigh(&board, None, &mut weighed);
        let mut stream = streams::open(1, "test", 0);
        let mut counts = vec![0_u32; weighed.moves.len()];
        for _ in 0..4000 {
            let m = weighed.draw(&mut stream).unwrap();
            let place = weighed.moves.iter().position(|&one| one == m).unwrap();
            counts[place] += 1;
        }
        for (count, share) in counts.iter().zip(&weighed.shares) {
            let found = f64::from(*count) / 4000.0;
            assert!(
                (found - f64::from(*share)).abs() < 0.04,
                "{found} of {share}"
            );
        }
    }

    #[test]
    fn a_capture_on_the_square_of_our_capture_answers_it() {
        let position: Position = "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1".parse().unwrap();
        let board = position.board();
        let m = board.legal_move("d1d5".parse().unwrap()).unwrap();
        let rook = index(Role::Rook);
        assert!(terms_of(board, m, Some(Square::D5)).contains(&(term::ANSWERED + rook)));
        assert!(terms_of(board, m, None).contains(&(term::BLIND + rook)));
    }
}
