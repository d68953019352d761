//! Lines of a journal's file, read at their places, by any number of threads at once. Neighbours in
//! the file come from one read.

use std::fs::File;
use std::io::{self, ErrorKind};
#[cfg(unix)]
use std::os::unix::fs::FileExt as _;
#[cfg(windows)]
use std::os::windows::fs::FileExt as _;

use super::line::MOST_BYTES_OF_LINE;

/// Bytes of one read.
const BYTES: usize = 128 << 10;

/// A reader of lines.
pub(super) struct Lines<'a> {
    file: &'a File,
    /// The last bytes read.
    bytes: Vec<u8>,
    /// Their place in the file.
    start: u64,
}

impl<'a> Lines<'a> {
    pub(super) fn of(file: &'a File) -> Lines<'a> {
        Lines {
            file,
            bytes: Vec::new(),
            start: 0,
        }
    }

    /// The line at `offset`, with its end; without it only where the file ends.
    pub(super) fn at(&mut self, offset: u64) -> io::Result<&[u8]> {
        let end = self.start + self.bytes.len() as u64;
        let known = (self.start..end).contains(&offset);
        let mut from = if known {
            (offset - self.start) as usize
        } else {
            self.bytes.clear();
            0
        };
        let mut searched = from;
        loop {
            let rest = &self.bytes[searched..];
            if let Some(length) = rest.iter().position(|&byte| byte == b'\n') {
                return Ok(&self.bytes[from..=searched + length]);
            }
            self.bytes.drain(..from);
            (self.start, from) = (offset, 0);
            searched = self.bytes.len();
            if searched > MOST_BYTES_OF_LINE || !self.read_more()? {
                return Ok(&self.bytes);
            }
        }
    }

    /// Reads what comes behind the last bytes; returns whether there was something.
    fn read_more(&mut self) -> io::Result<bool> {
        let before = self.bytes.len();
        self.bytes.resize(before + BYTES, 0);
        let mut length = before;
        while length < self.bytes.len() {
            let place = self.start + length as u64;
            match read_at(self.file, &mut self.bytes[length..], place) {
                Ok(0) => break,
                Ok(read) => length += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.bytes.truncate(length);
                    return Err(error);
                }
            }
        }
        self.bytes.truncate(length);
        Ok(length > before)
    }
}

/// Reads bytes at a place of the file, whose own place other threads may move.
fn read_at(file: &File, bytes: &mut [u8], place: u64) -> io::Result<usize> {
    #[cfg(unix)]
    return file.read_at(bytes, place);
    #[cfg(windows)]
    return file.seek_read(bytes, place);
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn lines_are_read_at_their_places_in_any_order() {
        let mut file = tempfile::tempfile().unwrap();
        let mut places = Vec::new();
        let mut length = 0;
        for number in 0..40_usize {
            // Longer than one read, and many in one.
            let line = format!("{}\n", number.to_string().repeat(number.pow(4) / 20 + 1));
            file.write_all(line.as_bytes()).unwrap();
            places.push((length, line.clone()));
            length += line.len() as u64;
        }
        file.write_all(b"half a line").unwrap();
        let mut lines = Lines::of(&file);
        for step in [1, 7, 13, 39] {
            for number in 0..40 {
                let (place, line) = &places[number * step % 40];
                assert_eq!(lines.at(*place).unwrap(), line.as_bytes());
            }
        }
        assert_eq!(lines.at(length).unwrap(), b"half a line");
        assert_eq!(lines.at(length + 100).unwrap(), b"");
    }

    #[test]
    fn threads_read_one_file_at_once() {
        let mut file = tempfile::tempfile().unwrap();
        let line = |number: usize| format!("{}\n", number.to_string().repeat(5000));
        let mut places = vec![0];
        for number in 0..200 {
            file.write_all(line(number).as_bytes()).unwrap();
            places.push(places[number] + line(number).len() as u64);
        }
        std::thread::scope(|scope| {
            for thread in 0..4_usize {
                let (file, places) = (&file, &places);
                scope.spawn(move || {
                    for number in (0..200).map(|step| (step * 7 + thread * 50) % 200) {
                        let mut lines = Lines::of(file);
                        let found = lines.at(places[number]).unwrap();
                        assert_eq!(found, line(number).as_bytes(), "line {number}");
                    }
                });
            }
        });
    }
}
