//! `--explain` and `--init` of commands that read a config: its keys, and a first config.

use std::path::Path;

use crate::cli::errors::usage;
use crate::cli::flags::RunFlags;
use crate::cli::output::asked_file::AskedFile;
use crate::cli::output::command_line::CommandLine;
use crate::cli::screen::Screen;
use crate::cli::terminal::{print_json, show, tell};
use crate::report::object::{IfAny, Nested, object};
use darkforge_lab::config::{ConfigKey, ConfigKeys};

/// The config to play. `None` if the flags ask for help with a config, which is then given.
///
/// # Errors
/// There is no such key, or the file cannot be written.
pub(crate) fn config_to_play(
    flags: &RunFlags,
    keys: fn() -> ConfigKeys,
    is_json: bool,
) -> anyhow::Result<Option<&Path>> {
    if let Some(name) = &flags.explain {
        explain(&keys(), name, is_json)?;
    } else if let Some(file) = &flags.init {
        init(&keys(), file)?;
    }
    Ok(flags.config.as_deref())
}

object! {
    /// Keys of a config.
    ExplainedKeys {
        /// The keys, in the order of a config.
        keys: Vec<Nested<KeyFigures>>,
    }
}

object! {
    /// A key of a config.
    KeyFigures {
        /// Its path, such as `population.size`.
        key: String,
        /// Line without which its section does not have it, such as `kind = "cma-es"`; absent for
        /// other keys.
        with: IfAny<String>,
        /// Kind of its values.
        r#type: String,
        /// Range of its values; null without one.
        range: Option<String>,
        /// Whether it must be in the config.
        required: bool,
        /// Default as TOML, of a required key a value to begin with; null if there is none.
        value: Option<String>,
        /// Rule by which its value follows from other keys if it is left out; null without one.
        derived: Option<String>,
        /// Meaning.
        meaning: String,
    }
}

/// Prints the keys that `name` stands for, or all.
fn explain(keys: &ConfigKeys, name: &str, is_json: bool) -> anyhow::Result<()> {
    let found = if name.is_empty() {
        keys.all()
    } else {
        keys.find(name).map_err(usage)?
    };
    if is_json {
        let keys = found.into_iter().map(|key| {
            Nested(KeyFigures {
                key: key.key.clone(),
                with: IfAny(Some(key.kind_of_section.clone()).filter(|with| !with.is_empty())),
                r#type: key.kind.clone(),
                range: key.range.clone(),
                required: key.required,
                value: key.default.clone().filter(|_| key.derived.is_none()),
                derived: key.derived.clone(),
                meaning: key.about.clone(),
            })
        });
        return print_json(&ExplainedKeys {
            keys: keys.collect(),
        });
    }
    let mut screen = Screen::new();
    for (place, key) in found.into_iter().enumerate() {
        if place > 0 {
            screen.line("");
        }
        explained(key, &mut screen);
    }
    show(&screen)
}

/// Adds a key in a few lines.
fn explained(key: &ConfigKey, screen: &mut Screen) {
    let name = match key.kind_of_section.as_str() {
        "" => key.key.clone(),
        kind => format!("{} with {kind}", key.key),
    };
    let default = match (&key.derived, &key.default) {
        _ if key.required => "required".to_owned(),
        (Some(rule), _) => format!("default: {rule}"),
        (None, Some(value)) => format!("default {value}"),
        (None, None) => "may be left out".to_owned(),
    };
    screen.headline(name);
    screen.line(format!("  {}", key.about));
    screen.line(format!("  {}; {default}", key.values()));
}

/// Writes a first config to `file`, which must not exist.
fn init(keys: &ConfigKeys, file: &Path) -> anyhow::Result<()> {
    let asked = AskedFile::begin("--init", file)?;
    let stem = file.file_stem().and_then(|stem| stem.to_str());
    let text = keys.first_config(stem.unwrap_or_default());
    asked.finish(|out| Ok(out.write_all(text.as_bytes())?))?;
    let shown = file.display();
    let command = CommandLine::of(keys.command).words([&shown]).line();
    tell(&format!(
        "{shown} is a config with all keys; play it with: {command}"
    ));
    Ok(())
}
