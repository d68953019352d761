//! Text for people at several widths of a terminal, compared with `tests/data/screens`. Screens of
//! progress and of `bench` are tested beside their code. After an intended change, write them again
//! and look at them:
//!
//!     DARKFORGE_SNAPSHOTS=write cargo test --release screens

use crate::cli::desk::{Desk, assert_none, text};
use crate::snapshot::{WIDTHS, problems_of_screens, too_wide};

/// A player with a long spec.
const LONG: &str = "darkboard:weights=hand-made,depth=1,particles=0";

/// All that a command prints on a terminal of `width` columns.
fn screen(desk: &Desk, line: &str, width: usize) -> String {
    let output = desk.run_with(&[("COLUMNS", &width.to_string())], line);
    text(&output.stderr) + &text(&output.stdout)
}

/// `text` with marks in place of times and speeds.
fn timeless(text: &str) -> String {
    let lines = text.lines().map(|line| match line.split_once(" in ") {
        Some((what, time)) if time.contains("games/s") => {
            let (_, end) = time.split_once("games/s").unwrap_or_default();
            format!("{what} in TIME, SPEED games/s{end}\n")
        }
        _ => without_seconds(line) + "\n",
    });
    lines.collect()
}

/// `line` with `N` for the digits of seconds, such as `0.012 s`.
fn without_seconds(line: &str) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    for place in 1..words.len() {
        let is_unit = words[place].trim_end_matches([',', ';']) == "s";
        if is_unit && words[place - 1].parse::<f64>().is_ok() {
            words[place - 1] = words[place - 1].replace(|c: char| c.is_ascii_digit(), "N");
        }
    }
    words.join(" ")
}

/// The command's screens must fit, and be as those kept as `name`.
#[track_caller]
fn assert_kept(desk: &Desk, name: &str, line: &str) {
    assert_none(problems_of_screens(name, |width| {
        timeless(&screen(desk, line, width))
    }));
}

/// Every line that the commands print must fit in 60 columns.
#[track_caller]
fn assert_narrow(desk: &Desk, lines: &[&str]) {
    let problems = lines.iter().flat_map(|line| {
        let screen = screen(desk, line, WIDTHS[0]);
        assert!(!screen.is_empty(), "{line} prints");
        too_wide(line, &screen, WIDTHS[0])
    });
    assert_none(problems);
}

#[test]
fn screens_of_a_match_fit_the_terminal() {
    let desk = Desk::new();
    let line = format!("match {LONG} random --games 2 --seed 3 --sprt 0,10 --ply-limit 40");
    assert_kept(&desk, "match", &line);
}

#[test]
fn screens_of_an_evolution_fit_the_terminal() {
    let desk = Desk::new();
    desk.evolved("run");
    let line = "evolve tiny.toml --out run --resume --quiet";
    assert_kept(&desk, "evolve", line);
    assert_narrow(&desk, &["evolve tiny.toml --dry-run", "evolve --explain"]);
}

#[test]
fn screens_of_tournaments_and_ratings_fit_the_terminal() {
    let desk = Desk::new();
    let players = ["a", LONG, "the third of the players"];
    let players =
        players.map(|name| format!("[[players]]\nname = \"{name}\"\nspec = \"random\"\n"));
    let head = "name = \"t\"\nformat = \"round-robin\"\nrounds = 1\nply_limit = 40\n";
    let config = head.to_owned() + &players.concat();
    desk.write("t.toml", config);
    desk.done("tournament t.toml --out run --quiet");
    let line = "tournament t.toml --out run --resume";
    assert_kept(&desk, "tournament", line);
    assert_kept(&desk, "rate", "rate run");
}

#[test]
fn screens_of_statistics_fit_the_terminal() {
    let desk = Desk::new();
    desk.done("match random semi-random --games 6 --seed 3 --pgn games.pgn --quiet");
    assert_kept(&desk, "stats", "stats games.pgn");
    assert_kept(&desk, "compare", "stats games.pgn --compare icc");
    desk.write("recon.txt", include_str!("../data/recon/figure4.txt"));
    assert_kept(&desk, "stats_recon", "stats recon.txt");
    assert_kept(&desk, "view_recon", "view recon.txt --text");
    assert_narrow(
        &desk,
        &[
            "check games.pgn",
            "rate games.pgn",
            "view games.pgn --text",
            "book build games.pgn --out book.txt --least-moves 1 --keep-undone",
        ],
    );
    let line = "imitate games.pgn --player random --iterations 1 --decisions 100";
    assert_kept(&desk, "imitate", line);
}

#[test]
fn screens_of_endings_problems_tests_and_errors_fit_the_terminal() {
    let desk = Desk::new();
    assert_kept(&desk, "endgame", "endgame krk kqk --starts 3");
    let problems = include_str!("../data/problems/book.toml");
    desk.write("problems.toml", problems);
    assert_kept(&desk, "solve", "solve problems.toml");
    assert_narrow(
        &desk,
        &[
            "endgame krk --replay Kb1,Ra1,kh8",
            "endgame infinite --starts 3 --size 10",
            "sprt --wdl 10,5,3 --elo0 0 --elo1 10",
            "match random nosuch",
            "match random random --game 2",
            "stats games.pgn",
        ],
    );
}

#[test]
fn help_fits_the_terminal() {
    let desk = Desk::new();
    assert_kept(&desk, "help", "match -h");
    let commands = desk.commands();
    let lines: Vec<String> = (commands.iter().map(|command| format!("{command} --help"))).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert_narrow(&desk, &lines);
}

#[test]
fn json_is_one_line_on_any_terminal() {
    let desk = Desk::new();
    let line = "match random random --games 2 --json";
    let output = desk.run_with(&[("COLUMNS", "60")], line);
    assert_eq!(text(&output.stdout).lines().count(), 1);
}

#[test]
fn colours_are_for_terminals_and_as_the_variables_ask() {
    let desk = Desk::new();
    let coloured = |variables: &[(&str, &str)], line: &str| {
        let output = desk.run_with(variables, line);
        let said = text(&output.stderr) + &text(&output.stdout);
        assert!(!said.is_empty());
        said.contains('\u{1b}')
    };
    for line in [
        "match random nosuch",
        "match -h",
        "sprt --wdl 10,5,3 --elo0 0 --elo1 10",
    ] {
        assert!(!coloured(&[], line), "{line}: no terminal");
        assert!(coloured(&[("CLICOLOR_FORCE", "1")], line), "{line}: forced");
        assert!(!coloured(&[("NO_COLOR", "1")], line), "{line}");
        assert!(!coloured(&[("CLICOLOR", "0")], line), "{line}");
    }
    let output = desk.run_with(&[("CLICOLOR_FORCE", "1")], "match random nosuch");
    let said = text(&output.stderr);
    assert!(
        said.contains("\u{1b}[31m\u{1b}[1merror:\u{1b}[0m player"),
        "{said:?}"
    );
}
