//! Seats: a player's [`View`], computed from the umpire's words alone.

use super::own_men::{lose_own_man, play_own_move};
use super::ruleset::{AnyRule, Ruleset};
use super::view::{Overheard, View};
use super::{Announcement, Answer, Question, Umpire};
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
        Seat::opening(ruleset, color, &Position::start())
    }

    /// The same in a game that begins from `start`, all of which both players know.
    pub fn opening(ruleset: &'static Ruleset, color: Color, start: &Position) -> Seat {
        // What an umpire shows before the first move follows from the start alone.
        let umpire = Umpire::opening(ruleset, u32::MAX, start);
        Seat {
            view: umpire.view(color).clone(),
        }
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
    use darkforge_board::{Board, SIDES, side};
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
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R b kq - 6 5",
            "4k3/1P4P1/8/3pP3/4pP2/8/1p4p1/4K3 w - d6 0 1",
        ];
        for (number, ruleset) in RULESETS.into_iter().enumerate() {
            for game in 0..30 {
                let start: Position = starts[game as usize % 3].parse().unwrap();
                let mut stream = streams::open(game, "seats", number as u64);
                let mut umpire = Umpire::opening(ruleset, 300, &start);
                let mut seats = SIDES.map(|color| Seat::opening(ruleset, color, &start));
                for color in SIDES {
                    let shown = umpire.view(color).start().map(Board::fen);
                    assert_eq!(shown.is_some(), game % 3 > 0);
                    assert!(shown.is_none_or(|fen| fen == start.fen()));
                }
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
