//! `trout` in runs: a chess program that speaks UCI, its faults, and one that does not exist.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use crate::cli::desk::Desk;

/// A chess program that does `go` when it is asked for a move.
fn write_program(desk: &Desk, go: &str) {
    let script = format!(
        "#!/bin/sh\nwhile read -r word rest; do case \"$word\" in\nuci) echo uciok;;\nisready) echo readyok;;\n\
         quit) exit;;\ngo) {go};;\nesac; done\n"
    );
    desk.write("uci", script);
    fs::set_permissions(desk.path("uci"), fs::Permissions::from_mode(0o755)).expect("uci");
}

#[test]
fn a_chess_program_plays_the_same_games_each_time() {
    let desk = Desk::new();
    write_program(&desk, "test \"$rest\" = 'nodes 5' && echo bestmove d7d5");
    let game = |out: &str, program: &str| {
        desk.done(&format!(
            "match trout:program={program},nodes=5 attacker --ruleset rbc --games 4 --seed 2 --history {out}-games \
             --no-plots --quiet --out {out}"
        ));
        let journal = desk.read(&format!("{out}/journal.jsonl"));
        assert!(!journal.contains("forfeit"), "{journal}");
        assert!(journal.contains(":d7d5 "), "{journal}");
        journal
    };
    assert_eq!(game("one", "./uci"), game("two", "./uci"));
    assert!(
        desk.done("check one one-games")
            .contains(" 0 disagreements")
    );
}

#[test]
fn a_chess_program_that_ends_loses_the_game() {
    let desk = Desk::new();
    write_program(&desk, "exit 3");
    let line = "match trout:program=./uci,nodes=5 random --ruleset rbc --games 2 --no-plots --quiet --out run";
    desk.run(line);
    let journal = desk.read("run/journal.jsonl");
    assert_eq!(journal.matches("forfeit_crash").count(), 2, "{journal}");
    assert!(
        journal.contains("./uci: it ended with exit status 3"),
        "{journal}"
    );
    // As a program it ends with the same words, and is not asked again.
    let lines = "newgame ruleset rbc color white seed 1 stream 0 plies 9\nyourmove\nyourmove\n";
    let ended = desk.run_on("engine trout:program=./uci --ruleset rbc", lines);
    assert_eq!(ended.status.code(), Some(1));
    let said = String::from_utf8(ended.stderr).expect("text");
    assert!(
        said.contains("./uci: it ended with exit status 3"),
        "{said}"
    );
}

#[test]
fn a_chess_program_that_does_not_exist_is_refused_before_the_run() {
    let desk = Desk::new();
    let lost = "trout:program=./nowhere";
    desk.write(
        "cup.toml",
        format!(
            "name = \"cup\"\nruleset = \"rbc\"\nformat = \"round-robin\"\n[[players]]\nname = \"t\"\nspec = \"{lost}\"\n[[players]]\n\
             name = \"r\"\nspec = \"random\"\n"
        ),
    );
    let says: &[&str] = &["program './nowhere'", "there is no such program"];
    desk.refuses(&[
        (
            &format!("match {lost} random --ruleset rbc --out run"),
            says,
        ),
        ("tournament cup.toml --out run", says),
        (&format!("engine {lost} --ruleset rbc"), says),
    ]);
    assert!(!desk.path("run").exists());
}
