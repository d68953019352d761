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
    let paths: Vec<&Path> = paths.into_iter().collect();
    let twice = |path: &Path, before: &Path| {
        let (path, before) = (path.display(), before.display());
        usage(format!(
            "{path}: these are the games of {before}; name them once"
        ))
    };
    let mut known: BTreeMap<PathBuf, &Path> = BTreeMap::new();
    for path in &paths {
        if let Some(before) = known.insert(games_of(path), path) {
            return Err(twice(path, before));
        }
    }
    let folders = paths.iter().filter(|path| path.is_dir());
    let mut inside = paths.iter().filter_map(|path| {
        let file = games_of(path);
        let folder = folders.clone().find(|folder| holds(folder, &file))?;
        (!path.is_dir()).then_some((*path, *folder))
    });
    match inside.next() {
        Some((path, folder)) => Err(twice(path, folder)),
        None => Ok(()),
    }
}

/// The file of the games of `path`, or the folder that has them all, by the one name of each.
fn games_of(path: &Path) -> PathBuf {
    let journal = RunFolder::at(path).journal();
    let file = if path.is_dir() && journal.is_file() {
        journal
    } else {
        path.to_owned()
    };
    // The reader refuses a path that does not exist.
    file.canonicalize().unwrap_or(file)
}

/// Whether `folder` is read by way of `file`: that of a run has records of its games beside the
/// journal, any other has histories.
fn holds(folder: &Path, file: &Path) -> bool {
    let is_run = RunFolder::at(folder).journal().is_file();
    let is_record = file
        .file_name()
        .is_some_and(|name| IN_FOLDER.iter().any(|record| name == *record));
    let folder = folder.canonicalize();
    (is_record || !is_run) && folder.is_ok_and(|folder| file.parent() == Some(&folder))
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
