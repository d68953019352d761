//! Seats: the games of a journal by player and colour, for several reports.

use darkforge_board::Color;
use darkforge_lab::bout::PlayedGame;
use darkforge_lab::journal::Journal;

/// A player with one of the colours, and its games with it.
pub(super) struct Seat<'a> {
    pub(super) player: &'a str,
    pub(super) color: Color,
    pub(super) games: Vec<&'a PlayedGame>,
}

/// Name of a colour in files.
pub(super) fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The seats of `players` that have games, in their order, White before Black.
pub(super) fn seats<'a>(players: &'a [String], journal: &'a Journal) -> Vec<Seat<'a>> {
    let mut seats: Vec<Seat<'a>> = Vec::new();
    for player in players {
        for color in [Color::White, Color::Black] {
            seats.push(Seat {
                player,
                color,
                games: Vec::new(),
            });
        }
    }
    let places: std::collections::BTreeMap<&str, usize> = players
        .iter()
        .enumerate()
        .map(|(place, player)| (player.as_str(), 2 * place))
        .collect();
    for game in journal.games() {
        for (name, offset) in [(&game.white, 0), (&game.black, 1)] {
            if let Some(&place) = places.get(name.as_str()) {
                seats[place + offset].games.push(game);
            }
        }
    }
    seats.retain(|seat| !seat.games.is_empty());
    seats
}
