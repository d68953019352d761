//! Files of game records that a user asks for beside a run: checked before anything is
//! played.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::cli::errors::usage;
use crate::report::artifact::{Artifact, Kind};

/// Refuses files, each with the flag that names it, that would overwrite something, each
/// other, or what the run writes into `out`.
pub(crate) fn check(out: Option<&Path>, files: &[(&str, &Option<PathBuf>)]) -> anyhow::Result<()> {
    let mut taken: Vec<PathBuf> = Vec::new();
    for (flag, file) in files {
        let Some(file) = file else { continue };
        let wrong = |problem: &str| {
            let shown = file.display();
            Err(usage(format!("{flag} {shown}: {problem}")))
        };
        if file.exists() {
            return wrong("it exists; move it away or name another file");
        }
        let Some(name) = file.file_name() else {
            return wrong("name a file");
        };
        let parent = match file.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        // The run's folder may not exist yet.
        let inside_run = out.is_some_and(|out| same_folder(out, parent));
        if inside_run && is_taken(name) {
            return wrong("the run writes a file of this name; name another");
        }
        if !inside_run && !parent.is_dir() {
            return wrong("there is no such folder");
        }
        let place = absolute(parent).join(name);
        if taken.contains(&place) {
            return wrong("--pgn and --transcript must be two files");
        }
        taken.push(place);
    }
    Ok(())
}

/// Whether a run writes a file called `name` into its folder without being asked for it.
fn is_taken(name: &OsStr) -> bool {
    let known = name.to_str().and_then(Artifact::file);
    known.is_some_and(|(_, file)| file.kind != Kind::Records)
}

fn absolute(folder: &Path) -> PathBuf {
    let exact = folder.canonicalize();
    exact.unwrap_or_else(|_| {
        let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        whole.components().collect()
    })
}

fn same_folder(a: &Path, b: &Path) -> bool {
    absolute(a) == absolute(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_and_the_clock_of_a_run_are_not_overwritten() {
        let run = tempfile::tempdir().unwrap();
        let taken = [
            "report.html",
            "clock.csv",
            "journal.jsonl",
            crate::cli::programs::ERRORS,
        ];
        for name in taken
            .into_iter()
            .chain([darkforge_lab::folder::RunFolder::JOURNAL])
        {
            let file = Some(run.path().join(name));
            let refused = check(Some(run.path()), &[("--pgn", &file)]).unwrap_err();
            assert!(
                refused.to_string().contains("the run writes a file"),
                "{refused}"
            );
        }
        for name in ["games.pgn", "tries.jsonl"] {
            check(Some(run.path()), &[("--pgn", &Some(run.path().join(name)))]).unwrap();
        }
    }
}
