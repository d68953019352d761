//! Transcripts, as [`record::transcript`](crate::record::transcript) writes them.

use std::borrow::Cow;
use std::io::{self, BufRead};
use std::ops::Range;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::super::notation::ENGLISH;
use super::super::pgn::{Filter, start_tags};
use super::super::replay_umpire::ReplayUmpire;
use super::super::transcript::{FIELDS, line};
use super::chunks::read_line;
use super::verdict::{self, Stated};
use super::{DamagedGame, Disagreement, Place, ReadGame};
use crate::umpire::{Answer, Ending, GameResult, Question, Ruleset};
use darkforge_board::Position;

/// Greatest number of bytes of a game in a transcript, far above the longest.
const MOST_BYTES: usize = 64 << 20;

/// Greatest number of bytes of a line.
const MOST_BYTES_OF_LINE: usize = 1 << 16;

/// Part of a line that is read before the rest can be compared: a try with its answer, or the end
/// of a game.
#[derive(Deserialize)]
struct Line<'a> {
    game: u64,
    #[serde(borrow)]
    r#try: Option<Cow<'a, str>>,
    #[serde(borrow)]
    answer: Option<Cow<'a, str>>,
    result: Option<GameResult>,
    #[serde(borrow)]
    ending: Option<Cow<'a, str>>,
    plies: Option<usize>,
    #[serde(borrow)]
    start: Option<Cow<'a, str>>,
}

/// A question and the place of its line.
struct Step {
    line: u64,
    question: Question,
    played: bool,
    place: Range<usize>,
}

/// The last line of a game.
struct End {
    result: GameResult,
    ending: String,
    plies: Option<usize>,
}

/// State of reading a game.
#[derive(Default)]
pub(super) struct Open {
    /// Number of its first line, from 1.
    pub(super) first_line: u64,
    game: Option<u64>,
    /// Its lines as written; empty if they are `dropped`.
    text: Vec<u8>,
    /// Whether it is too long to be kept.
    dropped: bool,
    /// The position from which it begins, if it is not the initial one.
    start: Option<Position>,
    steps: Vec<Step>,
    end: Option<End>,
    /// The first problem; later lines are not kept.
    problem: Option<String>,
}

/// The games of a transcript.
pub(super) struct Transcript<R> {
    reader: R,
    lines: u64,
    /// The first line of the next game.
    next: Option<Vec<u8>>,
}

impl<R: BufRead> Transcript<R> {
    pub(super) fn new(reader: R) -> Transcript<R> {
        Transcript {
            reader,
            lines: 0,
            next: None,
        }
    }

    /// The next game as text.
    pub(super) fn cut(&mut self) -> io::Result<Option<Open>> {
        let mut open = Open::default();
        loop {
            let mut too_long = false;
            let bytes = match self.next.take() {
                Some(bytes) => bytes,
                None => match self.line(&mut too_long)? {
                    Some(bytes) => bytes,
                    None => break,
                },
            };
            let trimmed = bytes.trim_ascii();
            if trimmed.is_empty() {
                continue;
            }
            let number = self.lines;
            let read: Result<Line, _> = serde_json::from_slice(trimmed);
            let other = read.as_ref().is_ok_and(|line| open.is_before(line.game));
            if other {
                self.next = Some(bytes);
                break;
            }
            if open.first_line == 0 {
                open.first_line = number;
            }
            let place = open.keep(trimmed, too_long);
            match read {
                _ if too_long => {
                    let most = MOST_BYTES_OF_LINE >> 10;
                    open.wrong(number, &format!("it is longer than {most} KiB"));
                }
                Err(error) => open.broken(number, &error),
                Ok(line) => {
                    let result = line.result.is_some();
                    if let Err(problem) = open.take(number, place, line) {
                        open.wrong(number, &problem);
                    }
                    if result {
                        break;
                    }
                }
            }
        }
        Ok((open.first_line > 0).then_some(open))
    }

    fn line(&mut self, too_long: &mut bool) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let any = read_line(&mut self.reader, MOST_BYTES_OF_LINE, &mut line, too_long)?;
        self.lines += u64::from(any);
        Ok(any.then_some(line))
    }
}

impl Open {
    /// Whether a line of `game` belongs to a later game than this.
    fn is_before(&self, game: u64) -> bool {
        self.game.is_some_and(|open| open != game)
    }

    fn wrong(&mut self, line: u64, problem: &str) {
        let problem = || format!("line {line}: {problem}");
        self.problem.get_or_insert_with(problem);
        self.steps = Vec::new();
    }

    /// Keeps the text of a line, up to a limit; returns its place.
    fn keep(&mut self, line: &[u8], too_long: bool) -> Range<usize> {
        let place = self.text.len()..self.text.len() + line.len();
        self.dropped |= too_long || place.end > MOST_BYTES;
        if self.dropped {
            self.text = Vec::new();
        } else {
            self.text.extend_from_slice(line);
            self.text.push(b'\n');
        }
        place
    }

    fn broken(&mut self, line: u64, error: &serde_json::Error) {
        let column = error.column();
        let text = error.to_string();
        let text = text.split(" at line ").next().unwrap_or_default();
        self.wrong(line, &format!("column {column}: {text}"));
    }

    fn take(&mut self, number: u64, place: Range<usize>, line: Line) -> Result<(), String> {
        self.game = Some(line.game);
        if self.problem.is_some() {
            return Ok(());
        }
        if let Some(result) = line.result {
            self.end = Some(End {
                result,
                ending: line.ending.unwrap_or_default().into_owned(),
                plies: line.plies,
            });
            return Ok(());
        }
        if let Some(fen) = line.start {
            let start: Position = fen.parse().map_err(|error| format!("start: {error}"))?;
            if !self.steps.is_empty() {
                return Err("the start of a game stands before its first try".to_owned());
            }
            self.start = Some(start);
            return Ok(());
        }
        let (Some(asked), Some(answer)) = (line.r#try, line.answer) else {
            return Err("it is neither a try with its answer nor the end of a game".to_owned());
        };
        let question = asked
            .parse::<Question>()
            .map_err(|error| error.to_string())?;
        if self.dropped {
            return Err(format!("the game is longer than {} MiB", MOST_BYTES >> 20));
        }
        self.steps.push(Step {
            line: number,
            question,
            played: answer == "played",
            place,
        });
        Ok(())
    }

    /// Bytes of its lines.
    pub(super) fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Its lines.
    pub(super) fn into_text(self) -> Vec<u8> {
        self.text
    }

    /// The game, played under `ruleset`.
    pub(super) fn finish(&self, ruleset: &'static Ruleset) -> Result<ReadGame, DamagedGame> {
        if let Some(problem) = &self.problem {
            return Err(DamagedGame::new(problem.clone()));
        }
        let Some(end) = &self.end else {
            return Err(DamagedGame::new("its end is missing".to_owned()));
        };
        let game = self.game.unwrap_or_default();
        let mut umpire = ReplayUmpire::new(ruleset, self.start.as_ref());
        let mut wrong = Vec::new();
        let mut ply = 0;
        for step in &self.steps {
            let raw = &self.text[step.place.clone()];
            let done = follow(&mut umpire, game, ply, step, raw, &mut wrong);
            if let Err(problem) = done {
                return Err(DamagedGame {
                    disagreements: wrong,
                    place: Some(Place {
                        line: step.line,
                        column: 1,
                    }),
                    ..DamagedGame::new(problem)
                });
            }
            ply += u32::from(step.played);
        }
        let start = self.start.clone();
        Ok(close(umpire, game, ruleset, start, end, wrong))
    }
}

/// Referees one line.
fn follow(
    umpire: &mut ReplayUmpire,
    game: u64,
    ply: u32,
    step: &Step,
    raw: &[u8],
    wrong: &mut Vec<Disagreement>,
) -> Result<(), String> {
    let number = step.line;
    if let (Question::Try(asked), false) = (step.question, step.played)
        && umpire.would_play(asked)
    {
        wrong.push(Disagreement {
            place: format!("line {number}"),
            says: format!("{asked} was not played"),
            truth: format!("{asked} is legal"),
        });
        return Ok(());
    }
    let answer = umpire.ask(step.question);
    if step.played && !matches!(answer, Answer::Played(_)) {
        let (number_of_move, dots) = (ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." });
        return Err(format!(
            "line {number}: move {number_of_move}{dots} '{}' is not legal",
            step.question
        ));
    }
    let Some(entry) = umpire.entries.last() else {
        return Ok(());
    };
    let truth = line(game, ply, entry);
    let same = serde_json::to_vec(&truth).is_ok_and(|truth| truth == raw);
    if !same {
        let truth = serde_json::to_value(&truth).map_err(|error| error.to_string())?;
        let says = serde_json::from_slice(raw).map_err(|error| error.to_string())?;
        if let (Value::Object(says), Value::Object(truth)) = (says, truth) {
            let place = format!("line {number}, {}", step.question);
            compare(&place, &says, &truth, wrong);
        }
    }
    Ok(())
}

/// Compares the fields of a line; unknown fields are ignored.
fn compare(
    place: &str,
    says: &Map<String, Value>,
    truth: &Map<String, Value>,
    wrong: &mut Vec<Disagreement>,
) {
    for field in FIELDS {
        let (says, truth) = (says.get(field), truth.get(field));
        if says != truth {
            let shown = |value: Option<&Value>| {
                value.map_or_else(|| "nothing".to_owned(), Value::to_string)
            };
            wrong.push(Disagreement {
                place: format!("{place}, {field}"),
                says: shown(says),
                truth: shown(truth),
            });
        }
    }
}

fn close(
    umpire: ReplayUmpire,
    game: u64,
    ruleset: &'static Ruleset,
    start: Option<Position>,
    end: &End,
    mut wrong: Vec<Disagreement>,
) -> ReadGame {
    let ending = Ending::named(&end.ending);
    if ending.is_none() {
        wrong.push(Disagreement {
            place: "ending".to_owned(),
            says: format!("'{}'", end.ending),
            truth: "no ending of this program".to_owned(),
        });
    }
    let stated = Stated {
        result: Some(end.result),
        end: None,
        ending,
        plies: end.plies,
        by_our_rules: true,
    };
    let outcome = verdict::judge(&umpire, &stated, &mut wrong);
    let tags = start.iter().flat_map(|start| start_tags(start.board()));
    let position = umpire.position().clone();
    let mated = !position.can_move() && position.checkers().any();
    ReadGame {
        game,
        // A transcript is of a game between players that know the start.
        tags: tags.collect(),
        ruleset,
        filter: Filter::No,
        players: [String::new(), String::new()],
        result: Some(end.result),
        outcome,
        entries: umpire.entries,
        kept: Vec::new(),
        annotated: true,
        mated_by: mated.then(|| !position.turn()),
        disagreements: wrong,
        start,
        language: ENGLISH,
        respelt: 0,
        asides: Vec::new(),
        position,
        end: end.result.to_string(),
    }
}
