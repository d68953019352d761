//! The coordinator of a run, and workers.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::cli::cluster::Work;
use crate::cli::cluster::standing::{rows, screen, summary};
use crate::cli::errors::{run_error, usage};
use crate::cli::output::progress::Progress;
use crate::cli::screen::Screen;
use crate::cli::terminal::{Bar, show, stop_flag, tell};
use crate::report::format::{duration, plural};
use crate::report::workers;
use darkforge_cluster::{
    Activity, Build, ClusterError, Coordinator, RunInfo, Server, Settings, Standing, Worker,
};
use darkforge_lab::config::{Job, RunFile, VERSION};
use darkforge_lab::journal::Journal;
use darkforge_lab::rules::RunGame;
use darkforge_lab::run::{Arena, Batch, RunError};

/// Time between two writes of `workers.csv`.
const KEEP_EVERY: Duration = Duration::from_secs(10);
/// Time between two plain lines of a worker.
const LINE_EVERY: Duration = Duration::from_mins(1);

/// The build of this program.
fn build() -> Build {
    let commit = env!("DARKFORGE_BUILD").rsplit_once("; ");
    Build::of(VERSION, commit.map_or("", |(commit, _)| commit))
}

fn server_of(url: &str, flag: &str) -> anyhow::Result<Server> {
    url.parse()
        .map_err(|problem: String| usage(format!("{flag}: {problem}")))
}

/// An error of a cluster with the exit status that it has.
fn cluster_error(error: ClusterError) -> anyhow::Error {
    match error {
        ClusterError::Address(_) => usage(error),
        error => error.into(),
    }
}

/// Progress that shows the state of a cluster, once there is one.
type Place = Arc<OnceLock<Arc<Progress>>>;

/// The coordinator of a run.
pub(crate) struct Remote {
    coordinator: Coordinator,
    folder: PathBuf,
    place: Place,
}

impl Remote {
    /// Connects to the server at `url` and leaves it again.
    pub(crate) fn check(url: &str) -> anyhow::Result<()> {
        let server = server_of(url, "--workers")?;
        darkforge_cluster::reach(&server).map_err(cluster_error)
    }

    /// The coordinator of the run `name` in `folder`, at the server `url`; workers play the share `audit`
    /// of its jobs twice.
    pub(crate) fn open(
        url: &str,
        audit: f64,
        name: &str,
        file: &RunFile,
        game: &RunGame,
        folder: &Path,
    ) -> anyhow::Result<Remote> {
        let place = Place::default();
        let (shown, noted) = (Arc::clone(&place), Arc::clone(&place));
        let kept_in = folder.to_owned();
        let kept = Mutex::new(None::<Instant>);
        let settings = Settings {
            server: server_of(url, "--workers")?,
            info: RunInfo::of(name, &build(), file.seed, game, &identity(file)?),
            game: game.clone(),
            audit,
            show: Box::new(move |standing| {
                if let Some(progress) = shown.get() {
                    let (short, table) = screen(standing);
                    progress.set_workers(short, table);
                }
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                if kept.is_none_or(|at| at.elapsed() >= KEEP_EVERY) {
                    *kept = Some(Instant::now());
                    keep(&kept_in, standing);
                }
            }),
            note: Box::new(move |line| match noted.get() {
                Some(progress) => progress.note(line),
                None => tell(line),
            }),
        };
        Ok(Remote {
            coordinator: Coordinator::open(settings).map_err(cluster_error)?,
            folder: folder.to_owned(),
            place,
        })
    }

    /// Removes the games of excluded workers from `journal`; returns their number.
    pub(crate) fn catch_up(&mut self, journal: &mut Journal) -> anyhow::Result<usize> {
        let removed = self.coordinator.catch_up(journal);
        removed.map_err(|error| run_error(error, Some(&self.folder)))
    }

    /// Shows the state of the cluster in `progress`.
    pub(crate) fn show_in(&self, progress: &Arc<Progress>) {
        let _ = self.place.set(Arc::clone(progress));
    }

    /// Writes `workers.csv` and, if the run is finished, removes it from the server.
    pub(crate) fn end(mut self, is_finished: bool) {
        keep(&self.folder, &self.coordinator.standing());
        if is_finished && let Err(error) = self.coordinator.close() {
            // The games are here.
            tell(&format!("the run stays on the NATS server: {error}"));
        }
    }
}

/// Writes `workers.csv`; no game is lost without it, so it must not stop the run.
fn keep(folder: &Path, standing: &Standing) {
    if !standing.workers.is_empty() {
        let _ = workers::write(folder, rows(standing));
    }
}

impl Arena for Remote {
    fn play(&mut self, batch: Batch<'_>) -> Result<(), RunError> {
        self.coordinator.play(batch)
    }

    fn finish(&mut self, journal: &mut Journal, stop: &AtomicBool) -> Result<(), RunError> {
        self.coordinator.finish(journal, stop)
    }
}

/// Whether an error means that the run has to be begun again without a worker's games.
pub(crate) fn is_excluded(error: &RunError) -> bool {
    let RunError::Arena(error) = error else {
        return false;
    };
    matches!(
        error.downcast_ref::<ClusterError>(),
        Some(ClusterError::Excluded { .. })
    )
}

/// Takes jobs until told to stop.
pub(crate) fn work(options: &Work<'_>) -> anyhow::Result<()> {
    let server = server_of(options.url, options.url)?;
    let name = match options.name {
        Some(name) => Worker::plain_name(name),
        None => Worker::name_of(&host(), std::process::id()),
    };
    let quiet = options.quiet;
    let build = build();
    let stop = stop_flag("jobs")?;
    if !quiet {
        tell(&format!(
            "worker {name}: {} at {server}, {}",
            plural(options.threads as u64, "thread"),
            build.title()
        ));
    }
    let began = Instant::now();
    let bar = Bar::new(0, quiet);
    let said = Mutex::new((Instant::now(), Activity::default()));
    let label = name.clone();
    let worker = Worker {
        server,
        name: name.clone(),
        threads: options.threads,
        build,
        idle: options.idle,
        game: Box::new(|game| Box::new(game)),
        show: Box::new(move |activity| {
            bar.draw(|room, _| {
                let line = doing(&label, activity, began.elapsed());
                console::truncate_str(&line, room, "…").into_owned()
            });
            let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
            if bar.is_lines() && said.0.elapsed() >= LINE_EVERY && said.1.games != activity.games {
                *said = (Instant::now(), activity.clone());
                bar.note(&doing(&label, activity, began.elapsed()));
            }
        }),
        note: Box::new(move |line| {
            if !quiet {
                tell(line);
            }
        }),
    };
    let activity = worker.work(&stop);
    Bar::new(0, quiet).end();
    let activity = activity.map_err(cluster_error)?;
    if quiet {
        return Ok(());
    }
    show(&Screen::of(summary(&name, &activity, began.elapsed())))
}

/// Text of a run file for the run's hash. A match may get more games, which changes none of them.
fn identity(file: &RunFile) -> anyhow::Result<String> {
    let mut file = file.clone();
    if let Job::Match(config) = &mut file.job {
        config.games = 0;
    }
    Ok(file.to_toml()?)
}

/// A worker's activity, in a line.
fn doing(name: &str, activity: &Activity, time: Duration) -> String {
    let speed = activity.games as f64 / time.as_secs_f64().max(1e-9);
    let what = match (activity.playing, activity.run.as_str()) {
        (0, _) => "waits for jobs".to_owned(),
        (jobs, "") => format!("plays {}", plural(jobs, "job")),
        (jobs, run) => format!("plays {} of {run}", plural(jobs, "job")),
    };
    format!(
        "{name}: {what}; {}, {}, {speed:.1} games/s in {}",
        plural(activity.jobs, "job"),
        plural(activity.games, "game"),
        duration(time.as_secs_f64())
    )
}

/// Name of this machine.
fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = name.or_else(|| std::env::var("HOSTNAME").ok());
    let name = name.or_else(|| std::env::var("COMPUTERNAME").ok());
    let name = name.unwrap_or_default();
    match name.trim() {
        "" => "worker".to_owned(),
        name => name.to_owned(),
    }
}
