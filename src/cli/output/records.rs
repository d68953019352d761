//! Files of game records that a user asks for beside a run: checked before anything is
//! played.

use std::path::{Path, PathBuf};

use crate::cli::errors::usage;

/// Names of what a run writes into its folder; `games.pgn` is for --pgn.
const RUN_FILES: [&str; 15] = [
    "run.toml",
    "journal.jsonl",
    "games.csv",
    "bouts.csv",
    "standings.csv",
    "faults.csv",
    "endings.csv",
    "lengths.csv",
    "refused.csv",
    "llr.csv",
    crate::cli::programs::ERRORS,
    "generations.csv",
    "individuals.csv",
    "champion.toml",
    "plots",
];

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
        if inside_run && RUN_FILES.iter().any(|known| name == *known) {
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
