//! Filtered games (T 4.4): the record that one player could have written.
//!
//! T is the thesis, see [the crate](crate).

use super::code::{Code, codes};
use super::refused_tries::{ListedTry, read_list, read_number, write_list};
use super::score_sheet::{Comment, ScoreSheet, ScoreSheetMove};
use super::{Filter, tags};
use crate::record::notation::Language;
use crate::record::own_board::OwnBoard;
use crate::record::{GameRecord, Heading};
use crate::umpire::{Answer, Ending, Question, Ruleset, Umpire};
use darkforge_board::{Color, Position, Try};

/// A game as one player knows it. Its only board is the player's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilteredGame {
    /// Ruleset of the game.
    pub ruleset: &'static Ruleset,
    /// The player's colour.
    pub color: Color,
    /// The player's board before the first move.
    pub start: OwnBoard,
    /// Names and values of the tags.
    pub tags: Vec<(String, String)>,
    /// The turns of both sides, White's first.
    pub turns: Vec<FilteredTurn>,
    /// End of the movetext.
    pub result: String,
}

/// A turn as one player knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilteredTurn {
    /// A turn of the player.
    Own {
        /// The questions before the move.
        asked: Vec<ListedTry>,
        /// The move.
        played: Try,
        /// The umpire's words on it, and the answer to "Any?".
        words: Vec<Code>,
    },
    /// A turn of the opponent.
    Heard {
        /// Number of refusals, if the rules announce them.
        refusals: Option<u32>,
        /// The umpire's announcement.
        words: Vec<Code>,
    },
}

impl FilteredGame {
    /// The game of `record` as `color` knows it.
    ///
    /// # Panics
    /// When `record` is not the record of a game.
    pub fn of(heading: &Heading, record: &GameRecord, color: Color) -> FilteredGame {
        let filter = color.fold_wb(Filter::White, Filter::Black);
        let start = record.start().unwrap_or_default();
        let mut umpire = Umpire::opening(record.ruleset, u32::MAX, &start);
        let mut turns = Vec::with_capacity(record.plies as usize);
        let (mut asked, mut any) = (Vec::new(), None);
        for entry in &record.entries {
            umpire
                .ask(entry.question)
                .expect("a recorded game goes on to its last move");
            match entry.answer {
                Answer::Refused | Answer::Nonsense => {
                    asked.push(ListedTry::Question(entry.question));
                }
                Answer::Any(answer) => {
                    asked.push(ListedTry::Question(entry.question));
                    any = Some(answer);
                }
                Answer::Played(said) if entry.side == color => {
                    let Question::Try(played) = entry.question else {
                        continue;
                    };
                    turns.push(FilteredTurn::Own {
                        asked: std::mem::take(&mut asked),
                        played,
                        words: codes(&said, any.take()),
                    });
                }
                Answer::Played(said) => {
                    let overheard = umpire.view(color).overheard();
                    turns.push(FilteredTurn::Heard {
                        refusals: overheard.refusals,
                        words: codes(&said, overheard.any),
                    });
                    asked.clear();
                    any = None;
                }
            }
        }
        FilteredGame {
            ruleset: record.ruleset,
            color,
            start: OwnBoard::of(&start, color),
            tags: tags(heading, record, filter),
            turns,
            result: record.outcome.result.to_string(),
        }
    }

    /// The game as text.
    pub fn sheet(&self) -> ScoreSheet {
        let mut board = self.start.clone();
        let last = self.turns.len().saturating_sub(1);
        let ending = self.tags.iter().find(|(name, _)| name == "Termination");
        let mate = ending.is_some_and(|(_, value)| value == Ending::Checkmate.as_str());
        let turns = self.turns.iter().enumerate();
        let moves = turns
            .map(|(ply, turn)| turn.show(&mut board, mate && ply == last))
            .collect();
        ScoreSheet {
            tags: self.tags.clone(),
            moves,
            asides: Vec::new(),
            result: self.result.clone(),
        }
    }

    /// Reads the game of `color` that begins from `start`, in the letters of `language`.
    ///
    /// # Errors
    /// The ply, counted from 0, and what is wrong there.
    pub fn read(
        sheet: &ScoreSheet,
        ruleset: &'static Ruleset,
        color: Color,
        start: &Position,
        language: &Language,
    ) -> Result<FilteredGame, (usize, String)> {
        let start_of_own = OwnBoard::of(start, color);
        let mut board = start_of_own.clone();
        let first = usize::from(start.turn() == Color::Black);
        let mut turns = Vec::with_capacity(sheet.moves.len());
        for (ply, told) in sheet.moves.iter().enumerate() {
            let own = (first + ply).is_multiple_of(2) == (color == Color::White);
            let turn = read_turn(told, own, &mut board, language);
            let turn = turn.map_err(|problem| (ply, problem))?;
            turns.push(turn);
        }
        Ok(FilteredGame {
            ruleset,
            color,
            start: start_of_own,
            tags: sheet.tags.clone(),
            turns,
            result: sheet.result.clone(),
        })
    }
}

impl FilteredTurn {
    fn show(&self, board: &mut OwnBoard, mate: bool) -> ScoreSheetMove {
        let text = |words: &[Code]| words.iter().map(Code::to_string).collect();
        match self {
            FilteredTurn::Own {
                asked,
                played,
                words,
            } => {
                let any = words.iter().any(|word| matches!(word, Code::Any(_)));
                let captures = words.iter().any(|word| matches!(word, Code::Capture(_)));
                let checks = words.iter().any(|word| matches!(word, Code::Check(_)));
                let refused = write_list(asked, any, board);
                let mut san = board.move_san(*played, captures);
                if checks {
                    san.push(if mate { '#' } else { '+' });
                }
                board.play(*played);
                ScoreSheetMove {
                    san: Some(san),
                    comment: Some(Comment {
                        words: text(words),
                        refused,
                    }),
                }
            }
            FilteredTurn::Heard { refusals, words } => {
                lose(board, words);
                ScoreSheetMove {
                    san: None,
                    comment: Some(Comment {
                        words: text(words),
                        refused: refusals.iter().map(u32::to_string).collect(),
                    }),
                }
            }
        }
    }
}

/// Removes the men that the opponent captured; returns whether they stood there.
fn lose(board: &mut OwnBoard, words: &[Code]) -> bool {
    words.iter().all(|word| match word {
        Code::Capture(square) => board.lose(*square),
        _ => true,
    })
}

fn read_turn(
    told: &ScoreSheetMove,
    own: bool,
    board: &mut OwnBoard,
    language: &Language,
) -> Result<FilteredTurn, String> {
    let comment = told.comment.clone().unwrap_or_default();
    let words = comment.words.iter().map(|word| word.parse());
    let words = words.collect::<Result<Vec<Code>, _>>();
    let words = words.map_err(|error| error.to_string())?;
    match &told.san {
        Some(san) if own => {
            let any = words.iter().any(|word| matches!(word, Code::Any(_)));
            let asked = read_list(&comment.refused, any, board, language);
            let played = board.read(san, language)?;
            board.play(played);
            Ok(FilteredTurn::Own {
                asked,
                played,
                words,
            })
        }
        None if !own => {
            if !lose(board, &words) {
                return Err("a man was captured where none stands".to_owned());
            }
            Ok(FilteredTurn::Heard {
                refusals: read_number(&comment.refused),
                words,
            })
        }
        Some(san) => Err(format!(
            "'{san}' is a move of the opponent, whose moves must be ??"
        )),
        None => Err("the player's own move is missing".to_owned()),
    }
}
