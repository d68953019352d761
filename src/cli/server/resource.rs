//! Resources of the server: the files that a run writes into its folder, by their paths.

use std::fs::{File, symlink_metadata};
use std::path::Path;

use crate::report::artifact::Artifact;
use crate::report::names::{PAGE, PLOTS};
use darkforge_lab::folder::RunFolder;

/// Endings of names, and the types of such files.
const TYPES: [(&str, &str); 8] = [
    ("html", "text/html; charset=utf-8"),
    ("csv", "text/csv; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("toml", "text/plain; charset=utf-8"),
    ("pgn", "text/plain; charset=utf-8"),
    ("jsonl", "text/plain; charset=utf-8"),
    ("txt", "text/plain; charset=utf-8"),
];

/// A file that is served.
#[derive(Debug)]
pub(super) struct Resource {
    pub(super) file: File,
    pub(super) bytes: u64,
    /// Its type.
    pub(super) kind: &'static str,
}

impl Resource {
    /// The file at `path`, as it stands in a request, of the run in `folder`.
    ///
    /// Only names of files that runs write are known, so no path leads out of the folder. Links are
    /// not followed. The journal is the lock of the run and is not served.
    pub(super) fn find(folder: &Path, path: &str) -> Option<Resource> {
        let name = match path.strip_prefix('/')? {
            "" => PAGE,
            name => name,
        };
        let (_, ending) = name.rsplit_once('.')?;
        let (_, kind) = TYPES.iter().find(|(one, _)| *one == ending)?;
        let place = match name.split_once('/') {
            None => {
                Artifact::file(name).filter(|_| is_plain(name) && name != RunFolder::JOURNAL)?;
                folder.join(name)
            }
            Some((PLOTS, plot)) => {
                let stem = plot.strip_suffix(".svg").or(plot.strip_suffix(".png"))?;
                Artifact::plot(stem).filter(|_| is_plain(plot))?;
                let plots = folder.join(PLOTS);
                symlink_metadata(&plots)
                    .ok()
                    .filter(std::fs::Metadata::is_dir)?;
                plots.join(plot)
            }
            Some(_) => return None,
        };
        symlink_metadata(&place)
            .ok()
            .filter(std::fs::Metadata::is_file)?;
        let file = File::open(place).ok()?;
        let bytes = file
            .metadata()
            .ok()
            .filter(std::fs::Metadata::is_file)?
            .len();
        Some(Resource { file, bytes, kind })
    }
}

/// Whether a name is one of letters, digits and few marks.
fn is_plain(name: &str) -> bool {
    let is_fine = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    !name.starts_with('.') && name.bytes().all(is_fine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_files_of_a_run_are_found() {
        let desk = tempfile::tempdir().unwrap();
        let folder = desk.path().join("run");
        std::fs::create_dir_all(folder.join("plots")).unwrap();
        let files = [
            "report.html",
            "games.csv",
            "run.toml",
            "plots/elo.svg",
            "plots/elo.png",
            "journal.jsonl",
            "unfinished.txt",
            ".hidden",
            "secret.csv",
            "plots/own.svg",
            "../outside.csv",
        ];
        for file in files {
            std::fs::write(folder.join(file), "x").unwrap();
        }
        let known = crate::report::artifact::written(&folder, |one| {
            one.kind == crate::report::artifact::Kind::Plot
        });
        for (path, kind) in [
            ("/", "text/html; charset=utf-8"),
            ("/report.html", "text/html; charset=utf-8"),
            ("/games.csv", "text/csv; charset=utf-8"),
            ("/run.toml", "text/plain; charset=utf-8"),
        ] {
            let found = Resource::find(&folder, path).unwrap_or_else(|| panic!("{path}"));
            assert_eq!((found.kind, found.bytes), (kind, 1), "{path}");
        }
        for plot in known {
            let found = Resource::find(&folder, &format!("/plots/{plot}.svg"));
            assert_eq!(found.expect("a plot").kind, "image/svg+xml");
        }
        for path in [
            "",
            "report.html",
            "//report.html",
            "/./report.html",
            "/../outside.csv",
            "/plots/../games.csv",
            "/plots",
            "/plots/",
            "/journal.jsonl",
            "/unfinished.txt",
            "/.hidden",
            "/secret.csv",
            "/plots/own.svg",
            "/plots/games.csv",
            "/games.csv/",
            "/games.csv\0",
            "/Games.csv",
            "/plots\\elo.svg",
            "/C:/games.csv",
            "/etc/passwd",
            "/stderr/a.txt",
            "/standings.csv",
        ] {
            assert!(Resource::find(&folder, path).is_none(), "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let desk = tempfile::tempdir().unwrap();
        let folder = desk.path().join("run");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::create_dir_all(desk.path().join("elsewhere")).unwrap();
        std::fs::write(desk.path().join("elsewhere/weights.svg"), "x").unwrap();
        std::fs::write(desk.path().join("secret"), "x").unwrap();
        std::os::unix::fs::symlink("../secret", folder.join("games.csv")).unwrap();
        std::os::unix::fs::symlink("../elsewhere", folder.join("plots")).unwrap();
        std::fs::create_dir(folder.join("bouts.csv")).unwrap();
        for path in ["/games.csv", "/plots/weights.svg", "/bouts.csv"] {
            assert!(Resource::find(&folder, path).is_none(), "{path}");
        }
    }
}
