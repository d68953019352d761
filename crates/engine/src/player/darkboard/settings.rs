//! The options of the engine.

use std::sync::Arc;

use super::super::chosen_book::ChosenBook;
use super::super::chosen_opponent::ChosenOpponent;
use super::super::definition::{Library, Settings, SpecError};
use super::super::weighted::{ChosenWeights, Weighing, Weighted};
use super::{Darkboard, Player};
use crate::darkboard::{Algorithm, Effort, EnemyMoves, EngineOptions, LIST, Weights};
use crate::options::{self, OptionRow, Value, Written, choice, number, switch, whole};
use crate::weights::{self, WeightList};
use darkforge_kriegspiel::belief::EnemyChoice;
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
    /// The weights, and their name.
    chosen: ChosenWeights<DarkboardSettings>,
    /// Switches and budgets.
    pub options: EngineOptions,
    /// Opening book, if there is one.
    pub book: Option<ChosenBook>,
    /// Model of the opponent, if there is one.
    pub opponent: Option<ChosenOpponent>,
}

impl DarkboardSettings {
    /// The defaults, but with `weights` that are called `name`.
    pub(crate) fn with_weights(name: &str, weights: weights::Weights) -> DarkboardSettings {
        DarkboardSettings {
            chosen: ChosenWeights::new(name, weights),
            options: EngineOptions::default(),
            book: None,
            opponent: None,
        }
    }

    /// The defaults before files are loaded.
    pub(crate) fn unloaded() -> DarkboardSettings {
        DarkboardSettings {
            chosen: ChosenWeights::unloaded(&LIST),
            options: EngineOptions::default(),
            book: None,
            opponent: None,
        }
    }

    /// The weights.
    pub fn weights(&self) -> Weights {
        (&self.chosen.weights).into()
    }

    /// The engine with these settings, which draws from `stream`.
    pub fn engine(&self, stream: Stream) -> Darkboard {
        let book = ChosenBook::moves(self.book.as_ref());
        let opponent = ChosenOpponent::choice(self.opponent.as_ref());
        Darkboard::new(self.weights(), self.options, book, stream).against(opponent)
    }

    /// Sets the budget of the enhanced search, clamped to its range.
    pub(crate) fn set_positions(&mut self, positions: u32) {
        self.options.positions = positions.clamp(1, MAX_POSITIONS);
    }
}

impl Darkboard {
    /// The same player with a model of its opponent, if there is one, in its belief.
    #[must_use]
    pub fn against(mut self, opponent: Option<Arc<dyn EnemyChoice>>) -> Darkboard {
        self.opponent = opponent;
        self
    }
}

impl Weighted for DarkboardSettings {
    const LIST: &'static WeightList = &LIST;

    fn chosen(&self) -> &ChosenWeights<DarkboardSettings> {
        &self.chosen
    }

    fn chosen_mut(&mut self) -> &mut ChosenWeights<DarkboardSettings> {
        &mut self.chosen
    }
}

/// The option `weights`.
pub(in crate::player) fn set_of_weights<T>(chosen: &mut ChosenWeights<T>) -> Value<'_> {
    let shown = chosen.name.clone();
    Value::new(shown, "NAME|FILE|RUN[#I]", |name| {
        name.clone_into(&mut chosen.name);
        Ok(())
    })
}

/// The option `search`.
pub(in crate::player) fn algorithm(chosen: &mut Algorithm) -> Value<'_> {
    const BOTH: &[(&str, Algorithm)] = &[
        ("basic", Algorithm::Basic),
        ("enhanced", Algorithm::Enhanced),
    ];
    choice(*chosen, BOTH, |wanted| *chosen = wanted)
}

/// The option `pace`.
fn pace(chosen: &mut Effort) -> Value<'_> {
    const ALL: &[(&str, Effort)] = &[
        ("fast", Effort::Fast),
        ("full", Effort::Full),
        ("deep", Effort::Deep),
    ];
    choice(*chosen, ALL, |wanted| *chosen = wanted)
}

impl Settings for DarkboardSettings {
    const OPTIONS: &'static [OptionRow<DarkboardSettings>] = &[
        OptionRow::new("weights", "weight set of the evaluation", |set| {
            set_of_weights(&mut set.chosen)
        }),
        OptionRow::<DarkboardSettings>::new("book", "opening book (T 7.6.1)", |set| {
            ChosenBook::option(&mut set.book)
        })
        .last(),
        OptionRow::<DarkboardSettings>::new("opponent", "model of the opponent", |set| {
            ChosenOpponent::option(&mut set.opponent)
        })
        .last(),
        OptionRow::new("search", "decision algorithm (T 7.4.3, 7.4.4)", |set| {
            algorithm(&mut set.options.search)
        }),
        OptionRow::new("depth", "depth of the basic search, in own moves", |set| {
            whole(&mut set.options.depth, 1..=MAX_DEPTH)
        }),
        OptionRow::new("pace", "a quarter of the work, all, five times", |set| {
            pace(&mut set.options.pace)
        }),
        OptionRow::new(
            "positions",
            "metapositions that the enhanced search evaluates for a move",
            |set| whole(&mut set.options.positions, 1..=MAX_POSITIONS),
        ),
        OptionRow::new(
            "particles",
            "particles of the belief; 0 plays without one",
            |set| whole(&mut set.options.particles, 0..=MAX_PARTICLES),
        ),
        OptionRow::new("enemy", "model of enemy moves in the belief", |set| {
            const BOTH: &[(&str, EnemyMoves)] = &[
                ("counts", EnemyMoves::Counts),
                ("learned", EnemyMoves::Learned),
            ];
            let enemy = &mut set.options.enemy;
            choice(*enemy, BOTH, |wanted| *enemy = wanted)
        }),
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
        options::shortest(Self::OPTIONS, self.origins(), self)
    }

    fn weighing(&self) -> Option<&dyn Weighing> {
        Some(self)
    }

    fn gives_scores(&self) -> bool {
        self.options.particles > 0
    }

    fn load(&mut self, written: &Written, library: &dyn Library) -> Result<(), SpecError> {
        self.load_weights(written, library)?;
        ChosenBook::load(&mut self.book, library)?;
        ChosenOpponent::load(&mut self.opponent, library)
    }

    fn build(&self, stream: Stream) -> Option<Box<dyn Player>> {
        Some(Box::new(self.engine(stream)))
    }
}
