//! Openings: positions from which the pairs of a run begin, from lists of positions (EPD, FEN) and
//! from games (PGN).
//!
//! ```
//! use darkforge_lab::openings::positions_of_lines;
//!
//! let epd = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 0; id \"open\";\n";
//! let openings = positions_of_lines("book.epd", epd)?;
//! assert_eq!(openings[0].board.fen().split(' ').next(), epd.split(' ').next());
//! let wrong = positions_of_lines("book.epd", "e4 e5").unwrap_err().to_string();
//! assert!(wrong.starts_with("book.epd: line 1"), "{wrong}");
//! # Ok::<(), darkforge_lab::openings::OpeningError>(())
//! ```

use std::fs::File;
use std::path::Path;

use darkforge_board::{Board, Position};
use darkforge_kriegspiel::record::Entry;
use darkforge_kriegspiel::record::read::{self, FoundGame, Reading};
use darkforge_kriegspiel::text;
use darkforge_kriegspiel::umpire::{ICC_UNCLAIMED, Ruleset, Umpire};
use darkforge_streams as streams;

/// Greatest number of positions of a run.
const MOST: usize = 100_000;
/// A position with its place in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// The position.
    pub board: Board,
    /// Its place for messages: `book.epd: line 3`.
    pub place: String,
}

/// A position that cannot be an opening, or a file without positions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct OpeningError {
    place: String,
    problem: String,
}

impl OpeningError {
    fn new(place: &str, problem: &dyn std::fmt::Display) -> OpeningError {
        OpeningError {
            place: place.to_owned(),
            problem: problem.to_string(),
        }
    }
}

/// The positions of a file, which may be packed (gzip, Zstandard): of PGN, if its name ends with
/// `.pgn`, the positions after `plies` moves of both sides, or at the end of shorter games; otherwise
/// one in each line.
///
/// # Errors
/// The file cannot be read, a line or a game is wrong, or there are none or too many.
pub fn positions_of_file(path: &Path, plies: u32) -> Result<Vec<Opening>, OpeningError> {
    let file = path.display().to_string();
    let is = |path: &Path, endings: &[&str]| {
        path.extension().is_some_and(|ending| {
            let is = |one: &&str| ending.eq_ignore_ascii_case(one);
            endings.iter().any(is)
        })
    };
    let inner = path.file_stem().filter(|_| is(path, &["gz", "zst"]));
    let is_pgn = is(inner.map_or(path, Path::new), &["pgn"]);
    let openings = if is_pgn {
        positions_of_games(path, &file, plies)?
    } else {
        let text = File::open(path).and_then(read::unpacked);
        let text = text.and_then(text::read_from);
        let text =
            text.map_err(|error| OpeningError::new(&file, &format!("cannot read it: {error}")))?;
        positions_of_lines(&file, &text)?
    };
    match openings.len() {
        0 => Err(OpeningError::new(&file, &"there is no position in it")),
        1..=MOST => Ok(openings),
        count => {
            let problem = format!("there are {count} positions in it, and at most {MOST} can be");
            Err(OpeningError::new(&file, &problem))
        }
    }
}

/// The positions of a text with one in each line, in FEN or EPD; empty lines and those that begin
/// with `#` have none. `file` is for messages.
///
/// # Errors
/// The first line that is wrong.
pub fn positions_of_lines(file: &str, text: &str) -> Result<Vec<Opening>, OpeningError> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let opening = |(number, line): (usize, &str)| {
        let place = format!("{file}: line {number}");
        let board = position(line).map_err(|problem| OpeningError::new(&place, &problem))?;
        Ok(Opening { board, place })
    };
    lines.map(opening).collect()
}

/// The position of a text in FEN, or in EPD, of whose operations only the numbers of moves (`hmvc`,
/// `fmvn`) are read.
///
/// # Errors
/// A sentence on what is wrong.
pub fn position(text: &str) -> Result<Board, String> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [men, turn, castling, passed, ref rest @ ..] = fields[..] else {
        let shown: String = text.chars().take(60).collect();
        return Err(format!(
            "'{shown}' is no position in FEN or EPD: it needs four fields"
        ));
    };
    let numbers: Vec<&str> = rest
        .iter()
        .take(2)
        .copied()
        .take_while(|field| field.parse::<u32>().is_ok())
        .collect();
    let numbers = if let [quiet, number] = numbers[..] {
        format!("{quiet} {number}")
    } else {
        let operation = |name| operation(rest, name);
        format!(
            "{} {}",
            operation("hmvc").unwrap_or(0),
            operation("fmvn").unwrap_or(1)
        )
    };
    let fen = format!("{men} {turn} {castling} {passed} {numbers}");
    let position: Position = fen.parse().map_err(|error| format!("{error}"))?;
    // Written once, so that it is the same position wherever it is read again.
    let position: Position = position.fen().parse().map_err(|error| format!("{error}"))?;
    Ok(position.board().clone())
}

/// The number of an operation of EPD: `hmvc 3;`.
fn operation(words: &[&str], name: &str) -> Option<u32> {
    let place = words.iter().position(|word| *word == name)?;
    words.get(place + 1)?.trim_end_matches(';').parse().ok()
}

/// The positions of the games of a PGN file.
fn positions_of_games(path: &Path, file: &str, plies: u32) -> Result<Vec<Opening>, OpeningError> {
    let wrong = |error: &dyn std::fmt::Display| OpeningError::new(file, error);
    let reading = Reading {
        positions: true,
        ..Reading::from(&ICC_UNCLAIMED)
    };
    let mut openings = Vec::new();
    for found in read::open(path)
        .map_err(|error| wrong(&error))?
        .under(reading)
    {
        let place = format!("{file}: line {}", found.line);
        let error = |problem: &dyn std::fmt::Display| OpeningError::new(&place, &problem);
        let game = match found.game {
            Ok(FoundGame::Full(game)) => game,
            Ok(FoundGame::Filtered(_)) => {
                return Err(error(&"the moves of one side are hidden in this game"));
            }
            Err(damaged) => return Err(error(&damaged.problem)),
        };
        let mut position = game.start.clone().unwrap_or_default();
        let moves = game.moves().filter_map(Entry::played);
        for (asked, _) in moves.take(plies as usize) {
            position.play(asked);
        }
        let board = self::position(&position.fen()).map_err(|problem| error(&problem))?;
        openings.push(Opening { board, place });
        if openings.len() > MOST {
            break;
        }
    }
    Ok(openings)
}

/// Checks that a game under `ruleset` can begin from each opening.
///
/// # Errors
/// The first in which the game is over.
pub fn check(openings: &[Opening], ruleset: &'static Ruleset) -> Result<(), OpeningError> {
    for opening in openings {
        let start = Position::of_board(&opening.board);
        if let Some(outcome) = Umpire::opening(ruleset, u32::MAX, &start).outcome() {
            let over = outcome.ending.as_str().replace('_', " ");
            let problem = format!("the game is over there, by {over}: {}", opening.board.fen());
            return Err(OpeningError::new(&opening.place, &problem));
        }
    }
    Ok(())
}

/// Shuffles `openings` by the seed of the run.
pub fn shuffle(openings: &mut [Opening], seed: u64) {
    let mut stream = streams::open(seed, "openings", 0);
    streams::shuffle(&mut stream, openings);
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::Color;
    use darkforge_kriegspiel::umpire::ICC;

    const LIST: &str = "# two openings\n\n\
        rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2\n\
        r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - hmvc 3; id \"Ruy\";\n";

    #[test]
    fn lists_have_a_position_in_each_line() {
        let openings = positions_of_lines("b.epd", LIST).unwrap();
        assert_eq!(openings.len(), 2);
        assert_eq!(openings[1].place, "b.epd: line 4");
        assert_eq!(openings[1].board.turn(), Color::Black);
        assert!(
            openings[1].board.fen().ends_with(" - 3 1"),
            "hmvc is the number of quiet plies"
        );
        assert!(
            openings[0].board.fen().ends_with("w KQkq - 0 2"),
            "no capture en passant is legal"
        );
    }

    #[test]
    fn a_wrong_line_is_named() {
        for (text, problem) in [
            ("rnbqkbnr w KQkq", "it needs four fields"),
            ("8/8/8/8/8/8/8/8 w - -", "line 1: "),
            (
                "4k3/8/8/8/8/8/PPPPPPPP/Q2QK3 w - - 0 1",
                "too much material",
            ),
            (
                "nnnnknnn/nnnnnnnn/8/8/8/8/8/4K3 w - - 0 1",
                "too much material",
            ),
        ] {
            let wrong = positions_of_lines("b.epd", text).unwrap_err().to_string();
            assert!(
                wrong.starts_with("b.epd: line 1: ") && wrong.contains(problem),
                "{wrong}"
            );
        }
        let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
        let over = positions_of_lines("b.epd", mated).unwrap();
        let over = check(&over, &ICC).unwrap_err().to_string();
        assert!(
            over.contains("line 1: the game is over there, by checkmate"),
            "{over}"
        );
    }

    #[test]
    fn games_are_played_to_a_ply() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.pgn");
        std::fs::write(
            &path,
            "[White \"a\"]\n\n1. e4 e5 2. Nf3 *\n\n[White \"b\"]\n\n1. d4 *\n",
        )
        .unwrap();
        let openings = positions_of_file(&path, 2).unwrap();
        let fens: Vec<String> = openings.iter().map(|one| one.board.fen()).collect();
        assert_eq!(
            fens,
            [
                "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
                "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"
            ]
        );
        std::fs::write(&path, "[White \"a\"]\n\n1. e4 e4 *\n").unwrap();
        let wrong = positions_of_file(&path, 2).unwrap_err().to_string();
        assert!(
            wrong.contains("book.pgn: line 1: ") && wrong.contains("e4"),
            "{wrong}"
        );
        std::fs::write(&path, "\n").unwrap();
        let none = positions_of_file(&path, 2).unwrap_err().to_string();
        assert!(none.ends_with("there is no position in it"), "{none}");
    }

    #[test]
    fn the_order_follows_from_the_seed() {
        let text = "4k3/8/8/8/8/8/P7/4K2R w - -\n".repeat(8);
        let numbered = |seed| {
            let mut all = positions_of_lines("b", &text).unwrap();
            shuffle(&mut all, seed);
            all.into_iter().map(|one| one.place).collect::<Vec<_>>()
        };
        assert_eq!(numbered(1), numbered(1));
        assert_ne!(numbered(1), numbered(2));
    }
}
