//! `darkforge evolve`: the main job.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;

use super::progress::{Progress, duration};
use super::stage::{Stage, fault_table};
use super::{
    Common, Stopped, check_seed, folder, pool, print, stage, stop_flag, stranger_is_usage, usage,
};
use crate::config::{EvolveConfig, EvolvePlan, RunFile, VERSION};
use crate::report::{self, faults};
use crate::stats::Tally;
use crate::tournament::{Arena, ArenaError, Journal};
use crate::tuner::{Evolution, Generation, drive};

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
    let plan = config.check(&file).map_err(usage)?;
    let folder = folder::of_run(options.out.as_deref(), &plan.config.name);
    let run = RunFile::of_evolution(&plan);
    stage::check([&plan.settings.reference.entrant.spec])?;
    let pool = pool(options.threads)?;
    let journal = if options.resume {
        folder::resume(&folder, &run)?
    } else {
        folder::create(&folder, &run)?
    };
    let stop = stop_flag()?;
    let reference = &plan.settings.reference.entrant;
    let stage = Stage::set(
        [(reference.name.as_str(), &reference.spec)],
        Some(&folder),
        options.common.quiet,
    )?;
    let mut evolution = Evolution::new(plan.settings.clone());
    let progress = Progress::new(evolution.expected_games(), options.common.quiet);
    if !options.common.quiet {
        progress.note(&format!(
            "{}: {} generations of {}, about {} games under {} rules, to {}",
            plan.config.name,
            plan.settings.generations,
            plan.config.population.size,
            evolution.expected_games(),
            plan.ruleset.title,
            folder.display()
        ));
    }
    let mut arena = Arena {
        ruleset: plan.ruleset,
        ply_limit: plan.config.ply_limit,
        seed: plan.settings.ground.seed,
        keep_tries: false,
        playing: true,
        pool: &pool,
        stop: &stop,
        watch: &progress,
        journal,
    };
    let played = evolve(&mut evolution, &mut arena, &progress);
    progress.end();
    drop(stage);
    if played.is_ok() {
        arena.journal.sort()?;
    }
    if matches!(played, Ok(()) | Err(ArenaError::Stopped)) {
        report::evolution(&folder, plan.ruleset, &evolution, &arena.journal, VERSION)?;
    }
    match played {
        Ok(()) => {}
        Err(ArenaError::Stopped) => {
            return Err(Stopped(format!(
                "stopped in generation {} of {}; continue with: darkforge evolve {file} --out {}{} --resume",
                evolution.generation(),
                plan.settings.generations,
                folder.display(),
                options.seed.map_or_else(String::new, |seed| format!(" --seed {seed}")),
            ))
            .into());
        }
        Err(error) => return Err(stranger_is_usage(error)),
    }
    print(&if options.common.json {
        json(&folder, &plan, &evolution)?
    } else {
        summary(&folder, &plan, &evolution, &arena.journal, &progress)
    })
}

/// Plays to the end, with the bar kept up to date and a line for each generation.
fn evolve(
    evolution: &mut Evolution,
    arena: &mut Arena<'_>,
    progress: &Progress,
) -> Result<(), ArenaError> {
    let generations = evolution.settings().generations;
    let stage = |number: u32| format!("generation {number}/{}", generations - 1);
    progress.set_stage(stage(0));
    let mut shown = 0;
    drive(evolution, arena, |evolution, games| {
        let Some(finished) = evolution.finished().get(shown) else {
            return;
        };
        shown += 1;
        progress.note(&line(
            finished,
            &evolution.settings().reference.entrant.name,
        ));
        if let Some((generation, tally)) = best_measured(evolution) {
            progress.set_best(format!(
                "best of {} measured: {:.1} % (generation {generation})",
                measured(evolution).count(),
                100.0 * tally.score()
            ));
        }
        progress.set_stage(stage(evolution.generation().min(generations - 1)));
        progress.set_total(games as u64 + evolution.expected_games());
    })
}

/// Generations whose champion met the reference.
fn measured(evolution: &Evolution) -> impl Iterator<Item = (u32, Tally)> {
    let finished = evolution.finished().iter();
    finished.filter_map(|generation| Some((generation.number, generation.reference?)))
}

fn best_measured(evolution: &Evolution) -> Option<(u32, Tally)> {
    measured(evolution).max_by(|(_, a), (_, b)| a.score().total_cmp(&b.score()))
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
        "generation {:3}: champion {}, {} selection games, {:.0} % drawn ({:.0} % stalemate){measured}",
        generation.number,
        generation.champion().name(),
        games.games(),
        100.0 * games.draw_rate().value,
        100.0 * games.stalemate_rate().value,
    )
}

/// The last champion's score against the reference.
fn last_measured(evolution: &Evolution) -> Option<(&Generation, Tally)> {
    let last = evolution.finished().last()?;
    Some((last, last.reference?))
}

fn summary(
    folder: &Path,
    plan: &EvolvePlan,
    evolution: &Evolution,
    journal: &Journal,
    progress: &Progress,
) -> String {
    let reference = &plan.settings.reference.entrant.name;
    let (played, speed) = progress.speed();
    let mut text = String::new();
    if let Some((last, tally)) = last_measured(evolution) {
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

fn json(folder: &Path, plan: &EvolvePlan, evolution: &Evolution) -> anyhow::Result<String> {
    let measured = last_measured(evolution);
    let score = measured.map(|(_, tally)| tally.score_estimate());
    let elo = measured.map(|(_, tally)| tally.elo());
    let object = serde_json::json!({
        "name": plan.config.name,
        "folder": folder.display().to_string(),
        "generations": evolution.finished().len(),
        "games": evolution.results().iter().map(|result| result.tally.games()).sum::<u64>(),
        "champion": evolution.finished().last().map(|last| last.champion().name()),
        "reference": plan.settings.reference.entrant.name,
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
pub(super) fn replay(plan: &EvolvePlan, journal: Journal) -> anyhow::Result<(Evolution, Journal)> {
    let pool = pool(Some(1))?;
    let mut evolution = Evolution::new(plan.settings.clone());
    let mut arena = Arena {
        ruleset: plan.ruleset,
        ply_limit: plan.config.ply_limit,
        seed: plan.settings.ground.seed,
        keep_tries: false,
        playing: false,
        pool: &pool,
        stop: &std::sync::atomic::AtomicBool::new(false),
        watch: &(),
        journal,
    };
    match drive(&mut evolution, &mut arena, |_, _| {}) {
        Ok(()) | Err(ArenaError::JournalEnds) => Ok((evolution, arena.journal)),
        Err(error) => Err(stranger_is_usage(error)),
    }
}
