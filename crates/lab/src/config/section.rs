//! Sections of a config: for each key its type, what it is when it is left out, and the
//! values that it may have, in one line.

use std::fmt::Display;
use std::ops::RangeInclusive;

use super::ConfigError;

/// Declares a section. The text behind `in` stands before its keys in messages. A section of
/// which all keys have a value after `=` may be left out; without any, its keys are required
/// unless an attribute says otherwise. `Section::check` refuses what is outside of a range
/// behind the comma, and `Section::KEYS` has the names.
macro_rules! section {
    (
        $(#[$meta:meta])*
        pub struct $name:ident in $prefix:literal {
            $( $(#[$attribute:meta])* $key:ident: $type:ty = $default:expr $(, $range:expr)?; )*
        }
    ) => {
        $crate::config::section::section! {
            $(#[$meta])*
            #[serde(default)]
            pub struct $name in $prefix {
                $( $(#[$attribute])* $key: $type $(, $range)?; )*
            }
        }

        impl Default for $name {
            fn default() -> $name {
                $name { $( $key: $default, )* }
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $name:ident in $prefix:literal {
            $( $(#[$attribute:meta])* $key:ident: $type:ty $(, $range:expr)?; )*
        }
    ) => {
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$meta])*
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $( $(#[$attribute])* pub $key: $type, )*
        }

        impl $name {
            /// Names of the keys.
            pub const KEYS: &[&str] = &[$( stringify!($key) ),*];

            /// Checks that each value is in its range.
            pub(super) fn check_ranges(&self, file: &str) -> Result<(), $crate::config::ConfigError> {
                $( $(
                    let key = concat!($prefix, stringify!($key));
                    $crate::config::section::within(file, key, &self.$key, &$range)?;
                )? )*
                Ok(())
            }
        }
    };
}

pub(super) use section;

/// Checks that the value of `key`, if there is one, is in `range`.
pub(super) fn within<'a, T: PartialOrd + Display + 'a>(
    file: &str,
    key: &str,
    value: impl Into<Option<&'a T>>,
    range: &RangeInclusive<T>,
) -> Result<(), ConfigError> {
    match value.into() {
        // Not a number is in no range.
        Some(value) if !range.contains(value) => {
            let right = format!("from {} to {}", range.start(), range.end());
            Err(ConfigError::value(file, key, value, &right))
        }
        _ => Ok(()),
    }
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
