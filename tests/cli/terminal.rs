//! Output on a terminal: plain text, whatever the names are.

use crate::cli::desk::{Desk, text};

/// Clears a screen, in two ways, and turns the direction of writing.
const HOSTILE: &str = "\u{1b}[2J\u{9b}2J\u{202e}mallory";
/// The same as a terminal shows it.
const SHOWN: &str = "\\u001b[2J\\u009b2J\\u202emallory";

/// Runs a command that prints a hostile name, and checks that it is printed as text.
fn assert_text(desk: &Desk, line: &str) {
    let output = desk.run(line);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert!(said.contains(SHOWN), "{line}: the name is told:\n{said}");
    let command = said
        .chars()
        .find(|&letter| letter.is_control() && letter != '\n');
    assert_eq!(command, None, "{line}:\n{said}");
    assert!(!said.contains('\u{202e}'), "{line}:\n{said}");
}

#[test]
fn no_name_commands_the_terminal_of_any_command() {
    let desk = Desk::new();
    let game =
        format!("[White \"{HOSTILE}\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n");
    desk.write("games.pgn", game.repeat(6));
    let players = "[[players]]\nname = \"a\"\nspec = \"random\"\n";
    desk.write(
        "t.toml",
        format!("name = \"t\"\nformat = \"swiss\"\n{players}[[players]]\nname = \"b\"\nspec = \"\\u001b[2J\\u009b2J\\u202emallory\"\n"),
    );
    desk.write(
        "e.toml",
        format!("{}\n# {HOSTILE}\n\"{HOSTILE}\" = 1\n", "name = \"e\""),
    );
    for line in [
        "rate games.pgn",
        "view games.pgn --text",
        "imitate games.pgn --player nobody",
        "tournament t.toml",
        "evolve e.toml",
    ] {
        assert_text(&desk, line);
    }
    let json = desk.json("rate games.pgn");
    let names = json["players"].as_array().expect("players").iter();
    let mut names = names.map(|player| player["player"].as_str().expect("a name"));
    assert!(names.any(|name| name == HOSTILE), "{json}");
}

#[test]
fn no_name_is_a_line_of_its_own() {
    let desk = Desk::new();
    let game = "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";
    desk.write("games.pgn", game);
    desk.done("match random random --games 2 --out run --quiet");
    let journal = desk.read("run/journal.jsonl");
    let lines: Vec<String> = journal.lines().map(crate::cli::desk::unchecked).collect();
    let forged = lines
        .join("\n")
        .replace("\"white\":\"", "\"white\":\"x\\nerror: y")
        + "\n";
    desk.write("run/journal.jsonl", forged);
    desk.write(
        "t.toml",
        "name = \"t\"\nformat = \"swiss\"\n\"k\\nerror: y\" = 1\n[[players]]\nname = \"a\"\n",
    );
    desk.write("c.toml", "name = \"c\\nerror: y\"\n");
    desk.write(
        "p.toml",
        "[[problem]]\nname = \"p\\nerror: y\"\nmoves = 2\nboard = '7k/8/5K2/6Q1/8/8/8/8 w'\n",
    );
    desk.write("j.jsonl", "{\"game\":0,\"side\":\"x\\nerror: y\"}\n");
    for line in [
        "rate run",
        "report run",
        "tournament t.toml",
        "tournament c.toml",
        "solve p.toml",
        "check j.jsonl",
        "stats j.jsonl",
    ] {
        let output = desk.run(line);
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(!output.status.success(), "{line}: {said}");
        let own = said.lines().find(|line| line.starts_with("error: y"));
        assert_eq!(own, None, "{line}:\n{said}");
    }
    let output = desk.run_words(&["match", "random\nerror: y", "random"]);
    assert!(text(&output.stderr).contains("must be written in one line"));
}

#[test]
fn no_name_of_a_file_is_a_line_of_its_own() {
    let desk = Desk::new();
    let name = "x\nerror: y.pgn";
    for words in [
        &["rate", name][..],
        &["match", "random", "random", "--games", "2", "--pgn", name],
        &["stats", name],
        &["check", name],
        &["view", name],
        &["view", name, "--text"],
        &["book", "build", name, "--out", "book.txt"],
        &["evolve", name],
        &["evolve", name, "--bad", name],
        &["match", "random", "random", "--games", "2", "--out", name],
        &["report", name],
    ] {
        let output = desk.run_words(words);
        let said = text(&output.stdout) + &text(&output.stderr);
        let own = said.lines().find(|line| line.starts_with("error: y"));
        assert_eq!(own, None, "{words:?}:\n{said}");
    }
}

#[test]
fn problems_from_games_with_wrong_results_are_told() {
    let desk = Desk::new();
    let game = "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n\n";
    desk.write("games.pgn", game);
    let output = desk.run("solve --mine mined.toml games.pgn");
    let said = text(&output.stderr);
    assert!(
        said.contains("1 game whose own result or number of moves contradicts them"),
        "{said}"
    );
}
