//! Specs: players by name, with options.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::program::ProgramLimit;
use super::scout::{Scout, ScoutOptions};
use super::trout::{Trout, TroutOptions};
use super::weights::WeightError;
use super::{Attacker, Player, Random, Sweep};
use darkforge_board::{Color, side};
use darkforge_streams as streams;

/// A player by name, as in `random`, `scout` or `scout:moving=300,risk=0.1`.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSpec {
    text: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Random,
    Attacker,
    Sweep,
    Scout(Box<ScoutOptions>),
    Trout(TroutOptions),
}

/// A text that is not a player.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ParseSpecError {
    /// No player has this name.
    #[error("'{0}' is not a player of this game: random, attacker, sweep, scout or trout")]
    Unknown(String),
    /// An option without a value, or of a player without options.
    #[error("'{option}' is not an option of {player}, such as moving=300")]
    Option {
        /// Name of the player.
        player: String,
        /// The text.
        option: String,
    },
    /// A value that cannot be.
    #[error("{key}={value}: {wanted}")]
    Value {
        /// The option.
        key: String,
        /// Its value.
        value: String,
        /// Values that are allowed.
        wanted: String,
    },
    /// A weight that cannot be set.
    #[error(transparent)]
    Weight(#[from] WeightError),
}

impl PlayerSpec {
    /// Makes the player of `color` in the game with `seed`.
    pub fn player(&self, color: Color, seed: u64) -> Box<dyn Player> {
        let stream = streams::open(seed, "player", side(color) as u64);
        match &self.kind {
            Kind::Random => Box::new(Random::new(stream)),
            Kind::Attacker => Box::new(Attacker::new(color, stream)),
            Kind::Sweep => Box::new(Sweep::new(color, stream)),
            Kind::Scout(options) => Box::new(Scout::new(color, (**options).clone(), stream)),
            Kind::Trout(options) => Box::new(Trout::new(color, options.clone(), stream)),
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for PlayerSpec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, ParseSpecError> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let (mut scout, mut trout) = (ScoutOptions::default(), TroutOptions::default());
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let unknown = || ParseSpecError::Option {
                player: name.to_owned(),
                option: option.to_owned(),
            };
            let (key, value) = option.split_once('=').ok_or_else(unknown)?;
            match name {
                "scout" => set(&mut scout, key, value)?,
                "trout" if TROUT.contains(&key) => set_program(&mut trout, key, value)?,
                _ => return Err(unknown()),
            }
        }
        let kind = match name {
            "random" => Kind::Random,
            "attacker" => Kind::Attacker,
            "sweep" => Kind::Sweep,
            "scout" => Kind::Scout(Box::new(scout)),
            "trout" => Kind::Trout(trout),
            _ => return Err(ParseSpecError::Unknown(name.to_owned())),
        };
        Ok(PlayerSpec {
            text: text.to_owned(),
            kind,
        })
    }
}

/// Options of `trout`.
const TROUT: [&str; 3] = ["program", "time", "nodes"];

fn refused(key: &str, value: &str, wanted: impl Into<String>) -> ParseSpecError {
    ParseSpecError::Value {
        key: key.to_owned(),
        value: value.to_owned(),
        wanted: wanted.into(),
    }
}

/// Sets an option of `trout`; the last of `time` and `nodes` counts.
fn set_program(options: &mut TroutOptions, key: &str, value: &str) -> Result<(), ParseSpecError> {
    match key {
        "time" => {
            let time = value.parse::<f64>().ok();
            let time = time.filter(|time| (0.001..=3600.0).contains(time));
            let wanted = "a number of seconds from 0.001 to 3600";
            let time = time.ok_or_else(|| refused(key, value, wanted))?;
            options.limit = ProgramLimit::Time(Duration::from_secs_f64(time));
        }
        "nodes" => {
            let nodes = value.parse().ok().filter(|nodes| *nodes > 0);
            let nodes = nodes.ok_or_else(|| refused(key, value, "a whole number from 1"))?;
            options.limit = ProgramLimit::Nodes(nodes);
        }
        _ if value.is_empty() => return Err(refused(key, value, "the path of a chess program")),
        _ => value.clone_into(&mut options.program),
    }
    Ok(())
}

fn set(options: &mut ScoutOptions, key: &str, value: &str) -> Result<(), ParseSpecError> {
    let wrong = |wanted: String| refused(key, value, wanted);
    let whole = |low: usize, high: usize| match value.parse::<usize>() {
        Ok(number) if (low..=high).contains(&number) => Ok(number),
        _ => Err(wrong(format!("a whole number from {low} to {high}"))),
    };
    match key {
        "limit" => options.limit = whole(1, 10_000_000)?,
        "sensing" => options.sensing = whole(1, 100_000)?,
        "moving" => options.moving = whole(1, 100_000)?,
        "depth" => options.depth = whole(0, 6)? as u32,
        _ => {
            let number = value.parse().map_err(|_| wrong("a number".to_owned()))?;
            options.weights.set(key, number)?;
        }
    }
    Ok(())
}
