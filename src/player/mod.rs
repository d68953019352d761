//! Players: who asks the umpire.

mod book_line;
mod darkboard;
mod random;
mod semi_random;
mod spec;

pub use darkboard::Darkboard;
pub use random::Random;
pub use semi_random::SemiRandom;
pub use spec::{ChosenBook, PlayerSpec, SpecError};

use crate::umpire::{Announcement, Answer, Question, View};

/// One player of one game.
///
/// A player is made anew for each game. Its methods are called in this order:
///
/// 1. on its turn, [`choose`](Player::choose), then [`answered`](Player::answered) with
///    the umpire's answer; both again until a move is played;
/// 2. after each move of the opponent, [`opponent_moved`](Player::opponent_moved) once.
///
/// White begins with 1, Black with 2. After a move that ends the game nothing is called.
/// All that a player can know is in the [`View`] and the answers: there is no way to the
/// board or to the opponent's tries.
pub trait Player: Send {
    /// The next question, in the umpire's notation. `None` says that the player has none
    /// left, which forfeits the game.
    fn choose(&mut self, view: &View) -> Option<Question>;

    /// The umpire's answer to the last question. `view` is already the one after it.
    fn answered(&mut self, view: &View, question: Question, answer: &Answer);

    /// The opponent moved, and the umpire said this; what was heard before it is in `view`.
    fn opponent_moved(&mut self, view: &View, said: &Announcement);
}
