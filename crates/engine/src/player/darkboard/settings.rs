//! The options of the engine.

use super::super::chosen_book::ChosenBook;
use super::super::definition::{Library, Settings, SpecError};
use super::{Darkboard, Player};
use crate::darkboard::weights::USUAL;
use crate::darkboard::{Algorithm, EngineOptions, WeightTable, Weights};
use crate::options::{self, OptionRow, Value, Written, choice, number, switch, whole};
use darkforge_streams::Stream;

/// Greatest depth: deeper searches take minutes a move.
const MAX_DEPTH: u32 = 4;
/// Greatest budget of the enhanced search.
const MAX_POSITIONS: u32 = 10_000_000;
/// Greatest number of particles of a belief.
const MAX_PARTICLES: u32 = 1_000_000;
/// The settings of the engine.
#[derive(Clone, Debug)]
pub struct DarkboardSettings {
    /// Name of the weight set as the user wrote it.
    pub weights_name: String,
    /// The weights.
    pub weights: Weights,
    /// Switches and budgets.
    pub options: EngineOptions,
    /// Opening book, if there is one.
    pub book: Option<ChosenBook>,
    /// The engine that the weights were tuned for, if they name it.
    tuned: Option<Box<DarkboardSettings>>,
    /// Whether its options were taken where the user gave none.
    is_as_tuned: bool,
}

impl DarkboardSettings {
    /// The defaults, but with `weights` that are called `name`.
    pub(crate) fn with_weights(name: &str, weights: Weights) -> DarkboardSettings {
        DarkboardSettings {
            weights_name: name.to_owned(),
            weights,
            options: EngineOptions::default(),
            book: None,
            tuned: None,
            is_as_tuned: false,
        }
    }

    /// Changes the weights to others.
    pub(crate) fn reweight(&mut self, name: &str, weights: &Weights) {
        name.clone_into(&mut self.weights_name);
        self.weights.clone_from(weights);
        (self.tuned, self.is_as_tuned) = (None, false);
    }

    /// The options that differ from those that the weights were tuned with: as they are, and as
    /// they were; `None` if there are none, or the weights do not say.
    pub fn untuned(&self) -> Option<[String; 2]> {
        let tuned = self.tuned.as_deref()?;
        let options = |from: &DarkboardSettings, to: &DarkboardSettings| {
            options::shortest(Self::OPTIONS, vec![from.clone()], to)
        };
        let changed = [options(tuned, self), options(self, tuned)];
        (!changed[0].is_empty()).then_some(changed)
    }

    /// The weights as a table; with the player that they were tuned for, if this is that player.
    pub fn weight_table(&self) -> WeightTable {
        let usual = || self.usual().weights_name;
        let player = self.base().map(|base| DarkboardSettings {
            weights_name: usual(),
            ..base
        });
        WeightTable {
            player: player.map(|player| Settings::text(&player)),
            weights: self.weights.to_table(),
        }
    }

    /// The engine from which the user's options lead to this one.
    fn base(&self) -> Option<DarkboardSettings> {
        let tuned = self.tuned.as_deref().filter(|_| self.is_as_tuned);
        tuned.cloned()
    }

    /// The engine that `player` of the weights names.
    fn tuned_for(&self, player: &str) -> Result<DarkboardSettings, SpecError> {
        let wrong = |problem: String| {
            SpecError::library(format!(
                "weights {}: player = \"{player}\": {problem}",
                self.weights_name
            ))
        };
        let (name, options) = player.split_once(':').unwrap_or((player, ""));
        if name != self.name() {
            return Err(wrong(format!("it must be {}", self.name())));
        }
        let mut tuned = DarkboardSettings::unloaded();
        options::parse(options)
            .and_then(|written| options::read(Self::OPTIONS, &mut tuned, &written))
            .map_err(|error| wrong(error.to_string()))?;
        self.weights_name.clone_into(&mut tuned.weights_name);
        Ok(tuned)
    }

    /// The defaults before files are loaded.
    pub(crate) fn unloaded() -> DarkboardSettings {
        DarkboardSettings::with_weights(USUAL, Weights::default())
    }

    /// Sets the budget of the enhanced search, clamped to its range.
    pub(crate) fn set_positions(&mut self, positions: u32) {
        self.options.positions = positions.clamp(1, MAX_POSITIONS);
    }
}

/// The option `search`.
pub(in crate::player) fn algorithm(chosen: &mut Algorithm) -> Value<'_> {
    const BOTH: &[(&str, Algorithm)] = &[
        ("basic", Algorithm::Basic),
        ("enhanced", Algorithm::Enhanced),
    ];
    choice(*chosen, BOTH, |wanted| *chosen = wanted)
}

impl Settings for DarkboardSettings {
    const OPTIONS: &'static [OptionRow<DarkboardSettings>] = &[
        OptionRow::new("weights", "weight set of the evaluation", |set| {
            let shown = set.weights_name.clone();
            Value::new(shown, "NAME|FILE|RUN[#I]", |name| {
                name.clone_into(&mut set.weights_name);
                Ok(())
            })
        }),
        OptionRow::<DarkboardSettings>::new("book", "opening book (T 7.6.1)", |set| {
            ChosenBook::option(&mut set.book)
        })
        .last(),
        OptionRow::new("search", "decision algorithm (T 7.4.3, 7.4.4)", |set| {
            algorithm(&mut set.options.search)
        }),
        OptionRow::new("depth", "depth of the basic search, in own moves", |set| {
            whole(&mut set.options.depth, 1..=MAX_DEPTH)
        }),
        OptionRow::new(
            "positions",
            "metapositions that the enhanced search evaluates for a move",
            |set| whole(&mut set.options.positions, 1..=MAX_POSITIONS),
        ),
        OptionRow::new(
            "particles",
            "boards of the belief; 0 plays without one",
            |set| whole(&mut set.options.particles, 0..=MAX_PARTICLES),
        ),
        OptionRow::new("stalemate", "stalemate detection (T 7.6.2)", |set| {
            switch(&mut set.options.stalemate)
        }),
        OptionRow::new(
            "progress",
            "play against the fifty-move rule and repetition",
            |set| switch(&mut set.options.progress),
        ),
        OptionRow::new(
            "deductions",
            "deeper deductions from the umpire's words",
            |set| switch(&mut set.options.deductions),
        ),
        OptionRow::new("control", "pawn control (T 7.2)", |set| {
            switch(&mut set.options.control)
        }),
        OptionRow::new("power", "power moves (T 7.3.2)", |set| {
            switch(&mut set.options.power)
        }),
        OptionRow::new("endgame", "special play against a lone king", |set| {
            switch(&mut set.options.endgame)
        }),
        OptionRow::new(
            "remnant",
            "exact belief once the enemy has few men left",
            |set| switch(&mut set.options.remnant),
        ),
        OptionRow::new(
            "exchanges",
            "captures followed to their end on believed boards",
            |set| switch(&mut set.options.exchanges),
        ),
        OptionRow::new("any", "\"Any?\" before a pawn capture is tried", |set| {
            switch(&mut set.options.any)
        }),
        OptionRow::new(
            "ties",
            "moves at most this much below the best are drawn from",
            |set| {
                let ties = &mut set.options.ties;
                number(ties, 0.0..=10.0, "a number of pawns", "PAWNS")
            },
        ),
    ];

    fn name(&self) -> &'static str {
        "darkboard"
    }

    fn usual(&self) -> DarkboardSettings {
        DarkboardSettings::unloaded()
    }

    fn options(&self) -> String {
        let from = std::iter::once(self.usual()).chain(self.base());
        options::shortest(Self::OPTIONS, from.collect(), self)
    }

    fn load(&mut self, written: &Written, library: &dyn Library) -> Result<(), SpecError> {
        let set = library.weights(&self.weights_name)?;
        if let Some(player) = &set.player {
            let tuned = self.tuned_for(player)?;
            if set.is_whole {
                *self = tuned.clone();
                options::read(Self::OPTIONS, self, written).map_err(SpecError::Value)?;
                self.is_as_tuned = true;
            }
            self.tuned = Some(Box::new(tuned));
        }
        self.weights = set.weights;
        ChosenBook::load(&mut self.book, library)?;
        Ok(())
    }

    fn build(&self, stream: Stream) -> Box<dyn Player> {
        let book = ChosenBook::moves(self.book.as_ref());
        let weights = self.weights.clone();
        Box::new(Darkboard::new(weights, self.options, book, stream))
    }
}
