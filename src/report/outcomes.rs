//! Outcomes of games in the order of reports and plots, with their names.

use super::format::{part, plural};
use darkforge_board::Color;
use darkforge_kriegspiel::umpire::{Ending, Outcome};
use darkforge_ratings::GameScore;

/// Ways to draw in the order of plots, with their labels.
const DRAWS: [(Ending, &str); 6] = [
    (Ending::Stalemate, "draw: stalemate"),
    (Ending::FiftyMoves, "draw: fifty moves"),
    (Ending::Repetition, "draw: repetition"),
    (Ending::DeadMaterial, "draw: dead material"),
    (Ending::PlyLimit, "draw: ply limit"),
    (Ending::AdjudicatedDraw, "draw: adjudicated"),
];

/// Place of a drawn game's ending in [`DRAWS`]; of one of reconnaissance blind chess, that of the
/// same limit in Kriegspiel.
fn draw_place(ending: Ending) -> usize {
    let ending = match ending {
        Ending::MoveLimit => Ending::FiftyMoves,
        Ending::TurnLimit => Ending::PlyLimit,
        ending => ending,
    };
    let place = DRAWS.iter().position(|&(draw, _)| draw == ending);
    debug_assert!(place.is_some(), "{ending:?} is not among the draws");
    // No other ending draws a game; one that did would not be a stalemate.
    place.unwrap_or(DRAWS.len() - 1)
}

/// Names of the outcomes of games in plots: wins of either side, then draws.
pub(super) fn outcome_names(wins: [&str; 2]) -> Vec<&str> {
    let draws = DRAWS.iter().map(|(_, label)| *label);
    wins.into_iter().chain(draws).collect()
}

/// The outcomes in a sentence, from games by [`outcome_names`]: `Of 200 games A won 45.0 %, ...`
pub(super) fn outcome_sentence([first, second]: [&str; 2], counts: &[u64]) -> String {
    let all: u64 = counts.iter().sum();
    let draws: u64 = counts.iter().skip(2).sum();
    let won = format!(
        "Of {} {first} won {} and {second} {}",
        plural(all, "game"),
        part(counts[0], all),
        part(counts[1], all)
    );
    match (draws, counts[2]) {
        (0, _) => format!("{won}; none was drawn."),
        (draws, 0) => format!("{won}; {} were drawn, none by stalemate.", part(draws, all)),
        (draws, stalemates) => format!(
            "{won}; {} were drawn, {} by stalemate.",
            part(draws, all),
            part(stalemates, all)
        ),
    }
}

/// Place of an outcome in [`outcome_names`], where `color` is the first side.
pub(super) fn outcome_place(outcome: Outcome, color: Color) -> usize {
    match outcome.result.winner() {
        Some(winner) => usize::from(winner != color),
        None => 2 + draw_place(outcome.ending),
    }
}

/// The same of a result's place in [`RESULTS`] and an ending, for the player.
pub(super) fn outcome_place_of(way: usize, ending: Ending) -> usize {
    match way {
        0 => 0,
        1 => 2 + draw_place(ending),
        _ => 1,
    }
}

/// Results in the order of reports, for the player.
pub(super) const RESULTS: [&str; 3] = ["win", "draw", "loss"];

/// Place of a result in [`RESULTS`].
pub(super) fn place(score: GameScore) -> usize {
    2 - score.half_points()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_adjudicated_draw_is_no_stalemate() {
        let names = outcome_names(["White", "Black"]);
        let name = |ending| names[outcome_place_of(1, ending)];
        assert_eq!(name(Ending::AdjudicatedDraw), "draw: adjudicated");
        assert_eq!(name(Ending::Stalemate), "draw: stalemate");
        assert_eq!(name(Ending::TurnLimit), "draw: ply limit");
    }
}
