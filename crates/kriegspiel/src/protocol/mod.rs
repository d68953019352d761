//! Protocol: the lines of text, in the manner of UCI, between an umpire and a player in another
//! program. `docs/protocol.md` defines it; this module writes and reads both sides.
//!
//! ```
//! use darkforge_kriegspiel::protocol::{Order, Reply};
//!
//! assert!(matches!("yourmove".parse(), Ok(Order::YourMove(None))));
//! let reply: Reply = "try e2e4".parse()?;
//! assert_eq!(reply.to_string(), "try e2e4");
//! # Ok::<(), darkforge_kriegspiel::protocol::ProtocolError>(())
//! ```

mod clock;
mod order;
mod reply;
mod thought;
mod words;

pub use clock::{Clock, ClockKeys};
pub use order::{Limits, NewGame, Order};
pub use reply::Reply;
pub use thought::{Score, Thought};

/// Version of the protocol that this program uses.
pub const VERSION: u32 = 1;

/// Bytes of the longest line, its end included.
pub const LONGEST_LINE: usize = 4096;

/// A line that is not in the protocol, with the reason as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ProtocolError(String);

/// The first part of a received text, safe to show on one line.
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

/// Error for a `line` that is none of those that `right` lists.
fn unknown(line: &str, right: &str) -> ProtocolError {
    ProtocolError(format!("'{}' is not {right}", shown(line)))
}
