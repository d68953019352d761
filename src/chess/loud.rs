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
    /// particular order, and tells how many other legal moves it has.
    pub fn loud_moves(&self, loud: &mut MoveList) -> u32 {
        loud.clear();
        let Some(calm) = Calm::of(self) else {
            // Few legal moves, and many reasons why.
            let legal = self.legal_moves();
            loud.extend(legal.iter().copied().filter(|&m| is_loud(m)));
            return (legal.len() - loud.len()) as u32;
        };
        let mut quiet = calm.pawns(loud);
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in calm.own[index(role)] {
                let reach = calm.reach_of_piece(role, from);
                calm.captures(role, from, reach, loud);
                quiet += (reach & !calm.theirs).count() as u32;
            }
        }
        let danger = calm.danger();
        let flights = calm.flights(danger);
        calm.captures(Role::King, calm.king, flights, loud);
        quiet += (flights & !calm.theirs).count() as u32;
        quiet + calm.castlings(danger).into_iter().flatten().count() as u32
    }

    /// The `nth` from 0 of the moves that [`loud_moves`](Board::loud_moves) only counts, in
    /// an order of their own.
    pub fn quiet_move(&self, nth: u32) -> Option<Move> {
        let mut left = nth as usize;
        let Some(calm) = Calm::of(self) else {
            let legal = self.legal_moves();
            return legal.into_iter().filter(|&m| !is_loud(m)).nth(left);
        };
        let pick = |role, from, reach: Bitboard, left: &mut usize| {
            let found = (reach.count() > *left).then(|| reach.into_iter().nth(*left));
            *left -= reach.count().min(*left);
            let quiet = |to| Move::Normal {
                role,
                from,
                capture: None,
                to,
                promotion: None,
            };
            found.flatten().map(quiet)
        };
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in calm.own[index(role)] {
                let reach = calm.reach_of_piece(role, from) & !calm.theirs;
                if let Some(m) = pick(role, from, reach, &mut left) {
                    return Some(m);
                }
            }
        }
        for from in calm.own[index(Role::Pawn)] {
            let pawn = Bitboard::from_square(from);
            let reach = calm.steps(pawn, calm.line(from)) & !calm.last_rank();
            if let Some(m) = pick(Role::Pawn, from, reach, &mut left) {
                return Some(m);
            }
        }
        let danger = calm.danger();
        let flights = calm.flights(danger) & !calm.theirs;
        let mut castlings = calm.castlings(danger).into_iter().flatten();
        pick(Role::King, calm.king, flights, &mut left).or_else(|| castlings.nth(left))
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
        };
        calm.pinned = calm.pinned();
        Some(calm)
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

    /// Squares where the king would be in check; behind a king that flees there is no shelter.
    fn danger(&self) -> Bitboard {
        attacked_by(&self.enemy, !self.turn, self.occupied.without(self.king))
    }

    fn flights(&self, danger: Bitboard) -> Bitboard {
        king_attacks(self.king) & self.free & !danger
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
    fn pawns(&self, loud: &mut MoveList) -> u32 {
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

    /// Where `pawns` may step, by one square and by two.
    fn steps_apart(&self, pawns: Bitboard) -> [Bitboard; 2] {
        let ahead = |from: Bitboard| from.shift(self.turn.fold_wb(8, -8)) & !self.occupied;
        let once = ahead(pawns);
        let third = Bitboard::from_rank(self.turn.fold_wb(Rank::Third, Rank::Sixth));
        [once, ahead(once & third)]
    }

    /// Where `pawns` may step on `line`.
    fn steps(&self, pawns: Bitboard, line: Bitboard) -> Bitboard {
        let [once, twice] = self.steps_apart(pawns);
        (once | twice) & line
    }

    /// The steps of `pawns` on `line` that promote, to `loud`; how many others there are.
    fn steps_counted(&self, pawns: Bitboard, line: Bitboard, loud: &mut MoveList) -> u32 {
        let [once, twice] = self.steps_apart(pawns).map(|steps| steps & line);
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
        ((once & !last).count() + twice.count()) as u32
    }

    /// The ways to castle while the enemy attacks the squares of `danger`.
    fn castlings(&self, danger: Bitboard) -> [Option<Move>; 2] {
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
            let is_safe = (on(passed) & danger).is_empty();
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
