//! Pages of the reference that are made from the program: keys of configs, help of commands, files
//! and their columns.
//! They are written again with
//!
//!     DARKFORGE_SNAPSHOTS=write cargo test --release reference

use std::collections::BTreeMap;
use std::fmt::Write as _;

use darkforge::cli::OUTPUTS;
use darkforge::report::artifact::{ARTIFACTS, Artifact, Kind};
use darkforge::report::column::Column;
use serde_json::Value;

use crate::cli::desk::{Desk, assert_none, text};
use crate::snapshot::problem_of_snapshot;

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
        let default = match (&key["required"], &key["value"], &key["derived"]) {
            (Value::Bool(true), ..) => "required".to_owned(),
            (_, Value::String(value), _) => format!("`{}`", cell(value)),
            (.., Value::String(rule)) => cell(rule),
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
    let sections = commands.iter().map(|(name, _)| {
        let help = help(&[name, "-h"]);
        format!("\n## `darkforge {name}`\n\n```text\n{help}```\n")
    });
    let (mut pages, places) = paged("commands", "Commands", commands.len() + 6, sections);
    for ((name, about), page) in commands.iter().zip(places) {
        let _ = writeln!(
            index,
            "| [`{name}`]({page}#darkforge-{name}) | {} |",
            cell(about.trim())
        );
    }
    pages[0].1.insert_str(0, &index);
    assert_none(
        pages
            .iter()
            .filter_map(|(name, page)| problem_of_page(name, page)),
    );
}

/// Pages of at most [`PAGE_LINES`] lines, each with its name, made of `sections`, and for each
/// section the name of its page. The first page has no title and leaves room for `head` lines.
fn paged(
    stem: &str,
    title: &str,
    head: usize,
    sections: impl IntoIterator<Item = String>,
) -> (Vec<(String, String)>, Vec<String>) {
    let lines = |text: &str| text.lines().count();
    let mut pages = vec![(format!("{stem}.md"), String::new())];
    let mut places = Vec::new();
    let mut taken = head;
    for section in sections {
        if taken + lines(&section) > PAGE_LINES {
            let number = pages.len() + 1;
            let title = format!("# {title}, part {number}\n");
            taken = lines(&title);
            pages.push((format!("{stem}-{number}.md"), title));
        }
        taken += lines(&section);
        let (name, page) = pages.last_mut().expect("a page");
        *page += &section;
        places.push(name.clone());
    }
    (pages, places)
}

/// Pages of columns: their names, titles, and the commands whose tables they have.
const COLUMN_PAGES: [(&str, &str, &[&str]); 6] = [
    (
        "columns-games",
        "Columns of matches, tournaments and ratings",
        &["match", "tournament", "rate"],
    ),
    ("columns-evolution", "Columns of evolutions", &["evolve"]),
    ("columns-collections", "Columns of collections", &["stats"]),
    (
        "columns-endings",
        "Columns of endings and imitations",
        &["endgame", "imitate"],
    ),
    ("columns-trainings", "Columns of trainings", &["train"]),
    (
        "columns-comparisons",
        "Columns of comparisons",
        &["compare"],
    ),
];

/// The section of a file: its columns with form and meaning, or its fields.
fn columns_of(artifact: &Artifact) -> String {
    let mut section = format!(
        "\n## {}\n\n{}. Written by {}.{}\n\n",
        artifact.name,
        artifact.about,
        commands_of(artifact),
        artifact.rows
    );
    let columns = (artifact.columns)();
    if artifact.rows.is_empty() {
        section += "| field | meaning |\n|---|---|\n";
        for column in columns {
            let _ = writeln!(
                section,
                "| `{}` | {} |",
                column.names[0],
                cell(&column.meaning)
            );
        }
    } else {
        section += "| column | form | meaning |\n|---|---|---|\n";
        section += &rows(columns, Column::cells);
    }
    section
}

#[test]
fn the_reference_of_json_is_what_the_program_prints() {
    let head = "# JSON output\n\nThis page lists the fields of the JSON object that a command prints with `--json`. It is made from \
        the types that are printed.\n\n\
        The object is one line on standard output; its fields are in alphabetical order, and numbers have all digits. What tables \
        leave empty is null. `NAME_lo` and `NAME_hi` are the ends of the 95 % interval of `NAME`. `a.b` is the field `b` of the object `a`, `a[].b` that of each \
        object of the list `a`, and `NAME` stands for each name.\n";
    let sections = OUTPUTS.iter().map(|output| {
        let mut section = format!(
            "\n## {}\n\n| field | form | meaning |\n|---|---|---|\n",
            output.command
        );
        section += &rows((output.fields)(), Column::values);
        section
    });
    let (mut pages, _) = paged("json", "JSON output", head.lines().count(), sections);
    pages[0].1.insert_str(0, head);
    assert_none(
        pages
            .iter()
            .filter_map(|(name, page)| problem_of_page(name, page)),
    );
}

/// Rows of a table of columns; those of one form and meaning share a row.
fn rows(mut columns: Vec<Column>, form: fn(&Column) -> String) -> String {
    columns.dedup_by(|next, one| {
        let is_alike = (form(next), &next.meaning) == (form(one), &one.meaning);
        if is_alike {
            one.names.append(&mut next.names);
        }
        is_alike
    });
    let mut rows = String::new();
    for column in columns {
        let names = column.names.iter().map(|name| format!("`{name}`"));
        let names: Vec<_> = names.collect();
        let (form, meaning) = (cell(&form(&column)), cell(&column.meaning));
        let _ = writeln!(rows, "| {} | {form} | {meaning} |", names.join(", "));
    }
    rows
}

/// Names of the commands that write a file.
fn commands_of(artifact: &Artifact) -> String {
    let commands: Vec<_> = artifact.runs.iter().map(|run| format!("`{run}`")).collect();
    commands.join(", ")
}

#[test]
fn the_reference_of_files_is_what_the_program_writes() {
    let mut pages = Vec::new();
    let mut links = BTreeMap::new();
    for (stem, title, commands) in COLUMN_PAGES {
        let fits = |file: &&Artifact| {
            let is_new = !links.contains_key(file.name);
            let is_written = file.runs.iter().any(|run| commands.contains(run));
            is_new && is_written && !(file.columns)().is_empty()
        };
        let files: Vec<_> = ARTIFACTS.iter().filter(fits).collect();
        let head = format!(
            "# {title}\n\nThis page lists the columns of CSV files and the fields of others. It is \
             made from the types that write them. [Files](files.md) has all files.\n\n\
             `NAME_lo` and `NAME_hi` are the ends of the 95 % interval of `NAME`. `WEIGHT` stands for \
             the name of each weight. A share is a number from 0 to 1.\n"
        );
        let sections = files.iter().map(|file| columns_of(file));
        let (mut own, places) = paged(stem, title, head.lines().count(), sections);
        own[0].1.insert_str(0, &head);
        pages.append(&mut own);
        for (file, page) in files.into_iter().zip(places) {
            let anchor = file.name.replace('.', "");
            links.insert(file.name, format!("[`{}`]({page}#{anchor})", file.name));
        }
    }
    let mut page = "# Files\n\nThis page lists every file that a run writes into its folder. It is made \
        from the list by which the program writes them. Files of columns or fields have a link to them.\n\n\
        All but `clock.csv` and the time on the page are the same bytes each time a run is played.\n"
        .to_owned();
    let title_of = |kind: Kind| match kind {
        Kind::Table { .. } => "Tables",
        Kind::Plot => "Plots, as SVG and PNG",
        Kind::Other | Kind::Records => "Other files",
    };
    for title in ["Tables", "Plots, as SVG and PNG", "Other files"] {
        let _ = write!(
            page,
            "\n## {title}\n\n| file | written by | content |\n|---|---|---|\n"
        );
        for file in ARTIFACTS.iter().filter(|file| title_of(file.kind) == title) {
            let name = match (links.get(file.name), file.kind) {
                (_, Kind::Plot) => format!("`plots/{}`", file.name),
                (Some(link), _) => link.clone(),
                (None, _) => format!("`{}`", file.name),
            };
            let _ = writeln!(page, "| {name} | {} | {} |", commands_of(file), file.about);
        }
    }
    pages.push(("files.md".to_owned(), page));
    assert_none(
        pages
            .iter()
            .filter_map(|(name, page)| problem_of_page(name, page)),
    );
}
