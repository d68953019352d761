//! Umpire: the only part that sees the whole board. It answers each try, announces to both players
//! what the rules announce, and ends the game.
//!
//! ```
//! use darkforge_board::Color;
//! use darkforge_kriegspiel::umpire::{Answer, ICC, Umpire};
//!
//! let mut umpire = Umpire::new(&ICC, 400);
//! // A rook may not jump over a pawn: the own board excludes the try.
//! assert!(!matches!(umpire.ask("a1a3".parse()?)?, Answer::Played(_)));
//! assert!(matches!(umpire.ask("g1f3".parse()?)?, Answer::Played(_)));
//! assert_eq!(umpire.turn(), Color::Black);
//! assert_eq!(umpire.view(Color::Black).plies(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod announcement;
mod dead_material;
mod outcome;
mod own_men;
mod refusals;
mod ruleset;
mod seat;
mod tries;
mod view;

pub use announcement::{
    Announcement, Capture, Captured, Checks, Direction, announce, play_aloud, stands_as_announced,
    would_announce,
};
pub use dead_material::is_dead;
pub use outcome::{Ending, GameResult, Outcome};
pub use own_men::{lose_own_man, play_own_move};
pub use refusals::most_refusals;
pub use ruleset::{
    AnyRule, BERKELEY, BERKELEY_ANY, CINCINNATI, DeadMaterial, ENGLISH, EnPassant, ICC,
    ICC_UNCLAIMED, NonsenseRule, RAND, RAND_LADDER, RULESETS, RepetitionRule, Ruleset, TriesTold,
    UnknownRuleset,
};
pub use seat::Seat;
pub use tries::PawnTries;
pub use view::{Overheard, View, own_board_tries};

use std::sync::Arc;

use darkforge_board::{Board, Color, Played, Position, SIDES, Try, side};

/// Question of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// "May I play this?"
    Try(Try),
    /// "Are there any?": have I a legal pawn capture?
    Any,
}

impl From<Try> for Question {
    fn from(asked: Try) -> Question {
        Question::Try(asked)
    }
}

impl std::str::FromStr for Question {
    type Err = darkforge_board::ParseTryError;

    fn from_str(text: &str) -> Result<Question, Self::Err> {
        match text {
            "any" => Ok(Question::Any),
            text => text.parse().map(Question::Try),
        }
    }
}

impl std::fmt::Display for Question {
    /// The try in UCI notation, or `any`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Question::Try(asked) => asked.fmt(f),
            Question::Any => f.write_str("any"),
        }
    }
}

/// Answer of the umpire. A refusal is an answer and not an error: it is how a player learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The move is played, with this announcement.
    Played(Announcement),
    /// "Illegal": the move is not legal on the umpire's board.
    Refused,
    /// "Nonsense": the player could know that this is not allowed.
    Nonsense,
    /// To "Any?": whether there is a legal pawn capture.
    Any(bool),
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
    /// Everything that the opponent of the side to move has heard in this turn.
    turn: Overheard,
    /// The last moves of each side, if the ruleset needs them.
    moves: [Vec<Try>; 2],
    outcome: Option<Outcome>,
}

impl Umpire {
    /// A game from the initial position, drawn after `ply_limit` moves of both sides together.
    pub fn new(ruleset: &'static Ruleset, ply_limit: u32) -> Umpire {
        Umpire::from_position(ruleset, ply_limit, Position::start())
    }

    /// A game from an opening: both players know all of `position`, as they know the initial one.
    pub fn opening(ruleset: &'static Ruleset, ply_limit: u32, position: &Position) -> Umpire {
        let mut umpire = Umpire::from_position(ruleset, ply_limit, position.clone());
        if *position.board() != Board::start() {
            let start = Arc::new(position.board().clone());
            for view in &mut umpire.views {
                view.start = Some(Arc::clone(&start));
            }
        }
        umpire
    }

    /// A game from any position, of which a player knows only its own men. The side to move hears its checks and pawn tries.
    pub fn from_position(ruleset: &'static Ruleset, ply_limit: u32, position: Position) -> Umpire {
        let mut umpire = Umpire {
            ruleset,
            ply_limit,
            plies: 0,
            views: SIDES.map(|color| View::new(ruleset, color)),
            turn: Overheard::nothing(ruleset),
            moves: [Vec::new(), Vec::new()],
            outcome: None,
            position,
        };
        for color in SIDES {
            umpire.show_own_men(color);
        }
        let mover = umpire.position.turn();
        umpire.views[side(mover)].heard =
            announce(ruleset, umpire.position.board(), Played::default());
        umpire.outcome = umpire.judge();
        umpire
    }

    /// Answers the side to move.
    ///
    /// # Errors
    /// [`AskError::Over`] if the game has ended.
    pub fn ask(&mut self, question: Question) -> Result<Answer, AskError> {
        if self.outcome.is_some() {
            return Err(AskError::Over);
        }
        Ok(match question {
            Question::Try(asked) => self.answer_try(asked),
            Question::Any => self.answer_any(),
        })
    }

    fn answer_any(&mut self) -> Answer {
        let view = &mut self.views[side(self.position.turn())];
        if self.ruleset.any == AnyRule::Never || view.any.is_some() {
            return Answer::Nonsense;
        }
        let any = self.position.board().pawn_captures() > 0;
        view.any = Some(any);
        view.obliged = any;
        match self.ruleset.any {
            AnyRule::OneTry => self.turn.any = Some(any),
            AnyRule::UntilPlayed if !any => {
                let untried = view.untried_pawn_captures();
                self.turn.refusals = self.turn.refusals.map(|refusals| refusals + untried);
            }
            AnyRule::UntilPlayed | AnyRule::Never => {}
        }
        Answer::Any(any)
    }

    fn answer_try(&mut self, asked: Try) -> Answer {
        let mover = self.position.turn();
        let view = &mut self.views[side(mover)];
        if view.obliged && !view.meets_obligation(asked) {
            return Answer::Nonsense;
        }
        let Some(played) = self.position.play(asked) else {
            if view.is_nonsense(asked) {
                return Answer::Nonsense;
            }
            view.refused.push(asked);
            view.obliged &= self.ruleset.any != AnyRule::OneTry;
            self.turn.refusals = self.turn.refusals.map(|refusals| refusals + 1);
            return Answer::Refused;
        };
        self.plies += 1;
        let said = announce(self.ruleset, self.position.board(), played);
        self.show_own_men(mover);
        self.views[side(mover)].end_turn();
        if said.capture.is_some() {
            self.show_own_men(!mover);
        }
        let opponent = &mut self.views[side(!mover)];
        opponent.heard = said;
        opponent.overheard = std::mem::replace(&mut self.turn, Overheard::nothing(self.ruleset));
        for view in &mut self.views {
            view.plies = self.plies;
        }
        if let RepetitionRule::SameTwoMoves(_) = self.ruleset.repetition {
            self.moves[side(mover)].push(asked);
        }
        self.outcome = self.judge();
        Answer::Played(said)
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
            if self.ruleset.stalemate_loses {
                return Some(Outcome {
                    result: GameResult::win(!self.position.turn()),
                    ending: Ending::Stalemate,
                });
            }
            return draw(Ending::Stalemate);
        }
        let quiet = self.position.quiet_plies();
        // Only captures and promotions change the material, and neither is quiet.
        let is_new = quiet == 0 || self.plies == 0;
        if is_new && is_dead(self.ruleset, self.position.board()) {
            return draw(Ending::DeadMaterial);
        }
        if self.ruleset.quiet_plies.is_some_and(|limit| quiet >= limit) {
            return draw(Ending::FiftyMoves);
        }
        if self.is_repeated(quiet) {
            return draw(Ending::Repetition);
        }
        if self.plies >= self.ply_limit {
            return draw(Ending::PlyLimit);
        }
        None
    }

    fn is_repeated(&self, quiet: u32) -> bool {
        match self.ruleset.repetition {
            RepetitionRule::Never => false,
            // A position needs four quiet plies to occur again.
            RepetitionRule::Occurrences(limit) => {
                quiet >= 4 * (limit as u32 - 1) && self.position.occurrences() >= limit
            }
            RepetitionRule::SameTwoMoves(times) => {
                let moves = &self.moves[side(!self.position.turn())];
                let Some(start) = moves.len().checked_sub(2 * times) else {
                    return false;
                };
                let last = &moves[start..];
                last.iter().zip(&last[2..]).all(|(a, b)| a == b) && !self.can_mate_at_once()
            }
        }
    }

    fn can_mate_at_once(&self) -> bool {
        let board = self.position.board();
        board.mates(&board.legal_moves()).next().is_some()
    }

    /// View of the player of `color`.
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

    /// Result and ending, once the game is over.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The true position: for records, checks and tests, never for players.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Ends the game by a rule outside of the board.
    pub fn adjudicate(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    /// Ends the game by a fault of `loser`, whatever the position is.
    pub fn forfeit(&mut self, loser: Color, ending: Ending) {
        self.outcome = Some(Outcome {
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

    #[test]
    fn an_obligation_is_met_by_a_new_capture_that_the_own_board_allows() {
        // The pawns on b2 and g4 attack four squares; g4xh5 alone is legal.
        let fen = "4k3/8/8/7n/6P1/8/PP6/4K3 w - - 0 1";
        for ruleset in [&ENGLISH, &BERKELEY_ANY] {
            let mut umpire = Umpire::from_position(ruleset, 1000, fen.parse().unwrap());
            assert_eq!(ask(&mut umpire, "b2c3"), Answer::Refused);
            assert_eq!(umpire.ask(Question::Any), Ok(Answer::Any(true)));
            for idle in ["b2c3", "b2g7", "b2a1", "e1d1"] {
                assert_eq!(ask(&mut umpire, idle), Answer::Nonsense, "{idle}");
                assert!(umpire.view(Color::White).is_obliged(), "{idle}");
            }
            assert_eq!(ask(&mut umpire, "g4f5"), Answer::Refused);
            let released = ruleset.any == AnyRule::OneTry;
            assert_eq!(umpire.view(Color::White).is_obliged(), !released);
        }
    }

    #[test]
    fn a_question_is_written_as_it_is_read() {
        for text in ["any", "e2e4", "a7a8q"] {
            let question: Question = text.parse().expect("a question");
            assert_eq!(question.to_string(), text);
        }
        assert!("every".parse::<Question>().is_err());
    }

    #[test]
    fn a_yes_to_any_counts_as_no_refusal() {
        let fen = "4k3/8/8/7n/6P1/8/PP6/4K3 w - - 0 1";
        let mut umpire = Umpire::from_position(&BERKELEY_ANY, 1000, fen.parse().unwrap());
        assert_eq!(umpire.view(Color::White).any(), None);
        assert_eq!(umpire.plies(), 0);
        assert_eq!(umpire.ask(Question::Any), Ok(Answer::Any(true)));
        let view = umpire.view(Color::White);
        assert_eq!((view.any(), view.plies()), (Some(true), 0));
        // Only pawn captures are left to the player.
        assert!(view.leaves("g4f5".parse().unwrap()) && !view.leaves("e1d1".parse().unwrap()));
        ask(&mut umpire, "g4h5");
        assert_eq!(umpire.view(Color::Black).overheard().refusals, Some(0));
        assert_eq!((umpire.plies(), umpire.view(Color::Black).plies()), (1, 1));
        let fen = fen.replace("7n", "8");
        let mut umpire = Umpire::from_position(&BERKELEY_ANY, 1000, fen.parse().unwrap());
        assert_eq!(umpire.ask(Question::Any), Ok(Answer::Any(false)));
        assert_eq!(umpire.view(Color::White).any(), Some(false));
    }

    #[test]
    fn a_fault_loses_whatever_stands_on_the_board() {
        for loser in SIDES {
            let mut umpire = Umpire::new(&ICC, 1000);
            umpire.forfeit(loser, Ending::ForfeitTime);
            let outcome = umpire.outcome().expect("the game is over");
            assert_eq!(outcome.result.winner(), Some(!loser));
            assert_eq!(outcome.ending, Ending::ForfeitTime);
            assert_eq!(umpire.ask(Question::Any), Err(AskError::Over));
        }
    }

    #[test]
    fn a_ruleset_is_found_by_its_name() {
        for ruleset in RULESETS {
            assert_eq!(ruleset.name.parse::<&Ruleset>(), Ok(ruleset));
        }
        let titles = RULESETS.map(|ruleset| ruleset.title);
        let all = titles.iter().collect::<std::collections::HashSet<_>>();
        assert_eq!(all.len(), titles.len(), "each has a title of its own");
        let unknown = "nosuch".parse::<&Ruleset>().unwrap_err().to_string();
        assert!(
            unknown.contains("'nosuch'") && unknown.contains("rand-ladder"),
            "{unknown}"
        );
    }
}
