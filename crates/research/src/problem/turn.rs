//! The questions of one turn.

use darkforge_board::Try;

/// The questions that were asked in a turn before.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) any: AnyAsked,
    pub(super) tried: Vec<Try>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// "Any?" in a turn.
pub(super) enum AnyAsked {
    Not,
    /// It was asked, and obliges to nothing.
    Done,
    /// It was answered "Yes": pawn captures alone.
    Obliged,
}

impl Turn {
    /// Nothing was asked.
    pub(super) fn start() -> Turn {
        Turn {
            any: AnyAsked::Not,
            tried: Vec::new(),
        }
    }

    /// The same after the try `asked` was refused.
    pub(super) fn asked(mut self, asked: Try) -> Turn {
        self.tried.push(asked);
        self
    }
}
