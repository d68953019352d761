//! Programs that play in a run: their existence, files for their standard error, and a watchdog
//! that ends them if this program is killed.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Context;

use crate::cli::errors::usage;
use crate::cli::terminal::tell;
use darkforge_engine::player::PlayerSpec;
use darkforge_engine::player::process::ProcessSpec;
use darkforge_lab::bout::Entrant;
use darkforge_programs::Watchdog;

/// Folder in a run's folder for the programs' standard error: a file for each.
pub(crate) const ERRORS: &str = "stderr";

/// Checks that the programs among the players exist, before anything is written.
///
/// # Errors
/// If one is missing: wrong usage.
pub(crate) fn check<'a>(players: impl IntoIterator<Item = &'a PlayerSpec>) -> anyhow::Result<()> {
    for player in players {
        let missing = |error| usage(format!("player '{player}': {error}"));
        player.find_program().map_err(missing)?;
    }
    Ok(())
}

/// The programs that play in a run; dropping this ends them all.
pub(crate) struct Programs {
    specs: Vec<(String, ProcessSpec)>,
    quiet: bool,
    /// Dropped last.
    _watchdog: Option<Watchdog>,
}

impl Programs {
    /// Prepares for the programs among the players of a run, each under its name;
    /// `out` is the run's folder.
    ///
    /// # Errors
    /// The watchdog cannot be started.
    pub(crate) fn prepare<'a>(
        players: impl IntoIterator<Item = &'a Entrant>,
        out: Option<&Path>,
        quiet: bool,
    ) -> anyhow::Result<Programs> {
        let players: Vec<&Entrant> = players.into_iter().collect();
        let programs: Vec<(String, ProcessSpec)> = players
            .iter()
            .filter_map(|player| Some((player.name.clone(), player.spec.process()?.clone())))
            .collect();
        let mut files = BTreeSet::new();
        for (name, program) in &programs {
            let file = file_name(name, &mut files);
            if let Some(out) = out {
                program.keep_errors(out.join(ERRORS).join(file));
            }
        }
        let starts_one = players.iter().any(|player| player.spec.starts_program());
        let watchdog = if starts_one {
            let this = std::env::current_exe().context("cannot find this program")?;
            Some(Watchdog::start(&this).context("cannot start the watchdog of players")?)
        } else {
            None
        };
        Ok(Programs {
            specs: programs,
            quiet,
            _watchdog: watchdog,
        })
    }
}

impl Drop for Programs {
    fn drop(&mut self) {
        for (name, program) in &self.specs {
            let killed = program.retire();
            if killed > 0 && !self.quiet {
                let (processes, were) = match killed {
                    1 => ("process", "was"),
                    _ => ("processes", "were"),
                };
                tell(&format!(
                    "{name}: {killed} kept {processes} did not end after quit, and {were} killed"
                ));
            }
        }
    }
}

/// A file name for the player's name that is not in `taken`.
fn file_name(name: &str, taken: &mut BTreeSet<String>) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || "-.".contains(c) {
            c
        } else {
            '_'
        }
    };
    let short: String = name.chars().take(80).map(plain).collect();
    let numbers = (2..).map(|number| format!("{short}-{number}.log"));
    let mut names = std::iter::once(format!("{short}.log")).chain(numbers);
    let free = names.find(|name| !taken.contains(&name.to_lowercase()));
    let free = free.unwrap_or(short);
    taken.insert(free.to_lowercase());
    free
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_has_a_file_of_its_own() {
        let mut taken = BTreeSet::new();
        let mut name = |player| file_name(player, &mut taken);
        assert_eq!(name("process:./a b"), "process_._a_b.log");
        assert_eq!(name("process:./a,b"), "process_._a_b-2.log");
        assert_eq!(name("process:./A,b"), "process_._A_b-3.log");
    }
}
