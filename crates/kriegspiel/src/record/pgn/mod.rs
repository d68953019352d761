//! Extended PGN (T 4.4): an ordinary PGN game in which the comment after each move holds
//! `{umpire's words:refused tries}`.
//!
//! Games written by the umpire have moves in SAN by the umpire's board. Refused tries, and
//! everything in a filtered game, are in SAN by the mover's own board, which has no enemy men.
//!
//! ```
//! use darkforge_kriegspiel::record::pgn::Comment;
//!
//! // A capture on e5, a check along the file, two pawn tries; then one refused try.
//! let comment = Comment::parse("Xe5,CF,P2:Qd8").expect("a comment of an umpire");
//! assert_eq!(comment.words, ["Xe5", "CF", "P2"]);
//! assert_eq!(comment.refused, ["Qd8"]);
//! ```
//!
//! T is the thesis, see [the crate](crate).

mod refused_tries;
mod code;
mod filter;
mod filtered;
mod score_sheet;

use std::io::{self, Write};

pub use code::{Code, ParseCodeError, codes};
pub use filter::{Filter, UnknownFilter};
pub use filtered::{FilteredGame, FilteredTurn};
pub use refused_tries::{ListedTry, read_list, read_number, write_list};
pub use score_sheet::{Aside, Comment, ScoreSheet, ScoreSheetMove};

use super::own_board::OwnBoard;
use super::replay_umpire::ReplayUmpire;
use super::{Entry, GameRecord, Heading};
use crate::protocol::Thought;
use crate::umpire::{Answer, Question, Ruleset};
use darkforge_board::{Board, Position};

/// Tag of a game that did not begin from the initial position: to whom the start was known.
pub const START_KNOWN: &str = "StartKnown";
/// Its value if both players knew all of it.
pub const TO_BOTH: &str = "both";

/// Contents of a file beside questions that the umpire can answer again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// A refused try that cannot be read.
    Unreadable(String),
    /// Number of refused tries of a side whose tries are not listed.
    Refusals(u32),
    /// Answer to "Any?" of such a side.
    Any(bool),
}

/// Writes one game.
///
/// # Errors
/// Those of `out`.
///
/// # Panics
/// If `record` is not the record of a game, that is, if it refuses a legal try.
pub fn write(
    out: &mut impl Write,
    heading: &Heading,
    record: &GameRecord,
    filter: Filter,
) -> io::Result<()> {
    sheet(heading, record, filter).write(out)
}

/// A game as text.
fn sheet(heading: &Heading, record: &GameRecord, filter: Filter) -> ScoreSheet {
    if let Some(color) = filter.player() {
        let mut sheet = FilteredGame::of(heading, record, color).sheet();
        sheet.asides = asides(heading, record, filter);
        return sheet;
    }
    ScoreSheet {
        tags: tags(heading, record, filter),
        moves: moves(
            record.ruleset,
            record.start().as_ref(),
            &record.entries,
            &[],
            filter,
        ),
        asides: asides(heading, record, filter),
        result: record.outcome.result.to_string(),
    }
}

/// Statements of the movers on their moves, as comments after the umpire's; a side whose tries are hidden
/// keeps its thoughts to itself.
fn asides(heading: &Heading, record: &GameRecord, filter: Filter) -> Vec<Aside> {
    let played = record
        .entries
        .iter()
        .filter(|entry| entry.played().is_some());
    let told = played.zip(&heading.thoughts).zip(1..);
    let told = told.filter(|((entry, _), _)| !filter.hides_tries(entry.side));
    let comment = |((_, thought), moves): ((_, &Thought), usize)| {
        let text = thought.comment();
        (!text.is_empty()).then(|| (moves, format!("{{{text}}}")))
    };
    told.filter_map(comment).collect()
}

/// The tags of a game.
fn tags(heading: &Heading, record: &GameRecord, filter: Filter) -> Vec<(String, String)> {
    let tags: [(&str, String); 12] = [
        ("Event", "darkforge".to_owned()),
        ("Site", "-".to_owned()),
        ("Date", "????.??.??".to_owned()),
        ("Round", (heading.pair + 1).to_string()),
        ("White", heading.white.clone()),
        ("Black", heading.black.clone()),
        ("Result", record.outcome.result.to_string()),
        ("Ruleset", record.ruleset.name.to_owned()),
        ("Filtered", filter.to_string()),
        ("Termination", record.outcome.ending.to_string()),
        ("PlyCount", record.plies.to_string()),
        ("Seed", heading.seed.to_string()),
    ];
    let tags = tags.map(|(name, value)| (name.to_owned(), value));
    let start = record.start.iter().flat_map(start_tags);
    tags.into_iter().chain(start).collect()
}

/// The tags of a start that is not the initial position, and is known to both players.
pub fn start_tags(start: &Board) -> [(String, String); 3] {
    let tags = [
        ("SetUp", "1".to_owned()),
        ("FEN", start.fen()),
        (START_KNOWN, TO_BOTH.to_owned()),
    ];
    tags.map(|(name, value)| (name.to_owned(), value))
}

/// The moves of a game written by the umpire, with all that `filter` shows. It begins from `start`,
/// or from the initial position. `kept` has the contents beside the entries, each with the entry
/// before which it stands.
pub fn moves(
    ruleset: &'static Ruleset,
    start: Option<&Position>,
    entries: &[Entry],
    kept: &[(usize, Kept)],
    filter: Filter,
) -> Vec<ScoreSheetMove> {
    let mut umpire = ReplayUmpire::new(ruleset, start);
    let mut kept = kept.iter().peekable();
    let mut turn = Turn::default();
    let mut told = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        while let Some((_, kept)) = kept.next_if(|(at, _)| *at == index) {
            turn.keep(kept);
        }
        match (entry.question, entry.answer) {
            (Question::Try(played), Answer::Played(_)) => {
                let board = OwnBoard::of(umpire.position(), entry.side);
                let san = umpire.position().san(played);
                umpire.ask(entry.question);
                let turn = std::mem::take(&mut turn);
                let comment = turn.comment(&umpire, entry, &board, filter);
                told.push(ScoreSheetMove {
                    san,
                    comment: Some(comment),
                });
            }
            (question, answer) => {
                turn.asked.push(ListedTry::Question(question));
                if let Answer::Any(any) = answer {
                    turn.any = Some(any);
                }
                umpire.ask(question);
            }
        }
    }
    told
}

/// State of a turn before its move.
#[derive(Default)]
struct Turn {
    asked: Vec<ListedTry>,
    any: Option<bool>,
    refusals: Option<u32>,
    heard_any: Option<bool>,
}

impl Turn {
    fn keep(&mut self, kept: &Kept) {
        match kept {
            Kept::Unreadable(text) => self.asked.push(ListedTry::Unreadable(text.clone())),
            Kept::Refusals(refusals) => self.refusals = Some(*refusals),
            Kept::Any(any) => self.heard_any = Some(*any),
        }
    }

    /// The comment on the move `entry`, which `umpire` has just played; `board` is the mover's
    /// board before it.
    fn comment(
        self,
        umpire: &ReplayUmpire,
        entry: &Entry,
        board: &OwnBoard,
        filter: Filter,
    ) -> Comment {
        let text = |any| {
            let said = entry.played().map(|(_, said)| codes(&said, any));
            said.iter().flatten().map(Code::to_string).collect()
        };
        if !filter.hides_tries(entry.side) {
            return Comment {
                words: text(self.any),
                refused: write_list(&self.asked, self.any.is_some(), board),
            };
        }
        let overheard = umpire.umpire().view(!entry.side).overheard();
        let refusals = self.refusals.or(overheard.refusals);
        Comment {
            words: text(self.heard_any.or(overheard.any)),
            refused: refusals.iter().map(u32::to_string).collect(),
        }
    }
}
