//! `[terms]` of a config: openings, clocks and adjudication.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::ConfigError;
use super::section::{check, section};
use crate::bout::Entrant;
use crate::openings::{self, Opening};
use crate::rules::Rules;
use crate::terms::Terms;
use darkforge_optimise::KeyKind;

/// Moves of both sides after which the games of a PGN file are openings.
pub const OPENING_PLIES: u32 = 16;

section! {
    /// `[terms]`
    pub struct TermsConfig {
        /// File of positions from which the pairs begin, in turn, each played from both sides: EPD or
        /// FEN in lines, or PGN.
        #[serde(skip_serializing_if = "Option::is_none")]
        openings: Option<String> = None;
        /// Order of the openings: drawn from the seed, or that of the file.
        #[serde(skip_serializing_if = "is_usual")]
        opening_order: OpeningOrder = OpeningOrder::Random;
        /// Plies after which the games of a PGN file are openings.
        #[serde(skip_serializing_if = "is_usual_number")]
        opening_plies: u32 = OPENING_PLIES, 0..=1000;
        /// Position (FEN) from which all games begin.
        #[serde(skip_serializing_if = "Option::is_none")]
        fen: Option<String> = None;
        /// Clock of each player: `60+0.5` for seconds and seconds added after each move, `40/60` for
        /// sessions of moves. Results then depend on the machine.
        #[serde(skip_serializing_if = "Option::is_none")]
        tc: Option<String> = None;
        /// Milliseconds by which a player may exceed its clock.
        #[serde(skip_serializing_if = "is_zero")]
        time_margin: u32 = 0, 0..=60_000;
        /// A player loses when its own scores say so: `score=600,moves=3`, of which parts may be left out.
        #[serde(skip_serializing_if = "Option::is_none")]
        resign: Option<String> = None;
        /// A game is drawn when both players' own scores say so: `number=40,moves=8,score=10`, of which
        /// parts may be left out.
        #[serde(skip_serializing_if = "Option::is_none")]
        draw: Option<String> = None;
        /// Whether score, depth and time of each move are kept, as comments of PGN; with a clock they
        /// are.
        #[serde(skip_serializing_if = "is_off")]
        thoughts: bool = false;
    }
}

/// `opening_order`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningOrder {
    /// Drawn from the run's seed.
    #[default]
    Random,
    /// That of the file.
    File,
}

impl KeyKind for OpeningOrder {
    fn in_words() -> String {
        "one of random, file".to_owned()
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's form
fn is_usual(order: &OpeningOrder) -> bool {
    *order == OpeningOrder::default()
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_usual_number(plies: &u32) -> bool {
    *plies == OPENING_PLIES
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_off(on: &bool) -> bool {
    !on
}

/// A key of `[terms]` that has no effect on the games of these players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vain {
    /// The key.
    pub key: &'static str,
    problem: String,
    /// The key that would give it an effect, if one would.
    remedy: Option<&'static str>,
}

impl Vain {
    /// The problem of the key, as a sentence.
    pub fn of_key(&self) -> String {
        let remedy = |key| format!("; set terms.{key}");
        let remedy = self.remedy.map(remedy).unwrap_or_default();
        format!("terms.{}: {}{remedy}", self.key, self.problem)
    }

    /// The problem of the flag that sets the key, as a sentence.
    pub fn of_flag(&self) -> String {
        let remedy = self.remedy.map(|key| format!("; add --{key}"));
        let flag = self.key.replace('_', "-");
        format!("--{flag}: {}{}", self.problem, remedy.unwrap_or_default())
    }
}

impl TermsConfig {
    /// The first key without effect on games of these players, if there is one. A key is set if it
    /// differs from its default, or `is_given`.
    pub fn vain(&self, players: &[&Entrant], is_given: impl Fn(&str) -> bool) -> Option<Vain> {
        let usual = TermsConfig::default();
        let has_clock = self.tc.is_some() || players.iter().any(|one| one.spec.clock().is_some());
        let has_scores = players.iter().any(|one| one.spec.gives_scores());
        let no_file = || "there is no file of openings".to_owned();
        let no_scores = || format!("no player gives scores: {}", silent(players).join(", "));
        let keys = [
            (
                "opening_order",
                self.opening_order != usual.opening_order,
                self.openings.is_some(),
                no_file(),
                Some("openings"),
            ),
            (
                "opening_plies",
                self.opening_plies != usual.opening_plies,
                self.openings.is_some(),
                no_file(),
                Some("openings"),
            ),
            (
                "time_margin",
                self.time_margin != usual.time_margin,
                has_clock,
                "no player has a clock".to_owned(),
                Some("tc"),
            ),
            (
                "resign",
                self.resign.is_some(),
                has_scores,
                no_scores(),
                None,
            ),
            ("draw", self.draw.is_some(), has_scores, no_scores(), None),
        ];
        let vain = |&(key, differs, has_effect, ..): &(&str, bool, bool, String, Option<&str>)| {
            (differs || is_given(key)) && !has_effect
        };
        let (key, _, _, problem, remedy) = keys.into_iter().find(vain)?;
        Some(Vain {
            key,
            problem,
            remedy,
        })
    }

    /// Names of the `players` that give no scores, if the rules of resigning and drawing need them.
    pub fn without_scores<'a>(&self, players: &[&'a Entrant]) -> Vec<&'a str> {
        if self.resign.is_none() && self.draw.is_none() {
            return Vec::new();
        }
        silent(players)
    }

    /// Whether no key is set.
    pub(super) fn is_empty(&self) -> bool {
        *self == TermsConfig::default()
    }

    /// The openings that it names, in the order of play.
    ///
    /// # Errors
    /// A file or a position that is wrong, or both keys.
    pub(super) fn openings(&self, file: &str, seed: u64) -> Result<Vec<Opening>, ConfigError> {
        let wrong = |key: &str, problem: &dyn std::fmt::Display| {
            ConfigError::new(file, format!("{key}: {problem}"))
        };
        match (&self.openings, &self.fen) {
            (Some(_), Some(_)) => Err(wrong(
                "openings",
                &"name a file of openings, or one position with fen",
            )),
            (Some(path), None) => {
                let found = openings::positions_of_file(Path::new(path), self.opening_plies);
                let mut found = found.map_err(|error| wrong("openings", &error))?;
                if self.opening_order == OpeningOrder::Random {
                    openings::shuffle(&mut found, seed);
                }
                Ok(found)
            }
            (None, Some(fen)) => {
                let board = openings::position(fen).map_err(|problem| wrong("fen", &problem))?;
                let place = "fen".to_owned();
                Ok(vec![Opening { board, place }])
            }
            (None, None) => Ok(Vec::new()),
        }
    }

    /// The terms under `rules`, with these `openings`.
    ///
    /// # Errors
    /// A value that is wrong, or that the game does not have.
    pub(super) fn check(
        &self,
        file: &str,
        rules: Rules,
        openings: &[Opening],
    ) -> Result<Terms, ConfigError> {
        check(file, "terms.", self)?;
        let wrong = |problem: String| ConfigError::new(file, problem);
        match rules {
            Rules::Kriegspiel(ruleset) => {
                let checked = openings::check(openings, ruleset);
                checked.map_err(|error| wrong(error.to_string()))?;
            }
            Rules::Recon => {
                let set = [
                    ("openings", !openings.is_empty()),
                    ("opening_order", !is_usual(&self.opening_order)),
                    ("opening_plies", !is_usual_number(&self.opening_plies)),
                    ("resign", self.resign.is_some()),
                    ("draw", self.draw.is_some()),
                    ("thoughts", self.thoughts),
                ];
                if let Some((key, _)) = set.into_iter().find(|(_, is_set)| *is_set) {
                    let title = rules.title();
                    return Err(wrong(format!("{key}: it is not for {title}")));
                }
            }
        }
        Ok(Terms {
            openings: openings.iter().map(|one| one.board.clone()).collect(),
            clock: value(file, "tc", self.tc.as_ref())?,
            margin: Duration::from_millis(self.time_margin.into()),
            resign: value(file, "resign", self.resign.as_ref())?,
            draw: value(file, "draw", self.draw.as_ref())?,
            thoughts: self.thoughts,
            dialogues: None,
        })
    }
}

/// Names of the `players` that give no scores.
fn silent<'a>(players: &[&'a Entrant]) -> Vec<&'a str> {
    let silent = players.iter().filter(|one| !one.spec.gives_scores());
    silent.map(|one| one.name.as_str()).collect()
}

/// The openings of a `run.toml`.
pub(super) fn read(file: &str, fens: &[String]) -> Result<Vec<Opening>, ConfigError> {
    let opening = |(number, fen): (usize, &String)| {
        let place = format!("openings, number {number}");
        let board = openings::position(fen);
        let board =
            board.map_err(|problem| ConfigError::new(file, format!("{place}: {problem}")))?;
        Ok(Opening { board, place })
    };
    (1..).zip(fens).map(opening).collect()
}

/// The value of a key that is written as text.
fn value<T: FromStr<Err: std::fmt::Display>>(
    file: &str,
    key: &str,
    text: Option<&String>,
) -> Result<Option<T>, ConfigError> {
    let read = |text: &String| {
        let wrong = |error: T::Err| ConfigError::new(file, format!("{key} = \"{text}\": {error}"));
        text.parse::<T>().map_err(wrong)
    };
    text.map(read).transpose()
}
