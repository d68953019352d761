//! Fields of files that are made of one type, with their docs as meanings, for the reference.
//!
//! ```
//! darkforge_lab::fields! {
//!     /// A file.
//!     pub struct Notes {
//!         /// Name of the run.
//!         pub name: String,
//!     }
//! }
//! assert_eq!(Notes::FIELDS[0].name, "name");
//! assert_eq!(Notes::FIELDS[0].meaning.trim(), "Name of the run.");
//! ```

/// A field of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its docs.
    pub meaning: &'static str,
    /// Whether the file has the fields of its type in its place.
    pub is_flat: bool,
}

/// Defines a struct of which the constant `FIELDS` has all fields with their docs.
#[macro_export]
macro_rules! fields {
    (@line doc = $text:literal) => { $text };
    (@line $($other:tt)*) => { "" };
    (@is_flat serde(flatten)) => { true };
    (@is_flat $($other:tt)*) => { false };
    ($(#[$meta:meta])* pub struct $name:ident {
        $( $(#[$($attribute:tt)*])* pub $field:ident: $type:ty, )*
    }) => {
        $(#[$meta])*
        pub struct $name {
            $( $(#[$($attribute)*])* pub $field: $type, )*
        }

        impl $name {
            /// Fields of the file with their meanings.
            pub const FIELDS: &'static [$crate::field::Field] = &[$( $crate::field::Field {
                name: stringify!($field),
                meaning: concat!($( $crate::fields!(@line $($attribute)*) ),*),
                is_flat: false $( || $crate::fields!(@is_flat $($attribute)*) )*,
            } ),*];
        }
    };
}
