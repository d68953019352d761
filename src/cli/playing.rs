//! Playing of a run, with its threads, programs, page and clock.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::cli::cluster::{Remote, is_excluded};
use crate::cli::errors::{PlayAgain, run_error, run_folder_error};
use crate::cli::flags::RunFlags;
use crate::cli::output::progress::Progress;
use crate::cli::programs::Programs;
use crate::cli::terminal::tell;
use crate::cli::watch::Watch;
use darkforge_engine::player::PlayerSpec;
use darkforge_lab::config::RunFile;
use darkforge_lab::folder::RunFolder;
use darkforge_lab::game::Game;
use darkforge_lab::journal::Journal;
use darkforge_lab::run::{Observer, Run, RunError, Schedule};

/// Opens the journal of a new run in `folder`, or of the existing one if `resume`.
///
/// # Errors
/// See [`FolderError`](darkforge_lab::folder::FolderError).
pub(crate) fn open(folder: &RunFolder, run: &RunFile, resume: bool) -> anyhow::Result<Journal> {
    let journal = if resume {
        folder.resume(run)
    } else {
        folder.create(run)
    };
    journal.map_err(run_folder_error)
}

/// The folder of a run: the value of `--out`, or `results/NAME`; with another seed than the
/// config's, `results/NAME-seed-SEED`.
pub(crate) fn folder_of(flags: &RunFlags, name: &str, seed_of_config: u64) -> RunFolder {
    let seed = flags.seed.filter(|seed| *seed != seed_of_config);
    let seed = seed.map_or_else(String::new, |seed| format!("-seed-{seed}"));
    let usual = || Path::new("results").join(format!("{name}{seed}"));
    RunFolder::at(flags.out.clone().unwrap_or_else(usual))
}

/// Says of each player whose weights were tuned for other options which these are.
pub(crate) fn tell_untuned<'a>(players: impl IntoIterator<Item = &'a PlayerSpec>, quiet: bool) {
    if quiet {
        return;
    }
    for player in players {
        if let (Some(weights), Some([now, tuned])) = (player.weights_name(), player.untuned()) {
            tell(&format!(
                "weights {weights} were tuned for {tuned} and play with {now}"
            ));
        }
    }
}

/// Plays by `play`, which is told whether to resume, until no worker is excluded on the way.
///
/// # Errors
/// Those of `play`.
pub(crate) fn until_played(
    resume: bool,
    mut play: impl FnMut(bool) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut resume = resume;
    loop {
        match play(resume) {
            Err(error) if error.is::<PlayAgain>() => resume = true,
            played => return played,
        }
    }
}

/// Environment of a run while it is played.
pub(crate) struct Playing<'a> {
    pub(crate) pool: &'a rayon::ThreadPool,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) progress: &'a Arc<Progress>,
    pub(crate) programs: Programs,
    /// The run's folder, if it has one.
    pub(crate) folder: Option<&'a Path>,
    /// The coordinator of workers, if they play.
    pub(crate) remote: Option<Remote>,
}

impl Playing<'_> {
    /// Plays `run` to its end under `watch`, which then rests; returns whether it was not stopped
    /// before.
    ///
    /// # Errors
    /// See [`RunError`].
    pub(crate) fn play<S: Schedule + Send>(
        mut self,
        run: &mut Run<S>,
        game: &dyn Game,
        watch: &mut Watch<'_>,
        observer: &mut (impl Observer<S> + Send),
    ) -> anyhow::Result<bool> {
        watch.start(self.progress);
        if let Some(remote) = &self.remote {
            remote.show_in(self.progress);
        }
        let (stop, remote) = (self.stop, &mut self.remote);
        let played = self.pool.install(|| match remote {
            None => run.play(game, stop, observer),
            Some(remote) => run.play_in(remote, game, stop, observer),
        });
        watch.rest();
        self.progress.end();
        drop(self.programs);
        if let Some(remote) = self.remote {
            remote.end(played.is_ok());
        }
        match played {
            Err(error) if is_excluded(&error) => Err(PlayAgain.into()),
            Ok(()) => Ok(true),
            Err(RunError::Stopped) => Ok(false),
            Err(error) => Err(run_error(error, self.folder)),
        }
    }
}
