//! Sections of a config: settings with their ranges, and checks of what a user wrote.

use std::fmt::Display;
use std::ops::RangeInclusive;

use super::ConfigError;
use darkforge_optimise::{self as optimise, OutOfRange, Ranges};

pub(super) use darkforge_optimise::settings as section;

/// Error for a value out of range; `prefix` comes before its keys.
fn out_of_range(file: &str, prefix: &str, wrong: &OutOfRange) -> ConfigError {
    let key = format!("{prefix}{}", wrong.key);
    ConfigError::value(file, &key, &wrong.value, &wrong.right)
}

/// Checks that each value of a section is in its range; `prefix` comes before its keys.
pub(super) fn check(file: &str, prefix: &str, section: &impl Ranges) -> Result<(), ConfigError> {
    let checked = section.check();
    checked.map_err(|wrong| out_of_range(file, prefix, &wrong))
}

/// Checks that the value of `key`, if there is one, is in `range`.
pub(super) fn within<'a, T: PartialOrd + Display + 'a>(
    file: &str,
    key: &'static str,
    value: impl Into<Option<&'a T>>,
    range: &RangeInclusive<T>,
) -> Result<(), ConfigError> {
    let checked = optimise::within(key, value, range);
    checked.map_err(|wrong| out_of_range(file, "", &wrong))
}

/// Checks a run's name.
pub(super) fn check_name(file: &str, name: &str) -> Result<(), ConfigError> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || !name.chars().all(plain) || name.starts_with('.') {
        let right = "letters, digits, '-', '_' and '.': it becomes a folder's name";
        return Err(ConfigError::value(
            file,
            "name",
            &format!("\"{name}\""),
            right,
        ));
    }
    Ok(())
}
