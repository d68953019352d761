//! Reports of the endgame laboratory: tables, the papers' plots, and the replay of a game.

mod replay;
mod summary;
mod tables;

pub use replay::{svg, text};
pub use summary::{Mean, Summary};
pub(crate) use tables::{InfiniteRow, MovesRow, SummaryRow};
pub use tables::{draw, write};

use darkforge_research::laboratory::{Ending, Game, Outcome};
use serde::Serialize;

darkforge_lab::fields! {
    /// `run.toml` of endings: description of the run.
    #[derive(Clone, Debug, PartialEq, Serialize)]
    pub struct Played {
        /// Version of the program.
        pub version: String,
        /// Seed of the run.
        pub seed: u64,
        /// Ruleset.
        pub ruleset: String,
        /// Of `endgame`: own moves of a game at most.
        pub limit: u32,
        /// Of `endgame`: number of starts of each ending, or `all`.
        pub starts: String,
        /// Of `endgame`: the endings.
        pub endings: Vec<String>,
        /// Of `endgame`: the methods.
        pub methods: Vec<String>,
        /// Of `endgame`: the models of the lone king.
        pub opponents: Vec<String>,
    }
}

/// The games of one method against one opponent.
#[derive(Clone, Debug)]
pub struct Lot {
    /// The ending.
    pub ending: Ending,
    /// White, as in flags.
    pub method: String,
    /// Black.
    pub opponent: &'static str,
    /// Whether a stalemate counts as a win.
    pub stalemate_wins: bool,
    /// Share of games that a random king draws at once, whatever White tries first.
    pub unavoidable: f64,
    /// Each start with its game.
    pub games: Vec<(String, Game)>,
}

impl Lot {
    /// Whether White won.
    pub fn is_won(&self, game: &Game) -> bool {
        match game.outcome {
            Outcome::Mate => true,
            Outcome::Stalemate => self.stalemate_wins,
            _ => false,
        }
    }

    /// Moves of the games that White won, in rising order.
    pub fn moves(&self) -> Vec<u32> {
        let won = self.games.iter().filter(|(_, game)| self.is_won(game));
        let mut moves: Vec<u32> = won.map(|(_, game)| game.moves).collect();
        moves.sort_unstable();
        moves
    }
}
