//! Checks: lines of attack between own men and the enemy king, and between enemy men and the own
//! king.
//!
//! T is the thesis, see [the crate](crate).

use super::files::Envelopes;
use super::{B, K, Metaposition, N, P, Q, R, fill};
use crate::umpire::{Checks, Direction};
use darkforge_board::{
    Bitboard, Square, between, bishop_attacks, king_attacks, knight_attacks, ray, rook_attacks,
};

/// Attacked squares by the direction of the attack.
#[derive(Clone, Copy, Default)]
pub(super) struct Lines {
    rank: Bitboard,
    file: Bitboard,
    rising: Bitboard,
    falling: Bitboard,
    knight: Bitboard,
}

impl Lines {
    /// Adds the squares that a man on `from` attacks as a rook does.
    fn add_rook(&mut self, from: Square, attacked: Bitboard) {
        self.rank |= attacked & Bitboard::from_rank(from.rank());
        self.file |= attacked & Bitboard::from_file(from.file());
    }

    /// Adds the squares that a man on `from` attacks as a bishop does.
    fn add_bishop(&mut self, from: Square, attacked: Bitboard) {
        self.rising |= attacked & fill::rising(from);
        self.falling |= attacked & fill::falling(from);
    }

    /// The same lines without `squares`.
    pub(super) fn without(self, squares: Bitboard) -> Lines {
        Lines {
            rank: self.rank & !squares,
            file: self.file & !squares,
            rising: self.rising & !squares,
            falling: self.falling & !squares,
            knight: self.knight & !squares,
        }
    }

    /// Squares on which a king sees the attack come from `direction`.
    pub(super) fn seen_as(&self, direction: Direction) -> Bitboard {
        let rising_long = fill::RISING_IS_LONG;
        match direction {
            Direction::Rank => self.rank,
            Direction::File => self.file,
            Direction::Long => self.rising & rising_long | self.falling & !rising_long,
            Direction::Short => self.rising & !rising_long | self.falling & rising_long,
            Direction::Knight => self.knight,
        }
    }
}

/// The squares of `king`'s line in `direction`, without its own.
pub(super) fn line(king: Square, direction: Direction) -> Bitboard {
    let rising_is_long = fill::RISING_IS_LONG.contains(king);
    match direction {
        Direction::Rank => Bitboard::from_rank(king.rank()).without(king),
        Direction::File => Bitboard::from_file(king.file()).without(king),
        Direction::Long if rising_is_long => fill::rising(king),
        Direction::Long => fill::falling(king),
        Direction::Short if rising_is_long => fill::falling(king),
        Direction::Short => fill::rising(king),
        Direction::Knight => knight_attacks(king),
    }
}

impl Metaposition {
    /// Squares that own men certainly attack: lines stop at every square that an enemy man other
    /// than the king could hold (T 7.3.1). The enemy king itself never stops a line, because its
    /// square holds no other man.
    #[inline]
    pub(crate) fn certainly_attacked(&self) -> Bitboard {
        let stops = self.own_squares() | self.enemy_men_but_king();
        self.attacked(stops, Envelopes::NONE)
    }

    /// Squares that own men attack if every possibly empty square is empty.
    #[inline]
    pub(crate) fn possibly_attacked(&self) -> Bitboard {
        self.attacked(!(self.empty | self.enemy[K]), self.envelopes())
    }

    /// Squares that own men attack when their lines stop at `stops` and at certain pawns of
    /// `envelopes`.
    #[inline]
    fn attacked(&self, stops: Bitboard, envelopes: Envelopes) -> Bitboard {
        let mut attacked = fill::own_pawn_attacks(self.own[P])
            | fill::knights(self.own[N])
            | king_attacks(self.own_king());
        for from in self.own[B] | self.own[Q] {
            attacked |= bishop_attacks(from, stops);
        }
        for from in self.own[R] | self.own[Q] {
            attacked |= envelopes.rook_attacks(from, stops);
        }
        attacked
    }

    /// The same by lines and without the own king.
    pub(super) fn certain_lines(&self) -> Lines {
        let stops = self.own_squares() | self.enemy_men_but_king();
        let (east, west) = fill::up_east_west(self.own[P]);
        let mut lines = Lines {
            rising: east,
            falling: west,
            knight: fill::knights(self.own[N]),
            ..Lines::default()
        };
        for from in self.own[B] | self.own[Q] {
            lines.add_bishop(from, bishop_attacks(from, stops));
        }
        for from in self.own[R] | self.own[Q] {
            lines.add_rook(from, rook_attacks(from, stops));
        }
        lines
    }

    /// The envelopes of the enemy pawns; empty without pawn control.
    #[inline]
    pub(super) fn envelopes(&self) -> Envelopes {
        if self.pawn_control {
            self.files.envelopes(self.enemy[P])
        } else {
            Envelopes::NONE
        }
    }

    /// Squares that a rook on `from` attacks when its lines stop at `stops`: pawn control (T 7.2)
    /// for checks, pins and captures along files, as T 7.3.1 proposes.
    pub(in crate::metaposition) fn straight(&self, from: Square, stops: Bitboard) -> Bitboard {
        self.envelopes().rook_attacks(from, stops)
    }

    /// Squares between our slider and the enemy king, if it gives check to a king on `king`: every
    /// square could be empty, and none certainly holds a pawn.
    pub(in crate::metaposition) fn open_way(
        &self,
        slider: Square,
        king: Square,
    ) -> Option<Bitboard> {
        let way = between(slider, king);
        let open =
            way.is_subset(self.empty) && !self.envelopes().out_of_reach(slider).contains(king);
        open.then_some(way)
    }

    /// Squares that the own man on `from` could attack if all possibly empty squares are empty and
    /// no pawn is certainly in between.
    pub(super) fn possible_lines_of(&self, from: Square) -> Lines {
        let stops = !self.empty;
        let mut lines = Lines::default();
        let here = Bitboard::from_square(from);
        if (self.own[B] | self.own[Q]).contains(from) {
            lines.add_bishop(from, bishop_attacks(from, stops));
        }
        if (self.own[R] | self.own[Q]).contains(from) {
            lines.add_rook(from, self.straight(from, stops));
        }
        if self.own[P].contains(from) {
            (lines.rising, lines.falling) = fill::up_east_west(here);
        }
        if self.own[N].contains(from) {
            lines.knight = fill::knights(here);
        }
        lines
    }

    /// Adds to `lines` the possible attacks of own sliders, except the one on `except`, through
    /// `opened`, a square that was just left.
    pub(super) fn add_discovered(&self, lines: &mut Lines, opened: Square, except: Square) {
        let stops = !self.empty;
        for from in (self.own[B] | self.own[Q]).without(except) {
            let attacked = bishop_attacks(from, stops);
            if attacked.contains(opened) {
                lines.add_bishop(from, attacked & beyond(from, opened));
            }
        }
        for from in (self.own[R] | self.own[Q]).without(except) {
            let attacked = self.straight(from, stops);
            if attacked.contains(opened) {
                lines.add_rook(from, attacked & beyond(from, opened));
            }
        }
    }

    /// Draws conclusions on enemy men that check our king from the announced checks or their
    /// absence, on our turn and after our moves.
    #[inline]
    pub(super) fn enemies_seen_by_king(&mut self, checks: Checks) {
        let king = self.own_king();
        // Along each line, up to the first square that could hold an enemy man.
        let near = self.own_squares() | self.enemy_squares();
        let straight = rook_attacks(king, near);
        let oblique = bishop_attacks(king, near);
        if checks.any() {
            self.checked(king, checks, straight, oblique);
            return;
        }
        self.enemy[R] &= !straight;
        self.enemy[B] &= !oblique;
        self.enemy[Q] &= !(straight | oblique);
        self.enemy[N] &= !knight_attacks(king);
        self.enemy[P] &= !fill::own_pawn_attacks(Bitboard::from_square(king));
        self.enemy[K] &= !king_attacks(king);
    }

    #[cold]
    fn checked(&mut self, king: Square, checks: Checks, straight: Bitboard, oblique: Bitboard) {
        let pawn_spots = fill::own_pawn_attacks(Bitboard::from_square(king));
        self.enemy[K] &= !king_attacks(king);
        for direction in Direction::ALL {
            let line = line(king, direction);
            if checks.contains(direction) {
                self.find_checker(king, direction);
                continue;
            }
            match direction {
                Direction::Rank | Direction::File => {
                    self.enemy[R] &= !(straight & line);
                    self.enemy[Q] &= !(straight & line);
                }
                Direction::Long | Direction::Short => {
                    self.enemy[B] &= !(oblique & line);
                    self.enemy[Q] &= !(oblique & line);
                    self.enemy[P] &= !(pawn_spots & line);
                }
                Direction::Knight => self.enemy[N] &= !line,
            }
        }
    }

    /// Enemy men that could give a check of `direction`, by kind, with the squares from
    /// which each would.
    pub(super) fn checkers_by_kind(&self, direction: Direction) -> [(usize, Bitboard); 3] {
        let king = self.own_king();
        let line = line(king, direction);
        let stops = !self.empty;
        match direction {
            Direction::Rank | Direction::File => {
                let seen = self.straight(king, stops) & line;
                [(R, seen), (Q, seen), (P, Bitboard::EMPTY)]
            }
            Direction::Long | Direction::Short => {
                let seen = bishop_attacks(king, stops) & line;
                let pawns = fill::own_pawn_attacks(Bitboard::from_square(king));
                [(B, seen), (Q, seen), (P, pawns & line)]
            }
            Direction::Knight => [(N, line), (Q, Bitboard::EMPTY), (P, Bitboard::EMPTY)],
        }
    }

    /// Squares from which an enemy man could give a check of `direction`.
    pub(super) fn possible_checkers(&self, direction: Direction) -> Bitboard {
        self.checkers_by_kind(direction)
            .into_iter()
            .fold(Bitboard::EMPTY, |all, (kind, seen)| {
                all | self.enemy[kind] & seen
            })
    }

    /// A check came from `direction`: if only one square could hold the checker, it does, and the
    /// squares between are empty.
    fn find_checker(&mut self, king: Square, direction: Direction) {
        let candidates = self.possible_checkers(direction);
        let Some(checker) = candidates.single_square() else {
            return;
        };
        let kinds = self.checkers_by_kind(direction);
        for kind in P..=K {
            let possible = kinds
                .iter()
                .any(|&(k, seen)| k == kind && seen.contains(checker));
            if !possible {
                self.enemy[kind].discard(checker);
            }
        }
        if direction != Direction::Knight {
            self.vacate(between(king, checker));
        }
        self.occupy(candidates);
    }

    /// Whether an unseen slider may pin the own man on `square` to the king, so that a refusal of
    /// its moves carries no information. A pin does not refuse a move to `to` along its own line.
    pub(super) fn may_be_pinned(&self, square: Square, to: Square) -> bool {
        let king = self.own_king();
        let line = ray(king, square);
        if line.is_empty() || line.contains(to) {
            return false;
        }
        let own = self.own_squares();
        if (between(king, square) & own).any() {
            return false;
        }
        let straight = king.file() == square.file() || king.rank() == square.rank();
        let behind = if straight {
            rook_attacks(square, own)
        } else {
            bishop_attacks(square, own)
        } & beyond(king, square);
        let sliders = self.enemy[Q] | self.enemy[if straight { R } else { B }];
        (behind & sliders & !self.envelopes().out_of_reach(king)).any()
    }

    /// Own men that give check from afar in `direction`.
    pub(super) fn own_sliders(&self, direction: Direction) -> Bitboard {
        match direction {
            Direction::Rank | Direction::File => self.own[R] | self.own[Q],
            Direction::Long | Direction::Short => self.own[B] | self.own[Q],
            Direction::Knight => Bitboard::EMPTY,
        }
    }

    /// Squares on which an enemy man could step between its king and our checking man; all squares
    /// unless there is a single check.
    pub(super) fn interpositions(&self) -> Bitboard {
        let mut directions = self.given.iter();
        let (Some(direction), None) = (directions.next(), directions.next()) else {
            return Bitboard::FULL;
        };
        let sliders = self.own_sliders(direction);
        let mut all = Bitboard::EMPTY;
        for king in self.enemy[K] {
            for slider in line(king, direction) & sliders {
                all |= self.open_way(slider, king).unwrap_or_default();
            }
        }
        all
    }

    /// Whether our man on `square` could be the one that gives the single check.
    pub(super) fn may_give_check(&self, square: Square) -> bool {
        let lines = self.possible_lines_of(square);
        self.given
            .iter()
            .any(|direction| (lines.seen_as(direction) & self.enemy[K]).any())
    }
}

/// Squares of the line from `from` through `through` that lie beyond `through`.
pub(super) fn beyond(from: Square, through: Square) -> Bitboard {
    let line = ray(from, through);
    // Squares grow or shrink steadily along a line.
    let after = if through > from {
        !((Bitboard::from_square(through).0 << 1).wrapping_sub(1))
    } else {
        Bitboard::from_square(through).0 - 1
    };
    line & Bitboard(after)
}
