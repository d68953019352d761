//! Kriegspiel problems: those of T 4.3 with the keys of the book, and mined ones.
//!
//! T is the thesis, see `docs/bibliography.md`.

use std::path::{Path, PathBuf};

use darkforge_research::problem::{self, Mode, Problem, Solution, Solver, tree, verify};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/problems")
        .join(name)
}

fn load(name: &str) -> Vec<Problem> {
    problem::read(&data(name)).unwrap_or_else(|error| panic!("{error}"))
}

fn solve(problem: &Problem, mode: Mode) -> Solution {
    let solution = Solver::new(problem, mode, 20_000_000).solve();
    assert!(!solution.exhausted, "{}", problem.name);
    for (_, plan) in &solution.keys {
        verify(problem, plan).unwrap_or_else(|error| panic!("{}: {error}", problem.name));
    }
    solution
}

fn keys(solution: &Solution) -> Vec<String> {
    let keys = solution.keys.iter();
    keys.map(|(asked, _)| asked.map_or_else(|| "any".to_owned(), |asked| asked.to_string()))
        .collect()
}

#[test]
fn the_problems_of_the_thesis_have_the_keys_of_the_book() {
    let problems = load("book.toml");
    let found: Vec<Vec<String>> = problems
        .iter()
        .map(|problem| keys(&solve(problem, Mode::Incremental)))
        .collect();
    assert_eq!(found, [["a7e7"], ["d7f6"]]);
}

#[test]
fn the_first_is_printed_as_the_thesis_prints_it() {
    let problem = &load("book.toml")[0];
    let solution = solve(problem, Mode::Incremental);
    let text = tree(problem, &solution.keys[0].1);
    assert!(text.starts_with("1. Qe7\n"), "{text}");
    assert!(text.contains("2. Qxe2; Qxh4; Qb4\n"), "{text}");
}

#[test]
fn in_the_second_the_words_tell_where_the_king_is() {
    let problem = &load("book.toml")[1];
    assert_eq!(problem.boards.len(), 5, "a6, a8, e2, e8 and g5");
    let solution = solve(problem, Mode::Incremental);
    let text = tree(problem, &solution.keys[0].1);
    for line in [
        "-/Xb8: 2. Qb7",
        "-/Xf2: 2. Qh2",
        "-/Xf6: 2. g5",
        "CN/-: 2. Qf7",
        "CN/Xd8: 2.",
        "-/Xd2: 2.",
        "-/-: 2.",
    ] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
}

#[test]
fn both_searches_agree() {
    for problem in load("book.toml") {
        let [incremental, plain] =
            [Mode::Incremental, Mode::Plain].map(|mode| keys(&solve(&problem, mode)));
        assert_eq!(incremental, plain, "{}", problem.name);
    }
}

#[test]
fn what_was_solved_is_written_and_read_as_the_same() {
    let problems = load("book.toml");
    let text = problem::write(&problems).expect("TOML");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("again.toml");
    std::fs::write(&path, text).expect("a file");
    let again = problem::read(&path).unwrap_or_else(|error| panic!("{error}"));
    for (one, other) in problems.iter().zip(&again) {
        let fens = |problem: &Problem| {
            let mut fens: Vec<String> = problem
                .boards
                .iter()
                .map(darkforge_board::Board::fen)
                .collect();
            fens.sort();
            fens
        };
        assert_eq!(fens(one), fens(other));
        assert_eq!(one.keys, other.keys);
        assert_eq!(one.ruleset.name, other.ruleset.name);
    }
}

#[test]
fn a_wrong_plan_is_found_out() {
    let problem = &load("book.toml")[0];
    let solution = solve(problem, Mode::Incremental);
    let mut plan = solution.keys[0].1.clone();
    let darkforge_research::problem::Step::Try { branches, .. } = &mut plan.0[0] else {
        panic!("a try")
    };
    branches.pop();
    let error = verify(problem, &plan).expect_err("a branch is missing");
    assert!(error.contains("no answer to these words"), "{error}");
}

#[test]
fn mined_problems_have_the_keys_that_their_file_tells() {
    let problems = load("mined.toml");
    assert!(problems.len() >= 500, "{}", problems.len());
    for problem in problems.iter().step_by(25) {
        let found = keys(&solve(problem, Mode::Incremental));
        assert_eq!(problem.keys.as_ref(), Some(&found), "{}", problem.name);
    }
}
