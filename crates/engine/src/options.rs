//! Tables of options: everything that a user can set, each option a row. Reading, the shortest
//! text, errors and help all come from the table.
//!
//! ```
//! use darkforge_engine::options::{OptionRow, parse, read, shortest, switch, whole};
//!
//! #[derive(Clone, Default)]
//! struct Oven {
//!     degrees: u32,
//!     fan: bool,
//! }
//! const OVEN: &[OptionRow<Oven>] = &[
//!     OptionRow::new("degrees", "heat", |oven| whole(&mut oven.degrees, 50..=250)),
//!     OptionRow::new("fan", "moving air", |oven| switch(&mut oven.fan)),
//! ];
//!
//! let mut oven = Oven::default();
//! read(OVEN, &mut oven, &parse("fan=on,degrees=180").unwrap()).unwrap();
//! assert_eq!(shortest(OVEN, vec![Oven::default()], &oven), "degrees=180,fan=on");
//! let wrong = read(OVEN, &mut oven, &parse("degrees=20").unwrap()).unwrap_err();
//! assert_eq!(wrong.to_string(), "degrees=20: a whole number from 50 to 250");
//! ```

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

pub use darkforge_kriegspiel::text::did_you_mean;

/// One option of something with settings `T`.
pub struct OptionRow<T: 'static> {
    /// Name before the equal sign.
    pub name: &'static str,
    /// Meaning, for help.
    pub about: &'static str,
    /// Its value in the settings.
    value: fn(&mut T) -> Value<'_>,
    /// Words for the condition under which the option exists, and the condition.
    condition: (&'static str, fn(&T) -> bool),
    /// Whether it comes after the others in the shortest text.
    is_last: bool,
}

impl<T> OptionRow<T> {
    /// An option that always exists.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        value: fn(&mut T) -> Value<'_>,
    ) -> OptionRow<T> {
        OptionRow {
            name,
            about,
            value,
            condition: ("", |_| true),
            is_last: false,
        }
    }

    /// The same option, after the others in the shortest text.
    #[must_use]
    pub const fn last(mut self) -> OptionRow<T> {
        self.is_last = true;
        self
    }

    /// The same option under a condition; `words` describe in errors how to meet it, and are empty
    /// if no other option can.
    #[must_use]
    pub const fn only(mut self, words: &'static str, condition: fn(&T) -> bool) -> OptionRow<T> {
        self.condition = (words, condition);
        self
    }

    /// Whether the option exists, or can exist with other options.
    fn can_exist(&self, set: &T) -> bool {
        !self.condition.0.is_empty() || (self.condition.1)(set)
    }
}

/// Value of one option: its present text, and a setter.
pub struct Value<'a> {
    /// The value as a user would write it; empty when it is not set.
    shown: String,
    /// The values that are possible, for help: `on|off`, `1..4`, `SECONDS`.
    form: String,
    /// Sets the value from the user's text, or returns the right form.
    put: Put<'a>,
}

type Put<'a> = Box<dyn FnOnce(&str) -> Result<(), String> + 'a>;

impl<'a> Value<'a> {
    /// A value of any kind.
    pub fn new(
        shown: impl Display,
        form: impl Display,
        put: impl FnOnce(&str) -> Result<(), String> + 'a,
    ) -> Value<'a> {
        Value {
            shown: shown.to_string(),
            form: form.to_string(),
            put: Box::new(put),
        }
    }
}

/// `on` or `off`.
pub fn switch(field: &mut bool) -> Value<'_> {
    choice(*field, &[("on", true), ("off", false)], |on| *field = on)
}

/// One of these words; the present one is that for `now`.
pub fn choice<'a, V: Copy + PartialEq>(
    now: V,
    words: &'static [(&'static str, V)],
    put: impl FnOnce(V) + 'a,
) -> Value<'a> {
    let names: Vec<&str> = words.iter().map(|word| word.0).collect();
    let shown = words.iter().find(|word| word.1 == now);
    let right = joined(&names, "or");
    Value::new(
        shown.map_or("", |word| word.0),
        names.join("|"),
        move |text| {
            let found = words.iter().find(|word| word.0 == text);
            found.map(|word| put(word.1)).ok_or(right)
        },
    )
}

/// A whole number in `range`.
pub fn whole(field: &mut impl Holds<u32>, range: RangeInclusive<u32>) -> Value<'_> {
    let (least, most) = (*range.start(), *range.end());
    let form = match (least, most) {
        (1, 2) => "1|2".to_owned(),
        (_, ..100) => format!("{least}..{most}"),
        _ => "N".to_owned(),
    };
    let right = match most {
        u32::MAX => format!("a whole number from {least}"),
        _ => format!("a whole number from {least} to {most}"),
    };
    ranged(field, range, right, form)
}

/// A number in `range`; `what` names it in errors ("a number of seconds"), `form` in help.
pub fn number<'a>(
    field: &'a mut impl Holds<f64>,
    range: RangeInclusive<f64>,
    what: &str,
    form: &str,
) -> Value<'a> {
    let right = format!("{what} from {} to {}", range.start(), range.end());
    ranged(field, range, right, form.to_owned())
}

fn ranged<'a, V: FromStr + PartialOrd + Display + 'a>(
    field: &'a mut impl Holds<V>,
    range: RangeInclusive<V>,
    right: String,
    form: String,
) -> Value<'a> {
    let shown = field
        .held()
        .map_or_else(String::new, |held| held.to_string());
    Value::new(shown, form, move |text| {
        let value = text.parse().ok().filter(|value| range.contains(value));
        value.map(|value| field.hold(value)).ok_or(right)
    })
}

/// A field for a value of type `V`, which may be empty.
pub trait Holds<V> {
    /// The value.
    fn held(&self) -> Option<V>;
    /// Sets it.
    fn hold(&mut self, value: V);
}

impl<V: Copy> Holds<V> for V {
    fn held(&self) -> Option<V> {
        Some(*self)
    }

    fn hold(&mut self, value: V) {
        *self = value;
    }
}

impl<V: Copy> Holds<V> for Option<V> {
    fn held(&self) -> Option<V> {
        *self
    }

    fn hold(&mut self, value: V) {
        *self = Some(value);
    }
}

/// Seconds.
impl Holds<f64> for Duration {
    fn held(&self) -> Option<f64> {
        Some(self.as_secs_f64())
    }

    fn hold(&mut self, value: f64) {
        *self = Duration::from_secs_f64(value);
    }
}

/// Options as written: names and values.
pub type Written = BTreeMap<String, String>;

/// A mistake in written options.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// A part without an equal sign.
    #[error("{part}: write {right}")]
    NoValue {
        /// The part.
        part: String,
        /// The right form, or an example.
        right: String,
    },
    /// An option given twice.
    #[error("{option}={value}: it is given twice")]
    Twice {
        /// The option.
        option: String,
        /// Its second value.
        value: String,
    },
    /// An option that does not exist.
    #[error("there is no option '{option}'; {known}")]
    Unknown {
        /// The option as written.
        option: String,
        /// The options that exist, in words.
        known: String,
    },
    /// A value that is not possible.
    #[error("{option}={value}: {right}")]
    Value {
        /// The option.
        option: String,
        /// The value as written.
        value: String,
        /// The right form, in words.
        right: String,
    },
}

impl OptionError {
    /// The same error with an example of all options in place of the form of one.
    #[must_use]
    pub fn with_example(self, example: &impl Display) -> OptionError {
        match self {
            OptionError::NoValue { part, .. } => OptionError::NoValue {
                part,
                right: example.to_string(),
            },
            error => error,
        }
    }
}

/// Splits `OPTION=VALUE,...`.
///
/// # Errors
/// If a part is not `OPTION=VALUE`, or an option is given twice.
pub fn parse(text: &str) -> Result<Written, OptionError> {
    let mut written = Written::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (option, value) = part.split_once('=').ok_or_else(|| OptionError::NoValue {
            part: part.to_owned(),
            right: "OPTION=VALUE".to_owned(),
        })?;
        let earlier = written.insert(option.trim().to_owned(), value.trim().to_owned());
        if earlier.is_some() {
            return Err(OptionError::Twice {
                option: option.to_owned(),
                value: value.to_owned(),
            });
        }
    }
    Ok(written)
}

/// Sets the `written` options, in the order of the rows.
///
/// # Errors
/// An option does not exist, or its value is not possible.
pub fn read<T>(rows: &[OptionRow<T>], set: &mut T, written: &Written) -> Result<(), OptionError> {
    let unknown = |option: &str, set: &T| {
        let able = rows.iter().filter(|row| row.can_exist(set));
        OptionError::Unknown {
            option: option.to_owned(),
            known: known(rows, set) + &did_you_mean(option, able.map(|row| row.name)),
        }
    };
    let strange = |option: &&String| rows.iter().all(|row| row.name != option.as_str());
    if let Some(option) = written.keys().find(strange) {
        return Err(unknown(option, set));
    }
    for row in rows {
        let Some(value) = written.get(row.name) else {
            continue;
        };
        if !row.can_exist(set) {
            return Err(unknown(row.name, set));
        }
        let (words, condition) = row.condition;
        if !condition(set) {
            return Err(OptionError::Unknown {
                option: row.name.to_owned(),
                known: format!("it is one {words}"),
            });
        }
        ((row.value)(set).put)(value).map_err(|right| OptionError::Value {
            option: row.name.to_owned(),
            value: value.clone(),
            right,
        })?;
    }
    Ok(())
}

/// The options that lead from each of these settings, such as the usual ones, to `set`.
pub fn shortest<T: Clone>(rows: &[OptionRow<T>], mut from: Vec<T>, set: &T) -> String {
    let mut set = set.clone();
    let mut parts = Vec::new();
    let (last, first): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.is_last);
    for row in first.into_iter().chain(last) {
        let wanted = (row.value)(&mut set).shown;
        let mut differs = false;
        for from in &mut from {
            let value = (row.value)(from);
            if value.shown != wanted {
                differs = true;
                // One option may change the defaults of those after it.
                let _ = (value.put)(&wanted);
            }
        }
        if differs {
            parts.push(format!("{}={wanted}", row.name));
        }
    }
    parts.join(",")
}

/// A line of help for each option that exists or can exist: `NAME=VALUES` and its meaning.
pub fn help<T: Clone>(rows: &[OptionRow<T>], usual: &T) -> Vec<(String, String)> {
    let mut usual = usual.clone();
    let mut lines = Vec::new();
    for row in rows {
        let (words, condition) = row.condition;
        let about = match (condition(&usual), words) {
            (true, _) => row.about.to_owned(),
            (false, "") => continue,
            (false, words) => format!("{words}: {}", row.about),
        };
        let form = (row.value)(&mut usual).form;
        lines.push((format!("{}={form}", row.name), about));
    }
    lines
}

/// The options in words: "it has depth, samples and pool".
fn known<T>(rows: &[OptionRow<T>], set: &T) -> String {
    let (conditional, always): (Vec<_>, Vec<_>) = rows
        .iter()
        .filter(|row| row.can_exist(set))
        .partition(|row| !row.condition.0.is_empty());
    let always: Vec<&str> = always.iter().map(|row| row.name).collect();
    let with = |rows: &[&OptionRow<T>]| {
        let names: Vec<&str> = rows.iter().map(|row| row.name).collect();
        format!(" and, {}, {}", rows[0].condition.0, joined(&names, "and"))
    };
    match always.as_slice() {
        [] => "it has none".to_owned(),
        names if conditional.is_empty() => format!("it has {}", joined(names, "and")),
        names => {
            let conditional = conditional.chunk_by(|a, b| a.condition.0 == b.condition.0);
            let conditional: String = conditional.map(with).collect();
            format!("it has {}{conditional}", names.join(", "))
        }
    }
}

/// "a, b and c".
pub fn joined(names: &[&str], last: &str) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).to_owned(),
        [names @ .., name] => format!("{} {last} {name}", names.join(", ")),
    }
}
