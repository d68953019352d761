//! Noisy moves (captures and promotions) one by one, quiet moves (all others) as a number. Most
//! imagined boards need no more, and a full list of moves takes three times as long.

use super::{
    Bitboard, Board, Color, File, Men, Move, MoveList, PROMOTIONS, Rank, Role, Square, attacked_by,
    between, bishop_attacks, index, king_attacks, knight_attacks, pawn_attacks, queen_attacks, ray,
    rook_attacks, squares_of,
};

impl Board {
    /// Fills `noisy` with the legal captures and promotions of the side to move, in no
    /// particular order; returns its other legal moves.
    #[inline]
    pub fn noisy_moves(&self, noisy: &mut MoveList) -> QuietMoves<'_> {
        noisy.clear();
        let Some(plain) = PlainSide::of(self) else {
            // The full list is short here, and rules apply that the fast way leaves out.
            let legal = self.legal_moves();
            noisy.extend(legal.iter().copied().filter(|&m| is_noisy(m)));
            let quiet = legal.into_iter().filter(|&m| !is_noisy(m)).collect();
            return QuietMoves(Kind::Listed(quiet));
        };
        let mut count = plain.steps_of_pawns(noisy);
        plain.captures_by_pawns(noisy);
        let mut reaches = [Bitboard::EMPTY; PIECES];
        let mut next = reaches.iter_mut();
        plain.each_reach(|role, from, reach| {
            plain.captures(role, from, reach, noisy);
            let quiet = reach & !plain.theirs;
            count += quiet.count();
            if let Some(place) = next.next() {
                *place = quiet;
            }
        });
        count += plain.castlings().into_iter().flatten().count();
        QuietMoves(Kind::Counted {
            plain,
            reaches,
            count,
        })
    }

    /// Fills `noisy` with the legal captures of the side to move, in no particular order.
    #[inline]
    pub fn unordered_captures(&self, noisy: &mut MoveList) {
        noisy.clear();
        let targets = self.squares(!self.turn());
        let Some(plain) = PlainSide::stepping_to(self, targets) else {
            *noisy = self.captures();
            return;
        };
        plain.captures_by_pawns(noisy);
        plain.each_reach(|role, from, reach| plain.captures(role, from, reach, noisy));
    }

    /// Whether the side to move has a legal move.
    pub fn can_move(&self) -> bool {
        let turn = self.turn();
        let mut steps = (king_attacks(self.king(turn)) & !self.squares(turn)).into_iter();
        self.has_free_move()
            || steps.any(|to| self.is_safe_for_king(to))
            || !self.legal_moves().is_empty()
    }

    /// Whether a man that stands on no line between its king and an enemy piece can move, out of
    /// check. Such a move never exposes the king. `false` is no answer.
    fn has_free_move(&self) -> bool {
        let (turn, occupied) = (self.turn(), self.occupied());
        let king = self.king(turn);
        if self.near_checkers().any() {
            return false;
        }
        let mut shielding = Bitboard::EMPTY;
        for piece in self.pieces_in_line(!turn) {
            let line = between(king, piece);
            if (line & occupied).is_empty() {
                return false;
            }
            shielding |= line;
        }
        let own = self.squares(turn);
        let [pawns, knights, bishops, rooks, queens, _] =
            self.men(turn).map(|men| men & !shielding);
        (pawns.shift(turn.fold_wb(8, -8)) & !occupied).any()
            || knights
                .into_iter()
                .any(|from| (knight_attacks(from) & !own).any())
            || (bishops | queens)
                .into_iter()
                .any(|from| (bishop_attacks(from, occupied) & !own).any())
            || rooks
                .into_iter()
                .any(|from| (rook_attacks(from, occupied) & !own).any())
    }
}

/// Legal moves that neither capture nor promote.
pub struct QuietMoves<'a>(Kind<'a>);

#[expect(clippy::large_enum_variant, reason = "one at a time, and never kept")]
enum Kind<'a> {
    /// In check, or with a possible capture en passant.
    Listed(Vec<Move>),
    /// In all other cases.
    Counted {
        plain: PlainSide<'a>,
        /// For each man except pawns.
        reaches: [Bitboard; PIECES],
        count: usize,
    },
}

impl QuietMoves<'_> {
    /// Number of these moves.
    #[inline]
    pub fn count(&self) -> usize {
        match &self.0 {
            Kind::Listed(moves) => moves.len(),
            Kind::Counted { count, .. } => *count,
        }
    }

    /// The `nth` of these moves from 0, in an order of its own.
    pub fn nth(&self, nth: usize) -> Option<Move> {
        match &self.0 {
            Kind::Listed(moves) => moves.get(nth).copied(),
            Kind::Counted { plain, reaches, .. } => plain.quiet_move(reaches, nth),
        }
    }
}

fn is_noisy(m: Move) -> bool {
    m.is_capture() || m.is_promotion()
}

/// Greatest number of one side's men that are not pawns.
const PIECES: usize = 16;
/// Number of squares up to which the king's safety is tested square by square.
const FEW: usize = 3;

/// A side to move that is not in check and has nothing to take en passant.
struct PlainSide<'a> {
    board: &'a Board,
    turn: Color,
    own: Men,
    enemy: Men,
    king: Square,
    occupied: Bitboard,
    theirs: Bitboard,
    /// Squares without own men.
    free: Bitboard,
    /// Own men that stand alone between their king and a piece that would attack it.
    pinned: Bitboard,
    /// Squares to which the king may step.
    flights: Bitboard,
}

impl<'a> PlainSide<'a> {
    fn of(board: &'a Board) -> Option<PlainSide<'a>> {
        PlainSide::stepping_to(board, Bitboard::FULL)
    }

    /// The same, for a king that may step only to `targets`.
    fn stepping_to(board: &'a Board, targets: Bitboard) -> Option<PlainSide<'a>> {
        let turn = board.turn();
        let own = board.men(turn);
        let may_pass = |passed| (pawn_attacks(!turn, passed) & own[index(Role::Pawn)]).any();
        if board.near_checkers().any() || board.passed().is_some_and(may_pass) {
            return None;
        }
        let (king, occupied) = (board.king(turn), board.occupied());
        let mut pinned = Bitboard::EMPTY;
        for piece in board.pieces_in_line(!turn) {
            let shields = between(king, piece) & occupied;
            if shields.is_empty() {
                return None;
            }
            if !shields.more_than_one() {
                pinned |= shields & board.squares(turn);
            }
        }
        let enemy = board.men(!turn);
        let mut plain = PlainSide {
            board,
            turn,
            own,
            enemy,
            king,
            occupied,
            theirs: squares_of(&enemy),
            free: !squares_of(&own),
            pinned,
            flights: Bitboard::EMPTY,
        };
        plain.flights = plain.safe(king_attacks(plain.king) & plain.free & targets);
        Some(plain)
    }

    /// The squares of `squares` on which the king would not be in check.
    fn safe(&self, squares: Bitboard) -> Bitboard {
        // The king no longer blocks lines once it has left its square.
        let occupied = self.occupied.without(self.king);
        if squares.count() > FEW {
            return squares & !attacked_by(&self.enemy, !self.turn, occupied);
        }
        let attackers = |&square: &Square| self.board.attackers(square, !self.turn, occupied);
        let is_safe = |square: &Square| attackers(square).is_empty();
        squares.into_iter().filter(is_safe).collect()
    }

    /// Calls `with` for every man except pawns, by role, with the squares that it reaches.
    #[inline]
    fn each_reach(&self, mut with: impl FnMut(Role, Square, Bitboard)) {
        let [_, knights, bishops, rooks, queens, _] = self.own;
        for from in knights {
            let reach = knight_attacks(from);
            with(Role::Knight, from, reach & self.free & self.line(from));
        }
        for from in bishops {
            let reach = bishop_attacks(from, self.occupied);
            with(Role::Bishop, from, reach & self.free & self.line(from));
        }
        for from in rooks {
            let reach = rook_attacks(from, self.occupied);
            with(Role::Rook, from, reach & self.free & self.line(from));
        }
        for from in queens {
            let reach = queen_attacks(from, self.occupied);
            with(Role::Queen, from, reach & self.free & self.line(from));
        }
        with(Role::King, self.king, self.flights);
    }

    /// The `nth` quiet move from 0: those of pieces, whose `reaches` are known, pawns, the
    /// king, and castling.
    fn quiet_move(&self, reaches: &[Bitboard; PIECES], nth: usize) -> Option<Move> {
        let mut reaches = reaches.iter();
        let mut left = nth;
        let mut pick = |role, from, quiet: Bitboard| {
            let count = quiet.count();
            if left >= count {
                left -= count;
                return None;
            }
            quiet.into_iter().nth(left).map(|to| Move::Normal {
                role,
                from,
                capture: None,
                to,
                promotion: None,
            })
        };
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in self.own[index(role)] {
                let found = pick(role, from, *reaches.next()?);
                if found.is_some() {
                    return found;
                }
            }
        }
        for from in self.own[index(Role::Pawn)] {
            let [once, twice] = self.steps(Bitboard::from_square(from), self.line(from));
            let found = pick(Role::Pawn, from, (once | twice) & !self.last_rank());
            if found.is_some() {
                return found;
            }
        }
        let found = pick(Role::King, self.king, self.flights & !self.theirs);
        found.or_else(|| self.castlings().into_iter().flatten().nth(left))
    }

    /// Squares to which a man on `from` may go without exposing its king.
    fn line(&self, from: Square) -> Bitboard {
        if self.pinned.contains(from) {
            ray(self.king, from)
        } else {
            Bitboard::FULL
        }
    }

    fn captures(&self, role: Role, from: Square, reach: Bitboard, noisy: &mut MoveList) {
        for to in reach & self.theirs {
            noisy.push(self.capture(role, from, to, None));
        }
    }

    fn capture(&self, role: Role, from: Square, to: Square, promotion: Option<Role>) -> Move {
        Move::Normal {
            role,
            from,
            capture: self.board.role_at(to),
            to,
            promotion,
        }
    }

    fn last_rank(&self) -> Bitboard {
        Bitboard::from_rank(self.turn.fold_wb(Rank::Eighth, Rank::First))
    }

    /// Adds the pawns' promoting steps to `noisy`; returns the number of their other steps.
    fn steps_of_pawns(&self, noisy: &mut MoveList) -> usize {
        let pawns = self.own[index(Role::Pawn)];
        let mut quiet = self.steps_counted(pawns & !self.pinned, Bitboard::FULL, noisy);
        for pawn in pawns & self.pinned {
            quiet += self.steps_counted(Bitboard::from_square(pawn), self.line(pawn), noisy);
        }
        quiet
    }

    fn captures_by_pawns(&self, noisy: &mut MoveList) {
        let last = self.last_rank();
        let [west, east] = self.board.pawns_in_reach();
        for from in west | east {
            let targets = pawn_attacks(self.turn, from) & self.theirs;
            for to in targets & self.line(from) {
                if last.contains(to) {
                    let kinds = PROMOTIONS.into_iter();
                    noisy.extend(kinds.map(|kind| self.capture(Role::Pawn, from, to, Some(kind))));
                } else {
                    noisy.push(self.capture(Role::Pawn, from, to, None));
                }
            }
        }
    }

    /// Squares to which `pawns` may step on `line`, by one square and by two.
    fn steps(&self, pawns: Bitboard, line: Bitboard) -> [Bitboard; 2] {
        let ahead = |from: Bitboard| from.shift(self.turn.fold_wb(8, -8)) & !self.occupied;
        let once = ahead(pawns);
        let third = Bitboard::from_rank(self.turn.fold_wb(Rank::Third, Rank::Sixth));
        [once & line, ahead(once & third) & line]
    }

    /// Adds the promoting steps of `pawns` on `line` to `noisy`; returns the number of the others.
    fn steps_counted(&self, pawns: Bitboard, line: Bitboard, noisy: &mut MoveList) -> usize {
        let [once, twice] = self.steps(pawns, line);
        let last = self.last_rank();
        for to in once & last {
            if let Some(from) = to.offset(self.turn.fold_wb(-8, 8)) {
                noisy.extend(PROMOTIONS.into_iter().map(|kind| Move::Normal {
                    role: Role::Pawn,
                    from,
                    capture: None,
                    to,
                    promotion: Some(kind),
                }));
            }
        }
        (once & !last).count() + twice.count()
    }

    /// Legal castling moves.
    fn castlings(&self) -> [Option<Move>; 2] {
        let rights = self.board.castling(self.turn);
        if !(rights.kingside || rights.queenside) {
            return [None; 2];
        }
        let rank = self.turn.fold_wb(Rank::First, Rank::Eighth);
        let on = |files: &[File]| -> Bitboard {
            let squares = files.iter().map(|&file| Square::from_coords(file, rank));
            squares.collect()
        };
        let castling = |may: bool, rook, empty: &[File], passed: &[File]| {
            let clear = (on(empty) & self.occupied).is_empty();
            let is_safe = || self.safe(on(passed)) == on(passed);
            (may && clear && is_safe()).then(|| Move::Castle {
                king: self.king,
                rook: Square::from_coords(rook, rank),
            })
        };
        let (short, long) = ([File::F, File::G], [File::B, File::C, File::D]);
        [
            castling(rights.kingside, File::H, &short, &short),
            castling(rights.queenside, File::A, &long, &long[1..]),
        ]
    }
}
