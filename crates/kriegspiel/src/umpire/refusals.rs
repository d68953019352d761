//! Refusals: the greatest number of refusals in one turn. It turns the number of refusals that the
//! opponent hears into knowledge of the board.

use super::announcement::Checks;
use super::ruleset::{NonsenseRule, Ruleset};
use super::tries::PawnTries;
use super::view::View;
use darkforge_board::{Board, as_try};

/// The greatest number of refusals of the side to move on `board` in this turn; `None` if a try may
/// be refused again and again.
///
/// A "No" to "Any?" that counts as refusals does not raise the number: each pawn capture that it
/// counts could have been tried.
pub fn most_refusals(ruleset: &'static Ruleset, board: &Board) -> Option<u32> {
    if ruleset.nonsense == NonsenseRule::Never {
        return None;
    }
    let color = board.turn();
    let mut view = View::new(ruleset, color);
    view.men = board.men(color);
    view.castling = board.castling(color);
    view.heard.checks = Checks::of(board.king(color), board.checkers());
    view.heard.pawn_tries = PawnTries::of(ruleset.pawn_tries, board);
    let mut tries = Vec::with_capacity(128);
    view.pseudolegal(true, &mut tries);
    let legal: Vec<_> = board.legal_moves().into_iter().map(as_try).collect();
    tries.retain(|asked| view.allows(*asked) && !legal.contains(asked));
    Some(tries.len() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::umpire::{Answer, ENGLISH, ICC, RULESETS, Umpire};
    use darkforge_streams as streams;

    /// On every position of some games: the number of refusals of a player that asks everything.
    #[test]
    fn it_is_what_a_player_collects_that_asks_everything() {
        for (number, ruleset) in RULESETS.into_iter().enumerate() {
            let mut stream = streams::open(1, "refusals", number as u64);
            let mut umpire = Umpire::new(ruleset, 120);
            while umpire.outcome().is_none() {
                let mover = umpire.turn();
                let mut tries = Vec::new();
                umpire.view(mover).pseudolegal(true, &mut tries);
                let board = umpire.position().board().clone();
                let most = most_refusals(ruleset, &board);
                let legal: Vec<_> = umpire.position().legal_tries().collect();
                let mut refused = 0;
                for &asked in tries.iter().filter(|asked| !legal.contains(asked)) {
                    let answer = umpire.ask(asked.into()).expect("the game is on");
                    refused += u32::from(answer == Answer::Refused);
                }
                assert_eq!(most.is_none(), ruleset.nonsense == NonsenseRule::Never);
                if let Some(most) = most {
                    assert_eq!(refused, most, "{} {}", ruleset.name, board.fen());
                }
                let asked = legal[streams::below(&mut stream, legal.len())];
                umpire.ask(asked.into()).expect("the game is on");
            }
        }
    }

    #[test]
    fn where_nonsense_is_refused_there_is_no_end_of_refusals() {
        let board = Board::start();
        for ruleset in [&ICC, &ENGLISH] {
            assert_eq!(most_refusals(ruleset, &board), None);
        }
    }
}
