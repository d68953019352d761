//! Inputs that are named twice: games that count twice make every interval too narrow.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::recorded::IN_FOLDER;
use crate::cli::errors::usage;
use darkforge_lab::folder::RunFolder;

/// Refuses games that two of `paths` name: a file by two names, a run by its folder and a file of it,
/// and a folder of histories with one of them.
///
/// # Errors
/// Names both paths.
pub(crate) fn named_once<'a>(paths: impl IntoIterator<Item = &'a Path>) -> anyhow::Result<()> {
    let twice = |path: &Path, before: &Path| {
        let (path, before) = (path.display(), before.display());
        usage(format!(
            "{path}: these are the games of {before}; name them once"
        ))
    };
    let mut known: BTreeMap<PathBuf, &Path> = BTreeMap::new();
    let mut folders: BTreeMap<PathBuf, &Path> = BTreeMap::new();
    let mut files = Vec::new();
    for path in paths {
        let games = games_of(path);
        if path.is_dir() {
            folders.insert(real(path), path);
        } else {
            files.push((path, games.clone()));
        }
        if let Some(before) = known.insert(games, path) {
            return Err(twice(path, before));
        }
    }
    for (path, games) in files {
        let folder = games.parent().and_then(|parent| folders.get(parent));
        if let Some(folder) = folder.filter(|folder| is_read(folder, &games)) {
            return Err(twice(path, folder));
        }
    }
    Ok(())
}

/// The one name of a path; the reader refuses a path that does not exist.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// The file of the games of `path`, or the folder that has them all.
fn games_of(path: &Path) -> PathBuf {
    let journal = RunFolder::at(path).journal();
    let is_run = path.is_dir() && journal.is_file();
    real(if is_run { &journal } else { path })
}

/// Whether `folder` is read by way of its `file`: that of a run has records of its games beside the journal,
/// any other has histories.
fn is_read(folder: &Path, file: &Path) -> bool {
    let is_run = RunFolder::at(folder).journal().is_file();
    let name = file.file_name();
    !is_run || name.is_some_and(|name| IN_FOLDER.iter().any(|record| name == *record))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn refusal(desk: &Path, names: &[&str]) -> Option<String> {
        let paths: Vec<PathBuf> = names.iter().map(|name| desk.join(name)).collect();
        let refused = named_once(paths.iter().map(PathBuf::as_path)).err();
        refused.map(|error| error.to_string())
    }

    #[test]
    fn games_are_named_once_by_any_of_their_names() {
        let desk = tempfile::tempdir().unwrap();
        let desk = desk.path();
        for folder in ["run", "histories"] {
            fs::create_dir(desk.join(folder)).unwrap();
        }
        for file in [
            "a.pgn",
            "b.pgn",
            "run/journal.jsonl",
            "run/games.pgn",
            "run/other.pgn",
            "histories/1.json",
        ] {
            fs::write(desk.join(file), "").unwrap();
        }
        for twice in [
            ["a.pgn", "a.pgn"],
            ["a.pgn", "run/../a.pgn"],
            ["lost.pgn", "lost.pgn"],
            ["run", "run"],
            ["run", "run/journal.jsonl"],
            ["run/games.pgn", "run"],
            ["histories", "histories/1.json"],
        ] {
            let problem = refusal(desk, &twice).unwrap_or_default();
            assert!(problem.contains("name them once"), "{twice:?}: {problem}");
        }
        for other in [
            ["a.pgn", "b.pgn"],
            ["run", "run/other.pgn"],
            ["run", "histories"],
            ["a.pgn", "histories/1.json"],
        ] {
            assert_eq!(refusal(desk, &other), None, "{other:?}");
        }
    }
}
