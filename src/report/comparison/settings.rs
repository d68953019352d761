//! `settings.csv`: the configs of runs as a difference.

use std::collections::{BTreeMap, BTreeSet};

use super::ComparedRun;
use crate::report::table::row;

/// Settings of a run: keys, as in its `run.toml`, with their values.
pub type Settings = BTreeMap<String, String>;

/// Sections that have the config of a run. A config does not name its kind of run.
const JOBS: [&str; 3] = ["evolve.", "match.", "tournament."];
/// Greatest length of a value that is shown.
const LONGEST: usize = 200;

row! {
    /// A row for each key that differs and each run, in the order of the keys.
    SettingRow in "settings.csv" {
        /// Key of the config, as in `run.toml` without the name of the command.
        key: String,
        /// Name of the run.
        run: String,
        /// Its value; empty where the run has no such key.
        value: Option<String>,
    }
}

/// The settings in the text of a `run.toml`, with defaults and weights.
///
/// # Errors
/// It is no TOML.
pub(super) fn of(text: &str) -> Result<Settings, toml::de::Error> {
    let mut settings = Settings::new();
    flatten(
        "",
        &toml::Value::Table(toml::from_str(text)?),
        &mut settings,
    );
    Ok(settings)
}

fn flatten(key: &str, value: &toml::Value, settings: &mut Settings) {
    match value {
        toml::Value::Table(table) => {
            for (name, value) in table {
                let key = match key {
                    "" => name.clone(),
                    key => format!("{key}.{name}"),
                };
                flatten(&key, value, settings);
            }
        }
        toml::Value::Array(list) if list.iter().any(toml::Value::is_table) => {
            for (number, value) in (1..).zip(list) {
                flatten(&format!("{key}.{number}"), value, settings);
            }
        }
        value => {
            let own = JOBS.iter().find_map(|job| key.strip_prefix(job));
            let key = own.unwrap_or(key);
            let text = match value {
                toml::Value::String(text) => shortened(text),
                value => value.to_string(),
            };
            settings.insert(key.to_owned(), text);
        }
    }
}

/// A text, or the beginning of a long one with its hash, so that different texts stay different.
fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONGEST / 4).collect();
    let hash = darkforge_streams::fnv1a(text.as_bytes());
    format!("{start}... ({} bytes, hash {hash:016x})", text.len())
}

/// The rows of the keys that differ between `runs`; runs whose settings are not known are left out.
pub(super) fn rows(runs: &[ComparedRun]) -> Vec<SettingRow> {
    let known: Vec<(&str, &Settings)> = runs
        .iter()
        .filter_map(|run| Some((run.name.as_str(), run.settings.as_ref()?)))
        .collect();
    let keys: BTreeSet<&String> = known
        .iter()
        .flat_map(|(_, settings)| settings.keys())
        .collect();
    let mut rows = Vec::new();
    for key in keys {
        let values = known.iter().map(|(_, settings)| settings.get(key));
        let values: Vec<Option<&String>> = values.collect();
        if values.iter().all(|value| *value == values[0]) {
            continue;
        }
        rows.extend(
            known
                .iter()
                .zip(values)
                .map(|((run, _), value)| SettingRow {
                    key: key.clone(),
                    run: (*run).to_owned(),
                    value: value.cloned(),
                }),
        );
    }
    rows
}
