//! Settings: type, default and range of each key, in one line.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// Settings that know the ranges of their keys; [`settings!`](crate::settings!) implements it.
pub trait Ranges {
    /// The keys that a config may write, in their order.
    fn keys() -> Vec<Key>
    where
        Self: Sized;

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

/// A key of settings, as its line in [`settings!`](crate::settings!) describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// Its meaning.
    pub about: &'static str,
    /// Kind of its values, in words.
    pub kind: String,
    /// Range of its values in words, if it has one.
    pub range: Option<String>,
}

/// A type that a key of settings may have.
pub trait KeyKind {
    /// Name of a section with keys of its own.
    const SECTION: &str = "section";

    /// Kind of the values, in words.
    fn in_words() -> String;
}

macro_rules! kinds {
    ($($type:ty: $words:literal)*) => { $(impl KeyKind for $type {
        fn in_words() -> String {
            $words.to_owned()
        }
    })* };
}
kinds! {
    u32: "whole number"
    u64: "whole number"
    usize: "whole number"
    f64: "number"
    bool: "true or false"
    String: "text"
}

impl<T: KeyKind> KeyKind for Option<T> {
    fn in_words() -> String {
        T::in_words()
    }
}

impl<T: KeyKind> KeyKind for Vec<T> {
    fn in_words() -> String {
        format!("list of {}s", T::in_words())
    }
}

impl<T: KeyKind, const N: usize> KeyKind for [T; N] {
    fn in_words() -> String {
        format!("list of {N} {}s", T::in_words())
    }
}

impl<T: KeyKind> KeyKind for BTreeMap<String, T> {
    fn in_words() -> String {
        format!("table of names, each with a {}", T::in_words())
    }
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
/// assert_eq!(Walk::keys()[0].about, "Length of the first steps.");
/// assert_eq!(Walk { step: 0.0 }.check().unwrap_err().right, "from 0.0001 to 100");
/// ```
#[macro_export]
macro_rules! settings {
    (@line doc = $text:literal) => { $text };
    (@line $($other:tt)*) => { "" };
    (@is_written serde(skip)) => { false };
    (@is_written $($other:tt)*) => { true };
    (@define [$($deny:tt)*]
        $(#[$meta:meta])*
        pub struct $name:ident {
            $( $(#[$($attribute:tt)*])* $key:ident: $type:ty $(, $range:expr)?; )*
        }
    ) => {
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        $(#[$meta])*
        $($deny)*
        pub struct $name {
            $( $(#[$($attribute)*])* pub $key: $type, )*
        }

        impl $crate::KeyKind for $name {
            fn in_words() -> String {
                Self::SECTION.to_owned()
            }
        }

        impl $crate::Ranges for $name {
            fn keys() -> Vec<$crate::Key> {
                let keys = [$( (
                    true $( && $crate::settings!(@is_written $($attribute)*) )*,
                    $crate::Key {
                        name: stringify!($key),
                        about: concat!($( $crate::settings!(@line $($attribute)*) ),*).trim_start(),
                        kind: <$type as $crate::KeyKind>::in_words(),
                        range: <Self as $crate::Ranges>::right(stringify!($key)),
                    },
                ) ),*];
                let written = keys.into_iter().filter(|(is_written, _)| *is_written);
                written.map(|(_, key)| key).collect()
            }

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
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $( $(#[$($attribute:tt)*])* $key:ident: $type:ty = $default:expr $(, $range:expr)?; )*
        }
    ) => {
        $crate::settings! {
            $(#[$meta])*
            #[serde(default)]
            pub struct $name {
                $( $(#[$($attribute)*])* $key: $type $(, $range)?; )*
            }
        }

        impl Default for $name {
            fn default() -> $name {
                $name { $( $key: $default, )* }
            }
        }
    };
    ($(#[$meta:meta])* pub struct $name:ident, flattened $keys:tt) => {
        $crate::settings! { @define [] $(#[$meta])* pub struct $name $keys }
    };
    ($(#[$meta:meta])* pub struct $name:ident $keys:tt) => {
        $crate::settings! {
            @define [#[serde(deny_unknown_fields)]] $(#[$meta])* pub struct $name $keys
        }
    };
}
