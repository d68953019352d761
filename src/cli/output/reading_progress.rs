//! Progress of reading files: a bar with the time left on a terminal, plain lines elsewhere.

use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::HumanBytes;

use crate::cli::output::progress_line::ProgressLine;
use crate::cli::screen::Screen;
use crate::cli::terminal::{Bar, Moment};
use crate::report::format::duration;

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
        Reading {
            bar: Bar::new(total, quiet),
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
        self.draw(found);
        let Ok(mut last) = self.last_line.try_lock() else {
            return;
        };
        if !self.bar.is_lines() || last.elapsed() < LINE_EVERY {
            return;
        }
        *last = Instant::now();
        let share = 100.0 * self.bar.moment().share();
        self.bar.note(&format!("{share:.0} % read, {found}"));
    }

    fn draw(&self, found: &str) {
        self.bar
            .draw(|room, is_coloured| drawn(self.bar.moment(), found, room, is_coloured));
    }

    /// Removes the bar.
    pub(crate) fn end(&self) {
        self.bar.end();
    }
}

/// Bar and findings for `room` columns at the moment `now`.
pub(super) fn drawn(now: Moment, found: &str, room: usize, is_coloured: bool) -> String {
    let line = ProgressLine {
        stage: "",
        share: now.share(),
        count: format!("{}/{}", HumanBytes(now.at), HumanBytes(now.total)),
        speed: format!("{}/s", HumanBytes(now.speed as u64)),
        left: duration(now.left),
    };
    let findings = Screen::of(format!("  {found}"));
    format!("{}\n{}", line.text(room), findings.text(room, is_coloured))
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
