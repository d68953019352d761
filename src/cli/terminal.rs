//! Standard output, standard error, progress and Ctrl-C. Nothing else prints, and only text
//! reaches a terminal: foreign names and messages may contain control sequences.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // elsewhere clippy.toml refuses them

mod bar;

use std::io::{BufWriter, IsTerminal as _, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use anyhow::Context;
use console::{Style, Term};

use crate::cli::screen::{Screen, UNLIMITED, hanging, plain};
use crate::report::table::Columns;
use bar::Hidden;

#[cfg(test)]
pub(crate) use bar::MARGIN;
pub(crate) use bar::{Bar, Moment};

/// Columns of `term`, or of the variable COLUMNS; any number if it is no terminal.
fn width(term: &Term) -> usize {
    let set = std::env::var("COLUMNS")
        .ok()
        .and_then(|text| text.parse().ok());
    let size = || term.size_checked().map(|(_, columns)| usize::from(columns));
    set.or_else(size)
        .filter(|columns| *columns > 0)
        .unwrap_or(UNLIMITED)
}

/// Standard output in pieces, for programs and drawings: nothing is wrapped.
pub(crate) struct Output {
    out: BufWriter<StdoutLock<'static>>,
    is_terminal: bool,
}

impl Output {
    /// Standard output, which may be a pipe that is closed early.
    pub(crate) fn open() -> Output {
        let out = std::io::stdout().lock();
        Output {
            is_terminal: out.is_terminal(),
            out: BufWriter::new(out),
        }
    }

    /// Adds `text`.
    pub(crate) fn write(&mut self, text: &str) -> std::io::Result<()> {
        self.add(&plain(text))
    }

    /// Adds text for people.
    pub(crate) fn show(&mut self, screen: &Screen) -> std::io::Result<()> {
        self.add(&screen.text(columns(), is_coloured()))
    }

    fn add(&mut self, text: &str) -> std::io::Result<()> {
        if !self.is_terminal {
            return self.out.write_all(text.as_bytes());
        }
        let _hidden = Hidden::new();
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    /// Writes buffered output.
    pub(crate) fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

/// Prints to standard output for programs, and drawings: nothing is wrapped.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = Output::open();
    out.write(text)?;
    Ok(out.flush()?)
}

/// Prints figures as one JSON object on a line of standard output.
pub(crate) fn print_json(figures: &impl Columns) -> anyhow::Result<()> {
    print(&format!("{}\n", figures.object()))
}

/// Prints help on standard output, with its colours.
pub(crate) fn print_help(text: &str) -> std::io::Result<()> {
    let lines = text.lines().flat_map(|line| hanging(line, columns()));
    let mut out = Output::open();
    out.add(&(lines.collect::<Vec<_>>().join("\n") + "\n"))?;
    out.flush()
}

/// Shows text for people on standard output.
pub(crate) fn show(screen: &Screen) -> anyhow::Result<()> {
    let mut out = Output::open();
    out.show(screen)?;
    Ok(out.flush()?)
}

/// Shows text for people on standard error. A closed terminal or pipe is ignored, because it is no
/// reason to lose games.
pub(crate) fn tell_all(screen: &Screen) {
    let text = screen.text(width(&Term::stderr()), console::colors_enabled_stderr());
    write_error(&text);
}

/// Prints a line to standard error.
pub(crate) fn tell(line: &str) {
    tell_all(&Screen::of(line));
}

/// Prints why the program ends, in one or several lines.
pub(crate) fn tell_error(reason: &str) {
    let error = Style::new().red().bold().for_stderr();
    let mut screen = Screen::new();
    for line in format!("error: {reason}").lines() {
        screen.line(line);
    }
    let text = screen.text(width(&Term::stderr()), false);
    let text = text.strip_prefix("error:").unwrap_or(&text);
    write_error(&format!("{}{text}", error.apply_to("error:")));
}

fn write_error(text: &str) {
    let _hidden = Hidden::new();
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Whether standard output is coloured.
pub(crate) fn is_coloured() -> bool {
    console::colors_enabled()
}

/// Columns of standard output.
pub(crate) fn columns() -> usize {
    width(&Term::stdout())
}

/// Standard output for the protocol of players, which another program reads.
pub(crate) fn protocol() -> StdoutLock<'static> {
    std::io::stdout().lock()
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
/// `what` names the work in progress, which is finished: the games, a round.
pub(crate) fn stop_flag(what: &'static str) -> anyhow::Result<Arc<AtomicBool>> {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(stop) = STOP.get() {
        return Ok(Arc::clone(stop));
    }
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            Hidden::new().end();
            std::process::exit(1);
        }
        let terminal = Term::stderr();
        if terminal.is_term() {
            let _ = terminal.clear_line(); // it shows ^C
        }
        tell(&format!(
            "stopping after the {what} in progress; interrupt again to stop at once"
        ));
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(Arc::clone(STOP.get_or_init(|| stop)))
}
