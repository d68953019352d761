//! Decisions of one side of a game: true boards, and the moves that were played there.

use super::Sample;
use crate::collection::{Game, Reason};
use darkforge_board::{Board, Move, side};
use darkforge_kriegspiel::belief::Before;
use darkforge_kriegspiel::record::Entry;
use darkforge_kriegspiel::umpire::{Answer, Question, Umpire};

/// A move, and the board on which it was chosen.
pub(super) struct Decision {
    pub board: Board,
    pub before: Before,
    pub played: Move,
}

/// A game that was followed.
pub(super) struct Followed {
    pub decisions: Vec<Decision>,
    /// The game for statistics; only the side of the player has a name.
    pub game: Game,
}

/// Follows the game of `sample`, whose side is `player`.
pub(super) fn follow(player: &str, sample: &Sample) -> Followed {
    let mut umpire = Umpire::new(sample.ruleset, u32::MAX);
    let mut before = Before::default();
    let mut decisions = Vec::new();
    let mut entries = Vec::with_capacity(sample.questions.len());
    for &question in sample.questions.iter() {
        let turn = umpire.turn();
        let board = umpire.position().board().clone();
        // A game may continue after an unclaimed draw.
        let Ok(answer) = umpire.ask(question) else {
            break;
        };
        entries.push(Entry {
            side: turn,
            question,
            answer,
        });
        if let (Question::Try(asked), Answer::Played(said)) = (question, answer) {
            if turn != sample.color {
                before.captured_on = said.capture.map(|_| asked.to);
            } else if let Some(played) = board.legal_move(asked) {
                decisions.push(Decision {
                    board,
                    before,
                    played,
                });
                before.moves += 1;
            }
        }
        if umpire.outcome().is_some() {
            break;
        }
    }
    let own = side(sample.color);
    let mut players = [String::new(), String::new()];
    player.clone_into(&mut players[own]);
    let refused = |entry: &Entry| entry.side == sample.color && entry.answer == Answer::Refused;
    let mut told = [false; 2];
    told[own] = entries.iter().any(refused);
    Followed {
        decisions,
        game: Game {
            ruleset: sample.ruleset,
            players,
            ratings: [None; 2],
            time_control: String::new(),
            result: None,
            reason: Reason::Unfinished,
            color: None,
            start: None,
            knows_start: true,
            entries,
            unreadable: Vec::new(),
            told,
        },
    }
}
