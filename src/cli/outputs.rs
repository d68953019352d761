//! Outputs of commands with `--json`: `docs/reference/json.md` is made from this list.

use super::commands::{
    bench, book, bot, check, endgame, endgame_infinite, model, report, solve, sprt, stats, view,
};
use super::config_help;
use super::output::{
    comparison_result, cost, endgame_result, evolution_result, imitation_result, match_result,
    rating_result, tournament_result,
};
use crate::report::column::Column;
use crate::report::table::Columns;

/// The JSON object that a command prints with `--json`.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    /// The command, with the flags that ask for this object.
    pub command: &'static str,
    /// Its fields.
    pub fields: fn() -> Vec<Column>,
}

const fn of<T: Columns>(command: &'static str) -> Output {
    Output {
        command,
        fields: T::columns,
    }
}

/// All of them, in the order of the help.
pub const OUTPUTS: &[Output] = &[
    of::<evolution_result::EvolutionFigures>("evolve"),
    of::<cost::CostFigures>("evolve --dry-run"),
    of::<config_help::ExplainedKeys>("evolve --explain, tournament --explain"),
    of::<tournament_result::TournamentFigures>("tournament, merge"),
    of::<match_result::MatchFigures>("match"),
    of::<report::Drawing>("report"),
    of::<comparison_result::ComparisonFigures>("compare"),
    of::<book::BookFigures>("book build"),
    of::<imitation_result::ImitationFigures>("imitate"),
    of::<model::ModelFigures>("model"),
    of::<rating_result::RatingFigures>("rate"),
    of::<sprt::Judgement>("sprt"),
    of::<check::CheckFigures>("check"),
    of::<stats::CollectionFigures>("stats"),
    of::<endgame_result::EndgameFigures>("endgame"),
    of::<endgame::ReplayFigures>("endgame --replay"),
    of::<endgame_infinite::InfiniteFigures>("endgame infinite"),
    of::<solve::SolvedFigures>("solve"),
    of::<solve::MinedFigures>("solve --mine"),
    of::<view::ViewFigures>("view"),
    of::<bot::BotFigures>("bot"),
    of::<bench::Speeds>("bench"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_has_a_meaning() {
        let fields = OUTPUTS.iter().flat_map(|output| {
            let fields = (output.fields)().into_iter();
            fields.map(|field| (output.command, field))
        });
        let fields = fields.filter(|(_, field)| field.meaning.is_empty());
        let missing: Vec<_> = fields
            .map(|(command, field)| (command, field.names))
            .collect();
        assert!(
            missing.is_empty(),
            "write docs for these fields of their types: {missing:?}"
        );
    }
}
