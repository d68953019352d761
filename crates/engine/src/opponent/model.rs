//! Models of an opponent's choice: counts of its moves, factors, weights of the terms, and trust.

use std::path::Path;

use super::error::OpponentError;
use super::factors::Factors;
use super::file;
use super::habits::{Habits, Situation};
use super::terms::{TERMS, Terms};
use darkforge_board::{Board, MoveList};
use darkforge_kriegspiel::belief::{Before, EnemyChoice};
use darkforge_kriegspiel::text;
use darkforge_kriegspiel::umpire::Ruleset;
use darkforge_streams::fnv1a;

/// Embedded models by name.
const EMBEDDED: [(&str, &str); 1] = [("hs", include_str!("../../assets/opponents/hs.toml"))];

/// Name of a model's file in the folder that `darkforge model` makes.
pub const MODEL_FILE: &str = "model.toml";

/// Share of the probability that follows a model, unless its file says otherwise.
pub const TRUST: f64 = 0.5;

/// A model of one opponent.
#[derive(Clone, Debug)]
pub struct Opponent {
    /// Name of the player in its games.
    pub player: String,
    /// Number of its games.
    pub games: u32,
    /// Number of its moves in them.
    pub moves: u32,
    /// Ruleset of most of its games.
    pub ruleset: &'static Ruleset,
    /// Share of the probability that follows this model instead of the general one, from 0 to less
    /// than 1.
    pub trust: f64,
    /// Weight of each of [`TERMS`].
    pub weights: [f64; TERMS.len()],
    /// Counts of its moves.
    pub habits: Habits,
    /// Factors of the belief's move model, of which comes the last term.
    pub factors: Factors,
    /// Attacks that it began on each square, a1 to h8 in its own frame, and that were begun on it.
    pub attacks: [Vec<u32>; 2],
    pub(super) terms: Terms,
}

impl PartialEq for Opponent {
    /// Whether their files are the same.
    fn eq(&self, other: &Opponent) -> bool {
        self.to_toml("") == other.to_toml("")
    }
}

impl Opponent {
    /// A model with the counts of `habits` and these factors.
    #[must_use]
    pub fn new(
        player: &str,
        ruleset: &'static Ruleset,
        games: u32,
        weights: [f64; TERMS.len()],
        habits: Habits,
        factors: Factors,
    ) -> Opponent {
        Opponent {
            player: player.to_owned(),
            games,
            moves: habits
                .table(super::Table::Kinds)
                .iter()
                .map(|pair| pair.played)
                .sum(),
            ruleset,
            trust: TRUST,
            weights,
            terms: Terms::of(&habits),
            habits,
            factors,
            attacks: [vec![0; 64], vec![0; 64]],
        }
    }

    /// The model called `name`: an embedded one, a file, or a folder made by `darkforge model`.
    ///
    /// # Errors
    /// If it cannot be read or has an error.
    pub fn load(name: &str) -> Result<Opponent, OpponentError> {
        if let Some((_, text)) = EMBEDDED.iter().find(|(known, _)| *known == name) {
            return Opponent::parse(name, text);
        }
        let mut path = Path::new(name).to_owned();
        if path.is_dir() {
            path.push(MODEL_FILE);
        }
        let text = text::read(&path).map_err(|error| OpponentError::Read {
            path: path.display().to_string(),
            problem: match error.kind() {
                std::io::ErrorKind::NotFound => {
                    "no such file (darkforge model makes it; the embedded one is called 'hs')"
                        .to_owned()
                }
                _ => error.to_string(),
            },
        })?;
        Opponent::parse(&path.display().to_string(), &text)
    }

    /// Reads a model; `path` is for messages.
    ///
    /// # Errors
    /// The first thing that is wrong in `text`, with its key.
    pub fn parse(path: &str, text: &str) -> Result<Opponent, OpponentError> {
        file::read(path, text)
    }

    /// The model as a file's text; `heading` becomes comment lines at the top.
    pub fn to_toml(&self, heading: &str) -> String {
        file::write(self, heading)
    }

    /// Hash of the model: models with the same hash are the same to a player.
    pub fn signature(&self) -> u64 {
        fnv1a(self.to_toml("").as_bytes())
    }
}

impl EnemyChoice for Opponent {
    fn weigh(&self, board: &Board, before: &Before, legal: &MoveList, likelihoods: &mut Vec<f32>) {
        let situation = Situation::of(board, before);
        let weights = self.weights.map(|weight| weight as f32);
        let usual = self.factors.model();
        usual.weigh(board, before, legal, likelihoods);
        for (&m, likelihood) in legal.iter().zip(likelihoods) {
            let terms = self.terms.of_move(&situation, m, *likelihood);
            let sum: f32 = terms
                .iter()
                .zip(weights)
                .map(|(term, weight)| term * weight)
                .sum();
            *likelihood = libm::expf(sum.clamp(-40.0, 40.0));
        }
    }

    fn trust(&self) -> f32 {
        self.trust as f32
    }
}
