//! Methods of playing an ending.

use crate::laboratory::state::{Answer, State};
use darkforge_board::Try;
use darkforge_streams::Stream;

/// A method that chooses White's tries. Order of calls: [`begin`](Method::begin) once a game; then
/// for each try [`choose`](Method::choose) and, unless the game is over, [`told`](Method::told). It
/// never learns the king's square.
pub trait Method: Send {
    /// Begins a game. All draws in it come from `stream`.
    fn begin(&mut self, stream: Stream);

    /// The next try at `state`, one of [`State::tries`].
    fn choose(&mut self, state: &State) -> Try;

    /// Takes the umpire's answer to the try `asked` at `before`.
    fn told(&mut self, before: &State, asked: Try, answer: &Answer);

    /// Value of `state`, greater is better: the progress in the papers.
    fn value(&mut self, state: &State) -> f64;

    /// A copy with the same memory: the worst case follows every answer.
    fn fork(&self) -> Box<dyn Method>;

    /// A number for everything besides the state on which its choices depend: equal numbers at
    /// equal states play alike. `None` if it draws, or has too large a memory.
    fn memory(&self) -> Option<u64>;
}
