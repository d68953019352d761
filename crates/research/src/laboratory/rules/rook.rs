//! King and rook by rules, after Boyce's idea: keep the rook safe, bring both kings into one
//! quadrant as seen from it, and shrink that quadrant.
//!
//! Boyce's rules are not in our sources (T 6.1.1: "rather lengthy; it will not be reproduced"). The
//! rule here is our own: of all safe tries it takes the one after whose worst answer the king has
//! the least room; earlier states are not repeated.
//!
//! T is the thesis, see [the crate](crate).

use super::Prospect;
use crate::laboratory::features::{QUADRANTS, farthest, reach};
use crate::laboratory::state::{Answer, Reply, State, replies};
use darkforge_board::{Role, Square, Try, index};
use darkforge_engine::endgame::Own;

/// Worst result of an answer, compared from the left; less is better.
type Room = (bool, usize, bool, usize, u32, usize);

/// State of the rules.
#[derive(Clone, Default)]
pub(super) struct Rook {
    /// White's knowledge at its turns so far.
    seen: Vec<State>,
}

impl Rook {
    pub(super) fn told(&mut self, before: &State, asked: Try, answer: Answer) {
        if let Answer::Played(checks) = answer {
            self.seen.push(before.played(asked, checks));
        }
    }

    pub(super) fn choose(&self, state: &State) -> Try {
        let mut tries = Vec::new();
        state.tries(&mut tries);
        let rank = |asked: &Try| {
            let prospect = Prospect::of(state, *asked);
            (!prospect.mates, prospect.risky, self.worst(state, *asked))
        };
        let best = tries.iter().copied().min_by_key(rank);
        best.expect("White can always move")
    }

    /// Room after the worst answer to a legal `asked`; a refusal costs nothing.
    fn worst(&self, state: &State, asked: Try) -> Room {
        let moved = state.moved(asked);
        let mut worst = Room::default();
        replies(&moved, |reply| worst = worst.max(self.room(&reply)));
        worst
    }

    fn room(&self, reply: &Reply) -> Room {
        let own = Own(reply.next.own);
        let king = reply.next.king;
        let Some(rook) = own.0[index(Role::Rook)].first() else {
            return Room::default();
        };
        let home = own.king();
        let areas = &QUADRANTS[rook as usize];
        let held = areas.iter().filter(|area| (**area & king).any()).count();
        let room = reach(king, !own.attacked() & !own.squares()).count();
        (
            self.seen.contains(&reply.next),
            held,
            !shares_quadrant(home, rook, areas, king),
            room,
            farthest(&own, king) + home.distance(rook),
            king.count(),
        )
    }
}

/// Whether our king stands in the only quadrant that may hold the other king, or on its border.
fn shares_quadrant(
    home: Square,
    rook: Square,
    areas: &[darkforge_board::Bitboard; 4],
    king: darkforge_board::Bitboard,
) -> bool {
    let border = home.file() == rook.file() || home.rank() == rook.rank();
    areas
        .iter()
        .filter(|area| (**area & king).any())
        .all(|area| border || area.contains(home))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laboratory::Ending;

    #[test]
    fn the_rook_is_never_left_hanging_while_it_can_be_safe() {
        let rules = Rook::default();
        for text in ["Kb1 Ra1 kh8", "Ke4 Re5 ka8", "Kg2 Rf1 kc3"] {
            let start = Ending::Krk.read_start(text).unwrap();
            let state = start.state();
            let asked = rules.choose(&state);
            assert!(!Prospect::of(&state, asked).risky, "{text}: {asked}");
        }
    }
}
