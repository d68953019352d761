//! Replay umpire: an umpire for recorded games, which may continue after their end by the rules.

use crate::umpire::{Answer, Outcome, Question, Ruleset, Umpire, announce};
use darkforge_board::{Position, Try};

use super::Entry;

/// Referees recorded questions again.
///
/// Draws by the fifty moves, by repetition and by dead material must be claimed in chess, and games
/// played elsewhere may continue after them. The umpire then answers by the board alone.
#[derive(Clone, Debug)]
pub struct ReplayUmpire {
    ruleset: &'static Ruleset,
    umpire: Umpire,
    /// Position of a game that went on after its end.
    beyond: Option<Position>,
    /// Every question so far with its answer.
    pub entries: Vec<Entry>,
}

impl ReplayUmpire {
    /// A game from `start`, or from the initial position, without a limit of plies.
    pub fn new(ruleset: &'static Ruleset, start: Option<&Position>) -> ReplayUmpire {
        let start = start.cloned().unwrap_or_default();
        ReplayUmpire {
            ruleset,
            umpire: Umpire::from_position(ruleset, u32::MAX, start),
            beyond: None,
            entries: Vec::new(),
        }
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.beyond.as_ref().unwrap_or(self.umpire.position())
    }

    /// The umpire at the end of the game.
    pub fn umpire(&self) -> &Umpire {
        &self.umpire
    }

    /// Result and ending by the rules.
    pub fn outcome(&self) -> Option<Outcome> {
        self.umpire.outcome()
    }

    /// Whether the game went on after its end.
    pub fn went_on(&self) -> bool {
        self.beyond.is_some()
    }

    /// Whether `asked` would be played. A legal move is not played while the mover is obliged to
    /// try a pawn capture.
    pub fn would_play(&self, asked: Try) -> bool {
        let view = self.umpire.view(self.umpire.turn());
        let allowed = self.went_on() || view.leaves(asked);
        allowed && self.position().is_legal(asked)
    }

    /// The umpire's answer, which is also recorded.
    pub fn ask(&mut self, question: Question) -> Answer {
        let side = self.position().turn();
        let answer = match self.umpire.ask(question) {
            Ok(answer) => answer,
            Err(_) => self.answer_beyond(question),
        };
        self.entries.push(Entry {
            side,
            question,
            answer,
        });
        answer
    }

    fn answer_beyond(&mut self, question: Question) -> Answer {
        let now = self.umpire.position();
        let position = self.beyond.get_or_insert_with(|| now.clone());
        match question {
            Question::Any => Answer::Any(position.board().pawn_captures() > 0),
            Question::Try(asked) => position.play(asked).map_or(Answer::Refused, |played| {
                Answer::Played(announce(self.ruleset, position.board(), played))
            }),
        }
    }
}
