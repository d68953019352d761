//! Progress of reading files: a bar with the time left on a terminal, plain lines elsewhere.

use std::io::{self, IsTerminal, Read};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::terminal::tell;

/// Time between plain lines where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(15);

/// Shows how much of some files has been read.
pub(crate) struct Reading {
    bar: ProgressBar,
    plain: bool,
    last_line: Mutex<Instant>,
}

impl Reading {
    /// Progress through `files`.
    pub(crate) fn new(files: &[PathBuf], quiet: bool) -> Reading {
        let terminal = io::stderr().is_terminal();
        let target = if quiet || !terminal {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr_with_hz(5)
        };
        let sizes = files.iter().filter_map(|file| file.metadata().ok());
        let total = sizes.map(|file| file.len()).sum();
        let bar = ProgressBar::with_draw_target(Some(total), target);
        let template = "[{bar:10}] {bytes}/{total_bytes}  {bytes_per_sec}  ETA {eta}  {wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        Reading {
            bar,
            plain: !quiet && !terminal,
            last_line: Mutex::new(Instant::now()),
        }
    }

    /// `inner`, whose bytes count as they are read.
    pub(crate) fn of<R: Read>(&self, inner: R) -> Counted<'_, R> {
        Counted {
            inner,
            reading: self,
        }
    }

    /// Says what was found so far.
    pub(crate) fn set_found(&self, found: String) {
        self.bar.set_message(found);
        let Ok(mut last) = self.last_line.try_lock() else {
            return;
        };
        if !self.plain || last.elapsed() < LINE_EVERY {
            return;
        }
        *last = Instant::now();
        let total = self.bar.length().unwrap_or(0).max(1);
        let share = 100.0 * self.bar.position() as f64 / total as f64;
        tell(&format!("{share:.0} % read, {}", self.bar.message()));
    }

    /// Does `print` with the bar out of its way.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Takes the bar away.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// A reader whose bytes are counted.
pub(crate) struct Counted<'a, R> {
    inner: R,
    reading: &'a Reading,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.reading.bar.inc(read as u64);
        Ok(read)
    }
}
