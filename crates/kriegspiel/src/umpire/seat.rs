//! Seats: a player's [`View`], computed from the umpire's words alone.

use super::own_men::{lose_own_man, play_own_move};
use super::ruleset::{AnyRule, Ruleset};
use super::view::{Overheard, View};
use super::{Announcement, Answer, PawnTries, Question};
use darkforge_board::{Color, Position};

/// Keeps one player's [`View`] in a program that hears an umpire from elsewhere. It always equals
/// the umpire's own [`View`] of that player, which shows that a player hears everything that it
/// may know.
#[derive(Clone, Debug)]
pub struct Seat {
    view: View,
}

impl Seat {
    /// The seat of `color` before the first move.
    pub fn new(ruleset: &'static Ruleset, color: Color) -> Seat {
        let mut view = View::new(ruleset, color);
        let start = Position::start();
        view.men = start.men(color);
        view.castling = start.castling(color);
        if color == Color::White {
            // The player that moves first knows that it has no pawn tries.
            view.heard.pawn_tries = PawnTries::none(ruleset.pawn_tries);
        }
        Seat { view }
    }

    /// The player's current view.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Takes the umpire's answer to this player's question.
    pub fn answered(&mut self, question: Question, answer: &Answer) {
        let view = &mut self.view;
        match (question, *answer) {
            (Question::Try(asked), Answer::Played(_)) => {
                play_own_move(view.color, &mut view.men, &mut view.castling, asked);
                view.plies += 1;
                view.end_turn();
            }
            (Question::Try(asked), Answer::Refused) => {
                view.refused.push(asked);
                view.obliged &= view.ruleset.any != AnyRule::OneTry;
            }
            (Question::Any, Answer::Any(any)) => {
                view.any = Some(any);
                view.obliged = any;
            }
            _ => {} // nonsense changes nothing
        }
    }

    /// Takes the opponent's move: what was heard before it, and its announcement.
    pub fn opponent_moved(&mut self, overheard: Overheard, said: &Announcement) {
        let view = &mut self.view;
        if let Some(capture) = said.capture {
            lose_own_man(
                view.color,
                &mut view.men,
                &mut view.castling,
                capture.square,
            );
        }
        view.heard = *said;
        view.overheard = overheard;
        view.plies += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::umpire::{RULESETS, Umpire};
    use darkforge_board::{SIDES, side};
    use darkforge_streams as streams;

    /// Asks anything at all, with enough legal moves for games to continue.
    fn questions(umpire: &Umpire, stream: &mut streams::Stream) -> Question {
        let mut tries = Vec::new();
        umpire.view(umpire.turn()).pseudolegal(true, &mut tries);
        match streams::below(stream, 12) {
            0 => Question::Any,
            _ => Question::Try(tries[streams::below(stream, tries.len())]),
        }
    }

    #[test]
    fn a_seat_knows_what_the_umpire_shows() {
        for (number, ruleset) in RULESETS.into_iter().enumerate() {
            for game in 0..30 {
                let mut stream = streams::open(game, "seats", number as u64);
                let mut umpire = Umpire::new(ruleset, 300);
                let mut seats = SIDES.map(|color| Seat::new(ruleset, color));
                while umpire.outcome().is_none() {
                    let mover = umpire.turn();
                    let question = questions(&umpire, &mut stream);
                    let answer = umpire.ask(question).unwrap();
                    seats[side(mover)].answered(question, &answer);
                    if let Answer::Played(said) = answer {
                        let overheard = umpire.view(!mover).overheard();
                        seats[side(!mover)].opponent_moved(overheard, &said);
                    }
                    for color in SIDES {
                        let seat = seats[side(color)].view();
                        assert_eq!(seat, umpire.view(color), "{} {question}", ruleset.name);
                    }
                }
            }
        }
    }
}
