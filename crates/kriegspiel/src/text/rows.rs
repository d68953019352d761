//! Rows of a table, of which none may be longer than a limit.

use std::cell::Cell;
use std::io::{self, Read};

/// Greatest number of bytes of a row, and of what is read ahead of it.
const MOST_BYTES_OF_ROW: u64 = 1 << 20;

/// Reader of a table that fails within a row longer than 1 MiB: whoever reads rows one by one says
/// where each ends, and holds no more than that.
///
/// ```
/// use std::io::Read as _;
///
/// use darkforge_kriegspiel::text::BoundedRows;
///
/// let mut rows = BoundedRows::new(b"a,b\n".as_slice());
/// let mut read = String::new();
/// rows.read_to_string(&mut read)?;
/// rows.row_ends(4, 2);
/// assert_eq!(read, "a,b\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct BoundedRows<R> {
    inner: R,
    read: u64,
    /// Byte at which reading fails, and the line on which the row before it begins.
    most: Cell<(u64, u64)>,
}

impl<R> BoundedRows<R> {
    /// The rows of `inner`.
    pub fn new(inner: R) -> BoundedRows<R> {
        BoundedRows {
            inner,
            read: 0,
            most: Cell::new((MOST_BYTES_OF_ROW, 1)),
        }
    }

    /// Allows the next row, which begins at the byte `at` and on the line `line`.
    pub fn row_ends(&self, at: u64, line: u64) {
        self.most.set((at + MOST_BYTES_OF_ROW, line));
    }
}

impl<R: Read> Read for BoundedRows<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (most, line) = self.most.get();
        if self.read >= most {
            let most = MOST_BYTES_OF_ROW >> 20;
            let problem = format!("line {line}: the row there is longer than {most} MiB");
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        let read = self.inner.read(buffer)?;
        self.read += read as u64;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_without_an_end_is_named_and_takes_no_memory() {
        let endless = io::Cursor::new(b"a\nb\n").chain(io::repeat(b'a'));
        let mut rows = BoundedRows::new(endless);
        rows.row_ends(4, 3);
        let mut read = Vec::new();
        let refused = rows.read_to_end(&mut read).unwrap_err().to_string();
        assert_eq!(refused, "line 3: the row there is longer than 1 MiB");
        assert!(read.len() < 3 << 20, "{}", read.len());
    }
}
