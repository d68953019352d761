//! `standings.csv`: players from the best down, each against all its opponents.

use super::table::{Counts, EloInterval, row};
use darkforge_ratings::{EloEstimate, Tally};

/// A player's results.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Its place, from 1; `None` without a game.
    pub rank: Option<u32>,
    /// Its name.
    pub player: String,
    /// Its games, from its own side.
    pub tally: Tally,
    /// Forfeits among them, by either side.
    pub forfeits: u64,
}

impl Standing {
    /// A player without a place.
    pub(super) fn new(player: impl Into<String>, tally: Tally, forfeits: u64) -> Standing {
        Standing {
            rank: None,
            player: player.into(),
            tally,
            forfeits,
        }
    }

    /// Elo of its score; unknown without a game that ended on the board.
    pub fn elo(&self) -> EloEstimate {
        if self.forfeits < self.tally.games() {
            return self.tally.elo();
        }
        EloEstimate {
            value: None,
            lo: None,
            hi: None,
        }
    }
}

/// Gives ranks to players in order. Players without games come last without a rank.
pub(super) fn placed(order: impl IntoIterator<Item = Standing>) -> Vec<Standing> {
    let (mut ranked, idle): (Vec<Standing>, Vec<Standing>) = order
        .into_iter()
        .partition(|standing| standing.tally.games() > 0);
    for (rank, standing) in (1..).zip(&mut ranked) {
        standing.rank = Some(rank);
    }
    ranked.extend(idle);
    ranked
}

row! {
    /// A row for each player, the best first: in an evolution for each individual of the last
    /// generation, with its selecting games.
    Row in "standings.csv" {
        /// Place, from 1; empty without games.
        rank: Option<u32>,
        player: String, counts: Counts, elo: EloInterval,
    }
}

impl From<&Standing> for Row {
    fn from(standing: &Standing) -> Row {
        Row {
            rank: standing.rank,
            player: standing.player.clone(),
            counts: standing.tally.into(),
            elo: standing.elo().into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_played_no_game_is_last_and_has_no_rank() {
        let order = [
            Standing::new("idle", Tally::default(), 0),
            Standing::new("first", Tally::of(3, 0, 1), 0),
            Standing::new("crashed", Tally::of(0, 0, 4), 4),
        ];
        let placed = placed(order);
        let ranks: Vec<_> = placed.iter().map(|s| (s.player.as_str(), s.rank)).collect();
        assert_eq!(
            ranks,
            [("first", Some(1)), ("crashed", Some(2)), ("idle", None)]
        );
        let elos: Vec<bool> = placed.iter().map(|s| s.elo().hi.is_some()).collect();
        assert_eq!(elos, [true, false, false], "forfeits alone say no strength");
    }
}
