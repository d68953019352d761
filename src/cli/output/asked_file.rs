//! Requested files: files that a flag names. They are checked and begun before the work, named when
//! complete, and never replace another file.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::cli::errors::usage;
use crate::report::artifact::{Artifact, Kind};
use darkforge_lab::draft::{Beside, Draft};

/// A file that a flag names.
pub(crate) struct AskedFile {
    flag: &'static str,
    path: PathBuf,
    /// Whether a file was there that an earlier part of this run may have written.
    is_there: bool,
    /// `None` while its folder is that of a run which is not made yet.
    draft: Option<Draft>,
}

impl AskedFile {
    /// Begins the file at `path`.
    ///
    /// # Errors
    /// If it exists, or cannot be made there: wrong usage.
    pub(crate) fn begin(flag: &'static str, path: &Path) -> anyhow::Result<AskedFile> {
        let mut begun = AskedFile::begin_beside(None, false, &[(flag, Some(path))])?;
        begun.pop().context("a file was named")
    }

    /// Begins the requested files beside the run in the folder `out`, each with its flag. If the
    /// run is `resumed`, they may be in its folder already.
    ///
    /// # Errors
    /// If one exists, has the name of another or of a file of the run, or cannot be made: wrong
    /// usage.
    pub(crate) fn begin_beside(
        out: Option<&Path>,
        resumed: bool,
        files: &[(&'static str, Option<&Path>)],
    ) -> anyhow::Result<Vec<AskedFile>> {
        let mut taken: Vec<PathBuf> = Vec::new();
        let mut begun = Vec::new();
        for &(flag, path) in files {
            let Some(path) = path else { continue };
            let wrong = |problem: &str| usage(format!("{flag} {}: {problem}", path.display()));
            let Some(name) = path.file_name() else {
                return Err(wrong("name a file"));
            };
            let parent = match path.parent() {
                Some(parent) if !parent.as_os_str().is_empty() => parent,
                _ => Path::new("."),
            };
            // The run's folder may not exist yet.
            let inside_run = out.is_some_and(|out| same_folder(out, parent));
            let is_there = path.exists();
            if is_there && !(resumed && inside_run && path.is_file()) {
                return Err(wrong("it exists; move it away or name another file"));
            }
            if inside_run && is_taken(name) {
                return Err(wrong("the run writes a file of this name; name another"));
            }
            if !inside_run && !parent.is_dir() {
                return Err(wrong("there is no such folder"));
            }
            let place = absolute(parent).join(name);
            if taken.contains(&place) {
                return Err(wrong("--pgn and --transcript must be two files"));
            }
            taken.push(place);
            let draft = parent.is_dir().then(|| Draft::begin(path));
            let draft = draft.transpose();
            begun.push(AskedFile {
                flag,
                path: path.to_owned(),
                is_there,
                draft: draft.map_err(|error| wrong(&format!("cannot write it: {error}")))?,
            });
        }
        Ok(begun)
    }

    /// Its flag.
    pub(crate) fn flag(&self) -> &'static str {
        self.flag
    }

    /// Writes the file by `fill` and names it, unless the same was written there before; a file with its
    /// beginning is replaced. If another file has that name, that one stays, and an error says where
    /// this one is.
    ///
    /// # Errors
    /// If it cannot be written, or `fill` fails.
    pub(crate) fn finish(
        self,
        fill: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let cannot = || format!("cannot write {}", self.path.display());
        let draft = self.draft.map_or_else(|| Draft::begin(&self.path), Ok);
        let mut draft = draft.with_context(cannot)?;
        fill(&mut draft).with_context(cannot)?;
        if self.is_there {
            match draft.beside(&self.path).with_context(cannot)? {
                Beside::Same => return Ok(()),
                Beside::Longer => return draft.replace().map(drop).with_context(cannot),
                Beside::Other => {}
            }
        }
        let placed = draft.place().with_context(cannot)?;
        if placed != self.path {
            let (asked, placed) = (self.path.display(), placed.display());
            let other = if self.is_there {
                "the file of this name has other content"
            } else {
                "a file of this name was made meanwhile"
            };
            bail!(
                "{} {asked}: {other}, and is kept; the output is in {placed}",
                self.flag
            );
        }
        Ok(())
    }
}

/// Whether a run itself writes a file called `name` into its folder.
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
        let begin = |name: &str| {
            let path = run.path().join(name);
            AskedFile::begin_beside(Some(run.path()), false, &[("--pgn", Some(&path))])
        };
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
            let refused = begin(name).err().unwrap();
            assert!(
                refused.to_string().contains("the run writes a file"),
                "{refused}"
            );
        }
        for name in ["games.pgn", "tries.jsonl"] {
            begin(name).unwrap();
        }
    }

    #[test]
    fn a_resumed_run_knows_its_own_records_again_and_overwrites_no_others() {
        let run = tempfile::tempdir().unwrap();
        let path = run.path().join("games.pgn");
        let begin = |resumed| {
            AskedFile::begin_beside(Some(run.path()), resumed, &[("--pgn", Some(&path))])
                .map(|mut files| files.remove(0))
        };
        let write = |out: &mut dyn Write| Ok(out.write_all(b"games")?);
        begin(false).unwrap().finish(write).unwrap();
        assert!(begin(false).is_err(), "a new run finds the file there");
        begin(true).unwrap().finish(write).unwrap();
        let names = || std::fs::read_dir(run.path()).unwrap().count();
        assert_eq!(names(), 1, "it is the same file");
        let longer = |out: &mut dyn Write| Ok(out.write_all(b"games and more")?);
        begin(true).unwrap().finish(longer).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"games and more");
        assert_eq!(names(), 1, "the run has more games");
        std::fs::write(&path, "other").unwrap();
        let told = begin(true).unwrap().finish(write).unwrap_err().to_string();
        assert!(told.contains("has other content, and is kept"), "{told}");
        assert_eq!(std::fs::read(&path).unwrap(), b"other");
        assert_eq!(names(), 2, "nothing is lost");
        let beside = tempfile::tempdir().unwrap().path().join("games.pgn");
        let asked = [("--pgn", Some(beside.as_path()))];
        assert!(AskedFile::begin_beside(Some(run.path()), true, &asked).is_err());
    }

    #[test]
    fn a_file_made_while_the_command_worked_stays_and_nothing_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.txt");
        let asked = AskedFile::begin("--out", &path).unwrap();
        std::fs::write(&path, "theirs").unwrap();
        let told = asked.finish(|out| Ok(out.write_all(b"ours")?)).unwrap_err();
        assert!(told.to_string().contains("book-2.txt"), "{told}");
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(
            (read("book.txt"), read("book-2.txt")),
            ("theirs".to_owned(), "ours".to_owned())
        );
    }
}
