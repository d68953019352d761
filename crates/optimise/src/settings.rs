//! Settings: type, default and range of each key, in one line.

use std::fmt::Display;
use std::ops::RangeInclusive;

/// Settings that know the ranges of their keys; [`settings!`](crate::settings!) implements it.
pub trait Ranges {
    /// Range of `key` in words, if it has one.
    fn right(key: &str) -> Option<String>
    where
        Self: Sized;

    /// Checks that each value is in its range.
    ///
    /// # Errors
    /// The first value out of range.
    fn check(&self) -> Result<(), OutOfRange>;
}

/// A value that is out of its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutOfRange {
    /// The key.
    pub key: &'static str,
    /// The value.
    pub value: String,
    /// The range in words.
    pub right: String,
}

/// A range in words.
pub fn in_words<T: Display>(range: &RangeInclusive<T>) -> String {
    format!("from {} to {}", range.start(), range.end())
}

/// Checks that the value of `key`, if there is one, is in `range`.
///
/// # Errors
/// If it is not.
pub fn within<'a, T: PartialOrd + Display + 'a>(
    key: &'static str,
    value: impl Into<Option<&'a T>>,
    range: &RangeInclusive<T>,
) -> Result<(), OutOfRange> {
    match value.into() {
        // NaN is in no range.
        Some(value) if !range.contains(value) => Err(OutOfRange {
            key,
            value: value.to_string(),
            right: in_words(range),
        }),
        _ => Ok(()),
    }
}

/// Declares settings with serde and [`Ranges`]. If all keys have a default (after `=`), each may be
/// left out; if none has, all are required unless an attribute says otherwise. A range follows the
/// comma. A config has no keys with `#[serde(skip)]`.
///
/// ```
/// use darkforge_optimise::Ranges as _;
///
/// darkforge_optimise::settings! {
///     /// How a walk goes.
///     pub struct Walk {
///         /// Length of the first steps.
///         step: f64 = 0.1, 0.0001..=100.0;
///     }
/// }
/// assert_eq!(Walk::default().check(), Ok(()));
/// assert_eq!(Walk { step: 0.0 }.check().unwrap_err().right, "from 0.0001 to 100");
/// ```
#[macro_export]
macro_rules! settings {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $( $(#[$attribute:meta])* $key:ident: $type:ty = $default:expr $(, $range:expr)?; )*
        }
    ) => {
        $crate::settings! {
            $(#[$meta])*
            #[serde(default)]
            pub struct $name {
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
        pub struct $name:ident {
            $( $(#[$attribute:meta])* $key:ident: $type:ty $(, $range:expr)?; )*
        }
    ) => {
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$meta])*
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $( $(#[$attribute])* pub $key: $type, )*
        }

        impl $crate::Ranges for $name {
            fn right(key: &str) -> Option<String> {
                let _ = key;
                $( $(
                    if key == stringify!($key) {
                        return Some($crate::in_words(&$range));
                    }
                )? )*
                None
            }

            fn check(&self) -> Result<(), $crate::OutOfRange> {
                $( $(
                    $crate::within(stringify!($key), &self.$key, &$range)?;
                )? )*
                Ok(())
            }
        }
    };
}
