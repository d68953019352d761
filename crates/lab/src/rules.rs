//! Rules of a run's games by name: a ruleset of Kriegspiel, or reconnaissance blind chess.
//!
//! ```
//! use darkforge_lab::rules::Rules;
//!
//! let rules: Rules = "rbc".parse()?;
//! assert_eq!(rules.title(), "reconnaissance blind chess");
//! assert!(rules.kriegspiel().is_none());
//! let wrong = "rbk".parse::<Rules>().unwrap_err().to_string();
//! assert!(wrong.contains("icc") && wrong.ends_with("rbc"), "{wrong}");
//! # Ok::<(), darkforge_lab::rules::UnknownRules>(())
//! ```

use std::fmt;
use std::str::FromStr;

use crate::bout::{Fixture, PlayedGame};
use crate::game::{Game, Shortage};
use crate::kriegspiel::Kriegspiel;
use crate::recon::Recon;
use crate::terms::Terms;
use darkforge_engine::player::{GameKind, PlayerSpec};
use darkforge_kriegspiel::umpire::{Ruleset, UnknownRuleset};

/// Name of reconnaissance blind chess among the rulesets.
pub const RBC: &str = "rbc";

/// The rules of a run's games.
#[derive(Clone, Copy, Debug)]
pub enum Rules {
    /// Kriegspiel under this ruleset.
    Kriegspiel(&'static Ruleset),
    /// Reconnaissance blind chess.
    Recon,
}

impl Rules {
    /// Name in configs, flags and files.
    pub const fn name(self) -> &'static str {
        match self {
            Rules::Kriegspiel(ruleset) => ruleset.name,
            Rules::Recon => RBC,
        }
    }

    /// Name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Rules::Kriegspiel(ruleset) => ruleset.title,
            Rules::Recon => GameKind::Recon.in_words(),
        }
    }

    /// The game.
    pub const fn kind(self) -> GameKind {
        match self {
            Rules::Kriegspiel(_) => GameKind::Kriegspiel,
            Rules::Recon => GameKind::Recon,
        }
    }

    /// The ruleset of Kriegspiel, if it is that.
    pub const fn kriegspiel(self) -> Option<&'static Ruleset> {
        match self {
            Rules::Kriegspiel(ruleset) => Some(ruleset),
            Rules::Recon => None,
        }
    }

    /// Whether a side without a legal move draws.
    pub const fn has_stalemate(self) -> bool {
        matches!(self, Rules::Kriegspiel(_))
    }

    /// Tries that were not played as they were asked for, in words.
    pub const fn refused(self) -> &'static str {
        match self {
            Rules::Kriegspiel(_) => "refused tries",
            Rules::Recon => "requests that became another move or none",
        }
    }

    /// Checks that `player` plays this game; `choice` is the way in which the user chooses it.
    ///
    /// # Errors
    /// It plays another one: a sentence with the players of this one, and with the choice of that one.
    pub fn check(self, player: &PlayerSpec, choice: Choice) -> Result<(), String> {
        let checked = player.check_game(self.kind(), self.name());
        checked.map_err(|problem| match (self, choice) {
            (Rules::Kriegspiel(_), Choice::Flag) => format!("{problem}; add --ruleset {RBC}"),
            (Rules::Kriegspiel(_), Choice::Key) => format!("{problem}; write ruleset = \"{RBC}\""),
            (Rules::Recon, _) | (_, Choice::None) => problem,
        })
    }
}

/// The way in which a user chooses the rules.
#[derive(Clone, Copy, Debug)]
pub enum Choice {
    /// A flag.
    Flag,
    /// A key of a config.
    Key,
    /// None: only Kriegspiel is played.
    None,
}

impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        self.name() == other.name()
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<&'static Ruleset> for Rules {
    fn from(ruleset: &'static Ruleset) -> Rules {
        Rules::Kriegspiel(ruleset)
    }
}

/// A name that no rules have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}, {RBC}")]
pub struct UnknownRules(UnknownRuleset);

impl FromStr for Rules {
    type Err = UnknownRules;

    fn from_str(name: &str) -> Result<Rules, UnknownRules> {
        if name == RBC {
            return Ok(Rules::Recon);
        }
        name.parse().map(Rules::Kriegspiel).map_err(UnknownRules)
    }
}

/// The game of a run.
#[derive(Clone, Debug)]
pub struct RunGame {
    /// Rules.
    pub rules: Rules,
    /// Plies after which a game is drawn.
    pub ply_limit: u32,
    /// Whether every try is kept; if not, those of single bouts may be.
    pub keep_tries: bool,
    /// Terms of the games beside the rules.
    pub terms: Terms,
}

impl RunGame {
    /// Calls `with` with the game.
    fn with<T>(&self, with: impl FnOnce(&dyn Game) -> T) -> T {
        let RunGame {
            rules,
            ply_limit,
            keep_tries,
            ref terms,
        } = *self;
        let terms = || terms.clone();
        match rules {
            Rules::Kriegspiel(ruleset) => with(&Kriegspiel {
                ruleset,
                ply_limit,
                keep_tries,
                terms: terms(),
            }),
            Rules::Recon => with(&Recon {
                ply_limit,
                keep_tries,
                terms: terms(),
            }),
        }
    }
}

impl Game for RunGame {
    fn play(&self, fixture: &Fixture<'_>) -> Result<PlayedGame, Shortage> {
        self.with(|game| game.play(fixture))
    }

    fn confirm(&self, played: &PlayedGame) -> Result<(), String> {
        self.with(|game| game.confirm(played))
    }
}
