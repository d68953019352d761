//! Models of opponents that a user chose, as the option `opponent`.

use std::sync::Arc;

use super::definition::{Library, SpecError};
use crate::opponent::Opponent;
use crate::options::Value;
use darkforge_kriegspiel::belief::EnemyChoice;

/// The text for play without a model.
const NONE: &str = "none";

/// A model of an opponent and its name.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenOpponent {
    /// A name, a file or a folder, as the user wrote it.
    pub name: String,
    /// The model; `None` before files are loaded.
    pub model: Option<Arc<Opponent>>,
}

impl ChosenOpponent {
    /// The option: sets the name, and [`load`](ChosenOpponent::load) opens the model.
    pub(super) fn option(chosen: &mut Option<ChosenOpponent>) -> Value<'_> {
        let shown = chosen.as_ref().map_or(NONE, |opponent| &opponent.name);
        Value::new(shown.to_owned(), "none|NAME|FILE", |name| {
            *chosen = (name != NONE).then(|| ChosenOpponent {
                name: name.to_owned(),
                model: None,
            });
            Ok(())
        })
    }

    /// Opens the model, if there is one.
    pub(super) fn load(
        chosen: &mut Option<ChosenOpponent>,
        library: &dyn Library,
    ) -> Result<(), SpecError> {
        if let Some(chosen) = chosen {
            chosen.model = Some(Arc::new(library.opponent(&chosen.name)?));
        }
        Ok(())
    }

    /// The model as the belief takes it, if there is one.
    pub(super) fn choice(chosen: Option<&ChosenOpponent>) -> Option<Arc<dyn EnemyChoice>> {
        let model = Arc::clone(chosen?.model.as_ref()?);
        Some(model)
    }
}
