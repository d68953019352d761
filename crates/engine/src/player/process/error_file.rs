//! The file for the standard error of all processes of a player. The beginning is kept, so that a
//! program that writes without end does not fill the disk.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};

use darkforge_programs::MOST_ERRORS;

/// Bytes kept of all processes of a player.
const MOST_OF_FILE: u64 = 4 << 20;
/// Last line if the rest was dropped.
const MORE: &[u8] = b"--- and more, which was not kept\n";

/// The file for the standard error of all processes of one player.
#[derive(Debug, Default)]
pub(super) struct ErrorFile {
    path: OnceLock<PathBuf>,
    open: Mutex<Option<File>>,
}

impl ErrorFile {
    /// Keeps it at `path` from now on; by default it is not kept.
    pub(super) fn keep_at(&self, path: PathBuf) {
        let _ = self.path.set(path);
    }

    /// Adds the output of a process, if there is any, under a line with the game.
    pub(super) fn add(&self, title: &str, written: &[u8]) {
        let Some(path) = self.path.get().filter(|_| !written.is_empty()) else {
            return;
        };
        let mut text = format!("--- {title}\n").into_bytes();
        text.extend_from_slice(written);
        if text.last() != Some(&b'\n') {
            text.push(b'\n');
        }
        if written.len() >= MOST_ERRORS {
            text.extend_from_slice(MORE);
        }
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.is_none() {
            if let Some(folder) = path.parent() {
                // The run's folder itself exists, or was taken away.
                let _ = std::fs::create_dir(folder);
            }
            let file = OpenOptions::new().create(true).append(true).open(path);
            *open = file.ok();
        }
        // Games continue without the file for these notes.
        let Some(file) = open.as_mut() else { return };
        let Ok(length) = file.metadata().map(|file| file.len()) else {
            return;
        };
        let room = MOST_OF_FILE.saturating_sub(length) as usize;
        if room == 0 {
            return;
        }
        if text.len() > room {
            text.truncate(room);
            text.push(b'\n');
            text.extend_from_slice(MORE);
        }
        let _ = file.write_all(&text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_player_writes_in_all_its_games_has_a_bound() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("stderr/player.log");
        let much = vec![b'x'; MOST_ERRORS];
        for _ in 0..2 {
            let file = ErrorFile::default();
            file.keep_at(path.clone());
            for _ in 0..MOST_OF_FILE as usize / MOST_ERRORS + 5 {
                file.add("game 1", &much);
            }
            let kept = std::fs::read(&path).unwrap();
            assert!(kept.len() as u64 <= MOST_OF_FILE + 1 + MORE.len() as u64);
            assert!(kept.ends_with(MORE));
        }
    }

    #[test]
    fn a_folder_that_was_taken_away_is_not_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = ErrorFile::default();
        file.keep_at(folder.path().join("run/stderr/player.log"));
        file.add("game 1", b"hello");
        assert!(!folder.path().join("run").exists());
    }
}
