//! Opening books (T 7.6.1). Before the first announcement the evaluation plays the same moves in
//! every game, so opponents could prepare for them; a book varies them.
//!
//! A book file is plain text: `#` begins a comment, `[white]` and `[black]` begin a side's
//! openings, and each opening is a line with its number of games and its moves in UCI notation.
//!
//! ```text
//! [white]
//! 3 e2e3 f1d3 g1e2 e1g1
//! [black]
//! 1 d7d6 c8e6 b8c6
//! ```
//!
//! T is the thesis, see [the crate](crate).

mod harvest;
mod judge;
mod rehearsal;

pub use harvest::{Criteria, Gathered, Harvest, silent_moves};
pub use judge::{Judge, Verdict};

use std::collections::BTreeSet;
use std::fmt::Write as _;

use darkforge_board::{Color, SIDES, Try, side};
use darkforge_kriegspiel::text;
use darkforge_streams::{self as streams, Stream, fnv1a};
use rehearsal::Rehearsal;

/// Moves of one side, to be played while the umpire is silent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The moves, in the umpire's notation; at least one, each possible after those before it
    /// without announcements.
    pub moves: Vec<Try>,
    /// Number of games with it.
    pub games: u32,
}

/// Openings of both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    openings: [Vec<Opening>; 2],
    signature: u64,
}

/// A mistake in a book file.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("cannot read opening book {path}: {problem}")]
    Read {
        /// The file.
        path: String,
        /// The reason.
        problem: String,
    },
    /// A line is wrong.
    #[error("opening book {path}, line {line}: {problem}")]
    Line {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// The problem, and the right form.
        problem: String,
    },
    /// The file has no opening.
    #[error(
        "opening book {path} has no opening; write [white] or [black] and lines like '1 e2e4 g1f3'"
    )]
    Empty {
        /// The file.
        path: String,
    },
}

/// The embedded books by name: one of games of the engine with itself, and schemes to try out.
const EMBEDDED: [(&str, &str); 2] = [
    ("default", include_str!("../../assets/book.txt")),
    ("systems", include_str!("../../assets/systems.txt")),
];

impl Book {
    /// A book of White's and Black's openings.
    pub(crate) fn new(openings: [Vec<Opening>; 2]) -> Book {
        let mut book = Book {
            openings,
            signature: 0,
        };
        book.signature = fnv1a(book.to_text("").as_bytes());
        book
    }

    /// The book called `name`: `default` or `systems`, which are embedded, or a file.
    ///
    /// # Errors
    /// If the file cannot be read or contains an error.
    pub fn load(name: &str) -> Result<Book, BookError> {
        if let Some((_, text)) = EMBEDDED.iter().find(|(known, _)| *known == name) {
            return Book::parse(name, text);
        }
        let text = text::read(name).map_err(|error| BookError::Read {
            path: name.to_owned(),
            problem: match error.kind() {
                std::io::ErrorKind::NotFound => {
                    "no such file (the embedded books are called 'default' and 'systems')"
                        .to_owned()
                }
                _ => error.to_string(),
            },
        })?;
        Book::parse(name, &text)
    }

    /// Reads a book; `path` is for messages.
    ///
    /// # Errors
    /// The first thing that is wrong in `text`, with its line.
    pub fn parse(path: &str, text: &str) -> Result<Book, BookError> {
        let mut openings: [Vec<Opening>; 2] = Default::default();
        let mut known = BTreeSet::new();
        let mut section = None;
        let text = text.trim_start_matches('\u{feff}'); // some editors write it
        for (index, line) in text.lines().enumerate() {
            let wrong = |problem: String| BookError::Line {
                path: path.to_owned(),
                line: index + 1,
                problem,
            };
            let line = line.split('#').next().unwrap_or("").trim();
            match (line, section) {
                ("", _) => {}
                ("[white]", _) => section = Some(Color::White),
                ("[black]", _) => section = Some(Color::Black),
                (_, _) if line.starts_with('[') => {
                    return Err(wrong(format!(
                        "there is no section {line}; there is [white] and [black]"
                    )));
                }
                (_, None) => {
                    return Err(wrong(
                        "an opening before any section; write [white] or [black] above it".into(),
                    ));
                }
                (_, Some(color)) => {
                    let opening = read_opening(color, line).map_err(wrong)?;
                    if !known.insert((side(color), opening.moves.clone())) {
                        return Err(wrong("this side has the same opening twice".into()));
                    }
                    openings[side(color)].push(opening);
                }
            }
        }
        if openings.iter().all(Vec::is_empty) {
            return Err(BookError::Empty {
                path: path.to_owned(),
            });
        }
        Ok(Book::new(openings))
    }

    /// The book as a file's text, in its own order. `heading` becomes comment lines at the
    /// top.
    pub fn to_text(&self, heading: &str) -> String {
        let mut text = String::new();
        for line in heading.lines() {
            let _ = writeln!(text, "{}", format!("# {line}").trim_end());
        }
        for color in SIDES {
            let _ = writeln!(text, "{}", color.fold_wb("[white]", "[black]"));
            for opening in self.of(color) {
                let _ = write!(text, "{}", opening.games);
                for asked in &opening.moves {
                    let _ = write!(text, " {asked}");
                }
                text.push('\n');
            }
        }
        text
    }

    /// One side's openings, in the book's order.
    pub fn of(&self, color: Color) -> &[Opening] {
        &self.openings[side(color)]
    }

    /// Hash of all openings in their order: books with the same hash play the same.
    pub fn signature(&self) -> u64 {
        self.signature
    }

    /// Draws an opening for `color`, each equally likely whatever its number of games; `None` if
    /// there is none. A book should make play hard to predict (T 7.6.1), and frequent openings are
    /// not better for that.
    pub fn draw(&self, color: Color, stream: &mut Stream) -> Option<&Opening> {
        let openings = self.of(color);
        if openings.is_empty() {
            return None;
        }
        Some(&openings[streams::below(stream, openings.len())])
    }
}

/// The opening of `color` in a `line`: a number of games, and moves.
pub(crate) fn read_opening(color: Color, line: &str) -> Result<Opening, String> {
    let mut words = line.split_whitespace();
    let games = words.next().and_then(|word| word.parse().ok());
    let games = games.filter(|&games| games > 0).ok_or_else(|| {
        "begin the line with a number of games, 1 or more, then the moves: '1 e2e4 g1f3'".to_owned()
    })?;
    let mut moves = Vec::new();
    let mut rehearsal = Rehearsal::new(color);
    for word in words {
        let asked: Try = word
            .parse()
            .map_err(|error| format!("move {}: {error}", moves.len() + 1))?;
        if !rehearsal.is_possible(asked) {
            let number = moves.len() + 1;
            let who = color.fold_wb("White", "Black");
            return Err(format!(
                "move {number}, {asked}, is not possible for {who} after those before it while \
                 the umpire is silent"
            ));
        }
        rehearsal.play(asked);
        moves.push(asked);
    }
    if moves.is_empty() {
        return Err("the number of games has no moves after it".to_owned());
    }
    Ok(Opening { moves, games })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_survives_its_text() {
        let text = "[white]\n3 e2e3 g1e2\n1 a2a3\n[black]\n2 e7e6 f8e7 g8f6 e8g8\n";
        let book = Book::parse("b", text).unwrap();
        assert_eq!(book.to_text(""), text);
        let headed = book.to_text("How it was made:\n\nby hand");
        assert!(headed.starts_with("# How it was made:\n#\n# by hand\n[white]\n"));
        let again = Book::parse("b", &format!("\u{feff}\r\n{headed}  \n# end")).unwrap();
        assert_eq!(again, book);
        assert_eq!(again.signature(), book.signature());
        let other = Book::parse("b", &text.replace("3 e2e3", "4 e2e3")).unwrap();
        assert_ne!(other.signature(), book.signature());
    }

    #[test]
    fn the_embedded_books_have_openings_for_both() {
        for (name, _) in EMBEDDED {
            let book = Book::load(name).unwrap();
            for color in SIDES {
                assert!(!book.of(color).is_empty(), "{name}, {color:?}");
            }
        }
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let cases = [
            ("1 e2e4\n", 1, "before any section"),
            ("[white]\ne2e4 g1f3\n", 2, "number of games"),
            ("[white]\n0 e2e4\n", 2, "number of games, 1 or more"),
            ("[white]\n\n2\n", 3, "no moves"),
            ("[white]\n1 e2e4 e9\n", 2, "move 2: 'e9'"),
            (
                "[white]\n1 e2e4 e2e3\n",
                2,
                "move 2, e2e3, is not possible for White",
            ),
            ("[black]\n1 e2e4\n", 2, "not possible for Black"),
            ("[white]\n1 e2e4\n2 e2e4 # again\n", 3, "twice"),
            ("[whites]\n", 1, "[white] and [black]"),
        ];
        for (text, line, words) in cases {
            let error = Book::parse("my.txt", text).unwrap_err().to_string();
            let start = format!("opening book my.txt, line {line}: ");
            assert!(
                error.starts_with(&start) && error.contains(words),
                "{error}"
            );
        }
        for text in ["", "# nothing\n", "[white]\n[black]\n"] {
            let error = Book::parse("my.txt", text).unwrap_err().to_string();
            assert!(error.contains("my.txt has no opening"), "{error}");
        }
        let error = Book::load("nowhere.txt").unwrap_err().to_string();
        assert!(
            error.contains("nowhere.txt") && error.contains("'default'"),
            "{error}"
        );
    }

    #[test]
    fn every_opening_of_a_side_is_drawn_alike() {
        let book = Book::parse("b", "[white]\n9 e2e3\n1 a2a3\n1 h2h3\n").unwrap();
        let mut stream = streams::open(1, "test", 0);
        let mut drawn = [0; 3];
        for _ in 0..3000 {
            let opening = book.draw(Color::White, &mut stream).unwrap();
            let place = book.of(Color::White).iter().position(|one| one == opening);
            drawn[place.unwrap()] += 1;
        }
        for times in drawn {
            assert!((900..1100).contains(&times), "{drawn:?}");
        }
        assert!(book.draw(Color::Black, &mut stream).is_none());
    }
}
