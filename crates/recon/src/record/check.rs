//! Check: a history against a referee that plays its senses and requests again.

use super::history::{History, Moved, Turn};
use crate::referee::{Ending, Referee, Rules};
use darkforge_board::Color;

/// The first place at which a history contradicts the referee.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Contradiction {
    /// In a turn.
    #[error("turn {turn} of {color}: {what}")]
    Turn {
        /// Number of the turn, from 1.
        turn: usize,
        /// Its side.
        color: Color,
        /// The history's value and the referee's.
        what: String,
    },
    /// At the end.
    #[error("the end: {0}")]
    End(String),
}

/// Plays the senses and requests of a history again and compares all that follows from them.
/// Resignations and ends by time are taken as they are, since they do not follow from the moves;
/// so is a limit of turns.
///
/// # Errors
/// The first contradiction.
pub fn check(history: &History) -> Result<(), Contradiction> {
    let mut referee = Referee::new(Rules::default());
    let mut order = history.in_order();
    let mut expected = Color::White;
    for (color, turn, played) in order.by_ref() {
        let wrong = |what| Contradiction::Turn { turn, color, what };
        if color != expected {
            return Err(wrong(format!("it is {expected}'s turn")));
        }
        check_turn(&mut referee, played).map_err(wrong)?;
        if played.moved.is_none() {
            break;
        }
        expected = !expected;
    }
    if let Some((color, turn, _)) = order.next() {
        let what = "a turn after one without a move".to_owned();
        return Err(Contradiction::Turn { turn, color, what });
    }
    check_end(history, &referee)
}

fn check_turn(referee: &mut Referee, turn: &Turn) -> Result<(), String> {
    let seen = referee
        .sense(turn.sense)
        .map_err(|error| error.to_string())?;
    let window: Vec<_> = seen.squares().collect();
    if window != turn.seen {
        let differs = window
            .iter()
            .zip(&turn.seen)
            .find(|(says, has)| says != has);
        return Err(match differs {
            Some(((square, _), _)) => format!("sense {}: another man on {square}", turn.sense),
            None => format!(
                "sense {}: {} squares instead of {}",
                turn.sense,
                turn.seen.len(),
                window.len()
            ),
        });
    }
    let Some(moved) = &turn.moved else {
        return Ok(());
    };
    same(
        "position before the move",
        &moved.before,
        &referee.position().fen(),
    )?;
    let report = referee
        .request(moved.asked)
        .map_err(|error| error.to_string())?;
    let Moved {
        taken,
        capture,
        after,
        ..
    } = moved;
    same("taken move", taken, &report.taken)?;
    let square = |square: Option<_>| {
        square.map_or("none".to_owned(), |square: darkforge_board::Square| {
            square.to_string()
        })
    };
    same("capture square", &square(*capture), &square(report.capture))?;
    same("position after the move", after, &referee.position().fen())
}

fn same<T: PartialEq + std::fmt::Display>(name: &str, has: &T, says: &T) -> Result<(), String> {
    if has == says {
        return Ok(());
    }
    Err(format!("{name} is {has}; by the rules it is {says}"))
}

fn check_end(history: &History, referee: &Referee) -> Result<(), Contradiction> {
    let end = |what: String| Err(Contradiction::End(what));
    match (history.outcome, referee.outcome()) {
        (has, says) if has == says => Ok(()),
        // A limit of turns is not known here, and comes before that of quiet plies.
        (Some(has), Some(says))
            if has.ending == Ending::TurnLimit
                && has.winner.is_none()
                && says.ending == Ending::MoveLimit =>
        {
            Ok(())
        }
        (Some(has), None) => match has.ending {
            Ending::Resign | Ending::Timeout if has.winner.is_none() => {
                end(format!("{} without a winner", has.ending))
            }
            Ending::Resign if has.winner == Some(referee.turn()) => end(format!(
                "{} cannot have resigned in {}'s turn",
                !referee.turn(),
                referee.turn()
            )),
            Ending::TurnLimit if has.winner.is_some() => {
                end("a limit of turns has no winner".to_owned())
            }
            Ending::Resign | Ending::Timeout | Ending::TurnLimit => Ok(()),
            ending => end(format!("{ending}; by the moves the game goes on")),
        },
        // A player may run out of time with the move that ends the game, or resign after it.
        (Some(has), Some(_)) if matches!(has.ending, Ending::Resign | Ending::Timeout) => Ok(()),
        (has, Some(says)) => {
            let name = has.map_or("none", |has| has.ending.name());
            end(format!(
                "{name}; by the moves {}, or another winner",
                says.ending
            ))
        }
        (None, None) => Ok(()),
    }
}
