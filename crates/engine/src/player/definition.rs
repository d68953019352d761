//! Definitions of players: name, table of options, and construction for a game.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::weighted::Weighing;
use super::{Player, ReconPlayer};
use crate::darkboard::Book;
use crate::opponent::Opponent;
use crate::options::{self, OptionError, OptionRow, Written};
use crate::weights::{WeightList, WeightSet};
use darkforge_board::Color;
use darkforge_streams::Stream;

/// A game that players play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameKind {
    /// Kriegspiel, under any of its rulesets.
    Kriegspiel,
    /// Reconnaissance blind chess.
    Recon,
}

impl GameKind {
    /// The game in words.
    pub const fn in_words(self) -> &'static str {
        match self {
            GameKind::Kriegspiel => "Kriegspiel",
            GameKind::Recon => "reconnaissance blind chess",
        }
    }
}

/// A source of the weights, opening books and models of opponents that a player's options name.
pub trait Library {
    /// The weights of `list` called `name`.
    ///
    /// # Errors
    /// If there are none, or they have errors.
    fn weights(&self, list: &'static WeightList, name: &str) -> Result<WeightSet, SpecError>;

    /// The opening book called `name`.
    ///
    /// # Errors
    /// If there is none, or it has errors.
    fn book(&self, name: &str) -> Result<Book, SpecError>;

    /// The model of an opponent called `name`.
    ///
    /// # Errors
    /// If there is none, or it has errors.
    fn opponent(&self, name: &str) -> Result<Opponent, SpecError>;
}

/// Embedded weights and books, and files.
pub struct Files;

impl Library for Files {
    fn weights(&self, list: &'static WeightList, name: &str) -> Result<WeightSet, SpecError> {
        WeightSet::load(list, name).map_err(SpecError::library)
    }

    fn book(&self, name: &str) -> Result<Book, SpecError> {
        Book::load(name).map_err(SpecError::library)
    }

    fn opponent(&self, name: &str) -> Result<Opponent, SpecError> {
        Opponent::load(name).map_err(SpecError::library)
    }
}

/// A text that names no player.
#[derive(Debug, thiserror::Error)]
pub enum SpecError {
    /// The name before the colon.
    #[error(
        "there is no player '{name}'; there is {known}, each also with :OPTION=VALUE,..., and \
         process[[OPTION=VALUE,...]]:PATH ARG...{hint}"
    )]
    Unknown {
        /// The text as written.
        name: String,
        /// The names that exist.
        known: String,
        /// The nearest of them as a question, or nothing.
        hint: String,
    },
    /// A text of several lines.
    #[error("player '{0}' must be written in one line, without control characters")]
    Lines(String),
    /// An option that the player does not have.
    #[error("player '{player}' has no option '{option}'; {known}")]
    Option {
        /// The player.
        player: String,
        /// The text as written.
        option: String,
        /// The options that exist, in words.
        known: String,
    },
    /// A mistake in the options.
    #[error("player option {0}")]
    Value(OptionError),
    /// A program that cannot play.
    #[error("program '{program}': {problem}")]
    Program {
        /// The program.
        program: String,
        /// The reason.
        problem: &'static str,
    },
    /// An error of the weights or the opening book.
    #[error(transparent)]
    Library(Box<dyn std::error::Error + Send + Sync>),
}

impl SpecError {
    /// An error of a [`Library`].
    pub fn library(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> SpecError {
        SpecError::Library(error.into())
    }

    /// A mistake in the options of `player`.
    pub(super) fn of(player: &str, error: OptionError) -> SpecError {
        match error {
            OptionError::Unknown { option, known } => SpecError::Option {
                player: player.to_owned(),
                option,
                known,
            },
            error => SpecError::Value(error),
        }
    }
}

/// Settings of a player. The player's file implements this trait for them, and a row in the list of
/// [`PlayerSpec`](super::PlayerSpec) adds the player.
pub(super) trait Settings: Clone + fmt::Debug + Send + Sync + 'static {
    /// All options.
    const OPTIONS: &'static [OptionRow<Self>];

    /// Name before the colon.
    fn name(&self) -> &'static str;

    /// The player with this name and no options.
    fn usual(&self) -> Self;

    /// Games that it plays.
    const GAMES: &'static [GameKind] = &[GameKind::Kriegspiel];

    /// The player for one game of Kriegspiel, drawing from `stream`.
    fn build(&self, _stream: Stream) -> Option<Box<dyn Player>> {
        None
    }

    /// The same for one game of reconnaissance blind chess, in which it has `color`.
    fn build_recon(&self, _color: Color, _stream: Stream) -> Option<Box<dyn ReconPlayer>> {
        None
    }

    /// Loads what its options name from the library. What is named may have options of its own;
    /// those that were `written` are before them.
    fn load(&mut self, _written: &Written, _library: &dyn Library) -> Result<(), SpecError> {
        Ok(())
    }

    /// Its weights, if it has any.
    fn weighing(&self) -> Option<&dyn Weighing> {
        None
    }

    /// Whether it states scores of its position.
    fn gives_scores(&self) -> bool {
        false
    }

    /// The shortest text that means this player.
    fn text(&self) -> String {
        let options = self.options();
        let colon = if options.is_empty() { "" } else { ":" };
        format!("{}{colon}{options}", self.name())
    }

    /// The options that differ from the defaults.
    fn options(&self) -> String {
        options::shortest(Self::OPTIONS, vec![self.usual()], self)
    }
}

/// The settings of any player.
pub(super) trait AnySettings: Any + fmt::Debug + Send + Sync {
    fn name(&self) -> &'static str;
    fn text(&self) -> String;
    fn games(&self) -> &'static [GameKind];
    fn build(&self, stream: Stream) -> Option<Box<dyn Player>>;
    fn build_recon(&self, color: Color, stream: Stream) -> Option<Box<dyn ReconPlayer>>;
    /// These settings changed by what is `written`.
    fn read(
        &self,
        written: &Written,
        library: &dyn Library,
    ) -> Result<Arc<dyn AnySettings>, SpecError>;
    /// A line for each option, and its meaning.
    fn help(&self) -> Vec<(String, String)>;
    fn weighing(&self) -> Option<&dyn Weighing>;
    fn gives_scores(&self) -> bool;
}

impl<T: Settings> AnySettings for T {
    fn name(&self) -> &'static str {
        Settings::name(self)
    }

    fn text(&self) -> String {
        Settings::text(self)
    }

    fn games(&self) -> &'static [GameKind] {
        T::GAMES
    }

    fn build(&self, stream: Stream) -> Option<Box<dyn Player>> {
        Settings::build(self, stream)
    }

    fn build_recon(&self, color: Color, stream: Stream) -> Option<Box<dyn ReconPlayer>> {
        Settings::build_recon(self, color, stream)
    }

    fn read(
        &self,
        written: &Written,
        library: &dyn Library,
    ) -> Result<Arc<dyn AnySettings>, SpecError> {
        let mut set = self.clone();
        options::read(Self::OPTIONS, &mut set, written)
            .map_err(|error| SpecError::of(Settings::name(self), error))?;
        set.load(written, library)?;
        Ok(Arc::new(set))
    }

    fn help(&self) -> Vec<(String, String)> {
        options::help(Self::OPTIONS, self)
    }

    fn weighing(&self) -> Option<&dyn Weighing> {
        Settings::weighing(self)
    }

    fn gives_scores(&self) -> bool {
        Settings::gives_scores(self)
    }
}
