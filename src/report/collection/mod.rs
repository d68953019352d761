//! Tables of a game collection (T 5), each defined in `docs/collections.md`, and the figures
//! that can be compared with those of another collection.

mod ends;
mod figure;
mod hidden;
mod material;
mod plots;
mod seats;
mod turns;

use std::path::Path;

pub use figure::{FIGURES, Figure, Figures, icc, read as read_figures};

use super::table::{header, write_whole};
use darkforge_ratings::{Estimate, Z95, wilson};
use darkforge_research::collection::{Average, Collection, Mean};
use figure::{ends, six};

/// Tables and figures of a collection.
#[derive(Debug, Default)]
pub struct Report {
    tables: Vec<Table>,
    /// What can be compared.
    pub figures: Figures,
}

/// A CSV file, kept as it will be written: a million games end with many thousand kinds of
/// material, and a text for each cell would take more room than all that was counted.
#[derive(Debug)]
struct Table {
    name: &'static str,
    csv: csv::Writer<Vec<u8>>,
}

impl Table {
    fn new(name: &'static str, columns: &str) -> Table {
        let csv = csv::Writer::from_writer(Vec::new());
        let mut table = Table { name, csv };
        table.push(header(columns));
        table
    }

    fn of(name: &'static str, columns: &str, rows: Vec<Vec<String>>) -> Table {
        let mut table = Table::new(name, columns);
        for row in rows {
            table.push(row);
        }
        table
    }

    /// Adds a row.
    ///
    /// # Panics
    /// The row has not as many cells as there are columns.
    fn push(&mut self, cells: impl IntoIterator<Item = String>) {
        let written = self.csv.write_record(cells);
        written.expect("as many cells as columns");
    }
}

/// Share, lower and upper end; all empty for a share of nothing.
fn share(count: u64, all: u64) -> [String; 3] {
    if all == 0 {
        return Default::default();
    }
    let Estimate { value, lo, hi } = wilson(count as f64, all as f64, Z95);
    [value, lo, hi].map(six)
}

/// Mean, lower and upper end, deviation; empty where unknown.
fn mean(average: Option<Average>) -> [String; 4] {
    let Some(average) = average else {
        return Default::default();
    };
    let (lo, hi) = ends(average.interval);
    let sd = average.sd.map_or_else(String::new, six);
    [six(average.mean), lo, hi, sd]
}

/// Texts as cells.
fn cells<const N: usize>(texts: [&str; N]) -> std::array::IntoIter<String, N> {
    texts.map(str::to_owned).into_iter()
}

/// Counts as cells.
fn counts<const N: usize>(counts: [u64; N]) -> std::array::IntoIter<String, N> {
    counts.map(|count| count.to_string()).into_iter()
}

impl Report {
    /// All tables of `collection` but those of its inputs.
    pub fn of(collection: &Collection) -> Report {
        let mut report = Report::default();
        ends::outcomes(&mut report, collection);
        ends::edge(&mut report, collection);
        ends::durations(&mut report, collection);
        ends::time_controls(&mut report, collection);
        turns::series(&mut report, collection);
        turns::phases(&mut report, collection);
        turns::silence(&mut report, collection);
        turns::refusals(&mut report, collection);
        material::last(&mut report, collection);
        material::won_endings(&mut report, collection);
        seats::players(&mut report, collection);
        seats::openings(&mut report, collection);
        seats::formations(&mut report, collection);
        seats::sequences(&mut report, collection);
        hidden::answers(&mut report, collection);
        hidden::learning(&mut report, collection);
        hidden::informed(&mut report, collection);
        hidden::captures(&mut report, collection);
        report
    }

    /// The tables `inputs.csv` and `damaged.csv`, of rows as they are to be written.
    pub fn inputs(&mut self, rows: Vec<Vec<String>>, damaged: Vec<Vec<String>>) {
        let columns = "input,found,used,not_asked,one_sided,damaged";
        self.tables.push(Table::of("inputs", columns, rows));
        let columns = "input,line,problem";
        self.tables.push(Table::of("damaged", columns, damaged));
    }

    /// Writes every table and the figures into the folder `out`, and with `other` the
    /// comparison.
    ///
    /// # Errors
    /// Those of the files.
    pub fn write(&mut self, out: &Path, other: Option<(&str, &Figures)>) -> anyhow::Result<()> {
        for table in &mut self.tables {
            let path = out.join(format!("{}.csv", table.name));
            table.csv.flush()?;
            let text = table.csv.get_ref();
            write_whole(&path, |file| Ok(file.write_all(text)?))?;
        }
        figure::write(out, &self.figures)?;
        if let Some((_, other)) = other {
            figure::write_comparison(out, &self.figures, other)?;
        }
        Ok(())
    }

    /// Draws the plots into `folder`, which is made.
    ///
    /// # Errors
    /// Those of the files.
    pub fn draw(
        &self,
        folder: &Path,
        collection: &Collection,
        other: Option<(&str, &Figures)>,
    ) -> anyhow::Result<()> {
        plots::draw(folder, self, collection, other)
    }

    fn figure(&mut self, name: String, figure: Figure) {
        self.figures.insert(name, figure);
    }

    fn share_figure(&mut self, name: String, count: u64, games: u64) {
        if games > 0 {
            self.figure(name, Figure::share(count, games));
        }
    }

    fn mean_figure(&mut self, name: String, unit: &str, mean: &Mean, parts: f64) {
        if let Some(average) = mean.average(parts) {
            self.figure(name, Figure::mean(unit, mean.games, average));
        }
    }
}
