//! Random player: uniform over its pseudolegal moves that were not refused in this turn, and over
//! "Any?" if the rules have it; pawn captures are included unless the announcements exclude them.

use super::Player;
use super::definition::{GameKind, Settings};
use super::recon::{Nonsensical, Own, ReconPlayer};
use crate::options::{OptionRow, number};
use darkforge_board::{Color, PROMOTIONS, Role, Square, Try};
use darkforge_kriegspiel::umpire::{Announcement, Answer, AnyRule, Question, View};
use darkforge_streams::{self as streams, Stream};

/// The settings of the random player.
#[derive(Clone, Debug, Default)]
pub(super) struct RandomSettings {
    /// Share of its questions that are drawn from all possible questions, nonsense included.
    nonsense: f64,
}

impl Settings for RandomSettings {
    const OPTIONS: &'static [OptionRow<RandomSettings>] = &[OptionRow::new(
        "nonsense",
        "share of questions drawn from all possible questions",
        |set| {
            number(
                &mut set.nonsense,
                0.0..=0.9,
                "a share of all questions,",
                "SHARE",
            )
        },
    )];

    const GAMES: &'static [GameKind] = &[GameKind::Kriegspiel, GameKind::Recon];

    fn build_recon(&self, _color: Color, stream: Stream) -> Option<Box<dyn ReconPlayer>> {
        let random = Nonsensical::new(self.nonsense, stream);
        Some(Box::new(Own::new(random)))
    }

    fn name(&self) -> &'static str {
        "random"
    }

    fn usual(&self) -> RandomSettings {
        RandomSettings::default()
    }

    fn build(&self, stream: Stream) -> Option<Box<dyn Player>> {
        Some(Box::new(Random::new(stream).with_nonsense(self.nonsense)))
    }
}

/// Stands for "Any?" among the tries of a turn: no man moves to its own square.
const ANY: Try = Try::new(Square::A1, Square::A1);

/// Asks at random.
pub struct Random {
    stream: Stream,
    /// Share of the questions that are drawn from all that can be asked.
    nonsense: f64,
    /// Questions of this turn that were not asked yet; filled at the beginning of the turn.
    /// [`ANY`] among them is "Any?".
    left: Vec<Try>,
    filled: bool,
    obliged: bool,
}

impl Random {
    /// A player that draws from `stream`.
    pub fn new(stream: Stream) -> Random {
        Random {
            stream,
            nonsense: 0.0,
            left: Vec::with_capacity(128),
            filled: false,
            obliged: false,
        }
    }

    /// The same player with this share of questions drawn from all possible ones, most of which are
    /// nonsense: a test of umpires.
    #[must_use]
    pub fn with_nonsense(mut self, share: f64) -> Random {
        self.nonsense = share;
        self
    }

    /// Draws and removes one of the questions left in this turn; `None` when all were drawn. The
    /// first draw of a turn fills the list.
    pub(super) fn draw(&mut self, view: &View) -> Option<Question> {
        if self.left.is_empty() && !self.filled {
            view.sensible(&mut self.left);
            if !view.refused().is_empty() {
                self.left.retain(|asked| !view.refused().contains(asked));
            }
            if view.ruleset().any != AnyRule::Never && view.any().is_none() {
                self.left.push(ANY);
            }
            self.filled = true;
        }
        if self.left.is_empty() {
            return None;
        }
        let drawn = streams::below(&mut self.stream, self.left.len());
        Some(match self.left.swap_remove(drawn) {
            ANY => Question::Any,
            asked => Question::Try(asked),
        })
    }

    /// Any question: one in sixteen "Any?", one in four a try that was refused already, one in
    /// three a move of the own board whatever was announced, the others any two squares.
    fn blurt(&mut self, view: &View) -> Question {
        let mut below = |bound| streams::below(&mut self.stream, bound);
        let refused = view.refused();
        match below(16) {
            0 => Question::Any,
            1..=4 if !refused.is_empty() => Question::Try(refused[below(refused.len())]),
            5..=10 => {
                let mut possible = Vec::with_capacity(128);
                view.pseudolegal(true, &mut possible);
                let drawn = below(possible.len().max(1));
                possible
                    .get(drawn)
                    .map_or(Question::Any, |&asked| Question::Try(asked))
            }
            _ => {
                let mut square = || Square::new(below(64) as u32);
                let (from, to) = (square(), square());
                let promotion = match below(6) {
                    place @ 0..4 => Some(PROMOTIONS[place]),
                    _ => None,
                };
                Question::Try(Try {
                    from,
                    to,
                    promotion: promotion.filter(|&role: &Role| role != Role::King),
                })
            }
        }
    }

    /// Puts `tries` into random order.
    pub(super) fn shuffle(&mut self, tries: &mut [Try]) {
        streams::shuffle(&mut self.stream, tries);
    }

    /// Ends the turn.
    pub(super) fn forget(&mut self) {
        self.left.clear();
        self.filled = false;
    }
}

impl Player for Random {
    fn choose(&mut self, view: &View) -> Option<Question> {
        if self.nonsense > 0.0 && streams::unit(&mut self.stream) < self.nonsense {
            return Some(self.blurt(view));
        }
        self.draw(view)
    }

    fn answered(&mut self, view: &View, _question: Question, answer: &Answer) {
        // A yes obliges, and a failed try ends the obligation: the list changes.
        if matches!(answer, Answer::Played(_) | Answer::Any(_)) || self.obliged != view.is_obliged()
        {
            self.forget();
        }
        self.obliged = view.is_obliged();
    }

    fn opponent_moved(&mut self, _view: &View, _said: &Announcement) {}
}
