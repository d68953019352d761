//! Progress of a run: on a terminal a bar with games a second and the time left, and a table of its
//! state; plain lines elsewhere. It also records the time of a run with a folder.

use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressState, ProgressStyle};

use crate::cli::input::deadline::Deadline;
use crate::cli::output::run_clock::RunClock;
use crate::cli::terminal::{self, Bar};
use crate::report::format::{duration, plural};
use darkforge_lab::bout::PlayedGame;
use darkforge_lab::run::Observer;

/// Seconds between plain lines without a terminal.
const LINE_EVERY: Duration = Duration::from_secs(15);

/// Number of faults that are shown as they happen.
const TOLD_FAULTS: u64 = 10;

/// Columns of a terminal beside the bar: the stage and the figures.
const BESIDE: usize = 80;
/// Least number of columns for the stage...
const STAGE: usize = 20;
/// ...and columns for the rest on wider terminals.
const ROOMY: usize = 108;

/// `line` in at most `room` columns.
fn shortened(line: &str, room: usize) -> String {
    console::truncate_str(line, room, "…").into_owned()
}

/// Progress of a run.
pub(crate) struct Progress {
    bar: Bar,
    /// Games of the whole run, unless it ends before.
    games: AtomicU64,
    deadline: Option<Deadline>,
    /// Columns of the terminal: a wrapped line would be torn when it is drawn again.
    width: usize,
    played: AtomicU64,
    began: Instant,
    ended: OnceLock<Duration>,
    last_line: Mutex<Instant>,
    quiet: bool,
    /// Faults seen.
    faults: AtomicU64,
    /// State in a few words, for plain lines.
    short: Mutex<String>,
    clock: Option<RunClock>,
}

impl Progress {
    /// Progress towards about `games` games, or the games until `deadline`.
    pub(crate) fn new(games: u64, deadline: Option<Deadline>, quiet: bool) -> Progress {
        let width = terminal::width();
        let bar_width = width.saturating_sub(BESIDE).clamp(4, 30);
        let template = format!(
            "{{prefix}} [{{bar:{bar_width}}}] {{human_pos}}/{{human_len}} games  {{speed}}  ETA {{left}}{{msg}}"
        );
        let style = ProgressStyle::with_template(&template);
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        let style = style.with_key("speed", |state: &ProgressState, text: &mut dyn Write| {
            let _ = write!(text, "{:.1} games/s", state.per_sec());
        });
        let end = deadline.clone();
        let style = style.with_key(
            "left",
            move |state: &ProgressState, text: &mut dyn Write| {
                let left = end.as_ref().map(Deadline::left);
                let _ = text.write_str(&time_left(state.eta().as_secs_f64(), left));
            },
        );
        Progress {
            bar: Bar::new(games, quiet, style),
            games: AtomicU64::new(games),
            deadline,
            width,
            played: AtomicU64::new(0),
            began: Instant::now(),
            ended: OnceLock::new(),
            last_line: Mutex::new(Instant::now()),
            quiet,
            faults: AtomicU64::new(0),
            short: Mutex::new(String::new()),
            clock: None,
        }
    }

    /// The same with the time of the run recorded in `folder`.
    pub(crate) fn keeping_time(mut self, folder: Option<&Path>) -> Progress {
        self.clock = folder.map(RunClock::new);
        self
    }

    /// Sets the stage of the run, a word or two.
    pub(crate) fn set_stage(&self, stage: &str) {
        let room = self.width.saturating_sub(ROOMY).max(STAGE);
        self.bar.set_prefix(&shortened(stage, room));
    }

    /// Sets the state of the run: in a few words for plain lines, and as lines of a table.
    pub(crate) fn set_standing(&self, short: String, table: &str) {
        *self.short.lock().unwrap_or_else(PoisonError::into_inner) = short;
        let room = self.width.saturating_sub(1);
        let lines = table
            .lines()
            .map(|line| "\n".to_owned() + &shortened(line, room));
        self.bar.set_message(&lines.collect::<String>());
    }

    /// Corrects the number of games.
    pub(crate) fn set_total(&self, games: u64) {
        self.games.store(games, Ordering::Relaxed);
        self.bar.set_total(self.total());
    }

    /// Expected number of games.
    fn total(&self) -> u64 {
        let left = self.deadline.as_ref().map(Deadline::left);
        let (played, speed) = self.speed();
        let speed = Some(speed).filter(|_| played > 0);
        let (at, games) = (self.bar.place().0, self.games.load(Ordering::Relaxed));
        games_by(at, games, speed, left)
    }

    /// Prints a line that stays.
    pub(crate) fn note(&self, line: &str) {
        self.bar.note(line);
    }

    /// Games played in this process, and games a second.
    pub(crate) fn speed(&self) -> (u64, f64) {
        let played = self.played.load(Ordering::Relaxed);
        (played, played as f64 / self.seconds().max(1e-9))
    }

    /// Seconds of play in this process.
    pub(crate) fn seconds(&self) -> f64 {
        let ended = self.ended.get().copied();
        ended.unwrap_or_else(|| self.began.elapsed()).as_secs_f64()
    }

    /// Stops the clock and removes the bar.
    pub(crate) fn end(&self) {
        let _ = self.ended.set(self.began.elapsed());
        if let Some(clock) = &self.clock {
            clock.keep(self.seconds(), self.played.load(Ordering::Relaxed));
        }
        self.bar.end();
    }

    /// Shows the first faults as they happen; the end of a run counts them all.
    fn tell_faults(&self, game: &PlayedGame) {
        for (_, player, fault) in game.faults() {
            let before = self.faults.fetch_add(1, Ordering::Relaxed);
            if before < TOLD_FAULTS && !self.quiet {
                self.note(&format!("game {}: {player}: {fault}", game.game));
            }
        }
    }

    /// Counts a game that was played just now or, if `replayed`, read from the journal.
    pub(crate) fn game_over(&self, game: &PlayedGame, replayed: bool) {
        self.bar.advance(1);
        if replayed {
            self.bar.reset_speed();
        } else {
            let played = self.played.fetch_add(1, Ordering::Relaxed) + 1;
            if self.deadline.is_some() {
                self.bar.set_total(self.total());
            }
            if let Some(clock) = &self.clock {
                clock.now_and_then(self.seconds(), played);
            }
            self.tell_faults(game);
            self.line_now_and_then();
        }
    }

    fn line_now_and_then(&self) {
        if !self.bar.is_lines() {
            return;
        }
        let Ok(mut last) = self.last_line.try_lock() else {
            return;
        };
        if last.elapsed() < LINE_EVERY {
            return;
        }
        *last = Instant::now();
        let (_, speed) = self.speed();
        let (at, total) = self.bar.place();
        let seconds = (total - at) as f64 / speed.max(1e-9);
        let left = self.deadline.as_ref().map(Deadline::left);
        self.note(&format!(
            "{} {at} of about {}, {speed:.1} games/s, ETA {} {}",
            self.bar.prefix(),
            plural(total, "game"),
            time_left(seconds, left),
            self.short.lock().unwrap_or_else(PoisonError::into_inner)
        ));
    }
}

/// Expected number of games after `at`: `games`, or those played at `speed` games a second in the
/// `left` seconds of a deadline.
fn games_by(at: u64, games: u64, speed: Option<f64>, left: Option<f64>) -> u64 {
    match (speed, left) {
        (Some(speed), Some(left)) => games.min(at + (speed * left.max(0.0)) as u64).max(at),
        _ => games,
    }
}

/// Time until the end of a run: `seconds`, or until its deadline, which is in `left` seconds.
fn time_left(seconds: f64, left: Option<f64>) -> String {
    match left {
        Some(left) if left <= 0.0 => "with this generation".to_owned(),
        Some(left) => duration(seconds.min(left)),
        None => duration(seconds),
    }
}

impl<S> Observer<S> for &Progress {
    fn game_over(&self, game: &PlayedGame, replayed: bool) {
        Progress::game_over(self, game, replayed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let name = "darkboard:weights=hand-made,depth=1,particles=0";
        assert_eq!(shortened(name, 20), "darkboard:weights=h…");
        assert_eq!(shortened(name, usize::MAX), name);
        for width in 60..200_usize {
            let bar = width.saturating_sub(BESIDE).clamp(4, 30);
            let stage = width.saturating_sub(ROOMY).max(STAGE);
            let figures = " [] 115,300/115,992 games  262.3 games/s  ETA 10 min 59 s";
            let line = stage + bar + figures.len();
            assert!(line <= width.max(82), "{line} columns of {width}");
        }
    }

    #[test]
    fn nothing_is_expected_after_the_end_by_time() {
        assert_eq!(games_by(100, 100_000, Some(2.0), Some(600.0)), 1300);
        assert_eq!(games_by(100, 1000, Some(2.0), Some(600.0)), 1000);
        assert_eq!(games_by(100, 1000, Some(2.0), Some(-3.0)), 100);
        assert_eq!(games_by(100, 1000, None, Some(600.0)), 1000);
        assert_eq!(games_by(100, 1000, Some(2.0), None), 1000);
        assert_eq!(time_left(7200.0, Some(600.0)), "10 min 0 s");
        assert_eq!(time_left(42.0, Some(600.0)), "42 s");
        assert_eq!(time_left(42.0, Some(-1.0)), "with this generation");
        assert_eq!(time_left(42.0, None), "42 s");
    }
}
