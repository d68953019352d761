//! Recipes: everything that decides a network, as a TOML file.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::network::{Shape, ShapeError};
use crate::synopsis::COUNT;
use darkforge_kriegspiel::text::toml_mistake;

/// A recipe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Name of the network, and of its folder below `results/`.
    pub name: String,
    /// Seed of games, first numbers and draws of examples.
    pub seed: u64,
    /// Sizes of the network.
    pub network: Sizes,
    /// The games.
    pub games: Games,
    /// The lessons.
    pub training: Training,
    /// The players, each with a headset of its own.
    pub player: Vec<Source>,
}

/// Sizes of the network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sizes {
    /// Numbers of a square between layers, a multiple of 16.
    pub width: usize,
    /// Residual blocks of the tower.
    pub blocks: usize,
    /// Numbers of planes that it does not see.
    #[serde(default)]
    pub without: Vec<usize>,
}

/// Games that are played before the training.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// Games of each pair of players.
    pub pair: usize,
    /// Games of each player against itself.
    #[serde(default)]
    pub own: usize,
    /// Plies after which a game is drawn.
    #[serde(default = "ply_limit")]
    pub ply_limit: u32,
    /// Files of games that were played before, beside the recipe.
    #[serde(default)]
    pub files: Vec<PathBuf>,
}

const fn ply_limit() -> u32 {
    200
}

/// The lessons of a network.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// Steps, each with one headset.
    pub steps: u32,
    /// Examples of a step.
    pub batch: usize,
    /// Greatest rate of learning; it rises over the first hundredth of the steps and falls to zero along a cosine.
    pub rate: f64,
    /// Positions of a synopsis: the paper's l.
    pub l: usize,
    /// Steps between two checkpoints.
    #[serde(default = "save")]
    pub save: u32,
    /// Training weight of the headset of all games.
    #[serde(default = "all")]
    pub all: f64,
    /// Training weight of the headset of the strongest players.
    #[serde(default = "top")]
    pub top: f64,
    /// Validation examples of each headset in the accuracy tables.
    #[serde(default = "validation")]
    pub validation: usize,
}

const fn save() -> u32 {
    500
}

const fn all() -> f64 {
    15.0
}

const fn top() -> f64 {
    13.0
}

const fn validation() -> usize {
    1000
}

/// A player whose games the network learns from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Name of its headset.
    pub name: String,
    /// The player, as in `match`; empty if it only stands in files of games.
    #[serde(default)]
    pub spec: String,
    /// Whether the headset `top` learns from it.
    #[serde(default)]
    pub top: bool,
    /// Training weight of its headset.
    #[serde(default = "weight")]
    pub weight: f64,
}

const fn weight() -> f64 {
    5.0
}

/// A recipe that cannot be followed.
#[derive(Debug, thiserror::Error)]
pub enum RecipeError {
    /// Not a recipe in TOML.
    #[error("{0}")]
    Toml(String),
    /// Sizes that are not possible.
    #[error("[network] {0}")]
    Shape(#[from] ShapeError),
    /// A number out of range.
    #[error("{key} = {value}: {right}")]
    Range {
        /// The key.
        key: String,
        /// Its value.
        value: f64,
        /// The right values.
        right: &'static str,
    },
    /// A name that cannot be a headset's.
    #[error(
        "[[player]] name = \"{0}\": letters, digits, - and _, not 'all', 'top' or 'none', each name once"
    )]
    Name(String),
    /// A name that cannot be a folder's.
    #[error("name = \"{0}\": letters, digits, '-', '_' and '.': it becomes a folder's name")]
    Folder(String),
}

/// The option `opponent=none`: no player of this name.
const NONE: &str = "none";
/// Headsets before those of the players.
pub const GENERAL: [&str; 2] = ["all", "top"];

impl Recipe {
    /// Reads a recipe.
    ///
    /// # Errors
    /// It is not one, or a value is out of range.
    pub fn read(text: &str) -> Result<Recipe, RecipeError> {
        if let Ok(table) = toml::from_str::<toml::Table>(text) {
            let others = [("population", "evolve"), ("players", "tournament")];
            if let Some((section, command)) = others.iter().find(|one| table.contains_key(one.0)) {
                return Err(RecipeError::Toml(format!(
                    "with the section [{section}] this is a config of darkforge {command}"
                )));
            }
        }
        let recipe: Recipe = toml::from_str(text)
            .map_err(|error| RecipeError::Toml(toml_mistake(text, &error, |_| None)))?;
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        let folder = &recipe.name;
        if folder.is_empty() || folder.starts_with('.') || !folder.chars().all(plain) {
            return Err(RecipeError::Folder(folder.clone()));
        }
        for (place, source) in recipe.player.iter().enumerate() {
            let name = &source.name;
            let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
            let again = recipe.player[..place]
                .iter()
                .any(|other| other.name == *name);
            let general = GENERAL.contains(&name.as_str()) || name == NONE;
            if name.is_empty() || !name.chars().all(plain) || again || general {
                return Err(RecipeError::Name(name.clone()));
            }
        }
        recipe.shape().check()?;
        let Training {
            steps,
            batch,
            rate,
            l,
            save,
            validation,
            ..
        } = recipe.training;
        let range = |key: &str, value: f64, least: f64, most: f64, right| {
            if (least..=most).contains(&value) {
                return Ok(());
            }
            let key = key.to_owned();
            Err(RecipeError::Range { key, value, right })
        };
        let limit = f64::from(recipe.games.ply_limit);
        range("[games] ply_limit", limit, 2.0, 1e5, "from 2 to 100000")?;
        range("steps", f64::from(steps), 1.0, 1e8, "from 1 to 100000000")?;
        range("batch", batch as f64, 1.0, 4096.0, "from 1 to 4096")?;
        range("rate", rate, 1e-7, 1.0, "from 0.0000001 to 1")?;
        range("l", l as f64, 1.0, 4096.0, "from 1 to 4096")?;
        range("save", f64::from(save), 1.0, 1e8, "at least 1")?;
        let examples = validation as f64;
        range("validation", examples, 1.0, 1e6, "from 1 to 1000000")?;
        range(
            "players",
            recipe.player.len() as f64,
            1.0,
            100.0,
            "from 1 to 100",
        )?;
        for &plane in &recipe.network.without {
            let last = (COUNT - 1) as f64;
            range("without", plane as f64, 0.0, last, "planes from 0 to 103")?;
        }
        for (headset, weight) in recipe.weights() {
            let key = if GENERAL.contains(&headset.as_str()) {
                format!("[training] {headset}")
            } else {
                format!("[[player]] {headset}: weight")
            };
            range(&key, weight, 1e-3, 1e6, "from 0.001 to 1000000")?;
        }
        Ok(recipe)
    }

    /// The shape of the network: headsets `all`, `top`, and one for each player.
    pub fn shape(&self) -> Shape {
        let own = self.player.iter().map(|source| source.name.clone());
        Shape {
            width: self.network.width,
            blocks: self.network.blocks,
            headsets: GENERAL.map(str::to_owned).into_iter().chain(own).collect(),
        }
    }

    /// Headsets with their training weights.
    pub fn weights(&self) -> Vec<(String, f64)> {
        let own = self.player.iter().map(|source| source.weight);
        let weights = [self.training.all, self.training.top]
            .into_iter()
            .chain(own);
        self.shape().headsets.into_iter().zip(weights).collect()
    }

    /// Pairs of players, White first, of all games in order.
    pub fn pairings(&self) -> Vec<(usize, usize)> {
        let count = self
            .player
            .iter()
            .filter(|source| !source.spec.is_empty())
            .count();
        let mut found = Vec::new();
        let rounds = self.games.pair.max(self.games.own);
        // A round of every pairing after the other, so that a part of the games has all of them.
        for round in 0..rounds {
            for first in 0..count {
                for second in first..count {
                    let games = if first == second {
                        self.games.own
                    } else {
                        self.games.pair
                    };
                    if round < games {
                        found.push(if round % 2 == 0 {
                            (first, second)
                        } else {
                            (second, first)
                        });
                    }
                }
            }
        }
        found
    }
}
