//! Progress of a run: on a terminal a bar with games a second and the time left, and a table of its
//! state; plain lines elsewhere. It also records the time of a run with a folder.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::cli::input::deadline::Deadline;
use crate::cli::output::progress_line::ProgressLine;
use crate::cli::output::run_clock::RunClock;
use crate::cli::screen::Screen;
use crate::cli::terminal::{Bar, Moment};
use crate::report::eta::eta;
use crate::report::format::{plural, thousands};
use crate::report::page::Pulse;
use darkforge_lab::bout::PlayedGame;
use darkforge_lab::forecast::{Forecast, GameKind, GamesLeft, Span};
use darkforge_lab::run::Observer;
use jiff::Zoned;

/// Seconds between plain lines without a terminal.
const LINE_EVERY: Duration = Duration::from_secs(15);

/// Number of faults that are shown as they happen.
const TOLD_FAULTS: u64 = 10;

/// State of a run.
#[derive(Default)]
struct Standing {
    /// Stage, a word or two.
    stage: String,
    /// State in a few words, for plain lines.
    short: String,
    /// State as a table.
    table: Screen,
    /// Workers in a few words, if they play.
    workers: String,
    /// Workers as a table.
    workers_table: Screen,
}

impl Standing {
    /// Bar and table for `room` columns at the moment `now`, `left` before the end.
    fn drawn(&self, now: Moment, left: Option<Span>, room: usize, is_coloured: bool) -> String {
        let line = ProgressLine {
            stage: &self.stage,
            share: now.share(),
            count: format!("{}/{}", thousands(now.at), plural(now.total, "game")),
            speed: format!("{:.1} games/s", now.speed),
            left: left.map_or_else(|| "-".to_owned(), time_left),
        };
        format!(
            "{}\n{}{}",
            line.text(room),
            self.table.text(room, is_coloured),
            self.workers_table.text(room, is_coloured)
        )
    }

    /// A plain line of the same.
    fn line(&self, now: Moment, left: Option<Span>) -> String {
        let parts = [
            self.stage.clone(),
            format!(
                "{} of about {}",
                thousands(now.at),
                plural(now.total, "game")
            ),
            format!("{:.1} games/s", now.speed),
            left.map_or_else(String::new, |left| format!("ETA {}", time_left(left))),
            self.short.clone(),
            self.workers.clone(),
        ];
        let said = parts.into_iter().filter(|part| !part.is_empty());
        said.collect::<Vec<_>>().join(", ")
    }
}

/// Progress of a run.
pub(crate) struct Progress {
    bar: Bar,
    /// Games of the whole run, unless it ends before.
    games: AtomicU64,
    deadline: Option<Deadline>,
    played: AtomicU64,
    began: Instant,
    ended: OnceLock<Duration>,
    last_line: Mutex<Instant>,
    quiet: bool,
    /// Faults seen.
    faults: AtomicU64,
    standing: Mutex<Standing>,
    clock: Option<RunClock>,
    timing: Mutex<Timing>,
}

/// Times of the games so far.
struct Timing {
    forecast: Forecast,
    /// End of the last game.
    last: Instant,
}

impl Progress {
    /// Progress towards about `games` games, or the games until `deadline`.
    pub(crate) fn new(games: u64, deadline: Option<Deadline>, quiet: bool) -> Progress {
        let mut forecast = Forecast::default();
        forecast.set_left(GamesLeft::of(games), GameKind::Selection);
        Progress {
            bar: Bar::new(games, quiet),
            games: AtomicU64::new(games),
            deadline,
            played: AtomicU64::new(0),
            began: Instant::now(),
            ended: OnceLock::new(),
            last_line: Mutex::new(Instant::now()),
            quiet,
            faults: AtomicU64::new(0),
            standing: Mutex::default(),
            clock: None,
            timing: Mutex::new(Timing {
                forecast,
                last: Instant::now(),
            }),
        }
    }

    /// The same with what is known of the time of its games.
    pub(crate) fn expecting(self, forecast: Forecast) -> Progress {
        self.timing().forecast = forecast;
        self
    }

    /// The same with the time of the run recorded in `folder`.
    pub(crate) fn keeping_time(mut self, folder: Option<&Path>) -> Progress {
        self.clock = folder.map(RunClock::new);
        self
    }

    fn timing(&self) -> MutexGuard<'_, Timing> {
        self.timing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the games that are left, and the kind of those that are played next.
    pub(crate) fn set_left(&self, (left, kind): (GamesLeft, GameKind)) {
        self.timing().forecast.set_left(left, kind);
    }

    /// Seconds to the end of the run; `None` as long as nothing is known.
    fn left(&self) -> Option<Span> {
        let timing = self.timing();
        // The forecast is that of the moment when the last game ended.
        let since = timing.last.elapsed().as_secs_f64();
        let deadline = self
            .deadline
            .as_ref()
            .map(|deadline| deadline.left() + since);
        let left = timing.forecast.seconds(deadline)?;
        Some(left.map(|seconds| (seconds - since).max(0.0)))
    }

    /// State of the run for its page.
    pub(crate) fn pulse(&self) -> Pulse {
        let at = self.bar.moment().at;
        let (_, speed) = self.speed();
        Pulse {
            written: Zoned::now(),
            stage: self.standing().stage.clone(),
            games: (at, self.total()),
            speed,
            left: self.left(),
        }
    }

    /// Sets the stage of the run, a word or two.
    pub(crate) fn set_stage(&self, stage: &str) {
        stage.clone_into(&mut self.standing().stage);
        self.draw();
    }

    /// Sets the state of the run: in a few words for plain lines, and as a table.
    pub(crate) fn set_standing(&self, short: String, table: Screen) {
        let mut standing = self.standing();
        (standing.short, standing.table) = (short, table);
        drop(standing);
        self.draw();
    }

    /// Sets the state of the workers that play for the run.
    #[cfg(feature = "cluster")]
    pub(crate) fn set_workers(&self, short: String, table: Screen) {
        let mut standing = self.standing();
        (standing.workers, standing.workers_table) = (short, table);
        drop(standing);
        self.draw();
    }

    fn standing(&self) -> MutexGuard<'_, Standing> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Draws the bar and the table.
    fn draw(&self) {
        self.bar.draw(|room, is_coloured| {
            let now = self.bar.moment();
            self.standing().drawn(now, self.left(), room, is_coloured)
        });
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
        let (at, games) = (self.bar.moment().at, self.games.load(Ordering::Relaxed));
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
        self.time(replayed);
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
        self.draw();
    }

    /// Counts the time of a game that is over.
    fn time(&self, replayed: bool) {
        let mut timing = self.timing();
        let now = Instant::now();
        let before = std::mem::replace(&mut timing.last, now);
        let seconds = (now - before).as_secs_f64();
        timing.forecast.played(Some(seconds).filter(|_| !replayed));
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
        let now = Moment {
            speed,
            ..self.bar.moment()
        };
        let line = self.standing().line(now, self.left());
        self.note(&line);
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

/// The end of a run in `left` seconds from now.
fn time_left(left: Span) -> String {
    eta(left, &Zoned::now())
}

impl<S> Observer<S> for &Progress {
    fn game_over(&self, game: &PlayedGame, replayed: bool) {
        Progress::game_over(self, game, replayed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::output::{evolution_result, match_progress, reading_progress};
    use crate::cli::terminal::MARGIN;
    use crate::snapshot::problems_of_screens;
    use darkforge_lab::tuner::simulation;
    use darkforge_ratings::Tally;

    /// Screens of progress at a moment, drawn and as a plain line.
    fn screens(name: &str, standing: &Standing, now: Moment) -> Vec<String> {
        problems_of_screens(&format!("progress_{name}"), |width| {
            let left = Some(Span {
                lo: 2.1,
                mid: 2.6,
                hi: 3.4,
            });
            let plain = Screen::of(standing.line(now, left));
            let drawn = standing.drawn(now, left, width - MARGIN, false);
            format!("{drawn}\n{}", plain.text(width, false))
        })
    }

    #[test]
    fn screens_of_progress_fit_the_terminal() {
        let now = Moment {
            at: 115_300,
            total: 115_992,
            speed: 262.34,
            left: 2.6,
        };
        let mut problems = Vec::new();
        let long = "darkboard:weights=hand-made,depth=1,particles=0";
        let test = "LLR +1.20 in (-2.94, 2.94), about 300 more games to a bound";
        let (short, table) = match_progress::standing(long, &Tally::of(60, 20, 20), test);
        let stage = format!("{long} vs random");
        let of_match = Standing {
            stage,
            short,
            table,
            ..Standing::default()
        };
        problems.extend(screens("match", &of_match, now));
        let evolution = simulation::run(simulation::settings(4, 3), simulation::by_queen);
        let (short, table) = evolution_result::standing(&evolution).expect("a measured champion");
        let stage = "2 of 3 generations".to_owned();
        let of_evolution = Standing {
            stage,
            short,
            table,
            ..Standing::default()
        };
        problems.extend(screens("evolution", &of_evolution, now));
        problems.extend(problems_of_screens("progress_reading", |width| {
            reading_progress::drawn(now, "1,240 games, 3 wrong", width - MARGIN, false)
        }));
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }

    #[test]
    fn nothing_is_expected_after_the_end_by_time() {
        assert_eq!(games_by(100, 100_000, Some(2.0), Some(600.0)), 1300);
        assert_eq!(games_by(100, 1000, Some(2.0), Some(600.0)), 1000);
        assert_eq!(games_by(100, 1000, Some(2.0), Some(-3.0)), 100);
        assert_eq!(games_by(100, 1000, None, Some(600.0)), 1000);
        assert_eq!(games_by(100, 1000, Some(2.0), None), 1000);
    }
}
