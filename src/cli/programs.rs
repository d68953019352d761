//! What a run needs around its games when programs play in it: that they exist, a place for
//! what they write to their standard error, and a watchdog that ends them if this program
//! is killed.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context;

use crate::cli::errors::usage;
use crate::cli::terminal::tell;
use crate::report::faults::FaultRow;
use darkforge_engine::player::PlayerSpec;
use darkforge_engine::player::process::{ProcessSpec, Watchdog};

/// Folder in a run's folder for what programs write to their standard error: a file for
/// each.
pub(crate) const ERRORS: &str = "stderr";

/// Makes sure that the programs among the players are there, before anything is written.
///
/// # Errors
/// One is missing: wrong usage.
pub(crate) fn check<'a>(players: impl IntoIterator<Item = &'a PlayerSpec>) -> anyhow::Result<()> {
    for player in players {
        if let Some(process) = player.process() {
            let missing = |error| usage(format!("player '{player}': {error}"));
            process.find().map_err(missing)?;
        }
    }
    Ok(())
}

/// Stands as long as games are played. When it falls, all programs are ended.
pub(crate) struct Stage {
    programs: Vec<(String, ProcessSpec)>,
    quiet: bool,
    /// Let go last.
    _watchdog: Option<Watchdog>,
}

impl Stage {
    /// Makes the stage for the players of a run, each with its name in the run; `out` is the
    /// run's folder.
    ///
    /// # Errors
    /// The watchdog cannot be started.
    pub(crate) fn set<'a>(
        players: impl IntoIterator<Item = (&'a str, &'a PlayerSpec)>,
        out: Option<&Path>,
        quiet: bool,
    ) -> anyhow::Result<Stage> {
        let programs: Vec<(String, ProcessSpec)> = players
            .into_iter()
            .filter_map(|(name, player)| Some((name.to_owned(), player.process()?.clone())))
            .collect();
        let mut files = BTreeSet::new();
        for (name, program) in &programs {
            let file = file_name(name, &mut files);
            if let Some(out) = out {
                program.keep_errors(out.join(ERRORS).join(file));
            }
        }
        let watchdog = if programs.is_empty() {
            None
        } else {
            let this = std::env::current_exe().context("cannot find this program")?;
            Some(Watchdog::start(&this).context("cannot start the watchdog of players")?)
        };
        Ok(Stage {
            programs,
            quiet,
            _watchdog: watchdog,
        })
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        for (name, program) in &self.programs {
            let killed = program.retire();
            if killed > 0 && !self.quiet {
                tell(&format!(
                    "{name}: {killed} kept processes did not end when told to, and were killed"
                ));
            }
        }
    }
}

/// A file name like the player's name that is not among `taken`.
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

/// The faults of a run as a table for people; nothing if there were none.
pub(crate) fn fault_table(faults: &[FaultRow]) -> String {
    let mut text = String::new();
    if faults.is_empty() {
        return text;
    }
    let _ = writeln!(
        text,
        "  faults     games  kind     player: what happened first"
    );
    for row in faults {
        let _ = writeln!(
            text,
            "            {:6}  {:7}  {}: game {}: {}",
            row.games,
            row.kind.as_str(),
            row.player,
            row.first_game,
            row.first_detail
        );
    }
    text
}

/// The same for `--json`.
pub(crate) fn fault_list(faults: &[FaultRow]) -> serde_json::Value {
    let rows = faults.iter().map(|row| {
        serde_json::json!({
            "player": row.player,
            "fault": row.kind.as_str(),
            "ending": row.ending().to_string(),
            "games": row.games,
            "first_game": row.first_game,
            "first_detail": row.first_detail,
        })
    });
    rows.collect()
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
