//! Filters: the games that a user asks for.

use super::course::Course;
use super::game::Game;
use super::reason::Reason;

/// Conditions on a game, all of which must hold.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// White or Black has this name.
    pub player: Option<String>,
    /// Both ratings are above this.
    pub rated_above: Option<i64>,
    /// Its reason is one of these; any if the list is empty.
    pub ended: Vec<Reason>,
    /// Least number of plies.
    pub min_plies: usize,
    /// Its time control is one of these texts, the empty one for games without the tag; any if the
    /// list is empty.
    pub time_controls: Vec<String>,
}

impl Wanted {
    /// Whether the game's time control is one of those asked for.
    pub fn is_timed(&self, game: &Game) -> bool {
        self.time_controls.is_empty() || self.time_controls.contains(&game.time_control)
    }

    /// Whether a game meets the conditions.
    pub fn holds(&self, course: &Course<'_>) -> bool {
        let game = course.game;
        let player = self.player.as_ref();
        let rated = |least: i64| {
            let mut ratings = game.ratings.iter();
            ratings.all(|rating| rating.is_some_and(|rating| rating > least))
        };
        player.is_none_or(|name| game.players.contains(name))
            && self.rated_above.is_none_or(rated)
            && (self.ended.is_empty() || self.ended.contains(&game.reason))
            && course.turns.len() >= self.min_plies
            && self.is_timed(game)
    }
}
