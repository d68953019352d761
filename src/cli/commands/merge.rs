//! `darkforge merge`: journals of one tournament, merged into its run.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::errors::{Stopped, folder_error, usage};
use crate::cli::flags::Common;
use crate::cli::output::command_line::CommandLine;
use crate::cli::output::tournament_result;
use crate::cli::redraw::{confirm, replayed, write_tournament};
use crate::cli::terminal::{print_json, show, tell};
use crate::report::Drawn;
use crate::report::format::plural;
use crate::report::page::{self, State};
use crate::report::summary::TournamentSummary;
use crate::report::tournament::MissingRow;
use darkforge_lab::config::RunFile;
use darkforge_lab::folder::{NewFolder, RunFolder};
use darkforge_lab::journal::Journal;
use darkforge_lab::run::Run;
use darkforge_lab::tournament::{self as tour, MergeError};

/// Join the shares of a tournament into one run.
#[derive(Args)]
#[command(
    after_help = "Journals may be incomplete and may overlap. Missing games are listed, with exit code 1; the second example plays them.\n\n\
Examples:\n  darkforge merge shards/* --out results/versions\n  \
darkforge tournament results/versions/run.toml --out results/versions --resume"
)]
pub(crate) struct Options {
    /// Folders of runs, or journals in them.
    #[arg(required = true, value_name = "DIR_OR_JOURNAL")]
    inputs: Vec<PathBuf>,
    /// Folder for the joined run; must not exist.
    #[arg(long)]
    out: PathBuf,
    /// Write tables and page without plots.
    #[arg(long)]
    no_plots: bool,
    #[command(flatten)]
    common: Common,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let folder = RunFolder::at(&options.out);
    let new = NewFolder::make(&options.out).map_err(folder_error)?;
    let file = run_of(&options.inputs)?;
    let plan = file.tournament().ok_or_else(|| {
        usage(format!(
            "{}: this run is not a tournament; only tournaments are played in shares",
            options.inputs[0].display()
        ))
    })?;
    let plan = plan.map_err(usage)?;
    let (mut journals, mut empty) = (Vec::new(), Vec::new());
    for input in &options.inputs {
        if RunFolder::at(input).never_began() {
            empty.push(input);
            continue;
        }
        let journal = Journal::open(&journal_of(input)).map_err(usage)?;
        confirm(&journal, &plan.game, options.common.quiet)?;
        // Each journal is checked by itself first, so that a foreign game is reported with its own
        // file.
        journals.push(replayed(plan.schedule.clone(), journal)?.journal);
    }
    if journals.is_empty() {
        return Err(usage(format!(
            "{}: there is no {} in any of these folders",
            options.inputs[0].display(),
            RunFolder::JOURNAL
        )));
    }
    if !options.common.quiet {
        for input in empty {
            tell(&format!("{}: no game was begun here", input.display()));
        }
    }
    let mut joined = Journal::temporary()?;
    tour::merge(&mut joined, &journals).map_err(|error| match error {
        MergeError::Conflict { .. } => usage(error),
        MergeError::Journal(error) => error.into(),
    })?;
    let joined = replayed(plan.schedule.clone(), joined)?;
    let mut journal = folder.begin(&file).map_err(folder_error)?;
    tour::merge(&mut journal, &[joined.journal])?;
    journal.sync()?;
    let run = Run::new(joined.schedule, journal);
    write_tournament(&options.out, &plan, &run, Drawn::unless(options.no_plots))?;
    page::write(&options.out, State::Still)?;
    new.finish().map_err(folder_error)?;
    let Run {
        schedule, journal, ..
    } = &run;
    if options.common.json {
        let out = &options.out;
        print_json(&tournament_result::figures(out, &plan, schedule, journal)?)?;
    } else if !options.common.quiet {
        let mut screen = tournament_result::screen(&plan, schedule, journal)?;
        let (games, inputs) = (journal.len() as u64, journals.len() as u64);
        screen.line(format!(
            "{} of {}",
            plural(games, "game"),
            plural(inputs, "journal")
        ));
        screen.line(format!("files: {}", options.out.display()));
        show(&screen)?;
    }
    let missing = TournamentSummary::of(schedule, journal)?.missing;
    MissingRow::told(&missing).map_or(Ok(()), |missing| {
        let command = CommandLine::of("tournament")
            .words([options.out.join(RunFile::NAME).display()])
            .flag("out", [options.out.display()])
            .words(["--resume"])
            .line();
        Err(Stopped(format!("{missing} Play them with: {command}")).into())
    })
}

/// The run of the inputs, which must be the same for all.
fn run_of(inputs: &[PathBuf]) -> anyhow::Result<RunFile> {
    let mut found: Option<(RunFile, &Path)> = None;
    for input in inputs {
        let folder = folder_of(input);
        let alone = input.is_file() || RunFolder::at(input).never_began();
        if alone && !folder.join(RunFile::NAME).exists() {
            continue; // another input says what this one is of
        }
        let run = RunFile::load(folder).map_err(usage)?;
        match &found {
            None => found = Some((run, folder)),
            Some((first, at)) => {
                if let Some([one, other]) = first.difference(&run) {
                    return Err(usage(format!(
                        "{} is not of the same run as {}: it has '{other}', not '{one}'",
                        folder.display(),
                        at.display()
                    )));
                }
            }
        }
    }
    let none = || {
        usage(format!(
            "there is no {} beside any of these journals: name the folder of one of the runs",
            RunFile::NAME
        ))
    };
    let run = found.ok_or_else(none)?.0;
    Ok(RunFile { share: None, ..run })
}

fn folder_of(input: &Path) -> &Path {
    match input.parent() {
        Some(parent) if input.is_file() && !parent.as_os_str().is_empty() => parent,
        _ if input.is_file() => Path::new("."),
        _ => input,
    }
}

fn journal_of(input: &Path) -> PathBuf {
    if input.is_file() {
        input.to_owned()
    } else {
        RunFolder::at(input).journal()
    }
}
