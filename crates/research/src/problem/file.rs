//! Problem files: TOML with a `[[problem]]` each (docs/problems.md).

use std::collections::HashSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Problem;
use darkforge_board::{Bitboard, Board, Diagram, Rank, Role, Square, Try, index, side, squares_of};
use darkforge_kriegspiel::belief::{HiddenState, MOST_MEN, would_go_on};
use darkforge_kriegspiel::record::pgn::Code;
use darkforge_kriegspiel::text::{self, is_line, one_line};
use darkforge_kriegspiel::umpire::{Checks, PawnTries, Ruleset};

/// Greatest number of positions of a problem.
const MOST_BOARDS: usize = 200_000;

/// Error of a problem file.
#[derive(Debug, thiserror::Error)]
pub enum ProblemError {
    /// The file cannot be read.
    #[error("{path}: {error}")]
    Read {
        /// The file.
        path: String,
        /// The system's message.
        error: std::io::Error,
    },
    /// The file is not TOML, or has unknown keys.
    #[error("{path}: {error}")]
    Format {
        /// The file.
        path: String,
        /// The message of the TOML reader, with line and column.
        error: String,
    },
    /// A wrong value.
    #[error("{path}: problem {number} ('{name}'), {key}: {problem}")]
    Value {
        /// The file.
        path: String,
        /// Number of the problem, from 1.
        number: usize,
        /// Its name.
        name: String,
        /// The key.
        key: &'static str,
        /// The mistake, and the right form.
        problem: String,
    },
    /// The file has no problem.
    #[error("{path}: there is no [[problem]]")]
    Empty {
        /// The file.
        path: String,
    },
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    #[serde(default, rename = "problem")]
    problems: Vec<Entry>,
}

/// A problem as written.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    source: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ruleset: Option<String>,
    moves: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    material: Option<bool>,
    /// Known men, in FEN.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    /// Further enemy men, each a letter and its possible squares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    hidden: Vec<String>,
    /// Complete positions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    positions: Vec<String>,
    /// The announcement of the enemy's last move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    heard: Option<String>,
    /// Tries that were refused in this turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    refused: Vec<String>,
    /// First tries of all solutions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    keys: Option<Vec<String>>,
}

/// Reads the problems of a file.
///
/// # Errors
/// The file, the problem and the key, with the right form.
pub fn read(path: &Path) -> Result<Vec<Problem>, ProblemError> {
    let shown = path.display().to_string();
    let text = text::read(path).map_err(|error| ProblemError::Read {
        path: shown.clone(),
        error,
    })?;
    parse(&text, &shown)
}

/// The same from a text; `path` is for messages.
///
/// # Errors
/// As for [`read`].
pub fn parse(text: &str, path: &str) -> Result<Vec<Problem>, ProblemError> {
    let sheet: Sheet =
        toml::from_str(text).map_err(|error: toml::de::Error| ProblemError::Format {
            path: path.to_owned(),
            error: text::mistake(text, error.span().map(|span| span.start), error.message()),
        })?;
    if sheet.problems.is_empty() {
        return Err(ProblemError::Empty {
            path: path.to_owned(),
        });
    }
    let numbered = sheet.problems.into_iter().enumerate();
    numbered
        .map(|(at, entry)| {
            let name = entry.name.clone();
            understand(entry, at + 1).map_err(|Wrong(key, problem)| ProblemError::Value {
                path: path.to_owned(),
                number: at + 1,
                name: one_line(&name).into_owned(),
                key,
                problem: one_line(&problem).into_owned(),
            })
        })
        .collect()
}

/// The text of a file of `problems`, with every position written out.
///
/// # Errors
/// Never for problems that were read: the text is plain TOML.
pub fn write(problems: &[Problem]) -> Result<String, toml::ser::Error> {
    let entries = problems.iter().map(|problem| {
        let (board, hidden, positions) = known(problem);
        Entry {
            name: problem.name.clone(),
            source: problem.source.clone(),
            ruleset: Some(problem.ruleset.name.to_owned()),
            moves: problem.moves,
            material: problem.material.then_some(true),
            board,
            hidden,
            positions,
            keys: problem.keys.clone(),
            ..Entry::default()
        }
    });
    toml::to_string(&Sheet {
        problems: entries.collect(),
    })
}

/// The shortest form of a problem's positions: if they differ in the enemy king's square alone, the
/// board without it and its squares.
fn known(problem: &Problem) -> (Option<String>, Vec<String>, Vec<String>) {
    let all: Vec<String> = problem.boards.iter().map(Board::fen).collect();
    let enemy = !problem.color;
    let others = |board: &Board| {
        let mut diagram = Diagram::from(board);
        diagram.men[side(enemy)][index(Role::King)] = Bitboard::EMPTY;
        diagram
    };
    let (Some(first), true) = (problem.boards.first(), all.len() > 1) else {
        return (all.into_iter().next(), Vec::new(), Vec::new());
    };
    if !problem
        .boards
        .iter()
        .all(|board| others(board) == others(first))
    {
        return (None, Vec::new(), all);
    }
    let squares = problem
        .boards
        .iter()
        .map(|board| board.king(enemy).to_string());
    let king = format!("K {}", squares.collect::<Vec<_>>().join(" "));
    (Some(others(first).fen()), vec![king], Vec::new())
}

/// A key and the mistake in its value.
struct Wrong(&'static str, String);

fn wrong<T>(key: &'static str, problem: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong(key, problem.into()))
}

fn understand(entry: Entry, number: usize) -> Result<Problem, Wrong> {
    let name = entry.ruleset.as_deref().unwrap_or("icc");
    let ruleset: &'static Ruleset = match name.parse() {
        Ok(ruleset) => ruleset,
        Err(error) => return wrong("ruleset", format!("{error}")),
    };
    if !(1..=9).contains(&entry.moves) {
        return wrong("moves", format!("{}: must be 1 to 9", entry.moves));
    }
    let mut diagrams = Vec::new();
    match (&entry.board, entry.positions.is_empty()) {
        (Some(_), false) => return wrong("positions", "give 'board' or 'positions', not both"),
        (None, true) => return wrong("board", "give 'board' in FEN, or 'positions'"),
        (Some(fen), true) => diagrams.push(diagram("board", fen)?),
        (None, false) => {
            for fen in &entry.positions {
                diagrams.push(diagram("positions", fen)?);
            }
        }
    }
    let color = diagrams[0].turn;
    for text in &entry.hidden {
        diagrams = place(&diagrams, text)?;
    }
    let own = |diagram: &Diagram| {
        (
            diagram.turn,
            diagram.men[side(color)],
            diagram.castling[side(color)],
        )
    };
    if diagrams
        .iter()
        .any(|diagram| own(diagram) != own(&diagrams[0]))
    {
        return wrong(
            "positions",
            "the side to move and its own men must be the same in all",
        );
    }
    let heard = entry.heard.as_deref().map(words).transpose()?;
    let mut refused = Vec::new();
    for text in &entry.refused {
        match text.parse::<Try>() {
            Ok(asked) => refused.push(asked),
            Err(error) => return wrong("refused", error.to_string()),
        }
    }
    let mut known = HashSet::new();
    let mut reason = "none of them is possible".to_owned();
    let mut boards = Vec::new();
    for diagram in &diagrams {
        if squares_of(&diagram.men[side(!color)]).count() > MOST_MEN {
            return wrong("hidden", format!("the enemy has more than {MOST_MEN} men"));
        }
        let board = match diagram.board() {
            Ok(board) => board,
            Err(error) => {
                reason = error.to_string();
                continue;
            }
        };
        let fits = heard
            .as_ref()
            .is_none_or(|words| words.fit(&board, ruleset))
            && refused
                .iter()
                .all(|&asked| board.legal_move(asked).is_none())
            && would_go_on(ruleset, &board);
        if fits && known.insert(HiddenState::of(&board, !color)) {
            boards.push(board);
        }
    }
    if boards.is_empty() {
        let problem = format!("no position is left to begin with: {reason}");
        return wrong(
            if entry.positions.is_empty() {
                "board"
            } else {
                "positions"
            },
            problem,
        );
    }
    if !is_line(&entry.name) {
        return wrong("name", "must be a line of text");
    }
    Ok(Problem {
        name: if entry.name.is_empty() {
            format!("problem {number}")
        } else {
            entry.name
        },
        source: entry.source,
        ruleset,
        color,
        moves: entry.moves,
        material: entry.material.unwrap_or(name.starts_with("berkeley")),
        boards,
        keys: entry.keys,
    })
}

fn diagram(key: &'static str, fen: &str) -> Result<Diagram, Wrong> {
    // "board w" suffices: missing fields mean that castling is not allowed.
    let fields = fen.split_whitespace().count();
    let whole = match fields {
        1 => format!("{fen} w - - 0 1"),
        2 => format!("{fen} - - 0 1"),
        3 => format!("{fen} - 0 1"),
        4 => format!("{fen} 0 1"),
        _ => fen.to_owned(),
    };
    match whole.parse() {
        Ok(diagram) => Ok(diagram),
        Err(error) => wrong(key, format!("{error}")),
    }
}

/// Adds an enemy man on each of the squares that `text` names: `K a6 a8 g5`, or `K *` for every
/// free square.
fn place(diagrams: &[Diagram], text: &str) -> Result<Vec<Diagram>, Wrong> {
    let shown =
        format!("'{text}': must be a man's letter and its squares, as in 'K a8 b8' or 'K *'");
    let mut words = text.split_whitespace();
    let mut letter = words.next().unwrap_or("").chars();
    let (Some(role), None) = (letter.next().and_then(Role::from_char), letter.next()) else {
        return wrong("hidden", shown);
    };
    let mut squares = Bitboard::EMPTY;
    for word in words {
        match word.parse::<Square>() {
            Ok(square) => squares.add(square),
            Err(_) if word == "*" => squares = Bitboard::FULL,
            Err(_) => return wrong("hidden", shown),
        }
    }
    if squares.is_empty() {
        return wrong("hidden", shown);
    }
    let mut placed = Vec::new();
    for diagram in diagrams {
        let enemy = side(!diagram.turn);
        let taken = squares_of(&diagram.men[0]) | squares_of(&diagram.men[1]);
        let mut free = squares & !taken;
        if role == Role::Pawn {
            free &= !Bitboard::BACKRANKS;
        }
        for square in free {
            let mut next = diagram.clone();
            next.men[enemy][index(role)].add(square);
            placed.push(next);
        }
        if placed.len() > MOST_BOARDS {
            return wrong("hidden", format!("more than {MOST_BOARDS} positions"));
        }
    }
    Ok(placed)
}

/// The announcement of the enemy's last move.
#[derive(Default)]
struct Words {
    capture: Option<Square>,
    checks: Checks,
    tries: u8,
}

fn words(text: &str) -> Result<Words, Wrong> {
    let mut words = Words::default();
    let mut directions = Vec::new();
    for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
        match word.parse::<Code>() {
            Ok(Code::Capture(square)) => words.capture = Some(square),
            Ok(Code::Check(direction)) => directions.push(direction),
            Ok(Code::Tries(number)) => words.tries = number,
            Ok(Code::Any(_)) => {
                return wrong(
                    "heard",
                    format!(
                        "'{word}': an answer is not part of an announcement; write codes such as Xe5, CF or P2"
                    ),
                );
            }
            Err(error) => return wrong("heard", error.to_string()),
        }
    }
    words.checks = match directions[..] {
        [] => Checks::NONE,
        [one] => Checks::one(one),
        [one, two] => Checks::two(one, two),
        _ => return wrong("heard", "a move gives at most two checks"),
    };
    Ok(words)
}

impl Words {
    /// Whether it can follow a move that led to `board`.
    fn fit(&self, board: &Board, ruleset: &Ruleset) -> bool {
        let (turn, enemy) = (board.turn(), !board.turn());
        let checks = Checks::of(board.king(turn), board.checkers());
        let tries = PawnTries::of(ruleset.pawn_tries, board);
        let captured = self.capture.is_none_or(|square| {
            // En passant the pawn that captured stands behind the square, on its sixth rank.
            let behind = square.offset(enemy.fold_wb(8, -8));
            let rank = enemy.fold_wb(Rank::Fifth, Rank::Fourth);
            let pawns = board.men(enemy)[index(Role::Pawn)];
            let en_passant = square.rank() == rank
                && behind.is_some_and(|behind| pawns.contains(behind))
                && !board.occupied().contains(square);
            board.squares(enemy).contains(square) || en_passant
        });
        checks == self.checks && tries.is_none_or(|tries| tries.least() == self.tries) && captured
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions(text: &str) -> usize {
        let problems = parse(text, "test").unwrap_or_else(|error| panic!("{error}"));
        problems[0].boards.len()
    }

    #[test]
    fn hidden_men_stand_where_they_can() {
        let king = "[[problem]]\nmoves = 2\nboard = '8/8/8/8/8/8/4Q3/4K3 w'\n";
        // Not next to the king, nor where the queen would check it.
        assert_eq!(positions(&format!("{king}hidden = ['K a8 e8 d1 h7']")), 2);
        let all = positions(&format!("{king}hidden = ['K *']"));
        let two = positions(&format!("{king}hidden = ['K *', 'P *']"));
        assert!(two > 30 * all, "{two} of {all}");
    }

    #[test]
    fn what_was_heard_rules_positions_out() {
        let king = "[[problem]]\nmoves = 2\nboard = '8/8/8/8/8/8/8/4K3 w'\nhidden = ['K h8', 'R e8 a1 d4 h5']\n";
        assert_eq!(positions(king), 4);
        assert_eq!(positions(&format!("{king}heard = ''")), 2);
        assert_eq!(positions(&format!("{king}heard = 'CF'")), 1);
        assert_eq!(positions(&format!("{king}heard = 'Xd4'")), 1);
        assert_eq!(positions(&format!("{king}refused = ['e1d1']")), 2);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, named) in [
            ("", "no [[problem]]"),
            ("[[problem]]\nmoves = 0\nboard = '8/8 w'", "moves: 0"),
            ("[[problem]]\nmoves = 2", "board: give"),
            ("[[problem]]\nmoves = 2\nboard = '9/8 w'", "board: '9/8 w"),
            (
                "[[problem]]\nmoves = 2\nboard = 'k7/8/8/8/8/8/8/8 w'",
                "no position is left",
            ),
            ("[[problem]]\nmoves = 2\ncolour = 1", "colour"),
            (
                "[[problem]]\nmoves = 2\nname = \"a\\nb\"\nboard = '8/8 w'",
                "('a\\u000ab')",
            ),
            (
                "[[problem]]\nmoves = 2\nboard = '8/8/8/8/8/8/8/K7 w'\nhidden = ['X a1']",
                "hidden: 'X a1'",
            ),
            (
                "[[problem]]\nmoves = 2\nruleset = 'x'\nboard = '8/8/8/8/8/8/8/K7 w'",
                "ruleset: there is no ruleset 'x'",
            ),
        ] {
            let error = parse(text, "file").unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        }
    }
}
