//! Cuts PGN into games without holding more than one of them.

use std::io::{self, BufRead};

/// Bytes that a game in PGN may have at most. The longest that this program writes, with
/// every turn full of refused tries, have a few million.
pub(super) const MOST_BYTES: usize = 8 << 20;

/// The text of a game, or of what stands between games.
pub(super) struct Chunk {
    /// The line on which it begins, from 1.
    pub(super) line: u64,
    /// Its bytes, at most [`MOST_BYTES`].
    pub(super) text: Vec<u8>,
    /// Whether it had more bytes, which were dropped.
    pub(super) too_long: bool,
}

/// The games of a PGN file, as text.
///
/// A game ends at an empty line after its moves, comments excepted, and before a line that
/// has the form of a tag and does not follow one: also when a comment is still open, for a
/// comment without an end must not eat the next game.
pub(super) struct Chunks<R> {
    reader: R,
    /// Lines read so far.
    lines: u64,
    /// The first line of the next game.
    next: Option<Vec<u8>>,
}

/// How far a game has been read.
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
        let mut chunk = Chunk {
            line: 0,
            text: Vec::new(),
            too_long: false,
        };
        let mut progress = Progress::default();
        loop {
            let line = match self.next.take() {
                Some(line) => line,
                None => match self.line(&mut chunk.too_long)? {
                    Some(line) => line,
                    None => break,
                },
            };
            let empty = line.iter().all(u8::is_ascii_whitespace);
            if empty && chunk.text.is_empty() {
                continue;
            }
            if is_tag(&line) && (progress.movetext || progress.gap) {
                self.next = Some(line);
                break;
            }
            if chunk.line == 0 {
                chunk.line = self.lines;
            }
            progress.pass(&line, empty);
            if chunk.text.len() + line.len() <= MOST_BYTES {
                chunk.text.extend_from_slice(&line);
            } else {
                chunk.too_long = true;
            }
            if empty && progress.movetext && !progress.comment {
                break;
            }
        }
        Ok((chunk.line > 0).then_some(chunk))
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

/// Reads a line with its end into `line`; bytes beyond `most` are dropped, and `too_long`
/// tells of it. False at the end of the file.
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
        } else if !self.movetext && line.starts_with(b"[") {
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
    let Some(rest) = line.strip_prefix(b"[") else {
        return false;
    };
    let name = rest
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_');
    let length = name.count();
    length > 0 && rest[length..].trim_ascii_start().starts_with(b"\"")
}
