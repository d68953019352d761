//! One game, with what each side heard of its own moves and the questions left to the mover.

use darkforge_board::{Color, Position, Square, Try, side};
use darkforge_kriegspiel::umpire::{
    Announcement, Answer, AnyRule, AskError, Captured, Question, Ruleset, Umpire, View,
};

/// Stands for "Any?" among tries: no man moves to its own square.
pub const ANY_TRY: Try = Try::new(Square::A1, Square::A1);

/// Announcements of a side's own moves: a [`View`] has the opponent's alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heard {
    /// Announcement of its last move.
    pub said: Announcement,
    /// Enemy men that it captured: pawns, and others. Under rulesets that do not say which, all are
    /// among the others.
    pub taken: [u32; 2],
}

/// One game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The umpire.
    pub umpire: Umpire,
    /// Announcements of White's and of Black's own moves.
    pub heard: [Heard; 2],
    /// Questions that the mover may sensibly ask now, [`ANY_TRY`] for "Any?".
    left: Vec<Try>,
}

impl Game {
    /// A game from `position`.
    pub fn new(ruleset: &'static Ruleset, ply_limit: u32, position: Position) -> Game {
        let umpire = Umpire::from_position(ruleset, ply_limit, position);
        let mut game = Game {
            umpire,
            heard: [Heard::default(); 2],
            left: Vec::with_capacity(128),
        };
        game.list();
        game
    }

    /// The view of the side to move.
    pub fn mover(&self) -> &View {
        self.umpire.view(self.umpire.turn())
    }

    /// Questions that the mover may sensibly ask: tries that its own board allows and the umpire's
    /// words of this turn do not exclude, each once in a turn, and "Any?" as [`ANY_TRY`].
    pub fn left(&self) -> &[Try] {
        &self.left
    }

    /// Asks the question at `place` of [`Game::left`].
    pub fn ask_place(&mut self, place: usize) -> Result<Answer, AskError> {
        let question = match self.left[place] {
            ANY_TRY => Question::Any,
            asked => Question::Try(asked),
        };
        self.ask_known(question, Some(place))
    }

    /// Asks any question.
    pub fn ask(&mut self, question: Question) -> Result<Answer, AskError> {
        let asked = match question {
            Question::Any => ANY_TRY,
            Question::Try(asked) => asked,
        };
        let place = self.left.iter().position(|left| *left == asked);
        self.ask_known(question, place)
    }

    fn ask_known(&mut self, question: Question, place: Option<usize>) -> Result<Answer, AskError> {
        let mover = self.umpire.turn();
        let obliged = self.umpire.view(mover).is_obliged();
        let answer = self.umpire.ask(question)?;
        match answer {
            Answer::Played(said) => {
                self.hear(mover, said);
                self.list();
            }
            Answer::Any(_) => self.list(),
            Answer::Refused | Answer::Nonsense => {
                if obliged != self.umpire.view(mover).is_obliged() {
                    self.list();
                } else if let Some(place) = place {
                    self.left.swap_remove(place);
                }
            }
        }
        Ok(answer)
    }

    fn hear(&mut self, mover: Color, said: Announcement) {
        let heard = &mut self.heard[side(mover)];
        heard.said = said;
        if let Some(capture) = said.capture {
            heard.taken[usize::from(capture.kind != Some(Captured::Pawn))] += 1;
        }
    }

    /// Lists the questions left, in a fixed order.
    fn list(&mut self) {
        self.left.clear();
        if self.umpire.outcome().is_some() {
            return;
        }
        let view = self.umpire.view(self.umpire.turn());
        view.sensible(&mut self.left);
        if !view.refused().is_empty() {
            self.left.retain(|asked| !view.refused().contains(asked));
        }
        if view.ruleset().any != AnyRule::Never && view.any().is_none() {
            self.left.push(ANY_TRY);
        }
    }
}
