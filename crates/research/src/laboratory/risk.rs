//! Risks that no method can avoid.

use crate::laboratory::state::State;
use darkforge_engine::endgame::Own;
use darkforge_kriegspiel::metaposition::fill;

/// Lower bound of the share of games that are drawn by the answer to White's first move, whatever
/// it tries first: the king, on any square of `state` with equal probability, moves at random and
/// captures, or is stalemated. A refused try counts as safe for White.
pub fn unavoidable(state: &State) -> f64 {
    let mut tries = Vec::new();
    state.tries(&mut tries);
    let risks = tries.into_iter().map(|asked| {
        let moved = state.moved(asked);
        let hanging = moved.own.squares() & !moved.attacked;
        let stalemates = (moved.shut & !moved.attacked).count() as f64;
        let captures = (moved.legal & !moved.shut).into_iter().map(|square| {
            let ways =
                fill::around(darkforge_board::Bitboard::from_square(square)) & !moved.attacked;
            (ways & hanging).count() as f64 / ways.count() as f64
        });
        (stalemates + captures.sum::<f64>()) / state.king.count() as f64
    });
    let least = risks.fold(1.0, f64::min);
    if Own(state.own).is_dead() { 1.0 } else { least }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laboratory::Ending;

    #[test]
    fn a_rook_beside_its_king_is_in_no_danger_and_one_far_away_is() {
        let risk = |text: &str| unavoidable(&Ending::Krk.read_start(text).unwrap().state());
        assert!(risk("Kb1 Ra1 kh8") < 1e-9);
        let far = risk("Ka8 Rd4 kh1");
        assert!(far > 0.002 && far < 0.05, "{far}");
        let queen = Ending::Kqk.read_start("Ka8 Qd4 kh1").unwrap();
        assert!(unavoidable(&queen.state()) < 1e-9);
    }
}
