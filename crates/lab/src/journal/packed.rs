//! Packed journals: `journal.jsonl.zst`, as `zstd --rm journal.jsonl` makes it.
//!
//! Such a journal is read from an unpacked copy without a name. A run that continues it unpacks it
//! first: the whole journal gets its usual name, and only then the packed one goes, so a kill leaves
//! one of them or both with the same games.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::draft::write_whole;
use darkforge_kriegspiel::record::read::unpacked;

/// Ending of a packed journal's name.
const ENDING: &str = "zst";

/// The name that the journal `path` has when it is packed.
pub(crate) fn packed_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ENDING);
    name.into()
}

/// Whether `path` is the name of a packed journal.
pub(super) fn is_packed(path: &Path) -> bool {
    path.extension() == Some(OsStr::new(ENDING))
}

/// The unpacked content of the journal `path` in a file without a name.
pub(super) fn copy(path: &Path) -> io::Result<File> {
    let mut copy = tempfile::tempfile()?;
    unpack(path, &mut copy)?;
    Ok(copy)
}

/// Puts an unpacked journal in the place of the packed one; returns its path. One that is there
/// already stays: a run that was killed here left it whole.
///
/// # Errors
/// `WouldBlock` if another run is doing this; or a file cannot be read or written.
pub(super) fn restore(packed: &Path) -> io::Result<PathBuf> {
    let path = packed.with_extension("");
    let lock = File::open(packed)?;
    lock.try_lock()?;
    if !path.exists() {
        write_whole(&path, |out| unpack(packed, out))?;
    }
    match fs::remove_file(packed) {
        // Another run has done all this meanwhile.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(path),
        removed => removed.map(|()| path),
    }
}

fn unpack(path: &Path, out: &mut dyn Write) -> io::Result<()> {
    let mut content = unpacked(File::open(path)?)?;
    io::copy(&mut content, out)?;
    Ok(())
}
