//! Players with weights that can be chosen, and searched by an evolution.

use std::sync::Arc;

use super::definition::{AnySettings, Library, Settings, SpecError};
use crate::options::{self, Written};
use crate::weights::{WeightList, WeightTable, Weights};

/// Weights as a player's options name them.
#[derive(Clone, Debug)]
pub struct ChosenWeights<T> {
    /// Name of the set as the user wrote it.
    pub(super) name: String,
    /// The set.
    pub(super) weights: Weights,
    /// The player that the set was tuned for, if it names one.
    tuned: Option<Box<T>>,
    /// Whether that player's options were taken where the user gave none.
    is_as_tuned: bool,
}

impl<T> ChosenWeights<T> {
    /// These weights, called `name`.
    pub(super) fn new(name: &str, weights: Weights) -> ChosenWeights<T> {
        ChosenWeights {
            name: name.to_owned(),
            weights,
            tuned: None,
            is_as_tuned: false,
        }
    }

    /// The usual set of `list` before files are loaded.
    pub(super) fn unloaded(list: &'static WeightList) -> ChosenWeights<T> {
        ChosenWeights::new(list.usual, Weights::default_of(list))
    }
}

/// Settings with weights. The player's file implements this trait for them, and returns them from
/// [`Settings::weighing`].
pub(super) trait Weighted: Settings {
    /// Its weights.
    const LIST: &'static WeightList;

    /// The chosen set.
    fn chosen(&self) -> &ChosenWeights<Self>;

    /// The same.
    fn chosen_mut(&mut self) -> &mut ChosenWeights<Self>;

    /// Plays with the chosen set. Weights that have options of their own too are set to it.
    fn adopt(&mut self) {}

    /// The player from which the user's options lead to this one.
    fn base(&self) -> Option<Self> {
        let chosen = self.chosen();
        let tuned = chosen.tuned.as_deref().filter(|_| chosen.is_as_tuned);
        tuned.cloned()
    }

    /// The options that change weights of the set.
    fn own_options(&self) -> String {
        let mut plain = self.clone();
        plain.adopt();
        options::shortest(Self::OPTIONS, vec![plain], self)
    }

    /// Players from which the options lead to this one: see [`options::shortest`].
    fn origins(&self) -> Vec<Self> {
        let usual = self.usual();
        let mut from: Vec<Self> = std::iter::once(usual).chain(self.base()).collect();
        for one in &mut from {
            one.chosen_mut().weights.clone_from(&self.chosen().weights);
            one.adopt();
        }
        from
    }

    /// Loads the set that is named. If a run is named, its player is meant, changed by the options
    /// that were `written`.
    ///
    /// # Errors
    /// There is no such set, or it is wrong or another player's.
    fn load_weights(&mut self, written: &Written, library: &dyn Library) -> Result<(), SpecError> {
        let set = library.weights(Self::LIST, &self.chosen().name)?;
        if let Some(player) = &set.player {
            let tuned = self.tuned_for(player)?;
            if set.is_whole {
                *self = tuned.clone();
                self.chosen_mut().is_as_tuned = true;
            }
            self.chosen_mut().tuned = Some(Box::new(tuned));
        }
        self.chosen_mut().weights = set.weights;
        self.adopt();
        options::read(Self::OPTIONS, self, written).map_err(SpecError::Value)
    }

    /// The player that `player` of the weights names.
    ///
    /// # Errors
    /// It is another player, or has wrong options.
    fn tuned_for(&self, player: &str) -> Result<Self, SpecError> {
        let own = &self.chosen().name;
        let wrong = |problem: String| {
            SpecError::library(format!("weights {own}: player = \"{player}\": {problem}"))
        };
        let (name, options) = player.split_once(':').unwrap_or((player, ""));
        if name != self.name() {
            return Err(wrong(format!("it must be {}", self.name())));
        }
        let mut tuned = self.usual();
        options::parse(options)
            .and_then(|written| options::read(Self::OPTIONS, &mut tuned, &written))
            .map_err(|error| wrong(error.to_string()))?;
        self.chosen().name.clone_into(&mut tuned.chosen_mut().name);
        Ok(tuned)
    }
}

/// The weights of any player.
pub(super) trait Weighing {
    /// The list of the weights.
    fn list(&self) -> &'static WeightList;
    /// Name of the set.
    fn set(&self) -> &str;
    /// The set.
    fn weights(&self) -> &Weights;
    /// Whether options change weights of the set.
    fn has_own(&self) -> bool;
    /// The set as a table; with the player that it was tuned for, if this is that player.
    fn table(&self) -> WeightTable;
    /// The options that differ from those that the weights were tuned with: as they are, and as
    /// they were; `None` if there are none, or the weights do not say.
    fn untuned(&self) -> Option<[String; 2]>;
    /// The same player with another set.
    fn reweighted(&self, name: &str, weights: &Weights) -> Arc<dyn AnySettings>;
}

impl<T: Weighted> Weighing for T {
    fn list(&self) -> &'static WeightList {
        T::LIST
    }

    fn set(&self) -> &str {
        &self.chosen().name
    }

    fn weights(&self) -> &Weights {
        &self.chosen().weights
    }

    fn has_own(&self) -> bool {
        !self.own_options().is_empty()
    }

    fn table(&self) -> WeightTable {
        let player = self.base().map(|mut base| {
            T::LIST.usual.clone_into(&mut base.chosen_mut().name);
            Settings::text(&base)
        });
        WeightTable {
            player,
            weights: self.chosen().weights.to_table(),
        }
    }

    fn untuned(&self) -> Option<[String; 2]> {
        let tuned = self.chosen().tuned.as_deref()?;
        let options = |from: &T, to: &T| options::shortest(T::OPTIONS, vec![from.clone()], to);
        let mut tuned = tuned.clone();
        tuned
            .chosen_mut()
            .weights
            .clone_from(&self.chosen().weights);
        tuned.adopt();
        let changed = [options(&tuned, self), options(self, &tuned)];
        (!changed[0].is_empty()).then_some(changed)
    }

    fn reweighted(&self, name: &str, weights: &Weights) -> Arc<dyn AnySettings> {
        let own = self.own_options();
        let mut new = self.clone();
        *new.chosen_mut() = ChosenWeights::new(name, weights.clone());
        new.adopt();
        // They were read once.
        let _ = options::parse(&own).map(|own| options::read(T::OPTIONS, &mut new, &own));
        Arc::new(new)
    }
}
