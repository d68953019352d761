//! The standard error of a program: the beginning is kept, the rest read and
//! dropped, so that a program that writes without end fills neither memory nor disk.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::ChildStderr;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

/// Bytes kept of one process.
const MOST: usize = 64 << 10;
/// Time to wait for the rest of what an ended process wrote: something that it started
/// may have left its group and hold the pipe open.
const PATIENCE: Duration = Duration::from_millis(500);

/// The standard error of a process that runs.
pub(super) struct Errors {
    kept: Arc<Mutex<Vec<u8>>>,
    ended: Receiver<()>,
}

impl Errors {
    /// Begins to read `pipe`.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub(super) fn read(mut pipe: ChildStderr) -> io::Result<Errors> {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let (end, ended) = channel::<()>();
        let all = Arc::clone(&kept);
        thread::Builder::new().spawn(move || {
            let _end = end; // its loss is the signal
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = pipe.read(&mut buffer) {
                let mut kept = all.lock().unwrap_or_else(PoisonError::into_inner);
                let room = MOST.saturating_sub(kept.len()).min(read);
                kept.extend_from_slice(&buffer[..room]);
            }
        })?;
        Ok(Errors { kept, ended })
    }

    /// All that is kept, once the process has ended.
    pub(super) fn rest(&self) -> Vec<u8> {
        let _ = self.ended.recv_timeout(PATIENCE);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *kept)
    }
}

/// The file in which the standard error of all processes of one player is kept.
#[derive(Debug, Default)]
pub(super) struct ErrorFile {
    path: OnceLock<PathBuf>,
    open: Mutex<Option<File>>,
}

impl ErrorFile {
    /// Keeps it at `path` from now on; without a call it is not kept.
    pub(super) fn keep_at(&self, path: PathBuf) {
        let _ = self.path.set(path);
    }

    /// Adds what a process wrote, if it wrote anything, under a line that says where.
    pub(super) fn add(&self, title: &str, written: &[u8]) {
        let Some(path) = self.path.get().filter(|_| !written.is_empty()) else {
            return;
        };
        let mut text = format!("--- {title}\n").into_bytes();
        text.extend_from_slice(written);
        if written.len() >= MOST {
            text.extend_from_slice(b"\n--- and more, which was not kept");
        }
        if text.last() != Some(&b'\n') {
            text.push(b'\n');
        }
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.is_none() {
            if let Some(folder) = path.parent() {
                let _ = std::fs::create_dir_all(folder);
            }
            let file = OpenOptions::new().create(true).append(true).open(path);
            *open = file.ok();
        }
        // Games are not given up for want of a place for notes.
        if let Some(file) = open.as_mut() {
            let _ = file.write_all(&text);
        }
    }
}
