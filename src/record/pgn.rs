//! Extended PGN (T 4.4): an ordinary PGN game in which the comment after each move holds
//! `{umpire's words:refused tries}`.
//!
//! Games are written unfiltered, as the umpire saw them. Moves are in SAN by the umpire's
//! board; refused tries are in SAN by the mover's own board, where no enemy man stands.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::{GameRecord, Heading};
use crate::chess::{Color, Role, Square, Try, role_on};
use crate::umpire::{Announcement, Answer, Question, Umpire, View};

/// Column after which a line of movetext is wrapped, as PGN's export format asks.
const WIDTH: usize = 79;

/// Writes one game.
///
/// # Errors
/// Those of `out`.
///
/// # Panics
/// When `record` is not the record of a game, that is, when it refuses a legal try.
pub fn write(out: &mut impl Write, heading: &Heading, record: &GameRecord) -> io::Result<()> {
    let result = record.outcome.result;
    let tags: [(&str, String); 12] = [
        ("Event", "darkforge".to_owned()),
        ("Site", "-".to_owned()),
        ("Date", "????.??.??".to_owned()),
        ("Round", (heading.pair + 1).to_string()),
        ("White", heading.white.clone()),
        ("Black", heading.black.clone()),
        ("Result", result.to_string()),
        ("Ruleset", record.ruleset.name.to_owned()),
        ("Filtered", "no".to_owned()),
        ("Termination", record.outcome.ending.to_string()),
        ("PlyCount", record.plies.to_string()),
        ("Seed", heading.seed.to_string()),
    ];
    for (name, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        writeln!(out, "[{name} \"{value}\"]")?;
    }
    writeln!(out)?;
    let mut lines = Lines::new(out);
    let mut umpire = Umpire::new(record.ruleset, u32::MAX);
    let mut refused: Vec<String> = Vec::new();
    for entry in &record.entries {
        match (entry.question, entry.answer) {
            (Question::Try(asked), Answer::Refused | Answer::Nonsense) => {
                refused.push(own_board_san(umpire.view(entry.side), asked));
                ask(&mut umpire, entry.question);
            }
            (Question::Any, _) | (_, Answer::Any(_)) => ask(&mut umpire, entry.question),
            (Question::Try(asked), Answer::Played(said)) => {
                if entry.side == Color::White {
                    lines.word(&format!("{}.", umpire.plies() / 2 + 1))?;
                }
                let san = umpire.position().san(asked);
                lines.word(&san.expect("a played move is legal"))?;
                lines.word(&format!("{{{}:{}}}", codes(&said), refused.join(",")))?;
                refused.clear();
                ask(&mut umpire, entry.question);
            }
        }
    }
    lines.word(result.as_str())?;
    lines.end()
}

fn ask(umpire: &mut Umpire, question: Question) {
    umpire
        .ask(question)
        .expect("a recorded game goes on to its last move");
}

/// The umpire's words as codes: `Xe5`, `CF`, `P2`, in this order (T 4.4).
pub fn codes(said: &Announcement) -> String {
    let mut words = Vec::new();
    words.extend(said.capture.map(|capture| format!("X{}", capture.square)));
    words.extend(
        said.checks
            .iter()
            .map(|check| format!("C{}", check.letter())),
    );
    words.extend(
        said.pawn_tries
            .filter(|tries| tries.any())
            .map(|tries| format!("P{}", tries.least())),
    );
    words.join(",")
}

/// A try in SAN by the board of the player who made it: only its own men can make it
/// ambiguous, and only a pawn is known to capture.
pub fn own_board_san(view: &View, asked: Try) -> String {
    let role = role_on(view.men(), asked.from);
    let Some(role) = role else {
        return asked.to_string(); // nothing of one's own there: no name but the squares
    };
    if role == Role::King && asked.from.distance(asked.to) == 2 {
        let kingside = asked.to.file() > asked.from.file();
        return if kingside { "O-O" } else { "O-O-O" }.to_owned();
    }
    let mut san = String::new();
    if role == Role::Pawn {
        if asked.from.file() != asked.to.file() {
            let _ = write!(san, "{}x", asked.from.file());
        }
    } else {
        san.push(role.upper_char());
        san += &origin(view, role, asked);
    }
    let _ = write!(san, "{}", asked.to);
    if let Some(promotion) = asked.promotion {
        let _ = write!(san, "={}", promotion.upper_char());
    }
    san
}

/// What must be said of the starting square so that no other own man is meant.
fn origin(view: &View, role: Role, asked: Try) -> String {
    let mut tries = Vec::new();
    view.pseudolegal(true, &mut tries);
    let rivals: Vec<Square> = tries
        .into_iter()
        .filter(|other| other.to == asked.to && other.from != asked.from)
        .map(|other| other.from)
        .filter(|&from| role_on(view.men(), from) == Some(role))
        .collect();
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|from| from.file() != asked.from.file()) {
        asked.from.file().to_string()
    } else if rivals.iter().all(|from| from.rank() != asked.from.rank()) {
        asked.from.rank().to_string()
    } else {
        asked.from.to_string()
    }
}

/// Wraps words into lines.
struct Lines<'a, W: Write> {
    out: &'a mut W,
    column: usize,
}

impl<'a, W: Write> Lines<'a, W> {
    fn new(out: &'a mut W) -> Self {
        Lines { out, column: 0 }
    }

    fn word(&mut self, word: &str) -> io::Result<()> {
        if self.column > 0 && self.column + 1 + word.len() > WIDTH {
            self.out.write_all(b"\n")?;
            self.column = 0;
        }
        if self.column > 0 {
            self.out.write_all(b" ")?;
            self.column += 1;
        }
        self.out.write_all(word.as_bytes())?;
        self.column += word.len();
        Ok(())
    }

    fn end(self) -> io::Result<()> {
        self.out.write_all(b"\n\n")
    }
}
