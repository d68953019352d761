//! The language in which an umpire and a player in another program speak: lines of text in
//! the manner of UCI. `docs/protocol.md` fixes it; both sides of it are written and read
//! here.

mod order;
mod reply;
mod words;

pub use order::{Limits, NewGame, Order};
pub use reply::Reply;

/// The version of the protocol that this program speaks.
pub const VERSION: u32 = 1;

/// Bytes of the longest line, its end included.
pub const LONGEST_LINE: usize = 4096;

/// A line that says nothing in this language, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ProtocolError(String);

/// The start of what somebody said, fit to be shown on one line.
pub fn shown(line: &str) -> String {
    const MOST: usize = 60;
    let mut text: String = line
        .chars()
        .take(MOST)
        .flat_map(char::escape_debug)
        .collect();
    if line.chars().nth(MOST).is_some() {
        text += "...";
    }
    text
}

/// That `line` is none of what there is, which `right` lists.
fn unknown(line: &str, right: &str) -> ProtocolError {
    ProtocolError(format!("'{}' is not {right}", shown(line)))
}
