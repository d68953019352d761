//! Methods of playing an ending.

use crate::laboratory::state::{Answer, State};
use darkforge_board::Try;
use darkforge_streams::Stream;

/// Chooses White's tries. Called in this order: [`begin`](Method::begin) once a game; then
/// for each try [`choose`](Method::choose) and, unless the game is over,
/// [`told`](Method::told). It never learns where the king is.
pub trait Method: Send {
    /// A game begins. All that is drawn in it comes from `stream`.
    fn begin(&mut self, stream: Stream);

    /// The next try at `state`, one of [`State::tries`].
    fn choose(&mut self, state: &State) -> Try;

    /// The umpire's answer to the try `asked` at `before`.
    fn told(&mut self, before: &State, asked: Try, answer: &Answer);

    /// The value of `state`, greater is better: the papers' progress of the evaluation.
    fn value(&mut self, state: &State) -> f64;

    /// The same method with the same memory: the worst case follows every answer.
    fn fork(&self) -> Box<dyn Method>;

    /// All that its choices depend on besides the state: equal numbers at equal states play
    /// on alike. Nothing if it draws, or remembers too much to say.
    fn memory(&self) -> Option<u64>;
}
