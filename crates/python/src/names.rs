//! Names: rulesets, colours and questions from text, and Python's errors for wrong ones.

use std::fmt::Display;

use darkforge_board::Color;
use darkforge_kriegspiel::umpire::{
    AnyRule, EnPassant, NonsenseRule, Question, RepetitionRule, Ruleset, TriesTold,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Python's error for a wrong value.
pub fn wrong(problem: impl Display) -> PyErr {
    PyValueError::new_err(problem.to_string())
}

/// The ruleset called `name`.
pub fn ruleset_named(name: &str) -> PyResult<&'static Ruleset> {
    name.parse().map_err(wrong)
}

/// The colour called `name`.
pub fn color_named(name: &str) -> PyResult<Color> {
    match name {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => Err(wrong(format!(
            "'{name}' is no colour; there are 'white' and 'black'"
        ))),
    }
}

/// Name of a colour.
pub const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// A question: `any`, or a try in UCI notation.
pub fn question_of(text: &str) -> PyResult<Question> {
    text.parse().map_err(wrong)
}

/// A limit of plies, which is at least 1.
pub fn limit_of(ply_limit: u32) -> PyResult<u32> {
    if ply_limit == 0 {
        return Err(wrong("ply_limit is 0; it should be 1 or more"));
    }
    Ok(ply_limit)
}

/// The fields of a ruleset, with names as in the const table.
#[pyfunction]
pub fn ruleset<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyDict>> {
    let rules = ruleset_named(name)?;
    let fields = PyDict::new(py);
    fields.set_item("name", rules.name)?;
    fields.set_item("title", rules.title)?;
    fields.set_item("names_captured", rules.names_captured)?;
    let en_passant = match rules.en_passant {
        EnPassant::Captured => "captured",
        EnPassant::Landing => "landing",
    };
    fields.set_item("en_passant", en_passant)?;
    let tries = match rules.pawn_tries {
        TriesTold::Nothing => "nothing",
        TriesTold::Whether => "whether",
        TriesTold::Number => "number",
        TriesTold::Squares => "squares",
    };
    fields.set_item("pawn_tries", tries)?;
    let any = match rules.any {
        AnyRule::Never => "never",
        AnyRule::OneTry => "one_try",
        AnyRule::UntilPlayed => "until_played",
    };
    fields.set_item("any", any)?;
    let nonsense = match rules.nonsense {
        NonsenseRule::Never => "never",
        NonsenseRule::OwnBoard => "own_board",
        NonsenseRule::OwnBoardAndTries => "own_board_and_tries",
        NonsenseRule::OwnBoardTriesAndChecks => "own_board_tries_and_checks",
    };
    fields.set_item("nonsense", nonsense)?;
    fields.set_item("refusals_heard", rules.refusals_heard)?;
    fields.set_item("announces_promotion", rules.announces_promotion)?;
    fields.set_item("stalemate_loses", rules.stalemate_loses)?;
    fields.set_item("quiet_plies", rules.quiet_plies)?;
    let repetition = match rules.repetition {
        RepetitionRule::Never => "never".to_owned(),
        RepetitionRule::Occurrences(times) => format!("occurrence {times}"),
        RepetitionRule::SameTwoMoves(times) => format!("same two moves {times} times"),
    };
    fields.set_item("repetition", repetition)?;
    Ok(fields)
}
