//! Replies: lines from the program.

use std::fmt;
use std::str::FromStr;

use super::{ProtocolError, unknown};
use crate::umpire::Question;

/// A line from the program to the umpire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The program is ready; the reply to the first line also has its protocol version.
    Ready(Option<u32>),
    /// `try MOVE` or `any`.
    Ask(Question),
    /// The program has no try left and forfeits the game.
    None,
    /// A message for people, which the umpire ignores.
    Info,
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Ready(None) => f.write_str("ready"),
            Reply::Ready(Some(version)) => write!(f, "ready {version}"),
            Reply::Ask(Question::Any) => f.write_str("any"),
            Reply::Ask(Question::Try(asked)) => write!(f, "try {asked}"),
            Reply::None => f.write_str("none"),
            Reply::Info => f.write_str("info"),
        }
    }
}

impl FromStr for Reply {
    type Err = ProtocolError;

    fn from_str(line: &str) -> Result<Reply, ProtocolError> {
        let wrong = || {
            let right = "'try MOVE' with a move such as e2e4 or e7e8q, 'any', 'none', 'ready' or 'info ...'";
            unknown(line, right)
        };
        let mut words = line.split_whitespace();
        let reply = match words.next() {
            None | Some("info" | "id") => return Ok(Reply::Info),
            Some("ready") => match words.next() {
                None => Reply::Ready(None),
                Some(version) => Reply::Ready(Some(version.parse().map_err(|_| wrong())?)),
            },
            Some("any") => Reply::Ask(Question::Any),
            Some("none") => Reply::None,
            Some("try") => {
                let asked = words.next().ok_or_else(wrong)?;
                Reply::Ask(Question::Try(asked.parse().map_err(|_| wrong())?))
            }
            Some(_) => return Err(wrong()),
        };
        match words.next() {
            None => Ok(reply),
            Some(_) => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_survive_their_text() {
        for line in [
            "ready",
            "ready 1",
            "any",
            "none",
            "try e2e4",
            "try e7e8q",
            "info",
        ] {
            assert_eq!(line.parse::<Reply>().unwrap().to_string(), line);
        }
        for line in ["", "  ", "id name me", "info depth 3"] {
            assert_eq!(line.parse(), Ok(Reply::Info), "{line}");
        }
        for line in [
            "try",
            "try e2",
            "e2e4",
            "try e2e4 e2e3",
            "ready x",
            "any?",
            "TRY e2e4",
        ] {
            let message = line.parse::<Reply>().unwrap_err().to_string();
            assert!(message.contains("try MOVE"), "{message}");
        }
    }
}
