//! Evolution by the opponent's metamove: all that it may have played (T 7.3.3).

use super::files::Envelopes;
use super::{B, K, Metaposition, N, P, Q, R, fill};
use crate::chess::{
    Bitboard, CastlingRights, Square, bishop_attacks, king_attacks, knight_attacks, queen_attacks,
    rook_attacks, squares_of,
};
use crate::umpire::{Announcement, Checks, Direction};

/// Which enemy men may have moved, as far as checks tell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Movers {
    /// Any.
    All,
    /// The king: nothing else is left, or nothing else could answer our check.
    King,
    /// A knight, or a pawn that became one: a knight's check cannot be uncovered.
    Knights,
}

/// Squares that enemy men may have come to, by kind.
#[derive(Clone, Copy, Default)]
struct Arrivals {
    men: [Bitboard; 6],
    /// Where a pawn may have been promoted.
    promoted: Bitboard,
    /// Where a pawn may have come by a push of two.
    doubled: Bitboard,
}

impl Metaposition {
    /// The opponent moved and `said` was announced, in the own frame.
    pub fn enemy_move(&mut self, said: &Announcement) {
        let movers = self.movers(*said);
        match said.capture {
            Some(capture) => self.enemy_captured(capture.square, movers),
            None => self.enemy_moved(movers, said.checks),
        }
        self.own_pushed = None;
        self.given = Checks::NONE;
        self.enemy_tries = 0;
        self.checks = said.checks;
        self.own_tries = said.pawn_tries.unwrap_or(0);
        self.enemies_seen_by_king(said.checks);
        self.enemy[K] &= !self.certainly_attacked();
        if let Some(tries) = said.pawn_tries {
            self.own_pawn_tries(tries);
        }
        self.settle();
        self.grow_older();
    }

    fn movers(&self, said: Announcement) -> Movers {
        // A single check can also be answered by capturing the checker, or between.
        let answered_by_king = match self.given.count() {
            0 => false,
            1 => match said.capture {
                None => self.interpositions().is_empty(),
                Some(capture) => !self.may_give_check(capture.square),
            },
            _ => true,
        };
        if self.is_king_alone() || answered_by_king {
            Movers::King
        } else if said.checks.contains(Direction::Knight) {
            Movers::Knights
        } else {
            Movers::All
        }
    }

    /// A move that captured nothing.
    fn enemy_moved(&mut self, movers: Movers, checks: Checks) {
        let mut arrivals = match movers {
            Movers::All => self.all_arrivals(),
            Movers::King => self.king_arrivals(),
            Movers::Knights => self.knight_arrivals(),
        };
        if self.given.any() && movers != Movers::King {
            let between = self.interpositions();
            for men in &mut arrivals.men[..K] {
                *men &= between;
            }
            arrivals.promoted &= between;
            arrivals.doubled &= between;
        }
        self.enemy_pushed = (arrivals.doubled.0 >> 32) as u8;
        match movers {
            Movers::King => {
                // It certainly moved: no square that it could have left stays possible
                // unless it could also have been reached.
                self.empty |= self.enemy[K];
                self.enemy[K] = Bitboard::EMPTY;
            }
            Movers::All | Movers::Knights => self.leave(movers),
        }
        for (possible, arrived) in self.enemy.iter_mut().zip(arrivals.men) {
            *possible |= arrived;
        }
        let promoted = arrivals.promoted;
        if promoted.any() {
            let kinds = if checks.contains(Direction::Knight) {
                N..=N
            } else {
                N..=Q
            };
            for men in &mut self.enemy[kinds] {
                *men |= promoted;
            }
            for square in promoted {
                self.files.may_lose(square.file() as usize);
            }
        }
    }

    /// Squares that certainly held a man which may have left become possibly empty.
    #[inline]
    fn leave(&mut self, movers: Movers) {
        let certain = self.certain();
        if certain.is_empty() {
            return;
        }
        let free = self.empty;
        let mut left = self.enemy[N] & fill::knights(free) | self.enemy[P] & fill::north(free);
        if movers == Movers::All {
            left |= (self.enemy[B] | self.enemy[Q]) & fill::cornerwise(free)
                | (self.enemy[R] | self.enemy[Q]) & fill::beside(free)
                | self.enemy[K] & fill::around(free)
                | self.castling_squares(free);
        }
        self.empty |= certain & left;
    }

    /// Squares of king and rook where the enemy may still castle; a subset of e8, a8, h8.
    fn castling_squares(&self, free: Bitboard) -> Bitboard {
        let (kingside, queenside) = self.may_castle(free);
        let mut left = Bitboard::EMPTY;
        if kingside {
            left |= Bitboard::from_square(Square::E8) | Bitboard::from_square(Square::H8);
        }
        if queenside {
            left |= Bitboard::from_square(Square::E8) | Bitboard::from_square(Square::A8);
        }
        left
    }

    /// Whether the enemy may castle now, kingside and queenside.
    #[inline]
    fn may_castle(&self, free: Bitboard) -> (bool, bool) {
        const KINGSIDE: Bitboard = Bitboard(0x60 << 56);
        const QUEENSIDE: Bitboard = Bitboard(0x0e << 56);
        let CastlingRights {
            kingside,
            queenside,
        } = self.enemy_castling;
        let calm = !self.given.any() && (kingside || queenside);
        (
            calm && kingside && KINGSIDE.is_subset(free),
            calm && queenside && QUEENSIDE.is_subset(free),
        )
    }

    #[inline]
    fn all_arrivals(&self) -> Arrivals {
        let free = self.empty;
        let [pawns, knights, bishops, rooks, queens, _] = self.enemy;
        let mut arrivals = self.king_arrivals();
        arrivals.men[N] = fill::knights(knights) & free;
        arrivals.men[B] = fill::diagonal(bishops, free);
        let envelopes = self.files.envelopes(pawns);
        arrivals.men[R] = straight(rooks, free, envelopes);
        arrivals.men[Q] = fill::diagonal(queens, free) | straight(queens, free, envelopes);
        let single = fill::south(pawns) & free;
        let double = fill::south(single & fill::rank(6)) & free;
        arrivals.promoted = single & fill::RANK_1;
        arrivals.doubled = double;
        arrivals.men[P] = single & !fill::RANK_1 | double;
        let (kingside, queenside) = self.may_castle(free);
        if kingside {
            arrivals.men[K].add(Square::G8);
            arrivals.men[R].add(Square::F8);
        }
        if queenside {
            arrivals.men[K].add(Square::C8);
            arrivals.men[R].add(Square::D8);
        }
        arrivals
    }

    #[inline]
    fn king_arrivals(&self) -> Arrivals {
        let mut arrivals = Arrivals::default();
        arrivals.men[K] = fill::around(self.enemy[K]) & self.empty & !self.certainly_attacked();
        arrivals
    }

    fn knight_arrivals(&self) -> Arrivals {
        // Only squares from which the knight checks our king.
        let spots = knight_attacks(self.own_king()) & self.empty;
        let mut arrivals = Arrivals::default();
        arrivals.men[N] = fill::knights(self.enemy[N]) & spots;
        arrivals.promoted = fill::south(self.enemy[P]) & spots & fill::RANK_1;
        arrivals
    }

    /// A capture of our man on `square`.
    fn enemy_captured(&mut self, square: Square, movers: Movers) {
        let spot = Bitboard::from_square(square);
        let guarded = self.certainly_attacked().contains(square);
        for men in &mut self.own {
            *men &= !spot;
        }
        self.vacate(spot);
        self.lose_own_corner(square);

        let attackers = self.capturers(square, movers, guarded);
        let passing = self.passing_capturers(square, movers);
        let pawns = attackers[P];
        let promotes = fill::RANK_1.contains(square);
        let sources = attackers.iter().fold(passing, |all, &men| all | men);

        self.count_pawn_capture(square, &attackers, passing, promotes);
        let others = attackers[..K].iter().fold(passing, |all, &men| all | men);
        if others.is_empty() && attackers[K].any() {
            self.enemy[K] = Bitboard::EMPTY; // the king itself came, from wherever it was
        }
        self.empty |= sources;
        if let Some(source) = sources.single_square() {
            self.vacate(Bitboard::from_square(source));
        }
        for (possible, attackers) in self.enemy.iter_mut().zip(attackers).skip(N) {
            if attackers.any() {
                *possible |= spot;
            }
        }
        if pawns.any() && promotes {
            for men in &mut self.enemy[N..=Q] {
                *men |= spot;
            }
        } else if pawns.any() {
            self.enemy[P] |= spot;
        }
        self.empty &= !spot;
        if passing.any() {
            // It may have captured in passing: then it stands behind, and nobody here.
            let behind = fill::south(spot);
            self.enemy[P] |= behind;
            self.empty |= spot;
            if sources == passing && squares_of(&attackers).is_empty() {
                self.occupy_by_pawns(behind);
            }
        }
        self.ages.fill(spot);
        self.enemy_pushed = 0;
    }

    /// Enemy men by kind that may have captured on `square`.
    fn capturers(&self, square: Square, movers: Movers, guarded: bool) -> [Bitboard; 6] {
        let mut men = [Bitboard::EMPTY; 6];
        if movers != Movers::Knights && !guarded {
            men[K] = self.enemy[K] & king_attacks(square);
        }
        if movers == Movers::King {
            return men;
        }
        men[N] = self.enemy[N] & knight_attacks(square);
        let pawn_spots = fill::own_pawn_attacks(Bitboard::from_square(square));
        let may_promote = fill::RANK_1.contains(square);
        if self.enemy_tries > 0 && (movers == Movers::All || may_promote) {
            men[P] = self.enemy[P] & pawn_spots;
        }
        if movers == Movers::All {
            let stops = !self.empty;
            let straight = rook_attacks(square, stops);
            let oblique = bishop_attacks(square, stops);
            men[B] = self.enemy[B] & oblique;
            men[R] = self.enemy[R] & straight;
            men[Q] = self.enemy[Q] & (straight | oblique);
        }
        men
    }

    /// Enemy pawns that may have captured our pawn on `square` in passing.
    fn passing_capturers(&self, square: Square, movers: Movers) -> Bitboard {
        let possible =
            movers == Movers::All && self.enemy_tries > 0 && self.own_pushed == Some(square);
        if !possible {
            return Bitboard::EMPTY;
        }
        let beside =
            fill::around(Bitboard::from_square(square)) & Bitboard::from_rank(square.rank());
        self.enemy[P] & beside
    }

    /// Brings the pawns' files along with a capture on `square`.
    fn count_pawn_capture(
        &mut self,
        square: Square,
        attackers: &[Bitboard; 6],
        passing: Bitboard,
        promotes: bool,
    ) {
        let pawns = attackers[P] | passing;
        if pawns.is_empty() {
            return;
        }
        let target = square.file() as usize;
        let others = attackers[N..=K].iter().any(|men| men.any());
        let mut sources = (0..8).filter(|&file| (pawns & fill::file(file)).any());
        match (sources.next(), sources.next()) {
            (Some(only), None) if !others && promotes => self.files.remove(only),
            (Some(only), None) if !others => self.files.moved(only, target),
            (first, second) => {
                for file in first.into_iter().chain(second) {
                    self.files.may_lose(file);
                }
                if !promotes {
                    self.files.may_gain(target);
                }
            }
        }
    }

    /// Own rights that end when the rook in a corner is captured.
    fn lose_own_corner(&mut self, square: Square) {
        match square {
            Square::A1 => self.castling.queenside = false,
            Square::H1 => self.castling.kingside = false,
            _ => {}
        }
    }

    /// We have this many pawn tries. What none of our pawns may capture is empty; when
    /// there are as many tries as possible targets, all of them are there.
    fn own_pawn_tries(&mut self, tries: u8) {
        let (east, west) = fill::up_east_west(self.own[P]);
        if tries == 0 {
            self.enemy_pushed = 0;
            if self.checks.any() {
                return;
            }
            // Only men next to the king's lines can be pinned; ask of those one by one.
            let exposed = queen_attacks(self.own_king(), self.own_squares()) & self.own[P];
            let mut shown = fill::own_pawn_attacks(self.own[P] & !exposed);
            for pawn in exposed {
                for target in fill::own_pawn_attacks(Bitboard::from_square(pawn)) {
                    if !self.may_be_pinned(pawn, target) {
                        shown.add(target);
                    }
                }
            }
            self.vacate(shown & !self.own_squares());
            return;
        }
        let men = self.enemy_men_but_king() | self.en_passant();
        let pairs = (east & men).count() + (west & men).count();
        if pairs == usize::from(tries) {
            let targets = (east | west) & self.enemy_men_but_king() & !self.en_passant();
            self.enemy[K] &= !targets;
            self.occupy(targets);
        }
    }

    fn grow_older(&mut self) {
        let own = self.own_squares();
        let enemy = self.enemy_squares();
        let certain = self.certain();
        self.ages.clear(own | !enemy);
        self.ages.grow(enemy & !certain);
        self.ages.fill(certain);
    }
}

/// Squares that rooks on `from` reach over `free` squares, with pawn control: from
/// outside a file's pawn envelope there is no way to its other side (T 7.2).
#[inline]
fn straight(from: Bitboard, free: Bitboard, envelopes: Envelopes) -> Bitboard {
    // A beam that starts below may end inside the envelope but not above it; only a
    // beam that starts inside may leave it at the other end.
    let inside = from & !(envelopes.above | envelopes.below);
    let open = fill::up(inside, Bitboard::FULL) | fill::down(inside, Bitboard::FULL);
    let shut_above = envelopes.above & !open;
    let shut_below = envelopes.below & !open;
    let starts_above = from & envelopes.above;
    let starts_below = from & envelopes.below;
    fill::horizontal(from, free)
        | fill::up(from, free) & !(shut_above & !fill::up(starts_above, Bitboard::FULL))
        | fill::down(from, free) & !(shut_below & !fill::down(starts_below, Bitboard::FULL))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metaposition::testing::{board, only, set, silent};
    use crate::umpire::{Capture, Captured};

    fn captured(square: Square, kind: Captured) -> Announcement {
        Announcement {
            capture: Some(Capture {
                square,
                kind: Some(kind),
            }),
            ..silent()
        }
    }

    #[test]
    fn men_go_where_they_could_and_stay_where_they_were() {
        let mut now = board("K on a1; k on h8; n on g8", 15);
        now.enemy_move(&silent());
        assert_eq!(now.enemy()[N], set("g8 e7 f6 h6"));
        assert_eq!(now.enemy()[K], set("h8 h7 g7 g8"));
    }

    #[test]
    fn a_lone_king_must_move_and_not_into_check() {
        let mut now = board("K on a1, R on g2; k on h8", 0);
        now.enemy_move(&silent());
        assert_eq!(now.enemy()[K], set("h7"));
    }

    #[test]
    fn only_what_could_capture_stands_on_the_square_afterwards() {
        let mut now = board("K on h1, N on c3; k on h8; r on c8; n on b8; p on d4", 15);
        now.enemy_move(&captured(Square::C3, Captured::Piece));
        let on = |kind: usize| now.enemy()[kind].contains(Square::C3);
        assert!(on(R), "the rook reaches it");
        assert!(
            !on(N) && !on(P) && !on(K),
            "no knight near, and no pawn tries were announced"
        );
        assert!(now.certain().contains(Square::C3));
        assert!(
            now.enemy()[R] == set("c3"),
            "one rook could, and it left its square"
        );
    }

    #[test]
    fn a_knights_check_is_a_knights_move() {
        let mut now = board("K on e1; k on h8; n on e5 a1; r on a8", 15);
        let check = Announcement {
            checks: Checks::one(Direction::Knight),
            ..silent()
        };
        now.enemy_move(&check);
        assert_eq!(now.enemy()[R], set("a8"), "no rook moved");
        assert_eq!(
            now.enemy()[N],
            set("e5 a1 c2 d3 f3"),
            "to where it gives check"
        );
    }

    #[test]
    fn no_check_clears_the_neighbourhood_of_the_king() {
        let mut now = board("K on e1; k on h8; any on e2 d2 g2 e5", 15);
        now.enemy_move(&silent());
        assert!(!now.enemy()[Q].contains(Square::E2) && !now.enemy()[R].contains(Square::E2));
        assert!(
            now.enemy()[B].contains(Square::E2),
            "a bishop beside the king gives no check"
        );
        assert!(!now.enemy()[B].contains(Square::D2) && !now.enemy()[N].contains(Square::G2));
    }

    #[test]
    fn no_tries_of_ours_empty_what_our_pawns_attack() {
        let mut now = board("K on a1, P on e4; k on h8; any on d5 f5 e5", 15);
        now.enemy_move(&silent());
        assert!((now.enemy_squares() & set("d5 f5")).is_empty());
        let mut two = board("K on a1, P on e4; k on h8; any on d5 f5 e5", 15);
        let tries = Announcement {
            pawn_tries: Some(2),
            ..silent()
        };
        two.enemy_move(&tries);
        assert!(set("d5 f5").is_subset(two.certain()), "two tries need both");
    }

    #[test]
    fn capturing_in_passing_lands_behind_the_pawn() {
        let mut now = board("K on h1, P on e2; k on h8; p on d4", 15);
        let tries = Announcement {
            pawn_tries: Some(1),
            ..silent()
        };
        now.own_move("e2e4".parse().unwrap(), &tries);
        now.enemy_move(&captured(Square::E4, Captured::Pawn));
        assert_eq!(only(&now, P) & set("e3 e4 d4"), set("e3"));
    }

    #[test]
    fn a_pawn_may_promote_and_then_its_file_may_be_without() {
        let mut now = board("K on h8; k on h1; p on b2", 15);
        now.enemy_move(&silent());
        for kind in N..=Q {
            assert!(now.enemy()[kind].contains(Square::B1));
        }
        assert_eq!(now.files().least(1), 0);
    }

    #[test]
    fn rooks_do_not_pass_a_certain_pawn() {
        // T 7.2: pawn control, for the enemy's men as well.
        let mut now = board("K on h1; k on h8; r on c8; p on c5 c6", 15);
        now.enemy_move(&silent());
        let rooks = now.enemy()[R];
        assert!(rooks.contains(Square::C5), "the envelope can be entered");
        assert!(
            (rooks & set("c4 c3 c2")).is_empty(),
            "not left at its other end"
        );
    }
}
