//! Data: games by headset, for training and for validation.

use super::extract::loser_missed_a_win;
use super::game::Game;
use super::recipe::{GENERAL, Recipe};
use darkforge_board::{Color, SIDES, side};
use darkforge_streams as streams;

/// The games of a training.
#[derive(Clone, Debug)]
pub struct Data {
    games: Vec<Game>,
    /// For each headset: numbers of games for training and for validation.
    sets: Vec<[Vec<usize>; 2]>,
    /// For each headset: names of the players whose actions it learns; none means all.
    names: Vec<Option<Vec<String>>>,
    /// Games left out, because their losers missed a forced win.
    pub left_out: usize,
}

/// A headset without games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DataError {
    /// No games of one of the sets.
    #[error("headset '{headset}' has no games for {set}: play or add more")]
    Empty {
        /// The headset.
        headset: String,
        /// `training` or `validation`.
        set: &'static str,
    },
}

impl Data {
    /// Hash of all games in their order, as hexadecimal digits.
    pub fn hash(&self) -> String {
        let mut text = String::new();
        for game in &self.games {
            text += &game.to_string();
            text.push('\n');
        }
        format!("{:016x}", streams::fnv1a(text.as_bytes()))
    }

    /// Sorts games. `threads` look for those whose losers missed a win.
    ///
    /// # Errors
    /// A headset has no games.
    pub fn new(games: Vec<Game>, recipe: &Recipe, threads: usize) -> Result<Data, DataError> {
        let missed = each(&games, threads, loser_missed_a_win);
        let total = games.len();
        let games: Vec<Game> = games
            .into_iter()
            .zip(missed)
            .filter(|(_, missed)| !missed)
            .map(|(game, _)| game)
            .collect();
        let left_out = total - games.len();
        let top = recipe.player.iter().filter(|source| source.top);
        let top = top.map(|source| source.name.clone()).collect();
        let own = recipe
            .player
            .iter()
            .map(|source| Some(vec![source.name.clone()]));
        let names: Vec<Option<Vec<String>>> = [None, Some(top)].into_iter().chain(own).collect();
        let mut sets = vec![[Vec::new(), Vec::new()]; names.len()];
        for (number, game) in games.iter().enumerate() {
            for (names, set) in names.iter().zip(&mut sets) {
                let is_in = |name: &String| names.as_ref().is_none_or(|names| names.contains(name));
                if game.names.iter().any(is_in) {
                    set[usize::from(game.is_validation())].push(number);
                }
            }
        }
        let headsets = GENERAL.map(str::to_owned).into_iter();
        let headsets = headsets.chain(recipe.player.iter().map(|source| source.name.clone()));
        for (headset, set) in headsets.zip(&sets) {
            for (numbers, set) in set.iter().zip(["training", "validation"]) {
                if numbers.is_empty() {
                    return Err(DataError::Empty { headset, set });
                }
            }
        }
        Ok(Data {
            games,
            sets,
            names,
            left_out,
        })
    }

    /// Games of a headset, for training or for validation.
    pub fn set(&self, headset: usize, validation: bool) -> &[usize] {
        &self.sets[headset][usize::from(validation)]
    }

    /// A game by its number.
    pub fn game(&self, number: usize) -> &Game {
        &self.games[number]
    }

    /// Number of all games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Sides of a game from whose actions a headset learns.
    pub fn sides(&self, headset: usize, game: &Game) -> Vec<Color> {
        let names = &self.names[headset];
        let is_in = |color: &Color| {
            let name = &game.names[side(*color)];
            names.as_ref().is_none_or(|names| names.contains(name))
        };
        SIDES.into_iter().filter(is_in).collect()
    }
}

/// Applies a function to all items on several threads; the results are in order.
pub fn each<T: Sync, R: Send>(items: &[T], threads: usize, of: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let size = items.len().div_ceil(threads.max(1)).max(1);
    std::thread::scope(|scope| {
        let parts: Vec<_> = items
            .chunks(size)
            .map(|part| scope.spawn(|| part.iter().map(&of).collect::<Vec<R>>()))
            .collect();
        parts
            .into_iter()
            .flat_map(|part| {
                part.join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect()
    })
}
