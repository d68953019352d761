//! JSON objects of typed fields: the figures that `--json` prints, with their meanings for the
//! reference.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::column::{Absence, Column, Form};
use super::table::Columns;

/// Defines a type of JSON objects by their fields. The docs of a field are its meaning, and a field
/// without docs has the meaning that tables share ([`Column`]).
macro_rules! object {
    ($(#[$about:meta])* $name:ident { $($(#[doc = $doc:literal])* $field:ident: $kind:ty,)* }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq)]
        pub(crate) struct $name {
            $($(#[doc = $doc])* pub(crate) $field: $kind,)*
        }
        $crate::report::table::columns! { $name { $($(#[doc = $doc])* $field: $kind,)* } }
    };
}
pub(crate) use object;

/// A value in JSON.
pub(crate) trait Json {
    /// The value, its numbers with all digits.
    fn value(&self) -> Value;

    /// Its form.
    fn form() -> Form;

    /// Fields of the value, if it is made of objects, with the path `prefix` before their names.
    fn fields(_prefix: &str) -> Vec<Column> {
        Vec::new()
    }
}

/// An object in a field of its own.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Nested<T>(pub(crate) T);

impl<T: Columns> Json for Nested<T> {
    fn value(&self) -> Value {
        self.0.object()
    }

    fn form() -> Form {
        Form::Word("object".to_owned())
    }

    fn fields(prefix: &str) -> Vec<Column> {
        let mut columns = T::columns();
        for name in columns.iter_mut().flat_map(|column| &mut column.names) {
            *name = format!("{prefix}.{name}");
        }
        columns
    }
}

macro_rules! list {
    ($([$($of:tt)*] $kind:ty;)*) => { $(impl<T: Json, $($of)*> Json for $kind {
        fn value(&self) -> Value {
            self.iter().map(T::value).collect()
        }

        fn form() -> Form {
            Form::List(Box::new(T::form()))
        }

        fn fields(prefix: &str) -> Vec<Column> {
            T::fields(&format!("{prefix}[]"))
        }
    })* };
}
list! {
    [] Vec<T>;
    [const N: usize] [T; N];
}

/// Values by names that are no fields.
impl<T: Json> Json for BTreeMap<String, T> {
    fn value(&self) -> Value {
        let values = self.iter().map(|(name, one)| (name.clone(), one.value()));
        Value::Object(values.collect())
    }

    fn form() -> Form {
        Form::ByName(Box::new(T::form()))
    }

    fn fields(prefix: &str) -> Vec<Column> {
        T::fields(&format!("{prefix}.NAME"))
    }
}

impl<T: Json> Json for Option<T> {
    fn value(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::value)
    }

    fn form() -> Form {
        T::form()
    }
}

macro_rules! plain {
    ($($kind:ty: $form:expr;)*) => { $(impl Json for $kind {
        fn value(&self) -> Value {
            json!(self)
        }

        fn form() -> Form {
            $form
        }
    })* };
}
plain! {
    u64: Form::Whole;
    usize: Form::Whole;
    f64: Form::Number(None);
    String: Form::text();
    Value: Form::Word("object".to_owned());
}

macro_rules! one_field {
    ($([$($of:tt)*] $kind:ty;)*) => { $(impl<$($of)*> Columns for $kind {
        fn put(&self, field: &str, object: &mut Map<String, Value>) {
            object.insert(field.to_owned(), self.value());
        }

        fn describe(field: &str, doc: &str) -> Vec<Column> {
            let mut columns = vec![Column::new(vec![field.to_owned()], Self::form(), doc)];
            columns.append(&mut Self::fields(field));
            columns
        }
    })* };
}
one_field! {
    [T: Columns] Nested<T>;
    [T: Json] Vec<T>;
    [T: Json, const N: usize] [T; N];
    [T: Json] BTreeMap<String, T>;
    [] f64;
    [] Value;
}

/// Fields that are absent where there is no value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct IfAny<T>(pub(crate) Option<T>);

impl<T: Columns> Columns for IfAny<T> {
    fn put(&self, field: &str, object: &mut Map<String, Value>) {
        if let Some(value) = &self.0 {
            value.put(field, object);
        }
    }

    fn describe(field: &str, doc: &str) -> Vec<Column> {
        Absence::Absent.of::<T>(field, doc)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::table::{Results, ShareInterval};
    use darkforge_ratings::Tally;

    object! {
        /// A part.
        Part {
            /// Names.
            names: Vec<String>,
        }
    }

    object! {
        /// Fields of every kind.
        Whole {
            /// Number.
            number: f64,
            result: Results,
            part: Option<Nested<Part>>,
            parts: Vec<Nested<Part>>,
            by_name: BTreeMap<String, Nested<Part>>,
            maybe: IfAny<ShareInterval>,
        }
    }

    #[test]
    fn every_field_of_an_object_is_described() {
        let part = || {
            Nested(Part {
                names: vec!["a".to_owned()],
            })
        };
        let whole = |maybe| Whole {
            number: 0.1,
            result: (&Tally::of(1, 0, 1)).into(),
            part: Some(part()),
            parts: vec![part()],
            by_name: [("x".to_owned(), part())].into(),
            maybe: IfAny(maybe),
        };
        let text = whole(None).object().to_string();
        assert!(text.starts_with(r#"{"by_name":{"x":{"names":["a"]}},"draws":0,"#));
        assert!(text.contains(r#""part":{"names":["a"]},"parts":[{"names":["a"]}],"#));
        assert!(!text.contains("maybe"));
        let text = whole(Some([0.5, 0.25, 0.75].into())).object().to_string();
        assert!(text.contains(r#""maybe":0.5,"maybe_hi":0.75,"maybe_lo":0.25"#));
        let columns = Whole::columns();
        let names: Vec<&String> = columns.iter().flat_map(|column| &column.names).collect();
        for name in [
            "number",
            "score_lo",
            "part.names",
            "parts[].names",
            "by_name.NAME.names",
            "maybe_hi",
        ] {
            assert!(names.iter().any(|one| *one == name), "{name}: {names:?}");
        }
        assert_eq!(columns[0].values(), "number");
        let maybe = columns.iter().find(|column| column.names[0] == "maybe");
        assert_eq!(maybe.unwrap().values(), "number, or absent");
    }
}
