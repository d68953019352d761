//! Commands: one file each.

pub(super) mod bench;
mod bench_compare;
pub(super) mod book;
pub(super) mod bot;
mod champion;
pub(super) mod check;
mod compare;
mod completions;
pub(super) mod endgame;
pub(super) mod endgame_infinite;
pub(super) mod engine;
mod engine_recon;
mod evolve;
mod imitate;
mod man;
mod r#match;
mod merge;
pub(super) mod model;
mod play;
mod rate;
pub(super) mod report;
pub(super) mod solve;
pub(super) mod sprt;
pub(super) mod stats;
mod stats_histories;
mod tournament;
mod train;
pub(super) mod view;
mod view_recon;
mod watchdog;
pub(super) mod work;

use clap::Subcommand;

/// Defines the commands by their modules, in the order of the help. The docs of a module's
/// `Options` are the command's line in the help, and its `run` is the command.
macro_rules! commands {
    ($($name:ident = $module:ident,)*) => {
        /// A command with its flags.
        #[derive(Subcommand)]
        pub(super) enum Command {
            $( $name($module::Options), )*
        }

        impl Command {
            /// Runs the command.
            pub(super) fn run(&self) -> anyhow::Result<()> {
                match self {
                    $( Command::$name(options) => $module::run(options), )*
                }
            }
        }
    };
}

commands! {
    Evolve = evolve,
    Tournament = tournament,
    Merge = merge,
    Match = r#match,
    Report = report,
    Compare = compare,
    Champion = champion,
    Book = book,
    Imitate = imitate,
    Model = model,
    Train = train,
    Rate = rate,
    Sprt = sprt,
    Check = check,
    Stats = stats,
    Endgame = endgame,
    Solve = solve,
    View = view,
    Engine = engine,
    Bot = bot,
    Play = play,
    Work = work,
    Bench = bench,
    Completions = completions,
    Man = man,
    Watchdog = watchdog,
}
