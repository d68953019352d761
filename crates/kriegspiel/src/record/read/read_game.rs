//! A game as a file tells it, and what is wrong with it.

use std::fmt;

use super::super::notation::Language;
use super::super::pgn::{Aside, Filter, Kept, ScoreSheet, moves};
use super::super::{Entry, GameRecord};
use super::tokens::Place;
use crate::umpire::{Ending, GameResult, Outcome, Ruleset};
use darkforge_board::{Color, Position, SIDES, material};

/// The place of a disagreement on the number of moves.
pub(super) const PLIES: &str = "number of moves";

/// A game as a file tells it, refereed again.
#[derive(Clone, Debug)]
pub struct ReadGame {
    /// The game's number in a transcript; in PGN its place in the file, from 0.
    pub game: u64,
    /// Names and values of its tags; a transcript has none.
    pub tags: Vec<(String, String)>,
    /// Rules it was played under.
    pub ruleset: &'static Ruleset,
    /// Whose refused tries are told: `no` for both.
    pub filter: Filter,
    /// Names of White and Black; empty where the file has none.
    pub players: [String; 2],
    /// Who won, if the file says so.
    pub result: Option<GameResult>,
    /// How it ended, by the rules or by what the file says of a forfeit or a limit.
    pub outcome: Option<Outcome>,
    /// Every question in order, with what the umpire answers.
    pub entries: Vec<Entry>,
    /// What stands beside the entries, each with the entry before which it stands.
    pub kept: Vec<(usize, Kept)>,
    /// Whether the file tells the umpire's words.
    pub annotated: bool,
    /// Who mated with the last move.
    pub mated_by: Option<Color>,
    /// Where the file says something that is not true.
    pub disagreements: Vec<Disagreement>,
    /// The position that it begins from, if that is not the initial one.
    pub start: Option<Position>,
    /// The language whose letters name men in it.
    pub language: &'static Language,
    /// Moves in another than the standard notation, which is that of [`sheet`](ReadGame::sheet).
    pub respelt: usize,
    /// Comments, signs and variations that are not the umpire's.
    pub(super) asides: Vec<Aside>,
    /// The position at the end.
    pub(super) position: Position,
    /// What ends the movetext.
    pub(super) end: String,
}

impl ReadGame {
    /// The moves that were played, with what the umpire says of them.
    pub fn moves(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.played().is_some())
    }

    /// Why its result or its number of moves cannot be believed, if they contradict its
    /// moves.
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

    /// The position at the end.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Refused tries that cannot be read, such as `??`.
    pub fn unreadable(&self) -> usize {
        let unreadable = |kept: &&(usize, Kept)| matches!(kept.1, Kept::Unreadable(_));
        self.kept.iter().filter(unreadable).count()
    }

    /// The game's record; `None` if it did not end by the rules, nor by a forfeit or limit
    /// that the file names.
    pub fn record(&self) -> Option<GameRecord> {
        Some(GameRecord {
            ruleset: self.ruleset,
            entries: self.entries.clone(),
            outcome: self.outcome?,
            plies: self.moves().count() as u32,
            material: SIDES.map(|color| material(&self.position.men(color))),
            final_fen: self.position.fen(),
        })
    }

    /// The game as PGN that is true: with its own tags, comments and variations, and with the
    /// umpire's words if it had them.
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

    /// Puts the true result, ending and number of moves on a sheet that states them.
    fn correct(&self, sheet: &mut ScoreSheet) {
        let plies = self.moves().count().to_string();
        for (name, value) in &mut sheet.tags {
            match (name.as_str(), self.outcome) {
                ("Result", Some(outcome)) => outcome.result.as_str().clone_into(value),
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

/// A place where a file says something that is not true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The move, tag or line.
    pub place: String,
    /// What the file says there.
    pub says: String,
    /// What is true.
    pub truth: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement { place, says, truth } = self;
        write!(f, "{place}: the file says {says}; true is {truth}")
    }
}

/// A game that cannot be followed to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedGame {
    /// Number of the game in its file, from 1.
    pub number: usize,
    /// What is wrong and where.
    pub problem: String,
    /// In PGN, the number of the move that is wrong, from 0.
    pub ply: Option<usize>,
    /// The place of what is wrong; `None` where the game as a whole is.
    pub place: Option<Place>,
    /// Where the file was wrong before that.
    pub disagreements: Vec<Disagreement>,
}
