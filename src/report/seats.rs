//! Seats: the games of a journal by player and colour, counted for several reports.

use std::collections::BTreeMap;

use super::outcomes::{RESULTS, outcome_place_of, place};
use darkforge_board::Color;
use darkforge_kriegspiel::umpire::Ending;
use darkforge_lab::bout::PlayedGame;
use darkforge_lab::journal::{Journal, JournalError};

/// A player with one of the colours, and what its games with it were.
pub(super) struct Seat<'a> {
    pub(super) player: &'a str,
    pub(super) color: Color,
    pub(super) games: u64,
    /// For each of [`RESULTS`] the games by their ending.
    pub(super) endings: [BTreeMap<Ending, u64>; RESULTS.len()],
    /// For each of [`RESULTS`] the games by their number of plies.
    pub(super) lengths: [BTreeMap<u32, u32>; RESULTS.len()],
    pub(super) tries: TrySums,
}

/// Sums over games of the own moves and the refused tries in each. They are whole numbers, so their
/// order does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TrySums {
    pub(super) games: u64,
    pub(super) moves: u64,
    pub(super) refused: u64,
    /// Sum of squares of moves.
    pub(super) moves_squared: u64,
    /// Sum of squares of refused tries.
    pub(super) refused_squared: u64,
    /// Sum of products of both.
    pub(super) products: u64,
}

impl TrySums {
    pub(super) fn add(&mut self, moves: u32, refused: u32) {
        let (moves, refused) = (u64::from(moves), u64::from(refused));
        self.games += 1;
        self.moves += moves;
        self.refused += refused;
        self.moves_squared += moves * moves;
        self.refused_squared += refused * refused;
        self.products += moves * refused;
    }
}

/// Name of a colour in files.
pub(super) fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Number of moves of `color`.
pub fn moves(game: &PlayedGame, color: Color) -> u32 {
    moves_from(game.start.as_deref(), game.plies, color)
}

/// The same of a game of so many plies from `start`, a FEN, in which Black may be to move.
fn moves_from(start: Option<&str>, plies: u32, color: Color) -> u32 {
    let begins = match start.and_then(|fen| fen.split(' ').nth(1)) {
        Some("b") => Color::Black,
        _ => Color::White,
    };
    if color == begins {
        plies.div_ceil(2)
    } else {
        plies / 2
    }
}

/// Number of refused tries of `color`.
pub fn refused(game: &PlayedGame, color: Color) -> u32 {
    match color {
        Color::White => game.white_refused,
        Color::Black => game.black_refused,
    }
}

impl Seat<'_> {
    /// Games by the place of their outcome in [`outcome_names`] and by their ending.
    ///
    /// [`outcome_names`]: super::outcomes::outcome_names
    pub(super) fn outcomes(&self) -> impl Iterator<Item = (usize, Ending, u64)> {
        let ways = self.endings.iter().enumerate();
        ways.flat_map(|(way, endings)| {
            let counts = endings.iter();
            counts.map(move |(&ending, &games)| (outcome_place_of(way, ending), ending, games))
        })
    }

    fn add(&mut self, game: &PlayedGame) {
        let way = place(game.score(self.color));
        self.games += 1;
        *self.endings[way].entry(game.ending).or_default() += 1;
        *self.lengths[way].entry(game.plies).or_default() += 1;
        self.tries
            .add(moves(game, self.color), refused(game, self.color));
    }
}

/// The seats of `players` that have games, in their order, White before Black.
///
/// # Errors
/// The journal cannot be read.
pub(super) fn seats<'a>(
    players: &'a [String],
    journal: &Journal,
) -> Result<Vec<Seat<'a>>, JournalError> {
    let mut seats: Vec<Seat<'a>> = Vec::new();
    for player in players {
        for color in [Color::White, Color::Black] {
            seats.push(Seat {
                player,
                color,
                games: 0,
                endings: Default::default(),
                lengths: Default::default(),
                tries: TrySums::default(),
            });
        }
    }
    let places: BTreeMap<&str, usize> = players
        .iter()
        .enumerate()
        .map(|(place, player)| (player.as_str(), 2 * place))
        .collect();
    for game in journal.games() {
        let game = game?;
        for (name, offset) in [(&game.white, 0), (&game.black, 1)] {
            if let Some(&place) = places.get(name.as_str()) {
                seats[place + offset].add(&game);
            }
        }
    }
    seats.retain(|seat| seat.games > 0);
    Ok(seats)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_those_of_the_colour_that_began() {
        let both = |start, plies| {
            [Color::White, Color::Black].map(|color| moves_from(start, plies, color))
        };
        assert_eq!(both(None, 5), [3, 2]);
        assert_eq!(both(Some("8/8/8/8/8/4k3/4q3/4K3 b - - 0 1"), 1), [0, 1]);
        assert_eq!(both(Some("8/8/8/8/8/4k3/4q3/4K3 w - - 0 1"), 1), [1, 0]);
    }
}
