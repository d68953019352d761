//! Arbitrary bytes as an opening book: what can be read is written, and reads as the same book.

#![no_main]

use darkforge_engine::darkboard::Book;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(book) = Book::parse("book", text) {
        let again = Book::parse("again", &book.to_text("written"));
        assert_eq!(again.expect("what was written can be read"), book);
    }
});
