//! The native module of the Python package `darkforge`. `python/darkforge/` has the package around it,
//! `python/darkforge/_native.pyi` its types.
//!
//! The modules, in the order in which data flows:
//!
//! | module | contents |
//! |---|---|
//! | `names` | rulesets, colours and questions from text, and Python's errors |
//! | `words` | announcements, answers and outcomes |
//! | `view` | all that one player may see |
//! | `game` | one game with what each side heard of its own moves |
//! | `encode` | actions as numbers, observations as planes |
//! | `umpire` | one game, for Python |
//! | `batch` | many games, a question to each at once |
//! | `record` | records, read and written |
//! | `knowledge` | metapositions and beliefs |
//! | `player` | players by spec, and matches between them |
//! | `statistics` | sequential tests and ratings |

// Python calls methods by reference and gives arguments away; functions here have as many arguments as their keywords.
#![allow(
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref,
    clippy::too_many_arguments
)]

mod names;
mod words;
mod view;
mod game;
mod encode;
mod umpire;
mod batch;
mod record;
mod knowledge;
mod player;
mod statistics;

use darkforge_kriegspiel::umpire::RULESETS;
use pyo3::prelude::*;

/// The native part of the package `darkforge`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("ACTIONS", encode::ACTIONS)?;
    module.add("ANY", encode::ANY)?;
    module.add("PLANES", encode::PLANES)?;
    module.add("RULESETS", RULESETS.map(|ruleset| ruleset.name).to_vec())?;
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<words::Announcement>()?;
    module.add_class::<words::Answer>()?;
    module.add_class::<words::Outcome>()?;
    module.add_class::<view::View>()?;
    module.add_class::<umpire::Umpire>()?;
    module.add_class::<batch::VectorUmpire>()?;
    module.add_class::<record::Record>()?;
    module.add_class::<knowledge::Metaposition>()?;
    module.add_class::<knowledge::Belief>()?;
    module.add_class::<player::Player>()?;
    module.add_function(wrap_pyfunction!(names::ruleset, module)?)?;
    module.add_function(wrap_pyfunction!(encode::action_of, module)?)?;
    module.add_function(wrap_pyfunction!(record::read_games, module)?)?;
    module.add_function(wrap_pyfunction!(player::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(statistics::sprt, module)?)?;
    module.add_function(wrap_pyfunction!(statistics::score, module)?)?;
    module.add_function(wrap_pyfunction!(statistics::rate, module)?)?;
    Ok(())
}
