//! Groups: squares of which at least one holds an enemy pawn, because the umpire announced pawn
//! tries of the enemy. They are kept until one square is left.

use crate::metaposition::{Metaposition, P, fill};
use crate::umpire::{Announcement, Captured};
use darkforge_board::Bitboard;

/// Larger groups are dropped: they hardly ever shrink to one square.
const LARGEST: usize = 8;

/// All groups that are known.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups(Vec<Bitboard>);

impl Groups {
    /// The umpire announced pawn tries of the enemy after our move: one of the pawns that could
    /// have them exists.
    pub(super) fn told(&mut self, now: &Metaposition, said: Announcement) {
        if said.has_tries() {
            self.0.push(now.enemy[P] & now.spots_of_tries());
        }
    }

    /// The enemy moved: a pawn of the group may have moved, or been promoted, which ends the group.
    pub(super) fn enemy_move(&mut self, before: &Metaposition, said: Announcement) {
        let free = before.empty;
        for group in &mut self.0 {
            *group |= match said.capture {
                None => {
                    let step = fill::south(*group) & free;
                    step | fill::south(step & fill::rank(6)) & free
                }
                Some(capture) => {
                    let spot = Bitboard::from_square(capture.square);
                    // Destinations of captures en passant are included.
                    (fill::enemy_pawn_attacks(*group) | fill::around(*group))
                        & (spot | fill::south(spot))
                }
            };
        }
        self.0.retain(|group| (*group & fill::RANK_1).is_empty());
    }

    /// We captured: if the captured man was a pawn of the group, no other need exist.
    pub(super) fn own_move(&mut self, said: Announcement) {
        if let Some(capture) = said.capture
            && capture.kind != Some(Captured::Piece)
        {
            self.0.retain(|group| !group.contains(capture.square));
        }
    }

    /// Marks groups of one square as pawns; a group with a known pawn carries no information.
    pub(super) fn conclude(&mut self, now: &mut Metaposition) {
        for group in &mut self.0 {
            *group &= now.enemy[P];
            if group.single_square().is_some() {
                now.occupy_by_pawns(*group);
            }
        }
        let known = now.known(P);
        self.0.retain(|&group| {
            let open = (2..=LARGEST).contains(&group.count());
            open && (group & known).is_empty()
        });
        self.0.sort_unstable_by_key(|group| group.0);
        self.0.dedup();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metaposition::drawn::testing::{board, set, silent};
    use crate::umpire::Capture;
    use darkforge_board::Square;

    fn one_try() -> Announcement {
        Announcement {
            pawn_tries: Some(crate::umpire::PawnTries::Number(1)),
            ..silent()
        }
    }

    #[test]
    fn when_all_but_one_square_of_a_group_are_out_the_pawn_is_found() {
        let mut now = board("K on a1, N on d4; k on h8; p on c5 e5", 15);
        let mut groups = Groups::default();
        groups.told(&now, one_try());
        groups.enemy_move(&now, silent());
        now.enemy_move(&silent());
        groups.conclude(&mut now);
        assert!(now.certain().is_subset(set("h8")), "c5, c4, e5 or e4");
        now.own_move("d4e6".parse().unwrap(), &silent());
        now.vacate(set("c5 c4 e4"));
        groups.conclude(&mut now);
        assert!(now.certain().contains(Square::E5));
        assert_eq!(now.known(P), set("e5"));
    }

    #[test]
    fn a_group_ends_with_the_capture_of_one_of_its_pawns() {
        let mut now = board("K on a1, N on d4, B on h2; k on h8; p on c5 e5", 15);
        let mut groups = Groups::default();
        groups.told(&now, one_try());
        groups.own_move(Announcement {
            capture: Some(Capture::on(Square::E5, Some(Captured::Pawn))),
            ..silent()
        });
        now.vacate(set("e5"));
        groups.conclude(&mut now);
        assert!(!now.certain().contains(Square::C5));
    }

    #[test]
    fn a_pawn_that_may_have_captured_stays_in_its_group() {
        let before = board("K on a1, N on d4, R on b4; k on h8; p on c5 e5", 15);
        let mut groups = Groups::default();
        groups.told(&before, one_try());
        groups.enemy_move(
            &before,
            Announcement {
                capture: Some(Capture::on(Square::D4, Some(Captured::Piece))),
                ..silent()
            },
        );
        assert!(set("c5 e5 d4").is_subset(groups.0[0]));
    }
}
