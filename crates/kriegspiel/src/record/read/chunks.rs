//! Chunks: cuts PGN into games and holds one of them at a time.

use std::io::{self, BufRead};

use encoding_rs::WINDOWS_1252;

/// Greatest number of bytes of a game in PGN. The longest games of this program, with every turn
/// full of refused tries, have a few million.
const MOST_BYTES: usize = 8 << 20;

/// Message for a longer game.
pub(super) fn too_long() -> String {
    format!("it is longer than {} MiB; is this PGN?", MOST_BYTES >> 20)
}

/// Text of a game, or of the text between games.
pub(super) struct Chunk {
    /// Number of its first line, from 1.
    pub(super) line: u64,
    /// The text in UTF-8; empty if it is too long.
    pub(super) text: String,
    /// Whether it has more bytes than [`MOST_BYTES`].
    pub(super) too_long: bool,
}

/// The games of a PGN file, as text.
///
/// A game ends at an empty line after its moves, comments excepted, and before a line that has the
/// form of a tag and does not follow one. That holds inside an open comment, too: a comment without
/// an end must not swallow the next game.
pub(super) struct Chunks<R> {
    reader: R,
    /// Lines read so far.
    lines: u64,
    /// The first line of the next game.
    next: Option<Vec<u8>>,
}

/// State of reading a game.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools)] // each is a fact of its own
struct Progress {
    tags: bool,
    movetext: bool,
    comment: bool,
    /// Whether an empty line followed the tags.
    gap: bool,
}

impl<R: BufRead> Chunks<R> {
    pub(super) fn new(reader: R) -> Chunks<R> {
        Chunks {
            reader,
            lines: 0,
            next: None,
        }
    }

    /// The next game's text; `None` at the end of the file.
    pub(super) fn next(&mut self) -> io::Result<Option<Chunk>> {
        let (mut first, mut text, mut too_long) = (0, Vec::new(), false);
        let mut progress = Progress::default();
        loop {
            let line = match self.next.take() {
                Some(line) => line,
                None => match self.line(&mut too_long)? {
                    Some(line) => line,
                    None => break,
                },
            };
            let empty = line.iter().all(u8::is_ascii_whitespace);
            if empty && first == 0 {
                continue;
            }
            if is_tag(&line) && (progress.movetext || progress.gap) {
                self.next = Some(line);
                break;
            }
            if first == 0 {
                first = self.lines;
            }
            progress.pass(&line, empty);
            too_long |= text.len() + line.len() > MOST_BYTES;
            if too_long {
                text = Vec::new();
            } else {
                text.extend_from_slice(&line);
            }
            if empty && progress.movetext && !progress.comment {
                break;
            }
        }
        Ok((first > 0).then(|| Chunk {
            line: first,
            text: decode(text),
            too_long,
        }))
    }

    /// The next line with its end; what is beyond [`MOST_BYTES`] is dropped.
    fn line(&mut self, too_long: &mut bool) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        if !read_line(&mut self.reader, MOST_BYTES, &mut line, too_long)? {
            return Ok(None);
        }
        self.lines += 1;
        Ok(Some(line))
    }
}

/// Decodes a text in UTF-8, or otherwise in Latin-1, as in many old files.
fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|other| {
        let (text, _) = WINDOWS_1252.decode_without_bom_handling(other.as_bytes());
        text.into_owned()
    })
}

/// Reads a line with its end into `line`; bytes beyond `most` are dropped and set `too_long`.
/// Returns false at the end of the file.
pub(super) fn read_line(
    reader: &mut impl BufRead,
    most: usize,
    line: &mut Vec<u8>,
    too_long: &mut bool,
) -> io::Result<bool> {
    let mut any = false;
    loop {
        let buffer = match reader.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            return Ok(any);
        }
        any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(buffer.len(), |end| end + 1);
        let room = most.saturating_sub(line.len()).min(length);
        line.extend_from_slice(&buffer[..room]);
        *too_long |= room < length;
        reader.consume(length);
        if end.is_some() {
            return Ok(true);
        }
    }
}

impl Progress {
    fn pass(&mut self, line: &[u8], empty: bool) {
        if empty {
            self.gap |= self.tags;
        } else if !self.movetext && line.trim_ascii_start().starts_with(b"[") {
            self.tags = true;
        } else if self.comment || !line.starts_with(b"%") {
            self.movetext = true;
            for &byte in line {
                match byte {
                    b'}' => self.comment = false,
                    b'{' => self.comment = true,
                    b';' if !self.comment => break,
                    _ => {}
                }
            }
        }
    }
}

/// Whether a line has the form `[Name "`.
fn is_tag(line: &[u8]) -> bool {
    let Some(rest) = line.trim_ascii_start().strip_prefix(b"[") else {
        return false;
    };
    let name = rest
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_');
    let length = name.count();
    length > 0 && rest[length..].trim_ascii_start().starts_with(b"\"")
}
