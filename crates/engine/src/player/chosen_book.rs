//! Opening books that a user chose, as the option `book`.

use std::sync::Arc;

use super::definition::{Library, SpecError};
use crate::darkboard::Book;
use crate::options::Value;

/// The text for play without a book.
const NO_BOOK: &str = "none";

/// An opening book and its name.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenBook {
    /// `default`, `systems` or a file.
    pub name: String,
    /// The book.
    pub book: Arc<Book>,
}

impl ChosenBook {
    /// The option: sets the name, and [`load`](ChosenBook::load) opens the book.
    pub(super) fn option(chosen: &mut Option<ChosenBook>) -> Value<'_> {
        let shown = chosen.as_ref().map_or(NO_BOOK, |book| &book.name);
        Value::new(shown.to_owned(), "none|default|systems|FILE", |name| {
            *chosen = (name != NO_BOOK).then(|| ChosenBook {
                name: name.to_owned(),
                book: Arc::default(),
            });
            Ok(())
        })
    }

    /// Opens the book, if there is one.
    pub(super) fn load(
        chosen: &mut Option<ChosenBook>,
        library: &dyn Library,
    ) -> Result<(), SpecError> {
        if let Some(chosen) = chosen {
            chosen.book = Arc::new(library.book(&chosen.name)?);
        }
        Ok(())
    }

    /// The moves, if there is a book.
    pub(super) fn moves(chosen: Option<&ChosenBook>) -> Option<Arc<Book>> {
        chosen.map(|chosen| Arc::clone(&chosen.book))
    }
}
