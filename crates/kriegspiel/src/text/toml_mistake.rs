//! Mistakes of TOML files in plain words: place, key, and what would be right.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use super::{SHOWN, did_you_mean, mistake, place};

/// Message on an `error` of the reader of `text`: the place, the key with its value, and what would
/// be right there; `right` has the right values of keys beyond their types.
///
/// ```
/// use darkforge_kriegspiel::text::toml_mistake;
///
/// #[derive(Debug, serde::Deserialize)]
/// struct Recipe {
///     steps: u32,
/// }
/// let text = "steps = \"many\"\n";
/// let error = toml::from_str::<Recipe>(text).unwrap_err();
/// let told = toml_mistake(text, &error, |_| None);
/// assert_eq!(told, "line 1, column 9: steps = \"many\": must be a whole number");
/// ```
pub fn toml_mistake(
    text: &str,
    error: &toml::de::Error,
    right: impl Fn(&str) -> Option<String>,
) -> String {
    let known = || {
        let at = error.span()?.start;
        let table = DeTable::parse(text).ok()?;
        let (path, value) = find("", table.get_ref(), at)?;
        let problem = value_problem(&path, &text[value], error.message(), right(&path))?;
        Some(format!("{}: {problem}", place(text, at)))
    };
    // A key that is missing outside sections has no place.
    let at = error.span().map(|span| span.start);
    let at = at.filter(|&at| at > 0 || !error.message().starts_with("missing"));
    known().unwrap_or_else(|| mistake(text, at, error.message()))
}

/// The first line of a value, as much as a message shows.
fn first_line(value: &str) -> String {
    let line = value.lines().next().unwrap_or_default();
    if line.len() == value.len() && line.chars().count() <= SHOWN {
        return line.to_owned();
    }
    let shown: String = line.chars().take(SHOWN).collect();
    shown + " ..."
}

/// Path of the key at a place in a text, and the place of its value.
fn find(path: &str, table: &DeTable<'_>, at: usize) -> Option<(String, Range<usize>)> {
    let dot = if path.is_empty() { "" } else { "." };
    table.iter().find_map(|(key, value)| {
        let path = format!("{path}{dot}{}", key.get_ref());
        let inside = match value.get_ref() {
            DeValue::Table(table) => find(&path, table, at),
            DeValue::Array(list) => list.iter().find_map(|one| match one.get_ref() {
                DeValue::Table(table) => find(&path, table, at),
                _ => None,
            }),
            _ => None,
        };
        let here = key.span().contains(&at) || value.span().contains(&at);
        inside.or_else(|| here.then(|| (path, value.span())))
    })
}

/// The words between backticks of serde's messages.
pub fn quoted(message: &str) -> Vec<&str> {
    message.split('`').skip(1).step_by(2).collect()
}

/// Problem of the `value` of the key at `path`, by serde's `message`; `right` are its right values.
pub fn value_problem(
    path: &str,
    value: &str,
    message: &str,
    right: Option<String>,
) -> Option<String> {
    let value = &first_line(value);
    if message.starts_with("unknown") {
        let words = quoted(message);
        let (name, known) = words.split_first()?;
        let (hint, known) = (did_you_mean(name, known.iter().copied()), known.join(", "));
        return Some(if message.starts_with("unknown variant") {
            format!("{path} = {value}: must be one of {known}{hint}")
        } else {
            // Of a section within an unknown one, the path is longer.
            let above = path.split_once(&format!("{name}.")).map(|(above, _)| above);
            let path = above.map_or(path.to_owned(), |above| format!("{above}{name}"));
            format!("there is no key {path}; there are {known}{hint}")
        });
    }
    if !message.starts_with("invalid") {
        return None;
    }
    if *value == format!("[[{path}]]") {
        return Some(format!("{value}: must be one section, [{path}]"));
    }
    let (_, expected) = message.split_once(", expected ")?;
    let digits = value.trim_start_matches(['+', '-']).replace('_', "");
    let is_whole = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let (kind, most) = match expected {
        "u8" => ("a whole number", u64::from(u8::MAX)),
        "u32" => ("a whole number", u64::from(u32::MAX)),
        "u64" | "usize" => ("a whole number", u64::MAX),
        "f64" => ("a number", 0),
        "a string" | "path string" => ("a text in quotes", 0),
        "a sequence" => ("a list", 0),
        "a map" => ("a section", 0),
        other if other.starts_with("struct ") => ("a section", 0),
        "a boolean" => ("true or false", 0),
        other => (other, 0),
    };
    let right = match (right, is_whole && most > 0) {
        (Some(right), true) => right,
        (Some(right), false) => format!("{kind} {right}"),
        (None, true) if value.starts_with('-') => "0 or more".to_owned(),
        (None, true) => format!("at most {most}"),
        (None, false) => kind.to_owned(),
    };
    // A section has its header as its text.
    let is_section = *value == format!("[{path}]");
    Some(if is_section {
        format!("{value}: must be {right}")
    } else {
        format!("{path} = {value}: must be {right}")
    })
}
