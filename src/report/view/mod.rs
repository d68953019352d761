//! Views of a game: after every try the true board and the knowledge of each side, as one
//! self-contained page or as text for a terminal.
//!
//! The knowledge of a side is the metaposition of a
//! [`Tracker`](darkforge_kriegspiel::metaposition::Tracker) that takes its own tries and what it
//! heard, in the signs of T 7.1.1.
//!
//! ```
//! use darkforge::report::view::{self, Game, Glyphs};
//! use darkforge_kriegspiel::record::read;
//!
//! let game = read::games(b"1. f3 e5 2. g4 Qh4# 0-1").into_iter().flatten().next().ok_or("no
//! game")?; let game = Game::of_file(&game); assert_eq!(game.plies(), 4); let text =
//! view::text(&game, game.steps.len() - 1, Glyphs::Ascii, 80); assert!(text.contains("Qh4"),
//! "{text}");
//! # Ok::<(), &str>(())
//! ```
//!
//! T is the thesis, see [the crate](crate).

mod follow;
mod minds;
pub(in crate::report) mod page;
pub(crate) mod recon;
#[cfg(test)]
mod tests;
mod text;
pub(crate) mod words;

pub use minds::Minds;
pub(crate) use page::plainly;
pub use page::{data, page};
pub(crate) use text::man;
pub use text::{Glyphs, text};

use darkforge_board::{Bitboard, Color, Men, Role, SIDES, Square, Try, index, squares_of};
use darkforge_kriegspiel::record::read::ReadGame;
use darkforge_kriegspiel::record::{GameRecord, Heading};
use darkforge_kriegspiel::umpire::{GameResult, Ruleset};

/// A game for viewing, try by try.
#[derive(Clone, Debug)]
pub struct Game {
    /// Names of White and Black; "White" and "Black" if the record has none.
    pub players: [String; 2],
    /// The result, if the record states it.
    pub result: Option<GameResult>,
    /// Further facts of the game, each with its name.
    pub facts: Vec<(String, String)>,
    /// Notes on the record, for instance on missing tries.
    pub notes: Vec<String>,
    /// Cap of the ages.
    pub age_cap: u8,
    /// Plies before the start, by the number of the move with which the record begins.
    pub first_ply: u32,
    /// The start, then every try with the knowledge after its answer.
    pub steps: Vec<Step>,
}

/// A moment of a game: the start, or the state after the answer to a try.
#[derive(Clone, Debug)]
pub struct Step {
    /// Moves played by both sides.
    pub ply: u32,
    /// The question; `None` at the start.
    pub asked: Option<Asked>,
    /// The umpire's answer, in sentences.
    pub said: Vec<String>,
    /// Sentences on what speaks for the try; empty if no engine was asked.
    pub why: Vec<String>,
    /// The true position in FEN.
    pub fen: String,
    /// Knowledge of White and Black.
    pub known: [Known; 2],
}

/// A try with its answer, in words.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The side that asked.
    pub side: Color,
    /// The try in SAN: a played move by the true board, any other by the mover's own; `any` for the
    /// question "Any?".
    pub name: String,
    /// From and to, if the question is a readable move.
    pub squares: Option<Try>,
    /// The answer.
    pub answer: Reply,
    /// The umpire's words in short; empty for silence.
    pub brief: String,
}

/// The kind of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The move was made.
    Played,
    /// It was illegal.
    Refused,
    /// It was nonsense.
    Nonsense,
    /// The answer to "Any?".
    Any(bool),
    /// The record has a question without its content.
    Untold,
}

impl Reply {
    /// Name of the answer in pages and transcripts.
    pub const fn as_str(self) -> &'static str {
        match self {
            Reply::Played => "played",
            Reply::Refused => "refused",
            Reply::Nonsense => "nonsense",
            Reply::Any(true) => "yes",
            Reply::Any(false) => "no",
            Reply::Untold => "untold",
        }
    }
}

/// Knowledge of one side at a moment, on the umpire's board (White below).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// The side.
    pub color: Color,
    /// Its own men.
    pub own: Men,
    /// Squares where an enemy man of each kind could stand.
    pub enemy: Men,
    /// Squares that could be empty.
    pub empty: Bitboard,
    /// Age of each square, from a1 to h8.
    pub ages: [u8; 64],
    /// The evaluation function (T 7.5) after this side's last move, less that after its first, in
    /// pawns: the difference means more than the value, which counts all own men. `None` before the
    /// first move.
    pub value: Option<f64>,
}

impl Known {
    /// Squares where the enemy king could stand.
    pub fn king_squares(&self) -> usize {
        self.enemy[index(Role::King)].count()
    }

    /// Whether an enemy man certainly stands on `square`.
    pub fn is_certain(&self, square: Square) -> bool {
        !self.empty.contains(square) && !squares_of(&self.own).contains(square)
    }
}

impl Game {
    /// The game of a file.
    pub fn of_file(game: &ReadGame) -> Game {
        Game::explained(game, None)
    }

    /// The same, and what speaks for each try by `minds`.
    pub fn explained(game: &ReadGame, minds: Option<Minds>) -> Game {
        let told = SIDES.map(|color| tells_tries(game, color));
        let start = (game.start.as_ref(), game.knows_start());
        let steps = follow::steps(game.ruleset, start, &game.entries, &game.kept, minds);
        let mut facts: Vec<(String, String)> = Vec::new();
        for name in ["Event", "Site", "Date", "Round"] {
            let tag = game.tags.iter().find(|(known, _)| known == name);
            facts.extend(tag.filter(|(_, value)| says_something(value)).cloned());
        }
        facts.push(rules(game.ruleset));
        let ending = match game.outcome {
            Some(outcome) => Some(words::ending(outcome.ending).to_owned()),
            None => termination(game),
        };
        facts.extend(ending.map(|ending| ("Ending".to_owned(), ending)));
        let mut notes = untold(told);
        if !game.knows_start() {
            notes.push(
                "The game begins from a position (tag FEN). The record does not say what each side \
                 knew of it, so every enemy man is shown as possible on every other square."
                    .to_owned(),
            );
        }
        notes.extend(game.disagreements.iter().map(ToString::to_string));
        let mut found = Game::new(game.players.clone(), game.result, facts, notes, steps);
        found.first_ply = game.first_ply();
        found.conclude(game.outcome.map(|outcome| outcome.ending));
        found
    }

    /// The game of a record, for instance of a run's journal.
    pub fn of_record(heading: &Heading, record: &GameRecord) -> Game {
        Game::explained_record(heading, record, None)
    }

    /// The same, and what speaks for each try by `minds`.
    pub fn explained_record(heading: &Heading, record: &GameRecord, minds: Option<Minds>) -> Game {
        let start = record.start();
        let start = (start.as_ref(), true);
        let steps = follow::steps(record.ruleset, start, &record.entries, &[], minds);
        let facts = vec![
            rules(record.ruleset),
            (
                "Ending".to_owned(),
                words::ending(record.outcome.ending).to_owned(),
            ),
            ("Seed".to_owned(), heading.seed.to_string()),
        ];
        let players = [heading.white.clone(), heading.black.clone()];
        let result = Some(record.outcome.result);
        let mut found = Game::new(players, result, facts, Vec::new(), steps);
        found.first_ply = record.first_ply();
        found.conclude(Some(record.outcome.ending));
        found
    }

    fn new(
        players: [String; 2],
        result: Option<GameResult>,
        facts: Vec<(String, String)>,
        notes: Vec<String>,
        steps: Vec<Step>,
    ) -> Game {
        let mut players = players;
        for (name, color) in players.iter_mut().zip(SIDES) {
            if !says_something(name) {
                words::side(color).clone_into(name);
            }
        }
        Game {
            players,
            result,
            facts,
            notes,
            age_cap: follow::evaluator().age_cap(),
            first_ply: 0,
            steps,
        }
    }

    /// Adds the end of the game to the last step.
    fn conclude(&mut self, ending: Option<darkforge_kriegspiel::umpire::Ending>) {
        let Some(last) = self.steps.last_mut() else {
            return;
        };
        last.said.extend(words::conclusion(self.result, ending));
    }

    /// Moves played by both sides.
    pub fn plies(&self) -> u32 {
        self.steps.last().map_or(0, |step| step.ply)
    }

    /// Number of the step with which `ply` moves have just been played.
    pub fn step_of_ply(&self, ply: u32) -> Option<usize> {
        self.steps.iter().position(|step| {
            let played = step.asked.as_ref().map(|asked| asked.answer);
            step.ply == ply && matches!(played, None | Some(Reply::Played))
        })
    }
}

/// Whether the file has the refused tries of `color`.
fn tells_tries(game: &ReadGame, color: Color) -> bool {
    game.annotated && !game.filter.hides_tries(color)
}

/// Whether a name or tag has a meaning.
fn says_something(value: &str) -> bool {
    !value.trim().trim_matches(['?', '-', '.']).is_empty()
}

fn rules(ruleset: &Ruleset) -> (String, String) {
    let Ruleset { name, title, .. } = ruleset;
    ("Rules".to_owned(), format!("{title} ({name})"))
}

fn termination(game: &ReadGame) -> Option<String> {
    let tag = game.tags.iter().find(|(name, _)| name == "Termination");
    tag.map(|(_, value)| value.clone())
        .filter(|value| says_something(value))
}

/// Note on tries that the record leaves out.
fn untold(told: [bool; 2]) -> Vec<String> {
    let note = match told {
        [true, true] => return Vec::new(),
        [false, false] => "The record has no refused tries: both sides knew more than their \
                           boards show."
            .to_owned(),
        [white, _] => {
            let color = if white { Color::Black } else { Color::White };
            let who = words::side(color);
            format!(
                "The record does not have {who}'s refused tries: {who} knew more than its board \
                 shows."
            )
        }
    };
    vec![note]
}
