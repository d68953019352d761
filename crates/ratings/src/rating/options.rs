//! Settings of a rating, and errors of a pool that cannot be rated.

use super::model::RatingModel;

/// Greatest number of players that are rated together: the time grows with the cube of their
/// number.
pub const MOST_PLAYERS: usize = 3000;

/// Settings of a rating.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingOptions {
    /// The model.
    pub model: RatingModel,
    /// Whether White's advantage is estimated; otherwise it is none.
    pub white_advantage: bool,
    /// Players with a given rating.
    pub anchors: Vec<(String, f64)>,
    /// Games added for each pairing that was played, half of them won by each side; `None` adds one
    /// between players who would be infinitely far apart otherwise, and none elsewhere.
    pub prior: Option<f64>,
}

impl RatingOptions {
    /// The rating at which `player` is anchored, in Elo.
    pub(super) fn anchor(&self, player: &str) -> Option<f64> {
        let found = self.anchors.iter().find(|(anchor, _)| anchor == player);
        found.map(|&(_, elo)| elo)
    }
}

impl Default for RatingOptions {
    fn default() -> RatingOptions {
        RatingOptions {
            model: RatingModel::BradleyTerry,
            white_advantage: true,
            anchors: Vec::new(),
            prior: None,
        }
    }
}

/// Reasons for which a pool cannot be rated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatingError {
    /// There is nothing to rate.
    #[error("there is no game between two different players")]
    Empty,
    /// An anchor names an unknown player.
    #[error("anchor '{0}' played no game; the players are {1}")]
    Anchor(String, String),
    /// There are more players than a fit can hold.
    #[error("there are {0} players; at most {MOST_PLAYERS} can be rated together")]
    TooMany(usize),
    /// No maximum was found.
    #[error("the {0} likelihood has no finite maximum; suppose more games by a prior")]
    Diverged(RatingModel),
}
