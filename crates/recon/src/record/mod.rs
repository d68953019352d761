//! Records of games: histories in reconchess' format, and transcripts of one line.
//!
//! ```
//! use darkforge_board::Color;
//! use darkforge_recon::play::play;
//! use darkforge_recon::player::PlayerSpec;
//! use darkforge_recon::record::{check, play_transcript, transcript};
//! use darkforge_recon::referee::Rules;
//!
//! let spec: PlayerSpec = "random".parse()?;
//! let [mut white, mut black] = [Color::White, Color::Black].map(|color| spec.player(color, 1));
//! let history = play(&mut [&mut *white, &mut *black], Rules::default());
//! check(&history)?;
//! let again = play_transcript(&transcript(&history))?;
//! assert_eq!(again.plies(), history.plies());
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
pub use transcript::{ReadTranscriptError, play_transcript, transcript};
