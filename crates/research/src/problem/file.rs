//! Problem files: TOML with a `[[problem]]` each (docs/problems.md).

use std::collections::HashSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Problem;
use darkforge_board::{Bitboard, Board, Diagram, Rank, Role, Square, Try, index, side, squares_of};
use darkforge_kriegspiel::belief::{HiddenState, MOST_MEN, would_go_on};
use darkforge_kriegspiel::record::pgn::Code;
use darkforge_kriegspiel::text::{self, is_line, one_line};
use darkforge_kriegspiel::umpire::{Checks, PawnTries, Ruleset, UnknownRuleset};

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
            error: text::toml_mistake(text, &error, |_| None),
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

/// The ruleset of a problem.
fn ruleset_of(name: &str) -> Result<&'static Ruleset, String> {
    match name {
        "rbc" => Err("rbc has no problems".to_owned()),
        _ => name
            .parse()
            .map_err(|error: UnknownRuleset| error.to_string()),
    }
}

fn understand(entry: Entry, number: usize) -> Result<Problem, Wrong> {
    let name = entry.ruleset.as_deref().unwrap_or("icc");
    let ruleset = match ruleset_of(name) {
        Ok(ruleset) => ruleset,
        Err(problem) => return wrong("ruleset", problem),
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
    use darkforge_board::Color;

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

    fn problem(keys: &str) -> Problem {
        let mut problems = parse(&format!("[[problem]]\n{keys}\n"), "test").unwrap();
        problems.remove(0)
    }

    fn message(keys: &str) -> String {
        let refused = parse(&format!("[[problem]]\n{keys}\n"), "test");
        refused
            .map(|problems| problems.len())
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn a_problem_has_what_its_keys_say() {
        let board = "board = '8/8/8/8/7k/8/4Q3/4K3 w'";
        let plain = problem(&format!("moves = 2\n{board}"));
        assert_eq!(
            (plain.name.as_str(), plain.source.as_str()),
            ("problem 1", "")
        );
        assert_eq!(
            (plain.ruleset.name, plain.moves, plain.material),
            ("icc", 2, false)
        );
        assert_eq!((plain.color, plain.keys), (Color::White, None));
        let full = problem(&format!(
            "name = 'n'\nsource = 's'\nruleset = 'berkeley'\nmoves = 9\nkeys = ['e2e8']\n{board}"
        ));
        assert_eq!((full.name.as_str(), full.source.as_str()), ("n", "s"));
        assert_eq!(
            (full.ruleset.name, full.moves, full.material),
            ("berkeley", 9, true)
        );
        assert_eq!(full.keys.unwrap(), ["e2e8"]);
        for (rules, material) in [("berkeley", false), ("icc", true)] {
            let keys = format!("moves = 1\nruleset = '{rules}'\nmaterial = {material}\n{board}");
            assert_eq!(problem(&keys).material, material);
        }
        let black = problem("moves = 1\nboard = '4k3/4q3/8/7K/8/8/8/8 b'");
        assert_eq!(black.color, Color::Black);
        let text = format!("[[problem]]\nmoves = 1\n{board}\n").repeat(2);
        let second = &parse(&text, "test").unwrap()[1];
        assert_eq!(second.name, "problem 2");
    }

    #[test]
    fn a_board_may_leave_out_what_nobody_needs() {
        let fen = |fields: &str| problem(&format!("moves = 1\nboard = '{fields}'")).boards[0].fen();
        let men = "4k3/8/8/8/8/8/8/4K2R";
        let whole = format!("{men} w - - 0 1");
        for fields in [
            men,
            &format!("{men} w"),
            &format!("{men} w -"),
            &format!("{men} w - -"),
            &whole,
        ] {
            assert_eq!(fen(fields), whole, "{fields}");
        }
        assert_eq!(fen(&format!("{men} w K")), format!("{men} w K - 0 1"));
    }

    #[test]
    fn what_is_written_reads_as_the_same_problems_in_the_shortest_form() {
        let king = "moves = 2\nboard = '8/8/8/8/8/8/4Q3/4K3 w'\nhidden = ['K a8 h8 h7']";
        let one = "moves = 2\nboard = '7k/8/8/8/8/8/4Q3/4K3 w'\nname = 'n'\nsource = 's'\nmaterial = true";
        let other = "moves = 2\npositions = ['7k/7p/8/8/8/8/4Q3/4K3 w', '7k/6p1/8/8/8/8/4Q3/4K3 w']\nkeys = []";
        for (keys, is_there, is_not) in [
            (king, "hidden = [\"K h7 a8 h8\"]", "positions"),
            (one, "board = \"7k/8/8/8/8/8/4Q3/4K3 w - - 0 1\"", "hidden"),
            (other, "positions = [", "board"),
        ] {
            let before = problem(keys);
            let text = write(std::slice::from_ref(&before)).unwrap();
            assert!(text.contains(is_there) && !text.contains(is_not), "{text}");
            let after = &parse(&text, "again").unwrap()[0];
            assert_eq!((&after.name, &after.source), (&before.name, &before.source));
            assert_eq!(
                (after.moves, after.material),
                (before.moves, before.material)
            );
            assert_eq!((after.color, &after.keys), (before.color, &before.keys));
            let fens =
                |problem: &Problem| problem.boards.iter().map(Board::fen).collect::<Vec<_>>();
            assert_eq!(fens(after), fens(&before));
        }
    }

    #[test]
    fn a_capture_is_heard_where_an_enemy_stands_also_in_passing() {
        let heard = |men: &str, heard: &str| {
            parse(
                &format!("[[problem]]\nmoves = 1\nboard = '{men}'\nheard = '{heard}'\n"),
                "t",
            )
            .is_ok()
        };
        let plain = "4k3/8/8/3r4/8/8/8/4K3 w";
        assert!(heard(plain, "Xd5") && !heard(plain, "Xd4") && !heard(plain, "Xe1"));
        let white = "4k3/8/8/8/8/3p4/8/4K3 w";
        assert!(heard(white, "Xd3") && heard(white, "Xd4") && !heard(white, "Xd5"));
        let black = "4k3/8/3P4/8/8/8/8/4K3 b";
        assert!(heard(black, "Xd6") && heard(black, "Xd5") && !heard(black, "Xd4"));
        let rook = "4k3/8/8/8/8/3r4/8/4K3 w";
        assert!(!heard(rook, "Xd4"), "only a pawn captures in passing");
        let blocked = "4k3/8/8/8/3N4/3p4/8/4K3 w";
        assert!(!heard(blocked, "Xd4"), "the pawn passed over it");
        let behind = "4k3/8/8/8/3p4/8/8/4K3 w";
        assert!(
            heard(behind, "Xd4") && !heard(behind, "Xd5"),
            "its sixth rank"
        );
    }

    #[test]
    fn checks_and_pawn_tries_are_heard_as_they_are() {
        let heard = |men: &str, words: &str| {
            parse(
                &format!("[[problem]]\nmoves = 1\nboard = '{men}'\nheard = '{words}'\n"),
                "t",
            )
            .is_ok()
        };
        let two = "4k3/8/8/8/8/8/6r1/4r1K1 w";
        assert!(heard("4r1k1/8/8/8/8/8/8/4K3 w", "CF"));
        assert!(!heard("4r1k1/8/8/8/8/8/8/4K3 w", "CR"));
        assert!(!heard("4r1k1/8/8/8/8/8/8/4K3 w", "CF, CN"));
        assert!(
            heard(two, "CR,CF") && heard(two, "CF CR") && !heard(two, "CR"),
            "both"
        );
        let tries = "4k3/8/8/3p4/4P3/8/8/4K3 w";
        assert!(heard(tries, "P1") && !heard(tries, "") && !heard(tries, "P2"));
        let keys = |words: &str| format!("moves = 1\nboard = '{two}'\nheard = '{words}'");
        assert!(message(&keys("A1")).contains("heard: 'A1': an answer is not part"));
        assert!(message(&keys("Q1")).contains("heard: 'Q1' is not a code"));
        assert!(message(&keys("CR CF CN")).contains("at most two checks"));
    }

    #[test]
    fn hidden_men_are_a_letter_and_free_squares() {
        let count = |men: &str, hidden: &str| {
            positions(&format!(
                "[[problem]]\nmoves = 1\nboard = '{men}'\nhidden = [{hidden}]\n"
            ))
        };
        let king = "7k/8/8/8/8/8/Q7/K7 w";
        assert_eq!(count(king, "'N a1 b8 h8'"), 1, "the others are taken");
        assert_eq!(
            count(king, "'P a1 c1 c8 c4'"),
            1,
            "no pawn stands on the first rank"
        );
        assert_eq!(count(king, "'P c4', 'P c5 c6'"), 2);
        assert_eq!(count(king, "'p c4 c4'"), 1);
        let refused =
            |hidden: &str| message(&format!("moves = 1\nboard = '{king}'\nhidden = [{hidden}]"));
        for wrong in ["'K'", "''", "'KK a1'", "'K z9'", "'K a1 ?'", "'a1'"] {
            assert!(
                refused(wrong).contains("must be a man's letter and its squares"),
                "{wrong}"
            );
        }
        let many = refused("'N *', 'N *', 'N *'");
        assert!(
            many.contains("hidden: more than 200000 positions"),
            "{many}"
        );
    }

    #[test]
    fn positions_agree_on_the_side_to_move_and_its_men() {
        let refused = |positions: &str| message(&format!("moves = 1\npositions = [{positions}]"));
        let one = "'7k/8/8/8/8/8/1R6/K7 w'";
        for other in ["'7k/8/8/8/8/8/1R6/1K6 w'", "'7k/8/8/8/8/8/1R6/K7 b'"] {
            let said = refused(&format!("{one}, {other}"));
            assert!(
                said.contains("its own men must be the same in all"),
                "{said}"
            );
        }
        let castling = "'r3k3/8/8/8/8/8/8/R3K3 w Q', 'r3k3/8/8/8/8/8/8/R3K3 w'";
        assert!(refused(castling).contains("the same in all"));
        let both = message(&format!("moves = 1\nboard = {one}\npositions = [{one}]"));
        assert!(both.contains("not both"), "{both}");
        let none = refused("'k7/8/8/8/8/8/8/8 w'");
        assert!(
            none.contains("positions: no position is left to begin with: "),
            "{none}"
        );
        let twice = problem(&format!("moves = 1\npositions = [{one}, {one}]"));
        assert_eq!(twice.boards.len(), 1);
        let many = "'k6n/pppppppp/nnnnnnnn/8/8/8/8/K7 w'";
        assert!(refused(many).contains("the enemy has more than 16 men"));
        for moves in [0, 10] {
            let said = message(&format!("moves = {moves}\nboard = {one}"));
            assert!(said.contains("must be 1 to 9"), "{said}");
        }
        let said = message(&format!("moves = 1\nboard = {one}\nrefused = ['x']"));
        assert!(said.contains("refused: 'x'"), "{said}");
        let said = message(&format!("moves = 1\nname = \"a\\u0007\"\nboard = {one}"));
        assert!(said.contains("name: must be a line of text"), "{said}");
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named() {
        let missing = read(Path::new("none.toml")).map(drop).unwrap_err();
        assert!(matches!(missing, ProblemError::Read { .. }), "{missing}");
        assert!(missing.to_string().starts_with("none.toml: "), "{missing}");
        let other = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        let other = read(other).map(drop).unwrap_err();
        assert!(matches!(other, ProblemError::Format { .. }), "{other}");
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
            (
                "[[problem]]\nmoves = 2\nruleset = 'rbc'\nboard = '8/8/8/8/8/8/8/K7 w'",
                "ruleset: rbc has no problems",
            ),
        ] {
            let error = parse(text, "file").unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        }
    }
}
