//! The umpire: the only one who sees the whole board. It answers each try, tells both
//! players what the rules announce, and ends the game.

mod announcement;
mod outcome;
mod ruleset;
mod view;

pub use announcement::{
    Announcement, Capture, Captured, Checks, Direction, announce, stands_as_announced,
    would_announce,
};
pub use outcome::{Ending, GameResult, Outcome};
pub use ruleset::{ICC, RULESETS, Ruleset, UnknownRuleset};
pub use view::{View, own_board_tries};

use crate::chess::{Color, Position, SIDES, Try, material, side};

/// What a player may ask the umpire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// "May I play this?"
    Try(Try),
}

/// What the umpire answers. A refusal is an answer and no error: it is how one learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The move is made; this is said aloud of it.
    Played(Announcement),
    /// "Illegal move": told to the mover alone, whatever the reason.
    Refused,
}

/// A question that cannot be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// The game has ended.
    #[error("the game is over")]
    Over,
}

/// One game under one ruleset.
#[derive(Clone, Debug)]
pub struct Umpire {
    ruleset: &'static Ruleset,
    position: Position,
    ply_limit: u32,
    plies: u32,
    views: [View; 2],
    outcome: Option<Outcome>,
}

impl Umpire {
    /// A game from the initial position that is drawn after `ply_limit` moves of both
    /// sides together.
    pub fn new(ruleset: &'static Ruleset, ply_limit: u32) -> Umpire {
        Umpire::from_position(ruleset, ply_limit, Position::start())
    }

    /// A game from any position.
    pub fn from_position(ruleset: &'static Ruleset, ply_limit: u32, position: Position) -> Umpire {
        let mut umpire = Umpire {
            ruleset,
            ply_limit,
            plies: 0,
            views: SIDES.map(|color| View::new(ruleset, color)),
            outcome: None,
            position,
        };
        for color in SIDES {
            umpire.show_own_men(color);
        }
        umpire.outcome = umpire.judge();
        umpire
    }

    /// Answers the side to move.
    ///
    /// # Errors
    /// [`AskError::Over`] when the game has ended.
    pub fn ask(&mut self, question: Question) -> Result<Answer, AskError> {
        if self.outcome.is_some() {
            return Err(AskError::Over);
        }
        let Question::Try(asked) = question;
        let mover = self.position.turn();
        let Some(played) = self.position.play(asked) else {
            self.views[side(mover)].refused.push(asked);
            return Ok(Answer::Refused);
        };
        self.plies += 1;
        let said = announce(self.ruleset, &self.position, played);
        self.show_own_men(mover);
        self.views[side(mover)].refused.clear();
        if said.capture.is_some() {
            self.show_own_men(!mover);
        }
        self.views[side(!mover)].heard = said;
        for view in &mut self.views {
            view.plies = self.plies;
        }
        self.outcome = self.judge();
        Ok(Answer::Played(said))
    }

    fn show_own_men(&mut self, color: Color) {
        let view = &mut self.views[side(color)];
        view.men = self.position.men(color);
        view.castling = self.position.castling(color);
    }

    fn judge(&self) -> Option<Outcome> {
        let draw = |ending| {
            Some(Outcome {
                result: GameResult::Draw,
                ending,
            })
        };
        if !self.position.can_move() {
            if self.position.checkers().any() {
                return Some(Outcome {
                    result: GameResult::win(!self.position.turn()),
                    ending: Ending::Checkmate,
                });
            }
            return draw(Ending::Stalemate);
        }
        if self.is_dead() {
            return draw(Ending::DeadMaterial);
        }
        let quiet = self.position.quiet_plies();
        if quiet >= self.ruleset.quiet_plies {
            return draw(Ending::FiftyMoves);
        }
        // A position needs four quiet plies to come back once.
        let soonest = 4 * (self.ruleset.repetitions as u32 - 1);
        if quiet >= soonest && self.position.occurrences() >= self.ruleset.repetitions {
            return draw(Ending::Repetition);
        }
        if self.plies >= self.ply_limit {
            return draw(Ending::PlyLimit);
        }
        None
    }

    fn is_dead(&self) -> bool {
        let men = SIDES.map(|color| self.position.men(color));
        // All entries of the rulesets' lists have at most one man beside each king.
        let few = |men| crate::chess::squares_of(men).count() <= 2;
        if !few(&men[0]) || !few(&men[1]) {
            return false;
        }
        let (a, b) = (material(&men[0]), material(&men[1]));
        self.ruleset
            .dead_material
            .iter()
            .any(|&(x, y)| (a == x && b == y) || (a == y && b == x))
    }

    /// What the player of `color` may see.
    #[inline]
    pub fn view(&self, color: Color) -> &View {
        &self.views[side(color)]
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.position.turn()
    }

    /// Moves played so far.
    #[inline]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// The end of the game, when it has come.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The true position: for records, checks and tests, never for players.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Ends the game by a fault of `loser`.
    pub fn forfeit(&mut self, loser: Color, ending: Ending) {
        self.outcome.get_or_insert(Outcome {
            result: GameResult::win(!loser),
            ending,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str) -> Umpire {
        Umpire::from_position(&ICC, 1000, fen.parse().unwrap())
    }

    fn ask(umpire: &mut Umpire, asked: &str) -> Answer {
        let asked = asked.parse().unwrap();
        umpire.ask(Question::Try(asked)).expect("the game is on")
    }

    fn ending(umpire: &Umpire) -> Option<Ending> {
        umpire.outcome().map(|outcome| outcome.ending)
    }

    #[test]
    fn a_refusal_reaches_the_mover_alone() {
        let mut umpire = Umpire::new(&ICC, 1000);
        assert_eq!(ask(&mut umpire, "e2e5"), Answer::Refused);
        assert_eq!(umpire.view(Color::White).refused().len(), 1);
        assert!(umpire.view(Color::Black).refused().is_empty());
        assert_eq!(umpire.turn(), Color::White, "the mover tries again");
        ask(&mut umpire, "e2e4");
        assert!(umpire.view(Color::White).refused().is_empty());
    }

    #[test]
    fn mate_and_stalemate_are_announced_at_once() {
        let mut umpire = game("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1");
        ask(&mut umpire, "g5g7");
        assert_eq!(
            umpire.outcome(),
            Some(Outcome {
                result: GameResult::WhiteWins,
                ending: Ending::Checkmate
            })
        );
        let asked = Question::Try("h8g7".parse().unwrap());
        assert_eq!(umpire.ask(asked), Err(AskError::Over));

        let mut umpire = game("7k/5K2/8/8/6Q1/8/8/8 w - - 0 1");
        ask(&mut umpire, "g4g6");
        assert_eq!(ending(&umpire), Some(Ending::Stalemate));
    }

    #[test]
    fn exactly_the_listed_material_is_dead() {
        let dead = [
            "8/8/4k3/8/8/3K4/8/8",
            "8/8/4k3/8/8/3KB3/8/8",
            "8/8/4k3/8/8/3KN3/8/8",
            "8/4n3/4k3/8/8/3KN3/8/8",
            "8/4b3/4k3/8/8/3KB3/8/8",
            "8/4b3/4k3/8/8/3KN3/8/8",
        ];
        for board in dead {
            let umpire = game(&format!("{board} w - - 0 1"));
            assert_eq!(ending(&umpire), Some(Ending::DeadMaterial), "{board}");
        }
        for board in [
            "8/8/4k3/8/8/3KNN2/8/8",
            "8/8/4k3/8/8/3KP3/8/8",
            "8/8/4k3/8/8/3K1R2/8/8",
        ] {
            assert_eq!(
                ending(&game(&format!("{board} w - - 0 1"))),
                None,
                "{board}"
            );
        }
    }

    #[test]
    fn a_hundred_quiet_plies_draw_but_a_mate_comes_first() {
        let mut umpire = game("4k3/8/8/8/8/8/R7/4K3 w - - 98 80");
        ask(&mut umpire, "e1d1");
        assert_eq!(ending(&umpire), None);
        ask(&mut umpire, "e8d8");
        assert_eq!(ending(&umpire), Some(Ending::FiftyMoves));

        let mut umpire = game("7k/5K2/8/6Q1/8/8/8/8 w - - 99 80");
        ask(&mut umpire, "g5g7");
        assert_eq!(ending(&umpire), Some(Ending::Checkmate));
    }

    #[test]
    fn the_third_occurrence_draws() {
        let mut umpire = Umpire::new(&ICC, 1000);
        for m in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
            ask(&mut umpire, m);
            assert_eq!(ending(&umpire), None);
        }
        ask(&mut umpire, "f6g8");
        assert_eq!(ending(&umpire), Some(Ending::Repetition));
    }

    #[test]
    fn the_ply_limit_draws() {
        let mut umpire = Umpire::new(&ICC, 2);
        ask(&mut umpire, "e2e4");
        ask(&mut umpire, "e7e5");
        assert_eq!(ending(&umpire), Some(Ending::PlyLimit));
    }
}
