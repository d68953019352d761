//! Reading of TOML, with errors that name line and key and say what would be right.

use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::Value;
use toml::de::{DeTable, DeValue};

use darkforge_kriegspiel::text::{place, quoted, toml_mistake, value_problem};
use toml::{Spanned, de};

use super::ConfigError;
use darkforge_engine::options::did_you_mean;

/// Rules for a config beyond the shape of its type.
pub(super) trait Config: DeserializeOwned + Serialize {
    /// Right values of the key at `path`, such as `bout.pairs`, in words.
    fn right(path: &str) -> Option<String>;

    /// Checks keys of `table`, which is in `source` below `prefix`, for which serde's messages are
    /// too short or have no place.
    ///
    /// # Errors
    /// The first mistake.
    fn check_keys(
        _source: &Source<'_>,
        _prefix: &str,
        _table: &DeTable<'_>,
    ) -> Result<(), ConfigError> {
        Ok(())
    }
}

/// A text with the name of its file for messages.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
}

/// Refuses the config of another command, which has one of the `sections` and not the `own` key.
///
/// # Errors
/// It is one.
pub(super) fn refuse_other(
    file: &str,
    text: &str,
    (own, sections, command): (&str, &[&str], &str),
) -> Result<(), ConfigError> {
    let Ok(table) = DeTable::parse(text) else {
        return Ok(());
    };
    let table = table.get_ref();
    let other = sections
        .iter()
        .find(|section| table.contains_key(**section));
    match other.filter(|_| !table.contains_key(own)) {
        Some(section) => Err(ConfigError::new(
            file,
            format!("with the section [{section}] this is a config of darkforge {command}"),
        )),
        None => Ok(()),
    }
}

/// Reads a config. Everything written is used: a list that is longer than its type is refused.
///
/// # Errors
/// If the text has another shape; the message has line and key.
pub(super) fn read<T: Config>(file: &str, text: &str) -> Result<T, ConfigError> {
    let source = Source { file, text };
    // Errors in TOML are reported by its reader.
    if let Ok(table) = DeTable::parse(text) {
        T::check_keys(&source, "", table.get_ref())?;
    }
    let config: T = toml::from_str(text).map_err(|error| source.explained(&error, T::right))?;
    let written = toml::from_str(text).map(Value::Table);
    if let (Ok(written), Ok(understood)) = (written, Value::try_from(&config)) {
        let long = longer("", &written, &understood);
        if let Some(problem) = long {
            return Err(ConfigError::new(file, problem));
        }
    }
    Ok(config)
}

/// The first list of `written` whose length differs in `understood`.
fn longer(path: &str, written: &Value, understood: &Value) -> Option<String> {
    match (written, understood) {
        (Value::Table(written), Value::Table(understood)) => {
            let dot = if path.is_empty() { "" } else { "." };
            let mut both = written
                .iter()
                .filter_map(|(key, value)| Some((key, value, understood.get(key)?)));
            both.find_map(|(key, value, other)| longer(&format!("{path}{dot}{key}"), value, other))
        }
        (Value::Array(list), Value::Array(other)) if list.len() != other.len() => Some(format!(
            "{path} = {written}: must be {} values, and these are {}",
            other.len(),
            list.len()
        )),
        (Value::Array(list), Value::Array(other)) => {
            let mut both = list.iter().zip(other);
            both.find_map(|(value, other)| longer(path, value, other))
        }
        _ => None,
    }
}

impl Source<'_> {
    /// Error for a place in the text.
    pub(super) fn wrong(&self, at: usize, problem: &str) -> ConfigError {
        ConfigError::new(self.file, format!("{}: {problem}", place(self.text, at)))
    }

    /// Checks the section `name` of a file by itself, and all its keys. serde keeps no places of what
    /// it reads by way of `flatten`.
    ///
    /// # Errors
    /// The first mistake in the section.
    pub(super) fn check_section<T: Config>(
        &self,
        name: &str,
        section: &Spanned<DeValue<'_>>,
        right: fn(&str) -> Option<String>,
    ) -> Result<(), ConfigError> {
        let DeValue::Table(table) = section.get_ref() else {
            let (start, text) = (section.span().start, &self.text[section.span()]);
            return Err(self.wrong(start, &format!("{name} = {text}: must be a section")));
        };
        T::check_keys(self, &format!("{name}."), table)?;
        let table = Spanned::new(section.span(), table.clone());
        let read = T::deserialize(toml::Deserializer::from(table)).map(drop);
        read.map_err(|error| self.explained(&error, right))
    }

    /// Error of a TOML reader with its key; `right` has the right values of keys.
    fn explained(&self, error: &de::Error, right: fn(&str) -> Option<String>) -> ConfigError {
        ConfigError::new(self.file, toml_mistake(self.text, error, right))
    }

    /// Checks the keys of `table` one by one; the key `tag` names the kind. serde's message on a
    /// wrong one has no line. Keys of all kinds are `common`; `prefix` comes before all keys in
    /// messages. `right` has the right values of keys without it.
    ///
    /// # Errors
    /// The first key that no kind has, or whose value is wrong.
    pub(super) fn check_kind<T: DeserializeOwned>(
        &self,
        table: &DeTable<'_>,
        (prefix, tag, kinds): (&str, &str, &[&str]),
        common: &[&str],
        right: fn(&str) -> Option<String>,
    ) -> Result<(), ConfigError> {
        let Some(value) = table.get(tag) else {
            return Ok(()); // serde says that it is missing
        };
        let kind = value.get_ref().as_str().unwrap_or_default();
        if !kinds.contains(&kind) {
            let hint = did_you_mean(kind, kinds.iter().copied());
            let (written, kinds) = (&self.text[value.span()], kinds.join(", "));
            let problem = format!("{prefix}{tag} = {written}: must be one of {kinds}{hint}");
            return Err(self.wrong(value.span().start, &problem));
        }
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            if name == tag || common.contains(&name) {
                continue;
            }
            let alone = |kind: &str| {
                let nowhere = || Spanned::new(0..0, tag.to_owned().into());
                let kind = Spanned::new(0..0, DeValue::String(kind.to_owned().into()));
                let pairs = [(nowhere(), kind), (key.clone(), value.clone())];
                let table = Spanned::new(0..0, pairs.into_iter().collect::<DeTable<'_>>());
                T::deserialize(toml::Deserializer::from(table)).map(drop)
            };
            let Err(error) = alone(kind) else { continue };
            let place = format!("{prefix}{name}");
            if !error.message().starts_with("unknown field") {
                let (start, text) = (value.span().start, &self.text[value.span()]);
                let problem = value_problem(&place, text, error.message(), right(name));
                let problem = problem.unwrap_or_else(|| format!("{place}: {}", error.message()));
                return Err(self.wrong(start, &problem));
            }
            let others = kinds.iter().filter(|kind| alone(kind).is_ok());
            let others: Vec<String> = others.map(|kind| format!("\"{kind}\"")).collect();
            let known = [common, &quoted(error.message())[1..]].concat();
            let (belongs, hint) = match others.as_slice() {
                [] => (String::new(), did_you_mean(name, known.iter().copied())),
                others => (
                    format!("; it belongs to {}", others.join(" and ")),
                    String::new(),
                ),
            };
            let has = match known.join(", ") {
                none if none.is_empty() => String::new(),
                known => format!("; there are {known}{hint}"),
            };
            let problem = format!("{place}: {tag} = \"{kind}\" has no such key{belongs}{has}");
            return Err(self.wrong(key.span().start, &problem));
        }
        Ok(())
    }
}
