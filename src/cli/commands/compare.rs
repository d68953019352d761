//! `darkforge compare`: several runs beside each other, and a meeting of their champions.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;

use crate::cli::errors::{Stopped, folder_error, usage};
use crate::cli::flags::{Common, Seed, Threads};
use crate::cli::output::command_line::CommandLine;
use crate::cli::output::comparison_result;
use crate::cli::output::faults::refuse_forfeits;
use crate::cli::output::progress::Progress;
use crate::cli::playing::{Playing, open};
use crate::cli::programs::Programs;
use crate::cli::redraw::{replayed, write_tournament};
use crate::cli::terminal::{print_json, show, stop_flag, tell};
use crate::cli::watch::Watch;
use crate::report::Drawn;
use crate::report::comparison::{ComparedRun, Comparison, names};
use crate::report::format::plural;
use crate::report::page::{self, About, State};
use darkforge_lab::config::{RunFile, TournamentPlan, VERSION};
use darkforge_lab::folder::{NewFolder, RunFolder};
use darkforge_lab::rules::Rules;
use darkforge_lab::run::Run;
use darkforge_lab::tournament::Tournament;

/// Names of runs that stand in the name of the folder; of more their number does.
const MOST_NAMED: usize = 3;
/// Greatest number of games of each two champions.
const MOST_GAMES: u64 = 2_000_000;

/// Compare several runs: progress, proofs, weights, configs; let their champions meet.
#[derive(Args)]
#[command(
    after_help = "RUN is a folder that evolve, match, tournament or another command wrote. A note says what cannot be compared, and why.\n\n\
Examples:\n  darkforge compare results/night results/quickstart\n  \
darkforge compare results/night results/quickstart --play 1000 --out results/meeting",
    mut_arg("seed", |seed| seed.requires("play"))
)]
pub(crate) struct Options {
    /// Folders of at least two runs; a run may be stopped or in progress.
    #[arg(required = true, num_args = 2.., value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// Play a round robin of the champions, with N fresh games of each two.
    #[arg(long, value_name = "N", value_parser = even())]
    play: Option<u64>,
    /// Rules of these games [default: those of the runs].
    #[arg(long, requires = "play")]
    ruleset: Option<Rules>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    threads: Threads,
    /// Folder for CSV files, plots and their page; must not exist [default: results/compare-RUN-RUN].
    #[arg(long)]
    out: Option<PathBuf>,
    /// Continue the games of --play in --out.
    #[arg(long, requires = "play")]
    resume: bool,
    #[command(flatten)]
    common: Common,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let names = names(&options.runs).map_err(|error| usage(format!("{error:#}")))?;
    let mut runs = Vec::new();
    for (name, folder) in names.iter().zip(&options.runs) {
        let read = ComparedRun::read(name, folder);
        runs.push(read.map_err(|error| usage(format!("{error:#}")))?);
    }
    let comparison = Comparison::of(runs);
    let out = options.out.clone();
    let out = out.unwrap_or_else(|| Path::new("results").join(folder_name(&names)));
    let mut about = about(options, &names, &comparison);
    let Some(games) = options.play else {
        let folder = NewFolder::make(&out).map_err(folder_error)?;
        write(&comparison, &about, &out)?;
        folder.finish().map_err(folder_error)?;
        return tell_all(options, &comparison, &about, None, &out);
    };
    let plan = comparison.meeting(games, options.seed.seed, options.ruleset);
    let plan = plan.map_err(|error| usage(format!("--play {games}: {error}")))?;
    let journal = open(
        &RunFolder::at(&out),
        &RunFile::of_tournament(&plan),
        options.resume,
    )?;
    // The comparison is there while the games are played.
    write(&comparison, &about, &out)?;
    let mut run = replayed(plan.schedule.clone(), journal)?;
    let stop = stop_flag("games")?;
    let finished = play(options, &plan, &mut run, &stop, &out)?;
    write_tournament(&out, &plan, &run, Drawn::Plots)?;
    let played = run.journal.len() as u64;
    if !finished {
        about.notes.push(format!(
            "The champions have not met in all games: {played} of {} are played.",
            plural(plan.schedule.expected_games(), "game")
        ));
        describe(&about, &out)?;
        return Err(Stopped(format!(
            "stopped after {played} of {}; continue with: {}",
            plural(plan.schedule.expected_games(), "game"),
            again(options, &out)
        ))
        .into());
    }
    about.headline = Some(comparison_result::headline(&out, &comparison)?);
    describe(&about, &out)?;
    tell_all(options, &comparison, &about, Some(&run), &out)?;
    refuse_forfeits(run.journal.outcomes(), "game")
}

/// Plays the games of the champions; returns whether all were played.
fn play(
    options: &Options,
    plan: &TournamentPlan,
    run: &mut Run<Tournament>,
    stop: &AtomicBool,
    out: &Path,
) -> anyhow::Result<bool> {
    let quiet = options.common.quiet;
    let games = plan.schedule.expected_games();
    let left = games.saturating_sub(run.schedule.told_games());
    let progress = Progress::new(left, None, quiet).keeping_time(Some(out));
    let progress = Arc::new(progress);
    progress.set_stage("champions");
    if !quiet {
        progress.note(&format!(
            "{} meet in {} under {} rules, to {}",
            plural(plan.config.players.len() as u64, "champion"),
            plural(games, "game"),
            plan.game.rules.title(),
            out.display()
        ));
    }
    let pool = options.threads.pool()?;
    let playing = Playing {
        pool: &pool,
        stop,
        progress: &progress,
        programs: Programs::prepare(plan.schedule.entrants(), Some(out), quiet)?,
        folder: Some(out),
        remote: None,
    };
    let mut watch = Watch::prepare(None, None, None, quiet)?;
    playing.play(run, &plan.game, &mut watch, &mut &*progress)
}

/// Writes tables, plots, description and page of the comparison.
fn write(comparison: &Comparison, about: &About, out: &Path) -> anyhow::Result<()> {
    comparison.write(out)?;
    describe(about, out)
}

/// Writes the description and the page that is made of the files.
fn describe(about: &About, out: &Path) -> anyhow::Result<()> {
    about.write(out)?;
    page::write(out, State::Still)
}

/// Tells the comparison, and the games in `run`.
fn tell_all(
    options: &Options,
    comparison: &Comparison,
    about: &About,
    run: Option<&Run<Tournament>>,
    out: &Path,
) -> anyhow::Result<()> {
    if options.common.json {
        return print_json(&comparison_result::figures(comparison, about, run, out)?);
    }
    if !options.common.quiet {
        for note in &about.notes {
            tell(note);
        }
    }
    show(&comparison_result::screen(comparison, about, run, out)?)
}

/// Description of the folder, for its page.
fn about(options: &Options, names: &[String], comparison: &Comparison) -> About {
    let mut notes = comparison.notes();
    if options.play.is_some() {
        let absent = comparison.absent().join(", ");
        if !absent.is_empty() {
            notes.push(format!("No champion meets the others from {absent}."));
        }
    }
    let runs = options.runs.iter().map(|run| run.display());
    About {
        job: "compare".to_owned(),
        title: names.join(", "),
        headline: Some(comparison.headline()),
        notes,
        command: CommandLine::of("compare")
            .words(runs)
            .flag("play", options.play)
            .flag("ruleset", options.ruleset.map(Rules::name))
            .flag("seed", options.play.map(|_| options.seed.seed))
            .again(),
        version: VERSION.to_owned(),
        seed: options.play.map(|_| options.seed.seed),
    }
}

/// The command that continues the games.
fn again(options: &Options, out: &Path) -> String {
    CommandLine::of("compare")
        .words(options.runs.iter().map(|run| run.display()))
        .flag("play", options.play)
        .flag("ruleset", options.ruleset.map(Rules::name))
        .flag("seed", [options.seed.seed])
        .flag("out", [out.display()])
        .words(["--resume"])
        .line()
}

/// Name of the folder of a comparison of the runs called `names`.
fn folder_name(names: &[String]) -> String {
    let plain = |name: &String| -> String {
        let letter = |c: char| {
            if c.is_ascii_alphanumeric() || "-_.".contains(c) {
                c
            } else {
                '-'
            }
        };
        name.chars().map(letter).take(40).collect()
    };
    let mut name = "compare".to_owned();
    for one in names.iter().take(MOST_NAMED) {
        name.push('-');
        name += &plain(one);
    }
    match names.len().saturating_sub(MOST_NAMED) {
        0 => name,
        more => format!("{name}-and-{more}-more"),
    }
}

/// Parser of the number of games of each two champions.
fn even() -> impl Fn(&str) -> Result<u64, String> + Clone {
    |text| {
        let right = || "must be an even number of games from 2 to 2000000".to_owned();
        let games = text.parse().map_err(|_| right())?;
        let fits = (2..=MOST_GAMES).contains(&games) && games.is_multiple_of(2);
        fits.then_some(games).ok_or_else(right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_called_by_its_runs() {
        let name = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            folder_name(&names)
        };
        assert_eq!(name(&["night", "a/b c"]), "compare-night-a-b-c");
        assert_eq!(name(&["1", "2", "3", "4", "5"]), "compare-1-2-3-and-2-more");
    }

    #[test]
    fn champions_meet_in_pairs_of_games() {
        let games = even();
        assert_eq!(games("200"), Ok(200));
        for wrong in ["0", "3", "-2", "2000002", "many"] {
            assert!(games(wrong).unwrap_err().contains("even"), "{wrong}");
        }
    }
}
