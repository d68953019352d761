//! Text files that are read whole, up to a limit of length, and words of others in messages.
//!
//! ```
//! use darkforge_kriegspiel::text;
//!
//! assert!(text::read("no such file").is_err());
//! assert!(text::refuse_long(text::MOST_BYTES + 1).is_err());
//! ```

mod hint;
mod rows;
mod toml_mistake;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

pub use hint::did_you_mean;
pub use rows::BoundedRows;
pub use toml_mistake::{quoted, toml_mistake, value_problem};

/// Greatest number of bytes of a text.
pub const MOST_BYTES: usize = 16 << 20;

/// Reads the text at `path`.
///
/// # Errors
/// If it cannot be read, is longer than [`MOST_BYTES`], or is not UTF-8.
pub fn read(path: impl AsRef<Path>) -> io::Result<String> {
    read_from(File::open(path)?)
}

/// Reads the text of `reader`.
///
/// # Errors
/// Those of [`read()`].
pub fn read_from(reader: impl io::Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    reader.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    refuse_long(bytes.len())?;
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not text in UTF-8"))
}

/// Line and column, from 1, of the byte `at` of `text`, in words.
pub fn place(text: &str, at: usize) -> String {
    let before = text.get(..at).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = before.matches('\n').count() + 1;
    let column = before[start..].chars().count() + 1;
    format!("line {line}, column {column}")
}

/// Letters of a line that [`mistake`] shows at most.
const SHOWN: usize = 60;

/// Message of a reader on its `text` in one line, with the place of the mistake and its line if they
/// are known.
///
/// ```
/// use darkforge_kriegspiel::text::mistake;
///
/// let told = mistake("a = 1\nb = = 2\n", Some(10), "extra `=`");
/// assert_eq!(told, "line 2, column 5 (b = = 2): extra `=`");
/// ```
pub fn mistake(text: &str, at: Option<usize>, message: &str) -> String {
    let place = at.map_or_else(String::new, |at| {
        let before = text.get(..at).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = text[start..].lines().next().unwrap_or_default();
        let line: String = line.chars().take(SHOWN).collect();
        format!("{} ({}): ", place(text, at), line.trim())
    });
    let lines: Vec<&str> = message.lines().map(str::trim).collect();
    place + &lines.join("; ")
}

/// Whether `name` is a line of text, so that it cannot look like a message of its own.
pub fn is_line(name: &str) -> bool {
    !name.contains(char::is_control)
}

/// `words` of others in one line: with a line end as `\u000a`, which is the same text in JSON.
pub fn one_line(words: &str) -> Cow<'_, str> {
    escaped(words, |letter| letter == '\n')
}

/// `words` of others with each letter as `\u001b` that a terminal, a page or a drawing would obey
/// and not show: control characters, and characters that change the direction of writing. Line ends
/// and tabs stay.
pub fn plain(words: &str) -> Cow<'_, str> {
    escaped(words, is_obeyed)
}

/// The same with line ends as `\u000a`: one line, whatever names are in it.
pub fn plain_line(words: &str) -> Cow<'_, str> {
    escaped(words, |letter| letter == '\n' || is_obeyed(letter))
}

fn is_obeyed(letter: char) -> bool {
    letter.is_control() && !matches!(letter, '\n' | '\t')
        || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn escaped(words: &str, is_foreign: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !words.contains(&is_foreign) {
        return Cow::Borrowed(words);
    }
    let mut shown = String::with_capacity(words.len());
    for letter in words.chars() {
        if is_foreign(letter) {
            let _ = write!(shown, "\\u{:04x}", u32::from(letter));
        } else {
            shown.push(letter);
        }
    }
    Cow::Owned(shown)
}

/// Refuses a text of `bytes` bytes that [`read`] would refuse.
///
/// # Errors
/// If it is too long.
pub fn refuse_long(bytes: usize) -> io::Result<()> {
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    let problem = format!("it is longer than {} MiB", MOST_BYTES >> 20);
    Err(io::Error::new(io::ErrorKind::InvalidData, problem))
}

/// Text for HTML and SVG, also inside an attribute. Letters that a browser would obey are shown as in
/// a terminal ([`plain`]): no name turns the words after it around.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in plain(text).chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// A whole number with commas: `40,128`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things: `1 game`, `1,000 games`.
pub fn plural(count: u64, one: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {one}{ending}", thousands(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_commands_a_terminal() {
        assert_eq!(plain("a\u{1b}[2J\u{7}b"), "a\\u001b[2J\\u0007b");
        assert_eq!(plain("\r\u{9b}31m\u{202e}"), "\\u000d\\u009b31m\\u202e");
        let harmless = "Müller – 李, two lines\n\tand a tab";
        assert!(matches!(plain(harmless), Cow::Borrowed(same) if same == harmless));
    }

    #[test]
    fn a_mistake_is_told_with_its_line_and_column_and_in_one_line() {
        let text = "a = 1\n  é = = 2\n";
        let at = text.rfind("= 2").unwrap();
        assert_eq!(place(text, at), "line 2, column 7");
        assert_eq!(place(text, 0), "line 1, column 1");
        assert_eq!(place(text, text.len()), "line 3, column 1");
        let told = mistake(text, Some(at), "extra `=`\n  expected a value");
        let right = "line 2, column 7 (é = = 2): extra `=`; expected a value";
        assert_eq!(told, right);
        assert_eq!(mistake(text, None, "it is torn"), "it is torn");
        let long = "x".repeat(100);
        let told = mistake(&long, Some(99), "no end");
        let shown = "x".repeat(60);
        assert_eq!(told, format!("line 1, column 100 ({shown}): no end"));
    }

    #[test]
    fn a_name_is_a_line_and_other_words_become_one() {
        assert!(is_line("Müller – 李"));
        assert!(!is_line("a\nb") && !is_line("a\u{1b}b"));
        assert_eq!(one_line("a\nb\u{7}"), "a\\u000ab\u{7}");
        assert_eq!(
            plain_line("a\nb\u{7}\u{202e}c\td"),
            "a\\u000ab\\u0007\\u202ec\td"
        );
        assert!(matches!(one_line("one"), Cow::Borrowed("one")));
        assert!(matches!(plain_line("one"), Cow::Borrowed("one")));
    }

    #[test]
    fn a_file_of_any_length_takes_no_more_memory_than_a_text_may_have() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long.toml");
        File::create(&path).unwrap().set_len(1 << 32).unwrap();
        let refused = read(&path).unwrap_err().to_string();
        assert_eq!(refused, "it is longer than 16 MiB");
        std::fs::write(&path, vec![b'#'; MOST_BYTES]).unwrap();
        assert_eq!(read(&path).unwrap().len(), MOST_BYTES);
        std::fs::write(&path, b"\xff").unwrap();
        assert_eq!(read(&path).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }
}
