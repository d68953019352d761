//! Mistakes of tables: the line, and the problem there in plain words.

use csv::{DeserializeError, DeserializeErrorKind, ErrorKind, StringRecord};

/// A mistake of a CSV file, as a sentence with its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TableError(String);

impl TableError {
    /// The mistake of the row at `line`.
    pub(crate) fn of_row(error: &csv::Error, line: u64) -> TableError {
        let problem = match error.kind() {
            // It names the line itself, where a row is too long.
            ErrorKind::Io(problem) => return TableError(problem.to_string()),
            ErrorKind::Utf8 { err, .. } => {
                let column = err.field() + 1;
                format!("column {column} has bytes that are not UTF-8")
            }
            ErrorKind::UnequalLengths {
                expected_len, len, ..
            } => {
                let cells = if *len == 1 { "cell" } else { "cells" };
                format!("the row has {len} {cells} and the header has {expected_len}")
            }
            _ => error.to_string(),
        };
        TableError(format!("line {line}: {problem}"))
    }

    /// The mistake of a row's cell, if `error` is one: its line and column, and what stands there.
    pub(crate) fn of_cell(
        error: &csv::Error,
        line: u64,
        header: &StringRecord,
        row: &StringRecord,
    ) -> TableError {
        let ErrorKind::Deserialize { err, .. } = error.kind() else {
            return TableError::of_row(error, line);
        };
        let place = err.field().map(|field| field as usize);
        let column = place.and_then(|place| header.get(place));
        let cell = place.and_then(|place| row.get(place));
        let problem = problem_of(err);
        TableError(match (column, cell) {
            (Some(column), Some(cell)) => {
                format!("line {line}: {column} is '{cell}': {problem}")
            }
            _ => format!("line {line}: {problem}"),
        })
    }
}

/// The problem without its place.
fn problem_of(error: &DeserializeError) -> String {
    match error.kind() {
        DeserializeErrorKind::ParseInt(_) => "this is not a whole number".to_owned(),
        DeserializeErrorKind::ParseFloat(_) => "this is not a number".to_owned(),
        DeserializeErrorKind::ParseBool(_) => "this is neither true nor false".to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_problem(text: &[u8]) -> String {
        let mut rows = csv::Reader::from_reader(text);
        let wrong = rows.records().find_map(Result::err);
        TableError::of_row(&wrong.expect("a mistake"), 3).to_string()
    }

    #[test]
    fn a_mistake_has_its_line_and_no_words_of_the_library() {
        let long = first_problem(b"a,b\n1,2\n3,4,5\n");
        assert_eq!(long, "line 3: the row has 3 cells and the header has 2");
        let bytes = first_problem(b"a,b\n1,\xff\n");
        assert_eq!(bytes, "line 3: column 2 has bytes that are not UTF-8");
    }

    #[test]
    fn a_cell_is_named_with_its_column_and_what_stands_there() {
        let header = StringRecord::from(vec!["name", "games"]);
        let row = StringRecord::from(vec!["x", "many"]);
        let of = |error: csv::Error| TableError::of_cell(&error, 7, &header, &row).to_string();
        let number = row.deserialize::<(String, u64)>(None).unwrap_err();
        assert_eq!(
            of(number),
            "line 7: games is 'many': this is not a whole number"
        );
    }
}
