//! Games read from a file, with their problems.

use std::fmt;

use super::super::notation::Language;
use super::super::pgn::{Aside, Filter, Kept, START_KNOWN, ScoreSheet, TO_BOTH, moves};
use super::super::{Entry, GameRecord};
use super::results::stated_result;
use super::tokens::Place;
use crate::umpire::{Ending, GameResult, Outcome, Ruleset};
use darkforge_board::{Color, Position, SIDES, material};

/// Place of a disagreement on the number of moves.
pub(super) const PLIES: &str = "number of moves";

/// A game of a file, refereed again.
#[derive(Clone, Debug)]
pub struct ReadGame {
    /// The game's number in a transcript; in PGN its place in the file, from 0.
    pub game: u64,
    /// Names and values of its tags; a transcript has none.
    pub tags: Vec<(String, String)>,
    /// Ruleset of the game.
    pub ruleset: &'static Ruleset,
    /// Sides whose refused tries are listed: `no` for both.
    pub filter: Filter,
    /// Names of White and Black; empty where the file has none.
    pub players: [String; 2],
    /// Result, if the file states it.
    pub result: Option<GameResult>,
    /// Result and ending, by the rules or by the file's statement of a forfeit or a limit.
    pub outcome: Option<Outcome>,
    /// Every question in order, with what the umpire answers.
    pub entries: Vec<Entry>,
    /// Contents beside the entries, each with the entry before which it stands.
    pub kept: Vec<(usize, Kept)>,
    /// Whether the file has the umpire's words.
    pub annotated: bool,
    /// The side that mated with the last move.
    pub mated_by: Option<Color>,
    /// False statements of the file.
    pub disagreements: Vec<Disagreement>,
    /// The starting position, if it is not the initial one.
    pub start: Option<Position>,
    /// Language of the letters of men.
    pub language: &'static Language,
    /// Moves not in standard notation, which [`sheet`](ReadGame::sheet) uses.
    pub respelt: usize,
    /// Comments, signs and variations that are not the umpire's.
    pub(super) asides: Vec<Aside>,
    /// The position at the end.
    pub(super) position: Position,
    /// End of the movetext.
    pub(super) end: String,
}

impl ReadGame {
    /// The moves that were played, with what the umpire says of them.
    pub fn moves(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.played().is_some())
    }

    /// Reason why its result or its number of moves contradicts its moves, if it does.
    pub fn contradiction(&self) -> Option<String> {
        if let Some(wrong) = self.disagreements.iter().find(|wrong| wrong.place == PLIES) {
            let (read, stated) = (&wrong.truth, &wrong.says);
            return Some(format!("it has {read} moves, and its tag says {stated}"));
        }
        let (winner, result) = (self.mated_by?, self.result?);
        if self
            .outcome
            .is_some_and(|outcome| outcome.ending.is_forfeit())
        {
            return None;
        }
        (result.winner() != Some(winner))
            .then(|| format!("its result is {result}, but its last move mates for {winner:?}"))
    }

    /// Whether both players knew all of the position from which it began: the initial one, or that
    /// of a match from openings, whose records say so.
    pub fn knows_start(&self) -> bool {
        let is_told = |(name, value): &(String, String)| name == START_KNOWN && value == TO_BOTH;
        self.start.is_none() || self.tags.iter().any(is_told)
    }

    /// The position at the end.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Refused tries that cannot be read, such as `??`.
    pub fn unreadable(&self) -> usize {
        let unreadable = |kept: &&(usize, Kept)| matches!(kept.1, Kept::Unreadable(_));
        self.kept.iter().filter(unreadable).count()
    }

    /// The game's record; `None` if it ended neither by the rules nor by a forfeit or limit that
    /// the file states.
    pub fn record(&self) -> Option<GameRecord> {
        Some(GameRecord {
            ruleset: self.ruleset,
            start: self.start.as_ref().map(|start| start.board().clone()),
            entries: self.entries.clone(),
            outcome: self.outcome?,
            plies: self.moves().count() as u32,
            material: SIDES.map(|color| material(&self.position.men(color))),
            final_fen: self.position.fen(),
        })
    }

    /// Plies before its first move, by the number of the move with which it begins.
    pub fn first_ply(&self) -> u32 {
        self.sheet().first_ply() as u32
    }

    /// The game as correct PGN: with its own tags, comments and variations, and with the umpire's
    /// words if it had them.
    pub fn sheet(&self) -> ScoreSheet {
        let mut sheet = ScoreSheet {
            tags: self.tags.clone(),
            moves: moves(
                self.ruleset,
                self.start.as_ref(),
                &self.entries,
                &self.kept,
                self.filter,
            ),
            asides: self.asides.clone(),
            result: self.end.clone(),
        };
        if !self.annotated {
            for told in &mut sheet.moves {
                told.comment = None;
            }
        }
        self.correct(&mut sheet);
        sheet
    }

    /// Corrects the result, ending and number of moves that a sheet states.
    fn correct(&self, sheet: &mut ScoreSheet) {
        let plies = self.moves().count().to_string();
        for (name, value) in &mut sheet.tags {
            match (name.as_str(), self.outcome) {
                ("Result", Some(outcome)) => outcome.result.as_str().clone_into(value),
                ("Result", None) if stated_result(value).is_err() => {
                    self.result
                        .map_or("*", GameResult::as_str)
                        .clone_into(value);
                }
                ("Termination", Some(outcome)) if Ending::named(value).is_some() => {
                    outcome.ending.as_str().clone_into(value);
                }
                ("PlyCount", _) => value.clone_from(&plies),
                _ => {}
            }
        }
        if let Some(outcome) = self.outcome {
            outcome.result.as_str().clone_into(&mut sheet.result);
        }
    }
}

/// A false statement of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The move, tag or line.
    pub place: String,
    /// The file's statement.
    pub says: String,
    /// The truth.
    pub truth: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement { place, says, truth } = self;
        write!(f, "{place}: the file says {says}; true is {truth}")
    }
}

/// A game that cannot be replayed to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedGame {
    /// Number of the game in its file, from 1.
    pub number: usize,
    /// The problem and its place.
    pub problem: String,
    /// In PGN, the number of the wrong move, from 0.
    pub ply: Option<usize>,
    /// Place of the problem; `None` if it is the game as a whole.
    pub place: Option<Place>,
    /// False statements before that.
    pub disagreements: Vec<Disagreement>,
}
