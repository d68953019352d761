//! Assured mates: tries that keep a mate certain, by the proofs ([`exact`](super::exact)).
//!
//! The search mates faster than proven play on average, but without a bound. Restricted to the
//! proofs it plays the best of all tries that keep a mate certain in time, whatever the umpire
//! answers.

use super::exact::{Ending, Policy};
use super::king_belief::{KingBelief, Moved, arrivals};
use super::own::Own;
use darkforge_board::{Bitboard, Try};
use darkforge_kriegspiel::metaposition::fill;

/// The proven try and its greatest number of own moves, with the king on one of `king`.
pub(super) fn proven(own: &Own, king: Bitboard) -> Option<(Try, u32)> {
    Ending::of(&own.0)?;
    let policy = Policy::shipped();
    let moves = policy.moves(&own.0, king)?;
    Some((policy.choose(&own.0, king)?, u32::from(moves)))
}

/// Greatest number of own moves to a certain mate if `asked` is tried first; `None` if the king
/// could then capture, be stalemated, or reach squares without a proof.
pub(super) fn moves(own: &Own, king: Bitboard, asked: Try) -> Option<u32> {
    let moved = Moved::of(own, king, asked);
    if moved.legal.is_empty() || (moved.shut & !moved.attacked).any() {
        return None;
    }
    let hanging = moved.own.squares() & !moved.attacked;
    let mut most = Some(1);
    KingBelief::answers(&moved, |squares| {
        let next = arrivals(&moved, squares);
        let safe = (fill::around(squares) & hanging).is_empty();
        let more = safe.then(|| proven(&moved.own, next)).flatten();
        most = most.zip(more).map(|(most, (_, more))| most.max(1 + more));
    });
    let refused = king & !moved.legal;
    if refused.any() {
        let more = proven(own, refused);
        most = most.zip(more).map(|(most, (_, more))| most.max(more));
    }
    most
}

#[cfg(test)]
mod tests {
    use super::super::exact::{Solver, Start, read_men};
    use super::*;

    #[test]
    fn the_proven_try_is_assured_in_as_many_moves() {
        let mut seen = 0;
        for ending in [Ending::Rook, Ending::Queen, Ending::TwoBishops] {
            for start in Solver::new(ending).starts().step_by(25) {
                let own = Own(start.men);
                let Some((asked, most)) = proven(&own, start.king) else {
                    continue;
                };
                let found = moves(&own, start.king, asked);
                assert!(
                    found.is_some_and(|moves| moves <= most),
                    "{start:?} {asked}"
                );
                seen += 1;
            }
        }
        assert!(seen > 20, "{seen}");
    }

    #[test]
    fn a_try_that_may_lose_the_rook_is_not_assured() {
        let Start { men, king } = Start::unseen(read_men("Kb1Ra1").unwrap());
        assert!(proven(&Own(men), king).is_some());
        assert_eq!(moves(&Own(men), king, "a1a8".parse().unwrap()), None);
    }
}
