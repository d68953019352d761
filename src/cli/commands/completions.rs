//! `darkforge completions`: completions of command lines for a shell.

use clap::Args;
use clap_complete::{Shell, generate};

use crate::cli::command;
use crate::cli::terminal::print;

/// Print completions for a shell.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
darkforge completions bash > ~/.local/share/bash-completion/completions/darkforge\n  \
darkforge completions fish > ~/.config/fish/completions/darkforge.fish")]
pub(crate) struct Options {
    /// The shell.
    shell: Shell,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let program = command();
    let commands = program.get_subcommands().filter(|one| !one.is_hide_set());
    let mut program = clap::Command::new("darkforge").subcommands(commands.cloned());
    let mut script = Vec::new();
    generate(options.shell, &mut program, "darkforge", &mut script);
    print(&String::from_utf8(script)?)
}
