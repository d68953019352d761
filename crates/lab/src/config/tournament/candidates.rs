//! Candidates of a gauntlet.

use serde::{Deserialize, Serialize};

use super::PlayerConfig;
use crate::config::ConfigError;
use darkforge_optimise::KeyKind;

/// A player's name, or a list of names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "the name of a player, or a list of names")]
pub enum Candidates {
    /// One candidate.
    One(String),
    /// Several, who do not meet each other.
    Several(Vec<String>),
}

impl Candidates {
    /// All of them.
    fn names(&self) -> &[String] {
        match self {
            Candidates::One(name) => std::slice::from_ref(name),
            Candidates::Several(names) => names,
        }
    }

    /// Their places among `players`.
    pub(super) fn places(
        &self,
        file: &str,
        players: &[PlayerConfig],
    ) -> Result<Vec<usize>, ConfigError> {
        let mut places = Vec::new();
        for name in self.names() {
            let place = players.iter().position(|player| player.name == *name);
            match place {
                Some(place) if !places.contains(&place) => places.push(place),
                _ => {
                    let names: Vec<&str> = players.iter().map(|player| &*player.name).collect();
                    let right = format!("names of players, each once: {}", names.join(", "));
                    let found = format!("\"{name}\"");
                    return Err(ConfigError::value(file, "candidate", &found, &right));
                }
            }
        }
        if places.is_empty() || places.len() == players.len() {
            let found = format!("a list of {}", places.len());
            let right = "one or more players, and not all of them";
            return Err(ConfigError::value(file, "candidate", &found, right));
        }
        Ok(places)
    }
}

impl KeyKind for Candidates {
    fn in_words() -> String {
        "text or list of texts".to_owned()
    }
}
