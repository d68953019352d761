//! The referee: it keeps the position, answers senses and requests, and ends the game.

use super::ending::{Ending, Outcome};
use super::position::Position;
use super::request::Request;
use super::rules::Rules;
use super::sense::{Seen, Sense};
use super::steps::{Side, Step};
use super::taken::{Taken, is_allowed, revise, with_promotion};
use super::view::View;
use darkforge_board::{Color, SIDES, Square, role_on, side};

/// The referee's answer to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// The request, as it was made.
    pub asked: Request,
    /// The move taken; a pass where nothing moved.
    pub taken: Request,
    /// Square of the captured man.
    pub capture: Option<Square>,
}

impl Report {
    /// The move taken, for the mover whose men stand as in `side` before it.
    pub fn told(&self, side: &Side<'_>) -> Option<Taken> {
        let taken = with_promotion(side, self.taken.0?);
        let step = Step {
            role: role_on(side.men, taken.from)?,
            from: taken.from,
            to: taken.to,
            promotion: taken.promotion,
        };
        let capture = self.capture;
        Some(Taken { step, capture })
    }
}

/// A question that the referee does not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefereeError {
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(Ending),
    /// A second sense in a turn.
    #[error("{0} has already sensed in this turn")]
    SensedTwice(Color),
    /// A request before the sense.
    #[error("{0} must sense, or say that it does not, before it moves")]
    NotSensed(Color),
    /// A request that the own men do not allow.
    #[error("{color} may not request {asked}: its own men do not allow that")]
    Impossible {
        /// The mover.
        color: Color,
        /// The request.
        asked: Request,
    },
}

/// The referee of one game.
#[derive(Clone, Debug)]
pub struct Referee {
    rules: Rules,
    position: Position,
    views: [View; 2],
    outcome: Option<Outcome>,
}

impl Referee {
    /// Begins a game.
    pub fn new(rules: Rules) -> Referee {
        let mut referee = Referee {
            rules,
            position: Position::start(),
            views: SIDES.map(View::start),
            outcome: None,
        };
        referee.look_for_end();
        referee
    }

    /// The secret position, for records and tests. No player gets it.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.position.turn
    }

    /// The view of `color`.
    pub fn view(&self, color: Color) -> &View {
        &self.views[side(color)]
    }

    /// The end of the game, if it has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn goes_on(&self) -> Result<(), RefereeError> {
        match self.outcome {
            Some(outcome) => Err(RefereeError::Over(outcome.ending)),
            None => Ok(()),
        }
    }

    /// Shows the side to move a window.
    ///
    /// # Errors
    /// The game is over, or the side has sensed in this turn.
    pub fn sense(&mut self, sense: Sense) -> Result<Seen, RefereeError> {
        self.goes_on()?;
        let mover = self.turn();
        let view = &mut self.views[side(mover)];
        if view.seen().is_some() {
            return Err(RefereeError::SensedTwice(mover));
        }
        let seen = Seen::of(&self.position.men, sense);
        view.sensed(seen);
        Ok(seen)
    }

    /// Plays what becomes of a request, and tells the mover.
    ///
    /// # Errors
    /// The game is over, the mover has not sensed, or its own men do not allow the request. Nothing
    /// changes then.
    pub fn request(&mut self, asked: Request) -> Result<Report, RefereeError> {
        self.goes_on()?;
        let mover = self.turn();
        if self.view(mover).seen().is_none() {
            return Err(RefereeError::NotSensed(mover));
        }
        let own = self.position.side(mover);
        let taken: Option<Taken> = match asked.0 {
            None => None,
            Some(wanted) if is_allowed(&own, wanted) => revise(&own, wanted),
            Some(_) => {
                return Err(RefereeError::Impossible {
                    color: mover,
                    asked,
                });
            }
        };
        let capture = taken.and_then(|taken| taken.capture);
        self.position.play(taken);
        self.views[side(mover)].moved(taken);
        self.views[side(!mover)].enemy_moved(capture);
        self.look_for_end();
        let taken = Request(taken.map(|taken| taken.step.asked()));
        Ok(Report {
            asked,
            taken,
            capture,
        })
    }

    /// Ends the game: the side to move resigns.
    pub fn resign(&mut self) {
        let winner = Some(!self.turn());
        self.outcome.get_or_insert(Outcome {
            winner,
            ending: Ending::Resign,
        });
    }

    /// Ends the game: the time of `color` is over.
    pub fn time_over(&mut self, color: Color) {
        let outcome = Outcome {
            winner: Some(!color),
            ending: Ending::Timeout,
        };
        self.outcome.get_or_insert(outcome);
    }

    fn look_for_end(&mut self) {
        let position = &self.position;
        let lost = SIDES.into_iter().find(|&color| !position.has_king(color));
        let ending = if lost.is_some() {
            Ending::KingCapture
        } else if self
            .rules
            .turn_limit
            .is_some_and(|limit| position.number > limit)
        {
            Ending::TurnLimit
        } else if self
            .rules
            .quiet_limit
            .is_some_and(|limit| position.quiet >= limit)
        {
            Ending::MoveLimit
        } else {
            return;
        };
        let winner = lost.map(|color| !color);
        self.outcome = Some(Outcome { winner, ending });
    }
}
