//! Config of `darkforge tournament`.

mod candidates;

pub use candidates::Candidates;

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::Path;

use serde::{Deserialize, Serialize};
use toml::de::DeTable;

use super::defaults::{PLY_LIMITS, SEEDS};
use super::read::{self, Config, Source};
use super::section::{check, check_name, section, within};
use super::{ConfigError, MOST_GAMES, TermsConfig, defaults};
use crate::bout::Entrant;
use crate::openings::Opening;
use crate::rules::{Choice, Rules, RunGame};
use crate::tournament::formats::{
    Adaptive, AdaptiveSettings, Fixed, Format, Knockout, Question, Swiss, gauntlet, round_robin,
};
use crate::tournament::{DuelPairs, Tournament};
use darkforge_engine::player::PlayerSpec;
use darkforge_optimise::{Key, KeyKind, Ranges};
use darkforge_streams as streams;

/// Default number of pairs of a meeting.
const PAIRS: u64 = 10;
/// Range of the number of pairs of a meeting.
const MEETING: RangeInclusive<u64> = 1..=1_000_000;
/// Greatest number of players.
const MOST_PLAYERS: usize = 256;
/// Greatest number of players if every possible meeting is evaluated after each batch.
const MOST_ADAPTIVE: usize = 40;

section! {
    /// `darkforge tournament CONFIG`.
    pub struct TournamentConfig, flattened {
        /// Name of the run: its folder under `results/`.
        name: String;
        /// Seed of all randomness.
        #[serde(default = "defaults::one")]
        seed: u64, SEEDS;
        /// Ruleset, such as `icc`, `cincinnati`, `berkeley`, `rand` or `english`; `rbc` is
        /// reconnaissance blind chess.
        #[serde(default = "defaults::icc")]
        ruleset: String;
        /// Number of plies after which a game is drawn.
        #[serde(default = "defaults::ply_limit")]
        ply_limit: u32, PLY_LIMITS;
        /// Whether to keep all tries and write `games.pgn`.
        #[serde(default)]
        pgn: bool;
        /// Reconnaissance blind chess: whether to keep all senses and requests, so that histories can be
        /// written (`--history`).
        #[serde(default, skip_serializing_if = "is_off")]
        history: bool;
        /// Format of the tournament.
        #[serde(flatten)]
        format: FormatConfig;
        /// Openings, clocks and adjudication.
        #[serde(default, skip_serializing_if = "TermsConfig::is_empty")]
        terms: TermsConfig;
        /// The players.
        players: Vec<PlayerConfig>;
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's form
fn is_off(on: &bool) -> bool {
    !on
}

section! {
    /// `[[players]]`
    pub struct PlayerConfig {
        /// Name of the player in files.
        name: String;
        /// Player, as in flags: `darkboard:depth=1`.
        spec: String;
    }
}

macro_rules! formats {
    ($( $(#[doc = $about:literal])* $name:ident($settings:ty) = $kind:literal; )*) => {
        /// `format`, with its keys.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "format")]
        pub enum FormatConfig {
            $( $(#[doc = $about])* #[serde(rename = $kind)] $name($settings), )*
        }

        /// Names of the formats.
        const FORMATS: &[&str] = &[$( $kind ),*];

        impl FormatConfig {
            /// All formats with their defaults, each with its meaning and its keys.
            pub(super) fn all() -> Vec<(FormatConfig, &'static str, Vec<Key>)> {
                vec![$( (
                    FormatConfig::$name(<$settings>::default()),
                    concat!($($about),*).trim_start(),
                    <$settings>::keys(),
                ) ),*]
            }

            /// Name of the format in configs.
            pub const fn as_str(&self) -> &'static str {
                match self { $( FormatConfig::$name(_) => $kind, )* }
            }

            /// The values that `key` may have, in words, if it has a range.
            fn right(key: &str) -> Option<String> {
                let rights = [$( <$settings>::right(key) ),*];
                rights.into_iter().flatten().next()
            }
        }
    };
}

formats! {
    /// Every player meets every other player.
    RoundRobin(RoundRobinConfig) = "round-robin";
    /// One player meets all others.
    Gauntlet(GauntletConfig) = "gauntlet";
    /// Losers are eliminated.
    Knockout(KnockoutConfig) = "knockout";
    /// Players with similar points meet.
    Swiss(SwissConfig) = "swiss";
    /// Meetings with the most information are played.
    Adaptive(AdaptiveConfig) = "adaptive";
}

impl KeyKind for FormatConfig {
    fn in_words() -> String {
        one_of(FORMATS)
    }
}

/// The words of a choice.
fn one_of(words: &[&str]) -> String {
    format!("one of {}", words.join(", "))
}

section! {
    /// Keys of a round robin.
    pub struct RoundRobinConfig {
        /// Number of colour-swapped pairs of a meeting.
        pairs: u64 = PAIRS, MEETING;
        /// Number of times that each two players meet.
        rounds: u32 = 1, 1..=10_000;
    }
}

section! {
    /// Keys of a gauntlet.
    pub struct GauntletConfig {
        /// Number of colour-swapped pairs of a meeting.
        pairs: u64 = PAIRS, MEETING;
        /// Number of times that a candidate meets each other player.
        rounds: u32 = 1, 1..=10_000;
        /// The player that meets all others, by default the first one; or a list of players, who do not
        /// meet each other.
        #[serde(skip_serializing_if = "Option::is_none")]
        candidate: Option<Candidates> = None;
    }
}

section! {
    /// Keys of a knockout.
    pub struct KnockoutConfig {
        /// Number of colour-swapped pairs of a meeting.
        pairs: u64 = PAIRS, MEETING;
        /// Order of the seeds: that of `[[players]]`, or drawn.
        seeding: Seeding = Seeding::Listed;
        /// Number of pairs that are added to a drawn meeting at a time.
        extra_pairs: u64 = 2, 0..=10_000;
        /// Greatest number of additions; then the better seed wins.
        max_extra: u32 = 3, 0..=100;
    }
}

section! {
    /// Keys of a Swiss tournament.
    pub struct SwissConfig {
        /// Number of colour-swapped pairs of a meeting.
        pairs: u64 = PAIRS, MEETING;
        /// Number of rounds; by default the logarithm of the number of players to the base 2,
        /// rounded up.
        #[serde(skip_serializing_if = "Option::is_none")]
        rounds: Option<u32> = None, 1..=10_000;
        /// Order of the seeds: that of `[[players]]`, or drawn.
        seeding: Seeding = Seeding::Listed;
    }
}

section! {
    /// Keys of an adaptive tournament.
    pub struct AdaptiveConfig {
        /// Number of colour-swapped pairs of a meeting.
        pairs: u64 = PAIRS, MEETING;
        /// Question to answer: the strongest player, or the order of all players.
        question: Asked = Asked::First;
        /// Probability of the answer at which the tournament ends.
        confidence: f64 = 0.95;
        /// Greatest number of pairs; by default four meetings for each two players.
        #[serde(skip_serializing_if = "Option::is_none")]
        max_pairs: Option<u64> = None, 1..=100_000_000;
        /// Number of meetings between two checks of the results.
        batch: usize = 8, 1..=10_000;
    }
}

/// `seeding`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seeding {
    /// The order of `[[players]]`, best first.
    Listed,
    /// Drawn from the run's seed.
    Drawn,
}

/// `question`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asked {
    /// The strongest player.
    First,
    /// The order of all players.
    Ranking,
}

impl KeyKind for Seeding {
    fn in_words() -> String {
        one_of(&["listed", "drawn"])
    }
}

impl KeyKind for Asked {
    fn in_words() -> String {
        one_of(&["first", "ranking"])
    }
}

/// A checked tournament.
#[derive(Clone, Debug)]
pub struct TournamentPlan {
    /// The config, with the format's defaults filled in.
    pub config: TournamentConfig,
    /// The game of the tournament.
    pub game: RunGame,
    /// The tournament before its first game.
    pub schedule: Tournament,
}

impl TournamentPlan {
    /// The round robin of `entrants`, each two of whom meet in `pairs` pairs of `game`. The config has
    /// their specs as texts, and `run.toml` their weights by the names in them.
    ///
    /// # Errors
    /// If a value is out of range, two entrants have one name, or different ones are written alike.
    pub fn round_robin(
        name: &str,
        seed: u64,
        game: &RunGame,
        entrants: &[Entrant],
        pairs: u64,
    ) -> Result<TournamentPlan, ConfigError> {
        let written = |entrant: &Entrant| entrant.spec.to_string();
        for (place, one) in entrants.iter().enumerate() {
            let alike = |other: &&Entrant| written(other) == written(one) && other.spec != one.spec;
            if let Some(other) = entrants[..place].iter().find(alike) {
                let (one, text) = (&one.name, written(one));
                let problem = format!(
                    "{} and {one} are different players, both \"{text}\"",
                    other.name
                );
                return Err(ConfigError::new(name, problem));
            }
        }
        let players = entrants.iter().map(|entrant| PlayerConfig {
            name: entrant.name.clone(),
            spec: written(entrant),
        });
        let config = TournamentConfig {
            name: name.to_owned(),
            seed,
            ruleset: game.rules.name().to_owned(),
            ply_limit: game.ply_limit,
            pgn: game.keep_tries && game.rules.kriegspiel().is_some(),
            history: game.keep_tries && game.rules.kriegspiel().is_none(),
            format: FormatConfig::RoundRobin(RoundRobinConfig { pairs, rounds: 1 }),
            terms: TermsConfig::default(),
            players: players.collect(),
        };
        config.check_with(name, &[], |text| {
            let known = entrants.iter().find(|entrant| written(entrant) == text);
            let known = known.map(|entrant| entrant.spec.clone());
            known.ok_or_else(|| format!("no entrant is {text}"))
        })
    }
}

impl Config for TournamentConfig {
    fn right(path: &str) -> Option<String> {
        let common = <TournamentConfig as Ranges>::right(path);
        let terms = path.strip_prefix("terms.").and_then(TermsConfig::right);
        common.or(terms).or_else(|| FormatConfig::right(path))
    }

    fn check_keys(
        source: &Source<'_>,
        prefix: &str,
        table: &DeTable<'_>,
    ) -> Result<(), ConfigError> {
        let kinds = (prefix, "format", FORMATS);
        let keys: Vec<&str> = Self::keys().iter().map(|key| key.name).collect();
        let right = <Self as Config>::right;
        source.check_kind::<FormatConfig>(table, kinds, &keys, right)
    }
}

impl TournamentConfig {
    /// Reads a config file.
    ///
    /// # Errors
    /// If the file cannot be read or is not a config.
    pub fn load(path: &Path) -> Result<TournamentConfig, ConfigError> {
        TournamentConfig::parse(&path.display().to_string(), &super::text_of(path)?)
    }

    /// Reads a config; `file` is for messages.
    ///
    /// # Errors
    /// If the text is not a config; the message has line and key.
    pub fn parse(file: &str, text: &str) -> Result<TournamentConfig, ConfigError> {
        let evolution = &["population", "tuner", "bout"];
        read::refuse_other(file, text, ("players", evolution, "evolve"))?;
        read::refuse_other(file, text, ("players", &["network"], "train"))?;
        read::read(file, text)
    }

    /// Checks all values and reads the weights and books of players.
    ///
    /// # Errors
    /// If a value is out of range, or a text is not a player.
    pub fn check(self, file: &str) -> Result<TournamentPlan, ConfigError> {
        let openings = self.terms.openings(file, self.seed)?;
        self.check_with(file, &openings, |text| {
            text.parse::<PlayerSpec>()
                .map_err(|error| error.to_string())
        })
    }

    /// The same with these openings, and players from `player`.
    pub(super) fn check_with(
        mut self,
        file: &str,
        openings: &[Opening],
        player: impl Fn(&str) -> Result<PlayerSpec, String>,
    ) -> Result<TournamentPlan, ConfigError> {
        let problem = |problem: String| ConfigError::new(file, problem);
        self.check_players().map_err(problem)?;
        check_name(file, &self.name)?;
        within(file, "seed", &self.seed, &SEEDS)?;
        within(file, "ply_limit", &self.ply_limit, &PLY_LIMITS)?;
        let format = self.format(file)?;
        let rules = self.ruleset.parse::<Rules>();
        let rules = rules.map_err(|e| problem(format!("ruleset: {e}")))?;
        match rules {
            Rules::Recon if self.pgn => {
                let says = format!(
                    "pgn = true: {} has no PGN; write history = true",
                    rules.title()
                );
                return Err(problem(says));
            }
            Rules::Kriegspiel(_) if self.history => {
                let says = "history = true: Kriegspiel has no histories; write pgn = true";
                return Err(problem(says.to_owned()));
            }
            _ => {}
        }
        let terms = self.terms.check(file, rules, openings)?;
        let mut entrants = Vec::new();
        for (number, config) in (1..).zip(&self.players) {
            let spec = player(&config.spec);
            let spec = spec.and_then(|spec| rules.check(&spec, Choice::Key).map(|()| spec));
            let spec = spec.and_then(|spec| match spec.given_name() {
                Some(name) if name != config.name => Err(format!(
                    "name={name}, but the player's key name says otherwise: leave one of them out"
                )),
                _ => Ok(spec),
            });
            let spec = spec.map_err(|error| {
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
        let schedule = Tournament::new(self.seed, entrants, format);
        Ok(TournamentPlan {
            game: RunGame {
                rules,
                ply_limit: self.ply_limit,
                keep_tries: self.pgn || self.history,
                terms,
            },
            config: self,
            schedule,
        })
    }

    fn check_players(&self) -> Result<(), String> {
        let count = self.players.len();
        let most = match &self.format {
            FormatConfig::Adaptive(_) => MOST_ADAPTIVE,
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

    /// The format before its first game. Defaults that depend on the players are written into the
    /// config.
    fn format(&mut self, file: &str) -> Result<Format, ConfigError> {
        let players = self.players.len();
        Ok(match &mut self.format {
            FormatConfig::RoundRobin(config) => {
                check(file, "", config)?;
                let pairings = players * (players - 1) / 2;
                check_games(file, pairings, config.rounds, config.pairs)?;
                let meetings = round_robin(players, config.rounds, config.pairs);
                Format::RoundRobin(Fixed::new(meetings))
            }
            FormatConfig::Gauntlet(config) => {
                let first = &self.players[0].name;
                let candidate = &mut config.candidate;
                let candidate = candidate.get_or_insert_with(|| Candidates::One(first.clone()));
                let candidates = candidate.places(file, &self.players)?;
                check(file, "", config)?;
                let meetings = candidates.len() * (players - candidates.len());
                check_games(file, meetings, config.rounds, config.pairs)?;
                let meetings = gauntlet(players, &candidates, config.rounds, config.pairs);
                Format::Gauntlet(Fixed::new(meetings))
            }
            FormatConfig::Knockout(config) => {
                check(file, "", config)?;
                check_games(file, players - 1, 1, config.pairs)?;
                let pairs = DuelPairs {
                    pairs: config.pairs,
                    extra_pairs: config.extra_pairs,
                    max_extra: config.max_extra,
                };
                let order = config.seeding.order(players, self.seed);
                Format::Knockout(Knockout::new(&order, pairs))
            }
            FormatConfig::Swiss(config) => {
                let rounds = Swiss::rounds_for(players);
                let rounds = *config.rounds.get_or_insert(rounds);
                check(file, "", config)?;
                check_games(file, players / 2, rounds, config.pairs)?;
                let order = config.seeding.order(players, self.seed);
                Format::Swiss(Swiss::new(&order, rounds, config.pairs))
            }
            FormatConfig::Adaptive(config) => {
                let pairings = (players * (players - 1) / 2) as u64;
                let max_pairs = pairings.saturating_mul(config.pairs).saturating_mul(4);
                let max_pairs = *config.max_pairs.get_or_insert(max_pairs);
                check(file, "", config)?;
                config.check(file, players, max_pairs)?;
                check_games(file, 1, 1, max_pairs)?;
                let settings = AdaptiveSettings {
                    question: match config.question {
                        Asked::First => Question::First,
                        Asked::Ranking => Question::Ranking,
                    },
                    confidence: config.confidence,
                    pairs: config.pairs,
                    batch: config.batch,
                    max_pairs,
                };
                Format::Adaptive(Adaptive::new(players, settings))
            }
        })
    }
}

/// Refuses more games than a run may have.
fn check_games(file: &str, meetings: usize, rounds: u32, pairs: u64) -> Result<(), ConfigError> {
    let games = (2 * meetings as u64).saturating_mul(rounds.into());
    let games = games.saturating_mul(pairs);
    if games > MOST_GAMES {
        return Err(ConfigError::new(
            file,
            format!(
                "these are {games} games; a run has at most {MOST_GAMES}: fewer pairs or rounds"
            ),
        ));
    }
    Ok(())
}

impl AdaptiveConfig {
    /// Checks values that depend on the number of players, and the confidence.
    fn check(&self, file: &str, players: usize, max_pairs: u64) -> Result<(), ConfigError> {
        let wrong = |key: &str, value: &dyn Display, right: &str| {
            Err(ConfigError::value(file, key, value, right))
        };
        let least = Adaptive::least_pairs(players, self.pairs);
        if max_pairs < least {
            let right = format!("at least {least}, so that everybody plays");
            return wrong("max_pairs", &max_pairs, &right);
        }
        if !(0.5..1.0).contains(&self.confidence) {
            let right = "at least 0.5 and less than 1";
            return wrong("confidence", &self.confidence, right);
        }
        Ok(())
    }
}

impl Seeding {
    /// Players from the first seed down.
    fn order(self, players: usize, seed: u64) -> Vec<usize> {
        let mut order: Vec<usize> = (0..players).collect();
        if self == Seeding::Drawn {
            streams::shuffle(&mut streams::open(seed, "seeding", 0), &mut order);
        }
        order
    }
}

#[cfg(test)]
mod tests;
