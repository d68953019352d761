//! What `darkforge tournament` reads, and what it means.

use std::fmt::Display;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{ConfigError, defaults};
use crate::kriegspiel::Kriegspiel;
use crate::tournament::formats::{
    Adaptive, AdaptiveSettings, Fixed, Format, Knockout, Question, Swiss, gauntlet, round_robin,
};
use crate::tournament::{DuelPairs, Entrant, Tournament};
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::umpire::Ruleset;
use darkforge_streams as streams;

/// Pairs of a meeting, unless the config says otherwise.
const PAIRS: u64 = 10;
/// Players at most.
const MOST_PLAYERS: usize = 256;
/// Players at most where every possible meeting is weighed after each batch.
const MOST_ADAPTIVE: usize = 40;

/// `darkforge tournament CONFIG`. Keys that are not written and belong to the format have
/// their defaults; those of other formats are refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentConfig {
    /// Name of the run: its folder under `results/`.
    pub name: String,
    /// Seed of all randomness.
    #[serde(default = "defaults::one")]
    pub seed: u64,
    /// Rules to play under.
    #[serde(default = "defaults::icc")]
    pub ruleset: String,
    /// Plies after which a game is drawn.
    #[serde(default = "defaults::ply_limit")]
    pub ply_limit: u32,
    /// Whether tries are kept and `games.pgn` is written.
    #[serde(default)]
    pub pgn: bool,
    /// Who meets whom.
    pub format: FormatName,
    /// Colour-swapped pairs of a meeting.
    #[serde(default = "pairs")]
    pub pairs: u64,
    /// Round robin and gauntlet: how often everybody meets; Swiss: rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// Gauntlet: the player that meets all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub candidate: Option<String>,
    /// Knockout and Swiss: where seeds come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeding: Option<Seeding>,
    /// Knockout: pairs added to a drawn meeting at a time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra_pairs: Option<u64>,
    /// Knockout: how often, before the better seed goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_extra: Option<u32>,
    /// Adaptive: what is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Asked>,
    /// Adaptive: probability of the answer that is enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// Adaptive: pairs at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_pairs: Option<u64>,
    /// Adaptive: meetings between two looks at the results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<usize>,
    /// The players.
    pub players: Vec<PlayerConfig>,
}

/// `[[players]]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerConfig {
    /// Its name in files.
    pub name: String,
    /// What it is, as in flags.
    pub spec: String,
}

/// `format`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormatName {
    /// Everybody meets everybody.
    RoundRobin,
    /// One meets all others.
    Gauntlet,
    /// Who loses is out.
    Knockout,
    /// Players with like points meet.
    Swiss,
    /// Those meet whose games tell most.
    Adaptive,
}

impl FormatName {
    /// The format as configs write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            FormatName::RoundRobin => "round-robin",
            FormatName::Gauntlet => "gauntlet",
            FormatName::Knockout => "knockout",
            FormatName::Swiss => "swiss",
            FormatName::Adaptive => "adaptive",
        }
    }
}

/// `seeding`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seeding {
    /// The order of `[[players]]`, best first.
    Listed,
    /// Drawn by the run's seed.
    Drawn,
}

/// `question`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asked {
    /// Who is the strongest.
    First,
    /// The order of all.
    Ranking,
}

fn pairs() -> u64 {
    PAIRS
}

/// A tournament as a config means it.
#[derive(Clone, Debug)]
pub struct TournamentPlan {
    /// What was written, with the format's defaults filled in.
    pub config: TournamentConfig,
    /// Rules to play under.
    pub ruleset: &'static Ruleset,
    /// The tournament before its first game.
    pub schedule: Tournament,
}

impl TournamentPlan {
    /// The game that is played.
    pub fn game(&self) -> Kriegspiel {
        Kriegspiel {
            ruleset: self.ruleset,
            ply_limit: self.config.ply_limit,
            keep_tries: self.config.pgn,
        }
    }
}

impl TournamentConfig {
    /// Reads a config file.
    ///
    /// # Errors
    /// The file cannot be read or is not a config.
    pub fn load(path: &Path) -> Result<TournamentConfig, ConfigError> {
        super::load(path)
    }

    /// Reads a config; `file` is for messages.
    ///
    /// # Errors
    /// The text is not a config: message with line and key.
    pub fn parse(file: &str, text: &str) -> Result<TournamentConfig, ConfigError> {
        super::parse(file, text)
    }

    /// Checks all values and reads what players name.
    ///
    /// # Errors
    /// A value is out of range, or a player is none.
    pub fn check(self, file: &str) -> Result<TournamentPlan, ConfigError> {
        self.check_with(file, |text| {
            text.parse::<PlayerSpec>()
                .map_err(|error| error.to_string())
        })
    }

    /// The same with players from `player`.
    pub(super) fn check_with(
        mut self,
        file: &str,
        player: impl Fn(&str) -> Result<PlayerSpec, String>,
    ) -> Result<TournamentPlan, ConfigError> {
        let problem = |problem: String| ConfigError::new(file, problem);
        self.check_players().map_err(problem)?;
        self.fill_in().map_err(problem)?;
        self.check_ranges().map_err(problem)?;
        let ruleset = self.ruleset.parse();
        let ruleset: &'static Ruleset = ruleset.map_err(|e| problem(format!("ruleset: {e}")))?;
        let mut entrants = Vec::new();
        for (number, config) in (1..).zip(&self.players) {
            let spec = player(&config.spec).map_err(|error| {
                let name = &config.name;
                problem(format!(
                    "players, number {number} (\"{name}\"): spec: {error}"
                ))
            })?;
            entrants.push(Entrant {
                name: config.name.clone(),
                spec,
            });
        }
        let schedule = Tournament::new(self.seed, entrants, self.format().map_err(problem)?);
        Ok(TournamentPlan {
            config: self,
            ruleset,
            schedule,
        })
    }

    fn check_players(&self) -> Result<(), String> {
        let count = self.players.len();
        let most = match self.format {
            FormatName::Adaptive => MOST_ADAPTIVE,
            _ => MOST_PLAYERS,
        };
        if !(2..=most).contains(&count) {
            return Err(format!(
                "players: there are {count}; with format = \"{}\" there must be from 2 to {most} [[players]]",
                self.format.as_str()
            ));
        }
        for (index, player) in self.players.iter().enumerate() {
            let (number, name) = (index + 1, &player.name);
            if name.trim().is_empty() || name.chars().any(char::is_control) {
                return Err(format!(
                    "players, number {number}: name = {name:?}: must be a line of text that is not empty"
                ));
            }
            if self.players[..index]
                .iter()
                .any(|other| other.name == *name)
            {
                return Err(format!(
                    "players, number {number}: name = \"{name}\" is there twice; names must differ"
                ));
            }
        }
        Ok(())
    }

    /// Gives each key that belongs to the format and was not written its default.
    fn fill_in(&mut self) -> Result<(), String> {
        use FormatName::{Adaptive, Gauntlet, Knockout, RoundRobin};
        let (format, players) = (self.format, self.players.len());
        let pairings = (players * (players - 1) / 2) as u64;
        let rounds = match format {
            FormatName::Swiss => Swiss::rounds_for(players),
            _ => 1,
        };
        let first = self.players[0].name.clone();
        let default_pairs = pairings.saturating_mul(self.pairs).saturating_mul(4);
        fill(
            format,
            "rounds",
            &mut self.rounds,
            rounds,
            &[RoundRobin, Gauntlet, FormatName::Swiss],
        )?;
        fill(format, "candidate", &mut self.candidate, first, &[Gauntlet])?;
        let seeded = [Knockout, FormatName::Swiss];
        fill(
            format,
            "seeding",
            &mut self.seeding,
            Seeding::Listed,
            &seeded,
        )?;
        fill(format, "extra_pairs", &mut self.extra_pairs, 2, &[Knockout])?;
        fill(format, "max_extra", &mut self.max_extra, 3, &[Knockout])?;
        fill(
            format,
            "question",
            &mut self.question,
            Asked::First,
            &[Adaptive],
        )?;
        fill(
            format,
            "confidence",
            &mut self.confidence,
            0.95,
            &[Adaptive],
        )?;
        fill(
            format,
            "max_pairs",
            &mut self.max_pairs,
            default_pairs,
            &[Adaptive],
        )?;
        fill(format, "batch", &mut self.batch, 8, &[Adaptive])
    }

    fn check_ranges(&self) -> Result<(), String> {
        let wrong = |key: &str, value: &dyn Display, right: &str| {
            Err(format!("{key} = {value}: must be {right}"))
        };
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if self.name.is_empty() || !self.name.chars().all(plain) || self.name.starts_with('.') {
            let right = "letters, digits, '-', '_' and '.': it becomes a folder's name";
            return wrong("name", &format!("\"{}\"", self.name), right);
        }
        let whole = [
            ("seed", Some(self.seed), 0, (1 << 53) - 1),
            ("ply_limit", Some(self.ply_limit.into()), 2, 100_000),
            ("pairs", Some(self.pairs), 1, 1_000_000),
            ("rounds", self.rounds.map(u64::from), 1, 10_000),
            ("extra_pairs", self.extra_pairs, 0, 10_000),
            ("max_extra", self.max_extra.map(u64::from), 0, 100),
            ("max_pairs", self.max_pairs, 1, 100_000_000),
            ("batch", self.batch.map(|batch| batch as u64), 1, 10_000),
        ];
        for (key, value, least, most) in whole {
            if let Some(value) = value.filter(|value| !(least..=most).contains(value)) {
                return wrong(key, &value, &format!("from {least} to {most}"));
            }
        }
        let least = Adaptive::least_pairs(self.players.len(), self.pairs);
        if let Some(value) = self.max_pairs.filter(|&value| value < least) {
            let right = format!("at least {least}, so that everybody plays");
            return wrong("max_pairs", &value, &right);
        }
        match self.confidence {
            Some(value) if !(0.5..1.0).contains(&value) => {
                wrong("confidence", &value, "at least 0.5 and less than 1")
            }
            _ => Ok(()),
        }
    }

    /// The format before its first game.
    fn format(&self) -> Result<Format, String> {
        let players = self.players.len();
        let rounds = self.rounds.unwrap_or(1);
        Ok(match self.format {
            FormatName::RoundRobin => {
                Format::RoundRobin(Fixed::new(round_robin(players, rounds, self.pairs)))
            }
            FormatName::Gauntlet => {
                let candidate = self.candidate()?;
                Format::Gauntlet(Fixed::new(gauntlet(players, candidate, rounds, self.pairs)))
            }
            FormatName::Knockout => {
                let pairs = DuelPairs {
                    pairs: self.pairs,
                    extra_pairs: self.extra_pairs.unwrap_or(0),
                    max_extra: self.max_extra.unwrap_or(0),
                };
                Format::Knockout(Knockout::new(&self.order(), pairs))
            }
            FormatName::Swiss => Format::Swiss(Swiss::new(&self.order(), rounds, self.pairs)),
            FormatName::Adaptive => {
                let settings = AdaptiveSettings {
                    question: match self.question {
                        Some(Asked::Ranking) => Question::Ranking,
                        _ => Question::First,
                    },
                    confidence: self.confidence.unwrap_or(1.0),
                    pairs: self.pairs,
                    batch: self.batch.unwrap_or(1),
                    max_pairs: self.max_pairs.unwrap_or(0),
                };
                Format::Adaptive(Adaptive::new(players, settings))
            }
        })
    }

    fn candidate(&self) -> Result<usize, String> {
        let name = self.candidate.as_deref().unwrap_or_default();
        let found = self.players.iter().position(|player| player.name == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = self.players.iter().map(|p| p.name.as_str()).collect();
            let names = names.join(", ");
            format!("candidate = \"{name}\": must be the name of a player: {names}")
        })
    }

    /// Players from the first seed down.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        if self.seeding == Some(Seeding::Drawn) {
            streams::shuffle(&mut streams::open(self.seed, "seeding", 0), &mut order);
        }
        order
    }
}

/// Gives `key` its default where it belongs to the `format`, and refuses it elsewhere.
fn fill<T>(
    format: FormatName,
    key: &str,
    value: &mut Option<T>,
    default: T,
    belongs: &[FormatName],
) -> Result<(), String> {
    if belongs.contains(&format) {
        value.get_or_insert(default);
        return Ok(());
    }
    if value.is_none() {
        return Ok(());
    }
    let belongs: Vec<String> = belongs
        .iter()
        .map(|format| format!("\"{}\"", format.as_str()))
        .collect();
    Err(format!(
        "{key}: format = \"{}\" has no such key; it belongs to {}",
        format.as_str(),
        belongs.join(" and ")
    ))
}

#[cfg(test)]
mod tests;
