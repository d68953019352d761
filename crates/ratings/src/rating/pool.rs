//! Games of a pool of players, by the colours of the players.

use std::collections::BTreeMap;

use crate::player_index::PlayerIndex;
use crate::tally::GameScore;

/// Games between two players of a pool with fixed colours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pairing {
    /// Index of White.
    pub white: usize,
    /// Index of Black.
    pub black: usize,
    /// Games that White won.
    pub wins: f64,
    /// Drawn games.
    pub draws: f64,
    /// Games that Black won.
    pub losses: f64,
}

impl Pairing {
    /// Number of games.
    pub fn games(&self) -> f64 {
        self.wins + self.draws + self.losses
    }
}

/// Players and their games. White is the side that moves first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pool {
    players: PlayerIndex,
    /// One entry for each pair of White and Black.
    pairings: Vec<Pairing>,
    /// Place of each pair of White and Black in `pairings`.
    pairs: BTreeMap<(usize, usize), usize>,
}

impl Pool {
    /// A pool without games.
    pub fn new() -> Pool {
        Pool::default()
    }

    /// Counts a game by its result for White.
    pub fn add_game(&mut self, white: &str, black: &str, score: GameScore) {
        let mut counts = [0.0; 3];
        counts[2 - score.half_points()] = 1.0;
        self.add_games(white, black, counts);
    }

    /// Counts games: White's wins, draws, White's losses. Games of a player against itself are left
    /// out.
    pub fn add_games(&mut self, white: &str, black: &str, [wins, draws, losses]: [f64; 3]) {
        if white == black {
            return;
        }
        let (white, black) = (self.players.add(white), self.players.add(black));
        let place = *self.pairs.entry((white, black)).or_insert_with(|| {
            self.pairings.push(Pairing {
                white,
                black,
                wins: 0.0,
                draws: 0.0,
                losses: 0.0,
            });
            self.pairings.len() - 1
        });
        let pairing = &mut self.pairings[place];
        pairing.wins += wins;
        pairing.draws += draws;
        pairing.losses += losses;
    }

    /// Names of the players in the order in which they joined.
    pub fn players(&self) -> &[String] {
        self.players.names()
    }

    /// The games of each pair of White and Black.
    pub(super) fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// Points and games of each player.
    pub(super) fn points(&self) -> Vec<(f64, f64)> {
        let mut points = vec![(0.0, 0.0); self.players().len()];
        for pairing in &self.pairings {
            let white = pairing.wins + pairing.draws / 2.0;
            points[pairing.white].0 += white;
            points[pairing.black].0 += pairing.games() - white;
            points[pairing.white].1 += pairing.games();
            points[pairing.black].1 += pairing.games();
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_for_both_players() {
        let mut pool = Pool::new();
        pool.add_game("a", "b", GameScore::Win);
        pool.add_game("a", "b", GameScore::Win);
        pool.add_game("a", "b", GameScore::Draw { stalemate: false });
        pool.add_game("a", "b", GameScore::Loss);
        pool.add_games("c", "a", [3.0, 1.0, 5.0]);
        pool.add_game("a", "a", GameScore::Win);
        assert_eq!(pool.players(), ["a", "b", "c"]);
        let counts: Vec<_> = pool
            .pairings()
            .iter()
            .map(|p| (p.white, p.black, [p.wins, p.draws, p.losses]))
            .collect();
        assert_eq!(counts, [(0, 1, [2.0, 1.0, 1.0]), (2, 0, [3.0, 1.0, 5.0])]);
        assert_eq!(pool.points(), [(8.0, 13.0), (1.5, 4.0), (3.5, 9.0)]);
    }
}
