//! Steps: the pseudolegal moves of one side. Check does not exist in this game, so a side may move
//! into and through it, and castling needs only its rights and free squares.

use darkforge_board::{
    Bitboard, CastlingRights, Color, File, Men, PROMOTIONS, Rank, Role, Square, Try, between,
    bishop_attacks, index, king_attacks, knight_attacks, pawn_attacks, role_on, rook_attacks,
    squares_of,
};

/// A move of one man; castling is the king's move by two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The man that moves, before a promotion.
    pub role: Role,
    /// Square that it leaves.
    pub from: Square,
    /// Destination.
    pub to: Square,
    /// Role of a promoted pawn.
    pub promotion: Option<Role>,
}

impl Step {
    /// The step as a try.
    pub const fn asked(self) -> Try {
        Try {
            from: self.from,
            to: self.to,
            promotion: self.promotion,
        }
    }

    /// The square that a pawn passes by a step of two.
    #[inline]
    pub fn passes(self) -> Option<Square> {
        let (from, to) = (self.from.to_u32(), self.to.to_u32());
        (self.role == Role::Pawn && from.abs_diff(to) == 16)
            .then(|| Square::new(u32::midpoint(from, to)))
    }

    /// From and to of the rook, when castling.
    #[inline]
    pub fn rook(self) -> Option<(Square, Square)> {
        if self.role != Role::King || self.from.to_u32().abs_diff(self.to.to_u32()) != 2 {
            return None;
        }
        let (corner, beside) = match self.to.file() {
            File::G => (File::H, File::F),
            _ => (File::A, File::D),
        };
        let on = |file| Square::from_coords(file, self.to.rank());
        Some((on(corner), on(beside)))
    }
}

/// The side to move, with what its moves depend on.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// Its colour.
    pub color: Color,
    /// Its men.
    pub men: &'a Men,
    /// Its rights to castle.
    pub castling: CastlingRights,
    /// Squares of the other side's men.
    pub others: Bitboard,
    /// Square that a pawn of the other side has just passed.
    pub passed: Option<Square>,
}

impl Side<'_> {
    /// Calls `found` with each pseudolegal step to one of the `targets`, captures en passant apart.
    #[inline]
    pub fn each_step(&self, targets: Bitboard, mut found: impl FnMut(Step)) {
        let own = squares_of(self.men);
        let occupied = own | self.others;
        let targets = targets & !own;
        let [pawns, knights, bishops, rooks, queens, kings] = *self.men;
        let mut leap = |role, from, attacked: Bitboard| {
            for to in attacked & targets {
                found(Step {
                    role,
                    from,
                    to,
                    promotion: None,
                });
            }
        };
        for from in knights {
            leap(Role::Knight, from, knight_attacks(from));
        }
        for from in bishops {
            leap(Role::Bishop, from, bishop_attacks(from, occupied));
        }
        for from in rooks {
            leap(Role::Rook, from, rook_attacks(from, occupied));
        }
        for from in queens {
            let attacked = bishop_attacks(from, occupied) | rook_attacks(from, occupied);
            leap(Role::Queen, from, attacked);
        }
        for from in kings {
            leap(
                Role::King,
                from,
                king_attacks(from) | self.castlings(occupied),
            );
        }
        self.each_pawn_step(pawns, occupied, targets, &mut found);
    }

    #[inline]
    fn each_pawn_step(
        &self,
        pawns: Bitboard,
        occupied: Bitboard,
        targets: Bitboard,
        found: &mut impl FnMut(Step),
    ) {
        let ahead = self.color.fold_wb(8, -8);
        let free = !occupied;
        let once = pawns.shift(ahead) & free;
        let third = Bitboard::from_rank(self.color.fold_wb(Rank::Third, Rank::Sixth));
        let twice = (once & third).shift(ahead) & free & targets;
        let mut walk = |squares: Bitboard, offset: i32| {
            for to in squares & targets {
                let from = Square::new((to.to_u32() as i32 - offset) as u32);
                promoting(self.color, from, to, found);
            }
        };
        walk(once, ahead);
        walk(twice, 2 * ahead);
        let left = (pawns & !Bitboard::from_file(File::A)).shift(ahead - 1);
        let right = (pawns & !Bitboard::from_file(File::H)).shift(ahead + 1);
        walk(left & self.others, ahead - 1);
        walk(right & self.others, ahead + 1);
    }

    /// Calls `found` with each capture en passant.
    #[inline]
    pub fn each_en_passant(&self, mut found: impl FnMut(Step)) {
        if let Some(to) = self.passed {
            for from in pawn_attacks(!self.color, to) & self.men[0] {
                found(Step {
                    role: Role::Pawn,
                    from,
                    to,
                    promotion: None,
                });
            }
        }
    }

    /// Calls `found` with every pseudolegal step.
    pub fn each(&self, mut found: impl FnMut(Step)) {
        self.each_step(Bitboard::FULL, &mut found);
        self.each_en_passant(&mut found);
    }

    /// Destinations of a king that may castle: rights, and no man between king and rook.
    #[inline]
    pub(super) fn castlings(&self, occupied: Bitboard) -> Bitboard {
        let mut to = Bitboard::EMPTY;
        let square = |file| Square::from_coords(file, self.home());
        let free = |corner| (between(square(File::E), square(corner)) & occupied).is_empty();
        if self.castling.kingside && free(File::H) {
            to.add(square(File::G));
        }
        if self.castling.queenside && free(File::A) {
            to.add(square(File::C));
        }
        to
    }

    fn home(&self) -> Rank {
        self.color.fold_wb(Rank::First, Rank::Eighth)
    }
}

/// A pawn's step, once for each promotion.
#[inline]
fn promoting(color: Color, from: Square, to: Square, found: &mut impl FnMut(Step)) {
    let role = Role::Pawn;
    if to.rank() == color.fold_wb(Rank::Eighth, Rank::First) {
        for promoted in PROMOTIONS {
            found(Step {
                role,
                from,
                to,
                promotion: Some(promoted),
            });
        }
    } else {
        found(Step {
            role,
            from,
            to,
            promotion: None,
        });
    }
}

/// Moves one of `men`; the rook too when castling. Takes away the rights that the step ends.
#[inline]
pub fn step(color: Color, men: &mut Men, castling: &mut CastlingRights, step: Step) {
    let Step {
        role,
        from,
        to,
        promotion,
    } = step;
    men[index(role)].discard(from);
    men[index(promotion.unwrap_or(role))].add(to);
    if let Some((from, to)) = step.rook() {
        men[index(Role::Rook)].discard(from);
        men[index(Role::Rook)].add(to);
    }
    if role == Role::King {
        *castling = CastlingRights::default();
    } else {
        leave(color, castling, from);
    }
}

/// Removes the man on `square` and the rights that end with it; returns its role.
#[inline]
pub fn lose(
    color: Color,
    men: &mut Men,
    castling: &mut CastlingRights,
    square: Square,
) -> Option<Role> {
    let role = role_on(men, square)?;
    men[index(role)].discard(square);
    if role == Role::King {
        *castling = CastlingRights::default();
    } else {
        leave(color, castling, square);
    }
    Some(role)
}

/// Ends the right of a rook's corner.
#[inline]
fn leave(color: Color, castling: &mut CastlingRights, square: Square) {
    if square == color.fold_wb(Square::H1, Square::H8) {
        castling.kingside = false;
    } else if square == color.fold_wb(Square::A1, Square::A8) {
        castling.queenside = false;
    }
}
