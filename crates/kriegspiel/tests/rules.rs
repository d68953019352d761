//! The first table of `docs/rules.md`, cell by cell: its bold word agrees with the ruleset's const
//! and with the umpire.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use darkforge_board::{Color, Position};
use darkforge_kriegspiel::umpire::{
    Announcement, Answer, AnyRule, Captured, DeadMaterial, ENGLISH, EnPassant, Ending, GameResult,
    ICC, ICC_UNCLAIMED, NonsenseRule, PawnTries, Question, RAND, RAND_LADDER, RULESETS,
    RepetitionRule, Ruleset, TriesTold, Umpire,
};

/// A row of the table: the value in the const, and the umpire's behaviour.
struct Row {
    point: &'static str,
    constant: fn(&Ruleset) -> &'static str,
    observed: fn(&'static Ruleset) -> &'static str,
}

const ROWS: [Row; 19] = [
    Row {
        point: "captured man, to both players",
        constant: |rules| {
            if rules.names_captured {
                "kind"
            } else {
                "nothing"
            }
        },
        observed: captured_man,
    },
    Row {
        point: "capture en passant, to both",
        constant: |rules| match rules.en_passant {
            EnPassant::Captured => "victim's square",
            EnPassant::Landing => "landing square",
        },
        observed: en_passant,
    },
    Row {
        point: "pawn tries of the side to move, to both",
        constant: |rules| match rules.pawn_tries {
            TriesTold::Nothing => "nothing",
            TriesTold::Whether => "whether",
            TriesTold::Number => "number",
            TriesTold::Squares => "squares",
        },
        observed: pawn_tries,
    },
    Row {
        point: "\"Any?\"",
        constant: |rules| match rules.any {
            AnyRule::Never => "never",
            AnyRule::OneTry => "one try",
            AnyRule::UntilPlayed => "until played",
        },
        observed: any,
    },
    Row {
        point: "\"Any?\" and answer, to the opponent",
        constant: |rules| match rules.any {
            AnyRule::Never => "-",
            AnyRule::OneTry => "aloud",
            AnyRule::UntilPlayed => "secret",
        },
        observed: any_overheard,
    },
    Row {
        point: "a \"No\" to \"Any?\" in what the opponent hears of refusals",
        constant: |rules| match rules.any {
            AnyRule::Never => "-",
            AnyRule::OneTry => "none",
            AnyRule::UntilPlayed => "refusals",
        },
        observed: no_overheard,
    },
    Row {
        point: "\"Any?\" asked again in the turn, or where it is not asked",
        constant: |_| "nonsense",
        observed: any_again,
    },
    Row {
        point: "when obliged: any try but a pawn capture of the own board that is new in this turn",
        constant: |rules| {
            if rules.any == AnyRule::Never {
                "-"
            } else {
                "nonsense"
            }
        },
        observed: obliged,
    },
    Row {
        point: "impossible on the own board",
        constant: |rules| nonsense_if(rules.nonsense != NonsenseRule::Never),
        observed: impossible,
    },
    Row {
        point: "the same try again in the turn",
        constant: |rules| nonsense_if(rules.nonsense != NonsenseRule::Never),
        observed: repeated,
    },
    Row {
        point: "pawn capture although none was announced",
        constant: |rules| {
            let told = rules.pawn_tries != TriesTold::Nothing || rules.any != AnyRule::Never;
            nonsense_if(told && rules.nonsense != NonsenseRule::Never)
        },
        observed: unannounced_capture,
    },
    Row {
        point: "try that cannot answer the announced check",
        constant: |rules| nonsense_if(rules.nonsense == NonsenseRule::OwnBoardTriesAndChecks),
        observed: idle_in_check,
    },
    Row {
        point: "refused tries, to the opponent",
        constant: |rules| if rules.refusals_heard { "number" } else { "no" },
        observed: refusals_overheard,
    },
    Row {
        point: "nonsense, to the opponent",
        constant: |_| "no",
        observed: nonsense_overheard,
    },
    Row {
        point: "promotion of a pawn, to both",
        constant: |rules| {
            if rules.announces_promotion {
                "told"
            } else {
                "silent"
            }
        },
        observed: promotion,
    },
    Row {
        point: "stalemate",
        constant: |rules| {
            if rules.stalemate_loses {
                "lost"
            } else {
                "draw"
            }
        },
        observed: stalemate,
    },
    Row {
        point: "100 plies without capture or pawn move",
        constant: |rules| match rules.quiet_plies {
            Some(100) => "draw",
            Some(_) => "another number",
            None => "never",
        },
        observed: quiet_plies,
    },
    Row {
        point: "repetition",
        constant: |rules| match rules.repetition {
            RepetitionRule::Never => "never",
            RepetitionRule::Occurrences(3) => "third position",
            RepetitionRule::SameTwoMoves(3) => "third pair of moves",
            _ => "another number",
        },
        observed: repetition,
    },
    Row {
        point: "dead material",
        constant: |rules| match rules.dead_material {
            DeadMaterial::NoMate => "no mate",
            DeadMaterial::List(_) => "list",
        },
        observed: dead_material,
    },
];

/// Rows that only name words, or another ruleset than the column's.
const OTHER_ROWS: [&str; 3] = [
    "word for a refusal",
    "word for nonsense",
    "stalemate in ladder games",
];

// ------------------------------------------------------------------ the umpire, observed

fn nonsense_if(nonsense: bool) -> &'static str {
    if nonsense { "nonsense" } else { "refused" }
}

fn game(rules: &'static Ruleset, fen: &str) -> Umpire {
    let position: Position = fen.parse().expect("a position");
    Umpire::from_position(rules, 1000, position)
}

fn ask(umpire: &mut Umpire, question: &str) -> Answer {
    let question: Question = question.parse().expect("a question");
    umpire.ask(question).expect("the game is on")
}

fn play(umpire: &mut Umpire, m: &str) -> Announcement {
    match ask(umpire, m) {
        Answer::Played(said) => said,
        other => panic!("{m} is {other:?} in {}", umpire.position().fen()),
    }
}

fn answer(umpire: &mut Umpire, question: &str) -> &'static str {
    match ask(umpire, question) {
        Answer::Refused => "refused",
        Answer::Nonsense => "nonsense",
        Answer::Any(_) => "answered",
        Answer::Played(_) => "played",
    }
}

fn ending(umpire: &Umpire) -> Option<Ending> {
    umpire.outcome().map(|outcome| outcome.ending)
}

fn captured_man(rules: &'static Ruleset) -> &'static str {
    // e4 takes the pawn on d5 or the knight on f5.
    let kind = |m| {
        let mut umpire = game(rules, "4k3/8/8/3p1n2/4P3/8/8/4K3 w - - 0 1");
        let said = play(&mut umpire, m);
        said.capture.expect("a capture").kind
    };
    match (kind("e4d5"), kind("e4f5")) {
        (Some(Captured::Pawn), Some(Captured::Piece)) => "kind",
        (None, None) => "nothing",
        _ => "something else",
    }
}

fn en_passant(rules: &'static Ruleset) -> &'static str {
    let mut umpire = game(rules, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
    let said = play(&mut umpire, "e5d6").capture.expect("a capture");
    match (said.square.to_string().as_str(), said.en_passant) {
        ("d5", false) => "victim's square",
        ("d6", true) => "landing square",
        _ => "something else",
    }
}

fn pawn_tries(rules: &'static Ruleset) -> &'static str {
    // Black's e5 has two victims after Kd1, its a6 none.
    let mut umpire = game(rules, "4k3/8/p7/4p3/3P1P2/8/8/4K3 w - - 0 1");
    let said = play(&mut umpire, "e1d1").pawn_tries;
    let mut umpire = Umpire::new(rules, 1000);
    let none = play(&mut umpire, "e2e4").pawn_tries;
    match (said, none) {
        (None, None) => "nothing",
        (Some(PawnTries::Whether(true)), Some(PawnTries::Whether(false))) => "whether",
        (Some(PawnTries::Number(2)), Some(PawnTries::Number(0))) => "number",
        (Some(PawnTries::Squares(some)), Some(PawnTries::Squares(none))) => {
            assert!(none.is_empty() && some.count() == 1);
            "squares"
        }
        _ => "something else",
    }
}

/// White's g4 can take h5 and not f5; b2 takes nothing.
const ONE_CAPTURE: &str = "4k3/8/8/7n/6P1/8/PP6/4K3 w - - 0 1";
/// White's pawns attack five squares and take nothing.
const NO_CAPTURE: &str = "4k3/8/8/8/6P1/8/PP6/4K3 w - - 0 1";

fn any(rules: &'static Ruleset) -> &'static str {
    let mut umpire = game(rules, ONE_CAPTURE);
    if ask(&mut umpire, "any") == Answer::Nonsense {
        return "never";
    }
    assert_eq!(answer(&mut umpire, "e1d1"), "nonsense");
    assert_eq!(answer(&mut umpire, "g4f5"), "refused");
    if umpire.view(Color::White).is_obliged() {
        assert_eq!(answer(&mut umpire, "e1d1"), "nonsense");
        assert_eq!(answer(&mut umpire, "g4h5"), "played");
        "until played"
    } else {
        assert_eq!(answer(&mut umpire, "e1d1"), "played");
        "one try"
    }
}

fn any_overheard(rules: &'static Ruleset) -> &'static str {
    if rules.any == AnyRule::Never {
        return "-";
    }
    let mut umpire = game(rules, ONE_CAPTURE);
    ask(&mut umpire, "any");
    play(&mut umpire, "g4h5");
    match umpire.view(Color::Black).overheard().any {
        Some(true) => "aloud",
        None => "secret",
        Some(false) => "something else",
    }
}

fn no_overheard(rules: &'static Ruleset) -> &'static str {
    if rules.any == AnyRule::Never {
        return "-";
    }
    // Of the five pawn captures (a2b3, b2a3, b2c3, g4f5, g4h5) one was refused before.
    let mut umpire = game(rules, NO_CAPTURE);
    assert_eq!(answer(&mut umpire, "b2c3"), "refused");
    assert_eq!(ask(&mut umpire, "any"), Answer::Any(false));
    play(&mut umpire, "e1d1");
    match umpire.view(Color::Black).overheard().refusals {
        Some(5) => "refusals",
        Some(1) => "none",
        _ => "something else",
    }
}

fn any_again(rules: &'static Ruleset) -> &'static str {
    let mut umpire = game(rules, NO_CAPTURE);
    if rules.any != AnyRule::Never {
        assert_eq!(ask(&mut umpire, "any"), Answer::Any(false));
    }
    answer(&mut umpire, "any")
}

fn obliged(rules: &'static Ruleset) -> &'static str {
    if rules.any == AnyRule::Never {
        return "-";
    }
    let mut umpire = game(rules, ONE_CAPTURE);
    assert_eq!(answer(&mut umpire, "b2c3"), "refused");
    assert_eq!(ask(&mut umpire, "any"), Answer::Any(true));
    // A legal move, a repeated capture, captures that the own board rules out.
    for idle in ["e1d1", "b2c3", "b2g7", "b2a1", "e1h8"] {
        assert_eq!(answer(&mut umpire, idle), "nonsense", "{idle}");
        assert!(umpire.view(Color::White).is_obliged(), "after {idle}");
    }
    "nonsense"
}

fn impossible(rules: &'static Ruleset) -> &'static str {
    let mut umpire = game(rules, "4k3/P7/8/8/8/8/1P6/R3K3 w - - 0 1");
    // No man there; an own man there; over an own man; an impossible step; castling without the
    // right; a pawn without a promotion; a king that promotes.
    let tries = ["h3h4", "a1e1", "a1a8", "a1b3", "e1c1", "a7a8", "e1d1q"];
    let answers = tries.map(|question| answer(&mut umpire, question));
    assert!(answers.iter().all(|one| *one == answers[0]), "{answers:?}");
    answers[0]
}

fn repeated(rules: &'static Ruleset) -> &'static str {
    // The rook's way to a8 is blocked by an enemy man.
    let mut umpire = game(rules, "4k3/8/8/n7/8/8/8/R3K3 w - - 0 1");
    assert_eq!(answer(&mut umpire, "a1a8"), "refused");
    answer(&mut umpire, "a1a8")
}

fn unannounced_capture(rules: &'static Ruleset) -> &'static str {
    let mut umpire = game(rules, NO_CAPTURE);
    if rules.any != AnyRule::Never {
        assert_eq!(ask(&mut umpire, "any"), Answer::Any(false));
    }
    let said = answer(&mut umpire, "b2c3");
    if rules.pawn_tries == TriesTold::Squares {
        let mut other = game(rules, ONE_CAPTURE);
        assert_eq!(answer(&mut other, "b2c3"), "nonsense", "not this pawn");
        assert_eq!(
            answer(&mut other, "g4f5"),
            "refused",
            "this pawn, elsewhere"
        );
    }
    said
}

fn idle_in_check(rules: &'static Ruleset) -> &'static str {
    // Check along the e-file from e8. Rh2-h7 does not answer it; Rh2-e2 would block it, but a black
    // rook is on g2; Ke1-e2 is a king's step.
    let mut umpire = game(rules, "k3r3/8/8/8/8/8/6rR/4K3 w - - 0 1");
    assert_eq!(answer(&mut umpire, "h2e2"), "refused", "it might answer");
    assert_eq!(answer(&mut umpire, "e1e2"), "refused", "a king's step");
    let said = answer(&mut umpire, "h2h7");
    if rules.nonsense == NonsenseRule::OwnBoardTriesAndChecks {
        double_check_is_answered_by_the_king(rules);
        en_passant_answers_a_pawns_check(rules);
    }
    said
}

fn double_check_is_answered_by_the_king(rules: &'static Ruleset) {
    // Knight f3 and rook e8 check the king on e1: g2xf3 does not answer both.
    let mut umpire = game(rules, "4r2k/8/8/8/8/5n2/6P1/R3K3 w - - 0 1");
    assert_eq!(answer(&mut umpire, "g2f3"), "nonsense");
    assert_eq!(answer(&mut umpire, "a1a8"), "nonsense");
    assert_eq!(answer(&mut umpire, "e1e2"), "refused");
}

fn en_passant_answers_a_pawns_check(rules: &'static Ruleset) {
    // d7-d5 gives check to the king on e4 along d5-e4; e5 and c5 may both take it.
    let mut umpire = game(rules, "k7/8/8/2PpP3/4K3/8/8/8 w - d6 0 1");
    assert_eq!(answer(&mut umpire, "c5d6"), "played");
}

fn refusals_overheard(rules: &'static Ruleset) -> &'static str {
    let mut umpire = game(rules, "4k3/8/8/n7/8/8/8/R3K2R w - - 0 1");
    assert_eq!(answer(&mut umpire, "a1a8"), "refused");
    assert_eq!(answer(&mut umpire, "a1a7"), "refused");
    play(&mut umpire, "e1d1");
    match umpire.view(Color::Black).overheard().refusals {
        Some(2) => "number",
        None => "no",
        Some(_) => "something else",
    }
}

fn nonsense_overheard(rules: &'static Ruleset) -> &'static str {
    let mut umpire = Umpire::new(rules, 1000);
    let said = answer(&mut umpire, "h3h4");
    play(&mut umpire, "e2e4");
    let refusals = umpire.view(Color::Black).overheard().refusals;
    let counted = u32::from(said == "refused");
    match refusals {
        None => "no",
        Some(number) if number == counted => "no",
        Some(_) => "counted",
    }
}

fn promotion(rules: &'static Ruleset) -> &'static str {
    let mut umpire = game(rules, "8/P6k/8/8/8/8/8/4K3 w - - 0 1");
    let said = play(&mut umpire, "a7a8q");
    let mut quiet = Umpire::new(rules, 1000);
    assert!(!play(&mut quiet, "e2e4").promotion);
    if said.promotion { "told" } else { "silent" }
}

fn stalemate(rules: &'static Ruleset) -> &'static str {
    let mut umpire = game(rules, "7k/5K2/8/8/6Q1/8/8/8 w - - 0 1");
    play(&mut umpire, "g4g6");
    let outcome = umpire.outcome().expect("a stalemate");
    assert_eq!(outcome.ending, Ending::Stalemate);
    match outcome.result {
        GameResult::Draw => "draw",
        GameResult::WhiteWins => "lost",
        GameResult::BlackWins => "won",
    }
}

fn quiet_plies(rules: &'static Ruleset) -> &'static str {
    let mut umpire = game(rules, "4k3/8/8/8/8/8/R7/4K3 w - - 98 80");
    play(&mut umpire, "e1d1");
    assert_eq!(ending(&umpire), None, "99 quiet plies");
    play(&mut umpire, "e8d8");
    match ending(&umpire) {
        Some(Ending::FiftyMoves) => "draw",
        None => "never",
        Some(_) => "something else",
    }
}

fn repetition(rules: &'static Ruleset) -> &'static str {
    // The third position ends a game after 8 plies; White's third pair of moves after 11.
    let mut umpire = Umpire::new(rules, 1000);
    for ply in 1..=12 {
        play(&mut umpire, ["g1f3", "g8f6", "f3g1", "f6g8"][(ply - 1) % 4]);
        match (ending(&umpire), ply) {
            (None, _) => {}
            (Some(Ending::Repetition), 8) => return "third position",
            (Some(Ending::Repetition), 11) => return "third pair of moves",
            (other, _) => panic!("{other:?} after {ply} plies"),
        }
    }
    "never"
}

fn dead_material(rules: &'static Ruleset) -> &'static str {
    let dead = |board: &str| {
        let umpire = game(rules, &format!("{board} w - - 0 1"));
        ending(&umpire) == Some(Ending::DeadMaterial)
    };
    for board in [
        "8/8/4k3/8/8/3K4/8/8",
        "8/8/4k3/8/8/3KB3/8/8",
        "8/8/4k3/8/8/3KN3/8/8",
    ] {
        assert!(dead(board), "{board}");
    }
    for board in ["8/8/4k3/8/8/3KP3/8/8", "8/8/4k3/8/8/3KNN2/8/8"] {
        assert!(!dead(board), "{board}");
    }
    // Knight against knight; two bishops on squares of one colour against none.
    match (
        dead("8/4n3/4k3/8/8/3KN3/8/8"),
        dead("8/8/4k3/8/8/3KB3/5B2/8"),
    ) {
        (true, false) => "list",
        (false, true) => "no mate",
        _ => "something else",
    }
}

// -------------------------------------------------------------------------- the table

/// Cells by row and column, of the table with a column for each ruleset.
fn table() -> BTreeMap<String, BTreeMap<String, String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md");
    let text = fs::read_to_string(path).expect("docs/rules.md");
    let cells = |line: &str| -> Vec<String> {
        let line = line.trim().trim_matches('|');
        line.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let mut lines = text
        .lines()
        .skip_while(|line| !line.starts_with("| point | `icc` |"));
    let head = cells(lines.next().expect("the table of rulesets"));
    let columns: Vec<String> = head[1..].iter().map(|name| name.replace('`', "")).collect();
    lines
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let row = cells(line);
            assert_eq!(row.len(), head.len(), "cells of row '{}'", row[0]);
            let values = columns.iter().cloned().zip(row[1..].iter().cloned());
            (row[0].clone(), values.collect())
        })
        .collect()
}

/// The bold word of a cell, or the dash that stands alone.
fn word(cell: &str) -> &str {
    match cell.split("**").nth(1) {
        Some(word) => word,
        None => cell,
    }
}

fn ruleset(name: &str) -> &'static Ruleset {
    let found = RULESETS.into_iter().find(|rules| rules.name == name);
    found.unwrap_or_else(|| panic!("docs/rules.md: no ruleset is called {name}"))
}

#[test]
fn every_cell_is_what_the_const_says_and_the_umpire_does() {
    let table = table();
    let mut wrong = Vec::new();
    for row in &ROWS {
        let cells = table
            .get(row.point)
            .unwrap_or_else(|| panic!("docs/rules.md has no row '{}'", row.point));
        for (column, cell) in cells {
            let (rules, says) = (ruleset(column), word(cell));
            for (who, truth) in [
                ("the const", (row.constant)(rules)),
                ("the umpire", (row.observed)(rules)),
            ] {
                if says != truth {
                    let place = format!("row '{}', column '{column}'", row.point);
                    wrong.push(format!("{place}: docs '{says}', {who} '{truth}'"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_has_every_ruleset_and_no_row_that_is_not_tested() {
    let table = table();
    for (point, cells) in &table {
        let known = ROWS.iter().any(|row| row.point == point) || OTHER_ROWS.contains(&&**point);
        assert!(known, "row '{point}' is not tested");
        for rules in RULESETS {
            let has = cells.contains_key(rules.name)
                || [RAND_LADDER.name, ICC_UNCLAIMED.name].contains(&rules.name);
            assert!(has, "row '{point}' has no column '{}'", rules.name);
        }
    }
    assert_eq!(table.len(), ROWS.len() + OTHER_ROWS.len());
}

#[test]
fn every_cell_has_a_source() {
    for (point, cells) in &table() {
        for (column, cell) in cells {
            let signs = ["(T ", "(Berk ", "(ks", "(chess", "(darkforge"];
            let sourced = cell == "-" || signs.iter().any(|sign| cell.contains(sign));
            assert!(
                sourced,
                "row '{point}', column '{column}': no source in '{cell}'"
            );
        }
    }
}

#[test]
fn ladder_games_of_rand_differ_in_the_stalemate_alone() {
    for row in &ROWS {
        let (plain, ladder) = ((row.observed)(&RAND), (row.observed)(&RAND_LADDER));
        if row.point == "stalemate" {
            let cell = &table()["stalemate in ladder games"]["rand"];
            assert_eq!((plain, ladder), ("draw", word(cell)));
        } else {
            assert_eq!(plain, ladder, "row '{}'", row.point);
        }
    }
}

#[test]
fn unclaimed_games_of_icc_differ_in_the_repetition_alone() {
    for row in &ROWS {
        let (plain, unclaimed) = ((row.observed)(&ICC), (row.observed)(&ICC_UNCLAIMED));
        if row.point == "repetition" {
            assert_eq!((plain, unclaimed), ("third position", "never"));
        } else {
            assert_eq!(plain, unclaimed, "row '{}'", row.point);
        }
    }
}

#[test]
fn the_third_pair_of_moves_draws_only_against_no_mate() {
    // Black could mate with Ra8-a1 all the time, but walks with its king.
    let mut umpire = game(&ENGLISH, "r6k/8/8/8/8/8/5PPP/6KN w - - 0 1");
    for ply in 0..40 {
        play(&mut umpire, ["h1g3", "h8h7", "g3h1", "h7h8"][ply % 4]);
        if let Some(ending) = ending(&umpire) {
            // Not by White's pair, after whose second half the mate is there, but by
            // Black's: White has none.
            assert_eq!((ending, ply % 2), (Ending::Repetition, 1));
            return;
        }
    }
    panic!("40 plies without a draw");
}

#[test]
fn pawn_tries_in_check_are_those_that_answer_it() {
    // Two captures; with the bishop gone the rook checks, and neither capture answers.
    for rules in RULESETS {
        let least = |fen| {
            let umpire = game(rules, fen);
            let tries = umpire.view(Color::White).heard().pawn_tries;
            tries.map(|tries| tries.least() > 0)
        };
        let told = rules.pawn_tries != TriesTold::Nothing;
        let blocked = least("k3r3/8/8/8/2n1b3/3P4/8/4K3 w - - 0 1");
        assert_eq!(blocked, told.then_some(true), "{}", rules.name);
        let checked = least("k3r3/8/8/8/2n5/3P4/8/4K3 w - - 0 1");
        assert_eq!(checked, told.then_some(false), "{}", rules.name);
    }
}
