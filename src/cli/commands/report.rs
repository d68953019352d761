//! `darkforge report`: makes everything again from a run's journal, with its page.

use std::path::PathBuf;

use clap::Args;

use crate::cli::errors::usage;
use crate::cli::flags::Common;
use crate::cli::redraw::{Redrawn, redraw};
use crate::cli::screen::Screen;
use crate::cli::terminal::{print_json, show, tell};
use crate::report::Drawn;
use crate::report::format::plural;
use crate::report::names::PAGE;
use crate::report::object::object;
use crate::report::page::{LeftOut, State};
use darkforge_lab::folder::RunFolder;
use darkforge_lab::journal::Journal;

/// Write tables, plots and page of a run again from its journal.
#[derive(Args)]
#[command(
    after_help = "The page is report.html in the folder. Exit status: 2 if a table or plot in the folder is damaged; all others are drawn.\n\nExamples:\n  darkforge report results/quickstart\n  darkforge report results/quickstart --json"
)]
pub(crate) struct Options {
    /// Folder of a run, which may be in progress, or a folder that another command wrote with
    /// --out.
    dir: PathBuf,
    /// Write tables and page without plots, and remove earlier ones.
    #[arg(long)]
    no_plots: bool,
    #[command(flatten)]
    common: Common,
}

object! {
    /// Files that were made again.
    Drawing {
        /// Folder of the run.
        folder: String,
        /// Its page.
        page: String,
        /// Whether the run is played at this time.
        under_way: bool,
        /// Games of the journal; null without a journal.
        games: Option<usize>,
        /// Finished generations; null except for an evolution.
        generations: Option<usize>,
    }
}

/// Runs the command. A running or stopped run is reported as far as it goes.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let dir = &options.dir;
    let state = if Journal::is_in_use(&RunFolder::at(dir).journal()) {
        State::UnderWay
    } else {
        State::Still
    };
    let drawn = Drawn::unless(options.no_plots);
    let redrawn = redraw(dir, state, drawn, options.common.quiet)?;
    tell_drawn(options, state, &redrawn)?;
    let (damaged, foreign): (Vec<&LeftOut>, Vec<&LeftOut>) =
        redrawn.left_out.iter().partition(|file| file.is_damage);
    let problem = |file: &LeftOut| format!("{}: {}", dir.display(), file.problem);
    if !options.common.quiet {
        for file in foreign {
            tell(&problem(file));
        }
    }
    let Some((last, others)) = damaged.split_last() else {
        return Ok(());
    };
    for file in others {
        tell(&problem(file));
    }
    Err(usage(problem(last)))
}

fn tell_drawn(options: &Options, state: State, redrawn: &Redrawn) -> anyhow::Result<()> {
    let dir = &options.dir;
    let &Redrawn {
        games, generations, ..
    } = redrawn;
    let file = dir.join(PAGE);
    if options.common.json {
        return print_json(&Drawing {
            folder: dir.display().to_string(),
            page: file.display().to_string(),
            under_way: state == State::UnderWay,
            games,
            generations,
        });
    }
    if options.common.quiet {
        return Ok(());
    }
    let of = generations.map_or_else(String::new, |n| {
        format!(" of {}", plural(n as u64, "finished generation"))
    });
    let from = match games {
        Some(games) => plural(games as u64, "game") + &of,
        None => "its tables and plots (there is no journal)".to_owned(),
    };
    let mut screen = Screen::new();
    screen.line(format!("{}: drawn again from {from}", dir.display()));
    screen.line(file.display().to_string());
    show(&screen)
}
