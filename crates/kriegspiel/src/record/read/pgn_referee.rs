//! Referee of PGN games: compares every try, move and code with the umpire's.

use std::fmt;

use super::super::notation::{ENGLISH, Language, Named, Unread, is_descriptive};
use super::super::own_board::OwnBoard;
use super::super::pgn::{
    Code, Comment, Filter, FilteredGame, Kept, ListedTry, ScoreSheet, ScoreSheetMove, codes,
    read_list, read_number,
};
use super::super::replay_umpire::ReplayUmpire;
use super::results::stated_result;
use super::verdict::{self, Stated};
use super::{DamagedGame, Disagreement, ReadGame, Reading};
use crate::umpire::{Answer, Ending, GameResult, Question, RULESETS, Ruleset};
use darkforge_board::{Color, Position, Try};

/// Name of silence and of missing lists.
const NOTHING: &str = "nothing";

/// The ruleset that a tag names: one of ours, or a text with our name, or the ICC's, as one of its
/// words.
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

/// The ruleset of a game, and the problem with the tag that names it.
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

/// Tags that have neither a result nor a number of moves; true are `result` and `plies`.
fn unread_tags(
    sheet: &ScoreSheet,
    result: Option<GameResult>,
    plies: usize,
) -> impl Iterator<Item = Disagreement> {
    let wrong = |name: &str, text: &str, what: &str, truth: String| Disagreement {
        place: format!("tag {name}"),
        says: format!("\"{text}\", which is no {what}"),
        truth,
    };
    let stated = sheet.tag("Result");
    let stated = stated.filter(|text| !text.trim().is_empty() && stated_result(text).is_err());
    let result = stated.map(|text| {
        let what = "result (1-0, 0-1, 1/2-1/2 or *)";
        let truth = result.map_or("*", GameResult::as_str);
        wrong("Result", text, what, truth.to_owned())
    });
    let count = sheet.tag("PlyCount");
    let is_known = |text: &&str| !matches!(text.trim(), "" | "?");
    let count = count.filter(is_known);
    let count = count.filter(|text| text.parse::<usize>().is_err());
    let count = count.map(|text| wrong("PlyCount", text, "number", plies.to_string()));
    result.into_iter().chain(count)
}

/// The position of the tag `FEN`, if it is not the initial one.
fn start(sheet: &ScoreSheet, reading: Reading) -> Result<Option<Position>, DamagedGame> {
    let Some(fen) = sheet.tag("FEN") else {
        return Ok(None);
    };
    let wrong = |problem: String| DamagedGame::new(format!("tag FEN: {problem}"));
    let start: Position = fen.parse().map_err(|error| wrong(format!("{error}")))?;
    if start.fen() == Position::start().fen() {
        return Ok(None);
    }
    if !reading.positions {
        return Err(DamagedGame::new(
            "it does not begin from the initial position (tag FEN)".to_owned(),
        ));
    }
    Ok(Some(start))
}

/// The result of `read` in the letters of the given language; without one in English, or if that
/// does not fit, in the one language that does.
fn in_language<T>(
    reading: Reading,
    read: impl Fn(&'static Language) -> Result<T, DamagedGame>,
    same: impl Fn(&T, &T) -> bool,
) -> Result<T, DamagedGame> {
    let mut furthest = match read(reading.language.unwrap_or(ENGLISH)) {
        Err(damaged) if reading.language.is_none() && damaged.ply.is_some() => damaged,
        done => return done,
    };
    let mut found: Option<(T, &Language)> = None;
    for language in Language::different().skip(1) {
        match (read(language), &found) {
            (Ok(game), None) => found = Some((game, language)),
            (Ok(game), Some((other, of_other))) if !same(&game, other) => {
                return Err(DamagedGame::new(format!(
                    "its moves fit the letters of {} ({}) and of {} ({}): name the language",
                    of_other.name, of_other.code, language.name, language.code
                )));
            }
            (Err(damaged), _) if damaged.ply > furthest.ply => furthest = damaged,
            _ => {}
        }
    }
    found.map_or(Err(furthest), |(game, _)| Ok(game))
}

/// Reads a filtered game.
pub(super) fn filtered(
    sheet: &ScoreSheet,
    color: Color,
    reading: Reading,
) -> Result<FilteredGame, DamagedGame> {
    let (ruleset, wrong) = ruleset(sheet, reading.ruleset);
    if let Some(wrong) = wrong {
        return Err(DamagedGame::new(wrong.to_string()));
    }
    let start = start(sheet, reading)?.unwrap_or_default();
    let read = |language: &'static Language| {
        let game = FilteredGame::read(sheet, ruleset, color, &start, language);
        game.map_err(|(ply, problem)| {
            let place = MovePlace {
                ply: sheet.first_ply() + ply,
                san: sheet.moves[ply].san.as_deref().unwrap_or("??"),
            };
            DamagedGame {
                ply: Some(ply),
                ..DamagedGame::new(format!("{place}: {problem}"))
            }
        })
    };
    in_language(reading, read, |one, other| one == other)
}

/// Name of a move in messages: `move 14... b5`. Formatted only if a message needs it.
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
    reading: Reading,
) -> Result<ReadGame, DamagedGame> {
    let (ruleset, wrong) = ruleset(&sheet, reading.ruleset);
    let start = start(&sheet, reading)?;
    let annotated = sheet.moves.iter().any(|told| told.comment.is_some());
    let first = sheet.first_ply();
    let read = |language: &'static Language| {
        let mut table = Table {
            ruleset,
            filter,
            language,
            respelt: 0,
            umpire: ReplayUmpire::new(ruleset, start.as_ref()),
            kept: Vec::new(),
            disagreements: wrong.iter().cloned().collect(),
        };
        for (ply, told) in sheet.moves.iter().enumerate() {
            if let Err(problem) = table.turn(first + ply, told, annotated) {
                return Err(DamagedGame {
                    ply: Some(ply),
                    disagreements: table.disagreements,
                    ..DamagedGame::new(problem)
                });
            }
        }
        Ok(table)
    };
    let table = in_language(reading, read, |one, other| {
        one.umpire.entries == other.umpire.entries
    })?;
    Ok(table.finish(sheet, start, game, annotated))
}

/// A game as it is refereed.
struct Table {
    ruleset: &'static Ruleset,
    filter: Filter,
    language: &'static Language,
    /// Moves not in standard notation.
    respelt: usize,
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

    /// Referees the tries before a move, the move, and its announcement.
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
        let played = self.read_move(san).map_err(|problem| {
            let (number, dots) = (ply / 2 + 1, side.fold_wb(".", "..."));
            format!("move {number}{dots} '{san}' {problem}")
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

    /// The legal move with this notation.
    fn read_move(&mut self, text: &str) -> Result<Try, String> {
        let named = Named::parse(text, self.language);
        let named = named.ok_or_else(|| {
            if is_descriptive(text) {
                "cannot be read: descriptive notation is not read".to_owned()
            } else {
                format!("is not a move in {} letters", self.language.name)
            }
        })?;
        self.respelt += usize::from(!named.standard);
        named
            .legal(self.umpire.position())
            .map_err(|unread| match unread {
                Unread::Ambiguous => "could be more than one legal move".to_owned(),
                Unread::Impossible => "is not legal".to_owned(),
            })
    }

    fn may_ask(&self) -> bool {
        self.ruleset.any != crate::umpire::AnyRule::Never
    }

    /// The readable codes; the others are reported.
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

    /// Asks the tries that the file lists as refused; returns the answer to "Any?", if it was
    /// asked.
    fn tries(&mut self, place: MovePlace, refused: &[String], implied: bool) -> Option<bool> {
        let position = self.umpire.position();
        let board = OwnBoard::of(position, position.turn());
        let mut any = None;
        for asked in read_list(refused, implied, &board, self.language) {
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
                        let problem = board.read(&text, self.language).err().unwrap_or_default();
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

    fn finish(
        self,
        sheet: ScoreSheet,
        start: Option<Position>,
        game: u64,
        annotated: bool,
    ) -> ReadGame {
        let result = sheet.tag("Result").map(stated_result);
        let stated = Stated {
            result: result.and_then(Result::ok).flatten(),
            end: GameResult::named(&sheet.result),
            ending: sheet.tag("Termination").and_then(Ending::named),
            plies: sheet.tag("PlyCount").and_then(|plies| plies.parse().ok()),
            // In ordinary chess a draw must be claimed.
            by_our_rules: annotated || sheet.tag("Ruleset").is_some(),
        };
        let player = |name| sheet.tag(name).unwrap_or_default().to_owned();
        let players = [player("White"), player("Black")];
        let mut disagreements = self.disagreements;
        let outcome = verdict::judge(&self.umpire, &stated, &mut disagreements);
        let entries = self.umpire.entries.iter();
        let plies = entries.filter(|entry| entry.played().is_some()).count();
        let result = outcome.map(|outcome| outcome.result).or(stated.end);
        disagreements.extend(unread_tags(&sheet, result, plies));
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
            start,
            language: self.language,
            respelt: self.respelt,
            asides: sheet.asides,
            position,
            tags: sheet.tags,
            end: sheet.result,
        }
    }
}
