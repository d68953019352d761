//! How a user names a method: `search`, `search:form=papers,depth=1`, `network`, `engine`, `exact`.

use std::fmt;
use std::str::FromStr;

use super::exact::Exact;
use super::method::Method;
use super::network::Network;
use super::rules::{RuleForm, Rules};
use super::search::{Form, Search, careful};
use darkforge_engine::endgame::ending::Ending;

/// Greatest depth of a search: deeper ones take minutes a game.
const MOST_DEPTH: u32 = 4;

/// A method that can be made any number of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodSpec {
    /// [`Search`].
    Search {
        /// Which evaluation and which way to follow answers.
        form: Form,
        /// Own moves that are looked ahead.
        depth: u32,
    },
    /// Patterns, for a rook and for a pawn.
    Rules {
        /// Whose rules the rook follows.
        form: RuleForm,
    },
    /// [`Network`].
    Network,
    /// [`Network::engine`].
    Engine,
    /// [`Exact`]: proofs of certain mates.
    Exact,
}

/// A text that names no method.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MethodError {
    /// The name before the colon.
    #[error(
        "there is no method '{0}'; there are search[:form=moves|papers|thesis,depth=N], rules[:form=boyce|magari], network, engine and exact"
    )]
    Unknown(String),
    /// An option or its value.
    #[error("method '{text}': {right}")]
    Option {
        /// What was written.
        text: String,
        /// What would be right.
        right: &'static str,
    },
}

impl MethodSpec {
    /// Whether it knows how to play `ending`: rules are for a rook and for a pawn, proofs for
    /// a rook, a queen and two bishops.
    pub const fn plays(self, ending: Ending) -> bool {
        match self {
            MethodSpec::Search { form, .. } => {
                !matches!(form, Form::Thesis) || matches!(ending, Ending::Krk)
            }
            MethodSpec::Network | MethodSpec::Engine => true,
            MethodSpec::Rules { form } => match ending {
                Ending::Krk => true,
                Ending::Kpk => matches!(form, RuleForm::Boyce),
                _ => false,
            },
            MethodSpec::Exact => matches!(ending, Ending::Krk | Ending::Kqk | Ending::Kbbk),
        }
    }

    /// The method, before a game.
    pub fn build(self) -> Box<dyn Method> {
        match self {
            MethodSpec::Search {
                form: Form::Moves,
                depth,
            } => Box::new(careful(depth)),
            MethodSpec::Search {
                form: Form::Papers,
                depth,
            } => Box::new(Search::new(depth)),
            MethodSpec::Search {
                form: Form::Thesis,
                depth,
            } => Box::new(Search::of_the_thesis(depth)),
            MethodSpec::Rules { form } => Box::new(Rules::new(form)),
            MethodSpec::Network => Box::new(Network::default()),
            MethodSpec::Engine => Box::new(Network::engine()),
            MethodSpec::Exact => Box::new(Exact::default()),
        }
    }

    /// The same search looking so many own moves ahead; other methods do not search.
    #[must_use]
    pub fn with_depth(self, depth: u32) -> MethodSpec {
        match self {
            MethodSpec::Search { form, .. } => MethodSpec::Search { form, depth },
            other => other,
        }
    }
}

impl fmt::Display for MethodSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MethodSpec::Search { form, depth } => {
                f.write_str("search")?;
                let mut options = Vec::new();
                if *form != Form::default() {
                    options.push(format!("form={}", form.as_str()));
                }
                if *depth != form.depth() {
                    options.push(format!("depth={depth}"));
                }
                if !options.is_empty() {
                    write!(f, ":{}", options.join(","))?;
                }
                Ok(())
            }
            MethodSpec::Rules { form } if *form == RuleForm::default() => f.write_str("rules"),
            MethodSpec::Rules { form } => write!(f, "rules:form={}", form.as_str()),
            MethodSpec::Network => f.write_str("network"),
            MethodSpec::Engine => f.write_str("engine"),
            MethodSpec::Exact => f.write_str("exact"),
        }
    }
}

impl FromStr for MethodSpec {
    type Err = MethodError;

    fn from_str(text: &str) -> Result<MethodSpec, MethodError> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let wrong = |right| MethodError::Option {
            text: text.to_owned(),
            right,
        };
        let options: Vec<(&str, &str)> = options
            .split(',')
            .filter(|option| !option.is_empty())
            .map(|option| option.split_once('=').ok_or(option))
            .collect::<Result<_, _>>()
            .map_err(|_| wrong("write options as NAME=VALUE"))?;
        match name {
            "search" => search(&options, wrong),
            "rules" => rules(&options, wrong),
            "network" if options.is_empty() => Ok(MethodSpec::Network),
            "network" => Err(wrong("network has no options")),
            "engine" if options.is_empty() => Ok(MethodSpec::Engine),
            "engine" => Err(wrong("engine has no options")),
            "exact" if options.is_empty() => Ok(MethodSpec::Exact),
            "exact" => Err(wrong("exact has no options")),
            _ => Err(MethodError::Unknown(name.to_owned())),
        }
    }
}

fn rules(
    options: &[(&str, &str)],
    wrong: impl Fn(&'static str) -> MethodError,
) -> Result<MethodSpec, MethodError> {
    let mut form = RuleForm::default();
    for &(name, value) in options {
        if name != "form" {
            return Err(wrong("rules has the option form"));
        }
        let found = RuleForm::ALL
            .into_iter()
            .find(|form| form.as_str() == value);
        form = found.ok_or_else(|| wrong("form is boyce or magari"))?;
    }
    Ok(MethodSpec::Rules { form })
}

fn search(
    options: &[(&str, &str)],
    wrong: impl Fn(&'static str) -> MethodError,
) -> Result<MethodSpec, MethodError> {
    let mut form = Form::default();
    let mut depth = None;
    for &(name, value) in options {
        match name {
            "form" => {
                let found = Form::ALL.into_iter().find(|form| form.as_str() == value);
                form = found.ok_or_else(|| wrong("form is moves, papers or thesis"))?;
            }
            "depth" => {
                let read = value.parse().ok();
                let read = read.filter(|depth| (1..=MOST_DEPTH).contains(depth));
                depth = Some(read.ok_or_else(|| wrong("depth is a number from 1 to 4"))?);
            }
            _ => return Err(wrong("search has the options form and depth")),
        }
    }
    Ok(MethodSpec::Search {
        form,
        depth: depth.unwrap_or(form.depth()),
    })
}
