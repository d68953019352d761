//! The legal moves in short: captures and promotions one by one, all others as a number. On
//! most boards that a player imagines nothing else is asked, and the full list takes three
//! times as long.

use shakmaty::attacks::attacks;

use super::{
    Bitboard, Board, Color, File, Men, Move, MoveList, PROMOTIONS, Rank, Role, Square, attacked_by,
    between, bishop_attacks, index, king_attacks, pawn_attacks, ray, rook_attacks, squares_of,
};

impl Board {
    /// Fills `loud` with the legal captures and promotions of the side to move, in no
    /// particular order; returns its other legal moves.
    #[inline]
    pub fn loud_moves(&self, loud: &mut MoveList) -> QuietMoves<'_> {
        loud.clear();
        let Some(calm) = Calm::of(self) else {
            // Few legal moves, and many reasons why.
            let legal = self.legal_moves();
            loud.extend(legal.iter().copied().filter(|&m| is_loud(m)));
            let quiet = legal.into_iter().filter(|&m| !is_loud(m)).collect();
            return QuietMoves(Kind::Listed(quiet));
        };
        let mut count = calm.pawns(loud);
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in calm.own[index(role)] {
                let reach = calm.reach_of_piece(role, from);
                calm.captures(role, from, reach, loud);
                count += (reach & !calm.theirs).count();
            }
        }
        let flights = calm.flights();
        calm.captures(Role::King, calm.king, flights, loud);
        count += (flights & !calm.theirs).count();
        count += calm.castlings().into_iter().flatten().count();
        QuietMoves(Kind::Counted(calm, count))
    }
}

/// Legal moves that neither capture nor promote.
pub struct QuietMoves<'a>(Kind<'a>);

enum Kind<'a> {
    /// Of a side in check, or one that may capture en passant.
    Listed(Vec<Move>),
    /// Of any other side, and how many they are.
    Counted(Calm<'a>, usize),
}

impl QuietMoves<'_> {
    /// How many there are.
    #[inline]
    pub fn count(&self) -> usize {
        match &self.0 {
            Kind::Listed(moves) => moves.len(),
            Kind::Counted(_, count) => *count,
        }
    }

    /// The `nth` of them from 0, in an order of their own.
    pub fn nth(&self, nth: usize) -> Option<Move> {
        match &self.0 {
            Kind::Listed(moves) => moves.get(nth).copied(),
            Kind::Counted(calm, _) => calm.quiet_move(nth),
        }
    }
}

fn is_loud(m: Move) -> bool {
    m.is_capture() || m.is_promotion()
}

/// A side to move that is not in check and has nothing to take en passant.
struct Calm<'a> {
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
    /// Squares where the king would be in check; left empty if it cannot move anyway.
    danger: Bitboard,
}

impl Calm<'_> {
    fn of(board: &Board) -> Option<Calm<'_>> {
        let turn = board.turn();
        let own = board.men(turn);
        let may_pass = |passed| (pawn_attacks(!turn, passed) & own[index(Role::Pawn)]).any();
        if board.checkers().any() || board.passed().is_some_and(may_pass) {
            return None;
        }
        let enemy = board.men(!turn);
        let mut calm = Calm {
            board,
            turn,
            own,
            enemy,
            king: board.king(turn),
            occupied: board.occupied(),
            theirs: squares_of(&enemy),
            free: !squares_of(&own),
            pinned: Bitboard::EMPTY,
            danger: Bitboard::EMPTY,
        };
        calm.pinned = calm.pinned();
        let rights = board.castling(turn);
        let is_moving = (king_attacks(calm.king) & calm.free).any();
        if is_moving || rights.kingside || rights.queenside {
            // Behind a king that flees there is no shelter.
            let occupied = calm.occupied.without(calm.king);
            calm.danger = attacked_by(&calm.enemy, !turn, occupied);
        }
        Some(calm)
    }

    /// The `nth` quiet move from 0: those of pieces, pawns, the king, and castling.
    fn quiet_move(&self, nth: usize) -> Option<Move> {
        let mut left = nth;
        let mut pick = |role, from, reach: Bitboard| {
            let quiet = reach & !self.theirs;
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
                let found = pick(role, from, self.reach_of_piece(role, from));
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
        let found = pick(Role::King, self.king, self.flights());
        found.or_else(|| self.castlings().into_iter().flatten().nth(left))
    }

    fn pinned(&self) -> Bitboard {
        let of = |role| self.enemy[index(role)];
        let mut pinned = Bitboard::EMPTY;
        let mut look = |attacks: fn(Square, Bitboard) -> Bitboard, pieces: Bitboard| {
            if pieces.is_empty() {
                return;
            }
            let shields = attacks(self.king, self.occupied) & !self.free;
            for piece in attacks(self.king, self.occupied & !shields) & pieces {
                pinned |= between(self.king, piece) & shields;
            }
        };
        look(bishop_attacks, of(Role::Bishop) | of(Role::Queen));
        look(rook_attacks, of(Role::Rook) | of(Role::Queen));
        pinned
    }

    /// Where a man on `from` may go as far as the king is concerned.
    fn line(&self, from: Square) -> Bitboard {
        if self.pinned.contains(from) {
            ray(self.king, from)
        } else {
            Bitboard::FULL
        }
    }

    fn reach_of_piece(&self, role: Role, from: Square) -> Bitboard {
        attacks(from, role.of(self.turn), self.occupied) & self.free & self.line(from)
    }

    fn flights(&self) -> Bitboard {
        king_attacks(self.king) & self.free & !self.danger
    }

    fn captures(&self, role: Role, from: Square, reach: Bitboard, loud: &mut MoveList) {
        for to in reach & self.theirs {
            loud.push(self.capture(role, from, to, None));
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

    /// The pawns' loud moves to `loud`; how many others they have.
    fn pawns(&self, loud: &mut MoveList) -> usize {
        let (pawns, last) = (self.own[index(Role::Pawn)], self.last_rank());
        let mut quiet = self.steps_counted(pawns & !self.pinned, Bitboard::FULL, loud);
        for pawn in pawns & self.pinned {
            quiet += self.steps_counted(Bitboard::from_square(pawn), self.line(pawn), loud);
        }
        for from in pawns {
            let targets = pawn_attacks(self.turn, from) & self.theirs;
            for to in targets & self.line(from) {
                if last.contains(to) {
                    let kinds = PROMOTIONS.into_iter();
                    loud.extend(kinds.map(|kind| self.capture(Role::Pawn, from, to, Some(kind))));
                } else {
                    loud.push(self.capture(Role::Pawn, from, to, None));
                }
            }
        }
        quiet
    }

    /// Where `pawns` may step on `line`, by one square and by two.
    fn steps(&self, pawns: Bitboard, line: Bitboard) -> [Bitboard; 2] {
        let ahead = |from: Bitboard| from.shift(self.turn.fold_wb(8, -8)) & !self.occupied;
        let once = ahead(pawns);
        let third = Bitboard::from_rank(self.turn.fold_wb(Rank::Third, Rank::Sixth));
        [once & line, ahead(once & third) & line]
    }

    /// The steps of `pawns` on `line` that promote, to `loud`; how many others there are.
    fn steps_counted(&self, pawns: Bitboard, line: Bitboard, loud: &mut MoveList) -> usize {
        let [once, twice] = self.steps(pawns, line);
        let last = self.last_rank();
        for to in once & last {
            if let Some(from) = to.offset(self.turn.fold_wb(-8, 8)) {
                loud.extend(PROMOTIONS.into_iter().map(|kind| Move::Normal {
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

    /// The ways to castle.
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
            let is_safe = (on(passed) & self.danger).is_empty();
            (may && clear && is_safe).then(|| Move::Castle {
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
