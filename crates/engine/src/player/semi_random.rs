//! Semi-random player of T 7.3.1 and T 8: it uses its pawn tries as soon as they occur and
//! recaptures whenever it can; otherwise it moves at random. Under rules with "Any?", it asks
//! before it tries pawn captures.
//!
//! T is the thesis, see [the crate](crate).

use super::definition::Settings;
use super::{Player, Random};
use crate::options::OptionRow;
use darkforge_board::{Role, Square, Try, role_on};
use darkforge_kriegspiel::umpire::{Announcement, Answer, AnyRule, Question, View};
use darkforge_streams::Stream;

/// Settings of the semi-random player, which has none.
#[derive(Clone, Debug)]
pub(super) struct SemiRandomSettings;

impl Settings for SemiRandomSettings {
    const OPTIONS: &'static [OptionRow<SemiRandomSettings>] = &[];

    fn name(&self) -> &'static str {
        "semi-random"
    }

    fn usual(&self) -> SemiRandomSettings {
        SemiRandomSettings
    }

    fn build(&self, stream: Stream) -> Option<Box<dyn Player>> {
        Some(Box::new(SemiRandom::new(stream)))
    }
}

/// Captures with pawns, then recaptures, then moves at random.
pub struct SemiRandom {
    random: Random,
    /// Tries that come before a random one, in this turn; the next one last.
    urgent: Vec<Try>,
}

impl SemiRandom {
    /// A player that draws from `stream`.
    pub fn new(stream: Stream) -> SemiRandom {
        SemiRandom {
            random: Random::new(stream),
            urgent: Vec::new(),
        }
    }

    /// Adds recaptures on the announced square, and pawn captures, which are asked before them;
    /// each kind in random order.
    fn plan(&mut self, view: &View) {
        self.urgent.clear();
        let mut tries = Vec::new();
        view.sensible(&mut tries);
        let captured_on = view.heard().capture.map(|capture| capture.square);
        let pawn_capture = |asked: &Try| view.is_pawn_capture(*asked);
        let recapture = |asked: &Try| {
            Some(asked.to) == captured_on && !pawn_capture(asked) && !is_pawn(view, asked.from)
        };
        self.urgent.extend(tries.iter().copied().filter(recapture));
        let recaptures = self.urgent.len();
        self.urgent
            .extend(tries.iter().copied().filter(pawn_capture));
        let (back, pawns) = self.urgent.split_at_mut(recaptures);
        self.random.shuffle(back);
        self.random.shuffle(pawns);
    }
}

fn is_pawn(view: &View, square: Square) -> bool {
    role_on(view.men(), square) == Some(Role::Pawn)
}

impl Player for SemiRandom {
    fn choose(&mut self, view: &View) -> Option<Question> {
        if view.refused().is_empty() {
            let may_ask = view.ruleset().any != AnyRule::Never && view.any().is_none();
            if view.any().is_none() {
                self.plan(view);
            }
            let has_captures = self.urgent.iter().any(|&asked| view.is_pawn_capture(asked));
            if may_ask && has_captures {
                return Some(Question::Any);
            }
        }
        if let Some(asked) = self.urgent.pop() {
            return Some(Question::Try(asked));
        }
        // The urgent tries were refused: repeating one would be wasted.
        loop {
            match self.random.draw(view)? {
                Question::Try(asked) if view.refused().contains(&asked) => {}
                question => return Some(question),
            }
        }
    }

    fn answered(&mut self, view: &View, question: Question, answer: &Answer) {
        self.random.answered(view, question, answer);
        if matches!(answer, Answer::Any(_)) {
            self.plan(view);
        }
    }

    fn opponent_moved(&mut self, _view: &View, _said: &Announcement) {}
}
