//! `darkforge champion`: the weights of an evolution as a file.

use std::path::PathBuf;

use clap::Args;

use crate::cli::errors::usage;
use crate::cli::output::asked_file::AskedFile;
use crate::cli::terminal::{print, tell};
use darkforge_engine::darkboard::WeightSet;
use darkforge_engine::darkboard::weight_set::CHAMPION;
use darkforge_kriegspiel::text;
use darkforge_lab::config::VERSION;

/// Write the champion of an evolution, or one of its individuals, as a weight file.
#[derive(Args)]
#[command(
    after_help = "A player can also take its weights from the folder: darkboard:weights=results/quickstart is the champion with the options with which it was tuned; darkboard:weights=results/quickstart#i305 is an individual.\n\nExamples:\n  darkforge champion results/quickstart --out best.toml\n  darkforge champion results/quickstart --individual i305"
)]
pub(crate) struct Options {
    /// Folder of the evolution.
    run: PathBuf,
    /// Individual, by its name or number in individuals.csv [default: the champion].
    #[arg(long, value_name = "I")]
    individual: Option<String>,
    /// The weight file; must not exist [default: print the weights].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let folder = options.run.display().to_string();
    if !options.run.is_dir() {
        return Err(usage(format!("{folder}: there is no such folder")));
    }
    let out = options.out.as_deref();
    let asked = out.map(|out| AskedFile::begin("--out", out)).transpose()?;
    let text = match &options.individual {
        None => {
            WeightSet::load(&folder).map_err(usage)?;
            let file = options.run.join(CHAMPION);
            text::read(&file).map_err(|error| usage(format!("{}: {error}", file.display())))?
        }
        Some(individual) => {
            let set = WeightSet::load(&format!("{folder}#{individual}")).map_err(usage)?;
            let number = individual.strip_prefix('i').unwrap_or(individual);
            let heading = format!("Individual i{number} of {folder} (darkforge {VERSION}).");
            set.weights.to_file(&heading, set.player.as_deref(), None)
        }
    };
    let Some((asked, out)) = asked.zip(out) else {
        return print(&text);
    };
    asked.finish(|file| Ok(file.write_all(text.as_bytes())?))?;
    tell(&format!("weights: {}", out.display()));
    Ok(())
}
