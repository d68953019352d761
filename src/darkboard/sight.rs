//! What the own men see: the squares on their lines, and who of the enemy may look back along
//! them.

use crate::chess::{
    Bitboard, ROLES, Role, Square, bishop_attacks, index, king_attacks, knight_attacks,
    rook_attacks,
};
use crate::metaposition::{Metaposition, fill};

/// Own men at most.
pub(super) const MEN: usize = 16;

/// An own man with what it sees.
pub(super) struct Seen {
    pub square: Square,
    /// Index of its role.
    pub role: usize,
    straight: Bitboard,
    oblique: Bitboard,
}

/// What could capture a man.
pub(super) struct Threat {
    /// Sum of the ages of the squares from which a piece could come.
    pub ages: u32,
    /// Where enemy pawns could stand that attack it.
    pub pawns: Bitboard,
}

/// What the enemy could capture, as far as it can be said of all squares at once.
struct Enemy {
    /// Where a knight, a king or a pawn could capture.
    near: Bitboard,
    pawns: Bitboard,
    straight: Bitboard,
    oblique: Bitboard,
}

impl Enemy {
    #[inline]
    fn of(now: &Metaposition) -> Enemy {
        let [pawns, knights, bishops, rooks, queens, kings] = *now.enemy();
        Enemy {
            near: fill::knights(knights) | fill::around(kings) | fill::enemy_pawn_attacks(pawns),
            pawns,
            straight: rooks | queens,
            oblique: bishops | queens,
        }
    }

    /// What could capture `man`, if anything.
    #[inline]
    fn threat(&self, now: &Metaposition, man: &Seen) -> Option<Threat> {
        let sliders = man.straight & self.straight | man.oblique & self.oblique;
        (sliders.any() || self.near.contains(man.square)).then(|| {
            let around = man.straight | man.oblique | knight_attacks(man.square);
            let square = Bitboard::from_square(man.square);
            Threat {
                ages: now.ages().sum(around),
                pawns: fill::own_pawn_attacks(square) & self.pawns,
            }
        })
    }
}

/// Calls `with` for what each own man sees of `now` and what could capture it, pawns first.
#[inline]
pub(super) fn each(now: &Metaposition, mut with: impl FnMut(&Seen, Option<Threat>)) {
    let stops = !now.empty();
    let enemy = Enemy::of(now);
    for (role, &squares) in now.own().iter().enumerate() {
        for square in squares {
            let man = Seen {
                square,
                role,
                straight: rook_attacks(square, stops),
                oblique: bishop_attacks(square, stops),
            };
            with(&man, enemy.threat(now, &man));
        }
    }
}

/// The protection matrix (T 7.5.1): which squares own men attack, by role of the attacker.
pub(super) struct Protection([Bitboard; 6]);

impl Protection {
    /// That by pawns, knights and the king.
    #[inline]
    pub fn of_steps_and_jumps(now: &Metaposition) -> Protection {
        let own = now.own();
        let mut by = [Bitboard::EMPTY; 6];
        by[index(Role::Pawn)] = fill::own_pawn_attacks(own[index(Role::Pawn)]);
        by[index(Role::Knight)] = fill::knights(own[index(Role::Knight)]);
        by[index(Role::King)] = king_attacks(now.own_king());
        Protection(by)
    }

    /// Adds what `man` protects along its lines.
    #[inline]
    pub fn add(&mut self, man: &Seen) {
        match ROLES[man.role] {
            Role::Bishop => self.0[man.role] |= man.oblique,
            Role::Rook => self.0[man.role] |= man.straight,
            Role::Queen => self.0[man.role] |= man.straight | man.oblique,
            Role::Pawn | Role::Knight | Role::King => {}
        }
    }

    /// Index of the least role that protects `square`.
    #[inline]
    pub fn least(&self, square: Square) -> Option<usize> {
        self.0.iter().position(|by| by.contains(square))
    }

    /// All squares that are protected.
    #[inline]
    pub fn all(&self) -> Bitboard {
        self.0.iter().fold(Bitboard::EMPTY, |all, &by| all | by)
    }
}
