//! Clocks: time for a game, and time added after each own move.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::{ProtocolError, unknown};

/// Most seconds of a clock: a day.
const MOST: f64 = 86_400.0;
/// Most moves of a session.
const MOST_MOVES: u32 = 1000;
/// The right form.
const RIGHT: &str = "a clock such as 60+0.5, 60 or 40/60+0.5: moves of a session, seconds for it, \
                     and seconds added after each move; at most a day";

/// A player's clock.
///
/// ```
/// use darkforge_kriegspiel::protocol::Clock;
///
/// let clock: Clock = "40/900+5".parse()?;
/// assert_eq!((clock.moves, clock.increment.as_secs()), (Some(40), 5));
/// assert_eq!(clock.to_string(), "40/900+5");
/// assert_eq!("60".parse::<Clock>()?.to_string(), "60+0");
/// assert!("0+1".parse::<Clock>().is_err());
/// # Ok::<(), darkforge_kriegspiel::protocol::ProtocolError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time at the start, and of each session.
    pub start: Duration,
    /// Time added after each own move.
    pub increment: Duration,
    /// Own moves of a session, after which the time at the start is added; `None` if the game is
    /// one session.
    pub moves: Option<u32>,
}

impl Clock {
    /// Time that is added after the own move number `move_number`, counted from 1.
    pub fn added_after(&self, move_number: u32) -> Duration {
        let ends = self
            .moves
            .is_some_and(|moves| move_number.is_multiple_of(moves));
        if ends {
            self.increment + self.start
        } else {
            self.increment
        }
    }

    /// Writes the clock as keys of the line `newgame`, with a space before each.
    ///
    /// # Errors
    /// Those of `f`.
    pub fn write_keys(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, increment) = (self.start.as_secs_f64(), self.increment.as_secs_f64());
        write!(f, " clock {start} increment {increment}")?;
        self.moves
            .map_or(Ok(()), |moves| write!(f, " session {moves}"))
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        let (start, increment) = (self.start.as_secs_f64(), self.increment.as_secs_f64());
        write!(f, "{start}+{increment}")
    }
}

impl FromStr for Clock {
    type Err = ProtocolError;

    fn from_str(text: &str) -> Result<Clock, ProtocolError> {
        let read = || {
            let (moves, time) = match text.split_once('/') {
                None => (None, text),
                Some((moves, time)) => (Some(session(moves)?), time),
            };
            let (start, increment) = time.split_once('+').unwrap_or((time, "0"));
            let clock = Clock {
                start: minutes(start)?,
                increment: seconds(increment)?,
                moves,
            };
            (!clock.start.is_zero()).then_some(clock)
        };
        read().ok_or_else(|| unknown(text, RIGHT))
    }
}

/// Keys of a clock in the line `newgame` as they are read.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClockKeys {
    start: Option<Duration>,
    increment: Duration,
    moves: Option<u32>,
}

impl ClockKeys {
    /// Takes a key and its value; other keys are ignored.
    ///
    /// # Errors
    /// The right form of a wrong value.
    pub fn take(&mut self, key: &str, value: &str) -> Result<(), &'static str> {
        let time = || seconds(value).ok_or("a number of seconds");
        match key {
            "clock" => self.start = Some(time()?),
            "increment" => self.increment = time()?,
            "session" => self.moves = Some(session(value).ok_or("a number of moves")?),
            _ => {}
        }
        Ok(())
    }

    /// The clock, if there was one.
    pub fn clock(&self) -> Option<Clock> {
        Some(Clock {
            start: self.start?,
            increment: self.increment,
            moves: self.moves,
        })
    }
}

/// Seconds, at most those of a day.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    let is_right = (0.0..=MOST).contains(&seconds);
    is_right.then(|| Duration::from_secs_f64(seconds))
}

/// Seconds, also as `MINUTES:SECONDS`.
fn minutes(text: &str) -> Option<Duration> {
    let Some((minutes, rest)) = text.split_once(':') else {
        return seconds(text);
    };
    let minutes: u32 = minutes.parse().ok()?;
    let rest = seconds(rest).filter(|rest| rest.as_secs() < 60)?;
    let time = Duration::from_secs(60 * u64::from(minutes)) + rest;
    seconds(&time.as_secs_f64().to_string())
}

fn session(text: &str) -> Option<u32> {
    let moves = text.parse().ok();
    moves.filter(|moves| (1..=MOST_MOVES).contains(moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_survive_their_text_and_wrong_ones_are_refused() {
        for text in ["10+0.1", "60+0", "40/60+0.5", "0.25+0.01"] {
            assert_eq!(text.parse::<Clock>().unwrap().to_string(), text);
        }
        assert_eq!("1:30.5+1".parse::<Clock>().unwrap().to_string(), "90.5+1");
        for text in [
            "1:60", "9999:00", "", "+1", "0/60", "x/60", "60+", "-1+0", "0+5", "90000", "1e9+1",
        ] {
            let wrong = text.parse::<Clock>().unwrap_err().to_string();
            assert!(wrong.contains("such as 60+0.5"), "{wrong}");
        }
    }

    #[test]
    fn a_session_gives_its_time_again() {
        let clock: Clock = "3/60+1".parse().unwrap();
        let added: Vec<u64> = (1..=6).map(|n| clock.added_after(n).as_secs()).collect();
        assert_eq!(added, [1, 1, 61, 1, 1, 61]);
    }
}
