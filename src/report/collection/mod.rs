//! Tables of a game collection (T 5), each defined in `docs/collections.md`, and the figures
//! that can be compared with those of another collection.
//!
//! T is the thesis, see [the crate](crate).

mod attack_plots;
pub(super) mod attacks;
pub(super) mod ends;
pub(super) mod figure;
pub(super) mod hidden;
pub(super) mod material;
mod plots;
pub(super) mod seats;
pub(super) mod turns;

use std::path::Path;

pub use figure::{FIGURES, Figure, Figures, icc, read as read_figures};

use super::file::write_whole;
use super::table::{FileRow, Share, ShareInterval, TableRow, TableWriter, row};
use darkforge_ratings::{Z95, wilson};
use darkforge_research::collection::{Average, Collection, Mean};
use figure::{six, with_ends};

/// Tables and figures of a collection.
#[derive(Debug, Default)]
pub struct Report {
    /// Names and contents of files.
    tables: Vec<(&'static str, Vec<u8>)>,
    /// Figures that can be compared.
    pub figures: Figures,
}

/// A CSV file in its final form: a million games end with many thousand kinds of material, and a
/// row for each would need more memory than all counts.
struct Table<R>(TableWriter<R, Vec<u8>>);

impl<R: TableRow> Table<R> {
    fn new() -> Table<R> {
        Table(TableWriter::new(Vec::new()).expect("memory can be written to"))
    }

    /// Adds a row.
    fn push(&mut self, row: R) {
        self.0.push(row).expect("as many cells as columns");
    }
}

row! {
    /// A row for each input, and one for all.
    InputRow in "inputs.csv" {
        input: String,
        /// Games found in it.
        found: u64,
        /// Games that all tables count.
        used: u64,
        /// Games that a filter excludes.
        not_asked: u64,
        /// Games without the moves of one side.
        one_sided: u64,
        /// Games that cannot be read or followed to their end.
        damaged: u64,
        /// Games of a run whose tries were not kept.
        without_tries: u64,
    }
}

row! {
    /// A row for each of the first 1000 damaged games.
    DamagedRow in "damaged.csv" {
        /// Name of the input, as on the command line.
        input: String,
        /// Line of the impossible move; otherwise the first line of the game.
        line: u64,
        /// The problem in words.
        problem: String,
        /// Number of the game in the file, from 1; in a journal its number in the run.
        game: Option<u64>,
    }
}

row! {
    /// A mean, its interval and the deviation; empty where unknown.
    MeanColumns {
        mean: ShareInterval, sd: Option<Share>,
    }
}

impl From<Option<Average>> for MeanColumns {
    fn from(average: Option<Average>) -> MeanColumns {
        MeanColumns {
            mean: interval(average),
            sd: average.and_then(|average| average.sd).map(six),
        }
    }
}

/// A mean and its interval; empty where unknown.
fn interval(average: Option<Average>) -> ShareInterval {
    average.map_or_else(ShareInterval::default, |average| {
        with_ends(average.mean, average.interval)
    })
}

/// A share and its interval; empty for a share of nothing.
fn share(count: u64, all: u64) -> ShareInterval {
    if all == 0 {
        return ShareInterval::default();
    }
    wilson(count as f64, all as f64, Z95).into()
}

impl Report {
    /// All tables of `collection` except those of its inputs.
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
        seats::castling(&mut report, collection);
        attacks::squares(&mut report, collection);
        attacks::preludes(&mut report, collection);
        attacks::clusters(&mut report, collection);
        hidden::answers(&mut report, collection);
        hidden::learning(&mut report, collection);
        hidden::informed(&mut report, collection);
        hidden::captures(&mut report, collection);
        hidden::possible(&mut report, collection);
        report
    }

    /// Adds a table under the name of its file.
    fn add<R: TableRow>(&mut self, file: &'static str, table: Table<R>) {
        self.tables.push((file, table.0.into_inner()));
    }

    /// Adds a table of `rows`.
    pub(crate) fn add_rows<R: FileRow>(&mut self, rows: impl IntoIterator<Item = R>) {
        let mut table = Table::new();
        for row in rows {
            table.push(row);
        }
        self.add(R::FILE, table);
    }

    /// Writes every table and the figures into the folder `out`, and with `other` the
    /// comparison.
    ///
    /// # Errors
    /// Those of the files.
    pub fn write(&self, out: &Path, other: Option<(&str, &Figures)>) -> anyhow::Result<()> {
        for (file, text) in &self.tables {
            write_whole(&out.join(file), |file| Ok(file.write_all(text)?))?;
        }
        figure::write(out, &self.figures)?;
        if let Some((_, other)) = other {
            figure::write_comparison(out, &self.figures, other)?;
        }
        Ok(())
    }

    /// Draws the plots into `folder`.
    ///
    /// # Errors
    /// Those of the files.
    pub fn draw(
        &self,
        folder: &Path,
        collection: &Collection,
        other: Option<(&str, &Figures)>,
    ) -> anyhow::Result<()> {
        plots::draw(folder, self, collection, other)?;
        attack_plots::draw(folder, collection)
    }

    pub(in crate::report) fn figure(&mut self, name: String, figure: Figure) {
        self.figures.insert(name, figure);
    }

    pub(in crate::report) fn share_figure(&mut self, name: String, count: u64, games: u64) {
        if games > 0 {
            self.figure(name, Figure::share(count, games));
        }
    }

    pub(in crate::report) fn mean_figure(
        &mut self,
        name: String,
        unit: &str,
        mean: &Mean,
        parts: f64,
    ) {
        if let Some(average) = mean.average(parts) {
            self.figure(name, Figure::mean(unit, mean.games, average));
        }
    }
}
