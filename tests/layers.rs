//! Layers flow one way: a module names only modules that stand above it in `lib.rs`, only
//! `chess` names the board library, and every dependency is used.

use std::fs;
use std::path::{Path, PathBuf};

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Modules in the order of `lib.rs`.
fn modules() -> Vec<String> {
    read(&root().join("src/lib.rs"))
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .map(str::to_owned)
        .collect()
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

fn sources() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    rust_files(&root().join("src"), &mut files);
    files
        .into_iter()
        .map(|path| (path.clone(), read(&path)))
        .collect()
}

/// The top-level module that a file under `src` belongs to.
fn module_of(path: &Path) -> String {
    let inside = path.strip_prefix(root().join("src")).unwrap();
    let first = inside.components().next().unwrap().as_os_str();
    first.to_str().unwrap().trim_end_matches(".rs").to_owned()
}

/// Code lines without comments: docs may link to lower layers.
fn code(text: &str) -> String {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn modules_use_only_modules_above_them() {
    let order = modules();
    assert!(order.len() > 5, "lib.rs lists the modules");
    let mut upward = Vec::new();
    for (path, text) in sources() {
        let Some(place) = order.iter().position(|name| *name == module_of(&path)) else {
            continue; // lib.rs and main.rs
        };
        for below in &order[place + 1..] {
            let code = code(&text);
            let names = [
                format!("crate::{below}::"),
                format!("crate::{below};"),
                format!("crate::{below} "),
            ];
            let grouped = code
                .split("use crate::{")
                .skip(1)
                .filter_map(|rest| rest.split_once("};"))
                .any(|(group, _)| {
                    group
                        .split([',', '\n'])
                        .any(|item| item.trim().split("::").next() == Some(below))
                });
            if grouped || names.iter().any(|name| code.contains(name)) {
                upward.push(format!(
                    "{} uses {below}, which stands below it in lib.rs",
                    path.display()
                ));
            }
        }
    }
    assert!(upward.is_empty(), "{}", upward.join("\n"));
}

#[test]
fn only_chess_names_the_board_library() {
    for (path, text) in sources() {
        if module_of(&path) != "chess" {
            assert!(
                !code(&text).contains("shakmaty"),
                "{} names shakmaty",
                path.display()
            );
        }
    }
}
#[test]
fn every_dependency_is_used() {
    let manifest = read(&root().join("Cargo.toml"));
    let all: String = sources().into_iter().map(|(_, text)| code(&text)).collect();
    let section = manifest
        .split("[dependencies]")
        .nth(1)
        .unwrap()
        .split("\n[")
        .next()
        .unwrap();
    for line in section.lines().filter(|line| line.contains('=')) {
        let name = line.split('=').next().unwrap().trim().replace('-', "_");
        let used = all.contains(&format!("{name}::")) || all.contains(&format!("use {name}"));
        assert!(used, "{name} is a dependency and is not used");
    }
}
