//! Reader of CSV files whose mistakes are told in plain words, and whose rows are not read into
//! memory beyond a limit.

use std::io::Read;

use csv::StringRecord;
use darkforge_kriegspiel::text::BoundedRows;

use crate::TableError;

/// The rows of a table below its header.
///
/// ```
/// use darkforge_engine::TableReader;
///
/// let mut table = TableReader::open("a,b\n1,2\n3\n".as_bytes())?;
/// assert_eq!(table.header(), vec!["a", "b"]);
/// let mut row = csv::StringRecord::new();
/// assert!(table.read(&mut row)?);
/// let wrong = table.read(&mut row).unwrap_err();
/// assert_eq!(wrong.to_string(), "line 3: the row has 1 cell and the header has 2");
/// # Ok::<(), darkforge_engine::TableError>(())
/// ```
pub struct TableReader<R> {
    csv: csv::Reader<BoundedRows<R>>,
    header: StringRecord,
    /// Line of the last row.
    line: u64,
}

impl<R: Read> TableReader<R> {
    /// The table in `input`, whose header is read.
    ///
    /// # Errors
    /// It cannot be read, or the header is too long or not UTF-8.
    pub fn open(input: R) -> Result<TableReader<R>, TableError> {
        let csv = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(BoundedRows::new(input));
        let mut table = TableReader {
            csv,
            header: StringRecord::new(),
            line: 1,
        };
        let mut header = StringRecord::new();
        table.read(&mut header)?;
        table.header = header;
        Ok(table)
    }

    /// The header; empty if the file is.
    pub fn header(&self) -> &StringRecord {
        &self.header
    }

    /// Reads the next row into `row`; returns whether there is one.
    ///
    /// # Errors
    /// It cannot be read, is too long, is not UTF-8, or has another number of cells than the header.
    pub fn read(&mut self, row: &mut StringRecord) -> Result<bool, TableError> {
        self.line = self.csv.position().line();
        self.csv.get_ref().row_ends(self.byte(), self.line);
        let read = self.csv.read_record(row);
        read.map_err(|error| TableError::of_row(&error, self.line))
    }

    /// The mistake of the last row's cells, which are `row`, that deserializing it found.
    pub fn mistake(&self, error: &csv::Error, row: &StringRecord) -> TableError {
        TableError::of_cell(error, self.line, &self.header, row)
    }

    /// Bytes that were read up to here.
    pub fn byte(&self) -> u64 {
        self.csv.position().byte()
    }
}
