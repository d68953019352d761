//! Records of games: histories in reconchess' format, and transcripts of one line.

mod history;
mod json;
mod check;
mod transcript;
#[cfg(test)]
mod tests;

pub use check::{Contradiction, check};
pub use history::{History, Moved, Turn};
pub use json::{ReadHistoryError, read_history, write_history};
pub use transcript::{ReadTranscriptError, play_transcript, transcript};
