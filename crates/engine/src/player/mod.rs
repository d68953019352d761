//! Players, which ask the umpire and hear its answers.
//!
//! ```
//! use darkforge_engine::player::PlayerSpec;
//!
//! let spec: PlayerSpec = "random".parse()?;
//! assert_eq!(spec.to_string(), "random");
//! let error = "rndom".parse::<PlayerSpec>().unwrap_err();
//! assert!(error.to_string().contains("there is no player 'rndom'"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod book_line;
mod chosen_book;
mod chosen_opponent;
mod darkboard;
mod darkboard_2006;
mod definition;
mod dsmcp;
mod fault;
mod follower;
mod given_name;
mod information_set;
mod pace;
pub mod process;
mod random;
mod recon;
mod sampling;
mod semi_random;
mod spec;
mod tree;
mod weighted;

pub use chosen_book::ChosenBook;
pub use chosen_opponent::ChosenOpponent;
pub use darkboard::{Darkboard, DarkboardSettings, Judge, Reason, Weighed, near_best};
pub use definition::{Files, GameKind, Library, SpecError};
pub use fault::{Fault, FaultKind};
pub use given_name::is_name;
pub use pace::TimeLeft;
pub use process::Process;
pub use random::Random;
pub use recon::{ReconAnswer, ReconPlayer, SCOUT};
pub use semi_random::SemiRandom;
pub use spec::PlayerSpec;

use std::path::Path;

use darkforge_kriegspiel::protocol::Thought;
use darkforge_kriegspiel::umpire::{Announcement, Answer, Outcome, Question, View};

/// One player of one game.
///
/// Each game has a new player. Its methods are called in this order:
///
/// 1. [`begin`](Player::begin), once, for White and then for Black;
/// 2. on its turn, [`choose`](Player::choose), then [`answered`](Player::answered) with
///    the umpire's answer; both again until a move is played;
/// 3. after each move of the opponent, [`opponent_moved`](Player::opponent_moved) once;
/// 4. [`ended`](Player::ended), once, also when the opponent's fault ended the game.
///
/// White continues with 2, Black with 3. After a move that ends the game only 4 is called. After
/// each call the player is asked for its [`fault`](Player::fault); one at fault is not called
/// again. A player knows only its [`View`] and the answers: it cannot reach the board or the
/// opponent's tries.
pub trait Player: Send {
    /// The next question, in the umpire's notation. `None` means that the player has none left,
    /// which forfeits the game.
    fn choose(&mut self, view: &View) -> Option<Question>;

    /// Takes the umpire's answer to the last question. `view` is the view after it.
    fn answered(&mut self, view: &View, question: Question, answer: &Answer);

    /// Takes the announcement of the opponent's move; `view` has what was heard before it.
    fn opponent_moved(&mut self, view: &View, said: &Announcement);

    /// The game begins; it is drawn after `ply_limit` moves of both sides.
    fn begin(&mut self, _view: &View, _ply_limit: u32) {}

    /// The game is over. `last` is the announcement of the move that ended it, if one did; the
    /// board is no longer secret, and nothing changes the result.
    fn ended(&mut self, _view: &View, _last: Option<&Announcement>, _outcome: Outcome) {}

    /// The player's clock, in games that have one: before [`begin`](Player::begin) and before each
    /// [`choose`](Player::choose).
    fn time_left(&mut self, _time: &TimeLeft) {}

    /// Statement of the player on its last question, if it makes one.
    fn thought(&self) -> Option<Thought> {
        None
    }

    /// Keeps the dialogue with the player in a new file, if it is a program; called before
    /// [`begin`](Player::begin).
    fn keep_dialogue(&mut self, _path: &Path) {}

    /// The fault of this player, if it has one.
    fn fault(&self) -> Option<Fault> {
        None
    }

    /// The resource that this machine lacked, if that is why the player cannot continue. It is
    /// no player's fault: the game does not count.
    fn shortage(&self) -> Option<&str> {
        None
    }
}
