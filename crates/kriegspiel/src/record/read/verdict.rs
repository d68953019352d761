//! Verdict: compares the result and ending in the file with the rules.

use super::super::replay_umpire::ReplayUmpire;
use super::read_game::{Disagreement, PLIES};
use crate::umpire::{Ending, GameResult, Outcome};

/// Statements of a file on a game's end.
pub(super) struct Stated {
    /// Result in the tag, or in a transcript's last line.
    pub(super) result: Option<GameResult>,
    /// Result at the end of the movetext.
    pub(super) end: Option<GameResult>,
    /// Ending, if it is in this program's words.
    pub(super) ending: Option<Ending>,
    /// Number of moves of both sides.
    pub(super) plies: Option<usize>,
    /// Whether draws are automatic, as under the umpire, and need not be claimed.
    pub(super) by_our_rules: bool,
}

/// Name of the tag or field in a disagreement.
const RESULT: &str = "result";
const ENDING: &str = "ending";

fn disagreement(place: &str, says: &dyn ToString, truth: &dyn ToString) -> Disagreement {
    Disagreement {
        place: place.to_owned(),
        says: says.to_string(),
        truth: truth.to_string(),
    }
}

/// Result and ending of the game; false statements of the file are added to `wrong`.
pub(super) fn judge(
    umpire: &ReplayUmpire,
    stated: &Stated,
    wrong: &mut Vec<Disagreement>,
) -> Option<Outcome> {
    let plies = umpire.entries.iter().filter(|e| e.played().is_some());
    let plies = plies.count();
    if let Some(says) = stated.plies.filter(|&says| says != plies) {
        wrong.push(disagreement(PLIES, &says, &plies));
    }
    if let (Some(tag), Some(end)) = (stated.result, stated.end)
        && tag != end
    {
        let says = format!("{end} behind the moves");
        wrong.push(disagreement(RESULT, &says, &format!("{tag} by its tag")));
    }
    let board = |outcome: &Outcome| matches!(outcome.ending, Ending::Checkmate | Ending::Stalemate);
    let ruled = umpire.outcome();
    let ruled = ruled.filter(|outcome| stated.by_our_rules || board(outcome));
    match ruled {
        Some(outcome) => compare(umpire, stated, outcome, wrong),
        None => outcome_as_told(stated, wrong),
    }
}

/// A game that ended by the rules; a forfeit may follow its end.
fn compare(
    umpire: &ReplayUmpire,
    stated: &Stated,
    outcome: Outcome,
    wrong: &mut Vec<Disagreement>,
) -> Option<Outcome> {
    if umpire.went_on() {
        let plies = umpire.umpire().plies();
        let over = format!("over after {plies} plies by {}", outcome.ending);
        wrong.push(disagreement("end", &"that the game went on", &over));
        return None;
    }
    let result = stated.result.or(stated.end);
    if let (Some(result), Some(ending)) = (result, stated.ending)
        && ending.can_follow_the_end()
        && result != GameResult::Draw
    {
        return Some(Outcome { result, ending });
    }
    if result != Some(outcome.result) {
        let says = result.map_or("*", GameResult::as_str);
        wrong.push(disagreement(RESULT, &says, &outcome.result));
    }
    if let Some(says) = stated.ending.filter(|&says| says != outcome.ending) {
        wrong.push(disagreement(ENDING, &says, &outcome.ending));
    }
    Some(outcome)
}

/// A game that continues by the rules; a forfeit, a resignation, a limit or the players can have ended it.
fn outcome_as_told(stated: &Stated, wrong: &mut Vec<Disagreement>) -> Option<Outcome> {
    let ending = stated.ending?;
    let result = stated.result.or(stated.end);
    let drawn = matches!(ending, Ending::PlyLimit | Ending::AdjudicatedDraw);
    let decided = ending.is_forfeit() || ending.is_adjudicated() || ending == Ending::Resignation;
    if !drawn && !decided {
        if stated.by_our_rules {
            wrong.push(disagreement(ENDING, &ending, &"that the game is not over"));
        }
        return None;
    }
    let fits = result.is_some_and(|result| (result == GameResult::Draw) == drawn);
    if !fits {
        let says = result.map_or("*", GameResult::as_str);
        let truth = match ending {
            Ending::PlyLimit => "1/2-1/2, because the limit of plies draws",
            Ending::AdjudicatedDraw => "1/2-1/2, because it was adjudicated a draw",
            Ending::AdjudicatedWin => "1-0 or 0-1, because it was adjudicated a win",
            _ => "1-0 or 0-1, because a forfeit is a loss",
        };
        wrong.push(disagreement(RESULT, &says, &truth));
        return None;
    }
    result.map(|result| Outcome { result, ending })
}
