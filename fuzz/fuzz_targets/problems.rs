//! Arbitrary bytes as a file of problems: what can be read is written, and reads as the same problems.

#![no_main]

use darkforge_board::Board;
use darkforge_research::problem::{Problem, parse, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(problems) = parse(text, "problems") else {
        return;
    };
    let text = write(&problems).expect("problems that were read can be written");
    let again = parse(&text, "again").expect("what was written can be read");
    assert_eq!(again.len(), problems.len());
    for (again, problem) in again.iter().zip(&problems) {
        assert_eq!(again.name, problem.name);
        assert_eq!(again.source, problem.source);
        assert_eq!(again.ruleset, problem.ruleset);
        assert_eq!((again.color, again.moves), (problem.color, problem.moves));
        assert_eq!(again.material, problem.material);
        assert_eq!(again.keys, problem.keys);
        let fens = |problem: &Problem| problem.boards.iter().map(Board::fen).collect::<Vec<_>>();
        assert_eq!(fens(again), fens(problem));
    }
});
