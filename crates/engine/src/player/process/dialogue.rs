//! Dialogues: every line to and from a program, with the seconds since the game was announced.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

/// The file of a dialogue; lines after a disk is full are lost, and the game goes on.
pub(super) struct Dialogue {
    file: File,
    began: Instant,
}

impl Dialogue {
    /// A new file; `None` if it exists, or cannot be made.
    pub(super) fn create(path: &Path) -> Option<Dialogue> {
        Some(Dialogue {
            file: File::create_new(path).ok()?,
            began: Instant::now(),
        })
    }

    /// Adds lines to the program.
    pub(super) fn said(&mut self, line: &str) {
        self.add('>', line);
    }

    /// Adds a line of the program.
    pub(super) fn heard(&mut self, line: &str) {
        self.add('<', line);
    }

    /// Adds a note.
    pub(super) fn note(&mut self, text: &str) {
        self.add('-', text);
    }

    fn add(&mut self, sign: char, text: &str) {
        let seconds = self.began.elapsed().as_secs_f64();
        let _ = writeln!(self.file, "{seconds:9.3} {sign} {text}");
    }
}
