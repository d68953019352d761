//! Records of games: histories in reconchess' format, and transcripts of one line.
//!
//! ```
//! use darkforge_recon::record::{check, play_transcript, read_history, transcript, write_history};
//!
//! let game = play_transcript("g6:e2e4 e3:h7h5 -:pass")?;
//! check(&game)?;
//! assert_eq!(read_history(&write_history(&game))?, game);
//! assert_eq!(transcript(&game), "g6:e2e4 e3:h7h5 -:pass");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod history;
mod json;
mod check;
mod transcript;
#[cfg(test)]
mod tests;

pub use check::{Contradiction, check};
pub use history::{History, Moved, Turn};
pub use json::{ReadHistoryError, read_history, write_history};
pub use transcript::{ReadTranscriptError, play_transcript, transcript, turns_of};
