//! A fast search for mates in one. Nearly all boards have none, and for most of them that follows
//! without a list of moves.

use shakmaty::attacks::attacks;

use super::{
    Bitboard, Board, Color, File, Men, Move, MoveList, Rank, Role, Square, between, bishop_attacks,
    index, king_attacks, knight_attacks, pawn_attacks, rook_attacks, squares_of,
};

impl Board {
    /// Whether the side to move might give mate in one. Never `false` where it can. True where one
    /// of its men reaches a square from which it checks a king without a flight square, and,
    /// without a closer look, where a man could uncover a check, castle, promote or capture en
    /// passant.
    pub fn might_mate(&self) -> bool {
        let search = MateSearch::of_board(self);
        search.is_special() || search.has_check_without_flight()
    }

    /// The moves of `legal`, the legal moves, that give mate.
    pub fn mates<'a>(&'a self, legal: &'a MoveList) -> impl Iterator<Item = Move> + 'a {
        let search = MateSearch::of_board(self);
        let (checks, uncovering) = (search.checks(), search.uncovering());
        let may_check = move |m: Move| match m {
            Move::Normal {
                role,
                from,
                to,
                promotion: None,
                ..
            } => checks[index(role)].contains(to) || uncovering.contains(from),
            _ => true,
        };
        let legal = legal.iter().copied();
        legal.filter(move |&m| may_check(m) && self.is_mate(m))
    }
}

/// Search for mate in one by the side to move.
struct MateSearch<'a> {
    board: &'a Board,
    men: Men,
    turn: Color,
    king: Square,
    occupied: Bitboard,
}

impl<'a> MateSearch<'a> {
    fn of_board(board: &'a Board) -> MateSearch<'a> {
        let turn = board.turn();
        MateSearch {
            board,
            men: board.men(turn),
            turn,
            king: board.king(!turn),
            occupied: board.occupied(),
        }
    }

    fn of(&self, role: Role) -> Bitboard {
        self.men[index(role)]
    }

    /// Whether a move that does more than bring one man to one square might mate.
    fn is_special(&self) -> bool {
        let pawns = self.of(Role::Pawn);
        let seventh = Bitboard::from_rank(self.turn.fold_wb(Rank::Seventh, Rank::Second));
        let en_passant = |passed| (pawn_attacks(!self.turn, passed) & pawns).any();
        self.uncovering().any()
            || (pawns & seventh).any()
            || self.board.passed().is_some_and(en_passant)
            || self.castles_into_check()
    }

    /// Own men that stand alone between an own piece and the enemy king, which it would check.
    fn uncovering(&self) -> Bitboard {
        let mut uncovering = Bitboard::EMPTY;
        for piece in self.board.pieces_in_line(self.turn) {
            let shields = between(self.king, piece) & self.occupied;
            if !shields.more_than_one() {
                uncovering |= shields & squares_of(&self.men);
            }
        }
        uncovering
    }

    /// For each role the squares from which an own man gives check.
    fn checks(&self) -> Men {
        let diagonals = bishop_attacks(self.king, self.occupied);
        let lines = rook_attacks(self.king, self.occupied);
        [
            pawn_attacks(!self.turn, self.king),
            knight_attacks(self.king),
            diagonals,
            lines,
            diagonals | lines,
            Bitboard::EMPTY,
        ]
    }

    /// Whether a castled rook could check the king.
    fn castles_into_check(&self) -> bool {
        let rights = self.board.castling(self.turn);
        let home = self.turn.fold_wb(Rank::First, Rank::Eighth);
        let reach = |file| rook_attacks(Square::from_coords(file, home), self.of(Role::Pawn));
        (rights.kingside && reach(File::F).contains(self.king))
            || (rights.queenside && reach(File::D).contains(self.king))
    }

    fn has_check_without_flight(&self) -> bool {
        let checks = self.checks();
        let free = !squares_of(&self.men);
        let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let by_piece = pieces.into_iter().any(|role| {
            let from_there = checks[index(role)];
            self.of(role).into_iter().any(|from| {
                let reach = attacks(from, role.of(self.turn), self.occupied);
                let mut squares = (reach & from_there & free).into_iter();
                squares.any(|to| !self.has_flight(role, from, to))
            })
        });
        by_piece || self.pawn_checks_without_flight()
    }

    fn pawn_checks_without_flight(&self) -> bool {
        let from_there = pawn_attacks(!self.turn, self.king);
        let forward = self.turn.fold_wb(8, -8);
        from_there.into_iter().any(|to| {
            let from = if self.occupied.contains(to) {
                pawn_attacks(!self.turn, to)
            } else {
                let steps = [1, 2].map(|steps| to.offset(-forward * steps));
                steps.into_iter().flatten().collect()
            };
            let mut pawns = (from & self.of(Role::Pawn)).into_iter();
            pawns.any(|from| !self.has_flight(Role::Pawn, from, to))
        })
    }

    /// Whether the king has a legal step once the man on `from` stands on `to`.
    fn has_flight(&self, role: Role, from: Square, to: Square) -> bool {
        let theirs = self.board.squares(!self.turn).without(to);
        let occupied = self.occupied.without(self.king).without(from).with(to);
        let flights =
            king_attacks(self.king) & !theirs & !attacks(to, role.of(self.turn), occupied);
        let guards = |flight| self.board.attackers(flight, self.turn, occupied);
        flights
            .into_iter()
            .any(|flight| guards(flight).without(from).is_empty())
    }
}
