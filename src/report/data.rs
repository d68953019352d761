//! Data of pages: a CSV file of which all rows are counted and the first kept, as many as can be
//! shown.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use anyhow::ensure;

use crate::bad_input::OrBadInput as _;
use crate::report::table::unguarded;
use darkforge_engine::TableReader;

/// Greatest number of kept rows of a file.
const KEPT: usize = 400;

/// Greatest number of columns.
const MOST_COLUMNS: usize = 1000;

/// Greatest number of pairs of result and ending that are counted.
const MOST_ENDINGS: usize = 1000;

/// Columns of `games.csv` that are counted together.
const COUNTED: [&str; 2] = ["result", "ending"];

/// Content of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Csv {
    /// The name without its ending.
    pub(super) name: String,
    pub(super) columns: Vec<String>,
    /// The first rows, or all of them.
    pub(super) rows: Vec<Vec<String>>,
    /// Rows of the file.
    pub(super) count: u64,
    /// For a file of games, the number of games by result and ending.
    endings: BTreeMap<[String; 2], u64>,
}

impl Csv {
    /// Reads the file at `path`; its kept rows have at most `room` bytes, which become fewer.
    ///
    /// # Errors
    /// It cannot be read, or is no CSV file, or is too wide for a page.
    pub(super) fn read(path: &Path, room: &mut usize) -> anyhow::Result<Csv> {
        let context = || format!("cannot read {}", path.display());
        let file = File::open(path).or_bad_input(context)?;
        let mut table = TableReader::open(file).or_bad_input(context)?;
        let header = table.header();
        let columns = header.len();
        ensure!(columns > 0, "it is empty, without a row of column names");
        ensure!(
            columns <= MOST_COLUMNS,
            "it has {columns} columns, and a page shows at most {MOST_COLUMNS}"
        );
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let mut found = Csv {
            name: stem.into_owned(),
            columns: header.iter().map(str::to_owned).collect(),
            ..Csv::default()
        };
        let counted = COUNTED.map(|name| found.place(name));
        let mut counted = match counted {
            [Some(result), Some(ending)] if found.name == "games" => Some([result, ending]),
            _ => None,
        };
        let mut is_kept = true;
        let mut row = csv::StringRecord::new();
        while table.read(&mut row).or_bad_input(context)? {
            found.count += 1;
            if let Some(places) = counted {
                let way = places.map(|place| row[place].to_owned());
                *found.endings.entry(way).or_default() += 1;
                if found.endings.len() > MOST_ENDINGS {
                    (counted, found.endings) = (None, BTreeMap::new());
                }
            }
            is_kept &= found.rows.len() < KEPT && row.as_slice().len() <= *room;
            if is_kept {
                *room -= row.as_slice().len();
                let cells = row.iter().map(unguarded);
                found.rows.push(cells.map(str::to_owned).collect());
            }
        }
        Ok(found)
    }

    /// The place of the column called `name`.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column == name)
    }

    /// Endings of a file of games, most frequent first, as a table with shares.
    pub(super) fn endings(&self) -> Option<Csv> {
        if self.endings.is_empty() {
            return None;
        }
        let mut ways: Vec<_> = self.endings.iter().collect();
        ways.sort_by_key(|&(way, count)| (std::cmp::Reverse(count), way));
        let rows = ways.into_iter().map(|([result, ending], count)| {
            let share = *count as f64 / self.count as f64;
            vec![
                result.clone(),
                ending.replace('_', " "),
                count.to_string(),
                format!("{share:.6}"),
            ]
        });
        let rows: Vec<Vec<String>> = rows.collect();
        Some(Csv {
            name: self.name.clone(),
            columns: ["result", "ending", "games", "share"]
                .map(str::to_owned)
                .to_vec(),
            count: self.count,
            rows,
            ..Csv::default()
        })
    }
}
