//! `crosstable.csv`: the score of every player against every other one.

use std::collections::BTreeMap;

use super::plot::crosstable::Met;
use super::table::{Counts, row};
use darkforge_board::Color;
use darkforge_lab::bout::PlayedGame;
use darkforge_lab::journal::{Journal, JournalError};
use darkforge_ratings::{GameScore, PlayerIndex, Pool, Tally};

/// Tallies of each two players that met.
#[derive(Clone, Debug, Default)]
pub struct Crosstable {
    players: PlayerIndex,
    /// By places, from the first one's side, in both orders.
    tallies: BTreeMap<(usize, usize), Tally>,
    /// White's wins, draws and losses by places of White and Black.
    colored: BTreeMap<(usize, usize), [u64; 3]>,
}

impl Crosstable {
    /// A table of `players`, with rows even for those without games.
    pub fn new(players: &[String]) -> Crosstable {
        let mut table = Crosstable::default();
        for player in players {
            table.players.add(player);
        }
        table
    }

    /// The games of a journal; two of one pair count as a colour-swapped pair.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn of_journal(players: &[String], journal: &Journal) -> Result<Crosstable, JournalError> {
        let mut table = Crosstable::new(players);
        table.add_journal(journal, str::to_owned)?;
        Ok(table)
    }

    /// Counts the games of a journal, with names changed by `name`.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn add_journal(
        &mut self,
        journal: &Journal,
        name: impl Fn(&str) -> String,
    ) -> Result<(), JournalError> {
        let mut waiting: Option<PlayedGame> = None;
        for game in journal.games() {
            let game = game?;
            match waiting.take() {
                Some(first) if first.pair == game.pair && first.white == game.black => {
                    self.add_pair(&first, &game, &name);
                }
                Some(alone) => {
                    self.add_played(&alone, &name);
                    waiting = Some(game);
                }
                None => waiting = Some(game),
            }
        }
        if let Some(alone) = waiting {
            self.add_played(&alone, &name);
        }
        Ok(())
    }

    /// Counts one game by White's result.
    pub fn add(&mut self, white: &str, black: &str, score: GameScore) {
        let mut tally = Tally::default();
        tally.add_game(score);
        self.add_colored(white, black, score);
        self.add_tally(white, black, tally);
    }

    fn add_played(&mut self, game: &PlayedGame, name: &impl Fn(&str) -> String) {
        let [white, black] = [&game.white, &game.black].map(|player| name(player));
        self.add(&white, &black, game.score(Color::White));
    }

    fn add_pair(
        &mut self,
        first: &PlayedGame,
        second: &PlayedGame,
        name: &impl Fn(&str) -> String,
    ) {
        let [one, other] = [&first.white, &first.black].map(|player| name(player));
        let mut tally = Tally::default();
        tally.add_pair(first.score(Color::White), second.score(Color::Black));
        self.add_colored(&one, &other, first.score(Color::White));
        self.add_colored(&other, &one, second.score(Color::White));
        self.add_tally(&one, &other, tally);
    }

    fn add_colored(&mut self, white: &str, black: &str, score: GameScore) {
        let places = (self.players.add(white), self.players.add(black));
        self.colored.entry(places).or_default()[2 - score.half_points()] += 1;
    }

    fn add_tally(&mut self, one: &str, other: &str, tally: Tally) {
        let (one, other) = (self.players.add(one), self.players.add(other));
        *self.tallies.entry((one, other)).or_default() += tally;
        if one != other {
            *self.tallies.entry((other, one)).or_default() += tally.swapped();
        }
    }

    /// The games by White and Black, for ratings.
    pub fn pool(&self) -> Pool {
        let mut pool = Pool::new();
        for (&(white, black), &counts) in &self.colored {
            let [white, black] = [white, black].map(|place| self.players()[place].as_str());
            pool.add_games(white, black, counts.map(|n| n as f64));
        }
        pool
    }

    /// Names of the players, in the order of their first game.
    pub fn players(&self) -> &[String] {
        self.players.names()
    }

    /// All games of a player except those against itself.
    pub fn total(&self, player: &str) -> Tally {
        let Some(place) = self.players.number(player) else {
            return Tally::default();
        };
        let own = self.tallies.range((place, 0)..=(place, usize::MAX));
        own.filter(|&(&(one, other), _)| one != other)
            .map(|(_, &tally)| tally)
            .sum()
    }

    /// The games of one player against another, from the first one's side.
    pub fn tally(&self, one: &str, other: &str) -> Tally {
        let places = (self.players.number(one), self.players.number(other));
        let (Some(one), Some(other)) = places else {
            return Tally::default();
        };
        self.tallies.get(&(one, other)).copied().unwrap_or_default()
    }

    /// Points and games of each of `players` against each other.
    pub(super) fn met(&self, players: &[String]) -> Vec<Vec<Met>> {
        let met = |one: &String, other: &String| {
            let tally = self.tally(one, other);
            Met {
                points: tally.wins as f64 + tally.draws as f64 / 2.0,
                games: if one == other { 0 } else { tally.games() },
            }
        };
        let rows = players.iter();
        rows.map(|one| players.iter().map(|other| met(one, other)).collect())
            .collect()
    }
}

row! {
    /// A row for each player and each opponent that it met.
    Row in "crosstable.csv" {
        player: String, opponent: String, counts: Counts,
    }
}

/// The rows of each two of `players` that met, in their order.
pub(super) fn rows(table: &Crosstable, players: &[String]) -> impl Iterator<Item = Row> {
    let pairs = players
        .iter()
        .flat_map(|one| players.iter().map(move |other| (one, other)));
    pairs.filter_map(|(one, other)| {
        let tally = table.tally(one, other);
        (tally.games() > 0).then(|| Row {
            player: one.clone(),
            opponent: other.clone(),
            counts: tally.into(),
        })
    })
}
