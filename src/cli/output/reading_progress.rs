//! Progress of reading files: a bar with the time left on a terminal, plain lines elsewhere.

use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::ProgressStyle;

use crate::cli::terminal::Bar;

/// Time between plain lines without a terminal.
const LINE_EVERY: Duration = Duration::from_secs(15);

/// Progress through files.
pub(crate) struct Reading {
    bar: Bar,
    last_line: Mutex<Instant>,
}

impl Reading {
    /// Progress through `files`.
    pub(crate) fn new(files: &[PathBuf], quiet: bool) -> Reading {
        let sizes = files.iter().filter_map(|file| file.metadata().ok());
        let total = sizes.map(|file| file.len()).sum();
        let template = "[{bar:10}] {bytes}/{total_bytes}  {bytes_per_sec}  ETA {eta}  {wide_msg}";
        let style = ProgressStyle::with_template(template);
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        Reading {
            bar: Bar::new(total, quiet, style),
            last_line: Mutex::new(Instant::now()),
        }
    }

    /// Wraps `inner`, whose bytes count as they are read.
    pub(crate) fn of<R: Read>(&self, inner: R) -> Counted<'_, R> {
        Counted {
            inner,
            reading: self,
        }
    }

    /// Sets the findings so far.
    pub(crate) fn set_found(&self, found: &str) {
        self.bar.set_message(found);
        let Ok(mut last) = self.last_line.try_lock() else {
            return;
        };
        if !self.bar.is_lines() || last.elapsed() < LINE_EVERY {
            return;
        }
        *last = Instant::now();
        let (at, total) = self.bar.place();
        let share = 100.0 * at as f64 / total.max(1) as f64;
        self.bar.note(&format!("{share:.0} % read, {found}"));
    }

    /// Calls `print` with the bar hidden.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.aside(print)
    }

    /// Removes the bar.
    pub(crate) fn end(&self) {
        self.bar.end();
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
        self.reading.bar.advance(read as u64);
        Ok(read)
    }
}
