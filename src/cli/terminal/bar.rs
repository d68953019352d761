//! Progress under the text of a terminal, drawn again and again.

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use console::{Term, measure_text_width};
use indicatif::{ProgressBar, ProgressDrawTarget};

use super::{tell, width};

/// Time between two drawings.
const DRAW_EVERY: Duration = Duration::from_millis(200);
/// Columns beside drawn lines: a terminal shows ^C there.
pub(crate) const MARGIN: usize = 2;

/// Standard error; what is drawn at once is written at once.
static SCREEN: LazyLock<Term> = LazyLock::new(Term::buffered_stderr);
/// Lines that are drawn under all text, if any.
static DRAWN: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Progress hidden, as long as this lives, so that other text can be printed.
pub(super) struct Hidden(MutexGuard<'static, Vec<String>>);

impl Hidden {
    /// Hides progress, if there is any.
    pub(super) fn new() -> Hidden {
        let drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = erase(&drawn); // a closed terminal is no reason to lose games
        Hidden(drawn)
    }

    /// Ends progress.
    pub(super) fn end(mut self) {
        self.0.clear();
    }
}

impl Drop for Hidden {
    fn drop(&mut self) {
        let _ = draw(&self.0);
    }
}

/// Removes `lines`, whose rows are more than before if the terminal has become narrower.
fn erase(lines: &[String]) -> std::io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let columns = usize::from(SCREEN.size().1).max(1);
    let rows = |line: &String| measure_text_width(line).div_ceil(columns).max(1);
    let rows: usize = lines.iter().map(rows).sum();
    SCREEN.move_cursor_up(rows - 1)?;
    SCREEN.write_str("\r")?;
    SCREEN.clear_to_end_of_screen()?;
    SCREEN.flush()
}

fn draw(lines: &[String]) -> std::io::Result<()> {
    SCREEN.write_str(&lines.join("\n"))?;
    SCREEN.flush()
}

/// Progress at a moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// Place.
    pub(crate) at: u64,
    /// Place of the end.
    pub(crate) total: u64,
    /// Steps a second.
    pub(crate) speed: f64,
    /// Seconds to the end.
    pub(crate) left: f64,
}

impl Moment {
    /// Share of the way.
    pub(crate) fn share(self) -> f64 {
        self.at as f64 / self.total.max(1) as f64
    }
}

/// Progress on a terminal, plain lines without one, and nothing if quiet.
pub(crate) struct Bar {
    /// Never drawn: it estimates the speed.
    pace: ProgressBar,
    is_drawn: bool,
    is_lines: bool,
    last: Mutex<Option<Instant>>,
}

impl Bar {
    /// A bar towards `total`.
    pub(crate) fn new(total: u64, quiet: bool) -> Bar {
        let is_terminal = SCREEN.is_term();
        Bar {
            pace: ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden()),
            is_drawn: !quiet && is_terminal,
            is_lines: !quiet && !is_terminal,
            last: Mutex::new(None),
        }
    }

    /// Whether plain lines replace the bar.
    pub(crate) fn is_lines(&self) -> bool {
        self.is_lines
    }

    /// Sets its end.
    pub(crate) fn set_total(&self, total: u64) {
        self.pace.set_length(total);
    }

    /// Advances it.
    pub(crate) fn advance(&self, by: u64) {
        self.pace.inc(by);
    }

    /// Restarts the measurement of speed.
    pub(crate) fn reset_speed(&self) {
        self.pace.reset_eta();
    }

    /// Its place and speed.
    pub(crate) fn moment(&self) -> Moment {
        let at = self.pace.position();
        Moment {
            at,
            total: self.pace.length().unwrap_or(at).max(at),
            speed: self.pace.per_sec(),
            left: self.pace.eta().as_secs_f64(),
        }
    }

    /// Draws the lines that `lines` makes for a number of columns, in colours or not, unless it was
    /// done just now.
    pub(crate) fn draw(&self, lines: impl FnOnce(usize, bool) -> String) {
        if !self.is_drawn {
            return;
        }
        {
            let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
            if last.is_some_and(|last| last.elapsed() < DRAW_EVERY) {
                return;
            }
            *last = Some(Instant::now());
        }
        let room = width(&SCREEN).saturating_sub(MARGIN);
        let text = lines(room, console::colors_enabled_stderr());
        let rows = usize::from(SCREEN.size().0);
        let mut hidden = Hidden::new();
        hidden.0.clear();
        hidden.0.extend(text.lines().take(rows).map(str::to_owned));
    }

    /// Prints a line that stays, unless quiet.
    pub(crate) fn note(&self, line: &str) {
        if self.is_drawn || self.is_lines {
            tell(line);
        }
    }

    /// Removes it.
    pub(crate) fn end(&self) {
        if self.is_drawn {
            Hidden::new().end();
        }
    }
}
