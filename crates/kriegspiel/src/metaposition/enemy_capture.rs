//! Evolution by an enemy capture (T 7.3.3).
//!
//! T is the thesis, see [the crate](crate).

use super::consistent_moves::ConsistentMoves;
use super::enemy_move::Movers;
use super::{B, K, Metaposition, N, P, Q, R, fill};
use darkforge_board::{Bitboard, Square, bishop_attacks, king_attacks, knight_attacks, squares_of};

impl Metaposition {
    /// A capture of our man on `square`.
    pub(super) fn enemy_captured(
        &mut self,
        square: Square,
        movers: Movers,
        consistent: Option<&ConsistentMoves>,
    ) {
        let spot = Bitboard::from_square(square);
        let guarded = self.certainly_attacked().contains(square);
        for men in &mut self.own {
            *men &= !spot;
        }
        self.vacate(spot);
        self.lose_own_corner(square);

        let mut attackers = self.capturers(square, movers, guarded);
        if let Some(consistent) = consistent {
            attackers = consistent.capturers(square, &attackers);
        }
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
            // It may have captured en passant: then it stands behind the square, which is empty.
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
        if self.enemy_tries.most > 0 && (movers == Movers::All || may_promote) {
            men[P] = self.enemy[P] & pawn_spots;
        }
        if movers == Movers::All {
            let stops = !self.empty;
            let straight = self.straight(square, stops);
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
            movers == Movers::All && self.enemy_tries.most > 0 && self.own_pushed == Some(square);
        if !possible {
            return Bitboard::EMPTY;
        }
        let beside =
            fill::around(Bitboard::from_square(square)) & Bitboard::from_rank(square.rank());
        self.enemy[P] & beside
    }

    /// Updates the pawns' files after a capture on `square`.
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metaposition::drawn::testing::{board, only, set, silent};
    use crate::umpire::{Announcement, Capture, Captured};

    fn captured(square: Square, kind: Captured) -> Announcement {
        Announcement {
            capture: Some(Capture::on(square, Some(kind))),
            ..silent()
        }
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
    fn no_rook_captures_through_a_certain_pawn() {
        let text = "K on h1, N on c3; k on h8; r on c8; b on g7; p on c5";
        let mut now = board(text, 15);
        now.enemy_move(&captured(Square::C3, Captured::Piece));
        assert_eq!(now.enemy()[R], set("c8"));
        assert_eq!(now.enemy()[B], set("c3"), "so it was the bishop");
        let mut unsure = board(&text.replace("p on c5", "any on c5"), 15);
        unsure.enemy_move(&captured(Square::C3, Captured::Piece));
        assert!(unsure.enemy()[R].contains(Square::C3));
    }

    #[test]
    fn capturing_in_passing_lands_behind_the_pawn() {
        let mut now = board("K on h1, P on e2; k on h8; p on d4", 15);
        let tries = Announcement {
            pawn_tries: Some(crate::umpire::PawnTries::Number(1)),
            ..silent()
        };
        now.own_move("e2e4".parse().unwrap(), &tries);
        now.enemy_move(&captured(Square::E4, Captured::Pawn));
        assert_eq!(only(&now, P) & set("e3 e4 d4"), set("e3"));
    }
}
