//! The random player: uniform over its pseudolegal moves that were not refused yet in this
//! turn; pawn captures are among them only when tries were announced.

use super::Player;
use crate::chess::Try;
use crate::stream::{self, Stream};
use crate::umpire::{Announcement, Answer, View};

/// Moves at random.
pub struct Random {
    stream: Stream,
    /// Tries of this turn that were not refused; filled when the turn begins.
    left: Vec<Try>,
    filled: bool,
}

impl Random {
    /// A player that draws from `stream`.
    pub fn new(stream: Stream) -> Random {
        Random {
            stream,
            left: Vec::with_capacity(128),
            filled: false,
        }
    }

    /// Draws one of the tries left in this turn and takes it out; `None` when all were
    /// drawn. The first draw of a turn fills the list.
    pub(super) fn draw(&mut self, view: &View) -> Option<Try> {
        if self.left.is_empty() && !self.filled {
            view.pseudolegal(view.has_pawn_tries(), &mut self.left);
            self.filled = true;
        }
        if self.left.is_empty() {
            return None;
        }
        let drawn = stream::below(&mut self.stream, self.left.len());
        Some(self.left.swap_remove(drawn))
    }

    /// Puts `tries` into random order.
    pub(super) fn shuffle(&mut self, tries: &mut [Try]) {
        stream::shuffle(&mut self.stream, tries);
    }

    /// The turn is over.
    pub(super) fn forget(&mut self) {
        self.left.clear();
        self.filled = false;
    }
}

impl Player for Random {
    fn choose(&mut self, view: &View) -> Option<Try> {
        self.draw(view)
    }

    fn answered(&mut self, _view: &View, _asked: Try, answer: &Answer) {
        if matches!(answer, Answer::Played(_)) {
            self.forget();
        }
    }

    fn opponent_moved(&mut self, _view: &View, _said: &Announcement) {}
}
