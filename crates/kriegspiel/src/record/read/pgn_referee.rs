//! A game in PGN refereed again: every try, move and code compared with the umpire's.

use std::fmt;

use super::super::own_board::OwnBoard;
use super::super::pgn::{
    Code, Comment, Filter, FilteredGame, Kept, ListedTry, ScoreSheet, ScoreSheetMove, codes,
    read_list, read_number,
};
use super::super::replay_umpire::ReplayUmpire;
use super::verdict::{self, Stated};
use super::{DamagedGame, Disagreement, ReadGame};
use crate::umpire::{Answer, Ending, GameResult, Question, RULESETS, Ruleset};
use darkforge_board::{Color, Try};

/// How silence and missing lists are named.
const NOTHING: &str = "nothing";

/// The ruleset that a tag names: one of ours, or a text that has our name, or the ICC's,
/// as one of its words.
fn ruleset_of(text: &str) -> Option<&'static Ruleset> {
    let text = text.trim().to_ascii_lowercase();
    let words: Vec<&str> = text
        .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-')
        .collect();
    let mut named = RULESETS
        .into_iter()
        .filter(|ruleset| words.contains(&ruleset.name));
    let icc = ["wild 16", "internet chess club"];
    let icc = icc.iter().any(|name| text.contains(name));
    named.next().or(icc.then_some(&crate::umpire::ICC))
}

/// The ruleset of a game, and what is wrong with the tag that names it.
fn ruleset(
    sheet: &ScoreSheet,
    default: &'static Ruleset,
) -> (&'static Ruleset, Option<Disagreement>) {
    let Some(text) = sheet.tag("Ruleset") else {
        return (default, None);
    };
    match ruleset_of(text) {
        Some(ruleset) => (ruleset, None),
        None => (
            default,
            Some(Disagreement {
                place: "tag Ruleset".to_owned(),
                says: text.to_owned(),
                truth: format!("no such ruleset; read as {}", default.name),
            }),
        ),
    }
}

/// Reads a filtered game.
pub(super) fn filtered(
    sheet: &ScoreSheet,
    color: Color,
    default: &'static Ruleset,
) -> Result<FilteredGame, DamagedGame> {
    let (ruleset, wrong) = ruleset(sheet, default);
    if let Some(wrong) = wrong {
        return Err(DamagedGame::new(wrong.to_string()));
    }
    FilteredGame::read(sheet, ruleset, color).map_err(|(ply, problem)| {
        let place = MovePlace {
            ply,
            san: sheet.moves[ply].san.as_deref().unwrap_or("??"),
        };
        DamagedGame {
            ply: Some(ply),
            ..DamagedGame::new(format!("{place}: {problem}"))
        }
    })
}

/// A move as messages name it: `move 14... b5`. Written out only where there is something to
/// say of it.
#[derive(Clone, Copy)]
struct MovePlace<'a> {
    ply: usize,
    san: &'a str,
}

impl fmt::Display for MovePlace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.ply.is_multiple_of(2) {
            "."
        } else {
            "..."
        };
        write!(f, "move {}{dots} {}", self.ply / 2 + 1, self.san)
    }
}

/// Reads a game with the moves of both sides.
pub(super) fn whole(
    sheet: ScoreSheet,
    filter: Filter,
    game: u64,
    default: &'static Ruleset,
) -> Result<ReadGame, DamagedGame> {
    let (ruleset, wrong) = ruleset(&sheet, default);
    let mut table = Table {
        ruleset,
        filter,
        umpire: ReplayUmpire::new(ruleset),
        kept: Vec::new(),
        disagreements: wrong.into_iter().collect(),
    };
    let annotated = sheet.moves.iter().any(|told| told.comment.is_some());
    for (ply, told) in sheet.moves.iter().enumerate() {
        if let Err(problem) = table.turn(ply, told, annotated) {
            return Err(DamagedGame {
                ply: Some(ply),
                disagreements: table.disagreements,
                ..DamagedGame::new(problem)
            });
        }
    }
    Ok(table.finish(sheet, game, annotated))
}

/// A game as it is refereed.
struct Table {
    ruleset: &'static Ruleset,
    filter: Filter,
    umpire: ReplayUmpire,
    kept: Vec<(usize, Kept)>,
    disagreements: Vec<Disagreement>,
}

impl Table {
    fn disagree(&mut self, place: MovePlace, says: String, truth: String) {
        self.disagreements.push(Disagreement {
            place: place.to_string(),
            says,
            truth,
        });
    }

    fn keep(&mut self, kept: Kept) {
        self.kept.push((self.umpire.entries.len(), kept));
    }

    /// Referees the tries before a move, the move, and what is said of it.
    fn turn(&mut self, ply: usize, told: &ScoreSheetMove, annotated: bool) -> Result<(), String> {
        let san = told.san.as_deref().unwrap_or_default();
        let place = MovePlace { ply, san };
        let side = self.umpire.position().turn();
        let silence = Comment::default();
        let comment = told.comment.as_ref().unwrap_or(&silence);
        let stated = self.read_codes(place, &comment.words);
        let any_told = stated.iter().find_map(|code| match code {
            Code::Any(any) => Some(*any),
            _ => None,
        });
        let asked = self.umpire.position().read_san(san);
        let played = asked.map_err(|error| {
            let (number, dots) = (ply / 2 + 1, side.fold_wb(".", "..."));
            format!("move {number}{dots} {error}")
        })?;
        let mut any = None;
        if self.filter.hides_tries(side) {
            any = any_told.map(|_| self.umpire.position().board().pawn_captures() > 0);
            if let Some(any) = any {
                self.keep(Kept::Any(any));
            }
        }
        if let Some(number) = read_number(&comment.refused) {
            self.keep(Kept::Refusals(number));
        } else {
            let implied = any_told.is_some() && any.is_none() && self.may_ask();
            any = self.tries(place, &comment.refused, implied).or(any);
        }
        self.play(place, played, any, annotated.then_some((comment, stated)))
    }

    fn may_ask(&self) -> bool {
        self.ruleset.any != crate::umpire::AnyRule::Never
    }

    /// The codes that can be read; the others are named.
    fn read_codes(&mut self, place: MovePlace, words: &[String]) -> Vec<Code> {
        let mut stated = Vec::new();
        for word in words {
            match word.parse() {
                Ok(Code::Tries(0)) => {}
                Ok(code) => stated.push(code),
                Err(_) => self.disagree(place, word.clone(), "no code".to_owned()),
            }
        }
        stated.sort_unstable();
        stated
    }

    /// Asks the tries that the file says were refused; the answer to "Any?", if it was
    /// asked.
    fn tries(&mut self, place: MovePlace, refused: &[String], implied: bool) -> Option<bool> {
        let position = self.umpire.position();
        let board = OwnBoard::of(position, position.turn());
        let mut any = None;
        for asked in read_list(refused, implied, &board) {
            match asked {
                ListedTry::Question(Question::Try(asked)) if self.umpire.would_play(asked) => {
                    let name = board.san(asked);
                    self.disagree(place, format!("{name} refused"), format!("{name} is legal"));
                }
                ListedTry::Question(question) => {
                    if let Answer::Any(answer) = self.umpire.ask(question) {
                        any = Some(answer);
                    }
                }
                ListedTry::Unreadable(text) => {
                    if !text.starts_with("??") {
                        let problem = board.read(&text).err().unwrap_or_default();
                        self.disagree(place, format!("{text} refused"), problem);
                    }
                    self.keep(Kept::Unreadable(text));
                }
            }
        }
        any
    }

    fn play(
        &mut self,
        place: MovePlace,
        played: Try,
        any: Option<bool>,
        told: Option<(&Comment, Vec<Code>)>,
    ) -> Result<(), String> {
        let Answer::Played(said) = self.umpire.ask(Question::Try(played)) else {
            return Err(format!(
                "{place}: may not be played: \"Any?\" was answered yes, and no pawn capture was tried"
            ));
        };
        let Some((comment, stated)) = told else {
            return Ok(());
        };
        let truth = codes(&said, any);
        let mut sorted = truth.clone();
        sorted.sort_unstable();
        if sorted != stated {
            let or_nothing = |text: String| {
                if text.is_empty() {
                    NOTHING.to_owned()
                } else {
                    text
                }
            };
            let truth: Vec<String> = truth.iter().map(Code::to_string).collect();
            self.disagree(
                place,
                or_nothing(comment.words.join(",")),
                or_nothing(truth.join(",")),
            );
        }
        Ok(())
    }

    fn finish(self, sheet: ScoreSheet, game: u64, annotated: bool) -> ReadGame {
        let stated = Stated {
            result: sheet.tag("Result").and_then(GameResult::named),
            end: GameResult::named(&sheet.result),
            ending: sheet.tag("Termination").and_then(Ending::named),
            plies: sheet.tag("PlyCount").and_then(|plies| plies.parse().ok()),
            // Plain chess knows no draw that nobody claims.
            by_our_rules: annotated || sheet.tag("Ruleset").is_some(),
        };
        let player = |name| sheet.tag(name).unwrap_or_default().to_owned();
        let players = [player("White"), player("Black")];
        let mut disagreements = self.disagreements;
        let outcome = verdict::judge(&self.umpire, &stated, &mut disagreements);
        let position = self.umpire.position().clone();
        let mated = !position.can_move() && position.checkers().any();
        ReadGame {
            game,
            ruleset: self.ruleset,
            filter: self.filter,
            players,
            result: stated.result.or(stated.end),
            outcome,
            entries: self.umpire.entries,
            kept: self.kept,
            annotated,
            mated_by: mated.then(|| !position.turn()),
            disagreements,
            position,
            tags: sheet.tags,
            end: sheet.result,
        }
    }
}
