//! Protocol: the lines of text between a referee and a player in another program. They are those of
//! Kriegspiel's protocol (`docs/protocol.md`), with senses.
//!
//! ```
//! use darkforge_recon::protocol::{Order, Reply};
//!
//! assert_eq!("moved capture e4".parse::<Order>()?.to_string(), "moved capture e4");
//! assert_eq!("sense e7".parse::<Reply>()?.to_string(), "sense e7");
//! # Ok::<(), darkforge_recon::protocol::ProtocolError>(())
//! ```

use std::fmt;
use std::str::{FromStr, SplitWhitespace};

use crate::referee::{Piece, Request, Seen, Sense};
use darkforge_board::{Bitboard, Color, Square, index, side};
pub use darkforge_kriegspiel::protocol::Clock;
use darkforge_kriegspiel::protocol::ClockKeys;

/// Name of the rules in `newgame`.
pub const RULESET: &str = "rbc";

/// A line that is not in the protocol, with the reason as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ProtocolError(String);

fn unknown(text: &str, right: &str) -> ProtocolError {
    let shown: String = text.chars().take(60).flat_map(char::escape_debug).collect();
    ProtocolError(format!("'{shown}' is not {right}"))
}

/// A game that begins, as far as a player may know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The player's colour.
    pub color: Color,
    /// Seed of both games of the pair.
    pub seed: u64,
    /// 0 for the player who has White in the first game of the pair, 1 for the other; with the seed
    /// it names the player's own randomness.
    pub stream: u64,
    /// Moves of both sides after which the game is drawn.
    pub plies: u32,
    /// The player's clock, if it has one.
    pub clock: Option<Clock>,
}

/// A line from the referee to the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// The first line: the version of the protocol.
    Protocol(u32),
    /// A game begins.
    NewGame(NewGame),
    /// It is the program's turn: it senses.
    YourMove,
    /// The men of the window in reading order, `.` for none; the program requests a move.
    Seen(String),
    /// The request is impossible; the program makes another.
    Nonsense,
    /// The move taken, and the square of its capture.
    Played(Request, Option<Square>),
    /// The opponent moved, and captured on this square.
    Moved(Option<Square>),
    /// The game is over: the result and the ending.
    GameOver(String),
    /// The program shall end.
    Quit,
}

impl Order {
    /// The window of a sense.
    pub fn seen(seen: &Seen) -> Order {
        let letter = |(_, piece): (Square, Option<Piece>)| piece.map_or('.', Piece::letter);
        Order::Seen(seen.squares().map(letter).collect())
    }
}

fn write_capture(f: &mut fmt::Formatter<'_>, capture: Option<Square>) -> fmt::Result {
    capture.map_or(Ok(()), |square| write!(f, " capture {square}"))
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Protocol(version) => write!(f, "protocol {version}"),
            Order::NewGame(game) => {
                write!(
                    f,
                    "newgame ruleset {RULESET} color {} seed {} stream {} plies {}",
                    game.color.fold_wb("white", "black"),
                    game.seed,
                    game.stream,
                    game.plies
                )?;
                game.clock.map_or(Ok(()), |clock| clock.write_keys(f))
            }
            Order::YourMove => f.write_str("yourmove"),
            Order::Seen(letters) if letters.is_empty() => f.write_str("seen -"),
            Order::Seen(letters) => write!(f, "seen {letters}"),
            Order::Nonsense => f.write_str("nonsense"),
            Order::Played(taken, capture) => {
                write!(f, "played {taken}")?;
                write_capture(f, *capture)
            }
            Order::Moved(capture) => {
                f.write_str("moved")?;
                write_capture(f, *capture)
            }
            Order::GameOver(words) => write!(f, "gameover {words}"),
            Order::Quit => f.write_str("quit"),
        }
    }
}

impl FromStr for Order {
    type Err = ProtocolError;

    fn from_str(line: &str) -> Result<Order, ProtocolError> {
        let (order, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let mut words = rest.split_whitespace();
        Ok(match order {
            "protocol" => {
                let version = words.next().and_then(|n| n.parse().ok());
                Order::Protocol(version.ok_or_else(|| unknown(rest, "a version"))?)
            }
            "newgame" => Order::NewGame(read_game(words)?),
            "yourmove" => Order::YourMove,
            "seen" if rest == "-" => Order::Seen(String::new()),
            "seen" => Order::Seen(rest.to_owned()),
            "nonsense" => Order::Nonsense,
            "played" => {
                let taken = words.next().unwrap_or_default();
                let taken = taken
                    .parse()
                    .map_err(|_| unknown(taken, "a move, or pass"))?;
                Order::Played(taken, read_capture(words)?)
            }
            "moved" => Order::Moved(read_capture(words)?),
            "gameover" => Order::GameOver(rest.to_owned()),
            "quit" => Order::Quit,
            _ => {
                let right =
                    "protocol, newgame, yourmove, seen, nonsense, played, moved, gameover or quit";
                return Err(unknown(line, right));
            }
        })
    }
}

/// The square after the word `capture`; other pairs are of a later version.
fn read_capture(mut words: SplitWhitespace<'_>) -> Result<Option<Square>, ProtocolError> {
    let mut capture = None;
    while let Some(key) = words.next() {
        let value = words.next().unwrap_or_default();
        if key == "capture" {
            let square = value.parse().map_err(|_| unknown(value, "a square"))?;
            capture = Some(square);
        }
    }
    Ok(capture)
}

fn read_game(mut words: SplitWhitespace<'_>) -> Result<NewGame, ProtocolError> {
    let mut game = NewGame {
        color: Color::White,
        seed: 0,
        stream: 0,
        plies: u32::MAX,
        clock: None,
    };
    let mut clock = ClockKeys::default();
    while let Some(key) = words.next() {
        let value = words.next().unwrap_or_default();
        let wrong = |right: &str| unknown(&format!("{key} {value}"), right);
        match key {
            "ruleset" if value != RULESET => return Err(wrong("ruleset rbc")),
            "color" => {
                game.color = match value {
                    "white" => Color::White,
                    "black" => Color::Black,
                    _ => return Err(wrong("white or black")),
                }
            }
            "seed" => game.seed = value.parse().map_err(|_| wrong("a whole number"))?,
            "stream" => game.stream = value.parse().map_err(|_| wrong("a whole number"))?,
            "plies" => game.plies = value.parse().map_err(|_| wrong("a whole number"))?,
            // A later version says more.
            _ => clock.take(key, value).map_err(wrong)?,
        }
    }
    game.clock = clock.clock();
    Ok(game)
}

/// Reads the men of the window of `sense`.
///
/// # Errors
/// Another number of letters than the window has squares, or a letter that is no man's.
pub fn read_window(sense: Sense, letters: &str) -> Result<Seen, ProtocolError> {
    let mut seen = Seen::of(&[[Bitboard::EMPTY; 6]; 2], sense);
    let squares: Vec<Square> = seen.squares().map(|(square, _)| square).collect();
    if squares.len() != letters.chars().count() {
        let right = format!("a window of {} squares", squares.len());
        return Err(unknown(letters, &right));
    }
    for (square, letter) in squares.into_iter().zip(letters.chars()) {
        if letter == '.' {
            continue;
        }
        let piece = Piece::lettered(letter).ok_or_else(|| unknown(letters, "a window"))?;
        seen.men[side(piece.color)][index(piece.role)].add(square);
    }
    Ok(seen)
}

/// A line from the program to the referee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The program is ready; the reply to the first line also has its protocol version.
    Ready(Option<u32>),
    /// `sense SQUARE`, or `sense -` for none.
    Sense(Sense),
    /// `try MOVE` or `pass`.
    Ask(Request),
    /// The program resigns.
    Resign,
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Ready(None) => f.write_str("ready"),
            Reply::Ready(Some(version)) => write!(f, "ready {version}"),
            Reply::Sense(sense) => write!(f, "sense {sense}"),
            Reply::Ask(Request::PASS) => f.write_str("pass"),
            Reply::Ask(asked) => write!(f, "try {asked}"),
            Reply::Resign => f.write_str("resign"),
        }
    }
}

impl FromStr for Reply {
    type Err = ProtocolError;

    fn from_str(line: &str) -> Result<Reply, ProtocolError> {
        let wrong = || {
            let right = "'sense SQUARE', 'sense -', 'try MOVE' with a move such as e2e4 or e7e8q, 'pass', 'resign' \
                 or 'ready'";
            unknown(line, right)
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        Ok(match words[..] {
            ["ready"] => Reply::Ready(None),
            ["ready", version] => Reply::Ready(Some(version.parse().map_err(|_| wrong())?)),
            ["sense", square] => Reply::Sense(square.parse().map_err(|_| wrong())?),
            ["try", "pass"] => return Err(wrong()),
            ["try", asked] => Reply::Ask(asked.parse().map_err(|_| wrong())?),
            ["pass"] => Reply::Ask(Request::PASS),
            ["resign"] => Reply::Resign,
            _ => return Err(wrong()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_survive_their_text_and_wrong_ones_are_refused() {
        for line in [
            "protocol 1",
            "newgame ruleset rbc color black seed 7 stream 1 plies 300",
            "yourmove",
            "seen ..k.pP.Q.",
            "seen -",
            "nonsense",
            "played pass",
            "played e7e8q capture e8",
            "moved",
            "moved capture a8",
            "gameover 1-0 king_capture",
            "quit",
        ] {
            assert_eq!(line.parse::<Order>().unwrap().to_string(), line);
        }
        for line in ["move", "played", "moved capture z9", "newgame ruleset icc"] {
            assert!(line.parse::<Order>().is_err(), "{line}");
        }
        for line in [
            "ready", "ready 1", "sense e7", "sense -", "try e2e4", "pass", "resign",
        ] {
            assert_eq!(line.parse::<Reply>().unwrap().to_string(), line);
        }
        for line in ["sense", "sense e9", "try pass", "try", "e2e4", "any"] {
            assert!(line.parse::<Reply>().is_err(), "{line}");
        }
    }

    #[test]
    fn a_window_survives_its_letters() {
        let sense = Sense::at(Square::A8);
        for letters in ["kq..", "....", "PR.n"] {
            let seen = read_window(sense, letters).unwrap();
            assert_eq!(Order::seen(&seen), Order::Seen(letters.to_owned()));
        }
        assert!(read_window(sense, "...").is_err());
        assert!(read_window(sense, "...x").is_err());
        assert!(read_window(Sense::NONE, "").is_ok());
    }
}
