//! CSV files as tables of typed rows. The fields of a row type are the columns of its file, in
//! their order, both when the file is written and when it is read again. A field may fill
//! several columns: a value with its interval, or a number for each weight.

use std::borrow::Cow;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::marker::PhantomData;
use std::path::Path;

use serde::de::{DeserializeOwned, Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};

pub(crate) use super::column::Columns;
use super::column::{Absence, Column, Form};
use super::file::write_whole;
use crate::bad_input::{BadInput, OrBadInput as _};
use darkforge_engine::TableReader;
use darkforge_engine::darkboard::LIST;
use darkforge_engine::player::FaultKind;
use darkforge_engine::weights::WeightList;
use darkforge_kriegspiel::umpire::{Ending, GameResult};
use darkforge_ratings::{EloEstimate, Estimate, RatingModel, Tally};

/// Greatest number of bytes of a file whose rows are all in memory.
const MOST_BYTES: u64 = 32 << 20;

/// A row of a table.
pub(crate) trait TableRow: Columns + Serialize + DeserializeOwned {
    /// Rows that the table has, in a sentence.
    const ROWS: &'static str;

    /// Names of the columns.
    fn header() -> Vec<String> {
        Self::names("")
    }
}

/// A row of the table that has a file of its own in a run's folder.
pub(crate) trait FileRow: TableRow {
    /// Name of the file.
    const FILE: &'static str;

    /// Whether the file has more columns to the right, which are not read.
    const IS_BEGIN: bool = false;

    /// Writes the file of `rows` into `folder`.
    ///
    /// # Errors
    /// Those of the file.
    fn write(folder: &Path, rows: impl IntoIterator<Item = Self>) -> anyhow::Result<()> {
        Self::write_of(folder, &LIST, rows)
    }

    /// The same of rows with a column for each weight of `list`.
    ///
    /// # Errors
    /// Those of the file.
    fn write_of(
        folder: &Path,
        list: &WeightList,
        rows: impl IntoIterator<Item = Self>,
    ) -> anyhow::Result<()> {
        write_whole(&folder.join(Self::FILE), |out| {
            let mut csv = TableWriter::of(list, out)?;
            for row in rows {
                csv.push(row)?;
            }
            Ok(csv.flush()?)
        })
    }

    /// The same of rows that are made as they are written.
    ///
    /// # Errors
    /// Those of the file, and of a row.
    fn write_all<E: Into<anyhow::Error>>(
        folder: &Path,
        rows: impl IntoIterator<Item = Result<Self, E>>,
    ) -> anyhow::Result<()> {
        write_whole(&folder.join(Self::FILE), |out| {
            let mut csv = TableWriter::new(out)?;
            for row in rows {
                csv.push(row.map_err(Into::into)?)?;
            }
            Ok(csv.flush()?)
        })
    }

    /// Reads the file in `folder`; one that is not there has no rows.
    ///
    /// # Errors
    /// It cannot be read, is not of such rows, or is longer than 32 MiB.
    fn read(folder: &Path) -> anyhow::Result<Vec<Self>> {
        let mut rows = Vec::new();
        let mut bytes = 0;
        Self::for_each(folder, |row, size| {
            rows.push(row);
            bytes += size;
            let most = MOST_BYTES >> 20;
            if bytes <= MOST_BYTES {
                return Ok(());
            }
            let path = folder.join(Self::FILE);
            let problem = format!("{}: it is longer than {most} MiB", path.display());
            Err(BadInput::new(problem).into())
        })?;
        Ok(rows)
    }

    /// Last row of the file in `folder`, of any length.
    ///
    /// # Errors
    /// It cannot be read, or is not of such rows.
    fn last(folder: &Path) -> anyhow::Result<Option<Self>> {
        let mut last = None;
        Self::for_each(folder, |row, _| {
            last = Some(row);
            Ok(())
        })?;
        Ok(last)
    }

    /// Calls `each` with the rows of the file in `folder` and their bytes.
    ///
    /// # Errors
    /// It cannot be read, or is not of such rows; those of `each`.
    fn for_each(
        folder: &Path,
        mut each: impl FnMut(Self, u64) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let path = folder.join(Self::FILE);
        let context = || format!("cannot read {}", path.display());
        let file = match File::open(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            file => file.or_bad_input(context)?,
        };
        let mut table = TableReader::open(file).or_bad_input(context)?;
        let wanted = Self::header();
        let read = if Self::IS_BEGIN {
            wanted.len()
        } else {
            usize::MAX
        };
        if !table.header().iter().take(read).eq(&wanted) {
            let (path, wanted) = (path.display(), wanted.join(","));
            let problem = format!("{path}: its columns should be {wanted}");
            return Err(BadInput::new(problem).into());
        }
        let mut row = csv::StringRecord::new();
        let mut before = table.byte();
        while table.read(&mut row).or_bad_input(context)? {
            let cells: csv::StringRecord = row.iter().take(read).map(unguarded).collect();
            // By the places of the columns, so without their names.
            let read = cells.deserialize(None);
            let read = read.map_err(|error| table.mistake(&error, &cells));
            let cells = read.or_bad_input(context)?;
            let end = table.byte();
            each(cells, end - before)?;
            before = end;
        }
        Ok(())
    }
}

/// A writer of rows below their header; the only place that writes texts into CSV files.
pub(crate) struct TableWriter<R, W: Write> {
    out: csv::Writer<W>,
    rows: PhantomData<R>,
}

fn plain<W: Write>(out: W) -> csv::Writer<W> {
    csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(out)
}

impl<R: TableRow, W: Write> TableWriter<R, W> {
    /// A table without rows.
    ///
    /// # Errors
    /// The header cannot be written.
    pub(crate) fn new(out: W) -> csv::Result<TableWriter<R, W>> {
        Self::of(&LIST, out)
    }

    /// The same with a column for each weight of `list`.
    ///
    /// # Errors
    /// The header cannot be written.
    pub(crate) fn of(list: &WeightList, out: W) -> csv::Result<TableWriter<R, W>> {
        let mut out = plain(out);
        out.write_record(R::names_of("", list))?;
        let rows = PhantomData;
        Ok(TableWriter { out, rows })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn push(&mut self, row: R) -> csv::Result<()> {
        let mut line = plain(Vec::new());
        line.serialize(row)?;
        let line = line.into_inner().map_err(csv::IntoInnerError::into_error)?;
        // Most rows have no quoted cell; a reader for each of them would take half of the time.
        if !line.contains(&b'"')
            && let Ok(line) = str::from_utf8(&line)
        {
            return self.guard(line.trim_end_matches('\n').split(','));
        }
        let mut cells = csv::StringRecord::new();
        csv::ReaderBuilder::new()
            .has_headers(false)
            .buffer_capacity(line.len())
            .from_reader(line.as_slice())
            .read_record(&mut cells)?;
        self.guard(cells.iter())
    }

    /// Writes `cells` as a row, guarded.
    fn guard<'a>(&mut self, cells: impl Iterator<Item = &'a str>) -> csv::Result<()> {
        for cell in cells {
            self.out.write_field(guarded(cell).as_bytes())?;
        }
        self.out.write_record(None::<&[u8]>)
    }

    /// Writes what is still in memory.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }

    /// Returns the inner writer after all rows.
    pub(crate) fn into_inner(self) -> W
    where
        W: std::fmt::Debug,
    {
        self.out.into_inner().expect("memory can be written to")
    }
}

/// Whether a spreadsheet would read `cell`, without its guarding quote, as a formula.
fn is_formula(cell: &str) -> bool {
    let bare = cell.trim_start_matches('\'');
    let begins = bare.starts_with(['=', '+', '-', '@', '\t', '\r']);
    begins && bare.len() > 1 && bare.parse::<f64>().is_err()
}

/// A cell as in files: a text that a spreadsheet would read as a formula gets a quote before it.
fn guarded(cell: &str) -> Cow<'_, str> {
    if is_formula(cell) {
        Cow::Owned(format!("'{cell}"))
    } else {
        Cow::Borrowed(cell)
    }
}

/// The text of a cell of a file.
pub(crate) fn unguarded(cell: &str) -> &str {
    let bare = cell.strip_prefix('\'').filter(|bare| is_formula(bare));
    bare.unwrap_or(cell)
}

/// Gives a struct the columns of its fields.
macro_rules! columns {
    ($name:ident { $($(#[doc = $doc:literal])* $field:ident: $kind:ty,)* }) => {
        impl $crate::report::column::Columns for $name {
            fn names_of(_: &str, list: &darkforge_engine::weights::WeightList) -> Vec<String> {
                [$(<$kind as $crate::report::column::Columns>::names_of(stringify!($field).trim_start_matches("r#"), list)),*].concat()
            }

            fn names(_: &str) -> Vec<String> {
                [$(<$kind as $crate::report::column::Columns>::names(stringify!($field).trim_start_matches("r#"))),*].concat()
            }

            fn describe(_: &str, _: &str) -> Vec<$crate::report::column::Column> {
                [$(<$kind as $crate::report::column::Columns>::describe(
                    stringify!($field).trim_start_matches("r#"),
                    concat!($($doc),*).trim(),
                )),*].concat()
            }

            fn put(&self, _: &str, object: &mut serde_json::Map<String, serde_json::Value>) {
                $($crate::report::column::Columns::put(
                    &self.$field,
                    stringify!($field).trim_start_matches("r#"),
                    object,
                );)*
            }
        }
    };
}
pub(crate) use columns;

/// Defines a row type by its columns: `row! { NAME in "FILE" { column: Type, ... } }`, without
/// `in` for rows of several files. The docs say which rows there are; those of a field are the
/// meaning of its column, and a field without docs has the meaning that tables share ([`Column`]).
macro_rules! row {
    ($(#[doc = $rows:literal])* $name:ident in $file:literal { $($fields:tt)* }) => {
        $crate::report::table::row! { $(#[doc = $rows])* $name { $($fields)* } }
        impl $crate::report::table::FileRow for $name {
            const FILE: &'static str = $file;
        }
    };
    ($(#[doc = $rows:literal])* $name:ident { $($(#[doc = $doc:literal])* $field:ident: $kind:ty,)* }) => {
        $(#[doc = $rows])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) struct $name {
            $($(#[doc = $doc])* pub(crate) $field: $kind,)*
        }
        $crate::report::table::columns! { $name { $($(#[doc = $doc])* $field: $kind,)* } }
        impl $crate::report::table::TableRow for $name {
            const ROWS: &'static str = concat!($($rows),*);
        }
    };
}
pub(crate) use row;

macro_rules! one_column {
    ($($kind:ty: $form:expr;)*) => { $(impl Columns for $kind {
        fn put(&self, field: &str, object: &mut Map<String, Value>) {
            object.insert(field.to_owned(), json!(self));
        }

        fn describe(field: &str, doc: &str) -> Vec<Column> {
            vec![Column::new(Self::names(field), $form, doc)]
        }
    })* };
}
one_column! {
    u32: Form::Whole;
    u64: Form::Whole;
    usize: Form::Whole;
    bool: Form::Word("`true` or `false`".to_owned());
    String: Form::text();
    Ending: one_of(Ending::ALL.map(Ending::as_str));
    GameResult: one_of(GameResult::ALL.map(GameResult::as_str));
    FaultKind: one_of(FaultKind::ALL.map(FaultKind::as_str));
    RatingModel: one_of(RatingModel::ALL.map(RatingModel::as_str));
}

/// Form of one of some words.
fn one_of<const N: usize>(words: [&str; N]) -> Form {
    Form::Word(words.map(|word| format!("`{word}`")).join(", "))
}

impl<const DECIMALS: usize> Columns for Fixed<DECIMALS> {
    fn put(&self, field: &str, object: &mut Map<String, Value>) {
        object.insert(field.to_owned(), json!(self.0));
    }

    fn describe(field: &str, doc: &str) -> Vec<Column> {
        vec![Column::new(
            Self::names(field),
            Form::Number(Some(DECIMALS)),
            doc,
        )]
    }
}

impl Columns for Exact {
    fn put(&self, field: &str, object: &mut Map<String, Value>) {
        object.insert(field.to_owned(), json!(self.0));
    }

    fn describe(field: &str, doc: &str) -> Vec<Column> {
        vec![Column::new(Self::names(field), Form::Number(None), doc)]
    }
}

impl<T: Columns> Columns for Option<T> {
    fn describe(field: &str, doc: &str) -> Vec<Column> {
        Absence::Null.of::<T>(field, doc)
    }

    fn names(field: &str) -> Vec<String> {
        T::names(field)
    }

    fn put(&self, field: &str, object: &mut Map<String, Value>) {
        match self {
            Some(value) => value.put(field, object),
            None => object.extend(T::names(field).into_iter().map(|name| (name, Value::Null))),
        }
    }
}

/// A number with a fixed number of decimals.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(transparent)]
pub(crate) struct Fixed<const DECIMALS: usize>(pub(crate) f64);

impl<const DECIMALS: usize> Serialize for Fixed<DECIMALS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:.DECIMALS$}", self.0))
    }
}

/// A share, a probability, or a distance.
pub(crate) type Share = Fixed<6>;

/// A number with enough digits to be read back exactly.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(transparent)]
pub(crate) struct Exact(pub(crate) f64);

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:?}", self.0))
    }
}

/// A value with the ends of its interval, in columns such as `elo`, `elo_lo`, `elo_hi`; unknown
/// numbers are empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Interval<const DECIMALS: usize> {
    value: Option<Fixed<DECIMALS>>,
    lo: Option<Fixed<DECIMALS>>,
    hi: Option<Fixed<DECIMALS>>,
}

/// A share with its interval.
pub(crate) type ShareInterval = Interval<6>;
/// An Elo difference or rating with its interval.
pub(crate) type EloInterval = Interval<2>;

impl<const DECIMALS: usize> Columns for Interval<DECIMALS> {
    fn names(field: &str) -> Vec<String> {
        ["", "_lo", "_hi"]
            .map(|end| format!("{field}{end}"))
            .to_vec()
    }

    fn put(&self, field: &str, object: &mut Map<String, Value>) {
        let numbers = [self.value, self.lo, self.hi];
        for (name, number) in Self::names(field).iter().zip(numbers) {
            number.put(name, object);
        }
    }

    fn describe(field: &str, doc: &str) -> Vec<Column> {
        vec![Column::new(
            Self::names(field),
            Form::Number(Some(DECIMALS)),
            doc,
        )]
    }
}

impl<const DECIMALS: usize> Interval<DECIMALS> {
    /// The three numbers, if all are known.
    pub(crate) fn estimate(self) -> Option<Estimate> {
        let EloEstimate { value, lo, hi } = self.elo();
        let (value, lo, hi) = (value?, lo?, hi?);
        Some(Estimate { value, lo, hi })
    }

    /// Whether the value is that of `other`.
    pub(crate) fn same_value(self, other: Self) -> bool {
        self.value == other.value
    }

    /// The three numbers as far as they are known.
    pub(crate) fn elo(self) -> EloEstimate {
        let [value, lo, hi] = [self.value, self.lo, self.hi].map(|end| end.map(|end| end.0));
        EloEstimate { value, lo, hi }
    }
}

impl<const DECIMALS: usize> From<EloEstimate> for Interval<DECIMALS> {
    fn from(EloEstimate { value, lo, hi }: EloEstimate) -> Self {
        let [value, lo, hi] = [value, lo, hi].map(|end| end.map(Fixed));
        Interval { value, lo, hi }
    }
}

impl<const DECIMALS: usize> From<[f64; 3]> for Interval<DECIMALS> {
    fn from(numbers: [f64; 3]) -> Self {
        let [value, lo, hi] = numbers.map(Some);
        EloEstimate { value, lo, hi }.into()
    }
}

impl<const DECIMALS: usize> From<Estimate> for Interval<DECIMALS> {
    fn from(Estimate { value, lo, hi }: Estimate) -> Self {
        [value, lo, hi].into()
    }
}

row! {
    /// Counts of games and their score.
    Counts {
        games: u64, wins: u64, draws: u64, losses: u64, stalemates: u64, score: ShareInterval,
    }
}

row! {
    /// Results of games: counts, score and Elo.
    Results {
        games: u64, wins: u64, draws: u64, losses: u64, score: ShareInterval, elo: EloInterval,
    }
}

impl From<&Tally> for Results {
    fn from(tally: &Tally) -> Results {
        Results {
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: tally.score_estimate().into(),
            elo: tally.elo().into(),
        }
    }
}

impl From<Tally> for Counts {
    fn from(tally: Tally) -> Counts {
        Counts {
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            stalemates: tally.stalemates,
            score: tally.score_estimate().into(),
        }
    }
}

/// Names that each have a column, or a group of columns, in a table.
pub(crate) trait Names {
    /// The names, in order.
    fn all() -> Vec<String>;

    /// The names if the weights are those of `list`.
    fn of(_list: &WeightList) -> Vec<String> {
        Self::all()
    }

    /// The names, or a word that stands for each of them in the reference.
    fn shown() -> Vec<String> {
        Self::all()
    }
}

/// The weights.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ByWeight;

impl Names for ByWeight {
    fn all() -> Vec<String> {
        LIST.rows.iter().map(|info| info.name.to_owned()).collect()
    }

    fn of(list: &WeightList) -> Vec<String> {
        list.names().map(str::to_owned).collect()
    }

    fn shown() -> Vec<String> {
        vec!["WEIGHT".to_owned()]
    }
}

/// A value for each of the names `N`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Each<N, T> {
    values: Vec<T>,
    names: PhantomData<N>,
}

impl<N, T> FromIterator<T> for Each<N, T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Each {
            values: values.into_iter().collect(),
            names: PhantomData,
        }
    }
}

impl<N, T> Each<N, T> {
    /// The value for the first name.
    pub(crate) fn first(&self) -> Option<&T> {
        self.values.first()
    }
}

impl<N: Names, T: Columns> Columns for Each<N, T> {
    fn names(_: &str) -> Vec<String> {
        N::all().iter().flat_map(|name| T::names(name)).collect()
    }

    fn names_of(_: &str, list: &WeightList) -> Vec<String> {
        let names = N::of(list);
        names.iter().flat_map(|name| T::names(name)).collect()
    }

    fn put(&self, _: &str, object: &mut Map<String, Value>) {
        for (name, value) in N::all().iter().zip(&self.values) {
            value.put(name, object);
        }
    }

    fn describe(_: &str, doc: &str) -> Vec<Column> {
        let names = N::shown();
        names
            .iter()
            .flat_map(|name| T::describe(name, doc))
            .collect()
    }
}

impl<N, T: Serialize> Serialize for Each<N, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.values.serialize(serializer)
    }
}

impl<'de, N: Names, T: Deserialize<'de>> Deserialize<'de> for Each<N, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfEach<N, T>(PhantomData<(N, T)>);

        impl<'de, N: Names, T: Deserialize<'de>> Visitor<'de> for OfEach<N, T> {
            type Value = Each<N, T>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a value for each name")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Each<N, T>, A::Error> {
                let next = |_| match values.next_element()? {
                    Some(value) => Ok(value),
                    None => Err(A::Error::custom("a column is missing")),
                };
                N::all().iter().map(next).collect()
            }
        }

        deserializer.deserialize_tuple(N::all().len(), OfEach(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    row! {
        /// A row with fields of every kind.
        Row in "table.csv" {
            name: String, parent: Option<String>, share: ShareInterval,
            weights: Each<ByWeight, Exact>, elo: EloInterval,
        }
    }

    #[test]
    fn rows_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Row::read(folder.path()).unwrap(), []);
        let row = Row {
            name: "x,\"y\"".to_owned(),
            parent: None,
            share: [0.5, 0.25, 0.75].into(),
            weights: LIST.rows.iter().map(|_| Exact(1e-5)).collect(),
            elo: EloEstimate {
                value: None,
                lo: Some(407.0),
                hi: None,
            }
            .into(),
        };
        Row::write(folder.path(), [row.clone()]).unwrap();
        let text = std::fs::read_to_string(folder.path().join(Row::FILE)).unwrap();
        assert!(
            text.starts_with("name,parent,share,share_lo,share_hi,"),
            "{text}"
        );
        assert!(text.contains("\n\"x,\"\"y\"\"\",,0.500000,0.250000,0.750000,1e-5,1e-5"));
        assert!(text.ends_with(",1e-5,,407.00,\n"), "{text}");
        assert_eq!(Row::read(folder.path()).unwrap(), [row]);
        std::fs::write(folder.path().join(Row::FILE), "name\n1\n").unwrap();
        let error = Row::read(folder.path()).unwrap_err().to_string();
        assert!(
            error.contains("its columns should be name,parent"),
            "{error}"
        );
    }

    #[test]
    fn a_file_without_an_end_is_named_and_its_last_row_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let row = |number: u32| TextRow {
            name: format!("{number} {}", "n".repeat(100_000)),
            elo: EloInterval::default(),
        };
        TextRow::write(folder.path(), (0..340).map(row)).unwrap();
        let refused = TextRow::read(folder.path()).unwrap_err().to_string();
        assert!(
            refused.ends_with("text.csv: it is longer than 32 MiB"),
            "{refused}"
        );
        assert_eq!(TextRow::last(folder.path()).unwrap(), Some(row(339)));
        TextRow::write(
            folder.path(),
            [
                row(1),
                TextRow {
                    name: "n".repeat(2 << 20),
                    ..row(2)
                },
            ],
        )
        .unwrap();
        let refused = format!("{:#}", TextRow::read(folder.path()).unwrap_err());
        assert!(
            refused.ends_with("line 3: the row there is longer than 1 MiB"),
            "{refused}"
        );
    }

    row! {
        /// A text beside numbers.
        TextRow in "text.csv" {
            name: String, elo: EloInterval,
        }
    }

    #[test]
    fn a_text_is_no_formula_to_a_spreadsheet_and_numbers_stay_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let names = [
            "=HYPERLINK(\"x\")",
            "+cmd|' /C calc'!A0",
            "-a",
            "@SUM(A1)",
            "'=1+1",
            "\t=1",
            "o'=1",
            "-",
            "'t Hart",
        ];
        let rows = names.map(|name| TextRow {
            name: name.to_owned(),
            elo: [-5.0, -7.25, 1e9].into(),
        });
        TextRow::write(folder.path(), rows.clone()).unwrap();
        let text = std::fs::read_to_string(folder.path().join(TextRow::FILE)).unwrap();
        let firsts: Vec<char> = text
            .lines()
            .skip(1)
            .map(|line| line.trim_start_matches('"').chars().next().unwrap())
            .collect();
        assert_eq!(firsts.iter().collect::<String>(), "''''''o-'", "{text}");
        assert!(
            text.lines()
                .skip(1)
                .all(|line| line.ends_with(",-5.00,-7.25,1000000000.00"))
        );
        assert_eq!(TextRow::read(folder.path()).unwrap(), rows);
    }
}
