//! Drafts: files that appear whole. Each is written without a name, in its final folder, and named
//! when it is complete. Nobody reads a partial file, and a kill leaves nothing.
//!
//! On systems without unnamed files, a file with the prefix [`LEFT_BESIDE`] holds the content until
//! then.
//!
//! ```
//! use std::io::Write;
//!
//! use darkforge_lab::draft;
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("report.txt");
//! draft::write_whole(&path, |file| file.write_all(b"complete"))?;
//! assert_eq!(std::fs::read_to_string(&path)?, "complete");
//! # Ok::<(), std::io::Error>(())
//! ```

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, BufWriter, Seek as _, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

/// Prefix of files that are being written; a killed run can leave them.
pub const LEFT_BESIDE: &str = ".darkforge-";

/// A file that is being written.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    out: BufWriter<File>,
    /// Its temporary name, if it must have one.
    name: Option<TempPath>,
}

/// A draft beside a file that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// They are the same.
    Same,
    /// It begins with all that the file has, and has more.
    Longer,
    /// Neither.
    Other,
}

impl Draft {
    /// Begins a file that will be at `path`; an unwritable folder is an error here.
    ///
    /// # Errors
    /// If no file can be made there.
    pub fn begin(path: &Path) -> io::Result<Draft> {
        let (file, name) = match nameless(folder_of(path)) {
            Some(file) => (file, None),
            None => named(folder_of(path))?,
        };
        Ok(Draft {
            path: path.to_owned(),
            out: BufWriter::new(file),
            name,
        })
    }

    /// The open file, for a lock.
    pub fn file(&self) -> &File {
        self.out.get_ref()
    }

    /// Compares what was written with what the file at `path` has.
    ///
    /// # Errors
    /// If one of them cannot be read.
    pub fn beside(&mut self, path: &Path) -> io::Result<Beside> {
        self.out.flush()?;
        let written = self.out.get_ref();
        let mut own = written.try_clone()?;
        own.rewind()?;
        let (mut own, mut there) = (BufReader::new(own), BufReader::new(File::open(path)?));
        loop {
            let (one, other) = (own.fill_buf()?, there.fill_buf()?);
            let length = one.len().min(other.len());
            if length == 0 || one[..length] != other[..length] {
                return Ok(match (one.is_empty(), other.is_empty()) {
                    (true, true) => Beside::Same,
                    (false, true) => Beside::Longer,
                    _ => Beside::Other,
                });
            }
            own.consume(length);
            there.consume(length);
        }
    }

    /// Names the file, in place of one with that name. It stays open.
    ///
    /// # Errors
    /// If the content cannot be kept, or the name cannot be given.
    pub fn replace(self) -> io::Result<File> {
        let (path, file, name) = self.closed()?;
        let name = match name {
            Some(name) => name,
            // A new file gets its name in one step. Only a replacement has a temporary name for a
            // moment.
            None if link(&file, &path).is_ok() => return Ok(file),
            None => tempfile::Builder::new()
                .prefix(LEFT_BESIDE)
                .make_in(folder_of(&path), |name| link(&file, name))?
                .into_temp_path(),
        };
        name.persist(&path)?;
        Ok(file)
    }

    /// Names the file unless the name is taken: a file made meanwhile stays, and this file is then
    /// `NAME-2.ENDING`, or the next free number. Returns its path.
    ///
    /// # Errors
    /// If the content cannot be kept, or the name cannot be given.
    pub fn place(self) -> io::Result<PathBuf> {
        let (path, file, mut name) = self.closed()?;
        let mut wanted = path.clone();
        for number in 2.. {
            let placed = match name.take() {
                None => link(&file, &wanted),
                Some(own) => own.persist_noclobber(&wanted).map_err(|refused| {
                    name = Some(refused.path);
                    refused.error
                }),
            };
            match placed {
                Ok(()) => break,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    wanted = numbered(&path, number);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(wanted)
    }

    /// Writes all of it to the disk, under no name or a temporary one.
    fn closed(self) -> io::Result<(PathBuf, File, Option<TempPath>)> {
        let Draft { path, out, name } = self;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        Ok((path, file, name))
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes `path` by `fill`, in place of an earlier file; after an error the earlier file stays.
///
/// # Errors
/// If the folder cannot be written to, or `fill` fails.
pub fn write_whole<E: From<io::Error>>(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let mut draft = Draft::begin(path)?;
    fill(&mut draft)?;
    draft.replace()?;
    Ok(())
}

/// The folder in which `path` stands.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// `games.pgn` as `games-2.pgn`.
fn numbered(path: &Path, number: u32) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

/// A file with a name that is removed when it is dropped.
fn named(folder: &Path) -> io::Result<(File, Option<TempPath>)> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(LEFT_BESIDE).append(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // The permissions of an ordinary new file.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let (file, name) = builder.tempfile_in(folder)?.into_parts();
    Ok((file, Some(name)))
}

/// Names of open files, by which an unnamed one gets a name.
#[cfg(target_os = "linux")]
const OPEN_FILES: &str = "/proc/self/fd";

/// An unnamed file in `folder`, if its file system has such files.
#[cfg(target_os = "linux")]
fn nameless(folder: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags, open};
    if !Path::new(OPEN_FILES).exists() {
        return None;
    }
    // Append mode for a journal: reading a line moves the position for other writes.
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::APPEND | OFlags::CLOEXEC;
    let file = open(folder, flags, Mode::from_raw_mode(0o666)).ok()?;
    Some(file.into())
}

#[cfg(not(target_os = "linux"))]
fn nameless(_folder: &Path) -> Option<File> {
    None
}

/// Gives an unnamed file the name `path`, which must be free.
#[cfg(target_os = "linux")]
fn link(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::os::fd::AsRawFd as _;
    let open = format!("{OPEN_FILES}/{}", file.as_raw_fd());
    Ok(linkat(CWD, open, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn link(_file: &File, _path: &Path) -> io::Result<()> {
    unreachable!("every file has a name on this system")
}

/// Whether `path` names the open `file`: it was not moved, removed or replaced.
pub fn is_at(path: &Path, file: &File) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let number = |found: fs::Metadata| (found.dev(), found.ino());
        match (fs::metadata(path), file.metadata()) {
            (Ok(there), Ok(open)) => number(there) == number(open),
            _ => false,
        }
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A draft as this system makes it, and one with a temporary name.
    const KINDS: [fn(&Path) -> Draft; 2] = [
        |path| Draft::begin(path).unwrap(),
        |path| {
            let (file, name) = named(folder_of(path)).unwrap();
            Draft {
                path: path.to_owned(),
                out: BufWriter::new(file),
                name,
            }
        },
    ];

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_made_meanwhile_is_not_overwritten() {
        for begin in KINDS {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("games.pgn");
            let mut draft = begin(&path);
            draft.write_all(b"ours").unwrap();
            fs::write(&path, "theirs").unwrap();
            let placed = draft.place().unwrap();
            assert_eq!(placed, folder.path().join("games-2.pgn"));
            assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
            assert_eq!(fs::read_to_string(&placed).unwrap(), "ours");
            assert_eq!(names(folder.path()), ["games-2.pgn", "games.pgn"]);
        }
    }

    #[test]
    fn a_file_is_replaced_whole_or_not_at_all() {
        for begin in KINDS {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("run.toml");
            fs::write(&path, "before").unwrap();
            let mut draft = begin(&path);
            draft.write_all(b"after").unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), "before");
            draft.replace().unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), "after");
            assert_eq!(names(folder.path()), ["run.toml"]);
        }
    }

    #[test]
    fn a_file_gets_the_first_number_that_is_free() {
        for begin in KINDS {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("games");
            for number in 1..=3 {
                let mut draft = begin(&path);
                draft.write_all(&[number]).unwrap();
                draft.place().unwrap();
            }
            assert_eq!(names(folder.path()), ["games", "games-2", "games-3"]);
            for (name, number) in [("games", 1), ("games-2", 2), ("games-3", 3)] {
                assert_eq!(fs::read(folder.path().join(name)).unwrap(), [number]);
            }
        }
        let numbered = numbered(Path::new("a/games.pgn.gz"), 2);
        assert_eq!(numbered, Path::new("a/games.pgn-2.gz"));
    }

    #[test]
    fn a_draft_is_as_a_file_with_the_same_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        let long = "row\n".repeat(5000);
        let changed = long.clone() + "end";
        let other = long.clone() + "and";
        for begin in KINDS {
            for (there, written, beside) in [
                ("", "", Beside::Same),
                ("row", "row", Beside::Same),
                ("row", "rom", Beside::Other),
                ("row", "rows", Beside::Longer),
                (&long, &long, Beside::Same),
                (&long, &changed, Beside::Longer),
                (&changed, &other, Beside::Other),
                (&changed, &long, Beside::Other),
            ] {
                fs::write(&path, there).unwrap();
                let mut draft = begin(&folder.path().join("draft"));
                draft.write_all(written.as_bytes()).unwrap();
                assert_eq!(
                    draft.beside(&path).unwrap(),
                    beside,
                    "{} {}",
                    there.len(),
                    written.len()
                );
                draft.write_all(b"more").unwrap();
                let file = folder.path().join("whole");
                draft.path.clone_from(&file);
                draft.replace().unwrap();
                assert_eq!(fs::read_to_string(file).unwrap(), format!("{written}more"));
            }
            assert!(begin(&path).beside(&folder.path().join("none")).is_err());
        }
    }

    #[test]
    fn after_an_error_the_earlier_file_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.toml");
        fs::write(&path, "before").unwrap();
        let written = write_whole(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("full"))
        });
        assert!(written.is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        assert_eq!(names(folder.path()), ["run.toml"]);
        assert!(Draft::begin(&folder.path().join("none/run.toml")).is_err());
    }

    #[test]
    fn a_file_without_a_folder_stands_in_the_present_one() {
        assert_eq!(folder_of(Path::new("run.toml")), Path::new("."));
        assert_eq!(folder_of(Path::new("a/run.toml")), Path::new("a"));
    }

    #[test]
    fn an_open_file_is_at_its_path_until_it_is_moved_or_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let [path, moved] = ["a", "b"].map(|name| folder.path().join(name));
        let file = File::create(&path).unwrap();
        assert!(is_at(&path, &file));
        fs::rename(&path, &moved).unwrap();
        assert!(!is_at(&path, &file));
        #[cfg(unix)]
        {
            assert!(is_at(&moved, &file));
            fs::write(&path, "").unwrap();
            assert!(!is_at(&path, &file));
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_is_being_written_has_no_name_to_leave_behind() {
        let folder = tempfile::tempdir().unwrap();
        let draft = Draft::begin(&folder.path().join("games.csv")).unwrap();
        if draft.name.is_none() {
            assert!(names(folder.path()).is_empty());
        }
    }

    #[cfg(unix)]
    #[test]
    fn whole_files_have_the_permissions_of_any_other_file() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let [plain, whole] = ["plain", "whole"].map(|name| folder.path().join(name));
        fs::write(&plain, "").unwrap();
        for begin in KINDS {
            begin(&whole).replace().unwrap();
            let mode = |path| fs::metadata(path).unwrap().permissions().mode();
            assert_eq!(mode(&whole), mode(&plain));
        }
    }
}
