//! Standard error of a program: the beginning is kept, the rest is read and dropped, so that a program
//! that writes without end does not fill the memory.

use std::io::{self, Read};
use std::process::ChildStderr;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Bytes kept of a program's standard error.
pub const MOST_ERRORS: usize = 64 << 10;
/// Time to wait for the last output of an ended process: a process that it started may have left
/// its group and hold the pipe open.
const PATIENCE: Duration = Duration::from_millis(500);

/// Standard error of a running process.
#[derive(Debug)]
pub(crate) struct Errors {
    kept: Arc<Mutex<Vec<u8>>>,
    ended: Receiver<()>,
}

impl Errors {
    /// Begins to read `pipe`.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub(crate) fn read(mut pipe: ChildStderr) -> io::Result<Errors> {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let (end, ended) = channel::<()>();
        let all = Arc::clone(&kept);
        thread::Builder::new().spawn(move || {
            let _end = end; // its loss is the signal
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = pipe.read(&mut buffer) {
                let mut kept = all.lock().unwrap_or_else(PoisonError::into_inner);
                let room = MOST_ERRORS.saturating_sub(kept.len()).min(read);
                kept.extend_from_slice(&buffer[..room]);
            }
        })?;
        Ok(Errors { kept, ended })
    }

    /// The kept output, once the process has ended.
    pub(crate) fn rest(&self) -> Vec<u8> {
        let _ = self.ended.recv_timeout(PATIENCE);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *kept)
    }
}
