//! Orders: lines from the umpire.

use std::fmt;
use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

use super::clock::{Clock, ClockKeys, seconds};
use super::words::{read, write_overheard, write_said};
use super::{ProtocolError, unknown};
use crate::umpire::{Announcement, Answer, Ending, GameResult, ICC, Outcome, Overheard, Ruleset};
use darkforge_board::{Board, Color, Position};

/// Limits that a program is asked to keep. The umpire passes them on and does not measure them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Positions to examine for a move.
    pub positions: Option<u32>,
    /// Milliseconds to think about a move.
    pub movetime: Option<u32>,
}

/// A game that begins, as far as a player may know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// Its rules.
    pub ruleset: &'static Ruleset,
    /// The player's colour.
    pub color: Color,
    /// Seed of both games of the pair.
    pub seed: u64,
    /// 0 for the player who has White in the first game of the pair, 1 for the other; with the seed
    /// it names the player's own randomness.
    pub stream: u64,
    /// Moves of both sides after which the game is drawn.
    pub plies: u32,
    /// Limits to keep.
    pub limits: Limits,
    /// The player's clock, if it has one.
    pub clock: Option<Clock>,
    /// The position from which the game begins, if it is not the initial one: both players know all
    /// of it.
    pub start: Option<Board>,
}

/// A line from the umpire to the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// The first line: the version of the protocol.
    Protocol(u32),
    /// A game begins.
    NewGame(Box<NewGame>),
    /// It is the program's turn; with a clock, the time left on it.
    YourMove(Option<Duration>),
    /// The answer to the program's question.
    Answer(Answer),
    /// The opponent moved.
    Moved(Overheard, Announcement),
    /// The game is over.
    GameOver(Outcome),
    /// The program shall end.
    Quit,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Protocol(version) => write!(f, "protocol {version}"),
            Order::NewGame(game) => game.fmt(f),
            Order::YourMove(None) => f.write_str("yourmove"),
            Order::YourMove(Some(left)) => write!(f, "yourmove clock {:.3}", left.as_secs_f64()),
            Order::Answer(Answer::Played(said)) => {
                f.write_str("played")?;
                write_said(f, said)
            }
            Order::Answer(Answer::Refused) => f.write_str("refused"),
            Order::Answer(Answer::Nonsense) => f.write_str("nonsense"),
            Order::Answer(Answer::Any(true)) => f.write_str("yes"),
            Order::Answer(Answer::Any(false)) => f.write_str("no"),
            Order::Moved(heard, said) => {
                f.write_str("moved")?;
                write_overheard(f, *heard)?;
                write_said(f, said)
            }
            Order::GameOver(outcome) => {
                write!(f, "gameover {} {}", outcome.result, outcome.ending)
            }
            Order::Quit => f.write_str("quit"),
        }
    }
}

impl fmt::Display for NewGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = self.color.fold_wb("white", "black");
        write!(
            f,
            "newgame ruleset {} color {color} seed {} stream {} plies {}",
            self.ruleset.name, self.seed, self.stream, self.plies
        )?;
        if let Some(positions) = self.limits.positions {
            write!(f, " positions {positions}")?;
        }
        if let Some(movetime) = self.limits.movetime {
            write!(f, " movetime {movetime}")?;
        }
        if let Some(clock) = self.clock {
            clock.write_keys(f)?;
        }
        if let Some(start) = &self.start {
            write!(f, " start {}", start.fen().replace(' ', "_"))?;
        }
        Ok(())
    }
}

impl FromStr for Order {
    type Err = ProtocolError;

    fn from_str(line: &str) -> Result<Order, ProtocolError> {
        let (order, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        Ok(match order {
            "protocol" => {
                let version = rest.split_whitespace().next().and_then(|n| n.parse().ok());
                Order::Protocol(version.ok_or_else(|| unknown(rest, "a version"))?)
            }
            "newgame" => Order::NewGame(Box::new(read_game(rest.split_whitespace())?)),
            "yourmove" => Order::YourMove(time_left(rest.split_whitespace())?),
            "played" => Order::Answer(Answer::Played(read(rest)?.1)),
            "refused" => Order::Answer(Answer::Refused),
            "nonsense" => Order::Answer(Answer::Nonsense),
            "yes" => Order::Answer(Answer::Any(true)),
            "no" => Order::Answer(Answer::Any(false)),
            "moved" => {
                let (heard, said) = read(rest)?;
                Order::Moved(heard, said)
            }
            "gameover" => Order::GameOver(read_outcome(rest)?),
            "quit" => Order::Quit,
            _ => {
                let right = "protocol, newgame, yourmove, played, refused, nonsense, yes, no, moved, gameover or quit";
                return Err(unknown(line, right));
            }
        })
    }
}

fn read_game(mut words: SplitWhitespace<'_>) -> Result<NewGame, ProtocolError> {
    let mut game = NewGame {
        ruleset: &ICC,
        color: Color::White,
        seed: 0,
        stream: 0,
        plies: u32::MAX,
        limits: Limits::default(),
        clock: None,
        start: None,
    };
    let mut clock = ClockKeys::default();
    while let Some(key) = words.next() {
        let missing = || ProtocolError(format!("newgame: '{key}' has no value"));
        let value = words.next().ok_or_else(missing)?;
        let wrong = |right: &str| unknown(&format!("{key} {value}"), right);
        let number = || value.parse::<u32>().map_err(|_| wrong("a whole number"));
        match key {
            "ruleset" => game.ruleset = value.parse().map_err(|e| ProtocolError(format!("{e}")))?,
            "color" => {
                game.color = match value {
                    "white" => Color::White,
                    "black" => Color::Black,
                    _ => return Err(wrong("white or black")),
                }
            }
            "seed" => game.seed = value.parse().map_err(|_| wrong("a whole number"))?,
            "stream" => game.stream = value.parse().map_err(|_| wrong("a whole number"))?,
            "plies" => game.plies = number()?,
            "positions" => game.limits.positions = Some(number()?),
            "movetime" => game.limits.movetime = Some(number()?),
            "start" => {
                let start = value.replace('_', " ").parse::<Position>();
                let start = start.map_err(|_| wrong("a position in FEN, with _ for spaces"))?;
                game.start = Some(start.board().clone());
            }
            // A later version says more.
            _ => clock.take(key, value).map_err(wrong)?,
        }
    }
    game.clock = clock.clock();
    Ok(game)
}

/// The time after the word `clock`; other pairs are of a later version.
fn time_left(mut words: SplitWhitespace<'_>) -> Result<Option<Duration>, ProtocolError> {
    let mut left = None;
    while let Some(key) = words.next() {
        let value = words.next().unwrap_or_default();
        if key == "clock" {
            let time = seconds(value);
            left = Some(time.ok_or_else(|| unknown(value, "a number of seconds"))?);
        }
    }
    Ok(left)
}

fn read_outcome(text: &str) -> Result<Outcome, ProtocolError> {
    let wrong = || unknown(text, "a result and an ending");
    let (result, ending) = text.trim().split_once(' ').ok_or_else(wrong)?;
    match (GameResult::named(result), Ending::named(ending)) {
        (Some(result), Some(ending)) => Ok(Outcome { result, ending }),
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::umpire::{Capture, Captured, Checks, Direction, PawnTries, RULESETS};
    use darkforge_board::{Bitboard, Square};

    #[test]
    fn orders_survive_their_text() {
        for line in [
            "protocol 1",
            "newgame ruleset icc color white seed 5000434609771418 stream 0 plies 1000",
            "newgame ruleset rand-ladder color black seed 7 stream 1 plies 300 positions 500 movetime 20",
            "newgame ruleset icc color black seed 7 stream 1 plies 300 clock 60 increment 0.5 session 40",
            "newgame ruleset icc color black seed 7 stream 1 plies 300 clock 10 increment 0 \
             start 4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1",
            "yourmove",
            "yourmove clock 9.530",
            "refused",
            "nonsense",
            "yes",
            "no",
            "played",
            "played capture d5 captured pawn checks file,knight tries 2",
            "moved refusals 3 any yes capture d6 enpassant checks long",
            "moved tries no",
            "moved refusals 0 capture a8 captured piece tries - promotion",
            "moved tries b4,c4",
            "gameover 1/2-1/2 stalemate",
            "gameover 0-1 forfeit_silence",
            "quit",
        ] {
            assert_eq!(line.parse::<Order>().unwrap().to_string(), line);
        }
        for ruleset in RULESETS {
            let line = format!("newgame ruleset {} color white", ruleset.name);
            assert!(line.parse::<Order>().is_ok(), "{line}");
        }
        let more = "moved clock 3 tries 1 mood good".parse::<Order>().unwrap();
        assert_eq!(
            more.to_string(),
            "moved tries 1",
            "unknown pairs are skipped"
        );
        for wrong in [
            "",
            "newgame start e4",
            "newgame clock much",
            "yourmove clock -1",
            "move",
            "moved tries",
            "moved checks up",
            "gameover 1-0",
            "played captured pawn",
        ] {
            assert!(wrong.parse::<Order>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_announcement_can_be_said() {
        let captures = [
            None,
            Some(None),
            Some(Some(Captured::Pawn)),
            Some(Some(Captured::Piece)),
        ];
        let tries = [
            None,
            Some(PawnTries::Whether(true)),
            Some(PawnTries::Whether(false)),
            Some(PawnTries::Number(0)),
            Some(PawnTries::Number(12)),
            Some(PawnTries::Squares(Bitboard::EMPTY)),
            Some(PawnTries::Squares(Square::A2.into())),
        ];
        let checks = [Checks::NONE, Checks::two(Direction::Rank, Direction::Rank)];
        let checks = checks.into_iter().chain(Direction::ALL.map(Checks::one));
        for checks in checks {
            for (capture, en_passant) in captures.iter().flat_map(|c| [(c, false), (c, true)]) {
                for (pawn_tries, promotion) in tries.iter().flat_map(|t| [(t, false), (t, true)]) {
                    let said = Announcement {
                        capture: capture.map(|kind| Capture {
                            square: Square::H6,
                            kind,
                            en_passant,
                        }),
                        checks,
                        pawn_tries: *pawn_tries,
                        promotion,
                    };
                    for order in [
                        Order::Answer(Answer::Played(said)),
                        Order::Moved(Overheard::default(), said),
                    ] {
                        assert_eq!(order.to_string().parse().as_ref(), Ok(&order), "{order}");
                    }
                }
            }
        }
    }
}
