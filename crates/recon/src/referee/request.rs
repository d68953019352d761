//! Requests: what a player asks to move, and what it then moves.

use std::fmt;
use std::str::FromStr;

use darkforge_board::Try;

/// A move as a player asks for it, or a pass. The move that is taken has the same type: a pass
/// where nothing moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Request(pub Option<Try>);

impl Request {
    /// No move.
    pub const PASS: Request = Request(None);
}

impl From<Try> for Request {
    fn from(asked: Try) -> Request {
        Request(Some(asked))
    }
}

impl fmt::Display for Request {
    /// UCI notation; `pass` for no move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(asked) => write!(f, "{asked}"),
            None => f.write_str("pass"),
        }
    }
}

/// A text that is not a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a request: a move in UCI notation, such as e2e4 or e7e8q, or pass")]
pub struct ParseRequestError(String);

impl FromStr for Request {
    type Err = ParseRequestError;

    fn from_str(text: &str) -> Result<Request, ParseRequestError> {
        if text == "pass" {
            return Ok(Request::PASS);
        }
        let asked: Try = text
            .parse()
            .map_err(|_| ParseRequestError(text.to_owned()))?;
        Ok(asked.into())
    }
}
