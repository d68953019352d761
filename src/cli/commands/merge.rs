//! `darkforge merge`: journals of one tournament, joined into the run that they are of.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::errors::usage;
use crate::cli::flags::Common;
use crate::cli::output::standings;
use crate::cli::terminal::{print, tell};
use crate::cli::{folder, redraw as replay};
use crate::report::page::{self, State};
use darkforge_lab::config::RunFile;
use darkforge_lab::tournament::{self as tour, Journal, MergeError};

/// The command's flags.
#[derive(Args)]
#[command(
    after_help = "Example:\n  darkforge merge shards/* --out results/versions\n\n\
Journals may be incomplete and may overlap. What is missing is said, and played by\n\
`darkforge tournament CONFIG --out DIR --resume`."
)]
pub(crate) struct Options {
    /// Folders of runs, or journals in them.
    #[arg(required = true, value_name = "DIR_OR_JOURNAL")]
    inputs: Vec<PathBuf>,
    /// Folder for the joined run; must not exist.
    #[arg(long)]
    out: PathBuf,
    #[command(flatten)]
    common: Common,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    folder::refuse_existing(&options.out)?;
    let run = run_of(&options.inputs)?;
    let tournament = run.tournament().ok_or_else(|| {
        usage(format!(
            "{}: this run is no tournament; only tournaments are played in shares",
            options.inputs[0].display()
        ))
    })?;
    let tournament = tournament.map_err(usage)?;
    let (mut journals, mut empty) = (Vec::new(), Vec::new());
    for input in &options.inputs {
        if folder::never_began(input) {
            empty.push(input);
            continue;
        }
        let journal = Journal::open(&journal_of(input)).map_err(usage)?;
        // Each by itself first, so that a game of others is named in its own file.
        let (_, journal) = replay::tournament(&tournament, journal)?;
        journals.push(journal);
    }
    if journals.is_empty() {
        return Err(usage(format!(
            "{}: there is no {} in any of these folders",
            options.inputs[0].display(),
            folder::JOURNAL
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
    let (contest, joined) = replay::tournament(&tournament, joined)?;
    let mut journal = folder::create(&options.out, &run)?;
    tour::merge(&mut journal, &[joined])?;
    journal.sync()?;
    replay::write_tournament(&options.out, &tournament, &contest, &journal)?;
    page::write(&options.out, State::Still)?;
    if options.common.json {
        return print(&standings::json(
            &options.out,
            &tournament,
            &contest,
            &journal,
        )?);
    }
    if options.common.quiet {
        return Ok(());
    }
    let mut text = standings::table(&tournament, &contest, &journal);
    let (games, inputs, out) = (journal.len(), journals.len(), options.out.display());
    let _ = writeln!(text, "{games} games of {inputs} journals\nfiles: {out}");
    if !contest.is_over() {
        text += &missing(&contest.missing(&journal), &options.out);
    }
    print(&text)
}

/// What is missing, and how to play it.
fn missing(games: &[u64], out: &Path) -> String {
    let mut spans: Vec<(u64, u64)> = Vec::new();
    for &game in games {
        match spans.last_mut() {
            Some(span) if span.1 + 1 == game => span.1 = game,
            _ => spans.push((game, game)),
        }
    }
    let shown = spans.iter().take(10).map(|&(from, to)| match to - from {
        0 => from.to_string(),
        _ => format!("{from}..{to}"),
    });
    let mut shown = shown.collect::<Vec<_>>().join(", ");
    if spans.len() > 10 {
        shown += ", ...";
    }
    format!(
        "missing: games {shown}; play them with: darkforge tournament CONFIG --out {} --resume\n",
        out.display()
    )
}

/// What the inputs are runs of, which must be the same for all.
fn run_of(inputs: &[PathBuf]) -> anyhow::Result<RunFile> {
    let mut found: Option<(RunFile, &Path)> = None;
    for input in inputs {
        let folder = folder_of(input);
        let alone = input.is_file() || folder::never_began(input);
        if alone && !folder.join(RunFile::NAME).exists() {
            continue; // another input says what this one is of
        }
        let run = RunFile::load(folder).map_err(usage)?;
        match &found {
            None => found = Some((run, folder)),
            Some((first, at)) => {
                if let Some(difference) = first.difference(&run) {
                    return Err(usage(format!(
                        "{} is not of the same run as {}: {}",
                        folder.display(),
                        at.display(),
                        difference.replace("where the config now says", "where this one has")
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
        input.join(folder::JOURNAL)
    }
}
