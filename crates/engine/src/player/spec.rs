//! How a user names a player: `random`, `semi-random`, `darkboard:weights=thesis,depth=2`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::process::{Process, ProcessSpec};
use super::{
    Darkboard, InformationSetOptions, InformationSetPlayer, Method, Player, Random, Sampling,
    SamplingOptions, SemiRandom, TreeOptions, TreePlayer,
};
use crate::darkboard::weights::{USUAL, WeightsError};
use crate::darkboard::{Algorithm, Book, BookError, Options, Weights};
use darkforge_streams::Stream;

/// Greatest depth: deeper searches take minutes a move.
pub const MAX_DEPTH: u32 = 4;
/// Greatest budget of the enhanced search.
pub const MAX_POSITIONS: u32 = 10_000_000;
/// Greatest number of boards of a belief.
pub const MAX_PARTICLES: u32 = 1_000_000;

/// An opening book and how the user named it.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenBook {
    /// `default` or a file.
    pub name: String,
    /// The book.
    pub book: Arc<Book>,
}

/// A player that can be made any number of times, once for each game.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerSpec {
    /// [`Random`].
    Random {
        /// Share of its questions that are drawn from all that can be asked, nonsense
        /// included.
        nonsense: f64,
    },
    /// [`SemiRandom`].
    SemiRandom,
    /// [`Darkboard`].
    Darkboard {
        /// Name of the weight set as the user wrote it.
        weights_name: String,
        /// The weights.
        weights: Box<Weights>,
        /// How it decides.
        options: Options,
        /// What it opens with.
        book: Option<ChosenBook>,
    },
    /// [`Sampling`]: `los`, `aosp` or `hs`.
    Sampling(SamplingOptions),
    /// [`InformationSetPlayer`].
    InformationSet(InformationSetOptions),
    /// [`TreePlayer`].
    Tree(TreeOptions),
    /// [`Process`].
    Process(ProcessSpec),
}

/// A text that names no player.
#[derive(Debug, thiserror::Error)]
pub enum SpecError {
    /// The name before the colon.
    #[error(
        "there is no player '{0}'; there is random, semi-random, los, aosp, hs, iss, mcts and \
         darkboard, each also with :OPTION=VALUE,..., and process[[OPTION=VALUE,...]]:PATH ARG..."
    )]
    Unknown(String),
    /// An option that the player does not have.
    #[error("player '{player}' has no option '{option}'; {known}")]
    Option {
        /// The player.
        player: String,
        /// What was written.
        option: String,
        /// What there is.
        known: &'static str,
    },
    /// An option's value.
    #[error("player option {option}={value}: {right}")]
    Value {
        /// The option.
        option: String,
        /// What was written.
        value: String,
        /// What would be right.
        right: String,
    },
    /// A program that cannot play.
    #[error("program '{program}': {problem}")]
    Program {
        /// The program.
        program: String,
        /// Why.
        problem: &'static str,
    },
    /// The weights.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// The opening book.
    #[error(transparent)]
    Book(#[from] BookError),
}

impl PlayerSpec {
    /// The engine with its defaults.
    pub fn darkboard() -> PlayerSpec {
        PlayerSpec::with_weights(USUAL, Weights::usual())
    }

    /// The engine with its defaults and these weights.
    pub fn with_weights(name: &str, weights: Weights) -> PlayerSpec {
        PlayerSpec::Darkboard {
            weights_name: name.to_owned(),
            weights: Box::new(weights),
            options: Options::default(),
            book: None,
        }
    }

    /// The player for one game, drawing from `stream`.
    pub fn build(&self, stream: Stream) -> Box<dyn Player> {
        match self {
            PlayerSpec::Random { nonsense } => {
                Box::new(Random::new(stream).with_nonsense(*nonsense))
            }
            PlayerSpec::SemiRandom => Box::new(SemiRandom::new(stream)),
            PlayerSpec::Darkboard {
                weights,
                options,
                book,
                ..
            } => {
                let book = book.as_ref().map(|chosen| Arc::clone(&chosen.book));
                let weights = (**weights).clone();
                Box::new(Darkboard::new(weights, *options, book, stream))
            }
            PlayerSpec::Sampling(options) => Box::new(Sampling::new(options.clone(), stream)),
            PlayerSpec::InformationSet(options) => {
                Box::new(InformationSetPlayer::new(*options, stream))
            }
            PlayerSpec::Tree(options) => Box::new(TreePlayer::new(*options, stream)),
            PlayerSpec::Process(spec) => Box::new(Process::new(spec.clone(), &stream)),
        }
    }

    /// The same player with other weights; players without weights stay what they are.
    #[must_use]
    pub fn reweighted(&self, name: &str, new: &Weights) -> PlayerSpec {
        match self {
            PlayerSpec::Darkboard { options, book, .. } => PlayerSpec::Darkboard {
                weights_name: name.to_owned(),
                weights: Box::new(new.clone()),
                options: *options,
                book: book.clone(),
            },
            other => other.clone(),
        }
    }

    /// The player's weights, if it has any.
    pub fn weights(&self) -> Option<&Weights> {
        match self {
            PlayerSpec::Darkboard { weights, .. } => Some(weights),
            _ => None,
        }
    }

    /// The program that plays or judges boards, if there is one.
    pub fn process(&self) -> Option<&ProcessSpec> {
        match self {
            PlayerSpec::Process(spec) => Some(spec),
            PlayerSpec::Sampling(options) => options.uci.as_ref(),
            _ => None,
        }
    }

    /// The same player with this budget of positions for a move; players without a budget
    /// stay what they are.
    #[must_use]
    pub fn with_positions(mut self, positions: u32) -> PlayerSpec {
        if let PlayerSpec::Darkboard { options, .. } = &mut self {
            options.positions = positions.clamp(1, MAX_POSITIONS);
        }
        self
    }

    /// The player's opening book, if it has any.
    pub fn book(&self) -> Option<&ChosenBook> {
        match self {
            PlayerSpec::Darkboard { book, .. } => book.as_ref(),
            _ => None,
        }
    }

    /// The same player with another book or none; players without books stay what they are.
    #[must_use]
    pub fn with_book(mut self, new: Option<ChosenBook>) -> PlayerSpec {
        if let PlayerSpec::Darkboard { book, .. } = &mut self {
            *book = new;
        }
        self
    }
}

impl fmt::Display for PlayerSpec {
    /// The shortest text that means this player.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlayerSpec::Darkboard {
            weights_name,
            options: set,
            book,
            ..
        } = self
        else {
            return match self {
                PlayerSpec::Random { nonsense } if *nonsense > 0.0 => {
                    write!(f, "random:nonsense={nonsense}")
                }
                PlayerSpec::Random { .. } => f.write_str("random"),
                PlayerSpec::Process(process) => process.fmt(f),
                PlayerSpec::Sampling(options) => options.fmt(f),
                PlayerSpec::InformationSet(options) => options.fmt(f),
                PlayerSpec::Tree(options) => options.fmt(f),
                _ => f.write_str("semi-random"),
            };
        };
        let default = Options::default();
        let mut options = Vec::new();
        if weights_name != USUAL {
            options.push(format!("weights={weights_name}"));
        }
        if set.search != default.search {
            options.push(format!("search={}", search_name(set.search)));
        }
        if set.depth != default.depth {
            options.push(format!("depth={}", set.depth));
        }
        if set.positions != default.positions {
            options.push(format!("positions={}", set.positions));
        }
        if set.particles != default.particles {
            options.push(format!("particles={}", set.particles));
        }
        let switches = [
            ("stalemate", set.stalemate, default.stalemate),
            ("progress", set.progress, default.progress),
            ("deductions", set.deductions, default.deductions),
            ("control", set.control, default.control),
            ("power", set.power, default.power),
            ("endgame", set.endgame, default.endgame),
            ("remnant", set.remnant, default.remnant),
            ("exchanges", set.exchanges, default.exchanges),
            ("any", set.any, default.any),
        ];
        for (name, on, usual) in switches {
            if on != usual {
                options.push(format!("{name}={}", if on { "on" } else { "off" }));
            }
        }
        if set.ties.to_bits() != default.ties.to_bits() {
            options.push(format!("ties={}", set.ties));
        }
        if let Some(chosen) = book {
            options.push(format!("book={}", chosen.name));
        }
        f.write_str("darkboard")?;
        if !options.is_empty() {
            write!(f, ":{}", options.join(","))?;
        }
        Ok(())
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    /// Reads a spec; a weight file that it names is read at once.
    fn from_str(text: &str) -> Result<PlayerSpec, SpecError> {
        if let Some(process) = text.strip_prefix("process") {
            return read_process(process, text);
        }
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let options = read_options(options)?;
        match name {
            "random" => read_random(&options),
            "semi-random" => match options.keys().next() {
                Some(option) => Err(SpecError::Option {
                    player: name.to_owned(),
                    option: option.clone(),
                    known: "it has none",
                }),
                None => Ok(PlayerSpec::SemiRandom),
            },
            "darkboard" => read_darkboard(&options),
            "los" => SamplingOptions::read(Method::Los, &options).map(PlayerSpec::Sampling),
            "aosp" => SamplingOptions::read(Method::Aosp, &options).map(PlayerSpec::Sampling),
            "hs" => SamplingOptions::read(Method::Hs, &options).map(PlayerSpec::Sampling),
            "iss" => InformationSetOptions::read(&options).map(PlayerSpec::InformationSet),
            "mcts" => TreeOptions::read(&options).map(PlayerSpec::Tree),
            _ => Err(SpecError::Unknown(name.to_owned())),
        }
    }
}

/// Reads what stands behind the name: options in brackets, a colon, the command.
fn read_process(rest: &str, text: &str) -> Result<PlayerSpec, SpecError> {
    let unknown = || SpecError::Unknown(text.to_owned());
    let (options, rest) = match rest.strip_prefix('[') {
        None => ("", rest),
        Some(inside) => inside.split_once(']').ok_or_else(unknown)?,
    };
    let command = rest.strip_prefix(':').ok_or_else(unknown)?;
    ProcessSpec::read(command, &read_options(options)?).map(PlayerSpec::Process)
}

fn read_options(text: &str) -> Result<BTreeMap<String, String>, SpecError> {
    let mut options = BTreeMap::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (option, value) = part.split_once('=').ok_or_else(|| SpecError::Value {
            option: part.to_owned(),
            value: String::new(),
            right: "write OPTION=VALUE".to_owned(),
        })?;
        let known = options.insert(option.trim().to_owned(), value.trim().to_owned());
        if known.is_some() {
            return Err(SpecError::Value {
                option: option.to_owned(),
                value: value.to_owned(),
                right: "it is given twice".to_owned(),
            });
        }
    }
    Ok(options)
}

fn read_random(options: &BTreeMap<String, String>) -> Result<PlayerSpec, SpecError> {
    let mut nonsense = 0.0;
    for (option, value) in options {
        if option != "nonsense" {
            return Err(SpecError::Option {
                player: "random".to_owned(),
                option: option.clone(),
                known: "it has nonsense",
            });
        }
        let share = value.parse().ok();
        nonsense = share
            .filter(|share| (0.0..=0.9).contains(share))
            .ok_or_else(|| SpecError::Value {
                option: option.clone(),
                value: value.clone(),
                right: "a share of all questions, from 0 to 0.9".to_owned(),
            })?;
    }
    Ok(PlayerSpec::Random { nonsense })
}

fn read_darkboard(options: &BTreeMap<String, String>) -> Result<PlayerSpec, SpecError> {
    let mut weights_name = USUAL.to_owned();
    let mut set = Options::default();
    let mut book = None;
    for (option, value) in options {
        let wrong = |right: String| SpecError::Value {
            option: option.clone(),
            value: value.clone(),
            right,
        };
        let whole = |most: u32| {
            let number = value.parse().ok();
            let inside = number.filter(|number| (1..=most).contains(number));
            inside.ok_or_else(|| wrong(format!("a whole number from 1 to {most}")))
        };
        match option.as_str() {
            "weights" => weights_name.clone_from(value),
            "book" => book = load_book(value)?,
            "depth" => set.depth = whole(MAX_DEPTH)?,
            "positions" => set.positions = whole(MAX_POSITIONS)?,
            "search" => {
                set.search = [Algorithm::Basic, Algorithm::Enhanced]
                    .into_iter()
                    .find(|&search| search_name(search) == value)
                    .ok_or_else(|| wrong("basic or enhanced".to_owned()))?;
            }
            "particles" => {
                set.particles = value
                    .parse()
                    .ok()
                    .filter(|&number| number <= MAX_PARTICLES)
                    .ok_or_else(|| wrong(format!("a whole number from 0 to {MAX_PARTICLES}")))?;
            }
            "stalemate" | "progress" | "deductions" | "control" | "power" | "endgame"
            | "remnant" | "exchanges" | "any" => {
                let on = match value.as_str() {
                    "on" => true,
                    "off" => false,
                    _ => return Err(wrong("on or off".to_owned())),
                };
                match option.as_str() {
                    "stalemate" => set.stalemate = on,
                    "progress" => set.progress = on,
                    "deductions" => set.deductions = on,
                    "control" => set.control = on,
                    "power" => set.power = on,
                    "remnant" => set.remnant = on,
                    "exchanges" => set.exchanges = on,
                    "any" => set.any = on,
                    _ => set.endgame = on,
                }
            }
            "ties" => {
                set.ties = value
                    .parse()
                    .ok()
                    .filter(|ties| (0.0..=10.0).contains(ties))
                    .ok_or_else(|| wrong("a number of pawns from 0 to 10".to_owned()))?;
            }
            _ => {
                return Err(SpecError::Option {
                    player: "darkboard".to_owned(),
                    option: option.clone(),
                    known: "it has weights, book, search, depth, positions, particles, stalemate, progress, deductions, control, power, endgame, remnant, exchanges, any and ties",
                });
            }
        }
    }
    Ok(PlayerSpec::Darkboard {
        weights: Box::new(Weights::load(&weights_name)?),
        weights_name,
        options: set,
        book,
    })
}

fn load_book(name: &str) -> Result<Option<ChosenBook>, BookError> {
    if name == "none" {
        return Ok(None);
    }
    Ok(Some(ChosenBook {
        name: name.to_owned(),
        book: Arc::new(Book::load(name)?),
    }))
}

const fn search_name(search: Algorithm) -> &'static str {
    match search {
        Algorithm::Basic => "basic",
        Algorithm::Enhanced => "enhanced",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_survives_its_text() {
        for text in [
            "random",
            "random:nonsense=0.2",
            "semi-random",
            "darkboard",
            "darkboard:depth=1",
            "darkboard:weights=thesis,depth=3,stalemate=off,ties=0.5",
            "darkboard:search=enhanced,positions=1000",
            "darkboard:particles=0,progress=off,any=off",
            "darkboard:depth=1,book=default",
            "darkboard:deductions=off,endgame=off,remnant=off,exchanges=off",
            "darkboard:control=off,power=off",
            "process:darkforge engine darkboard:depth=1,positions=5",
            "process:'my engine' a,b:c [d]",
            "process[start=0.5,deadline=30,quit=1,positions=100,movetime=50,keep=on]:x y",
        ] {
            let spec: PlayerSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
        }
        assert_eq!(
            "darkboard".parse::<PlayerSpec>().unwrap(),
            PlayerSpec::darkboard()
        );
        let without: PlayerSpec = "darkboard:book=none".parse().unwrap();
        assert_eq!(without, PlayerSpec::darkboard());
    }

    #[test]
    fn mistakes_say_what_is_right() {
        let message = |text: &str| text.parse::<PlayerSpec>().unwrap_err().to_string();
        assert!(message("darkbored").contains("semi-random"));
        assert!(message("random:depth=1").contains("it has nonsense"));
        assert!(message("semi-random:depth=1").contains("it has none"));
        assert!(message("random:nonsense=1").contains("from 0 to 0.9"));
        assert!(message("darkboard:dept=1").contains("depth"));
        assert!(message("darkboard:depth=0").contains("1 to 4"));
        assert!(message("darkboard:depth").contains("OPTION=VALUE"));
        assert!(message("darkboard:weights=nowhere.toml").contains("nowhere.toml"));
        assert!(message("process").contains("process[[OPTION=VALUE,...]]:PATH"));
        assert!(message("process:").contains("PATH ARG"));
        assert!(message("process[deadline=0]:x").contains("0.001"));
        assert!(message("process[deadlin=1]:x").contains("it has start, deadline"));
        let lost = "process:./nowhere x".parse::<PlayerSpec>().unwrap();
        let lost = lost.process().unwrap().find().unwrap_err().to_string();
        assert!(
            lost.contains("./nowhere") && lost.contains("no such"),
            "{lost}"
        );
        let book = message("darkboard:book=nowhere.txt");
        assert!(book.contains("nowhere.txt") && book.contains("default"));
    }
}
