//! Pages of the reference that are made from the program: keys of configs and help of commands.
//! They are written again with
//!
//!     DARKFORGE_SNAPSHOTS=write cargo test --release reference

use std::fmt::Write as _;

use serde_json::Value;

use crate::cli::desk::{Desk, assert_none, problem_of_snapshot, text};

/// Greatest number of lines of a page.
const PAGE_LINES: usize = 300;

/// Problem of the page called `name`, which should have the content `wanted`. The page is written
/// if that is asked for.
fn problem_of_page(name: &str, wanted: &str) -> Option<String> {
    if wanted.lines().count() > PAGE_LINES {
        return Some(format!(
            "docs/reference/{name} has more than {PAGE_LINES} lines"
        ));
    }
    problem_of_snapshot(&format!("docs/reference/{name}"), wanted)
}

/// A text as a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// The table of the keys in configs of `command`.
fn keys_of(desk: &Desk, command: &str) -> String {
    let json = desk.json(&format!("{command} --explain"));
    let mut table = format!(
        "## `darkforge {command}`\n\n| key | values | default | meaning |\n|---|---|---|---|\n"
    );
    for key in json["keys"].as_array().expect("keys") {
        let word = |name: &str| key[name].as_str().map(cell).unwrap_or_default();
        let with = match key["with"].as_str() {
            Some(with) => format!(" with `{with}`"),
            None => String::new(),
        };
        let default = match (&key["required"], &key["value"]) {
            (Value::Bool(true), _) => "required".to_owned(),
            (_, Value::String(value)) => format!("`{}`", cell(value)),
            _ => String::new(),
        };
        let values = format!("{} {}", word("type"), word("range"));
        let _ = writeln!(
            table,
            "| `{}`{with} | {} | {default} | {} |",
            word("key"),
            values.trim(),
            word("meaning")
        );
    }
    table
}

#[test]
fn the_reference_of_keys_is_what_the_program_explains() {
    let desk = Desk::new();
    let page = format!(
        "# Config keys\n\nThis page lists the keys of configs, as `--explain` prints them. It is made \
         from the types that read configs.\n\nA config is a TOML file; `population.size` is the key \
         `size` in the section `[population]`. `--init FILE` writes a config with all keys.\n\n\
         {}\n{}",
        keys_of(&desk, "evolve"),
        keys_of(&desk, "tournament")
    );
    assert_none(problem_of_page("config.md", &page));
}

#[test]
fn the_reference_of_commands_is_their_help() {
    let desk = Desk::new();
    let help = |words: &[&str]| {
        let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_darkforge"))
            .args(words)
            .env("COLUMNS", "100")
            .current_dir(desk.folder())
            .output()
            .expect("help");
        text(&output.stdout)
    };
    let all = help(&["-h"]);
    let commands = all.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| !line.is_empty());
    let commands = commands.filter_map(|line| line.trim().split_once(' '));
    let commands: Vec<_> = commands.filter(|(name, _)| *name != "help").collect();
    let mut index = "# Commands\n\nThis page and those after it have the help of each command \
        (`darkforge COMMAND -h`). They are made from the definition of the command line.\n\n\
        | command | task |\n|---|---|\n"
        .to_owned();
    let lines = |text: &str| text.lines().count();
    let mut pages = vec![String::new()];
    let mut taken = lines(&index) + commands.len();
    for (name, about) in commands {
        let help = help(&[name, "-h"]);
        let section = format!("\n## `darkforge {name}`\n\n```text\n{help}```\n");
        if taken + lines(&section) > PAGE_LINES {
            let title = format!("# Commands, part {}\n", pages.len() + 1);
            taken = lines(&title);
            pages.push(title);
        }
        taken += lines(&section);
        *pages.last_mut().expect("a page") += &section;
        let page = name_of_page(pages.len());
        let _ = writeln!(
            index,
            "| [`{name}`]({page}#darkforge-{name}) | {} |",
            cell(about.trim())
        );
    }
    pages[0].insert_str(0, &index);
    let pages = pages.iter().zip(1..);
    assert_none(pages.filter_map(|(page, number)| problem_of_page(&name_of_page(number), page)));
}

/// Name of a page of commands, from 1.
fn name_of_page(number: usize) -> String {
    match number {
        1 => "commands.md".to_owned(),
        _ => format!("commands-{number}.md"),
    }
}
