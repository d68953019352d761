//! Input: the text of a file in UTF-8 or Latin-1, unpacked, and converted from UTF-16.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

use encoding_rs::{UTF_16BE, UTF_16LE};
use encoding_rs_io::DecodeReaderBytesBuilder;
use flate2::read::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The name of standard input.
const STDIN: &str = "-";

/// Number of bytes that show a text's encoding.
const GLANCE: u64 = 512;

/// First bytes of gzip and Zstandard.
const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTANDARD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Source of bytes.
pub(super) type Input<'a> = Box<dyn BufRead + Send + 'a>;

/// Whether `path` can be read more than once: a file, not standard input or a pipe.
pub fn is_file(path: &Path) -> bool {
    path.as_os_str() != STDIN && path.metadata().is_ok_and(|file| file.is_file())
}

/// Opens a file, or standard input for `-`, through a reader of the caller.
pub(super) fn open<'a, R: Read + Send + 'a>(
    path: &Path,
    through: impl FnOnce(Box<dyn Read + Send>) -> R,
) -> io::Result<Input<'a>> {
    let file: Box<dyn Read + Send> = if path.as_os_str() == STDIN {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path)?)
    };
    text(through(file))
}

/// The text of `reader`, unpacked and converted from UTF-16.
pub(super) fn text<'a>(reader: impl Read + Send + 'a) -> io::Result<Input<'a>> {
    let (front, all) = glance(unpacked(reader)?, GLANCE)?;
    // Without a byte order mark, the zero halves of its letters show UTF-16.
    let empty = |half: usize| {
        front
            .iter()
            .skip(half)
            .step_by(2)
            .filter(|byte| **byte == 0)
    };
    let many = front.len() / 4;
    let encoding = if many > 0 && empty(1).count() > many {
        Some(UTF_16LE)
    } else if many > 0 && empty(0).count() > many {
        Some(UTF_16BE)
    } else {
        None
    };
    let zeros = front.iter().all(|&byte| byte == 0);
    let decoded = DecodeReaderBytesBuilder::new()
        .encoding(encoding.filter(|_| !zeros))
        .utf8_passthru(true)
        .build(all);
    Ok(Box::new(BufReader::with_capacity(1 << 16, decoded)))
}

/// The content of `reader`, which may be packed by gzip or Zstandard.
///
/// # Errors
/// If it cannot be read.
pub fn unpacked<'a>(reader: impl Read + Send + 'a) -> io::Result<Box<dyn Read + Send + 'a>> {
    let (front, all) = glance(reader, ZSTANDARD.len() as u64)?;
    Ok(if front.starts_with(&GZIP) {
        Box::new(MultiGzDecoder::new(all))
    } else if front == ZSTANDARD {
        Box::new(Frames::new(all))
    } else {
        Box::new(all)
    })
}

/// The first bytes of `reader`, and all of its content.
fn glance<'a>(
    mut reader: impl Read + Send + 'a,
    most: u64,
) -> io::Result<(Vec<u8>, impl Read + Send + 'a)> {
    let mut front = Vec::new();
    reader.by_ref().take(most).read_to_end(&mut front)?;
    let all = Cursor::new(front.clone()).chain(reader);
    Ok((front, all))
}

/// Content of a sequence of Zstandard frames.
struct Frames<R> {
    packed: R,
    frame: FrameDecoder,
    /// Whether a frame is being read.
    within: bool,
}

impl<R: Read> Frames<R> {
    fn new(packed: R) -> Frames<R> {
        Frames {
            packed,
            frame: FrameDecoder::new(),
            within: false,
        }
    }

    /// Begins the next frame with content; false at the end.
    fn begin(&mut self) -> io::Result<bool> {
        loop {
            let mut first = [0];
            if self.packed.read(&mut first)? == 0 {
                return Ok(false);
            }
            let frame = (&first[..]).chain(&mut self.packed);
            match self.frame.reset(frame) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let skipped = &mut (&mut self.packed).take(length.into());
                    io::copy(skipped, &mut io::sink())?;
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.within {
                self.within = self.begin()?;
                if !self.within {
                    return Ok(0);
                }
            }
            while self.frame.can_collect() < buffer.len() && !self.frame.is_finished() {
                let some = BlockDecodingStrategy::UptoBlocks(1);
                self.frame
                    .decode_blocks(&mut self.packed, some)
                    .map_err(io::Error::other)?;
            }
            let read = self.frame.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            self.within = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    const GAME: &str = "[White \"Jörg\"]\n\n1. e4 e5 1-0\n";

    fn read(bytes: &[u8]) -> String {
        let mut text = String::new();
        super::text(bytes)
            .and_then(|mut all| all.read_to_string(&mut text))
            .unwrap();
        text
    }

    fn gzipped(text: &[u8]) -> Vec<u8> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        packed.write_all(text).unwrap();
        packed.finish().unwrap()
    }

    #[test]
    fn packed_files_are_unpacked_all_their_parts() {
        let half = GAME.len() / 2;
        let (one, two) = GAME.as_bytes().split_at(half);
        assert_eq!(read(&[gzipped(one), gzipped(two)].concat()), GAME);
        let pack = |part: &[u8]| compress_to_vec(part, CompressionLevel::Fastest);
        let skipped = b"\x50\x2a\x4d\x18\x03\0\0\0abc".to_vec();
        assert_eq!(read(&[pack(one), skipped, pack(two)].concat()), GAME);
        let long = GAME.repeat(20_000);
        assert_eq!(read(&pack(long.as_bytes())), long);
        let cut = gzipped(long.as_bytes());
        let mut text = Vec::new();
        let all = super::text(&cut[..cut.len() / 2]).and_then(|mut all| all.read_to_end(&mut text));
        assert!(all.is_err(), "a file that is cut off says so");
    }

    #[test]
    fn text_in_utf_16_is_read_with_and_without_its_mark() {
        let little =
            |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
        let big =
            |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_be_bytes).collect() };
        let marked = format!("\u{feff}{GAME}");
        for bytes in [little(GAME), big(GAME), little(&marked), big(&marked)] {
            assert_eq!(read(&bytes).trim_start_matches('\u{feff}'), GAME);
        }
        assert_eq!(read(&gzipped(&little(&marked))), GAME);
    }
}
