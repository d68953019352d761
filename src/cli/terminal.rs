//! Standard output, standard error, progress bars and Ctrl-C. Nothing else prints, and only text
//! reaches a terminal: foreign names and messages may contain control sequences.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // elsewhere clippy.toml refuses them

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{BufWriter, IsTerminal as _, StdoutLock, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// `text` with control characters, and characters that change the direction of writing, as
/// `\u001b`, which is the same text in JSON. Line ends and tabs stay.
fn plain(text: &str) -> Cow<'_, str> {
    let obeyed = |letter: char| {
        letter.is_control() && !matches!(letter, '\n' | '\t')
            || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(obeyed) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if obeyed(letter) {
            let _ = write!(shown, "\\u{:04x}", u32::from(letter));
        } else {
            shown.push(letter);
        }
    }
    Cow::Owned(shown)
}

/// Standard output in pieces.
pub(crate) struct Output(BufWriter<StdoutLock<'static>>);

impl Output {
    /// Standard output, which may be a pipe that is closed early.
    pub(crate) fn open() -> Output {
        Output(BufWriter::new(std::io::stdout().lock()))
    }

    /// Adds `text`.
    pub(crate) fn write(&mut self, text: &str) -> std::io::Result<()> {
        self.0.write_all(plain(text).as_bytes())
    }

    /// Writes buffered output.
    pub(crate) fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

/// Prints to standard output.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = Output::open();
    out.write(text)?;
    Ok(out.flush()?)
}

/// Prints a line to standard error. A closed terminal or pipe is ignored, because it is no reason
/// to lose games.
pub(crate) fn tell(line: &str) {
    let _ = std::io::stderr().write_all(format!("{}\n", plain(line)).as_bytes());
}

/// Standard output for the protocol of players, which another program reads.
pub(crate) fn protocol() -> StdoutLock<'static> {
    std::io::stdout().lock()
}

/// Columns of the terminal of standard error; any number if it is not a terminal.
pub(crate) fn width() -> usize {
    if std::io::stderr().is_terminal() {
        usize::from(console::Term::stderr().size().1)
    } else {
        usize::MAX
    }
}

/// A bar on a terminal, with lines above it; plain lines without a terminal, and nothing if quiet.
pub(crate) struct Bar {
    bar: ProgressBar,
    lines: bool,
}

impl Bar {
    /// A bar towards `total`.
    pub(crate) fn new(total: u64, quiet: bool, style: ProgressStyle) -> Bar {
        let terminal = std::io::stderr().is_terminal();
        let target = if quiet || !terminal {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr_with_hz(5)
        };
        let bar = ProgressBar::with_draw_target(Some(total), target);
        bar.set_style(style.progress_chars("=> "));
        Bar {
            bar,
            lines: !quiet && !terminal,
        }
    }

    /// Whether plain lines replace the bar.
    pub(crate) fn is_lines(&self) -> bool {
        self.lines
    }

    /// Prints a line that stays.
    pub(crate) fn note(&self, line: &str) {
        if self.lines {
            tell(line);
        } else {
            self.bar.println(plain(line));
        }
    }

    /// The words before the bar.
    pub(crate) fn set_prefix(&self, words: &str) {
        self.bar.set_prefix(plain(words).into_owned());
    }

    /// The words before the bar.
    pub(crate) fn prefix(&self) -> String {
        self.bar.prefix()
    }

    /// Sets the words after the bar.
    pub(crate) fn set_message(&self, words: &str) {
        self.bar.set_message(plain(words).into_owned());
    }

    /// Sets its end.
    pub(crate) fn set_total(&self, total: u64) {
        self.bar.set_length(total);
    }

    /// Advances it.
    pub(crate) fn advance(&self, by: u64) {
        self.bar.inc(by);
    }

    /// Restarts the measurement of speed.
    pub(crate) fn reset_speed(&self) {
        self.bar.reset_eta();
    }

    /// Its place and its end.
    pub(crate) fn place(&self) -> (u64, u64) {
        let at = self.bar.position();
        (at, self.bar.length().unwrap_or(at).max(at))
    }

    /// Calls `print` with the bar hidden.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Removes it.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// Makes a write beyond the session's file size limit (`ulimit -f`) fail with an error. The system
/// would otherwise end the program.
pub(crate) fn outlive_file_limits() {
    #[cfg(unix)]
    {
        // The flag itself is unused: the write fails. Without the flag everything else still works.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    }
}

/// A flag that is set by Ctrl-C or a request to terminate. A second one ends the program at once.
/// `what` names the work under way, which is finished: the games, a round.
pub(crate) fn stop_flag(what: &'static str) -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(1);
        }
        tell(&format!(
            "\nstopping after the {what} under way; once more to stop at once"
        ));
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(stop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_commands_a_terminal() {
        assert_eq!(plain("a\u{1b}[2J\u{7}b"), "a\\u001b[2J\\u0007b");
        assert_eq!(plain("\r\u{9b}31m\u{202e}"), "\\u000d\\u009b31m\\u202e");
        let harmless = "Müller – 李, two lines\n\tand a tab";
        assert!(matches!(plain(harmless), Cow::Borrowed(same) if same == harmless));
    }

    #[test]
    fn json_says_the_same_in_the_letters_of_a_terminal() {
        let name = "a\u{9b}b\u{202e}";
        let json = serde_json::json!({ "name": name }).to_string();
        let shown: serde_json::Value = serde_json::from_str(&plain(&json)).unwrap();
        assert_eq!(shown["name"], name);
    }
}
