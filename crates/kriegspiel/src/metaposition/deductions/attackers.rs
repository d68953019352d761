//! Attackers: refusals that only an enemy man's attack explains: a king's step into check, and the
//! move of a pinned man.

use crate::metaposition::checks::beyond;
use crate::metaposition::{B, K, Metaposition, N, P, Q, R, fill};
use darkforge_board::{
    Bitboard, Men, Role, Square, Try, between, bishop_attacks, king_attacks, knight_attacks, ray,
};

impl Metaposition {
    /// Enemy men of which at least one stands on a possible square, because `asked` was refused.
    pub(super) fn attackers_that_refuse(&self, asked: Try) -> Option<Attackers> {
        if self.own_role(asked.from)? == Role::King {
            let castles = asked.from.distance(asked.to) == 2;
            (!castles).then(|| self.attackers_of(asked.to, asked.from))
        } else {
            self.pinners(asked)
        }
    }

    /// Draws conclusions from one of these men attacking.
    pub(super) fn find_attacker(&mut self, attackers: &Attackers) {
        let all = attackers.squares();
        if all.is_empty() {
            return;
        }
        if all.single_square().is_some() {
            self.hold_one_of(all, &attackers.men);
        }
        let [pawns, knights, _, _, _, kings] = attackers.men;
        if (pawns | knights | kings).is_empty() {
            let way = |slider| between(attackers.target, slider);
            let free = all
                .into_iter()
                .fold(Bitboard::FULL, |free, slider| free & way(slider));
            self.vacate(free & !self.own_squares());
        }
    }

    /// Enemy men that may attack `target` once our king has left `left` for it.
    fn attackers_of(&self, target: Square, left: Square) -> Attackers {
        let stops = !(self.empty | Bitboard::from_square(left));
        let straight = self.straight(target, stops);
        let oblique = bishop_attacks(target, stops);
        let pawns = fill::own_pawn_attacks(Bitboard::from_square(target));
        Attackers {
            target,
            men: [
                self.enemy[P] & pawns,
                self.enemy[N] & knight_attacks(target),
                self.enemy[B] & oblique,
                self.enemy[R] & straight,
                self.enemy[Q] & (straight | oblique),
                self.enemy[K] & king_attacks(target),
            ],
        }
    }

    /// Enemy men that may pin the man that `asked` moves, if it is certainly pinned: its way was
    /// free, and its line is not the king's.
    fn pinners(&self, asked: Try) -> Option<Attackers> {
        let king = self.own_king();
        let line = ray(king, asked.from);
        let before = between(king, asked.from) & self.own_squares();
        if self.checks.any() || line.is_empty() || line.contains(asked.to) || before.any() {
            return None;
        }
        let way = between(asked.from, asked.to);
        let free = match self.own_role(asked.from)? {
            Role::Knight => true,
            Role::Pawn if asked.from.file() != asked.to.file() => {
                (self.certain() & !self.enemy[K]).contains(asked.to)
            }
            Role::Pawn => {
                ((way | Bitboard::from_square(asked.to)) & self.enemy_squares()).is_empty()
            }
            _ => (way & self.enemy_squares()).is_empty(),
        };
        let straight = king.file() == asked.from.file() || king.rank() == asked.from.rank();
        let stops = !self.empty;
        let (kind, seen) = if straight {
            (R, self.straight(asked.from, stops))
        } else {
            (B, bishop_attacks(asked.from, stops))
        };
        let behind = seen & beyond(king, asked.from);
        let mut men = [Bitboard::EMPTY; 6];
        men[kind] = self.enemy[kind] & behind;
        men[Q] = self.enemy[Q] & behind;
        free.then_some(Attackers { target: king, men })
    }
}

/// Enemy men of which at least one attacks a square.
pub(super) struct Attackers {
    target: Square,
    pub(super) men: Men,
}

impl Attackers {
    fn squares(&self) -> Bitboard {
        darkforge_board::squares_of(&self.men)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metaposition::drawn::testing::{board, only, set};

    fn refused(text: &str, asked: &str) -> Metaposition {
        let mut now = board(text, 15);
        let attackers = now.attackers_that_refuse(asked.parse().unwrap());
        if let Some(attackers) = attackers {
            now.find_attacker(&attackers);
        }
        now
    }

    #[test]
    fn a_king_that_may_not_step_aside_finds_the_only_man_that_could_forbid_it() {
        let now = refused("K on e1; k on h8; any on d8 d4; n on c5", "e1d1");
        assert_eq!(now.certain(), set("h8"), "d8 or d4");
        let one = refused("K on e1; k on h8; any on d8 a5; b on d4", "e1d1");
        assert_eq!(one.certain(), set("d8 h8"));
        assert_eq!(only(&one, R) | only(&one, Q), Bitboard::EMPTY);
        assert_eq!(one.enemy()[R] | one.enemy()[Q], set("d8 a5"));
        assert!(!one.enemy()[N].contains(Square::D8) && !one.enemy()[B].contains(Square::D8));
        assert!(one.enemy_squares().contains(Square::A5));
    }

    #[test]
    fn the_way_from_every_man_that_could_forbid_a_step_is_free() {
        let now = refused("K on e1; k on h8; r on d7 d8; n on d5; b on e4 a5", "e1d1");
        assert!(!now.enemy_squares().contains(Square::D5));
        assert!(set("e4 d7 d8").is_subset(now.enemy_squares()));
    }

    #[test]
    fn nothing_attacks_or_pins_through_a_certain_pawn() {
        let step = refused("K on e1; k on h8; r on d8; b on a4; p on d6", "e1d1");
        assert!(step.certain().contains(Square::A4), "not the rook");
        let pinned = refused("K on e1, N on e2; k on h8; r on e8; p on e6", "e2c3");
        assert!(!pinned.certain().contains(Square::E8));
    }

    #[test]
    fn a_refused_knight_finds_the_man_that_pins_it() {
        let now = refused("K on e1, N on e2; k on h8; any on e8 d2", "e2c3");
        assert_eq!(now.certain(), set("e8 h8"));
        assert_eq!(now.enemy()[R] & set("e8"), set("e8"));
        assert!(!now.enemy()[B].contains(Square::E8));
    }

    #[test]
    fn a_man_with_an_own_man_or_a_doubtful_way_before_it_is_not_pinned_for_certain() {
        let shielded = refused("K on e1, N on e3, P on e2; k on h8; any on e8", "e3c4");
        assert_eq!(shielded.certain(), set("h8"));
        let doubtful = refused("K on e1, R on e2; k on h8; any on e8 d2", "e2c2");
        assert_eq!(doubtful.certain(), set("h8"));
    }
}
