//! Text files that are read whole, up to a limit of length, and words of others in messages.
//!
//! ```
//! use darkforge_kriegspiel::text;
//!
//! assert!(text::read("no such file").is_err());
//! assert!(text::refuse_long(text::MOST_BYTES + 1).is_err());
//! ```

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// Greatest number of bytes of a text.
pub const MOST_BYTES: usize = 16 << 20;

/// Reads the text at `path`.
///
/// # Errors
/// If it cannot be read, is longer than [`MOST_BYTES`], or is not UTF-8.
pub fn read(path: impl AsRef<Path>) -> io::Result<String> {
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    refuse_long(bytes.len())?;
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not text in UTF-8"))
}

/// Whether `name` is a line of text, so that it cannot look like a message of its own.
pub fn is_line(name: &str) -> bool {
    !name.contains(char::is_control)
}

/// `words` of others in one line: with a line end as `\u000a`, which is the same text in JSON.
pub fn one_line(words: &str) -> Cow<'_, str> {
    if words.contains('\n') {
        Cow::Owned(words.replace('\n', "\\u000a"))
    } else {
        Cow::Borrowed(words)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

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
