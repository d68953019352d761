//! The CSV files of a run as tables. A value and its interval share a cell; a cell shows few
//! decimals and has all of them for sorting. Long files are shown in part.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::LeftOut;
use crate::bad_input::OrBadInput as _;
use crate::report::artifact::{Artifact, Kind, OF_PLACE};
use crate::report::data::Csv;
use crate::report::format::plural;
use crate::report::html::{escape, link};
use crate::report::is_own_file;

/// Greatest number of rows shown in full...
const MOST_ROWS: u64 = 400;
/// ...and number of first rows shown of longer files.
const FIRST_ROWS: usize = 50;
/// Greatest number of bytes of all rows of a page.
const MOST_BYTES: usize = 16 << 20;

/// A file of the run.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) data: Csv,
    open: bool,
    /// Its caption.
    pub(super) caption: String,
}

/// The CSV files in `folder`, in the order of the page, and the problems of those that cannot be
/// read: files of any origin must not prevent a page.
///
/// # Errors
/// The folder cannot be read.
pub(super) fn found(folder: &Path) -> anyhow::Result<(Vec<Table>, Vec<LeftOut>)> {
    let context = || format!("cannot read {}", folder.display());
    let (mut tables, mut problems) = (Vec::new(), Vec::new());
    let entries = std::fs::read_dir(folder).or_bad_input(context)?;
    let paths = entries.map(|entry| Ok(entry.or_bad_input(context)?.path()));
    let mut paths: Vec<PathBuf> = paths.collect::<anyhow::Result<_>>()?;
    paths.sort();
    let mut room = MOST_BYTES;
    for path in paths {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let hidden = name.starts_with('.') || OF_PLACE.contains(&name.as_str());
        if hidden || path.extension().is_none_or(|ending| ending != "csv") {
            continue;
        }
        let known = Artifact::file(&name);
        let left_out = |problem: String| LeftOut {
            problem,
            is_damage: known.is_some(),
        };
        if !is_own_file(&path)? {
            let problem = format!("{name} is not a file of this folder and is left out");
            problems.push(left_out(problem));
            continue;
        }
        let read = Csv::read(&path, &mut room);
        let data = match read.and_then(|data| of_columns(data, known.map(|(_, table)| table))) {
            Ok(data) => data,
            Err(error) => {
                let problem = format!("{name} cannot be shown: {:#}", error.root_cause());
                problems.push(left_out(problem));
                continue;
            }
        };
        let (open, caption) = match known {
            Some((_, table)) => (
                table.kind == Kind::Table { open: true },
                table.about.to_owned(),
            ),
            None => (false, capitalised(&data.name.replace('_', " "))),
        };
        if data.count > 0 {
            let place = known.map_or(usize::MAX, |(place, _)| place);
            let table = Table {
                data,
                open,
                caption,
            };
            tables.push((place, name, table));
        }
    }
    tables.sort_by(|(a, one, _), (b, other, _)| (a, one).cmp(&(b, other)));
    let tables = tables.into_iter().map(|(.., table)| table).collect();
    problems.sort();
    Ok((tables, problems))
}

/// `data`, unless it has no column of the `table` that it should be. Other versions write some other
/// columns, which are shown.
fn of_columns(data: Csv, table: Option<&Artifact>) -> anyhow::Result<Csv> {
    let wanted = table.map_or_else(Vec::new, |table| (table.columns)());
    let mut names = wanted.iter().flat_map(|column| &column.names);
    if !wanted.is_empty() && !names.any(|name| data.columns.contains(name)) {
        let (found, first) = (&data.columns[0], &wanted[0].names[0]);
        bail!("its columns are those of another table: {found} and not {first} is the first");
    }
    Ok(data)
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// The section of the page.
pub(super) fn html(tables: &[Table]) -> String {
    if tables.is_empty() {
        return String::new();
    }
    let mut html = "<section id=\"tables\" aria-labelledby=\"tables-title\">\n\
                    <h2 id=\"tables-title\">Tables</h2>\n"
        .to_owned();
    for table in tables {
        write_table(&mut html, table);
    }
    html + "</section>\n"
}

fn write_table(html: &mut String, table: &Table) {
    let name = &table.data.name;
    let counted = table.data.endings();
    let shown = counted.as_ref().unwrap_or(&table.data);
    let most = if shown.count > MOST_ROWS && counted.is_none() {
        FIRST_ROWS
    } else {
        usize::MAX
    };
    let caption = escape(&table.caption);
    let open = if table.open { " open" } else { "" };
    let _ = write!(
        html,
        "<details id=\"table-{0}\"{open}><summary><h3>{caption}</h3></summary>\n{1}\
         <div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\">\n\
         <table data-file=\"{0}.csv\">\n",
        escape(name),
        note(&table.data, counted.is_some(), most),
    );
    let columns = columns(shown);
    html.push_str("<thead><tr>");
    for column in &columns {
        let title = &shown.columns[column.value];
        let class = if column.numeric { " class=\"n\"" } else { "" };
        let words = escape(&heading(title));
        let _ = write!(
            html,
            "<th scope=\"col\"{class} data-name=\"{}\">{words}</th>",
            escape(title)
        );
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for row in shown.rows.iter().take(most) {
        html.push_str("<tr>");
        for column in &columns {
            write_cell(html, row, column);
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody></table></div></details>\n");
}

/// A column's name in words. Stalemates are draws, and counted among them.
fn heading(column: &str) -> String {
    let words = column.replace('_', " ");
    match column {
        "stalemates" => words + " (of the draws)",
        "stalemate_rate" => words + " (of the draw rate)",
        _ => words,
    }
}

/// Link to the whole file, of which `most` rows are shown, as far as they were kept.
fn note(csv: &Csv, counted: bool, most: usize) -> String {
    let file = link(&format!("{}.csv", csv.name));
    let what = if counted {
        let are = if csv.count == 1 { "is" } else { "are" };
        format!(
            "{} {are} counted here; each is a row of",
            plural(csv.count, "game")
        )
    } else if csv.count > csv.rows.len().min(most) as u64 {
        let all = plural(csv.count, "row");
        match csv.rows.len().min(most) {
            0 => format!("The page has no room for the {all}, which are in"),
            shown => format!("The first {shown} of {all}; all are in"),
        }
    } else {
        "From".to_owned()
    };
    format!("<p class=\"small\">{what} {file}.</p>\n")
}

/// A column as it is shown.
struct Column {
    value: usize,
    /// Places of the ends of its interval.
    ends: Option<[usize; 2]>,
    numeric: bool,
}

fn columns(csv: &Csv) -> Vec<Column> {
    let ends: Vec<Option<[usize; 2]>> = csv.columns.iter().map(|name| ends(csv, name)).collect();
    let taken: Vec<usize> = ends.iter().flatten().flatten().copied().collect();
    let shown = (0..csv.columns.len())
        .filter(|place| !taken.contains(place) && !left_out(&csv.name, &csv.columns[*place]));
    shown
        .map(|value| Column {
            value,
            ends: ends[value],
            numeric: csv.rows.iter().all(|row| {
                let text = row.get(value).map_or("", String::as_str);
                text.is_empty() || text.parse::<f64>().is_ok()
            }),
        })
        .collect()
}

/// Columns that a page leaves out because a plot shows them, by the beginnings of their names.
fn left_out(table: &str, column: &str) -> bool {
    table == "generations" && (column.starts_with("mean_") || column.starts_with("sd_"))
}

/// The places of the ends of the interval of the column `name`.
fn ends(csv: &Csv, name: &str) -> Option<[usize; 2]> {
    let both = |lo: &str, hi: &str| Some([csv.place(lo)?, csv.place(hi)?]);
    let stem = name.rsplit_once('_').map_or("", |(stem, _)| stem);
    let own = both(&format!("{name}_lo"), &format!("{name}_hi"));
    own.or_else(|| match name {
        "value" => both("lo", "hi"),
        "reference_score" => both(&format!("{stem}_lo"), &format!("{stem}_hi")),
        _ => None,
    })
}

fn write_cell(html: &mut String, row: &[String], column: &Column) {
    let text = |place: usize| row.get(place).map_or("", String::as_str);
    let value = text(column.value);
    if !column.numeric {
        let _ = write!(html, "<td>{}</td>", escape(value));
        return;
    }
    let few = rounded(value);
    if few == value {
        let _ = write!(html, "<td class=\"n\">{value}");
    } else {
        let _ = write!(html, "<td class=\"n\" data-v=\"{value}\">{few}");
    }
    if let Some([lo, hi]) = column.ends.map(|ends| ends.map(text))
        && !(lo.is_empty() && hi.is_empty())
    {
        let [lo, hi] = [lo, hi].map(|end| escape(&rounded(end)));
        let _ = write!(html, " <small>{lo}..{hi}</small>");
    }
    html.push_str("</td>");
}

/// A number with few decimals for display.
pub(super) fn rounded(text: &str) -> String {
    let (Ok(value), Some((_, decimals))) = (text.parse::<f64>(), text.split_once('.')) else {
        return text.to_owned();
    };
    let wanted = match value.abs() {
        size if size >= 100.0 => 1,
        size if size >= 10.0 => 2,
        _ => 3,
    };
    if decimals.len() <= wanted || text.contains(['e', 'E']) {
        return text.to_owned();
    }
    let few = format!("{value:.wanted$}");
    // A small number must not become 0.
    if value != 0.0 && few.parse() == Ok(0.0) {
        return format!("{value:.1e}");
    }
    few
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stalemates_are_told_as_a_part_of_the_draws() {
        assert_eq!(heading("stalemates"), "stalemates (of the draws)");
        assert_eq!(
            heading("stalemate_rate"),
            "stalemate rate (of the draw rate)"
        );
        assert_eq!(heading("draw_rate"), "draw rate");
    }

    #[test]
    fn numbers_are_short_and_small_ones_are_not_nothing() {
        let short = [
            "0.652174",
            "96.500000",
            "-1234.560000",
            "12",
            "0.000012",
            "1e-7",
            "",
        ];
        let wanted = ["0.652", "96.50", "-1234.6", "12", "1.2e-5", "1e-7", ""];
        assert_eq!(short.map(rounded), wanted);
    }
}
