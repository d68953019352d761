//! `darkforge champion`: the weights of an evolution as a file.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::errors::usage;
use crate::cli::output::asked_file::AskedFile;
use crate::cli::terminal::{print, tell};
use darkforge_engine::darkboard::LIST;
use darkforge_engine::player::PlayerSpec;
use darkforge_engine::weights::{CHAMPION, WeightList, WeightSet, WeightTable};
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

/// The weights that evolved in the folder `run`: those of the player in its champion's file.
fn list_of(run: &Path) -> &'static WeightList {
    let text = text::read(run.join(CHAMPION)).unwrap_or_default();
    let table: Option<WeightTable> = toml::from_str(&text).ok();
    let player = table.and_then(|table| table.player);
    let name = player.as_deref().and_then(|spec| spec.split(':').next());
    name.and_then(PlayerSpec::weights_of).unwrap_or(&LIST)
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let folder = options.run.display().to_string();
    if !options.run.is_dir() {
        return Err(usage(format!("{folder}: there is no such folder")));
    }
    let out = options.out.as_deref();
    let asked = out.map(|out| AskedFile::begin("--out", out)).transpose()?;
    let list = list_of(&options.run);
    let text = match &options.individual {
        None => {
            WeightSet::load(list, &folder).map_err(usage)?;
            let file = options.run.join(CHAMPION);
            text::read(&file).map_err(|error| usage(format!("{}: {error}", file.display())))?
        }
        Some(individual) => {
            let set = WeightSet::load(list, &format!("{folder}#{individual}")).map_err(usage)?;
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
