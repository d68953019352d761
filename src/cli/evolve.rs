//! `darkforge evolve`: the main job.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;

use super::progress::{Progress, duration};
use super::stage::{Stage, fault_table};
use super::{
    Common, Stopped, check_seed, folder, pool, print, stage, stop_flag, stranger_is_usage, usage,
};
use crate::config::{Evolution, EvolveConfig, RunFile, VERSION};
use crate::report::{self, faults};
use crate::stats::Tally;
use crate::tournament::{Arena, ArenaError, Journal};
use crate::tuner::{Generation, Knockout, drive};

/// The command's flags.
#[derive(Args)]
#[command(
    after_help = "Example:\n  darkforge evolve configs/quickstart.toml --out results/try1 --threads 2"
)]
pub(super) struct Options {
    /// What to evolve, and how (TOML).
    config: PathBuf,
    /// Folder for the run's files; must not exist [default: results/NAME].
    #[arg(long)]
    out: Option<PathBuf>,
    /// Seed of all randomness, instead of the config's.
    #[arg(long)]
    seed: Option<u64>,
    /// Threads that play [default: one for each core].
    #[arg(long)]
    threads: Option<usize>,
    /// Continue the run in the folder from where it was stopped.
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    common: Common,
}

/// Runs the command.
pub(super) fn run(options: &Options) -> anyhow::Result<()> {
    let file = options.config.display().to_string();
    let mut config = EvolveConfig::load(&options.config).map_err(usage)?;
    if let Some(seed) = options.seed {
        check_seed(seed)?;
        config.seed = seed;
    }
    let evolution = config.check(&file).map_err(usage)?;
    let folder = folder::of_run(options.out.as_deref(), &evolution.config.name);
    let run = RunFile::of_evolution(&evolution);
    stage::check([&evolution.settings.reference.entrant.spec])?;
    let pool = pool(options.threads)?;
    let journal = if options.resume {
        folder::resume(&folder, &run)?
    } else {
        folder::create(&folder, &run)?
    };
    let stop = stop_flag()?;
    let reference = &evolution.settings.reference.entrant;
    let stage = Stage::set(
        [(reference.name.as_str(), &reference.spec)],
        Some(&folder),
        options.common.quiet,
    )?;
    let mut knockout = Knockout::new(evolution.settings.clone());
    let progress = Progress::new(expected_games(&evolution), options.common.quiet);
    if !options.common.quiet {
        progress.note(&format!(
            "{}: {} generations of {}, about {} games under {} rules, to {}",
            evolution.config.name,
            evolution.settings.generations,
            evolution.settings.size,
            expected_games(&evolution),
            evolution.ruleset.title,
            folder.display()
        ));
    }
    let mut arena = Arena {
        ruleset: evolution.ruleset,
        ply_limit: evolution.config.ply_limit,
        seed: evolution.settings.seed,
        keep_tries: false,
        playing: true,
        pool: &pool,
        stop: &stop,
        watch: &progress,
        journal,
    };
    let played = evolve(&mut knockout, &mut arena, &progress);
    progress.end();
    drop(stage);
    if played.is_ok() {
        arena.journal.sort()?;
    }
    if matches!(played, Ok(()) | Err(ArenaError::Stopped)) {
        report::evolution(
            &folder,
            evolution.ruleset,
            &knockout,
            &arena.journal,
            VERSION,
        )?;
    }
    match played {
        Ok(()) => {}
        Err(ArenaError::Stopped) => {
            return Err(Stopped(format!(
                "stopped in generation {} of {}; continue with: darkforge evolve {file} --out {}{} --resume",
                knockout.generation(),
                evolution.settings.generations,
                folder.display(),
                options.seed.map_or_else(String::new, |seed| format!(" --seed {seed}")),
            ))
            .into());
        }
        Err(error) => return Err(stranger_is_usage(error)),
    }
    print(&if options.common.json {
        json(&folder, &evolution, &knockout)?
    } else {
        summary(&folder, &evolution, &knockout, &arena.journal, &progress)
    })
}

/// Plays to the end, with the bar kept up to date and a line for each generation.
fn evolve(
    knockout: &mut Knockout,
    arena: &mut Arena<'_>,
    progress: &Progress,
) -> Result<(), ArenaError> {
    let generations = knockout.settings().generations;
    let stage = |number: u32| format!("generation {number}/{}", generations - 1);
    progress.set_stage(stage(0));
    let mut shown = 0;
    drive(knockout, arena, |knockout, games| {
        let Some(finished) = knockout.finished().get(shown) else {
            return;
        };
        shown += 1;
        progress.note(&line(finished, &knockout.settings().reference.entrant.name));
        if let Some((generation, tally)) = best_measured(knockout) {
            progress.set_best(format!(
                "best of {} measured: {:.1} % (generation {generation})",
                measured(knockout).count(),
                100.0 * tally.score()
            ));
        }
        progress.set_stage(stage(knockout.generation().min(generations - 1)));
        progress.set_total(games as u64 + games_left(knockout));
    })
}

/// Generations whose champion met the reference.
fn measured(knockout: &Knockout) -> impl Iterator<Item = (u32, Tally)> {
    let finished = knockout.finished().iter();
    finished.filter_map(|generation| Some((generation.number, generation.reference?)))
}

fn best_measured(knockout: &Knockout) -> Option<(u32, Tally)> {
    measured(knockout).max_by(|(_, a), (_, b)| a.score().total_cmp(&b.score()))
}

/// Games that `generations` take without extra pairs.
fn games_of(settings: &crate::tuner::Settings, from: u32) -> u64 {
    let knockout = (settings.size as u64 - 1) * 2 * settings.pairs;
    let reference = &settings.reference;
    (from..settings.generations)
        .map(|number| {
            let last = number + 1 == settings.generations;
            let measured = last || (number + 1).is_multiple_of(reference.every);
            knockout + if measured { 2 * reference.pairs } else { 0 }
        })
        .sum()
}

fn expected_games(evolution: &Evolution) -> u64 {
    games_of(&evolution.settings, 0)
}

fn games_left(knockout: &Knockout) -> u64 {
    games_of(knockout.settings(), knockout.generation())
}

/// A generation in a line.
fn line(generation: &Generation, reference: &str) -> String {
    let games = generation.games;
    let measured = generation.reference.map_or_else(String::new, |tally| {
        let score = tally.score_estimate();
        format!(
            "; {:.1} % ({:.1}..{:.1}) against {reference}",
            100.0 * score.value,
            100.0 * score.lo,
            100.0 * score.hi
        )
    });
    format!(
        "generation {:3}: champion {}, {} knockout games, {:.0} % drawn ({:.0} % stalemate){measured}",
        generation.number,
        generation.champion().name(),
        games.games(),
        100.0 * games.draw_rate().value,
        100.0 * games.stalemate_rate().value,
    )
}

/// The last champion's score against the reference.
fn last_measured(knockout: &Knockout) -> Option<(&Generation, Tally)> {
    let last = knockout.finished().last()?;
    Some((last, last.reference?))
}

fn summary(
    folder: &Path,
    evolution: &Evolution,
    knockout: &Knockout,
    journal: &Journal,
    progress: &Progress,
) -> String {
    let reference = &evolution.settings.reference.entrant.name;
    let (played, speed) = progress.speed();
    let mut text = String::new();
    if let Some((last, tally)) = last_measured(knockout) {
        let score = tally.score_estimate();
        let _ = writeln!(
            text,
            "champion {} of generation {}: {:.1} % ({:.1}..{:.1}), Elo {} against {reference}, over {} fresh games",
            last.champion().name(),
            last.number,
            100.0 * score.value,
            100.0 * score.lo,
            100.0 * score.hi,
            tally.elo(),
            tally.games()
        );
    }
    let _ = writeln!(
        text,
        "{} games ({played} played now in {}, {speed:.1} games/s)",
        journal.len(),
        duration(progress.seconds())
    );
    text += &fault_table(&faults::count(journal.games()));
    let _ = writeln!(
        text,
        "{0}/: champion.toml, games.csv, bouts.csv, standings.csv, generations.csv, individuals.csv, run.toml\n\
         {0}/plots/: reference_score, weights, outcomes, lengths (.svg, .png)",
        folder.display()
    );
    text
}

fn json(folder: &Path, evolution: &Evolution, knockout: &Knockout) -> anyhow::Result<String> {
    let measured = last_measured(knockout);
    let score = measured.map(|(_, tally)| tally.score_estimate());
    let elo = measured.map(|(_, tally)| tally.elo());
    let object = serde_json::json!({
        "name": evolution.config.name,
        "folder": folder.display().to_string(),
        "generations": knockout.finished().len(),
        "games": knockout.results().iter().map(|result| result.tally.games()).sum::<u64>(),
        "champion": knockout.finished().last().map(|last| last.champion().name()),
        "reference": evolution.settings.reference.entrant.name,
        "reference_games": measured.map(|(_, tally)| tally.games()),
        "reference_score": score.map(|s| s.value),
        "reference_lo": score.map(|s| s.lo),
        "reference_hi": score.map(|s| s.hi),
        "elo": elo.and_then(|e| e.value),
        "elo_lo": elo.and_then(|e| e.lo),
        "elo_hi": elo.and_then(|e| e.hi),
    });
    Ok(serde_json::to_string(&object)? + "\n")
}

/// Reads a finished or interrupted evolution from its journal, playing nothing.
pub(super) fn replay(
    evolution: &Evolution,
    journal: Journal,
) -> anyhow::Result<(Knockout, Journal)> {
    let pool = pool(Some(1))?;
    let mut knockout = Knockout::new(evolution.settings.clone());
    let mut arena = Arena {
        ruleset: evolution.ruleset,
        ply_limit: evolution.config.ply_limit,
        seed: evolution.settings.seed,
        keep_tries: false,
        playing: false,
        pool: &pool,
        stop: &std::sync::atomic::AtomicBool::new(false),
        watch: &(),
        journal,
    };
    match drive(&mut knockout, &mut arena, |_, _| {}) {
        Ok(()) | Err(ArenaError::JournalEnds) => Ok((knockout, arena.journal)),
        Err(error) => Err(stranger_is_usage(error)),
    }
}
