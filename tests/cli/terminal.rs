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
